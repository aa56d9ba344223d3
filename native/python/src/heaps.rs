//! Class `HeapGame`: sequences of taking-and-breaking games; and nim arithmetic.

use lastmove_core::heaps::HeapError;
use lastmove_core::heaps::code::Code;
use lastmove_core::heaps::engine::Options;
use lastmove_core::heaps::game::Game;
use lastmove_core::heaps::{simd, values::Values};
use lastmove_core::nim;
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

use crate::monitor::PyMonitor;

/// Adds the topic to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyHeapGame>()?;
    module.add_function(wrap_pyfunction!(heap_standard, module)?)?;
    module.add_function(wrap_pyfunction!(heap_vectors, module)?)?;
    module.add_function(wrap_pyfunction!(nim_product, module)?)?;
    module.add_function(wrap_pyfunction!(nim_powers, module)?)?;
    module.add_function(wrap_pyfunction!(nim_inverses, module)?)
}

/// The exception of `lastmove.errors` that an error of the core means.
fn raised(py: Python<'_>, error: &HeapError, monitor: PyMonitor) -> PyErr {
    let made = |name: &str, done: Option<u64>| -> PyResult<PyErr> {
        let class = py.import("lastmove.errors")?.getattr(name)?;
        let raised = class.call1((error.to_string(),))?;
        if let Some(done) = done {
            raised.setattr("done", done)?;
        }
        Ok(PyErr::from_value(raised))
    };
    match error {
        HeapError::Stopped(_) => monitor.error(),
        HeapError::Code(_) => made("NotationError", None).unwrap_or_else(|error| error),
        HeapError::TooLarge { n, .. } | HeapError::Memory { n, .. } | HeapError::Room { n, .. } => {
            made("LimitExceeded", Some(*n)).unwrap_or_else(|error| error)
        }
    }
}

/// A heap game and the values computed so far.
#[pyclass(module = "lastmove._core", name = "HeapGame")]
pub struct PyHeapGame {
    game: Game,
}

impl PyHeapGame {
    fn run<T: Send>(
        &mut self,
        py: Python<'_>,
        progress: Option<Py<PyAny>>,
        call: impl FnOnce(&mut Game, &mut PyMonitor) -> Result<T, HeapError> + Send,
    ) -> PyResult<T> {
        let mut monitor = PyMonitor::new(progress);
        let game = &mut self.game;
        let answer = py.detach(|| call(game, &mut monitor));
        answer.map_err(|error| raised(py, &error, monitor))
    }

    fn check(&self, stop: usize) -> PyResult<()> {
        if stop > self.game.len() {
            return Err(PyIndexError::new_err(format!("only {} values", self.game.len())));
        }
        Ok(())
    }
}

#[pymethods]
impl PyHeapGame {
    #[new]
    #[pyo3(signature = (digits, *, unequal = false, threads = 1, singly = false, memory))]
    fn new(
        py: Python<'_>,
        digits: Vec<u32>,
        unequal: bool,
        threads: usize,
        singly: bool,
        memory: u64,
    ) -> PyResult<Self> {
        let mut options = Options { threads, memory, ..Options::default() };
        if singly {
            options.blocks_from = 1 << 40;
        }
        Code::new(digits, unequal)
            .and_then(|code| Game::new(&code, options))
            .map(|game| Self { game })
            .map_err(|error| raised(py, &error, PyMonitor::new(None)))
    }

    /// A game in which any number may be taken but those listed.
    #[staticmethod]
    #[pyo3(signature = (forbidden, *, memory))]
    fn all_but(forbidden: Vec<usize>, memory: u64) -> Self {
        Self { game: Game::all_but(&forbidden, memory) }
    }

    fn __len__(&self) -> usize {
        self.game.len()
    }

    /// Computes values until there are at least `count`.
    #[pyo3(signature = (count, progress = None))]
    fn extend(
        &mut self,
        py: Python<'_>,
        count: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        self.run(py, progress, |game, monitor| game.extend(count, monitor))
    }

    /// The value of heap `n`.
    fn value(&self, n: usize) -> PyResult<u32> {
        self.check(n.saturating_add(1))?;
        Ok(self.game.at(n))
    }

    /// The values from `start` on, before `stop`.
    fn values<'py>(
        &self,
        py: Python<'py>,
        start: usize,
        stop: usize,
    ) -> PyResult<Bound<'py, PyArray1<u32>>> {
        self.check(stop)?;
        let game = &self.game;
        let values: Vec<u32> = py.detach(|| (start..stop).map(|n| game.at(n)).collect());
        Ok(values.into_pyarray(py))
    }

    /// Low and high bytes of the values from `start` on; the latter may be left out if zero.
    fn planes<'py>(
        &self,
        py: Python<'py>,
        start: usize,
        stop: usize,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        self.check(stop)?;
        let Some(engine) = self.game.engine() else {
            return Err(PyValueError::new_err("only the fast method keeps values as bytes"));
        };
        let (low, high) = engine.values().planes();
        let high = high.get(start..stop).filter(|high| high.iter().any(|&byte| byte != 0));
        let low = low.get(start..stop).unwrap_or(&[]);
        Ok((PyBytes::new(py, low), PyBytes::new(py, high.unwrap_or(&[]))))
    }

    /// Goes on from values computed earlier, given as runs of low and high bytes.
    fn load(&mut self, py: Python<'_>, runs: Vec<(PyBackedBytes, PyBackedBytes)>) -> PyResult<()> {
        if self.game.engine().is_none() {
            return Err(PyValueError::new_err("only the fast method goes on from bytes"));
        }
        py.detach(|| {
            let mut values = Values::default();
            for (low, high) in &runs {
                for (i, &byte) in low.iter().enumerate() {
                    let above = u16::from(high.get(i).copied().unwrap_or(0));
                    values.push(u16::from(byte) | above << 8);
                }
            }
            self.game.load(values);
        });
        Ok(())
    }

    /// Looks for a period among `limit` values: length, saltus, first heap, values used.
    #[pyo3(signature = (limit, progress = None))]
    fn prove_period(
        &mut self,
        py: Python<'_>,
        limit: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Option<(usize, u32, usize, usize)>> {
        let proved = self.run(py, progress, |game, monitor| game.prove_period(limit, monitor))?;
        Ok(proved.map(|p| (p.law.length, p.law.saltus, p.law.from, p.used)))
    }

    /// The method in use.
    #[getter]
    fn method(&self) -> &'static str {
        self.game.method()
    }

    /// In the space with the fewest rare heaps for the first `count` values: the rare heaps, the
    /// mask on values and whether the parity of the heap counts.
    fn sparse_space(
        &mut self,
        py: Python<'_>,
        count: usize,
    ) -> PyResult<Option<(Vec<usize>, u16, bool)>> {
        self.check(count)?;
        let found = self.run(py, None, |game, monitor| game.sparse_space(count, monitor))?;
        Ok(found.map(|(rares, space)| (rares, space.mask, space.by_position)))
    }
}

/// Digits of the standard code with the same values, and how many counters are dead.
#[pyfunction]
fn heap_standard(py: Python<'_>, digits: Vec<u32>) -> PyResult<(Vec<u32>, usize)> {
    let code =
        Code::new(digits, false).map_err(|error| raised(py, &error, PyMonitor::new(None)))?;
    let (standard, shift) = code.standard();
    Ok((standard.digits().to_vec(), shift))
}

/// The vector instructions in use.
#[pyfunction]
fn heap_vectors() -> &'static str {
    simd::level()
}

fn pairs<'py>(
    py: Python<'py>,
    a: &PyReadonlyArray1<'py, u64>,
    b: &PyReadonlyArray1<'py, u64>,
    combine: impl FnOnce(&[u64], &[u64]) -> Vec<u64> + Send,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let (a, b) = (a.as_slice()?, b.as_slice()?);
    if a.len() != b.len() {
        return Err(PyValueError::new_err("both arrays must have the same length"));
    }
    Ok(py.detach(move || combine(a, b)).into_pyarray(py))
}

/// Nim products of the numbers of two arrays.
#[pyfunction]
fn nim_product<'py>(
    py: Python<'py>,
    a: PyReadonlyArray1<'py, u64>,
    b: PyReadonlyArray1<'py, u64>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    pairs(py, &a, &b, nim::products)
}

/// Nim powers of the numbers of an array.
#[pyfunction]
fn nim_powers<'py>(
    py: Python<'py>,
    bases: PyReadonlyArray1<'py, u64>,
    exponents: PyReadonlyArray1<'py, u64>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    pairs(py, &bases, &exponents, |bases, exponents| {
        bases.iter().zip(exponents).map(|(&base, &exponent)| nim::power(base, exponent)).collect()
    })
}

/// Nim inverses of the numbers of an array, 0 for 0.
#[pyfunction]
fn nim_inverses<'py>(
    py: Python<'py>,
    numbers: PyReadonlyArray1<'py, u64>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let numbers = numbers.as_slice()?;
    let made: Vec<u64> =
        py.detach(|| numbers.iter().map(|&a| nim::inverse(a).unwrap_or(0)).collect());
    Ok(made.into_pyarray(py))
}
