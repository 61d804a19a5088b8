//! The figures and tables of Jones et al.

use super::jones2005::{LIMITS, MIGRATION_ONLY};
use crate::paper::{Preset, preset};

/// J4 in the documentation.
const JONES_2004: &str = "Jones et al., Job communication characterization and its impact on meta-scheduling co-allocated \
                          jobs in a mini-grid, 2004";
/// J5 in the documentation.
const JONES_2005: &str = "Jones et al., Characterization of bandwidth-aware meta-schedulers for co-allocating jobs \
                          across multiple clusters, 2005";

/// In the order of the gallery.
pub const PRESETS: &[Preset] = &[
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
        "On eight clusters migration alone gains more than on four, so that co-allocation may cost less before it loses."
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
        "The platform and the jobs on which the bandwidth-aware schedulers were compared, with their baselines.",
        published: LIMITS
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
        "A1 knows what a job will demand: bandwidth × threshold.",
        tab: "surface"
    ),
    preset!(
        "jones2005-fig15",
        "Figure 15: B1",
        JONES_2005,
        "B1, largest free first: bandwidth × threshold.",
        tab: "surface"
    ),
    preset!(
        "jones2005-fig16",
        "Figure 16: B2",
        JONES_2005,
        "B2, least saturated link first: bandwidth × threshold.",
        tab: "surface"
    ),
    preset!(
        "jones2005-fig17",
        "Figure 17: B4",
        JONES_2005,
        "B4, load-balancing: bandwidth × threshold.",
        tab: "surface"
    ),
    preset!(
        "jones2005-fig18",
        "Figure 18: B3, chunk 70 %",
        JONES_2005,
        "B3 with a big chunk of 70 %: bandwidth × threshold.",
        tab: "surface"
    ),
    preset!(
        "jones2005-fig19",
        "Figure 19: B3, chunk 80 %",
        JONES_2005,
        "B3 with a big chunk of 80 %: bandwidth × threshold.",
        tab: "surface"
    ),
    preset!(
        "jones2005-fig20",
        "Figure 20: B3, chunk 85 %",
        JONES_2005,
        "B3 with a big chunk of 85 %: bandwidth × threshold.",
        tab: "surface"
    ),
    preset!(
        "jones2005-fig21",
        "Figure 21: B3, chunk 90 %",
        JONES_2005,
        "B3 with a big chunk of 90 %: bandwidth × threshold.",
        tab: "surface"
    ),
    preset!(
        "jones2005-fig22",
        "Figure 22: at threshold 100 %",
        JONES_2005,
        "A1 and B1 to B4 between Migration only and Ideal, against bandwidth.",
        published: LIMITS
    ),
    preset!(
        "jones2005-fig23",
        "Figure 23: chunks at threshold 100 %",
        JONES_2005,
        "How big should the big chunk of B3 be, against bandwidth?",
        published: &[MIGRATION_ONLY]
    ),
    preset!(
        "jones2005-fig24",
        "Figure 24: low bandwidth",
        JONES_2005,
        "A1 and B1 to B4 against the threshold, for jobs of 300 Mbps.",
        published: LIMITS
    ),
    preset!(
        "jones2005-fig25",
        "Figure 25: high bandwidth",
        JONES_2005,
        "A1 and B1 to B4 against the threshold, for jobs of 800 Mbps.",
        published: LIMITS
    ),
    preset!(
        "jones2005-fig26",
        "Figure 26: chunks at low bandwidth",
        JONES_2005,
        "The chunks of B3 against the threshold, for jobs of 300 Mbps.",
        published: &[MIGRATION_ONLY]
    ),
    preset!(
        "jones2005-fig27",
        "Figure 27: chunks at high bandwidth",
        JONES_2005,
        "The chunks of B3 against the threshold, for jobs of 800 Mbps.",
        published: &[MIGRATION_ONLY]
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
];
