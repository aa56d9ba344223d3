//! Boards: values, nim values and moves of the built-in rulesets with native move generators.

use lastmove_core::boards::{
    Amazons, AntiClobber, Clobber, Colour, Domineering, Fission, Grid, Hackenbush, Konane,
    MOST_CELLS, NoGo, Picture, Placement, Rules, Solver, ToadsAndFrogs, TopplingDominoes, Vertices,
};
use lastmove_core::games::{GameId, Result as GameResult, Store};
use lastmove_core::monitor::Ticker;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::games::Game;
use crate::world::{quick, with_progress};

/// Adds the topic to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(grid_value, module)?)?;
    module.add_function(wrap_pyfunction!(grid_nim_value, module)?)?;
    module.add_function(wrap_pyfunction!(grid_moves, module)?)?;
    module.add_function(wrap_pyfunction!(graph_value, module)?)?;
    module.add_function(wrap_pyfunction!(graph_nim_value, module)?)?;
    module.add_function(wrap_pyfunction!(graph_moves, module)?)?;
    module.add_function(wrap_pyfunction!(boards_forget, module)?)
}

/// What is asked of a solver.
enum Question {
    Value(Option<Py<PyAny>>),
    NimValue(Option<Py<PyAny>>),
    Moves(bool),
}

enum Answer<P> {
    Value(GameId),
    NimValue(u32),
    Moves(Vec<P>),
}

fn answer<R: Rules>(
    solver: &mut Solver<R>,
    board: R::Part,
    wanted: Wanted,
    store: &mut Store,
    ticker: &mut Ticker<'_>,
) -> GameResult<Answer<R::Part>> {
    Ok(match wanted {
        Wanted::Value => Answer::Value(solver.value(board, store, ticker)?),
        Wanted::NimValue => Answer::NimValue(solver.nim_value(board, store, ticker)?),
        Wanted::Moves(left) => {
            let mut found = Vec::new();
            solver.rules().moves(board, left, &mut |board| found.push(board));
            Answer::Moves(found)
        }
    })
}

/// A question without its progress callback.
#[derive(Clone, Copy)]
enum Wanted {
    Value,
    NimValue,
    Moves(bool),
}

/// Solvers of the rulesets on rectangles, kept for the life of the process.
#[derive(Default)]
pub struct GridSolvers {
    domineering: Option<Solver<Domineering>>,
    clobber: Option<Solver<Clobber>>,
    cannibal_clobber: Option<Solver<Clobber>>,
    anti_clobber: Option<Solver<AntiClobber>>,
    amazons: Option<Solver<Amazons>>,
    konane: Option<Solver<Konane>>,
    fission: Option<Solver<Fission>>,
    nogo: Option<Solver<NoGo>>,
    mixed_nogo: Option<Solver<NoGo>>,
    toads_and_frogs: Option<Solver<ToadsAndFrogs>>,
    elephants_and_rhinos: Option<Solver<ToadsAndFrogs>>,
    toppling_dominoes: Option<Solver<TopplingDominoes>>,
}

impl GridSolvers {
    fn ask(
        &mut self,
        rules: GridRules,
        board: Grid,
        wanted: Wanted,
        store: &mut Store,
        ticker: &mut Ticker<'_>,
    ) -> GameResult<Answer<Grid>> {
        macro_rules! ask {
            ($field:ident, $rules:expr) => {
                answer(
                    self.$field.get_or_insert_with(|| Solver::new($rules)),
                    board,
                    wanted,
                    store,
                    ticker,
                )
            };
        }
        match rules {
            GridRules::Domineering => ask!(domineering, Domineering),
            GridRules::Clobber => ask!(clobber, Clobber { cannibal: false }),
            GridRules::CannibalClobber => ask!(cannibal_clobber, Clobber { cannibal: true }),
            GridRules::AntiClobber => ask!(anti_clobber, AntiClobber),
            GridRules::Amazons => ask!(amazons, Amazons),
            GridRules::Konane => ask!(konane, Konane),
            GridRules::Fission => ask!(fission, Fission),
            GridRules::NoGo => ask!(nogo, NoGo { mixed_groups: false }),
            GridRules::MixedNoGo => ask!(mixed_nogo, NoGo { mixed_groups: true }),
            GridRules::ToadsAndFrogs => ask!(toads_and_frogs, ToadsAndFrogs { steps_only: false }),
            GridRules::ElephantsAndRhinos => {
                ask!(elephants_and_rhinos, ToadsAndFrogs { steps_only: true })
            }
            GridRules::TopplingDominoes => ask!(toppling_dominoes, TopplingDominoes),
        }
    }
}

#[derive(Clone, Copy)]
enum GridRules {
    Domineering,
    Clobber,
    CannibalClobber,
    AntiClobber,
    Amazons,
    Konane,
    Fission,
    NoGo,
    MixedNoGo,
    ToadsAndFrogs,
    ElephantsAndRhinos,
    TopplingDominoes,
}

fn grid_rules(name: &str) -> PyResult<GridRules> {
    Ok(match name {
        "domineering" => GridRules::Domineering,
        "clobber" => GridRules::Clobber,
        "cannibal_clobber" => GridRules::CannibalClobber,
        "anti_clobber" => GridRules::AntiClobber,
        "amazons" => GridRules::Amazons,
        "konane" => GridRules::Konane,
        "fission" => GridRules::Fission,
        "nogo" => GridRules::NoGo,
        "mixed_nogo" => GridRules::MixedNoGo,
        "toads_and_frogs" => GridRules::ToadsAndFrogs,
        "elephants_and_rhinos" => GridRules::ElephantsAndRhinos,
        "toppling_dominoes" => GridRules::TopplingDominoes,
        _ => return Err(PyValueError::new_err(format!("there is no board game {name:?}"))),
    })
}

/// A board as handed over by Python: width, height and the two planes.
type Shape = (usize, usize, u128, u128);

fn grid(rules: &str, (width, height, a, b): Shape) -> PyResult<Grid> {
    if width.saturating_mul(height) > MOST_CELLS {
        return Err(PyValueError::new_err(format!(
            "a board of {width} x {height} cells is too large: the limit is {MOST_CELLS} cells"
        )));
    }
    let row_game = matches!(
        grid_rules(rules)?,
        GridRules::ToadsAndFrogs | GridRules::ElephantsAndRhinos | GridRules::TopplingDominoes
    );
    if row_game && height > 1 {
        return Err(PyValueError::new_err("this game is played on a single row"));
    }
    #[allow(clippy::cast_possible_truncation)] // at most 128 each, as their product is
    let mut grid = if width * height == 0 {
        Grid { width: 0, height: 0, a: 0, b: 0 }
    } else {
        Grid { width: width as u8, height: height as u8, a: 0, b: 0 }
    };
    let full = grid.full();
    if (a | b) & !full != 0 {
        return Err(PyValueError::new_err("a cell lies outside the board"));
    }
    (grid.a, grid.b) = (a, b);
    Ok(grid)
}

fn ask_grid(
    py: Python<'_>,
    rules: &str,
    shape: Shape,
    question: Question,
) -> PyResult<Answer<Grid>> {
    let board = grid(rules, shape)?;
    let rules = grid_rules(rules)?;
    let (wanted, progress) = parts(question);
    if board.width == 0 {
        return Ok(match wanted {
            Wanted::Value => Answer::Value(GameId::ZERO),
            Wanted::NimValue => Answer::NimValue(0),
            Wanted::Moves(_) => Answer::Moves(Vec::new()),
        });
    }
    with_progress(py, progress, move |world, ticker| {
        world.grids.ask(rules, board, wanted, &mut world.store, ticker)
    })
}

fn parts(question: Question) -> (Wanted, Option<Py<PyAny>>) {
    match question {
        Question::Value(progress) => (Wanted::Value, progress),
        Question::NimValue(progress) => (Wanted::NimValue, progress),
        Question::Moves(left) => (Wanted::Moves(left), None),
    }
}

fn wrong_answer() -> PyErr {
    pyo3::exceptions::PyRuntimeError::new_err("the solver answered another question")
}

/// Return the value of a board.
#[pyfunction]
#[pyo3(signature = (rules, shape, progress = None))]
fn grid_value(
    py: Python<'_>,
    rules: &str,
    shape: Shape,
    progress: Option<Py<PyAny>>,
) -> PyResult<Game> {
    match ask_grid(py, rules, shape, Question::Value(progress))? {
        Answer::Value(id) => Ok(Game { id }),
        _ => Err(wrong_answer()),
    }
}

/// Return the nim value of a board on which both players may make every move.
#[pyfunction]
#[pyo3(signature = (rules, shape, progress = None))]
fn grid_nim_value(
    py: Python<'_>,
    rules: &str,
    shape: Shape,
    progress: Option<Py<PyAny>>,
) -> PyResult<u32> {
    match ask_grid(py, rules, shape, Question::NimValue(progress))? {
        Answer::NimValue(value) => Ok(value),
        _ => Err(wrong_answer()),
    }
}

/// Return the boards that a player can move to.
#[pyfunction]
fn grid_moves(py: Python<'_>, rules: &str, shape: Shape, left: bool) -> PyResult<Vec<Shape>> {
    match ask_grid(py, rules, shape, Question::Moves(left))? {
        Answer::Moves(boards) => Ok(boards
            .into_iter()
            .map(|board| (board.width.into(), board.height.into(), board.a, board.b))
            .collect()),
        _ => Err(wrong_answer()),
    }
}

/// What is played on a graph: rules, number of vertices, edges with a mark each.
type GraphKey = (String, usize, Vec<(usize, usize, u8)>);

enum GraphSolver {
    Placement(Box<Solver<Placement>>),
    Hackenbush(Box<Solver<Hackenbush>>),
}

/// Solvers of the games on the graphs asked about last.
#[derive(Default)]
pub struct GraphSolvers {
    recent: Vec<(GraphKey, GraphSolver)>,
}

/// How many graphs keep their tables.
const RECENT_GRAPHS: usize = 16;

impl GraphSolvers {
    fn ask(
        &mut self,
        graph: &GraphKey,
        planes: (u128, u128),
        wanted: Wanted,
        store: &mut Store,
        ticker: &mut Ticker<'_>,
    ) -> GameResult<Answer<Vertices>> {
        let place = self.recent.iter().position(|(known, _)| known == graph);
        let entry = if let Some(place) = place {
            self.recent.remove(place)
        } else {
            (graph.clone(), new_solver(graph))
        };
        self.recent.truncate(RECENT_GRAPHS - 1);
        self.recent.insert(0, entry);
        match &mut self.recent[0].1 {
            GraphSolver::Placement(solver) => {
                let board = Vertices { left: planes.0, right: planes.1 };
                answer(solver, board, wanted, store, ticker)
            }
            GraphSolver::Hackenbush(solver) => {
                let board = solver.rules().standing(Picture(planes.0));
                Ok(match answer(solver, board, wanted, store, ticker)? {
                    Answer::Value(id) => Answer::Value(id),
                    Answer::NimValue(value) => Answer::NimValue(value),
                    Answer::Moves(found) => Answer::Moves(
                        found
                            .into_iter()
                            .map(|picture| Vertices {
                                left: solver.rules().standing(picture).0,
                                right: 0,
                            })
                            .collect(),
                    ),
                })
            }
        }
    }
}

fn new_solver((rules, vertices, edges): &GraphKey) -> GraphSolver {
    let plain: Vec<_> = edges.iter().map(|&(from, to, _)| (from, to)).collect();
    let placement = |rules| GraphSolver::Placement(Box::new(Solver::new(rules)));
    match rules.as_str() {
        "snort" => placement(Placement::snort(*vertices, &plain)),
        "col" => placement(Placement::col(*vertices, &plain)),
        "digraph_placement" => placement(Placement::removal(*vertices, &plain)),
        _ => {
            let coloured: Vec<_> = edges
                .iter()
                .map(|&(from, to, mark)| {
                    let colour = match mark {
                        b'L' => Colour::Left,
                        b'R' => Colour::Right,
                        _ => Colour::Both,
                    };
                    (from, to, colour)
                })
                .collect();
            GraphSolver::Hackenbush(Box::new(Solver::new(Hackenbush::new(&coloured))))
        }
    }
}

fn ask_graph(
    py: Python<'_>,
    graph: GraphKey,
    planes: (u128, u128),
    question: Question,
) -> PyResult<Answer<Vertices>> {
    let (rules, vertices, edges) = &graph;
    let known = ["snort", "col", "digraph_placement", "hackenbush"];
    if !known.contains(&rules.as_str()) {
        return Err(PyValueError::new_err(format!("there is no graph game {rules:?}")));
    }
    let size = if rules == "hackenbush" { edges.len() } else { *vertices };
    if size > MOST_CELLS {
        return Err(PyValueError::new_err(format!(
            "this graph is too large: the limit is {MOST_CELLS} vertices, or edges in hackenbush"
        )));
    }
    if size < MOST_CELLS && (planes.0 | planes.1) >> size != 0 {
        return Err(PyValueError::new_err("a vertex lies outside the graph"));
    }
    if edges.iter().any(|&(from, to, _)| from >= *vertices || to >= *vertices) {
        return Err(PyValueError::new_err("an edge leads to a vertex outside the graph"));
    }
    let (wanted, progress) = parts(question);
    with_progress(py, progress, move |world, ticker| {
        world.graphs.ask(&graph, planes, wanted, &mut world.store, ticker)
    })
}

/// Return the value of a position on a graph.
#[pyfunction]
#[pyo3(signature = (graph, planes, progress = None))]
fn graph_value(
    py: Python<'_>,
    graph: GraphKey,
    planes: (u128, u128),
    progress: Option<Py<PyAny>>,
) -> PyResult<Game> {
    match ask_graph(py, graph, planes, Question::Value(progress))? {
        Answer::Value(id) => Ok(Game { id }),
        _ => Err(wrong_answer()),
    }
}

/// Return the nim value of a position on a graph where both players may make every move.
#[pyfunction]
#[pyo3(signature = (graph, planes, progress = None))]
fn graph_nim_value(
    py: Python<'_>,
    graph: GraphKey,
    planes: (u128, u128),
    progress: Option<Py<PyAny>>,
) -> PyResult<u32> {
    match ask_graph(py, graph, planes, Question::NimValue(progress))? {
        Answer::NimValue(value) => Ok(value),
        _ => Err(wrong_answer()),
    }
}

/// Return the positions that a player can move to.
#[pyfunction]
fn graph_moves(
    py: Python<'_>,
    graph: GraphKey,
    planes: (u128, u128),
    left: bool,
) -> PyResult<Vec<(u128, u128)>> {
    match ask_graph(py, graph, planes, Question::Moves(left))? {
        Answer::Moves(found) => {
            Ok(found.into_iter().map(|board| (board.left, board.right)).collect())
        }
        _ => Err(wrong_answer()),
    }
}

/// Forget the values of all boards.
#[pyfunction]
fn boards_forget(py: Python<'_>) -> PyResult<()> {
    quick(py, |world, _| {
        world.grids = GridSolvers::default();
        world.graphs = GraphSolvers::default();
        Ok(())
    })
}
