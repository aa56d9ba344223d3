//! Nim products by cutting numbers into halves, down to 16 bits, and logarithms from there.
//!
//! With `F = 2^(2^k)` and numbers below `F`, nim products follow from `F * F = F + F/2` and from
//! `F * a` being the ordinary product for `a < F`.

use std::sync::LazyLock;

const ORDER: usize = 65_535;

struct Logarithms {
    /// Of 1 to 65,535, to a generator of the field of 2^16 elements.
    log: Box<[u16]>,
    /// Powers of the generator, twice round.
    power: Box<[u16]>,
}

static TABLES: LazyLock<Logarithms> = LazyLock::new(Logarithms::new);

impl Logarithms {
    fn new() -> Self {
        let order_is_full = |&g: &u64| {
            [3, 5, 17, 257].iter().all(|prime| {
                let exponent = ORDER / prime;
                (0..exponent.ilog2()).rev().fold(g, |power, bit| {
                    let square = by_halves(power, power, 8);
                    if exponent >> bit & 1 == 1 { by_halves(square, g, 8) } else { square }
                }) != 1
            })
        };
        let generator = (2..65_536).find(order_is_full).unwrap_or(2);
        // Multiplication by the generator is linear: one product for each bit.
        let columns: Vec<u64> = (0..16).map(|bit| by_halves(generator, 1 << bit, 8)).collect();
        let mut log = vec![0_u16; 65_536];
        let mut power = vec![0_u16; 2 * ORDER];
        let mut now = 1_u64;
        for exponent in 0..ORDER {
            power[exponent] = now as u16;
            power[exponent + ORDER] = now as u16;
            log[now as usize] = exponent as u16;
            now = (0..16).filter(|bit| now >> bit & 1 == 1).fold(0, |sum, bit| sum ^ columns[bit]);
        }
        Self { log: log.into(), power: power.into() }
    }

    #[inline]
    fn product(&self, a: u64, b: u64) -> u64 {
        let (a, b) = ((a & 0xffff) as usize, (b & 0xffff) as usize);
        let at = usize::from(self.log[a]) + usize::from(self.log[b]);
        let keep = if a == 0 || b == 0 { 0 } else { u64::MAX };
        u64::from(self.power[at]) & keep
    }

    /// Product of two numbers below 2^32.
    #[inline]
    fn product32(&self, a: u64, b: u64) -> u64 {
        let (high_a, low_a, high_b, low_b) = (a >> 16, a & 0xffff, b >> 16, b & 0xffff);
        let low = self.product(low_a, low_b);
        let high = self.product(high_a, high_b);
        let cross = self.product(high_a ^ low_a, high_b ^ low_b) ^ low;
        cross << 16 | low ^ self.product(high, 1 << 15)
    }

    /// Product of a number below 2^32 and 2^31.
    #[inline]
    fn half32(&self, a: u64) -> u64 {
        let high = self.product(a >> 16, 1 << 15);
        let sum = self.product(a >> 16 ^ a & 0xffff, 1 << 15);
        sum << 16 | self.product(high, 1 << 15)
    }
}

/// Product of two numbers below 2^(2 half), by the definition.
pub fn by_halves(a: u64, b: u64, half: u32) -> u64 {
    if half == 0 || a < 2 || b < 2 {
        return a * b;
    }
    let mask = (1 << half) - 1;
    let (high_a, low_a, high_b, low_b) = (a >> half, a & mask, b >> half, b & mask);
    let low = by_halves(low_a, low_b, half / 2);
    let high = by_halves(high_a, high_b, half / 2);
    let cross = by_halves(high_a ^ low_a, high_b ^ low_b, half / 2) ^ low;
    cross << half | low ^ by_halves(high, 1 << (half - 1), half / 2)
}

/// The nim product.
pub fn product(a: u64, b: u64) -> u64 {
    let tables = &*TABLES;
    let (high_a, low_a) = (a >> 32, a & 0xffff_ffff);
    let (high_b, low_b) = (b >> 32, b & 0xffff_ffff);
    let low = tables.product32(low_a, low_b);
    let high = tables.product32(high_a, high_b);
    let cross = tables.product32(high_a ^ low_a, high_b ^ low_b) ^ low;
    cross << 32 | low ^ tables.half32(high)
}
