//! Codes of taking-and-breaking games: what may be removed and how many heaps may be left.

use super::HeapError;

/// Largest number of heaps that a move may leave.
pub const MAX_PARTS: u32 = 15;
/// Largest number of counters that a move may remove.
pub const MAX_TAKE: usize = 1 << 20;

/// The rules of a taking-and-breaking game.
///
/// Bit `i` of digit `k` allows a move that removes `k` counters from a heap and leaves exactly
/// `i` non-empty heaps. Octal games leave at most two, hexadecimal games at most three.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    digits: Vec<u32>,
    unequal: bool,
}

impl Code {
    /// Makes a code from its digits, the first being that of moves that remove nothing.
    ///
    /// With `unequal`, two heaps left by one move must differ in size.
    ///
    /// # Errors
    ///
    /// [`HeapError::Code`] if a move could last for ever or a limit is exceeded.
    pub fn new(mut digits: Vec<u32>, unequal: bool) -> Result<Self, HeapError> {
        while digits.last() == Some(&0) {
            digits.pop();
        }
        if digits.first().is_some_and(|&first| first & 3 != 0) {
            return Err(HeapError::Code(
                "the digit before the point may only allow breaking into two or more heaps".into(),
            ));
        }
        if digits.len() > MAX_TAKE + 1 {
            return Err(HeapError::Code(format!("at most {MAX_TAKE} counters may be removed")));
        }
        if digits.iter().any(|&digit| digit >> (MAX_PARTS + 1) != 0) {
            return Err(HeapError::Code(format!("a move may leave at most {MAX_PARTS} heaps")));
        }
        if unequal && digits.iter().any(|&digit| digit >= 8) {
            return Err(HeapError::Code(
                "unequal heaps are supported for moves that leave at most two".into(),
            ));
        }
        Ok(Self { digits, unequal })
    }

    /// Grundy's game: break a heap into two unequal ones.
    #[must_use]
    pub fn grundy() -> Self {
        Self { digits: vec![4], unequal: true }
    }

    /// The digits, from that of removing nothing on, without zeros at the end.
    #[must_use]
    pub fn digits(&self) -> &[u32] {
        &self.digits
    }

    /// Whether two heaps left by one move must differ.
    #[must_use]
    pub fn unequal(&self) -> bool {
        self.unequal
    }

    /// The largest number of counters that a move removes.
    #[must_use]
    pub fn last(&self) -> usize {
        self.digits.len().saturating_sub(1)
    }

    /// The numbers of counters whose removal may leave exactly `parts` heaps.
    #[must_use]
    pub fn takes(&self, parts: u32) -> Vec<usize> {
        let allowed = |&(_, digit): &(usize, &u32)| digit >> parts & 1 == 1;
        self.digits.iter().enumerate().filter(allowed).map(|(take, _)| take).collect()
    }

    /// The largest number of heaps that a move leaves.
    #[must_use]
    pub fn parts(&self) -> u32 {
        let all = self.digits.iter().fold(0, |all, digit| all | digit);
        (all | 1).ilog2()
    }

    /// A code with the same values one heap down, if a heap of one counter has no move.
    ///
    /// Then `G(n + 1)` of this game is `G(n)` of the code returned: taking a dead counter off
    /// every heap turns a move that removes `k` and leaves `i` heaps into one that removes
    /// `k + i - 1` and leaves `i` or, as heaps of one counter vanish, fewer. (Winning Ways,
    /// chapter 4, calls such games cousins.)
    #[must_use]
    pub fn without_dead_counter(&self) -> Option<Self> {
        let dead = self.digits.get(1).is_none_or(|digit| digit & 1 == 0);
        if self.unequal || self.digits.is_empty() || !dead {
            return None;
        }
        let top = self.parts() as usize;
        let mut digits = vec![0_u32; self.digits.len() + top];
        for (take, digit) in self.digits.iter().enumerate() {
            for parts in (0..=top).filter(|parts| digit >> parts & 1 == 1) {
                digits[take + parts - 1] |= (2 << parts) - 1;
            }
        }
        Self::new(digits, false).ok()
    }

    /// The code in which a heap of one counter has a move, and how many counters were dead:
    /// `G(n + shift)` of this game is `G(n)` of the standard code.
    #[must_use]
    pub fn standard(&self) -> (Self, usize) {
        let (mut code, mut shift) = (self.clone(), 0);
        while let Some(shorter) = code.without_dead_counter() {
            code = shorter;
            shift += 1;
        }
        (code, shift)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(digits: &[u32]) -> Code {
        Code::new(digits.to_vec(), false).unwrap()
    }

    #[test]
    fn dead_counters_are_taken_off() {
        assert_eq!(code(&[0, 0, 7]).standard(), (code(&[0, 1, 3, 7]), 1));
        assert_eq!(code(&[0, 4]).standard(), (code(&[0, 1, 3, 7]), 2));
        assert_eq!(code(&[0, 6]).standard(), (code(&[0, 3, 7]), 1));
        assert_eq!(code(&[0, 0, 4]).without_dead_counter(), Some(code(&[0, 0, 0, 7])));
        assert_eq!(code(&[0, 7, 7]).standard(), (code(&[0, 7, 7]), 0));
    }

    #[test]
    fn endless_and_oversized_moves_are_refused() {
        assert!(Code::new(vec![2], false).is_err());
        assert!(Code::new(vec![1, 7], false).is_err());
        assert!(Code::new(vec![0, 1 << 16], false).is_err());
        assert!(Code::new(vec![0, 8], true).is_err());
        assert_eq!(Code::new(vec![0, 3, 0, 0], false).unwrap().last(), 1);
    }
}
