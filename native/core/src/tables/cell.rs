//! What a table keeps of a position: a value, or a mark that it has none yet.

/// A value or one of three marks.
pub trait Cell: Copy + PartialEq + std::fmt::Debug {
    /// Not computed.
    const UNKNOWN: Self;
    /// Being computed: meeting it again is a loop.
    const BUSY: Self;
    /// Not a legal position.
    const OUTSIDE: Self;
    /// Whether this is a mark rather than a value.
    fn is_mark(self) -> bool;
}

/// A cell that holds a Grundy value.
pub trait GrundyCell:
    Cell + std::ops::BitXor<Output = Self> + std::ops::BitOr<Output = Self>
{
    /// Number of different cells, or 0 where a table of marks of that size would be absurd.
    const SPAN: usize;
    /// The cell of value 0.
    const ZERO: Self;
    /// The cell of a value, if it fits.
    fn of(value: u32) -> Option<Self>;
    /// The bits of the cell, marks included.
    fn bits(self) -> u32;
}

macro_rules! grundy_cell {
    ($kind:ty, $span:expr) => {
        impl Cell for $kind {
            const UNKNOWN: Self = 1 << (Self::BITS - 1);
            const BUSY: Self = Self::UNKNOWN + 1;
            const OUTSIDE: Self = Self::MAX;

            #[inline]
            fn is_mark(self) -> bool {
                self >= Self::UNKNOWN
            }
        }

        impl GrundyCell for $kind {
            const SPAN: usize = $span;
            const ZERO: Self = 0;

            #[inline]
            fn of(value: u32) -> Option<Self> {
                Self::try_from(value).ok().filter(|cell| !cell.is_mark())
            }

            #[inline]
            fn bits(self) -> u32 {
                u32::from(self)
            }
        }
    };
}

grundy_cell!(u8, 1 << 8);
grundy_cell!(u16, 1 << 16);
grundy_cell!(u32, 0);

/// Who wins: bit 0 if Left does moving first, bit 1 if Right does moving first.
///
/// In an impartial game both bits are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wins(pub u8);

impl Cell for Wins {
    const UNKNOWN: Self = Wins(0x80);
    const BUSY: Self = Wins(0x81);
    const OUTSIDE: Self = Wins(0xFF);

    #[inline]
    fn is_mark(self) -> bool {
        self.0 >= 0x80
    }
}

impl Wins {
    /// Whether `player` (0: Left, 1: Right) wins moving first.
    #[must_use]
    pub fn first(self, player: usize) -> bool {
        self.0 >> player & 1 != 0
    }

    /// The outcome class: P, N, L or R.
    #[must_use]
    pub fn letter(self) -> &'static str {
        ["P", "L", "R", "N"][usize::from(self.0 & 3)]
    }

    /// The code of a table: 0 P, 1 N, 2 L, 3 R; 255 not a position.
    #[must_use]
    pub fn code(self) -> u8 {
        if self.is_mark() { u8::MAX } else { [0, 2, 3, 1][usize::from(self.0 & 3)] }
    }
}

/// A dyadic rational `numerator / 2^exponent` in lowest terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number {
    /// Odd unless the exponent is 0.
    pub numerator: i64,
    /// Power of two of the denominator; large values are marks.
    pub exponent: u8,
}

impl Cell for Number {
    const UNKNOWN: Self = Number { numerator: 0, exponent: 0xFD };
    const BUSY: Self = Number { numerator: 0, exponent: 0xFE };
    const OUTSIDE: Self = Number { numerator: 0, exponent: 0xFF };

    #[inline]
    fn is_mark(self) -> bool {
        self.exponent >= 0xFD
    }
}

impl Number {
    /// The exponent, or nothing for the mark of what is not a legal position.
    #[must_use]
    pub fn power(self) -> Option<u8> {
        (!self.is_mark()).then_some(self.exponent)
    }

    /// Zero.
    pub const ZERO: Self = Number { numerator: 0, exponent: 0 };

    /// `numerator / 2^exponent` in lowest terms, if it fits.
    fn reduced(mut numerator: i128, mut exponent: u32) -> Option<Self> {
        if numerator == 0 {
            exponent = 0;
        } else {
            let halvings = exponent.min(numerator.trailing_zeros());
            numerator >>= halvings;
            exponent -= halvings;
        }
        let exponent = u8::try_from(exponent).ok().filter(|&e| e < 62)?;
        Some(Number { numerator: i64::try_from(numerator).ok()?, exponent })
    }

    /// The numerator over `2^exponent`, for an exponent that is at least the number's own.
    fn over(self, exponent: u32) -> i128 {
        i128::from(self.numerator) << exponent.saturating_sub(u32::from(self.exponent)).min(62)
    }

    /// The sum, if it fits.
    #[must_use]
    pub fn plus(self, other: Self) -> Option<Self> {
        let exponent = u32::from(self.exponent.max(other.exponent));
        Self::reduced(self.over(exponent) + other.over(exponent), exponent)
    }

    /// Which is greater.
    #[must_use]
    pub fn compare(self, other: Self) -> std::cmp::Ordering {
        let exponent = u32::from(self.exponent.max(other.exponent));
        self.over(exponent).cmp(&other.over(exponent))
    }

    /// The simplest number strictly between the bounds that are there, if it fits.
    ///
    /// `left` must be less than `right` (Conway's simplicity theorem).
    #[must_use]
    pub fn simplest(left: Option<Self>, right: Option<Self>) -> Option<Self> {
        let low = left.map(|l| l.numerator >> l.exponent);
        let high = right.map(|r| -((-i128::from(r.numerator)) >> r.exponent));
        let integer = match (low, high) {
            (None, None) => Some(0),
            (Some(low), None) => Some((i128::from(low) + 1).max(0)),
            (None, Some(high)) => Some((high - 1).min(0)),
            (Some(low), Some(high)) => {
                // The integers allowed are low + 1 to high - 1; the nearest to zero is simplest.
                let (first, last) = (i128::from(low) + 1, high - 1);
                (first <= last).then(|| 0.clamp(first, last))
            }
        };
        if let Some(integer) = integer {
            return Self::reduced(integer, 0);
        }
        let (left, right) = (left?, right?);
        (1..62).find_map(|exponent| {
            // The smallest multiple of 2^-exponent above left; it is alone if it is below right.
            let floor = scaled_floor(left, exponent);
            let candidate = Number::reduced(floor + 1, exponent)?;
            (candidate.compare(right).is_lt()).then_some(candidate)
        })
    }
}

/// The greatest integer not above `n * 2^exponent`.
fn scaled_floor(n: Number, exponent: u32) -> i128 {
    let own = u32::from(n.exponent);
    if exponent >= own {
        i128::from(n.numerator) << (exponent - own).min(62)
    } else {
        i128::from(n.numerator >> (own - exponent).min(63))
    }
}
