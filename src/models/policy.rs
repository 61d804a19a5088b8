//! The description of a policy, and how its scheduler is built.

use super::measure::CounterInfo;
use super::settings::Given;
use crate::base::problem::Problem;
use crate::network::Network;
use crate::parameter::{Group, Parameter};
use crate::platform::State;
use crate::scheduler::bound::Binding;
use crate::scheduler::outlook::Outlook;
use crate::scheduler::{self, Scheduler};
use crate::workload::Job;
use serde_json::Value;

/// The queues in which jobs wait under a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Queues {
    /// One queue common to all clusters, in the order given by the scenario or the scheduler.
    Common,
    /// The plan of a metacomputer.
    Planned,
    /// One queue per cluster of a grid. A job's home cluster sends the whole job to one of them.
    PerCluster,
    /// Whatever a program outside keeps.
    Program,
}

/// The network on which jobs run under a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunsOn {
    /// The network of the scenario.
    Scenario,
    /// A network whose links have unlimited capacity.
    Unlimited,
    /// A network on which co-allocation slows down every job by the same factor. If the scheduler does not give this
    /// factor, it is measured in a run of this policy.
    FixedPenalty(Policy),
}

/// The function that makes the whole scheduler of a policy. If the scheduler has a common queue, it makes only the
/// placement of jobs.
pub type Build = fn(&Seen<'_>) -> Result<Built, Problem>;

/// A policy that decides by simulation, and can show each of its decisions for every simulation depth.
pub trait ByDepth: scheduler::Policy {
    /// The cluster that a waiting job would get, for every simulation depth from 0 on.
    fn winners(&mut self, outlook: &Outlook, state: &State, job: &Job) -> Vec<u32>;
}

/// The function that makes a policy that decides for all simulation depths at once.
pub type BuildByDepth = fn(&Seen<'_>) -> Result<Box<dyn ByDepth>, Problem>;

/// Computes those settings of a swept scheduler that depend on other settings, such as the remaining weights. The
/// arguments are the given settings, and a function that is true for the names of swept settings.
pub type FollowSwept = fn(&Given, &dyn Fn(&str) -> bool) -> Vec<(&'static str, Value)>;

/// The description of a policy.
pub struct PolicyInfo {
    /// The policy's name in JSON: "first-fit".
    pub name: &'static str,
    /// The policy's label: "First-fit".
    pub label: &'static str,
    /// The help text, one sentence.
    pub help: &'static str,
    /// Number that determines the colour and the marker of the policy in all figures. The colour is `sign % 8`, the marker
    /// `(sign + sign / 8) % 8`. Policies that are compared with each other should differ in colour.
    pub sign: u8,
    /// The settings of the scheduler that the policy reads, in groups.
    pub settings: &'static [&'static [&'static str]],
    /// Other names that scenarios may use for settings, as pairs: (other name, setting).
    pub also: &'static [(&'static str, &'static str)],
    /// Settings that the policy's name always states, even if they have their default values, because papers always
    /// state them.
    pub always_named: &'static [&'static str],
    /// The kind of the scheduler's queues.
    pub queues: Queues,
    /// The network on which the jobs of this policy run.
    pub network: RunsOn,
    /// True if a job may run on several clusters.
    pub co_allocates: bool,
    /// True if the policy reads the loads of links. It does so on every network.
    pub looks_at_links: bool,
    /// True if the policy uses estimates of run times.
    pub reads_estimates: bool,
    /// True if the policy works on a platform whose nodes may be out for a time. It must have a common queue.
    pub bears_outages: bool,
    /// True if the policy places jobs that ask for memory or GPUs, or get their data before they run. It must have a common queue, and
    /// decide from the present state.
    pub knows_resources: bool,
    /// True if every job runs on its home cluster, where its data are.
    pub stays_home: bool,
    /// True if a scheduler with these settings draws random numbers.
    pub draws: fn(&Given) -> bool,
    /// The events that the policy's scheduler counts.
    pub counts: &'static [&'static CounterInfo],
    /// Settings whose values are shares of 1, each with the name of the quantity of which it is a share: "nodes".
    pub shares: &'static [(&'static str, &'static str)],
    /// The number of steps after which the policy gives up its search for a place; `None` if it does not search.
    pub search_steps: Option<u32>,
    /// Makes the policy such that it decides for all simulation depths at once; `None` if the policy does not simulate.
    pub by_depth: Option<BuildByDepth>,
    /// Finds contradictions between the settings of the scheduler that is at a path of the scenario ("schedulers.2").
    pub check: fn(&Given, Policy, &str) -> Vec<Problem>,
    /// Computes the settings that depend on swept settings.
    pub swept: FollowSwept,
    /// Makes the scheduler, or its placement of jobs.
    pub build: Build,
}

impl PolicyInfo {
    /// A policy with a common queue that runs each job on one cluster, made from its name, label and help. Struct
    /// update fills in the other fields.
    pub const fn on_one_cluster([name, label, help]: [&'static str; 3], build: Build) -> PolicyInfo {
        PolicyInfo {
            name,
            label,
            help,
            sign: PolicyInfo::NO_SIGN,
            settings: &[PolicyInfo::QUEUE],
            also: &[],
            always_named: &[],
            queues: Queues::Common,
            network: RunsOn::Scenario,
            co_allocates: false,
            looks_at_links: false,
            reads_estimates: false,
            bears_outages: true,
            knows_resources: true,
            stays_home: false,
            draws: |_| false,
            counts: &[],
            shares: &[],
            search_steps: None,
            by_depth: None,
            check: |_, _, _| Vec::new(),
            swept: |_, _| Vec::new(),
            build,
        }
    }

    /// The description with this [`sign`](PolicyInfo::sign) for figures.
    pub const fn signed(self, sign: u8) -> PolicyInfo {
        PolicyInfo { sign, ..self }
    }

    /// The sign of policies that declare no sign. It gives a star in a colour other than blue and orange.
    pub const NO_SIGN: u8 = 15;
    /// The setting of every policy with a common queue.
    pub const QUEUE: &'static [&'static str] = &["queue"];
    /// Settings of every policy whose jobs load links between clusters.
    pub const LINKS: &'static [&'static str] = &["sharing"];
}

/// The part of a scheduler that a policy provides.
pub enum Built {
    /// The placement of jobs, for a scheduler with a common queue.
    Place(Box<dyn scheduler::Policy>),
    /// The rule that binds each arriving job to a cluster; the scheduler's queue is that of each cluster.
    PerCluster(Binding),
    /// A whole scheduler, with queues or plans of its own.
    Whole(Box<dyn Scheduler>),
}

/// The information available when a policy is built.
pub struct Seen<'a> {
    /// The policy's settings.
    pub own: &'a Given,
    /// The platform without jobs.
    pub idle: &'a State,
    /// The scenario's seed.
    pub seed: &'a str,
    /// The number of the replication. Policies that draw random numbers draw different ones in every replication.
    pub replication: u32,
    /// The replication whose jobs are used. If all replications have the same jobs, it differs from `replication`.
    pub jobs_replication: u32,
    /// True if jobs of the common queue may pass each other.
    pub jobs_pass: bool,
    /// Makes the network on which jobs run, for policies that simulate the future.
    pub network: &'a dyn Fn() -> Network,
    /// Gives the background loads, in [0, 1], of the nodes of a cluster.
    pub node_loads: &'a dyn Fn(usize) -> Vec<f64>,
    /// Gives the declaration of a scheduler's setting, by the name of the setting.
    pub declared: &'a dyn Fn(&str) -> Option<Parameter>,
    /// Gives the value at any path of the scenario; `None` if there is no such path.
    pub get: &'a dyn Fn(&str) -> Option<Value>,
}

impl Seen<'_> {
    /// The settings of a group: given values, otherwise defaults.
    ///
    /// # Errors
    /// If the group and the models declare a setting differently, so that a given value would be lost. This is a
    /// mistake in the model of the policy.
    pub fn settings<S: Group>(&self) -> Result<S, Problem> {
        let fits = |own: &&Parameter| {
            let known = (self.declared)(own.name());
            known.is_some_and(|known| known.same_as(own)) && own.beyond_its_type().is_none()
        };
        match S::DECLARED.iter().find(|own| !fits(own)) {
            None => Ok(self.own.of()),
            Some(own) => {
                let wrong = "is read by a policy, but no model declares it so";
                let remedy = "List the group that the policy reads in the settings of its model";
                Err(Problem::new(own.path, wrong, own.allowed(), remedy))
            }
        }
    }

    /// The number at a path of the scenario: "network.wan_mbps".
    pub fn number(&self, path: &str) -> Result<f64, Problem> {
        let found = (self.get)(path);
        found.as_ref().and_then(Value::as_f64).ok_or_else(|| {
            let wrong = "is asked for by a policy, but scenarios have no number there";
            let remedy = "Correct the path where the policy is built";
            Problem::new(path, wrong, "the path of a number", remedy)
        })
    }
}

/// A policy of the registry.
#[derive(Clone, Copy)]
pub struct Policy(pub &'static PolicyInfo);

impl Policy {
    /// The policy's description.
    pub const fn info(self) -> &'static PolicyInfo {
        self.0
    }

    /// The policy's name in JSON.
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// The policy's label.
    pub const fn label(self) -> &'static str {
        self.0.label
    }

    /// The label without its explanation: "B1" of "B1 (largest free first)".
    pub fn short(self) -> &'static str {
        self.label().split(" (").next().unwrap_or(self.label())
    }

    /// True if the policy reads `what`: a scheduler's setting ("lslt"), the load of links between clusters ("platform.links"),
    /// the background loads of nodes ("platform.node_loads"), outages of nodes ("platform.events"), memory and GPUs
    /// ("platform.resources"), data that jobs get before they run ("platform.stage_in"), or whether a job is moldable ("workload.moldable") or local ("workload.local").
    pub fn reads(self, what: &str) -> bool {
        match what {
            "platform.links" => self.0.looks_at_links,
            "platform.node_loads" => self.is_grid(),
            "platform.events" => self.bears_outages(),
            "platform.resources" => self.knows_resources(),
            "platform.stage_in" => self.knows_resources() && !self.0.stays_home,
            "workload.moldable" => matches!(self.0.queues, Queues::Planned | Queues::Program),
            "workload.local" => self.is_meta(),
            setting => self.0.settings.iter().any(|group| group.contains(&setting)),
        }
    }

    /// True if the policy works on a platform whose nodes may be out for a time.
    pub fn bears_outages(self) -> bool {
        self.0.queues == Queues::Common && self.0.bears_outages
    }

    /// True if the policy places jobs that ask for memory or GPUs, or get their data before they run.
    pub fn knows_resources(self) -> bool {
        self.0.queues == Queues::Common && self.0.knows_resources
    }

    /// True if the policy plans the requests of a metacomputer.
    pub fn is_meta(self) -> bool {
        self.0.queues == Queues::Planned
    }

    /// True if the policy sends jobs to the queues of a grid's clusters.
    pub fn is_grid(self) -> bool {
        self.0.queues == Queues::PerCluster
    }
}

impl PartialEq for Policy {
    fn eq(&self, other: &Policy) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Policy {}

impl std::fmt::Debug for Policy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::fmt::Display for Policy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameter::Kind;
    use crate::parameters;
    use crate::platform::Platform;
    use serde_json::json;

    parameters! {
        /// The settings that the model declares.
        Listed at "schedulers.*." {
            /// Clusters.
            stride: u32 = 1, "Stride", Kind::integer(1, 9, 1);
        }
    }

    parameters! {
        /// A setting with the name misspelt.
        Misspelt at "schedulers.*." {
            /// Clusters.
            strides: u32 = 1, "Stride", Kind::integer(1, 9, 1);
        }
    }

    parameters! {
        /// A setting with another default.
        Otherwise at "schedulers.*." {
            /// Clusters.
            stride: u32 = 2, "Stride", Kind::integer(1, 9, 1);
        }
    }

    /// Calls `look` with the view of a policy whose `stride` is set to 3.
    fn with_seen<T>(look: impl Fn(&Seen<'_>) -> T) -> T {
        let idle = State::idle(Platform::star(Vec::new()));
        let declared = Listed::PARAMETERS;
        let mut own = Given::default();
        own.set(&declared[0], json!(3));
        look(&Seen {
            own: &own,
            idle: &idle,
            seed: "",
            replication: 0,
            jobs_replication: 0,
            jobs_pass: false,
            network: &|| Network::Unlimited,
            node_loads: &|_| Vec::new(),
            declared: &|name| declared.iter().find(|own| own.name() == name).copied(),
            get: &|path| (path == "network.wan_mbps").then(|| json!(8.0)),
        })
    }

    #[test]
    fn settings_that_are_not_those_of_the_model_are_named() {
        assert_eq!(with_seen(|seen| seen.settings::<Listed>()).unwrap().stride, 3);
        let wrong = with_seen(|seen| seen.settings::<Misspelt>()).unwrap_err();
        assert_eq!(wrong.place, "schedulers.*.strides");
        let wrong = with_seen(|seen| seen.settings::<Otherwise>()).unwrap_err();
        assert_eq!(wrong.place, "schedulers.*.stride");
    }

    #[test]
    fn a_path_that_is_misspelt_is_named() {
        let number = |path| with_seen(|seen| seen.number(path));
        assert_eq!(number("network.wan_mbps").unwrap(), 8.0);
        let wrong = number("network.wan_mbp").unwrap_err().to_string();
        assert!(wrong.starts_with("network.wan_mbp is asked for by a policy"), "{wrong}");
    }
}
