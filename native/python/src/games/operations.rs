//! Cooling, heating, products and reductions.

use lastmove_core::games::Store;
use pyo3::prelude::*;

use super::convert::{dyadic, game_from};
use super::{Game, games};

#[pymethods]
impl Game {
    fn cool(&self, t: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = t.py();
        let t = dyadic(t, "a temperature")?;
        self.unary(py, move |store, id, ticker| store.cool(id, &t, ticker))
    }

    fn freeze(&self, py: Python<'_>) -> PyResult<Self> {
        self.unary(py, Store::freeze)
    }

    fn heat(&self, by: &Bound<'_, PyAny>) -> PyResult<Self> {
        let h = game_from(by)?;
        self.unary(by.py(), move |store, id, ticker| store.heat(id, h, ticker))
    }

    fn overheat(&self, bottom: &Bound<'_, PyAny>, top: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (from, to) = (game_from(bottom)?, game_from(top)?);
        self.unary(top.py(), move |store, id, ticker| store.overheat(id, from, to, ticker))
    }

    fn ordinal_sum(&self, top: &Bound<'_, PyAny>) -> PyResult<Self> {
        let h = game_from(top)?;
        self.unary(top.py(), move |store, id, ticker| store.ordinal_sum(id, h, ticker))
    }

    fn norton_product(&self, unit: &Bound<'_, PyAny>) -> PyResult<Self> {
        let h = game_from(unit)?;
        self.unary(unit.py(), move |store, id, ticker| store.norton_product(id, h, ticker))
    }

    fn conway_product(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        let h = game_from(other)?;
        self.unary(other.py(), move |store, id, ticker| store.conway_product(id, h, ticker))
    }

    fn reduced(&self, py: Python<'_>) -> PyResult<Self> {
        self.unary(py, Store::reduced)
    }

    fn left_incentives(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        self.search(py, |store, id, ticker| store.incentives(id, true, false, ticker)).map(games)
    }

    fn right_incentives(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        self.search(py, |store, id, ticker| store.incentives(id, false, true, ticker)).map(games)
    }

    fn incentives(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        self.search(py, |store, id, ticker| store.incentives(id, true, true, ticker)).map(games)
    }
}
