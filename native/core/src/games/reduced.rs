//! The reduced canonical form.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use super::Result;
use super::store::{GameId, Store};
use crate::monitor::Ticker;

impl Store {
    /// Whether `g <= h` up to an infinitesimal.
    fn le_nearly(&mut self, g: GameId, h: GameId, ticker: &mut Ticker<'_>) -> Result<bool> {
        let (g_stops, h_stops) =
            ((self.left_stop(g), self.right_stop(g)), (self.left_stop(h), self.right_stop(h)));
        if g_stops.0 <= h_stops.1 {
            return Ok(true);
        }
        if g_stops.0 > h_stops.0 || g_stops.1 > h_stops.1 {
            return Ok(false);
        }
        let difference = self.subtract(h, g, ticker)?;
        Ok(self.right_stop(difference).sign() != Ordering::Less)
    }

    /// The reduced canonical form: the simplest game infinitely close to `g` (J. P. Grossman and
    /// A. N. Siegel, *Reductions of partizan games*, 2009).
    ///
    /// # Errors
    ///
    /// [`Trouble`] if stopped or out of memory.
    pub fn reduced(&mut self, g: GameId, ticker: &mut Ticker<'_>) -> Result<GameId> {
        self.fold(
            g,
            &mut FxHashMap::default(),
            ticker,
            |store, g, _| {
                let near = store.is_numberish(g).then(|| store.left_stop(g).clone());
                near.map(|x| store.of_number(x)).transpose()
            },
            |store, _, left, right, ticker| {
                let mut g = store.make(left, right, ticker)?;
                loop {
                    if store.is_numberish(g) {
                        let near = store.left_stop(g).clone();
                        return store.of_number(near);
                    }
                    let left = store.reduce_side(g, true, ticker)?;
                    let right = store.reduce_side(g, false, ticker)?;
                    let next = store.make(left, right, ticker)?;
                    if next == g {
                        return Ok(g);
                    }
                    g = next;
                }
            },
        )
    }

    /// The options of one side with those replaced that are reversible up to an infinitesimal,
    /// and without those dominated up to an infinitesimal.
    fn reduce_side(
        &mut self,
        g: GameId,
        left: bool,
        ticker: &mut Ticker<'_>,
    ) -> Result<Vec<GameId>> {
        let side = |store: &mut Self, g, left| {
            Result::Ok(if left { store.left_options(g)? } else { store.right_options(g)? }.to_vec())
        };
        let mut kept: Vec<GameId> = Vec::new();
        let mut waiting = side(self, g, left)?;
        let mut seen = waiting.clone();
        'options: while let Some(option) = waiting.pop() {
            for reply in side(self, option, !left)? {
                let (low, high) = if left { (reply, g) } else { (g, reply) };
                if self.le_nearly(low, high, ticker)? {
                    for new in side(self, reply, left)? {
                        if !seen.contains(&new) {
                            seen.push(new);
                            waiting.push(new);
                        }
                    }
                    continue 'options;
                }
            }
            kept.push(option);
        }
        let mut best: Vec<GameId> = Vec::new();
        'kept: for option in kept {
            let mut at = 0;
            while at < best.len() {
                let (low, high) = if left { (option, best[at]) } else { (best[at], option) };
                if self.le_nearly(low, high, ticker)? {
                    continue 'kept;
                }
                if self.le_nearly(high, low, ticker)? {
                    best.swap_remove(at);
                } else {
                    at += 1;
                }
            }
            best.push(option);
        }
        Ok(best)
    }
}
