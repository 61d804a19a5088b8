//! The nodes of a cluster whose background load slows jobs.

use std::collections::BTreeSet;

/// Nodes of one cluster, from the least loaded to the most loaded node. No nodes if background load slows no job.
#[derive(Clone, Debug, Default)]
pub struct Nodes {
    /// Share of each node's processor that its background load leaves to a job; these shares fall.
    shares: Vec<f64>,
    /// Nodes without a job, as indices of `shares`.
    idle: BTreeSet<u32>,
}

impl Nodes {
    /// Idle nodes with these background loads. A job gets at least the share `least_share` of a processor.
    pub fn new(mut loads: Vec<f64>, least_share: f64) -> Nodes {
        loads.sort_by(f64::total_cmp);
        Nodes {
            idle: (0..loads.len() as u32).collect(),
            shares: loads.into_iter().map(|load| (1.0 - load).max(least_share)).collect(),
        }
    }

    /// Takes the least loaded idle nodes for a job. Returns these nodes, and the share of the processor at which the job
    /// runs: the share of its most loaded node.
    pub fn take(&mut self, nodes: u32) -> (Vec<u32>, f64) {
        let taken: Vec<u32> = std::iter::from_fn(|| self.idle.pop_first()).take(nodes as usize).collect();
        let share = taken.last().map_or(1.0, |&node| self.shares[node as usize]);
        (taken, share)
    }

    /// Frees the nodes of a job.
    pub fn free(&mut self, taken: Vec<u32>) {
        self.idle.extend(taken);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Loads of 0, 0.25, 0.5 and 0.9 leave shares of 1, 0.75, 0.5 and at least 0.2. A job of 2 nodes runs at 0.75, then one
    /// of 1 node at 0.5. When the first has ended, a job of 3 nodes gets the two least loaded nodes and the most loaded one.
    #[test]
    fn a_job_is_as_slow_as_its_most_loaded_node_by_hand() {
        let mut nodes = Nodes::new(vec![0.5, 0.0, 0.9, 0.25], 0.2);
        let first = nodes.take(2);
        assert_eq!(first, (vec![0, 1], 0.75));
        assert_eq!(nodes.take(1), (vec![2], 0.5));
        nodes.free(first.0);
        assert_eq!(nodes.take(3), (vec![0, 1, 3], 0.2));
    }

    #[test]
    fn no_nodes_slow_no_job() {
        assert_eq!(Nodes::default().take(7), (vec![], 1.0));
    }
}
