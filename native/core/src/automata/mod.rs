//! Finite automata that read tuples of numbers, one digit of each at a time.
//!
//! A [`Dfa`] over `n` tracks reads letters of `n` bits; bit `i` of a letter is a digit of the
//! number on track `i`. In [`Numeration::Binary`] the least significant digit comes first and
//! zeros may follow; in [`Numeration::Zeckendorf`] (weights 1, 2, 3, 5, ...) the most significant
//! comes first, zeros may precede, and no number has two adjacent ones. A set of tuples is the
//! set of all its words, however padded, so the operations below are those of first-order logic
//! over the natural numbers (Büchi; Bruyère, Hansel, Michaux and Villemaire, 1994).
//!
//! Every result is minimal, and its states are numbered in the order of a breadth-first search,
//! so equal sets have equal automata.

mod atoms;
mod build;
mod combine;
mod minimise;
mod project;
#[cfg(test)]
mod tests;
mod words;

pub use atoms::{Relation, congruence, digitwise, linear, lowest_bit, power_of_two};
pub use combine::{combine, complement};
pub use project::exists;
pub use words::{Solutions, accepts, shortest, solutions};

use crate::monitor::{Monitor, Stopped, Ticker};

/// Most tracks of an automaton; its letters are this many bits.
pub const MOST_TRACKS: usize = 14;

/// How numbers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Numeration {
    /// Base 2, least significant digit first.
    Binary,
    /// Sums of Fibonacci numbers that are not neighbours, most significant digit first.
    Zeckendorf,
}

/// Why an operation has no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// The caller asked to stop.
    #[error("stopped by the caller")]
    Stopped,
    /// More states than allowed.
    #[error("an automaton would need more than {0} states")]
    States(usize),
    /// More transitions than fit in the memory allowed.
    #[error("an automaton would need more than {0} bytes")]
    Memory(usize),
    /// More tracks than [`MOST_TRACKS`].
    #[error("a formula relates {0} variables at once; at most {MOST_TRACKS} are possible")]
    Tracks(usize),
    /// The arguments describe no automaton.
    #[error("{0}")]
    Shape(String),
}

impl From<Stopped> for Trouble {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// How large an automaton may become on the way, and who watches.
pub struct Limits<'a> {
    /// Most states.
    pub states: usize,
    /// Most bytes of transitions.
    pub memory: usize,
    /// Told of progress; may stop the work.
    pub monitor: &'a mut dyn Monitor,
}

impl Limits<'_> {
    fn ticker(&mut self) -> Ticker<'_> {
        Ticker::new(self.monitor, 0)
    }
}

/// A complete deterministic automaton, minimal and canonically numbered.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Dfa {
    numeration: Numeration,
    tracks: usize,
    start: u32,
    /// The successor of state `s` by letter `l`, at `s << tracks | l`.
    delta: Vec<u32>,
    accepting: Vec<bool>,
}

impl Dfa {
    /// Makes an automaton from a table of transitions; unreachable states are dropped.
    ///
    /// # Errors
    ///
    /// [`Trouble::Shape`] where the table is not one of a complete automaton, or where whether a
    /// tuple belongs depends on how its numbers are padded, or where it accepts what is no number.
    pub fn from_table(
        numeration: Numeration,
        tracks: usize,
        start: u32,
        delta: Vec<u32>,
        accepting: Vec<bool>,
    ) -> Result<Self, Trouble> {
        check_tracks(tracks)?;
        let states = accepting.len();
        if delta.len() != states << tracks || states == 0 {
            return Err(Trouble::Shape(format!(
                "{states} states on {tracks} tracks have {} transitions, not {}",
                states << tracks,
                delta.len()
            )));
        }
        if u32::try_from(states).is_err()
            || delta.iter().chain([&start]).any(|&t| t as usize >= states)
        {
            return Err(Trouble::Shape("a transition leads to a state that is not there".into()));
        }
        let made = minimise::minimise(&Self { numeration, tracks, start, delta, accepting });
        made.check_padding()?;
        Ok(made)
    }

    fn check_padding(&self) -> Result<(), Trouble> {
        let fault = match self.numeration {
            Numeration::Binary => (0..self.states())
                .any(|s| self.accepting[s as usize] != self.accepting[self.step(s, 0) as usize]),
            Numeration::Zeckendorf => self.step(self.start, 0) != self.start,
        };
        if fault {
            return Err(Trouble::Shape("what it accepts depends on padding with zeros".into()));
        }
        if self.numeration == Numeration::Zeckendorf {
            // Explore with the previous letter: after two adjacent ones nothing may be accepted.
            let dead = self.dead();
            let mut seen = vec![false; self.states() as usize * self.letters()];
            let mut stack = vec![(self.start, 0)];
            while let Some((state, previous)) = stack.pop() {
                let place = state as usize * self.letters() + previous as usize;
                if std::mem::replace(&mut seen[place], true) {
                    continue;
                }
                for letter in 0..1_u32 << self.tracks {
                    let next = self.step(state, letter);
                    if letter & previous == 0 {
                        stack.push((next, letter));
                    } else if Some(next) != dead {
                        return Err(Trouble::Shape("it accepts two adjacent ones".into()));
                    }
                }
            }
        }
        Ok(())
    }

    /// How its numbers are written.
    #[must_use]
    pub fn numeration(&self) -> Numeration {
        self.numeration
    }

    /// How many numbers it reads at once.
    #[must_use]
    pub fn tracks(&self) -> usize {
        self.tracks
    }

    /// The number of letters.
    #[must_use]
    pub fn letters(&self) -> usize {
        1 << self.tracks
    }

    /// The number of states.
    #[must_use]
    pub fn states(&self) -> u32 {
        u32::try_from(self.accepting.len()).unwrap_or(u32::MAX)
    }

    /// The first state.
    #[must_use]
    pub fn start(&self) -> u32 {
        self.start
    }

    /// The transitions, letter by letter for each state.
    #[must_use]
    pub fn delta(&self) -> &[u32] {
        &self.delta
    }

    /// Which states accept.
    #[must_use]
    pub fn accepting(&self) -> &[bool] {
        &self.accepting
    }

    /// The state after `state` by `letter`.
    #[inline]
    #[must_use]
    pub fn step(&self, state: u32, letter: u32) -> u32 {
        self.delta[(state as usize) << self.tracks | letter as usize]
    }

    /// Whether nothing is accepted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.accepting.contains(&true)
    }

    /// The state from which nothing is accepted.
    fn dead(&self) -> Option<u32> {
        self.sink(false)
    }

    /// A state that is never left and accepts as asked; a minimal automaton has at most one.
    fn sink(&self, accepting: bool) -> Option<u32> {
        (0..self.states()).find(|&s| {
            let row = &self.delta[(s as usize) << self.tracks..][..self.letters()];
            self.accepting[s as usize] == accepting && row.iter().all(|&t| t == s)
        })
    }
}

fn check_tracks(tracks: usize) -> Result<(), Trouble> {
    if tracks > MOST_TRACKS { Err(Trouble::Tracks(tracks)) } else { Ok(()) }
}
