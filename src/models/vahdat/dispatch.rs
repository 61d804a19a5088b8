//! A home's scores of the clusters that have enough nodes for a job. The job goes to the cluster with the greatest
//! score.

use super::cluster_view::ClusterView;
use super::fuzzy::{Fuzzy, Weights};
use super::settings::{Holds, Reading, Settings};
use crate::base::random::Stream;
use crate::workload::Job;

/// The rule by which a home scores clusters.
#[derive(Clone, Debug)]
pub enum Dispatch {
    /// The score is 1 / idle nodes, so the best cluster is the one with the fewest idle nodes that still hold the job.
    /// For clusters with too few idle nodes, the score is the negative number of waiting jobs, which is always lower.
    BestFit(Holds),
    /// The score is a random number for every cluster.
    Random(Stream),
    /// The score is the negative number of jobs that wait in the cluster or are being sent to it.
    ShortestQueue,
    /// The score is the negative share of the nodes that are in use or needed by waiting jobs.
    LeastLoaded,
    /// The fuzzy priority.
    Fuzzy(Box<Fuzzy>),
}

impl Dispatch {
    /// The score of a cluster for a job. For each decision, it is called once for every cluster with enough nodes, by
    /// index.
    pub fn score(&mut self, job: &Job, view: &ClusterView) -> f64 {
        match self {
            Dispatch::BestFit(Holds::AtLeast) if view.idle >= job.nodes => 1.0 / f64::from(view.idle),
            Dispatch::BestFit(Holds::MoreThan) if view.idle > job.nodes => 1.0 / f64::from(view.idle),
            Dispatch::BestFit(_) | Dispatch::ShortestQueue => 0.0 - f64::from(view.waiting),
            Dispatch::Random(stream) => stream.uniform(),
            Dispatch::LeastLoaded => {
                let busy = f64::from(view.nodes - view.idle);
                0.0 - (busy + view.waiting_nodes as f64) / f64::from(view.nodes)
            }
            Dispatch::Fuzzy(fuzzy) => weigh(fuzzy, job, view).priority,
        }
    }

    /// The reading of a cluster's state that this rule uses with these settings.
    pub(super) fn reading(&self, own: &Settings) -> Reading {
        let usual = Reading::default();
        match self {
            Dispatch::BestFit(_) => Reading { waiting: own.waiting_jobs, idle: own.idle_nodes },
            // This rule counts the nodes needed by waiting jobs separately, so the reading of waiting jobs has no
            // effect.
            Dispatch::LeastLoaded => Reading { idle: own.idle_nodes, ..usual },
            Dispatch::Fuzzy(_) => Reading { waiting: own.waiting_jobs, ..usual },
            Dispatch::Random(_) | Dispatch::ShortestQueue => usual,
        }
    }

    /// Description of the score, in words.
    pub(super) fn words(&self) -> &'static str {
        match self {
            Dispatch::BestFit(_) => "1 over the idle nodes where these hold the job, else less the jobs that wait",
            Dispatch::Random(_) => "drawn at random",
            Dispatch::ShortestQueue => "less the jobs that wait or are on their way",
            Dispatch::LeastLoaded => "less the nodes in use or asked for, over all nodes",
            Dispatch::Fuzzy(_) => "a priority, the sum of W1, W2 and W3",
        }
    }

    /// The components of the score, if it has several.
    pub fn weights(&self, job: &Job, view: &ClusterView) -> Option<Weights> {
        match self {
            Dispatch::Fuzzy(fuzzy) => Some(weigh(fuzzy, job, view)),
            _ => None,
        }
    }
}

fn weigh(fuzzy: &Fuzzy, job: &Job, view: &ClusterView) -> Weights {
    fuzzy.weigh(job.nodes, job.communicates(), job.size_mb, view)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cluster of 100 nodes, of which 20 are idle; 3 jobs, which need 50 nodes together, wait.
    #[test]
    fn scores_by_hand() {
        let view = ClusterView { nodes: 100, idle: 20, waiting: 3, waiting_nodes: 50, ..ClusterView::default() };
        let job = |nodes| Job { nodes, ..Job::default() };
        let score = |mut dispatch: Dispatch, nodes| dispatch.score(&job(nodes), &view);
        assert_eq!(score(Dispatch::BestFit(Holds::AtLeast), 20), 0.05);
        assert_eq!(score(Dispatch::BestFit(Holds::AtLeast), 21), -3.0);
        assert_eq!(score(Dispatch::BestFit(Holds::MoreThan), 19), 0.05);
        assert_eq!(score(Dispatch::BestFit(Holds::MoreThan), 20), -3.0);
        assert_eq!(score(Dispatch::ShortestQueue, 1), -3.0);
        assert_eq!(score(Dispatch::LeastLoaded, 1), -1.3);
    }

    /// χ² test over seven clusters, with 6 degrees of freedom: the probability of a value above 22.5 is 0.001.
    #[test]
    fn random_is_even() {
        let mut dispatch = Dispatch::Random(Stream::new("even", 0, "grid dispatch", 0));
        let mut counts = [0.0f64; 7];
        for _ in 0..7000 {
            let scores = [0; 7].map(|_| dispatch.score(&Job::default(), &ClusterView::default()));
            let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            counts[scores.iter().position(|&own| own == most).unwrap()] += 1.0;
        }
        let chi2: f64 = counts.iter().map(|own| (own - 1e3) * (own - 1e3) / 1e3).sum();
        assert!(chi2 < 22.5, "{counts:?}");
    }
}
