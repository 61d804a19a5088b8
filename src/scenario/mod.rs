//! The scenario: the only input there is.

pub mod experiment;
pub mod network;
pub mod parameter;
pub mod path;
pub mod platform;
pub mod scheduler;
pub mod workload;

pub use experiment::{Experiment, Sweep, Warmup};
pub use network::{Network, NetworkModel};
pub use parameter::{Kind, Parameter, Section, When};
pub use platform::{ClusterGroup, Platform};
pub use scheduler::{Policy, Queue, Scheduler};
pub use workload::{
    ClusterWorkload, HomeRule, RuntimeDistribution, SizeDistribution, Swf, Synthetic, Workload,
    WorkloadModel,
};

use parameter::parameters;

/// Version of the scenario's JSON. It is raised whenever a name, a meaning or a default changes: links leave out what is
/// default, so a changed default would change what they mean.
pub const SCHEMA: u32 = 1;

parameters! {
    /// Platform, workload, network, schedulers, experiment and seed: everything that decides the numbers.
    Scenario at "" {
        /// Version of this format.
        schema: u32 = SCHEMA, "Schema", Kind::integer(1, SCHEMA as u64, 1);
        /// What the scenario is about, in a few words.
        title: String = String::new(), "Title", Kind::Text { max: 200 };
        /// Clusters and their links.
        platform: Platform = Platform::default();
        /// The jobs.
        workload: Workload = Workload::default();
        /// How co-allocated jobs share the links.
        network: Network = Network::default();
        /// In which order waiting jobs are tried.
        queue: Queue = Queue::default(), "Queue", Queue::KIND;
        /// The schedulers to compare, all on the same jobs.
        schedulers: Vec<Scheduler> = [
            Policy::NoShare, Policy::MigrationOnly, Policy::Ideal, Policy::FirstFit, Policy::B3, Policy::Fixed,
        ].map(Scheduler::of).to_vec(), "Schedulers", Kind::List { of: "scheduler", min: 1, max: 32 };
        /// What is varied and how often it is repeated.
        experiment: Experiment = Experiment::default();
        /// Where the random numbers come from: the same seed gives the same jobs, any text will do.
        seed: String = "1".to_owned(), "Seed", Kind::Text { max: 64 };
    }
}

/// The declarations of all parts; [`parameter::table`] sorts them by section.
const DECLARATIONS: &[&[Parameter]] = &[
    Scenario::PARAMETERS,
    Platform::PARAMETERS,
    ClusterGroup::PARAMETERS,
    Workload::PARAMETERS,
    Synthetic::PARAMETERS,
    ClusterWorkload::PARAMETERS,
    Swf::PARAMETERS,
    Network::PARAMETERS,
    Scheduler::PARAMETERS,
    Experiment::PARAMETERS,
    Sweep::PARAMETERS,
];
