//! What a policy is and reads, and how its scheduler is built.

use super::measure::CounterInfo;
use super::settings::Given;
use crate::base::problem::Problem;
use crate::network::Network;
use crate::parameter::{Group, Parameter};
use crate::platform::State;
use crate::scheduler::{self, ByDepth, Scheduler};
use serde_json::Value;

/// Where jobs wait under a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Queues {
    /// In one queue that is common to all clusters, in the order that the scenario or the scheduler gives it.
    Common,
    /// In the plan of a metacomputer.
    Planned,
    /// In a queue of each cluster of a grid, to which every job's home sends it whole.
    PerCluster,
}

/// On which network jobs run under a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunsOn {
    /// That of the scenario.
    Scenario,
    /// One that carries everything.
    Unlimited,
    /// One on which co-allocation costs every job the same, unless the scheduler gives it what a run of this policy measures.
    FixedPenalty(Policy),
}

/// Makes a policy's scheduler, or the policy of one with a common queue.
pub type Build = fn(&Seen<'_>) -> Result<Built, Problem>;

/// Makes a policy whose decisions can be had for every simulation depth.
pub type BuildByDepth = fn(&Seen<'_>) -> Result<Box<dyn ByDepth>, Problem>;

/// The settings that follow, with their values, from those that are given and whether each is swept.
pub type FollowSwept = fn(&Given, &dyn Fn(&str) -> bool) -> Vec<(&'static str, Value)>;

/// What a policy is and reads, and how it is built.
pub struct PolicyInfo {
    /// The name in JSON: "first-fit".
    pub name: &'static str,
    /// The name for people: "First-fit".
    pub label: &'static str,
    /// One sentence.
    pub help: &'static str,
    /// By which colour and marker figures show it everywhere: colour `sign % 8`, marker `(sign + sign / 8) % 8`. Policies that are compared
    /// with each other should differ in colour.
    pub sign: u8,
    /// The scheduler's settings that it reads, in groups.
    pub settings: &'static [&'static [&'static str]],
    /// Other names by which a scenario may give some of them, each with the one that it stands for.
    pub also: &'static [(&'static str, &'static str)],
    /// Those that are in its name even at their default, since papers always say them.
    pub always_named: &'static [&'static str],
    /// Where jobs wait.
    pub queues: Queues,
    /// On which network they run.
    pub network: RunsOn,
    /// Whether a job may run on several clusters.
    pub co_allocates: bool,
    /// Whether it looks at what links carry, on whichever network jobs run.
    pub looks_at_links: bool,
    /// Whether it goes by the estimates of run times.
    pub reads_estimates: bool,
    /// Whether a scheduler with these settings draws random numbers of its own.
    pub draws: fn(&Given) -> bool,
    /// What its scheduler counts.
    pub counts: &'static [&'static CounterInfo],
    /// Settings that are shares of 1, each with what it is a share for: "nodes".
    pub shares: &'static [(&'static str, &'static str)],
    /// Steps after which its search for a place gives up, if it searches.
    pub search_steps: Option<u32>,
    /// The policy as one whose decisions can be had for every simulation depth, if it simulates.
    pub by_depth: Option<BuildByDepth>,
    /// What is wrong where several settings of the scheduler at a place ("schedulers.2") must agree.
    pub check: fn(&Given, Policy, &str) -> Vec<Problem>,
    /// Settings that follow where a sweep has set those for which the function holds.
    pub swept: FollowSwept,
    /// Makes what decides.
    pub build: Build,
}

impl PolicyInfo {
    /// A policy under which a job runs on one cluster, from a common queue, by its names in JSON and for people, its help and what makes it;
    /// what else there is to say of it, by struct update.
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

    /// The same, shown by figures under this sign.
    pub const fn signed(self, sign: u8) -> PolicyInfo {
        PolicyInfo { sign, ..self }
    }

    /// The sign of policies that choose none: neither blue nor orange, and a star.
    pub const NO_SIGN: u8 = 15;
    /// The setting of every policy with a common queue.
    pub const QUEUE: &'static [&'static str] = &["queue"];
    /// Settings of every policy whose jobs load links between clusters.
    pub const LINKS: &'static [&'static str] = &["sharing"];
}

/// What a policy decides.
pub enum Built {
    /// Where a job of the common queue is placed.
    Place(Box<dyn scheduler::Policy>),
    /// Everything: it has queues or plans of its own.
    Whole(Box<dyn Scheduler>),
}

/// What a policy sees when it is built.
pub struct Seen<'a> {
    /// Its settings.
    pub own: &'a Given,
    /// The idle platform.
    pub idle: &'a State,
    /// The scenario's seed.
    pub seed: &'a str,
    /// Those that draw random numbers draw others in every replication.
    pub replication: u32,
    /// The replication whose jobs these are, if jobs stay the same while other things are drawn anew.
    pub jobs_replication: u32,
    /// Whether jobs of the common queue may pass each other.
    pub jobs_pass: bool,
    /// The network that jobs run on, for those who simulate ahead.
    pub network: &'a dyn Fn() -> Network,
    /// The background loads in [0, 1] of the nodes of a cluster.
    pub node_loads: &'a dyn Fn(usize) -> Vec<f64>,
    /// The declaration of a setting of schedulers, by its name.
    pub declared: &'a dyn Fn(&str) -> Option<Parameter>,
    /// What else stands in the scenario, by its path, if there is such a path.
    pub get: &'a dyn Fn(&str) -> Option<Value>,
}

impl Seen<'_> {
    /// The settings of a group: what is given, else the defaults.
    ///
    /// # Errors
    /// If the group is not as the models declare its settings, so that what is given would not get into it: a mistake in the policy's model.
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

    /// A number of the scenario, by its path: "network.wan_mbps".
    ///
    /// # Errors
    /// If no scenario has a number there: the path is misspelt.
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
    /// What it is and reads.
    pub const fn info(self) -> &'static PolicyInfo {
        self.0
    }

    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// The name for people.
    pub const fn label(self) -> &'static str {
        self.0.label
    }

    /// The name for people without what explains it: "B1" of "B1 (largest free first)".
    pub fn short(self) -> &'static str {
        self.label().split(" (").next().unwrap_or(self.label())
    }

    /// Whether it reads this setting of a scheduler, "lslt", or has a use for something else of a scenario on whichever network: the
    /// links between clusters and what jobs send over them, "platform.links"; the background loads of nodes, "platform.node_loads".
    pub fn reads(self, what: &str) -> bool {
        match what {
            "platform.links" => self.0.looks_at_links,
            "platform.node_loads" => self.is_grid(),
            setting => self.0.settings.iter().any(|group| group.contains(&setting)),
        }
    }

    /// Whether it plans the requests of a metacomputer.
    pub fn is_meta(self) -> bool {
        self.0.queues == Queues::Planned
    }

    /// Whether it sends jobs to the queues of a grid's clusters.
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
        /// What the model lists.
        Listed at "schedulers.*." {
            /// Clusters.
            stride: u32 = 1, "Stride", Kind::integer(1, 9, 1);
        }
    }

    parameters! {
        /// The same by another name.
        Misspelt at "schedulers.*." {
            /// Clusters.
            strides: u32 = 1, "Stride", Kind::integer(1, 9, 1);
        }
    }

    parameters! {
        /// The same with another default.
        Otherwise at "schedulers.*." {
            /// Clusters.
            stride: u32 = 2, "Stride", Kind::integer(1, 9, 1);
        }
    }

    /// What `look` makes of a policy's view in which a stride of 3 is given.
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
