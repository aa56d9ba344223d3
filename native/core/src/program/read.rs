//! Reads the JSON form of Programs and refuses whatever is not one, saying where and why.
#![allow(clippy::similar_names)]

use serde_json::Value;

use super::tree::{Binary, Component, Expr, Moves, Program, Range, Reduction, Stmt, Unary};

/// The one format this version reads.
pub const FORMAT: &str = "lastmove-program/1";

/// Deepest nesting of brackets in a text: keeps every recursion over trees shallow.
const MAX_DEPTH: usize = 400;
/// Most coordinates, variables or games.
const MAX_NAMES: usize = 4096;

type Read<T> = Result<T, String>;

/// Parses text as JSON, refusing nesting that could exhaust the stack.
pub(super) fn parse_text(text: &str) -> Read<Value> {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for byte in text.bytes() {
        if quoted {
            quoted = escaped || byte != b'"';
            escaped = !escaped && byte == b'\\';
            continue;
        }
        match byte {
            b'"' => quoted = true,
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Err(format!("the Program is nested more than {MAX_DEPTH} levels deep"));
        }
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    reader.disable_recursion_limit();
    let value = serde::Deserialize::deserialize(&mut reader)
        .map_err(|error| format!("not JSON: {error}"))?;
    reader.end().map_err(|error| format!("not JSON: {error}"))?;
    Ok(value)
}

/// Reads a whole system.
pub(super) fn read_system(value: &Value) -> Read<Vec<Program>> {
    let format = value.get("format").and_then(Value::as_str);
    if format != Some(FORMAT) {
        return Err(format!("the field \"format\" of a system must be \"{FORMAT}\""));
    }
    let programs = value
        .get("programs")
        .and_then(Value::as_array)
        .ok_or("a system has a list \"programs\"")?;
    if programs.is_empty() || programs.len() > MAX_NAMES {
        return Err(format!("a system has 1 to {MAX_NAMES} programs, not {}", programs.len()));
    }
    let arities: Vec<usize> = programs
        .iter()
        .enumerate()
        .map(|(index, program)| {
            names(program, "coords").map(|n| n.len()).map_err(|e| format!("program {index}: {e}"))
        })
        .collect::<Read<_>>()?;
    programs
        .iter()
        .enumerate()
        .map(|(index, program)| {
            read_program(program, &arities).map_err(|e| format!("program {index}: {e}"))
        })
        .collect()
}

fn read_program(value: &Value, arities: &[usize]) -> Read<Program> {
    let name = value.get("name").and_then(Value::as_str).ok_or("the field \"name\" is missing")?;
    let coords = names(value, "coords")?;
    let vars = names(value, "vars")?;
    let scope = Scope { coords: coords.len(), vars: vars.len(), arities };
    let domain = match value.get("domain") {
        None | Some(Value::Null) => None,
        Some(domain) => Some(scope.expr(domain).map_err(|e| format!("domain: {e}"))?),
    };
    let block = |field: &str| -> Read<Option<Vec<Stmt>>> {
        value
            .get(field)
            .map(|block| scope.block(block, false).map_err(|e| format!("{field}: {e}")))
            .transpose()
    };
    let moves = match (block("moves")?, block("left")?, block("right")?) {
        (Some(both), None, None) => Moves::Impartial(both),
        (None, Some(left), Some(right)) => Moves::Partizan(left, right),
        _ => return Err("has either \"moves\", or \"left\" and \"right\"".to_owned()),
    };
    Ok(Program { name: name.to_owned(), coords, vars, domain, moves })
}

fn names(value: &Value, field: &str) -> Read<Vec<String>> {
    let list = value
        .get(field)
        .and_then(Value::as_array)
        .ok_or_else(|| format!("the field {field:?} must be a list of names"))?;
    if list.len() > MAX_NAMES {
        return Err(format!("the field {field:?} has more than {MAX_NAMES} names"));
    }
    list.iter()
        .map(|name| name.as_str().map(str::to_owned))
        .collect::<Option<_>>()
        .ok_or_else(|| format!("the field {field:?} must be a list of names"))
}

/// What an expression or statement may refer to.
pub(super) struct Scope<'a> {
    pub coords: usize,
    pub vars: usize,
    pub arities: &'a [usize],
}

impl Scope<'_> {
    fn block(&self, value: &Value, looping: bool) -> Read<Vec<Stmt>> {
        let list = value.as_array().ok_or_else(|| unexpected("a list of statements", value))?;
        list.iter().map(|statement| self.statement(statement, looping)).collect()
    }

    fn statement(&self, value: &Value, looping: bool) -> Read<Stmt> {
        let (head, rest) = headed(value).ok_or_else(|| unexpected("a statement", value))?;
        Ok(match (head, rest) {
            ("set", [var, e]) => Stmt::Set(self.variable(var)?, self.expr(e)?),
            ("if", [c, yes, no]) => {
                Stmt::If(self.expr(c)?, self.block(yes, looping)?, self.block(no, looping)?)
            }
            ("for", [var, start, stop, step, body]) => Stmt::For(
                self.variable(var)?,
                self.range(start, stop, step)?,
                self.block(body, true)?,
            ),
            ("loop", [body]) => Stmt::Loop(self.block(body, true)?),
            ("break" | "continue", []) if !looping => {
                return Err(format!("{head} outside a loop"));
            }
            ("break", []) => Stmt::Break,
            ("continue", []) => Stmt::Continue,
            ("return", []) => Stmt::Return,
            ("fail", [Value::String(text)]) => Stmt::Fail(text.as_str().into()),
            ("move", [Value::Array(components)]) => {
                Stmt::Move(components.iter().map(|c| self.component(c)).collect::<Read<_>>()?)
            }
            _ => return Err(unexpected("a statement", value)),
        })
    }

    fn component(&self, value: &Value) -> Read<Component> {
        let list = value.as_array().map_or(&[][..], Vec::as_slice);
        let [game, coords @ ..] = list else {
            return Err(unexpected("a component [game, coordinate, ...]", value));
        };
        let game = index(game, self.arities.len(), "game")?;
        if coords.len() != self.arities[game] {
            return Err(format!(
                "a move gives {} coordinates to game {game}, which has {}",
                coords.len(),
                self.arities[game]
            ));
        }
        let coords = coords.iter().map(|c| self.expr(c)).collect::<Read<_>>()?;
        Ok(Component { game, coords })
    }

    fn variable(&self, value: &Value) -> Read<usize> {
        index(value, self.vars, "variable")
    }

    fn range(&self, start: &Value, stop: &Value, step: &Value) -> Read<Range> {
        Ok(Range { start: self.expr(start)?, stop: self.expr(stop)?, step: self.expr(step)? })
    }

    /// Reads an expression.
    pub(super) fn expr(&self, value: &Value) -> Read<Expr> {
        if let Value::Number(_) = value {
            return integer(value).map(Expr::Const);
        }
        let (head, rest) = headed(value).ok_or_else(|| unexpected("an expression", value))?;
        if let ([a], Some(operator)) = (rest, unary(head)) {
            return Ok(Expr::Unary(operator, Box::new(self.expr(a)?)));
        }
        if let ([a, b], Some(operator)) = (rest, binary(head)) {
            return Ok(Expr::Binary(operator, self.pair(a, b)?));
        }
        if let ([var, start, stop, step, e], Some(reduction)) = (rest, reduction(head)) {
            let var = self.variable(var)?;
            let parts = (self.range(start, stop, step)?, self.expr(e)?);
            return Ok(Expr::Reduce(reduction, var, Box::new(parts)));
        }
        Ok(match (head, rest) {
            ("x", [i]) => Expr::Coord(index(i, self.coords, "coordinate")?),
            ("v", [k]) => Expr::Var(self.variable(k)?),
            ("and", [a, b]) => Expr::Both(self.pair(a, b)?),
            ("or", [a, b]) => Expr::Either(self.pair(a, b)?),
            ("?", [c, a, b]) => {
                Expr::Select(Box::new((self.expr(c)?, self.expr(a)?, self.expr(b)?)))
            }
            ("at", [i, Value::Array(entries)]) => {
                let entries = entries.iter().map(integer).collect::<Read<_>>()?;
                Expr::At(Box::new(self.expr(i)?), entries)
            }
            _ => return Err(unexpected("an expression", value)),
        })
    }

    fn pair(&self, a: &Value, b: &Value) -> Read<Box<(Expr, Expr)>> {
        Ok(Box::new((self.expr(a)?, self.expr(b)?)))
    }
}

fn headed(value: &Value) -> Option<(&str, &[Value])> {
    match value.as_array()?.as_slice() {
        [Value::String(head), rest @ ..] => Some((head, rest)),
        _ => None,
    }
}

fn integer(value: &Value) -> Read<i64> {
    value.as_i64().ok_or_else(|| unexpected("an integer of 64 bits", value))
}

fn index(value: &Value, count: usize, what: &str) -> Read<usize> {
    value
        .as_u64()
        .and_then(|index| usize::try_from(index).ok())
        .filter(|&index| index < count)
        .ok_or_else(|| unexpected(&format!("the number of a {what} below {count}"), value))
}

/// "expected ..., found ..." with the beginning of what was found.
fn unexpected(what: &str, value: &Value) -> String {
    let mut found: String = value.to_string();
    if found.chars().count() > 60 {
        found = found.chars().take(57).chain("...".chars()).collect();
    }
    format!("expected {what}, found {found}")
}

fn unary(head: &str) -> Option<Unary> {
    Some(match head {
        "neg" => Unary::Neg,
        "abs" => Unary::Abs,
        "~" => Unary::Invert,
        "bit_length" => Unary::BitLength,
        "bit_count" => Unary::BitCount,
        "isqrt" => Unary::Isqrt,
        "not" => Unary::Not,
        _ => return None,
    })
}

fn binary(head: &str) -> Option<Binary> {
    Some(match head {
        "+" => Binary::Add,
        "-" => Binary::Sub,
        "*" => Binary::Mul,
        "//" => Binary::Div,
        "%" => Binary::Mod,
        "&" => Binary::And,
        "|" => Binary::Or,
        "^" => Binary::Xor,
        "<<" => Binary::Shl,
        ">>" => Binary::Shr,
        "**" => Binary::Pow,
        "min" => Binary::Min,
        "max" => Binary::Max,
        "gcd" => Binary::Gcd,
        "==" => Binary::Eq,
        "!=" => Binary::Ne,
        "<" => Binary::Lt,
        "<=" => Binary::Le,
        ">" => Binary::Gt,
        ">=" => Binary::Ge,
        _ => return None,
    })
}

fn reduction(head: &str) -> Option<Reduction> {
    Some(match head {
        "any" => Reduction::Any,
        "all" => Reduction::All,
        "sum" => Reduction::Sum,
        "least" => Reduction::Least,
        "greatest" => Reduction::Greatest,
        _ => return None,
    })
}
