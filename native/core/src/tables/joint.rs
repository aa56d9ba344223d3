//! Joint search: who wins a sum that must be played out as a whole.
//!
//! Used for misère play of sums and for partizan sums of hot games. A state is the sorted list of
//! its components; components in which nobody can move are left out, which changes nothing since
//! no play ever touches them. Each state is searched once per player, and only until a winning
//! move is found.

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

use super::budget::{Budget, OutOfMemory};
use super::fault::{Failure, Fault, Kind, Place};
use super::memo::Memo;
use super::solver::places;
use crate::monitor::{Stopped, Ticker};
use crate::program::{Game, Halt, Run, Shape, Sink, expand};

/// What is known of one player moving first in a state: two bits.
const LOSES: u8 = 1;
const WINS: u8 = 2;
const BUSY: u8 = 3;

/// Bytes charged for a component, and for a state besides its list.
const COMPONENT: usize = 128;
const STATE: usize = 64;

/// Each option as its components.
type Options = Box<[Box<[u32]>]>;

#[derive(Debug, Clone)]
struct Component {
    game: usize,
    at: Box<[i64]>,
    options: [Option<Options>; 2],
    /// Whether nobody can move here.
    over: bool,
}

#[derive(Debug, Clone, Default)]
struct States {
    keys: Vec<Box<[u32]>>,
    bits: Vec<u8>,
    slots: HashTable<u32>,
}

/// What is remembered of components and of states under one convention of play.
#[derive(Debug, Clone)]
pub(super) struct Joint {
    misere: bool,
    places: Vec<Memo<u32>>,
    components: Vec<Component>,
    states: States,
    bytes: usize,
    /// Whether all games are impartial: then both players are the same.
    impartial: bool,
}

struct Frame {
    state: u32,
    player: usize,
    moves: Vec<u32>,
    next: usize,
}

/// What a search works with.
pub(super) struct Search<'a, 'm> {
    pub games: &'a mut [Game],
    pub budget: Budget,
    pub ticker: Ticker<'m>,
}

impl Joint {
    pub(super) fn new(games: &[Game], misere: bool) -> Self {
        let places = games.iter().map(|game| Memo::new(game.arity())).collect();
        let states = States::default();
        let impartial = games.iter().all(Game::impartial);
        Self { misere, places, components: Vec::new(), states, bytes: 0, impartial }
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.bytes + self.places.iter().map(Memo::bytes).sum::<usize>()
    }

    /// Whether `player` wins the sum moving first. All components must be legal.
    pub(super) fn wins(
        &mut self,
        sum: &[Place],
        player: usize,
        search: &mut Search<'_, '_>,
    ) -> Result<bool, Failure> {
        let mut list = Vec::new();
        for (game, at) in sum {
            let component = self.component(*game, at, search)?;
            if !self.components[component as usize].over {
                list.push(component);
            }
        }
        let root = self.state(list, search)?;
        let player = if self.impartial { 0 } else { player };
        let mut stack = Vec::new();
        let result = self.run(root, player, &mut stack, search);
        for frame in &stack {
            self.set(frame.state, frame.player, 0);
        }
        result?;
        Ok(self.get(root, player) == WINS)
    }

    fn run(
        &mut self,
        root: u32,
        player: usize,
        stack: &mut Vec<Frame>,
        search: &mut Search<'_, '_>,
    ) -> Result<(), Failure> {
        if self.get(root, player) != 0 {
            return Ok(());
        }
        let frame = self.frame(root, player, search)?;
        self.set(root, player, BUSY);
        stack.push(frame);
        while let Some(top) = stack.last_mut() {
            let (state, player) = (top.state, top.player);
            let other = if self.impartial { 0 } else { 1 - player };
            let mut verdict = if top.moves.is_empty() && self.misere { WINS } else { LOSES };
            let mut deeper = None;
            while let Some(&child) = top.moves.get(top.next) {
                match self.get(child, other) {
                    LOSES => {
                        verdict = WINS;
                        break;
                    }
                    WINS => top.next += 1,
                    BUSY => return Err(self.looping(child).into()),
                    _ => {
                        deeper = Some(child);
                        break;
                    }
                }
            }
            if let Some(child) = deeper {
                let frame = self.frame(child, other, search)?;
                search.budget.room(stack, 1).map_err(full)?;
                self.set(child, other, BUSY);
                stack.push(frame);
                continue;
            }
            self.set(state, player, verdict);
            if let Some(frame) = stack.pop() {
                search.budget.give(frame.moves.capacity() * 4);
            }
        }
        Ok(())
    }

    fn get(&self, state: u32, player: usize) -> u8 {
        self.states.bits[state as usize] >> (2 * player) & 3
    }

    fn set(&mut self, state: u32, player: usize, bits: u8) {
        let known = &mut self.states.bits[state as usize];
        *known = *known & !(3 << (2 * player)) | bits << (2 * player);
    }

    /// Begins to search a state.
    fn frame(
        &mut self,
        state: u32,
        player: usize,
        search: &mut Search<'_, '_>,
    ) -> Result<Frame, Failure> {
        let key = self.states.keys[state as usize].clone();
        let mut moves = Vec::new();
        for (place, &component) in key.iter().enumerate() {
            if place > 0 && key[place - 1] == component {
                continue;
            }
            self.expand(component, player, search)?;
            let slot = self.slot(component, player, search.games);
            // Taken out while states are made, put back below.
            let options = self.components[component as usize].options[slot].take();
            let mut made = Ok(());
            for option in options.iter().flatten() {
                let mut list = Vec::with_capacity(key.len() - 1 + option.len());
                list.extend_from_slice(&key[..place]);
                list.extend_from_slice(&key[place + 1..]);
                list.extend_from_slice(option);
                made = self.state(list, search).and_then(|child| {
                    search.budget.room(&mut moves, 1).map_err(full)?;
                    moves.push(child);
                    Ok(search.ticker.tick(64, self.states.keys.len() as u64)?)
                });
                if made.is_err() {
                    break;
                }
            }
            self.components[component as usize].options[slot] = options;
            made?;
        }
        Ok(Frame { state, player, moves, next: 0 })
    }

    fn slot(&self, component: u32, player: usize, games: &[Game]) -> usize {
        if games[self.components[component as usize].game].impartial() { 0 } else { player }
    }

    /// The number of a state.
    fn state(&mut self, mut list: Vec<u32>, search: &mut Search<'_, '_>) -> Result<u32, Failure> {
        list.sort_unstable();
        let hasher = FxBuildHasher;
        let hash = hasher.hash_one(list.as_slice());
        let States { keys, bits, slots } = &mut self.states;
        if let Some(&known) = slots.find(hash, |&state| *keys[state as usize] == *list) {
            return Ok(known);
        }
        let bytes = STATE + list.len() * 4;
        search.budget.take(bytes).map_err(full)?;
        self.bytes += bytes;
        let state = u32::try_from(keys.len()).map_err(|_| full(OutOfMemory))?;
        keys.push(list.into());
        bits.push(0);
        slots.insert_unique(hash, state, |&state| hasher.hash_one(&*keys[state as usize]));
        Ok(state)
    }

    /// The number of a component.
    fn component(
        &mut self,
        game: usize,
        at: &[i64],
        search: &mut Search<'_, '_>,
    ) -> Result<u32, Failure> {
        if let Some(known) = self.places[game].get(at) {
            return Ok(known);
        }
        let mut over = true;
        for player in 0..players(&search.games[game]) {
            let done = self.states.keys.len() as u64;
            let mut any = Any { ticker: &mut search.ticker, done };
            match search.games[game].options(player, at, &mut any) {
                Ok(()) => {}
                Err(Halt::Sink(None)) => over = false,
                Err(Halt::Sink(Some(stopped))) => return Err(stopped.into()),
                Err(Halt::Trouble(trouble)) => return Err(Fault::of(&trouble, game, at).into()),
            }
        }
        let bytes = COMPONENT + at.len() * 8;
        search.budget.take(bytes).map_err(full)?;
        self.bytes += bytes;
        let number = u32::try_from(self.components.len()).map_err(|_| full(OutOfMemory))?;
        self.places[game].set(at, number, &mut search.budget).map_err(full)?;
        self.components.push(Component { game, at: at.into(), options: [None, None], over });
        Ok(number)
    }

    /// Enumerates the options of a component, once.
    fn expand(
        &mut self,
        component: u32,
        player: usize,
        search: &mut Search<'_, '_>,
    ) -> Result<(), Failure> {
        let slot = self.slot(component, player, search.games);
        let known = &self.components[component as usize];
        if known.options[slot].is_some() {
            return Ok(());
        }
        let (game, at) = (known.game, known.at.clone());
        let mut sink = Collect {
            options: Vec::new(),
            bytes: 0,
            budget: &mut search.budget,
            ticker: &mut search.ticker,
            done: self.states.keys.len() as u64,
        };
        let ended = search.games[game].options(slot, &at, &mut sink);
        let (options, bytes) = (sink.options, sink.bytes);
        search.budget.give(bytes);
        match ended {
            Ok(()) => {}
            Err(Halt::Trouble(trouble)) => return Err(Fault::of(&trouble, game, &at).into()),
            Err(Halt::Sink(failure)) => return Err(failure),
        }
        let mut list: Vec<Box<[u32]>> = Vec::with_capacity(options.len());
        for option in options {
            let mut parts = Vec::with_capacity(option.len());
            for (target, to) in &option {
                let legal = search.games[*target]
                    .legal(to)
                    .map_err(|trouble| Fault::of(&trouble, *target, to))?;
                if !legal {
                    let message = "a move leads outside the domain";
                    let fault = Fault::new(Kind::Rules, message, game, &at);
                    return Err(fault.with_option(option).into());
                }
                let part = self.component(*target, to, search)?;
                if !self.components[part as usize].over {
                    parts.push(part);
                }
            }
            parts.sort_unstable();
            list.push(parts.into());
            search.ticker.tick(64, self.states.keys.len() as u64)?;
        }
        list.sort_unstable();
        list.dedup();
        let bytes = list.iter().map(|option| 16 + option.len() * 4).sum::<usize>();
        search.budget.take(bytes).map_err(full)?;
        self.bytes += bytes;
        self.components[component as usize].options[slot] = Some(list.into());
        Ok(())
    }

    /// The fault of a state that comes back: names a component that does.
    fn looping(&self, state: u32) -> Fault {
        let key = &self.states.keys[state as usize];
        let back = key.iter().copied().find(|&component| self.returns(component));
        let message = "play can come back to this position";
        match back.or_else(|| key.first().copied()) {
            Some(component) => {
                let component = &self.components[component as usize];
                Fault::new(Kind::Loop, message, component.game, &component.at)
            }
            None => Fault::new(Kind::Loop, message, 0, &[]),
        }
    }

    /// Whether a component is among its own followers, as far as they were enumerated.
    fn returns(&self, component: u32) -> bool {
        let mut seen = vec![false; self.components.len()];
        let mut list = vec![component];
        while let Some(from) = list.pop() {
            let options = &self.components[from as usize].options;
            for &to in options.iter().flatten().flat_map(|o| o.iter()).flat_map(|o| o.iter()) {
                if to == component {
                    return true;
                }
                if !std::mem::replace(&mut seen[to as usize], true) {
                    list.push(to);
                }
            }
        }
        false
    }
}

fn players(game: &Game) -> usize {
    if game.impartial() { 1 } else { 2 }
}

fn full(_: OutOfMemory) -> Failure {
    Fault::new(Kind::Memory, "the memory limit was reached", 0, &[]).into()
}

/// Ends at the first option, or when asked to stop.
struct Any<'a, 'm> {
    ticker: &'a mut Ticker<'m>,
    done: u64,
}

impl Sink for Any<'_, '_> {
    type Error = Option<Stopped>;

    fn option(&mut self, _: &Shape, _: &[i64]) -> Result<(), Option<Stopped>> {
        Err(None)
    }

    fn tick(&mut self, steps: u64) -> Result<(), Option<Stopped>> {
        Ok(self.ticker.tick(steps, self.done)?)
    }
}

/// Collects options within the budget.
struct Collect<'a, 'm> {
    options: Vec<Vec<Place>>,
    bytes: usize,
    budget: &'a mut Budget,
    ticker: &'a mut Ticker<'m>,
    done: u64,
}

impl Sink for Collect<'_, '_> {
    type Error = Failure;

    fn option(&mut self, shape: &Shape, coords: &[i64]) -> Result<(), Failure> {
        let bytes = 32 + 64 * shape.parts.len() + 8 * coords.len();
        self.budget.take(bytes).map_err(full)?;
        self.bytes += bytes;
        self.options.push(places(shape, coords));
        self.tick(64)
    }

    fn runs(&mut self, runs: &[Run<'_>], count: u64) -> Result<(), Failure> {
        expand(runs, count, |shape, coords| self.option(shape, coords))
    }

    fn tick(&mut self, steps: u64) -> Result<(), Failure> {
        let ticked: Result<(), Stopped> = self.ticker.tick(steps, self.done);
        Ok(ticked?)
    }
}
