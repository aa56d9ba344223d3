//! Reading values. The stack is explicit: text may be nested as deeply as memory allows.

use num_bigint::BigInt;
use num_traits::One;

use super::lexer::{Token, tokens};
use crate::games::{GameId, Nus, Store, Trouble};
use crate::monitor::Ticker;
use crate::numbers::Dyadic;

/// Why a text is not a value, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misread {
    /// Column where reading stopped, from 1, in characters.
    pub column: usize,
    /// What is wrong there.
    pub message: String,
    /// Set if the text was fine but the store could not hold the value.
    pub trouble: Option<Trouble>,
}

impl Misread {
    pub(super) fn new(column: usize, message: impl Into<String>) -> Self {
        Self { column, message: message.into(), trouble: None }
    }

    pub(super) fn from_trouble(column: usize, trouble: Trouble) -> Self {
        Self { column, message: trouble.to_string(), trouble: Some(trouble) }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Top,
    Round,
    Brace,
    SwitchRound,
    SwitchBrace,
    Tiny,
    Miny,
}

impl Kind {
    fn is_brace(self) -> bool {
        matches!(self, Self::Brace | Self::SwitchBrace)
    }
}

/// One open bracket: the sum being read inside it and the options before that.
struct Frame {
    kind: Kind,
    column: usize,
    total: Option<GameId>,
    /// Sign of the operator before the term being read.
    subtract: bool,
    /// Unary minus signs of the term being read.
    negate: bool,
    times: Option<i64>,
    /// Something of a term was read, so that a term must follow.
    term_due: bool,
    options: Vec<GameId>,
    sides: Vec<Vec<GameId>>,
    bars: Vec<usize>,
    /// A number written before Tiny or Miny.
    number: GameId,
}

impl Frame {
    /// Whether the brace may close where no option stands: after a bar, or at once.
    fn may_end_empty(&self) -> bool {
        self.kind == Kind::Brace || self.kind == Kind::SwitchBrace && !self.bars.is_empty()
    }
}

impl Frame {
    fn new(kind: Kind, column: usize) -> Self {
        Self {
            kind,
            column,
            total: None,
            subtract: false,
            negate: false,
            times: None,
            term_due: false,
            options: Vec::new(),
            sides: Vec::new(),
            bars: Vec::new(),
            number: GameId::ZERO,
        }
    }

    fn at_term(&self) -> bool {
        self.total.is_none() || self.term_due
    }
}

/// Highest power of up that is read: all before it are made too.
const MOST_POWERS: i64 = 1 << 16;

/// Words that name loopy games.
const LOOPY: [&str; 9] = ["on", "off", "over", "under", "upon", "dud", "tis", "tisn", "pass"];

/// Longest name, in bytes, that a message repeats.
const LONGEST_NAME: usize = 40;

struct Reader<'s, 't, 'm> {
    store: &'s mut Store,
    ticker: &'t mut Ticker<'m>,
    tokens: Vec<(Token, usize)>,
    at: usize,
    end: usize,
    stack: Vec<Frame>,
}

type Read<T> = Result<T, Misread>;

/// Digits of the longest number that is read: about half a second of work.
const MOST_DIGITS: usize = 1_000_000;
/// Brackets open at once.
const MOST_OPEN: usize = 1_000_000;
/// How many steps of the clock a character or a token counts for.
const STEP: u64 = 4;
/// Digits that are turned into a number at once.
const CHUNK: usize = 1 << 12;

/// The number that digits mean: chunks are joined in pairs, then pairs of these and so on, because
/// reading long numbers digit by digit takes time that grows with the square of their length.
fn whole_number(digits: &[u8], ticker: &mut Ticker<'_>) -> crate::games::Result<BigInt> {
    // Most numbers are short, and a long text has many.
    if digits.len() <= CHUNK {
        ticker.tick(digits.len() as u64, 0)?;
        return Ok(BigInt::parse_bytes(digits, 10).unwrap_or_default());
    }
    let mut parts = Vec::with_capacity(digits.len() / CHUNK + 1);
    for chunk in digits.rchunks(CHUNK) {
        ticker.tick(CHUNK as u64 * 20, 0)?;
        parts.push(BigInt::parse_bytes(chunk, 10).unwrap_or_default());
    }
    let mut shift = BigInt::from(10).pow(CHUNK as u32);
    while parts.len() > 1 {
        let mut joined = Vec::with_capacity(parts.len().div_ceil(2));
        for pair in parts.chunks(2) {
            ticker.tick(shift.bits(), 0)?;
            joined.push(match pair {
                [low, high] => low + high * &shift,
                _ => pair[0].clone(),
            });
        }
        parts = joined;
        if parts.len() > 1 {
            shift = &shift * &shift;
        }
    }
    Ok(parts.pop().unwrap_or_default())
}

impl Store {
    /// Reads a value.
    ///
    /// # Errors
    ///
    /// [`Misread`] with the column where the text stops making sense.
    pub fn read(&mut self, text: &str, ticker: &mut Ticker<'_>) -> Read<GameId> {
        let games = self.nodes.len() as u64;
        let (tokens, end) = tokens(text, |chars| Ok(ticker.tick(STEP * chars, games)?))?;
        let stack = vec![Frame::new(Kind::Top, 1)];
        Reader { store: self, ticker, tokens, at: 0, end, stack }.run()
    }
}

impl Reader<'_, '_, '_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(token, _)| token)
    }

    fn column(&self) -> usize {
        self.tokens.get(self.at).map_or(self.end, |&(_, column)| column)
    }

    fn wrong<T>(&self, message: impl Into<String>) -> Read<T> {
        Err(Misread::new(self.column(), message))
    }

    fn accept(&mut self, token: &Token) -> bool {
        let same = self.peek() == Some(token);
        self.at += usize::from(same);
        same
    }

    fn top(&mut self) -> Read<&mut Frame> {
        let column = self.column();
        self.stack.last_mut().ok_or_else(|| Misread::new(column, "a bracket is closed twice"))
    }

    /// Runs an operation on games, naming the column if it fails.
    fn on_games<T>(
        &mut self,
        work: impl FnOnce(&mut Store, &mut Ticker<'_>) -> crate::games::Result<T>,
    ) -> Read<T> {
        let column = self.column();
        work(self.store, self.ticker).map_err(|trouble| Misread::from_trouble(column, trouble))
    }

    fn run(mut self) -> Read<GameId> {
        loop {
            self.on_games(|store, ticker| Ok(ticker.tick(STEP, store.nodes.len() as u64)?))?;
            let Some(token) = self.peek().cloned() else {
                let frame = self.top()?;
                if frame.kind != Kind::Top {
                    let opened = frame.column;
                    return self.wrong(format!(
                        "the text ends inside the bracket opened at column {opened}"
                    ));
                }
                return self.finish_sum();
            };
            if self.top()?.at_term() {
                self.term(token)?;
            } else {
                self.after_term(&token)?;
            }
        }
    }

    /// What may begin a term, or end an empty side.
    fn term(&mut self, token: Token) -> Read<()> {
        let frame = self.top()?;
        let empty = frame.total.is_none() && !frame.term_due && frame.options.is_empty();
        let column = self.column();
        match token {
            Token::Minus => {
                let times = self.top()?.times;
                if times.is_some() {
                    return self.wrong("a multiple like 3. must be followed by a game");
                }
                self.at += 1;
                if matches!(self.peek(), Some(Token::Digits(_))) {
                    return self.literal(true);
                }
                let frame = self.top()?;
                frame.negate = !frame.negate;
                frame.term_due = true;
                Ok(())
            }
            Token::Digits(_) | Token::Arrows(_) | Token::Star => self.literal(false),
            Token::Switch => {
                self.at += 1;
                self.switch(column)
            }
            Token::Open => {
                self.open(Kind::Round, GameId::ZERO)
            }
            Token::OpenBrace => {
                self.open(Kind::Brace, GameId::ZERO)
            }
            Token::Word(word) if word == "Tiny" || word == "Miny" => self.tiny(&word, GameId::ZERO),
            Token::Word(word) if LOOPY.contains(&word.as_str()) => {
                self.wrong(format!("{word} is a loopy game; only games that end can be read here"))
            }
            Token::Word(_) if matches!(self.tokens.get(self.at + 1), Some((Token::OpenBrace, _))) => {
                self.wrong("a name before a brace makes a loopy game; only games that end can be read here")
            }
            Token::Word(word) if word.len() > LONGEST_NAME => self.wrong("this names no game"),
            Token::Word(word) => self.wrong(format!("{word:?} names no game")),
            Token::Ampersand => {
                self.wrong("& joins loopy games; only games that end can be read here")
            }
            Token::Bars(count) if empty && self.top()?.kind.is_brace() => self.bars(count),
            Token::CloseBrace if empty && self.top()?.may_end_empty() => self.close_brace(),
            _ => self.wrong("a game is missing here"),
        }
    }

    /// What may follow a term: an operator, a separator or a closing bracket.
    fn after_term(&mut self, token: &Token) -> Read<()> {
        let kind = self.top()?.kind;
        match token {
            Token::Plus | Token::Minus => {
                self.at += 1;
                let frame = self.top()?;
                frame.subtract = *token == Token::Minus;
                frame.term_due = true;
                Ok(())
            }
            Token::Comma if kind.is_brace() => {
                let option = self.finish_sum()?;
                self.at += 1;
                let frame = self.top()?;
                frame.options.push(option);
                frame.term_due = true;
                Ok(())
            }
            Token::Bars(count) if kind.is_brace() => {
                let option = self.finish_sum()?;
                self.top()?.options.push(option);
                self.bars(*count)
            }
            Token::CloseBrace if kind.is_brace() => {
                let option = self.finish_sum()?;
                self.top()?.options.push(option);
                self.close_brace()
            }
            Token::Close
                if matches!(kind, Kind::Round | Kind::SwitchRound | Kind::Tiny | Kind::Miny) =>
            {
                self.close_round()
            }
            Token::Switch => self.wrong("+- is the switch; write \"+ -\" or \"+ +-\" with a blank"),
            Token::Ampersand => {
                self.wrong("& joins loopy games; only games that end can be read here")
            }
            Token::Bars(_) => self.wrong("a bar is possible only inside braces"),
            Token::Close | Token::CloseBrace => self.wrong("this bracket closes nothing"),
            _ => self.wrong("an operator is missing before this"),
        }
    }

    fn open(&mut self, kind: Kind, number: GameId) -> Read<()> {
        if self.stack.len() > MOST_OPEN {
            return self.wrong(format!("more than {MOST_OPEN} brackets are open here"));
        }
        let mut frame = Frame::new(kind, self.column());
        frame.number = number;
        self.at += 1;
        self.stack.push(frame);
        Ok(())
    }

    fn tiny(&mut self, word: &str, number: GameId) -> Read<()> {
        self.at += 1;
        if self.peek() != Some(&Token::Open) {
            return self.wrong(format!("{word} needs a game in parentheses, as in {word}(2)"));
        }
        self.open(if word == "Tiny" { Kind::Tiny } else { Kind::Miny }, number)
    }

    fn switch(&mut self, column: usize) -> Read<()> {
        match self.peek() {
            Some(Token::Open) => self.open(Kind::SwitchRound, GameId::ZERO),
            Some(Token::OpenBrace) => self.open(Kind::SwitchBrace, GameId::ZERO),
            Some(Token::Digits(_)) => {
                let x = self.number()?;
                if matches!(self.peek(), Some(Token::Arrows(_) | Token::Star)) {
                    return self.wrong("put the argument of +- in parentheses: +-(1*)");
                }
                let g = self.on_games(|store, _| store.of_number(x))?;
                self.finish_switch(vec![g])
            }
            _ => Err(Misread::new(column, "+- needs a number, parentheses or braces after it")),
        }
    }

    fn finish_switch(&mut self, left: Vec<GameId>) -> Read<()> {
        let g = self.on_games(|store, ticker| {
            let mut right = Vec::with_capacity(left.len());
            for &option in &left {
                right.push(store.negative(option, ticker)?);
            }
            store.make(left, right, ticker)
        })?;
        self.atom(g)
    }

    /// A number, ups and a star side by side, or a number before Tiny or Miny, or a multiple.
    fn literal(&mut self, negative: bool) -> Read<()> {
        let mut nus = Nus { number: Dyadic::ZERO, ups: 0, nimber: 0 };
        if matches!(self.peek(), Some(Token::Digits(_))) {
            let x = self.number()?;
            nus.number = if negative { -&x } else { x };
            if self.peek() == Some(&Token::Dot) {
                return self.times(&nus.number);
            }
            if let Some(Token::Word(word)) = self.peek().cloned() {
                if word == "Tiny" || word == "Miny" {
                    let number = self.on_games(|store, _| store.of_number(nus.number))?;
                    return self.tiny(&word, number);
                }
                if LOOPY.contains(&word.as_str()) {
                    return self.wrong(format!(
                        "{word} is a loopy game; only games that end can be read here"
                    ));
                }
            }
        }
        let mut power = GameId::ZERO;
        if let Some(&Token::Arrows(arrows)) = self.peek() {
            self.at += 1;
            match self.peek() {
                Some(Token::Digits(_)) if arrows.abs() == 1 => {
                    nus.ups = self.index("ups", 63, |n| i64::try_from(n * arrows))?;
                }
                Some(Token::OpenAngle) if arrows.abs() == 1 => {
                    power = self.power(&Token::CloseAngle, arrows < 0)?;
                }
                Some(Token::OpenSquare) if arrows.abs() == 1 => {
                    power = self.power(&Token::CloseSquare, arrows < 0)?;
                }
                _ => nus.ups = arrows,
            }
        }
        if self.accept(&Token::Star) {
            let digits = matches!(self.peek(), Some(Token::Digits(_)));
            nus.nimber = if digits { self.index("a nimber", 64, u64::try_from)? } else { 1 };
        }
        let g = self.on_games(|store, ticker| {
            let literal = store.number_up_star(nus)?;
            store.add(literal, power, ticker)
        })?;
        self.atom(g)
    }

    fn digits(&mut self) -> Read<BigInt> {
        let Some(Token::Digits(digits)) = self.peek() else {
            return self.wrong("digits are missing here");
        };
        if digits.len() > MOST_DIGITS {
            let message = format!("a number has at most {MOST_DIGITS} digits here");
            return Err(Misread::new(self.column(), message));
        }
        let digits = digits.clone();
        self.at += 1;
        self.on_games(|_, ticker| whole_number(digits.as_bytes(), ticker))
    }

    fn index<T, E>(
        &mut self,
        of: &str,
        bits: u32,
        convert: impl Fn(BigInt) -> std::result::Result<T, E>,
    ) -> Read<T> {
        let column = self.column();
        convert(self.digits()?)
            .map_err(|_| Misread::new(column, format!("the index of {of} must be below 2^{bits}")))
    }

    fn number(&mut self) -> Read<Dyadic> {
        let num = self.digits()?;
        if !self.accept(&Token::Slash) {
            return Ok(Dyadic::new(num, 0));
        }
        let column = self.column();
        let denominator = self.digits()?;
        let exp = denominator.trailing_zeros().unwrap_or(0);
        match u32::try_from(exp) {
            Ok(exp) if denominator == BigInt::one() << exp => Ok(Dyadic::new(num, exp)),
            _ => Err(Misread::new(column, "the denominator of a number must be a power of two")),
        }
    }

    fn times(&mut self, n: &Dyadic) -> Read<()> {
        if self.top()?.times.is_some() {
            return self.wrong("a multiple like 3. must be followed by a game");
        }
        let Some(n) = n.as_integer() else {
            return self.wrong("only an integer below 2^63 can multiply a game");
        };
        if let Some((Token::Digits(_), _)) = self.tokens.get(self.at + 1) {
            return self.wrong(
                "a point before digits may be a decimal or a product: \
                 write a fraction such as 3/2, or a product with brackets as in 2.(1)",
            );
        }
        self.at += 1;
        let frame = self.top()?;
        frame.times = Some(n);
        frame.term_due = true;
        Ok(())
    }

    /// `^<n>` = {0 | v[n-1]*} and `^[n]` = ^<1> + .. + ^<n>.
    fn power(&mut self, close: &Token, negative: bool) -> Read<GameId> {
        self.at += 1;
        if matches!(self.peek(), Some(Token::Word(word)) if word == "on") {
            return self.wrong("this is a loopy game; only games that end can be read here");
        }
        let column = self.column();
        let n = self.index("a power of up", 63, i64::try_from)?;
        if !(1..=MOST_POWERS).contains(&n) {
            let message = format!("a power of up must be between 1 and {MOST_POWERS}");
            return Err(Misread::new(column, message));
        }
        if !self.accept(close) {
            return self.wrong("the bracket after the arrow is not closed");
        }
        let sum = *close == Token::CloseSquare;
        self.on_games(|store, ticker| {
            let (power, total) = store.up_powers(n, ticker)?;
            let g = if sum { total } else { power };
            if negative { store.negative(g, ticker) } else { Ok(g) }
        })
    }

    /// Adds a finished atom to the sum being read.
    fn atom(&mut self, g: GameId) -> Read<()> {
        let frame = self.top()?;
        let (times, negate, total) = (frame.times.take(), frame.negate, frame.total);
        let subtract = std::mem::take(&mut frame.subtract) != negate;
        frame.negate = false;
        frame.term_due = false;
        let sum = self.on_games(|store, ticker| {
            let mut g = if let Some(n) = times { store.multiple(n, g, ticker)? } else { g };
            if subtract {
                g = store.negative(g, ticker)?;
            }
            store.add(total.unwrap_or(GameId::ZERO), g, ticker)
        })?;
        self.top()?.total = Some(sum);
        Ok(())
    }

    fn finish_sum(&mut self) -> Read<GameId> {
        let frame = self.top()?;
        let due = frame.term_due;
        match frame.total.take() {
            Some(total) if !due => Ok(total),
            _ => self.wrong("a game is missing here"),
        }
    }

    fn bars(&mut self, count: usize) -> Read<()> {
        if count > 4 {
            return self.wrong("at most four bars can stand together");
        }
        self.at += 1;
        let frame = self.top()?;
        let side = std::mem::take(&mut frame.options);
        frame.sides.push(side);
        frame.bars.push(count);
        Ok(())
    }

    fn close_round(&mut self) -> Read<()> {
        let inner = self.finish_sum()?;
        self.at += 1;
        let column = self.column();
        let frame =
            self.stack.pop().ok_or_else(|| Misread::new(column, "this bracket closes nothing"))?;
        match frame.kind {
            Kind::SwitchRound => self.finish_switch(vec![inner]),
            Kind::Tiny | Kind::Miny => {
                let tiny = frame.kind == Kind::Tiny;
                let g = self.on_games(|store, ticker| {
                    let threat = store.negative(inner, ticker)?;
                    let reply = store.make(vec![GameId::ZERO], vec![threat], ticker)?;
                    let mut g = store.make(vec![GameId::ZERO], vec![reply], ticker)?;
                    if !tiny {
                        g = store.negative(g, ticker)?;
                    }
                    store.add(frame.number, g, ticker)
                })?;
                self.atom(g)
            }
            _ => self.atom(inner),
        }
    }

    fn close_brace(&mut self) -> Read<()> {
        let column = self.column();
        self.at += 1;
        let mut frame =
            self.stack.pop().ok_or_else(|| Misread::new(column, "this bracket closes nothing"))?;
        let last = std::mem::take(&mut frame.options);
        let switch = frame.kind == Kind::SwitchBrace;
        if switch && frame.bars.is_empty() {
            return self.finish_switch(last);
        }
        if frame.bars.is_empty() {
            return Err(Misread::new(column, "a bar between the two sides is missing"));
        }
        frame.sides.push(last);
        let g = self.split(&frame.sides, &frame.bars, frame.column)?;
        // `+-{a|b}` is the switch of the game {a|b}.
        if switch { self.finish_switch(vec![g]) } else { self.atom(g) }
    }

    /// The longest run of bars splits a brace and must be the only one of its length there.
    fn split(&mut self, sides: &[Vec<GameId>], bars: &[usize], column: usize) -> Read<GameId> {
        let longest = bars.iter().copied().max().unwrap_or(0);
        if bars.iter().filter(|&&count| count == longest).count() != 1 {
            let message =
                "two equal runs of bars in one pair of braces leave it open where to split";
            return Err(Misread::new(column, message));
        }
        let place = bars.iter().position(|&count| count == longest).unwrap_or(0);
        // Runs get shorter at each step, so this goes at most four deep.
        let mut half = |range: std::ops::RangeInclusive<usize>| -> Read<Vec<GameId>> {
            let (first, last) = (*range.start(), *range.end());
            if first == last {
                return Ok(sides[first].clone());
            }
            Ok(vec![self.split(&sides[first..=last], &bars[first..last], column)?])
        };
        let left = half(0..=place)?;
        let right = half(place + 1..=sides.len() - 1)?;
        self.on_games(|store, ticker| store.make(left, right, ticker))
    }
}
