//! The order of games.

use std::cmp::Ordering;

use super::store::{GameId, Node, Nus, Store};
use super::{Result, Trouble};
use crate::monitor::Ticker;
use crate::numbers::Dyadic;

/// One comparison `g <= h` on the stack, with how many of its refutations were tried.
pub(super) struct OrderFrame {
    g: GameId,
    h: GameId,
    tried: u32,
    lefts: u32,
    all: u32,
}

/// How many steps of the clock one step of a search counts for.
const STEP: u64 = 8;

/// Whether `a <= b` for number-up-stars (Siegel, II.3: `n` ups and `*m` against 0).
fn nus_le(a: &Nus, b: &Nus) -> bool {
    match a.number.cmp(&b.number) {
        Ordering::Less => true,
        Ordering::Greater => false,
        Ordering::Equal => {
            let nimber = a.nimber ^ b.nimber;
            match i128::from(b.ups) - i128::from(a.ups) {
                ..0 => false,
                0 => nimber == 0,
                1 => nimber != 1,
                2.. => true,
            }
        }
    }
}

impl Store {
    #[inline]
    fn stops(&self, g: GameId) -> (&Dyadic, &Dyadic) {
        if g.is_virtual() {
            return (&self.under_way.left_stop, &self.under_way.right_stop);
        }
        let node = &self.nodes[g.index()];
        (&node.left_stop, &node.right_stop)
    }

    #[inline]
    fn node(&self, g: GameId) -> Option<&Node> {
        if g.is_virtual() { None } else { self.nodes.get(g.index()) }
    }

    /// What stops, closed forms and the memo say of `g <= h`.
    #[inline]
    pub(super) fn quick_le(&self, g: GameId, h: GameId) -> Option<bool> {
        if g == h {
            return Some(true);
        }
        let ((g_left, g_right), (h_left, h_right)) = (self.stops(g), self.stops(h));
        if g_left < h_right {
            return Some(true);
        }
        if g_left > h_left || g_right > h_right {
            return Some(false);
        }
        if let (Some(a), Some(b)) = (self.node(g), self.node(h))
            && let (Some(a), Some(b)) = (self.nus.get(a.nus as usize), self.nus.get(b.nus as usize))
        {
            return Some(nus_le(a, b));
        }
        self.order.get(g, h)
    }

    /// Whether `g <= h`.
    ///
    /// # Errors
    ///
    /// [`Trouble`] if stopped or out of memory; the store stays valid.
    #[inline]
    pub fn le(&mut self, g: GameId, h: GameId, ticker: &mut Ticker<'_>) -> Result<bool> {
        match self.quick_le(g, h) {
            Some(known) => Ok(known),
            None => self.search_le(g, h, ticker),
        }
    }

    /// Whether `g <= h` if that takes no search.
    #[must_use]
    pub fn le_at_once(&self, g: GameId, h: GameId) -> Option<bool> {
        self.quick_le(g, h)
    }

    /// The order of two games; `None` if they are confused.
    ///
    /// # Errors
    ///
    /// [`Trouble`] if stopped or out of memory; the store stays valid.
    pub fn compare(
        &mut self,
        g: GameId,
        h: GameId,
        ticker: &mut Ticker<'_>,
    ) -> Result<Option<Ordering>> {
        if g == h {
            return Ok(Some(Ordering::Equal));
        }
        // Equal games have equal ids, so at most one of the two can hold.
        if self.le(g, h, ticker)? {
            Ok(Some(Ordering::Less))
        } else if self.le(h, g, ticker)? {
            Ok(Some(Ordering::Greater))
        } else {
            Ok(None)
        }
    }

    /// `g <= h` fails if some left option of `g` is `>= h` or some right option of `h` is `<= g`.
    ///
    /// In a difference with a number the moves in the number can be left out (number avoidance,
    /// Siegel, II.3).
    fn order_frame(&mut self, g: GameId, h: GameId) -> Result<OrderFrame> {
        let mut counts = [0, 0];
        let number = |store: &Self, x: GameId| !x.is_virtual() && store.number(x).is_some();
        let (g_number, h_number) = (number(self, g), number(self, h));
        for (count, game, left, skip) in
            [(0, g, true, g_number && !h_number), (1, h, false, h_number && !g_number)]
        {
            counts[count] = if skip {
                0
            } else if game.is_virtual() {
                let lists = &self.under_way;
                (if left { lists.left.len() } else { lists.right.len() }) as u32
            } else {
                self.expand(game)?;
                let node = &self.nodes[game.index()];
                if left { node.left } else { node.right }
            };
        }
        Ok(OrderFrame { g, h, tried: 0, lefts: counts[0], all: counts[0] + counts[1] })
    }

    #[inline]
    fn left_option(&self, g: GameId, at: u32) -> GameId {
        if g.is_virtual() {
            return self.under_way.left[at as usize];
        }
        self.pool[(self.nodes[g.index()].start + at) as usize]
    }

    #[inline]
    fn right_option(&self, g: GameId, at: u32) -> GameId {
        if g.is_virtual() {
            return self.under_way.right[at as usize];
        }
        let node = &self.nodes[g.index()];
        self.pool[(node.start + node.left + at) as usize]
    }

    fn search_le(&mut self, g: GameId, h: GameId, ticker: &mut Ticker<'_>) -> Result<bool> {
        let mut stack = std::mem::take(&mut self.order_stack);
        stack.clear();
        let answer = self.run_le(&mut stack, g, h, ticker);
        self.order_stack = stack;
        answer
    }

    fn run_le(
        &mut self,
        stack: &mut Vec<OrderFrame>,
        g: GameId,
        h: GameId,
        ticker: &mut Ticker<'_>,
    ) -> Result<bool> {
        let first = self.order_frame(g, h)?;
        stack.push(first);
        loop {
            let Some(frame) = stack.last_mut() else {
                return Err(Trouble::Undefined("a comparison ended without an answer"));
            };
            ticker.tick(STEP, self.nodes.len() as u64)?;
            let answer = if frame.tried == frame.all {
                true
            } else {
                let at = frame.tried;
                frame.tried += 1;
                let (g, h) = if at < frame.lefts {
                    (frame.h, self.left_option(frame.g, at))
                } else {
                    (self.right_option(frame.h, at - frame.lefts), frame.g)
                };
                match self.quick_le(g, h) {
                    Some(true) => false,
                    Some(false) => continue,
                    None => {
                        let next = self.order_frame(g, h)?;
                        stack.push(next);
                        continue;
                    }
                }
            };
            // A refutation that holds ends the frame above it as well.
            let mut answer = answer;
            loop {
                if let Some(done) = stack.pop() {
                    self.order.put(done.g, done.h, answer);
                }
                if stack.is_empty() {
                    return Ok(answer);
                }
                if !answer {
                    break;
                }
                answer = false;
            }
        }
    }
}
