//! Products and the ordinal sum. They depend on form; both operands are taken in canonical form.

use rustc_hash::FxHashMap;

use super::store::{GameId, Store};
use super::{Result, Trouble};
use crate::monitor::Ticker;
use crate::nim;

const STEP: u64 = 200;

/// Two games, the one stored first in front.
type Pair = (GameId, GameId);

fn ordered(a: GameId, b: GameId) -> Pair {
    (a.min(b), a.max(b))
}

/// What a Conway product is made of: a term for each option of one game and each of the other.
struct Terms {
    games: Pair,
    /// Left options, then right ones, of the one game and of the other.
    options: [Vec<GameId>; 2],
    /// How many are left ones.
    left: [usize; 2],
}

impl Terms {
    fn new(store: &mut Store, x: GameId, y: GameId) -> Result<Self> {
        let (mut options, mut left) = ([Vec::new(), Vec::new()], [0, 0]);
        for (at, game) in [x, y].into_iter().enumerate() {
            options[at].extend_from_slice(store.left_options(game)?);
            left[at] = options[at].len();
            options[at].extend_from_slice(store.right_options(game)?);
        }
        Ok(Self { games: (x, y), options, left })
    }

    fn count(&self) -> usize {
        self.options[0].len() * self.options[1].len()
    }

    /// For options a and b the products ay, xb and ab, and whether the term belongs to Left.
    fn at(&self, at: usize) -> ([Pair; 3], bool) {
        let (first, second) = (at / self.options[1].len(), at % self.options[1].len());
        let ((x, y), a, b) = (self.games, self.options[0][first], self.options[1][second]);
        let parts = [ordered(a, y), ordered(x, b), ordered(a, b)];
        (parts, (first < self.left[0]) == (second < self.left[1]))
    }
}

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
        let mut known: FxHashMap<Pair, GameId> = FxHashMap::default();
        let goal = ordered(g, h);
        // Pairs under way, each with the first term of its product that may not be known yet.
        let mut stack = vec![(goal, 0)];
        while let Some((pair, from)) = stack.last_mut() {
            ticker.tick(STEP, known.len() as u64)?;
            let (x, y) = *pair;
            if known.contains_key(&(x, y)) {
                stack.pop();
                continue;
            }
            if let Some(product) = self.simple_product(x, y, ticker)? {
                self.keep_product(&mut known, (x, y), product)?;
                stack.pop();
                continue;
            }
            let terms = Terms::new(self, x, y)?;
            let mut missing = None;
            while *from < terms.count() && missing.is_none() {
                ticker.tick(STEP, known.len() as u64)?;
                missing = terms.at(*from).0.into_iter().find(|part| !known.contains_key(part));
                *from += usize::from(missing.is_none());
            }
            if let Some(part) = missing {
                stack.push((part, 0));
                continue;
            }
            let mut sides = (Vec::new(), Vec::new());
            for at in 0..terms.count() {
                ticker.tick(STEP, known.len() as u64)?;
                let (parts, on_left) = terms.at(at);
                let [one, other, both] = parts.map(|part| known[&part]);
                let sum = self.add(one, other, ticker)?;
                let term = self.subtract(sum, both, ticker)?;
                if on_left { &mut sides.0 } else { &mut sides.1 }.push(term);
            }
            let product = self.make(sides.0, sides.1, ticker)?;
            self.keep_product(&mut known, (x, y), product)?;
            stack.pop();
        }
        known.get(&goal).copied().ok_or(Trouble::Undefined("a product ended without an answer"))
    }

    fn keep_product(
        &self,
        known: &mut FxHashMap<Pair, GameId>,
        pair: Pair,
        product: GameId,
    ) -> Result<()> {
        known.insert(pair, product);
        let bytes = known.capacity() * (size_of::<(Pair, GameId)>() + 1);
        if known.len().is_multiple_of(0x1000) && self.bytes() + bytes > self.limit() {
            return Err(Trouble::Memory { limit: self.limit(), games: self.len() });
        }
        Ok(())
    }

    /// Products of numbers are products of values, those of nimbers are nim products (*On Numbers
    /// and Games*, chapter 6), and an integer times a game is a multiple.
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
        if let (Some(a), Some(b)) = (self.nimber_index(x), self.nimber_index(y)) {
            return self.nimber(nim::product(a, b)).map(Some);
        }
        Ok(None)
    }
}
