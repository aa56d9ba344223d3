use super::outcome::Effort;
use super::states::{State, VALUE, by_weights};
use super::{
    Amazons, AntiClobber, Clobber, Domineering, Fission, Grid, Hackenbush, Konane, Moves, NoGo,
    Pack, Placement, Rules, Solver, ToadsAndFrogs, TopplingDominoes, Vertices,
};
use crate::boards::hackenbush::{Colour, Picture};
use crate::games::{GameId, Store, Style};
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

/// A fixed sequence of numbers that look random.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }

    /// A board whose cells take the given states, bit 0 for plane `a` and bit 1 for plane `b`.
    fn grid(&mut self, width: u8, height: u8, states: &[u8]) -> Grid {
        let mut grid = Grid { width, height, a: 0, b: 0 };
        for cell in 0..width * height {
            let state = states[self.next(states.len() as u64) as usize];
            grid.a |= u128::from(state & 1) << cell;
            grid.b |= u128::from(state >> 1) << cell;
        }
        grid
    }
}

const SEARCH_ONLY: Effort = Effort {
    few_moves: 0,
    few_positions: 0,
    simple_moves: 0,
    simple_positions: 0,
    many_positions: 0,
    many_games: 0,
    visits: usize::MAX,
    per_visit: 0,
    share: 1,
    free: 0,
};
const SOME_VALUES: Effort = Effort { few_moves: 5, few_positions: 8, ..SEARCH_ONLY };
/// Parts met twice are valued as far as a few positions tell, so that values come and go.
const VALUES_LATER: Effort = Effort { visits: 2, per_visit: 3, free: 1 << 30, ..SEARCH_ONLY };

/// Compares the winner found by search, of boards and of sums, with what values say.
fn search_agrees<R: Rules + Clone>(rules: &R, boards: &[R::Part]) {
    let mut silent = Silent;
    let mut ticker = Ticker::new(&mut silent, 0);
    let mut store = Store::new();
    let mut valuing = Solver::new(rules.clone());
    let extra = ["0", "1/2", "-1*", "^", "{2|-1}", "+-1"]
        .map(|text| store.read(text, &mut ticker).unwrap());
    for effort in [SEARCH_ONLY, SOME_VALUES, VALUES_LATER] {
        let mut searching = Solver::new(rules.clone());
        searching.outcomes.effort = effort;
        for (at, sum) in boards.iter().zip(boards.iter().cycle().skip(1)).enumerate() {
            let values = [extra[at % 6], extra[at / 6 % 6]];
            let first = std::slice::from_ref(sum.0);
            let pair = [*sum.0, *sum.1];
            let cases: [(&[R::Part], &[GameId]); 3] =
                [(first, &[]), (first, &values), (&pair, &values[..1])];
            for (parts, values) in cases {
                let mut all = values.to_vec();
                for &part in parts {
                    all.push(valuing.value(part, &mut store, &mut ticker).unwrap());
                }
                let total = store.sum(&all, &mut ticker).unwrap();
                for left in [true, false] {
                    let (low, high) =
                        if left { (total, GameId::ZERO) } else { (GameId::ZERO, total) };
                    let wins = !store.le(low, high, &mut ticker).unwrap();
                    let found = searching.first_wins(parts, values, left, &mut store, &mut ticker);
                    assert_eq!(found, Ok(wins), "board {at}, {} parts, left {left}", parts.len());
                }
            }
        }
    }
}

#[test]
fn search_finds_the_winner_that_the_value_has() {
    let mut numbers = Numbers(7);
    let mut some = |count: usize, width, height, states: &[u8]| -> Vec<Grid> {
        (0..count).map(|_| numbers.grid(width, height, states)).collect()
    };
    search_agrees(&Domineering, &some(12, 4, 3, &[1, 1, 1, 0]));
    search_agrees(&Clobber::default(), &some(12, 4, 3, &[1, 2, 1, 2, 0]));
    search_agrees(&Clobber { cannibal: true }, &some(8, 3, 3, &[1, 2, 0]));
    search_agrees(&Konane, &some(12, 5, 3, &[1, 2, 0]));
    search_agrees(&Fission, &some(8, 3, 3, &[0, 0, 1, 3]));
    search_agrees(&NoGo, &some(8, 3, 3, &[0, 0, 1, 2]));
    search_agrees(&NoGo, &some(8, 7, 1, &[0, 0, 1, 2]));
    search_agrees(&Amazons, &some(8, 3, 2, &[0, 0, 1, 2, 3]));
    search_agrees(&ToadsAndFrogs { steps_only: false }, &some(12, 9, 1, &[0, 1, 2]));
    search_agrees(&ToadsAndFrogs { steps_only: true }, &some(12, 9, 1, &[0, 1, 2]));
    search_agrees(&TopplingDominoes, &some(8, 5, 1, &[1, 2, 3]));
    let path: Vec<_> = (0..6).map(|v| (v, v + 1)).collect();
    let mut vertices = || {
        let plane = |numbers: &mut Numbers| u128::from(numbers.next(128));
        Vertices { left: plane(&mut numbers), right: plane(&mut numbers) }
    };
    let boards: Vec<_> = (0..10).map(|_| vertices()).collect();
    search_agrees(&Placement::snort(7, &path), &boards);
    search_agrees(&Placement::col(7, &path), &boards);
    let arrows = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (6, 0)];
    search_agrees(&Placement::removal(7, &arrows), &boards);
    let colours = [Colour::Left, Colour::Right, Colour::Both];
    let ends = [(0, 1), (1, 2), (2, 0), (2, 3), (0, 4), (4, 5), (5, 0), (1, 5)];
    let edges: Vec<_> =
        ends.iter().enumerate().map(|(at, &(a, b))| (a, b, colours[at % 3])).collect();
    let rules = Hackenbush::new(&edges);
    let pictures: Vec<_> =
        (0..10).map(|_| rules.standing(Picture(u128::from(numbers.next(256))))).collect();
    search_agrees(&rules, &pictures);
}

/// Compares the number that a search finds, or finds that there is none, with the value.
fn numbers_agree<R: Rules + Clone>(rules: &R, boards: &[R::Part]) -> usize {
    let mut silent = Silent;
    let mut ticker = Ticker::new(&mut silent, 0);
    let mut store = Store::new();
    let mut valuing = Solver::new(rules.clone());
    let mut searching = Solver::new(rules.clone());
    searching.outcomes.effort = SEARCH_ONLY;
    let mut numbers = 0;
    for &board in boards {
        let mut parts = Moves::default();
        rules.split(board, &mut parts);
        for &part in parts.parts() {
            let value = valuing.value(part, &mut store, &mut ticker).unwrap();
            let expected = store.number(value).cloned();
            let found = searching.number_within(part, usize::MAX, &mut store, &mut ticker);
            assert_eq!(found, Ok(expected.clone()));
            numbers += usize::from(expected.is_some());
            // Told to stop early, the search may not know, but is never wrong.
            let mut hasty = Solver::new(rules.clone());
            let hasty = hasty.number_within(part, 2, &mut store, &mut ticker).unwrap();
            assert!(hasty.is_none() || hasty == expected);
        }
    }
    numbers
}

#[test]
fn search_finds_the_number_that_is_the_value() {
    let mut numbers = Numbers(11);
    let mut some = |count: usize, width, height, states: &[u8]| -> Vec<Grid> {
        (0..count).map(|_| numbers.grid(width, height, states)).collect()
    };
    assert!(numbers_agree(&Domineering, &some(40, 4, 3, &[1, 1, 1, 0])) > 10);
    assert!(numbers_agree(&Konane, &some(40, 5, 3, &[1, 2, 0])) > 10);
    assert!(numbers_agree(&Amazons, &some(40, 3, 2, &[0, 1, 2, 3])) > 10);
    assert!(numbers_agree(&Clobber::default(), &some(40, 4, 3, &[1, 2, 0])) > 3);
}

#[test]
fn packed_positions_are_told_apart() {
    let mut seen = std::collections::HashMap::new();
    for (width, height) in [(0, 0), (1, 1), (2, 1), (1, 2), (2, 2), (3, 1), (3, 2), (2, 3), (6, 1)]
    {
        let cells = u32::from(width) * u32::from(height);
        for a in 0..1_u128 << cells {
            for b in 0..1_u128 << cells {
                let grid = Grid { width, height, a, b };
                assert_eq!(seen.insert(grid.pack().unwrap(), grid), None, "{grid:?}");
            }
        }
    }
    assert!(free(128, 1).pack().is_none() && free(100, 1).pack().is_none());
    assert!(free(87, 1).pack().is_some() && free(88, 1).pack().is_none());
    let two = |width| Grid { b: 1, ..free(width, 1) };
    assert!(two(43).pack().is_some() && two(44).pack().is_none());
}

#[test]
fn atomic_weights_tell_the_winner_that_the_order_tells() {
    let mut silent = Silent;
    let mut ticker = Ticker::new(&mut silent, 0);
    let mut store = Store::new();
    let mut numbers = Numbers(5);
    let mut solver = Solver::new(Clobber::default());
    let mut games: Vec<GameId> = ["^", "v*", "^3*2", "{^*|v}", "{2|-1}", "1/4"]
        .map(|text| store.read(text, &mut ticker).unwrap())
        .to_vec();
    for _ in 0..150 {
        let (width, height) = [(3, 2), (7, 1), (4, 2), (3, 3)][numbers.next(4) as usize];
        let board = numbers.grid(width, height, &[1, 1, 2, 0]);
        let value = solver.value(board, &mut store, &mut ticker).unwrap();
        games.extend([value, store.negative(value, &mut ticker).unwrap()]);
    }
    let mut told = [0, 0];
    for _ in 0..4000 {
        let picked: Vec<GameId> = (0..2 + numbers.next(3))
            .map(|_| games[numbers.next(games.len() as u64) as usize])
            .collect();
        let total = store.sum(&picked, &mut ticker).unwrap();
        let wins = !store.le(total, GameId::ZERO, &mut ticker).unwrap();
        let state: State = picked.iter().map(|g| VALUE | g.0).collect();
        if let Some(known) = by_weights(&state, &mut store, &mut ticker).unwrap() {
            assert_eq!(known, wins, "{picked:?}");
            told[usize::from(known)] += 1;
        }
    }
    assert!(told[0] > 500 && told[1] > 500, "{told:?}");
}

/// The value from the definition, without parts or symmetry.
fn plain_value<R: Rules>(
    rules: &R,
    board: R::Part,
    known: &mut std::collections::HashMap<R::Part, GameId>,
    store: &mut Store,
    ticker: &mut Ticker<'_>,
) -> GameId {
    if let Some(&value) = known.get(&board) {
        return value;
    }
    let [lefts, rights] = [true, false].map(|left| {
        let mut options = Vec::new();
        rules.moves(board, left, &mut |option| options.push(option));
        let values = options.into_iter();
        values.map(|option| plain_value(rules, option, known, store, ticker)).collect()
    });
    let value = store.make(lefts, rights, ticker).unwrap();
    known.insert(board, value);
    value
}

#[test]
fn strips_of_nogo_are_worth_what_plain_play_says() {
    let mut silent = Silent;
    let mut ticker = Ticker::new(&mut silent, 0);
    let mut store = Store::new();
    let mut solver = Solver::new(NoGo);
    let mut known = std::collections::HashMap::new();
    let mut numbers = Numbers(13);
    let mut trimmed = 0;
    for round in 0..4000 {
        let width = 3 + numbers.next(7) as u8;
        let states: &[u8] = if round % 2 == 0 { &[0, 0, 1, 2] } else { &[0, 0, 0, 0, 1, 1, 2, 3] };
        let board = numbers.grid(width, 1, states);
        let expected = plain_value(&NoGo, board, &mut known, &mut store, &mut ticker);
        let found = solver.value(board, &mut store, &mut ticker).unwrap();
        assert_eq!(found, expected, "{board:?}");
        let mut parts = Moves::default();
        NoGo.split(board, &mut parts);
        let cells: u32 = parts.parts().iter().map(|&part| NoGo.size(part)).sum();
        trimmed += u32::from(cells > 1 && cells < NoGo.size(board));
    }
    assert!(trimmed > 100);
}

#[test]
fn ends_of_strips_of_nogo_are_trimmed() {
    // Cells from the left: x.x.. is .x.., and o.x.x.. is o.x.. with a move of Left in o.x. beside.
    let strip = |text: &str| {
        let plane = |mark| {
            let cells = text.chars().enumerate().filter(|&(_, cell)| cell == mark);
            cells.fold(0_u128, |plane, (at, _)| plane | 1 << at)
        };
        Grid { width: text.len() as u8, height: 1, a: plane('x'), b: plane('o') }
    };
    for (board, expected) in [
        ("x.x..", &[".x.."][..]),
        ("o.oo.o..", &[".o.o.."]),
        ("...x.x", &["...x."]),
        ("o.x.x..", &["o.x.", "o.x.."]),
        ("x.o.o.o..", &["x.o.", "x.o.", "x.o.."]),
        ("o.x.x.x.o", &["o.x.", "o.x.", "o.x.o"]),
        (".x.x..", &[".x.x.."]),
    ] {
        let mut parts = Moves::default();
        NoGo.split(strip(board), &mut parts);
        let expected: Vec<Grid> = expected.iter().map(|text| strip(text)).collect();
        assert_eq!(parts.parts(), expected, "{board}");
    }
}

/// The nim value from the definition, without parts, symmetry or a memory for bounds.
fn plain_nim_value<R: Rules>(
    rules: &R,
    board: R::Part,
    known: &mut std::collections::HashMap<R::Part, u32>,
) -> u32 {
    if let Some(&value) = known.get(&board) {
        return value;
    }
    let mut options = Vec::new();
    for left in [true, false] {
        rules.moves(board, left, &mut |option| options.push(option));
    }
    let had: std::collections::HashSet<u32> =
        options.into_iter().map(|option| plain_nim_value(rules, option, known)).collect();
    let value = (0..).find(|value| !had.contains(value)).unwrap();
    known.insert(board, value);
    value
}

fn nim_values_agree<R: Rules + Clone>(rules: &R, boards: &[R::Part]) {
    let mut silent = Silent;
    let mut ticker = Ticker::new(&mut silent, 0);
    let store = Store::new();
    let mut known = std::collections::HashMap::new();
    let mut kept = Solver::new(rules.clone());
    for &board in boards {
        let expected = plain_nim_value(rules, board, &mut known);
        // Asked for bounds first and for the value afterwards, and the other way round.
        let mut new = Solver::new(rules.clone());
        for wanted in [0, 1, expected + 1, expected, 3] {
            for solver in [&mut kept, &mut new] {
                let found = solver.has_nim_value(board, wanted, &store, &mut ticker);
                assert_eq!(found, Ok(wanted == expected), "{wanted} of {expected}");
            }
        }
        for solver in [&mut kept, &mut new, &mut Solver::new(rules.clone())] {
            assert_eq!(solver.nim_value(board, &store, &mut ticker), Ok(expected));
            let found = solver.has_nim_value(board, expected, &store, &mut ticker);
            assert_eq!(found, Ok(true));
        }
    }
}

#[test]
fn nim_values_by_bounds_are_those_of_the_definition() {
    let mut numbers = Numbers(3);
    let mut some = |count: usize, width, height, states: &[u8]| -> Vec<Grid> {
        (0..count).map(|_| numbers.grid(width, height, states)).collect()
    };
    nim_values_agree(&Domineering, &some(200, 4, 4, &[1, 1, 1, 0]));
    nim_values_agree(&Domineering, &some(60, 9, 2, &[1, 1, 1, 0]));
    nim_values_agree(&Clobber::default(), &some(200, 4, 3, &[1, 2, 1, 2, 0]));
    nim_values_agree(&Clobber { cannibal: true }, &some(60, 3, 3, &[1, 2, 0]));
    nim_values_agree(&AntiClobber, &some(60, 3, 3, &[1, 2, 3]));
    nim_values_agree(&Konane, &some(60, 5, 3, &[1, 2, 0]));
    nim_values_agree(&Fission, &some(60, 3, 4, &[0, 0, 1, 3]));
    nim_values_agree(&NoGo, &some(60, 3, 3, &[0, 0, 0, 1, 2]));
    nim_values_agree(&NoGo, &some(60, 8, 1, &[0, 0, 0, 1, 2]));
    nim_values_agree(&NoGo, &some(60, 9, 1, &[0, 0, 0, 1, 2, 3]));
    nim_values_agree(&NoGo, &some(200, 9, 1, &[0, 0, 0, 1, 1, 2]));
    nim_values_agree(&NoGo, &some(60, 4, 3, &[0, 1, 2, 1, 2, 3]));
    nim_values_agree(&Amazons, &some(30, 3, 2, &[0, 0, 1, 2, 3]));
    nim_values_agree(&ToadsAndFrogs { steps_only: false }, &some(60, 9, 1, &[0, 1, 2]));
    nim_values_agree(&ToadsAndFrogs { steps_only: true }, &some(60, 9, 1, &[0, 1, 2]));
    nim_values_agree(&TopplingDominoes, &some(30, 6, 1, &[1, 2, 3]));
}
