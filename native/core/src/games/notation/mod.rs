//! The notation of values: reading and printing, each the inverse of the other.
//!
//! The grammar is described in `docs/reference/notation.md`.

mod lexer;
mod print;
mod read;

pub use print::Style;
pub use read::Misread;
