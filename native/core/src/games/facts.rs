//! Plain facts about a game: outcome, birthday, followers, kind, incentives.

use std::cmp::Ordering;

use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use super::Result;
use super::store::{GameId, Nus, Store};
use crate::monitor::Ticker;

const STEP: u64 = 50;

impl Store {
    /// Applies `combine` to `g` and all its followers, options before the games they belong to.
    ///
    /// `leaf` answers for games that need no options. Nothing is recursive, so that the depth of
    /// a game does not matter.
    ///
    /// # Errors
    ///
    /// Those of the two functions, and [`Trouble`](super::Trouble) if stopped or out of memory.
    pub(super) fn fold<T: Clone>(
        &mut self,
        g: GameId,
        known: &mut FxHashMap<GameId, T>,
        ticker: &mut Ticker<'_>,
        mut leaf: impl FnMut(&mut Self, GameId, &mut Ticker<'_>) -> Result<Option<T>>,
        mut combine: impl FnMut(&mut Self, GameId, Vec<T>, Vec<T>, &mut Ticker<'_>) -> Result<T>,
    ) -> Result<T> {
        let mut stack = vec![g];
        while let Some(&top) = stack.last() {
            ticker.tick(STEP, known.len() as u64)?;
            if known.contains_key(&top) {
                stack.pop();
                continue;
            }
            if let Some(answer) = leaf(self, top, ticker)? {
                known.insert(top, answer);
                stack.pop();
                continue;
            }
            let left = self.left_options(top)?.to_vec();
            let right = self.right_options(top)?.to_vec();
            let before = stack.len();
            let missing = left.iter().chain(&right).filter(|id| !known.contains_key(id));
            stack.extend(missing);
            if stack.len() > before {
                continue;
            }
            let values = |ids: &[GameId]| ids.iter().map(|id| known[id].clone()).collect();
            let answer = combine(self, top, values(&left), values(&right), ticker)?;
            known.insert(top, answer);
            stack.pop();
        }
        Ok(known[&g].clone())
    }

    /// How `g` compares with 0: `Greater` when Left wins, `Less` when Right, `Equal` when the
    /// second player, `None` when the first.
    ///
    /// # Errors
    ///
    /// [`Trouble`](super::Trouble) if stopped or out of memory.
    pub fn outcome(&mut self, g: GameId, ticker: &mut Ticker<'_>) -> Result<Option<Ordering>> {
        self.compare(g, GameId::ZERO, ticker)
    }

    /// The longest play of the canonical form: the day on which the game is born.
    ///
    /// # Errors
    ///
    /// [`Trouble`](super::Trouble) if stopped or out of memory.
    pub fn birthday(&mut self, g: GameId, ticker: &mut Ticker<'_>) -> Result<BigInt> {
        self.fold(
            g,
            &mut FxHashMap::default(),
            ticker,
            |store, g, _| Ok(store.nus(g).map(nus_birthday)),
            |_, _, left, right, _| {
                Ok(left.into_iter().chain(right).max().unwrap_or_default() + BigInt::from(1))
            },
        )
    }

    /// All followers, the game itself included, in no particular order.
    ///
    /// # Errors
    ///
    /// [`Trouble`](super::Trouble) if stopped or out of memory.
    pub fn followers(&mut self, g: GameId, ticker: &mut Ticker<'_>) -> Result<Vec<GameId>> {
        let mut order = vec![g];
        // A bit a game: looked for among very many, and added to them, in no time.
        let mut seen = vec![0_u64; g.index() / 64 + 1];
        seen[g.index() / 64] |= 1 << (g.index() % 64);
        let mut at = 0;
        while let Some(&next) = order.get(at) {
            ticker.tick(STEP, order.len() as u64)?;
            at += 1;
            self.expand(next)?;
            let node = &self.nodes[next.index()];
            let (start, count) = (node.start as usize, (node.left + node.right) as usize);
            for option in &self.pool[start..start + count] {
                let (word, bit) = (option.index() / 64, 1_u64 << (option.index() % 64));
                if word >= seen.len() {
                    seen.resize(self.nodes.len() / 64 + 1, 0);
                }
                if seen[word] & bit == 0 {
                    seen[word] |= bit;
                    order.push(*option);
                }
            }
        }
        Ok(order)
    }

    /// Number of plays that end in a stop: paths to the first number in each line of play.
    ///
    /// # Errors
    ///
    /// [`Trouble`](super::Trouble) if stopped or out of memory.
    pub fn stop_count(&mut self, g: GameId, ticker: &mut Ticker<'_>) -> Result<BigInt> {
        self.fold(
            g,
            &mut FxHashMap::default(),
            ticker,
            |store, g, _| Ok(store.number(g).map(|_| BigInt::from(1))),
            |_, _, left, right, _| Ok(left.into_iter().chain(right).sum()),
        )
    }

    /// Left and right incentives: what each move gains its player, dominated ones dropped.
    ///
    /// # Errors
    ///
    /// [`Trouble`](super::Trouble) if stopped or out of memory.
    pub fn incentives(
        &mut self,
        g: GameId,
        left: bool,
        right: bool,
        ticker: &mut Ticker<'_>,
    ) -> Result<Vec<GameId>> {
        let mut found = Vec::new();
        if left {
            for option in self.left_options(g)?.to_vec() {
                found.push(self.subtract(option, g, ticker)?);
            }
        }
        if right {
            for option in self.right_options(g)?.to_vec() {
                found.push(self.subtract(g, option, ticker)?);
            }
        }
        self.sort_options(&mut found, &mut Vec::new());
        self.drop_dominated(&mut found, true, ticker)?;
        Ok(found)
    }

    /// Whether the game is a number plus an infinitesimal: both stops are equal.
    #[must_use]
    pub fn is_numberish(&self, g: GameId) -> bool {
        self.left_stop(g) == self.right_stop(g)
    }

    /// Whether both stops are 0.
    #[must_use]
    pub fn is_infinitesimal(&self, g: GameId) -> bool {
        self.left_stop(g).is_zero() && self.right_stop(g).is_zero()
    }

    /// Parity of the length of every play that ends at an integer, if it is always the same:
    /// 0 for even-tempered, 1 for odd-tempered games.
    ///
    /// # Errors
    ///
    /// [`Trouble`](super::Trouble) if stopped or out of memory.
    pub fn tempered(&mut self, g: GameId, ticker: &mut Ticker<'_>) -> Result<Option<bool>> {
        self.fold(
            g,
            &mut FxHashMap::default(),
            ticker,
            |store, g, _| Ok(store.number(g).filter(|x| x.is_integer()).map(|_| Some(false))),
            |_, _, left, right, _| {
                let mut all = left.into_iter().chain(right);
                let first = all.next().flatten();
                Ok(first.filter(|_| all.all(|other| other == first)).map(|odd| !odd))
            },
        )
    }
}

/// Closed form: a number is born on its own day, ups and a nimber come on top of it.
fn nus_birthday(nus: &Nus) -> BigInt {
    let ups = nus.ups.unsigned_abs();
    let odd = ups % 2;
    let small = if ups == 0 {
        u128::from(nus.nimber)
    } else {
        // n ups and *m unfold to *(m xor n) after n moves, or stop at {0,*|0} one move before.
        let last = nus.nimber ^ odd;
        u128::from(ups) + u128::from(if nus.nimber ^ odd ^ 1 == 1 { last.max(1) } else { last })
    };
    nus.number.birthday() + BigInt::from(small)
}

/// One game of a list that stands alone: a descriptor, or places of options earlier in the list.
pub type Row = (Option<Nus>, Vec<usize>, Vec<usize>);

impl Store {
    /// The game as a list of rows, options before the games they belong to, itself last.
    ///
    /// # Errors
    ///
    /// [`Trouble`](super::Trouble) if stopped or out of memory.
    pub fn rows(&mut self, g: GameId, ticker: &mut Ticker<'_>) -> Result<Vec<Row>> {
        let mut rows: Vec<Row> = Vec::new();
        let mut places = FxHashMap::default();
        let rows_ref = std::cell::RefCell::new(&mut rows);
        let push = |row| {
            let mut rows = rows_ref.borrow_mut();
            rows.push(row);
            rows.len() - 1
        };
        self.fold(
            g,
            &mut places,
            ticker,
            |store, g, _| Ok(store.nus(g).cloned().map(|nus| push((Some(nus), vec![], vec![])))),
            |_, _, left, right, _| Ok(push((None, left, right))),
        )?;
        Ok(rows)
    }

    /// The game that rows describe.
    ///
    /// # Errors
    ///
    /// [`Trouble::Undefined`](super::Trouble::Undefined) if a row names a place after it.
    pub fn from_rows(
        &mut self,
        rows: impl IntoIterator<Item = Row>,
        ticker: &mut Ticker<'_>,
    ) -> Result<GameId> {
        let broken = super::Trouble::Undefined("the rows do not describe a game");
        let mut games: Vec<GameId> = Vec::new();
        for (nus, left, right) in rows {
            let game = if let Some(nus) = nus {
                self.number_up_star(nus)?
            } else {
                let pick = |places: Vec<usize>| {
                    places.iter().map(|&at| games.get(at).copied()).collect::<Option<Vec<_>>>()
                };
                let options = pick(left).zip(pick(right)).ok_or_else(|| broken.clone())?;
                self.make(options.0, options.1, ticker)?
            };
            games.push(game);
        }
        games.last().copied().ok_or(broken)
    }
}
