//! Nim arithmetic on 64-bit numbers: the field of nimbers below 2^64.
//!
//! Nim addition is exclusive or; nim products are as in Conway, On Numbers and Games, chapter 6.

// Numbers are cut into halves and bytes throughout.
#![allow(clippy::cast_possible_truncation, clippy::inline_always)]

mod basis;
mod logarithms;

use std::sync::LazyLock;

use basis::Basis;

static BASIS: LazyLock<Basis> = LazyLock::new(Basis::new);

/// The nim product.
#[must_use]
pub fn product(a: u64, b: u64) -> u64 {
    logarithms::product(a, b)
}

/// The nim products of the numbers of two slices, as far as the shorter one goes.
#[must_use]
#[allow(unsafe_code)]
pub fn products(a: &[u64], b: &[u64]) -> Vec<u64> {
    #[cfg(target_arch = "x86_64")]
    if x86::has_carryless() {
        // SAFETY: `products` needs exactly the features that `has_carryless` has just tested.
        return unsafe { x86::products(&BASIS, a, b) };
    }
    a.iter().zip(b).map(|(&a, &b)| product(a, b)).collect()
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::is_x86_feature_detected;
    use std::arch::x86_64::{
        _mm_clmulepi64_si128, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_extract_epi64,
    };

    use super::basis::Basis;

    pub fn has_carryless() -> bool {
        is_x86_feature_detected!("pclmulqdq") && is_x86_feature_detected!("sse4.1")
    }

    #[target_feature(enable = "pclmulqdq,sse4.1")]
    #[allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)]
    fn clmul(a: u64, b: u64) -> (u64, u64) {
        let (a, b) = (_mm_cvtsi64_si128(a as i64), _mm_cvtsi64_si128(b as i64));
        let product = _mm_clmulepi64_si128::<0>(a, b);
        (_mm_cvtsi128_si64(product) as u64, _mm_extract_epi64::<1>(product) as u64)
    }

    #[target_feature(enable = "pclmulqdq,sse4.1")]
    pub fn products(basis: &Basis, a: &[u64], b: &[u64]) -> Vec<u64> {
        let product = |(&a, &b)| basis.product(a, b, |x, y| clmul(x, y));
        a.iter().zip(b).map(product).collect()
    }
}

/// The nim power with an exponent of any size below 2^64; `0` to the power 0 is 1.
#[must_use]
pub fn power(mut base: u64, mut exponent: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = product(result, base);
        }
        base = product(base, base);
        exponent >>= 1;
    }
    result
}

/// The nim inverse, `None` of 0.
#[must_use]
pub fn inverse(a: u64) -> Option<u64> {
    (a != 0).then(|| power(a, u64::MAX - 1))
}

/// The number whose nim square is `a`: every number has exactly one.
#[must_use]
pub fn square_root(a: u64) -> u64 {
    power(a, 1 << 63)
}

#[cfg(test)]
mod tests {
    use super::logarithms::by_halves;
    use super::*;

    /// mex over all products of smaller numbers, as Conway defines it.
    fn table(size: usize) -> Vec<Vec<u64>> {
        let mut table = vec![vec![0_u64; size]; size];
        for a in 0..size {
            for b in 0..size {
                let mut taken = vec![false; 4 * size * size];
                for x in 0..a {
                    for y in 0..b {
                        taken[(table[x][b] ^ table[a][y] ^ table[x][y]) as usize] = true;
                    }
                }
                table[a][b] = taken.iter().position(|&taken| !taken).unwrap() as u64;
            }
        }
        table
    }

    #[test]
    fn small_products_follow_the_definition() {
        for (a, row) in table(24).iter().enumerate() {
            for (b, &expected) in row.iter().enumerate() {
                assert_eq!(product(a as u64, b as u64), expected, "{a} {b}");
            }
        }
    }

    #[test]
    fn large_products_follow_the_rule_for_halves() {
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040);
            state ^ state >> 31
        };
        for _ in 0..300 {
            let (a, b, c) = (next(), next(), next());
            assert_eq!(product(a, b), by_halves(a, b, 32));
            assert_eq!(product(a, b ^ c), product(a, b) ^ product(a, c));
            assert_eq!(product(product(a, b), c), product(a, product(b, c)));
            assert_eq!(product(a, inverse(a).unwrap()), 1);
            assert_eq!(product(square_root(a), square_root(a)), a);
            assert_eq!(power(a, 3), product(a, product(a, a)));
        }
        assert_eq!(inverse(0), None);
        assert_eq!((power(0, 0), power(5, 0), power(u64::MAX, u64::MAX)), (1, 1, 1));
    }

    /// Carry-less product of polynomials, a bit at a time.
    fn carryless(a: u64, b: u64) -> (u64, u64) {
        (0..64).filter(|i| b >> i & 1 == 1).fold((0, 0), |(low, high), i| {
            (low ^ a << i, high ^ if i == 0 { 0 } else { a >> (64 - i) })
        })
    }

    #[test]
    fn the_change_of_basis_keeps_every_product_of_powers_of_two() {
        // Both sides are linear in either factor, so that these products decide all.
        for i in 0..64 {
            for j in 0..64 {
                let (a, b) = (1 << i, 1 << j);
                assert_eq!(BASIS.product(a, b, carryless), by_halves(a, b, 32), "{i} {j}");
            }
        }
    }

    #[test]
    fn products_of_slices_are_those_of_their_numbers() {
        let bits: Vec<u64> = (0..64).map(|i| 1 << i).collect();
        let mut state = 5_u64;
        let random: Vec<u64> = (0..4000)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_041);
                state ^ state >> 33
            })
            .collect();
        for shift in 0..64 {
            let turned: Vec<u64> = (0..64).map(|i| bits[(i + shift) % 64]).collect();
            let expected: Vec<u64> =
                bits.iter().zip(&turned).map(|(&a, &b)| product(a, b)).collect();
            assert_eq!(products(&bits, &turned), expected);
        }
        let (a, b) = (&random[..2000], &random[1999..]);
        let expected: Vec<u64> = a.iter().zip(b).map(|(&a, &b)| by_halves(a, b, 32)).collect();
        assert_eq!(products(a, b), expected);
        assert_eq!(products(a, &b[..3]).len(), 3);
        assert_eq!(products(&[0, 1, u64::MAX], &[u64::MAX, u64::MAX, 0]), [0, u64::MAX, 0]);
    }
}
