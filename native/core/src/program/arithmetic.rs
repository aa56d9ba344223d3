//! Python's integer arithmetic in 64 bits: exact, or a [`Trouble`].
#![allow(clippy::similar_names)]

use super::tree::{Binary, Unary};

/// Why a Program could not be run on to its end at some position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// A result does not fit 64 bits; the plain interpreter has to take over.
    #[error("a number does not fit 64 bits")]
    Overflow,
    /// Division or remainder by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// A shift by a negative number of places.
    #[error("negative shift count")]
    NegativeShift,
    /// A power with a negative exponent.
    #[error("negative exponent")]
    NegativeExponent,
    /// The integer square root of a negative number.
    #[error("isqrt of a negative number")]
    NegativeRoot,
    /// An index outside a tuple of constants.
    #[error("index {index} outside a tuple of {length}")]
    IndexOutside {
        /// The index asked for.
        index: i64,
        /// The number of entries.
        length: usize,
    },
    /// A range whose step is zero.
    #[error("the step of a range is zero")]
    ZeroStep,
    /// The least or greatest of nothing.
    #[error("least or greatest of an empty range")]
    EmptyRange,
    /// A loop goes round for ever.
    #[error("a loop comes back to where it was, with nothing changed")]
    Endless,
    /// A loop goes round so often that it may be for ever.
    #[error("loops go round more than 2^35 times")]
    TooLong,
    /// The rules raise an error of their own.
    #[error("{0}")]
    Failed(Box<str>),
}

type Answer = Result<i64, Trouble>;

/// Applies an operator of one operand.
///
/// # Errors
///
/// [`Trouble`] if the result does not exist or does not fit.
#[inline]
pub(super) fn unary(operator: Unary, a: i64) -> Answer {
    match operator {
        Unary::Neg => a.checked_neg().ok_or(Trouble::Overflow),
        Unary::Abs => a.checked_abs().ok_or(Trouble::Overflow),
        Unary::Invert => Ok(!a),
        Unary::BitLength => Ok(i64::from(u64::BITS - a.unsigned_abs().leading_zeros())),
        Unary::BitCount => Ok(i64::from(a.unsigned_abs().count_ones())),
        Unary::Isqrt => a.checked_isqrt().ok_or(Trouble::NegativeRoot),
        Unary::Not => Ok(i64::from(a == 0)),
    }
}

/// Applies an operator of two operands.
///
/// # Errors
///
/// [`Trouble`] if the result does not exist or does not fit.
#[inline]
pub(super) fn binary(operator: Binary, a: i64, b: i64) -> Answer {
    match operator {
        Binary::Add => a.checked_add(b).ok_or(Trouble::Overflow),
        Binary::Sub => a.checked_sub(b).ok_or(Trouble::Overflow),
        Binary::Mul => a.checked_mul(b).ok_or(Trouble::Overflow),
        Binary::Div => floor_div(a, b),
        Binary::Mod => floor_mod(a, b),
        Binary::And => Ok(a & b),
        Binary::Or => Ok(a | b),
        Binary::Xor => Ok(a ^ b),
        Binary::Shl => shift_left(a, b),
        Binary::Shr => shift_right(a, b),
        Binary::Pow => power(a, b),
        Binary::Min => Ok(a.min(b)),
        Binary::Max => Ok(a.max(b)),
        Binary::Gcd => gcd(a, b),
        Binary::Eq => Ok(i64::from(a == b)),
        Binary::Ne => Ok(i64::from(a != b)),
        Binary::Lt => Ok(i64::from(a < b)),
        Binary::Le => Ok(i64::from(a <= b)),
        Binary::Gt => Ok(i64::from(a > b)),
        Binary::Ge => Ok(i64::from(a >= b)),
    }
}

fn floor_div(a: i64, b: i64) -> Answer {
    if b == 0 {
        return Err(Trouble::DivisionByZero);
    }
    let quotient = a.checked_div(b).ok_or(Trouble::Overflow)?;
    let inexact = a.wrapping_rem(b) != 0;
    Ok(if inexact && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

fn floor_mod(a: i64, b: i64) -> Answer {
    if b == 0 {
        return Err(Trouble::DivisionByZero);
    }
    let rest = a.wrapping_rem(b);
    Ok(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
}

fn shift_left(a: i64, b: i64) -> Answer {
    if b < 0 {
        return Err(Trouble::NegativeShift);
    }
    if a == 0 {
        return Ok(0);
    }
    let places = u32::try_from(b).map_err(|_| Trouble::Overflow)?;
    let shifted = a.checked_shl(places).ok_or(Trouble::Overflow)?;
    if shifted >> places == a { Ok(shifted) } else { Err(Trouble::Overflow) }
}

fn shift_right(a: i64, b: i64) -> Answer {
    if b < 0 {
        return Err(Trouble::NegativeShift);
    }
    Ok(a >> b.min(63))
}

fn power(a: i64, b: i64) -> Answer {
    if b < 0 {
        return Err(Trouble::NegativeExponent);
    }
    match a {
        0 => Ok(i64::from(b == 0)),
        1 => Ok(1),
        -1 => Ok(if b % 2 == 0 { 1 } else { -1 }),
        _ => {
            let exponent = u32::try_from(b).map_err(|_| Trouble::Overflow)?;
            a.checked_pow(exponent).ok_or(Trouble::Overflow)
        }
    }
}

fn gcd(a: i64, b: i64) -> Answer {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).map_err(|_| Trouble::Overflow)
}

/// Number of iterations of `range(start, stop, step)`.
///
/// # Errors
///
/// [`Trouble::ZeroStep`], or [`Trouble::Overflow`] if there are 2^63 or more.
#[inline]
pub(super) fn range_length(start: i64, stop: i64, step: i64) -> Answer {
    if step == 1 {
        return if stop <= start {
            Ok(0)
        } else {
            stop.checked_sub(start).ok_or(Trouble::Overflow)
        };
    }
    if step == 0 {
        return Err(Trouble::ZeroStep);
    }
    let (distance, stride) = if step > 0 {
        (i128::from(stop) - i128::from(start), i128::from(step))
    } else {
        (i128::from(start) - i128::from(stop), -i128::from(step))
    };
    if distance <= 0 {
        return Ok(0);
    }
    i64::try_from((distance - 1) / stride + 1).map_err(|_| Trouble::Overflow)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down_as_in_python() {
        for (a, b, quotient, rest) in
            [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -4, -1), (-7, -2, 3, -1), (6, -3, -2, 0)]
        {
            assert_eq!(binary(Binary::Div, a, b), Ok(quotient), "{a} // {b}");
            assert_eq!(binary(Binary::Mod, a, b), Ok(rest), "{a} % {b}");
        }
        assert_eq!(binary(Binary::Div, i64::MIN, -1), Err(Trouble::Overflow));
        assert_eq!(binary(Binary::Mod, i64::MIN, -1), Ok(0));
        assert_eq!(binary(Binary::Mod, 1, 0), Err(Trouble::DivisionByZero));
    }

    #[test]
    fn what_does_not_fit_is_an_overflow_and_never_a_value() {
        assert_eq!(binary(Binary::Shl, 1, 62), Ok(1 << 62));
        assert_eq!(binary(Binary::Shl, 1, 63), Err(Trouble::Overflow));
        assert_eq!(binary(Binary::Shl, -1, 63), Ok(i64::MIN));
        assert_eq!(binary(Binary::Shl, 0, i64::MAX), Ok(0));
        assert_eq!(binary(Binary::Shr, -5, 1000), Ok(-1));
        assert_eq!(binary(Binary::Pow, 3, 40), Err(Trouble::Overflow));
        assert_eq!(binary(Binary::Pow, -1, i64::MAX), Ok(-1));
        assert_eq!(binary(Binary::Gcd, i64::MIN, 0), Err(Trouble::Overflow));
        assert_eq!(unary(Unary::Neg, i64::MIN), Err(Trouble::Overflow));
        assert_eq!(unary(Unary::BitLength, i64::MIN), Ok(64));
    }

    #[test]
    fn ranges_have_as_many_members_as_in_python() {
        assert_eq!(range_length(0, 10, 3), Ok(4));
        assert_eq!(range_length(10, 0, -3), Ok(4));
        assert_eq!(range_length(3, 3, 1), Ok(0));
        assert_eq!(range_length(i64::MIN, i64::MAX, 1), Err(Trouble::Overflow));
        assert_eq!(range_length(i64::MIN, i64::MAX, i64::MAX), Ok(3));
        assert_eq!(range_length(0, 1, 0), Err(Trouble::ZeroStep));
    }
}
