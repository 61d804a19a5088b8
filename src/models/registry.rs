//! The models that a program has.

use super::measure::{CounterInfo, MeasureInfo};
use super::model::Model;
use super::order::QueueOrder;
use super::policy::Policy;
use super::standard;
use super::workload::WorkloadInfo;
use crate::base::problem::Problem;
use crate::paper::{Paper, Preset};
use crate::parameter::condition::{Readers, set_readers};
use crate::parameter::fields::Json;
use crate::parameter::{Choice, Kind, Parameter};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Models and all that they bring together.
#[derive(Clone, Default)]
pub struct Registry {
    models: Vec<&'static Model>,
    policies: Vec<Policy>,
    orders: Vec<QueueOrder>,
    order_settings: Vec<Parameter>,
    /// Those that schedulers give for themselves.
    own_order_settings: Vec<Parameter>,
    order_choices: OnceLock<Vec<Choice>>,
    workloads: Vec<&'static WorkloadInfo>,
    settings: Vec<Parameter>,
    /// Where each setting stands in that list.
    places: BTreeMap<&'static str, usize>,
    choices: OnceLock<Vec<Choice>>,
    measures: Vec<&'static MeasureInfo>,
    counters: Vec<&'static CounterInfo>,
    papers: Vec<&'static Paper>,
    presets: Vec<Preset>,
}

impl Registry {
    /// The models that come with the program.
    ///
    /// # Errors
    /// None but a mistake in Metasched.
    pub fn standard() -> Result<Registry, Problem> {
        let mut models = standard::MODELS.iter();
        models.try_fold(Registry::default(), |registry, model| registry.with(model))
    }

    /// With another model.
    ///
    /// # Errors
    /// If a policy, a measure, a paper or a preset has the name of one that is there, a policy reads a setting that is declared nowhere, or a
    /// setting is declared otherwise elsewhere, or with a type that cannot hold all that is allowed.
    pub fn with(mut self, model: &'static Model) -> Result<Registry, Problem> {
        let problem = |what: String, remedy: &str| {
            Problem::new(format!("the model {}", model.name), what, "", remedy)
        };
        let taken = |kind: &str, name: &str| {
            let what = format!("has a {kind} {name}, which is there already");
            problem(what, &format!("Give the {kind} another name"))
        };
        let of_workloads = model.workloads.iter().flat_map(|own| own.declared);
        for declared in model.settings.iter().chain(of_workloads).copied().flatten() {
            if let Some(value) = declared.beyond_its_type() {
                let what = format!(
                    "declares {} as {}, but {value} does not go into its type",
                    declared.path,
                    declared.allowed()
                );
                return Err(problem(
                    what,
                    "Give the field another type, or another kind",
                ));
            }
        }
        for declared in model.settings.iter().copied().flatten() {
            let name = declared.name();
            let place = declared.path.strip_prefix("schedulers.*.");
            if place != Some(name) || OF_EVERY_SCHEDULER.contains(&name) {
                let what = format!("declares {} as a setting", declared.path);
                let remedy = "Declare settings as schedulers.*.NAME, with a name that not every scheduler has";
                return Err(problem(what, remedy));
            }
            match self.setting(name) {
                None => {
                    self.places.insert(name, self.settings.len());
                    self.settings.push(*declared);
                }
                Some(known) if known.same_as(declared) => {}
                Some(_) => {
                    let what = format!("declares {} otherwise than another model", declared.name());
                    return Err(problem(what, "Give the setting another name"));
                }
            }
        }
        for declared in model.order_settings.iter().copied().flatten() {
            let name = declared.name();
            if declared.path != format!("queue.{name}") || OF_EVERY_QUEUE.contains(&name) {
                let what = format!("declares {} as a setting of its orders", declared.path);
                let remedy = "Declare it as queue.NAME, with a name that not every queue has";
                return Err(problem(what, remedy));
            }
            match self.order_setting(name) {
                None => {
                    self.own_order_settings.push(Parameter {
                        path: String::leak(format!("schedulers.*.{}", declared.path)),
                        defaults: || &Value::Null,
                        ..*declared
                    });
                    self.order_settings.push(*declared);
                }
                Some(known) if known.same_as(declared) => {}
                Some(_) => {
                    let what = format!("declares {} otherwise than another model", declared.path);
                    return Err(problem(what, "Give the setting another name"));
                }
            }
        }
        for &info in model.orders {
            if info.name.is_empty() || self.order(info.name).is_some() {
                return Err(taken("queue order", info.name));
            }
            let mut named = info.settings.iter();
            if let Some(unknown) = named.find(|name| self.order_setting(name).is_none()) {
                let what = format!(
                    "has a queue order {} that reads {unknown}, which is declared nowhere",
                    info.name
                );
                return Err(problem(what, "Declare it in the model's order_settings"));
            }
            self.orders.push(QueueOrder(info));
        }
        for &info in model.policies {
            if info.name.is_empty() || self.policy(info.name).is_some() {
                return Err(taken("policy", info.name));
            }
            let named = info.settings.iter().copied().flatten();
            if let Some(unknown) = named.clone().find(|name| !self.declares(name)) {
                let what = format!(
                    "has a policy {} that reads {unknown}, which is declared nowhere",
                    info.name
                );
                return Err(problem(what, "Declare it in the model's settings"));
            }
            for &counter in info.counts {
                match self.counters.iter().find(|own| own.name == counter.name) {
                    None => self.counters.push(counter),
                    Some(known) if std::ptr::eq(*known, counter) => {}
                    Some(_) => return Err(taken("counter", counter.name)),
                }
            }
            self.policies.push(Policy(info));
        }
        for &info in model.workloads {
            if info.name.is_empty() || self.choices(WORKLOAD).contains(&info.name) {
                return Err(taken("workload", info.name));
            }
            if info.joins.is_some() && self.workloads.iter().any(|own| own.joins.is_some()) {
                let what = format!(
                    "has a workload {} that joins logs, as another does",
                    info.name
                );
                return Err(problem(what, "Leave joins out"));
            }
            let mut own = info.declared.iter().copied().flatten();
            let known = || {
                self.workloads
                    .iter()
                    .flat_map(|own| own.declared.iter().copied().flatten())
            };
            let differs =
                |new: &&Parameter| known().any(|old| old.path == new.path && !old.same_as(new));
            if let Some(declared) = own.find(differs) {
                let what = format!("declares {} otherwise than another model", declared.path);
                return Err(problem(what, "Give the setting another name"));
            }
            self.workloads.push(info);
        }
        for &measure in model.measures {
            if measure.key.is_empty() || self.measures.iter().any(|own| own.key == measure.key) {
                return Err(taken("measure", measure.key));
            }
            self.measures.push(measure);
        }
        for &paper in model.papers {
            if self.papers.iter().any(|own| own.name == paper.name) {
                return Err(taken("paper", paper.name));
            }
            self.papers.push(paper);
        }
        for &preset in model.presets {
            if self.presets.iter().any(|own| own.name == preset.name) {
                return Err(taken("preset", preset.name));
            }
            // The gallery has one heading for each source.
            let mut known = self.presets.iter();
            let last = known.rposition(|own| own.source == preset.source);
            let place = last.map_or(self.presets.len(), |last| last + 1);
            self.presets.insert(place, preset);
        }
        self.models.push(model);
        Ok(self)
    }

    /// Makes these the models of the program.
    ///
    /// # Errors
    /// If the program has asked for its models before: they stay the same while it runs.
    pub fn install(self) -> Result<(), Problem> {
        let late = |_| {
            let wrong = "cannot be added: the program has begun to use those that it has";
            Problem::new("models", wrong, "", "Install them first")
        };
        CURRENT.set(self).map_err(late)?;
        current();
        Ok(())
    }

    /// The models.
    pub fn models(&self) -> &[&'static Model] {
        &self.models
    }

    /// All policies, in the order of the form.
    pub fn policies(&self) -> &[Policy] {
        &self.policies
    }

    /// The declarations of all settings of policies.
    pub fn settings(&self) -> &[Parameter] {
        &self.settings
    }

    /// All orders of the queue, in the order of the form.
    pub fn orders(&self) -> &[QueueOrder] {
        &self.orders
    }

    /// The order of the queue of this name.
    pub fn order(&self, name: &str) -> Option<QueueOrder> {
        self.orders.iter().find(|own| own.name() == name).copied()
    }

    /// The declarations of all settings of queue orders, of the scenario and then of single schedulers.
    pub fn order_settings(&self) -> [&[Parameter]; 2] {
        [&self.order_settings, &self.own_order_settings]
    }

    /// The declaration of a setting that queue orders read.
    pub fn order_setting(&self, name: &str) -> Option<&Parameter> {
        self.order_settings.iter().find(|own| own.name() == name)
    }

    /// What the order of a queue may be.
    pub fn order_kind(&'static self) -> Kind {
        let choice = |own: &QueueOrder| Choice {
            name: own.name(),
            label: own.info().label,
            help: own.info().help,
        };
        Kind::Choice {
            choices: self
                .order_choices
                .get_or_init(|| self.orders.iter().map(choice).collect()),
            later: &[],
        }
    }

    /// The measures that models add to those of every run, in the order of their models.
    pub fn measures(&self) -> &[&'static MeasureInfo] {
        &self.measures
    }

    /// All that schedulers count.
    pub fn counters(&self) -> &[&'static CounterInfo] {
        &self.counters
    }

    /// All papers, in the order of their models.
    pub fn papers(&self) -> &[&'static Paper] {
        &self.papers
    }

    /// All presets, in the order of the gallery: those of one source together.
    pub fn presets(&self) -> &[Preset] {
        &self.presets
    }

    /// The policy of this name.
    pub fn policy(&self, name: &str) -> Option<Policy> {
        self.policies.iter().find(|own| own.name() == name).copied()
    }

    /// The declaration of a setting that policies read.
    pub fn setting(&self, name: &str) -> Option<&Parameter> {
        self.places.get(name).map(|&place| &self.settings[place])
    }

    /// All workload models, in the order of the form.
    pub fn workloads(&self) -> &[&'static WorkloadInfo] {
        &self.workloads
    }

    /// The choices at the path of a policy, or of a workload's model.
    fn choices(&self, path: &str) -> Vec<&'static str> {
        match path {
            WORKLOAD => {
                let models = self.workloads.iter().map(|own| own.name);
                OTHER_WORKLOADS
                    .iter()
                    .map(|(name, _)| *name)
                    .chain(models)
                    .collect()
            }
            ORDER => self.orders.iter().map(|own| own.name()).collect(),
            POLICY => self.policies.iter().map(|own| own.name()).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether the policy, or the workload's model, of this name reads a setting.
    fn reads(&self, path: &str, name: &str, setting: &str) -> bool {
        if path == ORDER {
            return self
                .order(name)
                .is_some_and(|own| own.info().settings.contains(&setting));
        }
        if path == POLICY {
            return self.policy(name).is_some_and(|own| own.reads(setting));
        }
        let mut others = OTHER_WORKLOADS.iter();
        match others.find(|other| other.0 == name) {
            Some((_, read)) => read.contains(&setting),
            None => {
                let mut models = self.workloads.iter().filter(|own| own.name == name);
                models.any(|own| setting == "jobs" || own.reads.contains(&setting))
            }
        }
    }

    /// What a scheduler's policy may be.
    pub fn policy_kind(&'static self) -> Kind {
        let choice = |own: &Policy| Choice {
            name: own.name(),
            label: own.label(),
            help: own.info().help,
        };
        Kind::Choice {
            choices: self
                .choices
                .get_or_init(|| self.policies.iter().map(choice).collect()),
            later: &[],
        }
    }

    /// Whether schedulers have such a setting.
    fn declares(&self, name: &str) -> bool {
        OF_EVERY_SCHEDULER.contains(&name) || self.setting(name).is_some()
    }
}

/// The path of the choice of a policy.
const POLICY: &str = "schedulers.*.policy";
/// The path of the choice of an order.
const ORDER: &str = "schedulers.*.queue.order";
/// The path of the choice of a workload.
const WORKLOAD: &str = "workload.model";

/// The workloads that are no model's, with those of the settings that not all workloads have which they read.
const OTHER_WORKLOADS: [(&str, &[&str]); 2] = [
    ("synthetic", &["compute_fraction"]),
    ("swf", WorkloadInfo::WITHOUT_HOMES),
];

/// Settings that every scheduler has, so that no model declares them: whichever policy reads them, they mean the same.
const OF_EVERY_SCHEDULER: [&str; 5] = ["policy", "penalty", "sharing", "queue", "label"];

/// Settings that every queue has, so that no model declares them.
const OF_EVERY_QUEUE: [&str; 6] = [
    "order",
    "backfill",
    "reservations",
    "tried",
    "overrun",
    "pass",
];

static CURRENT: OnceLock<Registry> = OnceLock::new();

/// The models of this program: the standard ones unless others were [installed](Registry::install).
pub fn current() -> &'static Registry {
    let registry = CURRENT.get_or_init(|| Registry::standard().unwrap_or_default());
    set_readers(Readers {
        all: |path| current().choices(path),
        reads: |path, name, setting| current().reads(path, name, setting),
    });
    registry
}

impl Policy {
    /// All policies, in the order of the form.
    pub fn all() -> &'static [Policy] {
        current().policies()
    }

    /// The one with this name in JSON.
    pub fn named(name: &str) -> Option<Policy> {
        current().policy(name)
    }
}

impl QueueOrder {
    /// The one with this name in JSON.
    pub fn named(name: &str) -> Option<QueueOrder> {
        current().order(name)
    }
}

impl Default for QueueOrder {
    fn default() -> QueueOrder {
        standard::ORDER
    }
}

impl Json for QueueOrder {
    fn write(&self) -> Value {
        Value::from(self.name())
    }

    fn read(&mut self, value: &Value) -> bool {
        let named = value.as_str().and_then(QueueOrder::named);
        named.map(|own| *self = own).is_some()
    }
}

#[cfg(test)]
mod tests;
