//! Class `Game`: short games in canonical form.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use lastmove_core::games::{GameId, Nus, Store, Style, Trouble};
use lastmove_core::monitor::Ticker;
use lastmove_core::numbers::Dyadic;
use num_bigint::BigInt;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyFloat, PyInt, PyString, PyTuple, PyType};

use crate::world::{at_once, lastmove_error, quick, run, trouble_error, try_first};

/// Adds the topic to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Game>()?;
    module.add_function(wrap_pyfunction!(parse, module)?)?;
    module.add_function(wrap_pyfunction!(born_by, module)?)?;
    module.add_function(wrap_pyfunction!(order_table, module)?)?;
    module.add_function(wrap_pyfunction!(store_info, module)?)?;
    module.add_function(wrap_pyfunction!(store_limit, module)?)?;
    module.add_function(wrap_pyfunction!(store_forget, module)?)
}

/// A short game in canonical form.
#[pyclass(module = "lastmove", name = "Game", frozen)]
pub struct Game {
    pub id: GameId,
}

type GameResult<T> = lastmove_core::games::Result<T>;

/// A number as a Python int or Fraction.
fn to_number<'py>(py: Python<'py>, x: &Dyadic) -> PyResult<Bound<'py, PyAny>> {
    if x.is_integer() {
        return Ok(x.numerator().into_pyobject(py)?.into_any());
    }
    to_fraction(py, x)
}

/// A number as a Fraction.
pub fn to_fraction<'py>(py: Python<'py>, x: &Dyadic) -> PyResult<Bound<'py, PyAny>> {
    static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = FRACTION.import(py, "fractions", "Fraction")?;
    let denominator = BigInt::from(1) << x.exponent();
    class.call1((x.numerator(), denominator))
}

/// The dyadic number that a Python object is, if it is an exact number at all.
fn exact_number(object: &Bound<'_, PyAny>) -> PyResult<Option<Dyadic>> {
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
        _ => Err(PyValueError::new_err(format!(
            "{num}/{denominator} is no value of a short game: its denominator must be a power of two"
        ))),
    }
}

/// A number given by the caller.
fn dyadic(object: &Bound<'_, PyAny>, what: &str) -> PyResult<Dyadic> {
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
fn operand(object: &Bound<'_, PyAny>) -> PyResult<Option<GameId>> {
    if let Ok(game) = object.cast::<Game>() {
        return Ok(Some(game.get().id));
    }
    match exact_number(object)? {
        Some(x) => quick(object.py(), move |world, _| world.store.of_number(x)).map(Some),
        None => Ok(None),
    }
}

/// A game, number or text given by the caller.
fn game_from(object: &Bound<'_, PyAny>) -> PyResult<GameId> {
    if let Some(id) = operand(object)? {
        return Ok(id);
    }
    if let Ok(text) = object.cast::<PyString>() {
        return read(object.py(), text.to_cow()?.into_owned());
    }
    Err(PyTypeError::new_err(format!(
        "a game is made from games, ints, Fractions or texts, not from {}",
        object.repr()?
    )))
}

fn read(py: Python<'_>, text: String) -> PyResult<GameId> {
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

/// Read a value.
#[pyfunction]
fn parse(py: Python<'_>, text: String) -> PyResult<Game> {
    read(py, text).map(|id| Game { id })
}

/// List the games born by a day.
#[pyfunction]
fn born_by(py: Python<'_>, day: u32) -> PyResult<Vec<Game>> {
    run(py, move |world, ticker| world.store.born_by(day, ticker)).map(games)
}

/// Compare each game with each: one row of bytes a game, with `<`, `=`, `>` and `|` (confused).
#[pyfunction]
fn order_table(py: Python<'_>, games: Vec<Bound<'_, Game>>) -> PyResult<Vec<Py<PyBytes>>> {
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
fn store_info(py: Python<'_>) -> PyResult<(usize, usize)> {
    quick(py, |world, _| Ok((world.store.len(), world.store.bytes())))
}

/// Set the memory limit of the store in bytes; return the one before.
#[pyfunction]
fn store_limit(py: Python<'_>, bytes: usize) -> PyResult<usize> {
    quick(py, move |world, _| {
        let before = world.store.limit();
        world.store.set_limit(bytes);
        Ok(before)
    })
}

/// Forget remembered comparisons, sums and thermographs.
#[pyfunction]
fn store_forget(py: Python<'_>) -> PyResult<()> {
    quick(py, |world, _| {
        world.store.forget();
        Ok(())
    })
}

fn games(ids: Vec<GameId>) -> Vec<Game> {
    ids.into_iter().map(|id| Game { id }).collect()
}

/// Corners of a wall as (value, temperature).
type Corners<'py> = Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>;

/// One game of a pickle: a descriptor, or indices of earlier games of the pickle.
type Row = (Option<(BigInt, u32, i64, u64)>, Vec<usize>, Vec<usize>);

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
    if store.nus(id).is_none() && store.text_length(id, style, ticker)? > TEXT_LIMIT {
        return Err(Trouble::Range(
            "the text of this game is longer than 2^31 characters: ask for its length instead",
        ));
    }
    store.text(id, style, ticker)
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

fn or_not_implemented(py: Python<'_>, answer: Option<Game>) -> PyResult<Py<PyAny>> {
    match answer {
        Some(game) => Ok(Py::new(py, game)?.into_any()),
        None => Ok(py.NotImplemented()),
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
            return game_from(left).map(|id| Self { id });
        };
        let mut sides = [Vec::new(), Vec::new()];
        for (side, given) in sides.iter_mut().zip([left, right]) {
            if given.is_instance_of::<PyString>() || given.is_instance_of::<Self>() {
                return Err(PyTypeError::new_err(
                    "the options of a game are given as two collections: Game([0], [1])",
                ));
            }
            for option in given.try_iter()? {
                side.push(game_from(&option?)?);
            }
        }
        let [left, right] = sides;
        run(py, move |world, ticker| world.store.make(left, right, ticker)).map(|id| Self { id })
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let answer = self.search(py, |store, id, ticker| {
            if store.nus(id).is_none() {
                let length = store.text_length(id, Style::Ascii, ticker)?;
                if length > REPR_LIMIT {
                    return Ok(Err(length));
                }
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

    fn unicode(&self, py: Python<'_>) -> PyResult<String> {
        self.search(py, |store, id, ticker| text_of(store, id, Style::Unicode, ticker))
    }

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

    #[getter]
    fn text_length(&self, py: Python<'_>) -> PyResult<u64> {
        self.search(py, |store, id, ticker| store.text_length(id, Style::Ascii, ticker))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<i64> {
        let id = self.id;
        if let Some(x) = quick(py, move |world, _| Ok(world.store.number(id).cloned()))? {
            return Ok(to_number(py, &x)?.hash()? as i64);
        }
        let mut hasher = std::hash::DefaultHasher::new();
        id.hash(&mut hasher);
        Ok(i64::from_ne_bytes(hasher.finish().to_ne_bytes()))
    }

    fn __bool__(&self) -> bool {
        self.id != GameId::ZERO
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let h = match operand(other) {
            Ok(Some(id)) => id,
            // A number that no game is, such as 1/3, is simply not equal.
            Err(error) if error.is_instance_of::<PyValueError>(py) => match op {
                CompareOp::Eq => {
                    return Ok(false.into_pyobject(py)?.to_owned().into_any().unbind());
                }
                CompareOp::Ne => return Ok(true.into_pyobject(py)?.to_owned().into_any().unbind()),
                _ => return Err(error),
            },
            Err(error) => return Err(error),
            Ok(None) => return Ok(py.NotImplemented()),
        };
        let g = self.id;
        let answer = match op {
            CompareOp::Eq => g == h,
            CompareOp::Ne => g != h,
            CompareOp::Le => Self::le(py, g, h)?,
            CompareOp::Ge => Self::le(py, h, g)?,
            CompareOp::Lt => g != h && Self::le(py, g, h)?,
            CompareOp::Gt => g != h && Self::le(py, h, g)?,
        };
        Ok(answer.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn compare(&self, other: &Bound<'_, PyAny>) -> PyResult<&'static str> {
        let h = game_from(other)?;
        let g = self.id;
        let order = try_first(other.py(), move |world, ticker| world.store.compare(g, h, ticker))?;
        Ok(match order {
            Some(Ordering::Less) => "<",
            Some(Ordering::Equal) => "=",
            Some(Ordering::Greater) => ">",
            None => "||",
        })
    }

    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let order = self.search(py, Store::outcome)?;
        let letter = match order {
            Some(Ordering::Less) => "R",
            Some(Ordering::Equal) => "P",
            Some(Ordering::Greater) => "L",
            None => "N",
        };
        py.import("lastmove.solve.outcome")?.getattr("Outcome")?.call1((letter,))
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        or_not_implemented(other.py(), self.plus(other, false, false)?)
    }

    fn __radd__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        or_not_implemented(other.py(), self.plus(other, false, true)?)
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        or_not_implemented(other.py(), self.plus(other, true, false)?)
    }

    fn __rsub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        or_not_implemented(other.py(), self.plus(other, true, true)?)
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<Self> {
        self.unary(py, Store::negative)
    }

    fn __pos__(&self) -> Self {
        Self { id: self.id }
    }

    fn __mul__(&self, times: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = times.py();
        if !times.is_instance_of::<PyInt>() {
            return Ok(py.NotImplemented());
        }
        let n = times.extract::<BigInt>()?;
        let multiple = self.unary(py, move |store, id, ticker| {
            if let Some(x) = store.number(id).cloned() {
                return store.of_number(Dyadic::new(x.numerator() * &n, x.exponent()));
            }
            let n = i64::try_from(&n)
                .map_err(|_| Trouble::Range("only an integer below 2^63 can multiply a game"))?;
            store.multiple(n, id, ticker)
        })?;
        or_not_implemented(py, Some(multiple))
    }

    fn __rmul__(&self, times: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__mul__(times)
    }

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

    fn atomic_weight(&self, py: Python<'_>) -> PyResult<Self> {
        self.unary(py, Store::atomic_weight)
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

    #[staticmethod]
    fn sum(games: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut ids = Vec::new();
        for game in games.try_iter()? {
            ids.push(game_from(&game?)?);
        }
        run(games.py(), move |world, ticker| world.store.sum(&ids, ticker)).map(|id| Self { id })
    }

    #[staticmethod]
    fn nimber(py: Python<'_>, index: u64) -> PyResult<Self> {
        quick(py, move |world, _| world.store.nimber(index)).map(|id| Self { id })
    }

    /// The value itself, so that boards, positions and games can be added up alike.
    #[getter]
    fn value(slf: Py<Self>) -> Py<Self> {
        slf
    }

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
