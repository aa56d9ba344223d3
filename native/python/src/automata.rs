//! Class `Automaton`: sets of tuples of numbers, and the operations of first-order logic on them.

use lastmove_core::automata::{self, Dfa, Limits, Numeration, Relation, Trouble};
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;

use crate::monitor::PyMonitor;

create_exception!(
    lastmove._core,
    TooLarge,
    PyException,
    "Raised where an automaton would need more states, memory or variables than allowed."
);

/// Adds the topic to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("TooLarge", module.py().get_type::<TooLarge>())?;
    module.add_class::<Automaton>()
}

/// The set of tuples of numbers that a finite automaton accepts; immutable.
#[pyclass(module = "lastmove._core", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub struct Automaton {
    dfa: Dfa,
}

fn numeration(name: &str) -> PyResult<Numeration> {
    match name {
        "binary" => Ok(Numeration::Binary),
        "zeckendorf" => Ok(Numeration::Zeckendorf),
        _ => Err(PyValueError::new_err(format!(
            "numbers are written in 'binary' or 'zeckendorf', not {name:?}"
        ))),
    }
}

/// Runs a long call without the GIL.
fn run<T: Send>(
    py: Python<'_>,
    states: usize,
    memory: usize,
    call: impl FnOnce(&mut Limits<'_>) -> Result<T, Trouble> + Send,
) -> PyResult<T> {
    let mut monitor = PyMonitor::new(None);
    let (result, monitor) = py.detach(move || {
        let result = call(&mut Limits { states, memory, monitor: &mut monitor });
        (result, monitor)
    });
    result.map_err(|trouble| match trouble {
        Trouble::Stopped => monitor.error(),
        Trouble::Shape(text) => PyValueError::new_err(text),
        other => TooLarge::new_err(other.to_string()),
    })
}

fn make(
    py: Python<'_>,
    states: usize,
    memory: usize,
    call: impl FnOnce(&mut Limits<'_>) -> Result<Dfa, Trouble> + Send,
) -> PyResult<Automaton> {
    run(py, states, memory, call).map(|dfa| Automaton { dfa })
}

#[pymethods]
impl Automaton {
    /// The tuples whose weighted sum plus a constant is zero ("==") or at most zero ("<=").
    #[staticmethod]
    #[pyo3(signature = (numeration, coefficients, relation, constant, *, states, memory))]
    fn linear(
        py: Python<'_>,
        numeration: &str,
        coefficients: Vec<i64>,
        relation: &str,
        constant: i64,
        states: usize,
        memory: usize,
    ) -> PyResult<Self> {
        let numeration = self::numeration(numeration)?;
        let relation = match relation {
            "==" => Relation::Equal,
            "<=" => Relation::AtMost,
            _ => return Err(PyValueError::new_err("a linear form is compared by '==' or '<='")),
        };
        make(py, states, memory, move |limits| {
            automata::linear(numeration, &coefficients, relation, constant, limits)
        })
    }

    /// The tuples whose weighted sum plus a constant is divisible by a modulus.
    #[staticmethod]
    #[pyo3(signature = (numeration, coefficients, constant, modulus, *, states, memory))]
    fn congruence(
        py: Python<'_>,
        numeration: &str,
        coefficients: Vec<i64>,
        constant: i64,
        modulus: u32,
        states: usize,
        memory: usize,
    ) -> PyResult<Self> {
        let numeration = self::numeration(numeration)?;
        make(py, states, memory, move |limits| {
            automata::congruence(numeration, &coefficients, constant, modulus, limits)
        })
    }

    /// The tuples all of whose letters are allowed, in base 2.
    #[staticmethod]
    #[pyo3(signature = (allowed, *, states, memory))]
    fn digitwise(
        py: Python<'_>,
        allowed: Vec<bool>,
        states: usize,
        memory: usize,
    ) -> PyResult<Self> {
        make(py, states, memory, move |limits| automata::digitwise(&allowed, limits))
    }

    /// The powers of two, in base 2.
    #[staticmethod]
    fn power_of_two(py: Python<'_>) -> PyResult<Self> {
        make(py, 16, 1 << 16, automata::power_of_two)
    }

    /// The pairs of a number and the largest power of two that divides it, in base 2.
    #[staticmethod]
    fn lowest_bit(py: Python<'_>) -> PyResult<Self> {
        make(py, 16, 1 << 16, automata::lowest_bit)
    }

    /// An automaton given by its transitions, letter by letter for each state.
    #[staticmethod]
    fn from_table(
        numeration: &str,
        tracks: usize,
        start: u32,
        transitions: Vec<u32>,
        accepting: Vec<bool>,
    ) -> PyResult<Self> {
        let numeration = self::numeration(numeration)?;
        Dfa::from_table(numeration, tracks, start, transitions, accepting)
            .map(|dfa| Self { dfa })
            .map_err(|trouble| PyValueError::new_err(trouble.to_string()))
    }

    /// Combines two sets by a truth table: bit `2 * [in self] + [in other]`.
    #[pyo3(signature = (mine, other, theirs, tracks, truth, *, states, memory))]
    #[allow(clippy::too_many_arguments)]
    fn combine(
        &self,
        py: Python<'_>,
        mine: Vec<usize>,
        other: &Self,
        theirs: Vec<usize>,
        tracks: usize,
        truth: u8,
        states: usize,
        memory: usize,
    ) -> PyResult<Self> {
        make(py, states, memory, |limits| {
            automata::combine(&self.dfa, &mine, &other.dfa, &theirs, tracks, truth, limits)
        })
    }

    /// The tuples that do not belong.
    #[pyo3(signature = (*, states, memory))]
    fn complement(&self, py: Python<'_>, states: usize, memory: usize) -> PyResult<Self> {
        make(py, states, memory, |limits| automata::complement(&self.dfa, limits))
    }

    /// The tuples that some numbers on the dropped tracks complete.
    #[pyo3(signature = (dropped, *, states, memory))]
    fn exists(
        &self,
        py: Python<'_>,
        dropped: Vec<usize>,
        states: usize,
        memory: usize,
    ) -> PyResult<Self> {
        make(py, states, memory, |limits| automata::exists(&self.dfa, &dropped, limits))
    }

    /// Whether a word, a letter an entry, is accepted.
    fn accepts(&self, word: Vec<u32>) -> bool {
        automata::accepts(&self.dfa, &word)
    }

    /// A shortest accepted word, or None.
    fn shortest(&self) -> Option<Vec<u32>> {
        automata::shortest(&self.dfa)
    }

    /// Accepted words that agree with a word on some tracks, and whether these are all.
    #[pyo3(signature = (tracks, word, limit, *, memory))]
    fn solutions(
        &self,
        py: Python<'_>,
        tracks: Vec<usize>,
        word: Vec<u32>,
        limit: usize,
        memory: usize,
    ) -> PyResult<(Vec<Vec<u32>>, bool)> {
        if tracks.iter().any(|&t| t >= self.dfa.tracks()) {
            return Err(PyValueError::new_err("the tracks do not fit the automaton"));
        }
        let fixed = tracks.iter().fold(0, |mask, &t| mask | 1 << t);
        run(py, usize::MAX, memory, |limits| {
            automata::solutions(&self.dfa, fixed, &word, limit, limits)
        })
        .map(|found| (found.words, found.complete))
    }

    /// How its numbers are written.
    #[getter]
    fn numeration(&self) -> &'static str {
        match self.dfa.numeration() {
            Numeration::Binary => "binary",
            Numeration::Zeckendorf => "zeckendorf",
        }
    }

    /// How many numbers it reads at once.
    #[getter]
    fn tracks(&self) -> usize {
        self.dfa.tracks()
    }

    /// The number of states.
    #[getter]
    fn states(&self) -> u32 {
        self.dfa.states()
    }

    /// The first state.
    #[getter]
    fn start(&self) -> u32 {
        self.dfa.start()
    }

    /// The transitions, letter by letter for each state.
    #[getter]
    fn transitions(&self) -> Vec<u32> {
        self.dfa.delta().to_vec()
    }

    /// Which states accept.
    #[getter]
    fn accepting(&self) -> Vec<bool> {
        self.dfa.accepting().to_vec()
    }

    /// Whether nothing belongs.
    #[getter]
    fn empty(&self) -> bool {
        self.dfa.is_empty()
    }
}
