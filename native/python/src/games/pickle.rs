//! Pickling and copying.

use lastmove_core::games::{Nus, Store};
use lastmove_core::numbers::Dyadic;
use num_bigint::BigInt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::Game;
use crate::world::run;

/// One game of a pickle: a descriptor, or indices of earlier games of the pickle.
type Row = (Option<(BigInt, u32, i64, u64)>, Vec<usize>, Vec<usize>);

#[pymethods]
impl Game {
    /// Rows of all followers, options before the games they belong to.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let rows = self.search(py, Store::rows)?;
        let rows: Vec<Row> = rows
            .into_iter()
            .map(|(nus, left, right)| {
                let nus = nus.map(|nus| {
                    (nus.number.numerator(), nus.number.exponent(), nus.ups, nus.nimber)
                });
                (nus, left, right)
            })
            .collect();
        let rebuild = py.get_type::<Self>().getattr("_from_rows")?;
        Ok((rebuild, PyTuple::new(py, [rows])?))
    }

    #[staticmethod]
    fn _from_rows(py: Python<'_>, rows: Vec<Row>) -> PyResult<Self> {
        run(py, move |world, ticker| {
            let rows = rows.into_iter().map(|(nus, left, right)| {
                let nus = nus.map(|(num, exp, ups, nimber)| Nus {
                    number: Dyadic::new(num, exp),
                    ups,
                    nimber,
                });
                (nus, left, right)
            });
            world.store.from_rows(rows, ticker)
        })
        .map(|id| Self { id })
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}
