//! The one store of games of the process, and how a call gets hold of it.

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::ThreadId;
use std::time::Duration;

use lastmove_core::games::{Result as GameResult, Store, Trouble};
use lastmove_core::monitor::{Monitor, Silent, Stopped, Ticker};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::boards::{GraphSolvers, GridSolvers};
use crate::monitor::PyMonitor;

/// Everything that calls share.
#[derive(Default)]
pub struct World {
    pub store: Store,
    pub grids: GridSolvers,
    pub graphs: GraphSolvers,
}

static WORLD: LazyLock<Mutex<World>> = LazyLock::new(Mutex::default);
/// The process and thread whose call runs: a callback of that call must not start another.
static OWNER: Mutex<Option<(u32, ThreadId)>> = Mutex::new(None);

/// Time between two looks for signals while another thread's call runs.
const PATIENCE: Duration = Duration::from_millis(2);

fn owner() -> MutexGuard<'static, Option<(u32, ThreadId)>> {
    OWNER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The store if no other thread uses it; never waits.
pub fn at_once() -> Option<MutexGuard<'static, World>> {
    match WORLD.try_lock() {
        Ok(world) => Some(world),
        Err(TryLockError::Poisoned(world)) => Some(world.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

/// Bytes that the settings of the caller let the store hold.
pub fn memory_in_force(py: Python<'_>) -> PyResult<usize> {
    static SETTINGS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    static OTHERWISE: PyOnceLock<usize> = PyOnceLock::new();
    // A size beyond all memory is no limit.
    let bytes = |settings: &Bound<'_, PyAny>| -> PyResult<usize> {
        Ok(settings.get_item(0)?.extract().unwrap_or(usize::MAX))
    };
    let load = || py.import("lastmove.settings")?.getattr("_current").map(Bound::unbind);
    let settings = SETTINGS.get_or_try_init(py, load)?.call_method0(py, "get")?.into_bound(py);
    if !settings.is_none() {
        return bytes(&settings);
    }
    let current = || bytes(&py.import("lastmove.settings")?.call_method0("current")?);
    OTHERWISE.get_or_try_init(py, current).copied()
}

/// Why there is no store to work with.
pub enum Absent {
    /// The thread has it already.
    Busy,
    /// The monitor asked to stop while another thread had it.
    Stopped,
    /// A thread of the parent had it when this process was forked, and will never give it back.
    Forked,
}

/// What is wrong in a process that can never have the store.
pub const FORKED: Trouble = Trouble::Undefined(
    "this process was forked while another thread was at work on games: start processes with the \
     spawn method, or before threads",
);

/// Runs `work` on the store with the GIL released; Ctrl-C and the memory limit end it early.
pub fn run<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&mut World, &mut Ticker<'_>) -> GameResult<T> + Send,
) -> PyResult<T> {
    with_progress(py, None, work)
}

/// Ends a call at its first look at the clock.
struct Impatient;

impl Monitor for Impatient {
    fn poll(&mut self, _done: u64, _total: u64) -> Result<(), Stopped> {
        Err(Stopped)
    }
}

/// [`run`] for work that mostly takes no time: it is tried with the GIL held for a few
/// milliseconds, and started again without it (what was found stays known) if it takes longer.
pub fn try_first<T: Send>(
    py: Python<'_>,
    work: impl Fn(&mut World, &mut Ticker<'_>) -> GameResult<T> + Send,
) -> PyResult<T> {
    let limit = memory_in_force(py)?;
    if let Some(mut world) = at_once() {
        world.store.set_limit(limit);
        let mut monitor = Impatient;
        let mut ticker = Ticker::new(&mut monitor, 0);
        match work(&mut world, &mut ticker) {
            Ok(answer) => return Ok(answer),
            Err(Trouble::Stopped) => {}
            Err(trouble) => return Err(trouble_error(py, &trouble)),
        }
    }
    run(py, work)
}

/// [`run`] with reports of progress.
pub fn with_progress<T: Send>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&mut World, &mut Ticker<'_>) -> GameResult<T> + Send,
) -> PyResult<T> {
    let limit = memory_in_force(py)?;
    let mut monitor = PyMonitor::new(progress);
    let answer = py.detach(|| {
        with_world(&mut monitor, limit, |world, monitor| work(world, &mut Ticker::new(monitor, 0)))
    });
    match answer {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(Trouble::Stopped)) | Err(Absent::Stopped) => Err(monitor.error()),
        Ok(Err(trouble)) => Err(trouble_error(py, &trouble)),
        Err(Absent::Busy) => Err(busy()),
        Err(Absent::Forked) => Err(trouble_error(py, &FORKED)),
    }
}

/// The error for a callback that asks for what the call around it holds.
pub fn busy() -> PyErr {
    PyRuntimeError::new_err(
        "a callback of a call on games cannot start another: let the first call end",
    )
}

/// Does `work` with the store, once no other thread uses it, and lets the store hold `limit`
/// bytes. Not to be called with the GIL.
pub fn with_world<T>(
    monitor: &mut dyn Monitor,
    limit: usize,
    work: impl FnOnce(&mut World, &mut dyn Monitor) -> T,
) -> Result<T, Absent> {
    let me = (std::process::id(), std::thread::current().id());
    if *owner() == Some(me) {
        return Err(Absent::Busy);
    }
    let mut world = loop {
        if let Some(world) = at_once() {
            break world;
        }
        if owner().is_some_and(|(process, _)| process != me.0) {
            return Err(Absent::Forked);
        }
        std::thread::sleep(PATIENCE);
        monitor.poll(0, 0).map_err(|Stopped| Absent::Stopped)?;
    };
    *owner() = Some(me);
    world.store.set_limit(limit);
    let answer = work(&mut world, monitor);
    *owner() = None;
    Ok(answer)
}

/// Runs work that takes no time while the store is free, else as [`run`] does.
pub fn quick<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&mut World, &mut Ticker<'_>) -> GameResult<T> + Send,
) -> PyResult<T> {
    let limit = memory_in_force(py)?;
    if let Some(mut world) = at_once() {
        world.store.set_limit(limit);
        let mut silent = Silent;
        let mut ticker = Ticker::new(&mut silent, 0);
        return work(&mut world, &mut ticker).map_err(|trouble| trouble_error(py, &trouble));
    }
    run(py, work)
}

/// The Python exception for a failure.
pub fn trouble_error(py: Python<'_>, trouble: &Trouble) -> PyErr {
    let class = match trouble {
        Trouble::Stopped => return PyRuntimeError::new_err("stopped"),
        Trouble::Memory { .. } | Trouble::Range(_) => "LimitExceeded",
        Trouble::Undefined(_) => "GameError",
    };
    lastmove_error(py, class, &trouble.to_string())
}

/// An exception of `lastmove.errors`.
pub fn lastmove_error(py: Python<'_>, class: &str, message: &str) -> PyErr {
    let made = py
        .import("lastmove.errors")
        .and_then(|errors| errors.getattr(class))
        .and_then(|class| class.call1((message,)));
    match made {
        Ok(error) => PyErr::from_value(error),
        Err(_) => PyValueError::new_err(message.to_owned()),
    }
}
