//! One value at a time: the rare/common method that starts every run and decides the odd heap.

use super::HeapError;
use super::code::Code;
use super::space::{Parities, Space};
use super::values::Values;

/// Values must stay below this, so that exclusive ors fit in a table index.
pub const VALUE_LIMIT: u32 = 1 << 15;

/// So long the best space changes often, and a poor one costs much.
pub const CHOOSE_OFTEN_TO: usize = 1 << 17;

/// After how many values to look for a better space again.
#[must_use]
pub fn next_choice(len: usize) -> usize {
    if len < CHOOSE_OFTEN_TO { len + len / 8 + 64 } else { (len + 1).next_power_of_two() }
}

/// The rules of an octal game as lists of removals.
#[derive(Debug, Clone)]
pub struct Moves {
    /// Removals that empty the heap.
    pub empties: Vec<usize>,
    /// Removals that leave one heap.
    pub singles: Vec<usize>,
    /// Removals that leave two heaps.
    pub splits: Vec<usize>,
    /// Whether two heaps left must differ.
    pub unequal: bool,
}

impl Moves {
    /// The moves of a code that leaves at most two heaps.
    #[must_use]
    pub fn new(code: &Code) -> Self {
        Self {
            empties: code.takes(0),
            singles: code.takes(1),
            splits: code.takes(2),
            unequal: code.unequal(),
        }
    }
}

/// A growing sequence with its rare heaps.
#[derive(Debug, Clone)]
pub struct Sparse {
    /// The rules.
    pub moves: Moves,
    /// `G(0), G(1), ...`
    pub values: Values,
    /// How values are told rare from common.
    pub space: Space,
    /// The rare heaps, from 1 on, in order.
    pub rares: Vec<usize>,
    seen: Vec<u64>,
    next_choice: usize,
    fixed_space: bool,
}

impl Sparse {
    /// Starts a sequence with `G(0) = 0`; a given space is kept to, whatever it costs.
    #[must_use]
    pub fn new(moves: Moves, space: Option<Space>) -> Self {
        let offset = moves.splits.first().map_or(0, |take| take & 1);
        let mut values = Values::default();
        values.push(0);
        Self {
            moves,
            values,
            space: space.unwrap_or(Space { mask: 1, by_position: false, offset }),
            rares: Vec::new(),
            seen: vec![u64::MAX; 64],
            next_choice: 64,
            fixed_space: space.is_some(),
        }
    }

    /// Takes over values computed earlier.
    pub fn load(&mut self, values: Values) {
        self.values = values;
        self.next_choice = next_choice(self.values.len());
        if !self.fixed_space && self.values.len() >= 64 {
            self.space = self.fewest_rare().0;
        }
        self.list_rares();
    }

    /// Looks for a better space; true if it was changed.
    pub fn choose_space(&mut self) -> bool {
        if self.fixed_space {
            return false;
        }
        let (space, rare) = self.fewest_rare();
        let better = rare * 10 < self.rares.len() as u64 * 9;
        if better && space != self.space {
            self.space = space;
            self.list_rares();
            return true;
        }
        false
    }

    fn fewest_rare(&self) -> (Space, u64) {
        let values = &self.values;
        let parities = Parities::new((1..values.len()).map(|n| (n, values.get(n))));
        parities.fewest_rare(&self.moves.splits)
    }

    fn list_rares(&mut self) {
        let (space, values) = (self.space, &self.values);
        self.rares = (1..values.len()).filter(|&n| !space.is_common(n, values.get(n))).collect();
    }

    /// Appends a value known to be right and whether its heap is rare.
    #[inline]
    pub fn append(&mut self, value: u16, rare: bool) {
        debug_assert_eq!(rare, !self.space.is_common(self.values.len(), value));
        if rare {
            self.rares.push(self.values.len());
        }
        self.values.push(value);
    }

    /// Computes and appends the next value; returns the steps of work done.
    ///
    /// # Errors
    ///
    /// [`HeapError::TooLarge`] if the value does not fit.
    pub fn step(&mut self) -> Result<u64, HeapError> {
        let n = self.values.len();
        if n >= self.next_choice {
            self.next_choice = next_choice(n);
            self.choose_space();
        }
        let size = 2 * (usize::from(self.values.max()) + 2).next_power_of_two();
        if self.seen.len() < size {
            self.seen.resize(size, u64::MAX);
        }
        let (space, values, now) = (self.space, &self.values, n as u64);
        let seen = &mut self.seen;
        if self.moves.empties.contains(&n) {
            seen[0] = now;
        }
        for &take in self.moves.singles.iter().take_while(|&&take| take < n) {
            seen[usize::from(values.get(n - take))] = now;
        }
        let mut steps = 0;
        for &take in &self.moves.splits {
            for &rare in self.rares.iter().take_while(|&&rare| rare + take < n) {
                let rest = n - take - rare;
                if !(self.moves.unequal && rest == rare) {
                    seen[usize::from(values.get(rare) ^ values.get(rest))] = now;
                }
                steps += 1;
            }
        }
        // All options of the common class are marked now, and every option that is marked exists.
        let common = least(seen, now, |v| space.is_common(n, v));
        let mut missing =
            (0..common).filter(|&v| seen[v] != now && !space.is_common(n, v as u16)).count();
        'scan: for &take in &self.moves.splits {
            if missing == 0 || take >= n {
                break;
            }
            let sum = n - take;
            let last = if self.moves.unequal { (sum - 1) / 2 } else { sum / 2 };
            for a in 1..=last {
                steps += 1;
                let v = usize::from(values.get(a) ^ values.get(sum - a));
                if seen[v] != now {
                    seen[v] = now;
                    if v < common {
                        missing -= 1;
                        if missing == 0 {
                            break 'scan;
                        }
                    }
                }
            }
        }
        let value = if missing == 0 { common } else { least(seen, now, |_| true) };
        if value as u32 >= VALUE_LIMIT {
            return Err(HeapError::TooLarge { n: now, limit: VALUE_LIMIT });
        }
        let rare = !space.is_common(n, value as u16);
        self.append(value as u16, rare);
        Ok(steps + 8)
    }
}

/// The least value not marked `now` among those wanted.
fn least(seen: &[u64], now: u64, wanted: impl Fn(u16) -> bool) -> usize {
    let mark = |v: usize| seen.get(v).is_some_and(|&at| at == now);
    (0..2 * VALUE_LIMIT as usize).find(|&v| !mark(v) && wanted(v as u16)).unwrap_or(seen.len())
}
