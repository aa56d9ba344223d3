//! Words and numbers: membership, a smallest element, and completing a tuple.

use std::collections::VecDeque;

use super::{Dfa, Limits, Trouble};

/// Whether a word, a letter an entry, is accepted.
#[must_use]
pub fn accepts(dfa: &Dfa, word: &[u32]) -> bool {
    let last = word
        .iter()
        .fold(dfa.start, |state, &letter| dfa.step(state, letter & ((1 << dfa.tracks) - 1)));
    dfa.accepting[last as usize]
}

/// Returns a shortest accepted word, or None where there is none.
#[must_use]
pub fn shortest(dfa: &Dfa) -> Option<Vec<u32>> {
    let mut before: Vec<Option<(u32, u32)>> = vec![None; dfa.accepting.len()];
    let mut seen = vec![false; dfa.accepting.len()];
    seen[dfa.start as usize] = true;
    let mut queue = VecDeque::from([dfa.start]);
    while let Some(state) = queue.pop_front() {
        if dfa.accepting[state as usize] {
            let mut word = Vec::new();
            let mut at = state;
            while let Some((previous, letter)) = before[at as usize] {
                word.push(letter);
                at = previous;
            }
            word.reverse();
            return Some(word);
        }
        for letter in 0..1_u32 << dfa.tracks {
            let next = dfa.step(state, letter);
            if !std::mem::replace(&mut seen[next as usize], true) {
                before[next as usize] = Some((state, letter));
                queue.push_back(next);
            }
        }
    }
    None
}

/// The words that complete a given one, see [`solutions`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solutions {
    /// The words found, each with every track filled in.
    pub words: Vec<Vec<u32>>,
    /// Whether these are all of this length.
    pub complete: bool,
}

/// Returns accepted words whose digits on the tracks in `fixed` are those of `word`.
///
/// Finds at most `limit` of them, in the order of their letters. The other tracks are as long as
/// the word; pad it to find longer ones.
///
/// # Errors
///
/// [`Trouble`] where the caller stops it or the search needs more memory than allowed.
pub fn solutions(
    dfa: &Dfa,
    fixed: u32,
    word: &[u32],
    limit: usize,
    limits: &mut Limits<'_>,
) -> Result<Solutions, Trouble> {
    let states = dfa.accepting.len();
    let mask = (1_u32 << dfa.tracks) - 1;
    let free = mask & !fixed;
    if states.saturating_mul(word.len() + 1) > limits.memory {
        return Err(Trouble::Memory(limits.memory));
    }
    let mut ticker = limits.ticker();
    // hopeful[i][s]: from state s, some letters for the rest of the word from i on are accepted.
    let mut hopeful = vec![vec![]; word.len() + 1];
    hopeful[word.len()].clone_from(&dfa.accepting);
    for i in (0..word.len()).rev() {
        let given = word[i] & fixed & mask;
        let row = (0..dfa.states())
            .map(|s| submasks(free).any(|c| hopeful[i + 1][dfa.step(s, given | c) as usize]))
            .collect();
        hopeful[i] = row;
        ticker.tick((states as u64) << free.count_ones(), (word.len() - i) as u64)?;
    }
    let mut found = Solutions { words: Vec::new(), complete: true };
    if !hopeful[0][dfa.start as usize] {
        return Ok(found);
    }
    let mut path: Vec<(u32, std::vec::IntoIter<u32>)> = Vec::new();
    let mut letters: Vec<u32> = Vec::new();
    let options = |i: usize, s: u32| -> std::vec::IntoIter<u32> {
        let given = word[i] & fixed & mask;
        submasks(free)
            .map(|c| given | c)
            .filter(|&l| hopeful[i + 1][dfa.step(s, l) as usize])
            .collect::<Vec<u32>>()
            .into_iter()
    };
    if word.is_empty() {
        found.words.push(letters);
        return Ok(found);
    }
    path.push((dfa.start, options(0, dfa.start)));
    while let Some((state, choices)) = path.last_mut() {
        ticker.tick(16, found.words.len() as u64)?;
        let Some(letter) = choices.next() else {
            path.pop();
            letters.pop();
            continue;
        };
        let next = dfa.step(*state, letter);
        letters.push(letter);
        if letters.len() < word.len() {
            path.push((next, options(letters.len(), next)));
            continue;
        }
        if found.words.len() == limit {
            found.complete = false;
            return Ok(found);
        }
        found.words.push(letters.clone());
        letters.pop();
    }
    Ok(found)
}

/// The subsets of a set of bits, smallest first.
fn submasks(mask: u32) -> impl Iterator<Item = u32> {
    let mut next = Some(0_u32);
    std::iter::from_fn(move || {
        let now = next?;
        next = if now == mask { None } else { Some((now.wrapping_sub(mask)) & mask) };
        Some(now)
    })
}
