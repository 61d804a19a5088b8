//! Presets, the scenarios of the program: the landing experiment, published figures, teaching cases.

use crate::base::problem::{Problem, Problems};
use crate::models::{registry, standard};
use crate::paper::{Preset, Presets};
use crate::scenario::{Checked, Scenario};
use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::OnceLock;

/// Presets of the program's own files.
static OWN: OnceLock<Vec<Preset>> = OnceLock::new();

/// Presets of the program's own files, and the [added](add) ones.
static WITH_ADDED: OnceLock<Vec<Preset>> = OnceLock::new();

/// All presets in the order of the gallery: by model, presets of one source together.
pub fn all() -> &'static [Preset] {
    let own = || {
        let mut own = Vec::new();
        // Tests read every file, so no file is skipped here.
        for file in standard::PRESETS.iter().filter_map(|text| serde_json::from_str(text).ok()) {
            let _ = insert(&mut own, file);
        }
        own
    };
    WITH_ADDED.get().unwrap_or_else(|| OWN.get_or_init(own))
}

/// Adds presets of files that the page has fetched, or of models in another crate, before any preset is used. Presets that exist already are skipped.
///
/// # Errors
/// A different preset has the same name, or presets were added before.
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

/// Files in the order of their models; files without a model first.
fn sorted(mut files: Vec<Presets>) -> Vec<Presets> {
    files.sort_by_key(|file| registry::current().place(&file.model));
    files
}

/// Inserts each preset of a file after the last preset of its source: the gallery has one heading per source.
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

/// The problem that something different of this `kind` (such as a preset) already has this name.
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

/// Name of the preset that the page opens with.
pub const OPENING: &str = "cliff";

/// The scenario that the page opens with.
pub fn opening() -> Checked {
    find(OPENING).and_then(|preset| scenario(preset).ok()).unwrap_or_default()
}

/// True for the scenario that the page opens with.
pub fn is_opening(own: &Scenario) -> bool {
    matching(own).is_some_and(|preset| preset.name == OPENING)
}

/// Scenario of a preset.
///
/// # Errors
/// Problems of the preset. The program's own presets have none.
pub fn scenario(preset: &Preset) -> Result<Checked, Problems> {
    Scenario::from_value(&preset.scenario)
}

thread_local! {
    /// The last scenario given to [`matching`], with the result for this scenario. The page asks several times about
    /// the same scenario.
    static LAST: RefCell<Option<(Scenario, Option<&'static Preset>)>> = const { RefCell::new(None) };
}

/// The preset with this scenario; `None` without one.
pub fn matching(own: &Scenario) -> Option<&'static Preset> {
    LAST.with_borrow_mut(|last| match last {
        Some((scenario, answer)) if scenario == own => *answer,
        _ => last.insert((own.clone(), found(own))).1,
    })
}

/// Suffix of a preset's title when the scenario was changed, because the title describes the figure of the unchanged
/// preset.
pub const CHANGED: &str = " (changed)";

/// Title to show for a scenario; `None` if it has no title and is not a preset.
pub fn shown_title(own: &Scenario) -> Option<Cow<'_, str>> {
    match (matching(own), own.title.trim()) {
        (preset, "") => preset.map(|preset| preset.title.as_str().into()),
        (None, title) if all().iter().any(|preset| has_title(preset, &own.title)) => {
            Some(format!("{title}{CHANGED}").into())
        }
        (_, title) => Some(title.into()),
    }
}

/// True if a preset's scenario has this title.
fn has_title(preset: &Preset, title: &str) -> bool {
    preset.scenario["title"].as_str().unwrap_or_default() == title
}

/// The preset with this scenario. To check a preset takes milliseconds, so only presets with the title of the scenario
/// are checked.
fn found(own: &Scenario) -> Option<&'static Preset> {
    all().iter().find(|preset| has_title(preset, &own.title) && scenario(preset).is_ok_and(|preset| preset == *own))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Policy, Synthetic};
    use serde_json::json;
    use std::collections::BTreeSet;

    #[test]
    fn the_title_of_a_preset_is_marked_where_the_scenario_is_another() {
        let preset = find("teaching-saturation").unwrap();
        let mut own = Scenario::clone(&scenario(preset).unwrap());
        let title = String::clone(&own.title);
        assert!(!title.is_empty());
        assert_eq!(shown_title(&own).unwrap(), title);
        own.set([("experiment.replications", json!(99))]);
        assert_eq!(shown_title(&own).unwrap(), format!("{title} (changed)"));
        own.set([("title", json!("My cluster"))]);
        assert_eq!(shown_title(&own).unwrap(), "My cluster");
        own.set([("title", json!(""))]);
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
        assert!(is_opening(&opening()) && !is_opening(&Scenario::default()));
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

    /// The presets are in the order of their models, in whatever order their files arrive.
    #[test]
    fn presets_have_the_order_of_their_models_and_names_of_their_own() {
        let mut files: Vec<Presets> =
            standard::PRESETS.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
        files.reverse();
        assert_eq!(
            sorted(files.clone()).iter().map(|file| file.model.as_str()).collect::<Vec<_>>(),
            ["", "jones", "shih", "gehring", "vahdat", "koala", "carastan2017"]
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

    /// Number of jobs to simulate. Baselines do not depend on the swept parameters and run once.
    #[test]
    fn the_landing_experiment_is_small() {
        let scenario = Scenario::default();
        let synthetic = scenario.workload.of::<Synthetic>().unwrap();
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
