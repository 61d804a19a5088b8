//! What the command line changes in a scenario: `--set`, its shorthands, and what `--over` sweeps.

use crate::base::problem::{Problem, Problems};
use crate::cli::printed::say;
use crate::parameter::json::shortened;
use crate::scenario::declared;
use crate::scenario::experiment::MOST_VALUES;
use crate::scenario::language::path;
use crate::scenario::{Checked, Scenario, fresh_seed};
use clap::Args;
use serde_json::{Value, json};

/// Changes to a scenario.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Changing the scenario")]
pub struct Settings {
    /// Change one parameter: a dotted path and its value. Repeatable, applied in order.
    ///
    /// Paths are those of the scenario's JSON: workload.bsbw_mbps=300, platform.clusters.0.count=8,
    /// schedulers.1.lslt=0.8, workload.nodes=10,90. `metasched schema` describes them all.
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,

    /// Compare these schedulers instead of the scenario's. Repeatable: a name, or JSON with settings.
    ///
    /// For example --scheduler first-fit --scheduler '{"policy": "b3", "lslt": 0.8}'.
    #[arg(long, value_name = "NAME")]
    scheduler: Vec<String>,

    /// Run everything N times, each time on other jobs: short for --set experiment.replications=N.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    replications: Option<String>,

    /// Where the random numbers come from, any text: short for --set seed=TEXT.
    #[arg(long, value_name = "TEXT")]
    seed: Option<String>,

    /// Draw a seed, and print it on standard error: --seed with it gives the same numbers again.
    #[arg(long, conflicts_with = "seed")]
    fresh_seed: bool,
}

/// A dotted path and its new value.
type Setting = (String, Value);

impl Settings {
    /// What `--set`, `--seed` and `--fresh-seed` say, without the rest.
    pub fn new(set: Vec<String>, seed: Option<String>, fresh_seed: bool) -> Settings {
        Settings {
            set,
            seed,
            fresh_seed,
            ..Settings::default()
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.set.is_empty()
            && self.scheduler.is_empty()
            && self.replications.is_none()
            && self.seed.is_none()
            && !self.fresh_seed
    }

    /// Whether the seed is to be drawn.
    pub fn draws_seed(&self) -> bool {
        self.fresh_seed
    }

    /// The scenario with these settings, sweeping `sweep` instead of its own sweep if that is given. A seed that was
    /// drawn for it is printed on standard error.
    ///
    /// # Errors
    /// All problems with the settings.
    pub fn apply(&self, scenario: &Scenario, sweep: Option<Value>) -> Result<Checked, Problems> {
        self.refuse_contradictions(sweep.as_ref())?;
        let mut settings: Vec<Setting> = Vec::new();
        settings.extend(sweep.map(|sweep| ("experiment.sweep".to_owned(), sweep)));
        let mut problems = Vec::new();
        if !self.scheduler.is_empty() {
            let broken = self.scheduler.iter().filter_map(|name| {
                let place = format!("--scheduler {}", shortened(name, 60));
                broken_json(place, name)
            });
            problems.extend(broken);
            let list = self.scheduler.iter().map(|name| scheduler(name)).collect();
            settings.push(("schedulers".to_owned(), list));
        }
        let seed = match self.fresh_seed {
            true => Some(draw_seed()?),
            false => self.seed.clone(),
        };
        for (place, text) in [
            ("experiment.replications", &self.replications),
            ("seed", &seed),
        ] {
            let value = text.as_ref().map(|text| path::value_from_text(place, text));
            settings.extend(value.map(|value| (place.to_owned(), value)));
        }
        for text in &self.set {
            match setting(text) {
                Ok(setting) => settings.push(setting),
                Err(problem) => problems.push(problem),
            }
        }
        // A path that leads nowhere hides what is wrong behind it: all of them are found first.
        let mut whole = scenario.to_value();
        let settings = in_every_entry(&whole, settings);
        for (place, value) in &settings {
            problems.extend(path::set(&mut whole, place, value.clone()).err());
        }
        let settings = settings
            .iter()
            .map(|(place, value)| (place.as_str(), value.clone()));
        if !problems.is_empty() {
            return Err(Problems(problems));
        }
        let scenario = scenario.with_all(settings)?;
        if self.fresh_seed {
            let seed = &scenario.seed;
            say::note(&format!(
                "seed: {seed} (drawn; give it again with --seed {seed})"
            ));
        }
        Ok(scenario)
    }

    /// Writes into the JSON of a scenario what `--scheduler` and `--set` say; [applied](Settings::apply), they are sound.
    pub fn write_into(&self, written: &mut Value) {
        if !written.is_object() {
            *written = json!({});
        }
        if !self.scheduler.is_empty() {
            let list: Vec<Value> = self.scheduler.iter().map(|name| scheduler(name)).collect();
            written["schedulers"] = list.into();
        }
        let settings = self.set.iter().filter_map(|text| setting(text).ok());
        for (place, value) in in_every_entry(written, settings.collect()) {
            begin_list(written, &place);
            // What was not written stands at its default, so there may be no such entry of a list: nothing to say of it then.
            let _ = path::set(written, &place, value);
        }
    }

    /// Refuses a shorthand whose path `--set` gives as well, or one that holds it.
    fn refuse_contradictions(&self, sweep: Option<&Value>) -> Result<(), Problems> {
        let over = sweep.and_then(Value::as_array);
        let shorthands = [
            ("--seed", "seed", self.seed.is_some()),
            ("--fresh-seed", "seed", self.fresh_seed),
            ("--scheduler", "schedulers", !self.scheduler.is_empty()),
            (
                "--replications",
                "experiment.replications",
                self.replications.is_some(),
            ),
            (
                "--over",
                "experiment.sweep",
                over.is_some_and(|sweeps| !sweeps.is_empty()),
            ),
        ];
        let gives = |text: &&String, path: &str| {
            let set = text.split_once('=').map_or("", |(set, _)| set.trim());
            let inner = path.strip_prefix(set);
            inner.is_some_and(|inner| inner.is_empty() || inner.starts_with('.'))
        };
        let mut problems = Vec::new();
        for (option, path, _) in shorthands.iter().filter(|(_, _, given)| *given) {
            let set = self.set.iter().find(|text| gives(text, path));
            problems.extend(set.map(|text| {
                let text = shortened(text, 60);
                Problem::new(
                    *option,
                    format!("stands beside --set {text}, and both give {path}"),
                    "one of the two",
                    "Leave one out",
                )
            }));
        }
        match problems.is_empty() {
            true => Ok(()),
            false => Err(Problems(problems)),
        }
    }
}

/// Settings of every entry of a list, `schedulers.*.lslt`, as one of each entry; `given` has the entries, or a setting before.
fn in_every_entry(given: &Value, settings: Vec<Setting>) -> Vec<Setting> {
    let schedulers = settings
        .iter()
        .rev()
        .find(|(place, _)| place == "schedulers");
    let schedulers = schedulers.map(|(_, list)| list.clone());
    let mut all = Vec::new();
    for (place, value) in settings {
        let Some((list, rest)) = place.split_once(".*.") else {
            all.push((place, value));
            continue;
        };
        let of_list = match (&schedulers, list) {
            (Some(own), "schedulers") => Some(own),
            _ => path::get(given, list),
        };
        let entries = of_list.and_then(Value::as_array).map_or(0, Vec::len);
        match entries {
            // Said by who looks for the entry.
            0 => all.push((place, value)),
            _ => all.extend((0..entries).map(|at| (format!("{list}.{at}.{rest}"), value.clone()))),
        }
    }
    all
}

/// Begins a list of which `place` is in an entry, if nothing was written of it, with empty entries: nothing else was said of them.
fn begin_list(written: &mut Value, place: &str) {
    for (end, _) in place.match_indices('.') {
        let (list, entry) = (&place[..end], &place[end + 1..]);
        let index = entry.split('.').next().map(str::parse::<usize>);
        if let Some(Ok(index)) = index
            && path::get(written, list).is_none()
        {
            let _ = path::set(written, list, vec![json!({}); index + 1].into());
        }
    }
}

fn draw_seed() -> Result<String, Problem> {
    fresh_seed::draw(getrandom::fill).map_err(|error| {
        Problem::new(
            "--fresh-seed",
            format!("cannot be drawn: {error}"),
            "",
            "Give a seed of your own with --seed",
        )
    })
}

fn scheduler(name: &str) -> Value {
    let object = name
        .trim_start()
        .starts_with('{')
        .then(|| serde_json::from_str(name).ok());
    object.flatten().unwrap_or_else(|| Value::from(name.trim()))
}

fn setting(text: &str) -> Result<Setting, Problem> {
    let (path, value) = text.split_once('=').ok_or_else(|| {
        Problem::new(
            format!("--set {}", shortened(text, 60)),
            "has no =",
            "a dotted path and its value, such as workload.bsbw_mbps=300",
            "Write the value behind the path",
        )
    })?;
    let path = path.trim();
    // What is no parameter itself holds some: it is written as JSON.
    let broken = declared::find(path)
        .is_none()
        .then(|| broken_json(format!("--set {}", shortened(text, 60)), value));
    match broken.flatten() {
        Some(problem) => Err(problem),
        None => Ok((path.to_owned(), path::value_from_text(path, value))),
    }
}

/// The problem with what begins like the JSON of an object and is none.
fn broken_json(place: String, text: &str) -> Option<Problem> {
    let text = text.trim();
    let error = text
        .starts_with('{')
        .then(|| serde_json::from_str::<Value>(text).err())??;
    Some(Problem::new(
        place,
        format!("begins like JSON and is none: {error}"),
        r#"JSON such as {"order": "sjf"}"#,
        "Put it right there; quotes around all of it keep the shell from changing it",
    ))
}

/// The sweep that `--over` asks for, as the scenario's JSON has it; whether the parameters can be swept is left to the
/// scenario's checks.
///
/// # Errors
/// What cannot be read, all of it.
pub fn sweep(over: &[String]) -> Result<Value, Problems> {
    let mut sweeps = Vec::new();
    let mut problems = Vec::new();
    for text in over {
        let (path, values) = text.split_once('=').unwrap_or((text, ""));
        match numbers(values) {
            Ok(values) => sweeps.push(json!({ "parameter": path.trim(), "values": values })),
            Err(wrong) => problems.push(Problem::new(
                format!("--over {}", shortened(text, 60)),
                wrong,
                format!("PATH=200,300,400 or PATH=200..900:100 (from..to:step), at most {MOST_VALUES} values"),
                "For example --over workload.bsbw_mbps=200..900:100",
            )),
        }
    }
    match problems.is_empty() {
        true => Ok(Value::Array(sweeps)),
        false => Err(Problems(problems)),
    }
}

/// The numbers of a list "1,2,5" whose entries may be ranges "200..900:100"; else what is wrong with it.
fn numbers(text: &str) -> Result<Vec<f64>, String> {
    if text.trim().is_empty() {
        return Err("has no values".to_owned());
    }
    let mut all = Vec::new();
    for entry in text.split(',') {
        match entry.split_once("..") {
            Some((first, rest)) => {
                let (last, step) = rest
                    .split_once(':')
                    .ok_or_else(|| format!("has the range {entry} without a step"))?;
                all.extend(range(first.trim(), last.trim(), step.trim())?);
            }
            None => all.push(number(entry.trim())?),
        }
    }
    match all.len() <= MOST_VALUES {
        true => Ok(all),
        false => Err(format!("has {} values", all.len())),
    }
}

fn number(text: &str) -> Result<f64, String> {
    let known = text.parse().ok().filter(|number: &f64| number.is_finite());
    let wrong = || format!("has {:?}, which is no number", shortened(text, 40));
    known.ok_or_else(wrong)
}

/// From `first` to `last` in steps. Values have as many decimals as were typed: 0.1..0.3:0.1 is 0.1, 0.2, 0.3 exactly.
fn range(first: &str, last: &str, step: &str) -> Result<Vec<f64>, String> {
    let decimals = [first, step].map(|text| {
        text.split_once('.')
            .map_or(0, |(_, decimals)| decimals.len())
    });
    let decimals = decimals[0].max(decimals[1]).min(17);
    let (first, last, step) = (number(first)?, number(last)?, number(step)?);
    let steps = (last - first) / step;
    if step == 0.0 {
        return Err("has a range with steps of 0".to_owned());
    }
    if steps < 0.0 {
        return Err(format!(
            "has a range that leads from {first} away from {last}, in steps of {step}"
        ));
    }
    if steps >= MOST_VALUES as f64 {
        return Err(format!("has a range of {:.0} values", steps.floor() + 1.0));
    }
    let value = |i: usize| {
        let value = first + i as f64 * step;
        format!("{value:.decimals$}").parse().unwrap_or(value)
    };
    // A billionth of a step more, so that rounding never loses the last value.
    Ok((0..=(steps + 1e-9) as usize).map(value).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(settings: &[&str]) -> Result<Checked, Problems> {
        let set = settings.iter().map(|&text| text.to_owned()).collect();
        let settings = Settings {
            set,
            ..Settings::default()
        };
        settings.apply(&Scenario::default(), None)
    }

    #[test]
    fn settings_come_in_order() {
        let scenario = set(&[
            "seed=a",
            "seed=b = c",
            "platform.clusters.0.count=8",
            "workload.nodes=10, 90",
        ])
        .unwrap();
        assert_eq!(
            (scenario.seed.as_str(), scenario.platform.cluster_count()),
            ("b = c", 8)
        );
    }

    #[test]
    fn all_problems_are_reported() {
        let paths = set(&["workload", "title.x=1", "platform.clusters.7.nodes=3"]).unwrap_err();
        assert_eq!(paths.0.len(), 3, "{paths}");
        assert!(
            paths.0[0]
                .to_string()
                .starts_with("--set workload has no ="),
            "{paths}"
        );
        let values = set(&[
            "workload.bsbw_mpbs=3",
            "queue=lifo",
            "workload.runtime_s=-1",
        ])
        .unwrap_err();
        assert_eq!(values.0.len(), 3, "{values}");
        assert!(values.to_string().contains("bsbw_mbps"), "{values}");
    }

    #[test]
    fn shorthands() {
        let settings = Settings {
            set: vec!["schedulers.1.lslt=0.5".into()],
            scheduler: vec!["ideal".into(), "{\"policy\": \"b3\"}".into()],
            replications: Some("2".into()),
            seed: Some("7".into()),
            fresh_seed: false,
        };
        let scenario = settings
            .apply(&Scenario::default(), Some(json!([])))
            .unwrap();
        assert_eq!(
            scenario.scheduler_names(),
            ["ideal", "b3 (chunk 0.85, lslt 0.5)"]
        );
        assert_eq!(
            (scenario.experiment.replications, scenario.seed.as_str()),
            (2, "7")
        );
        assert_eq!(scenario.experiment.point_count(), 1);
    }

    #[test]
    fn a_shorthand_contradicts_what_gives_its_path() {
        let with = |set: &str| {
            let settings = Settings {
                set: vec![set.into()],
                scheduler: vec!["ideal".into()],
                replications: Some("2".into()),
                seed: Some("7".into()),
                fresh_seed: false,
            };
            settings.apply(&Scenario::default(), Some(json!([])))
        };
        for (set, option) in [
            ("seed=2", "--seed"),
            ("schedulers=[\"a1\"]", "--scheduler"),
            ("experiment.replications=3", "--replications"),
            (" experiment ={\"replications\": 3}", "--replications"),
        ] {
            let problems = with(set).unwrap_err();
            let said = format!("{option} stands beside --set");
            assert!(problems.to_string().starts_with(&said), "{problems}");
        }
        for set in [
            "schedulers.0.lslt=1",
            "experiment.warmup=none",
            "title=seed",
        ] {
            let said = with(set).map_err(|problems| problems.to_string());
            assert!(!said.is_err_and(|said| said.contains("beside")), "{set}");
        }
    }

    #[test]
    fn of_an_entry_that_was_not_written_only_what_is_set_is() {
        let settings = Settings {
            set: vec!["schedulers.1.lslt=0.5".into(), "seed=a".into()],
            ..Settings::default()
        };
        let mut written = Value::Null;
        settings.write_into(&mut written);
        let expected = json!({ "schedulers": [{}, { "lslt": 0.5 }], "seed": "a" });
        assert_eq!(written, expected);
    }

    /// One setting for every scheduler, and for those that another setting names.
    #[test]
    fn a_star_is_every_entry() {
        let all = set(&[
            r#"schedulers=["b3","first-fit"]"#,
            "schedulers.*.queue=easy",
        ])
        .unwrap();
        assert_eq!(all.schedulers.len(), 2);
        assert!(all.schedulers.iter().all(|own| own.common.queue.is_named()));
        assert!(set(&["platform.clusters.*.nodes=30"]).is_ok());
        assert!(set(&["platform.*.nodes=30"]).is_err());
    }

    #[test]
    fn broken_json_is_no_name() {
        let broken = set(&[r#"queue={"order":"sjf""#]).unwrap_err().to_string();
        assert!(
            broken.contains("begins like JSON and is none: EOF"),
            "{broken}"
        );
        assert!(set(&["title={x", r#"queue={"order":"sjf"}"#]).is_ok());
    }

    #[test]
    fn lists_and_ranges() {
        assert_eq!(numbers("200, 300,400"), Ok(vec![200.0, 300.0, 400.0]));
        assert_eq!(numbers("200..450:100"), Ok(vec![200.0, 300.0, 400.0]));
        assert_eq!(
            numbers("0.1..0.5:0.1,1"),
            Ok(vec![0.1, 0.2, 0.3, 0.4, 0.5, 1.0])
        );
        assert_eq!(numbers("5..1:-2"), Ok(vec![5.0, 3.0, 1.0]));
        for (text, wrong) in [
            (
                "5..1:1",
                "has a range that leads from 5 away from 1, in steps of 1",
            ),
            ("1..5:0", "has a range with steps of 0"),
            ("1..1000:1", "has a range of 1000 values"),
            ("1..5", "has the range 1..5 without a step"),
            ("sjf,fcfs", "has \"sjf\", which is no number"),
        ] {
            assert_eq!(numbers(text).unwrap_err(), wrong);
        }
        for wrong in [
            "",
            "x",
            "1,,2",
            "1..2",
            "1..2:0",
            "1..2:-1",
            "0..1e9:1",
            "nan",
            "inf",
            "1..inf:1",
            "0..1:1e-300",
        ] {
            assert!(numbers(wrong).is_err(), "{wrong}");
        }
        assert!(
            sweep(&["a=1".into(), "b".into(), "c=".into()])
                .unwrap_err()
                .0
                .len()
                == 2
        );
    }
}
