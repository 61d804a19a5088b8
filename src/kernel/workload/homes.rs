//! Which cluster a job belongs to whose workload knows no clusters.

use crate::base::random::Stream;
use crate::parameter::declare::choices;

choices! {
    /// Which cluster a job of a log or of a model belongs to.
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

/// A rule with what it needs.
#[derive(Clone, Debug)]
pub enum Homes {
    /// By the job's class.
    OfClass(Vec<u32>),
    /// Evenly over this many clusters, one number per job: a job's home depends on seed, replication and job only.
    Drawn(Stream, u32),
    /// All at the first cluster.
    First,
}

impl Homes {
    /// The classes in turn over the clusters; `ranks` by class.
    pub fn in_turn(ranks: impl Iterator<Item = u32>, clusters: u32) -> Homes {
        Homes::OfClass(ranks.map(|rank| rank % clusters.max(1)).collect())
    }

    /// Drawn evenly, in a `replication` of a `seed`.
    pub fn drawn(clusters: u32, seed: &str, replication: u32) -> Homes {
        Homes::Drawn(Stream::new(seed, replication, "homes", 0), clusters.max(1))
    }

    /// The home of the next job, which has this class.
    pub fn of_next(&mut self, class: usize) -> u32 {
        match self {
            Homes::OfClass(homes) => homes.get(class).copied().unwrap_or(0),
            // Below 1 times a whole number may round up to that number.
            Homes::Drawn(stream, clusters) => ((stream.uniform() * f64::from(*clusters)) as u32).min(*clusters - 1),
            Homes::First => 0,
        }
    }
}
