//! Replaces users, queues and partitions by short numbers, so that records stay small; and names by numbers.

use std::collections::BTreeMap;

/// Number of an unknown user, queue or partition.
pub(super) const UNKNOWN_VALUE: i64 = -1;

/// Value of the first name; further names have lower values. Numbers of the log are not negative.
const FIRST_NAME: i64 = -2;

/// Names in a field of numbers, in order of appearance. Until the log is read, a name has a negative value, so that it
/// differs from all numbers in the field.
#[derive(Debug, Default)]
pub(super) struct Names {
    all: Vec<Box<str>>,
    values: BTreeMap<Box<[u8]>, i64>,
}

impl Names {
    /// The value of a name. Names beyond the first 65,535 share the last value, as their records do.
    pub fn index(&mut self, text: &[u8]) -> i64 {
        if let Some(&value) = self.values.get(text) {
            return value;
        }
        if self.all.len() < usize::from(u16::MAX) {
            let name = String::from_utf8_lossy(text).replace(char::is_control, " ");
            self.all.push(name.into());
            self.values.insert(text.into(), FIRST_NAME - (self.all.len() as i64 - 1));
        }
        FIRST_NAME - (self.all.len() as i64 - 1)
    }

    /// The name with this value; `None` if the value is a number or unknown.
    pub fn name(&self, value: i64) -> Option<&str> {
        let index = usize::try_from(FIRST_NAME - value).ok()?;
        self.all.get(index).map(AsRef::as_ref)
    }

    /// Replaces the values of names by numbers above all numbers of the field, from 1; returns the names by number.
    pub fn numbered<'v>(self, values: impl Iterator<Item = &'v mut i64>) -> BTreeMap<i64, Box<str>> {
        if self.all.is_empty() {
            return BTreeMap::new();
        }
        let values: Vec<&mut i64> = values.collect();
        let largest = values.iter().map(|value| **value).max().unwrap_or(0).max(0);
        for value in values {
            if *value <= FIRST_NAME {
                *value = largest.saturating_add(1 + FIRST_NAME - *value);
            }
        }
        self.all.into_iter().enumerate().map(|(at, name)| (largest.saturating_add(1 + at as i64), name)).collect()
    }
}

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
    fn names_are_numbered_above_the_numbers() {
        let mut names = Names::default();
        let mut values = [4, names.index(b"anna"), UNKNOWN_VALUE, names.index(b"bert"), names.index(b"anna")];
        assert_eq!((names.name(values[3]), names.name(4), names.name(UNKNOWN_VALUE)), (Some("bert"), None, None));
        let labels = names.numbered(values.iter_mut());
        assert_eq!(values, [4, 5, -1, 6, 5]);
        assert_eq!(labels.into_iter().collect::<Vec<_>>(), [(5, "anna".into()), (6, "bert".into())]);
    }

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
