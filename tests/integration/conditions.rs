//! What is declared to matter does, and nothing else: with every policy, workload and network scenarios are drawn in which each parameter is
//! varied alone.
//!
//! What is declared is what a plan keeps of a scenario: by the conditions of the parameters, and by what policies say of themselves. Runs are
//! of the scenario as it stands.

use metasched::base::random::Stream;
use metasched::engine::Progress;
use metasched::experiment::{self, Plan, Runner, Task, TaskResult};
use metasched::parameter::{Example, Is, Kind, Parameter, Section, When};
use metasched::scenario::language::path;
use metasched::scenario::{Checked, Scenario, declared};
use metasched::workload::swf::{self, Log};
use serde_json::{Value, json};
use std::cell::OnceCell;
use std::sync::{Arc, LazyLock};

/// One of so many drawn scenarios shows that a parameter matters.
const DRAWN: u32 = 50;
/// In so many it is tried whether one does not that is not read in them.
const TRIED: u32 = 3;

const POLICY: &str = "schedulers.*.policy";
const WORKLOAD: &str = "workload.model";
const NETWORK: &str = "network.model";

const PLATFORMS: [&str; 4] = [
    r#"{ "clusters": [{ "count": 4, "nodes": 40 }] }"#,
    r#"{ "clusters": [{ "count": 2, "nodes": 40 }, { "count": 2, "nodes": 60, "speed": 2 }] }"#,
    r#"{ "clusters": [{ "count": 4, "nodes": 40 }], "topology": "tree", "core_mbps": 700 }"#,
    r#"{ "clusters": [{ "count": 4, "nodes": 40 }], "sizes": [30, 70], "speed_heterogeneity": 0.1, "topology": "mesh" }"#,
];

/// Declared to matter, but not shown: with which policies, workloads and networks, and why.
struct NotShown {
    paths: &'static [&'static str],
    with: fn(Subject) -> bool,
    why: &'static str,
}

/// With all that read it.
const ALL: fn(Subject) -> bool = |_| true;

const NOT_SHOWN: &[NotShown] = &[
    NotShown {
        paths: &[
            "workload.path",
            "workload.size_bytes",
            "workload.sha256",
            "workload.details_sha256",
        ],
        with: ALL,
        why: "they say which file is meant, and runs are handed what is in it",
    },
    NotShown {
        paths: &["workload.node_gflops"],
        with: ALL,
        why: "only a log of Batsim counts operations, and this one is in the Standard Workload Format",
    },
    NotShown {
        paths: &[
            "schedulers.*.processors_weight",
            "schedulers.*.network_weight",
            "schedulers.*.wide_area_weight",
        ],
        with: ALL,
        why: "they add up to 1, so that none varies alone; identity.rs varies them together",
    },
    NotShown {
        paths: &[
            "queue.weight_fair_share",
            "queue.half_life_s",
            "schedulers.*.queue.weight_fair_share",
            "schedulers.*.queue.half_life_s",
        ],
        with: |own| own.path == WORKLOAD && own.name != "swf",
        why: "only the jobs of logs have users",
    },
    NotShown {
        paths: &["workload.most_variance"],
        with: |own| {
            own.path == POLICY && !own.name.starts_with("meta-asp") || own.name == "cluster"
        },
        why: "it says how much slower a job is on fewer nodes than it asks for, which only Meta ASP and ASP* give it",
    },
    NotShown {
        paths: &["schedulers.*.alpha"],
        with: |own| own.path == WORKLOAD && own.name != "metacomputer",
        why: "their jobs do not run on fewer nodes than they ask for",
    },
    NotShown {
        paths: &["schedulers.*.size_sets"],
        with: |own| own.path == WORKLOAD && own.name != "grid",
        why: "their jobs have nothing to be sent along: all are of size 0",
    },
    NotShown {
        paths: &[
            "schedulers.*.largest_ratio",
            "schedulers.*.ratio_sets",
            "schedulers.*.share_sets",
            "schedulers.*.network_rules",
            "schedulers.*.level_very_small",
        ],
        with: |own| own.path == NETWORK && own.name != "cluster",
        why: "no jobs load the networks of clusters, so that homes see all of them idle and add the same for each",
    },
    NotShown {
        paths: &["queue.pass", "schedulers.*.queue.pass"],
        with: |own| ["metacomputer", "grid"].contains(&own.name) && own.path == WORKLOAD,
        why: "no two of their jobs arrive or end at the same time",
    },
    NotShown {
        paths: &["schedulers.*.level_very_small"],
        with: |own| ["swf", "feitelson96"].contains(&own.name),
        why: "the one rule that says it is about jobs that communicate for more than half of the largest ratio, as few of these do",
    },
    NotShown {
        paths: &[
            "schedulers.*.simulation_policy",
            "schedulers.*.wide_area_rules",
        ],
        with: |own| own.name == "feitelson96",
        why: "most of its jobs are runs of the same one, submitted one after the other, so that hardly any wait together",
    },
    NotShown {
        paths: &[
            "workload.compute_fraction",
            "workload.clusters.*.compute_fraction",
            "workload.most_communication",
            "workload.most_ratio",
        ],
        with: |own| own.name == "fixed" && own.path == NETWORK,
        why: "co-allocation costs the same there however much jobs communicate; only a penalty that is measured on another network tells",
    },
    NotShown {
        paths: &["platform.topology"],
        with: |own| own.name == "cluster",
        why: "only the star goes with it",
    },
    NotShown {
        paths: &["platform.most_node_load"],
        with: |own| ["grid-random", "grid-shortest-queue"].contains(&own.name),
        why: "it goes by queues, or by nothing, and looks at no nodes",
    },
    NotShown {
        paths: &["network.penalty"],
        with: |own| own.name == "fixed" && own.path == POLICY,
        why: "it has a penalty of its own, given or measured",
    },
];

/// Why it is an exception, if it is.
fn exception(subject: Subject, parameter: &str) -> Option<&'static str> {
    let mut all = NOT_SHOWN.iter();
    let found = all.find(|own| own.paths.contains(&parameter) && (own.with)(subject));
    found.map(|own| own.why)
}

/// A choice that all scenarios drawn for it make.
#[derive(Clone, Copy)]
struct Subject {
    path: &'static str,
    name: &'static str,
}

/// Decides how a scenario is drawn.
struct Draw(Stream);

impl Draw {
    fn one_in(&mut self, times: u32) -> bool {
        self.0.integer(1, times) == 1
    }

    fn one_of<T: Clone>(&mut self, all: &[T]) -> Option<T> {
        let last = all.len().checked_sub(1)?;
        all.get(self.0.integer(0, last as u32) as usize).cloned()
    }

    fn in_any_order<T>(&mut self, mut all: Vec<T>) -> Vec<T> {
        for place in (1..all.len()).rev() {
            all.swap(place, self.0.integer(0, place as u32) as usize);
        }
        all
    }
}

/// Sixty jobs of seven users, many of which arrive, or could end, at the same time.
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
    Arc::new(swf::read("log", &mut text.as_bytes()).unwrap())
});

/// A workload of few jobs.
fn workload(name: &str) -> Value {
    match name {
        "synthetic" => json!({ "model": name, "jobs_per_cluster": 12, "bsbw_mbps": 900 }),
        "swf" => json!({ "model": name, "path": "log", "max_jobs": 60, "bsbw_mbps": 900 }),
        _ => json!({ "model": name, "jobs": 70, "bsbw_mbps": 900 }),
    }
}

/// What there is at the path of a choice.
fn names_at(path: &str) -> Vec<&'static str> {
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

/// All parameters but what scenarios are drawn for, and lists, which are what is in them; a sweep does not belong to a single run.
fn settings() -> impl Iterator<Item = &'static Parameter> {
    let drawn = [POLICY, WORKLOAD, NETWORK, "schema"];
    declared::table().iter().filter(move |own| {
        let list = matches!(own.kind, Kind::List { .. });
        !list && !drawn.contains(&own.path) && !own.path.starts_with("experiment.sweep")
    })
}

/// Other values of a parameter than this one.
fn others(parameter: &Parameter, value: &Value) -> Vec<Value> {
    let changed = |change: &dyn Fn(f64) -> f64| {
        let sets = value.as_array().cloned().unwrap_or_default();
        let corner = |own: &Value| Value::from(change(own.as_f64().unwrap_or_default()));
        let set = |own: &Value| {
            own.as_array()
                .into_iter()
                .flatten()
                .map(corner)
                .collect::<Value>()
        };
        sets.iter().map(set).collect::<Value>()
    };
    let mut all: Vec<Value> = match parameter.kind {
        Kind::Number { min, max, step } => {
            let own = value.as_f64().unwrap_or(min);
            let tries = [
                own * 0.5,
                own * 0.99,
                own * 2.0 + step,
                own + step,
                min,
                (min + max) / 2.0,
                0.25,
                1.0,
                100.0,
            ];
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
            let tries = [
                (low, low),
                (high, high),
                (low, high + 3),
                (low + 1, high + 2),
            ];
            let fit = tries
                .into_iter()
                .filter(|(low, high)| *low >= min && *high <= max);
            fit.map(|(low, high)| json!([low, high])).collect()
        }
        Kind::Choice { choices, .. } => choices.iter().map(|own| own.name.into()).collect(),
        Kind::Sets { .. } => [0.2, 0.5, 1.5]
            .map(|times| changed(&|corner| corner * times))
            .into(),
        Kind::Rules { .. } => {
            let own = value.as_array().cloned().unwrap_or_default();
            vec![own.into_iter().rev().collect()]
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

/// A scenario, and what comes of it.
struct Drawn {
    scenario: Checked,
    whole: Value,
    run: Result<TaskResult, String>,
    task: OnceCell<Task>,
}

impl Drawn {
    fn new(scenario: Checked) -> Drawn {
        Drawn {
            whole: scenario.to_value(),
            run: run(&scenario),
            scenario,
            task: OnceCell::new(),
        }
    }

    fn task(&self) -> &Task {
        self.task.get_or_init(|| task(&self.scenario))
    }
}

/// What a plan keeps of the scenario for the run.
fn task(scenario: &Checked) -> Task {
    Plan::new(scenario).unwrap().tasks()[0].clone()
}

/// The run of the scenario's only scheduler, in a replication that is not the first.
fn run(scenario: &Checked) -> Result<TaskResult, String> {
    let mut scenario: Scenario = (**scenario).clone();
    let task = Task {
        scheduler: scenario.schedulers.remove(0),
        scenario: Arc::new(scenario),
        replication: 1,
    };
    let mut runner =
        Runner::new(&task, Some(LOG.clone()), ()).map_err(|problem| problem.to_string())?;
    while runner
        .advance(u64::MAX)
        .map_err(|problem| problem.to_string())?
        == Progress::Running
    {}
    Ok(runner.finish().0)
}

/// The `n`th scenario that is drawn for a subject.
fn drawn(subject: Subject, n: u32) -> Checked {
    let mut draw = Draw(Stream::new(subject.name, n, "scenario", 0));
    let in_turn = |path| {
        let all = names_at(path);
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
        // All have their turn; where they do not go together, first the policy is another, then any of them.
        for (path, keeps) in [(POLICY, 1), (NETWORK, 100), (WORKLOAD, 100)] {
            let name = match attempts < keeps {
                true => in_turn(path),
                false => draw.one_of(&names_at(path)).unwrap(),
            };
            let name = if path == subject.path {
                subject.name
            } else {
                name
            };
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
    scenario = scenario
        .with("experiment.group_by", &groups)
        .unwrap_or(scenario);
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

/// Gives a parameter another value; a formula its constants as well.
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

/// A formula beside which the constants at `place` matter.
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

/// The scenario with other choices, by which the parameter matters; the subject's stays.
fn aimed(
    scenario: &Checked,
    subject: Subject,
    parameter: &Parameter,
    draw: &mut Draw,
) -> Option<Checked> {
    let mut whole = scenario.to_value();
    let place = parameter.path.replace('*', "0");
    for when in parameter
        .when
        .iter()
        .filter(|own| !own.holds(&place, &whole))
        .collect::<Vec<_>>()
    {
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

/// What varying a parameter with a subject has come to so far.
#[derive(Default)]
struct Found {
    /// A plan keeps it.
    read: bool,
    /// It is kept, and changes something.
    shown: bool,
    /// It is not kept, and changes something.
    wrong: Option<String>,
}

impl Found {
    /// Varies the parameter at one place of a scenario.
    fn vary(&mut self, of: &Drawn, parameter: &Parameter, draw: &mut Draw) {
        let places = path::expanded(&of.whole, parameter.path);
        let there = places
            .into_iter()
            .filter(|place| path::get(&of.whole, place).is_some());
        let Some(place) = draw.one_of(&there.collect::<Vec<_>>()) else {
            return;
        };
        let relevant = parameter.relevant(&place, &of.whole);
        let tries = others(parameter, path::get(&of.whole, &place).unwrap());
        let accepted = draw.in_any_order(tries).into_iter().filter_map(|new| {
            let mut changed = of.whole.clone();
            path::set(&mut changed, &place, new.clone()).ok()?;
            Some((new, Scenario::from_value(&changed).ok()?))
        });
        let mut varied = false;
        // One value is enough to show that nothing changes.
        for (new, changed) in accepted.take(if relevant { 4 } else { 1 }) {
            varied = true;
            let run = run(&changed);
            let kept = || relevant && task(&changed) != *of.task();
            // Links that no decision reads have loads all the same, which measures tell: what is not read is held against digests only.
            let digest =
                |run: &Result<TaskResult, String>| run.as_ref().ok().map(|own| own.digest.clone());
            if run == of.run {
                self.read = self.read || kept();
            } else if kept() {
                (self.read, self.shown) = (true, true);
                return;
            } else if digest(&run) != digest(&of.run) {
                self.wrong = Some(format!(
                    "{place} = {new} in {}",
                    of.scenario.to_compact_json()
                ));
            }
        }
        // What is relevant must be kept, or it could not be varied.
        self.read |= relevant && !varied;
    }
}

/// What is wrong with the declarations, or with the exceptions, as far as a subject goes.
fn faults(subject: Subject) -> Vec<String> {
    let all: Vec<Drawn> = (0..DRAWN).map(|n| Drawn::new(drawn(subject, n))).collect();
    let mut faults = Vec::new();
    for parameter in settings() {
        let excepted = exception(subject, parameter.path);
        let mut found = Found::default();
        for (n, plain) in (0..).zip(&all) {
            let mut draw = Draw(Stream::new(subject.name, n, parameter.path, 0));
            let can_be_varied = |place: &String| {
                !others(parameter, path::get(&plain.whole, place).unwrap()).is_empty()
            };
            let matters = path::places(&plain.whole, parameter.path)
                .iter()
                .any(can_be_varied);
            if n < TRIED || matters {
                found.vary(plain, parameter, &mut draw);
            }
            if !matters && let Some(other) = aimed(&plain.scenario, subject, parameter, &mut draw) {
                found.vary(&Drawn::new(other), parameter, &mut draw);
            }
            if found.shown || n + 1 >= TRIED && (excepted.is_some() || !found.read) {
                break;
            }
        }
        let (path, name) = (parameter.path, subject.name);
        faults.extend(
            found
                .wrong
                .map(|what| format!("matters and is not declared to: {what}")),
        );
        match (found.read, found.shown, excepted) {
            (true, false, None) => faults.push(format!(
                "{path} is declared to matter with {name}, but not seen to"
            )),
            (true, true, Some(why)) => faults.push(format!(
                "{path} is seen to matter with {name}, although {why}"
            )),
            _ => {}
        }
    }
    faults
}

fn what_is_declared_to_matter_does_and_nothing_else(path: &'static str) {
    let all = names_at(path)
        .into_iter()
        .map(|name| Subject { path, name });
    let faults: Vec<String> = all.flat_map(faults).collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn with_every_policy_what_is_declared_to_matter_does_and_nothing_else() {
    what_is_declared_to_matter_does_and_nothing_else(POLICY);
}

#[test]
fn with_every_workload_what_is_declared_to_matter_does_and_nothing_else() {
    what_is_declared_to_matter_does_and_nothing_else(WORKLOAD);
}

#[test]
fn with_every_network_what_is_declared_to_matter_does_and_nothing_else() {
    what_is_declared_to_matter_does_and_nothing_else(NETWORK);
}

/// What a plan keeps of a scenario with one of its values changed, and what comes of it.
fn changed(whole: &Value, place: &str, value: Value) -> (Task, String) {
    let mut whole = whole.clone();
    path::set(&mut whole, place, value).unwrap();
    let scenario = Scenario::from_value(&whole).unwrap();
    let results = experiment::run(&scenario, None).unwrap();
    (task(&scenario), results.run_digest())
}

/// Its score may be about links, whichever network jobs run on.
#[test]
fn a_formula_reads_what_jobs_send_on_a_wide_area_network() {
    let whole = json!({
        "workload": { "jobs_per_cluster": 50, "interarrival_s": 60 },
        "network": { "model": "wan" },
        "schedulers": [{ "policy": "formula", "place_score": "if(demand > 500, -inf, -demand)" }],
        "experiment": { "sweep": [], "replications": 1 },
    });
    let [few, many] = [10, 900].map(|mbps| changed(&whole, "workload.bsbw_mbps", json!(mbps)));
    assert_ne!(few.0, many.0, "a plan keeps it");
    assert_ne!(few.1, many.1, "it changes the run");
}

/// They run on one cluster each, whichever network there is between clusters.
#[test]
fn jobs_that_are_sent_to_one_cluster_do_not_read_links_between_clusters() {
    let whole = json!({
        "workload": { "jobs_per_cluster": 50, "interarrival_s": 60, "clusters": [{ "compute_fraction": 0.4, "bsbw_mbps": 50 }] },
        "platform": { "topology": "tree" },
        "schedulers": ["fuzzy"],
        "experiment": { "sweep": [], "replications": 1 },
    });
    let usual = changed(&whole, "title", json!(""));
    for (place, other) in [
        ("network.sharing", json!("max-min")),
        ("platform.core_mbps", json!(10)),
        ("platform.clusters.0.link_mbps", json!(10)),
        ("workload.bsbw_mbps", json!(900)),
        ("workload.pattern", json!("ring")),
        ("workload.clusters.0.bsbw_mbps", json!(900)),
    ] {
        assert_eq!(changed(&whole, place, other), usual, "{place}");
    }
    let shares =
        [0.4, 0.9].map(|own| changed(&whole, "workload.clusters.0.compute_fraction", json!(own)).0);
    assert_ne!(shares[0], shares[1], "homes may go by it");
}
