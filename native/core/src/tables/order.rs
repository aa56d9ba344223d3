//! Guesses in which order of axes a box is best filled.

use std::convert::Infallible;

use crate::program::{Game, Halt, Run, Shape, Sink};

/// Positions sampled.
const SAMPLES: usize = 64;
/// Components looked at per position and player.
const LOOKS: usize = 64;

/// Notes how options differ from the position they are reached from.
struct Differences<'a> {
    game: usize,
    from: &'a [i64],
    left: usize,
    seen: Vec<Vec<i64>>,
}

impl Sink for Differences<'_> {
    type Error = Option<Infallible>;

    fn option(&mut self, shape: &Shape, coords: &[i64]) -> Result<(), Self::Error> {
        for part in shape.parts.iter().filter(|part| part.game == self.game) {
            self.left = self.left.checked_sub(1).ok_or(None)?;
            let to = &coords[part.start..part.end];
            let signs = to.iter().zip(self.from).map(|(a, b)| a.saturating_sub(*b).signum());
            let signs: Vec<i64> = signs.collect();
            if !self.seen.contains(&signs) {
                self.seen.push(signs);
            }
        }
        Ok(())
    }

    fn runs(&mut self, runs: &[Run<'_>], count: u64) -> Result<(), Self::Error> {
        crate::program::expand(runs, count, |shape, coords| self.option(shape, coords))
    }

    fn tick(&mut self, _steps: u64) -> Result<(), Self::Error> {
        Err(None)
    }
}

/// Axes, slowest first, such that the sampled moves lower the first axis they change.
///
/// A poor guess costs time only: what is needed earlier is solved earlier.
pub(super) fn axes(games: &mut [Game], game: usize, extents: &[usize]) -> Vec<usize> {
    let mut seen = Vec::new();
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    for _ in 0..SAMPLES {
        let at: Vec<i64> = extents
            .iter()
            .map(|&extent| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let extent = u64::try_from(extent).unwrap_or(u64::MAX).max(1);
                i64::try_from((state >> 33) % extent).unwrap_or(0)
            })
            .collect();
        if games[game].legal(&at) != Ok(true) {
            continue;
        }
        for player in 0..if games[game].impartial() { 1 } else { 2 } {
            let mut sink = Differences { game, from: &at, left: LOOKS, seen };
            let ended: Result<(), Halt<_>> = games[game].options(player, &at, &mut sink);
            // However it ended, what was seen is of use.
            drop(ended);
            seen = sink.seen;
        }
    }
    let mut rest: Vec<usize> = (0..extents.len()).collect();
    let mut chosen = Vec::new();
    while !rest.is_empty() {
        let never_raised = |&&axis: &&usize| seen.iter().all(|signs| signs[axis] <= 0);
        let lowers = |&axis: &usize| seen.iter().any(|signs| signs[axis] < 0);
        let good = || rest.iter().filter(never_raised);
        // Of axes that settle nothing, the first: then nothing is permuted without need.
        let settled = seen.is_empty();
        let next = if settled { rest.first() } else { good().find(|axis| lowers(axis)) };
        let next = next.or_else(|| good().next()).or_else(|| rest.first()).copied();
        let Some(axis) = next else { break };
        rest.retain(|&other| other != axis);
        seen.retain(|signs| signs[axis] == 0);
        chosen.push(axis);
    }
    chosen
}
