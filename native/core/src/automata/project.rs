//! Existential quantification: dropping tracks, mending the padding, and subsets.

use super::build::explore;
use super::{Dfa, Limits, Numeration, Trouble};

/// Returns the tuples that some numbers on the tracks `dropped` complete; the rest keep their order.
///
/// # Errors
///
/// [`Trouble`] where a limit is reached or a track is not there.
pub fn exists(dfa: &Dfa, dropped: &[usize], limits: &mut Limits<'_>) -> Result<Dfa, Trouble> {
    if dropped.iter().any(|&t| t >= dfa.tracks) {
        return Err(Trouble::Shape("the tracks do not fit the automaton".into()));
    }
    let (gone, kept): (Vec<usize>, Vec<usize>) = (0..dfa.tracks).partition(|t| dropped.contains(t));
    let choices: Vec<u32> = (0..1_u32 << gone.len()).map(|c| scatter(c, &gone)).collect();
    let spread: Vec<u32> = (0..1_u32 << kept.len()).map(|l| scatter(l, &kept)).collect();
    let states = dfa.states();
    let dead = dfa.dead();
    let full = if dfa.numeration == Numeration::Binary { dfa.sink(true) } else { None };

    let mut accepting = dfa.accepting.clone();
    let mut start = vec![dfa.start];
    match dfa.numeration {
        // The dropped numbers may be longer than the others: zeros of these may follow.
        Numeration::Binary => {
            while {
                let mut grew = false;
                for s in 0..states {
                    if !accepting[s as usize]
                        && choices.iter().any(|&c| accepting[dfa.step(s, c) as usize])
                    {
                        accepting[s as usize] = true;
                        grew = true;
                    }
                }
                grew
            } {}
        }
        // Likewise, zeros of the others may precede.
        Numeration::Zeckendorf => {
            let mut seen = vec![false; states as usize];
            seen[dfa.start as usize] = true;
            let mut done = 0;
            while done < start.len() {
                for &choice in &choices {
                    let next = dfa.step(start[done], choice);
                    if !std::mem::replace(&mut seen[next as usize], true) {
                        start.push(next);
                    }
                }
                done += 1;
            }
        }
    }
    let tidy = |mut set: Vec<u32>| -> Box<[u32]> {
        if let Some(full) = full
            && set.contains(&full)
        {
            return Box::new([full]);
        }
        set.retain(|&s| Some(s) != dead);
        set.sort_unstable();
        set.dedup();
        set.into_boxed_slice()
    };
    explore(
        dfa.numeration,
        kept.len(),
        tidy(start),
        |set, letter| {
            let letter = spread[letter as usize];
            let mut next = Vec::with_capacity(set.len() * choices.len());
            for &s in set {
                next.extend(choices.iter().map(|&c| dfa.step(s, letter | c)));
            }
            tidy(next)
        },
        |set| set.iter().any(|&s| accepting[s as usize]),
        limits,
    )
}

/// Places bit `i` of `bits` at `places[i]`.
fn scatter(bits: u32, places: &[usize]) -> u32 {
    places.iter().enumerate().map(|(i, &place)| (bits >> i & 1) << place).sum()
}
