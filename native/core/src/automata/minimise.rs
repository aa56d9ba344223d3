//! Minimisation by refining a partition (Moore, 1956), with fingerprints instead of whole rows.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::Dfa;

const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

/// Returns the minimal automaton, numbered in breadth-first order from its start.
pub(super) fn minimise(dfa: &Dfa) -> Dfa {
    let dfa = reachable(dfa);
    let mut class: Vec<u32> =
        dfa.accepting.iter().map(|&a| u32::from(a != dfa.accepting[0])).collect();
    let mut count = 1 + usize::from(class.contains(&1));
    loop {
        let (next, found) = refine(&dfa, &class);
        // Rounds only ever split classes, but equal fingerprints of unequal rows could hide it.
        if found == count {
            break;
        }
        (class, count) = (next, found);
    }
    while let Some((next, found)) = refine_exactly(&dfa, &class, count) {
        (class, count) = (next, found);
    }
    reachable(&quotient(&dfa, &class, count))
}

/// Splits classes by a fingerprint of the classes that each state leads to.
fn refine(dfa: &Dfa, class: &[u32]) -> (Vec<u32>, usize) {
    let mut ids: HashMap<(u32, u64), u32, FxBuildHasher> = HashMap::default();
    let next = dfa
        .delta
        .chunks_exact(dfa.letters())
        .zip(class)
        .map(|(row, &own)| {
            let mut print = 0_u64;
            for &target in row {
                print =
                    (print.rotate_left(5) ^ u64::from(class[target as usize])).wrapping_mul(MIX);
            }
            let fresh = u32::try_from(ids.len()).unwrap_or(u32::MAX);
            *ids.entry((own, print)).or_insert(fresh)
        })
        .collect();
    (next, ids.len())
}

/// Splits classes by comparing whole rows; None where every class is already uniform.
fn refine_exactly(dfa: &Dfa, class: &[u32], count: usize) -> Option<(Vec<u32>, usize)> {
    let mut first: Vec<Option<usize>> = vec![None; count];
    let row = |s: usize| dfa.delta[s * dfa.letters()..][..dfa.letters()].iter();
    let uniform = (0..class.len()).all(|s| {
        let model = *first[class[s] as usize].get_or_insert(s);
        row(s).zip(row(model)).all(|(&a, &b)| class[a as usize] == class[b as usize])
    });
    if uniform {
        return None;
    }
    let mut ids: HashMap<Vec<u32>, u32, FxBuildHasher> = HashMap::default();
    let next = (0..class.len())
        .map(|s| {
            let key = [class[s]].into_iter().chain(row(s).map(|&t| class[t as usize])).collect();
            let fresh = u32::try_from(ids.len()).unwrap_or(u32::MAX);
            *ids.entry(key).or_insert(fresh)
        })
        .collect();
    Some((next, ids.len()))
}

fn quotient(dfa: &Dfa, class: &[u32], count: usize) -> Dfa {
    let letters = dfa.letters();
    let mut delta = vec![0; count * letters];
    let mut accepting = vec![false; count];
    for (s, &own) in class.iter().enumerate() {
        let own = own as usize;
        accepting[own] = dfa.accepting[s];
        for (cell, &target) in
            delta[own * letters..][..letters].iter_mut().zip(&dfa.delta[s * letters..])
        {
            *cell = class[target as usize];
        }
    }
    let start = class[dfa.start as usize];
    Dfa { numeration: dfa.numeration, tracks: dfa.tracks, start, delta, accepting }
}

/// Keeps the states that can be reached, numbered as a breadth-first search meets them.
fn reachable(dfa: &Dfa) -> Dfa {
    let letters = dfa.letters();
    let mut name = vec![u32::MAX; dfa.accepting.len()];
    let mut order = vec![dfa.start as usize];
    name[dfa.start as usize] = 0;
    let mut delta = Vec::with_capacity(dfa.delta.len());
    let mut done = 0;
    while done < order.len() {
        for &target in &dfa.delta[order[done] * letters..][..letters] {
            let slot = &mut name[target as usize];
            if *slot == u32::MAX {
                *slot = u32::try_from(order.len()).unwrap_or(u32::MAX);
                order.push(target as usize);
            }
            delta.push(*slot);
        }
        done += 1;
    }
    let accepting = order.iter().map(|&s| dfa.accepting[s]).collect();
    Dfa { numeration: dfa.numeration, tracks: dfa.tracks, start: 0, delta, accepting }
}
