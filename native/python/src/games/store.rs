//! Functions on the one store of games: reading, listing, comparing, limits.

use std::cmp::Ordering;

use lastmove_core::games::{GameId, Trouble};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use super::convert::read;
use super::{Game, games};
use crate::world::{quick, run};

/// Read a value.
#[pyfunction]
pub(super) fn parse(text: &Bound<'_, PyString>) -> PyResult<Game> {
    read(text).map(|id| Game { id })
}

/// List the games born by a day.
#[pyfunction]
pub(super) fn born_by(py: Python<'_>, day: u32) -> PyResult<Vec<Game>> {
    run(py, move |world, ticker| world.store.born_by(day, ticker)).map(games)
}

/// Compare each game with each: one row of bytes a game, with `<`, `=`, `>` and `|` (confused).
#[pyfunction]
pub(super) fn order_table(
    py: Python<'_>,
    games: Vec<Bound<'_, Game>>,
) -> PyResult<Vec<Py<PyBytes>>> {
    let ids: Vec<GameId> = games.into_iter().map(|game| game.get().id).collect();
    let rows = run(py, move |world, ticker| {
        let store = &mut world.store;
        if ids.len().saturating_mul(ids.len()).saturating_add(store.bytes()) > store.limit() {
            return Err(Trouble::Memory { limit: store.limit(), games: store.len() });
        }
        let mut rows: Vec<Vec<u8>> = Vec::with_capacity(ids.len());
        for (i, &g) in ids.iter().enumerate() {
            let mut row = Vec::with_capacity(ids.len());
            row.extend(rows.iter().map(|before| match before[i] {
                b'<' => b'>',
                b'>' => b'<',
                same => same,
            }));
            row.push(b'=');
            ticker.tick(i as u64, (i * ids.len()) as u64)?;
            for (j, &h) in ids.iter().enumerate().skip(i + 1) {
                ticker.tick(8, (i * ids.len() + j) as u64)?;
                row.push(match store.compare(g, h, ticker)? {
                    Some(Ordering::Less) => b'<',
                    Some(Ordering::Equal) => b'=',
                    Some(Ordering::Greater) => b'>',
                    None => b'|',
                });
            }
            rows.push(row);
        }
        Ok(rows)
    })?;
    Ok(rows.iter().map(|row| PyBytes::new(py, row).unbind()).collect())
}

/// Return the number of games held and the bytes they take.
#[pyfunction]
pub(super) fn store_info(py: Python<'_>) -> PyResult<(usize, usize)> {
    quick(py, |world, _| Ok((world.store.len(), world.store.bytes())))
}

/// Forget remembered comparisons, sums and thermographs.
#[pyfunction]
pub(super) fn store_forget(py: Python<'_>) -> PyResult<()> {
    quick(py, |world, _| {
        world.store.forget();
        Ok(())
    })
}
