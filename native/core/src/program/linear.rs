//! Recognises rules whose every move adds a constant vector under linear conditions.

use super::tree::{Binary, Expr, Moves, Program, Stmt, Unary};

/// Largest coefficient and constant: keeps sums over a box far from 64 bits.
const MAX_COEFFICIENT: i64 = 1 << 20;
const MAX_CONSTANT: i64 = 1 << 40;
/// Most conjunctions of conditions followed.
const MAX_PATHS: usize = 64;

/// `constant + coefficients . position`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Linear {
    /// One coefficient a coordinate.
    pub coefficients: Vec<i64>,
    /// The constant.
    pub constant: i64,
}

/// A move that adds `offset` wherever all `conditions` are at least 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OffsetMove {
    /// What is added.
    pub offset: Vec<i64>,
    /// Linear terms that must not be negative.
    pub conditions: Vec<Linear>,
}

type Path = Vec<Linear>;

impl Linear {
    fn constant(arity: usize, constant: i64) -> Self {
        Self { coefficients: vec![0; arity], constant }
    }

    fn checked(self) -> Option<Self> {
        let small = self.coefficients.iter().all(|c| c.abs() <= MAX_COEFFICIENT);
        (small && self.constant.abs() <= MAX_CONSTANT).then_some(self)
    }

    /// `self * a + other * b` for small factors.
    fn combine(&self, a: i64, other: &Self, b: i64) -> Option<Self> {
        let mix = |x: i64, y: i64| x.checked_mul(a)?.checked_add(y.checked_mul(b)?);
        let coefficients = self
            .coefficients
            .iter()
            .zip(&other.coefficients)
            .map(|(&x, &y)| mix(x, y))
            .collect::<Option<_>>()?;
        let constant = mix(self.constant, other.constant)?;
        // Not i64::MIN, so that abs cannot overflow.
        let fits = |n: i64| n > i64::MIN;
        let made = Self { coefficients, constant };
        (made.coefficients.iter().all(|&c| fits(c)) && fits(made.constant))
            .then_some(made)?
            .checked()
    }

    fn is_constant(&self) -> bool {
        self.coefficients.iter().all(|&c| c == 0)
    }

    /// `self + by >= 0` as a condition.
    fn shifted(&self, by: i64) -> Option<Self> {
        Self { coefficients: self.coefficients.clone(), constant: self.constant.checked_add(by)? }
            .checked()
    }
}

/// The moves of an impartial game as offsets, if they are all of that kind.
pub(super) fn offset_moves(program: &Program, game: usize) -> Option<Vec<OffsetMove>> {
    let Moves::Impartial(block) = &program.moves else { return None };
    if program.domain.is_some() {
        return None;
    }
    let arity = program.coords.len();
    let mut walk = Walk { game, arity, vars: vec![None; program.vars.len()], moves: Vec::new() };
    walk.block(block, vec![Vec::new()])?;
    Some(walk.moves)
}

struct Walk {
    /// The index of the game itself.
    game: usize,
    arity: usize,
    vars: Vec<Option<Linear>>,
    moves: Vec<OffsetMove>,
}

impl Walk {
    /// Follows a block on all `paths`; gives those that come out at its end.
    fn block(&mut self, statements: &[Stmt], mut paths: Vec<Path>) -> Option<Vec<Path>> {
        for statement in statements {
            if paths.len() > MAX_PATHS || self.moves.len() > MAX_PATHS {
                return None;
            }
            match statement {
                Stmt::Set(var, e) => self.vars[*var] = Some(self.linear(e)?),
                Stmt::If(condition, yes, no) => {
                    let before = self.vars.clone();
                    let taken = both(&paths, &self.paths(condition, true)?)?;
                    let taken = self.block(yes, taken)?;
                    let after = std::mem::replace(&mut self.vars, before);
                    let other = both(&paths, &self.paths(condition, false)?)?;
                    let other = self.block(no, other)?;
                    for (var, after) in self.vars.iter_mut().zip(after) {
                        if *var != after {
                            // Differs by path; whoever reads it gives up.
                            *var = None;
                        }
                    }
                    if returns(yes) || returns(no) {
                        paths = taken;
                        paths.extend(other);
                    }
                }
                Stmt::Return => return Some(Vec::new()),
                Stmt::Move(components) => {
                    let [component] = &components[..] else { return None };
                    if component.game != self.game {
                        return None;
                    }
                    let offset = self.offset(&component.coords)?;
                    for path in &paths {
                        self.moves
                            .push(OffsetMove { offset: offset.clone(), conditions: path.clone() });
                    }
                }
                Stmt::For(..) | Stmt::Loop(_) | Stmt::Break | Stmt::Continue | Stmt::Fail(_) => {
                    return None;
                }
            }
        }
        Some(paths)
    }

    fn offset(&self, coords: &[Expr]) -> Option<Vec<i64>> {
        coords
            .iter()
            .enumerate()
            .map(|(i, e)| {
                let linear = self.linear(e)?;
                let unit = linear.coefficients.iter().enumerate();
                let moved = unit.into_iter().all(|(j, &c)| c == i64::from(i == j));
                moved.then_some(linear.constant)
            })
            .collect()
    }

    fn linear(&self, e: &Expr) -> Option<Linear> {
        match e {
            Expr::Const(n) => (n.unsigned_abs() <= MAX_CONSTANT.unsigned_abs())
                .then(|| Linear::constant(self.arity, *n)),
            Expr::Coord(i) => {
                let mut unit = Linear::constant(self.arity, 0);
                *unit.coefficients.get_mut(*i)? = 1;
                Some(unit)
            }
            Expr::Var(k) => self.vars[*k].clone(),
            Expr::Unary(Unary::Neg, a) => {
                let a = self.linear(a)?;
                a.combine(-1, &a, 0)
            }
            Expr::Binary(Binary::Add, pair) => {
                self.linear(&pair.0)?.combine(1, &self.linear(&pair.1)?, 1)
            }
            Expr::Binary(Binary::Sub, pair) => {
                self.linear(&pair.0)?.combine(1, &self.linear(&pair.1)?, -1)
            }
            Expr::Binary(Binary::Mul, pair) => {
                let (a, b) = (self.linear(&pair.0)?, self.linear(&pair.1)?);
                if a.is_constant() {
                    b.combine(a.constant, &b, 0)
                } else if b.is_constant() {
                    a.combine(b.constant, &a, 0)
                } else {
                    None
                }
            }
            _ => None,
        }
    }

    /// The ways in which the truth of `e` can be `wanted`, each a conjunction.
    fn paths(&self, e: &Expr, wanted: bool) -> Option<Vec<Path>> {
        match e {
            Expr::Const(n) => Some(if (*n != 0) == wanted { vec![Vec::new()] } else { Vec::new() }),
            Expr::Unary(Unary::Not, a) => self.paths(a, !wanted),
            Expr::Both(pair) | Expr::Either(pair) => {
                let (a, b) = (self.paths(&pair.0, wanted)?, self.paths(&pair.1, wanted)?);
                if matches!(e, Expr::Both(_)) == wanted {
                    both(&a, &b)
                } else {
                    Some(a.into_iter().chain(b).collect())
                }
            }
            Expr::Binary(operator, pair) => {
                let comparison = match (operator, wanted) {
                    (Binary::Lt, true) | (Binary::Ge, false) => Binary::Lt,
                    (Binary::Le, true) | (Binary::Gt, false) => Binary::Le,
                    (Binary::Gt, true) | (Binary::Le, false) => Binary::Gt,
                    (Binary::Ge, true) | (Binary::Lt, false) => Binary::Ge,
                    (Binary::Eq, true) | (Binary::Ne, false) => Binary::Eq,
                    (Binary::Ne, true) | (Binary::Eq, false) => Binary::Ne,
                    _ => return self.truth(e, wanted),
                };
                let (a, b) = (self.linear(&pair.0)?, self.linear(&pair.1)?);
                compared(&a.combine(1, &b, -1)?, comparison)
            }
            _ => self.truth(e, wanted),
        }
    }

    fn truth(&self, e: &Expr, wanted: bool) -> Option<Vec<Path>> {
        compared(&self.linear(e)?, if wanted { Binary::Ne } else { Binary::Eq })
    }
}

/// `difference (comparison) 0` as conjunctions of terms that are at least 0.
fn compared(difference: &Linear, comparison: Binary) -> Option<Vec<Path>> {
    let negative = difference.combine(-1, difference, 0)?;
    let above = difference.shifted(-1)?;
    let below = negative.shifted(-1)?;
    Some(match comparison {
        Binary::Ge => vec![vec![difference.clone()]],
        Binary::Le => vec![vec![negative]],
        Binary::Gt => vec![vec![above]],
        Binary::Lt => vec![vec![below]],
        Binary::Eq => vec![vec![difference.clone(), negative]],
        _ => vec![vec![above], vec![below]],
    })
}

/// Every conjunction of one from each.
fn both(a: &[Path], b: &[Path]) -> Option<Vec<Path>> {
    if a.len().saturating_mul(b.len()) > MAX_PATHS {
        return None;
    }
    let join = |x: &Path, y: &Path| {
        let mut joined = x.clone();
        joined.extend(y.iter().filter(|term| !x.contains(term)).cloned());
        joined
    };
    Some(a.iter().flat_map(|x| b.iter().map(move |y| join(x, y))).collect())
}

fn returns(block: &[Stmt]) -> bool {
    block.iter().any(|statement| match statement {
        Stmt::Return => true,
        Stmt::If(_, yes, no) => returns(yes) || returns(no),
        _ => false,
    })
}
