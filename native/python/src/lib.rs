//! Python bindings of `lastmove-core`, one file a topic.
#![allow(missing_docs)]
// PyO3 hands arguments over by value.
#![allow(clippy::needless_pass_by_value)]

mod automata;
mod boards;
mod engine;
mod games;
mod heaps;
mod judge;
mod monitor;
mod world;

use pyo3::prelude::*;

/// The private native module of lastmove.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    automata::register(module)?;
    boards::register(module)?;
    engine::register(module)?;
    games::register(module)?;
    heaps::register(module)?;
    judge::register(module)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
