//! Products and the ordinal sum. They depend on form; both operands are taken in canonical form.

use rustc_hash::FxHashMap;

use super::store::{GameId, Store};
use super::{Result, Trouble};
use crate::monitor::Ticker;

const STEP: u64 = 200;

impl Store {
    /// The ordinal sum `base : top`: a move in `base` removes `top` (Siegel, II.1).
    ///
    /// # Errors
    ///
    /// [`Trouble`] if stopped or out of memory.
    pub fn ordinal_sum(
        &mut self,
        base: GameId,
        top: GameId,
        ticker: &mut Ticker<'_>,
    ) -> Result<GameId> {
        let base_left = self.left_options(base)?.to_vec();
        let base_right = self.right_options(base)?.to_vec();
        self.fold(
            top,
            &mut FxHashMap::default(),
            ticker,
            |_, top, _| Ok((top == GameId::ZERO).then_some(base)),
            |store, _, mut left, mut right, ticker| {
                left.extend_from_slice(&base_left);
                right.extend_from_slice(&base_right);
                store.make(left, right, ticker)
            },
        )
    }

    /// The Norton product `g . unit` (*Winning Ways*, chapter 8): `n` copies of `unit` for an
    /// integer `n`; otherwise every move in `g` brings its player `unit` plus an incentive of it.
    ///
    /// # Errors
    ///
    /// [`Trouble`] if stopped or out of memory.
    pub fn norton_product(
        &mut self,
        g: GameId,
        unit: GameId,
        ticker: &mut Ticker<'_>,
    ) -> Result<GameId> {
        let incentives = self.incentives(unit, true, true, ticker)?;
        let gains = self.add_to_all(&incentives, unit, ticker)?;
        let mut costs = Vec::with_capacity(gains.len());
        for &gain in &gains {
            costs.push(self.negative(gain, ticker)?);
        }
        self.fold(
            g,
            &mut FxHashMap::default(),
            ticker,
            |store, g, ticker| store.integer_multiple(g, unit, ticker),
            |store, _, left, right, ticker| {
                let mut sides = (Vec::new(), Vec::new());
                for &gain in &gains {
                    sides.0.extend(store.add_to_all(&left, gain, ticker)?);
                }
                for &cost in &costs {
                    sides.1.extend(store.add_to_all(&right, cost, ticker)?);
                }
                store.make(sides.0, sides.1, ticker)
            },
        )
    }

    /// The Conway product of the canonical forms (*On Numbers and Games*, chapter 1).
    ///
    /// # Errors
    ///
    /// [`Trouble`] if stopped or out of memory.
    pub fn conway_product(
        &mut self,
        g: GameId,
        h: GameId,
        ticker: &mut Ticker<'_>,
    ) -> Result<GameId> {
        let ordered = |a: GameId, b: GameId| (a.min(b), a.max(b));
        let mut known: FxHashMap<(GameId, GameId), GameId> = FxHashMap::default();
        let goal = ordered(g, h);
        let mut stack = vec![goal];
        while let Some(&(x, y)) = stack.last() {
            ticker.tick(STEP, known.len() as u64)?;
            if known.contains_key(&(x, y)) {
                stack.pop();
                continue;
            }
            if let Some(product) = self.simple_product(x, y, ticker)? {
                known.insert((x, y), product);
                stack.pop();
                continue;
            }
            let xs = [self.left_options(x)?.to_vec(), self.right_options(x)?.to_vec()];
            let ys = [self.left_options(y)?.to_vec(), self.right_options(y)?.to_vec()];
            let before = stack.len();
            let mut sides = [Vec::new(), Vec::new()];
            for (x_right, x_options) in xs.iter().enumerate() {
                for (y_right, y_options) in ys.iter().enumerate() {
                    for &a in x_options {
                        for &b in y_options {
                            let parts = [ordered(a, y), ordered(x, b), ordered(a, b)];
                            sides[usize::from(x_right != y_right)].push(parts);
                            stack.extend(parts.iter().filter(|part| !known.contains_key(part)));
                        }
                    }
                }
            }
            if stack.len() > before {
                continue;
            }
            let [left, right] = sides.map(|side| {
                side.into_iter()
                    .map(|[p, q, r]| {
                        let sum = self.add(known[&p], known[&q], ticker)?;
                        self.subtract(sum, known[&r], ticker)
                    })
                    .collect::<Result<Vec<_>>>()
            });
            let product = self.make(left?, right?, ticker)?;
            known.insert((x, y), product);
            stack.pop();
        }
        known.get(&goal).copied().ok_or(Trouble::Undefined("a product ended without an answer"))
    }

    /// Products of numbers are products of values, and an integer times a game is a multiple.
    fn simple_product(
        &mut self,
        x: GameId,
        y: GameId,
        ticker: &mut Ticker<'_>,
    ) -> Result<Option<GameId>> {
        if let Some(product) = self.integer_multiple(x, y, ticker)? {
            return Ok(Some(product));
        }
        if let Some(product) = self.integer_multiple(y, x, ticker)? {
            return Ok(Some(product));
        }
        if let (Some(a), Some(b)) = (self.number(x), self.number(y)) {
            let product = a.times(b);
            return self.of_number(product).map(Some);
        }
        Ok(None)
    }
}
