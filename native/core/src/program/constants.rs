//! Finds the constants of a Program, which live in registers of their own.

use super::tree::{Expr, Range, Stmt};

/// Collects the constants of a statement.
pub(super) fn constants_of_statement(statement: &Stmt, found: &mut Vec<i64>) {
    match statement {
        Stmt::Set(_, e) => constants_of(e, found),
        Stmt::If(c, yes, no) => {
            constants_of(c, found);
            yes.iter().chain(no).for_each(|s| constants_of_statement(s, found));
        }
        Stmt::For(_, range, body) => {
            constants_of_range(range, found);
            for statement in body {
                constants_of_statement(statement, found);
            }
        }
        Stmt::Loop(body) => {
            for statement in body {
                constants_of_statement(statement, found);
            }
        }
        Stmt::Move(components) => {
            components.iter().flat_map(|c| &c.coords).for_each(|e| constants_of(e, found));
        }
        Stmt::Break | Stmt::Continue | Stmt::Return | Stmt::Fail(_) => {}
    }
}

fn constants_of_range(range: &Range, found: &mut Vec<i64>) {
    for e in [&range.start, &range.stop, &range.step] {
        constants_of(e, found);
    }
}

/// Collects the constants of an expression.
pub(super) fn constants_of(e: &Expr, found: &mut Vec<i64>) {
    match e {
        Expr::Const(n) => found.push(*n),
        Expr::Coord(_) | Expr::Var(_) => {}
        Expr::Unary(_, a) | Expr::At(a, _) => constants_of(a, found),
        Expr::Binary(_, pair) | Expr::Both(pair) | Expr::Either(pair) => {
            constants_of(&pair.0, found);
            constants_of(&pair.1, found);
        }
        Expr::Select(parts) => {
            for part in [&parts.0, &parts.1, &parts.2] {
                constants_of(part, found);
            }
        }
        Expr::Reduce(_, _, parts) => {
            constants_of_range(&parts.0, found);
            constants_of(&parts.1, found);
        }
    }
}
