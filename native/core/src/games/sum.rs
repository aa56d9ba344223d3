//! Sums, negatives and multiples.

use rustc_hash::FxHashMap;

use super::store::{GameId, NONE, Nus, Store};
use super::{Result, Trouble};
use crate::monitor::Ticker;
use crate::numbers::Dyadic;

/// A sum `g + h` on the stack: which of its options have their value in the scratch.
pub(super) struct SumFrame {
    g: GameId,
    h: GameId,
    base: usize,
    tried: u32,
    /// Ends of the four runs of options: left of g, left of h, right of g, right of h.
    ends: [u32; 4],
    starts: [u32; 4],
    /// `h` is a number: options are translated and nothing has to be simplified.
    translation: bool,
}

const STEP: u64 = 16;
const TOO_MANY_UPS: Trouble = Trouble::Range("more ups than fit a machine word");

impl Store {
    /// The negative of a game: the roles of the players exchanged.
    ///
    /// # Errors
    ///
    /// [`Trouble`] if stopped or out of memory; the store stays valid.
    pub fn negative(&mut self, g: GameId, ticker: &mut Ticker<'_>) -> Result<GameId> {
        let mut stack = vec![g];
        while let Some(&top) = stack.last() {
            ticker.tick(STEP, self.nodes.len() as u64)?;
            if self.nodes[top.index()].negative != NONE {
                stack.pop();
                continue;
            }
            if let Some(nus) = self.nus(top) {
                let negative = Nus {
                    number: -&nus.number,
                    ups: nus.ups.checked_neg().ok_or(TOO_MANY_UPS)?,
                    nimber: nus.nimber,
                };
                let negative = self.number_up_star(negative)?;
                self.link(top, negative);
                stack.pop();
                continue;
            }
            let node = &self.nodes[top.index()];
            let (start, middle) = (node.start as usize, (node.start + node.left) as usize);
            let end = middle + node.right as usize;
            let known = stack.len();
            stack.extend(
                self.pool[start..end]
                    .iter()
                    .filter(|option| self.nodes[option.index()].negative == NONE),
            );
            if stack.len() > known {
                continue;
            }
            let negate = |option: &GameId| GameId(self.nodes[option.index()].negative);
            let mut right: Vec<_> = self.pool[start..middle].iter().map(negate).collect();
            let mut left: Vec<_> = self.pool[middle..end].iter().map(negate).collect();
            self.sort_options(&mut left, &mut right);
            let negative = self.intern(&left, &right)?;
            self.link(top, negative);
            stack.pop();
        }
        Ok(GameId(self.nodes[g.index()].negative))
    }

    fn link(&mut self, g: GameId, negative: GameId) {
        self.nodes[g.index()].negative = negative.0;
        self.nodes[negative.index()].negative = g.0;
    }

    /// The sum if it is known, or follows from a closed form.
    #[inline]
    fn quick_add(&mut self, g: GameId, h: GameId) -> Result<Option<GameId>> {
        if g == GameId::ZERO {
            return Ok(Some(h));
        }
        if h == GameId::ZERO {
            return Ok(Some(g));
        }
        if self.nodes[g.index()].negative == h.0 {
            return Ok(Some(GameId::ZERO));
        }
        if let (Some(a), Some(b)) = (self.nus(g), self.nus(h)) {
            let sum = Nus {
                number: &a.number + &b.number,
                ups: a.ups.checked_add(b.ups).ok_or(TOO_MANY_UPS)?,
                nimber: a.nimber ^ b.nimber,
            };
            return self.number_up_star(sum).map(Some);
        }
        Ok(self.sums.get(g, h))
    }

    /// Whether two games whose sum does not follow at once are negatives of each other.
    ///
    /// Only where the stops agree with that is the negative looked for.
    fn cancel(&mut self, g: GameId, h: GameId, ticker: &mut Ticker<'_>) -> Result<bool> {
        let (a, b) = (&self.nodes[g.index()], &self.nodes[h.index()]);
        let opposite = a.negative == NONE
            && b.negative == NONE
            && (&a.left_stop + &b.right_stop).is_zero()
            && (&a.right_stop + &b.left_stop).is_zero();
        Ok(opposite && self.negative(g, ticker)? == h)
    }

    /// The sum of two games.
    ///
    /// A number is added by translating options, which keeps a canonical form canonical (number
    /// translation, Siegel, II.3); other sums go through the memo on pairs.
    ///
    /// # Errors
    ///
    /// [`Trouble`] if stopped or out of memory; the store stays valid.
    pub fn add(&mut self, g: GameId, h: GameId, ticker: &mut Ticker<'_>) -> Result<GameId> {
        if let Some(sum) = self.quick_add(g, h)? {
            return Ok(sum);
        }
        // A number beside an infinitesimal is best added last, by translation.
        for (game, other) in [(g, h), (h, g)] {
            if let Some(nus) = self.nus(game)
                && !nus.is_number()
                && !nus.number.is_zero()
            {
                let Nus { number, ups, nimber } = nus.clone();
                let small = self.number_up_star(Nus { number: Dyadic::ZERO, ups, nimber })?;
                let number = self.of_number(number)?;
                let first = self.add_by_options(small, other, ticker)?;
                return self.add_by_options(first, number, ticker);
            }
        }
        self.add_by_options(g, h, ticker)
    }

    fn add_by_options(&mut self, g: GameId, h: GameId, ticker: &mut Ticker<'_>) -> Result<GameId> {
        if let Some(sum) = self.quick_add(g, h)? {
            return Ok(sum);
        }
        if self.cancel(g, h, ticker)? {
            return Ok(GameId::ZERO);
        }
        let mut stack = std::mem::take(&mut self.sum_stack);
        let mut scratch = std::mem::take(&mut self.scratch);
        stack.clear();
        scratch.clear();
        let answer = self.run_add(&mut stack, &mut scratch, (g, h), ticker);
        (self.sum_stack, self.scratch) = (stack, scratch);
        answer
    }

    fn sum_frame(&mut self, g: GameId, h: GameId, base: usize) -> Result<SumFrame> {
        let (g, h) = if self.number(g).is_some() { (h, g) } else { (g, h) };
        let translation = self.number(h).is_some();
        self.expand(g)?;
        let a = &self.nodes[g.index()];
        let (a_start, a_left, a_right) = (a.start, a.left, a.right);
        let (mut b_start, mut b_left, mut b_right) = (0, 0, 0);
        if !translation {
            self.expand(h)?;
            let b = &self.nodes[h.index()];
            (b_start, b_left, b_right) = (b.start, b.left, b.right);
        }
        let mut ends = [a_left, b_left, a_right, b_right];
        for at in 1..4 {
            ends[at] += ends[at - 1];
        }
        let starts = [a_start, b_start, a_start + a_left, b_start + b_left];
        Ok(SumFrame { g, h, base, tried: 0, ends, starts, translation })
    }

    fn run_add(
        &mut self,
        stack: &mut Vec<SumFrame>,
        scratch: &mut Vec<GameId>,
        (g, h): (GameId, GameId),
        ticker: &mut Ticker<'_>,
    ) -> Result<GameId> {
        let first = self.sum_frame(g, h, 0)?;
        stack.push(first);
        while let Some(frame) = stack.last_mut() {
            ticker.tick(STEP, self.nodes.len() as u64)?;
            if frame.tried < frame.ends[3] {
                let at = frame.tried;
                let run = frame.ends.iter().position(|&end| at < end).unwrap_or(3);
                let before = if run == 0 { 0 } else { frame.ends[run - 1] };
                let option = self.pool[(frame.starts[run] + at - before) as usize];
                let other = if run % 2 == 0 { frame.h } else { frame.g };
                if let Some(sum) = self.quick_add(option, other)? {
                    frame.tried += 1;
                    scratch.push(sum);
                } else if self.cancel(option, other, ticker)? {
                    frame.tried += 1;
                    scratch.push(GameId::ZERO);
                } else {
                    let next = self.sum_frame(option, other, scratch.len())?;
                    stack.push(next);
                }
                continue;
            }
            let SumFrame { g, h, base, ends, translation, .. } = *frame;
            let middle = base + ends[1] as usize;
            let mut left = scratch[base..middle].to_vec();
            let mut right = scratch[middle..].to_vec();
            let sum = if translation {
                self.sort_options(&mut left, &mut right);
                self.intern(&left, &right)?
            } else {
                self.make(left, right, ticker)?
            };
            self.sums.put(g, h, sum);
            scratch.truncate(base);
            stack.pop();
            let Some(parent) = stack.last_mut() else { return Ok(sum) };
            parent.tried += 1;
            scratch.push(sum);
        }
        Err(Trouble::Undefined("a sum ended without an answer"))
    }

    /// The difference `g - h`.
    ///
    /// # Errors
    ///
    /// [`Trouble`] if stopped or out of memory; the store stays valid.
    pub fn subtract(&mut self, g: GameId, h: GameId, ticker: &mut Ticker<'_>) -> Result<GameId> {
        let negative = self.negative(h, ticker)?;
        self.add(g, negative, ticker)
    }

    /// The sum of many games: negatives cancel, number-up-stars are added first, then the games
    /// with the narrowest stops.
    ///
    /// # Errors
    ///
    /// [`Trouble`] if stopped or out of memory; the store stays valid.
    pub fn sum(&mut self, games: &[GameId], ticker: &mut Ticker<'_>) -> Result<GameId> {
        let mut counts: FxHashMap<GameId, i64> = FxHashMap::default();
        let mut order = Vec::new();
        let mut number = GameId::ZERO;
        let mut small = GameId::ZERO;
        for &g in games {
            if let Some(nus) = self.nus(g) {
                let Nus { number: x, ups, nimber } = nus.clone();
                let infinitesimal = Nus { number: Dyadic::ZERO, ups, nimber };
                let (x, other) = (self.of_number(x)?, self.number_up_star(infinitesimal)?);
                number = self.add(number, x, ticker)?;
                small = self.add(small, other, ticker)?;
                continue;
            }
            let negative = self.negative(g, ticker)?;
            let (key, sign) = if negative < g { (negative, -1) } else { (g, 1) };
            let count = counts.entry(key).or_insert_with(|| {
                order.push(key);
                0
            });
            // Games that are their own negatives cancel in pairs.
            *count = if negative == g { (*count + 1) % 2 } else { *count + sign };
        }
        order.sort_by_cached_key(|&g| (self.left_stop(g) - self.right_stop(g), g));
        let mut total = small;
        for g in order {
            let count = counts[&g];
            let multiple = self.multiple(count, g, ticker)?;
            total = self.add(total, multiple, ticker)?;
        }
        self.add(total, number, ticker)
    }

    /// The sum of `n` copies of `g`, of its negative if `n` is negative.
    ///
    /// # Errors
    ///
    /// [`Trouble`] if stopped or out of memory, or [`Trouble::Range`] if the multiple of a
    /// number-up-star has more ups than a machine word counts.
    pub fn multiple(&mut self, n: i64, g: GameId, ticker: &mut Ticker<'_>) -> Result<GameId> {
        if let Some(Nus { number, ups, nimber }) = self.nus(g).cloned() {
            let ups = ups.checked_mul(n).ok_or(TOO_MANY_UPS)?;
            let number = number.times(&Dyadic::integer(n));
            let odd = n % 2 != 0;
            return self.number_up_star(Nus { number, ups, nimber: if odd { nimber } else { 0 } });
        }
        let negative = self.negative(g, ticker)?;
        let base = if n < 0 { negative } else { g };
        if negative == g {
            return Ok(if n % 2 == 0 { GameId::ZERO } else { g });
        }
        // One copy after the other: the intermediate sums are followers of the result anyway,
        // unless copies cancel, as two of {2|1} make 3: then they do so again and again.
        let count = n.unsigned_abs();
        let mut total = GameId::ZERO;
        for copies in 1..=count {
            total = self.add(total, base, ticker)?;
            if copies > 1 && self.nus(total).is_some() {
                let [groups, rest] = [count / copies, count % copies].map(u64::cast_signed);
                let groups = self.multiple(groups, total, ticker)?;
                let rest = self.multiple(rest, base, ticker)?; // fewer copies, so no group
                return self.add(groups, rest, ticker);
            }
        }
        Ok(total)
    }
}
