//! A list that may become long: its beginning and its end are kept.

use serde::Serialize;
use std::collections::VecDeque;

/// An entry of the list, or a gap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Entry<'a, T> {
    /// An entry.
    Kept(&'a T),
    /// So many entries are left out here.
    LeftOut(u64),
}

/// The first and the last entries of a list, and how many between them are left out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Abridged<T> {
    /// Entries kept at either end.
    #[serde(skip)]
    each: usize,
    first: Vec<T>,
    left_out: u64,
    last: VecDeque<T>,
}

impl<T> Abridged<T> {
    /// An empty list that keeps so many entries at either end.
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

    /// What is kept, in order, and the gap in it.
    pub fn entries(&self) -> impl Iterator<Item = Entry<'_, T>> {
        let gap = (self.left_out > 0).then_some(Entry::LeftOut(self.left_out));
        let first = self.first.iter().map(Entry::Kept);
        first.chain(gap).chain(self.last.iter().map(Entry::Kept))
    }

    /// Whether nothing has been appended.
    pub fn is_empty(&self) -> bool {
        self.newest().is_none()
    }

    /// The entry appended last.
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
