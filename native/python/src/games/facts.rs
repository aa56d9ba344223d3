//! What is known of a game: options, stops, thermograph, kind.

use lastmove_core::games::{GameId, Nus, Store};
use lastmove_core::numbers::Dyadic;
use num_bigint::BigInt;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use super::convert::to_fraction;
use super::{Game, games};

/// Corners of a wall as (value, temperature).
type Corners<'py> = Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>;

#[pymethods]
impl Game {
    fn left_options(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        self.ask(py, |store, id, _| store.left_options(id).map(<[_]>::to_vec)).map(games)
    }

    fn right_options(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        self.ask(py, |store, id, _| store.right_options(id).map(<[_]>::to_vec)).map(games)
    }

    fn followers(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        self.search(py, Store::followers).map(games)
    }

    #[getter]
    fn follower_count(&self, py: Python<'_>) -> PyResult<usize> {
        self.search(py, |store, id, ticker| store.followers(id, ticker).map(|all| all.len()))
    }

    #[getter]
    fn stop_count(&self, py: Python<'_>) -> PyResult<BigInt> {
        self.search(py, Store::stop_count)
    }

    #[getter]
    fn birthday(&self, py: Python<'_>) -> PyResult<BigInt> {
        self.search(py, Store::birthday)
    }

    #[getter]
    fn left_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let x = self.ask(py, |store, id, _| Ok(store.left_stop(id).clone()))?;
        to_fraction(py, &x)
    }

    #[getter]
    fn right_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let x = self.ask(py, |store, id, _| Ok(store.right_stop(id).clone()))?;
        to_fraction(py, &x)
    }

    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let x =
            self.search(py, |store, id, ticker| Ok(store.thermograph(id, ticker)?.mean.clone()))?;
        to_fraction(py, &x)
    }

    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let x = self.search(py, |store, id, ticker| {
            Ok(store.thermograph(id, ticker)?.temperature.clone())
        })?;
        to_fraction(py, &x)
    }

    /// Corners of the left and right wall as (value, temperature), then mean and temperature.
    fn _walls<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Corners<'py>, Corners<'py>, Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let found = self.search(py, |store, id, ticker| store.thermograph(id, ticker).cloned())?;
        let corners = |wall: Vec<(Dyadic, Dyadic)>| {
            wall.iter()
                .map(|(value, t)| Ok((to_fraction(py, value)?, to_fraction(py, t)?)))
                .collect::<PyResult<Corners<'py>>>()
        };
        Ok((
            corners(found.left.corners())?,
            corners(found.right.corners())?,
            to_fraction(py, &found.mean)?,
            to_fraction(py, &found.temperature)?,
        ))
    }

    fn thermograph(slf: Bound<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
        static THERMOGRAPH: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let py = slf.py();
        slf.get().search(py, |store, id, ticker| store.thermograph(id, ticker).map(|_| ()))?;
        let class = THERMOGRAPH.import(py, "lastmove.values.thermograph", "Thermograph")?;
        class.call1((slf,))
    }

    #[getter]
    fn number<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let x = self.ask(py, |store, id, _| Ok(store.number(id).cloned()))?;
        x.map(|x| to_fraction(py, &x)).transpose()
    }

    /// Number, ups and nimber of a number-up-star.
    #[getter]
    fn number_up_star<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Option<(Bound<'py, PyAny>, i64, u64)>> {
        let nus = self.ask(py, |store, id, _| Ok(store.nus(id).cloned()))?;
        nus.map(|nus| Ok((to_fraction(py, &nus.number)?, nus.ups, nus.nimber))).transpose()
    }

    #[getter]
    fn is_zero(&self) -> bool {
        self.id == GameId::ZERO
    }

    #[getter]
    fn is_number(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |store, id, _| Ok(store.number(id).is_some()))
    }

    #[getter]
    fn is_integer(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |store, id, _| Ok(store.number(id).is_some_and(Dyadic::is_integer)))
    }

    #[getter]
    fn is_nimber(&self, py: Python<'_>) -> PyResult<bool> {
        let nimber = |nus: &Nus| nus.number.is_zero() && nus.ups == 0;
        self.ask(py, move |store, id, _| Ok(store.nus(id).is_some_and(nimber)))
    }

    #[getter]
    fn is_number_up_star(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |store, id, _| Ok(store.nus(id).is_some()))
    }

    #[getter]
    fn is_infinitesimal(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |store, id, _| Ok(store.is_infinitesimal(id)))
    }

    #[getter]
    fn is_numberish(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |store, id, _| Ok(store.is_numberish(id)))
    }

    #[getter]
    fn is_all_small(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |store, id, _| Ok(store.is_all_small(id)))
    }

    #[getter]
    fn is_even_tempered(&self, py: Python<'_>) -> PyResult<bool> {
        self.search(py, |store, id, ticker| Ok(store.tempered(id, ticker)? == Some(false)))
    }

    #[getter]
    fn is_odd_tempered(&self, py: Python<'_>) -> PyResult<bool> {
        self.search(py, |store, id, ticker| Ok(store.tempered(id, ticker)? == Some(true)))
    }
}
