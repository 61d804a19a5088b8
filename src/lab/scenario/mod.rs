//! Scenarios, the only input of an experiment.
//!
//! Platform, workload, network, schedulers, experiment and seed determine every result. A [`Scenario`] is the complete tree of its values, in one
//! canonical form: form, share link, JSON file, command line, presets, checks, sweeps and the keys of tasks work on the values. Each [`Part`] also holds
//! the typed settings that were read from its values once, for those who build a simulation. Each parameter is declared once, and the
//! [table](declared::table) of declarations gives the checks, the messages, the form and the JSON Schema.
//!
//! Every setting may be left out and then has its default; the default scenario is the preset `landing`:
//! ```
//! use metasched_lab::scenario::{Policy, Scenario, link};
//!
//! let scenario = Scenario::from_json(r#"{ "schedulers": ["first-fit", { "policy": "b3", "lslt": 0.8 }] }"#)?;
//! assert_eq!(scenario.platform.node_count(), 400);
//! assert_eq!(scenario.schedulers[1].policy, Policy::named("b3").unwrap());
//! assert_eq!(scenario.scheduler_names(), ["first-fit", "b3 (chunk 0.85, lslt 0.8)"]);
//! # Ok::<(), metasched_lab::base::problem::Problems>(())
//! ```
//! All problems are reported at once, each with its place, the value, what is allowed and what to do:
//! ```
//! # use metasched_lab::scenario::Scenario;
//! let problems = Scenario::from_json(r#"{ "queue": "fcsf", "workload": { "bsbw_mbps": -5 } }"#).unwrap_err();
//! assert_eq!(
//!     problems.to_string(),
//!     "queue is \"fcsf\". Allowed: fcfs, fpfs, easy, conservative, sjf, njf, or an object. Did you mean fcfs?\n\
//!      workload.bsbw_mbps is -5. Allowed: a number from 0 to 1\u{2009}000\u{2009}000 Mbps. Give a number in this range"
//! );
//! ```
//! A dotted path leads to every parameter. Sweeps and `--set` use these paths:
//! ```
//! # use metasched_lab::scenario::{Scenario, link};
//! let wide = Scenario::default().with("platform.clusters.0.count", &8.into())?;
//! assert_eq!(wide.platform.cluster_count(), 8);
//!
//! // A link holds the scenario without defaults.
//! let fragment = link::encode(&wide);
//! assert!(fragment.starts_with("#2.") && fragment.len() < 150);
//! assert_eq!(link::decode(&fragment)?.scenario, wide);
//! # Ok::<(), metasched_lab::base::problem::Problems>(())
//! ```
//!
//! # Adding a parameter
//! Add a line to the `parameters!` of its struct. Links and digests stay the same if the default gives the previous behaviour. A changed default needs a
//! new [`SCHEMA`], since links leave defaults out.

pub mod advice;
#[cfg(test)]
pub mod arbitrary;
pub mod build;
mod canonical;
pub mod checked;
pub mod checks;
mod conditions;
pub mod declared;
pub mod differences;
pub mod experiment;
pub mod fresh_seed;
pub mod guides;
pub mod language;
pub mod link;
pub mod network;
pub mod of_log;
pub mod of_outages;
pub mod one_queue;
mod part;
pub mod platform;
pub mod presets;
#[cfg(test)]
mod properties;
pub mod queue;
pub mod releases;
pub mod scheduler;
pub mod steps;
pub mod swept;
pub(crate) mod unread;
pub mod upgrade;
pub mod workload;

pub use crate::models::swf::Swf;
pub use crate::models::synthetic::Synthetic;
pub use crate::models::{NetworkModel, Policy};
pub use crate::parameter::{Is, Kind, Parameter, Section, When};
pub use checked::Checked;
pub use experiment::{Detail, Experiment, FairStarts, Redraw, Sweep, Warmup};

pub use language::schema::schema;
pub use network::Network;
pub use part::Part;
pub use platform::{Checkpoint, ClusterGroup, Event, Failures, LinkEvent, Platform, Topology};
pub use queue::{Backfill, Queue};
pub use scheduler::Scheduler;
pub use workload::Workload;

pub use crate::network::Sharing;
pub use crate::platform::SizeLaw;
pub use crate::workload::{Communication, Estimates, GroupBy, HomeRule, Oversized, Pattern};

use crate::base::digest::Digest;
use crate::models::{Loads, NetworkInfo, registry, standard};
use crate::parameter::declare::parameters;
use crate::scenario::scheduler::Naming;
use serde_json::{Map, Value};
use std::sync::LazyLock;

/// Version of the scenario's JSON. The version is raised whenever a name, a meaning or a default changes: links leave
/// out defaults, so a changed default would change the meaning of old links.
pub const SCHEMA: u32 = 2;

/// The part of a scenario with default values. It is created once, and all scenarios with these values share it.
macro_rules! usual {
    ($settings:ty, $usual:expr) => {{
        static USUAL: LazyLock<Part<$settings>> = LazyLock::new(|| Part::from($usual));
        USUAL.clone()
    }};
}

parameters! {
    /// Platform, workload, network, schedulers, experiment and seed: everything that determines the results.
    Scenario at "" {
        /// Version of this format.
        schema: Part<u32> = usual!(u32, SCHEMA), "Schema", Kind::integer(SCHEMA as u64, SCHEMA as u64, 1);
        /// What the scenario is about, in a few words.
        title: Part<String> = usual!(String, String::new()), "Title", Kind::Text { max: 200 };
        /// Clusters and their links.
        platform: Part<Platform> = usual!(Platform, Platform::default());
        /// The jobs.
        workload: Part<Workload> = usual!(Workload, Workload::default());
        /// How co-allocated jobs share the links.
        network: Part<Network> = usual!(Network, Network::default());
        /// In which order jobs wait, and how others may start before their turn.
        queue: Part<Queue> = usual!(Queue, Queue::default());
        /// The schedulers to compare, all on the same jobs.
        schedulers: Part<Vec<Scheduler>> = usual!(Vec<Scheduler>, standard::COMPARED.map(Scheduler::of).to_vec()), "Schedulers", Kind::List { of: "scheduler", min: 1, max: 32 };
        /// What is varied and how often it is repeated.
        experiment: Part<Experiment> = usual!(Experiment, Experiment::default());
        /// Where the random numbers come from: the same seed gives the same jobs, any text will do.
        seed: Part<String> = usual!(String, "1".to_owned()), "Seed", Kind::Text { max: 64 };
    }
}

/// Declarations of all parts; [`table`](declared::table) sorts them by section.
fn declarations() -> Vec<Parameter> {
    let mut all = [Scenario::PARAMETERS, Platform::PARAMETERS, ClusterGroup::PARAMETERS].concat();
    all.extend([Event::PARAMETERS, LinkEvent::PARAMETERS, Failures::PARAMETERS, Checkpoint::PARAMETERS].concat());
    all.extend(workload::parameters());
    all.extend(network::parameters());
    all.extend(queue::parameters()[0].iter());
    all.extend(Scheduler::parameters());
    all.extend(Experiment::PARAMETERS);
    all.extend(Sweep::PARAMETERS);
    all
}

impl Scenario {
    /// Digest of 16 hexadecimal digits, equal for equal scenarios.
    pub fn digest(&self) -> String {
        let mut digest = Digest::EMPTY;
        digest.add_text(&self.to_compact_json());
        digest.to_string()
    }

    /// True if a grid policy is compared. Under a grid policy, the homes of jobs send jobs to other clusters.
    pub fn sends_jobs(&self) -> bool {
        self.schedulers.iter().any(|own| own.policy.is_grid())
    }

    /// The networks whose settings are read: the scenario's own network and, if homes send jobs to other clusters, the
    /// network of a grid.
    pub fn networks(&self) -> impl Iterator<Item = &'static NetworkInfo> {
        let (own, sends) = (self.network.model.name(), self.sends_jobs());
        let all = registry::current().networks();
        let all = all.map(|network| network.info());
        all.filter(move |info| info.name == own || sends && info.loads == Loads::OwnCluster)
    }

    /// Maximum number of jobs that arrive in one run, counted before oversized jobs are split. `log_jobs` is the number
    /// of jobs in the log, if the workload is a log.
    pub fn arrivals(&self, log_jobs: u64) -> u64 {
        let jobs = self.workload.arrivals(self.platform.cluster_count());
        if self.workload.is_log() { jobs.min(log_jobs) } else { jobs }
    }

    /// Names of the schedulers in results, without swept settings. Equal generated names are numbered: the second one gets " (2)".
    pub fn scheduler_names(&self) -> Vec<String> {
        self.names_of_schedulers(Naming::Ids)
    }

    /// Names of the schedulers for people: "B3 (chunk 85 %)" where results have "b3 (chunk 0.85)".
    pub fn scheduler_labels(&self) -> Vec<String> {
        self.names_of_schedulers(Naming::Words)
    }

    /// The policy of each scheduler and the settings that its runs read, as in JSON.
    pub fn scheduler_settings(&self) -> Vec<Map<String, Value>> {
        let all = self.schedulers.iter().enumerate();
        all.map(|(i, own)| own.read_settings(&format!("schedulers.{i}"), self)).collect()
    }

    fn names_of_schedulers(&self, naming: Naming) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for (i, scheduler) in self.schedulers.iter().enumerate() {
            let prefixes = [format!("schedulers.{i}."), "schedulers.*.".to_owned()];
            let sweeps = self.experiment.sweep.iter();
            let swept: Vec<&str> = sweeps
                .filter_map(|sweep| {
                    let mut prefixes = prefixes.iter();
                    prefixes.find_map(|prefix| sweep.parameter.strip_prefix(prefix))
                })
                .collect();
            let name = scheduler.name(&format!("schedulers.{i}"), self, &swept, naming);
            let taken = |name: &String| {
                let given = self.schedulers.iter().filter_map(|own| own.common.label.as_ref());
                names.contains(name) || given.clone().any(|label| label == name)
            };
            let numbered = (2..).map(|number| format!("{name} ({number})"));
            let mut candidates = std::iter::once(name.clone()).chain(numbered);
            let free = match scheduler.common.label {
                Some(_) => None,
                None => candidates.find(|name| !taken(name)),
            };
            names.push(free.unwrap_or(name));
        }
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn settings_are_checked_together() {
        let log = [("workload.model", json!("swf")), ("workload.path", json!("kth.swf"))];
        let scenario = Scenario::default().with_all(log).unwrap();
        let swf = scenario.workload.of::<Swf>().unwrap();
        assert_eq!((swf.path.as_str(), swf.bsbw_mbps), ("kth.swf", 500.0));
        let alone = Scenario::default().with("workload.model", &json!("swf")).unwrap_err();
        assert_eq!(alone.0[0].place, "workload.path");
    }

    #[test]
    fn schedulers_can_be_appended_and_changed() {
        let scenario = Scenario::default().with("schedulers.4.lslt", &json!(0.8)).unwrap();
        assert_eq!(scenario.schedulers[4], Scheduler::named("b3").unwrap().with("lslt", 0.8));
        let with = |path: &str, value: Value| scenario.with(path, &value).map(|scenario| scenario.schedulers.len());
        assert_eq!(with("schedulers.6", json!({"policy": "b3"})), Ok(7));
        assert_eq!(with("schedulers.6.queue", json!("fcfs")), Ok(7));
        assert!(with("schedulers.8", json!("b3")).is_err());
    }

    #[test]
    fn swept_settings_are_not_in_the_names() {
        let sweep = json!([{"parameter": "schedulers.4.chunk", "values": [0.7, 0.9]}]);
        let scenario = Scenario::default().with("experiment.sweep", &sweep).unwrap();
        assert_eq!(scenario.scheduler_names()[4], "b3");
        assert_eq!(Scenario::default().scheduler_names()[4], "b3 (chunk 0.85)");
    }

    #[test]
    fn the_digest_tells_scenarios_apart() {
        let scenario = Scenario::default();
        let other = scenario.with("seed", &json!("2")).unwrap();
        assert_eq!(scenario.digest(), Scenario::from_json("{}").unwrap().digest());
        assert_ne!(scenario.digest(), other.digest());
        assert_eq!(scenario.digest().len(), 16);
    }
}
