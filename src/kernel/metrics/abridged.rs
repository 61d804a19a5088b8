//! A list that keeps only its first and its last entries.

use serde::Serialize;
use std::collections::VecDeque;

/// An entry or a gap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Entry<'a, T> {
    /// An entry.
    Kept(&'a T),
    /// A gap: the number of entries left out at this point.
    LeftOut(u64),
}

/// The first and last entries of a list, and the number of entries between them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Abridged<T> {
    /// Maximum number of first entries that are kept, and of last entries.
    #[serde(skip)]
    each: usize,
    first: Vec<T>,
    left_out: u64,
    last: VecDeque<T>,
}

impl<T> Abridged<T> {
    /// An empty list that will keep its first `each` entries and its last `each` entries.
    pub fn new(each: usize) -> Abridged<T> {
        Abridged { each, first: Vec::new(), left_out: 0, last: VecDeque::new() }
    }

    /// Appends an entry.
    pub fn push(&mut self, entry: T) {
        if self.first.len() < self.each {
            self.first.push(entry);
            return;
        }
        self.last.push_back(entry);
        if self.last.len() > self.each {
            self.last.pop_front();
            self.left_out += 1;
        }
    }

    /// The kept entries in order, with the gap between them.
    pub fn entries(&self) -> impl Iterator<Item = Entry<'_, T>> {
        let gap = (self.left_out > 0).then_some(Entry::LeftOut(self.left_out));
        let first = self.first.iter().map(Entry::Kept);
        first.chain(gap).chain(self.last.iter().map(Entry::Kept))
    }

    /// True if nothing has been appended.
    pub fn is_empty(&self) -> bool {
        self.newest().is_none()
    }

    /// The last entry.
    pub fn newest(&self) -> Option<&T> {
        self.last.back().or(self.first.last())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_both_ends() {
        let mut list = Abridged::new(2);
        assert_eq!(list.newest(), None);
        for entry in 1..=4 {
            list.push(entry);
            assert_eq!(list.newest(), Some(&entry));
        }
        assert!(list.entries().eq([1, 2, 3, 4].iter().map(Entry::Kept)));
        list.push(5);
        list.push(6);
        let entries: Vec<Entry<i32>> = list.entries().collect();
        let kept = Entry::Kept;
        assert_eq!(entries, [kept(&1), kept(&2), Entry::LeftOut(2), kept(&5), kept(&6)]);
        assert_eq!(serde_json::to_string(&list).unwrap(), r#"{"first":[1,2],"left_out":2,"last":[5,6]}"#);
    }
}
