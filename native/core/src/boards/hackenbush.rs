//! Red-Blue-Green Hackenbush (*Winning Ways*, chapters 1, 2 and 7).

use super::grid::each;
use super::solver::{Moves, Rules};
use super::table::{Pack, Packed};

/// Who may cut an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    /// Blue: Left.
    Left,
    /// Red: Right.
    Right,
    /// Green: both.
    Both,
}

/// The edges that are left of a picture, one bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Picture(pub u128);

/// A picture of up to 128 edges; vertex 0 is the ground.
#[derive(Debug, Clone)]
pub struct Hackenbush {
    left: u128,
    right: u128,
    /// Edges that share a vertex other than the ground with each edge.
    joined: Vec<u128>,
    /// Edges that touch the ground.
    grounded: u128,
    /// Sets of two or more edges that can take each other's place: of one colour and between the
    /// same vertices, where a loose end counts as the vertex it hangs on.
    alike: Vec<u128>,
}

/// A part up to symmetry: a stalk by its colours from the ground up, anything else by its edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct HackenbushKey {
    stalk: u8,
    first: u128,
    second: u128,
}

/// Marks what is not packed as a stalk.
const PLAIN: u128 = 1 << 95;
/// Edges of a stalk that fits a packed position.
const SHORT: u32 = 44;

impl Pack for Picture {
    fn pack(&self) -> Option<Packed> {
        if self.0 < PLAIN { Packed::new(PLAIN | self.0) } else { None }
    }
}

impl Pack for HackenbushKey {
    fn pack(&self) -> Option<Packed> {
        match u32::from(self.stalk) {
            0 => Picture(self.first).pack(),
            1..=SHORT => Packed::new(
                u128::from(self.stalk) << (2 * SHORT) | self.first << SHORT | self.second,
            ),
            _ => None,
        }
    }
}

/// Sets of two or more edges that can take each other's place.
fn alike(edges: &[(usize, usize, Colour)]) -> Vec<u128> {
    let degree = |v: usize| edges.iter().filter(|&&(a, b, _)| a == v || b == v).count();
    let kinds: Vec<_> = edges
        .iter()
        .map(|&(a, b, colour)| {
            let loose = |v: usize| v != 0 && degree(v) == 1;
            let (a, b) = match (loose(a), loose(b)) {
                (true, false) => (b, b),
                (false, true) => (a, a),
                _ => (a.min(b), a.max(b)),
            };
            (a, b, colour)
        })
        .collect();
    let set = |kind| {
        let places = kinds.iter().enumerate().filter(|&(_, other)| other == kind);
        places.fold(0, |set, (at, _)| set | 1_u128 << at)
    };
    let mut found: Vec<u128> = kinds.iter().map(set).filter(|set| set.count_ones() > 1).collect();
    found.sort_unstable();
    found.dedup();
    found
}

impl Hackenbush {
    /// The picture with these edges between vertices; edges beyond the 128th are left out by
    /// callers, who check the number.
    #[must_use]
    pub fn new(edges: &[(usize, usize, Colour)]) -> Self {
        let (mut left, mut right, mut grounded) = (0, 0, 0);
        let mut joined = vec![0; edges.len()];
        for (at, &(from, to, colour)) in edges.iter().enumerate() {
            let bit = 1_u128 << at;
            left |= if colour == Colour::Right { 0 } else { bit };
            right |= if colour == Colour::Left { 0 } else { bit };
            grounded |= if from == 0 || to == 0 { bit } else { 0 };
            for (other, &(a, b, _)) in edges.iter().enumerate() {
                if [a, b].iter().any(|&v| v != 0 && (v == from || v == to)) {
                    joined[at] |= 1 << other;
                }
            }
        }
        Self { left, right, joined, grounded, alike: alike(edges) }
    }

    /// The edges of a part, where those that can take each other's place are the first of these.
    fn settled(&self, mut part: u128) -> u128 {
        for &set in &self.alike {
            let mut places = set;
            for _ in 0..(part & set).count_ones() {
                places &= places.wrapping_sub(1);
            }
            part = part & !set | set & !places;
        }
        part
    }

    /// All edges.
    #[must_use]
    pub fn picture(&self) -> Picture {
        Picture(match self.joined.len() {
            0 => 0,
            edges => u128::MAX >> (128 - edges),
        })
    }

    /// The edges that are still connected to the ground.
    #[must_use]
    pub fn standing(&self, board: Picture) -> Picture {
        Picture(self.connected(board.0 & self.grounded, board.0))
    }

    /// The edges of `from` connected to `seed`, not through the ground.
    fn connected(&self, seed: u128, from: u128) -> u128 {
        let mut found = seed;
        let mut border = seed;
        while border != 0 {
            let mut reached = 0;
            each(border, |edge| reached |= self.joined[edge as usize]);
            border = reached & from & !found;
            found |= border;
        }
        found
    }

    /// The edges from the ground up, if the part is a stalk.
    fn stalk(&self, part: u128) -> Option<Vec<u32>> {
        let start = part & self.grounded;
        if start.count_ones() != 1 {
            return None;
        }
        let mut order = vec![start.trailing_zeros()];
        let mut seen = start;
        loop {
            let last = *order.last()? as usize;
            let next = self.joined[last] & part & !seen;
            match next.count_ones() {
                0 => break,
                1 => {}
                _ => return None,
            }
            // An edge joined to any but the last one closes a loop.
            let edge = next.trailing_zeros();
            if (self.joined[edge as usize] & seen) != (1 << last) {
                return None;
            }
            seen |= next;
            order.push(edge);
        }
        (seen == part).then_some(order)
    }
}

impl Rules for Hackenbush {
    type Part = Picture;
    type Key = HackenbushKey;

    fn split(&self, board: Picture, moves: &mut Moves<Picture>) {
        let mut roots = board.0 & self.grounded;
        while roots != 0 {
            let part = self.connected(roots & roots.wrapping_neg(), board.0);
            roots &= !part;
            moves.part(Picture(part));
        }
        moves.end();
    }

    fn moves(&self, part: Picture, left: bool, emit: &mut impl FnMut(Picture)) {
        each(part.0 & if left { self.left } else { self.right }, |edge| {
            emit(Picture(part.0 & !(1 << edge)));
        });
    }

    fn normal(&self, part: Picture) -> (HackenbushKey, bool) {
        let Some(order) = self.stalk(part.0) else {
            return (HackenbushKey { stalk: 0, first: self.settled(part.0), second: 0 }, false);
        };
        let colours = |plane: u128| {
            order
                .iter()
                .enumerate()
                .fold(0_u128, |found, (at, &edge)| found | ((plane >> edge & 1) << at))
        };
        let (a, b) = (colours(self.left), colours(self.right));
        let stalk = order.len() as u8;
        if b < a {
            (HackenbushKey { stalk, first: b, second: a }, true)
        } else {
            (HackenbushKey { stalk, first: a, second: b }, false)
        }
    }
}
