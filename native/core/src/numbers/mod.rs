//! Exact numbers: the dyadic rationals, which are the values of games that are numbers.

mod decimal;
mod dyadic;

pub use dyadic::{Bound, Dyadic, simplest};
