//! Schedulers: policy, settings, queue, and their names.

use crate::models::{Given, Policy, registry, standard};
use crate::network::Sharing;
use crate::parameter::Group;
use crate::parameter::constants::constants_text;
use crate::parameter::declare::parameters;
use crate::parameter::fields::Json;
use crate::parameter::json::shortened;
use crate::parameter::path::Values;
use crate::parameter::{Kind, Parameter, When};
use crate::scenario::conditions::{PENALTY, WITH_LINKS};
use crate::scenario::queue::{self, OwnQueue, Queue};
use crate::scenario::{Scenario, declared, one_queue};
use crate::words::number::percent;
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

parameters! {
    /// Settings that schedulers of all policies may have.
    Common at "schedulers.*." {
        /// Penalty of co-allocated jobs; if left out, the mean penalty of First-fit on the same jobs is used.
        penalty: Option<f64> = None, "Penalty", PENALTY, when &[When::READ];
        /// How the links are shared under this scheduler alone; if left out, as in the scenario's network.
        sharing: Option<Sharing> = None, "Sharing", Sharing::KIND, when WITH_LINKS;
        /// The queue of this scheduler alone; what is left out is as in the scenario.
        queue: OwnQueue = OwnQueue::default();
        /// Name in figures and tables; if left out, it is made from policy and settings.
        label: Option<String> = None, "Label", Kind::Text { max: 60 };
    }
}

/// One of the compared schedulers. In JSON an object with the settings of the policy and the common ones, or only the name of a policy: `"first-fit"`.
#[derive(Clone, Debug, PartialEq)]
pub struct Scheduler {
    /// The policy, which places jobs.
    pub policy: Policy,
    /// Settings that the models declare.
    pub own: Given,
    /// Settings that schedulers of all policies may have.
    pub common: Common,
}

impl Default for Scheduler {
    fn default() -> Scheduler {
        Scheduler::of(standard::POLICY)
    }
}

impl Json for Scheduler {
    fn write(&self) -> Value {
        let mut all = Map::new();
        all.insert("policy".to_owned(), self.policy.name().into());
        for declared in registry::current().settings() {
            let name = declared.name();
            let value = self.own.get(name).unwrap_or(declared.default());
            all.insert(name.to_owned(), value.clone());
        }
        if let Value::Object(common) = self.common.write() {
            all.extend(common);
        }
        Value::Object(all)
    }

    fn read(&mut self, value: &Value) -> bool {
        *self = Scheduler::default();
        self.update(value)
    }
}

impl Scheduler {
    /// The scheduler of a policy with default settings.
    pub fn of(policy: Policy) -> Scheduler {
        Scheduler { policy, own: Given::default(), common: Common::default() }
    }

    /// The scheduler of the policy of this name with default settings.
    pub fn named(policy: &str) -> Option<Scheduler> {
        Policy::named(policy).map(Scheduler::of)
    }

    /// The scheduler with another value of a setting: `with("lslt", 0.8)`. An unknown name changes nothing.
    pub fn with(mut self, setting: &str, value: impl Into<Value>) -> Scheduler {
        self.update(&json!({ setting: value.into() }));
        self
    }

    /// Sets a setting that a model declares. False if no model declares it.
    pub fn set(&mut self, setting: &str, value: Value) -> bool {
        let declared = registry::current().setting(setting);
        declared.map(|declared| self.own.set(declared, value)).is_some()
    }

    /// Value of a setting that a model declares; `None` if no model declares it.
    pub fn setting(&self, name: &str) -> Option<&Value> {
        let declared = registry::current().setting(name)?;
        Some(self.own.get(name).unwrap_or(declared.default()))
    }

    /// Value of a number that a model declares; NaN if no model declares it.
    pub fn number(&self, name: &str) -> f64 {
        self.setting(name).and_then(Value::as_f64).unwrap_or(f64::NAN)
    }

    /// Applies an object with some settings, or the name of a policy. False if it has another key, or a value of a wrong type.
    pub fn update(&mut self, value: &Value) -> bool {
        match value {
            Value::String(name) => self.choose(name),
            Value::Object(map) => map.iter().all(|(key, value)| match key.as_str() {
                "policy" => value.as_str().is_some_and(|name| self.choose(name)),
                name if self.set(name, value.clone()) => true,
                _ => self.common.update(&Value::Object(Map::from_iter([(key.clone(), value.clone())]))),
            }),
            _ => false,
        }
    }

    /// The queue of this scheduler in a scenario: settings that the scheduler does not set come from the scenario's
    /// queue.
    pub fn queue(&self, scenario: &Scenario) -> Queue {
        self.common.queue.over(&scenario.queue)
    }

    fn choose(&mut self, policy: &str) -> bool {
        let named = Policy::named(policy);
        named.map(|policy| self.policy = policy).is_some()
    }

    /// The declarations of all parameters of schedulers. Parameters that models declare come before the parameters that
    /// all policies have.
    pub(super) fn parameters() -> Vec<Parameter> {
        let policy = Parameter {
            path: "schedulers.*.policy",
            label: "Policy",
            spelled: "Policy",
            unit: "",
            kind: registry::current().policy_kind(),
            usual: None,
            defaults: || {
                static DEFAULTS: LazyLock<Value> = LazyLock::new(|| json!({ "policy": standard::POLICY.name() }));
                &DEFAULTS
            },
            holds: Value::is_string,
            help: "Where a job is placed.",
            further: false,
            when: &[],
        };
        let mut all = vec![policy];
        all.extend(registry::current().settings());
        all.extend(queue::parameters()[1].iter());
        all.extend(Common::PARAMETERS);
        all
    }

    /// The settings that distinguish this scheduler from other schedulers with the same policy: settings that are read,
    /// not default and not `swept`. A table or a list gives one phrase per changed part: "size_sets.2 10/20/20".
    /// `place` is the path of the scheduler in `scenario`.
    fn telling_settings(&self, place: &str, scenario: &Scenario, swept: &[&str], naming: Naming) -> Vec<String> {
        let own = scenario.at(place).unwrap_or(&Value::Null);
        let mut settings = Vec::new();
        let declared = declared::table().iter();
        let of_policy =
            |own: &&Parameter| own.path.strip_prefix("schedulers.*.").is_some_and(|name| !name.contains('.'));
        for parameter in declared.filter(of_policy) {
            let name = parameter.name();
            let named = matches!(name, "policy" | "label") || swept.contains(&name);
            if named || !parameter.relevant(&format!("{place}.{name}"), scenario) {
                continue;
            }
            let always = self.policy.info().always_named.contains(&name);
            match (&own[name], parameter.default()) {
                (Value::Object(own), _) => {
                    let mut named = own.clone();
                    named.retain(|part, _| !swept.contains(&format!("{name}.{part}").as_str()));
                    if !named.is_empty() {
                        let constants = constants_text(&named);
                        settings.push(format!("{} {constants}", naming.of(parameter)));
                    }
                }
                (Value::Array(own), Value::Array(usual)) => {
                    let parts = own.iter().zip(usual).enumerate();
                    let changed = parts.filter(|(_, (own, usual))| own != usual);
                    let part = |i: usize| match naming {
                        Naming::Ids => format!("{name}.{i}"),
                        Naming::Words => format!("{} {}", naming.of(parameter), i + 1),
                    };
                    settings.extend(changed.map(|(i, (own, _))| format!("{} {}", part(i), short(own))));
                }
                (own, usual) if own != usual || always => {
                    settings.push(naming.setting(parameter, own));
                }
                _ => {}
            }
        }
        let relevant = |name: &str| {
            let path = format!("{place}.queue.{name}");
            declared::find(&path).is_some_and(|own| own.relevant(&path, scenario))
        };
        if let (true, Value::Object(own)) = (relevant("order"), &own["queue"]) {
            settings.extend(queue_settings(own, &relevant, swept, naming));
        }
        settings
    }

    /// The policy and the settings that runs of this scheduler read, as in JSON, with its queue. `place` is the path of the scheduler in
    /// `scenario`.
    pub(super) fn read_settings(&self, place: &str, scenario: &Scenario) -> Map<String, Value> {
        let is_read = |name: &str| {
            let path = format!("{place}.{name}");
            declared::find(&path).is_some_and(|own| own.relevant(&path, scenario))
        };
        let Value::Object(mut settings) = self.write() else {
            return Map::new();
        };
        settings.retain(|name, value| name == "policy" || name != "label" && !value.is_null() && is_read(name));
        if let Value::Object(mut queue) = self.queue(scenario).write() {
            queue.retain(|name, value| !value.is_null() && is_read(&format!("queue.{name}")));
            if !queue.is_empty() {
                settings.insert("queue".to_owned(), queue.into());
            }
        }
        settings
    }

    /// The name in figures, tables and results: the label if there is one; for people the name of a usual scheduler of one
    /// queue; otherwise the policy with the settings that it reads, without the `swept` settings: "b3 (chunk 0.85)".
    pub(super) fn name(&self, place: &str, scenario: &Scenario, swept: &[&str], naming: Naming) -> String {
        if let Some(label) = &self.common.label {
            return label.clone();
        }
        if let (Naming::Words, [], Some(usual)) = (naming, swept, one_queue::of(self, scenario)) {
            return usual.choice.label.to_owned();
        }
        let settings = self.telling_settings(place, scenario, swept, naming);
        let policy = match naming {
            Naming::Ids => self.policy.name(),
            Naming::Words => self.policy.short(),
        };
        match settings.is_empty() {
            true => policy.to_owned(),
            false => format!("{policy} ({})", settings.join(", ")),
        }
    }
}

/// Form of the names of schedulers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Naming {
    /// Names as in JSON, for results: "b3 (chunk 0.85)".
    Ids,
    /// Labels, for people: "B3 (chunk 85 %)".
    Words,
}

impl Naming {
    /// Name of a parameter.
    fn of(self, parameter: &Parameter) -> String {
        match self {
            Naming::Ids => parameter.name().to_owned(),
            Naming::Words => in_a_sentence(parameter.label),
        }
    }

    /// Name and value of a parameter.
    fn setting(self, parameter: &Parameter, value: &Value) -> String {
        let name = self.of(parameter);
        if self == Naming::Ids {
            return format!("{name} {}", short(value));
        }
        match (parameter.kind, value) {
            (Kind::Number { max: 1.0, .. }, Value::Number(share)) => {
                format!("{name} {}", percent(share.as_f64().unwrap_or(f64::NAN)))
            }
            (Kind::Choice { choices, .. }, Value::String(own)) => {
                let chosen = choices.iter().find(|choice| choice.name == own);
                let label = chosen.map_or(own.clone(), |choice| in_a_sentence(choice.label));
                format!("{name} {label}")
            }
            _ => format!("{name} {} {}", short(value), parameter.unit).trim_end().to_owned(),
        }
    }

    /// Phrase for a named queue.
    fn queue(self, name: &str) -> String {
        match self {
            Naming::Ids => format!("queue {name}"),
            // Names of up to four letters are abbreviations.
            Naming::Words if name.len() <= 4 => name.to_ascii_uppercase(),
            Naming::Words => name.to_owned(),
        }
    }
}

/// A label within a sentence: its first letter is small unless it begins an abbreviation.
fn in_a_sentence(label: &str) -> String {
    let mut letters = label.chars();
    match letters.next() {
        Some(first) if letters.as_str().starts_with(|next: char| next.is_ascii_lowercase()) => {
            first.to_ascii_lowercase().to_string() + letters.as_str()
        }
        _ => label.to_owned(),
    }
}

/// Phrases for a scheduler's own queue: "queue easy", "7 reservations", or one phrase per setting.
fn queue_settings(
    own: &Map<String, Value>,
    relevant: &dyn Fn(&str) -> bool,
    swept: &[&str],
    naming: Naming,
) -> Vec<String> {
    let given = own.iter().filter(|(name, value)| !value.is_null() && relevant(name));
    let mut given: Map<String, Value> = given.map(|(name, value)| (name.clone(), value.clone())).collect();
    if let Some(name) = queue::own_name_of(&given) {
        return vec![naming.queue(name)];
    }
    let is_swept = |name: &str| swept.iter().any(|own| own.strip_prefix("queue.") == Some(name));
    let reservations = given.insert("reservations".to_owned(), "all".into());
    if let (Some(reservations), Some(_)) = (&reservations, queue::own_name_of(&given)) {
        return vec![match is_swept("reservations") {
            true => "with reservations".to_owned(),
            false => format!("{} reservations", short(reservations)),
        }];
    }
    let bound = match reservations {
        // Backfilling with limited reservations is not conservative, and not called so.
        Some(jobs) if jobs.is_number() => {
            given.retain(|name, value| name != "reservations" && *value != "conservative");
            Some(jobs).filter(|_| !is_swept("reservations"))
        }
        Some(all) => {
            given.insert("reservations".to_owned(), all);
            None
        }
        None => {
            given.shift_remove("reservations");
            None
        }
    };
    let settings = given.iter().filter(|(name, _)| !is_swept(name));
    let settings = settings.map(|(name, value)| format!("{name} {}", short(value)));
    let bound = bound.map(|jobs| format!("{} reservations", short(&jobs)));
    settings.chain(bound).collect()
}

/// Text of a value in a name, without quotes and brackets.
fn short(value: &Value) -> String {
    match value {
        Value::String(text) => shortened(text, 40),
        Value::Array(list) => list.iter().map(short).collect::<Vec<_>>().join("/"),
        Value::Number(number) => number.as_f64().unwrap_or(f64::NAN).to_string(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests;
