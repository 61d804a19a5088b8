//! A set of small numbers whose smallest member is found in constant time.

/// Number of bits in a word, and number of words.
const SIDE: usize = 64;

/// A set of numbers below 4096. It has one bit per number, and one further bit for each word of 64 numbers that is not
/// empty.
#[derive(Clone, Debug)]
pub(super) struct Bits {
    words: [u64; SIDE],
    some: u64,
}

impl Bits {
    /// Number of possible members.
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

    /// The smallest member of the set.
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
