//! The native core of lastmove: programs, tables and search. Knows no Python.

pub mod heaps;
pub mod monitor;
