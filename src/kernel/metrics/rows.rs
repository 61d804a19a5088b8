//! Assignment of node numbers: a job gets the free nodes of a cluster with the lowest numbers. Only figures and job
//! files use these numbers.

/// Consecutive node numbers: first and last.
pub type Interval = (u32, u32);

/// Free node numbers of one cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeRows {
    /// Disjoint intervals in ascending order, never adjacent.
    free: Vec<Interval>,
}

impl NodeRows {
    /// All `nodes` nodes are free.
    pub fn new(nodes: u32) -> NodeRows {
        NodeRows { free: if nodes == 0 { Vec::new() } else { vec![(0, nodes - 1)] } }
    }

    /// Takes the `count` free nodes with the lowest numbers, or all free nodes if there are fewer.
    pub fn take(&mut self, count: u32) -> Vec<Interval> {
        let mut taken = Vec::new();
        let mut missing = count;
        let mut emptied = 0;
        for interval in &mut self.free {
            if missing == 0 {
                break;
            }
            let (first, last) = *interval;
            let here = (last - first + 1).min(missing);
            taken.push((first, first + here - 1));
            missing -= here;
            if first + here > last {
                emptied += 1;
            } else {
                interval.0 = first + here;
            }
        }
        self.free.drain(..emptied);
        taken
    }

    /// Returns nodes.
    pub fn give(&mut self, nodes: &[Interval]) {
        for &(first, last) in nodes {
            let at = self.free.partition_point(|interval| interval.0 < first);
            let joins_left = at > 0 && self.free[at - 1].1 + 1 == first;
            let joins_right = at < self.free.len() && last + 1 == self.free[at].0;
            match (joins_left, joins_right) {
                (true, true) => {
                    self.free[at - 1].1 = self.free[at].1;
                    self.free.remove(at);
                }
                (true, false) => self.free[at - 1].1 = last,
                (false, true) => self.free[at].0 = first,
                (false, false) => self.free.insert(at, (first, last)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lowest_first_and_merged_again() {
        let mut rows = NodeRows::new(10);
        let a = rows.take(3);
        let b = rows.take(4);
        assert_eq!((a.as_slice(), b.as_slice()), (&[(0, 2)][..], &[(3, 6)][..]));
        rows.give(&a);
        assert_eq!(rows.take(5), [(0, 2), (7, 8)]);
        rows.give(&[(0, 2), (7, 8)]);
        rows.give(&b);
        assert_eq!(rows, NodeRows::new(10));
    }

    proptest! {
        /// Compares with a plain list of flags.
        #[test]
        fn equals_flags(steps in prop::collection::vec((any::<bool>(), 1u32..9), 1..80)) {
            let mut rows = NodeRows::new(30);
            let mut free = [true; 30];
            let mut held: Vec<Vec<Interval>> = Vec::new();
            for (take, count) in steps {
                if take {
                    let expected: Vec<u32> = (0..30).filter(|&n| free[n as usize]).take(count as usize).collect();
                    let taken = rows.take(count);
                    let flat: Vec<u32> = taken.iter().flat_map(|&(a, b)| a..=b).collect();
                    prop_assert_eq!(&flat, &expected);
                    flat.iter().for_each(|&n| free[n as usize] = false);
                    held.push(taken);
                } else if !held.is_empty() {
                    let nodes = held.remove(count as usize % held.len());
                    nodes.iter().flat_map(|&(a, b)| a..=b).for_each(|n| free[n as usize] = true);
                    rows.give(&nodes);
                }
            }
        }
    }
}
