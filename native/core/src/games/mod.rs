//! Short partizan games in canonical form, in one hash-consed [`Store`].
//!
//! A game is an index; two games are equal in value exactly when their indices are equal.
//! Numbers, multiples of up and nimbers, and sums of the three, are kept as descriptors whose
//! options are made only when something asks for them.
//!
//! The theory used throughout is that of A. N. Siegel, *Combinatorial Game Theory* (2013),
//! chapter II; sections are named where an algorithm comes from one.
#![allow(clippy::cast_possible_truncation)] // ids and lengths are bounded by `Store::MOST_GAMES`

mod atomic;
mod canonical;
mod facts;
mod heating;
mod index;
mod lattice;
mod memo;
mod notation;
mod order;
mod products;
mod reduced;
mod store;
mod sum;
mod thermograph;
mod uptimal;

pub use notation::{Misread, Style};
pub use store::{GameId, Nus, Store};
pub use thermograph::{Thermograph, Wall};
pub use uptimal::Uptimal;

use crate::monitor::Stopped;

/// Why an operation on games could not be finished. The store stays usable.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// The monitor asked to stop.
    #[error("stopped by the caller")]
    Stopped,
    /// The memory limit of the store was reached.
    #[error("the store of games reached its memory limit of {limit} bytes with {games} games")]
    Memory {
        /// The limit in bytes.
        limit: usize,
        /// Games in the store.
        games: usize,
    },
    /// An index or multiple left the range of machine words.
    #[error("{0}")]
    Range(&'static str),
    /// A question that has no answer for the game asked about.
    #[error("{0}")]
    Undefined(&'static str),
}

impl From<Stopped> for Trouble {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// Result of an operation on games.
pub type Result<T> = std::result::Result<T, Trouble>;

#[cfg(test)]
mod tests;
