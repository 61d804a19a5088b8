//! Communication patterns: pairs of ranks that exchange messages, and the number of pairs that a cut separates.
//!
//! The nodes of a job are ranks 0..n. The pattern is a graph on the ranks: an edge is a pair that exchanges messages.
//! Ranks are assigned to clusters in order, so every piece, and every site of a tree, holds an interval of ranks. The
//! traffic of a link is the number of edges between two intervals. It follows from one count per pattern, in O(1):
//!
//! ```text
//!   below(x, y) = number of edges u < v with u < x and v < y        (x ≤ y)
//!   edges between [a, b) and [c, d), b ≤ c:   below(b, d) − below(a, d) − below(b, c) + below(a, c)
//! ```
//!
//! | pattern | edges u < v | below(x, y) |
//! |---|---|---|
//! | all to all | every pair | x(y − 1) − x(x − 1)/2 |
//! | ring | v = u + 1; from n = 3 on also 0, n − 1 | min(x, y − 1), and 1 if y = n ≥ 3, x ≥ 1 |
//! | grid, w = ⌈√n⌉ | v = u + 1 in the same row; v = u + w | t − ⌊t/w⌋ with t = min(x, y − 1); and min(x, y − w) |
//! | binary tree | u = ⌊(v − 1)/2⌋ | min(2x, y − 1) |
//! | master–worker | u = 0 | y − 1 if x ≥ 1 |

use crate::workload::Pattern;
use std::ops::Range;

impl Pattern {
    /// Number of edges between ranks u < v with u < x and v < y, among `n` ranks; x ≤ y ≤ n.
    #[inline]
    fn below(self, n: u64, x: u64, y: u64) -> u64 {
        if x == 0 {
            return 0;
        }
        match self {
            Pattern::AllToAll => x * (y - 1) - x * (x - 1) / 2,
            Pattern::Ring => x.min(y - 1) + u64::from(y == n && n >= 3),
            Pattern::Grid => {
                let width = (n - 1).isqrt() + 1;
                let rows = x.min(y - 1);
                let columns = x.min(y.saturating_sub(width));
                rows - rows / width + columns
            }
            Pattern::Tree => (2 * x).min(y - 1),
            Pattern::MasterWorker => y - 1,
        }
    }

    /// Number of edges between two intervals of ranks in 0..`n`, the first before the second.
    #[inline]
    pub fn edges_between(self, n: u32, first: Range<u32>, second: Range<u32>) -> u64 {
        let [a, b] = [first.start, first.end].map(u64::from);
        let [c, d] = [second.start, second.end].map(u64::from);
        let below = |x, y| self.below(n.into(), x, y);
        (below(b, d) - below(a, d)) - (below(b, c) - below(a, c))
    }

    /// Number of edges between the ranks inside an interval and all other ranks in 0..`n`.
    #[inline]
    pub fn crossing(self, n: u32, inside: Range<u32>) -> u64 {
        self.edges_between(n, 0..inside.start, inside.clone()) + self.edges_between(n, inside.clone(), inside.end..n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Pattern::{AllToAll, Grid, MasterWorker, Ring, Tree};

    /// True if two ranks communicate, by the definition of the pattern.
    fn talk(pattern: Pattern, n: u32, u: u32, v: u32) -> bool {
        let (u, v) = (u.min(v), u.max(v));
        let width = (1..).find(|w| w * w >= n).unwrap();
        match pattern {
            AllToAll => true,
            Ring => (u + 1) % n == v || (v + 1) % n == u,
            Grid => {
                let apart = (u % width).abs_diff(v % width) + (u / width).abs_diff(v / width);
                apart == 1
            }
            Tree => v == 2 * u + 1 || v == 2 * u + 2,
            MasterWorker => u == 0,
        }
    }

    fn counted(pattern: Pattern, n: u32, first: Range<u32>, second: Range<u32>) -> u64 {
        let pairs = first.flat_map(|u| second.clone().map(move |v| (u, v)));
        pairs.filter(|&(u, v)| talk(pattern, n, u, v)).count() as u64
    }

    fn intervals(within: Range<u32>) -> impl Iterator<Item = Range<u32>> {
        let end = within.end;
        within.flat_map(move |a| (a + 1..=end).map(move |b| a..b))
    }

    #[test]
    fn every_cut_equals_counted_edges() {
        for &pattern in Pattern::ALL {
            for n in 1..=60 {
                for inside in intervals(0..n) {
                    let others = [0..inside.start, inside.end..n];
                    let edges = others.map(|o| counted(pattern, n, inside.clone(), o));
                    let crossing = pattern.crossing(n, inside.clone());
                    assert_eq!(crossing, edges[0] + edges[1], "{pattern} {n} {inside:?}");
                    assert_eq!(crossing == 0, inside == (0..n), "{pattern} is connected");
                }
            }
        }
    }

    #[test]
    fn every_pair_of_intervals_equals_counted_edges() {
        for &pattern in Pattern::ALL {
            for n in 1..=22 {
                for first in intervals(0..n) {
                    for second in intervals(first.end..n) {
                        assert_eq!(
                            pattern.edges_between(n, first.clone(), second.clone()),
                            counted(pattern, n, first.clone(), second.clone()),
                            "{pattern} {n} {first:?} {second:?}"
                        );
                    }
                }
            }
        }
    }

    /// Ten ranks in rows of four: 0–3, 4–7, 8–9. The edges 1–5, 2–6, 3–7, 4–5 and 4–8 join the first five ranks to the
    /// other ranks.
    #[test]
    fn a_grid_by_hand() {
        assert_eq!(Grid.crossing(10, 0..5), 5);
        // The edges 1–5, 2–6 and 4–5 join the first five ranks to the ranks 5 and 6.
        assert_eq!(Grid.edges_between(10, 0..5, 5..7), 3);
    }

    #[test]
    fn the_largest_jobs_do_not_overflow() {
        let n = 50_000_000;
        assert_eq!(AllToAll.crossing(n, 0..n / 2), 625_000_000_000_000);
        assert_eq!(Ring.crossing(n, 7..n / 2), 2);
        // A row has 7072 ranks; rank 25 000 000 is inside a row, not at its end.
        assert_eq!(Grid.crossing(n, 0..n / 2), 7073);
        assert_eq!(Tree.crossing(n, 0..n / 2), u64::from(n / 2));
        assert_eq!(MasterWorker.crossing(n, 1..n), u64::from(n - 1));
    }
}
