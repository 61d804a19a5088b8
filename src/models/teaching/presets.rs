//! The landing experiment, and small cases that show one thing each.

use crate::paper::{Preset, preset};

/// The experiment with which the page opens; it is compiled into every program.
pub const LANDING: Preset = preset!(
    "landing",
    "First-fit collapses past 300 Mbps, B3 does not",
    Preset::OWN,
    "Six schedulers on four clusters of 100 nodes: co-allocation pays until its traffic fills the links."
);

/// In the order of the gallery.
#[cfg(feature = "papers")]
pub const PRESETS: &[Preset] = &[
    LANDING,
    preset!(
        "teaching-two-clusters",
        "Forty jobs on two clusters",
        Preset::OWN,
        "Small enough to follow every job in the Gantt chart: who waits, who migrates, who is co-allocated."
    ),
    preset!(
        "teaching-saturation",
        "Beyond saturation",
        Preset::OWN,
        "First-fit ignores the links: past a bandwidth its own traffic slows it down until the queue grows without bound."
    ),
    preset!(
        "teaching-sites",
        "Two sites behind a thin core",
        Preset::OWN,
        "Two clusters a site: where the core link is thin, First-fit drowns it, and a threshold keeps the others afloat."
    ),
    preset!(
        "teaching-sharing",
        "Quiet and loud jobs on the same links",
        Preset::OWN,
        "Half of the clusters have jobs that hardly talk: equal bandwidth for all protects them, equal shares do not."
    ),
    preset!(
        "teaching-backfilling",
        "Backfilling: estimates and promises",
        Preset::OWN,
        "Filling gaps halves the wait, but full links make jobs outlast exact estimates, so that reservations are missed unless users estimate a fifth more.",
        measure: "mean_wait_s"
    ),
    preset!(
        "teaching-surface",
        "Bandwidth × threshold",
        Preset::OWN,
        "Two parameters at once, in the tab Surface: a threshold of 1 suits A1 at every bandwidth, while B1 needs a lower one the more its jobs talk.",
        tab: "surface"
    ),
    preset!(
        "teaching-formula",
        "A scheduler as a formula",
        Preset::OWN,
        "FCFS, EASY, A1, and a scheduler of one line: a place is worth more at home and in few pieces, and nothing if a link overflows."
    ),
    preset!(
        "orders-across-clusters",
        "Orders of the queue across clusters",
        Preset::OWN,
        "Four orders of the queue, and one whose exponent was tuned, where jobs may be spread over clusters: what helps one cluster need not help here."
    ),
];
