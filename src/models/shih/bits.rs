//! A set of small numbers whose smallest is found at once.

/// Bits in a word, and words.
const SIDE: usize = 64;

/// Numbers below 4096: a bit for each, and a bit for each word of them that is not 0.
#[derive(Clone, Debug)]
pub(super) struct Bits {
    words: [u64; SIDE],
    some: u64,
}

impl Bits {
    /// How many numbers there may be.
    pub const COUNT: usize = SIDE * SIDE;

    pub const fn new() -> Bits {
        Bits { words: [0; SIDE], some: 0 }
    }

    #[inline]
    pub fn has(&self, number: usize) -> bool {
        self.words[number / SIDE] & (1 << (number % SIDE)) != 0
    }

    #[inline]
    pub fn insert(&mut self, number: usize) {
        self.words[number / SIDE] |= 1 << (number % SIDE);
        self.some |= 1 << (number / SIDE);
    }

    #[inline]
    pub fn remove(&mut self, number: usize) {
        let word = &mut self.words[number / SIDE];
        *word &= !(1 << (number % SIDE));
        self.some &= !(u64::from(*word == 0) << (number / SIDE));
    }

    /// The smallest.
    #[inline]
    pub fn first(&self) -> Option<usize> {
        let at = self.some.trailing_zeros() as usize;
        let word = self.words.get(at)?;
        Some(at * SIDE + word.trailing_zeros() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn equals_a_tree(steps in prop::collection::vec((any::<bool>(), prop_oneof![0usize..200, 0usize..Bits::COUNT]), 0..300)) {
            let (mut bits, mut tree) = (Bits::new(), BTreeSet::new());
            for (insert, number) in steps {
                if insert {
                    bits.insert(number);
                    tree.insert(number);
                } else {
                    bits.remove(number);
                    tree.remove(&number);
                }
                prop_assert_eq!(bits.has(number), insert);
                prop_assert_eq!(bits.first(), tree.first().copied());
            }
        }
    }
}
