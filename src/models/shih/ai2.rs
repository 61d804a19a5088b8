//! AI2: adaptive intelligent 2 (S §2.3).

use super::Fit;
use super::fit::Roomy;
use super::one_cluster::{put, put_fastest, roomy};
use super::ranks::Ranks;
use crate::models::refusals::no_cluster;
use crate::platform::{Placement, Platform, State};
use crate::scheduler::Policy;
use crate::scheduler::outlook::Outlook;
use crate::scheduler::refusal::Refusal;
use crate::workload::Job;

/// AI2: chooses best-fit or fastest-first, whichever lets the jobs that can start now use more computing power. One
/// branch places the job by BF, the other by FF; both place the jobs behind it by FF until a job does not fit. The job
/// is placed as in the branch that uses more power, Σ nodes · speed; if both use the same power, by FF. Run times are
/// ignored.
#[derive(Clone, Debug)]
pub struct Ai2 {
    ranks: Ranks,
    platform: Platform,
    /// Buffer: the free nodes of each cluster in one of the branches.
    free: Vec<u32>,
}

impl Ai2 {
    /// AI2 on the platform of `idle`.
    pub fn new(idle: &State) -> Ai2 {
        Ai2 { ranks: Ranks::of(idle.platform()), platform: idle.platform().clone(), free: Vec::new() }
    }

    /// Computing power that the branch uses in which the job runs on `cluster`. The nodes used are first summed up by
    /// cluster, so that branches that use the same nodes get exactly the same power.
    fn power(&mut self, outlook: &Outlook, job: &Job, cluster: u32) -> f64 {
        self.free.clear();
        self.free.extend(outlook.free());
        self.free[cluster as usize] -= job.nodes;
        let (_, behind) = outlook.others(job);
        for next in behind {
            let fastest = roomy(&self.ranks, &self.free, next.nodes).next();
            let Some(Roomy { cluster, .. }) = fastest else {
                break;
            };
            self.free[cluster as usize] -= next.nodes;
        }
        let used = outlook.free().iter().zip(&self.free).map(|(a, b)| a - b);
        let clusters = self.platform.clusters.iter();
        used.zip(clusters).map(|(used, cluster)| f64::from(used) * cluster.speed).sum()
    }

    fn choose(&self, state: &State, job: &Job, fit: Fit) -> Option<u32> {
        let roomy = roomy(&self.ranks, state.free(), job.nodes);
        let rank = fit.choose(roomy, |_| 0)?;
        Some(self.ranks.cluster(rank))
    }
}

impl Policy for Ai2 {
    fn reach(&self, state: &State, _home: u32) -> u64 {
        u64::from(state.most_free())
    }

    fn reads_links(&self) -> bool {
        false
    }

    fn looks_ahead(&self) -> bool {
        true
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        put_fastest(&self.ranks, state, job, placement)
    }

    fn place_ahead(&mut self, outlook: &Outlook, state: &State, job: &Job, placement: &mut Placement) -> bool {
        let branches = (self.choose(state, job, Fit::Best), self.choose(state, job, Fit::Fastest));
        let (Some(best), Some(fastest)) = branches else {
            return false;
        };
        let better = best != fastest && self.power(outlook, job, best) > self.power(outlook, job, fastest);
        put(job, if better { best } else { fastest }, placement);
        true
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        no_cluster(state, job).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::state;
    use super::*;
    use crate::scheduler::order::Order;

    /// The cluster chosen for the first of `jobs`. Cluster 0 has 4 free nodes and speed 2; cluster 1 has 3 free nodes
    /// and speed `slow`. The jobs in `passed` are earlier in the queue.
    fn chosen(slow: f64, passed: &[u32], jobs: &[u32]) -> u32 {
        let state = state(&[(4, 2.0), (3, slow)]);
        let mut outlook = Outlook::new(Order::ARRIVAL, &state);
        let job = |(id, &nodes)| Job { id, nodes, ..Job::default() };
        let all: Vec<Job> = (0..).zip(passed.iter().chain(jobs)).map(job).collect();
        all.iter().for_each(|job| outlook.submit(job));
        let mut placement = Placement::new();
        let mut ai2 = Ai2::new(&state);
        assert!(ai2.place_ahead(&outlook, &state, &all[passed.len()], &mut placement));
        placement[0].cluster
    }

    #[test]
    fn more_computing_power_decides() {
        // BF uses the power 3·1 + 4·2 = 11. FF uses 3·2 = 6, since no cluster then has room for the job of 4 nodes.
        assert_eq!(chosen(1.0, &[], &[3, 4]), 1);
        // BF uses the power 3·1 + 2·2 = 7, and FF uses 3·2 + 2·1 = 8.
        assert_eq!(chosen(1.0, &[], &[3, 2]), 0);
        // Jobs behind a job that does not fit do not count.
        assert_eq!(chosen(1.0, &[], &[3, 5, 4]), 0);
        // Both branches have the power 5·2, so FF is chosen.
        assert_eq!(chosen(2.0, &[], &[3, 2]), 0);
        assert_eq!(chosen(1.0, &[], &[3]), 0);
        // The job that was passed does not fit, so it does not count.
        assert_eq!(chosen(1.0, &[5], &[3, 4]), 1);
    }
}
