//! The models available in a program.

use super::measure::{CounterInfo, MeasureInfo};
use super::model::Model;
use super::network::{NetworkInfo, NetworkModel};
use super::order::QueueOrder;
use super::policy::Policy;
use super::standard;
use super::workload::WorkloadInfo;
use crate::base::problem::Problem;
use crate::parameter::condition::{Readers, set_readers};
use crate::parameter::fields::Json;
use crate::parameter::{Choice, Kind, Parameter};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::OnceLock;

mod adding;

/// The models of a program, and lists of all policies, queue orders, networks, workloads, settings and measures.
#[derive(Clone, Default)]
pub struct Registry {
    models: Vec<&'static Model>,
    policies: Vec<Policy>,
    orders: Vec<QueueOrder>,
    order_settings: Vec<Parameter>,
    /// The settings of queue orders that a scheduler may set for itself, in place of the scenario's queue.
    own_order_settings: Vec<Parameter>,
    order_choices: OnceLock<Vec<Choice>>,
    networks: Vec<&'static NetworkInfo>,
    network_settings: Vec<Parameter>,
    network_choices: OnceLock<Vec<Choice>>,
    workloads: Vec<&'static WorkloadInfo>,
    workload_choices: OnceLock<Vec<Choice>>,
    settings: Vec<Parameter>,
    /// For each setting of policies: its index in `settings`.
    places: BTreeMap<&'static str, usize>,
    choices: OnceLock<Vec<Choice>>,
    measures: Vec<&'static MeasureInfo>,
    counters: Vec<&'static CounterInfo>,
}

impl Registry {
    /// The models that come with the program.
    ///
    /// # Errors
    /// If Metasched's own models contradict each other, which would be a mistake in Metasched.
    pub fn standard() -> Result<Registry, Problem> {
        let mut models = standard::MODELS.iter();
        models.try_fold(Registry::default(), |registry, model| registry.with(model))
    }

    /// Makes this registry the one that the whole program uses.
    pub fn install(self) -> Result<(), Problem> {
        let late = |_| {
            let wrong = "cannot be added: the program has begun to use those that it has";
            Problem::new("models", wrong, "", "Install them first")
        };
        CURRENT.set(self).map_err(late)?;
        current();
        Ok(())
    }

    /// All models, in the order of the form.
    pub fn models(&self) -> &[&'static Model] {
        &self.models
    }

    /// The index of the model with this name.
    pub fn place(&self, model: &str) -> Option<usize> {
        self.models.iter().position(|own| own.name == model)
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

    /// The queue order with this name.
    pub fn order(&self, name: &str) -> Option<QueueOrder> {
        self.orders.iter().find(|own| own.name() == name).copied()
    }

    /// The declarations of all settings of queue orders: first as settings of the scenario's queue, then as settings of
    /// a scheduler's own queue.
    pub fn order_settings(&self) -> [&[Parameter]; 2] {
        [&self.order_settings, &self.own_order_settings]
    }

    /// The declaration of a setting of queue orders, by name.
    pub fn order_setting(&self, name: &str) -> Option<&Parameter> {
        self.order_settings.iter().find(|own| own.name() == name)
    }

    /// The queue orders as the choices of a parameter.
    pub fn order_kind(&'static self) -> Kind {
        let choice =
            |own: &QueueOrder| Choice { name: own.name(), label: own.info().label, help: own.info().help, group: "" };
        Kind::Choice { choices: self.order_choices.get_or_init(|| self.orders.iter().map(choice).collect()), also: &[] }
    }

    /// All networks, in the order of the form.
    pub fn networks(&self) -> impl Iterator<Item = NetworkModel> {
        self.networks.iter().map(|info| NetworkModel(info))
    }

    /// The network with this name.
    pub fn network(&self, name: &str) -> Option<NetworkModel> {
        self.networks().find(|own| own.name() == name)
    }

    /// The declarations of all settings of networks.
    pub fn network_settings(&self) -> &[Parameter] {
        &self.network_settings
    }

    /// The declaration of a setting of networks, by name.
    pub fn network_setting(&self, name: &str) -> Option<&Parameter> {
        self.network_settings.iter().find(|own| own.name() == name)
    }

    /// The networks as the choices of a parameter.
    pub fn network_kind(&'static self) -> Kind {
        let choice =
            |own: &&'static NetworkInfo| Choice { name: own.name, label: own.label, help: own.help, group: "" };
        Kind::Choice {
            choices: self.network_choices.get_or_init(|| self.networks.iter().map(choice).collect()),
            also: &[],
        }
    }

    /// The measures that the models add, in the order of the models.
    pub fn measures(&self) -> &[&'static MeasureInfo] {
        &self.measures
    }

    /// All events that schedulers of the models count.
    pub fn counters(&self) -> &[&'static CounterInfo] {
        &self.counters
    }

    /// The number that a model calculates without a run, by the name of the calculation.
    pub fn calculated(&self, name: &str) -> Option<f64> {
        let mut all = self.models.iter().flat_map(|model| model.calculations);
        all.find(|own| own.0 == name).map(|(_, calculate)| calculate())
    }

    /// The policy with this name.
    pub fn policy(&self, name: &str) -> Option<Policy> {
        self.policies.iter().find(|own| own.name() == name).copied()
    }

    /// The declaration of a setting of policies, by name.
    pub fn setting(&self, name: &str) -> Option<&Parameter> {
        self.places.get(name).map(|&place| &self.settings[place])
    }

    /// All workloads, in the order of the form.
    pub fn workloads(&self) -> &[&'static WorkloadInfo] {
        &self.workloads
    }

    /// The workload with this name.
    pub fn workload(&self, name: &str) -> Option<&'static WorkloadInfo> {
        self.workloads.iter().find(|own| own.name == name).copied()
    }

    /// The workloads as the choices of a parameter.
    pub fn workload_kind(&'static self) -> Kind {
        let choice =
            |own: &&'static WorkloadInfo| Choice { name: own.name, label: own.label, help: own.help, group: "" };
        Kind::Choice {
            choices: self.workload_choices.get_or_init(|| self.workloads.iter().map(choice).collect()),
            also: &[],
        }
    }

    /// The choices of the parameter at a path: the path of a policy, queue order, network or workload model.
    fn choices(&self, path: &str) -> Vec<&'static str> {
        match path {
            WORKLOAD => self.workloads.iter().map(|own| own.name).collect(),
            NETWORK => self.networks.iter().map(|own| own.name).collect(),
            ORDER => self.orders.iter().map(|own| own.name()).collect(),
            POLICY => self.policies.iter().map(|own| own.name()).collect(),
            _ => Vec::new(),
        }
    }

    /// True if the choice `name` of the parameter at `path` reads the setting `setting`.
    fn reads(&self, path: &str, name: &str, setting: &str) -> bool {
        match path {
            WORKLOAD => self.workload(name).is_some_and(|own| own.reads(setting)),
            NETWORK => self.network(name).is_some_and(|own| own.info().reads(setting)),
            ORDER => self.order(name).is_some_and(|own| own.info().settings.contains(&setting)),
            POLICY => self.policy(name).is_some_and(|own| own.reads(setting)),
            _ => false,
        }
    }

    /// The model of a policy.
    fn model_of(&self, policy: &Policy) -> Option<&&'static Model> {
        let has = |model: &&&Model| {
            let mut own = model.policies.iter();
            own.any(|info| info.name == policy.name())
        };
        self.models.iter().find(has)
    }

    /// The policies as the choices of a parameter.
    pub fn policy_kind(&'static self) -> Kind {
        let choice = |own: &Policy| Choice {
            name: own.name(),
            label: own.label(),
            help: own.info().help,
            group: self.model_of(own).map_or("", |model| match model.title {
                "" => model.name,
                title => title,
            }),
        };
        Kind::Choice { choices: self.choices.get_or_init(|| self.policies.iter().map(choice).collect()), also: &[] }
    }
}

/// The path of the parameter that selects a policy.
const POLICY: &str = "schedulers.*.policy";
/// The path of the parameter that selects a queue order.
const ORDER: &str = "schedulers.*.queue.order";
/// The path of the parameter that selects a network.
const NETWORK: &str = "network.model";
/// The path of the parameter that selects a workload.
const WORKLOAD: &str = "workload.model";

static CURRENT: OnceLock<Registry> = OnceLock::new();

/// The program's registry: the standard models, unless another registry was [installed](Registry::install).
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

    /// The policy with this JSON name.
    pub fn named(name: &str) -> Option<Policy> {
        current().policy(name)
    }
}

impl QueueOrder {
    /// The queue order with this JSON name.
    pub fn named(name: &str) -> Option<QueueOrder> {
        current().order(name)
    }
}

impl NetworkModel {
    /// The network with this JSON name.
    pub fn named(name: &str) -> Option<NetworkModel> {
        current().network(name)
    }
}

impl Default for NetworkModel {
    fn default() -> NetworkModel {
        standard::NETWORK
    }
}

impl Json for NetworkModel {
    fn write(&self) -> Value {
        Value::from(self.name())
    }

    fn read(&mut self, value: &Value) -> bool {
        let named = value.as_str().and_then(NetworkModel::named);
        named.map(|own| *self = own).is_some()
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
