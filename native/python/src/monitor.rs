//! Lets Python stop and watch a native call that runs without the GIL.

use lastmove_core::monitor::{Monitor, Stopped};
use pyo3::prelude::*;

/// Asks Python for pending signals and calls an optional `progress(done, total)`.
///
/// The first exception raised is kept; [`PyMonitor::error`] hands it over once the call is back.
pub struct PyMonitor {
    progress: Option<Py<PyAny>>,
    raised: Option<PyErr>,
}

impl PyMonitor {
    pub fn new(progress: Option<Py<PyAny>>) -> Self {
        Self { progress, raised: None }
    }

    /// The exception that stopped the call.
    pub fn error(self) -> PyErr {
        self.raised.unwrap_or_else(|| pyo3::exceptions::PyKeyboardInterrupt::new_err(()))
    }
}

impl Monitor for PyMonitor {
    fn poll(&mut self, done: u64, total: u64) -> Result<(), Stopped> {
        let asked = Python::attach(|py| {
            py.check_signals()?;
            if let Some(progress) = &self.progress {
                progress.call1(py, (done, total))?;
            }
            PyResult::Ok(())
        });
        asked.map_err(|error| {
            self.raised = Some(error);
            Stopped
        })
    }
}
