//! The synthetic workload: jobs drawn from distributions, cluster by cluster.

mod settings;

pub use settings::{ClusterWorkload, RuntimeDistribution, SizeDistribution, Synthetic};
