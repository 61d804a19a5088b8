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
        }
    }

    /// The number that is smallest for the best cluster \[s\].
    pub(super) fn rank(self, prospect: &Prospect) -> f64 {
        match self {
            Binding::EarliestStart | Binding::Home => prospect.start_s,
            Binding::EarliestFit => prospect.fit_s,
            Binding::LeastWork => prospect.work_s,
        }
    }
}

/// What a job would find on a cluster, by the estimates of the jobs there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Prospect {
    /// Wait until its start after all jobs that wait there, in the order of arrival \[s\].
    pub start_s: f64,
    /// Wait until running jobs have left enough nodes \[s\].
    pub fit_s: f64,
    /// Work of the running and waiting jobs, divided by the nodes of the cluster \[s\].
    pub work_s: f64,
}

impl Prospect {
    /// The prospect of `job` on a cluster with `free` free nodes. `ends` are the expected ends \[s\] and nodes of the
    /// running jobs there.
    pub fn of(job: &Job, now_s: f64, (free, own): (u32, &Cluster), ends: &[(f64, u32)], waiting: &[Job]) -> Prospect {
        let mut line = Line::new(now_s, free, ends);
        let fit_s = Line::new(now_s, free, ends).start(job.nodes, 0.0);
        // A sum of nothing would be -0, which is less than 0.
        let mut work = ends.iter().map(|&(end_s, nodes)| (end_s - now_s) * f64::from(nodes)).fold(0.0, |a, b| a + b);
        for other in waiting {
            let planned_s = other.estimate_s / own.speed;
            work += planned_s * f64::from(other.nodes);
            line.start(other.nodes, planned_s);
        }
        Prospect {
            start_s: line.start(job.nodes, 0.0) - now_s,
            fit_s: fit_s - now_s,
            work_s: work / f64::from(own.nodes),
        }
    }
}

/// The future of a cluster on which jobs start one after the other.
struct Line {
    now_s: f64,
    free: u64,
    /// Ends of jobs, as bits, which sort like the times because these are not negative; and their nodes.
    ends: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Line {
    fn new(now_s: f64, free: u32, ends: &[(f64, u32)]) -> Line {
        let ends = ends.iter().map(|&(end_s, nodes)| Reverse((end_s.to_bits(), nodes))).collect();
        Line { now_s, free: free.into(), ends }
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
    fn a_prospect_by_hand() {
        let cluster = Cluster { nodes: 10, capacity_bps: 1, speed: 2.0 };
        let job = |nodes, estimate_s| Job { nodes, estimate_s, ..Job::default() };
        let ends = [(50.0, 3), (30.0, 5)];
        let waiting = [job(6, 40.0), job(4, 20.0)];
        let prospect = Prospect::of(&job(8, 1.0), 20.0, (2, &cluster), &ends, &waiting);
        assert_eq!(prospect, Prospect { start_s: 40.0, fit_s: 30.0, work_s: 30.0 });
        let small = Prospect::of(&job(2, 1.0), 20.0, (2, &cluster), &ends, &waiting);
        assert_eq!((small.start_s, small.fit_s), (30.0, 0.0));
        let ranks = [Binding::EarliestStart, Binding::EarliestFit, Binding::LeastWork, Binding::Home];
        assert_eq!(ranks.map(|own| own.rank(&prospect)), [40.0, 30.0, 30.0, 40.0]);
    }

    #[test]
    fn nodes_that_are_lacking_for_ever() {
        let cluster = Cluster { nodes: 4, capacity_bps: 1, speed: 1.0 };
        let prospect = Prospect::of(&Job { nodes: 3, ..Job::default() }, 0.0, (2, &cluster), &[], &[]);
        assert_eq!((prospect.start_s, prospect.fit_s), (f64::INFINITY, f64::INFINITY));
    }
}
