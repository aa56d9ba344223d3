//! Programs as trees: what the JSON form says, checked and typed.

/// Operators of one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Unary {
    Neg,
    Abs,
    Invert,
    BitLength,
    BitCount,
    Isqrt,
    Not,
}

/// Operators of two operands that always need both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Pow,
    Min,
    Max,
    Gcd,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// What a reduction over a range computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Reduction {
    Any,
    All,
    Sum,
    Least,
    Greatest,
}

/// `range(start, stop, step)`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Range {
    pub start: Expr,
    pub stop: Expr,
    pub step: Expr,
}

/// An integer expression over coordinates and variables.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Expr {
    Const(i64),
    Coord(usize),
    Var(usize),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<(Expr, Expr)>),
    Both(Box<(Expr, Expr)>),
    Either(Box<(Expr, Expr)>),
    Select(Box<(Expr, Expr, Expr)>),
    At(Box<Expr>, Box<[i64]>),
    Reduce(Reduction, usize, Box<(Range, Expr)>),
}

/// One component of an option: a position of a game of the system.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Component {
    pub game: usize,
    pub coords: Vec<Expr>,
}

/// A statement.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Stmt {
    Set(usize, Expr),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    For(usize, Range, Vec<Stmt>),
    Loop(Vec<Stmt>),
    Break,
    Continue,
    Return,
    Fail(Box<str>),
    Move(Vec<Component>),
}

/// Who moves where: one block for both players, or one each.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Moves {
    Impartial(Vec<Stmt>),
    Partizan(Vec<Stmt>, Vec<Stmt>),
}

/// A game: names, legal positions, moves.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Program {
    pub name: String,
    pub coords: Vec<String>,
    pub vars: Vec<String>,
    pub domain: Option<Expr>,
    pub moves: Moves,
}

impl Expr {
    /// Calls `visit` on every coordinate and variable that the expression reads or binds.
    pub(crate) fn names(&self, visit: &mut impl FnMut(&Expr)) {
        match self {
            Expr::Const(_) => {}
            Expr::Coord(_) | Expr::Var(_) => visit(self),
            Expr::Unary(_, a) | Expr::At(a, _) => a.names(visit),
            Expr::Binary(_, pair) | Expr::Both(pair) | Expr::Either(pair) => {
                pair.0.names(visit);
                pair.1.names(visit);
            }
            Expr::Select(parts) => {
                parts.0.names(visit);
                parts.1.names(visit);
                parts.2.names(visit);
            }
            Expr::Reduce(_, var, parts) => {
                visit(&Expr::Var(*var));
                parts.0.start.names(visit);
                parts.0.stop.names(visit);
                parts.0.step.names(visit);
                parts.1.names(visit);
            }
        }
    }

    /// Whether variable `var` occurs.
    pub(crate) fn mentions(&self, var: usize) -> bool {
        let mut found = false;
        self.names(&mut |name| found |= *name == Expr::Var(var));
        found
    }

    /// Whether a reduction occurs, which sets a variable.
    pub(crate) fn reduces(&self) -> bool {
        match self {
            Expr::Const(_) | Expr::Coord(_) | Expr::Var(_) => false,
            Expr::Unary(_, a) | Expr::At(a, _) => a.reduces(),
            Expr::Binary(_, pair) | Expr::Both(pair) | Expr::Either(pair) => {
                pair.0.reduces() || pair.1.reduces()
            }
            Expr::Select(parts) => parts.0.reduces() || parts.1.reduces() || parts.2.reduces(),
            Expr::Reduce(..) => true,
        }
    }
}
