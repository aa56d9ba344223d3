//! The native core of lastmove: programs, tables and search. Knows no Python.

pub mod games;
pub mod monitor;
pub mod numbers;
