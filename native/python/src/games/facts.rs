//! What is known of a game: options, stops, thermograph, kind.

use lastmove_core::games::{GameId, Nus, Store};
use lastmove_core::numbers::Dyadic;
use num_bigint::BigInt;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyType};

use super::convert::to_fraction;
use super::{Game, games, heed_signals};

/// Corners of a wall as (value, temperature).
type Corners<'py> = Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>;

#[pymethods]
impl Game {
    /// Return Left's canonical options.
    ///
    /// Returns
    /// -------
    /// list of Game
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("{2|0} + ^").left_options()
    /// [Game('2^')]
    fn left_options(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        self.ask(py, |store, id, _| store.left_options(id).map(<[_]>::to_vec)).map(games)
    }

    /// Return Right's canonical options.
    ///
    /// Returns
    /// -------
    /// list of Game
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("^2").right_options()
    /// [Game('^*')]
    fn right_options(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        self.ask(py, |store, id, _| store.right_options(id).map(<[_]>::to_vec)).map(games)
    }

    /// Return all positions that play in the canonical form can reach, the game itself included.
    ///
    /// Returns
    /// -------
    /// list of Game
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> sorted(map(str, lm.parse("^").followers()))
    /// ['*', '0', '^']
    fn followers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let ids = self.search(py, Store::followers)?;
        let list = PyList::empty(py);
        for (at, id) in ids.into_iter().enumerate() {
            heed_signals(py, at)?;
            list.append(Self { id })?;
        }
        Ok(list)
    }

    /// Number of distinct followers, the game itself included.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("^").follower_count
    /// 3
    #[getter]
    fn follower_count(&self, py: Python<'_>) -> PyResult<usize> {
        self.search(py, |store, id, ticker| store.followers(id, ticker).map(|all| all.len()))
    }

    /// Number of lines of play that end at a number, each ending at its first number.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("+-{1,{2|0}}").stop_count
    /// 6
    #[getter]
    fn stop_count(&self, py: Python<'_>) -> PyResult<BigInt> {
        self.search(py, Store::stop_count)
    }

    /// Length of the longest play of the canonical form.
    ///
    /// References
    /// ----------
    /// .. [1] A. N. Siegel, *Combinatorial Game Theory*, 2013, section III.1.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("3/4").birthday, lm.parse("^").birthday
    /// (3, 2)
    #[getter]
    fn birthday(&self, py: Python<'_>) -> PyResult<BigInt> {
        self.search(py, Store::birthday)
    }

    /// The number reached when Left moves first and both play for the best number.
    ///
    /// References
    /// ----------
    /// .. [1] A. N. Siegel, *Combinatorial Game Theory*, 2013, section II.3.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("{2|0} + ^").left_stop
    /// Fraction(2, 1)
    #[getter]
    fn left_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let x = self.ask(py, |store, id, _| Ok(store.left_stop(id).clone()))?;
        to_fraction(py, &x)
    }

    /// The number reached when Right moves first and both play for the best number.
    ///
    /// References
    /// ----------
    /// .. [1] A. N. Siegel, *Combinatorial Game Theory*, 2013, section II.3.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("{2|0} + ^").right_stop
    /// Fraction(0, 1)
    #[getter]
    fn right_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let x = self.ask(py, |store, id, _| Ok(store.right_stop(id).clone()))?;
        to_fraction(py, &x)
    }

    /// The mean value: the number that n copies of the game stay near, divided by n.
    ///
    /// References
    /// ----------
    /// .. [1] A. N. Siegel, *Combinatorial Game Theory*, 2013, section II.5.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("{4|1}").mean
    /// Fraction(5, 2)
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (x, _) = self.search(py, Store::mean_and_temperature)?;
        to_fraction(py, &x)
    }

    /// The temperature: -1 for integers, negative for other numbers.
    ///
    /// References
    /// ----------
    /// .. [1] A. N. Siegel, *Combinatorial Game Theory*, 2013, section II.5.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("{4|1}").temperature, lm.parse("1/2").temperature
    /// (Fraction(3, 2), Fraction(-1, 2))
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (_, x) = self.search(py, Store::mean_and_temperature)?;
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

    /// Return the thermograph, from temperature -1 upwards.
    ///
    /// Returns
    /// -------
    /// Thermograph
    ///
    /// References
    /// ----------
    /// .. [1] A. N. Siegel, *Combinatorial Game Theory*, 2013, section II.5.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("{4|1}").thermograph().left
    /// ((Fraction(5, 1), Fraction(-1, 1)), (Fraction(5, 2), Fraction(3, 2)))
    fn thermograph(slf: Bound<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
        static THERMOGRAPH: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let py = slf.py();
        slf.get().search(py, |store, id, ticker| store.thermograph(id, ticker).map(|_| ()))?;
        let class = THERMOGRAPH.import(py, "lastmove.values.thermograph", "Thermograph")?;
        class.call1((slf,))
    }

    /// The number the game is equal to; None if it is none.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("{0|1}").number
    /// Fraction(1, 2)
    #[getter]
    fn number<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let x = self.ask(py, |store, id, _| Ok(store.number(id).cloned()))?;
        x.map(|x| to_fraction(py, &x)).transpose()
    }

    /// The number, multiple of up and nimber whose sum the game is; None if it is no such sum.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("1/2v3*2").number_up_star
    /// (Fraction(1, 2), -3, 2)
    #[getter]
    fn number_up_star<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Option<(Bound<'py, PyAny>, i64, u64)>> {
        let nus = self.ask(py, |store, id, _| Ok(store.nus(id).cloned()))?;
        nus.map(|nus| Ok((to_fraction(py, &nus.number)?, nus.ups, nus.nimber))).transpose()
    }

    /// Whether the second player wins.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> (lm.parse("*") + lm.parse("*")).is_zero
    /// True
    #[getter]
    fn is_zero(&self) -> bool {
        self.id == GameId::ZERO
    }

    /// Whether it is a number.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("{0|1}").is_number, lm.parse("*").is_number
    /// (True, False)
    #[getter]
    fn is_number(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |store, id, _| Ok(store.number(id).is_some()))
    }

    /// Whether it is an integer.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("{3|}").is_integer
    /// True
    #[getter]
    fn is_integer(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |store, id, _| Ok(store.number(id).is_some_and(Dyadic::is_integer)))
    }

    /// Whether it is a nimber, 0 included.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("{0,*|0,*}").is_nimber
    /// True
    #[getter]
    fn is_nimber(&self, py: Python<'_>) -> PyResult<bool> {
        let nimber = |nus: &Nus| nus.number.is_zero() && nus.ups == 0;
        self.ask(py, move |store, id, _| Ok(store.nus(id).is_some_and(nimber)))
    }

    /// Whether it is a number plus a multiple of up plus a nimber.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("1^*").is_number_up_star
    /// True
    #[getter]
    fn is_number_up_star(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |store, id, _| Ok(store.nus(id).is_some()))
    }

    /// Whether both stops are 0: the game lies between all negative and all positive numbers.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("Tiny(2)").is_infinitesimal
    /// True
    #[getter]
    fn is_infinitesimal(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |store, id, _| Ok(store.is_infinitesimal(id)))
    }

    /// Whether it is a number plus an infinitesimal: both stops are equal.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("1^").is_numberish, lm.parse("+-1").is_numberish
    /// (True, False)
    #[getter]
    fn is_numberish(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |store, id, _| Ok(store.is_numberish(id)))
    }

    /// Whether in every follower but 0 both players can move.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("^*").is_all_small, lm.parse("Tiny(2)").is_all_small
    /// (True, False)
    #[getter]
    fn is_all_small(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |store, id, _| Ok(store.is_all_small(id)))
    }

    /// Whether every play to an integer takes an even number of moves.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("+-1 + +-2").is_even_tempered
    /// True
    #[getter]
    fn is_even_tempered(&self, py: Python<'_>) -> PyResult<bool> {
        self.search(py, |store, id, ticker| Ok(store.tempered(id, ticker)? == Some(false)))
    }

    /// Whether every play to an integer takes an odd number of moves.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("+-1").is_odd_tempered
    /// True
    #[getter]
    fn is_odd_tempered(&self, py: Python<'_>) -> PyResult<bool> {
        self.search(py, |store, id, ticker| Ok(store.tempered(id, ticker)? == Some(true)))
    }
}
