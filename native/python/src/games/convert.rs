//! Numbers, texts and operands given by Python, and numbers given back.

use lastmove_core::games::{GameId, Trouble};
use lastmove_core::numbers::Dyadic;
use num_bigint::BigInt;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyFloat, PyInt, PyString, PyType};

use super::Game;
use crate::world::{lastmove_error, quick, run, trouble_error};

/// A number as a Python int or Fraction.
pub(super) fn to_number<'py>(py: Python<'py>, x: &Dyadic) -> PyResult<Bound<'py, PyAny>> {
    if x.is_integer() {
        return Ok(x.numerator().into_pyobject(py)?.into_any());
    }
    to_fraction(py, x)
}

/// A number as a Fraction.
pub(super) fn to_fraction<'py>(py: Python<'py>, x: &Dyadic) -> PyResult<Bound<'py, PyAny>> {
    static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = FRACTION.import(py, "fractions", "Fraction")?;
    let denominator = BigInt::from(1) << x.exponent();
    class.call1((x.numerator(), denominator))
}

/// The dyadic number that a Python object is, if it is an exact number at all.
pub(super) fn exact_number(object: &Bound<'_, PyAny>) -> PyResult<Option<Dyadic>> {
    if object.is_instance_of::<PyInt>() {
        if let Ok(small) = object.extract::<i64>() {
            return Ok(Some(Dyadic::integer(small)));
        }
        return Ok(Some(Dyadic::new(object.extract::<BigInt>()?, 0)));
    }
    if object.is_instance_of::<PyFloat>() || object.is_instance_of::<PyString>() {
        return Ok(None);
    }
    let (Ok(num), Ok(denominator)) = (object.getattr("numerator"), object.getattr("denominator"))
    else {
        return Ok(None);
    };
    let (Ok(num), Ok(denominator)) = (num.extract::<BigInt>(), denominator.extract::<BigInt>())
    else {
        return Ok(None);
    };
    let exp = denominator.trailing_zeros().unwrap_or(0);
    match u32::try_from(exp) {
        Ok(exp) if denominator == BigInt::from(1) << exp => Ok(Some(Dyadic::new(num, exp))),
        _ => {
            // Digits of numbers of any size would take long, and nobody would read them.
            let shown = if num.bits() + denominator.bits() < 400 {
                format!("{num}/{denominator}")
            } else {
                "this fraction".to_owned()
            };
            Err(PyValueError::new_err(format!(
                "{shown} is no value of a short game: its denominator must be a power of two, at \
                 most 2^(2^30)"
            )))
        }
    }
}

/// A number given by the caller.
pub(super) fn dyadic(object: &Bound<'_, PyAny>, what: &str) -> PyResult<Dyadic> {
    if let Some(x) = exact_number(object)? {
        return Ok(x);
    }
    if let Ok(game) = object.cast::<Game>() {
        let id = game.get().id;
        let number = quick(object.py(), move |world, _| Ok(world.store.number(id).cloned()))?;
        if let Some(x) = number {
            return Ok(x);
        }
    }
    Err(PyTypeError::new_err(format!(
        "{what} must be an int, a Fraction or a game that is a number, not {}",
        object.repr()?
    )))
}

/// The game that an operand stands for: a game, or an exact number.
pub(super) fn operand(object: &Bound<'_, PyAny>) -> PyResult<Option<GameId>> {
    if let Ok(game) = object.cast::<Game>() {
        return Ok(Some(game.get().id));
    }
    match exact_number(object)? {
        Some(x) => quick(object.py(), move |world, _| world.store.of_number(x)).map(Some),
        None => Ok(None),
    }
}

/// A game, number or text given by the caller.
pub(super) fn game_from(object: &Bound<'_, PyAny>) -> PyResult<GameId> {
    if let Some(id) = operand(object)? {
        return Ok(id);
    }
    if let Ok(text) = object.cast::<PyString>() {
        return read(text);
    }
    Err(PyTypeError::new_err(format!(
        "a game is made from games, ints, Fractions or texts, not from {}",
        object.repr()?
    )))
}

pub(super) fn read(text: &Bound<'_, PyString>) -> PyResult<GameId> {
    // Half of a pair of surrogates is no character; it is told as one that has no meaning.
    let (py, text) = (text.py(), text.to_string_lossy().into_owned());
    let shown = text.clone();
    let answer = run(py, move |world, ticker| {
        Ok(match world.store.read(&text, ticker) {
            Err(wrong) if wrong.trouble == Some(Trouble::Stopped) => return Err(Trouble::Stopped),
            other => other,
        })
    })?;
    let wrong = match answer {
        Ok(id) => return Ok(id),
        Err(wrong) => wrong,
    };
    if let Some(trouble) = wrong.trouble {
        return Err(trouble_error(py, &trouble));
    }
    // A window of the text around the column, so that a long text stays readable.
    let first = wrong.column.saturating_sub(40);
    let window: String =
        shown.chars().skip(first).take(72).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let caret = " ".repeat(wrong.column - 1 - first.min(wrong.column - 1));
    let message = format!("column {}: {}\n  {window}\n  {caret}^", wrong.column, wrong.message);
    let error = lastmove_error(py, "NotationError", &message);
    let value = error.value(py);
    value.setattr("line", 1)?;
    value.setattr("column", wrong.column)?;
    Err(error)
}
