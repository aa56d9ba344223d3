//! Atomic weight, powers of up, the reduced canonical form, games born by a day.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use super::store::{GameId, Nus, Store};
use super::{Result, Trouble};
use crate::monitor::Ticker;
use crate::numbers::Dyadic;

impl Store {
    /// The atomic weight of an all-small game (Siegel, II.7).
    ///
    /// Where `{weights of left options - 2 | weights of right options + 2}` is an integer, the
    /// order against a far star decides which of the integers that fit is the weight.
    ///
    /// # Errors
    ///
    /// [`Trouble::Undefined`] if the game is not all-small; otherwise if stopped or out of memory.
    pub fn atomic_weight(&mut self, g: GameId, ticker: &mut Ticker<'_>) -> Result<GameId> {
        if !self.is_all_small(g) {
            return Err(Trouble::Undefined("only an all-small game has an atomic weight"));
        }
        let two = self.of_number(Dyadic::integer(2))?;
        let back = self.of_number(Dyadic::integer(-2))?;
        let far_star = self.far_star(g, ticker)?;
        self.fold(
            g,
            &mut FxHashMap::default(),
            ticker,
            |store, g, _| {
                let ups = store.nus(g).map(|nus| nus.ups);
                ups.map(|ups| store.of_number(Dyadic::integer(ups))).transpose()
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
        self.of_number(best.ok_or(Trouble::Undefined("an all-small game lacks options"))?)
    }

    /// A nimber so large that no follower of `g` differs from it by a nimber it contains.
    fn far_star(&mut self, g: GameId, ticker: &mut Ticker<'_>) -> Result<GameId> {
        let followers = self.followers(g, ticker)?;
        let largest = followers.iter().filter_map(|&g| self.nus(g)).map(|nus| nus.nimber).max();
        let index = (largest.unwrap_or(0) + 1).checked_next_power_of_two();
        self.nimber(index.ok_or(Trouble::Range("the nimbers in the game are too large"))?)
    }

    /// The `n`-th power of up, {0 | v[n-1]*}, and the sum of the first `n` powers.
    ///
    /// # Errors
    ///
    /// [`Trouble`] if stopped or out of memory.
    pub fn up_powers(&mut self, n: i64, ticker: &mut Ticker<'_>) -> Result<(GameId, GameId)> {
        let star = self.nimber(1)?;
        let mut power = self.number_up_star(Nus { number: Dyadic::ZERO, ups: 1, nimber: 0 })?;
        let mut total = power;
        for _ in 1..n {
            let back = self.negative(total, ticker)?;
            let reply = self.add(back, star, ticker)?;
            power = self.make(vec![GameId::ZERO], vec![reply], ticker)?;
            total = self.add(total, power, ticker)?;
        }
        Ok((power, total))
    }

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
