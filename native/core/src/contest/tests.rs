use std::io::{Error, ErrorKind, Read, Result as IoResult, Write};

use super::*;
use crate::monitor::Silent;

fn hands() -> Problem {
    // Wins where the first number is larger than the second.
    Problem::from_json(
        r#"{"layout": "single", "items": "hands", "numbers": ["a", "b"], "low": 0, "high": 100,
            "formula": ["-", ["x", 0], ["x", 1]], "combine": "sum",
            "case": "Case #", "wins": "A", "loses": "B"}"#,
    )
    .unwrap()
}

fn heaps() -> Problem {
    // Heaps with even places count.
    Problem::from_json(
        r#"{"layout": "row", "items": "heaps", "numbers": ["heap"], "low": 0, "high": 9,
            "formula": ["?", ["%", ["x", 1], 2], 0, ["x", 0]], "combine": "xor",
            "case": "Case ", "wins": "A", "loses": "B"}"#,
    )
    .unwrap()
}

fn bars() -> Problem {
    Problem::from_json(
        r#"{"layout": "lines", "items": "bars", "numbers": ["a", "b"], "low": 1, "high": 100,
            "formula": ["-", ["x", 0], ["x", 1]], "combine": "sum",
            "case": "Case ", "wins": "A", "loses": "B"}"#,
    )
    .unwrap()
}

fn run(problem: &Problem, input: impl AsRef<[u8]>) -> (String, Option<String>) {
    let mut sink = Vec::new();
    let outcome = judge(problem, &mut input.as_ref(), &mut sink, &mut Silent);
    (String::from_utf8(sink).unwrap(), outcome.err().map(|fault| fault.to_string()))
}

fn fault(problem: &Problem, input: impl AsRef<[u8]>) -> String {
    run(problem, input).1.expect("the input is malformed")
}

/// Hands out its bytes a few at a time, now and then interrupted.
struct Drip<'a>(&'a [u8], usize, bool);

impl Read for Drip<'_> {
    fn read(&mut self, space: &mut [u8]) -> IoResult<usize> {
        self.2 = !self.2;
        if self.2 {
            return Err(Error::from(ErrorKind::Interrupted));
        }
        let count = self.1.min(self.0.len()).min(space.len());
        space[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

#[test]
fn single_lines_are_answered_in_order() {
    let (answers, fault) = run(&hands(), "3\n2 1\n1 2\n100 0\n");
    assert_eq!(answers, "Case #1: A\nCase #2: B\nCase #3: A\n");
    assert_eq!(fault, None);
}

#[test]
fn items_on_lines_add_up() {
    let (answers, fault) = run(&bars(), "2\n2\n3 1\n1 2\n1\n1 1\n");
    assert_eq!((answers.as_str(), fault), ("Case 1: A\nCase 2: B\n", None));
}

#[test]
fn items_in_a_row_know_their_place() {
    let (answers, fault) = run(&heaps(), "3\n2\n5 0\n2\n0 5\n4\n9 3 9 3\n");
    assert_eq!((answers.as_str(), fault), ("Case 1: B\nCase 2: A\nCase 3: B\n", None));
}

#[test]
fn blanks_and_blank_lines_do_not_matter() {
    let input = "\n \t3 \r\n\r\n  2\t1\r\n\n1 2  \n\x0b\n100 0";
    assert_eq!(run(&hands(), input), run(&hands(), "3\n2 1\n1 2\n100 0\n"));
}

#[test]
fn any_split_of_the_input_reads_the_same() {
    let input = "3\n2 1\n1 2\n100 000000000000000000000000000000000000007\n\n x";
    let whole = run(&hands(), input);
    for size in 1..20 {
        let mut sink = Vec::new();
        let mut drip = Drip(input.as_bytes(), size, false);
        let outcome = judge(&hands(), &mut drip, &mut sink, &mut Silent);
        let fault = outcome.err().map(|fault| fault.to_string());
        assert_eq!((String::from_utf8(sink).unwrap(), fault), whole, "{size} bytes at a time");
    }
    assert!(whole.1.unwrap().starts_with("line 6: expected the end of the input after 3 cases"));
}

#[test]
fn empty_and_blank_inputs_lack_the_number_of_cases() {
    for (input, line) in [("", 1), ("\n", 2), (" \r\n\n ", 4)] {
        let expected =
            format!("line {line}: expected the number of cases, found the end of the input");
        assert_eq!(fault(&hands(), input), expected);
    }
}

#[test]
fn no_cases_are_no_answers() {
    assert_eq!(run(&hands(), "0\n"), (String::new(), None));
}

#[test]
fn complete_cases_are_answered_before_the_fault() {
    let (answers, fault) = run(&hands(), "3\n2 1\n1 x\n2 2\n");
    assert_eq!(answers, "Case #1: A\n");
    let expected = "line 3: expected 2 integers a b from 0 to 100, found \"x\" in column 3";
    assert_eq!(fault.unwrap(), expected);
}

#[test]
fn numbers_are_not_borrowed_from_the_next_line() {
    let (answers, fault) = run(&hands(), "2\n2\n1 1 2\n");
    assert_eq!(answers, "");
    assert_eq!(fault.unwrap(), "line 2: expected 2 integers a b from 0 to 100, found only 1");
}

#[test]
fn extra_numbers_on_a_line_are_a_fault() {
    assert_eq!(
        fault(&hands(), "1\n2 1 7\n"),
        "line 2: expected 2 integers a b from 0 to 100, found \"7\" in column 5 after them"
    );
    assert_eq!(
        fault(&hands(), "1 5\n2 1\n"),
        "line 1: expected the number of cases alone on its line, found \"5\" in column 3"
    );
}

#[test]
fn numbers_out_of_range_are_a_fault() {
    for word in ["101", "-1", "1.5", "+1", "1e2", "99999999999999999999999", "0x1", "١"] {
        let found = fault(&hands(), format!("1\n1 {word}\n"));
        assert!(found.ends_with(&format!("found \"{word}\" in column 3")), "{found}");
    }
    assert!(fault(&bars(), "1\n1\n0 1\n").starts_with("line 3: expected 2 integers a b from 1"));
}

#[test]
fn missing_cases_are_a_fault_on_the_line_after_the_last() {
    for input in ["2\n2 1\n", "2\n2 1"] {
        assert_eq!(
            fault(&hands(), input),
            "line 3: expected 2 integers a b from 0 to 100, found the end of the input"
        );
    }
}

#[test]
fn a_row_must_be_complete() {
    assert_eq!(
        fault(&heaps(), "1\n3\n1 2\n3\n"),
        "line 3: expected 3 integers from 0 to 9, found only 2"
    );
    assert_eq!(
        fault(&heaps(), "1\n0\n\n"),
        "line 2: expected the number of heaps of case 1 of 1, at least 1, found \"0\" in column 1"
    );
    assert_eq!(
        fault(&heaps(), "1\n1\n12\n"),
        "line 3: expected 1 integer from 0 to 9, found \"12\" in column 1"
    );
}

#[test]
fn absurd_counts_end_with_the_input_and_not_with_memory() {
    assert!(fault(&heaps(), "1\n99999999999999999999\n1\n").contains("the number of heaps"));
    assert!(fault(&heaps(), "1\n18446744073709551614\n1\n").contains("found only 1"));
    assert!(fault(&hands(), "18446744073709551614\n1 2\n").contains("the end of the input"));
}

#[test]
fn binary_input_is_shown_on_one_line() {
    let found = fault(&hands(), b"1\n\x00\xff\x1b[2J\x7f 2\n");
    assert!(found.contains(r"\0") && found.contains(r"\u{1b}"), "{found}");
    assert!(!found.chars().any(char::is_control), "{found}");
}

#[test]
fn words_without_end_are_shown_in_part() {
    for byte in [b'7', b'x'] {
        let mut input = b"1\n1 ".to_vec();
        input.resize(1 << 20, byte);
        let found = fault(&hands(), input);
        assert!(found.len() < 200 && found.contains("...\" in column 3"), "{found}");
    }
}

#[test]
fn columns_stay_right_far_into_a_line() {
    let mut input = b"1\n300000\n".to_vec();
    input.extend(std::iter::repeat_n(b"1 ", 200_000).flatten());
    input.extend(b"y\n");
    assert!(fault(&heaps(), input).ends_with("found \"y\" in column 400001"));
}

#[test]
fn a_failing_formula_is_reported_with_its_line() {
    let problem = Problem::from_json(
        r#"{"layout": "single", "items": "hands", "numbers": ["a"], "low": 0, "high": 100,
            "formula": ["//", 1, ["x", 0]], "combine": "sum",
            "case": "Case #", "wins": "A", "loses": "B"}"#,
    )
    .unwrap();
    let (answers, fault) = run(&problem, "2\n1\n0\n");
    assert_eq!(answers, "Case #1: A\n");
    assert!(fault.unwrap().starts_with("line 3: the closed form fails: "));
}

/// Takes a few bytes and then fails.
struct Wall(usize, ErrorKind);

impl Write for Wall {
    fn write(&mut self, bytes: &[u8]) -> IoResult<usize> {
        if self.0 == 0 {
            return Err(Error::from(self.1));
        }
        let count = bytes.len().min(self.0);
        self.0 -= count;
        Ok(count)
    }

    fn flush(&mut self) -> IoResult<()> {
        Ok(())
    }
}

#[test]
fn a_closed_or_full_sink_ends_the_run() {
    let input = "2\n2 1\n1 2\n";
    let mut sink = Wall(5, ErrorKind::BrokenPipe);
    let outcome = judge(&hands(), &mut input.as_bytes(), &mut sink, &mut Silent);
    assert_eq!(outcome, Err(Fault::Closed));
    let mut sink = Wall(5, ErrorKind::StorageFull);
    let outcome = judge(&hands(), &mut input.as_bytes(), &mut sink, &mut Silent);
    assert!(matches!(outcome, Err(Fault::Write(_))));
}

#[test]
fn answers_go_out_before_more_input_is_asked_for() {
    /// Checks at every read that everything so far has been answered.
    struct Asker<'a>(std::vec::IntoIter<&'static str>, &'a std::cell::RefCell<Vec<u8>>, usize);
    impl Read for Asker<'_> {
        fn read(&mut self, space: &mut [u8]) -> IoResult<usize> {
            let heard = String::from_utf8(self.1.borrow().clone()).unwrap();
            assert_eq!(heard.lines().count(), self.2.saturating_sub(1), "lines answered");
            self.2 += 1;
            let text = self.0.next().unwrap_or("");
            space[..text.len()].copy_from_slice(text.as_bytes());
            Ok(text.len())
        }
    }
    struct Tee<'a>(&'a std::cell::RefCell<Vec<u8>>);
    impl Write for Tee<'_> {
        fn write(&mut self, bytes: &[u8]) -> IoResult<usize> {
            self.0.borrow_mut().write(bytes)
        }
        fn flush(&mut self) -> IoResult<()> {
            Ok(())
        }
    }
    let heard = std::cell::RefCell::new(Vec::new());
    let mut asker = Asker(vec!["2\n", "2 1\n", "1 2\n"].into_iter(), &heard, 0);
    let outcome = judge(&hands(), &mut asker, &mut Tee(&heard), &mut Silent);
    assert_eq!(outcome, Ok(2));
}

#[test]
fn a_monitor_can_stop_an_interrupted_read() {
    struct No;
    impl Monitor for No {
        fn poll(&mut self, _done: u64, _total: u64) -> Result<(), Stopped> {
            Err(Stopped)
        }
    }
    let mut sink = Vec::new();
    let mut drip = Drip(b"1\n2 1\n", 100, false);
    let outcome = judge(&hands(), &mut drip, &mut sink, &mut No);
    assert_eq!(outcome, Err(Fault::Stopped(Stopped)));
}

#[test]
fn malformed_problems_are_refused_with_a_reason() {
    for (text, reason) in [
        ("", "EOF"),
        ("[]", "a problem is an object"),
        ("{}", "numbers is missing"),
        (r#"{"numbers": []}"#, "at least one"),
        (r#"{"numbers": ["a"], "low": -1}"#, "low is an integer"),
        (r#"{"numbers": ["a"], "low": 0, "high": 1, "formula": ["x", 2]}"#, "formula: "),
    ] {
        let refused = Problem::from_json(text).unwrap_err();
        assert!(refused.contains(reason), "{refused}");
    }
}
