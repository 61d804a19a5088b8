//! Placement on one cluster by its free nodes and its speed: BF, FF, WF, MF, RF and first-fit (S §2.3).

use super::fit::{Fit, Roomy, below};
use super::ranks::Ranks;
use crate::base::random::Stream;
use crate::models::refusals::no_cluster;
use crate::platform::{Piece, Placement, State};
use crate::scheduler::Policy;
use crate::scheduler::refusal::Refusal;
use crate::workload::Job;

/// Random numbers of a policy. Each job has its own stream of numbers, which does not depend on the order or number of
/// decisions.
#[derive(Clone, Debug)]
pub struct Draws {
    /// The scenario's seed.
    pub seed: String,
    /// The number of the replication.
    pub replication: u32,
}

impl Draws {
    /// The stream of a job.
    pub(super) fn of(&self, purpose: &str, job: &Job) -> Stream {
        Stream::new(&self.seed, self.replication, purpose, job.id as usize)
    }
}

/// Places a job on a single one of the clusters with room, chosen by `fit`.
#[derive(Clone, Debug)]
pub struct OneCluster {
    fit: Fit,
    ranks: Ranks,
    draws: Draws,
}

impl OneCluster {
    /// The policy on the platform of `idle`.
    pub fn new(idle: &State, fit: Fit, draws: Draws) -> OneCluster {
        OneCluster { fit, ranks: Ranks::of(idle.platform()), draws }
    }
}

/// The clusters with room for `nodes`, from fast to slow.
pub(super) fn roomy<'a>(ranks: &'a Ranks, free: &'a [u32], nodes: u32) -> impl Iterator<Item = Roomy> + Clone {
    let all = ranks.clusters().iter().enumerate();
    let all = all.map(|(rank, &cluster)| Roomy { rank, cluster, free: free[cluster as usize] });
    all.filter(move |cluster| cluster.free >= nodes)
}

/// Places the whole job on a cluster.
pub(super) fn put(job: &Job, cluster: u32, placement: &mut Placement) {
    placement.push(Piece { cluster, nodes: job.nodes });
}

/// Places the job on the fastest cluster with room for it, if there is one.
pub(super) fn put_fastest(ranks: &Ranks, state: &State, job: &Job, placement: &mut Placement) -> bool {
    let fastest = roomy(ranks, state.free(), job.nodes).next();
    if let Some(fastest) = fastest {
        put(job, fastest.cluster, placement);
    }
    fastest.is_some()
}

impl Policy for OneCluster {
    fn reach(&self, state: &State, _home: u32) -> u64 {
        u64::from(state.most_free())
    }

    fn reads_links(&self) -> bool {
        false
    }

    fn is_monotonic(&self) -> bool {
        true
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        let roomy = roomy(&self.ranks, state.free(), job.nodes);
        let draw = |count| below(&mut self.draws.of("random-fit", job), count);
        let rank = self.fit.choose(roomy, draw);
        if let Some(rank) = rank {
            put(job, self.ranks.cluster(rank), placement);
        }
        rank.is_some()
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        no_cluster(state, job).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{placed, state};
    use super::*;

    fn policy(state: &State, fit: Fit) -> OneCluster {
        let seed = "1".to_owned();
        OneCluster::new(state, fit, Draws { seed, replication: 0 })
    }

    /// Clusters 0–4 have 40, 20, 30, 20 and 10 free nodes. From the fastest to the slowest, the clusters are 3, 2, 4, 0
    /// and 1.
    #[test]
    fn by_hand() {
        let state = state(&[(40, 1.0), (20, 0.5), (30, 2.0), (20, 3.0), (10, 1.5)]);
        let placed = |fit, nodes| placed(&mut policy(&state, fit), &state, nodes);
        // The clusters with room for 15 nodes, from fast to slow, with their free nodes: 3 (20), 2 (30), 0 (40) and 1
        // (20).
        assert_eq!(placed(Fit::Best, 15), Some(3), "20 twice: the faster one");
        assert_eq!(placed(Fit::Fastest, 15), Some(3));
        assert_eq!(placed(Fit::Worst, 15), Some(0));
        // The clusters have 20, 20, 30 and 40 free nodes. The lower median is the second 20, which is on the slower of
        // the two clusters.
        assert_eq!(placed(Fit::Median, 15), Some(1));
        assert_eq!(placed(Fit::Index, 15), Some(0));
        // Clusters with room for 25 nodes: 2 (30) and 0 (40).
        assert_eq!(placed(Fit::Best, 25), Some(2));
        assert_eq!(placed(Fit::Fastest, 25), Some(2));
        assert_eq!(placed(Fit::Worst, 25), Some(0));
        assert_eq!(placed(Fit::Median, 25), Some(2));
        assert_eq!(placed(Fit::Index, 25), Some(0));
        // Clusters with room for 8 nodes have 10, 20, 20, 30 and 40 free; the median is the second 20.
        assert_eq!(placed(Fit::Best, 8), Some(4));
        assert_eq!(placed(Fit::Median, 8), Some(1));
        for fit in [Fit::Best, Fit::Fastest, Fit::Worst, Fit::Median, Fit::Random] {
            assert_eq!(placed(fit, 40), Some(0));
            assert_eq!(placed(fit, 41), None);
        }
    }

    /// With equal speeds, fastest-first is first-fit by index, and not best-fit.
    #[test]
    fn equal_speeds_keep_their_order() {
        let state = state(&[(10, 1.0), (30, 1.0), (20, 1.0), (20, 1.0)]);
        let placed = |fit, nodes| placed(&mut policy(&state, fit), &state, nodes);
        assert_eq!(placed(Fit::Fastest, 15), Some(1));
        assert_eq!(placed(Fit::Index, 15), Some(1));
        assert_eq!(placed(Fit::Best, 15), Some(2));
        assert_eq!(placed(Fit::Worst, 15), Some(1));
    }

    /// 3000 jobs are placed on three clusters with room. With 2 degrees of freedom, χ² exceeds 13.8 with p = 0.001. A
    /// second draw for the same job gives the same cluster. In another replication, a job may get another cluster.
    #[test]
    fn random_fit_has_equal_chances_and_its_own_stream() {
        let state = state(&[(40, 1.0), (20, 0.5), (30, 2.0), (5, 3.0)]);
        let draw = |replication: u32| -> Vec<u32> {
            let seed = "chi".to_owned();
            let draws = Draws { seed, replication };
            let mut policy = OneCluster::new(&state, Fit::Random, draws);
            let mut of = |id| {
                let mut placement = Placement::new();
                let job = Job { id, nodes: 10, ..Job::default() };
                assert!(policy.place(&state, &job, &mut placement));
                placement[0].cluster
            };
            let drawn: Vec<u32> = (0..3000).map(&mut of).collect();
            assert_eq!(of(1234), drawn[1234]);
            drawn
        };
        let drawn = draw(0);
        let counts = [0, 1, 2].map(|c| drawn.iter().filter(|&&d| d == c).count());
        let chi2: f64 = counts.map(|n| (n as f64 - 1e3) * (n as f64 - 1e3) / 1e3).iter().sum();
        assert!(chi2 < 13.8 && counts.iter().sum::<usize>() == 3000, "{counts:?}");
        assert_ne!(drawn, draw(1));
    }

    #[test]
    fn a_refusal_names_the_most_that_is_free() {
        let state = state(&[(40, 1.0), (55, 0.5)]);
        let refusals = |nodes| {
            let job = Job { nodes, ..Job::default() };
            policy(&state, Fit::Best).refusals(&state, &job)
        };
        let (cluster, free) = (1, 55);
        assert_eq!(refusals(56), [crate::models::refusals::migrate(cluster, free)]);
        assert_eq!(refusals(55), []);
    }
}
