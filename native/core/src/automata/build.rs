//! Building an automaton from a start state and a rule for the next one.

use std::hash::Hash;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::minimise::minimise;
use super::{Dfa, Limits, Numeration, Trouble, check_tracks};

/// Explores from `start`, then minimises.
///
/// `step` gives the state after a state by a letter, `accept` whether a state accepts.
pub(super) fn explore<S: Clone + Eq + Hash>(
    numeration: Numeration,
    tracks: usize,
    start: S,
    mut step: impl FnMut(&S, u32) -> S,
    mut accept: impl FnMut(&S) -> bool,
    limits: &mut Limits<'_>,
) -> Result<Dfa, Trouble> {
    check_tracks(tracks)?;
    let most = limits.states.min(u32::MAX as usize - 1);
    let memory = limits.memory;
    let letters = 1_u32 << tracks;
    let mut ticker = limits.ticker();
    let mut known: HashMap<S, u32, FxBuildHasher> = HashMap::default();
    let mut order = vec![start.clone()];
    let mut accepting = vec![accept(&start)];
    known.insert(start, 0);
    let mut delta: Vec<u32> = Vec::new();
    let mut done = 0;
    while done < order.len() {
        if (delta.len() + letters as usize) * size_of::<u32>() > memory {
            return Err(Trouble::Memory(memory));
        }
        let state = order[done].clone();
        for letter in 0..letters {
            let next = step(&state, letter);
            let index = if let Some(&index) = known.get(&next) {
                index
            } else {
                if order.len() >= most {
                    return Err(Trouble::States(most));
                }
                // `most` is below u32::MAX, so the index fits.
                let index = u32::try_from(order.len()).unwrap_or(u32::MAX);
                accepting.push(accept(&next));
                known.insert(next.clone(), index);
                order.push(next);
                index
            };
            delta.push(index);
        }
        done += 1;
        ticker.tick(u64::from(letters) * 16, done as u64)?;
    }
    Ok(minimise(&Dfa { numeration, tracks, start: 0, delta, accepting }))
}
