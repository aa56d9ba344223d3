//! Heaps from which any number of counters may be taken but a few forbidden ones.

use super::arithmetic::Arithmetic;
use crate::monitor::{Monitor, Stopped, Ticker};

/// A growing sequence of such a game.
#[derive(Debug, Clone)]
pub struct AllBut {
    forbidden: Vec<bool>,
    /// `G(0), G(1), ...`
    pub values: Vec<u32>,
    /// Whether a value is that of a heap further back than every forbidden number.
    settled: Vec<bool>,
    /// All values below are settled.
    floor: usize,
    /// For each value the last heap that had it as an option among those near.
    near: Vec<usize>,
}

impl AllBut {
    /// Starts with `G(0) = 0`.
    #[must_use]
    pub fn new(forbidden: &[usize]) -> Self {
        let last = forbidden.iter().copied().max().unwrap_or(0);
        let mut flags = vec![false; last + 1];
        for &take in forbidden {
            flags[take] = true;
        }
        Self { forbidden: flags, values: vec![0], settled: Vec::new(), floor: 0, near: Vec::new() }
    }

    /// Largest forbidden number, 0 if there is none.
    fn reach(&self) -> usize {
        self.forbidden.len() - 1
    }

    /// Appends the next value; returns the steps of work done.
    pub fn step(&mut self) -> u64 {
        let (n, reach) = (self.values.len(), self.reach());
        if n > reach {
            let value = self.values[n - reach - 1] as usize;
            if value >= self.settled.len() {
                self.settled.resize(value + 1, false);
            }
            self.settled[value] = true;
            while self.settled.get(self.floor) == Some(&true) {
                self.floor += 1;
            }
        }
        for take in (1..=reach.min(n)).filter(|&take| !self.forbidden[take]) {
            let value = self.values[n - take] as usize;
            if value >= self.near.len() {
                self.near.resize(value + 1, 0);
            }
            self.near[value] = n;
        }
        let taken = |value: usize| {
            self.settled.get(value) == Some(&true) || self.near.get(value) == Some(&n)
        };
        let mut value = self.floor;
        while taken(value) {
            value += 1;
        }
        self.values.push(value as u32);
        (reach.min(n) + value - self.floor) as u64 + 4
    }

    /// Everything the next values depend on, less the floor.
    fn state(&self) -> (Vec<bool>, Vec<i64>) {
        let above = self.settled.get(self.floor..).unwrap_or(&[]);
        let recent = self.values.len().saturating_sub(self.reach() + 1);
        let near = &self.values[recent..];
        (above.to_vec(), near.iter().map(|&v| i64::from(v) - self.floor as i64).collect())
    }
}

/// Computes values until a state returns, risen as a whole, which proves the period; at most
/// `limit` values.
///
/// The next value depends only on which values are settled and on the last few, both relative to
/// the floor; when they return, all that follows returns too.
///
/// # Errors
///
/// [`Stopped`] if the monitor asked to stop; what was computed stays.
pub fn prove_all_but(
    game: &mut AllBut,
    limit: usize,
    monitor: &mut dyn Monitor,
) -> Result<Option<Arithmetic>, Stopped> {
    let mut ticker = Ticker::new(monitor, limit as u64);
    // Brent: compare with a state kept at a power of two.
    let reach = game.reach();
    while game.values.len() < reach + 2 && game.values.len() < limit {
        let steps = game.step();
        ticker.tick(steps, game.values.len() as u64)?;
    }
    let (mut kept, mut kept_at, mut kept_floor) = (game.state(), game.values.len(), game.floor);
    while game.values.len() < limit {
        let steps = game.step();
        let at = game.values.len();
        let state = game.state();
        ticker.tick(steps + state.0.len() as u64 + 32, at as u64)?;
        if state == kept {
            let length = at - kept_at;
            let saltus = (game.floor - kept_floor) as u32;
            let values = &game.values;
            let holds = |n: &usize| values[*n] + saltus == values[*n + length];
            let run = (0..at - length).rev().take_while(holds).count();
            return Ok(Some(Arithmetic { length, saltus, from: at - length - run }));
        }
        if at >= 2 * kept_at {
            (kept, kept_at, kept_floor) = (state, at, game.floor);
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::monitor::Silent;

    #[test]
    fn values_follow_the_definition_and_the_period_goes_on() {
        for forbidden in [&[][..], &[1], &[2], &[1, 2], &[1, 3], &[2, 5], &[1, 4, 7, 9], &[12]] {
            let mut game = AllBut::new(forbidden);
            let found = prove_all_but(&mut game, 5000, &mut Silent).unwrap().unwrap();
            while game.values.len() < 600 {
                game.step();
            }
            let mut plain: Vec<u32> = Vec::new();
            for n in 0..600_usize {
                let options: Vec<u32> = (1..=n)
                    .filter(|take| !forbidden.contains(take))
                    .map(|take| plain[n - take])
                    .collect();
                plain.push((0..10_000).find(|v| !options.contains(v)).unwrap());
            }
            assert_eq!(game.values[..600], plain, "{forbidden:?}");
            for n in found.from..600_usize.saturating_sub(found.length) {
                assert_eq!(plain[n + found.length], plain[n] + found.saltus, "{forbidden:?} {n}");
            }
        }
    }
}
