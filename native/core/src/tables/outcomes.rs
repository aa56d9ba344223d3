//! Who wins: by the cheapest method that the games allow.
// Limits are for one call: whoever makes a call gives them away.
#![allow(clippy::needless_pass_by_value)]

use super::budget::Budget;
use super::cell::{Cell, Number, Wins};
use super::engine::{
    Engine, GrundyCells, Limits, Table, fill, last, out_of_memory, taken, total, value,
};
use super::fault::{Failure, Kind, Place};
use super::joint::Search;
use super::solver::Stop;
use super::space::Grid;
use super::valuation::Winners;
use crate::monitor::Ticker;

/// The code of what is not a legal position.
const OUTSIDE: u8 = u8::MAX;

impl Engine {
    /// Who wins a sum of positions.
    ///
    /// In normal play, impartial sums follow from Grundy values and sums of numbers from their
    /// sign. Otherwise a single position is solved from its options, and a sum played out.
    ///
    /// # Errors
    ///
    /// A fault of the rules, a loop, or a limit.
    pub fn outcome(
        &mut self,
        sum: &[Place],
        misere: bool,
        limits: Limits<'_>,
    ) -> Result<Wins, Failure> {
        self.make_room(limits.memory);
        for (game, at) in sum {
            self.start(*game, at)?;
        }
        let Limits { memory, monitor } = limits;
        if !misere {
            if sum.iter().all(|(game, _)| self.games[*game].impartial()) {
                match self.nimber(sum, Limits { memory, monitor: &mut *monitor }) {
                    Ok(nimber) => return Ok(Wins(if nimber == 0 { 0 } else { 3 })),
                    // An impartial game may lead to partizan ones.
                    Err(failure) if kind(&failure) == Some(Kind::Shape) => {}
                    Err(failure) => return Err(failure),
                }
            } else {
                match self.sign(sum, Limits { memory, monitor: &mut *monitor }) {
                    Ok(Some(number)) => return Ok(sign(number)),
                    Ok(None) => {}
                    Err(failure) if unnumbered(&failure) => {}
                    Err(failure) => return Err(failure),
                }
            }
        }
        if let [(game, at)] = sum {
            let budget = Budget::new(memory, self.memory());
            let space = &mut self.winners[usize::from(misere)];
            let ticker = Ticker::new(&mut *monitor, 0);
            let winners = Winners::new(misere);
            match value(&mut self.games, winners, space, budget, ticker, *game, at) {
                Ok(wins) => return Ok(wins),
                Err(Stop::Sum) => {}
                Err(stop) => return Err(last(stop, *game, at)),
            }
        }
        self.played(sum, misere, Limits { memory, monitor })
    }

    /// The outcomes of the positions in a box, as codes: 0 P, 1 N, 2 L, 3 R, 255 no position.
    ///
    /// # Errors
    ///
    /// A fault of the rules, a loop, or a limit.
    pub fn outcome_table(
        &mut self,
        game: usize,
        extents: &[usize],
        misere: bool,
        reach: Option<&[usize]>,
        limits: Limits<'_>,
    ) -> Result<Table<Vec<u8>>, Failure> {
        let Limits { memory, monitor } = limits;
        let axes = self.axes(game, extents)?;
        if !misere && self.games[game].impartial() {
            let limits = Limits { memory, monitor: &mut *monitor };
            match self.grundy_table(game, extents, reach, limits) {
                Ok(Table { axes, extents, cells }) => {
                    let cells = match cells {
                        GrundyCells::U8(cells) => codes(&cells),
                        GrundyCells::U16(cells) => codes(&cells),
                        GrundyCells::U32(cells) => codes(&cells),
                    };
                    return Ok(Table { axes, extents, cells });
                }
                Err(failure) if kind(&failure) == Some(Kind::Shape) => {}
                Err(failure) => return Err(failure),
            }
        } else if !misere {
            let limits = Limits { memory, monitor: &mut *monitor };
            match self.number_table(game, extents, limits) {
                Ok(Table { axes, extents, cells }) => {
                    let code = |n: Number| if n.is_mark() { OUTSIDE } else { sign(n).code() };
                    let cells = cells.into_iter().map(code).collect();
                    return Ok(Table { axes, extents, cells });
                }
                Err(failure) if unnumbered(&failure) => {}
                Err(failure) => return Err(failure),
            }
        }
        self.make_room(memory);
        let mut budget = Budget::new(memory, self.memory());
        let grid = Grid::new(extents, &axes, &mut budget).map_err(|e| out_of_memory(e, game))?;
        let space = &mut self.winners[usize::from(misere)];
        space.shelves[game].grid = Some(grid);
        let ticker = Ticker::new(&mut *monitor, total(extents));
        let filled = fill(&mut self.games, Winners::new(misere), space, budget, ticker, game);
        let cells = taken(space, game);
        match filled {
            Ok(()) => {
                let cells = cells.into_iter().map(Wins::code).collect();
                Ok(Table { axes, extents: extents.to_vec(), cells })
            }
            Err(Stop::Sum) => self.played_table(game, extents, misere, Limits { memory, monitor }),
            Err(stop) => Err(last(stop, game, &[])),
        }
    }

    /// The Grundy value of a sum.
    fn nimber(&mut self, sum: &[Place], limits: Limits<'_>) -> Result<u32, Failure> {
        let Limits { memory, monitor } = limits;
        sum.iter().try_fold(0, |nimber, (game, at)| {
            Ok(nimber ^ self.grundy(*game, at, Limits { memory, monitor: &mut *monitor })?)
        })
    }

    /// The sum of numbers, or nothing if it does not fit.
    fn sign(&mut self, sum: &[Place], limits: Limits<'_>) -> Result<Option<Number>, Failure> {
        let Limits { memory, monitor } = limits;
        let mut total = Number::ZERO;
        for (game, at) in sum {
            let number = self.number(*game, at, Limits { memory, monitor: &mut *monitor })?;
            let Some(more) = total.plus(number) else { return Ok(None) };
            total = more;
        }
        Ok(Some(total))
    }

    /// Plays a sum out.
    fn played(&mut self, sum: &[Place], misere: bool, limits: Limits<'_>) -> Result<Wins, Failure> {
        let budget = Budget::new(limits.memory, self.memory());
        let ticker = Ticker::new(limits.monitor, 0);
        let joint = &mut self.joint[usize::from(misere)];
        let mut search = Search { games: &mut self.games, budget, ticker };
        let mut wins = 0;
        for player in 0..2 {
            wins |= u8::from(joint.wins(sum, player, &mut search)?) << player;
        }
        Ok(Wins(wins))
    }

    /// Plays every position of a box out.
    fn played_table(
        &mut self,
        game: usize,
        extents: &[usize],
        misere: bool,
        limits: Limits<'_>,
    ) -> Result<Table<Vec<u8>>, Failure> {
        let Limits { memory, monitor } = limits;
        let mut cells = Vec::new();
        let size = extents.iter().try_fold(1_usize, |size, &extent| size.checked_mul(extent));
        let mut budget = Budget::new(memory, self.memory());
        size.ok_or(super::budget::OutOfMemory)
            .and_then(|size| budget.room(&mut cells, size))
            .map_err(|e| out_of_memory(e, game))?;
        let size = size.unwrap_or(0);
        let held = cells.capacity();
        let mut sum = vec![(game, vec![0_i64; extents.len()])];
        while cells.len() < size {
            let code = if self.legal(game, &sum[0].1)? {
                let memory = memory - held.min(memory);
                self.played(&sum, misere, Limits { memory, monitor: &mut *monitor })?.code()
            } else {
                OUTSIDE
            };
            cells.push(code);
            for (coord, &extent) in sum[0].1.iter_mut().zip(extents).rev() {
                *coord += 1;
                if usize::try_from(*coord) != Ok(extent) {
                    break;
                }
                *coord = 0;
            }
        }
        Ok(Table { axes: (0..extents.len()).collect(), extents: extents.to_vec(), cells })
    }
}

fn kind(failure: &Failure) -> Option<Kind> {
    match failure {
        Failure::Fault(fault) => Some(fault.kind),
        Failure::Stopped(_) => None,
    }
}

/// Whether numbers were no way to the answer, while another way may be.
fn unnumbered(failure: &Failure) -> bool {
    matches!(kind(failure), Some(Kind::Hot | Kind::Overflow))
}

/// Who wins a number: Left if it is positive, Right if negative, else whoever moves second.
fn sign(number: Number) -> Wins {
    Wins(match number.numerator {
        0 => 0,
        1.. => 1,
        _ => 2,
    })
}

fn codes<C: super::cell::GrundyCell>(cells: &[C]) -> Vec<u8> {
    let code = |&cell: &C| {
        if cell.is_mark() { OUTSIDE } else { u8::from(cell.bits() != 0) }
    };
    cells.iter().map(code).collect()
}
