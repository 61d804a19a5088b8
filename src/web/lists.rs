//! Adds, copies and removes entries of the scenario's lists, so that the scenario stays valid.

use crate::models::{Loads, registry, standard};
use crate::scenario::declared::{find, find_sweepable, table};
use crate::scenario::language::path;
use crate::scenario::{Checked, ClusterGroup, ClusterWorkload, Kind, Policy, Scenario, Scheduler, Sweep, Workload};
use crate::web::formulas;
use serde_json::json;

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

/// The scenario with one of its lists changed; `None` if the list or entry does not exist.
pub fn edited(scenario: &Scenario, list: &str, edit: ListEdit) -> Option<Scenario> {
    let mut new = scenario.clone();
    match list {
        "platform.clusters" => {
            let like_the_last = scenario.platform.clusters.last().cloned();
            let group = ClusterGroup { count: 1, ..like_the_last.unwrap_or_default() };
            change(&mut new.platform.clusters, edit, group)?;
        }
        "schedulers" => {
            let next = match edit {
                ListEdit::Write => formulas::scheduler()?,
                _ => unused(scenario),
            };
            change(&mut new.schedulers, edit, next)?;
            if let ListEdit::Copy(index) = edit {
                // Generated names differ automatically.
                let copy = new.schedulers.get_mut(index + 1)?;
                let label = copy.common.label.take();
                copy.common.label = label.map(|label| copy_of(&label, &scenario.schedulers));
            }
            let left = new.to_value();
            new.experiment.sweep.retain_mut(|sweep| {
                follow(&mut sweep.parameter, edit) && !path::places(&left, &sweep.parameter).is_empty()
            });
        }
        "experiment.sweep" => {
            let next = next_sweep(scenario);
            change(&mut new.experiment.sweep, edit, next.clone())?;
            if let ListEdit::Copy(index) = edit {
                // A parameter can be swept only once.
                *new.experiment.sweep.get_mut(index + 1)? = next;
            }
        }
        _ => match (&mut new.workload, list) {
            (Workload::Synthetic(own), "workload.clusters") => {
                change(&mut own.clusters, edit, ClusterWorkload::default())?
            }
            (Workload::Of(own), list) => {
                let name = list.strip_prefix("workload.")?;
                let mut written = own.write();
                let entries = written.get_mut(name)?.as_array_mut()?;
                // If entries contain only differences from the default, a new entry is empty.
                let mut declared = table().iter().filter(|own| own.path.starts_with(list));
                let differs = declared.all(|own| own.path == list || own.optional());
                let last = entries.last().filter(|_| !differs);
                let next = last.cloned().unwrap_or_else(|| json!({}));
                change(entries, edit, next)?;
                own.read(&written).then_some(())?;
            }
            _ => return None,
        },
    }
    Some(new)
}

fn change<T: Clone>(list: &mut Vec<T>, edit: ListEdit, next: T) -> Option<()> {
    match edit {
        ListEdit::Add | ListEdit::Write => list.push(next),
        ListEdit::Copy(index) => {
            let copy = list.get(index)?.clone();
            list.insert(index + 1, copy);
        }
        ListEdit::Remove(index) => {
            list.get(index)?;
            list.remove(index);
        }
    }
    Some(())
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

/// Updates the index in a swept `schedulers.N.…`; returns false if that scheduler was removed.
fn follow(parameter: &mut String, edit: ListEdit) -> bool {
    let Some((index, setting)) = parameter
        .strip_prefix("schedulers.")
        .and_then(|rest| rest.split_once('.'))
        .and_then(|(index, setting)| Some((index.parse::<usize>().ok()?, setting)))
    else {
        return true;
    };
    let moved = match edit {
        ListEdit::Remove(gone) if gone == index => return false,
        ListEdit::Remove(gone) if gone < index => index - 1,
        ListEdit::Copy(of) if of < index => index + 1,
        _ => index,
    };
    *parameter = format!("schedulers.{moved}.{setting}");
    true
}

/// Every path that a sweep can vary in this scenario: relevant parameters in the order of the form. A parameter of
/// several list entries is listed first with `*`, then for each entry.
pub fn sweepable(scenario: &Scenario) -> Vec<String> {
    let whole = scenario.to_value();
    let mut paths = Vec::new();
    for parameter in table().iter().filter(|parameter| parameter.sweepable()) {
        let given = |place: &String| path::get(&whole, place).is_some_and(|value| !value.is_null());
        let mut places = path::places(&whole, parameter.path);
        places.retain(given);
        if places.len() > 1 {
            places.insert(0, parameter.path.to_owned());
        }
        for place in places {
            match parameter.kind {
                Kind::Pair { .. } => paths.extend([format!("{place}.0"), format!("{place}.1")]),
                Kind::Constants { .. } => {
                    let here = path::get(&whole, &place).and_then(|own| own.as_object());
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
fn next_sweep(scenario: &Scenario) -> Sweep {
    let swept = |path: &String| {
        scenario
            .experiment
            .sweep
            .iter()
            .any(|sweep| path::covers(&sweep.parameter, path) || path::covers(path, &sweep.parameter))
    };
    let default = Sweep::default();
    if !swept(&default.parameter) {
        return default;
    }
    let favourites = ["workload.interarrival_s", "workload.compute_fraction", "platform.clusters.0.link_mbps"];
    let all = sweepable(scenario);
    let favourite = favourites.iter().map(|&path| path.to_owned()).filter(|path| all.contains(path));
    let path = favourite.chain(all.clone()).find(|path| !swept(path)).unwrap_or(default.parameter);
    Sweep { values: around(scenario, &path), parameter: path }
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

/// The scenario with the initial sweeps of a surface. Adds a default scheduler if none has the swept setting. Existing
/// sweeps of these parameters are kept. `None` if the result is invalid.
pub fn surface(scenario: &Scenario) -> Option<Checked> {
    let mut new = scenario.clone();
    let sweeps = surface_sweeps();
    let whole = new.to_value();
    let read = |own: &&Sweep| path::places(&whole, &own.parameter).is_empty();
    if let Some(setting) = sweeps.iter().find(read).and_then(|own| find(&own.parameter)) {
        let mut compared = standard::COMPARED.into_iter();
        let reading = compared.find(|policy| policy.reads(setting.name()));
        new.schedulers.extend(reading.map(Scheduler::of));
    }
    new.experiment.sweep = sweeps
        .into_iter()
        .map(|wanted| {
            let mut present = scenario.experiment.sweep.iter();
            let present = present.find(|own| own.parameter == wanted.parameter).cloned();
            present.unwrap_or(wanted)
        })
        .collect();
    new.check().ok()
}

/// Values around the present value of a parameter, within its range.
pub fn around(scenario: &Scenario, path: &str) -> Vec<f64> {
    let whole = scenario.to_value();
    let places = path::places(&whole, path);
    let present = places.first().and_then(|place| path::get(&whole, place));
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

    fn landing() -> Scenario {
        Scenario::default()
    }

    #[test]
    fn every_edit_of_every_list_gives_a_sound_scenario() {
        for list in ["platform.clusters", "schedulers", "workload.clusters", "experiment.sweep"] {
            let added = edited(&landing(), list, ListEdit::Add).unwrap();
            added.check().unwrap_or_else(|problems| panic!("{list}: {problems}"));
            let back = edited(&added, list, ListEdit::Remove(0)).unwrap();
            back.check().unwrap();
        }
        let written = edited(&landing(), "schedulers", ListEdit::Write).unwrap();
        written.check().unwrap();
        for list in ["platform.clusters", "schedulers"] {
            let copied = edited(&landing(), list, ListEdit::Copy(0)).unwrap();
            copied.check().unwrap();
        }
        assert_eq!(edited(&landing(), "schedulers", ListEdit::Remove(99)), None);
        assert_eq!(edited(&landing(), "seed", ListEdit::Add), None);
    }

    #[test]
    fn lists_of_models_can_be_edited() {
        for (model, list) in [("lublin99", "workload.streams"), ("jann97", "workload.classes")] {
            let scenario = landing().with("workload.model", &model.into()).unwrap();
            let added = edited(&scenario, list, ListEdit::Add).unwrap();
            let copied = edited(&added, list, ListEdit::Copy(0)).unwrap();
            let back = edited(&copied, list, ListEdit::Remove(0)).unwrap();
            for scenario in [added, copied, back] {
                scenario.check().unwrap();
            }
            assert_eq!(edited(&landing(), list, ListEdit::Add), None);
        }
    }

    #[test]
    fn schedulers_can_be_added_and_copied_many_times() {
        let mut scenario = landing();
        for _ in 0..19 {
            scenario = edited(&scenario, "schedulers", ListEdit::Add).unwrap();
        }
        for _ in 0..3 {
            scenario = edited(&scenario, "schedulers", ListEdit::Copy(3)).unwrap();
        }
        scenario.check().unwrap();
        assert_eq!(scenario.scheduler_names()[3..7], ["first-fit", "first-fit (2)", "first-fit (3)", "first-fit (4)"]);
        scenario.schedulers[3].common.label = Some("mine".to_owned());
        for _ in 0..2 {
            scenario = edited(&scenario, "schedulers", ListEdit::Copy(3)).unwrap();
        }
        scenario.check().unwrap();
        assert_eq!(scenario.scheduler_names()[3..6], ["mine", "mine (copy 2)", "mine (copy)"]);
        let text = r#"{"network": {"model": "cluster"}, "schedulers": ["grid-random"], "experiment": {"sweep": []}}"#;
        let mut grid = Scenario::from_json(text).unwrap().into_scenario();
        for _ in 0..6 {
            grid = edited(&grid, "schedulers", ListEdit::Add).unwrap();
        }
        grid.check().unwrap();
        assert_eq!(grid.scheduler_names()[4..], ["fuzzy", "grid-best-fit (2)", "grid-best-fit (3)"]);
    }

    #[test]
    fn a_sweep_follows_its_scheduler() {
        let mut scenario = landing();
        scenario.experiment.sweep = vec![Sweep { parameter: "schedulers.4.lslt".into(), values: vec![0.5, 1.0] }];
        let swept = |scenario: Option<Scenario>| {
            let scenario = scenario.unwrap();
            scenario.check().unwrap();
            scenario.experiment.sweep.first().map(|sweep| sweep.parameter.clone())
        };
        let after = |edit| swept(edited(&scenario, "schedulers", edit));
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
        scenario = edited(&scenario, "schedulers", ListEdit::Copy(4)).unwrap();
        scenario.schedulers[4].set("lslt", 0.8.into());
        assert!(sweepable(&scenario).contains(&star));
        assert_eq!(around(&scenario, &star), [0.4, 0.6, 0.8, 1.0, 1.2]);
        scenario.experiment.sweep = vec![Sweep { parameter: star.clone(), values: vec![0.5, 1.0] }];
        scenario.check().unwrap();
        let one = edited(&scenario, "schedulers", ListEdit::Remove(4)).unwrap();
        one.check().unwrap();
        assert_eq!(one.experiment.sweep.len(), 1);
        let none = edited(&one, "schedulers", ListEdit::Remove(4)).unwrap();
        none.check().unwrap();
        assert_eq!(none.experiment.sweep, []);
    }

    #[test]
    fn a_surface_sweeps_bandwidth_and_threshold() {
        let swept = |scenario: &Scenario| {
            let new = surface(scenario).unwrap();
            let sweeps = new.experiment.sweep.clone();
            let paths: Vec<String> = sweeps.iter().map(|own| own.parameter.clone()).collect();
            assert_eq!(paths, ["workload.bsbw_mbps", "schedulers.*.lslt"]);
            (new, sweeps)
        };
        let mut scenario = landing();
        scenario.experiment.sweep[0].values = vec![200.0, 900.0];
        let (new, sweeps) = swept(&scenario);
        assert_eq!((sweeps[0].values.len(), new.schedulers.len()), (2, 6));
        scenario.schedulers = vec![Scheduler::named("ideal").unwrap()];
        scenario.experiment.sweep.clear();
        let (new, sweeps) = swept(&scenario);
        assert_eq!((sweeps[0].values.len(), new.schedulers.len()), (7, 2));
        assert_eq!(new.schedulers[1].policy, Policy::named("b3").unwrap());
        // The maximum number of schedulers, none of them with a threshold.
        scenario.schedulers =
            (0..32).map(|index| Scheduler::default().with("label", Some(index.to_string()))).collect();
        assert_eq!(surface(&scenario), None);
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
