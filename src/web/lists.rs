//! Adds, copies and removes entries of the scenario's lists, so that the scenario stays valid.

use crate::base::problem::Problems;
use crate::models::{Loads, registry, standard};
use crate::scenario::declared::{find, find_sweepable, table};
use crate::scenario::language::path::{self, Values};
use crate::scenario::{Checked, Detail, Kind, Part, Policy, Scenario, Scheduler, Sweep};
use crate::web::formulas;
use serde_json::{Value, json};

/// Path of the load that jobs are scaled to.
const LOAD: &str = "workload.load";
/// Values of a new sweep of the load. Above them most schedulers no longer keep up with the arrivals.
const LOADS: [f64; 5] = [0.5, 0.6, 0.7, 0.8, 0.9];

/// A change of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListEdit {
    /// Append an entry that is valid together with the existing ones.
    Add,
    /// Append a scheduler with a formula of the user.
    Write,
    /// Insert a copy after an entry.
    Copy(usize),
    /// Remove an entry.
    Remove(usize),
}

/// The scenario with one of its lists changed, or its problems; `None` if there is no such list or entry.
pub fn edited(scenario: &Scenario, list: &str, edit: ListEdit) -> Option<Result<Checked, Problems>> {
    let mut new = scenario.to_value();
    let entries = path::get_mut(&mut new, list)?.as_array_mut()?;
    let last = entries.last().cloned();
    let next = match list {
        "platform.clusters" => {
            let mut group = last.unwrap_or_else(|| json!({}));
            group["count"] = json!(1);
            group
        }
        "schedulers" => {
            let next = match edit {
                ListEdit::Write => formulas::scheduler()?,
                _ => unused(scenario),
            };
            Part::from(next).values().clone()
        }
        "experiment.sweep" => next_sweep(scenario),
        _ => {
            // If all settings of an entry are optional, a new entry begins empty; otherwise it begins as a copy of the
            // last entry.
            let mut declared = table().iter().filter(|own| own.path.starts_with(list));
            let differs = declared.all(|own| own.path == list || own.optional());
            last.filter(|_| !differs).unwrap_or_else(|| json!({}))
        }
    };
    match edit {
        ListEdit::Add | ListEdit::Write => entries.push(next),
        ListEdit::Copy(index) => {
            let mut copy = entries.get(index)?.clone();
            match list {
                // A parameter can be swept only once, so the copy of a sweep varies another parameter.
                "experiment.sweep" => copy = next,
                // A scheduler with a label gets another label; names without labels are made distinct automatically.
                "schedulers" => {
                    let label = copy["label"].as_str().map(|label| copy_of(label, &scenario.schedulers));
                    copy["label"] = label.into();
                }
                _ => {}
            }
            entries.insert(index + 1, copy);
        }
        ListEdit::Remove(index) => {
            entries.get(index)?;
            entries.remove(index);
        }
    }
    if list == "schedulers" {
        let mut sweeps = new["experiment"]["sweep"].take();
        sweeps.as_array_mut()?.retain_mut(|sweep| {
            let moved = sweep["parameter"].as_str().and_then(|parameter| followed(parameter, edit));
            let moved = moved.filter(|moved| !path::places(&new, moved).is_empty());
            sweep["parameter"] = moved.clone().into();
            moved.is_some()
        });
        new["experiment"]["sweep"] = sweeps;
    }
    Some(Scenario::from_value(&new))
}

/// A scheduler that is not in the list yet: the first unused policy that works with the network; if there is none, a
/// policy with an unused value of the number in its name.
fn unused(scenario: &Scenario) -> Scheduler {
    let schedulers = &scenario.schedulers;
    let grid = scenario.network.model.info().loads == Loads::OwnCluster;
    let unlabelled = |own: &Scheduler| {
        let mut own = own.clone();
        own.common.label = None;
        own
    };
    let known = |new: &Scheduler| schedulers.iter().any(|own| unlabelled(own) == *new);
    let suiting = || {
        let all = Policy::all().iter().copied();
        all.filter(move |policy| policy.is_grid() || !grid)
    };
    let varied = suiting().flat_map(|policy| {
        let named = policy.info().always_named.iter();
        let numbers = named.filter_map(|name| {
            let kind = registry::current().setting(name)?.kind;
            let Kind::Number { max, .. } = kind else {
                return None;
            };
            Some((*name, max))
        });
        numbers.flat_map(move |(name, most)| {
            let parts = (1..=20).rev();
            parts.map(move |part| Scheduler::of(policy).with(name, most * f64::from(part) / 20.0))
        })
    });
    let usual = match grid {
        true => suiting().next().unwrap_or(standard::POLICY),
        false => standard::POLICY,
    };
    suiting().map(Scheduler::of).chain(varied).find(|new| !known(new)).unwrap_or_else(|| Scheduler::of(usual))
}

/// "mine (copy)", with a free number if necessary.
fn copy_of(label: &str, schedulers: &[Scheduler]) -> String {
    let label: String = label.chars().take(45).collect();
    let label = label.split(" (copy").next().unwrap_or(&label);
    let taken = |copy: &String| schedulers.iter().any(|own| own.common.label.as_ref() == Some(copy));
    let free = |copy: &String| !taken(copy);
    let numbered = (2..=99).map(|number| format!("{label} (copy {number})"));
    std::iter::once(format!("{label} (copy)")).chain(numbered).find(free).unwrap_or_default()
}

/// The path of a swept parameter after an edit of the list of schedulers; `None` if the edit removes the scheduler of
/// the parameter.
fn followed(parameter: &str, edit: ListEdit) -> Option<String> {
    let rest = parameter.strip_prefix("schedulers.").and_then(|rest| rest.split_once('.'));
    let Some((index, setting)) = rest.and_then(|(index, setting)| Some((index.parse::<usize>().ok()?, setting))) else {
        return Some(parameter.to_owned());
    };
    let moved = match edit {
        ListEdit::Remove(gone) if gone == index => return None,
        ListEdit::Remove(gone) if gone < index => index - 1,
        ListEdit::Copy(of) if of < index => index + 1,
        _ => index,
    };
    Some(format!("schedulers.{moved}.{setting}"))
}

/// All paths that a sweep can vary in this scenario: the relevant parameters in the order of the form. If several
/// entries of a list have the parameter, the path of all entries, with `*`, comes first, then the path of each entry.
pub fn sweepable(scenario: &Scenario) -> Vec<String> {
    let mut paths = Vec::new();
    for parameter in table().iter().filter(|parameter| parameter.sweepable()) {
        // A load can be swept although the scenario takes the jobs as they are.
        let given = |place: &String| parameter.path == LOAD || scenario.at(place).is_some_and(|value| !value.is_null());
        let mut places = path::places(scenario, parameter.path);
        places.retain(given);
        if places.len() > 1 {
            places.insert(0, parameter.path.to_owned());
        }
        for place in places {
            match parameter.kind {
                Kind::Pair { .. } => paths.extend([format!("{place}.0"), format!("{place}.1")]),
                Kind::Constants { .. } => {
                    let here = scenario.at(&place).and_then(|own| own.as_object());
                    let names = here.into_iter().flat_map(|own| own.keys());
                    paths.extend(names.map(|name| format!("{place}.{name}")));
                }
                _ => paths.push(place),
            }
        }
    }
    paths
}

/// A sweep of the first parameter that is not swept yet, around its present value.
fn next_sweep(scenario: &Scenario) -> Value {
    let swept = |path: &String| {
        scenario
            .experiment
            .sweep
            .iter()
            .any(|sweep| path::covers(&sweep.parameter, path) || path::covers(path, &sweep.parameter))
    };
    let default = Sweep::default();
    if scenario.workload.is_log() && !swept(&LOAD.to_owned()) {
        return json!({ "parameter": LOAD, "values": LOADS });
    }
    if !swept(&default.parameter) {
        return json!({ "parameter": default.parameter, "values": default.values });
    }
    let favourites = ["workload.interarrival_s", "workload.compute_fraction", "platform.clusters.0.link_mbps"];
    let all = sweepable(scenario);
    let favourite = favourites.iter().map(|&path| path.to_owned()).filter(|path| all.contains(path));
    let path = favourite.chain(all.clone()).find(|path| !swept(path)).unwrap_or(default.parameter);
    json!({ "parameter": path, "values": around(scenario, &path) })
}

/// The initial two sweeps of a surface.
fn surface_sweeps() -> [Sweep; 2] {
    let (parameter, values) = standard::SURFACE;
    let second = Sweep { parameter: parameter.to_owned(), values: values.to_vec() };
    [Sweep::default(), second]
}

/// Labels of the parameters that a surface varies initially: "BSBW × LSLT".
pub fn surface_words() -> String {
    let labels = surface_sweeps().map(|own| find(&own.parameter).map_or("", |own| own.label));
    labels.join(" × ")
}

/// The scenario with the two initial sweeps of a surface. If no scheduler has a swept setting, adds a default scheduler
/// that has it. Existing sweeps of the two parameters are kept. `None` if the result is invalid.
pub fn surface(scenario: &Scenario) -> Option<Checked> {
    let sweeps = surface_sweeps();
    let mut settings = Vec::new();
    let read = |own: &&Sweep| path::places(scenario, &own.parameter).is_empty();
    if let Some(setting) = sweeps.iter().find(read).and_then(|own| find(&own.parameter)) {
        let mut compared = standard::COMPARED.into_iter();
        let reading = compared.find(|policy| policy.reads(setting.name()));
        let place = format!("schedulers.{}", scenario.schedulers.len());
        settings.extend(reading.map(|policy| (place, json!(policy.name()))));
    }
    let sweeps = sweeps.into_iter().map(|wanted| {
        let mut present = scenario.experiment.sweep.iter();
        let present = present.find(|own| own.parameter == wanted.parameter).cloned();
        let Sweep { parameter, values } = present.unwrap_or(wanted);
        json!({ "parameter": parameter, "values": values })
    });
    settings.push(("experiment.sweep".to_owned(), sweeps.collect()));
    scenario.with_all(settings.iter().map(|(place, value)| (place.as_str(), value.clone()))).ok()
}

/// The scenario with a sweep of the load, in place of its other sweeps. `None` if the result is invalid.
pub fn load_sweep(scenario: &Scenario) -> Option<Checked> {
    let sweep = json!([{ "parameter": LOAD, "values": LOADS }]);
    // Single jobs of so many runs could be too many.
    scenario.with_all([("experiment.sweep", sweep), ("experiment.detail", Detail::Means.name().into())]).ok()
}

/// A number of a scenario, with the range of its slider.
#[derive(Clone, Debug, PartialEq)]
pub struct Slider {
    /// Path of the number.
    pub path: String,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Distance between two positions.
    pub step: f64,
    /// If the parameter is swept: index of its sweep, and its values. The slider then moves from value to value, and its range are their indices.
    pub swept: Option<(usize, Vec<f64>)>,
}

/// The numbers of a scenario that a slider can move: those that are swept, the load, and the others that can be swept.
pub fn sliders(scenario: &Scenario) -> Vec<Slider> {
    let sweeps = &scenario.experiment.sweep;
    let swept = |path: &str| sweeps.iter().any(|own| path::covers(&own.parameter, path));
    let mut all = sweepable(scenario);
    all.retain(|path| !path.contains('*') && !swept(path));
    all.sort_by_key(|path| path != LOAD);
    let over = |(at, own): (usize, &Sweep)| {
        let high = own.values.len().checked_sub(1).filter(|last| *last > 0)? as f64;
        Some(Slider { path: own.parameter.clone(), low: 0.0, high, step: 1.0, swept: Some((at, own.values.clone())) })
    };
    let swept = sweeps.iter().enumerate().filter_map(over);
    swept.chain(all.into_iter().filter_map(|path| slider(scenario, path))).collect()
}

/// The slider of a number: over its usual range, or from a quarter to the double of its present value.
fn slider(scenario: &Scenario, path: String) -> Option<Slider> {
    let parameter = find_sweepable(&path)?;
    let (min, max, step) = match parameter.kind {
        Kind::Number { min, max, step } => (min, max, step),
        Kind::Integer { min, max, step } => (min as f64, max as f64, step as f64),
        _ => return None,
    };
    let around = || {
        let present = scenario.at(&path)?.as_f64().filter(|present| *present > 0.0)?;
        let low = ((present / 4.0 / step).floor() * step).max(min);
        Some((low, ((present * 2.0 / step).ceil() * step).min(max)))
    };
    let (low, high) = parameter.usual.or_else(around)?;
    (low < high).then_some(Slider { path, low, high, step, swept: None })
}

/// Values around the present value of a parameter, within its range.
pub fn around(scenario: &Scenario, path: &str) -> Vec<f64> {
    if path == LOAD && scenario.at(path).is_none_or(Value::is_null) {
        return LOADS.to_vec();
    }
    let places = path::places(scenario, path);
    let present = places.first().and_then(|place| scenario.at(place));
    let present = present.and_then(|value| value.as_f64()).unwrap_or(1.0);
    let (low, high, whole) = match find_sweepable(path).map(|parameter| parameter.kind) {
        Some(Kind::Number { min, max, .. }) => (min, max, false),
        Some(Kind::Integer { min, max, .. } | Kind::Pair { min, max }) => (min as f64, max as f64, true),
        _ => (f64::MIN, f64::MAX, false),
    };
    let mut values: Vec<f64> = [0.5, 0.75, 1.0, 1.25, 1.5]
        .iter()
        .map(|factor| {
            let value = (factor * present).clamp(low, high);
            if whole { value.round() } else { (value * 1e6).round() / 1e6 }
        })
        .collect();
    values.dedup();
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    fn landing() -> Checked {
        Checked::default()
    }

    fn after(scenario: &Scenario, list: &str, edit: ListEdit) -> Checked {
        edited(scenario, list, edit).unwrap().unwrap_or_else(|problems| panic!("{list}: {problems}"))
    }

    #[test]
    fn a_slider_moves_a_number_that_is_not_swept() {
        let all = sliders(&landing());
        let of = |path: &str| all.iter().find(|own| own.path == path).map(|own| (own.low, own.high, own.step));
        assert_eq!(all[1].path, "workload.load", "although the jobs are taken as they are");
        assert_eq!(of("workload.load"), Some((0.1, 1.2, 0.05)));
        assert_eq!(of("workload.compute_fraction"), Some((0.0, 1.0, 0.05)));
        let first = all.first().and_then(|own| Some((own.path.as_str(), own.high, own.swept.as_ref()?)));
        let sweep = &landing().experiment.sweep[0];
        let values = (0, sweep.values.clone());
        assert_eq!(first, Some(("workload.bsbw_mbps", sweep.values.len() as f64 - 1.0, &values)));
        // A quarter and the double of 1000 Mbps.
        let (low, high, _) = of("platform.clusters.0.link_mbps").unwrap();
        assert_eq!((low, high), (200.0, 2000.0));
        // Each position is allowed.
        for own in all.iter().filter(|own| own.swept.is_none()) {
            for value in [own.low, own.high] {
                assert!(landing().with(&own.path, &value.into()).is_ok(), "{}: {value}", own.path);
            }
        }
    }

    #[test]
    fn every_edit_of_every_list_gives_a_sound_scenario() {
        for list in ["platform.clusters", "schedulers", "workload.clusters", "experiment.sweep"] {
            let added = after(&landing(), list, ListEdit::Add);
            after(&added, list, ListEdit::Remove(0));
        }
        after(&landing(), "schedulers", ListEdit::Write);
        for list in ["platform.clusters", "schedulers"] {
            after(&landing(), list, ListEdit::Copy(0));
        }
        assert!(edited(&landing(), "schedulers", ListEdit::Remove(99)).is_none());
        assert!(edited(&landing(), "seed", ListEdit::Add).is_none());
    }

    #[test]
    fn lists_of_models_can_be_edited() {
        for (model, list) in [("lublin99", "workload.streams"), ("jann97", "workload.classes")] {
            let scenario = landing().with("workload.model", &model.into()).unwrap();
            let added = after(&scenario, list, ListEdit::Add);
            let copied = after(&added, list, ListEdit::Copy(0));
            assert_eq!(after(&copied, list, ListEdit::Remove(0)), added);
            assert!(edited(&landing(), list, ListEdit::Add).is_none());
        }
    }

    #[test]
    fn schedulers_can_be_added_and_copied_many_times() {
        let mut scenario = landing();
        for _ in 0..19 {
            scenario = after(&scenario, "schedulers", ListEdit::Add);
        }
        for _ in 0..3 {
            scenario = after(&scenario, "schedulers", ListEdit::Copy(3));
        }
        assert_eq!(scenario.scheduler_names()[3..7], ["first-fit", "first-fit (2)", "first-fit (3)", "first-fit (4)"]);
        scenario = scenario.with("schedulers.3.label", &json!("mine")).unwrap();
        for _ in 0..2 {
            scenario = after(&scenario, "schedulers", ListEdit::Copy(3));
        }
        assert_eq!(scenario.scheduler_names()[3..6], ["mine", "mine (copy 2)", "mine (copy)"]);
        let text = r#"{"network": {"model": "cluster"}, "schedulers": ["grid-random"], "experiment": {"sweep": []}}"#;
        let mut grid = Scenario::from_json(text).unwrap();
        for _ in 0..6 {
            grid = after(&grid, "schedulers", ListEdit::Add);
        }
        assert_eq!(grid.scheduler_names()[4..], ["fuzzy", "grid-best-fit (2)", "grid-best-fit (3)"]);
    }

    fn swept(scenario: &Scenario, parameter: &str, values: [f64; 2]) -> Checked {
        scenario.with("experiment.sweep", &json!([{ "parameter": parameter, "values": values }])).unwrap()
    }

    #[test]
    fn a_sweep_follows_its_scheduler() {
        let scenario = swept(&landing(), "schedulers.4.lslt", [0.5, 1.0]);
        let after = |edit| {
            let new = after(&scenario, "schedulers", edit);
            new.experiment.sweep.first().map(|sweep| sweep.parameter.clone())
        };
        assert_eq!(after(ListEdit::Remove(0)).as_deref(), Some("schedulers.3.lslt"));
        assert_eq!(after(ListEdit::Remove(5)).as_deref(), Some("schedulers.4.lslt"));
        assert_eq!(after(ListEdit::Remove(4)), None);
        assert_eq!(after(ListEdit::Copy(0)).as_deref(), Some("schedulers.5.lslt"));
    }

    #[test]
    fn a_star_is_offered_for_several_and_stays_while_it_applies() {
        let mut scenario = landing();
        let star = "schedulers.*.lslt".to_owned();
        assert!(!sweepable(&scenario).contains(&star));
        scenario = after(&scenario, "schedulers", ListEdit::Copy(4));
        scenario = scenario.with("schedulers.4.lslt", &json!(0.8)).unwrap();
        assert!(sweepable(&scenario).contains(&star));
        assert_eq!(around(&scenario, &star), [0.4, 0.6, 0.8, 1.0, 1.2]);
        scenario = swept(&scenario, &star, [0.5, 1.0]);
        let one = after(&scenario, "schedulers", ListEdit::Remove(4));
        assert_eq!(one.experiment.sweep.len(), 1);
        let none = after(&one, "schedulers", ListEdit::Remove(4));
        assert_eq!(none.experiment.sweep, []);
    }

    #[test]
    fn a_surface_sweeps_bandwidth_and_threshold() {
        let sweeps = |scenario: &Scenario| {
            let new = surface(scenario).unwrap();
            let sweeps = new.experiment.sweep.clone();
            let paths: Vec<String> = sweeps.iter().map(|own| own.parameter.clone()).collect();
            assert_eq!(paths, ["workload.bsbw_mbps", "schedulers.*.lslt"]);
            (new, sweeps)
        };
        let scenario = swept(&landing(), "workload.bsbw_mbps", [200.0, 900.0]);
        let (new, both) = sweeps(&scenario);
        assert_eq!((both[0].values.len(), new.schedulers.len()), (2, 6));
        let settings = [("schedulers", json!(["ideal"])), ("experiment.sweep", json!([]))];
        let (new, both) = sweeps(&scenario.with_all(settings).unwrap());
        assert_eq!((both[0].values.len(), new.schedulers.len()), (7, 2));
        assert_eq!(new.schedulers[1].policy, Policy::named("b3").unwrap());
        // A scenario with the maximum number of schedulers, all without a threshold.
        let many: Value = (0..32).map(|index| json!({ "policy": "first-fit", "label": index.to_string() })).collect();
        let many = scenario.with_all([("schedulers", many), ("experiment.sweep", json!([]))]).unwrap();
        assert_eq!(surface(&many), None);
    }

    #[test]
    fn the_load_of_a_log_can_always_be_swept() {
        let log = json!({ "model": "swf", "path": "a.swf" });
        let scenario = landing().with_all([("workload", log), ("experiment.sweep", json!([]))]).unwrap();
        assert!(sweepable(&scenario).contains(&LOAD.to_owned()));
        let added = after(&scenario, "experiment.sweep", ListEdit::Add);
        assert_eq!(added.experiment.sweep[0], Sweep { parameter: LOAD.to_owned(), values: LOADS.to_vec() });
        assert_eq!(load_sweep(&scenario), Some(added));
        assert_eq!(around(&scenario, LOAD), LOADS);
        let scaled = scenario.with(LOAD, &json!(0.4)).unwrap();
        assert_eq!(around(&scaled, LOAD), [0.2, 0.3, 0.4, 0.5, 0.6]);
    }

    #[test]
    fn only_what_matters_can_be_swept() {
        let paths = sweepable(&landing());
        assert!(paths.contains(&"workload.nodes.1".to_owned()));
        assert!(paths.contains(&"schedulers.4.chunk".to_owned()));
        assert!(!paths.contains(&"schedulers.0.chunk".to_owned()), "no share has no chunk");
        assert!(!paths.contains(&"network.penalty".to_owned()));
        assert!(!paths.contains(&"workload.runtime_cv".to_owned()));
        assert_eq!(around(&landing(), "workload.nodes.0"), [5.0, 8.0, 10.0, 13.0, 15.0]);
        assert_eq!(around(&landing(), "workload.compute_fraction"), [0.35, 0.525, 0.7, 0.875, 1.0]);
    }
}
