//! From characters to tokens; Unicode forms become their ASCII equals here.

use super::read::Misread;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    Digits(String),
    /// A run of `^` (positive) or `v` (negative).
    Arrows(i64),
    Star,
    Slash,
    Dot,
    Plus,
    Minus,
    Switch,
    Comma,
    Bars(usize),
    Open,
    Close,
    OpenBrace,
    CloseBrace,
    OpenAngle,
    CloseAngle,
    OpenSquare,
    CloseSquare,
    Ampersand,
    Word(String),
}

/// Tokens with the columns (from 1, in characters) where they begin; the end of the text last.
///
/// `tick` hears of so many characters more.
pub(super) fn tokens(
    text: &str,
    mut tick: impl FnMut(u64) -> crate::games::Result<()>,
) -> Result<(Vec<(Token, usize)>, usize), Misread> {
    let mut found = Vec::with_capacity(text.len() / 2);
    let mut chars = text.chars().enumerate().peekable();
    let mut end = 1;
    while let Some((at, c)) = chars.next() {
        let column = at + 1;
        tick(column as u64 + 1 - end as u64)
            .map_err(|trouble| Misread::from_trouble(column, trouble))?;
        end = column + 1;
        let mut run = |accept: &dyn Fn(char) -> bool, into: &mut String| {
            while let Some(&(at, next)) = chars.peek() {
                if !accept(next) {
                    break;
                }
                into.push(next);
                chars.next();
                end = at + 2;
            }
        };
        let token = match c {
            ' ' | '\t' | '\n' | '\r' => continue,
            '0'..='9' => {
                let mut digits = c.to_string();
                run(&|c| c.is_ascii_digit(), &mut digits);
                Token::Digits(digits)
            }
            '^' | '↑' => {
                let mut rest = String::new();
                run(&|c| matches!(c, '^' | '↑'), &mut rest);
                Token::Arrows(1 + length(&rest))
            }
            '↓' => {
                let mut rest = String::new();
                run(&|c| c == '↓', &mut rest);
                Token::Arrows(-1 - length(&rest))
            }
            '⇑' => Token::Arrows(2),
            '⇓' => Token::Arrows(-2),
            '*' | '∗' | '⋆' | '★' => Token::Star,
            '/' => Token::Slash,
            '.' => Token::Dot,
            '+' => match chars.peek() {
                Some((_, '-' | '−')) => {
                    chars.next();
                    end += 1;
                    Token::Switch
                }
                _ => Token::Plus,
            },
            '±' => Token::Switch,
            '-' | '−' => Token::Minus,
            ',' => Token::Comma,
            '|' | '‖' => {
                let mut bars = c.to_string();
                run(&|c| matches!(c, '|' | '‖'), &mut bars);
                Token::Bars(bars.chars().map(|c| if c == '|' { 1 } else { 2 }).sum())
            }
            '(' => Token::Open,
            ')' => Token::Close,
            '{' => Token::OpenBrace,
            '}' => Token::CloseBrace,
            '<' | '⟨' => Token::OpenAngle,
            '>' | '⟩' => Token::CloseAngle,
            '[' => Token::OpenSquare,
            ']' => Token::CloseSquare,
            '&' => Token::Ampersand,
            '⧾' => Token::Word("Tiny".into()),
            '⧿' => Token::Word("Miny".into()),
            c if c.is_alphabetic() => {
                let mut word = c.to_string();
                run(&char::is_alphabetic, &mut word);
                if word.bytes().all(|b| b == b'v') {
                    Token::Arrows(-length(&word))
                } else {
                    Token::Word(word)
                }
            }
            other => {
                return Err(Misread::new(column, format!("{other:?} has no meaning in a value")));
            }
        };
        found.push((token, column));
    }
    Ok((found, end))
}

fn length(run: &str) -> i64 {
    i64::try_from(run.chars().count()).unwrap_or(i64::MAX)
}
