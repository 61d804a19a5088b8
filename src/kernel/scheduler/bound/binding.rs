//! The rule that binds an arriving job to a cluster.

use crate::parameter::declare::choices;
use crate::platform::Cluster;
use crate::workload::Job;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

choices! {
    /// The cluster to which a job is bound when it arrives.
    Binding = EarliestStart, {
        /// The cluster on which the job would start first if all jobs there ran as long as estimated, one after the other in the order of arrival.
        EarliestStart = "earliest-start", "Earliest start";
        /// The cluster on which enough nodes are free first if the jobs that wait there are ignored.
        EarliestFit = "earliest-fit", "Earliest fit";
        /// The cluster with the least work left, by the estimates, on each of its nodes.
        LeastWork = "least-work", "Least work";
        /// The cluster where it arrives.
        Home = "home", "Home";
        /// A copy waits in the queue of every cluster that is large enough, until one of the clusters starts the job.
        Siblings = "siblings", "All, by copies";
    }
}

impl Binding {
    /// The criterion in words, and the heading of its column.
    pub(super) fn words(self) -> [&'static str; 2] {
        match self {
            Binding::EarliestStart => ["it would start there first, after the jobs that wait", "Wait until its start"],
            Binding::EarliestFit => ["enough nodes are free there first", "Wait for nodes"],
            Binding::LeastWork => ["it has the least work on each of its nodes", "Work per node"],
            Binding::Home => ["it arrives there", "Wait until its start"],
            Binding::Siblings => ["is the first to start it", "Copy"],
        }
    }

    /// The rank of a cluster \[s\], smallest for the best cluster. `waiting` are the jobs that wait there, in the order
    /// of arrival.
    pub(super) fn rank<'a>(self, job: &Job, here: Here<'_>, waiting: impl Iterator<Item = &'a Job>) -> f64 {
        let speed = here.cluster.speed;
        match self {
            // Wait until its start after all jobs that wait there.
            Binding::EarliestStart => {
                let mut line = Line::new(&here);
                for other in waiting {
                    line.start(other.nodes, other.estimate_s / speed);
                }
                line.start(job.nodes, 0.0) - here.now_s
            }
            // Wait until running jobs have left enough nodes.
            Binding::EarliestFit => Line::new(&here).start(job.nodes, 0.0) - here.now_s,
            // Work of the running and waiting jobs for each node. An empty sum would be -0, which is less than 0.
            Binding::LeastWork => {
                let running = here.ends.iter().map(|&(end_s, nodes)| (end_s - here.now_s) * f64::from(nodes));
                let waiting = waiting.map(|other| other.estimate_s / speed * f64::from(other.nodes));
                running.chain(waiting).fold(0.0, |sum, own| sum + own) / f64::from(here.cluster.nodes)
            }
            // Only the home is asked, or all clusters are.
            Binding::Home | Binding::Siblings => 0.0,
        }
    }
}

/// State of a cluster when a job arrives.
pub(super) struct Here<'a> {
    pub now_s: f64,
    /// Free nodes.
    pub free: u32,
    pub cluster: &'a Cluster,
    /// Expected ends \[s\] and nodes of the running jobs.
    pub ends: Vec<(f64, u32)>,
}

/// The future of a cluster on which jobs start one after the other.
struct Line {
    now_s: f64,
    free: u64,
    /// Ends of jobs, as bits, which sort like the times because these are not negative; and their nodes.
    ends: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Line {
    fn new(here: &Here<'_>) -> Line {
        let ends = here.ends.iter().map(|&(end_s, nodes)| Reverse((end_s.to_bits(), nodes))).collect();
        Line { now_s: here.now_s, free: here.free.into(), ends }
    }

    /// Starts the next job, of this size and run time \[s\]. Returns the start \[s\]; infinite if nodes are lacking for ever.
    fn start(&mut self, nodes: u32, runs_s: f64) -> f64 {
        while self.free < u64::from(nodes) {
            let Some(Reverse((end, freed))) = self.ends.pop() else {
                return f64::INFINITY;
            };
            self.now_s = self.now_s.max(f64::from_bits(end));
            self.free += u64::from(freed);
        }
        self.free -= u64::from(nodes);
        self.ends.push(Reverse(((self.now_s + runs_s).to_bits(), nodes)));
        self.now_s
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cluster of 10 nodes at twice the speed: 2 free, 5 until 30 s, 3 until 50 s. At 20 s two jobs wait: 6 nodes for
    /// 40 s (20 s here), 4 nodes for 20 s (10 s here). In the order of arrival they start at 30 s (7 nodes are free then,
    /// 1 is left) and at 50 s (4 free: the first job ends at 50 s as well, which leaves 6). A job of 8 nodes then starts at
    /// 60 s. Without the waiting jobs it would start at 50 s. Work: 10 · 5 + 30 · 3 + 20 · 6 + 10 · 4 = 300 node-seconds.
    #[test]
    fn ranks_by_hand() {
        let cluster = Cluster { nodes: 10, capacity_bps: 1, speed: 2.0 };
        let job = |nodes, estimate_s| Job { nodes, estimate_s, ..Job::default() };
        let waiting = [job(6, 40.0), job(4, 20.0)];
        let ranks = |nodes| {
            [Binding::EarliestStart, Binding::EarliestFit, Binding::LeastWork].map(|binding| {
                let here = Here { now_s: 20.0, free: 2, cluster: &cluster, ends: vec![(50.0, 3), (30.0, 5)] };
                binding.rank(&job(nodes, 1.0), here, waiting.iter())
            })
        };
        assert_eq!(ranks(8), [40.0, 30.0, 30.0]);
        assert_eq!(ranks(2), [30.0, 0.0, 30.0]);
    }

    #[test]
    fn nodes_that_are_lacking_for_ever() {
        let cluster = Cluster { nodes: 4, capacity_bps: 1, speed: 1.0 };
        for binding in [Binding::EarliestStart, Binding::EarliestFit] {
            let here = Here { now_s: 0.0, free: 2, cluster: &cluster, ends: Vec::new() };
            let rank = binding.rank(&Job { nodes: 3, ..Job::default() }, here, std::iter::empty());
            assert_eq!(rank, f64::INFINITY);
        }
    }
}
