//! The places of a list's things in another order.

use std::cmp::Ordering;

/// Places sorted by an order of them; equal ones stay as they are. All callers share one sort, which keeps the page small; inner loops have
/// their own.
#[inline(never)]
pub fn sorted(places: impl IntoIterator<Item = usize>, order: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = places.into_iter().collect();
    places.sort_by(|&a, &b| order(a, b));
    places
}

/// Things sorted by an order of them, as [`sorted`] does.
pub fn ranked<T: Copy>(things: &[T], order: &dyn Fn(&T, &T) -> Ordering) -> Vec<T> {
    let places = sorted(0..things.len(), &|a, b| order(&things[a], &things[b]));
    places.into_iter().map(|at| things[at]).collect()
}

/// The same of things that are moved instead of copied.
pub fn arranged<T>(things: Vec<T>, order: &dyn Fn(&T, &T) -> Ordering) -> Vec<T> {
    let places = sorted(0..things.len(), &|a, b| order(&things[a], &things[b]));
    let mut things: Vec<Option<T>> = things.into_iter().map(Some).collect();
    places.into_iter().filter_map(|at| things[at].take()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_things_stay_as_they_are() {
        let values = [3, 1, 2, 1, 3];
        let order = |a: usize, b: usize| values[a].cmp(&values[b]);
        assert_eq!(sorted(0..5, &order), [1, 3, 2, 0, 4]);
        assert_eq!(ranked(&[2, -1, 1], &|a: &i32, b| a.abs().cmp(&b.abs())), [-1, 1, 2]);
        let words = ["bb", "a", "cc"].map(str::to_owned).to_vec();
        let arranged = arranged(words, &|a, b| a.len().cmp(&b.len()));
        assert_eq!(arranged, ["a", "bb", "cc"]);
    }
}
