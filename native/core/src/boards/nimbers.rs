//! Nim values of impartial boards, by asking only which nim value a part has *not*.
//!
//! A part has nim value k if no option has it and every smaller one is had by some option. To
//! refute k one option will do, so most options are never valued. Where a move parts a board, all
//! parts but the largest are valued, and of that one it is asked whether it has the value left
//! over (J. Lemoine, S. Viennot, *Nimbers are inevitable*, 2012).

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use super::solver::{Moves, Rules, Solver};
use super::table::Table;
use crate::games::{Result, Store, Trouble};
use crate::monitor::Ticker;

/// What is known of a nim value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nimber {
    Is(u32),
    /// Each smaller nim value is had by an option.
    AtLeast(u32),
}

/// The nim values of parts, or bounds of them.
pub(super) struct Nimbers<K> {
    table: Table<K>,
}

impl<K> Default for Nimbers<K> {
    fn default() -> Self {
        Self { table: Table::default() }
    }
}

impl<K: super::Pack> Nimbers<K> {
    fn get(&self, key: K) -> Nimber {
        match self.table.get(key) {
            None => Nimber::AtLeast(0),
            Some(word) if word & 1 != 0 => Nimber::Is(word >> 1),
            Some(word) => Nimber::AtLeast(word >> 1),
        }
    }

    /// A nim value is at most the number of options, which is far below 2^31.
    fn set(&mut self, key: K, nimber: Nimber) {
        self.table.insert(
            key,
            match nimber {
                Nimber::Is(value) => value << 1 | 1,
                Nimber::AtLeast(value) => value << 1,
            },
        );
    }

    pub fn len(&self) -> usize {
        self.table.len()
    }

    pub fn bytes(&self) -> usize {
        self.table.bytes()
    }
}

/// A part of a board, its key and about how large it is.
struct Piece<R: Rules> {
    part: R::Part,
    key: R::Key,
    size: u32,
}

/// An option: parts not valued yet, the smallest first, and the nim sum of the others.
struct Choice<R: Rules> {
    pieces: Vec<Piece<R>>,
    nimber: u32,
    size: (u32, u32),
    hash: u64,
}

/// A part under way.
struct Frame<R: Rules> {
    key: R::Key,
    /// Greater nim values need not be told apart.
    most: u32,
    /// The nim value that is tried: all smaller ones are had by options.
    tried: u32,
    /// Nim values of options no longer in the list, as far as they are not below `tried`.
    had: Vec<u32>,
    choices: Vec<Choice<R>>,
    /// The options before this one do not have the nim value tried; `None`: not looked through.
    at: Option<usize>,
}

/// How many steps of the clock an option counts for.
const STEP: u64 = 200;

impl<R: Rules> Solver<R> {
    /// The nim value of a board on which both players may make every move of either.
    ///
    /// # Errors
    ///
    /// [`Trouble`] if stopped or out of memory; what was found stays known.
    pub fn nim_value(
        &mut self,
        board: R::Part,
        store: &Store,
        ticker: &mut Ticker<'_>,
    ) -> Result<u32> {
        let mut whole = self.choice(board);
        self.settle(&mut whole);
        while let Some(piece) = whole.pieces.first() {
            self.ask(piece.part, u32::MAX, store, ticker)?;
            self.settle(&mut whole);
        }
        Ok(whole.nimber)
    }

    /// Whether a board on which both players may make every move of either has a nim value.
    ///
    /// # Errors
    ///
    /// [`Trouble`] if stopped or out of memory; what was found stays known.
    pub fn has_nim_value(
        &mut self,
        board: R::Part,
        wanted: u32,
        store: &Store,
        ticker: &mut Ticker<'_>,
    ) -> Result<bool> {
        let mut whole = self.choice(board);
        loop {
            self.settle(&mut whole);
            match &whole.pieces[..] {
                [] => return Ok(whole.nimber == wanted),
                [piece] => {
                    let wanted = wanted ^ whole.nimber;
                    if matches!(self.nimbers.get(piece.key), Nimber::AtLeast(n) if n > wanted) {
                        return Ok(false);
                    }
                    self.ask(piece.part, wanted, store, ticker)?;
                }
                [piece, ..] => self.ask(piece.part, u32::MAX, store, ticker)?,
            }
        }
    }

    /// The parts of a board, as far as they are not valued and do not cancel.
    fn choice(&self, board: R::Part) -> Choice<R> {
        let mut moves = Moves::default();
        self.rules().split(board, &mut moves);
        let mut pieces: Vec<Piece<R>> = Vec::with_capacity(moves.parts().len());
        let mut hash = 0_u64;
        for &part in moves.parts() {
            let (key, _) = self.rules().normal(part);
            // Equal parts cancel: *n + *n = 0.
            if let Some(same) = pieces.iter().position(|other| other.key == key) {
                pieces.swap_remove(same);
            } else {
                pieces.push(Piece { part, key, size: self.rules().size(part) });
            }
        }
        pieces.sort_by_key(|piece| (piece.size, FxBuildHasher.hash_one(piece.key)));
        for piece in &pieces {
            hash = hash.wrapping_add(FxBuildHasher.hash_one(piece.key));
        }
        let largest = pieces.last().map_or(0, |piece| piece.size);
        let size = (largest, pieces.iter().map(|piece| piece.size).sum());
        Choice { pieces, nimber: 0, size, hash }
    }

    /// Takes out the parts whose nim values are known by now.
    fn settle(&self, choice: &mut Choice<R>) {
        let Choice { pieces, nimber, .. } = choice;
        pieces.retain(|piece| match self.nimbers.get(piece.key) {
            Nimber::Is(value) => {
                *nimber ^= value;
                false
            }
            Nimber::AtLeast(_) => true,
        });
    }

    /// A part to be told whether its nim value is at most `most`, and then which; `None` if that is
    /// known.
    fn frame(&self, part: R::Part, most: u32) -> Option<Frame<R>> {
        let (key, _) = self.rules().normal(part);
        let tried = match self.nimbers.get(key) {
            Nimber::AtLeast(tried) if tried <= most => tried,
            _ => return None,
        };
        let mut choices = Vec::new();
        for left in [true, false] {
            self.rules().moves(part, left, &mut |board| choices.push(self.choice(board)));
        }
        // Small options are quick to tell, and symmetric ones are told once.
        choices.sort_by_key(|choice| (choice.size, choice.hash));
        choices.dedup_by(|a, b| {
            a.hash == b.hash
                && a.pieces.len() == b.pieces.len()
                && a.pieces.iter().zip(&b.pieces).all(|(a, b)| a.key == b.key)
        });
        Some(Frame { key, most, tried, had: Vec::new(), choices, at: None })
    }

    /// Makes the table know whether a part's nim value is at most `most`, and then which.
    fn ask(
        &mut self,
        part: R::Part,
        most: u32,
        store: &Store,
        ticker: &mut Ticker<'_>,
    ) -> Result<()> {
        let mut stack: Vec<Frame<R>> = self.frame(part, most).into_iter().collect();
        while let Some(frame) = stack.last_mut() {
            ticker.tick(STEP * (1 + frame.choices.len() as u64), self.nimbers.len() as u64)?;
            match self.advance_nimber(frame) {
                Ok(found) => {
                    let key = frame.key;
                    self.check_memory(store)?;
                    self.nimbers.set(key, found);
                    stack.pop();
                }
                Err((part, most)) => match self.frame(part, most) {
                    Some(next) => stack.push(next),
                    None => return Err(Trouble::Undefined("a board was asked about twice")),
                },
            }
        }
        Ok(())
    }

    /// Goes on with a part: what is found, or what has to be asked of another part first.
    fn advance_nimber(&self, frame: &mut Frame<R>) -> std::result::Result<Nimber, (R::Part, u32)> {
        while frame.tried <= frame.most {
            let Frame { had, choices, tried, .. } = frame;
            if frame.at.is_none() {
                choices.retain_mut(|choice| {
                    self.settle(choice);
                    if choice.pieces.is_empty() && choice.nimber >= *tried {
                        had.push(choice.nimber);
                    }
                    !choice.pieces.is_empty()
                });
            }
            let mut at = frame.at.take().unwrap_or(0);
            while !had.contains(tried) {
                let Some(choice) = choices.get_mut(at) else {
                    return Ok(Nimber::Is(*tried));
                };
                self.settle(choice);
                let ask = match &choice.pieces[..] {
                    [] => {
                        had.push(choice.nimber);
                        choices.remove(at);
                        continue;
                    }
                    [piece] => {
                        let wanted = *tried ^ choice.nimber;
                        match self.nimbers.get(piece.key) {
                            Nimber::AtLeast(least) if least > wanted => {
                                at += 1;
                                continue;
                            }
                            _ => (piece.part, wanted),
                        }
                    }
                    [piece, ..] => (piece.part, u32::MAX),
                };
                frame.at = Some(at);
                return Err(ask);
            }
            *tried += 1;
        }
        Ok(Nimber::AtLeast(frame.tried))
    }
}
