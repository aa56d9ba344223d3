//! Native boards: move generation, splitting into independent parts, symmetry, and one solver.
//!
//! A ruleset says how a part of a board splits after each move and which parts are alike; the
//! solver does the rest, for values and for the nim values of the impartial variants.
#![allow(clippy::cast_possible_truncation)] // cell numbers are below 128

mod amazons;
mod clobber;
mod domineering;
mod fission;
mod grid;
mod hackenbush;
mod konane;
mod nimbers;
mod nogo;
mod outcome;
mod placement;
mod rows;
mod solver;
mod states;
mod table;

pub use amazons::Amazons;
pub use clobber::{AntiClobber, Clobber};
pub use domineering::Domineering;
pub use fission::Fission;
pub use grid::{Grid, MOST_CELLS};
pub use hackenbush::{Colour, Hackenbush, Picture};
pub use konane::Konane;
pub use nogo::NoGo;
pub use placement::{Placement, Vertices};
pub use rows::{ToadsAndFrogs, TopplingDominoes};
pub use solver::{Moves, Rules, Solver};
pub use table::{Pack, Packed};

#[cfg(test)]
mod tests;
