//! Games in which a move takes a vertex of a graph and changes who may take its neighbours:
//! Snort and Col (*Winning Ways*, chapter 2), digraph placement.

use super::grid::each;
use super::solver::{Moves, Rules};
use super::table::{Pack, Packed};

/// Which vertices Left and Right may still take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Vertices {
    /// Vertices that Left may take.
    pub left: u128,
    /// Vertices that Right may take.
    pub right: u128,
}

/// What taking a vertex does to the rights of either player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// The neighbours become reserved for the one who moved.
    Snort,
    /// The neighbours become reserved for the other player.
    Col,
    /// The vertices that arrows lead to are removed.
    Removal,
}

/// A placement game on a fixed graph of up to 128 vertices.
#[derive(Debug, Clone)]
pub struct Placement {
    effect: Effect,
    /// Vertices that a move at each vertex changes.
    out: Vec<u128>,
    /// Vertices that affect or are affected by each vertex.
    near: Vec<u128>,
    /// Ways to rename the vertices that keep the graph.
    automorphisms: Vec<Vec<u8>>,
}

/// Renamings looked for: enough for grids and cycles of the usual sizes.
const MOST_AUTOMORPHISMS: usize = 48;
/// Steps of the search for them; a graph that needs more is simply not normalised further.
const MOST_STEPS: usize = 200_000;

/// Marks keys of paths: their vertices are numbered along the path.
const PATH: u8 = 1;

/// A component up to symmetry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlacementKey {
    kind: u8,
    length: u8,
    vertices: Vertices,
}

/// Vertices that fit a packed position.
const FEW: u32 = 44;

impl Pack for Vertices {
    fn pack(&self) -> Option<Packed> {
        if (self.left | self.right) >> FEW != 0 {
            return None;
        }
        Packed::new(1 << (2 * FEW) | self.left << FEW | self.right)
    }
}

impl Pack for PlacementKey {
    fn pack(&self) -> Option<Packed> {
        let Vertices { left, right } = self.vertices;
        if (left | right) >> FEW != 0 || self.length > 62 {
            return None;
        }
        let kind = u128::from(self.length + 1) << 1 | u128::from(self.kind);
        Packed::new(kind << (2 * FEW) | left << FEW | right)
    }
}

impl Placement {
    fn new(effect: Effect, vertices: usize, edges: &[(usize, usize)]) -> Self {
        let mut out = vec![0; vertices];
        let mut near = vec![0; vertices];
        for &(from, to) in edges {
            if from == to || from >= vertices || to >= vertices {
                continue;
            }
            out[from] |= 1 << to;
            if effect != Effect::Removal {
                out[to] |= 1 << from;
            }
            near[from] |= 1 << to;
            near[to] |= 1 << from;
        }
        let mut found = Self { effect, out, near, automorphisms: Vec::new() };
        found.automorphisms = found.find_automorphisms();
        found
    }

    /// Snort on a graph.
    #[must_use]
    pub fn snort(vertices: usize, edges: &[(usize, usize)]) -> Self {
        Self::new(Effect::Snort, vertices, edges)
    }

    /// Col on a graph.
    #[must_use]
    pub fn col(vertices: usize, edges: &[(usize, usize)]) -> Self {
        Self::new(Effect::Col, vertices, edges)
    }

    /// Digraph placement: a move removes a vertex and all that arrows from it lead to.
    #[must_use]
    pub fn removal(vertices: usize, edges: &[(usize, usize)]) -> Self {
        Self::new(Effect::Removal, vertices, edges)
    }

    fn find_automorphisms(&self) -> Vec<Vec<u8>> {
        let count = self.out.len();
        let mut found = Vec::new();
        let mut image: Vec<u8> = Vec::new();
        let mut used = 0_u128;
        let mut next = 0_usize;
        let mut steps = 0;
        // Vertices, not used yet, that are near the same of those placed as the next one is.
        let near_alike = |image: &[u8], used: u128| {
            let Some(&near) = self.near.get(image.len()) else { return 0 };
            image.iter().enumerate().fold(!used, |alike, (other, &to)| {
                let there = self.near[usize::from(to)];
                alike & if near >> other & 1 == 1 { there } else { !there }
            })
        };
        let fits = |image: &[u8], candidate: usize| {
            let vertex = image.len();
            self.out[vertex].count_ones() == self.out[candidate].count_ones()
                && self.near[vertex].count_ones() == self.near[candidate].count_ones()
                && image.iter().enumerate().all(|(other, &to)| {
                    let to = usize::from(to);
                    (self.out[vertex] >> other & 1) == (self.out[candidate] >> to & 1)
                        && (self.out[other] >> vertex & 1) == (self.out[to] >> candidate & 1)
                })
        };
        loop {
            steps += 1;
            if steps > MOST_STEPS || found.len() >= MOST_AUTOMORPHISMS {
                return found;
            }
            if image.len() == count {
                found.push(image.clone());
                next = count;
            }
            let alike = near_alike(&image, used);
            let choice = (next..count).find(|&c| alike >> c & 1 == 1 && fits(&image, c));
            if let Some(choice) = choice {
                image.push(choice as u8);
                used |= 1 << choice;
                next = 0;
            } else {
                let Some(last) = image.pop() else { return found };
                used &= !(1 << last);
                next = usize::from(last) + 1;
            }
        }
    }

    /// The vertices that a vertex still interacts with.
    fn partners(&self, at: Vertices, vertex: u32) -> u128 {
        let near = self.near[vertex as usize] & (at.left | at.right);
        let bit = 1_u128 << vertex;
        let (left, right) = (at.left & bit != 0, at.right & bit != 0);
        match self.effect {
            _ if left && right => near,
            // Neighbours reserved for the same player do not disturb each other in Snort.
            Effect::Snort if left => near & at.right,
            Effect::Snort => near & at.left,
            // In Col those reserved for different players do not.
            Effect::Col if left => near & at.left,
            Effect::Col => near & at.right,
            Effect::Removal => near,
        }
    }

    /// The vertices in the order of a path, if the part is one.
    fn path(&self, part: Vertices) -> Option<Vec<u32>> {
        if self.effect == Effect::Removal {
            return None;
        }
        let all = part.left | part.right;
        let mut ends = Vec::new();
        let mut fits = true;
        each(all, |vertex| match self.partners(part, vertex).count_ones() {
            0 | 1 => ends.push(vertex),
            2 => {}
            _ => fits = false,
        });
        if !fits || ends.is_empty() {
            return None;
        }
        let mut order = vec![ends[0]];
        let mut seen = 1_u128 << ends[0];
        let mut last = ends[0];
        loop {
            let next = self.partners(part, last) & !seen;
            if next == 0 {
                break;
            }
            last = next.trailing_zeros();
            seen |= 1 << last;
            order.push(last);
        }
        (seen == all).then_some(order)
    }
}

fn renamed(plane: u128, image: impl Fn(u32) -> u32) -> u128 {
    let mut moved = 0;
    each(plane, |vertex| moved |= 1 << image(vertex));
    moved
}

impl Rules for Placement {
    type Part = Vertices;
    type Key = PlacementKey;

    fn split(&self, board: Vertices, moves: &mut Moves<Vertices>) {
        let mut rest = board.left | board.right;
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            let mut border = part;
            while border != 0 {
                let mut reached = 0;
                each(border, |vertex| reached |= self.partners(board, vertex));
                border = reached & !part;
                part |= reached;
            }
            rest &= !part;
            moves.part(Vertices { left: board.left & part, right: board.right & part });
        }
        moves.end();
    }

    fn moves(&self, part: Vertices, left: bool, emit: &mut impl FnMut(Vertices)) {
        each(if left { part.left } else { part.right }, |vertex| {
            let out = self.out[vertex as usize];
            let (mut own, mut other) =
                if left { (part.left, part.right) } else { (part.right, part.left) };
            match self.effect {
                Effect::Snort => other &= !out,
                Effect::Col => own &= !out,
                Effect::Removal => {
                    own &= !out;
                    other &= !out;
                }
            }
            let taken = !(1_u128 << vertex);
            let (own, other) = (own & taken, other & taken);
            let (left, right) = if left { (own, other) } else { (other, own) };
            emit(Vertices { left, right });
        });
    }

    fn normal(&self, part: Vertices) -> (PlacementKey, bool) {
        let mut best: Option<(PlacementKey, bool)> = None;
        let mut offer = |kind: u8, length: u8, left: u128, right: u128| {
            for negated in [false, true] {
                let (left, right) = if negated { (right, left) } else { (left, right) };
                let key = PlacementKey { kind, length, vertices: Vertices { left, right } };
                if best.is_none_or(|(best, _)| key < best) {
                    best = Some((key, negated));
                }
            }
        };
        if let Some(order) = self.path(part) {
            let mut place = [0_u32; 128];
            let last = order.len() as u32 - 1;
            for (at, &vertex) in order.iter().enumerate() {
                place[vertex as usize] = at as u32;
            }
            for back in [false, true] {
                let image = |v: u32| {
                    let at = place[v as usize];
                    if back { last - at } else { at }
                };
                let (left, right) = (renamed(part.left, image), renamed(part.right, image));
                offer(PATH, order.len() as u8, left, right);
            }
        } else {
            for names in &self.automorphisms {
                let image = |v: u32| u32::from(names[v as usize]);
                offer(0, 0, renamed(part.left, image), renamed(part.right, image));
            }
            if self.automorphisms.is_empty() {
                offer(0, 0, part.left, part.right);
            }
        }
        best.unwrap_or((PlacementKey { kind: 0, length: 0, vertices: part }, false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All renamings, tried one by one.
    fn all(graph: &Placement) -> Vec<Vec<u8>> {
        let count = graph.out.len();
        let mut found: Vec<Vec<u8>> = vec![Vec::new()];
        for _ in 0..count {
            found = found
                .iter()
                .flat_map(|image| {
                    (0..count as u8).filter(|c| !image.contains(c)).map(|c| {
                        let mut longer = image.clone();
                        longer.push(c);
                        longer
                    })
                })
                .collect();
        }
        found.retain(|image| {
            (0..count).all(|a| {
                (0..count).all(|b| {
                    graph.out[a] >> b & 1 == graph.out[usize::from(image[a])] >> image[b] & 1
                })
            })
        });
        found.truncate(MOST_AUTOMORPHISMS);
        found
    }

    #[test]
    fn renamings_are_all_that_keep_the_graph() {
        let cycle: Vec<_> = (0..6).map(|v| (v, (v + 1) % 6)).collect();
        let star = [(0, 1), (0, 2), (3, 0), (4, 0), (5, 4)];
        let pairs = [(0, 1), (2, 3), (4, 5), (1, 0)];
        let nothing: [(usize, usize); 0] = [];
        for edges in [&cycle[..], &star, &pairs, &nothing] {
            for graph in [Placement::removal(6, edges), Placement::snort(6, edges)] {
                assert_eq!(graph.automorphisms, all(&graph));
            }
        }
        assert_eq!(Placement::removal(6, &cycle).automorphisms.len(), 6);
        assert_eq!(Placement::snort(6, &cycle).automorphisms.len(), 12);
    }
}
