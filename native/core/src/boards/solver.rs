//! One solver for all boards.

use std::hash::{BuildHasher, Hash};

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::games::{GameId, Result, Store, Trouble};
use crate::monitor::Ticker;

/// The options of a part: each is a list of independent parts.
pub struct Moves<P> {
    parts: Vec<P>,
    ends: Vec<u32>,
}

impl<P> Default for Moves<P> {
    fn default() -> Self {
        Self { parts: Vec::new(), ends: Vec::new() }
    }
}

impl<P> Moves<P> {
    /// Adds a part to the option being described.
    pub fn part(&mut self, part: P) {
        self.parts.push(part);
    }

    /// Ends the option being described.
    pub fn end(&mut self) {
        self.ends.push(self.parts.len() as u32);
    }

    /// The options.
    pub fn options(&self) -> impl Iterator<Item = &[P]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.parts[start as usize..end as usize])
    }
}

/// What the solver has to know of a game played on boards.
pub trait Rules {
    /// A part of a board that is played independently of the others.
    type Part: Copy + Eq + Hash;
    /// What parts of equal value up to sign have in common.
    type Key: Copy + Eq + Hash;

    /// Splits what lies on a board into parts.
    fn split(&self, board: Self::Part, moves: &mut Moves<Self::Part>);

    /// Hands over the boards that one player can move to, not split.
    fn moves(&self, part: Self::Part, left: bool, emit: &mut impl FnMut(Self::Part));

    /// The key, and whether its value is the negative of the part's.
    fn normal(&self, part: Self::Part) -> (Self::Key, bool);
}

struct Piece<P> {
    part: P,
    value: Option<GameId>,
}

/// What is known of a part: its value, or what it has to be solved as.
enum Known<R: Rules> {
    Value(GameId),
    Missing(R::Part, R::Key, bool),
}

struct Frame<R: Rules> {
    key: R::Key,
    negated: bool,
    pieces: Vec<Piece<R::Part>>,
    /// Ends of the options among the pieces, and how many options are Left's.
    ends: Vec<u32>,
    lefts: usize,
    solved: usize,
}

/// Remembers the values of parts already met, up to symmetry.
pub struct Solver<R: Rules> {
    rules: R,
    values: FxHashMap<R::Key, GameId>,
    nimbers: FxHashMap<R::Key, u32>,
    /// Values of parts as they lie: saves the search for the least image.
    raw: Vec<Option<(R::Part, GameId)>>,
}

const LEAST_RAW_ENTRIES: usize = 1 << 8;
const MOST_RAW_ENTRIES: usize = 1 << 18;
/// How many steps of the clock a position counts for.
const STEP: u64 = 1000;

impl<R: Rules> Solver<R> {
    /// A solver that knows nothing yet.
    pub fn new(rules: R) -> Self {
        Self { rules, values: FxHashMap::default(), nimbers: FxHashMap::default(), raw: Vec::new() }
    }

    /// The rules.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// Number of parts remembered.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len() + self.nimbers.len()
    }

    /// Whether nothing is remembered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty() && self.nimbers.is_empty()
    }

    /// Bytes held, nearly.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.values.capacity() * (size_of::<(R::Key, GameId)>() + 1)
            + self.nimbers.capacity() * (size_of::<(R::Key, u32)>() + 1)
            + self.raw.capacity() * size_of::<Option<(R::Part, GameId)>>()
    }

    /// The value of a board.
    ///
    /// # Errors
    ///
    /// [`Trouble`] if stopped or out of memory; what was found stays known.
    pub fn value(
        &mut self,
        board: R::Part,
        store: &mut Store,
        ticker: &mut Ticker<'_>,
    ) -> Result<GameId> {
        self.fit_raw();
        let mut parts = Moves::default();
        self.rules.split(board, &mut parts);
        let mut total = GameId::ZERO;
        for part in parts.parts {
            let value = self.part_value(part, store, ticker)?;
            total = store.add(total, value, ticker)?;
        }
        Ok(total)
    }

    fn slot(&self, part: &R::Part) -> usize {
        (FxBuildHasher.hash_one(part) >> 16) as usize & (self.raw.len() - 1)
    }

    /// Lets the table of parts as they lie grow with what is known; it starts over when it does.
    fn fit_raw(&mut self) {
        let wanted =
            (self.values.len() * 4).next_power_of_two().clamp(LEAST_RAW_ENTRIES, MOST_RAW_ENTRIES);
        if wanted > self.raw.len() {
            self.raw = vec![None; wanted];
        }
    }

    fn known(
        &mut self,
        part: R::Part,
        store: &mut Store,
        ticker: &mut Ticker<'_>,
    ) -> Result<Known<R>> {
        let slot = self.slot(&part);
        if let Some((known, value)) = self.raw[slot]
            && known == part
        {
            return Ok(Known::Value(value));
        }
        let (key, negated) = self.rules.normal(part);
        let Some(&value) = self.values.get(&key) else {
            return Ok(Known::Missing(part, key, negated));
        };
        let value = if negated { store.negative(value, ticker)? } else { value };
        self.raw[slot] = Some((part, value));
        Ok(Known::Value(value))
    }

    fn frame(&self, part: R::Part, key: R::Key, negated: bool) -> Frame<R> {
        let mut moves = Moves::default();
        self.rules.moves(part, true, &mut |board| self.rules.split(board, &mut moves));
        let lefts = moves.ends.len();
        self.rules.moves(part, false, &mut |board| self.rules.split(board, &mut moves));
        let pieces = moves.parts.into_iter().map(|part| Piece { part, value: None }).collect();
        Frame { key, negated, pieces, ends: moves.ends, lefts, solved: 0 }
    }

    fn part_value(
        &mut self,
        part: R::Part,
        store: &mut Store,
        ticker: &mut Ticker<'_>,
    ) -> Result<GameId> {
        let mut stack = match self.known(part, store, ticker)? {
            Known::Value(value) => return Ok(value),
            Known::Missing(part, key, negated) => vec![self.frame(part, key, negated)],
        };
        loop {
            self.fit_raw();
            let Some(frame) = stack.last_mut() else {
                return Err(Trouble::Undefined("a board ended without an answer"));
            };
            ticker.tick(STEP, self.values.len() as u64)?;
            let mut missing = None;
            while let Some(piece) = frame.pieces.get_mut(frame.solved) {
                match self.known(piece.part, store, ticker)? {
                    Known::Value(value) => piece.value = Some(value),
                    Known::Missing(part, key, negated) => {
                        missing = Some((part, key, negated));
                        break;
                    }
                }
                frame.solved += 1;
            }
            if let Some((part, key, negated)) = missing {
                let next = self.frame(part, key, negated);
                stack.push(next);
                continue;
            }
            let Some(frame) = stack.pop() else { continue };
            let value = Self::combine(&frame, store, ticker)?;
            let kept = if frame.negated { store.negative(value, ticker)? } else { value };
            self.check_memory(store)?;
            self.values.insert(frame.key, kept);
            if stack.is_empty() {
                return Ok(value);
            }
        }
    }

    /// The tables count towards the memory limit of the store.
    fn check_memory(&self, store: &Store) -> Result<()> {
        if self.values.len() & 0xFFF == 0xFFF && self.bytes() + store.bytes() > store.limit() {
            return Err(Trouble::Memory { limit: store.limit(), games: store.len() });
        }
        Ok(())
    }

    fn combine(frame: &Frame<R>, store: &mut Store, ticker: &mut Ticker<'_>) -> Result<GameId> {
        let mut sides = [Vec::new(), Vec::new()];
        let mut start = 0;
        for (at, &end) in frame.ends.iter().enumerate() {
            let mut sum = GameId::ZERO;
            for piece in &frame.pieces[start..end as usize] {
                sum = store.add(sum, piece.value.unwrap_or(GameId::ZERO), ticker)?;
            }
            start = end as usize;
            sides[usize::from(at >= frame.lefts)].push(sum);
        }
        let [left, right] = sides;
        store.make(left, right, ticker)
    }

    /// The nim value of a board on which both players may make every move of either.
    ///
    /// # Errors
    ///
    /// [`Trouble`] if stopped; what was found stays known.
    pub fn nim_value(
        &mut self,
        board: R::Part,
        store: &Store,
        ticker: &mut Ticker<'_>,
    ) -> Result<u32> {
        let mut parts = Moves::default();
        self.rules.split(board, &mut parts);
        let mut total = 0;
        for part in parts.parts {
            total ^= self.part_nim_value(part, store, ticker)?;
        }
        Ok(total)
    }

    fn part_nim_value(
        &mut self,
        part: R::Part,
        store: &Store,
        ticker: &mut Ticker<'_>,
    ) -> Result<u32> {
        let (key, negated) = self.rules.normal(part);
        if let Some(&known) = self.nimbers.get(&key) {
            return Ok(known);
        }
        let mut stack = vec![self.frame(part, key, negated)];
        let mut last = 0;
        while let Some(frame) = stack.last_mut() {
            ticker.tick(STEP, self.nimbers.len() as u64)?;
            let mut missing = None;
            while let Some(piece) = frame.pieces.get(frame.solved) {
                let (key, negated) = self.rules.normal(piece.part);
                if !self.nimbers.contains_key(&key) {
                    missing = Some((piece.part, key, negated));
                    break;
                }
                frame.solved += 1;
            }
            if let Some((part, key, negated)) = missing {
                let next = self.frame(part, key, negated);
                stack.push(next);
                continue;
            }
            let Some(frame) = stack.pop() else { continue };
            let mut seen = vec![false; frame.ends.len() + 1];
            let mut start = 0;
            for &end in &frame.ends {
                let mut sum = 0;
                for piece in &frame.pieces[start..end as usize] {
                    sum ^= self.nimbers[&self.rules.normal(piece.part).0];
                }
                start = end as usize;
                if let Some(slot) = seen.get_mut(sum as usize) {
                    *slot = true;
                }
            }
            last = seen.iter().position(|&seen| !seen).unwrap_or(0) as u32;
            if self.nimbers.len() & 0xFFF == 0xFFF && self.bytes() + store.bytes() > store.limit() {
                return Err(Trouble::Memory { limit: store.limit(), games: store.len() });
            }
            self.nimbers.insert(frame.key, last);
        }
        Ok(last)
    }
}
