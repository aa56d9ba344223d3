use super::*;
use crate::monitor::Silent;

fn with<T>(work: impl FnOnce(&mut Limits<'_>) -> Result<T, Trouble>) -> T {
    let mut silent = Silent;
    work(&mut Limits { states: 100_000, memory: 1 << 28, monitor: &mut silent }).unwrap()
}

fn digits(numeration: Numeration, mut n: u64) -> Vec<u32> {
    let length = 12;
    match numeration {
        Numeration::Binary => (0..length).map(|i| u32::from(n >> i & 1 == 1)).collect(),
        Numeration::Zeckendorf => {
            let mut weights = vec![1_u64, 2];
            while weights.len() < length {
                weights.push(weights[weights.len() - 1] + weights[weights.len() - 2]);
            }
            weights
                .iter()
                .rev()
                .map(|&w| {
                    let one = w <= n;
                    n -= if one { w } else { 0 };
                    u32::from(one)
                })
                .collect()
        }
    }
}

fn has(dfa: &Dfa, values: &[u64]) -> bool {
    let tracks: Vec<Vec<u32>> = values.iter().map(|&v| digits(dfa.numeration(), v)).collect();
    let word: Vec<u32> =
        (0..12).map(|i| tracks.iter().enumerate().map(|(t, d)| d[i] << t).sum()).collect();
    accepts(dfa, &word)
}

const BOTH: [Numeration; 2] = [Numeration::Binary, Numeration::Zeckendorf];

#[test]
fn linear_forms_compare_as_numbers_do() {
    for numeration in BOTH {
        for form in [[1, -1, 0], [1, 1, -1], [2, -1, -1], [-3, 1, 2], [1, 2, 3]] {
            for constant in [-7, -1, 0, 1, 5] {
                let [equal, most] = [Relation::Equal, Relation::AtMost]
                    .map(|r| with(|l| linear(numeration, &form, r, constant, l)));
                for n in 0..9 * 9 * 9_u64 {
                    let x = [n % 9, n / 9 % 9, n / 81];
                    let value: i64 = form.iter().zip(x).map(|(c, v)| c * v.cast_signed()).sum();
                    assert_eq!(has(&equal, &x), value + constant == 0, "{form:?} {x:?}");
                    assert_eq!(has(&most, &x), value + constant <= 0, "{form:?} {x:?}");
                }
            }
        }
    }
}

#[test]
fn congruences_hold_as_numbers_do() {
    for numeration in BOTH {
        for modulus in 1..8 {
            let dfa = with(|l| congruence(numeration, &[2, -1], 3, modulus, l));
            for n in 0..400_u64 {
                let x = [n % 20, n / 20];
                let value = 2 * x[0].cast_signed() - x[1].cast_signed() + 3;
                assert_eq!(has(&dfa, &x), value % i64::from(modulus) == 0);
            }
        }
    }
}

#[test]
fn doubling_is_recovered_by_quantifiers() {
    // z = 2x exactly where some y = x has x + y = z.
    for numeration in BOTH {
        let sum = with(|l| linear(numeration, &[1, 1, -1], Relation::Equal, 0, l));
        let same = with(|l| linear(numeration, &[1, -1], Relation::Equal, 0, l));
        let both = with(|l| combine(&sum, &[0, 1, 2], &same, &[0, 1], 3, 0b1000, l));
        let double = with(|l| exists(&both, &[1], l));
        assert_eq!(double, with(|l| linear(numeration, &[2, -1], Relation::Equal, 0, l)));
        // The same by reading one number on two tracks.
        let merged = with(|l| combine(&sum, &[0, 0, 1], &same, &[0, 0], 2, 0b1000, l));
        assert_eq!(merged, double);
    }
}

#[test]
fn complement_twice_is_the_same_set() {
    for numeration in BOTH {
        let less = with(|l| linear(numeration, &[1, -1], Relation::AtMost, 1, l));
        let more = with(|l| complement(&less, l));
        assert_eq!(more, with(|l| linear(numeration, &[-1, 1], Relation::AtMost, 0, l)));
        assert_eq!(with(|l| complement(&more, l)), less);
        let all = with(|l| combine(&less, &[0, 1], &more, &[0, 1], 2, 0b1110, l));
        let none = with(|l| combine(&less, &[0, 1], &more, &[0, 1], 2, 0b1000, l));
        assert!(none.is_empty());
        assert!(with(|l| complement(&all, l)).is_empty());
    }
}

#[test]
fn every_number_has_a_larger_one_of_any_length() {
    for numeration in BOTH {
        let far = with(|l| linear(numeration, &[7, -1], Relation::Equal, 1000, l));
        let all = with(|l| exists(&far, &[1], l));
        assert!(with(|l| complement(&all, l)).is_empty());
    }
}

#[test]
fn limits_and_faults_are_reported() {
    let mut silent = Silent;
    let mut few = Limits { states: 3, memory: 1 << 20, monitor: &mut silent };
    let made = linear(Numeration::Binary, &[1, -1], Relation::Equal, 1000, &mut few);
    assert_eq!(made, Err(Trouble::States(3)));
    few.states = 100;
    few.memory = 16;
    let made = linear(Numeration::Binary, &[1, -1], Relation::Equal, 1000, &mut few);
    assert_eq!(made, Err(Trouble::Memory(16)));
    let padded = Dfa::from_table(Numeration::Binary, 1, 0, vec![1, 0, 0, 1], vec![true, false]);
    assert!(matches!(padded, Err(Trouble::Shape(_))));
    let twice = Dfa::from_table(Numeration::Zeckendorf, 1, 0, vec![0, 0], vec![true]);
    assert!(matches!(twice, Err(Trouble::Shape(_))));
    let short = Dfa::from_table(Numeration::Binary, 1, 0, vec![0], vec![true]);
    assert!(matches!(short, Err(Trouble::Shape(_))));
}

#[test]
fn words_complete_a_tuple() {
    let sum = with(|l| linear(Numeration::Binary, &[1, 1, -1], Relation::Equal, 0, l));
    let word = [0, 4, 4, 0]; // z = 6
    let found = with(|l| solutions(&sum, 0b100, &word, 100, l));
    assert!(found.complete);
    assert_eq!(found.words.len(), 7);
    let found = with(|l| solutions(&sum, 0b100, &word, 3, l));
    assert!(!found.complete);
    assert_eq!(found.words.len(), 3);
    assert_eq!(shortest(&sum), Some(vec![]));
}

#[test]
fn a_chain_of_states_needs_many_rounds() {
    let far = with(|l| linear(Numeration::Binary, &[1], Relation::Equal, -(1 << 39), l));
    assert_eq!(far.states(), 42);
    let powers = with(power_of_two);
    let both = with(|l| combine(&far, &[0], &powers, &[0], 1, 0b1000, l));
    assert_eq!(both, far);
    let bits = with(lowest_bit);
    assert!(has(&bits, &[12, 4]) && has(&bits, &[0, 0]) && !has(&bits, &[12, 8]));
    let xor: Vec<bool> = (0..8_u32).map(|l| l.count_ones() % 2 == 0).collect();
    let xor = with(|l| digitwise(&xor, l));
    assert!(has(&xor, &[5, 3, 6]) && !has(&xor, &[5, 3, 7]));
}
