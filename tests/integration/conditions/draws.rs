//! Random scenarios for a policy, a workload or a network, with varied parameters.

use super::{NETWORK, POLICY, Subject, WORKLOAD};
use metasched::base::random::Stream;
use metasched::engine::Progress;
use metasched::experiment::{Plan, Runner, Task, TaskResult, is_sample};
use metasched::logs::{self, Log};
use metasched::parameter::{Example, Is, Kind, Parameter, Section, When};
use metasched::scenario::language::path;
use metasched::scenario::{Checked, Part, Scenario, declared};
use serde_json::{Value, json};
use std::cell::OnceCell;
use std::sync::{Arc, LazyLock};

const PLATFORMS: [&str; 4] = [
    r#"{ "clusters": [{ "count": 4, "nodes": 40 }] }"#,
    r#"{ "clusters": [{ "count": 2, "nodes": 40 }, { "count": 2, "nodes": 60, "speed": 2 }] }"#,
    r#"{ "clusters": [{ "count": 4, "nodes": 40 }], "topology": "tree", "core_mbps": 700 }"#,
    r#"{ "clusters": [{ "count": 4, "nodes": 40 }], "sizes": [30, 70], "speed_heterogeneity": 0.1, "topology": "mesh" }"#,
];
/// Random decisions, from which a scenario is drawn.
pub struct Draw(pub Stream);

impl Draw {
    pub fn one_in(&mut self, times: u32) -> bool {
        self.0.integer(1, times) == 1
    }

    pub fn one_of<T: Clone>(&mut self, all: &[T]) -> Option<T> {
        let last = all.len().checked_sub(1)?;
        all.get(self.0.integer(0, last as u32) as usize).cloned()
    }

    pub fn in_any_order<T>(&mut self, mut all: Vec<T>) -> Vec<T> {
        for place in (1..all.len()).rev() {
            all.swap(place, self.0.integer(0, place as u32) as usize);
        }
        all
    }
}

/// Sixty jobs of seven users. Many jobs arrive at the same time, or could end at the same time.
static LOG: LazyLock<Arc<Log>> = LazyLock::new(|| {
    let mut draw = Stream::new("log", 0, "jobs", 0);
    let mut text = String::new();
    for job in 1..=60 {
        let [nodes, user, queue, partition] = [50, 7, 3, 3].map(|most| draw.integer(1, most));
        let [runtime_s, requested_s] = [9, 12].map(|most| 100 * draw.integer(1, most));
        let submit_s = 100 * (job / 4);
        text += &format!(
            "{job} {submit_s} -1 {runtime_s} {nodes} -1 -1 {nodes} {requested_s} -1 1 {user} -1 -1 {queue} {partition}\n"
        );
    }
    Arc::new(logs::read("log", &mut text.as_bytes()).unwrap())
});

/// A workload of few jobs.
fn workload(name: &str) -> Value {
    match name {
        "synthetic" => json!({ "model": name, "jobs_per_cluster": 12, "bsbw_mbps": 900 }),
        "swf" => json!({ "model": name, "path": "log", "max_jobs": 60, "bsbw_mbps": 900 }),
        _ => json!({ "model": name, "jobs": 70, "bsbw_mbps": 900 }),
    }
}

/// The choices at this path.
pub fn names_at(path: &str) -> Vec<&'static str> {
    match declared::find(path).map(|own| own.kind) {
        Some(Kind::Choice { choices, .. }) => choices.iter().map(|own| own.name).collect(),
        _ => panic!("{path} is no choice"),
    }
}

fn choose(whole: &mut Value, place: &str, value: Value) {
    match (place, value.as_str()) {
        (WORKLOAD, Some(name)) => whole["workload"] = workload(name),
        _ => path::set(whole, place, value).unwrap(),
    }
}

/// Settings that say how the file of a log is read. Runs are handed a log that was read.
const OF_READING: [&str; 11] = [
    "workload.status",
    "workload.partial",
    "workload.zero",
    "workload.unsupported",
    "workload.dependencies",
    "workload.processor_unit",
    "workload.time_zone",
    "workload.from",
    "workload.until",
    "workload.only",
    "workload.without",
];

/// Settings of outages, memory and GPUs, with which most jobs of a drawn run could never start, of communication by job, which
/// changes nothing where no job is spread, and of data, which no drawn job has. Tested by outages.rs, resources.rs, the kernel's
/// demands.rs and stage_in.rs.
fn is_tested_elsewhere(path: &str) -> bool {
    let places = [
        "platform.events",
        "platform.link_events",
        "platform.failures.",
        "platform.after_failure",
        "platform.most_restarts",
        "platform.checkpoint.",
        "platform.resources",
        "platform.stage_in",
        "platform.clusters.*.memory_gb",
        "platform.clusters.*.gpus",
        "workload.requests.",
        "workload.varied.",
    ];
    places.iter().any(|place| path.starts_with(place))
}

/// The settings to vary: all parameters except the subjects, lists (only their entries are varied), sweeps, which do
/// not belong to a single run, and settings for reading a log.
pub fn settings() -> impl Iterator<Item = &'static Parameter> {
    let drawn = [POLICY, WORKLOAD, NETWORK, "schema"];
    declared::table().iter().filter(move |own| {
        let list = matches!(own.kind, Kind::List { .. });
        let excepted = drawn.contains(&own.path) || OF_READING.contains(&own.path) || is_tested_elsewhere(own.path);
        !list && !excepted && !own.path.starts_with("experiment.sweep")
    })
}

/// Values of a parameter other than `value`.
pub fn others(parameter: &Parameter, value: &Value) -> Vec<Value> {
    let mut all: Vec<Value> = match parameter.kind {
        Kind::Number { min, max, step } => {
            let own = value.as_f64().unwrap_or(min);
            let tries = [own * 0.5, own * 0.99, own * 2.0 + step, own + step, min, (min + max) / 2.0, 0.25, 1.0, 100.0];
            let fit = tries.into_iter().filter(|new| (min..=max).contains(new));
            fit.map(Value::from).collect()
        }
        Kind::Integer { min, max, .. } => {
            let own = value.as_u64().unwrap_or(min);
            let tries = [own / 2, own * 2 + 1, own + 1, min, min + 2];
            let fit = tries.into_iter().filter(|new| (min..=max).contains(new));
            fit.map(Value::from).collect()
        }
        Kind::Count { .. } => vec![json!(1), json!(3), json!("all")],
        Kind::Pair { min, max } => {
            let [low, high] = [0, 1].map(|end| value[end].as_u64().unwrap_or(min));
            let tries = [(low, low), (high, high), (low, high + 3), (low + 1, high + 2)];
            let fit = tries.into_iter().filter(|(low, high)| *low >= min && *high <= max);
            fit.map(|(low, high)| json!([low, high])).collect()
        }
        Kind::Choice { choices, .. } => choices.iter().map(|own| own.name.into()).collect(),
        Kind::Table(table) => {
            let cells: Vec<Value> = table.cells(value).unwrap_or_default().into_iter().cloned().collect();
            match table.cell {
                Kind::Number { .. } => {
                    let times =
                        |times: f64| table.of(cells.iter().map(|x| json!(x.as_f64().unwrap() * times)).collect());
                    [0.2, 0.5, 1.5].map(times).into()
                }
                _ => vec![table.of(cells.into_iter().rev().collect())],
            }
        }
        Kind::Formula { examples, .. } => {
            let without = examples.iter().filter(|own| own.constants.is_empty());
            without.map(|own| own.text.into()).collect()
        }
        Kind::Constants { .. } => {
            let own = value.as_object().into_iter().flatten();
            let halved = own.map(|(name, own)| (name.clone(), json!(own.as_f64().unwrap() / 2.0)));
            vec![halved.collect()]
        }
        Kind::Text { .. } => vec![json!("another")],
        Kind::Texts { .. } => vec![json!(["another"])],
        Kind::Hex { digits } => vec![json!("0".repeat(digits))],
        Kind::Bytes { .. } => vec![json!(1)],
        Kind::Path | Kind::Numbers { .. } | Kind::List { .. } => Vec::new(),
    };
    if parameter.optional() {
        all.push(Value::Null);
    }
    all.retain(|new| new != value);
    all
}

/// A scenario and its run.
pub struct Drawn {
    pub scenario: Checked,
    pub whole: Value,
    pub run: Result<TaskResult, String>,
    task: OnceCell<Task>,
}

impl Drawn {
    pub fn new(scenario: Checked) -> Drawn {
        Drawn { whole: scenario.to_value(), run: run(&scenario), scenario, task: OnceCell::new() }
    }

    pub fn task(&self) -> &Task {
        self.task.get_or_init(|| task(&self.scenario))
    }
}

/// The plan's task for the scenario's run.
pub fn task(scenario: &Checked) -> Task {
    Plan::new(scenario).unwrap().tasks()[0].clone()
}

/// The run of the scenario's only scheduler, in a replication other than the first.
pub fn run(scenario: &Checked) -> Result<TaskResult, String> {
    let single = !is_sample(scenario);
    let mut scenario: Scenario = (**scenario).clone();
    let scheduler = Part::of(&scenario.schedulers.values()[0]).ok_or("no scheduler")?;
    scenario.set([("schedulers", json!([]))]);
    let task = Task { scheduler, scenario: Arc::new(scenario), replication: 1, single };
    let mut runner = Runner::new(&task, Some(LOG.clone()), ()).map_err(|problem| problem.to_string())?;
    while runner.advance(u64::MAX).map_err(|problem| problem.to_string())? == Progress::Running {}
    Ok(runner.finish().0)
}

/// Policies that read what other policies read, and one setting of their own. They are drawn less often, and tested as subjects.
const READ_AS_OTHERS: [&str; 6] = ["ordered-components", "unordered-components", "cm", "cf", "fcm", "local-queues"];

/// The `n`th scenario drawn for a subject.
pub fn drawn(subject: Subject, n: u32) -> Checked {
    let mut draw = Draw(Stream::new(subject.name, n, "scenario", 0));
    let names = |path| -> Vec<_> { names_at(path).into_iter().filter(|own| !READ_AS_OTHERS.contains(own)).collect() };
    let in_turn = |path| {
        let all = names(path);
        all[n as usize % all.len()]
    };
    let mut attempts = 0;
    let mut scenario = loop {
        let platform = draw.one_of(&PLATFORMS).unwrap();
        let mut whole = json!({
            "platform": serde_json::from_str::<Value>(platform).unwrap(),
            "schedulers": [{}],
            "experiment": { "sweep": [], "replications": 1 },
        });
        // The choices are taken in turn. If they do not fit together, later attempts draw the policy at random, and
        // after many attempts every choice.
        for (path, keeps) in [(POLICY, 1), (NETWORK, 100), (WORKLOAD, 100)] {
            let name = match attempts < keeps {
                true => in_turn(path),
                false => draw.one_of(&names(path)).unwrap(),
            };
            let name = if path == subject.path { subject.name } else { name };
            choose(&mut whole, &path.replace('*', "0"), name.into());
        }
        let loads = [json!(null), json!(0.7), json!(1), json!(1.5)];
        whole["workload"]["load"] = draw.one_of(&loads).unwrap();
        if let Ok(scenario) = Scenario::from_value(&whole) {
            break scenario;
        }
        attempts += 1;
    };
    let groups = json!(in_turn("experiment.group_by"));
    scenario = scenario.with("experiment.group_by", &groups).unwrap_or(scenario);
    let mut whole = scenario.to_value();
    for parameter in settings() {
        let times = match (parameter.section(), parameter.kind) {
            (_, Kind::Choice { .. }) | (Section::Schedulers | Section::Network, _) => 3,
            (Section::Workload, Kind::Number { .. }) => 8,
            _ => continue,
        };
        for place in path::places(&whole, parameter.path) {
            let mut changed = whole.clone();
            if draw.one_in(times)
                && vary(&mut changed, &place, parameter, &mut draw)
                && let Ok(other) = Scenario::from_value(&changed)
            {
                (whole, scenario) = (other.to_value(), other);
            }
        }
    }
    scenario
}

/// Changes a parameter to another value. For a formula, also gives the constants that the formula reads.
fn vary(whole: &mut Value, place: &str, parameter: &Parameter, draw: &mut Draw) -> bool {
    let Kind::Formula { examples, .. } = parameter.kind else {
        let new = draw.one_of(&others(parameter, path::get(whole, place).unwrap()));
        return new.is_some_and(|new| path::set(whole, place, new).is_ok());
    };
    let example = draw.one_of(examples).unwrap();
    set_formula(whole, place, &example);
    true
}

fn set_formula(whole: &mut Value, place: &str, example: &Example) {
    let constants = example.constants.iter();
    let constants = constants.map(|(name, own)| ((*name).to_owned(), json!(own)));
    let (entry, _) = place.rsplit_once('.').unwrap();
    path::set(whole, place, example.text.into()).unwrap();
    path::set(whole, &format!("{entry}.constants"), constants.collect()).unwrap();
}

/// Sets a formula that reads constants, for the scheduler or queue whose constants are at `place`.
fn give_constants(whole: &mut Value, place: &str) {
    let (entry, _) = place.rsplit_once('.').unwrap();
    for own in settings() {
        if let Kind::Formula { examples, .. } = own.kind
            && let at = own.path.replace('*', "0")
            && at.rsplit_once('.').unwrap().0 == entry
            && let Some(example) = examples.iter().find(|own| !own.constants.is_empty())
        {
            set_formula(whole, &at, example);
        }
    }
}

/// The scenario with choices changed such that the parameter matters; the subject itself stays. `None` if this is
/// impossible.
pub fn aimed(scenario: &Checked, subject: Subject, parameter: &Parameter, draw: &mut Draw) -> Option<Checked> {
    let mut whole = scenario.to_value();
    let place = parameter.path.replace('*', "0");
    for when in parameter.when.iter().filter(|own| !own.holds(&place, &whole)).collect::<Vec<_>>() {
        let ways = when.all().filter(|own| own.path != subject.path);
        let value = |way: &When, draw: &mut Draw| match way.is {
            Is::OneOf(names) => draw.one_of(names).map(Value::from),
            Is::NoneOf(names) => {
                let mut all = names_at(way.path);
                all.retain(|name| !names.contains(name));
                draw.one_of(&all).map(Value::from)
            }
            Is::Reads(_) => draw.one_of(&way.readers(&place)?.0).map(Value::from),
            Is::Given => draw.one_of(&others(declared::find(way.path)?, &Value::Null)),
            Is::LeftOut => Some(Value::Null),
        };
        let way = draw.one_of(&ways.collect::<Vec<_>>())?;
        let value = value(way, draw)?;
        choose(&mut whole, &way.path.replace('*', "0"), value);
    }
    if let Kind::Constants { .. } = parameter.kind {
        give_constants(&mut whole, &place);
    }
    if let Some((list, _)) = place.rsplit_once(".0.")
        && path::get(&whole, &format!("{list}.0")).is_none()
    {
        path::set(&mut whole, list, json!([{}])).unwrap();
    }
    let scenario = Scenario::from_value(&whole).ok()?;
    let matters = !path::places(&scenario.to_value(), parameter.path).is_empty();
    matters.then_some(scenario)
}
