//! Scenarios that come with the program: the landing experiment, published figures, teaching cases.

use crate::base::problem::Problems;
use crate::scenario::Scenario;

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
    /// Name of the measure that its figure shows; empty: mean turnaround.
    pub measure: &'static str,
    /// The scenario as JSON.
    pub text: &'static str,
}

impl Preset {
    /// The scenario itself.
    pub fn scenario(&self) -> Result<Scenario, Problems> {
        Scenario::from_json(self.text)
    }
}

/// Our own: no source.
const OWN: &str = "";
/// J4 in the documentation.
const JONES_2004: &str = "Jones et al., Job communication characterization and its impact on meta-scheduling co-allocated \
                          jobs in a mini-grid, 2004";
/// J5 in the documentation.
const JONES_2005: &str = "Jones et al., Characterization of bandwidth-aware meta-schedulers for co-allocating jobs \
                          across multiple clusters, 2005";
/// S in the documentation.
const SHIH_2013: &str = "Shih et al., TLA: Temporal look-ahead processor allocation method for heterogeneous multi-cluster \
                         systems, 2013";

/// G in the documentation.
const GEHRING_1999: &str =
    "Gehring and Preiß, Scheduling a metacomputer with uncooperative sub-schedulers, 1999";

/// V in the documentation.
const VAHDAT: &str =
    "Vahdat-Nejad and Monsefi, Static parallel job scheduling in computational grids";

/// A preset of this name, with the scenario in the file of the same name, and the measure that it is about if that is another one.
macro_rules! preset {
    ($name:literal, $title:literal, $source:expr, $about:literal $(, $measure:literal)?) => {
        Preset {
            name: $name,
            title: $title,
            source: $source,
            about: $about,
            measure: concat!($($measure)?),
            text: include_str!(concat!("presets/", $name, ".json")),
        }
    };
}

const ALL: &[Preset] = &[
    preset!(
        "landing",
        "Turnaround against bandwidth",
        OWN,
        "Six schedulers on four clusters of 100 nodes: co-allocation pays until its traffic fills the links."
    ),
    preset!(
        "teaching-two-clusters",
        "Forty jobs on two clusters",
        OWN,
        "Small enough to follow every job in the Gantt chart: who waits, who migrates, who is co-allocated."
    ),
    preset!(
        "teaching-saturation",
        "Beyond saturation",
        OWN,
        "First-fit ignores the links: past a bandwidth its own traffic slows it down until the queue grows without bound."
    ),
    preset!(
        "teaching-sites",
        "Two sites behind a thin core",
        OWN,
        "Two clusters a site: where the core link is thin, First-fit drowns it, and a threshold keeps the others afloat."
    ),
    preset!(
        "teaching-sharing",
        "Quiet and loud jobs on the same links",
        OWN,
        "Half of the clusters have jobs that hardly talk: equal bandwidth for all protects them, equal shares do not."
    ),
    preset!(
        "teaching-backfilling",
        "Backfilling: estimates and promises",
        OWN,
        "Filling gaps halves the wait. Full links make jobs outlast exact estimates: reservations are missed; a fifth more keeps them."
    ),
    preset!(
        "teaching-surface",
        "Bandwidth × threshold",
        OWN,
        "Two parameters at once, in the tab Surface: how high the threshold of the links should be depends on the bandwidth."
    ),
    preset!(
        "look-ahead-co-allocation",
        "Look-ahead co-allocation",
        OWN,
        "A look ahead at nodes and links tells when to spread a job and when to wait: it beats A1 and B3 at every bandwidth."
    ),
    preset!(
        "jones2004-fig5",
        "Figure 5: four clusters",
        JONES_2004,
        "How much more a job waits if the slowdown by shared links is computed, and not assumed to be a fixed penalty."
    ),
    preset!(
        "jones2004-fig7",
        "Figure 7: eight clusters",
        JONES_2004,
        "The same on eight clusters, where migration alone gains more and co-allocation may cost less."
    ),
    preset!(
        "jones2005-fig9",
        "Figure 9: two clusters",
        JONES_2005,
        "At which bandwidth does First-fit stop beating Migration only and No share, on two clusters?"
    ),
    preset!(
        "jones2005-fig10",
        "Figure 10: four clusters",
        JONES_2005,
        "At which bandwidth does First-fit stop beating Migration only and No share, on four clusters?"
    ),
    preset!(
        "jones2005-fig11",
        "Figure 11: eight clusters",
        JONES_2005,
        "At which bandwidth does First-fit stop beating Migration only and No share, on eight clusters?"
    ),
    preset!(
        "jones2005-baselines",
        "Section 6: baselines",
        JONES_2005,
        "The platform and the jobs on which the bandwidth-aware schedulers were compared, with their baselines."
    ),
    preset!(
        "jones2005-fig13",
        "Figure 13: First-fit, A1, B1",
        JONES_2005,
        "Who looks at the links before co-allocating is ahead from 300 Mbps on."
    ),
    preset!(
        "jones2005-fig14",
        "Figure 14: A1",
        JONES_2005,
        "A1 knows what a job will demand: bandwidth × threshold."
    ),
    preset!(
        "jones2005-fig15",
        "Figure 15: B1",
        JONES_2005,
        "B1, largest free first: bandwidth × threshold."
    ),
    preset!(
        "jones2005-fig16",
        "Figure 16: B2",
        JONES_2005,
        "B2, least saturated link first: bandwidth × threshold."
    ),
    preset!(
        "jones2005-fig17",
        "Figure 17: B4",
        JONES_2005,
        "B4, load-balancing: bandwidth × threshold."
    ),
    preset!(
        "jones2005-fig18",
        "Figure 18: B3, chunk 70 %",
        JONES_2005,
        "B3 with a big chunk of 70 %: bandwidth × threshold."
    ),
    preset!(
        "jones2005-fig19",
        "Figure 19: B3, chunk 80 %",
        JONES_2005,
        "B3 with a big chunk of 80 %: bandwidth × threshold."
    ),
    preset!(
        "jones2005-fig20",
        "Figure 20: B3, chunk 85 %",
        JONES_2005,
        "B3 with a big chunk of 85 %: bandwidth × threshold."
    ),
    preset!(
        "jones2005-fig21",
        "Figure 21: B3, chunk 90 %",
        JONES_2005,
        "B3 with a big chunk of 90 %: bandwidth × threshold."
    ),
    preset!(
        "jones2005-fig22",
        "Figure 22: at threshold 100 %",
        JONES_2005,
        "A1 and B1 to B4 between Migration only and Ideal, against bandwidth."
    ),
    preset!(
        "jones2005-fig23",
        "Figure 23: chunks at threshold 100 %",
        JONES_2005,
        "How big should the big chunk of B3 be, against bandwidth?"
    ),
    preset!(
        "jones2005-fig24",
        "Figure 24: low bandwidth",
        JONES_2005,
        "A1 and B1 to B4 against the threshold, for jobs of 300 Mbps."
    ),
    preset!(
        "jones2005-fig25",
        "Figure 25: high bandwidth",
        JONES_2005,
        "A1 and B1 to B4 against the threshold, for jobs of 800 Mbps."
    ),
    preset!(
        "jones2005-fig26",
        "Figure 26: chunks at low bandwidth",
        JONES_2005,
        "The chunks of B3 against the threshold, for jobs of 300 Mbps."
    ),
    preset!(
        "jones2005-fig27",
        "Figure 27: chunks at high bandwidth",
        JONES_2005,
        "The chunks of B3 against the threshold, for jobs of 800 Mbps."
    ),
    preset!(
        "jones2005-chunk",
        "Section 6.3: limits of the chunk",
        JONES_2005,
        "From a chunk of nothing, which is B1, to a chunk of everything, which is Migration only."
    ),
    preset!(
        "jones2005-table1",
        "Table 1: cost of a decision",
        JONES_2005,
        "The run from which decisions about co-allocation are taken and timed."
    ),
    preset!(
        "shih2013-table1",
        "Table 1: two clusters of nine",
        SHIH_2013,
        "The clusters of the example, with jobs drawn at random: where does looking ahead pay?"
    ),
    preset!(
        "shih2013-table4-a1",
        "Table 4, A1: SDSC SP2 on five equal clusters",
        SHIH_2013,
        "The log of the San Diego SP2 on 5 × 128 nodes: load × heterogeneity."
    ),
    preset!(
        "shih2013-table4-a2",
        "Table 4, A2: SDSC SP2 on unequal clusters",
        SHIH_2013,
        "The log of the San Diego SP2 on 128, 128, 128, 50 and 8 nodes: load × heterogeneity."
    ),
    preset!(
        "shih2013-table4-b1",
        "Table 4, B1: DAS2 on five equal clusters",
        SHIH_2013,
        "The logs of five clusters of DAS2, merged by submission, on 5 × 144 nodes: load × heterogeneity."
    ),
    preset!(
        "shih2013-table4-b2",
        "Table 4, B2: DAS2 on unequal clusters",
        SHIH_2013,
        "The logs of five clusters of DAS2, merged by submission, on 144 and 4 × 64 nodes: load × heterogeneity."
    ),
    preset!(
        "shih2013-table4-c1",
        "Table 4, C1: ANL Intrepid on five clusters",
        SHIH_2013,
        "The log of Intrepid on 5 × 163 840 nodes: load × heterogeneity."
    ),
    preset!(
        "shih2013-table4-c2",
        "Table 4, C2: ANL Intrepid on twenty clusters",
        SHIH_2013,
        "The log of Intrepid on 20 × 8192 nodes, larger jobs split: load × heterogeneity."
    ),
    preset!(
        "shih2013-table4-d1",
        "Table 4, D1: Lublin 99 on five clusters",
        SHIH_2013,
        "Jobs of the model on 5 × 128 nodes: load × heterogeneity."
    ),
    preset!(
        "shih2013-table4-d2",
        "Table 4, D2: Lublin 99 on ten clusters",
        SHIH_2013,
        "Jobs of the model on 10 × 128 nodes: load × heterogeneity."
    ),
    preset!(
        "shih2013-table4-e1",
        "Table 4, E1: like Feitelson 96 on five clusters",
        SHIH_2013,
        "Jobs of the model on 5 × 128 nodes: load × heterogeneity."
    ),
    preset!(
        "shih2013-table4-e2",
        "Table 4, E2: like Feitelson 96 on three clusters",
        SHIH_2013,
        "Jobs of the model on 3 × 128 nodes: load × heterogeneity."
    ),
    preset!(
        "shih2013-table4-f1",
        "Table 4, F1: Jann 97 on five clusters",
        SHIH_2013,
        "Jobs of the model on 5 × 322 nodes: load × heterogeneity."
    ),
    preset!(
        "shih2013-table4-f2",
        "Table 4, F2: Jann 97 on eight clusters",
        SHIH_2013,
        "Jobs of the model on 8 × 322 nodes: load × heterogeneity."
    ),
    preset!(
        "shih2013-fig8",
        "Figure 8: inaccurate estimates",
        SHIH_2013,
        "How much of TLA is left if users are wrong by up to a factor of 1024?"
    ),
    preset!(
        "shih2013-fig10",
        "Figure 10: simulation depth",
        SHIH_2013,
        "How far TLA must look ahead."
    ),
    preset!(
        "shih2013-fig11",
        "Figure 11: decisions by depth",
        SHIH_2013,
        "The run whose decisions are looked at once more, at all depths."
    ),
    preset!(
        "shih2013-fig12",
        "Figure 12: simulation policy",
        SHIH_2013,
        "Which simple policy serves best within the look-ahead?"
    ),
    preset!(
        "shih2013-fig13",
        "Figure 13: allocation depth",
        SHIH_2013,
        "How many decisions one look ahead may fix."
    ),
    preset!(
        "gehring1999-fig5",
        "Figure 5: full control",
        GEHRING_1999,
        "Five meta-schedulers plan all requests of 32 machines, more and more of them: where would a metacomputer be at its best?"
    ),
    preset!(
        "gehring1999-fig6",
        "Figure 6: the real world",
        GEHRING_1999,
        "Machines with queues of their own: without control, and with rounds of planning between which they are left alone."
    ),
    preset!(
        "gehring1999-fig7",
        "Figure 7: local requests",
        GEHRING_1999,
        "The runs of figure 6, with an eye on those who never asked for a metacomputer.",
        "local_turnaround_s"
    ),
    preset!(
        "gehring1999-controls",
        "What control is worth",
        GEHRING_1999,
        "One planner, FCFS, under full, limited and minimum control by either trigger, and under none: what does it do to everybody's wait?"
    ),
    preset!(
        "gehring1999-descriptions",
        "Wrong descriptions",
        GEHRING_1999,
        "Run times are described wrongly, half too long, half too short: what becomes of plans that never move?"
    ),
    preset!(
        "vahdat-scenario1",
        "Scenario I: 10 clusters, 20 jobs",
        VAHDAT,
        "Homes send jobs to the clusters of a grid: which rule gets them done soonest?"
    ),
    preset!(
        "vahdat-scenario2",
        "Scenario II: 30 clusters, 50 jobs",
        VAHDAT,
        "The same on a larger grid."
    ),
    preset!(
        "vahdat-weights",
        "Weights: does 0.5/0.2/0.3 win?",
        VAHDAT,
        "Scenario II under 26 choices of the three weights: shown as a triangle."
    ),
    preset!(
        "vahdat-stale",
        "Stale state",
        VAHDAT,
        "Homes decide on what they last heard of the others: how old may it be?"
    ),
    preset!(
        "vahdat-load",
        "Fuzzy under load",
        VAHDAT,
        "Thousands of jobs, more and more often: who still keeps up?"
    ),
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
    use super::*;
    use crate::scenario::{Policy, Workload};

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
