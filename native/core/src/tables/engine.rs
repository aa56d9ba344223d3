//! The engine: a system of games, what is remembered of them, and the questions.
// Limits are for one call: whoever makes a call gives them away.
#![allow(clippy::needless_pass_by_value)]

use super::budget::{Budget, OutOfMemory};
use super::cell::{GrundyCell, Number, Wins};
use super::fault::{Failure, Fault, Kind, Place};
use super::joint::Joint;
use super::offsets::{self, Filled};
use super::order;
use super::solver::{Solver, Stop, places};
use super::space::{Grid, Refusal, Space, converted};
use super::valuation::{Grundy, Numbers, Valuation};
use super::worth::Worths;
use crate::monitor::{Monitor, Stopped, Ticker};
use crate::program::{Game, Halt, Shape, Sink, System};

/// A table as it lies in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table<T> {
    /// The axes, slowest first.
    pub axes: Vec<usize>,
    /// Number of values of each coordinate, in the order of the coordinates.
    pub extents: Vec<usize>,
    /// What the table holds.
    pub cells: T,
}

/// Grundy values in the narrowest cells that hold them; the greatest number of the kind stands
/// for what is not a legal position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum GrundyCells {
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
}

#[derive(Debug, Clone)]
pub(super) enum GrundySpace {
    U8(Space<u8>),
    U16(Space<u16>),
    U32(Space<u32>),
}

/// Answers questions about the games of a system.
#[derive(Debug, Clone)]
pub struct Engine {
    pub(super) games: Vec<Game>,
    pub(super) grundy: GrundySpace,
    /// Winners in normal and in misère play.
    pub(super) winners: [Space<Wins>; 2],
    pub(super) numbers: Space<Number>,
    /// Sums played out as a whole, in normal and in misère play.
    pub(super) joint: [Joint; 2],
    /// Values in canonical form, in the one store of games that the engine is asked with.
    pub(super) worths: Worths,
}

/// How a call watches and bounds itself.
pub struct Limits<'a> {
    /// Most bytes that may be held, what is remembered included.
    pub memory: usize,
    /// Whom to ask and tell.
    pub monitor: &'a mut dyn Monitor,
}

impl Engine {
    /// An engine that remembers nothing yet.
    #[must_use]
    pub fn new(system: System) -> Self {
        let games = system.games;
        let winners = || Space::new(games.iter().map(Game::arity));
        let winners = [winners(), winners()];
        let numbers = Space::new(games.iter().map(Game::arity));
        let grundy = GrundySpace::U8(Space::new(games.iter().map(Game::arity)));
        let joint = [Joint::new(&games, false), Joint::new(&games, true)];
        Self { games, grundy, winners, numbers, joint, worths: Worths::default() }
    }

    /// The games.
    #[must_use]
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::new(System { games: std::mem::take(&mut self.games) });
    }

    /// Bytes held by what is remembered.
    #[must_use]
    pub fn memory(&self) -> usize {
        let grundy = match &self.grundy {
            GrundySpace::U8(space) => space.bytes(),
            GrundySpace::U16(space) => space.bytes(),
            GrundySpace::U32(space) => space.bytes(),
        };
        let winners = self.winners.iter().map(Space::bytes).sum::<usize>();
        let joint = self.joint.iter().map(Joint::bytes).sum::<usize>();
        grundy + winners + joint + self.numbers.bytes() + self.worths_bytes(&self.worths)
    }

    /// Whether a position is legal.
    ///
    /// # Errors
    ///
    /// A fault of the domain, or of the shape of the position.
    pub fn legal(&mut self, game: usize, at: &[i64]) -> Result<bool, Failure> {
        self.fits(game, at)?;
        Ok(self.games[game].legal(at).map_err(|trouble| Fault::of(&trouble, game, at))?)
    }

    /// The options of `player` in the order of the rules, at most `limit`.
    ///
    /// # Errors
    ///
    /// A fault of the rules.
    pub fn options(
        &mut self,
        game: usize,
        at: &[i64],
        player: usize,
        limit: usize,
        monitor: &mut dyn Monitor,
    ) -> Result<Vec<Vec<Place>>, Failure> {
        self.fits(game, at)?;
        let mut list =
            List { options: Vec::new(), limit, ticker: Ticker::new(monitor, 0), stopped: None };
        match self.games[game].options(player, at, &mut list) {
            Ok(()) => Ok(list.options),
            Err(Halt::Trouble(trouble)) => Err(Fault::of(&trouble, game, at).into()),
            Err(Halt::Sink(Full)) => match list.stopped {
                Some(stopped) => Err(stopped.into()),
                None => Ok(list.options),
            },
        }
    }

    /// The Grundy value of a position of an impartial game.
    ///
    /// # Errors
    ///
    /// A fault of the rules, a loop, or a limit.
    pub fn grundy(&mut self, game: usize, at: &[i64], limits: Limits<'_>) -> Result<u32, Failure> {
        self.make_room(limits.memory);
        self.start(game, at)?;
        loop {
            let used = self.memory();
            let budget = Budget::new(limits.memory, used);
            let ticker = Ticker::new(&mut *limits.monitor, 0);
            let games = self.games.as_mut_slice();
            let answer = match &mut self.grundy {
                GrundySpace::U8(space) => {
                    value(games, Grundy::new(), space, budget, ticker, game, at)
                        .map(GrundyCell::bits)
                }
                GrundySpace::U16(space) => {
                    value(games, Grundy::new(), space, budget, ticker, game, at)
                        .map(GrundyCell::bits)
                }
                GrundySpace::U32(space) => {
                    value(games, Grundy::new(), space, budget, ticker, game, at)
                        .map(GrundyCell::bits)
                }
            };
            match answer {
                Ok(value) => return Ok(value),
                Err(Stop::Failure(failure)) => return Err(failure),
                Err(_) => {
                    self.widen(budget, &mut Ticker::new(&mut *limits.monitor, 0), game, at)?;
                }
            }
        }
    }

    /// The value of a position whose positions are all numbers.
    ///
    /// # Errors
    ///
    /// A fault of the rules, a position that is not a number, a loop, or a limit.
    pub fn number(
        &mut self,
        game: usize,
        at: &[i64],
        limits: Limits<'_>,
    ) -> Result<Number, Failure> {
        self.make_room(limits.memory);
        self.start(game, at)?;
        let budget = Budget::new(limits.memory, self.memory());
        let ticker = Ticker::new(limits.monitor, 0);
        let space = &mut self.numbers;
        let answer = value(&mut self.games, Numbers::default(), space, budget, ticker, game, at);
        answer.map_err(|stop| last(stop, game, at))
    }

    /// The Grundy values of the positions in a box.
    ///
    /// # Errors
    ///
    /// A fault of the rules, a loop, or a limit.
    pub fn grundy_table(
        &mut self,
        game: usize,
        extents: &[usize],
        reach: Option<&[usize]>,
        mut limits: Limits<'_>,
    ) -> Result<Table<GrundyCells>, Failure> {
        self.make_room(limits.memory);
        let axes = self.axes(game, extents)?;
        if let Some(table) = self.offset_table(game, &axes, extents, reach, &mut limits)? {
            return Ok(table);
        }
        let total = total(extents);
        let mut budget = Budget::new(limits.memory, self.memory());
        let mut ticker = Ticker::new(&mut *limits.monitor, total);
        let grid = |e| refused(e, game);
        match &mut self.grundy {
            GrundySpace::U8(space) => {
                space.shelves[game].grid =
                    Some(Grid::new(extents, &axes, &mut budget, &mut ticker).map_err(grid)?);
            }
            GrundySpace::U16(space) => {
                space.shelves[game].grid =
                    Some(Grid::new(extents, &axes, &mut budget, &mut ticker).map_err(grid)?);
            }
            GrundySpace::U32(space) => {
                space.shelves[game].grid =
                    Some(Grid::new(extents, &axes, &mut budget, &mut ticker).map_err(grid)?);
            }
        }
        let result = loop {
            let budget = Budget::new(limits.memory, self.memory());
            let ticker = Ticker::new(&mut *limits.monitor, total);
            let games = self.games.as_mut_slice();
            let filled = match &mut self.grundy {
                GrundySpace::U8(space) => fill(games, Grundy::new(), space, budget, ticker, game),
                GrundySpace::U16(space) => fill(games, Grundy::new(), space, budget, ticker, game),
                GrundySpace::U32(space) => fill(games, Grundy::new(), space, budget, ticker, game),
            };
            match filled {
                Ok(()) => break Ok(()),
                Err(Stop::Failure(failure)) => break Err(failure),
                Err(_) => {
                    let mut ticker = Ticker::new(&mut *limits.monitor, total);
                    if let Err(failure) = self.widen(budget, &mut ticker, game, &[]) {
                        break Err(failure);
                    }
                }
            }
        };
        let cells = match &mut self.grundy {
            GrundySpace::U8(space) => GrundyCells::U8(taken(space, game)),
            GrundySpace::U16(space) => GrundyCells::U16(taken(space, game)),
            GrundySpace::U32(space) => GrundyCells::U32(taken(space, game)),
        };
        result.map(|()| Table { axes, extents: extents.to_vec(), cells })
    }

    /// The table by the method for constant moves, if that works.
    fn offset_table(
        &mut self,
        game: usize,
        axes: &[usize],
        extents: &[usize],
        reach: Option<&[usize]>,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Table<GrundyCells>>, Failure> {
        let Some(moves) = self.games[game].offset_moves(game) else { return Ok(None) };
        let reach: Vec<usize> = match reach {
            Some(reach) if reach.len() == extents.len() => {
                reach.iter().zip(extents).map(|(&far, &extent)| far.max(extent)).collect()
            }
            _ => extents.to_vec(),
        };
        let mut budget = Budget::new(limits.memory, self.memory());
        let mut ticker = Ticker::new(&mut *limits.monitor, total(&reach));
        Ok(match offsets::fill(&moves, axes, extents, &reach, &mut budget, &mut ticker)? {
            Filled::Table(cells) => Some(Table {
                axes: axes.to_vec(),
                extents: extents.to_vec(),
                cells: GrundyCells::U8(cells),
            }),
            Filled::Unsuitable => None,
        })
    }

    /// The numbers that the positions in a box are.
    ///
    /// # Errors
    ///
    /// A fault of the rules, a position that is not a number, a loop, or a limit.
    pub fn number_table(
        &mut self,
        game: usize,
        extents: &[usize],
        limits: Limits<'_>,
    ) -> Result<Table<Vec<Number>>, Failure> {
        self.make_room(limits.memory);
        let axes = self.axes(game, extents)?;
        let mut budget = Budget::new(limits.memory, self.memory());
        let mut ticker = Ticker::new(limits.monitor, total(extents));
        let grid = Grid::new(extents, &axes, &mut budget, &mut ticker);
        let grid = grid.map_err(|e| refused(e, game))?;
        self.numbers.shelves[game].grid = Some(grid);
        let space = &mut self.numbers;
        let filled = fill(&mut self.games, Numbers::default(), space, budget, ticker, game);
        let cells = taken(space, game);
        filled.map_err(|stop| last(stop, game, &[]))?;
        Ok(Table { axes, extents: extents.to_vec(), cells })
    }

    /// Numbers as their numerators and their exponents, -1 for what is not a position.
    ///
    /// # Errors
    ///
    /// A limit.
    pub fn parted(
        &self,
        cells: &[Number],
        limits: Limits<'_>,
    ) -> Result<(Vec<i64>, Vec<i64>), Failure> {
        let held = self.memory() + size_of_val(cells);
        let mut budget = Budget::new(limits.memory, held);
        let mut ticker = Ticker::new(limits.monitor, cells.len() as u64);
        let exponent = |n: Number| n.power().map_or(-1, i64::from);
        converted(cells, |n| n.numerator, &mut budget, &mut ticker)
            .and_then(|numerators| {
                Ok((numerators, converted(cells, exponent, &mut budget, &mut ticker)?))
            })
            .map_err(|e| refused(e, 0))
    }

    /// Checks that a position has the right number of coordinates.
    pub(super) fn fits(&self, game: usize, at: &[i64]) -> Result<(), Failure> {
        let Some(known) = self.games.get(game) else {
            let message = format!("there is no game {game} among {}", self.games.len());
            return Err(Fault::new(Kind::Shape, message, game, at).into());
        };
        if known.arity() == at.len() {
            return Ok(());
        }
        let message =
            format!("the game has {} coordinates, the position {}", known.arity(), at.len());
        Err(Fault::new(Kind::Shape, message, game, at).into())
    }

    /// Makes room if what is remembered takes more than half of what is allowed.
    pub(super) fn make_room(&mut self, memory: usize) {
        if self.memory() > memory / 2 {
            self.clear();
        }
    }

    /// Checks that a position may be asked about.
    pub(super) fn start(&mut self, game: usize, at: &[i64]) -> Result<(), Failure> {
        if self.legal(game, at)? {
            return Ok(());
        }
        Err(Fault::new(Kind::Rules, "the position is outside the domain", game, at).into())
    }

    pub(super) fn axes(&mut self, game: usize, extents: &[usize]) -> Result<Vec<usize>, Failure> {
        self.fits(game, &vec![0; extents.len()])?;
        Ok(order::axes(&mut self.games, game, extents))
    }

    /// Goes over to wider Grundy cells; on failure everything known is lost.
    fn widen(
        &mut self,
        mut budget: Budget,
        ticker: &mut Ticker<'_>,
        game: usize,
        at: &[i64],
    ) -> Result<(), Failure> {
        let nothing = GrundySpace::U8(Space::new(self.games.iter().map(Game::arity)));
        let wide = match std::mem::replace(&mut self.grundy, nothing) {
            GrundySpace::U8(space) => space.map(wider, &mut budget, ticker).map(GrundySpace::U16),
            GrundySpace::U16(space) => space.map(wider, &mut budget, ticker).map(GrundySpace::U32),
            GrundySpace::U32(_) => {
                let message = "a Grundy value does not fit 31 bits";
                return Err(Fault::new(Kind::Overflow, message, game, at).into());
            }
        };
        self.grundy = wide.map_err(|e| refused(e, game))?;
        Ok(())
    }
}

fn wider<C: GrundyCell, D: GrundyCell>(cell: C) -> D {
    if cell == C::OUTSIDE {
        D::OUTSIDE
    } else if cell.is_mark() {
        D::UNKNOWN
    } else {
        D::of(cell.bits()).unwrap_or(D::UNKNOWN)
    }
}

pub(super) fn total(extents: &[usize]) -> u64 {
    extents.iter().fold(1_u64, |size, &extent| size.saturating_mul(extent as u64))
}

pub(super) fn out_of_memory(_: OutOfMemory, game: usize) -> Failure {
    Fault::new(Kind::Memory, "the memory limit was reached", game, &[]).into()
}

/// The failure of a table that was refused.
pub(super) fn refused(refusal: Refusal, game: usize) -> Failure {
    match refusal {
        Refusal::Memory => out_of_memory(OutOfMemory, game),
        Refusal::Stopped(stopped) => stopped.into(),
    }
}

/// The failure of a stop that nothing can be done about.
pub(super) fn last(stop: Stop, game: usize, at: &[i64]) -> Failure {
    match stop {
        Stop::Failure(failure) => failure,
        Stop::Narrow | Stop::Sum => {
            Fault::new(Kind::Shape, "the question does not fit the game", game, at).into()
        }
    }
}

pub(super) fn taken<C>(space: &mut Space<C>, game: usize) -> Vec<C> {
    space.shelves[game].grid.take().map(|grid| grid.cells).unwrap_or_default()
}

#[allow(clippy::too_many_arguments)]
pub(super) fn value<V: Valuation>(
    games: &mut [Game],
    valuation: V,
    space: &mut Space<V::Cell>,
    budget: Budget,
    ticker: Ticker<'_>,
    game: usize,
    at: &[i64],
) -> Result<V::Cell, Stop> {
    Solver::new(games, valuation, space, budget, ticker).solve(game, at)
}

pub(super) fn fill<V: Valuation>(
    games: &mut [Game],
    valuation: V,
    space: &mut Space<V::Cell>,
    budget: Budget,
    ticker: Ticker<'_>,
    game: usize,
) -> Result<(), Stop> {
    Solver::new(games, valuation, space, budget, ticker).fill(game)
}

/// Ends an enumeration: enough options, or stopped.
struct Full;

struct List<'a> {
    options: Vec<Vec<Place>>,
    limit: usize,
    ticker: Ticker<'a>,
    stopped: Option<Stopped>,
}

impl Sink for List<'_> {
    type Error = Full;

    fn option(&mut self, shape: &Shape, coords: &[i64]) -> Result<(), Full> {
        if self.options.len() >= self.limit {
            return Err(Full);
        }
        self.options.push(places(shape, coords));
        self.tick(64)
    }

    fn tick(&mut self, steps: u64) -> Result<(), Full> {
        self.ticker.tick(steps, self.options.len() as u64).map_err(|stopped| {
            self.stopped = Some(stopped);
            Full
        })
    }
}
