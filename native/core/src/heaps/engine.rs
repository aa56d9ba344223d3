//! A sequence of an octal game that grows by whichever method is fastest where it stands.

use super::HeapError;
use super::block::{Blocks, Ended};
use super::code::Code;
use super::lines::BLOCK;
use super::plain::Plain;
use super::scalar::{CHOOSE_OFTEN_TO, Moves, Sparse, next_choice};
use super::space::Space;
use super::values::{PREFIX, Values};
use crate::monitor::{Monitor, Stopped, Ticker};

/// Values computed one by one before blocks pay.
pub const BLOCKS_FROM: usize = PREFIX;
/// Blocks need so many values before them.
pub const BLOCKS_AT_LEAST: usize = 4 * BLOCK;

/// With many rare heaps, blocks pay up to so many groups of values times kinds of splits.
const DENSE: usize = 100;

/// How an [`Engine`] works; none of it changes a value.
#[derive(Debug, Clone)]
pub struct Options {
    /// Threads at work, at least 1.
    pub threads: usize,
    /// Bytes of tables allowed, besides one or two a value.
    pub memory: u64,
    /// A space to keep to instead of the best one.
    pub space: Option<Space>,
    /// Values computed one by one before blocks; raised to [`BLOCKS_AT_LEAST`].
    pub blocks_from: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { threads: 1, memory: 1 << 28, space: None, blocks_from: BLOCKS_FROM }
    }
}

/// A growing sequence of Grundy values of a game that leaves at most two heaps.
pub struct Engine {
    sparse: Sparse,
    blocks: Option<Blocks>,
    options: Options,
    pool: Option<rayon::ThreadPool>,
    /// Values are computed one by one until there are so many.
    singly_until: usize,
    next_choice: usize,
    next_review: usize,
    efforts: Vec<usize>,
}

/// Heaps from `len` on until the next look at whether searches or unions cost more: what they cost
/// changes with the logarithm of the number of heaps.
fn until_review(len: usize) -> usize {
    (len / 4).next_multiple_of(BLOCK).max(16 * BLOCK)
}

impl Engine {
    /// Starts the sequence of a code.
    ///
    /// # Errors
    ///
    /// [`HeapError::Code`] for a code that leaves more than two heaps.
    pub fn new(code: &Code, options: Options) -> Result<Self, HeapError> {
        if code.parts() > 2 {
            return Err(HeapError::Code(
                "the fast method is for games that leave at most two heaps".into(),
            ));
        }
        // The calling thread works too.
        let pool = match options.threads {
            0 | 1 => None,
            threads => rayon::ThreadPoolBuilder::new().num_threads(threads - 1).build().ok(),
        };
        let singly_until = options.blocks_from.max(BLOCKS_AT_LEAST).next_multiple_of(64);
        Ok(Self {
            sparse: Sparse::new(Moves::new(code), options.space),
            blocks: None,
            options,
            pool,
            singly_until,
            next_choice: singly_until,
            next_review: 0,
            efforts: Vec::new(),
        })
    }

    /// Goes on from values computed earlier, which must be right.
    pub fn load(&mut self, values: Values) {
        if values.len() > 1 {
            self.sparse.load(values);
            self.blocks = None;
            self.singly_until =
                self.singly_until.max(self.sparse.values.len().next_multiple_of(64));
            self.next_choice = next_choice(self.sparse.values.len());
        }
    }

    /// The values so far.
    #[must_use]
    pub fn values(&self) -> &Values {
        &self.sparse.values
    }

    /// The numbers of counters that a splitting move may remove.
    #[must_use]
    pub fn splits(&self) -> &[usize] {
        &self.sparse.moves.splits
    }

    /// The rare heaps so far, in order.
    #[must_use]
    pub fn rares(&self) -> &[usize] {
        &self.sparse.rares
    }

    /// Values computed one by one before blocks.
    #[must_use]
    pub fn singly(&self) -> usize {
        self.singly_until
    }

    /// The space in use.
    #[must_use]
    pub fn space(&self) -> Space {
        self.sparse.space
    }

    /// Computes values until there are at least `count`; a batch of blocks more is possible.
    ///
    /// # Errors
    ///
    /// [`HeapError::Stopped`] and [`HeapError::TooLarge`]; what was computed stays.
    pub fn extend(&mut self, count: usize, monitor: &mut dyn Monitor) -> Result<(), HeapError> {
        let mut ticker = Ticker::new(monitor, count as u64);
        self.sparse.values.reserve(count.saturating_add(BLOCK));
        while self.sparse.values.len() < count {
            let len = self.sparse.values.len();
            if self.sparse.moves.splits.is_empty() || len < self.singly_until || self.is_dense() {
                // Tables for blocks know nothing of heaps and spaces that come about one by one.
                self.drop_blocks();
                let steps = self.sparse.step()?;
                ticker.tick(steps, len as u64)?;
            } else {
                self.block(&mut ticker)?;
            }
        }
        Ok(())
    }

    /// Whether rare heaps and values are so many that nothing beats going through all options.
    fn is_dense(&self) -> bool {
        let (sparse, len) = (&self.sparse, self.sparse.values.len());
        let unions = sparse.moves.splits.len() * (usize::from(sparse.values.max()) / 16 + 1);
        sparse.rares.len() > len / 6 && unions > DENSE || !len.is_multiple_of(64)
    }

    fn drop_blocks(&mut self) {
        if let Some(blocks) = self.blocks.take() {
            self.efforts = blocks.efforts().to_vec();
        }
    }

    fn block(&mut self, ticker: &mut Ticker) -> Result<(), HeapError> {
        let len = self.sparse.values.len();
        if len >= self.next_choice {
            self.next_choice = next_choice(len);
            // Even in the same space, what is frequent has changed after a while.
            if self.sparse.choose_space() || len >= CHOOSE_OFTEN_TO {
                self.drop_blocks();
            }
        }
        let memory = self.options.memory;
        if self.blocks.as_ref().is_some_and(|blocks| blocks.wants_more_reach(&self.sparse, memory))
        {
            self.drop_blocks();
        }
        if self.blocks.is_none() {
            self.next_review = len + until_review(len);
        }
        let (sparse, efforts) = (&mut self.sparse, &mut self.efforts);
        let threads = self.pool.as_ref().map_or(1, |pool| 1 + pool.current_num_threads());
        let blocks = self
            .blocks
            .get_or_insert_with(|| Blocks::new(sparse, memory, std::mem::take(efforts), threads));
        let mut stopped: Result<(), Stopped> = Ok(());
        let mut between = || {
            if stopped.is_ok() {
                stopped = ticker.tick(1 << 13, len as u64);
            }
        };
        match blocks.run(sparse, self.pool.as_ref(), &mut between) {
            Ended::Whole => {
                if sparse.values.len() >= self.next_review {
                    blocks.review(sparse);
                    let len = sparse.values.len();
                    self.next_review = len + until_review(len);
                }
            }
            Ended::Overflow => {
                self.drop_blocks();
                self.singly_until = (self.sparse.values.len() + 1).next_multiple_of(64);
            }
        }
        stopped?;
        ticker.tick(1 << 13, self.sparse.values.len() as u64)?;
        Ok(())
    }
}

/// The first `count` values of any code, by the method that suits it.
///
/// # Errors
///
/// As [`Engine::extend`] and [`Plain::extend`].
pub fn sequence(
    code: &Code,
    count: usize,
    options: Options,
    monitor: &mut dyn Monitor,
) -> Result<Vec<u32>, HeapError> {
    if code.parts() > 2 {
        let mut plain = Plain::new(code);
        plain.extend(count, options.memory, monitor)?;
        plain.values.truncate(count);
        return Ok(plain.values);
    }
    let mut engine = Engine::new(code, options)?;
    engine.extend(count, monitor)?;
    Ok((0..count).map(|n| u32::from(engine.values().get(n))).collect())
}

#[cfg(test)]
mod tests {
    use super::super::plain::plain;
    use super::*;
    use crate::monitor::Silent;

    fn code(digits: &[u32]) -> Code {
        Code::new(digits.to_vec(), false).unwrap()
    }

    fn few() -> Options {
        Options { blocks_from: 0, ..Options::default() }
    }

    /// Games with few rare heaps, few by position, many, several splits; two that are periodic.
    fn codes() -> Vec<Code> {
        let digits: [&[u32]; 13] = [
            &[0, 6],
            &[0, 1, 6, 1],
            &[0, 1, 6, 7],
            &[0, 0, 5, 4],
            &[0, 1, 0, 6],
            &[0, 1, 0, 4],
            &[0, 1, 7, 7, 7],
            &[0, 0, 0, 7],
            &[0, 7, 6],
            &[0, 7, 7],
            &[4, 0, 0, 4],
            &[4, 3],
            &[0, 2, 4, 0, 3, 6],
        ];
        digits.iter().map(|digits| code(digits)).chain([Code::grundy()]).collect()
    }

    fn one_by_one(code: &Code, count: usize) -> Values {
        let mut sparse = Sparse::new(Moves::new(code), None);
        while sparse.values.len() < count {
            sparse.step().unwrap();
        }
        sparse.values
    }

    fn assert_same(values: &Values, expected: &Values, what: &str) {
        for n in 0..expected.len() {
            assert_eq!(values.get(n), expected.get(n), "{what} at {n}");
        }
    }

    #[test]
    fn values_one_by_one_follow_the_definition() {
        for code in codes() {
            let expected = plain(&code, 1500, 1 << 30, &mut Silent).unwrap();
            let values = one_by_one(&code, 1500);
            for (n, &expected) in expected.iter().enumerate() {
                assert_eq!(u32::from(values.get(n)), expected, "{code:?} at {n}");
            }
        }
    }

    #[test]
    fn blocks_agree_with_values_one_by_one() {
        for code in codes() {
            let count = BLOCKS_AT_LEAST + 9 * BLOCK;
            let expected = one_by_one(&code, count);
            for threads in [1, 2] {
                let options = Options { threads, blocks_from: 0, ..Options::default() };
                let mut engine = Engine::new(&code, options).unwrap();
                engine.extend(count, &mut Silent).unwrap();
                assert_same(engine.values(), &expected, &format!("{code:?}"));
            }
        }
    }

    #[test]
    fn a_poor_space_with_rare_heaps_at_any_moment_changes_nothing() {
        for (digits, mask, by_position) in [
            (&[0_u32, 1, 6, 7][..], 1, false),
            (&[0, 0, 5, 4], 32, false),
            (&[0, 1, 0, 6], 6, true),
        ] {
            let code = code(digits);
            let expected = one_by_one(&code, BLOCKS_AT_LEAST + 12 * BLOCK);
            let offset = code.takes(2)[0] & 1;
            let by_position = by_position && code.takes(2).iter().all(|take| take & 1 == offset);
            let space = Some(Space { mask, by_position, offset });
            let mut engine =
                Engine::new(&code, Options { space, blocks_from: 0, ..Options::default() })
                    .unwrap();
            engine.extend(expected.len(), &mut Silent).unwrap();
            assert_same(engine.values(), &expected, &format!("{code:?} {space:?}"));
        }
    }

    #[test]
    fn unions_of_few_values_are_extended_where_more_are_needed() {
        // Past the first review, unions leave out the values that few blocks need.
        for code in [Code::grundy(), code(&[0, 1, 6, 1]), code(&[0, 1, 0, 6])] {
            let count = BLOCKS_AT_LEAST + until_review(BLOCKS_AT_LEAST) + 20 * BLOCK;
            let expected = one_by_one(&code, count);
            for threads in [1, 2] {
                let options = Options { threads, blocks_from: 0, ..Options::default() };
                let mut engine = Engine::new(&code, options).unwrap();
                engine.extend(count, &mut Silent).unwrap();
                assert_same(engine.values(), &expected, &format!("{code:?}"));
            }
        }
    }

    #[test]
    fn blocks_go_on_after_values_one_by_one() {
        for code in [code(&[0, 1, 6, 7]), code(&[0, 1, 0, 6])] {
            let count = BLOCKS_AT_LEAST + 12 * BLOCK;
            let expected = one_by_one(&code, count);
            let mut engine = Engine::new(&code, few()).unwrap();
            engine.extend(BLOCKS_AT_LEAST + 4 * BLOCK, &mut Silent).unwrap();
            engine.singly_until = engine.values().len() + 3 * BLOCK;
            engine.extend(count, &mut Silent).unwrap();
            assert_same(engine.values(), &expected, &format!("{code:?}"));
        }
    }

    #[test]
    fn little_memory_leaves_rare_heaps_to_be_marked_one_by_one() {
        let code = code(&[0, 0, 0, 7]);
        let expected = one_by_one(&code, BLOCKS_AT_LEAST + 6 * BLOCK);
        let options = Options { memory: 1, blocks_from: 0, ..Options::default() };
        let mut engine = Engine::new(&code, options).unwrap();
        engine.extend(expected.len(), &mut Silent).unwrap();
        assert_same(engine.values(), &expected, "0.007");
    }

    #[test]
    fn going_on_from_any_heap_gives_the_same_values() {
        let code = code(&[0, 1, 6, 7]);
        let count = BLOCKS_AT_LEAST + 6 * BLOCK;
        let expected = one_by_one(&code, count);
        for start in
            [1, 2, 63, 64, 1000, BLOCKS_AT_LEAST, BLOCKS_AT_LEAST + 1, BLOCKS_AT_LEAST + 700]
        {
            let mut values = Values::default();
            (0..start).for_each(|n| values.push(expected.get(n)));
            let mut engine = Engine::new(&code, few()).unwrap();
            engine.load(values);
            engine.extend(count, &mut Silent).unwrap();
            assert_same(engine.values(), &expected, &format!("from {start}"));
        }
    }

    #[test]
    fn subtraction_games_are_played_too() {
        let values = sequence(&code(&[0, 3, 3, 3]), 100, Options::default(), &mut Silent).unwrap();
        assert!(values.iter().enumerate().all(|(n, &v)| v == n as u32 % 4));
    }
}
