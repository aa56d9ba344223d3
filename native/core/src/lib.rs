//! The native core of lastmove: programs, tables, games and search. Knows no Python.

pub mod boards;
pub mod contest;
pub mod games;
pub mod monitor;
pub mod numbers;
pub mod program;
pub mod tables;
