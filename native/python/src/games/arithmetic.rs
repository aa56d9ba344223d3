//! Equality, order, sums and multiples.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use lastmove_core::games::{GameId, Store, Trouble};
use lastmove_core::numbers::Dyadic;
use num_bigint::BigInt;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyInt;

use super::convert::{game_from, operand, to_number};
use super::{Game, heed_signals};
use crate::world::{quick, run, trouble_error, try_first};

fn or_not_implemented(py: Python<'_>, answer: Option<Game>) -> PyResult<Py<PyAny>> {
    match answer {
        Some(game) => Ok(Py::new(py, game)?.into_any()),
        None => Ok(py.NotImplemented()),
    }
}

/// The outcome of a game that compares with 0 in this way.
pub fn outcome(py: Python<'_>, order: Option<Ordering>) -> PyResult<Bound<'_, PyAny>> {
    let letter = match order {
        Some(Ordering::Less) => "R",
        Some(Ordering::Equal) => "P",
        Some(Ordering::Greater) => "L",
        None => "N",
    };
    py.import("lastmove.solve.outcome")?.getattr("Outcome")?.call1((letter,))
}

#[pymethods]
impl Game {
    fn __hash__(&self, py: Python<'_>) -> PyResult<i64> {
        let id = self.id;
        if let Some(x) = quick(py, move |world, _| Ok(world.store.number(id).cloned()))? {
            return Ok(to_number(py, &x)?.hash()? as i64);
        }
        let mut hasher = std::hash::DefaultHasher::new();
        id.hash(&mut hasher);
        Ok(i64::from_ne_bytes(hasher.finish().to_ne_bytes()))
    }

    fn __bool__(&self) -> bool {
        self.id != GameId::ZERO
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let h = match operand(other) {
            Ok(Some(id)) => id,
            // A number that no game is, such as 1/3, is simply not equal.
            Err(error) if error.is_instance_of::<PyValueError>(py) => match op {
                CompareOp::Eq => {
                    return Ok(false.into_pyobject(py)?.to_owned().into_any().unbind());
                }
                CompareOp::Ne => return Ok(true.into_pyobject(py)?.to_owned().into_any().unbind()),
                _ => return Err(error),
            },
            Err(error) => return Err(error),
            Ok(None) => return Ok(py.NotImplemented()),
        };
        let g = self.id;
        let answer = match op {
            CompareOp::Eq => g == h,
            CompareOp::Ne => g != h,
            CompareOp::Le => Self::le(py, g, h)?,
            CompareOp::Ge => Self::le(py, h, g)?,
            CompareOp::Lt => g != h && Self::le(py, g, h)?,
            CompareOp::Gt => g != h && Self::le(py, h, g)?,
        };
        Ok(answer.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    /// Return how the game compares with another.
    ///
    /// Parameters
    /// ----------
    /// other : Game, int, Fraction, Dyadic or str
    ///     What to compare with.
    ///
    /// Returns
    /// -------
    /// ``<``, ``=``, ``>`` or, if the two are confused, ``||``
    ///
    /// References
    /// ----------
    /// .. [1] A. N. Siegel, *Combinatorial Game Theory*, 2013, section II.1.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("^").compare(0), lm.parse("^").compare("*")
    /// ('>', '||')
    fn compare(&self, other: &Bound<'_, PyAny>) -> PyResult<&'static str> {
        let h = game_from(other)?;
        let g = self.id;
        let order = try_first(other.py(), move |world, ticker| world.store.compare(g, h, ticker))?;
        Ok(match order {
            Some(Ordering::Less) => "<",
            Some(Ordering::Equal) => "=",
            Some(Ordering::Greater) => ">",
            None => "||",
        })
    }

    /// Who wins the game in normal play.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("^*").outcome
    /// Outcome.N
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let order = self.search(py, Store::outcome)?;
        outcome(py, order)
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        or_not_implemented(other.py(), self.plus(other, false, false)?)
    }

    fn __radd__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        or_not_implemented(other.py(), self.plus(other, false, true)?)
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        or_not_implemented(other.py(), self.plus(other, true, false)?)
    }

    fn __rsub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        or_not_implemented(other.py(), self.plus(other, true, true)?)
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<Self> {
        self.unary(py, Store::negative)
    }

    fn __pos__(&self) -> Self {
        Self { id: self.id }
    }

    fn __mul__(&self, times: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = times.py();
        if !times.is_instance_of::<PyInt>() {
            return Ok(py.NotImplemented());
        }
        let n = times.extract::<BigInt>()?;
        let multiple = self.unary(py, move |store, id, ticker| {
            if let Some(x) = store.number(id).cloned() {
                return store.of_number(Dyadic::new(x.numerator() * &n, x.exponent()));
            }
            let n = i64::try_from(&n)
                .map_err(|_| Trouble::Range("only an integer below 2^63 can multiply a game"))?;
            store.multiple(n, id, ticker)
        })?;
        or_not_implemented(py, Some(multiple))
    }

    fn __rmul__(&self, times: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__mul__(times)
    }

    /// Return the sum of many games: negatives cancel, cold games are added first.
    ///
    /// Returns
    /// -------
    /// Game
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.Game.sum(["+-1", "^", "+-1", 2])
    /// Game('2^')
    #[staticmethod]
    fn sum(games: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut ids = Vec::new();
        for game in games.try_iter()? {
            ids.push(game_from(&game?)?);
            heed_signals(games.py(), ids.len())?;
        }
        run(games.py(), move |world, ticker| world.store.sum(&ids, ticker)).map(|id| Self { id })
    }

    /// Return the nimber with an index from 0 to 2^64 - 1.
    ///
    /// Returns
    /// -------
    /// Game
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the index is negative.
    /// LimitExceeded
    ///     If the index is larger.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.Game.nimber(3) + lm.Game.nimber(5)
    /// Game('*6')
    #[staticmethod]
    fn nimber(py: Python<'_>, index: &Bound<'_, PyAny>) -> PyResult<Self> {
        let index = match index.extract::<u64>() {
            Ok(index) => index,
            Err(error) if error.is_instance_of::<PyOverflowError>(py) => {
                if index.lt(0)? {
                    return Err(PyValueError::new_err("the index of a nimber is 0 or more"));
                }
                let limit = Trouble::Range("the index of a nimber must be below 2^64");
                return Err(trouble_error(py, &limit));
            }
            Err(error) => return Err(error),
        };
        quick(py, move |world, _| world.store.nimber(index)).map(|id| Self { id })
    }
}
