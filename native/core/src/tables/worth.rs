//! Values of positions in canonical form, in a store of games.

use std::time::Instant;

use rustc_hash::{FxHashMap, FxHashSet};

use super::budget::OutOfMemory;
use super::engine::{Engine, Limits, out_of_memory};
use super::fault::{Failure, Fault, Kind, Place};
use crate::games::{GameId, Store, Trouble};
use crate::monitor::{POLL_INTERVAL, Ticker};
use crate::program::Game;

/// Why there is no value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoValue {
    /// The rules, or a limit of the engine.
    #[error(transparent)]
    Failure(#[from] Failure),
    /// The store of games.
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

impl From<Fault> for NoValue {
    fn from(fault: Fault) -> Self {
        NoValue::Failure(fault.into())
    }
}

/// A position whose options wait for their values.
struct Frame {
    place: Place,
    /// The components of all options, and where each option of Left's and of Right's ends.
    parts: Vec<Place>,
    ends: [Vec<usize>; 2],
    /// How many of the components are known.
    known: usize,
}

impl Frame {
    fn new(place: Place, sides: [Vec<Vec<Place>>; 2]) -> Self {
        let mut parts = Vec::new();
        let ends = sides.map(|side| {
            side.into_iter()
                .map(|option| {
                    parts.extend(option);
                    parts.len()
                })
                .collect()
        });
        Self { place, parts, ends, known: 0 }
    }

    /// The values of the options of one player.
    fn options(
        &self,
        player: usize,
        worths: &Worths,
        store: &mut Store,
        ticker: &mut Ticker<'_>,
    ) -> Result<Vec<GameId>, Trouble> {
        let mut start = if player == 0 { 0 } else { self.ends[0].last().copied().unwrap_or(0) };
        let mut found = Vec::with_capacity(self.ends[player].len());
        for &end in &self.ends[player] {
            let mut sum = GameId::ZERO;
            for part in &self.parts[start..end] {
                let value = worths.get(part).copied().ok_or(UNKNOWN)?;
                sum = store.add(sum, value, ticker)?;
            }
            ticker.tick(100, worths.len() as u64)?;
            found.push(sum);
            start = end;
        }
        Ok(found)
    }
}

/// Values of positions, by game and coordinates.
pub(super) type Worths = FxHashMap<Place, GameId>;

/// What a remembered position takes beside its coordinates.
const ENTRY: usize = 64;

impl Engine {
    /// The value of a position in canonical form, hot or not.
    ///
    /// Positions of impartial games are worth their Grundy values; the others are built from their
    /// options on an explicit stack. What is found stays known: games stay in their store.
    ///
    /// # Errors
    ///
    /// A fault of the rules, a loop, or a limit.
    pub fn worth(
        &mut self,
        game: usize,
        at: &[i64],
        store: &mut Store,
        limits: Limits<'_>,
    ) -> Result<GameId, NoValue> {
        self.make_room(limits.memory);
        self.start(game, at)?;
        // Apart from the engine, which may forget what it knows when asked for Grundy values.
        let mut worths = std::mem::take(&mut self.worths);
        let answer = self.find_worth(&(game, at.to_vec()), &mut worths, store, limits);
        self.worths = worths;
        answer
    }

    fn find_worth(
        &mut self,
        goal: &Place,
        worths: &mut Worths,
        store: &mut Store,
        limits: Limits<'_>,
    ) -> Result<GameId, NoValue> {
        let Limits { memory, monitor } = limits;
        let mut stack: Vec<Frame> = Vec::new();
        let mut waiting = FxHashSet::default();
        let mut next = Some(goal.clone());
        // One position may take too little time for its own ticker ever to look at the clock.
        let mut last = Instant::now();
        // Components held by the stack.
        let mut held = 0;
        loop {
            if last.elapsed() > POLL_INTERVAL {
                monitor.poll(worths.len() as u64, 0).map_err(Failure::from)?;
                last = Instant::now();
            }
            if let Some(place) = next.take()
                && !worths.contains_key(&place)
            {
                let room = self.room_beside(worths, held, memory, place.0)?;
                if self.games[place.0].impartial() {
                    let limits = Limits { memory: room, monitor: &mut *monitor };
                    let nimber = self.grundy(place.0, &place.1, limits)?;
                    worths.insert(place, store.nimber(u64::from(nimber))?);
                } else {
                    let mut side =
                        |player| self.options(place.0, &place.1, player, usize::MAX, &mut *monitor);
                    let sides = [side(0)?, side(1)?];
                    waiting.insert(place.clone());
                    stack.push(Frame::new(place, sides));
                    held += stack.last().map_or(0, |frame| frame.parts.len());
                }
            }
            let Some(frame) = stack.last_mut() else { break };
            let ahead = &frame.parts[frame.known..];
            if let Some(steps) = ahead.iter().position(|part| !worths.contains_key(part)) {
                frame.known += steps;
                let part = frame.parts[frame.known].clone();
                if waiting.contains(&part) {
                    let message = "play can come back to this position";
                    return Err(Fault::new(Kind::Loop, message, part.0, &part.1).into());
                }
                if !self.legal(part.0, &part.1)? {
                    let message = "a move leads outside the domain";
                    let (game, at) = &frame.place;
                    return Err(Fault::new(Kind::Rules, message, *game, at).into());
                }
                next = Some(part);
                continue;
            }
            let Some(frame) = stack.pop() else { break };
            held -= frame.parts.len();
            let mut ticker = Ticker::new(&mut *monitor, 0);
            let left = frame.options(0, worths, store, &mut ticker)?;
            let right = frame.options(1, worths, store, &mut ticker)?;
            let value = store.make(left, right, &mut ticker)?;
            waiting.remove(&frame.place);
            worths.insert(frame.place, value);
        }
        worths.get(goal).copied().ok_or_else(|| UNKNOWN.into())
    }

    /// What a limit leaves beside the values known and the options waiting.
    fn room_beside(
        &self,
        worths: &Worths,
        held: usize,
        memory: usize,
        game: usize,
    ) -> Result<usize, NoValue> {
        let bytes = self.worths_bytes(worths) + held * (ENTRY + self.widest() * 8);
        let room = memory.checked_sub(bytes).filter(|&room| room > self.memory());
        room.ok_or_else(|| out_of_memory(OutOfMemory, game).into())
    }

    /// Bytes that values take when they are remembered, nearly.
    pub(super) fn worths_bytes(&self, worths: &Worths) -> usize {
        worths.capacity() * (ENTRY + self.widest() * 8)
    }

    fn widest(&self) -> usize {
        self.games.iter().map(Game::arity).max().unwrap_or(0)
    }
}

const UNKNOWN: Trouble = Trouble::Undefined("a position ended without a value");
