//! Contest front ends: reads cases in a judge's format, applies a closed form, writes verdicts.
//!
//! A [`Problem`] says how a case is laid out in lines, which expression gives the worth of one
//! item (a position, a piece, a box), how the worths of the items of a case combine, and what to
//! write. [`judge`] then runs over a stream in constant memory.

mod reader;
mod spec;

use std::io::{ErrorKind, Read, Write};

pub use spec::{Combine, Layout, Problem};

use crate::monitor::{Monitor, Stopped};
use crate::program::Expression;
use reader::{Reader, Token, Wire};

/// Why judging ended before the end of the input.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The input is not in the judge's format.
    #[error("line {line}: expected {expected}, found {found}")]
    Malformed {
        /// Line of the input, counted from 1.
        line: u64,
        /// What the format has there.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// The closed form has no value here.
    #[error("line {line}: the closed form fails: {reason}")]
    Formula {
        /// Line of the input, counted from 1.
        line: u64,
        /// What happened.
        reason: String,
    },
    /// The input cannot be read.
    #[error("the input cannot be read: {0}")]
    Read(String),
    /// The answers cannot be written.
    #[error("the answers cannot be written: {0}")]
    Write(String),
    /// Nobody reads the answers any more.
    #[error("the reader of the answers has gone")]
    Closed,
    /// The monitor asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Fault {
    fn of_writing(error: &std::io::Error) -> Self {
        match error.kind() {
            ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Write(error.to_string()),
        }
    }
}

/// Reads cases from `source` and writes one answer a line to `sink`.
///
/// The first line is the number of cases. Every line of the format stands on a line of its own;
/// blank lines and blanks round the numbers do not matter. Returns the number of cases.
///
/// # Errors
///
/// [`Fault::Malformed`] where the input departs from the format; the answers of the complete
/// cases before it are written first, as they are for every other fault but those of `sink`.
///
/// # Examples
///
/// ```
/// use lastmove_core::contest::{judge, Problem};
/// use lastmove_core::monitor::Silent;
/// let nim = Problem::from_json(
///     r#"{"layout": "row", "items": "heaps", "numbers": ["heap"], "low": 0, "high": 9,
///         "formula": ["x", 0], "combine": "xor", "case": "Case ",
///         "wins": "first", "loses": "second"}"#,
/// )?;
/// let mut answers = Vec::new();
/// judge(&nim, &mut "1\n3\n1 2 3\n".as_bytes(), &mut answers, &mut Silent).unwrap();
/// assert_eq!(answers, b"Case 1: second\n");
/// # Ok::<(), String>(())
/// ```
pub fn judge(
    problem: &Problem,
    source: &mut dyn Read,
    sink: &mut dyn Write,
    monitor: &mut dyn Monitor,
) -> Result<u64, Fault> {
    let mut bench = Bench::new(problem, Reader::new(Wire::new(source, sink, monitor)));
    let outcome = bench.all_cases();
    match outcome {
        Err(Fault::Closed | Fault::Write(_)) => outcome,
        _ => bench.reader.wire.send().and(outcome),
    }
}

struct Bench<'a> {
    problem: &'a Problem,
    reader: Reader<'a>,
    /// The numbers of an item and, last, its place in the case, counted from 1.
    item: Vec<i64>,
    formula: Expression,
    /// What follows the number of a case that is lost, and of one that is won.
    verdicts: [Vec<u8>; 2],
}

impl<'a> Bench<'a> {
    fn new(problem: &'a Problem, reader: Reader<'a>) -> Self {
        let item = vec![0; problem.numbers.len() + 1];
        let verdicts =
            [&problem.loses, &problem.wins].map(|verdict| format!(": {verdict}\n").into_bytes());
        Self { problem, reader, item, formula: problem.formula.clone(), verdicts }
    }

    fn all_cases(&mut self) -> Result<u64, Fault> {
        let cases = self.count("cases", 0)?;
        self.reader.wire.total = cases;
        for case in 1..=cases {
            let wins = self.case(case, cases)?;
            self.answer(case, wins);
        }
        match self.skip_blank_lines()? {
            Token::InputEnd => Ok(cases),
            token => {
                let expected = format!("the end of the input after {}", plural(cases, "case"));
                Err(self.malformed(token, expected))
            }
        }
    }

    /// Whether the player who moves first wins the next case.
    fn case(&mut self, case: u64, cases: u64) -> Result<bool, Fault> {
        let items = match self.problem.layout {
            Layout::Single => 1,
            Layout::Lines | Layout::Row => {
                let what = format!("{} of case {case} of {cases}", self.problem.items);
                self.count(&what, 1)?
            }
        };
        let mut sum: i128 = 0;
        let mut xor: i64 = 0;
        let numbers = self.problem.numbers.len();
        let row = self.problem.layout == Layout::Row;
        let width = if row { items.saturating_mul(numbers as u64) } else { numbers as u64 };
        let mut token = Token::LineEnd;
        for index in 0..items {
            if index == 0 || !row {
                token = self.skip_blank_lines()?;
            }
            for place in 0..numbers {
                let read = if row { index * numbers as u64 + place as u64 } else { place as u64 };
                if read > 0 {
                    token = self.reader.next()?;
                }
                let number = match token {
                    Token::Number(value) => self.problem.allowed(value),
                    _ => None,
                };
                self.item[place] = number.ok_or_else(|| self.wrong_item(token, read, width))?;
            }
            self.item[numbers] = i64::try_from(index + 1).unwrap_or(i64::MAX);
            let worth = self.worth()?;
            sum += i128::from(worth);
            xor ^= worth;
            if !row || index + 1 == items {
                token = self.reader.next()?;
                if token != Token::LineEnd {
                    let expected = self.problem.expected_item(width);
                    let mut fault = self.malformed(token, expected);
                    if let Fault::Malformed { found, .. } = &mut fault {
                        found.push_str(" after them");
                    }
                    return Err(fault);
                }
            }
        }
        Ok(match self.problem.combine {
            Combine::Sum => sum > 0,
            Combine::Xor => xor != 0,
        })
    }

    fn worth(&mut self) -> Result<i64, Fault> {
        self.formula.eval(&self.item).map_err(|trouble| Fault::Formula {
            line: self.reader.line(),
            reason: trouble.to_string(),
        })
    }

    fn answer(&mut self, case: u64, wins: bool) {
        let problem = self.problem;
        let pending = &mut self.reader.wire.pending;
        pending.extend_from_slice(problem.case.as_bytes());
        push_decimal(pending, case);
        pending.extend_from_slice(&self.verdicts[usize::from(wins)]);
        self.reader.wire.done = case;
    }

    fn skip_blank_lines(&mut self) -> Result<Token, Fault> {
        loop {
            match self.reader.next()? {
                Token::LineEnd => {}
                token => return Ok(token),
            }
        }
    }

    /// Reads a line that holds one number: how many of `what` follow.
    fn count(&mut self, what: &str, least: u64) -> Result<u64, Fault> {
        let token = self.skip_blank_lines()?;
        let expected = || match least {
            0 => format!("the number of {what}"),
            _ => format!("the number of {what}, at least {least}"),
        };
        match token {
            // Larger counts could not be told apart from the largest one.
            Token::Number(value) if value >= least && value < u64::MAX => {
                match self.reader.next()? {
                    Token::LineEnd => Ok(value),
                    more => {
                        let expected = format!("{} alone on its line", expected());
                        Err(self.malformed(more, expected))
                    }
                }
            }
            _ => Err(self.malformed(token, expected())),
        }
    }

    /// The fault of a line of `width` numbers of which `read` are right.
    fn wrong_item(&self, token: Token, read: u64, width: u64) -> Fault {
        let expected = self.problem.expected_item(width);
        let mut fault = self.malformed(token, expected);
        if let (Token::LineEnd, Fault::Malformed { found, .. }) = (token, &mut fault) {
            *found = format!("only {read}");
        }
        fault
    }

    fn malformed(&self, token: Token, expected: String) -> Fault {
        let found = match token {
            Token::InputEnd => "the end of the input".to_owned(),
            Token::LineEnd => "the end of the line".to_owned(),
            _ => format!("\"{}\" in column {}", self.reader.quoted(), self.reader.column()),
        };
        // The end of a line is seen when the next one has begun.
        let line = self.reader.line() - u64::from(token == Token::LineEnd);
        Fault::Malformed { line, expected, found }
    }
}

fn plural(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn push_decimal(text: &mut Vec<u8>, mut value: u64) {
    let mut digits = [0_u8; 20];
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + u8::try_from(value % 10).unwrap_or(0);
        value /= 10;
        if value == 0 {
            break;
        }
    }
    text.extend_from_slice(&digits[start..]);
}

#[cfg(test)]
mod tests;
