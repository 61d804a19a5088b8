//! Assignment of jobs to home clusters, for workloads that do not name clusters.

use crate::base::random::Stream;
use crate::parameter::declare::choices;

choices! {
    /// Rule for the home cluster of a job from a log or model.
    HomeRule = Random, {
        /// By the job's queue number, in turn over the clusters; by its type or class in a model that has them.
        Queue = "queue", "By queue";
        /// By the job's partition number, in turn over the clusters.
        Partition = "partition", "By partition";
        /// Drawn evenly from the seed.
        Random = "random", "At random";
        /// All jobs belong to the first cluster.
        First = "first", "First cluster";
    }
}

/// A rule with its data.
#[derive(Clone, Debug)]
pub enum Homes {
    /// Determined by the job's class.
    OfClass(Vec<u32>),
    /// Drawn uniformly from this number of clusters, with one random number per job. A job's home depends only on the
    /// seed, the replication and the job's number.
    Drawn(Stream, u32),
    /// All at the first cluster.
    First,
}

impl Homes {
    /// Assigns the classes to the clusters in turn: the jobs of a class of rank r have the home r mod `clusters`.
    pub fn in_turn(ranks: impl Iterator<Item = u32>, clusters: u32) -> Homes {
        Homes::OfClass(ranks.map(|rank| rank % clusters.max(1)).collect())
    }

    /// Uniformly random homes, in a `replication` of a `seed`.
    pub fn drawn(clusters: u32, seed: &str, replication: u32) -> Homes {
        Homes::Drawn(Stream::new(seed, replication, "homes", 0), clusters.max(1))
    }

    /// Home of the next job of the workload, a job of the given class.
    pub fn of_next(&mut self, class: usize) -> u32 {
        match self {
            Homes::OfClass(homes) => homes.get(class).copied().unwrap_or(0),
            // The product of an integer and a number below 1 may be rounded up to the integer.
            Homes::Drawn(stream, clusters) => ((stream.uniform() * f64::from(*clusters)) as u32).min(*clusters - 1),
            Homes::First => 0,
        }
    }
}
