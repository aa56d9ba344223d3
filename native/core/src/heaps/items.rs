//! Lists of windows to unite, in the order in which that is fastest.

/// A window of heaps: how far before the end of a block, and the value to combine it with.
#[derive(Debug, Clone, Copy)]
pub struct Item {
    /// Lines back from the block's first line to the window's first line.
    pub back: u32,
    /// Bits by which the window begins within its first line.
    pub shift: u8,
    /// Group of eight that the value of the other heap lies in.
    pub group: u16,
}

/// Windows whose values lie at one place within their groups of eight.
#[derive(Debug, Clone, Copy)]
pub struct Run {
    /// The place.
    pub place: u8,
    /// Where they start.
    pub start: u32,
    /// Where those end that begin with a line.
    pub whole: u32,
    /// Where all of them end.
    pub end: u32,
}

/// Windows in the order in which it is fastest to unite them.
#[derive(Debug, Clone, Default)]
pub struct Items {
    /// The windows, run by run.
    pub windows: Vec<Item>,
    /// The runs.
    pub runs: Vec<Run>,
    /// With many windows, for each group of values where its runs end.
    pub ends: Vec<usize>,
}

impl Items {
    /// Makes a list from pairs (distance, squeezed value): the window for the heaps from `n` on
    /// begins at heap `n - distance`.
    #[must_use]
    pub fn new(pairs: impl Iterator<Item = (usize, u16)>) -> Self {
        let mut pairs: Vec<(usize, u16)> = pairs.collect();
        // The windows of one run are added up before their words change places. With many windows
        // those of one group come together, as its lines then stay in the nearest cache.
        let many = pairs.len() >= 192;
        let key = |&(distance, value): &(usize, u16)| {
            let group = if many { value >> 3 } else { 0 };
            (group, value & 7, distance & 63 != 0, distance)
        };
        pairs.sort_unstable_by_key(key);
        let mut list = Self::default();
        for run in pairs.chunk_by(|x, y| (key(x).0, key(x).1) == (key(y).0, key(y).1)) {
            let start = list.windows.len();
            list.windows.extend(run.iter().map(|&(distance, value)| Item {
                back: distance.div_ceil(64) as u32,
                shift: (distance.wrapping_neg() & 63) as u8,
                group: value >> 3,
            }));
            let whole = run.iter().take_while(|(distance, _)| distance.is_multiple_of(64)).count();
            if many {
                list.ends.resize(usize::from(run[0].1 >> 3) + 1, list.runs.len());
            }
            list.runs.push(Run {
                place: (run[0].1 & 7) as u8,
                whole: (start + whole) as u32,
                start: start as u32,
                end: list.windows.len() as u32,
            });
            if let Some(end) = list.ends.last_mut() {
                *end += 1;
            }
        }
        list
    }

    /// The work of uniting all windows: one that begins with a line is half the work of others.
    #[must_use]
    pub fn halves(&self) -> u64 {
        self.runs.iter().map(|run| u64::from(2 * run.end - run.start - run.whole)).sum()
    }
}

/// Windows into the last few lines, in order of distance, for each place in a group of eight.
pub type Near = [Vec<NearItem>; 8];

/// A window into the last few lines.
#[derive(Debug, Clone, Copy)]
pub struct NearItem {
    /// How far before the heaps of the line the window begins.
    pub distance: u16,
    /// Group of eight that the value of the other heap lies in.
    pub group: u16,
}

/// Sorts pairs (distance, squeezed value) of windows into the last few lines.
#[must_use]
pub fn near(pairs: impl Iterator<Item = (usize, u16)>) -> Near {
    let mut lists = Near::default();
    for (distance, value) in pairs {
        let item = NearItem { distance: distance as u16, group: value >> 3 };
        lists[usize::from(value & 7)].push(item);
    }
    for list in &mut lists {
        list.sort_unstable_by_key(|item| item.distance);
    }
    lists
}
