//! One solver for all boards.

use super::nimbers::Nimbers;
use super::outcome::Outcomes;
use super::table::{Pack, Recent, Table};
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

    /// The parts of all options.
    #[must_use]
    pub fn parts(&self) -> &[P] {
        &self.parts
    }

    pub(super) fn clear(&mut self) {
        self.parts.clear();
        self.ends.clear();
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
    type Part: Pack;
    /// What parts of equal value up to sign have in common.
    type Key: Pack;

    /// Splits what lies on a board into parts.
    fn split(&self, board: Self::Part, moves: &mut Moves<Self::Part>);

    /// Hands over the boards that one player can move to, not split.
    fn moves(&self, part: Self::Part, left: bool, emit: &mut impl FnMut(Self::Part));

    /// The key, and whether its value is the negative of the part's.
    fn normal(&self, part: Self::Part) -> (Self::Key, bool);

    /// Whether the values of such parts are found quickly for the number of their moves, so that the
    /// search for the winner does well to find more of them. Nothing else depends on it.
    fn is_simple(&self, _part: Self::Part) -> bool {
        false
    }

    /// About how large a part is: small parts are solved first. Nothing else depends on it.
    fn size(&self, part: Self::Part) -> u32 {
        let mut moves = 0;
        for left in [true, false] {
            self.moves(part, left, &mut |_| moves += 1);
        }
        moves
    }
}

/// A part that is not known, its key, and whether it is the negative of what has the key.
type Missing<R> = (<R as Rules>::Part, <R as Rules>::Key, bool);

/// What is known of a part: its value, or what it has to be solved as.
enum Known<R: Rules> {
    Value(GameId),
    Missing(Missing<R>),
}

/// A position under way: the options of one kind are left options first, then right ones.
struct Frame<R: Rules> {
    part: R::Part,
    key: R::Key,
    negated: bool,
    options: Vec<R::Part>,
    lefts: usize,
    /// Values of the options, as many as are known.
    values: Vec<GameId>,
    /// The parts of the next option, and the value of those before `at`.
    pieces: Moves<R::Part>,
    at: usize,
    sum: GameId,
}

/// Remembers the values of parts already met, up to symmetry.
pub struct Solver<R: Rules> {
    rules: R,
    pub(super) values: Table<R::Key>,
    pub(super) nimbers: Nimbers<R::Key>,
    /// Values of boards and parts as they lie: saves splitting and the search for the least image.
    recent: Recent,
    pub(super) outcomes: Outcomes<R>,
}

/// How many steps of the clock a position counts for.
const STEP: u64 = 1000;
/// How many new positions the way to a value may take before a search for a number is made, and
/// how many new states that may take; a position and a state take about the same time.
const STAGES: [(usize, usize); 4] =
    [(1 << 10, 1 << 11), (1 << 13, 1 << 15), (1 << 15, 1 << 18), (1 << 19, 1 << 20)];

impl<R: Rules> Solver<R> {
    /// A solver that knows nothing yet.
    pub fn new(rules: R) -> Self {
        Self {
            rules,
            values: Table::default(),
            nimbers: Nimbers::default(),
            recent: Recent::default(),
            outcomes: Outcomes::default(),
        }
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
        self.len() == 0
    }

    /// Bytes held, nearly.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.values.bytes() + self.nimbers.bytes() + self.recent.bytes() + self.outcomes.bytes()
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
        self.fit();
        let mut parts = Moves::default();
        self.rules.split(board, &mut parts);
        let mut total = GameId::ZERO;
        for part in parts.parts {
            let value = self.part_value(part, store, ticker)?;
            total = store.add(total, value, ticker)?;
        }
        Ok(total)
    }

    /// The value of a board, if each of its parts takes no more than `most` new positions.
    ///
    /// # Errors
    ///
    /// [`Trouble`] if stopped or out of memory; what was found stays known.
    pub fn cheap_value(
        &mut self,
        board: R::Part,
        most: usize,
        store: &mut Store,
        ticker: &mut Ticker<'_>,
    ) -> Result<Option<GameId>> {
        self.fit();
        let mut parts = Moves::default();
        self.rules.split(board, &mut parts);
        let mut total = GameId::ZERO;
        for part in parts.parts {
            let Some(value) = self.value_within(part, most, store, ticker)? else {
                return Ok(None);
            };
            total = store.add(total, value, ticker)?;
        }
        Ok(Some(total))
    }

    /// The value of a part. Where it takes long, searches tell whether it is a number, which the
    /// value of a large board often is.
    fn part_value(
        &mut self,
        part: R::Part,
        store: &mut Store,
        ticker: &mut Ticker<'_>,
    ) -> Result<GameId> {
        let mut found = None;
        for (positions, states) in STAGES {
            found = self.value_within(part, positions, store, ticker)?;
            if found.is_some() {
                break;
            }
            if let Some(number) = self.number_within(part, states, store, ticker)? {
                let (key, negated) = self.rules.normal(part);
                let value = store.of_number(number)?;
                let kept = if negated { store.negative(value, ticker)? } else { value };
                self.values.insert(key, kept.0);
                found = Some(value);
                break;
            }
        }
        self.outcomes.forget();
        match found {
            Some(value) => Ok(value),
            None => self
                .value_within(part, usize::MAX, store, ticker)?
                .ok_or(Trouble::Undefined("a board ended without an answer")),
        }
    }

    pub(super) fn fit(&mut self) {
        self.recent.fit(self.values.len());
    }

    /// The value of a part, if it was found already.
    pub(super) fn value_if_known(
        &mut self,
        part: R::Part,
        store: &mut Store,
        ticker: &mut Ticker<'_>,
    ) -> Result<Option<GameId>> {
        Ok(match self.known(part, store, ticker)? {
            Known::Value(value) => Some(value),
            Known::Missing(_) => None,
        })
    }

    fn known(
        &mut self,
        part: R::Part,
        store: &mut Store,
        ticker: &mut Ticker<'_>,
    ) -> Result<Known<R>> {
        let packed = part.pack();
        if let Some(packed) = packed
            && let Some(value) = self.recent.get(packed)
        {
            return Ok(Known::Value(GameId(value)));
        }
        let (key, negated) = self.rules.normal(part);
        let Some(value) = self.values.get(key) else {
            return Ok(Known::Missing((part, key, negated)));
        };
        let mut value = GameId(value);
        if negated {
            value = store.negative(value, ticker)?;
        }
        if let Some(packed) = packed {
            self.recent.put(packed, value.0);
        }
        Ok(Known::Value(value))
    }

    fn value_frame(&self, (part, key, negated): Missing<R>) -> Frame<R> {
        let mut options = Vec::new();
        self.rules.moves(part, true, &mut |board| options.push(board));
        let lefts = options.len();
        self.rules.moves(part, false, &mut |board| options.push(board));
        Frame {
            part,
            key,
            negated,
            values: Vec::with_capacity(options.len()),
            options,
            lefts,
            pieces: Moves::default(),
            at: 0,
            sum: GameId::ZERO,
        }
    }

    /// Goes on with the options of a position; returns a part that has to be solved first.
    fn advance(
        &mut self,
        frame: &mut Frame<R>,
        store: &mut Store,
        ticker: &mut Ticker<'_>,
    ) -> Result<Option<Missing<R>>> {
        while let Some(&board) = frame.options.get(frame.values.len()) {
            let packed = board.pack();
            if frame.pieces.ends.is_empty() {
                if let Some(packed) = packed
                    && let Some(value) = self.recent.get(packed)
                {
                    frame.values.push(GameId(value));
                    continue;
                }
                self.rules.split(board, &mut frame.pieces);
            }
            while let Some(&piece) = frame.pieces.parts.get(frame.at) {
                match self.known(piece, store, ticker)? {
                    Known::Value(value) => frame.sum = store.add(frame.sum, value, ticker)?,
                    Known::Missing(missing) => return Ok(Some(missing)),
                }
                frame.at += 1;
            }
            if let Some(packed) = packed {
                self.recent.put(packed, frame.sum.0);
            }
            frame.values.push(frame.sum);
            frame.pieces.clear();
            (frame.at, frame.sum) = (0, GameId::ZERO);
        }
        Ok(None)
    }

    /// The value of a part, if finding it takes no more than `most` new positions.
    pub(super) fn value_within(
        &mut self,
        part: R::Part,
        most: usize,
        store: &mut Store,
        ticker: &mut Ticker<'_>,
    ) -> Result<Option<GameId>> {
        self.value_within_games(part, most, usize::MAX, store, ticker)
    }

    /// The value of a part, if finding it takes no more than `most` new positions and makes not
    /// many more than `games` new games.
    pub(super) fn value_within_games(
        &mut self,
        part: R::Part,
        most: usize,
        games: usize,
        store: &mut Store,
        ticker: &mut Ticker<'_>,
    ) -> Result<Option<GameId>> {
        let last = store.len().saturating_add(games);
        let mut stack = match self.known(part, store, ticker)? {
            Known::Value(value) => return Ok(Some(value)),
            Known::Missing(missing) => vec![self.value_frame(missing)],
        };
        let mut positions = 1;
        while let Some(mut frame) = stack.pop() {
            self.fit();
            ticker.tick(STEP, self.values.len() as u64)?;
            let missing = self.advance(&mut frame, store, ticker)?;
            if store.len() > last {
                return Ok(None);
            }
            if let Some(missing) = missing {
                positions += 1;
                if positions > most {
                    return Ok(None);
                }
                stack.push(frame);
                stack.push(self.value_frame(missing));
                continue;
            }
            let right = frame.values.split_off(frame.lefts);
            let value = store.make(frame.values, right, ticker)?;
            let kept = if frame.negated { store.negative(value, ticker)? } else { value };
            self.check_memory(store)?;
            self.values.insert(frame.key, kept.0);
            if let Some(packed) = frame.part.pack() {
                self.recent.put(packed, value.0);
            }
            if stack.is_empty() {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// The tables count towards the memory limit of the store.
    pub(super) fn check_memory(&self, store: &Store) -> Result<()> {
        if self.len() & 0xFFF == 0xFFF && self.bytes() + store.bytes() > store.limit() {
            return Err(Trouble::Memory { limit: store.limit(), games: store.len() });
        }
        Ok(())
    }
}
