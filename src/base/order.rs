//! Sorting by one copy of the sort for all: the standard one is compiled anew at every call, some 5 kB each time, which
//! a visitor of the page would download. Not for the inner loop of a simulation.

use std::cmp::Ordering;
use std::mem;

/// The places of a list of that length in the order of what is there; equal ones stay as they are.
pub fn places(length: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..length).collect();
    places.sort_by(|&a, &b| compare(a, b));
    places
}

/// Sorts as [`slice::sort_by`] does; equal values keep their order.
pub fn sort_by<T>(values: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut places = places(values.len(), &|a, b| compare(&values[a], &values[b]));
    // Cycle by cycle: each place takes its value from where that is, which is then the place to fill.
    for first in 0..values.len() {
        let mut place = first;
        loop {
            let from = mem::replace(&mut places[place], place);
            if from == first {
                break;
            }
            values.swap(place, from);
            place = from;
        }
    }
}

/// Sorts as [`slice::sort_by_key`] does; equal keys keep their order.
pub fn sort_by_key<T, K: Ord>(values: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(values, |a, b| key(a).cmp(&key(b)));
}

/// Sorts indices, for inner loops; equal ones come in an order that is the same everywhere.
pub fn sort_indices(indices: &mut [u32], compare: &dyn Fn(u32, u32) -> Ordering) {
    indices.sort_unstable_by(|&a, &b| compare(a, b));
}

/// Sorts numbers by [`f64::total_cmp`].
pub fn sort_numbers(numbers: &mut [f64]) {
    numbers.sort_unstable_by(f64::total_cmp);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn by_hand() {
        let mut words = ["pear", "fig", "apple", "kiwi", "date"];
        sort_by_key(&mut words, |word| word.len());
        assert_eq!(words, ["fig", "pear", "kiwi", "date", "apple"]);
        assert_eq!(places(3, &|a, b| b.cmp(&a)), [2, 1, 0]);
        let mut indices = [2, 0, 1];
        sort_indices(&mut indices, &|a, b| b.cmp(&a));
        assert_eq!(indices, [2, 1, 0]);
    }

    proptest! {
        #[test]
        fn as_the_standard_sort(values in prop::collection::vec((0u8..20, any::<u32>()), 0..200)) {
            let (mut ours, mut standard) = (values.clone(), values);
            sort_by(&mut ours, |a, b| a.0.cmp(&b.0));
            standard.sort_by_key(|value| value.0);
            prop_assert_eq!(ours, standard);
        }

        #[test]
        fn numbers_rise(mut numbers in prop::collection::vec(any::<f64>(), 0..100)) {
            sort_numbers(&mut numbers);
            prop_assert!(numbers.is_sorted_by(|a, b| a.total_cmp(b).is_le()));
        }
    }
}
