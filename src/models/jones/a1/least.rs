//! The solution of J5 eq. 11 with the least demand on all links together: the least Σ xᵢ(n − xᵢ) = n² − Σ xᵢ², which is
//! proportional to the demand before rounding to whole bits. Of several solutions, the first in the order "clusters by
//! index, on each the most nodes first" is taken.
//!
//! So Σ xᵢ², a convex function, must be greatest. Fix the cluster that uses its upper part, if any. Then the solution
//! with the greatest pieces first, each as large as possible, majorizes every other solution; only its permutations are
//! as good. So there is one candidate per cluster with an upper part, and one without upper parts. The cost is O(m log
//! m) to sort the lower parts, plus the number of pieces of each candidate.

use super::ranges::Range;
use crate::platform::{Piece, Placement};
use std::cmp::{Ordering, Reverse};

/// Buffer of [`solve`](Scratch::solve).
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// Clusters with a lower part, largest first.
    order: Vec<u32>,
}

/// The best solution for one choice of the cluster, if any, that uses its upper part.
///
/// Lower parts larger than `cut` are used whole, and also the first `whole` of size `cut`. The remaining `part` goes to the first
/// cluster with room for it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Candidate {
    upper: Option<u32>,
    squares: u64,
    cut: u32,
    whole: u32,
    part: u32,
}

impl Candidate {
    /// The number of nodes that each cluster gives, by index.
    fn taken(self, ranges: &[Range]) -> impl Iterator<Item = u32> {
        let Candidate { upper, cut, mut whole, mut part, .. } = self;
        (0..).zip(ranges).map(move |(cluster, range)| {
            if upper == Some(cluster) {
                range.most
            } else if range.low > cut {
                range.low
            } else if range.low == cut && whole > 0 {
                whole -= 1;
                cut
            } else if range.low >= part {
                std::mem::take(&mut part)
            } else {
                0
            }
        })
    }

    /// The greater candidate is better: it has the larger sum of squares or, if the sums are equal, is earlier in the
    /// order of solutions.
    fn compare(self, other: Candidate, ranges: &[Range]) -> Ordering {
        self.squares.cmp(&other.squares).then_with(|| self.taken(ranges).cmp(other.taken(ranges)))
    }
}

fn square(nodes: u32) -> u64 {
    u64::from(nodes) * u64::from(nodes)
}

impl Scratch {
    /// Writes the solution to `placement`; false if there is no solution.
    pub fn solve(&mut self, ranges: &[Range], nodes: u32, placement: &mut Placement) -> bool {
        let low = |cluster: u32| ranges[cluster as usize].low;
        self.order.clear();
        self.order.extend((0..ranges.len() as u32).filter(|&cluster| low(cluster) > 0));
        // Clusters with equal lower parts may be in any order, because only their numbers of nodes are used.
        self.order.sort_unstable_by_key(|&cluster| Reverse(low(cluster)));
        let uppers = (0..ranges.len() as u32).filter(|&u| ranges[u as usize].has_upper());
        let best = std::iter::once(None)
            .chain(uppers.map(Some))
            .filter_map(|upper| self.candidate(ranges, nodes, upper))
            .reduce(|best, next| match next.compare(best, ranges) {
                Ordering::Greater => next,
                _ => best,
            });
        let Some(best) = best else { return false };
        let pieces = (0..).zip(best.taken(ranges));
        placement.extend(pieces.filter(|&(_, nodes)| nodes > 0).map(|(cluster, nodes)| Piece { cluster, nodes }));
        true
    }

    /// The best solution in which the cluster `upper` gives the whole of its upper part, and the other clusters use
    /// only their lower parts; `None` if there is no such solution.
    fn candidate(&self, ranges: &[Range], nodes: u32, upper: Option<u32>) -> Option<Candidate> {
        let most = upper.map_or(0, |upper| ranges[upper as usize].most);
        let mut candidate = Candidate { upper, squares: square(most), cut: 0, whole: 0, part: nodes - most };
        for &cluster in self.order.iter().filter(|&&cluster| Some(cluster) != upper) {
            let low = ranges[cluster as usize].low;
            if low != candidate.cut {
                candidate.cut = low;
                candidate.whole = 0;
            }
            if low > candidate.part {
                candidate.squares += square(candidate.part);
                return Some(candidate);
            }
            candidate.whole += 1;
            candidate.part -= low;
            candidate.squares += square(low);
        }
        (candidate.part == 0).then_some(candidate)
    }
}
