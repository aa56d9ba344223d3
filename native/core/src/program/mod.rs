//! Programs: rules as guarded integer statements, read from JSON and run natively.
//!
//! The JSON form is described in `docs/reference/program.md`.

mod arithmetic;
mod compile;
mod constants;
mod linear;
mod machine;
mod read;
mod runs;
pub mod tree;

use serde_json::Value;

pub use arithmetic::Trouble;
pub use compile::{Part, Shape};
pub use linear::{Linear, OffsetMove};
pub use machine::{Halt, Run, Sink, expand};
pub use read::FORMAT;

use compile::Code;
use machine::Machine;
use tree::{Moves, Program};

/// An integer expression, compiled.
///
/// # Examples
///
/// ```
/// use lastmove_core::program::Expression;
/// let sum = serde_json::json!(["%", ["+", ["x", 0], ["x", 1]], 3]);
/// let mut sum = Expression::from_json(&sum, 2, 0)?;
/// assert_eq!(sum.eval(&[4, 4]), Ok(2));
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone)]
pub struct Expression {
    code: Code,
    machine: Machine,
    coords: usize,
}

impl Expression {
    /// Reads an expression over `coords` coordinates and `vars` variables.
    ///
    /// # Errors
    ///
    /// A sentence that says what is not an expression.
    pub fn from_json(value: &Value, coords: usize, vars: usize) -> Result<Self, String> {
        let scope = read::Scope { coords, vars, arities: &[] };
        Self::from_tree(&scope.expr(value)?, coords, vars)
    }

    /// Reads an expression from JSON text.
    ///
    /// # Errors
    ///
    /// A sentence that says what is not an expression.
    pub fn from_text(text: &str, coords: usize, vars: usize) -> Result<Self, String> {
        Self::from_json(&read::parse_text(text)?, coords, vars)
    }

    /// Compiles an expression.
    ///
    /// # Errors
    ///
    /// If it needs more registers than the machine has.
    pub fn from_tree(e: &tree::Expr, coords: usize, vars: usize) -> Result<Self, String> {
        let code = compile::expression(e, coords, vars)?;
        let machine = Machine::new(&code);
        Ok(Self { code, machine, coords })
    }

    /// The value where the coordinates are `coords`; missing ones count as 0.
    ///
    /// # Errors
    ///
    /// [`Trouble`] if there is no value or it does not fit 64 bits.
    pub fn eval(&mut self, coords: &[i64]) -> Result<i64, Trouble> {
        let coords = &coords[..coords.len().min(self.coords)];
        self.machine.forget(coords.len()..self.coords);
        self.machine.value(&self.code, coords)
    }
}

/// One game of a [`System`], ready to run.
#[derive(Debug, Clone)]
pub struct Game {
    program: Program,
    domain: Option<Expression>,
    blocks: Vec<(Code, Machine)>,
}

impl Game {
    fn new(program: Program) -> Result<Self, String> {
        let (coords, vars) = (program.coords.len(), program.vars.len());
        let blocks = match &program.moves {
            Moves::Impartial(both) => vec![both],
            Moves::Partizan(left, right) => vec![left, right],
        };
        let blocks = blocks
            .into_iter()
            .map(|block| {
                let code = compile::block(block, coords, vars)?;
                let machine = Machine::new(&code);
                Ok((code, machine))
            })
            .collect::<Result<_, String>>()?;
        let domain = program
            .domain
            .as_ref()
            .map(|domain| Expression::from_tree(domain, coords, vars))
            .transpose()?;
        Ok(Self { program, domain, blocks })
    }

    /// The game as it was read.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The moves as constant vectors under linear conditions, if they all are; `game` is the
    /// place of this game in its system.
    #[must_use]
    pub fn offset_moves(&self, game: usize) -> Option<Vec<OffsetMove>> {
        linear::offset_moves(&self.program, game)
    }

    /// Number of coordinates of a position.
    #[must_use]
    pub fn arity(&self) -> usize {
        self.program.coords.len()
    }

    /// Whether both players have the same moves.
    #[must_use]
    pub fn impartial(&self) -> bool {
        self.blocks.len() == 1
    }

    /// The condition for a position to be legal, if the rules state one.
    #[must_use]
    pub fn domain(&self) -> Option<&Expression> {
        self.domain.as_ref()
    }

    /// Whether `position` is legal: in the domain, or without one, nowhere negative.
    ///
    /// # Errors
    ///
    /// [`Trouble`] if the domain cannot be evaluated there.
    pub fn legal(&mut self, position: &[i64]) -> Result<bool, Trouble> {
        match &mut self.domain {
            Some(domain) => domain.eval(position).map(|truth| truth != 0),
            None => Ok(position.iter().all(|&coord| coord >= 0)),
        }
    }

    /// Hands the options of `player` (0: Left or either, 1: Right) at `position` to `sink`.
    ///
    /// # Errors
    ///
    /// What the rules or the sink stop at.
    pub fn options<S: Sink>(
        &mut self,
        player: usize,
        position: &[i64],
        sink: &mut S,
    ) -> Result<(), Halt<S::Error>> {
        let block = player.min(self.blocks.len() - 1);
        let (code, machine) = &mut self.blocks[block];
        machine.run(code, &position[..position.len().min(self.program.coords.len())], sink)
    }
}

/// Games that refer to one another.
#[derive(Debug, Clone)]
pub struct System {
    /// The games, in the order in which moves number them.
    pub games: Vec<Game>,
}

impl System {
    /// Reads a system from its JSON text.
    ///
    /// # Errors
    ///
    /// A sentence that says what is wrong and where.
    ///
    /// # Examples
    ///
    /// ```
    /// use lastmove_core::program::System;
    /// let nim = r#"{"format": "lastmove-program/1", "programs": [{"name": "nim",
    ///     "coords": ["n"], "vars": ["k"], "domain": null,
    ///     "moves": [["for", 0, 0, ["x", 0], 1, [["move", [[0, ["v", 0]]]]]]]}]}"#;
    /// assert_eq!(System::from_text(nim)?.games[0].arity(), 1);
    /// # Ok::<(), String>(())
    /// ```
    pub fn from_text(text: &str) -> Result<Self, String> {
        let programs = read::read_system(&read::parse_text(text)?)?;
        let games = programs
            .into_iter()
            .enumerate()
            .map(|(index, program)| Game::new(program).map_err(|e| format!("program {index}: {e}")))
            .collect::<Result<_, _>>()?;
        Ok(Self { games })
    }
}

#[cfg(test)]
mod tests;
