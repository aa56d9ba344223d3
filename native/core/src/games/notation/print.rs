//! Printing values: the shortest usual form of each game, the same text for equal games.

use rustc_hash::FxHashMap;

use crate::games::{GameId, Nus, Result, Store};
use crate::monitor::Ticker;
use crate::numbers::Dyadic;

/// The alphabet of a printed value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Style {
    /// `{1|^*}`: what `read` takes and the default.
    Ascii,
    /// `{1|↑∗}`: also read back.
    Unicode,
    /// For a TeX formula.
    Latex,
}

/// How a game that is no number-up-star is written.
enum Shape {
    Literal,
    Switch,
    Tiny(GameId),
    Miny(GameId),
    /// Number of bars, and whether a single option on the left, on the right drops its braces.
    Braces(usize, bool, bool),
}

struct Layout {
    shape: Shape,
    length: u64,
}

impl Layout {
    fn bars(&self) -> usize {
        if let Shape::Braces(bars, ..) = self.shape { bars } else { 0 }
    }
}

/// Most bars in a row.
const MOST_BARS: usize = 4;
const STEP: u64 = 100;

impl Style {
    fn arrow(self, up: bool) -> &'static str {
        match (self, up) {
            (Self::Ascii, true) => "^",
            (Self::Ascii, false) => "v",
            (Self::Unicode, true) => "↑",
            (Self::Unicode, false) => "↓",
            (Self::Latex, true) => "{\\uparrow}",
            (Self::Latex, false) => "{\\downarrow}",
        }
    }

    fn star(self) -> &'static str {
        match self {
            Self::Ascii => "*",
            Self::Unicode => "∗",
            Self::Latex => "{\\ast}",
        }
    }

    fn switch(self) -> &'static str {
        match self {
            Self::Ascii => "+-",
            Self::Unicode => "±",
            Self::Latex => "{\\pm}",
        }
    }

    fn tiny(self, tiny: bool) -> &'static str {
        match (self, tiny) {
            (Self::Ascii, true) => "Tiny",
            (Self::Ascii, false) => "Miny",
            (Self::Unicode, true) => "⧾",
            (Self::Unicode, false) => "⧿",
            (Self::Latex, true) => "\\mathrm{Tiny}",
            (Self::Latex, false) => "\\mathrm{Miny}",
        }
    }

    fn braces(self) -> (&'static str, &'static str) {
        if self == Self::Latex { ("\\{", "\\}") } else { ("{", "}") }
    }

    fn bars(self, count: usize) -> String {
        if self == Self::Latex {
            format!("\\,{}\\,", "{|}".repeat(count))
        } else {
            "|".repeat(count)
        }
    }

    fn number(self, x: &Dyadic, ticker: &mut Ticker<'_>) -> Result<String> {
        let text = x.text(ticker)?;
        if self != Self::Latex || x.is_integer() {
            return Ok(text);
        }
        let (sign, rest) = text.strip_prefix('-').map_or(("", text.as_str()), |rest| ("-", rest));
        let (num, denominator) = rest.split_once('/').unwrap_or((rest, "1"));
        Ok(format!("{sign}\\frac{{{num}}}{{{denominator}}}"))
    }

    /// Characters that the text of a fraction has beyond its digits, its sign and a slash.
    fn fraction(self) -> u64 {
        if self == Self::Latex { chars("\\frac{}{}") - 1 } else { 0 }
    }

    fn literal(self, nus: &Nus, ticker: &mut Ticker<'_>) -> Result<String> {
        let mut text = String::new();
        if !nus.number.is_zero() || nus.is_number() {
            text.push_str(&self.number(&nus.number, ticker)?);
        }
        text.push_str(&self.infinitesimal(nus));
        Ok(text)
    }

    /// Number of characters of a literal, found without building it.
    fn literal_length(self, nus: &Nus, ticker: &mut Ticker<'_>) -> Result<u64> {
        let mut length = chars(&self.infinitesimal(nus));
        if !nus.number.is_zero() || nus.is_number() {
            length += nus.number.text_length(ticker)?;
            if !nus.number.is_integer() {
                length += self.fraction();
            }
        }
        Ok(length)
    }

    /// The ups and the nimber of a literal.
    fn infinitesimal(self, nus: &Nus) -> String {
        let mut text = String::new();
        let index = |n: u64| match (self, n) {
            (_, 1) => String::new(),
            (Self::Latex, n) => format!("_{{{n}}}"),
            (_, n) => n.to_string(),
        };
        if nus.ups != 0 {
            text.push_str(self.arrow(nus.ups > 0));
            text.push_str(&index(nus.ups.unsigned_abs()));
        }
        if nus.nimber > 0 {
            text.push_str(self.star());
            text.push_str(&index(nus.nimber));
        }
        text
    }
}

fn chars(text: &str) -> u64 {
    text.chars().count() as u64
}

impl Store {
    /// Number of characters of the printed value, without printing it.
    ///
    /// # Errors
    ///
    /// [`Trouble`](crate::games::Trouble) if stopped or out of memory.
    pub fn text_length(&mut self, g: GameId, style: Style, ticker: &mut Ticker<'_>) -> Result<u64> {
        let mut layouts = FxHashMap::default();
        self.lay_out(g, style, &mut layouts, ticker)?;
        Ok(layouts[&g].length)
    }

    /// The printed value.
    ///
    /// # Errors
    ///
    /// [`Trouble`](crate::games::Trouble) if stopped or out of memory.
    pub fn text(&mut self, g: GameId, style: Style, ticker: &mut Ticker<'_>) -> Result<String> {
        if let Some(nus) = self.nus(g) {
            return style.literal(nus, ticker);
        }
        let mut layouts = FxHashMap::default();
        self.lay_out(g, style, &mut layouts, ticker)?;
        // A text is dropped with its last use, so that deep games need memory for few at a time.
        let mut uses: FxHashMap<GameId, u32> = FxHashMap::default();
        for (&game, layout) in &layouts {
            for part in self.parts(game, &layout.shape)? {
                *uses.entry(part).or_default() += 1;
            }
        }
        let mut texts: FxHashMap<GameId, String> = FxHashMap::default();
        let mut stack = vec![g];
        while let Some(&top) = stack.last() {
            ticker.tick(STEP, texts.len() as u64)?;
            let known = stack.len();
            if !texts.contains_key(&top) {
                for part in self.parts(top, &layouts[&top].shape)? {
                    if !texts.contains_key(&part) {
                        stack.push(part);
                    }
                }
                if stack.len() == known {
                    let text = self.write(top, style, &layouts, &texts, ticker)?;
                    ticker.tick(text.len() as u64, texts.len() as u64)?;
                    for part in self.parts(top, &layouts[&top].shape)? {
                        if let Some(left) = uses.get_mut(&part) {
                            *left -= 1;
                            if *left == 0 {
                                texts.remove(&part);
                            }
                        }
                    }
                    texts.insert(top, text);
                }
            }
            if stack.len() == known {
                stack.pop();
            }
        }
        Ok(texts.remove(&g).unwrap_or_default())
    }

    /// The games whose text is part of the text of `g`.
    fn parts(&mut self, g: GameId, shape: &Shape) -> Result<Vec<GameId>> {
        Ok(match shape {
            Shape::Literal => Vec::new(),
            Shape::Switch => self.left_options(g)?.to_vec(),
            Shape::Tiny(argument) | Shape::Miny(argument) => vec![*argument],
            Shape::Braces(..) => {
                let mut parts = self.left_options(g)?.to_vec();
                parts.extend_from_slice(self.right_options(g)?);
                parts
            }
        })
    }

    fn write(
        &mut self,
        g: GameId,
        style: Style,
        layouts: &FxHashMap<GameId, Layout>,
        texts: &FxHashMap<GameId, String>,
        ticker: &mut Ticker<'_>,
    ) -> Result<String> {
        let (open, close) = style.braces();
        let list = |options: &[GameId]| {
            let mut parts: Vec<&str> = options.iter().map(|id| texts[id].as_str()).collect();
            parts.sort_by_cached_key(|text| (chars(text), *text));
            parts.join(",")
        };
        let inside = |options: &[GameId], drop: bool| match options {
            [only] if drop => {
                let text = &texts[only];
                text[open.len()..text.len() - close.len()].to_owned()
            }
            _ => list(options),
        };
        Ok(match layouts[&g].shape {
            Shape::Literal => match self.nus(g) {
                Some(nus) => style.literal(nus, ticker)?,
                None => String::new(),
            },
            Shape::Tiny(part) => format!("{}({})", style.tiny(true), texts[&part]),
            Shape::Miny(part) => format!("{}({})", style.tiny(false), texts[&part]),
            Shape::Switch => {
                let left = self.left_options(g)?.to_vec();
                let argument = list(&left);
                match left[..] {
                    [only] if self.number(only).is_some() => {
                        format!("{}{argument}", style.switch())
                    }
                    [_] => format!("{}({argument})", style.switch()),
                    _ => format!("{}{open}{argument}{close}", style.switch()),
                }
            }
            Shape::Braces(bars, left_bare, right_bare) => {
                let left = inside(self.left_options(g)?, left_bare);
                let right = inside(self.right_options(g)?, right_bare);
                format!("{open}{left}{}{right}{close}", style.bars(bars))
            }
        })
    }

    /// Chooses the shape of `g` and of everything in it, and counts characters.
    fn lay_out(
        &mut self,
        g: GameId,
        style: Style,
        layouts: &mut FxHashMap<GameId, Layout>,
        ticker: &mut Ticker<'_>,
    ) -> Result<()> {
        let mut stack = vec![g];
        while let Some(&top) = stack.last() {
            ticker.tick(STEP, layouts.len() as u64)?;
            if layouts.contains_key(&top) {
                stack.pop();
                continue;
            }
            let shape = self.shape(top, ticker)?;
            let known = stack.len();
            let parts = self.parts(top, &shape)?;
            stack.extend(parts.iter().filter(|part| !layouts.contains_key(part)));
            if stack.len() > known {
                continue;
            }
            let layout = self.measure(top, &shape, style, layouts, ticker)?;
            layouts.insert(top, layout);
            stack.pop();
        }
        Ok(())
    }

    /// The shape, as far as it does not depend on the shapes of the options.
    fn shape(&mut self, g: GameId, ticker: &mut Ticker<'_>) -> Result<Shape> {
        if self.nus(g).is_some() {
            return Ok(Shape::Literal);
        }
        let left = self.left_options(g)?.to_vec();
        let right = self.right_options(g)?.to_vec();
        if left.len() == right.len()
            && -self.left_stop(g) == *self.right_stop(g)
            && self.negative(g, ticker)? == g
        {
            return Ok(Shape::Switch);
        }
        if let ([GameId::ZERO], [reply]) = (&left[..], &right[..])
            && let [GameId::ZERO] = self.left_options(*reply)?
            && let [threat] = *self.right_options(*reply)?
        {
            let argument = self.negative(threat, ticker)?;
            if *self.right_stop(argument) > Dyadic::ZERO {
                return Ok(Shape::Tiny(argument));
            }
        }
        if let ([reply], [GameId::ZERO]) = (&left[..], &right[..])
            && let [GameId::ZERO] = self.right_options(*reply)?
            && let [threat] = *self.left_options(*reply)?
            && *self.right_stop(threat) > Dyadic::ZERO
        {
            return Ok(Shape::Miny(threat));
        }
        Ok(Shape::Braces(1, false, false))
    }

    fn measure(
        &mut self,
        g: GameId,
        shape: &Shape,
        style: Style,
        layouts: &FxHashMap<GameId, Layout>,
        ticker: &mut Ticker<'_>,
    ) -> Result<Layout> {
        let (open, close) = style.braces();
        let around = chars(open) + chars(close);
        let list = |options: &[GameId]| {
            let commas = options.len().saturating_sub(1) as u64;
            options.iter().fold(commas, |sum, id| sum.saturating_add(layouts[id].length))
        };
        let (shape, length) = match shape {
            Shape::Literal => {
                let length = match self.nus(g) {
                    Some(nus) => style.literal_length(nus, ticker)?,
                    None => 0,
                };
                (Shape::Literal, length)
            }
            &Shape::Tiny(part) => {
                let length = layouts[&part].length.saturating_add(2 + chars(style.tiny(true)));
                (Shape::Tiny(part), length)
            }
            &Shape::Miny(part) => {
                let length = layouts[&part].length.saturating_add(2 + chars(style.tiny(false)));
                (Shape::Miny(part), length)
            }
            Shape::Switch => {
                let left = self.left_options(g)?.to_vec();
                let brackets = match left[..] {
                    [only] if self.number(only).is_some() => 0,
                    [_] => 2,
                    _ => around,
                };
                (Shape::Switch, list(&left).saturating_add(brackets + chars(style.switch())))
            }
            Shape::Braces(..) => {
                let left = self.left_options(g)?.to_vec();
                let right = self.right_options(g)?.to_vec();
                let inner = |options: &[GameId]| match options {
                    [only] => layouts[only].bars(),
                    _ => 0,
                };
                let (a, b) = (inner(&left), inner(&right));
                let (drop_left, drop_right) =
                    ((1..MOST_BARS).contains(&a), (1..MOST_BARS).contains(&b));
                let kept = |bars, drop| if drop { bars } else { 0 };
                let bars = 1 + kept(a, drop_left).max(kept(b, drop_right));
                let dropped = u64::from(drop_left) + u64::from(drop_right);
                let outside = around + chars(&style.bars(bars));
                let length = list(&left).saturating_add(list(&right)).saturating_add(outside);
                (
                    Shape::Braces(bars, drop_left, drop_right),
                    length.saturating_sub(dropped * around),
                )
            }
        };
        Ok(Layout { shape, length })
    }
}
