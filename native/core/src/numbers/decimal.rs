//! Decimal digits of large numbers: in less than quadratic time, and with an ear for Ctrl-C.

use std::cmp::Ordering;

use num_bigint::BigUint;

use super::Dyadic;
use crate::monitor::{Stopped, Ticker};

/// Digits that are written without being split further.
const LEAF: u32 = 4096;
/// Longest shorter factor, in bits, of a product that is not split.
const WHOLE: u64 = 1 << 18;
/// Longest divisor, in bits, whose reciprocal comes from a plain division.
const PLAIN: u64 = 4096;
/// 2^64 times the common logarithm of 2, rounded down.
const LOG_TWO: u128 = 5_553_023_288_523_357_132;

/// A power of ten, and its reciprocal for division by multiplication.
struct Power {
    ten: BigUint,
    /// At most `2^(2 * bits of ten) / ten`, and less than that by little.
    reciprocal: BigUint,
}

impl Power {
    fn new(ten: BigUint, ticker: &mut Ticker<'_>) -> Result<Self, Stopped> {
        let reciprocal = reciprocal(&ten, ticker)?;
        Ok(Self { ten, reciprocal })
    }

    /// Quotient and remainder of a number below the square of the power.
    fn divide(&self, x: &BigUint, ticker: &mut Ticker<'_>) -> Result<(BigUint, BigUint), Stopped> {
        let mut quotient = product(x, &self.reciprocal, ticker)? >> (2 * self.ten.bits());
        // The reciprocal is too small, never too large.
        let mut rest = x - product(&quotient, &self.ten, ticker)?;
        while rest >= self.ten {
            rest -= &self.ten;
            quotient += 1_u32;
        }
        Ok((quotient, rest))
    }
}

/// The product, with looks for Ctrl-C on the way: long factors are halved (Karatsuba's method)
/// until a product takes milliseconds.
fn product(a: &BigUint, b: &BigUint, ticker: &mut Ticker<'_>) -> Result<BigUint, Stopped> {
    let (a, b) = if a.bits() < b.bits() { (b, a) } else { (a, b) };
    ticker.tick(b.bits() + 1, a.bits())?;
    if b.bits() <= WHOLE {
        return Ok(a * b);
    }
    let half = a.bits().div_ceil(2);
    let cut = |x: &BigUint| {
        let high = x >> half;
        let low = x - (&high << half);
        (high, low)
    };
    let (a_high, a_low) = cut(a);
    if b.bits() <= half {
        let high = product(&a_high, b, ticker)?;
        return Ok((high << half) + product(&a_low, b, ticker)?);
    }
    let (b_high, b_low) = cut(b);
    let high = product(&a_high, &b_high, ticker)?;
    let low = product(&a_low, &b_low, ticker)?;
    let all = product(&(a_high + a_low), &(b_high + b_low), ticker)?;
    let middle = all - &high - &low;
    Ok((high << (2 * half)) + (middle << half) + low)
}

/// `2^(2b) / p` for a number of b bits, rounded down or a little smaller: Newton's method, from
/// the reciprocal of the upper half of the number.
fn reciprocal(p: &BigUint, ticker: &mut Ticker<'_>) -> Result<BigUint, Stopped> {
    let bits = p.bits();
    if bits <= PLAIN {
        return Ok((BigUint::from(1_u32) << (2 * bits)) / p);
    }
    let kept = bits / 2 + 8;
    let upper: BigUint = (p >> (bits - kept)) + 1_u32;
    let shift = bits + kept - 2 * upper.bits();
    let first = reciprocal(&upper, ticker)? << shift;
    let error = (BigUint::from(1_u32) << (2 * bits)) - product(&first, p, ticker)?;
    let step = product(&first, &error, ticker)? >> (2 * bits);
    Ok(first + step)
}

/// The decimal digits of a number.
fn digits(x: &BigUint, ticker: &mut Ticker<'_>) -> Result<String, Stopped> {
    let mut powers: Vec<Power> = Vec::new();
    let mut ten = BigUint::from(10_u32).pow(LEAF);
    while ten <= *x {
        let square = product(&ten, &ten, ticker)?;
        powers.push(Power::new(ten, ticker)?);
        ten = square;
    }
    let mut text = String::new();
    // Parts from the left, each with the number of powers that may still split it.
    let mut stack = vec![(x.clone(), powers.len())];
    while let Some((part, level)) = stack.pop() {
        if level == 0 {
            ticker.tick(u64::from(LEAF) * 4, text.len() as u64)?;
            let digits = part.to_string();
            let width = if text.is_empty() { 0 } else { LEAF as usize };
            text.extend(std::iter::repeat_n('0', width.saturating_sub(digits.len())));
            text.push_str(&digits);
            continue;
        }
        let (high, low) = powers[level - 1].divide(&part, ticker)?;
        stack.push((low, level - 1));
        if high != BigUint::ZERO || !text.is_empty() {
            stack.push((high, level - 1));
        }
    }
    Ok(text)
}

/// How many decimal digits a number has.
fn count(x: &BigUint, ticker: &mut Ticker<'_>) -> Result<u64, Stopped> {
    let bits = u128::from(x.bits());
    if bits < 64 {
        return Ok(x.to_string().len() as u64);
    }
    // 2^(bits - 1) <= x < 2^bits, and no such power of two is a power of ten.
    let least = (((bits - 1) * LOG_TWO) >> 64) as u64 + 1;
    let most = ((bits * (LOG_TWO + 1)) >> 64) as u64 + 1;
    if least == most {
        return Ok(least);
    }
    let (mut power, mut done) = (BigUint::from(1_u32), 0_u64);
    // 10^least, the smallest number of `most` digits.
    for at in (0..u64::BITS - least.leading_zeros()).rev() {
        power = product(&power, &power, ticker)?;
        done *= 2;
        if (least >> at) & 1 == 1 {
            power *= 10_u32;
            done += 1;
        }
    }
    debug_assert_eq!(done, least);
    Ok(if *x < power { least } else { most })
}

impl Dyadic {
    /// The number as text, numerator and denominator of a fraction separated by a slash.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the monitor asked to stop.
    ///
    /// # Examples
    ///
    /// ```
    /// use lastmove_core::monitor::{Silent, Ticker};
    /// use lastmove_core::numbers::Dyadic;
    /// let mut silent = Silent;
    /// let mut ticker = Ticker::new(&mut silent, 0);
    /// assert_eq!(Dyadic::new((-3).into(), 2).text(&mut ticker)?, "-3/4");
    /// # Ok::<(), lastmove_core::monitor::Stopped>(())
    /// ```
    pub fn text(&self, ticker: &mut Ticker<'_>) -> Result<String, Stopped> {
        if self.as_small().is_some_and(|(_, exp)| exp < 64) {
            return Ok(self.to_string());
        }
        let mut text = String::new();
        if self.sign() == Ordering::Less {
            text.push('-');
        }
        text.push_str(&digits(self.numerator().magnitude(), ticker)?);
        if !self.is_integer() {
            text.push('/');
            text.push_str(&digits(&self.denominator(), ticker)?);
        }
        Ok(text)
    }

    /// Number of characters of the text, found without building it.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the monitor asked to stop.
    pub fn text_length(&self, ticker: &mut Ticker<'_>) -> Result<u64, Stopped> {
        let mut length = u64::from(self.sign() == Ordering::Less);
        length += count(self.numerator().magnitude(), ticker)?;
        if !self.is_integer() {
            length += 1 + count(&self.denominator(), ticker)?;
        }
        Ok(length)
    }

    fn denominator(&self) -> BigUint {
        BigUint::from(1_u32) << self.exponent()
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;

    use super::*;
    use crate::monitor::Silent;

    #[test]
    fn long_numbers_are_written_as_the_plain_way_writes_them() {
        let mut silent = Silent;
        let mut ticker = Ticker::new(&mut silent, 0);
        let ten = BigInt::from(10);
        let mut some: Vec<BigInt> = Vec::new();
        for digits in [1, 19, 20, 4095, 4096, 4097, 8191, 8192, 8193, 20_000, 50_000, 300_000] {
            let power = ten.pow(digits);
            some.extend([&power - 1, power.clone(), &power + 1, power * 7]);
        }
        some.extend((1..60).map(|at| BigInt::from(3).pow(at * 701)));
        for number in some {
            let plain = number.to_string();
            for (x, expected) in [
                (Dyadic::new(number.clone(), 0), plain.clone()),
                (Dyadic::new(-&number, 0), format!("-{plain}")),
            ] {
                assert_eq!(x.text(&mut ticker).unwrap(), expected);
                assert_eq!(x.text_length(&mut ticker).unwrap(), expected.len() as u64);
            }
            let x = Dyadic::new(number * 2 + 1, 9000);
            assert_eq!(x.text(&mut ticker).unwrap(), x.to_string());
            assert_eq!(x.text_length(&mut ticker).unwrap(), x.to_string().len() as u64);
        }
    }
}
