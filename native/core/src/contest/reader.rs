//! Reads integers line by line from a stream, in constant memory, and writes answers as it goes.

use std::io::{ErrorKind, Read, Write};
use std::time::Instant;

use super::Fault;
use crate::monitor::{Monitor, POLL_INTERVAL};

/// Bytes asked of the source at a time; also the longest word that is read as one.
const CHUNK: usize = 1 << 17;

/// Longest part of a word that is repeated in a message.
const QUOTED: usize = 40;

/// Digits that certainly fit in a `u64`.
const SAFE_DIGITS: usize = 19;

/// What stands next in the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    /// Digits only; a number beyond 64 bits reads as the largest `u64`.
    Number(u64),
    /// Anything else that is not blank.
    Word,
    /// The line is over (the end of the input also ends a line that has begun).
    LineEnd,
    /// The input is over.
    InputEnd,
}

/// The two ends of the conversation: what is answered goes out before more is asked for, so that
/// a person or a program at the other end is never kept waiting.
pub(super) struct Wire<'a> {
    source: &'a mut dyn Read,
    sink: &'a mut dyn Write,
    monitor: &'a mut dyn Monitor,
    looked: Instant,
    /// Answers not yet written.
    pub(super) pending: Vec<u8>,
    /// Cases answered.
    pub(super) done: u64,
    /// Cases there are, once known.
    pub(super) total: u64,
}

impl<'a> Wire<'a> {
    pub(super) fn new(
        source: &'a mut dyn Read,
        sink: &'a mut dyn Write,
        monitor: &'a mut dyn Monitor,
    ) -> Self {
        Self {
            source,
            sink,
            monitor,
            looked: Instant::now(),
            pending: Vec::new(),
            done: 0,
            total: 0,
        }
    }

    fn poll(&mut self) -> Result<(), Fault> {
        self.monitor.poll(self.done, self.total)?;
        self.looked = Instant::now();
        Ok(())
    }

    /// Writes all pending answers.
    pub(super) fn send(&mut self) -> Result<(), Fault> {
        let mut written = 0;
        while written < self.pending.len() {
            match self.sink.write(&self.pending[written..]) {
                Ok(0) => return Err(Fault::Closed),
                Ok(count) => written += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => self.poll()?,
                Err(error) => return Err(Fault::of_writing(&error)),
            }
        }
        self.pending.clear();
        self.sink.flush().map_err(|error| Fault::of_writing(&error))
    }

    /// Fills the start of `space`; 0 at the end of the input.
    fn receive(&mut self, space: &mut [u8]) -> Result<usize, Fault> {
        if !self.pending.is_empty() {
            self.send()?;
        }
        if self.looked.elapsed() >= POLL_INTERVAL {
            self.poll()?;
        }
        loop {
            match self.source.read(space) {
                Ok(count) => return Ok(count),
                Err(error) if error.kind() == ErrorKind::Interrupted => self.poll()?,
                Err(error) => return Err(Fault::Read(error.to_string())),
            }
        }
    }
}

/// Splits the input into numbers, words and ends of lines.
pub(super) struct Reader<'a> {
    pub(super) wire: Wire<'a>,
    buffer: Vec<u8>,
    /// The unread part of `buffer` is `position..filled`.
    position: usize,
    filled: usize,
    /// Start of the token read last.
    token: usize,
    /// Offset in the input of `buffer[0]`, and of the start of the line.
    base: u64,
    line_start: u64,
    line: u64,
    exhausted: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(wire: Wire<'a>) -> Self {
        Self {
            wire,
            buffer: vec![0; CHUNK],
            position: 0,
            filled: 0,
            token: 0,
            base: 0,
            line_start: 0,
            line: 1,
            exhausted: false,
        }
    }

    /// The line being read, counted from 1.
    pub(super) fn line(&self) -> u64 {
        self.line
    }

    /// The column at which the token read last begins, counted from 1 in bytes.
    pub(super) fn column(&self) -> u64 {
        (self.base + self.token as u64).saturating_sub(self.line_start) + 1
    }

    /// The token read last, fit to be shown on one line.
    pub(super) fn quoted(&self) -> String {
        let text = String::from_utf8_lossy(&self.buffer[self.token..self.position]);
        let mut shown: String = text.chars().take(QUOTED).flat_map(char::escape_debug).collect();
        if text.chars().count() > QUOTED {
            shown.push_str("...");
        }
        shown
    }

    /// Moves what is kept (`token..filled`) to the front and reads more behind it; false if
    /// there is no more, or no room for more of one word.
    fn refill(&mut self) -> Result<bool, Fault> {
        if self.exhausted {
            return Ok(false);
        }
        self.buffer.copy_within(self.token..self.filled, 0);
        self.base += self.token as u64;
        self.position -= self.token;
        self.filled -= self.token;
        self.token = 0;
        if self.filled == self.buffer.len() {
            return Ok(false);
        }
        let count = self.wire.receive(&mut self.buffer[self.filled..])?;
        self.filled += count;
        self.exhausted = count == 0;
        Ok(count > 0)
    }

    /// Reads the next token, by the quick way where it will do.
    #[inline]
    pub(super) fn next(&mut self) -> Result<Token, Fault> {
        match self.quick() {
            Some(token) => Ok(token),
            None => self.careful(),
        }
    }

    /// Reads a number of a few digits, or the end of a line, that the buffer holds whole.
    #[inline]
    fn quick(&mut self) -> Option<Token> {
        let unread = &self.buffer[self.position..self.filled];
        let blanks = usize::from(*unread.first()? == b' ');
        let word = &unread[blanks..];
        let (mut digits, mut value) = (0, 0_u64);
        if let Some(eight) = eight_digits(word) {
            (digits, value) = (8, eight);
        }
        loop {
            let byte = *word.get(digits)?;
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                if digits == 0 {
                    if byte != b'\n' {
                        return None;
                    }
                    self.position += blanks + 1;
                    self.begin_line();
                    return Some(Token::LineEnd);
                }
                if !is_blank(byte) || digits > SAFE_DIGITS {
                    return None;
                }
                self.token = self.position + blanks;
                self.position = self.token + digits;
                return Some(Token::Number(value));
            }
            value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
            digits += 1;
        }
    }

    /// Reads on to the next number, word or end, whatever it takes.
    fn careful(&mut self) -> Result<Token, Fault> {
        loop {
            let unread = &self.buffer[self.position..self.filled];
            let something = unread.iter().position(|&byte| byte == b'\n' || !is_blank(byte));
            if let Some(blanks) = something {
                self.position += blanks;
                if self.buffer[self.position] != b'\n' {
                    return self.word();
                }
                self.position += 1;
            } else {
                self.position = self.filled;
                self.token = self.position;
                if self.refill()? {
                    continue;
                }
                if self.base + self.position as u64 == self.line_start {
                    return Ok(Token::InputEnd);
                }
            }
            self.begin_line();
            return Ok(Token::LineEnd);
        }
    }

    fn begin_line(&mut self) {
        self.line += 1;
        self.line_start = self.base + self.position as u64;
    }

    /// Reads the number or word that starts here.
    fn word(&mut self) -> Result<Token, Fault> {
        self.token = self.position;
        let mut value: u64 = 0;
        loop {
            let unread = &self.buffer[self.position..self.filled];
            let mut digits = 0;
            while let Some(eight) = eight_digits(&unread[digits..]) {
                value = value.wrapping_mul(100_000_000).wrapping_add(eight);
                digits += 8;
            }
            for &byte in &unread[digits..] {
                let digit = byte.wrapping_sub(b'0');
                if digit > 9 {
                    break;
                }
                // Wraps only beyond SAFE_DIGITS, where `number` counts anew.
                value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
                digits += 1;
            }
            self.position += digits;
            if let Some(&byte) = unread.get(digits) {
                return if is_blank(byte) { Ok(self.number(value)) } else { self.rest_of_word() };
            }
            if !self.refill()? {
                return if self.exhausted { Ok(self.number(value)) } else { self.rest_of_word() };
            }
        }
    }

    fn number(&self, value: u64) -> Token {
        let digits = &self.buffer[self.token..self.position];
        if digits.len() <= SAFE_DIGITS {
            return Token::Number(value);
        }
        Token::Number(digits.iter().fold(0, |value: u64, &byte| {
            value.saturating_mul(10).saturating_add(u64::from(byte.wrapping_sub(b'0')))
        }))
    }

    /// Reads the word to its end, or as far as there is room.
    fn rest_of_word(&mut self) -> Result<Token, Fault> {
        loop {
            while let Some(&byte) = self.buffer[..self.filled].get(self.position) {
                if is_blank(byte) {
                    return Ok(Token::Word);
                }
                self.position += 1;
            }
            if !self.refill()? {
                return Ok(Token::Word);
            }
        }
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// The value of the first eight bytes, if they are all digits.
///
/// Works on all eight at once: neighbours are joined to numbers of two digits, those to numbers of
/// four, those to one of eight.
fn eight_digits(bytes: &[u8]) -> Option<u64> {
    const LOW: u64 = u64::MAX / 255;
    let word = u64::from_le_bytes(*bytes.first_chunk()?);
    // A digit is 0x30 to 0x39: its high half is 3, and stays so when 6 is added.
    let high_halves = |word: u64| word & (LOW * 0xf0);
    if high_halves(word) != LOW * 0x30 || high_halves(word.wrapping_add(LOW * 6)) != LOW * 0x30 {
        return None;
    }
    let digits = word - LOW * 0x30;
    let pairs = (digits * 10 + (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs * 100 + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    Some((fours * 10_000 + (fours >> 32)) & 0xffff_ffff)
}

#[cfg(test)]
mod tests {
    use super::eight_digits;

    #[test]
    fn eight_digits_are_read_at_once() {
        for text in ["00000000", "12345678", "99999999", "00000007", "90000000"] {
            assert_eq!(eight_digits(text.as_bytes()), text.parse().ok());
        }
        assert_eq!(eight_digits(b"123456789"), Some(12_345_678));
        assert_eq!(eight_digits(b"1234567"), None);
    }

    #[test]
    fn any_other_byte_among_eight_is_noticed() {
        for place in 0..8 {
            for byte in 0..=u8::MAX {
                let mut bytes = *b"19283746";
                bytes[place] = byte;
                assert_eq!(eight_digits(&bytes).is_some(), byte.is_ascii_digit(), "{bytes:?}");
            }
        }
    }
}
