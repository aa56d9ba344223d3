//! Class `Game`: short games in canonical form.
//!
//! Its comments are what `help` shows in Python, examples included.
#![allow(clippy::doc_lazy_continuation, clippy::doc_link_with_quotes, clippy::doc_markdown)]

mod arithmetic;
mod convert;
mod facts;
mod infinitesimal;
mod operations;
mod pickle;
mod store;
mod text;

use lastmove_core::games::{GameId, Store};
use lastmove_core::monitor::Ticker;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PySet, PyString, PyTuple};

use crate::world::{at_once, quick, run, try_first};
use convert::{game_from, operand};

/// What is wrong with options given in another way.
const TWO_COLLECTIONS: &str = "the options of a game are given as two collections: Game([0], [1])";

/// Adds the topic to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Game>()?;
    module.add_function(wrap_pyfunction!(store::parse, module)?)?;
    module.add_function(wrap_pyfunction!(store::born_by, module)?)?;
    module.add_function(wrap_pyfunction!(store::order_table, module)?)?;
    module.add_function(wrap_pyfunction!(store::store_info, module)?)?;
    module.add_function(wrap_pyfunction!(store::store_forget, module)?)
}

/// A short game in canonical form.
///
/// Games are equal exactly when their values are. They add, subtract and compare with each other
/// and with ints and Fractions, which stand for numbers; they hash like those where equal, and
/// pickle.
///
/// Parameters
/// ----------
/// left, right : collections of games, ints, Fractions or texts
///     The options of Left and of Right; or `left` alone: a text in the notation, or a number.
///
/// Raises
/// ------
/// NotationError
///     If a text is no value.
/// ValueError
///     If a Fraction is not dyadic.
///
/// Examples
/// --------
/// >>> import lastmove as lm
/// >>> lm.Game([0], [1])
/// Game('1/2')
/// >>> lm.Game("{2|0}") + 1
/// Game('{3|1}')
/// >>> lm.Game("^*").compare(0)
/// '||'
///
/// References
/// ----------
/// .. [1] A. N. Siegel, *Combinatorial Game Theory*, 2013, chapter II.
#[pyclass(module = "lastmove", name = "Game", frozen)]
pub struct Game {
    pub id: GameId,
}

type GameResult<T> = lastmove_core::games::Result<T>;

/// Lets Ctrl-C end the reading of a collection that never ends by itself.
fn heed_signals(py: Python<'_>, read: usize) -> PyResult<()> {
    if read.is_multiple_of(0x1000) { py.check_signals() } else { Ok(()) }
}

fn games(ids: Vec<GameId>) -> Vec<Game> {
    ids.into_iter().map(|id| Game { id }).collect()
}

impl Game {
    fn unary(
        &self,
        py: Python<'_>,
        work: impl Fn(&mut Store, GameId, &mut Ticker<'_>) -> GameResult<GameId> + Send,
    ) -> PyResult<Self> {
        let id = self.id;
        try_first(py, move |world, ticker| work(&mut world.store, id, ticker)).map(|id| Self { id })
    }

    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Store, GameId, &mut Ticker<'_>) -> GameResult<T> + Send,
    ) -> PyResult<T> {
        let id = self.id;
        quick(py, move |world, ticker| work(&mut world.store, id, ticker))
    }

    fn search<T: Send>(
        &self,
        py: Python<'_>,
        work: impl Fn(&mut Store, GameId, &mut Ticker<'_>) -> GameResult<T> + Send,
    ) -> PyResult<T> {
        let id = self.id;
        try_first(py, move |world, ticker| work(&mut world.store, id, ticker))
    }

    /// Adds `other`, negated if `minus`; `None` if it is no operand.
    fn plus(
        &self,
        other: &Bound<'_, PyAny>,
        minus: bool,
        reflected: bool,
    ) -> PyResult<Option<Self>> {
        let Some(other_id) = operand(other)? else { return Ok(None) };
        let (g, h) = if reflected { (other_id, self.id) } else { (self.id, other_id) };
        let sum = try_first(other.py(), move |world, ticker| {
            if minus { world.store.subtract(g, h, ticker) } else { world.store.add(g, h, ticker) }
        })?;
        Ok(Some(Self { id: sum }))
    }

    fn le(py: Python<'_>, g: GameId, h: GameId) -> PyResult<bool> {
        if let Some(world) = at_once()
            && let Some(known) = world.store.le_at_once(g, h)
        {
            return Ok(known);
        }
        try_first(py, move |world, ticker| world.store.le(g, h, ticker))
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (left = None, right = None, /))]
    fn new(
        py: Python<'_>,
        left: Option<&Bound<'_, PyAny>>,
        right: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let Some(left) = left else {
            return Ok(Self { id: GameId::ZERO });
        };
        let Some(right) = right else {
            let is_side = left.is_instance_of::<PyList>()
                || left.is_instance_of::<PyTuple>()
                || left.is_instance_of::<PySet>();
            if is_side {
                return Err(PyTypeError::new_err(TWO_COLLECTIONS));
            }
            return game_from(left).map(|id| Self { id });
        };
        let mut sides = [Vec::new(), Vec::new()];
        for (side, given) in sides.iter_mut().zip([left, right]) {
            if given.is_instance_of::<PyString>() || given.is_instance_of::<Self>() {
                return Err(PyTypeError::new_err(TWO_COLLECTIONS));
            }
            for option in given.try_iter()? {
                side.push(game_from(&option?)?);
                heed_signals(py, side.len())?;
            }
        }
        let [left, right] = sides;
        run(py, move |world, ticker| world.store.make(left, right, ticker)).map(|id| Self { id })
    }

    /// The game itself, so that games stand beside boards and positions.
    #[getter]
    fn value(slf: Py<Self>) -> Py<Self> {
        slf
    }
}
