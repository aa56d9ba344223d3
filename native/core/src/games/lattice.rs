//! The games born by a day, and the symmetry of their order.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use super::store::{GameId, Store};
use super::{Result, Trouble};
use crate::monitor::Ticker;

impl Store {
    /// The companion of a game: the one automorphism of the order of the games born by a day,
    /// from day 1 on, that is not the identity (Siegel, III.2). It exchanges 0 and star.
    ///
    /// # Errors
    ///
    /// [`Trouble`] if stopped or out of memory.
    pub fn companion(&mut self, g: GameId, ticker: &mut Ticker<'_>) -> Result<GameId> {
        self.fold(
            g,
            &mut FxHashMap::default(),
            ticker,
            |store, g, _| {
                // Of the number-up-stars, those near 0 without a nimber beyond star change places.
                let image = store.nus(g).cloned().map(|mut nus| {
                    if nus.number.is_zero() && nus.nimber < 2 {
                        nus.nimber ^= 1;
                    }
                    nus
                });
                image.map(|image| store.number_up_star(image)).transpose()
            },
            |store, g, mut left, mut right, ticker| {
                match store.outcome(g, ticker)? {
                    Some(Ordering::Greater) => left.push(GameId::ZERO),
                    Some(Ordering::Less) => right.push(GameId::ZERO),
                    _ => {}
                }
                store.make(left, right, ticker)
            },
        )
    }

    /// All games born by day `day`, in no particular order.
    ///
    /// Every one is `{A | B}` for antichains A and B of the games born by the day before.
    ///
    /// # Errors
    ///
    /// [`Trouble::Range`] beyond day 3, whose successor has more games than any store holds.
    pub fn born_by(&mut self, day: u32, ticker: &mut Ticker<'_>) -> Result<Vec<GameId>> {
        if day > 3 {
            return Err(Trouble::Range(
                "games can be listed up to day 3: there are more than 10^12 on day 4",
            ));
        }
        let mut games = vec![GameId::ZERO];
        for _ in 0..day {
            let mut comparable = vec![vec![false; games.len()]; games.len()];
            for (i, &g) in games.iter().enumerate() {
                for (j, &h) in games.iter().enumerate() {
                    comparable[i][j] = self.compare(g, h, ticker)?.is_some();
                }
            }
            let mut antichains: Vec<Vec<usize>> = vec![Vec::new()];
            let mut at = 0;
            while at < antichains.len() {
                let first = antichains[at].last().map_or(0, |&last| last + 1);
                for (new, row) in comparable.iter().enumerate().skip(first) {
                    if antichains[at].iter().all(|&old| !row[old]) {
                        let mut longer = antichains[at].clone();
                        longer.push(new);
                        antichains.push(longer);
                    }
                }
                at += 1;
            }
            let mut found = rustc_hash::FxHashSet::default();
            for left in &antichains {
                for right in &antichains {
                    let pick = |side: &[usize]| side.iter().map(|&at| games[at]).collect();
                    found.insert(self.make(pick(left), pick(right), ticker)?);
                }
            }
            games = found.into_iter().collect();
            games.sort_unstable();
        }
        Ok(games)
    }
}
