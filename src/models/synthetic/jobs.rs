//! The synthetic workload of J5: independent Poisson arrivals, run times and sizes at each cluster.
//!
//! Every cluster has three streams ("arrivals", "run times", "sizes"), and each job draws one number from each (two for
//! hyper-exponential run times). So changing one distribution does not change the numbers drawn from the other
//! distributions.

use super::{RuntimeDistribution, SizeDistribution, Synthetic};
use crate::base::problem::Problem;
use crate::base::random::Stream;
use crate::platform::BPS_PER_MBPS;
use crate::workload::{EstimateLaw, Job, Pattern, Source};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

/// Distribution of the dedicated run times \[s\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RuntimeLaw {
    /// Exponential with this mean.
    Exponential(f64),
    /// Constant.
    Deterministic(f64),
    /// Two exponential branches with balanced means.
    HyperExponential {
        /// Probability of the first branch.
        first: f64,
        /// Means of the two branches \[s\].
        means_s: [f64; 2],
    },
}

impl RuntimeLaw {
    /// The hyper-exponential distribution of two branches with balanced means (p₁·m₁ = p₂·m₂), for a given mean and
    /// coefficient of variation `cv` > 1: p₁ = (1 + √((cv²−1)/(cv²+1)))/2, mᵢ = mean/(2pᵢ).
    pub fn hyper_exponential(mean_s: f64, cv: f64) -> RuntimeLaw {
        let square = cv * cv;
        let first = (1.0 + ((square - 1.0) / (square + 1.0)).sqrt()) / 2.0;
        RuntimeLaw::HyperExponential { first, means_s: [mean_s / (2.0 * first), mean_s / (2.0 * (1.0 - first))] }
    }

    #[inline]
    fn draw(&self, stream: &mut Stream) -> f64 {
        match *self {
            RuntimeLaw::Exponential(mean_s) => stream.exponential(mean_s),
            RuntimeLaw::Deterministic(runtime_s) => runtime_s,
            RuntimeLaw::HyperExponential { first, means_s } => {
                let branch = usize::from(stream.uniform() >= first);
                stream.exponential(means_s[branch])
            }
        }
    }
}

/// Distribution of the job sizes \[nodes\].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeLaw {
    /// Uniform on all integers from low to high.
    Uniform(u32, u32),
    /// Uniform on the powers of two 2^low … 2^high.
    PowerOfTwo(u32, u32),
}

impl SizeLaw {
    /// The distribution over the powers of two within `low..=high`; `None` if this range contains no power of two.
    pub fn powers_within(low: u32, high: u32) -> Option<SizeLaw> {
        let first = low.max(1).checked_next_power_of_two()?.ilog2();
        let last = high.checked_ilog2()?;
        (first <= last).then_some(SizeLaw::PowerOfTwo(first, last))
    }

    #[inline]
    fn draw(&self, stream: &mut Stream) -> u32 {
        match *self {
            SizeLaw::Uniform(low, high) => stream.integer(low, high),
            SizeLaw::PowerOfTwo(low, high) => 1 << stream.integer(low, high),
        }
    }
}

/// Workload of one cluster.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClusterLaw {
    /// Number of jobs.
    pub jobs: u64,
    /// Mean of the exponential inter-arrival times \[s\].
    pub interarrival_s: f64,
    /// Dedicated run times.
    pub runtime: RuntimeLaw,
    /// Sizes.
    pub sizes: SizeLaw,
    /// K, the same for all jobs.
    pub compute_fraction: f64,
    /// Bisection bandwidth \[bit/s\], the same for all jobs.
    pub bsbw_bps: f64,
    /// The communication pattern, the same for all jobs.
    pub pattern: Pattern,
    /// Distribution of the run time estimates. The jobs have no requested times.
    pub estimates: EstimateLaw,
}

impl ClusterLaw {
    /// The distributions of a cluster with these settings.
    ///
    /// # Errors
    /// If sizes are powers of two, and the range of sizes has none.
    pub fn of(own: &Synthetic) -> Result<ClusterLaw, Problem> {
        let [low, high] = own.nodes;
        let sizes = match own.sizes {
            SizeDistribution::Uniform => Some(SizeLaw::Uniform(low, high)),
            SizeDistribution::PowerOfTwo => SizeLaw::powers_within(low, high),
        };
        Ok(ClusterLaw {
            jobs: own.jobs_per_cluster,
            interarrival_s: own.interarrival_s,
            runtime: match own.runtime_distribution {
                RuntimeDistribution::Exponential => RuntimeLaw::Exponential(own.runtime_s),
                RuntimeDistribution::Deterministic => RuntimeLaw::Deterministic(own.runtime_s),
                RuntimeDistribution::HyperExponential => RuntimeLaw::hyper_exponential(own.runtime_s, own.runtime_cv),
            },
            sizes: sizes.ok_or_else(|| {
                Problem::new(
                    "workload.nodes",
                    format!("[{low}, {high}] has no power of two in it"),
                    "a range with at least one power of two",
                    "Widen the range, or choose uniform sizes.",
                )
            })?,
            compute_fraction: own.compute_fraction,
            bsbw_bps: own.bsbw_mbps * BPS_PER_MBPS,
            pattern: own.pattern,
            estimates: EstimateLaw::of(own.estimates, own.estimate_factor),
        })
    }
}

/// The next arrival at a cluster. In the order of the heap, the earliest arrival is the greatest. Of two arrivals at
/// the same time, the arrival at the cluster with the lower index is the greater.
#[derive(Clone, Copy, PartialEq)]
struct NextArrival {
    time_s: f64,
    cluster: u32,
}

impl Eq for NextArrival {}

impl Ord for NextArrival {
    #[inline]
    fn cmp(&self, other: &NextArrival) -> Ordering {
        other.time_s.total_cmp(&self.time_s).then(other.cluster.cmp(&self.cluster))
    }
}

impl PartialOrd for NextArrival {
    #[inline]
    fn partial_cmp(&self, other: &NextArrival) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Number of jobs drawn at a time. Computing many logarithms in a row is much faster than computing them one at a time.
const AHEAD: usize = 16;

struct Cluster {
    law: ClusterLaw,
    /// Jobs not yet returned.
    remaining: u64,
    arrivals: Stream,
    runtimes: Stream,
    sizes: Stream,
    /// The jobs drawn in advance. The first `used` of these jobs have been returned.
    times_s: [f64; AHEAD],
    runtimes_s: [f64; AHEAD],
    nodes: [u32; AHEAD],
    used: usize,
}

impl Cluster {
    fn new(law: ClusterLaw, seed: &str, replication: u32, index: usize) -> Cluster {
        let mut cluster = Cluster {
            law,
            remaining: law.jobs,
            arrivals: Stream::new(seed, replication, "arrivals", index),
            runtimes: Stream::new(seed, replication, "run times", index),
            sizes: Stream::new(seed, replication, "sizes", index),
            times_s: [0.0; AHEAD],
            runtimes_s: [0.0; AHEAD],
            nodes: [0; AHEAD],
            used: 0,
        };
        cluster.draw();
        cluster
    }

    /// Draws the next jobs.
    fn draw(&mut self) {
        let law = self.law;
        let last_s = self.times_s[AHEAD - 1];
        for gap_s in &mut self.times_s {
            *gap_s = self.arrivals.exponential(law.interarrival_s);
        }
        let mut time_s = last_s;
        for entry in &mut self.times_s {
            time_s += *entry;
            *entry = time_s;
        }
        for runtime_s in &mut self.runtimes_s {
            *runtime_s = law.runtime.draw(&mut self.runtimes);
        }
        for nodes in &mut self.nodes {
            *nodes = law.sizes.draw(&mut self.sizes);
        }
        self.used = 0;
    }
}

/// The merged stream of the jobs of all clusters.
pub struct SyntheticJobs {
    clusters: Vec<Cluster>,
    pending: BinaryHeap<NextArrival>,
    next_id: u64,
    total: u64,
}

impl SyntheticJobs {
    /// The workload in a replication of a seed. `laws` contains the distributions of each cluster.
    pub fn new(laws: &[ClusterLaw], seed: &str, replication: u32) -> SyntheticJobs {
        let laws = laws.iter().enumerate();
        let clusters: Vec<Cluster> = laws.map(|(index, &law)| Cluster::new(law, seed, replication, index)).collect();
        let pending = clusters
            .iter()
            .enumerate()
            .filter(|(_, cluster)| cluster.remaining > 0)
            .map(|(index, cluster)| NextArrival { time_s: cluster.times_s[0], cluster: index as u32 });
        SyntheticJobs {
            pending: pending.collect(),
            next_id: 0,
            total: clusters.iter().map(|cluster| cluster.remaining).sum(),
            clusters,
        }
    }
}

impl Source for SyntheticJobs {
    fn next(&mut self) -> Option<Job> {
        let mut earliest = self.pending.peek_mut()?;
        let NextArrival { time_s, cluster } = *earliest;
        let own = &mut self.clusters[cluster as usize];
        let runtime_s = own.runtimes_s[own.used];
        let job = Job {
            id: self.next_id,
            arrival_s: time_s,
            home: cluster,
            nodes: own.nodes[own.used],
            runtime_s,
            compute_fraction: own.law.compute_fraction,
            bsbw_bps: own.law.bsbw_bps,
            pattern: own.law.pattern,
            estimate_s: own.law.estimates.estimate_s(runtime_s, None),
            ..Job::default()
        };
        self.next_id += 1;
        own.remaining -= 1;
        own.used += 1;
        if own.used == AHEAD {
            own.draw();
        }
        if own.remaining > 0 {
            earliest.time_s = own.times_s[own.used];
        } else {
            PeekMut::pop(earliest);
        }
        Some(job)
    }

    fn total(&self) -> Option<u64> {
        Some(self.total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn law() -> ClusterLaw {
        ClusterLaw {
            jobs: 20_000,
            interarrival_s: 150.0,
            runtime: RuntimeLaw::Exponential(450.0),
            sizes: SizeLaw::Uniform(10, 50),
            compute_fraction: 0.7,
            bsbw_bps: 5e8,
            pattern: Pattern::AllToAll,
            estimates: EstimateLaw::Factor(1.0),
        }
    }

    fn all(laws: &[ClusterLaw]) -> Vec<Job> {
        let mut source = SyntheticJobs::new(laws, "1", 0);
        std::iter::from_fn(|| source.next()).collect()
    }

    /// Standard errors: 150/√n for inter-arrival times, 450/√n for run times, 11.83/√n for sizes (variance (41² −
    /// 1)/12).
    #[test]
    fn means_of_section_6() {
        let jobs = all(&[law(); 4]);
        assert_eq!(jobs.len(), 80_000);
        assert!(jobs.windows(2).all(|w| w[0].arrival_s <= w[1].arrival_s && w[0].id + 1 == w[1].id));
        let home: Vec<&Job> = jobs.iter().filter(|job| job.home == 2).collect();
        let n = home.len() as f64;
        assert_eq!(n, 20_000.0);
        let mean = |of: &dyn Fn(&Job) -> f64| home.iter().map(|job| of(job)).sum::<f64>() / n;
        let gap = home.last().unwrap().arrival_s / n;
        assert!((gap - 150.0).abs() < 4.0 * 150.0 / n.sqrt());
        assert!((mean(&|j| j.runtime_s) - 450.0).abs() < 4.0 * 450.0 / n.sqrt());
        assert!((mean(&|j| f64::from(j.nodes)) - 30.0).abs() < 4.0 * 11.84 / n.sqrt());
        assert!(home.iter().all(|j| (10..=50).contains(&j.nodes)));
    }

    #[test]
    fn one_law_does_not_disturb_another() {
        let before = all(&[law()]);
        let mut changed = law();
        changed.sizes = SizeLaw::PowerOfTwo(0, 5);
        changed.runtime = RuntimeLaw::hyper_exponential(450.0, 3.0);
        let after = all(&[changed]);
        assert!(before.iter().zip(&after).all(|(a, b)| a.arrival_s == b.arrival_s));
        assert!(after.iter().all(|job| job.nodes.is_power_of_two() && job.nodes <= 32));
    }

    /// cv = √3: p₁ = (1 + √(2/4))/2 = 0.853553; means 450/(2·0.853553) = 263.604 and 450/(2·0.146447) = 1536.40.
    /// Mean p₁m₁ + p₂m₂ = 450, second moment 2(p₁m₁² + p₂m₂²) = 4·450² = (1 + cv²)·450².
    #[test]
    fn hyper_exponential_by_hand() {
        let RuntimeLaw::HyperExponential { first, means_s } = RuntimeLaw::hyper_exponential(450.0, 3f64.sqrt()) else {
            unreachable!()
        };
        assert!((first - 0.853_553).abs() < 1e-6);
        assert!((means_s[0] - 263.604).abs() < 1e-3);
        assert!((means_s[1] - 1536.396).abs() < 1e-3);
        let second = 2.0 * (first * means_s[0] * means_s[0] + (1.0 - first) * means_s[1] * means_s[1]);
        assert!((second - 4.0 * 450.0 * 450.0).abs() < 1e-6);
    }

    #[test]
    fn powers_of_two_within_a_range() {
        assert_eq!(SizeLaw::powers_within(10, 50), Some(SizeLaw::PowerOfTwo(4, 5)));
        assert_eq!(SizeLaw::powers_within(1, 1), Some(SizeLaw::PowerOfTwo(0, 0)));
        assert_eq!(SizeLaw::powers_within(17, 31), None);
    }

    #[test]
    fn jobs_have_what_the_law_of_their_cluster_says() {
        let other = ClusterLaw {
            jobs: 40,
            interarrival_s: 75.0,
            runtime: RuntimeLaw::Deterministic(60.0),
            sizes: SizeLaw::Uniform(7, 7),
            compute_fraction: 0.9,
            bsbw_bps: 2e8,
            pattern: Pattern::MasterWorker,
            estimates: EstimateLaw::Factor(2.0),
        };
        let first = ClusterLaw { jobs: 40, ..law() };
        let mut source = SyntheticJobs::new(&[first, other], "1", 0);
        assert_eq!(source.total(), Some(80));
        let jobs: Vec<Job> = std::iter::from_fn(|| source.next()).collect();
        assert!(jobs.iter().map(|job| job.id).eq(0..80));
        for job in jobs {
            let (law, estimate_s) = match job.home {
                0 => (first, job.runtime_s),
                _ => (other, 120.0),
            };
            let expected = Job {
                compute_fraction: law.compute_fraction,
                bsbw_bps: law.bsbw_bps,
                pattern: law.pattern,
                estimate_s,
                ..job
            };
            assert_eq!(job, expected);
            if job.home == 1 {
                assert_eq!((job.nodes, job.runtime_s), (7, 60.0));
            }
        }
    }

    #[test]
    fn clusters_without_jobs_are_silent() {
        let mut none = law();
        none.jobs = 0;
        assert_eq!(all(&[none, none]), []);
        assert!(all(&[none, law()]).iter().all(|job| job.home == 1));
    }
}
