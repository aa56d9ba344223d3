//! Taking-and-breaking games: octal, hexadecimal and longer codes, their values and periods.

// Values are below 2^15 in the fast method, checked where they arise, and distances in lines below
// 2^32 as memory is; loops by index are those that become vector instructions, and what they call
// must be inlined to be compiled for the same instructions.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::inline_always,
    clippy::must_use_candidate,
    clippy::needless_range_loop
)]

pub mod all_but;
pub mod arithmetic;
pub mod block;
pub mod code;
pub mod decide;
pub mod engine;
pub mod game;
pub mod items;
pub mod lines;
pub mod period;
pub mod plain;
pub mod scalar;
pub mod simd;
pub mod space;
pub mod unite;
pub mod values;

use crate::monitor::Stopped;

/// What can go wrong in this module.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeapError {
    /// The code is not one of a game.
    #[error("{0}")]
    Code(String),
    /// A value is beyond what the method can hold.
    #[error("the value of heap {n} is {limit} or more, which the fast method cannot hold")]
    TooLarge {
        /// The heap.
        n: u64,
        /// The least value that is too large.
        limit: u32,
    },
    /// The memory limit was reached.
    #[error("heap {n} needs more than the {memory} bytes of memory allowed")]
    Memory {
        /// The heap.
        n: u64,
        /// The limit in bytes.
        memory: u64,
    },
    /// The machine has no room for the values.
    #[error("{count} values do not fit in the memory of this machine")]
    Room {
        /// How many values there are.
        n: u64,
        /// How many were asked for.
        count: u64,
    },
    /// The caller asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}
