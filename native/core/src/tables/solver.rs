//! Solves positions from their options, on an explicit stack.
//!
//! A position whose options are not all known waits on the stack, marked busy, while they are
//! solved. Busy positions are exactly the ancestors of the one being looked at, so meeting one
//! of them is a loop.
#![allow(clippy::similar_names)]

use super::budget::{Budget, OutOfMemory};
use super::cell::Cell;
use super::fault::{Failure, Fault, Kind, Place};
use super::space::{Shelf, Space};
use super::valuation::{Line, Obstacle, Valuation};
use crate::monitor::{Stopped, Ticker};
use crate::program::{Expression, Game, Halt, Run, Shape, Sink, expand};

/// Unknown options collected before a position is given up for now.
const BATCH: usize = 64;
/// Stack size from which on only one unknown option is collected at a time.
const TALL: usize = 1 << 16;
/// Options of a run handled between two looks at the clock.
const CHUNK: u32 = 1 << 16;

/// Why solving stopped.
#[derive(Debug)]
pub enum Stop {
    /// For good.
    Failure(Failure),
    /// Grundy values need wider cells; what is known stays known.
    Narrow,
    /// A move leads to a sum, and sums need a joint search for this question.
    Sum,
}

impl From<Stopped> for Stop {
    fn from(stopped: Stopped) -> Self {
        Stop::Failure(stopped.into())
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Stop::Failure(fault.into())
    }
}

/// What ends the enumeration of options early.
enum Pause {
    /// Enough unknown options are known of.
    Enough,
    Outside(Vec<Place>),
    Loop(Place),
    Obstacle(Obstacle),
    Memory,
    Trouble(crate::program::Trouble, Place),
    Stopped(Stopped),
}

impl From<OutOfMemory> for Pause {
    fn from(_: OutOfMemory) -> Self {
        Pause::Memory
    }
}

/// Positions waiting to be solved.
#[derive(Debug, Default)]
struct Stack {
    games: Vec<usize>,
    coords: Vec<i64>,
}

impl Stack {
    fn push(&mut self, game: usize, at: &[i64], budget: &mut Budget) -> Result<(), OutOfMemory> {
        budget.room(&mut self.games, 1)?;
        budget.room(&mut self.coords, at.len())?;
        self.games.push(game);
        self.coords.extend_from_slice(at);
        Ok(())
    }

    fn bytes(&self) -> usize {
        (self.games.capacity() + self.coords.capacity()) * 8
    }
}

/// Solves positions of a system under one valuation.
pub struct Solver<'a, 'm, V: Valuation> {
    games: &'a mut [Game],
    /// The rules' domains, apart from the games so that both can run at once.
    domains: Vec<Option<Expression>>,
    valuation: V,
    /// What is known.
    pub space: &'a mut Space<V::Cell>,
    budget: Budget,
    ticker: Ticker<'m>,
    stack: Stack,
    /// Positions solved.
    pub done: u64,
}

impl<'a, 'm, V: Valuation> Solver<'a, 'm, V> {
    /// Solves for `valuation`, remembering in `space`.
    pub fn new(
        games: &'a mut [Game],
        valuation: V,
        space: &'a mut Space<V::Cell>,
        budget: Budget,
        ticker: Ticker<'m>,
    ) -> Self {
        let domains = games.iter().map(|game| game.domain().cloned()).collect();
        let stack = Stack::default();
        Self { games, domains, valuation, space, budget, ticker, stack, done: 0 }
    }

    /// The value of a legal position.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn solve(&mut self, game: usize, at: &[i64]) -> Result<V::Cell, Stop> {
        let known = self.space.shelves[game].get(at);
        if !known.is_mark() {
            return Ok(known);
        }
        let memory = self.memory(game, at);
        self.stack.push(game, at, &mut self.budget).map_err(|_| memory)?;
        self.unwind()?;
        Ok(self.space.shelves[game].get(at))
    }

    /// Fills the grid of `game`.
    ///
    /// # Errors
    ///
    /// Why it cannot be filled.
    pub fn fill(&mut self, game: usize) -> Result<(), Stop> {
        let Some(grid) = &self.space.shelves[game].grid else { return Ok(()) };
        let extents = grid.extents.clone();
        let size = grid.cells.len();
        let mut axes: Vec<usize> = (0..extents.len()).collect();
        axes.sort_by_key(|&axis| (std::cmp::Reverse(grid.strides[axis]), axis));
        let mut at = vec![0_i64; extents.len()];
        for place in 0..size {
            self.cell(game, place, &at)?;
            for &axis in axes.iter().rev() {
                at[axis] += 1;
                if usize::try_from(at[axis]) != Ok(extents[axis]) {
                    break;
                }
                at[axis] = 0;
            }
        }
        Ok(())
    }

    #[inline]
    fn cell(&mut self, game: usize, place: usize, at: &[i64]) -> Result<(), Stop> {
        let shelf = &mut self.space.shelves[game];
        let Some(grid) = &mut shelf.grid else { return Ok(()) };
        if grid.cells[place] != V::Cell::UNKNOWN {
            return Ok(());
        }
        if let Some(domain) = &mut self.domains[game] {
            let inside = domain.eval(at).map_err(|e| Fault::of(&e, game, at))?;
            if inside == 0 {
                grid.cells[place] = V::Cell::OUTSIDE;
                return Ok(());
            }
        }
        let value = match self.evaluate(game, at) {
            Ok(value) => value,
            Err(stop) => {
                self.abandon();
                return Err(stop);
            }
        };
        if let Some(value) = value {
            if let Some(grid) = &mut self.space.shelves[game].grid {
                grid.cells[place] = value;
            }
            self.done += 1;
            return Ok(());
        }
        // Its unknown options are on the stack already; the position belongs below them.
        if self.stack.push(game, at, &mut self.budget).is_err() {
            self.abandon();
            return Err(self.memory(game, at).into());
        }
        self.stack.games.rotate_right(1);
        self.stack.coords.rotate_right(at.len());
        if let Some(grid) = &mut self.space.shelves[game].grid {
            grid.cells[place] = V::Cell::BUSY;
        }
        self.unwind()
    }

    /// Solves everything on the stack.
    fn unwind(&mut self) -> Result<(), Stop> {
        let result = self.unwind_all();
        if result.is_err() {
            self.abandon();
        }
        result
    }

    fn unwind_all(&mut self) -> Result<(), Stop> {
        let mut at = Vec::new();
        while let Some(&game) = self.stack.games.last() {
            let height = self.stack.games.len();
            let start = self.stack.coords.len() - self.games[game].arity();
            at.clear();
            at.extend_from_slice(&self.stack.coords[start..]);
            let known = self.space.shelves[game].get(&at);
            let value = if known.is_mark() { self.evaluate(game, &at)? } else { Some(known) };
            let cell = match value {
                Some(value) => {
                    self.stack.games.truncate(height - 1);
                    self.stack.coords.truncate(start);
                    value
                }
                None => V::Cell::BUSY,
            };
            if cell != known {
                let set = self.space.shelves[game].set(&at, cell, &mut self.budget);
                if set.is_err() {
                    return Err(self.memory(game, &at).into());
                }
                self.done += u64::from(value.is_some());
            }
        }
        Ok(())
    }

    /// Forgets the stack: nothing stays busy.
    fn abandon(&mut self) {
        let mut start = 0;
        for &game in &self.stack.games {
            let end = start + self.games[game].arity();
            let at = &self.stack.coords[start..end];
            let shelf = &mut self.space.shelves[game];
            if shelf.get(at) == V::Cell::BUSY {
                // The position has a cell already, so this takes no memory.
                shelf.set(at, V::Cell::UNKNOWN, &mut self.budget).ok();
            }
            start = end;
        }
        self.budget.give(self.stack.bytes());
        self.stack = Stack::default();
    }

    /// The value of a position if its options are known; otherwise some that are not are pushed.
    fn evaluate(&mut self, game: usize, at: &[i64]) -> Result<Option<V::Cell>, Stop> {
        let impartial = self.games[game].impartial();
        if V::IMPARTIAL && !impartial {
            let message = "the game is not impartial, so its positions have no Grundy value";
            return Err(Fault::new(Kind::Shape, message, game, at).into());
        }
        self.valuation.start();
        let limit = if self.stack.games.len() < TALL { BATCH } else { 1 };
        let height = self.stack.games.len();
        for player in 0..if impartial { 1 } else { 2 } {
            let mut gatherer = Gatherer {
                domains: &mut self.domains,
                valuation: &mut self.valuation,
                shelves: &self.space.shelves,
                budget: &mut self.budget,
                ticker: &mut self.ticker,
                stack: &mut self.stack,
                enough: height + limit,
                height,
                player,
                done: self.done,
            };
            match self.games[game].options(player, at, &mut gatherer) {
                Ok(()) => {}
                Err(Halt::Sink(Pause::Enough)) => break,
                Err(Halt::Sink(pause)) => return Err(self.stop(pause, game, at)),
                Err(Halt::Trouble(trouble)) => {
                    return Err(self.stop(Pause::Trouble(trouble, (game, at.to_vec())), game, at));
                }
            }
        }
        self.ticker.tick(16, self.done)?;
        if self.stack.games.len() > height {
            return Ok(None);
        }
        match self.valuation.finish(impartial) {
            Ok(value) => Ok(Some(value)),
            Err(obstacle) => Err(self.stop(Pause::Obstacle(obstacle), game, at)),
        }
    }

    fn stop(&self, pause: Pause, game: usize, at: &[i64]) -> Stop {
        let fault = match pause {
            Pause::Enough | Pause::Memory => return self.memory(game, at).into(),
            Pause::Stopped(stopped) => return stopped.into(),
            Pause::Obstacle(Obstacle::Narrow) => return Stop::Narrow,
            Pause::Obstacle(Obstacle::Sum) => return Stop::Sum,
            Pause::Obstacle(Obstacle::Hot) => {
                Fault::new(Kind::Hot, "the position is not a number", game, at)
            }
            Pause::Obstacle(Obstacle::Overflow) => {
                Fault::new(Kind::Overflow, "a number does not fit 64 bits", game, at)
            }
            Pause::Outside(option) => {
                Fault::new(Kind::Rules, "a move leads outside the domain", game, at)
                    .with_option(option)
            }
            Pause::Loop((game, at)) => {
                Fault::new(Kind::Loop, "play can come back to this position", game, &at)
            }
            Pause::Trouble(trouble, (game, at)) => Fault::of(&trouble, game, &at),
        };
        Fault { done: self.done, ..fault }.into()
    }

    fn memory(&self, game: usize, at: &[i64]) -> Fault {
        let done = self.done;
        Fault { done, ..Fault::new(Kind::Memory, "the memory limit was reached", game, at) }
    }
}

/// Passes the values of options to a valuation, and unknown options to the stack.
struct Gatherer<'a, 'm, V: Valuation> {
    domains: &'a mut [Option<Expression>],
    valuation: &'a mut V,
    shelves: &'a [Shelf<V::Cell>],
    budget: &'a mut Budget,
    ticker: &'a mut Ticker<'m>,
    stack: &'a mut Stack,
    /// Height of the stack at which to give up for now.
    enough: usize,
    height: usize,
    player: usize,
    done: u64,
}

impl<V: Valuation> Gatherer<'_, '_, V> {
    /// Deals with an option that has a component without a value.
    #[cold]
    fn miss(&mut self, shape: &Shape, coords: &[i64]) -> Result<(), Pause> {
        for part in &shape.parts {
            let at = &coords[part.start..part.end];
            let cell = self.shelves[part.game].get(at);
            if !cell.is_mark() {
                continue;
            }
            if cell == V::Cell::BUSY {
                return Err(Pause::Loop((part.game, at.to_vec())));
            }
            if cell == V::Cell::OUTSIDE || !self.legal(part.game, at)? {
                return Err(Pause::Outside(places(shape, coords)));
            }
            self.stack.push(part.game, at, self.budget)?;
        }
        if self.stack.games.len() >= self.enough { Err(Pause::Enough) } else { Ok(()) }
    }

    fn legal(&mut self, game: usize, at: &[i64]) -> Result<bool, Pause> {
        match &mut self.domains[game] {
            None => Ok(at.iter().all(|&coord| coord >= 0)),
            Some(domain) => match domain.eval(at) {
                Ok(truth) => Ok(truth != 0),
                Err(trouble) => Err(Pause::Trouble(trouble, (game, at.to_vec()))),
            },
        }
    }

    /// Takes part of a run.
    fn chunk(&mut self, run: &Run<'_>, count: u64) -> Result<(), Pause> {
        self.tick(count)?;
        let blocked = self.stack.games.len() > self.height;
        let at_once = usize::try_from(count).is_ok_and(|n| !blocked && self.at_once(run, n));
        if at_once {
            return Ok(());
        }
        expand(&[*run], count, |shape, coords| self.option(shape, coords))
    }

    /// Hands over part of a run at once if its cells are in tables and known.
    fn at_once(&mut self, run: &Run<'_>, count: usize) -> bool {
        let line = |part: &crate::program::Part| {
            let first = &run.first[part.start..part.end];
            let step = &run.step[part.start..part.end];
            let (cells, start, step) = self.shelves[part.game].progression(first, step, count)?;
            Some(Line { cells, start, step })
        };
        match &run.shape.parts[..] {
            [part] => {
                line(part).is_some_and(|line| self.valuation.take_run(self.player, line, count))
            }
            [a, b] => line(a)
                .zip(line(b))
                .is_some_and(|(a, b)| self.valuation.take_sums(self.player, [a, b], count)),
            _ => false,
        }
    }
}

impl<V: Valuation> Sink for Gatherer<'_, '_, V> {
    type Error = Pause;

    #[inline]
    fn option(&mut self, shape: &Shape, coords: &[i64]) -> Result<(), Pause> {
        if let [part] = &shape.parts[..] {
            let cell = self.shelves[part.game].get(&coords[part.start..part.end]);
            if cell.is_mark() {
                return self.miss(shape, coords);
            }
            self.valuation.take(self.player, cell);
            return Ok(());
        }
        let mut sum = None;
        for part in &shape.parts {
            let cell = self.shelves[part.game].get(&coords[part.start..part.end]);
            if cell.is_mark() {
                return self.miss(shape, coords);
            }
            sum = Some(match sum {
                None => cell,
                Some(sum) => self.valuation.plus(sum, cell).map_err(Pause::Obstacle)?,
            });
        }
        let sum = sum.unwrap_or_else(|| self.valuation.zero());
        self.valuation.take(self.player, sum);
        Ok(())
    }

    fn runs(&mut self, runs: &[Run<'_>], count: u64) -> Result<(), Pause> {
        for run in runs {
            if count <= u64::from(CHUNK) {
                self.chunk(run, count)?;
                continue;
            }
            let mut left = count;
            let mut first = run.first.to_vec();
            while left > 0 {
                let now = left.min(u64::from(CHUNK));
                self.chunk(&Run { first: &first, ..*run }, now)?;
                left -= now;
                for (coord, step) in first.iter_mut().zip(run.step) {
                    // Wraps only past the end of the run, where it is not used any more.
                    *coord = coord.wrapping_add(step.wrapping_mul(i64::from(CHUNK)));
                }
            }
        }
        Ok(())
    }

    fn tick(&mut self, steps: u64) -> Result<(), Pause> {
        self.ticker.tick(steps, self.done).map_err(Pause::Stopped)
    }
}

/// The components of an option.
pub(super) fn places(shape: &Shape, coords: &[i64]) -> Vec<Place> {
    let place = |part: &crate::program::Part| (part.game, coords[part.start..part.end].to_vec());
    shape.parts.iter().map(place).collect()
}
