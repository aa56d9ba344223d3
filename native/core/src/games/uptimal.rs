//! Powers of up, and the sums of such powers.

use std::cmp::Ordering;

use num_bigint::BigInt;

use super::Result;
use super::store::{GameId, Nus, Store};
use crate::monitor::Ticker;
use crate::numbers::Dyadic;

/// A number plus a nimber plus multiples of ^<1>, ^<2>, ^<3> and so on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uptimal {
    /// The number.
    pub number: Dyadic,
    /// Index of the nimber.
    pub nimber: u64,
    /// How often each power of up occurs, beginning with up itself; the last is not 0.
    pub ups: Vec<i64>,
}

impl Store {
    /// The `n`-th power of up, {0 | v[n-1]*}, and the sum of the first `n` powers.
    ///
    /// With ^[n] for the sum, ^[n] = {^[n-1] | *}: of Left's moves in ^[n-1] + {0 | v[n-1]*} that to
    /// ^[n-1] is the best, because ^[n-2] + ^<n> <= ^[n-2] + ^<n-1>, and of Right's that to *. So
    /// v[n]* = {0 | 0, v[n-1]*}: Right's move to v[n] = {* | v[n-1]} is reversed by Left's to *. All
    /// powers are made by one move each from those before, without sums.
    ///
    /// # Errors
    ///
    /// [`Trouble`] if stopped or out of memory.
    pub fn up_powers(&mut self, n: i64, ticker: &mut Ticker<'_>) -> Result<(GameId, GameId)> {
        let star = self.nimber(1)?;
        let mut total = GameId::ZERO;
        let mut reply = star;
        let mut power = GameId::ZERO;
        for k in 1..=n {
            power = self.make(vec![GameId::ZERO], vec![reply], ticker)?;
            total = self.make(vec![total], vec![star], ticker)?;
            if k < n {
                reply = self.make(vec![GameId::ZERO], vec![GameId::ZERO, reply], ticker)?;
            }
        }
        Ok((power, total))
    }

    /// The expansion of a game that is a sum of a number, a nimber and multiples of powers of up,
    /// or `None` for any other game.
    ///
    /// Powers of up are infinitely small against each other, so the first coefficient is the
    /// atomic weight and each further one is found by comparison with the next power; none can
    /// exceed the number of moves in the game.
    ///
    /// # Errors
    ///
    /// [`Trouble`](super::Trouble) if stopped or out of memory.
    pub fn uptimal(&mut self, g: GameId, ticker: &mut Ticker<'_>) -> Result<Option<Uptimal>> {
        if let Some(nus) = self.nus(g).cloned() {
            let ups = if nus.ups == 0 { vec![] } else { vec![nus.ups] };
            return Ok(Some(Uptimal { number: nus.number, nimber: nus.nimber, ups }));
        }
        if !self.is_numberish(g) {
            return Ok(None);
        }
        let centre = self.left_stop(g).clone();
        let back = self.of_number(-&centre)?;
        let near = self.add(g, back, ticker)?;
        if !self.is_all_small(near) {
            return Ok(None);
        }
        let weight = self.atomic_weight(near, ticker)?;
        let weight = weight.and_then(|weight| self.number(weight)?.as_integer());
        let Some(first) = weight else { return Ok(None) };
        let ups = self.number_up_star(Nus { number: Dyadic::ZERO, ups: first, nimber: 0 })?;
        let rest = self.subtract(near, ups, ticker)?;
        let Ok(most) = i64::try_from(self.birthday(rest, ticker)? + BigInt::from(1)) else {
            return Ok(None);
        };
        let mut power = self.up_power(2, ticker)?;
        let Some((nimber, mut rest)) = self.nimber_part(rest, power, most, ticker)? else {
            return Ok(None);
        };
        let mut ups = vec![first];
        for n in 3..=most + 2 {
            if rest == GameId::ZERO {
                break;
            }
            let next = self.up_power(n, ticker)?;
            let mut count: i64 = 0;
            while !self.is_within(rest, next, most, ticker)? {
                let step = match self.outcome(rest, ticker)? {
                    Some(Ordering::Greater) => 1,
                    Some(Ordering::Less) => -1,
                    _ => return Ok(None),
                };
                count += step;
                if count.abs() > most {
                    return Ok(None);
                }
                let part = self.multiple(-step, power, ticker)?;
                rest = self.add(rest, part, ticker)?;
            }
            ups.push(count);
            power = next;
        }
        while ups.last() == Some(&0) {
            ups.pop();
        }
        Ok((rest == GameId::ZERO).then_some(Uptimal { number: centre, nimber, ups }))
    }

    fn up_power(&mut self, n: i64, ticker: &mut Ticker<'_>) -> Result<GameId> {
        self.up_powers(n, ticker).map(|(power, _)| power)
    }

    /// The nimber that leaves `g` within multiples of `power`, and what it leaves.
    fn nimber_part(
        &mut self,
        g: GameId,
        power: GameId,
        most: i64,
        ticker: &mut Ticker<'_>,
    ) -> Result<Option<(u64, GameId)>> {
        // Moves in the ups add star to the nimber, at most, until a number-up-star is left.
        let within = self.nimbers_within(g, ticker)?;
        let mut candidates: Vec<u64> = within.into_iter().flat_map(|n| [n, n ^ 1]).collect();
        candidates.sort_unstable();
        candidates.dedup();
        for nimber in candidates {
            let star = self.nimber(nimber)?;
            let rest = self.add(g, star, ticker)?;
            if self.is_within(rest, power, most, ticker)? {
                return Ok(Some((nimber, rest)));
            }
        }
        Ok(None)
    }

    /// Whether `g` lies between `-(most + 1)` and `most + 1` times a power of up.
    fn is_within(
        &mut self,
        g: GameId,
        power: GameId,
        most: i64,
        ticker: &mut Ticker<'_>,
    ) -> Result<bool> {
        let high = self.multiple(most + 1, power, ticker)?;
        let low = self.negative(high, ticker)?;
        Ok(self.le(g, high, ticker)? && self.le(low, g, ticker)?)
    }
}
