//! Recognises loops whose options can be handed over as arithmetic progressions.

use super::tree::{Binary, Component, Expr, Stmt, Unary};

/// A loop body that only moves, to coordinates affine in the loop variable.
pub(super) struct Hoisted<'a> {
    /// Conditions that do not depend on the loop variable; all must hold.
    pub guards: Vec<&'a Expr>,
    /// The moves of one iteration.
    pub moves: Vec<&'a [Component]>,
}

/// The body of `for var in ...` as guards and affine moves, if it is of that form.
///
/// An affine coordinate takes its extreme values, and so do all its partial results, at the ends
/// of the range: if both ends fit 64 bits then everything between them does.
pub(super) fn hoist(var: usize, body: &[Stmt]) -> Option<Hoisted<'_>> {
    let mut guards = Vec::new();
    let mut body = body;
    while let [Stmt::If(guard, inner, otherwise)] = body {
        if !otherwise.is_empty() || guard.mentions(var) || guard.reduces() {
            return None;
        }
        guards.push(guard);
        body = inner;
    }
    let moves: Vec<&[Component]> = body
        .iter()
        .map(|statement| match statement {
            Stmt::Move(components) => Some(components.as_slice()),
            _ => None,
        })
        .collect::<Option<_>>()?;
    let affine = |e: &Expr| degree(e, var).is_some();
    let all = moves.iter().flat_map(|m| m.iter()).flat_map(|c| &c.coords).all(affine);
    (all && !moves.is_empty()).then_some(Hoisted { guards, moves })
}

/// 0 if `e` does not depend on `var`, 1 if it is affine in it, else nothing.
fn degree(e: &Expr, var: usize) -> Option<u8> {
    if e.reduces() {
        return None;
    }
    if !e.mentions(var) {
        return Some(0);
    }
    match e {
        Expr::Var(_) => Some(1),
        Expr::Unary(Unary::Neg, a) => degree(a, var),
        Expr::Binary(Binary::Add | Binary::Sub, pair) => {
            Some(degree(&pair.0, var)?.max(degree(&pair.1, var)?))
        }
        Expr::Binary(Binary::Mul, pair) => {
            let total = degree(&pair.0, var)? + degree(&pair.1, var)?;
            (total <= 1).then_some(total)
        }
        _ => None,
    }
}
