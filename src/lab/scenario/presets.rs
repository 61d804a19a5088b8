//! Scenarios that come with the program: the landing experiment, published figures, teaching cases.

use crate::base::problem::Problems;
use crate::models::registry;
use crate::paper::{Preset, PublishedPoint};
use crate::scenario::{Checked, Scenario};
use serde::de::Error;
use serde_json::Value;
use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::OnceLock;

/// The presets that were read from a file.
static READ: OnceLock<Vec<Preset>> = OnceLock::new();

/// All presets in the order of the gallery: those of the models, or where they are not compiled in those that were [read], if they have come.
pub fn all() -> &'static [Preset] {
    READ.get().map_or_else(|| registry::current().presets(), Vec::as_slice)
}

/// The presets as a file, for programs without them: a list of eight texts for each.
pub fn file() -> String {
    let texts = |own: &Preset| {
        let published = PublishedPoint::lines(own.published);
        Value::from_iter([own.name, own.title, own.source, own.about, own.measure, own.tab, &published, own.text])
    };
    Value::from_iter(all().iter().map(texts)).to_string()
}

/// Takes the presets from the [file](file()) that the program `presets` writes.
///
/// # Errors
/// If it is no such file.
pub fn read(file: &str) -> serde_json::Result<()> {
    let texts: Vec<[String; 8]> = serde_json::from_str(file)?;
    // Presets live as long as the program.
    let preset = |texts: [String; 8]| {
        let [name, title, source, about, measure, tab, published, text] =
            texts.map(|text| &*Box::leak(text.into_boxed_str()));
        let published =
            PublishedPoint::read(published).ok_or_else(|| serde_json::Error::custom("a published point is none"))?;
        Ok(Preset { name, title, source, about, measure, tab, published, text })
    };
    let presets: serde_json::Result<_> = texts.into_iter().map(preset).collect();
    READ.get_or_init({
        let presets = presets?;
        || presets
    });
    LAST.set(None);
    Ok(())
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
    Scenario::from_json(preset.text)
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
        (preset, "") => preset.map(|preset| preset.title.into()),
        (None, title) if all().iter().any(|preset| has_title(preset, &own.title)) => {
            Some(format!("{title}{CHANGED}").into())
        }
        (_, title) => Some(title.into()),
    }
}

/// Whether a preset's scenario has this title.
fn has_title(preset: &Preset, title: &str) -> bool {
    match title.is_empty() {
        true => !preset.text.contains("\"title\""),
        false => preset.text.contains(&Value::from(title).to_string()),
    }
}

/// Checking a preset takes milliseconds: only one with the same title is checked.
fn found(own: &Scenario) -> Option<&'static Preset> {
    all().iter().find(|preset| has_title(preset, &own.title) && scenario(preset).is_ok_and(|preset| preset == *own))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Policy, Workload};

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
            assert_eq!(find(preset.name), Some(preset));
            assert_eq!(matching(&scenario), Some(preset));
            assert!(all()[i + 1..].iter().all(|other| other.name != preset.name));
            assert!(preset.about.ends_with(['.', '?']));
        }
        assert_eq!(scenario(find("landing").unwrap()), Ok(Checked::default()));
    }

    #[test]
    fn presets_go_through_a_file() {
        let before = all();
        read(&file()).unwrap();
        assert_eq!(all(), before);
        assert_ne!(all().as_ptr(), before.as_ptr());
        assert!(read("[[\"a\"]]").is_err());
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
