//! The queue: order of waiting jobs, backfilling, and treatment of jobs that exceed their estimates. These settings are independent.
//!
//! In JSON a queue is an object, or the name of a usual combination. A scheduler's object replaces single settings of the scenario's queue; a name
//! replaces all of them.

pub use crate::engine::{Overrun, Pass};
use crate::models::{Given, QueueOrder, registry};
use crate::parameter::declare::{choices, parameters};
use crate::parameter::fields::Json;
use crate::parameter::{Group, Parameter, When};
use crate::scheduler::backfilling::{Depth, Tried};
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

choices! {
    /// How jobs may start before their turn.
    Backfill = Skip, {
        /// Not at all: the job that comes first blocks all others.
        None = "none", "Strict order";
        /// Every job that fits now starts, in the order of the queue, even if that puts off the jobs before (FPFS in order of arrival).
        Skip = "skip", "Pass over jobs that do not fit";
        /// EASY backfilling: later jobs fill gaps if, by the estimates, they do not delay the first job that waits.
        Easy = "easy", "EASY";
        /// Later jobs fill gaps if, by the estimates, they delay no job that has a reservation. Conservative backfilling, if all have one.
        Conservative = "conservative", "Conservative";
    }
}

impl Backfill {
    /// True if it uses estimated run times.
    fn reads_estimates(self) -> bool {
        matches!(self, Backfill::Easy | Backfill::Conservative)
    }
}

/// Clusters have a common queue.
pub(super) const COMMON: When = When::policy_reads("queue");
/// Condition of every setting of a common queue.
pub(super) const QUEUED: &[When] = &[COMMON];
/// Jobs have reservations.
const RESERVING: &[When] =
    &[COMMON, When::one_of("schedulers.*.queue.backfill", &["easy", "conservative"]).inherits("queue.backfill")];
/// Condition for settings of queues in which more than one job may have a reservation.
const SEVERAL: &[When] =
    &[COMMON, When::one_of("schedulers.*.queue.backfill", &["conservative"]).inherits("queue.backfill")];

parameters! {
    /// Settings of queues of every order.
    Rules at "queue." {
        /// How jobs may start before their turn.
        backfill: Backfill = Backfill::default(), "Backfilling", Backfill::KIND, when QUEUED;
        /// Most jobs with a reservation at a time; those behind them only fill gaps. With a reservation for all, backfilling is conservative; with one it is EASY.
        reservations: Depth = Depth::ALL, "Reservations" in "jobs", Depth::KIND, when SEVERAL;
        /// In which order jobs without a reservation are tried.
        tried: Tried = Tried::default(), "Tried" as further, Tried::KIND, when RESERVING;
        /// What becomes of a job that runs longer than its estimate.
        overrun: Overrun = Overrun::default(), "If a job outlasts its estimate" as further, Overrun::KIND, when QUEUED;
        /// When jobs are started.
        pass: Pass = Pass::default(), "When jobs may start" as further, Pass::KIND, when QUEUED;
    }
}

parameters! {
    /// Settings of queues of every order that a scheduler may have of its own.
    OwnRules at "schedulers.*.queue." {
        /// How jobs may start before their turn under this scheduler alone; if left out, as in the scenario.
        backfill: Option<Backfill> = None, "Backfilling", Backfill::KIND, when QUEUED;
        /// Most jobs with a reservation at a time for this scheduler alone; if left out, as in the scenario.
        reservations: Option<Depth> = None, "Reservations" in "jobs", Depth::KIND, when SEVERAL;
        /// In which order jobs without a reservation are tried under this scheduler alone; if left out, as in the scenario.
        tried: Option<Tried> = None, "Tried" as further, Tried::KIND, when RESERVING;
        /// What becomes of a job that runs longer than its estimate under this scheduler alone; if left out, as in the scenario.
        overrun: Option<Overrun> = None, "If a job outlasts its estimate" as further, Overrun::KIND, when QUEUED;
        /// When jobs are started under this scheduler alone; if left out, as in the scenario.
        pass: Option<Pass> = None, "When jobs may start" as further, Pass::KIND, when QUEUED;
    }
}

/// A queue: its order, and how jobs start.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Queue {
    /// The order in which jobs wait.
    pub order: QueueOrder,
    /// Settings that queue orders declare.
    pub own: Given,
    /// Settings of queues of every order.
    pub rules: Rules,
}

/// A scheduler's own settings of its queue; others come from the scenario.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnQueue {
    /// The order in which jobs wait.
    pub order: Option<QueueOrder>,
    /// Settings that queue orders declare.
    pub own: Given,
    /// Settings of queues of every order.
    pub rules: OwnRules,
}

/// Names of the usual queues, each with its order and backfilling; other settings are default.
const NAMES: [(&str, &str, Backfill); 6] = [
    ("fcfs", "fcfs", Backfill::None),
    ("fpfs", "fcfs", Backfill::Skip),
    ("easy", "fcfs", Backfill::Easy),
    ("conservative", "fcfs", Backfill::Conservative),
    ("sjf", "sjf", Backfill::None),
    ("njf", "njf", Backfill::None),
];

/// Names of the usual queues.
pub fn names() -> [&'static str; 6] {
    NAMES.map(|(name, ..)| name)
}

/// Words that users may write for a queue or an order, each with the name that an error message proposes instead.
const WORDS: [(&str, &str); 3] = [("fifo", "fcfs"), ("backfill", "easy"), ("backfilling", "easy")];

/// The name of the queue or order for which a user may write this word.
pub(super) fn meant(word: &str) -> Option<&'static str> {
    let is_it = |own: &&(&str, &str)| own.0.eq_ignore_ascii_case(word);
    WORDS.iter().find(is_it).map(|(_, name)| *name)
}

/// The settings that the name of a queue stands for. They include all settings that such a queue reads.
pub(super) fn named(name: &str) -> Option<Map<String, Value>> {
    let (_, order, backfill) = NAMES.iter().find(|own| own.0 == name)?;
    Some(settings_of([("order".to_owned(), (*order).into())], *backfill))
}

/// The settings of a queue with these settings of its order, and a backfilling. They include all settings that such a
/// queue reads, so that none comes from the scenario's queue.
pub(super) fn settings_of(order: impl IntoIterator<Item = (String, Value)>, backfill: Backfill) -> Map<String, Value> {
    let mut settings = Map::from_iter(order);
    let mut set = |name: &str, value: Value| settings.insert(name.to_owned(), value);
    set("backfill", backfill.name().into());
    if backfill.reads_estimates() {
        set("tried", Tried::default().name().into());
    }
    if backfill == Backfill::Conservative {
        set("reservations", Depth::ALL.write());
    }
    set("overrun", Overrun::default().name().into());
    set("pass", Pass::default().name().into());
    settings
}

/// The name of the queue with these settings, if there is one. Settings at their defaults may be missing in `settings`.
pub(super) fn name_of(settings: &Map<String, Value>) -> Option<&'static str> {
    let defaults = Queue::default().write();
    let is = |map: &Map<String, Value>| {
        let all = map.keys().chain(settings.keys());
        all.clone().all(|key| {
            let default = &defaults[key.as_str()];
            map.get(key).unwrap_or(default) == settings.get(key).unwrap_or(default)
        })
    };
    names().into_iter().find(|name| named(name).as_ref().is_some_and(is))
}

/// The name of the queue with exactly these settings, which a scheduler sets for its own queue; `None` if there is no
/// such name.
pub(super) fn own_name_of(settings: &Map<String, Value>) -> Option<&'static str> {
    names().into_iter().find(|name| named(name).as_ref() == Some(settings))
}

impl Queue {
    /// True if it uses estimated run times.
    pub fn reads_estimates(&self) -> bool {
        self.order.info().reads_estimates
            || self.rules.backfill.reads_estimates()
            || self.rules.overrun == Overrun::Killed
    }

    /// True if jobs have reservations.
    pub fn reserves(&self) -> bool {
        self.rules.backfill.reads_estimates()
    }

    /// Maximum number of jobs with a reservation at a time.
    pub fn depth(&self) -> Depth {
        match self.rules.backfill {
            Backfill::Easy => Depth::of(1),
            _ => self.rules.reservations,
        }
    }

    /// True if jobs may start before others that have waited longer.
    pub fn jobs_pass(&self) -> bool {
        self.rules.backfill != Backfill::None
    }

    /// Short description: "easy", "saf easy", "backfilling (100 reservations)". `shown` formats the number of reservations.
    pub fn words(&self, shown: &dyn Fn(u32) -> String) -> String {
        let Value::Object(map) = self.write() else {
            return String::new();
        };
        let usual = names().into_iter().find(|name| {
            named(name).is_some_and(|own| own["order"] == map["order"] && own["backfill"] == map["backfill"])
        });
        let mut words = usual.map_or_else(|| format!("{} {}", self.order, self.rules.backfill), str::to_owned);
        if self.rules.backfill == Backfill::Conservative
            && let Some(jobs) = self.rules.reservations.number()
        {
            words = words.replace("conservative", &format!("backfilling ({} reservations)", shown(jobs)));
        }
        if self.rules.tried != Tried::default() && self.reserves() {
            words += &format!(", {} tried first", self.rules.tried);
        }
        words
    }
}

impl OwnQueue {
    /// True if the scheduler sets both the order and the backfilling of its queue, so that neither comes from the
    /// scenario's queue.
    pub fn is_named(&self) -> bool {
        self.order.is_some() && self.rules.backfill.is_some()
    }

    /// The same settings, but in order of arrival with conservative backfilling.
    pub fn conservative(&self) -> OwnQueue {
        let rules = OwnRules {
            backfill: Some(Backfill::Conservative),
            reservations: Some(Depth::ALL),
            tried: Some(Tried::default()),
            ..self.rules.clone()
        };
        OwnQueue { order: Some(QueueOrder::default()), own: Given::default(), rules }
    }

    /// The scenario's queue, in which the scheduler's own settings replace those of the scenario.
    pub fn over(&self, scenario: &Queue) -> Queue {
        let mut queue = scenario.clone();
        queue.order = self.order.unwrap_or(queue.order);
        for declared in registry::current().order_settings()[0] {
            if let Some(value) = self.own.get(declared.name()) {
                queue.own.set(declared, value.clone());
            }
        }
        let (own, rules) = (&self.rules, &mut queue.rules);
        rules.backfill = own.backfill.unwrap_or(rules.backfill);
        rules.reservations = own.reservations.unwrap_or(rules.reservations);
        rules.tried = own.tried.unwrap_or(rules.tried);
        rules.overrun = own.overrun.unwrap_or(rules.overrun);
        rules.pass = own.pass.unwrap_or(rules.pass);
        queue
    }
}

/// Declaration of the order at `path`.
fn order(path: &'static str, help: &'static str, defaults: fn() -> &'static Value) -> Parameter {
    Parameter {
        path,
        label: "Order",
        spelled: "Order",
        unit: "",
        kind: registry::current().order_kind(),
        usual: None,
        defaults,
        holds: Value::is_string,
        help,
        further: false,
        when: QUEUED,
    }
}

/// Declarations of the scenario's queue, and of the queues of schedulers.
pub(super) fn parameters() -> [Vec<Parameter>; 2] {
    static DEFAULTS: LazyLock<Value> = LazyLock::new(|| Queue::default().write());
    let [of_scenario, of_schedulers] = registry::current().order_settings();
    let scenario = order("queue.order", "In which order jobs wait.", || &DEFAULTS);
    let own = order(
        "schedulers.*.queue.order",
        "In which order jobs wait under this scheduler alone; if left out, as in the scenario.",
        || &Value::Null,
    );
    [[&[scenario], of_scenario, Rules::PARAMETERS].concat(), [&[own], of_schedulers, OwnRules::PARAMETERS].concat()]
}

impl Json for Queue {
    fn write(&self) -> Value {
        let settings = registry::current().order_settings()[0];
        written(&self.order, &self.own, settings, &self.rules)
    }

    fn read(&mut self, value: &Value) -> bool {
        *self = Queue::default();
        let settings = registry::current().order_settings()[0];
        let Queue { order, own, rules } = self;
        read(value, order, (own, settings), rules)
    }
}

impl Json for OwnQueue {
    fn write(&self) -> Value {
        let settings = registry::current().order_settings()[1];
        written(&self.order, &self.own, settings, &self.rules)
    }

    fn read(&mut self, value: &Value) -> bool {
        *self = OwnQueue::default();
        let settings = registry::current().order_settings()[1];
        let OwnQueue { order, own, rules } = self;
        read(value, order, (own, settings), rules)
    }
}

/// JSON object with a queue's order, the settings of orders, and the rules.
fn written(order: &dyn Json, own: &Given, settings: &[Parameter], rules: &dyn Json) -> Value {
    let mut all = Map::new();
    all.insert("order".to_owned(), order.write());
    all.extend(own.all(settings));
    if let Value::Object(rules) = rules.write() {
        all.extend(rules);
    }
    Value::Object(all)
}

/// Reads settings of such an object. False if it has other keys, or a value of a wrong type.
fn read(
    value: &Value,
    order: &mut dyn Json,
    (own, settings): (&mut Given, &[Parameter]),
    rules: &mut impl Group,
) -> bool {
    value.as_object().is_some_and(|map| {
        map.iter().all(|(key, value)| match key.as_str() {
            "order" => order.read(value),
            name => match settings.iter().find(|own| own.name() == name) {
                Some(declared) => {
                    own.set(declared, value.clone());
                    true
                }
                None => rules.update(&json!({ name: value })),
            },
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameter::fields;

    #[test]
    fn names_and_their_settings() {
        for name in names() {
            let settings = named(name).unwrap();
            let queue = fields::parse::<Queue>(&Value::Object(settings.clone())).unwrap();
            let Value::Object(all) = queue.write() else { panic!() };
            assert_eq!((name_of(&all), name_of(&settings)), (Some(name), Some(name)));
            assert_eq!(own_name_of(&settings), Some(name));
            assert_eq!(queue.words(&|jobs| jobs.to_string()), name);
        }
        assert_eq!(name_of(&Map::new()), Some("fpfs"));
        assert_eq!(own_name_of(&Map::new()), None);
        let object = |value: Value| value.as_object().cloned().unwrap();
        assert_eq!(name_of(&object(json!({ "backfill": "easy" }))), Some("easy"));
        assert_eq!(name_of(&object(json!({ "order": "saf", "backfill": "easy" }))), None);
        assert_eq!(name_of(&object(json!({ "backfill": "easy", "overrun": "kill" }))), None);
    }

    #[test]
    fn schedulers_override_setting_by_setting() {
        let read = |value: Value| fields::parse::<Queue>(&value).unwrap();
        let own = |value: Value| fields::parse::<OwnQueue>(&value).unwrap();
        let scenario = read(json!({ "order": "multifactor", "max_age_s": 60, "weight_size": 5, "overrun": "kill" }));
        let over = own(json!({ "max_age_s": 90, "backfill": "easy" })).over(&scenario);
        assert_eq!(
            over,
            read(
                json!({ "order": "multifactor", "max_age_s": 90, "weight_size": 5, "overrun": "kill", "backfill": "easy" })
            )
        );
        let conservative = own(Value::Object(named("conservative").unwrap())).over(&scenario);
        assert_eq!(conservative.rules.overrun, Overrun::RunsOn);
        assert_eq!(conservative.words(&|jobs| jobs.to_string()), "conservative");
        let limited = own(json!({ "backfill": "conservative", "order": "saf", "reservations": 7 }));
        assert_eq!(limited.over(&Queue::default()).words(&|jobs| jobs.to_string()), "saf backfilling (7 reservations)");
    }
}
