//! Replaces users, queues and partitions by short numbers, so that records stay small.

use std::collections::BTreeMap;

/// Short numbers for values, in order of appearance.
#[derive(Debug, Default)]
pub(super) struct Interner<K> {
    numbers: BTreeMap<K, u16>,
    /// The last value with its number. Remembered, because a line of a log often has the same value as the line before.
    last: Option<(K, u16)>,
}

impl<K: Ord + Copy> Interner<K> {
    /// The number of a value, and a flag. The flag is true if there are too many different values, so that this value
    /// shares the last number with others.
    pub fn index(&mut self, value: K) -> (u16, bool) {
        if let Some((last, number)) = self.last
            && last == value
        {
            return (number, false);
        }
        let next = self.numbers.len();
        let number = match (self.numbers.get(&value), u16::try_from(next)) {
            (Some(&number), _) => number,
            (None, Ok(next)) if next < u16::MAX => {
                self.numbers.insert(value, next);
                next
            }
            _ => return (u16::MAX - 1, true),
        };
        self.last = Some((value, number));
        (number, false)
    }

    /// The values, indexed by their numbers.
    pub fn values(&self) -> Vec<K> {
        let mut pairs: Vec<(u16, K)> = self.numbers.iter().map(|(&value, &n)| (n, value)).collect();
        pairs.sort_unstable_by_key(|pair| pair.0);
        pairs.into_iter().map(|pair| pair.1).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_value_too_many_shares_the_last_number() {
        let mut interner = Interner::default();
        for value in 0..65_535i64 {
            assert_eq!(interner.index(-value), (value as u16, false));
        }
        assert_eq!(interner.index(7), (65_534, true));
        assert_eq!(interner.index(-20_000), (20_000, false));
        assert_eq!(interner.values().len(), 65_535);
        assert_eq!(interner.values()[3], -3);
    }
}
