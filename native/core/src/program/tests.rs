use std::convert::Infallible;

use serde_json::{Value, json};

use super::*;

type Options = Vec<Vec<Vec<i64>>>;

#[derive(Default)]
struct List(Options);

impl Sink for List {
    type Error = Infallible;

    fn option(&mut self, shape: &Shape, coords: &[i64]) -> Result<(), Infallible> {
        self.0.push(shape.parts.iter().map(|part| coords[part.start..part.end].to_vec()).collect());
        Ok(())
    }

    fn tick(&mut self, _: u64) -> Result<(), Infallible> {
        Ok(())
    }
}

fn system(coords: usize, vars: usize, moves: &Value) -> Result<System, String> {
    let names = |n: usize| (0..n).map(|i| format!("n{i}")).collect::<Vec<_>>();
    let program = json!({
        "name": "g", "coords": names(coords), "vars": names(vars), "domain": null, "moves": moves
    });
    System::from_text(&json!({"format": FORMAT, "programs": [program]}).to_string())
}

fn options(moves: &Value, position: &[i64]) -> Result<Options, Trouble> {
    let mut system = system(position.len(), 3, moves).expect("a system");
    let mut list = List::default();
    match system.games[0].options(0, position, &mut list) {
        Ok(()) => Ok(list.0),
        Err(Halt::Trouble(trouble)) => Err(trouble),
        Err(Halt::Sink(never)) => match never {},
    }
}

fn singles(moves: &Value, position: &[i64]) -> Vec<i64> {
    let all = options(moves, position).expect("no trouble");
    all.iter().map(|option| option[0][0]).collect()
}

fn eval(e: &Value, coords: &[i64]) -> Result<i64, Trouble> {
    Expression::from_json(e, coords.len(), 3).expect("an expression").eval(coords)
}

#[test]
fn second_operands_are_evaluated_only_when_needed() {
    let broken = json!(["//", 1, 0]);
    assert_eq!(eval(&json!(["and", ["x", 0], broken]), &[0]), Ok(0));
    assert_eq!(eval(&json!(["or", ["x", 0], broken]), &[5]), Ok(1));
    assert_eq!(eval(&json!(["?", ["x", 0], 7, broken]), &[5]), Ok(7));
    assert_eq!(eval(&json!(["or", ["x", 0], broken]), &[0]), Err(Trouble::DivisionByZero));
}

#[test]
fn nested_conditions_keep_their_truth() {
    for bits in 0..8_i64 {
        let x = [bits & 1, bits >> 1 & 1, bits >> 2 & 1];
        let e = json!([
            "or",
            ["and", ["x", 0], ["not", ["x", 1]]],
            ["not", ["or", ["x", 1], ["x", 2]]]
        ]);
        let truth = x[1] == 0 && (x[0] != 0 || x[2] == 0);
        assert_eq!(eval(&e, &x), Ok(i64::from(truth)), "{x:?}");
        let e = json!(["not", ["and", ["==", ["x", 0], ["x", 1]], ["<", ["x", 2], 1]]]);
        assert_eq!(eval(&e, &x), Ok(i64::from(!(x[0] == x[1] && x[2] < 1))), "{x:?}");
    }
}

#[test]
fn reductions_agree_with_python() {
    let square = json!(["*", ["v", 0], ["v", 0]]);
    assert_eq!(eval(&json!(["sum", 0, 1, ["x", 0], 1, square]), &[5]), Ok(30));
    assert_eq!(eval(&json!(["greatest", 0, 5, -3, -2, square]), &[0]), Ok(25));
    assert_eq!(eval(&json!(["least", 0, 5, -3, -2, square]), &[0]), Ok(1));
    assert_eq!(eval(&json!(["least", 0, 0, 0, 1, square]), &[0]), Err(Trouble::EmptyRange));
    assert_eq!(eval(&json!(["any", 0, 0, 9, 1, ["==", square, ["x", 0]]]), &[49]), Ok(1));
    assert_eq!(eval(&json!(["all", 0, 0, 9, 1, ["!=", square, ["x", 0]]]), &[50]), Ok(1));
    assert_eq!(eval(&json!(["all", 0, 9, 0, 1, 0]), &[50]), Ok(1));
    let twice = json!(["sum", 0, 0, 3, 1, ["sum", 1, 0, ["v", 0], 1, ["v", 1]]]);
    assert_eq!(eval(&twice, &[0]), Ok(1));
}

#[test]
fn constants_of_a_tuple_are_indexed_as_in_python() {
    let at = json!(["at", ["x", 0], [10, 20, 30]]);
    assert_eq!(eval(&at, &[2]), Ok(30));
    assert_eq!(eval(&at, &[-3]), Ok(10));
    assert_eq!(eval(&at, &[3]), Err(Trouble::IndexOutside { index: 3, length: 3 }));
    assert_eq!(eval(&at, &[i64::MIN]), Err(Trouble::IndexOutside { index: i64::MIN, length: 3 }));
}

#[test]
fn affine_loops_give_the_same_options_in_the_same_order() {
    let moves = json!([[
        "for",
        0,
        1,
        ["+", ["x", 0], 1],
        2,
        [
            ["move", [[0, ["-", ["x", 0], ["v", 0]]]]],
            ["move", [[0, ["v", 0]], [0, ["*", 2, ["-", 7, ["v", 0]]]]]],
        ]
    ]]);
    let expected: Options = vec![
        vec![vec![4]],
        vec![vec![1], vec![12]],
        vec![vec![2]],
        vec![vec![3], vec![8]],
        vec![vec![0]],
        vec![vec![5], vec![4]],
    ];
    assert_eq!(options(&moves, &[5]), Ok(expected));
    assert_eq!(options(&moves, &[0]), Ok(vec![]));
}

#[test]
fn a_loop_leaves_its_variable_at_the_last_member() {
    for guard in [json!(["x", 0]), json!(["not", ["x", 0]])] {
        let moves = json!([
            ["for", 0, 2, 10, 3, [["if", guard, [["move", [[0, ["v", 0]]]]], []]]],
            ["move", [[0, ["v", 0]]]],
        ]);
        assert_eq!(singles(&moves, &[1]).last(), Some(&8));
    }
}

#[test]
fn loops_break_continue_and_return() {
    let moves = json!([
        ["set", 0, 0],
        [
            "loop",
            [
                ["set", 0, ["+", ["v", 0], 1]],
                ["if", [">", ["v", 0], ["x", 0]], [["break"]], []],
                ["if", ["%", ["v", 0], 2], [["continue"]], []],
                [
                    "for",
                    1,
                    0,
                    5,
                    1,
                    [
                        ["if", [">=", ["v", 1], 2], [["break"]], []],
                        ["move", [[0, ["+", ["*", ["v", 0], 10], ["v", 1]]]]],
                    ]
                ],
            ]
        ],
        ["move", [[0, -1]]],
        ["return"],
        ["move", [[0, -2]]],
    ]);
    assert_eq!(singles(&moves, &[5]), [20, 21, 40, 41, -1]);
}

#[test]
fn loops_that_go_round_for_ever_are_refused() {
    for set in [json!(["set", 0, ["x", 0]]), json!(["set", 0, ["%", ["+", ["v", 0], 1], 12]])] {
        let moves = json!([["loop", [set, ["move", [[0, ["v", 0]]]]]]]);
        assert_eq!(options(&moves, &[5]), Err(Trouble::Endless));
    }
    let counted = json!([
        [
            "loop",
            [["set", 0, ["+", ["v", 0], 1]], ["if", [">", ["v", 0], 100_000], [["break"]], []]]
        ],
        ["move", [[0, ["v", 0]]]],
    ]);
    assert_eq!(singles(&counted, &[5]), [100_001]);
}

#[test]
fn assigning_the_loop_variable_does_not_change_the_range() {
    let moves =
        json!([["for", 0, 0, 3, 1, [["set", 0, ["*", 10, ["v", 0]]], ["move", [[0, ["v", 0]]]],]]]);
    assert_eq!(singles(&moves, &[0]), [0, 10, 20]);
}

#[test]
fn the_rules_own_errors_and_overflow_are_told_apart() {
    assert_eq!(options(&json!([["fail", "no"]]), &[0]), Err(Trouble::Failed("no".into())));
    let moves = json!([["move", [[0, ["*", ["x", 0], ["x", 0]]]]]]);
    assert_eq!(options(&moves, &[1 << 40]), Err(Trouble::Overflow));
}

#[test]
fn what_is_not_a_program_is_refused_with_its_reason() {
    let deep = format!("{}0{}", "[\"neg\",".repeat(5000), "]".repeat(5000));
    assert!(Expression::from_text(&deep, 1, 0).unwrap_err().contains("levels deep"));
    for (moves, reason) in [
        (json!([["move", [[0, 1, 2]]]]), "gives 2 coordinates to game 0, which has 1"),
        (json!([["move", [[1, 1]]]]), "the number of a game below 1"),
        (json!([["set", 3, 1]]), "the number of a variable below 3"),
        (json!([["move", [[0, ["x", 1]]]]]), "the number of a coordinate below 1"),
        (json!([["break"]]), "break outside a loop"),
        (json!([["move", [[0, 1.5]]]]), "an integer of 64 bits, found 1.5"),
        (json!([["move", [[0, ["?", 1]]]]]), "expected an expression, found [\"?\",1]"),
        (json!("x"), "expected a list of statements"),
    ] {
        let error = system(1, 3, &moves).unwrap_err();
        assert!(error.contains(reason), "{error}");
    }
    assert!(System::from_text("{").unwrap_err().starts_with("not JSON"));
    assert!(System::from_text("[]").unwrap_err().contains("format"));
}
