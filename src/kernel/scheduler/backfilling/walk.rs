//! Applies the changes of the plan to a state with several clusters, whole blocks at a time if possible.

use super::changes::{Change, Changes, Point};
use super::planned_use::Use;
use crate::platform::State;

/// Applies all changes before `until_s` to a state.
pub(super) fn advance(changes: &mut Changes, uses: &[Use], (state, next): (&mut State, &mut Point), until_s: f64) {
    loop {
        if let Some(totals) = changes.step_block(next, until_s, uses) {
            state.shift(&totals.clusters, &totals.links);
            continue;
        }
        match changes.next(next) {
            Some(change) if change.time_s < until_s => apply(change, uses, state),
            _ => return,
        }
        changes.step(next);
    }
}

#[inline]
fn apply(change: &Change, uses: &[Use], state: &mut State) {
    let changing = &uses[change.slot as usize];
    if change.begins {
        state.claim(&changing.placement, &changing.demands);
    } else {
        state.release(&changing.placement, &changing.demands);
    }
}

/// Applies all changes before `until_s` to a state, as [`advance`]. Also updates `worst`: the minimum of free nodes per
/// cluster and the maximum load per link after any of these changes.
pub(super) fn worst_on_the_way(
    changes: &mut Changes,
    uses: &[Use],
    (state, next): (&mut State, &mut Point),
    worst: &mut State,
    until_s: f64,
) {
    loop {
        if let Some(totals) = changes.step_block(next, until_s, uses) {
            worst.narrow_by(state, &totals.clusters, &totals.links);
            state.shift(&totals.clusters, &totals.links);
            continue;
        }
        match changes.next(next) {
            Some(change) if change.time_s < until_s => {
                apply(change, uses, state);
                if change.begins {
                    let new = &uses[change.slot as usize];
                    worst.narrow(state, &new.placement, &new.demands);
                }
            }
            _ => return,
        }
        changes.step(next);
    }
}
