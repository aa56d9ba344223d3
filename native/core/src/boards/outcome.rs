//! Who wins: a search over sums of parts that does without the canonical forms of large ones.
//!
//! A state is a sum with Left to move; Right's turn is the negative state. Small parts are
//! replaced by their values, games and parts that cancel are dropped, numbers and infinitesimals
//! of closed form are added up, and stops and atomic weights decide where they can. Everything remembered is keyed
//! by the whole state.

use rustc_hash::FxHashMap;

use super::solver::{Moves, Rules, Solver};
use super::states::{State, VALUE, by_stops, by_weights, negate, settle};
use super::table::Table;
use crate::games::{GameId, Result, Store, Trouble};
use crate::monitor::Ticker;
use crate::numbers::{Dyadic, simplest};

/// A part met by the search.
struct Met<P> {
    part: P,
    /// Whether the part is the negative of what has its key.
    negated: bool,
    /// Moves of Left and Right in the part.
    counts: [u32; 2],
    /// Its value, where that is cheap to find.
    value: Option<GameId>,
    /// How often it was met without being valued.
    visits: u32,
}

/// What the search remembers.
pub(super) struct Outcomes<R: Rules> {
    met: Vec<Met<R::Part>>,
    index: Table<R::Key>,
    /// Whether Left, to move, wins.
    states: FxHashMap<State, bool>,
    /// Codes in all states.
    codes: usize,
    /// Positions and games that were made to value parts met often.
    spent: usize,
    pub effort: Effort,
}

/// When the search takes the trouble to find a value.
#[derive(Clone, Copy)]
pub(super) struct Effort {
    /// Parts with at most this many moves are replaced by their values.
    pub few_moves: u32,
    /// Positions that finding the value of such a part may take.
    pub few_positions: usize,
    /// The same of parts that the rules call simple.
    pub simple_moves: u32,
    pub simple_positions: usize,
    /// Positions, and games, that finding the value of a part of the board asked about may take.
    pub many_positions: usize,
    pub many_games: usize,
    /// A part is valued when it was met so often, and again whenever it was met twice as often.
    pub visits: usize,
    /// Positions, and games, that it may then take for each time it was met.
    pub per_visit: usize,
    /// Positions and games may be made as long as they are fewer than `free` and one for so many
    /// states.
    pub share: usize,
    pub free: usize,
}

/// Values of parts met for the first time save states only where they cost next to nothing: with 10
/// moves and 200 positions a Konane board of 5 x 6 takes fourteen times as long. Of parts met again
/// and again they are worth more: without them a strip of 36 stones of Clobber is out of reach. On
/// strips of `NoGo`, with few parts for their length, 18 moves save two states of three.
const EFFORT: Effort = Effort {
    few_moves: 3,
    few_positions: 20,
    simple_moves: 18,
    simple_positions: 1 << 14,
    many_positions: 2000,
    many_games: 500,
    visits: 4,
    per_visit: 4,
    share: 4,
    free: 500,
};
/// Numbers that a board is compared with before the search for its number ends.
const MOST_NUMBERS: usize = 8;

impl<R: Rules> Default for Outcomes<R> {
    fn default() -> Self {
        Self {
            met: Vec::new(),
            index: Table::default(),
            states: FxHashMap::default(),
            codes: 0,
            spent: 0,
            effort: EFFORT,
        }
    }
}

impl<R: Rules> Outcomes<R> {
    pub fn forget(&mut self) {
        *self = Self { effort: self.effort, ..Self::default() };
    }

    pub fn bytes(&self) -> usize {
        self.met.capacity() * size_of::<Met<R::Part>>()
            + self.index.bytes()
            + self.states.capacity() * (size_of::<(State, bool)>() + 1)
            + self.states.len() * 16
            + self.codes * 4
    }
}

struct Frame {
    state: State,
    /// States that the opponent may be left with, seen by the opponent; the most promising last.
    options: Vec<State>,
}

/// States kept from one question to the next.
const MOST_KEPT: usize = 1 << 21;
/// How many steps of the clock a state counts for.
const STEP: u64 = 2000;

impl<R: Rules> Solver<R> {
    /// Whether the player who moves first wins the sum of some boards and values.
    ///
    /// # Errors
    ///
    /// [`Trouble`] if stopped or out of memory; what was found stays known.
    pub fn first_wins(
        &mut self,
        boards: &[R::Part],
        values: &[GameId],
        left: bool,
        store: &mut Store,
        ticker: &mut Ticker<'_>,
    ) -> Result<bool> {
        if self.outcomes.states.len() > MOST_KEPT {
            self.outcomes.forget();
        }
        self.fit();
        let mut pieces = Moves::default();
        for &board in boards {
            self.rules().split(board, &mut pieces);
        }
        let mut codes: Vec<u32> = values.iter().map(|value| VALUE | value.0).collect();
        for &part in pieces.parts() {
            codes.push(
                match self.value_within_games(
                    part,
                    self.outcomes.effort.many_positions,
                    self.outcomes.effort.many_games,
                    store,
                    ticker,
                )? {
                    Some(value) => VALUE | value.0,
                    None => self.code(part, store, ticker)?,
                },
            );
        }
        if !left {
            negate(&mut codes, store, ticker)?;
        }
        let state = settle(codes, store, ticker)?;
        self.search(state, usize::MAX, store, ticker)?
            .ok_or(Trouble::Undefined("a search ended without an answer"))
    }

    /// The number that a part is equal to, if it is one and at most `most` new states tell.
    ///
    /// The part is compared with the simplest number not excluded so far. It is equal to it,
    /// exactly if whoever moves first in the difference loses; a part confused with a number lies
    /// on both sides of it and is none.
    pub(super) fn number_within(
        &mut self,
        part: R::Part,
        most: usize,
        store: &mut Store,
        ticker: &mut Ticker<'_>,
    ) -> Result<Option<Dyadic>> {
        self.fit();
        let last = self.outcomes.states.len().saturating_add(most);
        let (mut low, mut high) = (None, None);
        for _ in 0..MOST_NUMBERS {
            let Some(number) =
                simplest(low.as_ref().map(|x| (x, false)), high.as_ref().map(|x| (x, false)))
            else {
                break;
            };
            let minus = VALUE | store.of_number(-&number)?.0;
            let mut wins = [false, false];
            for (wins, left) in wins.iter_mut().zip([true, false]) {
                let mut codes = vec![self.code(part, store, ticker)?, minus];
                if !left {
                    negate(&mut codes, store, ticker)?;
                }
                let state = settle(codes, store, ticker)?;
                let left = last.saturating_sub(self.outcomes.states.len());
                match self.search(state, left, store, ticker)? {
                    Some(known) => *wins = known,
                    None => return Ok(None),
                }
            }
            match wins {
                [false, false] => return Ok(Some(number)),
                [true, false] => low = Some(number),
                [false, true] => high = Some(number),
                [true, true] => break,
            }
        }
        Ok(None)
    }

    /// The code of a part.
    fn code(&mut self, part: R::Part, store: &mut Store, ticker: &mut Ticker<'_>) -> Result<u32> {
        let (key, negated) = self.rules().normal(part);
        let at = if let Some(at) = self.outcomes.index.get(key) {
            self.visit(at, store, ticker)?;
            at
        } else {
            let mut counts = [0, 0];
            for (count, left) in counts.iter_mut().zip([true, false]) {
                self.rules().moves(part, left, &mut |_| *count += 1);
            }
            let effort = self.outcomes.effort;
            let (moves, positions) = if self.rules().is_simple(part) {
                (effort.simple_moves, effort.simple_positions)
            } else {
                (effort.few_moves, effort.few_positions)
            };
            let value = if counts[0] + counts[1] <= moves {
                self.value_within(part, positions, store, ticker)?
            } else {
                self.value_if_known(part, store, ticker)?
            };
            let at = self.outcomes.met.len() as u32;
            if at >= VALUE >> 1 {
                return Err(Trouble::Range("a search met more than 2^30 parts"));
            }
            self.outcomes.met.push(Met { part, negated, counts, value, visits: 0 });
            self.outcomes.index.insert(key, at);
            at
        };
        let met = &self.outcomes.met[at as usize];
        match met.value {
            None => Ok(at << 1 | u32::from(negated)),
            Some(value) if met.negated == negated => Ok(VALUE | value.0),
            Some(value) => store.negative(value, ticker).map(|value| VALUE | value.0),
        }
    }

    /// Values a part that is met often, as long as that takes a small share of the whole effort.
    fn visit(&mut self, at: u32, store: &mut Store, ticker: &mut Ticker<'_>) -> Result<()> {
        let Outcomes { met, states, spent, effort, .. } = &mut self.outcomes;
        let met = &mut met[at as usize];
        if met.value.is_some() {
            return Ok(());
        }
        met.visits = met.visits.saturating_add(1);
        let visits = met.visits as usize;
        if !visits.is_power_of_two()
            || visits < effort.visits
            || *spent > states.len() / effort.share + effort.free
        {
            return Ok(());
        }
        let part = met.part;
        let before = self.values.len() + store.len();
        let most = visits.saturating_mul(effort.per_visit);
        let value = self.value_within_games(part, most, most, store, ticker)?;
        self.outcomes.spent += 1 + self.values.len() + store.len() - before;
        self.outcomes.met[at as usize].value = value;
        Ok(())
    }

    /// The state with the values of parts that were valued since.
    fn refreshed(&self, state: State, store: &mut Store, ticker: &mut Ticker<'_>) -> Result<State> {
        let value = |code: u32| match code & VALUE {
            0 => self.outcomes.met[(code >> 1) as usize].value,
            _ => None,
        };
        if state.iter().all(|&code| value(code).is_none()) {
            return Ok(state);
        }
        let mut codes = state.into_vec();
        for code in &mut codes {
            if let Some(value) = value(*code) {
                let met = &self.outcomes.met[(*code >> 1) as usize];
                *code = VALUE
                    | if met.negated == (*code & 1 != 0) {
                        value
                    } else {
                        store.negative(value, ticker)?
                    }
                    .0;
            }
        }
        settle(codes, store, ticker)
    }

    /// Whether Left, to move, wins, if at most `most` new states tell.
    fn search(
        &mut self,
        state: State,
        most: usize,
        store: &mut Store,
        ticker: &mut Ticker<'_>,
    ) -> Result<Option<bool>> {
        if let Some(known) = self.state_known(&state, store, ticker)? {
            return Ok(Some(known));
        }
        let last = self.outcomes.states.len().saturating_add(most);
        let first = self.open(state, store, ticker)?;
        let mut stack = vec![first];
        loop {
            ticker.tick(STEP, self.outcomes.states.len() as u64)?;
            let Some(frame) = stack.last_mut() else {
                return Err(Trouble::Undefined("a search ended without an answer"));
            };
            let mut wins = false;
            if let Some(option) = frame.options.pop() {
                let option = self.refreshed(option, store, ticker)?;
                match self.state_known(&option, store, ticker)? {
                    Some(true) => continue,
                    Some(false) => wins = true,
                    None => {
                        let next = self.open(option, store, ticker)?;
                        stack.push(next);
                        continue;
                    }
                }
            }
            // Who is left with a lost state loses: a win here refutes the move that led here, and
            // a loss is a win for the one who moved.
            while let Some(done) = stack.pop() {
                self.remember(done.state, wins, store)?;
                if stack.is_empty() {
                    return Ok(Some(wins));
                }
                if self.outcomes.states.len() > last {
                    return Ok(None);
                }
                if wins {
                    break;
                }
                wins = true;
            }
        }
    }

    fn remember(&mut self, state: State, wins: bool, store: &Store) -> Result<()> {
        self.outcomes.codes += state.len();
        self.outcomes.states.insert(state, wins);
        if self.outcomes.states.len() & 0xFFF == 0xFFF
            && self.bytes() + store.bytes() > store.limit()
        {
            return Err(Trouble::Memory { limit: store.limit(), games: store.len() });
        }
        Ok(())
    }

    /// Whether Left, to move, wins, if that takes no search.
    fn state_known(
        &self,
        state: &State,
        store: &mut Store,
        ticker: &mut Ticker<'_>,
    ) -> Result<Option<bool>> {
        let values = state.iter().filter(|&&code| code & VALUE != 0).count();
        let game = |at: usize| GameId(state[at] & !VALUE);
        if values == state.len() {
            // Left wins exactly if the sum is not <= 0.
            match values {
                0 => return Ok(Some(false)),
                1 => return store.le(game(0), GameId::ZERO, ticker).map(|le| Some(!le)),
                _ => {
                    if let Some(known) = by_stops(state, store) {
                        return Ok(Some(known));
                    }
                    if let Some(known) = by_weights(state, store, ticker)? {
                        return Ok(Some(known));
                    }
                    if values == 2 {
                        let other = store.negative(game(1), ticker)?;
                        return store.le(game(0), other, ticker).map(|le| Some(!le));
                    }
                }
            }
        }
        Ok(self.outcomes.states.get(state).copied())
    }

    /// The options of a state; if one of them is known to win, only that.
    fn open(&mut self, state: State, store: &mut Store, ticker: &mut Ticker<'_>) -> Result<Frame> {
        let mut found: Vec<(i64, State)> = Vec::new();
        let mut boards = Vec::new();
        let mut pieces = Moves::default();
        for (place, &code) in state.iter().enumerate() {
            if place > 0 && state[place - 1] == code {
                continue;
            }
            let rest = || state[..place].iter().chain(&state[place + 1..]).copied();
            let mut options: Vec<Vec<u32>> = Vec::new();
            if code & VALUE != 0 {
                for &option in store.left_options(GameId(code & !VALUE))? {
                    options.push(rest().chain([VALUE | option.0]).collect());
                }
            } else {
                let met = &self.outcomes.met[(code >> 1) as usize];
                let flipped = u32::from(met.negated != (code & 1 != 0));
                boards.clear();
                let part = met.part;
                self.rules().moves(part, flipped == 0, &mut |board| boards.push(board));
                for &board in &boards {
                    ticker.tick(STEP / 8, self.outcomes.states.len() as u64)?;
                    pieces.clear();
                    self.rules().split(board, &mut pieces);
                    let mut option: Vec<u32> = rest().collect();
                    for &piece in pieces.parts() {
                        let code = self.code(piece, store, ticker)?;
                        option.push(if flipped == 0 {
                            code
                        } else if code & VALUE == 0 {
                            code ^ 1
                        } else {
                            VALUE | store.negative(GameId(code & !VALUE), ticker)?.0
                        });
                    }
                    options.push(option);
                }
            }
            for mut option in options {
                negate(&mut option, store, ticker)?;
                let option = settle(option, store, ticker)?;
                match self.state_known(&option, store, ticker)? {
                    Some(true) => {}
                    Some(false) => return Ok(Frame { state, options: vec![option] }),
                    None => found.push((self.promise(&option, store), option)),
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        // The opponent's prospects: the worst for the opponent come last, and are tried first.
        let options = found.into_iter().rev().map(|(_, option)| option).collect();
        Ok(Frame { state, options })
    }

    /// Roughly how well Left stands: only the order of the search depends on it.
    ///
    /// A lead in moves counts, and having few moves, since fewer have to be refuted then: without
    /// that a board of 4 x 5 in Clobber takes six times as many states.
    fn promise(&self, state: &State, store: &Store) -> i64 {
        state
            .iter()
            .map(|&code| {
                if code & VALUE != 0 {
                    let g = GameId(code & !VALUE);
                    let middle = |g| {
                        let both = store.left_stop(g) + store.right_stop(g);
                        both.floor().as_integer().map_or(0, |n| n.clamp(-1000, 1000))
                    };
                    return 2 * middle(g) + store.weight_if_known(g).map_or(0, middle);
                }
                let met = &self.outcomes.met[(code >> 1) as usize];
                let [left, right] = met.counts.map(i64::from);
                let (own, other) =
                    if met.negated == (code & 1 != 0) { (left, right) } else { (right, left) };
                3 * own - other
            })
            .sum()
    }
}
