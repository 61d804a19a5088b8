//! The scenario: the only input there is.

#[cfg(test)]
pub(crate) mod arbitrary;
mod canonical;
pub mod check;
pub mod experiment;
pub mod json;
pub mod link;
pub mod network;
pub mod parameter;
pub mod path;
pub mod platform;
pub mod presets;
#[cfg(test)]
mod properties;
mod rules;
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

use crate::base::digest::Digest;
use crate::base::problem::{Problem, Problems};
use parameter::parameters;
use serde_json::Value;

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

impl Scenario {
    /// Reads and checks a scenario. Every problem is told at once: unknown names, wrong types, values out of range, and
    /// what does not go together.
    pub fn from_json(text: &str) -> Result<Scenario, Problems> {
        Scenario::from_value(&json::parse(text)?)
    }

    /// [`from_json`](Scenario::from_json) for a value that has been parsed.
    pub fn from_value(value: &Value) -> Result<Scenario, Problems> {
        let value = json::tidied(value.clone());
        if let Some(problem) = newer(&value) {
            return Err(problem.into());
        }
        let mut findings = check::Findings::default();
        let sound = check::structure(&value, &mut findings);
        match serde_json::from_value::<Scenario>(sound) {
            Ok(scenario) => {
                rules::check(&scenario, &mut findings);
                findings.result().map(|()| scenario)
            }
            Err(error) => {
                findings.add(|| {
                    let wrong = format!("passed its checks but cannot be read ({error})");
                    Problem::new(
                        "the scenario",
                        wrong,
                        "",
                        "This is a mistake in Metasched: please report it",
                    )
                });
                findings.result().map(|()| Scenario::default())
            }
        }
    }

    /// Checks a scenario that was put together in Rust as strictly as one that was read.
    pub fn check(&self) -> Result<(), Problems> {
        match Scenario::from_value(&self.to_value())? == *self {
            true => Ok(()),
            false => Err(Problem::new(
                "the scenario",
                "holds a number that JSON cannot hold",
                "finite numbers",
                "",
            )
            .into()),
        }
    }

    /// This scenario with `value` at a dotted path: `with("schedulers.4.lslt", &json!(0.8))`.
    pub fn with(&self, path: &str, value: &Value) -> Result<Scenario, Problems> {
        self.with_all([(path, value.clone())])
    }

    /// This scenario with several values, checked when all are in place. A new `workload.model` takes away the parameters
    /// that it does not have.
    pub fn with_all<'p>(
        &self,
        settings: impl IntoIterator<Item = (&'p str, Value)>,
    ) -> Result<Scenario, Problems> {
        let mut whole = self.to_value();
        for (place, value) in settings {
            path::set(&mut whole, place, value)?;
            if place == "workload.model" {
                check::drop_out_of_place(&mut whole);
            }
        }
        Scenario::from_value(&whole)
    }

    /// Sixteen hexadecimal digits that two scenarios share if, and but for chance only if, they are the same.
    pub fn digest(&self) -> String {
        let mut digest = Digest::EMPTY;
        digest.add_text(&self.to_compact_json());
        digest.to_string()
    }

    /// The names of the schedulers, without the settings that the experiment sweeps: one line of a figure each.
    pub fn scheduler_names(&self) -> Vec<String> {
        let swept = |i: usize| {
            let prefix = format!("schedulers.{i}.");
            let sweeps = self.experiment.sweep.iter();
            sweeps
                .filter_map(move |sweep| sweep.parameter.strip_prefix(&prefix))
                .collect::<Vec<_>>()
        };
        self.schedulers
            .iter()
            .enumerate()
            .map(|(i, scheduler)| scheduler.name_without(&swept(i)))
            .collect()
    }
}

/// The problem with a scenario of a later version, in which nothing else can be judged.
fn newer(value: &Value) -> Option<Problem> {
    let schema = value
        .get("schema")?
        .as_u64()
        .filter(|&schema| schema > u64::from(SCHEMA))?;
    Some(Problem::new(
        "schema",
        format!("is {schema}: the scenario was made by a newer version of Metasched"),
        format!("at most {SCHEMA} in this version"),
        "Update Metasched, or reload the page",
    ))
}
