//! Cooling, heating, products and reductions.

use lastmove_core::games::Store;
use pyo3::prelude::*;

use super::convert::{dyadic, game_from};
use super::{Game, games};

#[pymethods]
impl Game {
    /// Return the game cooled by a number: each move costs its player that much.
    ///
    /// Returns
    /// -------
    /// Game
    ///
    /// Raises
    /// ------
    /// GameError
    ///     If the number is not greater than -1.
    ///
    /// References
    /// ----------
    /// .. [1] A. N. Siegel, *Combinatorial Game Theory*, 2013, section II.5.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("{4|0}").cool(1)
    /// Game('{3|1}')
    fn cool(&self, t: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = t.py();
        let t = dyadic(t, "a temperature")?;
        self.unary(py, move |store, id, ticker| store.cool(id, &t, ticker))
    }

    /// Return the game cooled by its temperature, or itself if that is negative.
    ///
    /// Returns
    /// -------
    /// Game
    ///
    /// References
    /// ----------
    /// .. [1] A. N. Siegel, *Combinatorial Game Theory*, 2013, section II.5.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("{4|0}").freeze()
    /// Game('2*')
    fn freeze(&self, py: Python<'_>) -> PyResult<Self> {
        self.unary(py, Store::freeze)
    }

    /// Return the game heated by a game: each move gains its player that much, numbers stay.
    ///
    /// Returns
    /// -------
    /// Game
    ///
    /// References
    /// ----------
    /// .. [1] A. N. Siegel, *Combinatorial Game Theory*, 2013, section II.5.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("*").heat(1)
    /// Game('+-1')
    fn heat(&self, by: &Bound<'_, PyAny>) -> PyResult<Self> {
        let h = game_from(by)?;
        self.unary(by.py(), move |store, id, ticker| store.heat(id, h, ticker))
    }

    /// Return the game overheated: integers count `bottom`, each other move gains `top`.
    ///
    /// Returns
    /// -------
    /// Game
    ///
    /// References
    /// ----------
    /// .. [1] E. R. Berlekamp, Blockbusting and Domineering, J. Combin. Theory A 49 (1988).
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("1/2").overheat(1, 1)
    /// Game('{1|0}')
    fn overheat(&self, bottom: &Bound<'_, PyAny>, top: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (from, to) = (game_from(bottom)?, game_from(top)?);
        self.unary(top.py(), move |store, id, ticker| store.overheat(id, from, to, ticker))
    }

    /// Return the ordinal sum: a move in this game annihilates `top`, which lies on it.
    ///
    /// It depends on the forms of the games; the canonical ones are taken.
    ///
    /// Returns
    /// -------
    /// Game
    ///
    /// References
    /// ----------
    /// .. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 7.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("*").ordinal_sum(1)
    /// Game('^*')
    fn ordinal_sum(&self, top: &Bound<'_, PyAny>) -> PyResult<Self> {
        let h = game_from(top)?;
        self.unary(top.py(), move |store, id, ticker| store.ordinal_sum(id, h, ticker))
    }

    /// Return the Norton product of the game and a positive unit.
    ///
    /// The canonical forms of both are taken.
    ///
    /// Returns
    /// -------
    /// Game
    ///
    /// References
    /// ----------
    /// .. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 8.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("1/2").norton_product("^")
    /// Game('{^2*|v*}')
    fn norton_product(&self, unit: &Bound<'_, PyAny>) -> PyResult<Self> {
        let h = game_from(unit)?;
        self.unary(unit.py(), move |store, id, ticker| store.norton_product(id, h, ticker))
    }

    /// Return the Conway product of the canonical forms.
    ///
    /// Returns
    /// -------
    /// Game
    ///
    /// References
    /// ----------
    /// .. [1] J. H. Conway, *On Numbers and Games*, 1976, chapter 1.
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("3/4").conway_product("1/2")
    /// Game('3/8')
    fn conway_product(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        let h = game_from(other)?;
        self.unary(other.py(), move |store, id, ticker| store.conway_product(id, h, ticker))
    }

    /// Return the reduced canonical form: the simplest game infinitely close.
    ///
    /// Returns
    /// -------
    /// Game
    ///
    /// References
    /// ----------
    /// .. [1] J. P. Grossman, A. N. Siegel, Reductions of partizan games, *Games of No Chance
    ///    3* (2009).
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("{2^|*} + ^").reduced()
    /// Game('{2|0}')
    fn reduced(&self, py: Python<'_>) -> PyResult<Self> {
        self.unary(py, Store::reduced)
    }

    /// Return what Left's moves gain, dominated ones left out.
    ///
    /// Returns
    /// -------
    /// list of Game
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("+-1").left_incentives()
    /// [Game('{2|0}')]
    fn left_incentives(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        self.search(py, |store, id, ticker| store.incentives(id, true, false, ticker)).map(games)
    }

    /// Return what Right's moves gain, dominated ones left out.
    ///
    /// Returns
    /// -------
    /// list of Game
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("{3|0}").right_incentives()
    /// [Game('{3|0}')]
    fn right_incentives(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        self.search(py, |store, id, ticker| store.incentives(id, false, true, ticker)).map(games)
    }

    /// Return what the moves of both gain, dominated ones left out.
    ///
    /// Returns
    /// -------
    /// list of Game
    ///
    /// Examples
    /// --------
    /// >>> import lastmove as lm
    /// >>> lm.parse("^").incentives()
    /// [Game('^*')]
    fn incentives(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        self.search(py, |store, id, ticker| store.incentives(id, true, true, ticker)).map(games)
    }
}
