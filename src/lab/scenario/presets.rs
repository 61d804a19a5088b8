//! Scenarios that come with the program: the landing experiment, published figures, teaching cases.

use crate::base::problem::Problems;
use crate::models::registry;
use crate::paper::Preset;
use crate::scenario::{Checked, Scenario};
use serde_json::Value;

/// All presets in the order of the gallery.
pub fn all() -> &'static [Preset] {
    registry::current().presets()
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

/// The preset that is this scenario, if one is. Checking a preset takes a millisecond: only those with the same outline are.
pub fn matching(own: &Scenario) -> Option<&'static Preset> {
    let usual = Scenario::default();
    let mut presets = all().iter();
    presets.find(|preset| {
        outline(preset, &usual) == outline_of(own)
            && scenario(preset).is_ok_and(|preset| preset == *own)
    })
}

/// What tells most scenarios apart: replications, number of schedulers, and what is varied.
type Outline = (u64, usize, Vec<String>);

fn outline_of(scenario: &Scenario) -> Outline {
    let experiment = &scenario.experiment;
    let varied = experiment.sweep.iter().map(|own| own.parameter.clone());
    let replications = experiment.replications.into();
    (replications, scenario.schedulers.len(), varied.collect())
}

/// That of a preset, whose text is not checked for it; what it does not say is as usual.
fn outline(preset: &Preset, usual: &Scenario) -> Outline {
    let whole: Value = serde_json::from_str(preset.text).unwrap_or_default();
    let (mut replications, mut schedulers, mut varied) = outline_of(usual);
    if let Some(number) = whole["experiment"]["replications"].as_u64() {
        replications = number;
    }
    if let Some(list) = whole["schedulers"].as_array() {
        schedulers = list.len();
    }
    if let Some(list) = whole["experiment"]["sweep"].as_array() {
        let name = |own: &Value| own["parameter"].as_str().map(str::to_owned);
        varied = list.iter().filter_map(name).collect();
    }
    (replications, schedulers, varied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Policy, Workload};

    #[test]
    fn all_are_sound_and_differ() {
        for (i, preset) in all().iter().enumerate() {
            let scenario =
                scenario(preset).unwrap_or_else(|problems| panic!("{}: {problems}", preset.name));
            assert_eq!(find(preset.name), Some(preset));
            assert_eq!(matching(&scenario), Some(preset));
            assert!(all()[i + 1..].iter().all(|other| other.name != preset.name));
            assert!(preset.about.ends_with(['.', '?']));
        }
        assert_eq!(scenario(find("landing").unwrap()), Ok(Checked::default()));
    }

    /// Jobs to simulate: baselines do not depend on what is swept and are run once.
    #[test]
    fn the_landing_experiment_is_small() {
        let scenario = Scenario::default();
        let Workload::Synthetic(synthetic) = &scenario.workload else {
            panic!()
        };
        let points = scenario.experiment.point_count();
        let once = [
            Policy::named("no-share").unwrap(),
            Policy::named("migration-only").unwrap(),
            Policy::named("ideal").unwrap(),
        ];
        let runs: u64 = scenario
            .schedulers
            .iter()
            .map(|s| if once.contains(&s.policy) { 1 } else { points })
            .sum();
        let jobs = synthetic.jobs_per_cluster
            * scenario.platform.cluster_count()
            * u64::from(scenario.experiment.replications)
            * runs;
        assert_eq!(runs, 3 + 3 * 7);
        assert!(jobs <= 3_000_000, "{jobs}");
    }
}
