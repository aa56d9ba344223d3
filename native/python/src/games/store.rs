//! Functions on the one store of games: reading, listing, comparing, limits.

use std::cmp::Ordering;

use lastmove_core::games::GameId;
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
        let mut rows = vec![vec![b'='; ids.len()]; ids.len()];
        for (i, &g) in ids.iter().enumerate() {
            for (j, &h) in ids.iter().enumerate().skip(i + 1) {
                ticker.tick(8, (i * ids.len() + j) as u64)?;
                let (here, there) = match world.store.compare(g, h, ticker)? {
                    Some(Ordering::Less) => (b'<', b'>'),
                    Some(Ordering::Equal) => (b'=', b'='),
                    Some(Ordering::Greater) => (b'>', b'<'),
                    None => (b'|', b'|'),
                };
                rows[i][j] = here;
                rows[j][i] = there;
            }
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
