//! One interface to every heap game: values, and periods with their proofs.

use super::HeapError;
use super::all_but::{AllBut, prove_all_but};
use super::arithmetic::{Arithmetic, find_arithmetic, prove_arithmetic};
use super::code::Code;
use super::engine::{Engine, Options};
use super::period::{find_period, values_needed};
use super::plain::Plain;
use super::space::{Parities, Space};
use super::values::Values;
use crate::monitor::{Monitor, Ticker};

enum Method {
    Fast(Box<Engine>),
    Plain(Plain),
    AllBut(AllBut),
}

/// A heap game and its values so far.
pub struct Game {
    code: Option<Code>,
    method: Method,
    memory: u64,
}

/// A period that is proved; the saltus is 0 unless values rise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proved {
    /// The pattern.
    pub law: Arithmetic,
    /// How many values the proof looked at.
    pub used: usize,
}

impl Game {
    /// A game given by a code, by the method that suits it.
    ///
    /// # Errors
    ///
    /// [`HeapError::Code`]; none for codes that exist.
    pub fn new(code: &Code, options: Options) -> Result<Self, HeapError> {
        let memory = options.memory;
        let method = if code.parts() > 2 {
            Method::Plain(Plain::new(code))
        } else {
            Method::Fast(Box::new(Engine::new(code, options)?))
        };
        Ok(Self { code: Some(code.clone()), method, memory })
    }

    /// A game in which any number may be taken but some.
    #[must_use]
    pub fn all_but(forbidden: &[usize], memory: u64) -> Self {
        Self { code: None, method: Method::AllBut(AllBut::new(forbidden)), memory }
    }

    /// The name of the method in use.
    #[must_use]
    pub fn method(&self) -> &'static str {
        match &self.method {
            Method::Fast(engine) if engine.values().len() > engine.singly() => "blocks",
            Method::Fast(_) => "rare and common",
            Method::Plain(_) | Method::AllBut(_) => "definition",
        }
    }

    /// Number of values so far.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.method {
            Method::Fast(engine) => engine.values().len(),
            Method::Plain(plain) => plain.values.len(),
            Method::AllBut(game) => game.values.len(),
        }
    }

    /// Never: `G(0)` is always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of heap `n`, which must be known.
    #[must_use]
    pub fn at(&self, n: usize) -> u32 {
        match &self.method {
            Method::Fast(engine) => u32::from(engine.values().get(n)),
            Method::Plain(plain) => plain.values[n],
            Method::AllBut(game) => game.values[n],
        }
    }

    /// The fast method, if it is in use.
    #[must_use]
    pub fn engine(&self) -> Option<&Engine> {
        match &self.method {
            Method::Fast(engine) => Some(engine),
            _ => None,
        }
    }

    /// The rare heaps among the first `count` and the space in which they are fewest, which depends
    /// on these values alone; `None` if the method in use does not tell rare heaps.
    ///
    /// # Errors
    ///
    /// [`HeapError::Stopped`] if the monitor asked to stop.
    pub fn sparse_space(
        &self,
        count: usize,
        monitor: &mut dyn Monitor,
    ) -> Result<Option<(Vec<usize>, Space)>, HeapError> {
        let Method::Fast(engine) = &self.method else { return Ok(None) };
        let values = engine.values();
        let heaps = 1..count.min(values.len());
        let mut ticker = Ticker::new(monitor, 2 * heaps.len() as u64);
        let (mut parities, mut rares) = (Parities::default(), Vec::new());
        for n in heaps.clone() {
            parities.count(n, values.get(n));
            ticker.tick(1, n as u64)?;
        }
        let (space, _) = parities.fewest_rare(engine.splits());
        for n in heaps.clone() {
            if !space.is_common(n, values.get(n)) {
                rares.push(n);
            }
            ticker.tick(1, (heaps.len() + n) as u64)?;
        }
        Ok(Some((rares, space)))
    }

    /// Goes on from values computed earlier, which must be right; fast method only.
    pub fn load(&mut self, values: Values) {
        if let Method::Fast(engine) = &mut self.method {
            engine.load(values);
        }
    }

    /// Computes values until there are at least `count`.
    ///
    /// # Errors
    ///
    /// As [`Engine::extend`] and [`Plain::extend`].
    pub fn extend(&mut self, count: usize, monitor: &mut dyn Monitor) -> Result<(), HeapError> {
        match &mut self.method {
            Method::Fast(engine) => {
                if !engine.values().has_room(count.saturating_add(1 << 16)) {
                    let n = engine.values().len() as u64;
                    return Err(HeapError::Room { n, count: count as u64 });
                }
                engine.extend(count, monitor)
            }
            Method::Plain(plain) => plain.extend(count, self.memory, monitor),
            Method::AllBut(game) => {
                let mut ticker = Ticker::new(monitor, count as u64);
                while game.values.len() < count {
                    let steps = game.step();
                    ticker.tick(steps, game.values.len() as u64)?;
                }
                Ok(())
            }
        }
    }

    /// Looks for a period among up to `limit` values and proves it.
    ///
    /// Computes only as many values as the proof needs, found out on the way; `None` if there is
    /// no proof within the limit.
    ///
    /// # Errors
    ///
    /// As [`Game::extend`].
    pub fn prove_period(
        &mut self,
        limit: usize,
        monitor: &mut dyn Monitor,
    ) -> Result<Option<Proved>, HeapError> {
        let Some(code) = self.code.clone() else {
            let Method::AllBut(game) = &mut self.method else { return Ok(None) };
            let law = prove_all_but(game, limit, monitor)?;
            return Ok(law.map(|law| Proved { law, used: game.values.len() }));
        };
        if code.unequal() {
            // Options with unequal heaps need not stay unequal a period on: no proof is known.
            return Ok(None);
        }
        let (take, parts) = (code.last(), code.parts() as usize);
        let mut next = (take + 64).max(self.len()).min(limit);
        loop {
            self.extend(next, monitor)?;
            let found = match &self.method {
                Method::Fast(engine) => find_period(engine.values(), take, parts, monitor)?,
                Method::Plain(plain) => find_period(&plain.values[..], take, parts, monitor)?,
                Method::AllBut(_) => None,
            };
            let needed = found.and_then(|period| values_needed(period, take, parts));
            if let (Some(period), Some(needed)) = (found, needed)
                && needed <= self.len()
            {
                let law = Arithmetic { length: period.length, saltus: 0, from: period.from };
                return Ok(Some(Proved { law, used: needed }));
            }
            if let Method::Plain(plain) = &self.method
                && let Some(law) = find_arithmetic(&plain.values)
                && prove_arithmetic(&code, &plain.values, law, monitor)?
            {
                return Ok(Some(Proved { law, used: plain.values.len() }));
            }
            let len = self.len();
            if len >= limit {
                return Ok(None);
            }
            next = needed.filter(|&needed| needed > len).unwrap_or(len + len / 4).min(limit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::monitor::Silent;

    fn period(digits: &[u32], limit: usize) -> Option<(usize, usize)> {
        let code = Code::new(digits.to_vec(), false).unwrap();
        let mut game = Game::new(&code, Options::default()).unwrap();
        let proved = game.prove_period(limit, &mut Silent).unwrap()?;
        assert_eq!(proved.law.saltus, 0);
        Some((proved.law.length, proved.law.from))
    }

    #[test]
    fn published_periods_are_proved() {
        // Guy and Smith 1956; Kenyon 1967; Austin 1976 (see tests/oracle for more).
        assert_eq!(period(&[0, 7, 7], 1000), Some((12, 71)));
        assert_eq!(period(&[0, 0, 7], 1000), Some((34, 53)));
        assert_eq!(period(&[0, 1, 3, 7], 1000), Some((34, 52)));
        assert_eq!(period(&[0, 4, 5], 2000), Some((20, 498)));
        assert_eq!(period(&[0, 1, 5, 6], 10_000), Some((349, 3479)));
        assert_eq!(period(&[0, 3, 3, 3], 1000), Some((4, 0)));
    }

    #[test]
    fn too_few_values_and_unequal_heaps_prove_nothing() {
        let needed = 2 * 71 + 2 * 12 + 2 - 1;
        assert_eq!(period(&[0, 7, 7], needed - 1), None);
        assert_eq!(period(&[0, 7, 7], needed), Some((12, 71)));
        let mut grundy = Game::new(&Code::grundy(), Options::default()).unwrap();
        assert_eq!(grundy.prove_period(1000, &mut Silent).unwrap(), None);
    }

    #[test]
    fn rising_values_are_proved_for_all_but_a_few_numbers() {
        let mut game = Game::all_but(&[1, 3], 1 << 20);
        let proved = game.prove_period(1000, &mut Silent).unwrap().unwrap();
        assert!(proved.law.saltus > 0);
    }
}
