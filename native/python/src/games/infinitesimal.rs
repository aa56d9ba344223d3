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
    /// Return the atomic weight: how many ups the game is worth beside a far star.
    ///
    /// Returns
    /// -------
    /// Game
    ///
    /// Raises
    /// ------
    /// GameError
    ///     If the game has none: see `is_atomic`.
    ///
    /// References
    /// ----------
    /// .. [1] A. N. Siegel, *Combinatorial Game Theory*, 2013, section II.7.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("^3*2").atomic_weight()
    /// Game('3')
    fn atomic_weight(&self, py: Python<'_>) -> PyResult<Self> {
        self.unary(py, |store, id, ticker| {
            store.atomic_weight(id, ticker)?.ok_or(Trouble::Undefined(
                "this game has no atomic weight: all-small games have one, and some other \
                 infinitesimals; is_atomic says which",
            ))
        })
    }

    /// Whether it has an atomic weight: all-small games have, and some other infinitesimals.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("Tiny(2)").is_atomic, lm.parse("1").is_atomic
    /// (True, False)
    #[getter]
    fn is_atomic(&self, py: Python<'_>) -> PyResult<bool> {
        self.search(py, |store, id, ticker| Ok(store.atomic_weight(id, ticker)?.is_some()))
    }

    /// Outcome of the game plus a star larger than any in it: L above, R below it, else N.
    ///
    /// Raises
    /// ------
    /// LimitExceeded
    ///     If a nimber in it has no larger one left below 2^64.
    ///
    /// References
    /// ----------
    /// .. [1] A. N. Siegel, *Combinatorial Game Theory*, 2013, section II.7.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("^*3").far_star_outcome
    /// Outcome.L
    #[getter]
    fn far_star_outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let order = self.search(py, |store, id, ticker| {
            let far_star = store.far_star(id, ticker)?;
            store.compare(id, far_star, ticker)
        })?;
        outcome(py, order)
    }

    /// Return the image under the symmetry that exchanges 0 and star and keeps the order.
    ///
    /// Returns
    /// -------
    /// Game
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("^").companion()
    /// Game('^*')
    fn companion(&self, py: Python<'_>) -> PyResult<Self> {
        self.unary(py, Store::companion)
    }

    /// Whether it is a sum of a number, a nimber and multiples of powers of up.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("^<2> + *").is_uptimal
    /// True
    #[getter]
    fn is_uptimal(&self, py: Python<'_>) -> PyResult<bool> {
        self.search(py, |store, id, ticker| Ok(store.uptimal(id, ticker)?.is_some()))
    }

    /// Return that sum: a number, a nimber and how many of each power of up.
    ///
    /// Returns
    /// -------
    /// Uptimal
    ///
    /// Raises
    /// ------
    /// GameError
    ///     If the game is none: see `is_uptimal`.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> str(lm.parse("^[2] + 1").uptimal_expansion())
    /// '1^ + ^<2>'
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
