//! Scenarios that come with the program: the landing experiment, published figures, teaching cases.

use crate::base::problem::Problems;
use crate::models::registry;
use crate::paper::Preset;
use crate::scenario::{Checked, Scenario, Scheduler};
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

/// The preset that is this scenario, if one is. Reading a preset takes a millisecond, so only those are read that may be it.
pub fn matching(own: &Scenario) -> Option<&'static Preset> {
    let usual = Scenario::default();
    let mut presets = all().iter().filter(|preset| may_be(preset, own, &usual));
    presets.find(|preset| scenario(preset).is_ok_and(|preset| preset == *own))
}

/// Whether replications, number and names of policies and what is varied are in the text of a preset, where they are not the usual ones.
fn may_be(preset: &Preset, own: &Scenario, usual: &Scenario) -> bool {
    let text: String = preset.text.split_whitespace().collect();
    let named = |name: &str| text.contains(&format!("\"{name}\""));
    let replications = own.experiment.replications;
    let sweep = &own.experiment.sweep;
    let of_usual_policy = |own: &Scheduler| own.policy == Scheduler::default().policy;
    let as_many = || {
        let whole: Value = serde_json::from_str(preset.text).unwrap_or_default();
        let count = whole["schedulers"].as_array().map(Vec::len);
        count.is_none_or(|count| count == own.schedulers.len())
    };
    (replications == usual.experiment.replications
        || text.contains(&format!("\"replications\":{replications}")))
        && (own.schedulers == usual.schedulers
            || (own.schedulers.iter()).all(|own| of_usual_policy(own) || named(own.policy.name())))
        && (*sweep == usual.experiment.sweep
            || match sweep.is_empty() {
                true => text.contains("\"sweep\":[]"),
                false => sweep.iter().all(|own| named(&own.parameter)),
            })
        && as_many()
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
