//! Runs a scenario drawn by the bytes from the table of parameters, under the auditor.

use super::auditor::Auditor;
use metasched::engine::Progress;
use metasched::experiment::{Plan, Runner};
use metasched::logs::{self, Log};
use metasched::network::Network;
use metasched::parameter::{Kind, Parameter};
use metasched::scenario::declared::table;
use metasched::scenario::language::path;
use metasched::scenario::{Checked, Scenario, build, link};
use serde_json::{Value, json};
use std::sync::{Arc, LazyLock};

/// Limits of the jobs of a run, and of the clusters of a platform.
const JOBS: u64 = 50;
const CLUSTERS: u64 = 16;
/// Number of drawn parameters.
const DRAWN: usize = 40;
/// Number of attempts to make a drawn scenario valid by removing invalid values.
const REPAIRS: usize = 6;

/// Every drawn scenario runs to its end with a consistent state, and its work is bounded by its jobs.
pub fn fuzz(input: &[u8]) {
    let Some(scenario) = drawn(input) else {
        return;
    };
    let log = scenario.workload.is_log().then(|| Arc::clone(&LOG));
    let plan = Plan::new(&scenario).expect("what was checked can be planned");
    for task in plan.tasks() {
        // Some mistakes, such as impossible cluster speeds and job loads, are detected only when these are drawn. So
        // the run may fail with an error.
        let Ok(platform) = task.platform() else {
            continue;
        };
        let network = &task.scenario.network;
        let built = build::scheduler::network(&task.scheduler, network, &platform, 1.0);
        let dynamic = matches!(built, Network::Dynamic(_));
        let auditor = Auditor::new(&platform, dynamic, true);
        let Ok(mut runner) = Runner::new(task, log.clone(), auditor) else {
            continue;
        };
        loop {
            match runner.advance(JOBS) {
                Ok(Progress::Running) => {}
                Ok(Progress::Finished) => break,
                Err(problem) => {
                    super::is_said_well(&problem.into());
                    return;
                }
            }
        }
        let (arrived, waiting) = runner.queue();
        let (_, auditor) = runner.finish();
        let auditor = auditor.expect("it watched");
        // A job that is lost to failures counts as completed.
        let cut_off = auditor.ended + auditor.lost >= JOBS;
        assert!(
            cut_off || waiting == 0 && auditor.ended + auditor.rejected + auditor.lost == arrived,
            "every job ends: {}",
            link::encode(&scenario)
        );
    }
}

/// A log for scenarios that read one.
static LOG: LazyLock<Arc<Log>> = LazyLock::new(|| {
    let line = |i: u64| {
        let (submit, run, nodes) = (i * i % 37 * 20, 10 + i * 7919 % 900, 1 + i * 31 % 40);
        let (asked, user, part) = (run * (1 + i % 3), i % 4, 1 + i % 2);
        format!("{i} {submit} -1 {run} {nodes} -1 -1 {nodes} {asked} -1 1 {user} 1 1 {part} {part} -1 -1\n")
    };
    let text: String = (1..=JOBS).map(line).collect();
    Arc::new(logs::read("log.swf", &mut text.as_bytes()).expect("it is a log"))
});

/// The scenario drawn by the bytes; `None` if it is still invalid after removing values.
pub fn drawn(input: &[u8]) -> Option<Checked> {
    let mut bytes = Bytes(input);
    let mut value = json!({ "schedulers": ["first-fit"] });
    for _ in 0..DRAWN {
        let Some(which) = bytes.next() else { break };
        let index = bytes.next().unwrap_or(0) % 3;
        let parameter = &table()[usize::from(which) % table().len()];
        if let Some(new) = bytes.value(parameter) {
            let place = parameter.path.replace('*', &index.to_string());
            // Setting the third entry of a list that has no second entry fails. Such a value is left out.
            let _ = path::set(&mut value, &place, new);
        }
    }
    small(mended(value)?)
}

/// Removes the values that the checks reject.
fn mended(mut value: Value) -> Option<Checked> {
    for _ in 0..REPAIRS {
        let problems = match Scenario::from_value(&value) {
            Ok(scenario) => return Some(scenario),
            Err(problems) => problems,
        };
        let left_out = problems.0.iter().filter(|own| remove(&mut value, &own.place));
        if left_out.count() == 0 {
            return None;
        }
    }
    None
}

/// Removes the value at a path, if it is an entry of an object.
fn remove(value: &mut Value, place: &str) -> bool {
    let (above, key) = place.rsplit_once('.').unwrap_or(("", place));
    let map = match above {
        "" => Some(value),
        above => path::get_mut(value, above),
    };
    let map = map.and_then(Value::as_object_mut);
    map.is_some_and(|map| map.shift_remove(key).is_some())
}

/// Reduces the scenario to few jobs and no sweep.
fn small(scenario: Checked) -> Option<Checked> {
    let clusters = scenario.platform.cluster_count();
    if clusters > CLUSTERS {
        return None;
    }
    let jobs = if scenario.workload.info().per_cluster { JOBS.div_ceil(clusters) } else { JOBS };
    let settings = [
        ("experiment.sweep", json!([])),
        ("experiment.completions", json!(JOBS)),
        ("experiment.replications", json!(1)),
        (&*scenario.workload.jobs_setting(), json!(jobs)),
    ];
    let small = scenario.with_all(settings).ok()?;
    (small.arrivals(JOBS) <= 4 * JOBS).then_some(small)
}

/// The rest of the input.
struct Bytes<'i>(&'i [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    /// A number in a range: one of the ends, a number near the lower end, or any number.
    fn between(&mut self, min: f64, max: f64) -> f64 {
        let near = max.min(min + 20.0);
        let how = self.next().unwrap_or(0);
        let part = f64::from(self.next().unwrap_or(0)) / 255.0;
        match how % 8 {
            0 => min,
            1 => max,
            2 => min + part * (max - min),
            _ => min + part * (near - min),
        }
    }

    fn whole(&mut self, min: u64, max: u64) -> u64 {
        (self.between(min as f64, max as f64).round() as u64).clamp(min, max)
    }

    /// A value that the parameter allows; `None` if values of its kind cannot be drawn.
    fn value(&mut self, parameter: &Parameter) -> Option<Value> {
        if parameter.optional() && self.next()? % 4 == 0 {
            return Some(Value::Null);
        }
        Some(match parameter.kind {
            Kind::Number { min, max, .. } => json!(self.between(min, max)),
            Kind::Integer { min, max, .. } => json!(self.whole(min, max)),
            Kind::Count { max } => json!(self.whole(1, max)),
            Kind::Pair { min, max } => {
                let ends = [self.whole(min, max), self.whole(min, max)];
                json!([ends[0].min(ends[1]), ends[0].max(ends[1])])
            }
            Kind::Choice { choices, .. } => {
                let at = usize::from(self.next()?) % choices.len();
                json!(choices[at].name)
            }
            Kind::Table(table) => {
                let cells = table.cells(parameter.default())?;
                let scale = self.between(0.05, 1.0);
                let drawn = |cell: &&Value| cell.as_f64().map_or((*cell).clone(), |x| json!(scale * x));
                table.of(cells.iter().map(drawn).collect())
            }
            Kind::Formula { examples, .. } => {
                let plain = examples.iter().filter(|own| own.constants.is_empty());
                let texts: Vec<&str> = plain.map(|own| own.text).collect();
                json!(texts[usize::from(self.next()?) % texts.len()])
            }
            Kind::Text { .. } => json!(format!("{}", self.next()?)),
            Kind::Texts { .. } => json!([format!("{}", self.next()?)]),
            Kind::Bytes { .. }
            | Kind::Constants { .. }
            | Kind::Hex { .. }
            | Kind::Path
            | Kind::Numbers { .. }
            | Kind::List { .. } => return None,
        })
    }
}
