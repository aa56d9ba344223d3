//! Sums as the search for the winner sees them, and what tells the winner without a search.

use std::cmp::Ordering;

use crate::games::{GameId, Result, Store};
use crate::monitor::Ticker;
use crate::numbers::Dyadic;

/// A sum: sorted codes of its components.
pub(super) type State = Box<[u32]>;

/// Marks the code of a value; other codes are twice the index of a part, plus one for its negative.
pub(super) const VALUE: u32 = 1 << 31;

/// The state seen by the other player.
pub(super) fn negate(codes: &mut [u32], store: &mut Store, ticker: &mut Ticker<'_>) -> Result<()> {
    for code in codes {
        *code = if *code & VALUE == 0 {
            *code ^ 1
        } else {
            VALUE | store.negative(GameId(*code & !VALUE), ticker)?.0
        };
    }
    Ok(())
}

/// Sorts codes, drops what cancels, and adds up numbers and infinitesimals of closed form.
pub(super) fn settle(
    mut codes: Vec<u32>,
    store: &mut Store,
    ticker: &mut Ticker<'_>,
) -> Result<State> {
    codes.sort_unstable();
    let mut simple = GameId::ZERO;
    let mut kept: Vec<u32> = Vec::with_capacity(codes.len());
    for code in codes {
        let negative = if code & VALUE == 0 {
            code ^ 1
        } else {
            let g = GameId(code & !VALUE);
            if store.nus(g).is_some() {
                simple = store.add(simple, g, ticker)?;
                continue;
            }
            VALUE | store.negative(g, ticker)?.0
        };
        match kept.iter().position(|&other| other == negative) {
            Some(at) => {
                kept.remove(at);
            }
            None => kept.push(code),
        }
    }
    if simple != GameId::ZERO {
        kept.push(VALUE | simple.0);
        kept.sort_unstable();
    }
    Ok(kept.into_boxed_slice())
}

/// Whether Left, to move in a sum of values, wins, where their stops tell.
///
/// The left stop of a sum is at most the sum of the left stops, and at least the left stop of one
/// component plus the right stops of the others (Siegel, II.3).
pub(super) fn by_stops(state: &State, store: &Store) -> Option<bool> {
    let (mut lefts, mut rights) = (Dyadic::ZERO, Dyadic::ZERO);
    let mut gain = Dyadic::ZERO;
    for &code in state {
        let g = GameId(code & !VALUE);
        let (left, right) = (store.left_stop(g), store.right_stop(g));
        gain = gain.max(left - right);
        lefts = &lefts + left;
        rights = &rights + right;
    }
    if (&rights + &gain).sign() == Ordering::Greater {
        return Some(true);
    }
    (lefts.sign() == Ordering::Less).then_some(false)
}

/// Whether Left, to move in a sum of values, wins, where their atomic weights tell.
///
/// The weight of a sum of all-small games is the sum of their weights; where it is at least 2 Left
/// wins, where it is at least 1 Left wins moving first (the two-ahead rule: Siegel, II.7).
pub(super) fn by_weights(
    state: &State,
    store: &mut Store,
    ticker: &mut Ticker<'_>,
) -> Result<Option<bool>> {
    if !state.iter().all(|&code| store.is_all_small(GameId(code & !VALUE))) {
        return Ok(None);
    }
    let mut total = GameId::ZERO;
    for &code in state {
        let weight = store.small_weight(GameId(code & !VALUE), ticker)?;
        total = store.add(total, weight, ticker)?;
    }
    let ahead = store.of_number(Dyadic::ONE)?;
    if store.le(ahead, total, ticker)? {
        return Ok(Some(true));
    }
    let behind = store.of_number(Dyadic::integer(-2))?;
    Ok(store.le(total, behind, ticker)?.then_some(false))
}
