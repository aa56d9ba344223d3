//! Thermographs: how the stops move as the game is cooled.

use std::cmp::Ordering;

use super::store::{GameId, Nus, Store};
use super::{Result, Trouble};
use crate::monitor::Ticker;
use crate::numbers::Dyadic;

/// Left and right options.
type Sides = (Vec<GameId>, Vec<GameId>);

/// A piecewise linear function of the temperature from -1 upwards, with slopes -1, 0 and 1.
///
/// Each entry says where a piece starts, the value there, and the slope from there on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wall(Vec<(Dyadic, Dyadic, i8)>);

/// Both walls of a game, and the mast they meet in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thermograph {
    /// The left wall: the left stop of the game cooled by t.
    pub left: Wall,
    /// The right wall.
    pub right: Wall,
    /// Where the mast stands: the mean value.
    pub mean: Dyadic,
    /// Where the mast begins: the temperature.
    pub temperature: Dyadic,
}

/// The temperature of a number.
fn coldness(x: &Dyadic) -> Dyadic {
    Dyadic::new((-1).into(), x.exponent())
}

fn along(value: &Dyadic, slope: i8, from: &Dyadic, to: &Dyadic) -> Dyadic {
    match slope {
        0 => value.clone(),
        1.. => value + &(to - from),
        _ => value - &(to - from),
    }
}

impl Wall {
    fn constant(value: Dyadic) -> Self {
        Self(vec![(Dyadic::MINUS_ONE, value, 0)])
    }

    /// Starts at `value` and moves with `slope` until 0, vertical from there on.
    fn until_zero(value: Dyadic, slope: i8) -> Self {
        let end = along(&value, slope, &Dyadic::MINUS_ONE, &Dyadic::ZERO);
        Self(vec![(Dyadic::MINUS_ONE, value, slope), (Dyadic::ZERO, end, 0)])
    }

    /// The left wall of a number that is no integer.
    ///
    /// Above the temperature of its left option a it is a - t, below that the left wall of the
    /// right option of a: one piece a step down instead of the walls of all followers.
    fn of_fraction(x: &Dyadic, store: &Store, ticker: &mut Ticker<'_>) -> Result<Self> {
        let mut pieces = Vec::new();
        let mut room = store.limit().saturating_sub(store.bytes());
        let mut y = x.clone();
        let lowest = loop {
            ticker.tick(STEP + u64::from(y.exponent()) / 8, pieces.len() as u64)?;
            let bytes = 2 * (size_of::<(Dyadic, Dyadic, i8)>() + 2 * y.bytes());
            room = room
                .checked_sub(bytes)
                .ok_or(Trouble::Memory { limit: store.limit(), games: store.len() })?;
            pieces.push((coldness(&y), y.clone(), 0));
            // A number that is no integer has both options.
            let Some(below) = y.options().0 else { break (y, 0) };
            if below.is_integer() {
                break (&below + &Dyadic::ONE, -1);
            }
            let start = coldness(&below);
            pieces.push((start.clone(), &below - &start, -1));
            match below.options().1 {
                Some(next) if !next.is_integer() => y = next,
                next => break (next.unwrap_or(below), 0),
            }
        };
        pieces.push((Dyadic::MINUS_ONE, lowest.0, lowest.1));
        pieces.reverse();
        Ok(Self(pieces))
    }

    fn negative(self) -> Self {
        Self(self.0.into_iter().map(|(t, value, slope)| (t, -&value, -slope)).collect())
    }

    fn bytes(&self) -> usize {
        let piece = size_of::<(Dyadic, Dyadic, i8)>();
        self.0.iter().map(|(t, value, _)| piece + t.bytes() + value.bytes()).sum()
    }

    /// The value at temperature `t`.
    #[must_use]
    pub fn at(&self, t: &Dyadic) -> Dyadic {
        let after = self.0.partition_point(|piece| piece.0 <= *t);
        let (start, value, slope) = &self.0[after.saturating_sub(1)];
        along(value, *slope, start, t)
    }

    /// Corners as (value, temperature) from -1 upwards; the last is the foot of the mast.
    #[must_use]
    pub fn corners(&self) -> Vec<(Dyadic, Dyadic)> {
        self.0.iter().map(|(t, value, _)| (value.clone(), t.clone())).collect()
    }

    /// The wall with `slope` times (t + 0) added: what a move at cost t leaves.
    fn tilted(&self, slope: i8) -> Self {
        let tilt = |(t, value, own): &(Dyadic, Dyadic, i8)| {
            let value = if slope > 0 { value + t } else { value - t };
            (t.clone(), value, own + slope)
        };
        Self(self.0.iter().map(tilt).collect())
    }

    fn push(&mut self, t: Dyadic, value: Dyadic, slope: i8) {
        if let Some(last) = self.0.last_mut() {
            if last.2 == slope {
                return;
            }
            if last.0 == t {
                last.2 = slope;
                let count = self.0.len();
                if count > 1 && self.0[count - 2].2 == slope {
                    self.0.pop();
                }
                return;
            }
        }
        self.0.push((t, value, slope));
    }

    /// The pointwise greater (`Ordering::Greater`) or smaller of two walls.
    fn extreme(&self, other: &Self, wanted: Ordering) -> Self {
        let mut result = Self(Vec::with_capacity(self.0.len() + other.0.len()));
        walk(self, other, |t, end, (a, a_slope), (b, b_slope)| {
            let mut order = a.cmp(b);
            if order == Ordering::Equal {
                order = a_slope.cmp(&b_slope);
            }
            let (value, slope, rest) =
                if order == wanted { (a, a_slope, b_slope) } else { (b, b_slope, a_slope) };
            result.push(t.clone(), value.clone(), slope);
            if let Some(cross) = crossing(t, (a, a_slope), (b, b_slope))
                && end.is_none_or(|end| cross < *end)
            {
                let value = along(value, slope, t, &cross);
                result.push(cross, value, rest);
            }
            true
        });
        result
    }

    /// The wall up to `t`, and the mast at `value` from there on.
    fn cut(&self, t: &Dyadic, value: &Dyadic) -> Self {
        let mut result = Self(Vec::new());
        for (start, at, slope) in &self.0 {
            if start >= t {
                break;
            }
            result.push(start.clone(), at.clone(), *slope);
        }
        result.push(t.clone(), value.clone(), 0);
        result
    }
}

/// Where two lines that start at `t` meet after it.
fn crossing(
    t: &Dyadic,
    (a, a_slope): (&Dyadic, i8),
    (b, b_slope): (&Dyadic, i8),
) -> Option<Dyadic> {
    let (gap, closing) = match a.cmp(b) {
        Ordering::Equal => return None,
        Ordering::Greater => (a - b, b_slope - a_slope),
        Ordering::Less => (b - a, a_slope - b_slope),
    };
    match closing {
        ..=0 => None,
        1 => Some(t + &gap),
        _ => Some(t + &gap.half()),
    }
}

/// Visits the pieces on which both walls are linear: start, end if any, values and slopes there.
fn walk(
    first: &Wall,
    second: &Wall,
    mut visit: impl FnMut(&Dyadic, Option<&Dyadic>, (&Dyadic, i8), (&Dyadic, i8)) -> bool,
) {
    let (mut at_first, mut at_second) = (0, 0);
    let mut start = Dyadic::MINUS_ONE;
    loop {
        let (one, other) = (&first.0[at_first], &second.0[at_second]);
        let one_next = first.0.get(at_first + 1).map(|piece| &piece.0);
        let other_next = second.0.get(at_second + 1).map(|piece| &piece.0);
        let end = match (one_next, other_next) {
            (Some(next), Some(also)) => Some(next.min(also)),
            (next, also) => next.or(also),
        };
        let here = along(&one.1, one.2, &one.0, &start);
        let there = along(&other.1, other.2, &other.0, &start);
        if !visit(&start, end, (&here, one.2), (&there, other.2)) {
            return;
        }
        let Some(end) = end.cloned() else { return };
        at_first += usize::from(one_next == Some(&end));
        at_second += usize::from(other_next == Some(&end));
        start = end;
    }
}

impl Thermograph {
    fn mast(value: Dyadic, temperature: Dyadic) -> Self {
        let wall = Wall::constant(value.clone());
        Self { left: wall.clone(), right: wall, mean: value, temperature }
    }

    /// The scaffolds meet where the game becomes a number (Siegel, II.5).
    fn from_scaffolds(left: &Wall, right: &Wall) -> Option<Self> {
        let mut found = None;
        walk(left, right, |t, end, (a, a_slope), (b, b_slope)| {
            let meeting = match a.cmp(b) {
                Ordering::Greater => crossing(t, (a, a_slope), (b, b_slope)),
                Ordering::Equal | Ordering::Less => Some(t.clone()),
            };
            if let Some(meeting) = meeting
                && end.is_none_or(|end| meeting < *end)
            {
                found = Some((along(a, a_slope, t, &meeting), meeting));
            }
            found.is_none()
        });
        let (mean, temperature) = found?;
        Some(Self {
            left: left.cut(&temperature, &mean),
            right: right.cut(&temperature, &mean),
            mean,
            temperature,
        })
    }
}

const STEP: u64 = 200;
/// Steps of the clock that a piece of a wall counts for.
const PIECE: u64 = 50;
/// Bytes of walls between two looks at the memory limit.
const WALLS_PER_LOOK: usize = 1 << 20;

impl Store {
    /// The thermograph of a game, from -1 upwards.
    ///
    /// Every follower's thermograph is found once and remembered, so the work grows with the
    /// graph of followers and not with the tree of plays.
    ///
    /// # Errors
    ///
    /// [`Trouble`] if stopped or out of memory; the store stays valid.
    pub fn thermograph(&mut self, g: GameId, ticker: &mut Ticker<'_>) -> Result<&Thermograph> {
        let mut stack = vec![g];
        while let Some(&top) = stack.last() {
            ticker.tick(STEP, self.thermographs.len() as u64)?;
            if self.thermographs.contains_key(&top) {
                stack.pop();
                continue;
            }
            let options = match self.nus(top).cloned() {
                Some(nus) => match self.simple_thermograph(&nus, ticker)? {
                    Ok(thermograph) => {
                        self.keep_thermograph(top, thermograph)?;
                        stack.pop();
                        continue;
                    }
                    Err(options) => options,
                },
                None => (self.left_options(top)?.to_vec(), self.right_options(top)?.to_vec()),
            };
            let known = stack.len();
            let both = options.0.iter().chain(&options.1);
            stack.extend(both.filter(|option| !self.thermographs.contains_key(option)));
            if stack.len() > known {
                continue;
            }
            let (left, right) = self.scaffolds(&options.0, &options.1, ticker)?;
            let thermograph = Thermograph::from_scaffolds(&left, &right)
                .ok_or(Trouble::Undefined("the scaffolds of a game never met"))?;
            self.keep_thermograph(top, thermograph)?;
            stack.pop();
        }
        Ok(&self.thermographs[&g])
    }

    /// Mean and temperature, at once where they need no thermograph.
    ///
    /// # Errors
    ///
    /// [`Trouble`] if stopped or out of memory; the store stays valid.
    pub fn mean_and_temperature(
        &mut self,
        g: GameId,
        ticker: &mut Ticker<'_>,
    ) -> Result<(Dyadic, Dyadic)> {
        if let Some(nus) = self.nus(g) {
            let temperature = if nus.is_number() { coldness(&nus.number) } else { Dyadic::ZERO };
            return Ok((nus.number.clone(), temperature));
        }
        let found = self.thermograph(g, ticker)?;
        Ok((found.mean.clone(), found.temperature.clone()))
    }

    fn keep_thermograph(&mut self, g: GameId, found: Thermograph) -> Result<()> {
        let before = self.wall_bytes;
        self.wall_bytes += found.left.bytes() + found.right.bytes();
        self.thermographs.insert(g, found);
        let due = self.thermographs.len().is_multiple_of(0x1000)
            || before / WALLS_PER_LOOK != self.wall_bytes / WALLS_PER_LOOK;
        if due && self.bytes() > self.limit() {
            return Err(Trouble::Memory { limit: self.limit(), games: self.len() });
        }
        Ok(())
    }

    /// Left and right scaffold from options whose thermographs are known.
    fn scaffolds(
        &self,
        left: &[GameId],
        right: &[GameId],
        ticker: &mut Ticker<'_>,
    ) -> Result<(Wall, Wall)> {
        let mut side = |options: &[GameId], left: bool| -> Result<Option<Wall>> {
            let wanted = if left { Ordering::Greater } else { Ordering::Less };
            let mut best: Option<Wall> = None;
            for option in options {
                let known = &self.thermographs[option];
                let wall = if left { known.right.tilted(-1) } else { known.left.tilted(1) };
                ticker.tick(PIECE * wall.0.len() as u64, self.thermographs.len() as u64)?;
                best = Some(match best {
                    Some(best) => best.extreme(&wall, wanted),
                    None => wall,
                });
            }
            Ok(best)
        };
        let (first, second) = (side(left, true)?, side(right, false)?);
        first
            .zip(second)
            .ok_or(Trouble::Undefined("a game that is no integer lacks options on one side"))
    }

    /// Thermograph of a number-up-star, or the options that it has to be built from.
    ///
    /// Nimbers beyond * and ups beyond two change nothing, so that the options stay few.
    fn simple_thermograph(
        &mut self,
        nus: &Nus,
        ticker: &mut Ticker<'_>,
    ) -> Result<std::result::Result<Thermograph, Sides>> {
        let Nus { number, ups, nimber } = nus;
        let starlike = (*ups == 0 && *nimber > 0) || (ups.abs() == 1 && *nimber == 1);
        if number.is_integer() {
            if nus.is_number() {
                return Ok(Ok(Thermograph::mast(number.clone(), Dyadic::MINUS_ONE)));
            }
            let mut found = Thermograph::mast(number.clone(), Dyadic::ZERO);
            if starlike || *ups > 0 {
                found.left = Wall::until_zero(number + &Dyadic::ONE, -1);
            }
            if starlike || *ups < 0 {
                found.right = Wall::until_zero(number - &Dyadic::ONE, 1);
            }
            return Ok(Ok(found));
        }
        let base = self.of_number(number.clone())?;
        if nus.is_number() {
            return Ok(Ok(Thermograph {
                left: Wall::of_fraction(number, self, ticker)?,
                right: Wall::of_fraction(&-number, self, ticker)?.negative(),
                mean: number.clone(),
                temperature: coldness(number),
            }));
        }
        let star = self.number_up_star(Nus { number: number.clone(), ups: 0, nimber: 1 })?;
        Ok(Err(match (*ups, *nimber) {
            (0, 1) => (vec![base], vec![base]),
            (0, _) => (vec![base, star], vec![base, star]),
            (1, 1) => (vec![base, star], vec![base]),
            (-1, 1) => (vec![base], vec![base, star]),
            (1.., _) => (vec![base], vec![star]),
            _ => (vec![star], vec![base]),
        }))
    }
}
