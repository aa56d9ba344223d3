//! Python bindings of `lastmove-core`, one file a topic.
#![allow(missing_docs)]

mod automata;
mod engine;
mod judge;
mod monitor;

use pyo3::prelude::*;

/// The private native module of lastmove.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    automata::register(module)?;
    engine::register(module)?;
    judge::register(module)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
