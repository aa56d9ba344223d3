//! Games as text.

use lastmove_core::games::{GameId, Store, Style, Trouble};
use lastmove_core::monitor::Ticker;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::{Game, GameResult};

/// Longest text that `repr` gives in full.
const REPR_LIMIT: u64 = 2000;
/// Longest text that `str` builds.
const TEXT_LIMIT: u64 = 1 << 31;

fn text_of(
    store: &mut Store,
    id: GameId,
    style: Style,
    ticker: &mut Ticker<'_>,
) -> GameResult<String> {
    // The length of a number takes time, and that of one of few bytes is within the limit.
    let short = store.nus(id).is_some_and(|nus| nus.number.is_shorter_than(TEXT_LIMIT));
    if !short && store.text_length(id, style, ticker)? > TEXT_LIMIT {
        return Err(Trouble::Range(
            "the text of this game is longer than 2^31 characters: ask for its length instead",
        ));
    }
    store.text(id, style, ticker)
}

#[pymethods]
impl Game {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let answer = self.search(py, |store, id, ticker| {
            let length = store.text_length(id, Style::Ascii, ticker)?;
            if length > REPR_LIMIT {
                return Ok(Err(length));
            }
            store.text(id, Style::Ascii, ticker).map(Ok)
        })?;
        Ok(match answer {
            Ok(text) => format!("Game('{text}')"),
            Err(length) => format!("<Game of {length} characters>"),
        })
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.search(py, |store, id, ticker| text_of(store, id, Style::Ascii, ticker))
    }

    fn __format__<'py>(&self, py: Python<'py>, spec: &str) -> PyResult<Bound<'py, PyAny>> {
        PyString::new(py, &self.__str__(py)?).call_method1("__format__", (spec,))
    }

    /// Return the value with arrows and the plus-minus sign; `parse` reads it back.
    ///
    /// Returns
    /// -------
    /// str
    ///
    /// Raises
    /// ------
    /// LimitExceeded
    ///     If the text is longer than 2^31 characters.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("v2*").unicode()
    /// '↓2∗'
    fn unicode(&self, py: Python<'_>) -> PyResult<String> {
        self.search(py, |store, id, ticker| text_of(store, id, Style::Unicode, ticker))
    }

    /// Return the value as a TeX formula, without dollar signs.
    ///
    /// Returns
    /// -------
    /// str
    ///
    /// Raises
    /// ------
    /// LimitExceeded
    ///     If the text is longer than 2^31 characters.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("3/4^2").latex()
    /// '\\frac{3}{4}{\\uparrow}_{2}'
    fn latex(&self, py: Python<'_>) -> PyResult<String> {
        self.search(py, |store, id, ticker| text_of(store, id, Style::Latex, ticker))
    }

    fn _repr_latex_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let text = self.search(py, |store, id, ticker| {
            if store.text_length(id, Style::Latex, ticker)? > REPR_LIMIT {
                return Ok(None);
            }
            store.text(id, Style::Latex, ticker).map(Some)
        })?;
        Ok(text.map(|text| format!("${text}$")))
    }

    /// Number of characters of ``str(game)``, found without building the text.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("{2||1|0}").text_length
    /// 8
    #[getter]
    fn text_length(&self, py: Python<'_>) -> PyResult<u64> {
        self.search(py, |store, id, ticker| store.text_length(id, Style::Ascii, ticker))
    }
}
