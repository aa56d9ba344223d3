//! What stops the engine, and where.

use crate::monitor::Stopped;
use crate::program::Trouble;

/// What sort of fault stopped the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The rules raise an error or lead outside their domain.
    Rules,
    /// Play can come back to a position.
    Loop,
    /// The rules do not come to an end at a position.
    Endless,
    /// A number does not fit.
    Overflow,
    /// The memory limit was reached.
    Memory,
    /// A position is not a number.
    Hot,
    /// The question does not fit the game.
    Shape,
}

impl Kind {
    /// The name under which Python knows the kind.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Rules => "rules",
            Kind::Loop => "loop",
            Kind::Endless => "endless",
            Kind::Overflow => "overflow",
            Kind::Memory => "memory",
            Kind::Hot => "hot",
            Kind::Shape => "shape",
        }
    }
}

/// A component: a game of the system and coordinates.
pub type Place = (usize, Vec<i64>);

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// What sort of fault.
    pub kind: Kind,
    /// One clause without the position.
    pub message: String,
    /// The game of `position`.
    pub game: usize,
    /// Where it happened.
    pub position: Vec<i64>,
    /// The option at fault, if it is one.
    pub option: Option<Vec<Place>>,
    /// Positions finished.
    pub done: u64,
}

impl Fault {
    pub(crate) fn new(kind: Kind, message: impl Into<String>, game: usize, at: &[i64]) -> Self {
        Self { kind, message: message.into(), game, position: at.to_vec(), option: None, done: 0 }
    }

    pub(crate) fn with_option(mut self, option: Vec<Place>) -> Self {
        self.option = Some(option);
        self
    }

    /// The fault that a trouble of the rules is.
    pub(crate) fn of(trouble: &Trouble, game: usize, at: &[i64]) -> Self {
        let kind = match trouble {
            Trouble::Overflow => Kind::Overflow,
            Trouble::Endless | Trouble::TooLong => Kind::Endless,
            _ => Kind::Rules,
        };
        Self::new(kind, trouble.to_string(), game, at)
    }
}

/// Why a call ended without an answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// A fault of the game or a limit.
    #[error(transparent)]
    Fault(Box<Fault>),
    /// The monitor asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Failure::Fault(Box::new(fault))
    }
}
