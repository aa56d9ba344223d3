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
    module.add_function(wrap_pyfunction!(grid_cheap_value, module)?)?;
    module.add_function(wrap_pyfunction!(grid_nim_value, module)?)?;
    module.add_function(wrap_pyfunction!(grid_has_nim_value, module)?)?;
    module.add_function(wrap_pyfunction!(grid_moves, module)?)?;
    module.add_function(wrap_pyfunction!(grid_first_wins, module)?)?;
    module.add_function(wrap_pyfunction!(graph_value, module)?)?;
    module.add_function(wrap_pyfunction!(graph_cheap_value, module)?)?;
    module.add_function(wrap_pyfunction!(graph_nim_value, module)?)?;
    module.add_function(wrap_pyfunction!(graph_has_nim_value, module)?)?;
    module.add_function(wrap_pyfunction!(graph_moves, module)?)?;
    module.add_function(wrap_pyfunction!(graph_first_wins, module)?)?;
    module.add_function(wrap_pyfunction!(boards_forget, module)?)
}

/// What is asked of a solver about a board.
enum Question<P> {
    Value,
    /// The value, if each part takes at most so many positions.
    CheapValue(usize),
    NimValue,
    HasNimValue(u32),
    Moves(bool),
    /// Whether the first player wins the sum of these boards, whatever the board, and values.
    FirstWins {
        left: bool,
        boards: Vec<P>,
        values: Vec<GameId>,
    },
}

impl<P> Question<P> {
    fn map<Q>(self, change: impl Fn(P) -> Q) -> Question<Q> {
        match self {
            Self::Value => Question::Value,
            Self::CheapValue(most) => Question::CheapValue(most),
            Self::NimValue => Question::NimValue,
            Self::HasNimValue(wanted) => Question::HasNimValue(wanted),
            Self::Moves(left) => Question::Moves(left),
            Self::FirstWins { left, boards, values } => {
                let boards = boards.into_iter().map(change).collect();
                Question::FirstWins { left, boards, values }
            }
        }
    }
}

enum Answer<P> {
    Value(GameId),
    CheapValue(Option<GameId>),
    NimValue(u32),
    HasNimValue(bool),
    Moves(Vec<P>),
    FirstWins(bool),
}

impl<P> Answer<P> {
    fn map<Q>(self, change: impl Fn(P) -> Q) -> Answer<Q> {
        match self {
            Self::Value(id) => Answer::Value(id),
            Self::CheapValue(id) => Answer::CheapValue(id),
            Self::NimValue(value) => Answer::NimValue(value),
            Self::HasNimValue(has) => Answer::HasNimValue(has),
            Self::Moves(found) => Answer::Moves(found.into_iter().map(change).collect()),
            Self::FirstWins(wins) => Answer::FirstWins(wins),
        }
    }
}

fn answer<R: Rules>(
    solver: &mut Solver<R>,
    board: R::Part,
    question: Question<R::Part>,
    store: &mut Store,
    ticker: &mut Ticker<'_>,
) -> GameResult<Answer<R::Part>> {
    Ok(match question {
        Question::Value => Answer::Value(solver.value(board, store, ticker)?),
        Question::CheapValue(most) => {
            Answer::CheapValue(solver.cheap_value(board, most, store, ticker)?)
        }
        Question::NimValue => Answer::NimValue(solver.nim_value(board, store, ticker)?),
        Question::HasNimValue(wanted) => {
            Answer::HasNimValue(solver.has_nim_value(board, wanted, store, ticker)?)
        }
        Question::Moves(left) => {
            let mut found = Vec::new();
            solver.rules().moves(board, left, &mut |board| found.push(board));
            Answer::Moves(found)
        }
        Question::FirstWins { left, boards, values } => {
            Answer::FirstWins(solver.first_wins(&boards, &values, left, store, ticker)?)
        }
    })
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
    toads_and_frogs: Option<Solver<ToadsAndFrogs>>,
    elephants_and_rhinos: Option<Solver<ToadsAndFrogs>>,
    toppling_dominoes: Option<Solver<TopplingDominoes>>,
}

impl GridSolvers {
    fn ask(
        &mut self,
        rules: GridRules,
        board: Grid,
        question: Question<Grid>,
        store: &mut Store,
        ticker: &mut Ticker<'_>,
    ) -> GameResult<Answer<Grid>> {
        macro_rules! ask {
            ($field:ident, $rules:expr) => {
                answer(
                    self.$field.get_or_insert_with(|| Solver::new($rules)),
                    board,
                    question,
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
            GridRules::NoGo => ask!(nogo, NoGo),
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
    question: Question<Grid>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answer<Grid>> {
    let board = grid(rules, shape)?;
    let rules = grid_rules(rules)?;
    if board.width == 0 {
        match question {
            Question::Value => return Ok(Answer::Value(GameId::ZERO)),
            Question::CheapValue(_) => return Ok(Answer::CheapValue(Some(GameId::ZERO))),
            Question::NimValue => return Ok(Answer::NimValue(0)),
            Question::HasNimValue(wanted) => return Ok(Answer::HasNimValue(wanted == 0)),
            Question::Moves(_) => return Ok(Answer::Moves(Vec::new())),
            Question::FirstWins { .. } => {}
        }
    }
    with_progress(py, progress, move |world, ticker| {
        world.grids.ask(rules, board, question, &mut world.store, ticker)
    })
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
    match ask_grid(py, rules, shape, Question::Value, progress)? {
        Answer::Value(id) => Ok(Game { id }),
        _ => Err(wrong_answer()),
    }
}

/// Return the value of a board if each of its parts takes at most so many positions.
#[pyfunction]
#[pyo3(signature = (rules, shape, most, progress = None))]
fn grid_cheap_value(
    py: Python<'_>,
    rules: &str,
    shape: Shape,
    most: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Option<Game>> {
    match ask_grid(py, rules, shape, Question::CheapValue(most), progress)? {
        Answer::CheapValue(id) => Ok(id.map(|id| Game { id })),
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
    match ask_grid(py, rules, shape, Question::NimValue, progress)? {
        Answer::NimValue(value) => Ok(value),
        _ => Err(wrong_answer()),
    }
}

/// Return whether a nim value is that of a board on which both players may make every move.
#[pyfunction]
#[pyo3(signature = (rules, shape, wanted, progress = None))]
fn grid_has_nim_value(
    py: Python<'_>,
    rules: &str,
    shape: Shape,
    wanted: u32,
    progress: Option<Py<PyAny>>,
) -> PyResult<bool> {
    match ask_grid(py, rules, shape, Question::HasNimValue(wanted), progress)? {
        Answer::HasNimValue(has) => Ok(has),
        _ => Err(wrong_answer()),
    }
}

/// Return the boards that a player can move to.
#[pyfunction]
fn grid_moves(py: Python<'_>, rules: &str, shape: Shape, left: bool) -> PyResult<Vec<Shape>> {
    match ask_grid(py, rules, shape, Question::Moves(left), None)? {
        Answer::Moves(boards) => Ok(boards
            .into_iter()
            .map(|board| (board.width.into(), board.height.into(), board.a, board.b))
            .collect()),
        _ => Err(wrong_answer()),
    }
}

/// Return whether the player who moves first wins the sum of some boards and values.
#[pyfunction]
#[pyo3(signature = (rules, shapes, values, left, progress = None))]
fn grid_first_wins(
    py: Python<'_>,
    rules: &str,
    shapes: Vec<Shape>,
    values: Vec<Bound<'_, Game>>,
    left: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<bool> {
    let mut boards =
        shapes.into_iter().map(|shape| grid(rules, shape)).collect::<PyResult<Vec<_>>>()?;
    boards.retain(|board| board.width > 0);
    let question = Question::FirstWins { left, boards, values: ids(&values) };
    match ask_grid(py, rules, (0, 0, 0, 0), question, progress)? {
        Answer::FirstWins(wins) => Ok(wins),
        _ => Err(wrong_answer()),
    }
}

fn ids(values: &[Bound<'_, Game>]) -> Vec<GameId> {
    values.iter().map(|value| value.get().id).collect()
}

/// Vertices that Left and Right may take; in hackenbush, edges in the first.
type Planes = (u128, u128);

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
        planes: Planes,
        question: Question<Planes>,
        store: &mut Store,
        ticker: &mut Ticker<'_>,
    ) -> GameResult<Answer<Planes>> {
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
                let board = |(left, right): Planes| Vertices { left, right };
                let question = question.map(board);
                let found = answer(solver, board(planes), question, store, ticker)?;
                Ok(found.map(|board| (board.left, board.right)))
            }
            GraphSolver::Hackenbush(solver) => {
                let rules = solver.rules().clone();
                let board = |(edges, _): Planes| rules.standing(Picture(edges));
                let question = question.map(board);
                let found = answer(solver, board(planes), question, store, ticker)?;
                Ok(found.map(|picture| (rules.standing(picture).0, 0)))
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
    planes: Planes,
    question: Question<Planes>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answer<Planes>> {
    check_graph(&graph, planes)?;
    if let Question::FirstWins { boards, .. } = &question {
        boards.iter().try_for_each(|&planes| check_graph(&graph, planes))?;
    }
    with_progress(py, progress, move |world, ticker| {
        world.graphs.ask(&graph, planes, question, &mut world.store, ticker)
    })
}

fn check_graph((rules, vertices, edges): &GraphKey, planes: Planes) -> PyResult<()> {
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
    Ok(())
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
    match ask_graph(py, graph, planes, Question::Value, progress)? {
        Answer::Value(id) => Ok(Game { id }),
        _ => Err(wrong_answer()),
    }
}

/// Return the value of a position on a graph if each of its parts takes at most so many positions.
#[pyfunction]
#[pyo3(signature = (graph, planes, most, progress = None))]
fn graph_cheap_value(
    py: Python<'_>,
    graph: GraphKey,
    planes: (u128, u128),
    most: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Option<Game>> {
    match ask_graph(py, graph, planes, Question::CheapValue(most), progress)? {
        Answer::CheapValue(id) => Ok(id.map(|id| Game { id })),
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
    match ask_graph(py, graph, planes, Question::NimValue, progress)? {
        Answer::NimValue(value) => Ok(value),
        _ => Err(wrong_answer()),
    }
}

/// Return whether a nim value is that of a position where both players may make every move.
#[pyfunction]
#[pyo3(signature = (graph, planes, wanted, progress = None))]
fn graph_has_nim_value(
    py: Python<'_>,
    graph: GraphKey,
    planes: (u128, u128),
    wanted: u32,
    progress: Option<Py<PyAny>>,
) -> PyResult<bool> {
    match ask_graph(py, graph, planes, Question::HasNimValue(wanted), progress)? {
        Answer::HasNimValue(has) => Ok(has),
        _ => Err(wrong_answer()),
    }
}

/// Return the positions that a player can move to.
#[pyfunction]
fn graph_moves(
    py: Python<'_>,
    graph: GraphKey,
    planes: Planes,
    left: bool,
) -> PyResult<Vec<Planes>> {
    match ask_graph(py, graph, planes, Question::Moves(left), None)? {
        Answer::Moves(found) => Ok(found),
        _ => Err(wrong_answer()),
    }
}

/// Return whether the player who moves first wins the sum of some positions and values.
#[pyfunction]
#[pyo3(signature = (graph, positions, values, left, progress = None))]
fn graph_first_wins(
    py: Python<'_>,
    graph: GraphKey,
    positions: Vec<Planes>,
    values: Vec<Bound<'_, Game>>,
    left: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<bool> {
    let question = Question::FirstWins { left, boards: positions, values: ids(&values) };
    match ask_graph(py, graph, (0, 0), question, progress)? {
        Answer::FirstWins(wins) => Ok(wins),
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
