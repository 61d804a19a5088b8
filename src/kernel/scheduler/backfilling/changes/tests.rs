//! A search in blocks must find what a linear search finds.

use super::*;
use proptest::prelude::*;

/// Free nodes after all changes up to a time.
fn free(list: &[Change], time_s: f64) -> i64 {
    let past = list.iter().filter(|change| change.time_s <= time_s);
    past.map(Change::freed).sum()
}

/// Minimum of free nodes between two times: the number at the first time, and after every change before the second.
fn least(list: &[Change], from_s: f64, until_s: f64) -> i64 {
    let within = |time_s: &f64| *time_s > from_s && *time_s < until_s;
    let times = list.iter().map(|change| change.time_s).filter(within);
    let after = times.map(|time_s| free(list, time_s)).min();
    after.map_or(free(list, from_s), |after| after.min(free(list, from_s)))
}

/// The changes are at 1, 2 and 3 s. After removal of the first, the third is still the next change after 2 s.
#[test]
fn a_point_is_found_again_by_its_time() {
    let [first, second, third] = [1, 2, 3].map(|slot| Change { time_s: f64::from(slot), begins: true, slot, nodes: 1 });
    let mut changes = Changes::default();
    for change in [first, second, third] {
        changes.insert(change);
    }
    let point = changes.behind(Changes::start(9), 2.0);
    assert_eq!((changes.next(&point), point.free), (Some(&third), 7));
    changes.remove(&first);
    let again = changes.found_again(point, 2.0);
    assert_eq!((changes.next(&again), again.free), (Some(&third), 7));
}

proptest! {
    /// Compares with a plain list, searched linearly.
    #[test]
    fn equals_a_sorted_list(
        drawn in prop::collection::vec((0u32..200, any::<bool>(), 1i64..9), 1..500),
        removed in prop::collection::vec(any::<prop::sample::Index>(), 0..450),
        all_of in 0u32..20,
        asked in prop::collection::vec((0u32..200, 0u32..200, 0i64..40, 0u32..30, 0u32..230, 0u32..250), 20),
    ) {
        let mut changes = Changes::default();
        let mut list = Vec::new();
        for (slot, (time, begins, nodes)) in drawn.into_iter().enumerate() {
            let change = Change { time_s: f64::from(time), begins, slot: slot as u32, nodes };
            changes.insert(change);
            list.push(change);
        }
        for index in removed.iter().take(list.len() - 1) {
            changes.remove(&list.swap_remove(index.index(list.len())));
        }
        if list.len() > 9 {
            changes.remove_all(|slot| slot % 10 == all_of);
            list.retain(|change| change.slot % 10 != all_of);
        }
        list.sort_by(|a, b| if a.before(b) { std::cmp::Ordering::Less } else { std::cmp::Ordering::Greater });
        prop_assert_eq!(changes.iter().copied().collect::<Vec<_>>(), list.clone());
        let alone = |c: &&Change| c.begins && list.iter().all(|o| o.begins || o.time_s != c.time_s);
        prop_assert_eq!(changes.lone_start_s(f64::NEG_INFINITY), list.iter().find(alone).map(|c| c.time_s));
        for (from, length, nodes, base, before, held) in asked {
            let (from_s, length_s, base) = (f64::from(from), f64::from(length), i64::from(base));
            let before_s = f64::from(before.max(from + 1));
            let held_s = f64::from(held).max(before_s);
            let point = changes.behind(Changes::start(base), from_s);
            prop_assert_eq!(point.free, base + free(&list, from_s));
            let again = changes.found_again(point, from_s);
            prop_assert_eq!(changes.next(&again), changes.next(&point));
            let mut moved = point;
            prop_assert_eq!(changes.least(&mut moved, from_s + length_s), base + least(&list, from_s, from_s + length_s));
            let there = changes.before(point, from_s + length_s);
            prop_assert_eq!((changes.next(&moved), moved.free), (changes.next(&there), there.free));
            let wish = Wish { nodes, length_s, before_s, held_s };
            let mut times: Vec<f64> = list.iter().map(|change| change.time_s).collect();
            times.retain(|&time_s| time_s > from_s && time_s < before_s);
            let mut starts = std::iter::once(from_s).chain(times);
            let fits = |start_s: &f64| {
                let end_s = (start_s + length_s).min(held_s);
                base + least(&list, *start_s, end_s) >= nodes
            };
            prop_assert_eq!(changes.first_time(point, from_s, wish), starts.find(fits));
        }
    }
}
