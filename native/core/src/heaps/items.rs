//! Lists of windows to unite, in the order in which that is fastest.

/// A window of heaps.
#[derive(Debug, Clone, Copy)]
pub struct Item {
    /// How far before the block's first heap the window begins.
    pub distance: u32,
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
    /// Where they end.
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

/// With so many windows, those of one group come together, as its bytes then stay in the nearest
/// cache.
const MANY: usize = 192;

impl Items {
    /// Makes a list from pairs (distance, squeezed value): the window for the heaps from `n` on
    /// begins at heap `n - distance`.
    #[must_use]
    pub fn new(pairs: impl Iterator<Item = (usize, u16)>) -> Self {
        let mut pairs: Vec<(usize, u16)> = pairs.collect();
        let many = pairs.len() >= MANY;
        let key = |&(distance, value): &(usize, u16)| {
            (if many { value >> 3 } else { 0 }, value & 7, distance)
        };
        pairs.sort_unstable_by_key(key);
        let mut list = Self::default();
        for run in pairs.chunk_by(|x, y| (key(x).0, key(x).1) == (key(y).0, key(y).1)) {
            let (start, value) = (list.windows.len() as u32, run[0].1);
            list.windows.extend(
                run.iter().map(|&(distance, v)| Item { distance: distance as u32, group: v >> 3 }),
            );
            if many {
                list.ends.resize(usize::from(value >> 3) + 1, list.runs.len());
            }
            let end = list.windows.len() as u32;
            list.runs.push(Run { place: (value & 7) as u8, start, end });
            if let Some(end) = list.ends.last_mut() {
                *end += 1;
            }
        }
        list
    }

    /// Number of windows.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.windows.len() as u64
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
