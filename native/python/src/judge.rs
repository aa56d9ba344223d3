//! Contest front ends: a judge's input to answers, on the standard streams or in memory.

use std::fs::File;
use std::io::{Read, Write};

use lastmove_core::contest::{Fault, Problem, judge};
use pyo3::exceptions::{PyArithmeticError, PyBrokenPipeError, PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::monitor::PyMonitor;

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(judge_stream, module)?)?;
    module.add_function(wrap_pyfunction!(judge_bytes, module)?)
}

/// Answers the cases on standard input on standard output; returns their number.
#[pyfunction]
fn judge_stream(py: Python<'_>, problem: &str) -> PyResult<u64> {
    let problem = read_problem(problem)?;
    let (mut source, mut sink) = standard_streams()?;
    answer(py, &problem, &mut source, &mut sink)
}

/// Answers the cases in `data`; returns the answers and what is wrong with the input, if anything.
#[pyfunction]
fn judge_bytes<'py>(
    py: Python<'py>,
    problem: &str,
    data: &[u8],
) -> PyResult<(Bound<'py, PyBytes>, Option<String>)> {
    let problem = read_problem(problem)?;
    let mut answers = Vec::new();
    let fault = match answer(py, &problem, &mut &data[..], &mut answers) {
        Ok(_) => None,
        Err(error) if error.is_instance_of::<PyValueError>(py) => Some(error.value(py).to_string()),
        Err(error) => return Err(error),
    };
    Ok((PyBytes::new(py, &answers), fault))
}

fn read_problem(text: &str) -> PyResult<Problem> {
    Problem::from_json(text)
        .map_err(|reason| PyValueError::new_err(format!("not a judge problem: {reason}")))
}

/// The standard streams without the buffers of the standard library, which hide signals.
fn standard_streams() -> PyResult<(File, File)> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let source = std::io::stdin().as_fd().try_clone_to_owned();
        let sink = std::io::stdout().as_fd().try_clone_to_owned();
        Ok((
            source.map_err(|error| unreadable(&error))?.into(),
            sink.map_err(|error| unwritable(&error))?.into(),
        ))
    }
    #[cfg(windows)]
    {
        use std::os::windows::io::AsHandle;
        let source = std::io::stdin().as_handle().try_clone_to_owned();
        let sink = std::io::stdout().as_handle().try_clone_to_owned();
        Ok((
            source.map_err(|error| unreadable(&error))?.into(),
            sink.map_err(|error| unwritable(&error))?.into(),
        ))
    }
}

fn unreadable(error: &std::io::Error) -> PyErr {
    PyOSError::new_err(format!("the input cannot be read: {error}"))
}

fn unwritable(error: &std::io::Error) -> PyErr {
    PyOSError::new_err(format!("the answers cannot be written: {error}"))
}

fn answer<R: Read + Send, W: Write + Send>(
    py: Python<'_>,
    problem: &Problem,
    source: &mut R,
    sink: &mut W,
) -> PyResult<u64> {
    let mut monitor = PyMonitor::new(None);
    let outcome = py.detach(|| judge(problem, source, sink, &mut monitor));
    outcome.map_err(|fault| match fault {
        Fault::Stopped(_) => monitor.error(),
        Fault::Malformed { .. } => PyValueError::new_err(fault.to_string()),
        Fault::Formula { .. } => PyArithmeticError::new_err(fault.to_string()),
        Fault::Read(_) | Fault::Write(_) => PyOSError::new_err(fault.to_string()),
        Fault::Closed => PyBrokenPipeError::new_err(fault.to_string()),
    })
}
