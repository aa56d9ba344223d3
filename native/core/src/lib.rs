//! The native core of lastmove: programs, tables and search. Knows no Python.

pub mod automata;
pub mod contest;
pub mod monitor;
pub mod program;
pub mod tables;
