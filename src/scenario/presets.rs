//! Scenarios that come with the program: the landing experiment, published figures, teaching cases.

use super::Scenario;
use crate::base::problem::Problems;

/// A scenario with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Name in links and on the command line: `jones2005-fig9`.
    pub name: &'static str,
    /// A few words for the gallery.
    pub title: &'static str,
    /// Where it comes from, empty if it is our own.
    pub source: &'static str,
    /// One sentence: what it shows.
    pub about: &'static str,
    /// The scenario as JSON.
    pub text: &'static str,
}

impl Preset {
    /// The scenario itself.
    pub fn scenario(&self) -> Result<Scenario, Problems> {
        Scenario::from_json(self.text)
    }
}

/// J5 in the documentation.
const JONES_2005: &str = "Jones et al., Characterization of bandwidth-aware meta-schedulers for co-allocating jobs \
                          across multiple clusters, 2005";

const ALL: &[Preset] = &[
    Preset {
        name: "landing",
        title: "Turnaround against bandwidth",
        source: "",
        about: "Six schedulers on four clusters of 100 nodes: co-allocation pays until its traffic fills the links.",
        text: include_str!("presets/landing.json"),
    },
    Preset {
        name: "jones2005-baselines",
        title: "Jones 2005, section 6, baselines",
        source: JONES_2005,
        about: "The platform and the jobs on which the bandwidth-aware schedulers were compared, with their baselines.",
        text: include_str!("presets/jones2005-baselines.json"),
    },
    Preset {
        name: "jones2005-fig9",
        title: "Jones 2005, figure 9: two clusters",
        source: JONES_2005,
        about: "At which bandwidth does First-fit stop beating Migration only and No share, on two clusters?",
        text: include_str!("presets/jones2005-fig9.json"),
    },
    Preset {
        name: "jones2005-fig10",
        title: "Jones 2005, figure 10: four clusters",
        source: JONES_2005,
        about: "At which bandwidth does First-fit stop beating Migration only and No share, on four clusters?",
        text: include_str!("presets/jones2005-fig10.json"),
    },
    Preset {
        name: "jones2005-fig11",
        title: "Jones 2005, figure 11: eight clusters",
        source: JONES_2005,
        about: "At which bandwidth does First-fit stop beating Migration only and No share, on eight clusters?",
        text: include_str!("presets/jones2005-fig11.json"),
    },
    Preset {
        name: "teaching-two-clusters",
        title: "Forty jobs on two clusters",
        source: "",
        about: "Small enough to follow every job in the Gantt chart: who waits, who migrates, who is co-allocated.",
        text: include_str!("presets/teaching-two-clusters.json"),
    },
    Preset {
        name: "teaching-saturation",
        title: "Beyond saturation",
        source: "",
        about: "First-fit ignores the links: past a bandwidth its own traffic slows it down until the queue grows without bound.",
        text: include_str!("presets/teaching-saturation.json"),
    },
];

/// All presets in the order of the gallery.
pub fn all() -> &'static [Preset] {
    ALL
}

/// The preset of this name.
pub fn find(name: &str) -> Option<&'static Preset> {
    ALL.iter().find(|preset| preset.name == name)
}

/// The preset that is this scenario, if one is.
pub fn matching(scenario: &Scenario) -> Option<&'static Preset> {
    ALL.iter()
        .find(|preset| preset.scenario().as_ref() == Ok(scenario))
}

#[cfg(test)]
mod tests {
    use super::super::{Policy, Workload};
    use super::*;

    #[test]
    fn all_are_sound_and_differ() {
        for (i, preset) in all().iter().enumerate() {
            let scenario = preset
                .scenario()
                .unwrap_or_else(|problems| panic!("{}: {problems}", preset.name));
            assert_eq!(find(preset.name), Some(preset));
            assert_eq!(matching(&scenario), Some(preset));
            assert!(all()[i + 1..].iter().all(|other| other.name != preset.name));
            assert!(preset.about.ends_with(['.', '?']));
        }
        assert_eq!(find("landing").unwrap().scenario(), Ok(Scenario::default()));
    }

    /// Jobs to simulate: baselines do not depend on what is swept and are run once.
    #[test]
    fn the_landing_experiment_is_small() {
        let scenario = Scenario::default();
        let Workload::Synthetic(synthetic) = &scenario.workload else {
            panic!()
        };
        let points = scenario.experiment.point_count();
        let once = [Policy::NoShare, Policy::MigrationOnly, Policy::Ideal];
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
