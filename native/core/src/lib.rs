//! The native core of lastmove: programs, tables and search. Knows no Python.

pub mod contest;
pub mod heaps;
pub mod monitor;
pub mod nim;
pub mod program;
pub mod tables;
