//! From options to canonical form.

use rustc_hash::FxHashSet;

use super::store::{GameId, Nus, Store, TOO_MANY_STARS};
use super::{Result, Trouble};
use crate::monitor::Ticker;
use crate::numbers::{Bound, Dyadic, simplest};

/// How many steps of the clock a comparison that needs no search counts for.
const STEP: u64 = 4;

/// With so many options, number-up-stars are compared all at once.
const MANY: usize = 16;

/// Which answers to options `number + *n` were tried.
#[derive(Default)]
struct Stars {
    number: Option<Dyadic>,
    /// Indices below this one were tried.
    tried: u64,
    /// The first one that reverses, and its game.
    found: Option<(u64, GameId)>,
}

impl Store {
    /// The canonical form of `{left | right}`.
    ///
    /// Numbers are recognised first, by the simplest-number rule; then dominated options are
    /// dropped and reversible ones replaced until neither kind is left (Siegel, II.2).
    ///
    /// # Errors
    ///
    /// [`Trouble`](super::Trouble) if stopped or out of memory; the store stays valid.
    pub fn make(
        &mut self,
        mut left: Vec<GameId>,
        mut right: Vec<GameId>,
        ticker: &mut Ticker<'_>,
    ) -> Result<GameId> {
        self.sort_options(&mut left, &mut right);
        if let Some(x) = self.as_number(&left, &right, ticker)? {
            return self.of_number(x);
        }
        if let Some(g) = self.as_nimber(&left, &right)? {
            return Ok(g);
        }
        self.drop_dominated(&mut left, true, ticker)?;
        self.drop_dominated(&mut right, false, ticker)?;
        self.bypass_reversible(&mut left, &mut right, ticker)?;
        if let Some(found) = self.as_number_up_star(&left, &right) {
            return self.number_up_star(found);
        }
        self.intern(&left, &right)
    }

    /// The number equal to `{left | right}`, for sorted options.
    ///
    /// `x` is the value exactly if it is the simplest number that no left option is `>=` and no
    /// right option is `<=`.
    fn as_number(
        &mut self,
        left: &[GameId],
        right: &[GameId],
        ticker: &mut Ticker<'_>,
    ) -> Result<Option<Dyadic>> {
        let low = left.first().map(|&g| self.right_stop(g).clone());
        let high = right.first().map(|&g| self.left_stop(g).clone());
        if let (Some(low), Some(high)) = (&low, &high)
            && low > high
        {
            return Ok(None);
        }
        let mut low_in = true;
        if let Some(low) = &low {
            let x = self.of_number(low.clone())?;
            for &g in left {
                if self.right_stop(g) < low {
                    break;
                }
                if self.le(x, g, ticker)? {
                    low_in = false;
                    break;
                }
            }
        }
        let mut high_in = true;
        if let Some(high) = &high {
            let x = self.of_number(high.clone())?;
            for &g in right {
                if self.left_stop(g) > high {
                    break;
                }
                if self.le(g, x, ticker)? {
                    high_in = false;
                    break;
                }
            }
        }
        let low: Bound<'_> = low.as_ref().map(|x| (x, low_in));
        Ok(simplest(low, high.as_ref().map(|x| (x, high_in))))
    }

    /// A nimber, if both sides are the same set of nimbers: the least index missing.
    fn as_nimber(&mut self, left: &[GameId], right: &[GameId]) -> Result<Option<GameId>> {
        if left != right {
            return Ok(None);
        }
        let mut indices = Vec::with_capacity(left.len());
        for &g in left {
            match self.nus(g) {
                Some(nus) if nus.ups == 0 && nus.number.is_zero() => indices.push(nus.nimber),
                _ => return Ok(None),
            }
        }
        indices.sort_unstable();
        let mut least = 0;
        for index in indices {
            if index == least {
                least += 1;
            }
        }
        self.nimber(least).map(Some)
    }

    pub(super) fn drop_dominated(
        &mut self,
        options: &mut Vec<GameId>,
        left: bool,
        ticker: &mut Ticker<'_>,
    ) -> Result<()> {
        let mut kept: Vec<GameId> = Vec::with_capacity(options.len());
        if options.len() >= MANY {
            self.take_best_number_up_stars(options, &mut kept, left);
        }
        'next: for &option in options.iter() {
            ticker.tick(STEP * kept.len() as u64, self.nodes.len() as u64)?;
            let mut at = 0;
            while at < kept.len() {
                let other = kept[at];
                // Left prefers the greater of two comparable options, Right the smaller.
                let (low, high) = if left { (option, other) } else { (other, option) };
                if self.le(low, high, ticker)? {
                    continue 'next;
                }
                if self.le(high, low, ticker)? {
                    kept.swap_remove(at);
                } else {
                    at += 1;
                }
            }
            kept.push(option);
        }
        *options = kept;
        Ok(())
    }

    /// Moves the number-up-stars that no other one dominates from `options` to `kept`, and drops
    /// the others.
    ///
    /// The greatest number counts first, then ups: `x + a.^ + *m` is less than `x + b.^ + *n` if
    /// `b - a >= 2`, or `b - a = 1` and `m ^ n != 1` (Siegel, II.3). With equal ups, nimbers are
    /// confused. For Right all signs change.
    fn take_best_number_up_stars(
        &self,
        options: &mut Vec<GameId>,
        kept: &mut Vec<GameId>,
        left: bool,
    ) {
        let ups = |nus: &Nus| i128::from(nus.ups) * if left { 1 } else { -1 };
        let better = |a: &&Nus, b: &&Nus| {
            let numbers = a.number.cmp(&b.number);
            (if left { numbers } else { numbers.reverse() }).then(ups(a).cmp(&ups(b)))
        };
        let Some(best) = options.iter().filter_map(|&g| self.nus(g)).max_by(better) else {
            return;
        };
        let at =
            |nus: &Nus, below: i128| nus.number == best.number && ups(nus) == ups(best) - below;
        let mut tops = options.iter().filter_map(|&g| self.nus(g)).filter(|nus| at(nus, 0));
        let only = tops.next().filter(|_| tops.next().is_none());
        let beside = |nus: &Nus| only.is_some_and(|top| top.nimber ^ nus.nimber == 1);
        options.retain(|&g| {
            let Some(nus) = self.nus(g) else { return true };
            if at(nus, 0) || at(nus, 1) && beside(nus) {
                kept.push(g);
            }
            false
        });
    }

    /// Replaces reversible options by what they reverse to, until none is reversible.
    fn bypass_reversible(
        &mut self,
        left: &mut Vec<GameId>,
        right: &mut Vec<GameId>,
        ticker: &mut Ticker<'_>,
    ) -> Result<()> {
        self.sort_options(left, right);
        self.put_under_way(left, right);
        let me = GameId(self.under_way.id);
        for side in [true, false] {
            let mut waiting = if side { left.clone() } else { right.clone() };
            let mut seen: Option<FxHashSet<GameId>> = None;
            let mut kept = Vec::with_capacity(waiting.len());
            let mut changed = false;
            let mut known = Stars::default();
            while let Some(option) = waiting.pop() {
                let reply = self.reversing_reply(option, me, side, &mut known, ticker)?;
                let Some(reply) = reply else {
                    kept.push(option);
                    continue;
                };
                changed = true;
                let first = if side { &*left } else { &*right };
                let seen = seen.get_or_insert_with(|| first.iter().copied().collect());
                let replacements =
                    if side { self.left_options(reply)? } else { self.right_options(reply)? };
                for &new in replacements {
                    ticker.tick(STEP, 0)?;
                    if seen.insert(new) {
                        waiting.push(new);
                    }
                }
            }
            if changed {
                if side {
                    self.sort_options(&mut kept, &mut Vec::new());
                } else {
                    self.sort_options(&mut Vec::new(), &mut kept);
                }
                self.drop_dominated(&mut kept, side, ticker)?;
                if side {
                    *left = kept;
                } else {
                    *right = kept;
                }
            }
        }
        self.sort_options(left, right);
        Ok(())
    }

    /// Lets the order see `{left | right}`, which is no number, under a new id.
    ///
    /// Its options may be improved afterwards: what the memo knows stays true, since dropping
    /// dominated and replacing reversible options does not change the value.
    fn put_under_way(&mut self, left: &[GameId], right: &[GameId]) {
        let lists = &mut self.under_way;
        lists.left.clear();
        lists.left.extend_from_slice(left);
        lists.right.clear();
        lists.right.extend_from_slice(right);
        if let (Some(a), Some(b)) = (left.first(), right.first()) {
            lists.left_stop = self.nodes[a.index()].right_stop.clone();
            lists.right_stop = self.nodes[b.index()].left_stop.clone();
        }
        lists.id += 1;
        if lists.id > GameId::VIRTUAL | (GameId::VIRTUAL - 2) {
            lists.id = GameId::VIRTUAL;
            self.order.clear();
        }
    }

    /// An answer to `option` that leaves the opponent no worse off than `me` does.
    fn reversing_reply(
        &mut self,
        option: GameId,
        me: GameId,
        left: bool,
        known: &mut Stars,
        ticker: &mut Ticker<'_>,
    ) -> Result<Option<GameId>> {
        if let Some(Nus { number, ups: 0, nimber: nimber @ 1.. }) = self.nus(option) {
            let (number, index) = (number.clone(), *nimber);
            return self.reversing_star(&number, index, me, left, known, ticker);
        }
        self.expand(option)?;
        let node = &self.nodes[option.index()];
        let (start, count) =
            if left { (node.start + node.left, node.right) } else { (node.start, node.left) };
        for at in start..start + count {
            let reply = self.pool[at as usize];
            let reverses =
                if left { self.le(reply, me, ticker)? } else { self.le(me, reply, ticker)? };
            if reverses {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// An answer to `number + *index` that leaves the opponent no worse off than `me` does.
    ///
    /// Answers are the nimbers below, the same ones for all options of this kind, so that each is
    /// tried once.
    fn reversing_star(
        &mut self,
        number: &Dyadic,
        index: u64,
        me: GameId,
        left: bool,
        known: &mut Stars,
        ticker: &mut Ticker<'_>,
    ) -> Result<Option<GameId>> {
        if known.number.as_ref() != Some(number) {
            *known = Stars { number: Some(number.clone()), ..Stars::default() };
        }
        while known.found.is_none() && known.tried < index {
            if known.tried > Self::MOST_OPTIONS {
                return Err(Trouble::Range(TOO_MANY_STARS));
            }
            let star = Nus { number: number.clone(), ups: 0, nimber: known.tried };
            let reply = self.number_up_star(star)?;
            // What refutes it is mostly seen at once, without a list of the answer's options.
            let opposite = if left { &self.under_way.right } else { &self.under_way.left };
            ticker.tick(STEP * (1 + opposite.len() as u64), self.nodes.len() as u64)?;
            let is_refuted = opposite.iter().any(|&option| {
                let (low, high) = if left { (option, reply) } else { (reply, option) };
                self.quick_le(low, high) == Some(true)
            });
            let reverses = !is_refuted
                && if left { self.le(reply, me, ticker)? } else { self.le(me, reply, ticker)? };
            if reverses {
                known.found = Some((known.tried, reply));
            }
            known.tried += 1;
        }
        Ok(known.found.and_then(|(first, reply)| (first < index).then_some(reply)))
    }

    /// Recognises the canonical options of a number-up-star that is no number.
    fn as_number_up_star(&self, left: &[GameId], right: &[GameId]) -> Option<Nus> {
        let [first, ..] = *left else { return None };
        let number = self.nus(first)?.number.clone();
        let part = |g: GameId| {
            let nus = self.nus(g)?;
            (nus.number == number).then_some((nus.ups, nus.nimber))
        };
        let is_number = |g: GameId| part(g) == Some((0, 0));
        // {x, .., x+*(n-1) | the same}: all indices below n, once each.
        let count = left.len() as u64;
        let below = |&g: &GameId| part(g).is_some_and(|(ups, n)| ups == 0 && n < count);
        if left.len() == right.len() && left.iter().chain(right).all(below) {
            return Some(Nus { number, ups: 0, nimber: count });
        }
        let star_too = |options: &[GameId]| {
            options.len() == 2
                && options.iter().any(|&g| is_number(g))
                && options.iter().any(|&g| part(g) == Some((0, 1)))
        };
        if let [x] = *right
            && is_number(x)
            && star_too(left)
        {
            return Some(Nus { number, ups: 1, nimber: 1 });
        }
        if let [x] = *left
            && is_number(x)
            && star_too(right)
        {
            return Some(Nus { number, ups: -1, nimber: 1 });
        }
        let ([a], [b]) = (left, right) else { return None };
        let ((a_ups, a_nimber), (b_ups, b_nimber)) = (part(*a)?, part(*b)?);
        if is_number(*a) && b_ups >= 0 && (b_ups > 0 || b_nimber > 0) {
            let ups = b_ups.checked_add(1)?;
            return Some(Nus { number, ups, nimber: b_nimber ^ 1 });
        }
        if is_number(*b) && a_ups <= 0 && (a_ups < 0 || a_nimber > 0) {
            let ups = a_ups.checked_sub(1)?;
            return Some(Nus { number, ups, nimber: a_nimber ^ 1 });
        }
        None
    }
}
