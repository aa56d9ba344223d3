//! Dyadic rationals of any size: machine words where they fit, big integers where not.
#![allow(clippy::cast_possible_truncation)] // every narrowing below is preceded by its range check

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Neg, Sub};
use std::sync::Arc;

use num_bigint::{BigInt, Sign};
use num_traits::{One, ToPrimitive};

/// A number `n / 2^k`, always in lowest terms.
///
/// # Examples
///
/// ```
/// use lastmove_core::numbers::Dyadic;
/// let half = Dyadic::new(1.into(), 1);
/// assert_eq!((&half + &half).to_string(), "1");
/// assert_eq!((&half - &Dyadic::integer(2)).to_string(), "-3/2");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Dyadic(Repr);

/// `Big` is used only for numerators that `Small` cannot hold, so that equality is structural.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small { num: i64, exp: u32 },
    Big(Arc<(BigInt, u32)>),
}

/// Largest difference of exponents for which shifted 64-bit numerators stay inside 128 bits.
const SAFE_SHIFT: u32 = 62;

impl Dyadic {
    /// The number 0.
    pub const ZERO: Self = Self(Repr::Small { num: 0, exp: 0 });
    /// The number 1.
    pub const ONE: Self = Self(Repr::Small { num: 1, exp: 0 });
    /// The number -1.
    pub const MINUS_ONE: Self = Self(Repr::Small { num: -1, exp: 0 });

    /// The integer `n`.
    #[must_use]
    pub fn integer(n: i64) -> Self {
        Self::from_wide(i128::from(n), 0)
    }

    /// The number `num / 2^exp`, brought to lowest terms.
    #[must_use]
    pub fn new(num: BigInt, exp: u32) -> Self {
        if let Some(small) = num.to_i64() {
            return Self::from_wide(i128::from(small), exp);
        }
        let twos = num.trailing_zeros().unwrap_or(0).min(u64::from(exp)) as u32;
        let (num, exp) = (num >> twos, exp - twos);
        match num.to_i64() {
            Some(small) if small != i64::MIN => Self(Repr::Small { num: small, exp }),
            _ => Self(Repr::Big(Arc::new((num, exp)))),
        }
    }

    fn from_wide(num: i128, exp: u32) -> Self {
        if num == 0 {
            return Self::ZERO;
        }
        let twos = num.trailing_zeros().min(exp);
        let (num, exp) = (num >> twos, exp - twos);
        // i64::MIN is left to the big form: a small numerator can always be negated.
        if num > i128::from(i64::MIN) && num <= i128::from(i64::MAX) {
            Self(Repr::Small { num: num as i64, exp })
        } else {
            Self(Repr::Big(Arc::new((BigInt::from(num), exp))))
        }
    }

    /// The numerator in lowest terms.
    #[must_use]
    pub fn numerator(&self) -> BigInt {
        match &self.0 {
            Repr::Small { num, .. } => BigInt::from(*num),
            Repr::Big(big) => big.0.clone(),
        }
    }

    /// The `k` of the denominator `2^k`.
    #[must_use]
    pub fn exponent(&self) -> u32 {
        match &self.0 {
            Repr::Small { exp, .. } => *exp,
            Repr::Big(big) => big.1,
        }
    }

    /// Numerator and exponent, if the numerator fits a machine word.
    #[must_use]
    pub fn as_small(&self) -> Option<(i64, u32)> {
        match self.0 {
            Repr::Small { num, exp } => Some((num, exp)),
            Repr::Big(_) => None,
        }
    }

    /// The integer, if it is one that fits a machine word.
    #[must_use]
    pub fn as_integer(&self) -> Option<i64> {
        match self.0 {
            Repr::Small { num, exp: 0 } => Some(num),
            _ => None,
        }
    }

    /// Whether the denominator is 1.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.exponent() == 0
    }

    /// Whether the number is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small { num: 0, .. })
    }

    /// Whether the text of the number has certainly fewer characters than that.
    #[must_use]
    pub fn is_shorter_than(&self, characters: u64) -> bool {
        let bits = match &self.0 {
            Repr::Small { .. } => 64,
            Repr::Big(big) => big.0.bits(),
        };
        // A digit takes more than three bits; ups, a nimber and signs take less than 100.
        (bits + u64::from(self.exponent())) / 3 + 200 < characters
    }

    /// Bytes beside the number itself, nearly.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match &self.0 {
            Repr::Small { .. } => 0,
            Repr::Big(big) => (big.0.bits() / 8) as usize + 64,
        }
    }

    /// The sign as an order against 0.
    #[must_use]
    pub fn sign(&self) -> Ordering {
        match &self.0 {
            Repr::Small { num, .. } => num.cmp(&0),
            Repr::Big(big) => match big.0.sign() {
                Sign::Minus => Ordering::Less,
                Sign::NoSign => Ordering::Equal,
                Sign::Plus => Ordering::Greater,
            },
        }
    }

    /// The largest integer that is at most the number.
    #[must_use]
    pub fn floor(&self) -> Self {
        match &self.0 {
            Repr::Small { num, exp } => Self::integer(num >> (*exp).min(63)),
            Repr::Big(big) => Self::new(&big.0 >> big.1, 0),
        }
    }

    /// The smallest integer that is at least the number.
    #[must_use]
    pub fn ceil(&self) -> Self {
        -&(-self).floor()
    }

    /// Half the number.
    #[must_use]
    pub fn half(&self) -> Self {
        Self::new(self.numerator(), self.exponent().saturating_add(1))
    }

    /// The product with another number.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        let exp = self.exponent() + other.exponent();
        if let (Repr::Small { num: a, .. }, Repr::Small { num: b, .. }) = (&self.0, &other.0) {
            return Self::from_wide(i128::from(*a) * i128::from(*b), exp);
        }
        Self::new(self.numerator() * other.numerator(), exp)
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.sign() == Ordering::Less { -self } else { self.clone() }
    }

    /// The simplest numbers below and above in the canonical form `{below | above}`.
    ///
    /// An integer has an option on one side only, zero on neither.
    #[must_use]
    pub fn options(&self) -> (Option<Self>, Option<Self>) {
        let exp = self.exponent();
        if exp > 0 {
            let num = self.numerator();
            let below = Self::new(&num - BigInt::one(), exp);
            return (Some(below), Some(Self::new(num + BigInt::one(), exp)));
        }
        match self.sign() {
            Ordering::Less => (None, Some(self + &Self::ONE)),
            Ordering::Equal => (None, None),
            Ordering::Greater => (Some(self - &Self::ONE), None),
        }
    }

    /// The birthday of the number as a game.
    #[must_use]
    pub fn birthday(&self) -> BigInt {
        let exp = self.exponent();
        let whole = self.abs().floor().numerator();
        if exp == 0 { whole } else { whole + BigInt::from(exp) + BigInt::one() }
    }

    fn combine(&self, other: &Self, negate: bool) -> Self {
        if let (Repr::Small { num: a, exp: ea }, Repr::Small { num: b, exp: eb }) =
            (&self.0, &other.0)
            && ea.abs_diff(*eb) <= SAFE_SHIFT
        {
            let exp = *ea.max(eb);
            let (a, b) = (i128::from(*a) << (exp - ea), i128::from(*b) << (exp - eb));
            return Self::from_wide(if negate { a - b } else { a + b }, exp);
        }
        let exp = self.exponent().max(other.exponent());
        let a = self.numerator() << (exp - self.exponent());
        let b = other.numerator() << (exp - other.exponent());
        Self::new(if negate { a - b } else { a + b }, exp)
    }
}

impl Add for &Dyadic {
    type Output = Dyadic;

    fn add(self, other: Self) -> Dyadic {
        self.combine(other, false)
    }
}

impl Sub for &Dyadic {
    type Output = Dyadic;

    fn sub(self, other: Self) -> Dyadic {
        self.combine(other, true)
    }
}

impl Neg for &Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        match &self.0 {
            Repr::Small { num, exp } => Dyadic(Repr::Small { num: -num, exp: *exp }),
            Repr::Big(big) => Dyadic::new(-&big.0, big.1),
        }
    }
}

impl Ord for Dyadic {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        if let (Repr::Small { num: a, exp: ea }, Repr::Small { num: b, exp: eb }) =
            (&self.0, &other.0)
        {
            if ea == eb {
                return a.cmp(b);
            }
            if ea.abs_diff(*eb) <= SAFE_SHIFT {
                let exp = *ea.max(eb);
                return (i128::from(*a) << (exp - ea)).cmp(&(i128::from(*b) << (exp - eb)));
            }
        }
        let signs = self.sign().cmp(&other.sign());
        if signs != Ordering::Equal {
            return signs;
        }
        let exp = self.exponent().max(other.exponent());
        let a = self.numerator() << (exp - self.exponent());
        a.cmp(&(other.numerator() << (exp - other.exponent())))
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small { num, exp: 0 } => write!(f, "{num}"),
            Repr::Small { num, exp } if *exp < 64 => write!(f, "{num}/{}", 1_u64 << exp),
            _ if self.is_integer() => write!(f, "{}", self.numerator()),
            _ => write!(f, "{}/{}", self.numerator(), BigInt::one() << self.exponent()),
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// One end of an interval of numbers: absent, or a number with whether it belongs to it.
pub type Bound<'a> = Option<(&'a Dyadic, bool)>;

/// The simplest number of an interval: the one born first, the nearest to 0 among integers.
///
/// Returns `None` if the interval is empty.
///
/// # Examples
///
/// ```
/// use lastmove_core::numbers::{Dyadic, simplest};
/// let (zero, one) = (Dyadic::ZERO, Dyadic::ONE);
/// assert_eq!(simplest(Some((&zero, false)), Some((&one, false))), Some(Dyadic::new(1.into(), 1)));
/// assert_eq!(simplest(Some((&zero, true)), Some((&one, false))), Some(Dyadic::ZERO));
/// assert_eq!(simplest(Some((&one, false)), Some((&one, true))), None);
/// ```
#[must_use]
pub fn simplest(low: Bound<'_>, high: Bound<'_>) -> Option<Dyadic> {
    if let (Some((a, a_in)), Some((b, b_in))) = (low, high)
        && (a > b || (a == b && !(a_in && b_in)))
    {
        return None;
    }
    let zero = Dyadic::ZERO;
    let above = low.is_none_or(|(a, inside)| *a < zero || (inside && *a == zero));
    let below = high.is_none_or(|(b, inside)| *b > zero || (inside && *b == zero));
    if above && below {
        return Some(zero);
    }
    if !above {
        return low.map(|low| simplest_positive(low, high));
    }
    let (high, inside) = high?;
    let mirrored = low.map(|(a, inside)| (-a, inside));
    let limit = mirrored.as_ref().map(|(a, inside)| (a, *inside));
    Some(-&simplest_positive((&-high, inside), limit))
}

/// [`simplest`] for an interval that lies above 0.
fn simplest_positive((low, inside): (&Dyadic, bool), high: Bound<'_>) -> Dyadic {
    let whole = if inside { low.ceil() } else { &low.floor() + &Dyadic::ONE };
    let Some((high, high_inside)) = high else { return whole };
    if whole < *high || (high_inside && whole == *high) {
        return whole;
    }
    // No integer: the interval as integers from `first` to `last`, over one denominator.
    let mut exp = low.exponent().max(high.exponent());
    let mut first = low.numerator() << (exp - low.exponent());
    let mut last = high.numerator() << (exp - high.exponent());
    if !inside {
        first += 1;
    }
    if !high_inside {
        last -= 1;
    }
    if first > last {
        // Between neighbours, one of which may belong to the interval no less than the other.
        exp += 1;
        last += &first;
        first.clone_from(&last);
    }
    // Where `first - 1` and `last` part, `last` has a 1; what follows may be zeros.
    let parting = ((first - 1_u32) ^ &last).bits().saturating_sub(1);
    Dyadic::new(last >> parting << parting, exp)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(num: i64, exp: u32) -> Dyadic {
        Dyadic::new(num.into(), exp)
    }

    #[test]
    fn sums_beyond_machine_words_are_exact() {
        let big = Dyadic::integer(1 << 62);
        assert_eq!((&big + &big).to_string(), "9223372036854775808");
        assert_eq!((&big + &ratio(1, 2)).to_string(), "18446744073709551617/4");
        assert_eq!(&(&big + &big) - &big, big);
        assert_eq!(-&Dyadic::integer(i64::MIN), &big + &big);
    }

    #[test]
    fn order_agrees_with_the_sign_of_the_difference() {
        let some = [-9, -2, -1, 0, 1, 3, 8, i64::MAX, i64::MIN];
        let all: Vec<_> =
            some.iter().flat_map(|&n| [0, 1, 3, 70, 200].map(|e| ratio(n, e))).collect();
        for a in &all {
            for b in &all {
                assert_eq!(a.cmp(b), (a - b).sign(), "{a} {b}");
                assert_eq!(&(a + b) - b, *a);
            }
        }
    }

    #[test]
    fn simplest_number_follows_the_order_of_birth() {
        let at = |a: &Dyadic, b: &Dyadic| simplest(Some((a, false)), Some((b, false)));
        assert_eq!(at(&ratio(1, 2), &ratio(1, 0)), Some(ratio(1, 1)));
        assert_eq!(at(&ratio(-5, 0), &ratio(-1, 1)), Some(ratio(-1, 0)));
        assert_eq!(at(&ratio(9, 2), &ratio(19, 2)), Some(ratio(3, 0)));
        assert_eq!(at(&ratio(3, 2), &ratio(7, 3)), Some(ratio(13, 4)));
        assert_eq!(simplest(Some((&ratio(3, 0), false)), None), Some(ratio(4, 0)));
        assert_eq!(simplest(None, Some((&ratio(0, 0), false))), Some(ratio(-1, 0)));
        assert_eq!(
            simplest(Some((&ratio(5, 3), true)), Some((&ratio(5, 3), true))),
            Some(ratio(5, 3))
        );
    }

    #[test]
    fn floor_and_ceiling_of_negative_numbers_round_down_and_up() {
        assert_eq!(ratio(-1, 100).floor(), Dyadic::integer(-1));
        assert_eq!(ratio(-3, 1).ceil(), Dyadic::integer(-1));
    }
}
