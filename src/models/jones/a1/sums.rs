//! Sets of node counts, stored as intervals.

use super::ranges::Range;
use smallvec::SmallVec;

/// Disjoint intervals with gaps between them, in ascending order, both ends included.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sums(SmallVec<[(u32, u32); 2]>);

impl Sums {
    /// The set of one number.
    pub fn only(number: u32) -> Sums {
        Sums(SmallVec::from_slice(&[(number, number)]))
    }

    /// The intervals, in ascending order.
    pub fn intervals(&self) -> &[(u32, u32)] {
        &self.0
    }

    pub fn contains(&self, number: u32) -> bool {
        self.0.iter().any(|&(a, b)| a <= number && number <= b)
    }

    /// All sums of a number in this set and a number in the range, up to `most`.
    pub fn plus(&self, range: &Range, most: u32) -> Sums {
        self.pairs(range.parts(), added(most))
    }

    /// All sums of a number in this set and a number in `other`, up to `most`.
    pub fn plus_all(&self, other: &Sums, most: u32) -> Sums {
        self.pairs(other.0.iter().copied(), added(most))
    }

    /// The numbers that are also in the range.
    pub fn within(&self, range: &Range) -> Sums {
        self.pairs(range.parts(), |(a, b), (c, d)| (a.max(c), b.min(d)))
    }

    /// The differences `total` − n for all numbers n of this set up to `total`.
    pub fn lacking(&self, total: u32) -> Sums {
        let intervals = self.0.iter().rev().filter(|(a, _)| *a <= total);
        Sums(intervals.map(|&(a, b)| (total.saturating_sub(b), total - a)).collect())
    }

    /// The union of `combine` over all pairs of one interval of each set. Empty intervals are left out.
    fn pairs(
        &self,
        others: impl Iterator<Item = (u32, u32)> + Clone,
        combine: impl Fn((u32, u32), (u32, u32)) -> (u32, u32),
    ) -> Sums {
        let mut found = Sums::default();
        for own in &self.0 {
            for other in others.clone() {
                let (a, b) = combine(*own, other);
                if a <= b {
                    found.0.push((a, b));
                }
            }
        }
        found.0.sort_unstable();
        found.0.dedup_by(|next, last| {
            let touches = next.0 <= last.1.saturating_add(1);
            if touches {
                last.1 = last.1.max(next.1);
            }
            touches
        });
        found
    }
}

/// The sums of a number in one interval and a number in the other, up to `most`.
fn added(most: u32) -> impl Fn((u32, u32), (u32, u32)) -> (u32, u32) {
    move |(a, b), (c, d)| (a.saturating_add(c), b.saturating_add(d).min(most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MOST: u32 = 40;

    fn ranges() -> impl Strategy<Value = Range> {
        (0u32..15, 0u32..15, 0u32..15, any::<bool>()).prop_map(|(low, gap, more, upper)| Range {
            low,
            from: if upper { low + gap } else { Range::NO_UPPER },
            most: low + gap + more,
        })
    }

    fn members(sums: &Sums) -> Vec<u32> {
        (0..=2 * MOST).filter(|&number| sums.contains(number)).collect()
    }

    fn of(range: &Range) -> Vec<u32> {
        let within = |&x: &u32| x <= range.low || (range.has_upper() && range.from <= x && x <= range.most);
        (0..=2 * MOST).filter(within).collect()
    }

    proptest! {
        /// The sets of intervals are compared with sets that list every number.
        #[test]
        fn equals_lists((a, b, c) in (ranges(), ranges(), ranges()), total in 0u32..50) {
            let start = Sums::only(0);
            let sums = start.plus(&a, MOST).plus(&b, MOST);
            let reached = |x: &u32| of(&a).iter().any(|y| of(&b).iter().any(|z| y + z == *x));
            let expected: Vec<u32> = (0..=MOST).filter(reached).collect();
            prop_assert_eq!(&members(&sums), &expected);
            prop_assert_eq!(&start.plus(&b, MOST).plus_all(&start.plus(&a, MOST), MOST), &sums);
            let both: Vec<u32> = expected.iter().copied().filter(|x| of(&c).contains(x)).collect();
            prop_assert_eq!(members(&sums.within(&c)), both);
            let lacking: Vec<u32> = (0..=total).filter(|x| expected.contains(&(total - x))).collect();
            prop_assert_eq!(members(&sums.lacking(total)), lacking);
            let apart = sums.intervals().windows(2).all(|pair| pair[0].1 + 1 < pair[1].0);
            prop_assert!(apart, "{:?}", sums);
        }
    }
}
