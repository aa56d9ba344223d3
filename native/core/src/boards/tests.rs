use super::{
    Clobber, Domineering, Grid, Hackenbush, Konane, Moves, Placement, Rules, Solver, Vertices,
};
use crate::boards::hackenbush::Colour;
use crate::games::{Store, Style};
use crate::monitor::{Silent, Ticker};

fn value<R: Rules>(rules: R, board: R::Part) -> String {
    let mut silent = Silent;
    let mut ticker = Ticker::new(&mut silent, 0);
    let mut store = Store::new();
    let value = Solver::new(rules).value(board, &mut store, &mut ticker).unwrap();
    store.text(value, Style::Ascii, &mut ticker).unwrap()
}

fn free(width: u8, height: u8) -> Grid {
    let grid = Grid { width, height, a: 0, b: 0 };
    Grid { a: grid.full(), ..grid }
}

#[test]
fn domineering_has_its_published_values() {
    // Winning Ways, chapter 5.
    for (width, height, expected) in [(2, 2, "+-1"), (3, 3, "+-1"), (128, 1, "-64"), (1, 128, "64")]
    {
        assert_eq!(value(Domineering, free(width, height)), expected, "{width} x {height}");
    }
}

#[test]
fn images_under_symmetries_have_one_normal_form() {
    let board = Grid { width: 3, height: 2, a: 0b000_101, b: 0b010_010 };
    let upside_down = Grid { a: 0b101_000, b: 0b010_010, ..board };
    assert_eq!(Clobber::default().normal(board).0, Clobber::default().normal(upside_down).0);
    let (normal, negated) = Clobber::default().normal(board.swapped());
    assert_eq!((normal, !negated), Clobber::default().normal(board));
}

#[test]
fn konane_falls_into_parts_that_no_jump_joins() {
    // xo.xo. with the two groups apart by a blocked cell.
    let board = Grid { width: 7, height: 1, a: 0b001_1001, b: 0b010_1010 };
    let mut moves = Moves::default();
    Konane.split(board, &mut moves);
    assert_eq!(moves.options().next().map(<[Grid]>::len), Some(2));
    assert_eq!(value(Konane, board), "2");
}

#[test]
fn graphs_and_stalks_have_their_known_values() {
    let path: Vec<_> = (0..2).map(|v| (v, v + 1)).collect();
    let all = Vertices { left: 7, right: 7 };
    assert_eq!(value(Placement::snort(3, &path), all), "+-2");
    assert_eq!(value(Placement::col(3, &path), all), "0");
    let stalk: Vec<_> = [Colour::Left, Colour::Right, Colour::Right, Colour::Left]
        .into_iter()
        .enumerate()
        .map(|(at, colour)| (at, at + 1, colour))
        .collect();
    let rules = Hackenbush::new(&stalk);
    let picture = rules.picture();
    assert_eq!(value(rules, picture), "3/8");
}
