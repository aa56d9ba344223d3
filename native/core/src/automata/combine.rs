//! Boolean combinations.

use super::build::explore;
use super::{Dfa, Limits, Numeration, Trouble, check_tracks};

/// Combines two sets, placing their tracks among `tracks` new ones.
///
/// Track `i` of `a` becomes track `mine[i]`, of `b` `theirs[i]`; two tracks may become one.
/// `truth` says which tuples belong: bit `2 * [in a] + [in b]`.
///
/// # Errors
///
/// [`Trouble`] where a limit is reached or the arguments do not fit.
pub fn combine(
    a: &Dfa,
    mine: &[usize],
    b: &Dfa,
    theirs: &[usize],
    tracks: usize,
    truth: u8,
    limits: &mut Limits<'_>,
) -> Result<Dfa, Trouble> {
    check_tracks(tracks)?;
    if a.numeration != b.numeration {
        return Err(Trouble::Shape("the two sets are written in different numerations".into()));
    }
    if mine.len() != a.tracks
        || theirs.len() != b.tracks
        || mine.iter().chain(theirs).any(|&t| t >= tracks)
    {
        return Err(Trouble::Shape("the tracks do not fit the automata".into()));
    }
    let (first, second) = (gather(mine, tracks), gather(theirs, tracks));
    let holds = |x: bool, y: bool| truth >> (2 * u8::from(x) + u8::from(y)) & 1 == 1;
    let covered = (0..tracks).all(|t| mine.contains(&t) || theirs.contains(&t));
    let zeckendorf = a.numeration == Numeration::Zeckendorf;
    let watched = zeckendorf && !(truth == AND && covered);
    // A sink of one side may decide whatever the other does, so the other need not be followed.
    let decided = |x: Option<bool>, y: Option<bool>| -> Option<bool> {
        let value = match (x, y) {
            (Some(x), Some(y)) => holds(x, y),
            (Some(x), None) if holds(x, false) == holds(x, true) => holds(x, true),
            (None, Some(y)) if holds(false, y) == holds(true, y) => holds(true, y),
            _ => return None,
        };
        // In Zeckendorf, what is to be accepted must still be watched for adjacent ones.
        (!value || !watched).then_some(value)
    };
    let sinks = |dfa: &Dfa| [dfa.sink(false), dfa.sink(true)];
    let (sinks_a, sinks_b) = (sinks(a), sinks(b));
    let settle = |p: u32, q: u32, previous: u32| -> Pair {
        match decided(value_of(sinks_a, p), value_of(sinks_b, q)) {
            Some(value) => Pair::Decided(value),
            None => Pair::Open(p, q, previous),
        }
    };
    explore(
        a.numeration,
        tracks,
        settle(a.start, b.start, 0),
        |&pair, letter| match pair {
            Pair::Decided(value) => Pair::Decided(value),
            Pair::Open(_, _, previous) if previous & letter != 0 => Pair::Decided(false),
            Pair::Open(p, q, _) => settle(
                a.step(p, first[letter as usize]),
                b.step(q, second[letter as usize]),
                if watched { letter } else { 0 },
            ),
        },
        |&pair| match pair {
            Pair::Decided(value) => value,
            Pair::Open(p, q, _) => holds(a.accepting[p as usize], b.accepting[q as usize]),
        },
        limits,
    )
}

/// The truth table of "and".
const AND: u8 = 0b1000;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Pair {
    Decided(bool),
    /// A state of each, and the last letter where adjacent ones must be watched for.
    Open(u32, u32, u32),
}

fn value_of(sinks: [Option<u32>; 2], state: u32) -> Option<bool> {
    match sinks {
        [Some(dead), _] if dead == state => Some(false),
        [_, Some(full)] if full == state => Some(true),
        _ => None,
    }
}

/// For each letter on `tracks` tracks, the letter on those that `chosen` names.
fn gather(chosen: &[usize], tracks: usize) -> Vec<u32> {
    (0..1_u32 << tracks)
        .map(|letter| chosen.iter().enumerate().map(|(i, &t)| (letter >> t & 1) << i).sum())
        .collect()
}

/// Returns the tuples that do not belong.
///
/// # Errors
///
/// [`Trouble`] where a limit is reached.
pub fn complement(dfa: &Dfa, limits: &mut Limits<'_>) -> Result<Dfa, Trouble> {
    let all: Vec<usize> = (0..dfa.tracks).collect();
    // The truth table of "not the first".
    combine(dfa, &all, dfa, &all, dfa.tracks, 0b0011, limits)
}
