//! Class `Engine`: questions about the games of a system.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::ThreadId;
use std::time::Duration;

use lastmove_core::games::Trouble;
use lastmove_core::monitor::Stopped;
use lastmove_core::program::System;
use lastmove_core::tables::{
    Engine, Failure, Fault as CoreFault, GrundyCells, Limits, NoValue, Place, Table,
};
use numpy::ndarray::{Array, IxDyn};
use numpy::{Element, PyArray};
use pyo3::exceptions::{PyException, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::games::Game;
use crate::monitor::PyMonitor;
use crate::world::{Absent, FORKED, busy, trouble_error, with_world};

pyo3::create_exception!(
    lastmove._core,
    Fault,
    PyException,
    "Raised by the engine; its attributes say what happened and where."
);

/// Adds the topic to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let fault = py.get_type::<Fault>();
    // On the class too, so that an exception made by hand has them.
    for name in ["kind", "message"] {
        fault.setattr(name, "")?;
    }
    fault.setattr("game", 0)?;
    fault.setattr("position", PyTuple::empty(py))?;
    fault.setattr("option", py.None())?;
    fault.setattr("done", 0)?;
    module.add("Fault", fault)?;
    module.add_class::<PyEngine>()
}

/// A system of games, and what is remembered of them.
///
/// Any number of threads may call; one call runs at a time, without the GIL.
#[pyclass(module = "lastmove._core", name = "Engine", frozen)]
pub struct PyEngine {
    engine: Mutex<Engine>,
    /// The thread whose call runs: a callback of that call must not ask the same engine.
    owner: Mutex<Option<ThreadId>>,
}

/// Time between two looks for signals while another thread's call runs.
const PATIENCE: Duration = Duration::from_millis(5);

impl PyEngine {
    /// The engine, once no other thread uses it.
    fn lock(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, Engine>> {
        let me = std::thread::current().id();
        if *self.owner.lock().unwrap_or_else(PoisonError::into_inner) == Some(me) {
            return Err(PyRuntimeError::new_err(
                "a callback of a running call cannot use the engine that calls it",
            ));
        }
        loop {
            match self.engine.try_lock() {
                Ok(guard) => return Ok(guard),
                Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) => {
                    py.detach(|| std::thread::sleep(PATIENCE));
                    py.check_signals()?;
                }
            }
        }
    }

    /// Runs a long call without the GIL.
    fn run<T: Send>(
        &self,
        py: Python<'_>,
        memory: usize,
        progress: Option<Py<PyAny>>,
        call: impl FnOnce(&mut Engine, Limits<'_>) -> Result<T, Failure> + Send,
    ) -> PyResult<T> {
        let mut engine = self.lock(py)?;
        let owner = |who| *self.owner.lock().unwrap_or_else(PoisonError::into_inner) = who;
        owner(Some(std::thread::current().id()));
        let mut monitor = PyMonitor::new(progress);
        let engine: &mut Engine = &mut engine;
        let (result, monitor) = py.detach(move || {
            let result = call(engine, Limits { memory, monitor: &mut monitor });
            (result, monitor)
        });
        owner(None);
        result.map_err(|failure| match failure {
            Failure::Stopped(_) => monitor.error(),
            Failure::Fault(fault) => raise(py, *fault).unwrap_or_else(|error| error),
        })
    }
}

/// The exception for a fault.
fn raise(py: Python<'_>, fault: CoreFault) -> PyResult<PyErr> {
    let error = Fault::new_err(fault.message.clone());
    let value = error.value(py);
    value.setattr("kind", fault.kind.name())?;
    value.setattr("message", fault.message)?;
    value.setattr("game", fault.game)?;
    value.setattr("position", PyTuple::new(py, fault.position)?)?;
    let option = match fault.option {
        Some(option) => Some(components(py, option)?),
        None => None,
    };
    value.setattr("option", option)?;
    value.setattr("done", fault.done)?;
    Ok(error)
}

/// Components as a tuple of tuples (game, coordinate, ...).
fn components(py: Python<'_>, option: Vec<Place>) -> PyResult<Bound<'_, PyTuple>> {
    let parts = option
        .into_iter()
        .map(|(game, coords)| {
            let game = i64::try_from(game)?;
            PyTuple::new(py, std::iter::once(game).chain(coords).collect::<Vec<_>>())
        })
        .collect::<PyResult<Vec<_>>>()?;
    PyTuple::new(py, parts)
}

/// A table as a numpy array that takes over its memory.
fn array<T: Element>(py: Python<'_>, table: Table<Vec<T>>) -> PyResult<Py<PyAny>> {
    let Table { axes, extents, cells } = table;
    let shape: Vec<usize> = axes.iter().map(|&axis| extents[axis]).collect();
    let mut places = vec![0; axes.len()];
    for (place, &axis) in axes.iter().enumerate() {
        places[axis] = place;
    }
    let array = Array::from_shape_vec(IxDyn(&shape), cells)
        .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    Ok(PyArray::from_owned_array(py, array.permuted_axes(IxDyn(&places))).into_any().unbind())
}

#[pymethods]
impl PyEngine {
    /// Reads the JSON form of a system of Programs.
    #[new]
    fn new(system: &str) -> PyResult<Self> {
        let system = System::from_text(system).map_err(PyValueError::new_err)?;
        Ok(Self { engine: Mutex::new(Engine::new(system)), owner: Mutex::new(None) })
    }

    /// The options of a position in the order of the rules.
    #[pyo3(signature = (game, position, player = 0, limit = None))]
    fn options<'py>(
        &self,
        py: Python<'py>,
        game: usize,
        position: Vec<i64>,
        player: usize,
        limit: Option<usize>,
    ) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        if player > 1 {
            return Err(PyValueError::new_err("the player is 0 or 1"));
        }
        let limit = limit.unwrap_or(usize::MAX);
        let options = self.run(py, 0, None, move |engine, limits| {
            engine.options(game, &position, player, limit, limits.monitor)
        })?;
        options.into_iter().map(|option| components(py, option)).collect()
    }

    /// Whether a position is legal.
    fn legal(&self, py: Python<'_>, game: usize, position: Vec<i64>) -> PyResult<bool> {
        self.run(py, 0, None, move |engine, _| engine.legal(game, &position))
    }

    /// The Grundy value of a position.
    #[pyo3(signature = (game, position, *, memory, progress = None))]
    fn grundy(
        &self,
        py: Python<'_>,
        game: usize,
        position: Vec<i64>,
        memory: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<u32> {
        self.run(py, memory, progress, move |engine, limits| engine.grundy(game, &position, limits))
    }

    /// The value of a position that is a number: numerator, and exponent of the denominator 2^e.
    #[pyo3(signature = (game, position, *, memory, progress = None))]
    fn number(
        &self,
        py: Python<'_>,
        game: usize,
        position: Vec<i64>,
        memory: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<(i64, u8)> {
        let number = self.run(py, memory, progress, move |engine, limits| {
            engine.number(game, &position, limits)
        })?;
        Ok((number.numerator, number.exponent))
    }

    /// The value of a position in canonical form.
    #[pyo3(signature = (game, position, *, memory, progress = None))]
    fn value(
        &self,
        py: Python<'_>,
        game: usize,
        position: Vec<i64>,
        memory: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Game> {
        let answer =
            self.run(py, memory, progress, move |engine, Limits { memory, monitor }| {
                let found = with_world(monitor, memory, |world, monitor| {
                    engine.worth(game, &position, &mut world.store, Limits { memory, monitor })
                });
                match found {
                    Ok(Ok(id)) => Ok(Ok(id)),
                    Ok(Err(NoValue::Failure(failure))) => Err(failure),
                    Ok(Err(NoValue::Trouble(Trouble::Stopped))) | Err(Absent::Stopped) => {
                        Err(Stopped.into())
                    }
                    Ok(Err(NoValue::Trouble(trouble))) => Ok(Err(Some(trouble))),
                    Err(Absent::Busy) => Ok(Err(None)),
                    Err(Absent::Forked) => Ok(Err(Some(FORKED))),
                }
            })?;
        match answer {
            Ok(id) => Ok(Game { id }),
            Err(Some(trouble)) => Err(trouble_error(py, &trouble)),
            Err(None) => Err(busy()),
        }
    }

    /// Who wins a sum of components (game, coordinate, ...): "N", "P", "L" or "R".
    #[pyo3(signature = (components, *, misere, memory, progress = None))]
    fn outcome(
        &self,
        py: Python<'_>,
        components: Vec<Vec<i64>>,
        misere: bool,
        memory: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<&'static str> {
        let sum = components
            .into_iter()
            .map(|component| match &component[..] {
                [game, coords @ ..] => Some((usize::try_from(*game).ok()?, coords.to_vec())),
                [] => None,
            })
            .collect::<Option<Vec<_>>>()
            .ok_or_else(|| PyValueError::new_err("a component is (game, coordinate, ...)"))?;
        let wins = self.run(py, memory, progress, move |engine, limits| {
            engine.outcome(&sum, misere, limits)
        })?;
        Ok(wins.letter())
    }

    /// A table over a box.
    #[pyo3(signature = (game, extents, *, what, misere, memory, progress = None, reach = None))]
    #[allow(clippy::too_many_arguments)]
    fn table(
        &self,
        py: Python<'_>,
        game: usize,
        extents: Vec<usize>,
        what: &str,
        misere: bool,
        memory: usize,
        progress: Option<Py<PyAny>>,
        reach: Option<Vec<usize>>,
    ) -> PyResult<Py<PyAny>> {
        match what {
            "grundy" if !misere => {
                let table = self.run(py, memory, progress, move |engine, limits| {
                    engine.grundy_table(game, &extents, reach.as_deref(), limits)
                })?;
                let Table { axes, extents, cells } = table;
                match cells {
                    GrundyCells::U8(cells) => array(py, Table { axes, extents, cells }),
                    GrundyCells::U16(cells) => array(py, Table { axes, extents, cells }),
                    GrundyCells::U32(cells) => array(py, Table { axes, extents, cells }),
                }
            }
            "number" if !misere => {
                let table = self.run(py, memory, progress, move |engine, limits| {
                    let Limits { memory, monitor } = limits;
                    let table = engine.number_table(game, &extents, Limits { memory, monitor })?;
                    let parts = engine.parted(&table.cells, Limits { memory, monitor })?;
                    Ok(Table { axes: table.axes, extents: table.extents, cells: parts })
                })?;
                let Table { axes, extents, cells: (numerators, exponents) } = table;
                let exponents =
                    Table { axes: axes.clone(), extents: extents.clone(), cells: exponents };
                let numerators = array(py, Table { axes, extents, cells: numerators })?;
                Ok((numerators, array(py, exponents)?).into_pyobject(py)?.into_any().unbind())
            }
            "outcome" => {
                let table = self.run(py, memory, progress, move |engine, limits| {
                    engine.outcome_table(game, &extents, misere, reach.as_deref(), limits)
                })?;
                array(py, table)
            }
            "grundy" | "number" => {
                Err(PyValueError::new_err(format!("what={what:?} is about normal play only")))
            }
            _ => Err(PyValueError::new_err(format!(
                "what is \"grundy\", \"outcome\" or \"number\", not {what:?}"
            ))),
        }
    }

    /// Forgets everything that is remembered.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.run(py, 0, None, |engine, _| {
            engine.clear();
            Ok(())
        })
    }

    /// Bytes held by what is remembered.
    #[getter]
    fn memory(&self, py: Python<'_>) -> PyResult<usize> {
        self.run(py, 0, None, |engine, _| Ok(engine.memory()))
    }
}
