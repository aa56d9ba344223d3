//! Atomic weight: how many ups an infinitesimal game is worth while large nimbers are around.

use std::cmp::Ordering;

use rustc_hash::{FxHashMap, FxHashSet};

use super::store::{GameId, Nus, Store};
use super::{Result, Trouble};
use crate::monitor::Ticker;
use crate::numbers::Dyadic;

impl Store {
    /// The atomic weight of a game, or `None` if it has none (Siegel, II.7; *Winning Ways*,
    /// chapter 8).
    ///
    /// The weight of `g` is the game W with `v + * < g - W.^ < ^ + *`, the star being a far one.
    /// Every all-small game has one; it is `{weights of left options - 2 | weights of right
    /// options + 2}` or, where that is an integer and `g` is comparable to the far star, the last
    /// integer that fits. In any other game a number that is not 0 wins outright, as a multiple of
    /// up does that outweighs all else; so the same recursion finds the one game that can be its
    /// weight, and the definition decides whether it is.
    ///
    /// # Errors
    ///
    /// [`Trouble`] if stopped or out of memory.
    pub fn atomic_weight(&mut self, g: GameId, ticker: &mut Ticker<'_>) -> Result<Option<GameId>> {
        if !self.is_infinitesimal(g) {
            return Ok(None);
        }
        if let Some(ups) = self.nus(g).map(|nus| nus.ups) {
            return self.of_number(Dyadic::integer(ups)).map(Some);
        }
        if self.is_all_small(g) {
            return self.small_weight(g, ticker).map(Some);
        }
        // Each move changes the weight by 2: numbers weigh more than play can make up for.
        let depth = self.birthday(g, ticker)?;
        let heavy = Dyadic::new((depth + 2) * 4, 0);
        let weight = self.weight(g, &heavy, &mut FxHashMap::default(), ticker)?;
        Ok(self.has_weight(g, weight, ticker)?.then_some(weight))
    }

    /// The atomic weight of an all-small game. The weights of its followers, all-small like it, are
    /// remembered as well.
    pub(crate) fn small_weight(&mut self, g: GameId, ticker: &mut Ticker<'_>) -> Result<GameId> {
        if let Some(&known) = self.weights.get(&g) {
            return Ok(known);
        }
        let mut known = std::mem::take(&mut self.weights);
        let weight = self.weight(g, &Dyadic::ZERO, &mut known, ticker);
        self.weights = known;
        weight
    }

    /// The atomic weight of an all-small game, if it was found before.
    pub(crate) fn weight_if_known(&self, g: GameId) -> Option<GameId> {
        self.weights.get(&g).copied()
    }

    /// The recursion, in which numbers above 0 weigh `heavy` and those below 0 weigh `-heavy`.
    fn weight(
        &mut self,
        g: GameId,
        heavy: &Dyadic,
        known: &mut FxHashMap<GameId, GameId>,
        ticker: &mut Ticker<'_>,
    ) -> Result<GameId> {
        let two = self.of_number(Dyadic::integer(2))?;
        let back = self.of_number(Dyadic::integer(-2))?;
        let far_star = self.far_star(g, ticker)?;
        self.fold(
            g,
            known,
            ticker,
            |store, g, _| {
                let weight = store.nus(g).map(|nus| match nus.number.sign() {
                    Ordering::Greater => heavy.clone(),
                    Ordering::Less => -heavy,
                    Ordering::Equal => Dyadic::integer(nus.ups),
                });
                weight.map(|weight| store.of_number(weight)).transpose()
            },
            |store, g, left, right, ticker| {
                let left = store.add_to_all(&left, back, ticker)?;
                let right = store.add_to_all(&right, two, ticker)?;
                let simplest = store.make(left.clone(), right.clone(), ticker)?;
                if store.number(simplest).is_none_or(|x| !x.is_integer()) {
                    return Ok(simplest);
                }
                match store.compare(g, far_star, ticker)? {
                    Some(Ordering::Greater) => store.last_integer(&right, true, ticker),
                    Some(Ordering::Less) => store.last_integer(&left, false, ticker),
                    _ => Ok(simplest),
                }
            },
        )
    }

    /// Whether `g - weight.^` lies between down and up, each with a far star added.
    fn has_weight(&mut self, g: GameId, weight: GameId, ticker: &mut Ticker<'_>) -> Result<bool> {
        let up = self.number_up_star(Nus { number: Dyadic::ZERO, ups: 1, nimber: 0 })?;
        let ups = self.norton_product(weight, up, ticker)?;
        let rest = self.subtract(g, ups, ticker)?;
        let far_star = self.far_star(rest, ticker)?;
        let high = self.add(up, far_star, ticker)?;
        let low = self.subtract(far_star, up, ticker)?;
        Ok(self.le(rest, high, ticker)? && self.le(low, rest, ticker)?)
    }

    /// The greatest integer that is `>=` none of the games, or the least that is `<=` none.
    fn last_integer(
        &mut self,
        games: &[GameId],
        greatest: bool,
        ticker: &mut Ticker<'_>,
    ) -> Result<GameId> {
        let mut best: Option<Dyadic> = None;
        for &g in games {
            let mut x =
                if greatest { self.left_stop(g).floor() } else { self.right_stop(g).ceil() };
            let n = self.of_number(x.clone())?;
            if greatest && self.le(g, n, ticker)? {
                x = &x - &Dyadic::ONE;
            } else if !greatest && self.le(n, g, ticker)? {
                x = &x + &Dyadic::ONE;
            }
            best = Some(match best {
                Some(best) if greatest => best.min(x),
                Some(best) => best.max(x),
                None => x,
            });
        }
        self.of_number(best.ok_or(Trouble::Undefined("a game lacks the options it must have"))?)
    }

    /// A nimber so large that no follower of `g` differs from it by a nimber it contains.
    ///
    /// # Errors
    ///
    /// [`Trouble::Range`] if there is none below 2^64; otherwise if stopped or out of memory.
    pub fn far_star(&mut self, g: GameId, ticker: &mut Ticker<'_>) -> Result<GameId> {
        let largest = self.nimbers_within(g, ticker)?.into_iter().max().unwrap_or(0);
        // Star itself is in up.
        let index = largest.max(1).checked_add(1).and_then(u64::checked_next_power_of_two);
        self.nimber(index.ok_or(Trouble::Range(
            "no nimber below 2^64 is left as a far star: those in the game are too large",
        ))?)
    }

    /// Nimbers of the number-up-stars met first in each line of play, and with star added to them.
    pub(super) fn nimbers_within(
        &mut self,
        g: GameId,
        ticker: &mut Ticker<'_>,
    ) -> Result<FxHashSet<u64>> {
        let mut found = FxHashSet::default();
        let mut seen = FxHashSet::default();
        let mut waiting = vec![g];
        while let Some(next) = waiting.pop() {
            ticker.tick(50, seen.len() as u64)?;
            if let Some(nus) = self.nus(next) {
                found.insert(nus.nimber);
                if nus.ups != 0 {
                    found.insert(nus.nimber ^ 1);
                }
            } else if seen.insert(next) {
                waiting.extend_from_slice(self.left_options(next)?);
                waiting.extend_from_slice(self.right_options(next)?);
            }
        }
        Ok(found)
    }
}
