//! Changes to a scenario by the command line: `--set` and its shorthands.

use crate::base::problem::{Problem, Problems};
use crate::cli::input::names;
use crate::cli::session::Messages;
use crate::models::standard::ONE_QUEUE_POLICY;
use crate::parameter::json::shortened;
use crate::scenario::declared;
use crate::scenario::language::path;
use crate::scenario::queue::names as queue_names;
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

    /// Compare these schedulers instead of the scenario's. Repeatable: a policy, the queue of a single machine (easy), or JSON with settings.
    ///
    /// For example --scheduler first-fit --scheduler '{"policy": "b3", "lslt": 0.8}'.
    #[arg(long, value_name = "NAME", value_parser = names::POLICIES, hide_possible_values = true)]
    scheduler: Vec<String>,

    /// Run everything N times, each time on other jobs: short for --set experiment.replications=N.
    #[arg(long, value_name = "N")]
    replications: Option<String>,

    /// Seed of the random numbers, any text: short for --set seed=TEXT.
    #[arg(long, value_name = "TEXT")]
    seed: Option<String>,

    /// Draw a seed, and print it on standard error: --seed with it gives the same numbers again.
    #[arg(long, conflicts_with = "seed")]
    fresh_seed: bool,
}

/// A dotted path and its new value.
type Setting = (String, Value);

impl Settings {
    /// Settings that come only from `--set`, `--seed` and `--fresh-seed`.
    pub fn new(set: Vec<String>, seed: Option<String>, fresh_seed: bool) -> Settings {
        Settings { set, seed, fresh_seed, ..Settings::default() }
    }

    /// True if there are no settings.
    pub fn is_empty(&self) -> bool {
        self.set.is_empty()
            && self.scheduler.is_empty()
            && self.replications.is_none()
            && self.seed.is_none()
            && !self.fresh_seed
    }

    /// True if `--set` gives this path, or a part of the scenario that contains it.
    pub fn gives(&self, path: &str) -> bool {
        let set = self.set.iter().filter_map(|text| text.split_once('=')).map(|(set, _)| set.trim());
        set.filter_map(|set| path.strip_prefix(set)).any(|rest| rest.is_empty() || rest.starts_with('.'))
    }

    /// Reports the seed that was drawn for a scenario with these settings; `None` if none was drawn.
    pub fn drawn_seed(&self, messages: Messages, scenario: &Scenario) -> Option<String> {
        self.fresh_seed.then(|| {
            let seed = String::clone(&scenario.seed);
            messages.note(&format!("seed: {seed} (drawn; give it again with --seed {seed})"));
            seed
        })
    }

    /// Applies the settings to the scenario; `sweep`, if given, replaces its sweep.
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
        for (place, text) in [("experiment.replications", &self.replications), ("seed", &seed)] {
            let value = text.as_ref().map(|text| path::value_from_text(place, text));
            settings.extend(value.map(|value| (place.to_owned(), value)));
        }
        for text in &self.set {
            match setting(text) {
                Ok(setting) => settings.push(setting),
                Err(problem) => problems.push(problem),
            }
        }
        // The errors of all paths are collected first, because one error would hide the errors after it.
        let mut whole = scenario.to_value();
        let mut each = Vec::new();
        for (place, value) in settings {
            for place in every_entry(&whole, &place) {
                problems.extend(path::set(&mut whole, &place, value.clone()).err());
                each.push((place, value.clone()));
            }
        }
        let settings = each.iter().map(|(place, value)| (place.as_str(), value.clone()));
        if !problems.is_empty() {
            return Err(Problems(problems));
        }
        scenario.with_all(settings)
    }

    /// Writes the values of `--scheduler` and `--set` into the JSON of a scenario. The values are valid, because they
    /// were [applied](Settings::apply) before.
    pub fn write_into(&self, written: &mut Value) {
        if !written.is_object() {
            *written = json!({});
        }
        if !self.scheduler.is_empty() {
            let list: Vec<Value> = self.scheduler.iter().map(|name| scheduler(name)).collect();
            written["schedulers"] = list.into();
        }
        for (place, value) in self.set.iter().filter_map(|text| setting(text).ok()) {
            for place in every_entry(written, &place) {
                begin_list(written, &place);
                // If the file does not contain the list, the list has its default value, and the entry may not exist in
                // the JSON. Then nothing is written.
                let _ = path::set(written, &place, value.clone());
            }
        }
    }

    /// Rejects a shorthand option if `--set` gives the same path or a path above it.
    fn refuse_contradictions(&self, sweep: Option<&Value>) -> Result<(), Problems> {
        let over = sweep.and_then(Value::as_array);
        let shorthands = [
            ("--seed", "seed", self.seed.is_some()),
            ("--fresh-seed", "seed", self.fresh_seed),
            ("--scheduler", "schedulers", !self.scheduler.is_empty()),
            ("--replications", "experiment.replications", self.replications.is_some()),
            ("--over", "experiment.sweep", over.is_some_and(|sweeps| !sweeps.is_empty())),
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

/// Replaces a path such as `schedulers.*.lslt` by the paths of all entries; a path without a star stays as it is.
fn every_entry(given: &Value, place: &str) -> Vec<String> {
    let list = place.split_once(".*.").and_then(|(list, rest)| {
        let entries = path::get(given, list)?.as_array()?.len();
        Some((0..entries).map(move |at| format!("{list}.{at}.{rest}")))
    });
    list.map_or_else(|| vec![place.to_owned()], Iterator::collect)
}

/// Creates missing entries of a list (as `{}`), so that the path `place` exists.
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
        Problem::new("--fresh-seed", format!("cannot be drawn: {error}"), "", "Give a seed of your own with --seed")
    })
}

/// The scheduler that is named: JSON with settings, a policy, or a queue of which no job leaves its cluster.
fn scheduler(name: &str) -> Value {
    let name = name.trim();
    let object = name.starts_with('{').then(|| serde_json::from_str(name).ok());
    object.flatten().unwrap_or_else(|| match queue_names().contains(&name) {
        true => json!({ "policy": ONE_QUEUE_POLICY.name(), "queue": name }),
        false => Value::from(name),
    })
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
    // If a path leads to an object, its value must be given as JSON.
    let broken = declared::find(path).is_none().then(|| broken_json(format!("--set {}", shortened(text, 60)), value));
    match broken.flatten() {
        Some(problem) => Err(problem),
        None => Ok((path.to_owned(), path::value_from_text(path, value))),
    }
}

/// The problem with a text that begins like a JSON object but is not valid JSON.
fn broken_json(place: String, text: &str) -> Option<Problem> {
    let text = text.trim();
    let error = text.starts_with('{').then(|| serde_json::from_str::<Value>(text).err())??;
    Some(Problem::new(
        place,
        format!("begins like JSON and is none: {error}"),
        r#"JSON such as {"order": "sjf"}"#,
        "Put it right there; quotes around all of it keep the shell from changing it",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(settings: &[&str]) -> Result<Checked, Problems> {
        let set = settings.iter().map(|&text| text.to_owned()).collect();
        let settings = Settings { set, ..Settings::default() };
        settings.apply(&Scenario::default(), None)
    }

    #[test]
    fn settings_come_in_order() {
        let scenario = set(&["seed=a", "seed=b = c", "platform.clusters.0.count=8", "workload.nodes=10, 90"]).unwrap();
        assert_eq!((scenario.seed.as_str(), scenario.platform.cluster_count()), ("b = c", 8));
    }

    #[test]
    fn all_problems_are_reported() {
        let paths = set(&["workload", "title.x=1", "platform.clusters.7.nodes=3"]).unwrap_err();
        assert_eq!(paths.0.len(), 3, "{paths}");
        assert!(paths.0[0].to_string().starts_with("--set workload has no ="), "{paths}");
        let values = set(&["workload.bsbw_mpbs=3", "queue=lifo", "workload.runtime_s=-1"]).unwrap_err();
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
        let scenario = settings.apply(&Scenario::default(), Some(json!([]))).unwrap();
        assert_eq!(scenario.scheduler_names(), ["ideal", "b3 (chunk 0.85, lslt 0.5)"]);
        assert_eq!((scenario.experiment.replications, scenario.seed.as_str()), (2, "7"));
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
        for set in ["schedulers.0.lslt=1", "experiment.warmup=none", "title=seed"] {
            let said = with(set).map_err(|problems| problems.to_string());
            assert!(!said.is_err_and(|said| said.contains("beside")), "{set}");
        }
    }

    #[test]
    fn of_an_entry_that_was_not_written_only_what_is_set_is() {
        let settings = Settings { set: vec!["schedulers.1.lslt=0.5".into(), "seed=a".into()], ..Settings::default() };
        let mut written = Value::Null;
        settings.write_into(&mut written);
        let expected = json!({ "schedulers": [{}, { "lslt": 0.5 }], "seed": "a" });
        assert_eq!(written, expected);
    }

    /// A path with a star sets the value for all schedulers, including schedulers that a different setting has given.
    #[test]
    fn a_star_is_every_entry() {
        let all = set(&[r#"schedulers=["b3","first-fit"]"#, "schedulers.*.queue=easy"]).unwrap();
        assert_eq!(all.schedulers.len(), 2);
        assert!(all.schedulers.iter().all(|own| own.common.queue.is_named()));
        assert!(set(&["platform.clusters.*.nodes=30"]).is_ok());
        assert!(set(&["platform.*.nodes=30"]).is_err());
    }

    #[test]
    fn broken_json_is_no_name() {
        let broken = set(&[r#"queue={"order":"sjf""#]).unwrap_err().to_string();
        assert!(broken.contains("begins like JSON and is none: EOF"), "{broken}");
        assert!(set(&["title={x", r#"queue={"order":"sjf"}"#]).is_ok());
    }
}
