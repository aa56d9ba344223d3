//! What a judge problem looks like: its lines, its closed form, its verdicts.

use serde_json::{Map, Value};

use crate::program::Expression;

/// How the items of a case stand in lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// One item, on one line.
    Single,
    /// A line with the number of items, then a line for each.
    Lines,
    /// A line with the number of items, then one line with all of them.
    Row,
}

/// How the worths of the items of a case make the worth of the case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Combine {
    /// Their sum; who moves first wins if it is positive.
    Sum,
    /// Their exclusive or; who moves first wins if it is not zero.
    Xor,
}

/// One judge problem.
#[derive(Debug, Clone)]
pub struct Problem {
    pub(super) layout: Layout,
    /// What the items are called in messages, in the plural.
    pub(super) items: String,
    /// Names of the numbers of one item.
    pub(super) numbers: Vec<String>,
    low: i64,
    high: i64,
    pub(super) formula: Expression,
    pub(super) combine: Combine,
    /// Text before the number of the case in an answer.
    pub(super) case: String,
    pub(super) wins: String,
    pub(super) loses: String,
}

impl Problem {
    /// Reads a problem from its JSON form, an object with the fields
    ///
    /// - `layout`: `"single"`, `"lines"` or `"row"`;
    /// - `items`: what the items are called, in the plural;
    /// - `numbers`: the names of the numbers of an item; `low`, `high`: their common range;
    /// - `formula`: the worth of an item, an expression whose coordinates are the numbers of the
    ///   item and, last, its place in the case counted from 1;
    /// - `combine`: `"sum"` or `"xor"`;
    /// - `case`: the text before the number of a case; `wins`, `loses`: the two verdicts.
    ///
    /// # Errors
    ///
    /// A sentence that says what is wrong.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let fields = value.as_object().ok_or("a problem is an object")?;
        let numbers = field(fields, "numbers")?
            .as_array()
            .and_then(|names| {
                names
                    .iter()
                    .map(|name| name.as_str().map(str::to_owned))
                    .collect::<Option<Vec<_>>>()
            })
            .filter(|names| !names.is_empty())
            .ok_or("numbers is a list of names, at least one")?;
        let low = limit(fields, "low")?;
        let high = limit(fields, "high")?;
        let formula = Expression::from_json(field(fields, "formula")?, numbers.len() + 1, 0)
            .map_err(|reason| format!("formula: {reason}"))?;
        Ok(Self {
            layout: match text_of(fields, "layout")? {
                "single" => Layout::Single,
                "lines" => Layout::Lines,
                "row" => Layout::Row,
                other => return Err(format!("layout is single, lines or row, not {other}")),
            },
            items: text_of(fields, "items")?.to_owned(),
            numbers,
            low,
            high,
            formula,
            combine: match text_of(fields, "combine")? {
                "sum" => Combine::Sum,
                "xor" => Combine::Xor,
                other => return Err(format!("combine is sum or xor, not {other}")),
            },
            case: text_of(fields, "case")?.to_owned(),
            wins: text_of(fields, "wins")?.to_owned(),
            loses: text_of(fields, "loses")?.to_owned(),
        })
    }

    /// The number, if it is in the range of the problem.
    pub(super) fn allowed(&self, value: u64) -> Option<i64> {
        i64::try_from(value).ok().filter(|number| (self.low..=self.high).contains(number))
    }

    /// Says what a line with `width` numbers holds.
    pub(super) fn expected_item(&self, width: u64) -> String {
        let names = match self.layout {
            Layout::Row => String::new(),
            Layout::Single | Layout::Lines => format!(" {}", self.numbers.join(" ")),
        };
        let plural = if width == 1 { "" } else { "s" };
        format!("{width} integer{plural}{names} from {} to {}", self.low, self.high)
    }
}

fn field<'a>(fields: &'a Map<String, Value>, name: &str) -> Result<&'a Value, String> {
    fields.get(name).ok_or_else(|| format!("{name} is missing"))
}

fn text_of<'a>(fields: &'a Map<String, Value>, name: &str) -> Result<&'a str, String> {
    field(fields, name)?.as_str().ok_or_else(|| format!("{name} is a text"))
}

fn limit(fields: &Map<String, Value>, name: &str) -> Result<i64, String> {
    field(fields, name)?
        .as_i64()
        .filter(|&bound| bound >= 0)
        .ok_or_else(|| format!("{name} is an integer from 0 to {}", i64::MAX))
}
