//! Scenarios that come with the program: the landing experiment, published figures, teaching cases.

use crate::base::problem::{Problem, Problems};
use crate::models::{registry, standard};
use crate::paper::{Preset, Presets};
use crate::scenario::{Checked, Scenario};
use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::OnceLock;

/// The presets of the program's own files.
static OWN: OnceLock<Vec<Preset>> = OnceLock::new();

/// The same with those that were [added](add).
static WITH_ADDED: OnceLock<Vec<Preset>> = OnceLock::new();

/// All presets in the order of the gallery: model by model, those of one source together.
pub fn all() -> &'static [Preset] {
    let own = || {
        let mut own = Vec::new();
        // Tests read each file: none is left out.
        for file in standard::PRESETS.iter().filter_map(|text| serde_json::from_str(text).ok()) {
            let _ = insert(&mut own, file);
        }
        own
    };
    WITH_ADDED.get().unwrap_or_else(|| OWN.get_or_init(own))
}

/// Adds the presets of files to those that are there: the page's when they have been fetched, or those of another crate's models, before any
/// is asked for. Presets that are there already are skipped.
///
/// # Errors
/// If another preset has the name of one of them, or others have been added before.
pub fn add(files: Vec<Presets>) -> Result<(), Problem> {
    let before = all();
    let mut with_added = before.to_vec();
    for file in sorted(files) {
        insert(&mut with_added, file)?;
    }
    if with_added.len() > before.len() {
        WITH_ADDED
            .set(with_added)
            .map_err(|_| Problem::new("presets", "cannot be added twice", "", "Add all files at once"))?;
        LAST.set(None);
    }
    Ok(())
}

/// Files in the order of their models, those of none first.
fn sorted(mut files: Vec<Presets>) -> Vec<Presets> {
    files.sort_by_key(|file| registry::current().place(&file.model));
    files
}

/// Inserts the presets of a file, each after the last one of its source: the gallery has one heading for each source.
fn insert(all: &mut Vec<Preset>, file: Presets) -> Result<(), Problem> {
    for preset in file.presets {
        match all.iter().find(|own| own.name == preset.name) {
            Some(own) if *own == preset => continue,
            Some(_) => return Err(taken("preset", &preset.name)),
            None => {}
        }
        let last = all.iter().rposition(|own| own.source == preset.source);
        all.insert(last.map_or(all.len(), |last| last + 1), preset);
    }
    Ok(())
}

/// The problem that something else has the same name.
pub(crate) fn taken(kind: &str, name: &str) -> Problem {
    Problem::new(
        format!("the {kind} {name}"),
        "is there already, and is another one",
        "",
        format!("Give the {kind} another name"),
    )
}

/// The preset of this name.
pub fn find(name: &str) -> Option<&'static Preset> {
    all().iter().find(|preset| preset.name == name)
}

/// The scenario of a preset.
///
/// # Errors
/// Whatever is wrong with it; nothing, of those that come with Metasched.
pub fn scenario(preset: &Preset) -> Result<Checked, Problems> {
    Scenario::from_value(&preset.scenario)
}

thread_local! {
    /// The scenario that [`matching`] was asked about last, with the answer: the page asks several times about one.
    static LAST: RefCell<Option<(Scenario, Option<&'static Preset>)>> = const { RefCell::new(None) };
}

/// The preset that is this scenario, if one is.
pub fn matching(own: &Scenario) -> Option<&'static Preset> {
    LAST.with_borrow_mut(|last| match last {
        Some((scenario, answer)) if scenario == own => *answer,
        _ => last.insert((own.clone(), found(own))).1,
    })
}

/// What stands behind the title of a preset where the scenario is not quite that preset any more: the title says what the figure of the preset
/// shows.
pub const CHANGED: &str = " (changed)";

/// The title of a scenario as it is shown; none if it has none and is no preset.
pub fn shown_title(own: &Scenario) -> Option<Cow<'_, str>> {
    match (matching(own), own.title.trim()) {
        (preset, "") => preset.map(|preset| preset.title.as_str().into()),
        (None, title) if all().iter().any(|preset| has_title(preset, &own.title)) => {
            Some(format!("{title}{CHANGED}").into())
        }
        (_, title) => Some(title.into()),
    }
}

/// Whether a preset's scenario has this title.
fn has_title(preset: &Preset, title: &str) -> bool {
    preset.scenario["title"].as_str().unwrap_or_default() == title
}

/// Checking a preset takes milliseconds: only one with the same title is checked.
fn found(own: &Scenario) -> Option<&'static Preset> {
    all().iter().find(|preset| has_title(preset, &own.title) && scenario(preset).is_ok_and(|preset| preset == *own))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Policy, Workload};
    use std::collections::BTreeSet;

    #[test]
    fn the_title_of_a_preset_is_marked_where_the_scenario_is_another() {
        let preset = find("teaching-saturation").unwrap();
        let mut own = Scenario::clone(&scenario(preset).unwrap());
        let title = own.title.clone();
        assert!(!title.is_empty());
        assert_eq!(shown_title(&own).unwrap(), title);
        own.experiment.replications += 1;
        assert_eq!(shown_title(&own).unwrap(), format!("{title} (changed)"));
        own.title = "My cluster".to_owned();
        assert_eq!(shown_title(&own).unwrap(), "My cluster");
        own.title.clear();
        assert_eq!(shown_title(&own), None);
    }

    #[test]
    fn all_are_sound_and_differ() {
        for (i, preset) in all().iter().enumerate() {
            let scenario = scenario(preset).unwrap_or_else(|problems| panic!("{}: {problems}", preset.name));
            assert_eq!(find(&preset.name), Some(preset));
            assert_eq!(matching(&scenario), Some(preset));
            assert!(all()[i + 1..].iter().all(|other| other.name != preset.name));
            assert!(preset.about.ends_with(['.', '?']));
        }
        assert_eq!(scenario(find("landing").unwrap()), Ok(Checked::default()));
    }

    #[test]
    fn every_file_is_read_and_sources_stand_together() {
        let files: Vec<Presets> = standard::PRESETS.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
        assert_eq!(files.iter().map(|file| file.presets.len()).sum::<usize>(), all().len());
        let models = registry::current().models();
        assert!(files.iter().all(|file| file.model.is_empty() || models.iter().any(|own| own.name == file.model)));
        let groups = all().chunk_by(|a, b| a.source == b.source);
        let sources: BTreeSet<&str> = groups.clone().map(|group| group[0].source.as_str()).collect();
        assert_eq!(sources.len(), groups.count());
    }

    /// In whatever order files come, presets have that of their models.
    #[test]
    fn presets_have_the_order_of_their_models_and_names_of_their_own() {
        let mut files: Vec<Presets> =
            standard::PRESETS.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
        files.reverse();
        assert_eq!(
            sorted(files.clone()).iter().map(|file| file.model.as_str()).collect::<Vec<_>>(),
            ["", "jones", "shih", "gehring", "vahdat", "carastan2017"]
        );
        let mut presets = all().to_vec();
        for file in files.clone() {
            insert(&mut presets, file).unwrap();
        }
        assert_eq!(presets, all());
        files[0].presets[0].title.push('!');
        let wrong = insert(&mut presets, files.remove(0)).unwrap_err().to_string();
        assert!(wrong.contains("carastan2017-lublin256 is there already"), "{wrong}");
    }

    /// Jobs to simulate: baselines do not depend on what is swept and are run once.
    #[test]
    fn the_landing_experiment_is_small() {
        let scenario = Scenario::default();
        let Workload::Synthetic(synthetic) = &scenario.workload else { panic!() };
        let points = scenario.experiment.point_count();
        let once = [
            Policy::named("no-share").unwrap(),
            Policy::named("migration-only").unwrap(),
            Policy::named("ideal").unwrap(),
        ];
        let runs: u64 = scenario.schedulers.iter().map(|s| if once.contains(&s.policy) { 1 } else { points }).sum();
        let jobs = synthetic.jobs_per_cluster
            * scenario.platform.cluster_count()
            * u64::from(scenario.experiment.replications)
            * runs;
        assert_eq!(runs, 3 + 3 * 7);
        assert!(jobs <= 3_000_000, "{jobs}");
    }
}
