//! Automata of linear equations, inequalities and congruences, and of relations between digits.

use super::build::explore;
use super::{Dfa, Limits, Numeration, Trouble, check_tracks};

/// How a linear form compares with zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// It is zero.
    Equal,
    /// It is zero or negative.
    AtMost,
}

/// Largest sum of absolute values of coefficients, and largest absolute constant.
const MOST: u128 = 1 << 40;

fn check_size(coefficients: &[i64], constant: i64) -> Result<(), Trouble> {
    check_tracks(coefficients.len())?;
    let total: u128 = coefficients.iter().map(|c| u128::from(c.unsigned_abs())).sum();
    if total > MOST || u128::from(constant.unsigned_abs()) > MOST {
        return Err(Trouble::Shape("coefficients and constants must stay below 2**40".into()));
    }
    Ok(())
}

/// For each letter, the sum of the coefficients whose digit is one.
fn weights(coefficients: &[i64]) -> Vec<i128> {
    (0..1_u32 << coefficients.len())
        .map(|letter| {
            coefficients
                .iter()
                .enumerate()
                .map(|(i, &c)| i128::from(c) * i128::from(letter >> i & 1))
                .sum()
        })
        .collect()
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Sum {
    /// Surely positive; or no number; or, for an equation, surely not zero.
    Out,
    /// Surely negative; and the last letter.
    Below(u32),
    /// Not decided; and the last letter.
    Open(i128, i128, u32),
}

/// The tuples `x` with `sum(coefficients * x) + constant` zero, or at most zero.
///
/// In base 2 a state is the sum still needed (Boudet and Comon, 1996). In Zeckendorf it is a pair
/// `(p, q)`: with `k` digits to come, those read are worth `T(k) = p * F(k+2) + q * F(k+1)`, and
/// those to come add at most `positive * (F(k+2) - 1)` and take at most
/// `negative * (F(k+2) - 1)`. As `T(k)` and `F(k+2)` both obey Fibonacci's recurrence, what
/// `k = 0, 1` show of their combinations holds for every `k`, and then the pair is decided.
///
/// # Errors
///
/// [`Trouble`] where a limit is reached or a coefficient is too large.
pub fn linear(
    numeration: Numeration,
    coefficients: &[i64],
    relation: Relation,
    constant: i64,
    limits: &mut Limits<'_>,
) -> Result<Dfa, Trouble> {
    check_size(coefficients, constant)?;
    let weights = weights(coefficients);
    let constant = i128::from(constant);
    if numeration == Numeration::Binary {
        return explore(
            numeration,
            coefficients.len(),
            Some(-constant),
            |state, letter| {
                let rest = (*state)? - weights[letter as usize];
                (relation == Relation::AtMost || rest & 1 == 0).then_some(rest >> 1)
            },
            |state| match relation {
                Relation::Equal => *state == Some(0),
                Relation::AtMost => state.is_some_and(|rest| rest >= 0),
            },
            limits,
        );
    }
    let positive = weights.iter().copied().max().unwrap_or(0);
    let negative = -weights.iter().copied().min().unwrap_or(0);
    let high = (1 - negative - constant).max(0);
    let low = (positive - constant - 1).min(0);
    let settle = |p: i128, q: i128, last: u32| -> Sum {
        let (now, next) = (p + q, 2 * p + q);
        if now - negative >= high && next - 2 * negative >= high {
            Sum::Out
        } else if now + positive <= low && next + 2 * positive <= low {
            if relation == Relation::Equal { Sum::Out } else { Sum::Below(last) }
        } else {
            Sum::Open(p, q, last)
        }
    };
    explore(
        numeration,
        coefficients.len(),
        settle(0, 0, 0),
        |&state, letter| match state {
            Sum::Out => Sum::Out,
            Sum::Open(_, _, last) | Sum::Below(last) if last & letter != 0 => Sum::Out,
            Sum::Below(_) => Sum::Below(letter),
            Sum::Open(p, q, _) => settle(p + q + weights[letter as usize], p, letter),
        },
        |&state| match state {
            Sum::Out => false,
            Sum::Below(_) => true,
            Sum::Open(p, q, _) => match relation {
                Relation::Equal => p + q + constant == 0,
                Relation::AtMost => p + q + constant <= 0,
            },
        },
        limits,
    )
}

/// The tuples `x` with `sum(coefficients * x) + constant` divisible by `modulus`.
///
/// # Errors
///
/// [`Trouble`] where a limit is reached, or the modulus is zero or too large.
pub fn congruence(
    numeration: Numeration,
    coefficients: &[i64],
    constant: i64,
    modulus: u32,
    limits: &mut Limits<'_>,
) -> Result<Dfa, Trouble> {
    check_size(coefficients, constant)?;
    if modulus == 0 {
        return Err(Trouble::Shape("a modulus must be positive".into()));
    }
    let m = i128::from(modulus);
    let weights: Vec<i128> =
        weights(coefficients).iter().map(|weight| weight.rem_euclid(m)).collect();
    let constant = i128::from(constant).rem_euclid(m);
    match numeration {
        Numeration::Binary => explore(
            numeration,
            coefficients.len(),
            (constant, 1 % m),
            |&(sum, power), letter| ((sum + power * weights[letter as usize]) % m, power * 2 % m),
            |&(sum, _)| sum == 0,
            limits,
        ),
        Numeration::Zeckendorf => explore(
            numeration,
            coefficients.len(),
            Some((0, 0, 0)),
            |state, letter| match *state {
                Some((p, q, last)) if last & letter == 0 => {
                    Some(((p + q + weights[letter as usize]) % m, p, letter))
                }
                _ => None,
            },
            |state| state.is_some_and(|(p, q, _)| (p + q + constant) % m == 0),
            limits,
        ),
    }
}

/// The tuples of which every letter is allowed: `allowed` has a bit for each letter (base 2).
///
/// # Errors
///
/// [`Trouble::Shape`] where the list has the wrong length or the letter of zeros is not allowed.
pub fn digitwise(allowed: &[bool], limits: &mut Limits<'_>) -> Result<Dfa, Trouble> {
    let tracks = allowed.len().trailing_zeros() as usize;
    if !allowed.len().is_power_of_two() || !allowed[0] {
        return Err(Trouble::Shape(
            "a relation between digits lists every letter and allows zeros".into(),
        ));
    }
    explore(
        Numeration::Binary,
        tracks,
        true,
        |&good, letter| good && allowed[letter as usize],
        |&good| good,
        limits,
    )
}

/// The powers of two (base 2).
///
/// # Errors
///
/// [`Trouble`] where a limit is reached.
pub fn power_of_two(limits: &mut Limits<'_>) -> Result<Dfa, Trouble> {
    explore(
        Numeration::Binary,
        1,
        0,
        |&ones: &u32, letter| (ones + letter).min(2),
        |&ones| ones == 1,
        limits,
    )
}

/// The pairs of a number and the largest power of two dividing it; of zero and zero (base 2).
///
/// # Errors
///
/// [`Trouble`] where a limit is reached.
pub fn lowest_bit(limits: &mut Limits<'_>) -> Result<Dfa, Trouble> {
    // 0: zeros so far; 1: the lowest one is passed; 2: wrong.
    explore(
        Numeration::Binary,
        2,
        0,
        |&state: &u32, letter| match (state, letter) {
            (0, 0) => 0,
            (0, 3) | (1, 0 | 1) => 1,
            _ => 2,
        },
        |&state| state < 2,
        limits,
    )
}
