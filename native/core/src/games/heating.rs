//! Cooling and its relatives.

use rustc_hash::FxHashMap;

use super::store::{GameId, Store};
use super::{Result, Trouble};
use crate::monitor::Ticker;
use crate::numbers::Dyadic;

impl Store {
    /// `g` cooled by `t`: every move costs its player `t`, and play ends at the mean as soon as
    /// the temperature lies below `t` (Siegel, II.5).
    ///
    /// # Errors
    ///
    /// [`Trouble::Undefined`] unless `t > -1`; otherwise if stopped or out of memory.
    pub fn cool(&mut self, g: GameId, t: &Dyadic, ticker: &mut Ticker<'_>) -> Result<GameId> {
        if *t <= Dyadic::MINUS_ONE {
            return Err(Trouble::Undefined("a game can be cooled only by more than -1"));
        }
        let (cost, gain) = (self.of_number(-t)?, self.of_number(t.clone())?);
        self.fold(
            g,
            &mut FxHashMap::default(),
            ticker,
            |store, g, ticker| {
                let (mean, temperature) = store.mean_and_temperature(g, ticker)?;
                if temperature < *t { store.of_number(mean).map(Some) } else { Ok(None) }
            },
            |store, _, left, right, ticker| {
                let left = store.add_to_all(&left, cost, ticker)?;
                let right = store.add_to_all(&right, gain, ticker)?;
                store.make(left, right, ticker)
            },
        )
    }

    /// `g` cooled by its temperature, or `g` itself if that is negative.
    ///
    /// # Errors
    ///
    /// [`Trouble`] if stopped or out of memory.
    pub fn freeze(&mut self, g: GameId, ticker: &mut Ticker<'_>) -> Result<GameId> {
        let (_, t) = self.mean_and_temperature(g, ticker)?;
        if t < Dyadic::ZERO { Ok(g) } else { self.cool(g, &t, ticker) }
    }

    /// `g` heated by the game `by`: each move gains its player `by`, numbers stay as they are.
    ///
    /// # Errors
    ///
    /// [`Trouble`] if stopped or out of memory.
    pub fn heat(&mut self, g: GameId, by: GameId, ticker: &mut Ticker<'_>) -> Result<GameId> {
        let back = self.negative(by, ticker)?;
        self.fold(
            g,
            &mut FxHashMap::default(),
            ticker,
            |store, g, _| Ok(store.number(g).map(|_| g)),
            |store, _, left, right, ticker| {
                let left = store.add_to_all(&left, by, ticker)?;
                let right = store.add_to_all(&right, back, ticker)?;
                store.make(left, right, ticker)
            },
        )
    }

    /// `g` overheated from `from` to `to`: an integer n becomes n copies of `from`, each other
    /// move gains its player `to` (*Winning Ways*, chapter 8).
    ///
    /// # Errors
    ///
    /// [`Trouble`] if stopped or out of memory.
    pub fn overheat(
        &mut self,
        g: GameId,
        from: GameId,
        to: GameId,
        ticker: &mut Ticker<'_>,
    ) -> Result<GameId> {
        let back = self.negative(to, ticker)?;
        self.fold(
            g,
            &mut FxHashMap::default(),
            ticker,
            |store, g, ticker| store.integer_multiple(g, from, ticker),
            |store, _, left, right, ticker| {
                let left = store.add_to_all(&left, to, ticker)?;
                let right = store.add_to_all(&right, back, ticker)?;
                store.make(left, right, ticker)
            },
        )
    }

    /// `n` copies of `unit` if `g` is the integer `n`.
    pub(super) fn integer_multiple(
        &mut self,
        g: GameId,
        unit: GameId,
        ticker: &mut Ticker<'_>,
    ) -> Result<Option<GameId>> {
        let Some(x) = self.number(g).filter(|x| x.is_integer()).cloned() else { return Ok(None) };
        if let Some(y) = self.number(unit).cloned() {
            return self.of_number(x.times(&y)).map(Some);
        }
        let n = x.as_integer().ok_or(Trouble::Range("a multiple needs an integer below 2^63"))?;
        self.multiple(n, unit, ticker).map(Some)
    }

    pub(super) fn add_to_all(
        &mut self,
        games: &[GameId],
        other: GameId,
        ticker: &mut Ticker<'_>,
    ) -> Result<Vec<GameId>> {
        games.iter().map(|&g| self.add(g, other, ticker)).collect()
    }
}
