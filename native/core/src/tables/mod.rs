//! Solves games: dense tables over boxes, closures of positions, sums.

mod budget;
mod cell;
mod engine;
mod fault;
mod joint;
mod memo;
mod offsets;
mod order;
mod outcomes;
mod solver;
mod space;
mod valuation;
mod worth;

pub use cell::{Number, Wins};
pub use engine::{Engine, GrundyCells, Limits, Table};
pub use fault::{Failure, Fault, Kind, Place};
pub use worth::NoValue;
