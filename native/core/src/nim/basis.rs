//! Nimbers below 2^64 as polynomials, in which a product is a few carry-less ones.
//!
//! Any nimber `g` of degree 64 over `{0, 1}` makes its powers a basis of the field: the nimbers
//! are the polynomials in `g` modulo its minimal polynomial `p`. Changing basis is linear and
//! takes eight lookups; a product is one of polynomials and a reduction by Barrett's method, which
//! is exact for polynomials: with `m` the quotient of `x^128` by `p`, that of `h x^64 + l` is the
//! part of `h m` from `x^64` on. Everything is found from nim products when first used.

use super::logarithms;

/// The change of basis, as tables for each byte, and the polynomial.
pub struct Basis {
    to: Map,
    from: Map,
    /// `p` without `x^64`.
    modulus: u64,
    /// The quotient of `x^128` by `p`, without `x^64`.
    quotient: u64,
}

/// A linear map: what each byte contributes.
type Map = Box<[[u64; 256]; 8]>;

impl Basis {
    /// The basis of powers of the least nimber that gives one, from 2^32 on.
    pub fn new() -> Self {
        let found = (1_u64 << 32..).find_map(|g| {
            let mut powers = [1_u64; 65];
            for i in 1..65 {
                powers[i] = logarithms::product(powers[i - 1], g);
            }
            let inverse = inverse(powers[..64].try_into().ok()?)?;
            Some((powers, inverse))
        });
        // Nimbers of degree 64 exist: most are.
        let (powers, columns) = found.unwrap_or(([0; 65], [0; 64]));
        let (to, from) = (tables(&columns), tables(&powers[..64]));
        let modulus = apply(&to, powers[64]);
        Self { quotient: quotient(modulus), modulus, to, from }
    }

    /// The nim product, by means of a carry-less product of polynomials below `x^64`, which gives
    /// the lower and the higher half of the result.
    #[inline(always)]
    pub fn product(&self, a: u64, b: u64, clmul: impl Fn(u64, u64) -> (u64, u64)) -> u64 {
        let (low, high) = clmul(apply(&self.to, a), apply(&self.to, b));
        let multiple = high ^ clmul(high, self.quotient).1;
        apply(&self.from, low ^ clmul(multiple, self.modulus).0)
    }
}

/// The image of a number.
#[inline(always)]
fn apply(map: &[[u64; 256]; 8], number: u64) -> u64 {
    let bytes = number.to_le_bytes();
    (0..8).fold(0, |sum, i| sum ^ map[i][usize::from(bytes[i])])
}

/// Tables of the map that takes bit `i` to `columns[i]`.
fn tables(columns: &[u64]) -> Map {
    let mut map = Box::new([[0; 256]; 8]);
    for (table, columns) in map.iter_mut().zip(columns.chunks_exact(8)) {
        for byte in 1..256_usize {
            let lowest = byte.trailing_zeros() as usize;
            table[byte] = table[byte & (byte - 1)] ^ columns[lowest];
        }
    }
    map
}

/// The columns of the inverse of a matrix given by its columns, if there is one.
fn inverse(mut columns: [u64; 64]) -> Option<[u64; 64]> {
    // Column operations that make the matrix the unit matrix make the unit matrix the inverse.
    let mut result: [u64; 64] = std::array::from_fn(|i| 1 << i);
    for bit in 0..64 {
        let pivot = (bit..64).find(|&i| columns[i] >> bit & 1 == 1)?;
        columns.swap(bit, pivot);
        result.swap(bit, pivot);
        for other in 0..64 {
            if other != bit && columns[other] >> bit & 1 == 1 {
                columns[other] ^= columns[bit];
                result[other] ^= result[bit];
            }
        }
    }
    Some(result)
}

/// The quotient of `x^128` by `x^64 + modulus`, without `x^64`.
fn quotient(modulus: u64) -> u64 {
    // What is left after the term x^64 is `modulus` times x^64; divide on, a bit at a time.
    let (mut rest, mut quotient) = (modulus, 0);
    for bit in (0..64).rev() {
        let top = rest >> 63;
        quotient |= top << bit;
        rest = rest << 1 ^ if top == 1 { modulus } else { 0 };
    }
    quotient
}
