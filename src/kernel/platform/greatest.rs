//! Maximum of many numbers, updated as they change.

use std::ops::Range;

/// Numbers per block.
const BLOCK: usize = 16;

/// A tree of maxima: one maximum per block of sixteen numbers, then one maximum per sixteen blocks, and so on. The
/// caller stores the numbers themselves. Up to sixteen numbers need no tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Greatest {
    /// The levels from the blocks upwards; the last level has at most sixteen maxima.
    levels: Vec<Vec<u32>>,
}

fn greatest(numbers: &[u32]) -> u32 {
    numbers.iter().copied().max().unwrap_or(0)
}

/// The first index in the range `family` whose number is at least `least`. The range may extend beyond the last number.
#[inline]
fn first_in(numbers: &[u32], family: Range<usize>, least: u32) -> Option<usize> {
    let mut own = numbers[family.start..family.end.min(numbers.len())].iter();
    let at = own.position(|&number| number >= least)?;
    Some(family.start + at)
}

impl Greatest {
    /// Builds the tree for these numbers.
    pub fn of(numbers: &[u32]) -> Greatest {
        let mut levels: Vec<Vec<u32>> = Vec::new();
        loop {
            let below = levels.last().map_or(numbers, Vec::as_slice);
            if below.len() <= BLOCK {
                return Greatest { levels };
            }
            levels.push(below.chunks(BLOCK).map(greatest).collect());
        }
    }

    /// Updates the tree after one number has changed.
    #[inline]
    pub fn update(&mut self, numbers: &[u32], at: usize) {
        let mut at = at;
        let mut below = numbers;
        for level in &mut self.levels {
            let first = at - at % BLOCK;
            at /= BLOCK;
            level[at] = greatest(&below[first..below.len().min(first + BLOCK)]);
            below = level;
        }
    }

    /// Updates the tree after several numbers may have changed.
    pub fn update_all(&mut self, numbers: &[u32]) {
        for at in (0..numbers.len()).step_by(BLOCK) {
            self.update(numbers, at);
        }
    }

    /// The maximum; 0 if there are no numbers.
    #[inline]
    pub fn get(&self, numbers: &[u32]) -> u32 {
        greatest(self.levels.last().map_or(numbers, Vec::as_slice))
    }

    /// The first index of a number that is at least `least`. Descends from the top of the tree.
    #[inline]
    pub fn first(&self, numbers: &[u32], least: u32) -> Option<usize> {
        let mut family = 0..BLOCK;
        for level in self.levels.iter().rev().map(Vec::as_slice) {
            let found = first_in(level, family, least)?;
            family = found * BLOCK..(found + 1) * BLOCK;
        }
        first_in(numbers, family, least)
    }

    /// Indices and values of the numbers that are at least `least`, in ascending order of index.
    #[inline]
    pub fn at_least(&self, numbers: &[u32], least: u32) -> impl Iterator<Item = (usize, u32)> + Clone {
        let blocks = self.levels.first().map_or(&[u32::MAX][..], Vec::as_slice);
        let length = if self.levels.is_empty() { numbers.len() } else { BLOCK };
        let blocks = blocks.iter().enumerate().filter(move |block| *block.1 >= least);
        blocks.flat_map(move |(block, _)| {
            let first = block * length;
            let own = numbers[first..numbers.len().min(first + length)].iter();
            let own = own.enumerate().filter(move |number| *number.1 >= least);
            own.map(move |(at, &number)| (first + at, number))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn equals_a_plain_list(
            mut numbers in prop_oneof![prop::collection::vec(0u32..50, 0..40), prop::collection::vec(0u32..50, 200..600)],
            changes in prop::collection::vec((any::<prop::sample::Index>(), 0u32..60), 0..40),
            least in 0u32..60,
        ) {
            let mut kept = Greatest::of(&numbers);
            for (at, number) in changes {
                if !numbers.is_empty() {
                    let at = at.index(numbers.len());
                    numbers[at] = number;
                    kept.update(&numbers, at);
                }
                prop_assert_eq!(kept.get(&numbers), greatest(&numbers));
            }
            numbers.reverse();
            kept.update_all(&numbers);
            prop_assert_eq!(&kept, &Greatest::of(&numbers));
            let found: Vec<_> = kept.at_least(&numbers, least).collect();
            let all = numbers.iter().copied().enumerate();
            let expected: Vec<_> = all.filter(|number| number.1 >= least).collect();
            prop_assert_eq!(kept.first(&numbers, least), expected.first().map(|number| number.0));
            prop_assert_eq!(found, expected);
        }
    }
}
