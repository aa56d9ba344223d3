//! The native core of lastmove: programs, tables, games and search. Knows no Python.
// Tests may cast and unwrap as they like: a wrong one fails.
#![cfg_attr(test, allow(clippy::pedantic))]

pub mod automata;
pub mod boards;
pub mod contest;
pub mod games;
pub mod heaps;
pub mod monitor;
pub mod nim;
pub mod numbers;
mod pages;
pub mod program;
pub mod tables;
