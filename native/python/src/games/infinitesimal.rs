//! Atomic weight, companion, sums of powers of up.

use lastmove_core::games::{Store, Trouble};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use super::Game;
use super::arithmetic::outcome;
use super::convert::to_fraction;

#[pymethods]
impl Game {
    fn atomic_weight(&self, py: Python<'_>) -> PyResult<Self> {
        self.unary(py, |store, id, ticker| {
            store.atomic_weight(id, ticker)?.ok_or(Trouble::Undefined(
                "this game has no atomic weight: all-small games have one, and some other \
                 infinitesimals; is_atomic says which",
            ))
        })
    }

    #[getter]
    fn is_atomic(&self, py: Python<'_>) -> PyResult<bool> {
        self.search(py, |store, id, ticker| Ok(store.atomic_weight(id, ticker)?.is_some()))
    }

    /// The outcome of the game and a far star together.
    #[getter]
    fn far_star_outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let order = self.search(py, |store, id, ticker| {
            let far_star = store.far_star(id, ticker)?;
            store.compare(id, far_star, ticker)
        })?;
        outcome(py, order)
    }

    fn companion(&self, py: Python<'_>) -> PyResult<Self> {
        self.unary(py, Store::companion)
    }

    #[getter]
    fn is_uptimal(&self, py: Python<'_>) -> PyResult<bool> {
        self.search(py, |store, id, ticker| Ok(store.uptimal(id, ticker)?.is_some()))
    }

    fn uptimal_expansion<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        static UPTIMAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let found = self.search(py, |store, id, ticker| {
            store.uptimal(id, ticker)?.ok_or(Trouble::Undefined(
                "this game has no uptimal expansion: it is no sum of a number, a nimber and \
                 multiples of powers of up; is_uptimal says which games are",
            ))
        })?;
        let class = UPTIMAL.import(py, "lastmove.values.uptimal", "Uptimal")?;
        let ups = pyo3::types::PyTuple::new(py, found.ups)?;
        class.call1((to_fraction(py, &found.number)?, found.nimber, ups))
    }
}
