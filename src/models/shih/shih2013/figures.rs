//! Table 5, and figures 6 and 7: utilisation, queues, and speed vectors.

use super::{HETEROGENEITY, LOAD, table4};
use crate::paper::{At, Claim, Measure, Published, Spot};

const LOW: At = &[(LOAD, 0.5), (HETEROGENEITY, 0.0)];
const MEDIUM: At = &[(LOAD, 0.75), (HETEROGENEITY, 0.0)];
const HIGH: At = &[(LOAD, 1.0), (HETEROGENEITY, 0.0)];

const A2: Claim = Claim {
    preset: table4::A2.preset,
    ..Claim::NEW
};

/// Utilisation without heterogeneity on A2.
pub const TABLE_5: &[Claim] = &[
    utilisation(
        "best-fit",
        LOW,
        "BF uses 0.50 of the nodes at low load.",
        0.50,
    ),
    utilisation(
        "fastest-first",
        LOW,
        "FF uses 0.50 of the nodes at low load.",
        0.50,
    ),
    utilisation("ai2", LOW, "AI2 uses 0.50 of the nodes at low load.", 0.50),
    utilisation("tla", LOW, "TLA uses 0.50 of the nodes at low load.", 0.50),
    utilisation(
        "best-fit",
        MEDIUM,
        "BF uses 0.74 of the nodes at medium load.",
        0.74,
    ),
    utilisation(
        "fastest-first",
        MEDIUM,
        "FF uses 0.73 of the nodes at medium load.",
        0.73,
    ),
    utilisation(
        "ai2",
        MEDIUM,
        "AI2 uses 0.74 of the nodes at medium load.",
        0.74,
    ),
    utilisation(
        "tla",
        MEDIUM,
        "TLA uses 0.75 of the nodes at medium load.",
        0.75,
    ),
    utilisation(
        "best-fit",
        HIGH,
        "BF uses 0.79 of the nodes at high load.",
        0.79,
    ),
    utilisation(
        "fastest-first",
        HIGH,
        "FF uses 0.78 of the nodes at high load.",
        0.78,
    ),
    utilisation(
        "ai2",
        HIGH,
        "AI2 uses 0.79 of the nodes at high load.",
        0.79,
    ),
    utilisation(
        "tla",
        HIGH,
        "TLA uses 0.83 of the nodes at high load.",
        0.83,
    ),
];

const fn utilisation(scheduler: &'static str, at: At, says: &'static str, value: f64) -> Claim {
    Claim {
        source: "S §4.2, table 5",
        says,
        published: Published::Near { value, by: 0.02 },
        measure: Measure::Utilisation(Spot { scheduler, at }),
        ..A2
    }
}

/// Queues of A2.
pub const FIGURE_6: &[Claim] = &[
    Claim {
        source: "S §4.2, fig. 6",
        says: "On A2 at low load without heterogeneity fewer than ten jobs wait on average.",
        published: Published::AtMost(10.0),
        measure: Measure::QueueLength(Spot {
            scheduler: "tla",
            at: LOW,
        }),
        ..A2
    },
    Claim {
        source: "S §4.2, fig. 6",
        says: "At medium load hundreds wait, here under FF.",
        published: Published::Range {
            low: 100.0,
            high: 1000.0,
            beside: 0.0,
        },
        measure: Measure::QueueLength(Spot {
            scheduler: "fastest-first",
            at: MEDIUM,
        }),
        ..A2
    },
    Claim {
        source: "S §4.2, fig. 6 (d)",
        says: "TLA improves far more on the others at medium load than at low load; here without heterogeneity.",
        published: Published::Near {
            value: 75.0,
            by: 15.0,
        },
        measure: Measure::Improvement("tla", MEDIUM),
        ..A2
    },
    Claim {
        source: "S §2.4",
        says: "Bounded slowdown shows no significant differences to turnaround; of the improvements on A2.",
        published: Published::AtMost(15.0),
        measure: Measure::SlowdownApart(&table4::A2),
        remark: "At low load without heterogeneity TLA is 5 % behind in turnaround and 26 % in bounded slowdown, which short jobs \
                 decide. Elsewhere the two are up to 9 points apart.",
        known_to_differ: true,
        full_only: true,
        ..A2
    },
    Claim {
        source: "S §4.2",
        says: "On B1 at low load about 500 jobs wait, because of the log itself.",
        preset: table4::B1.preset,
        published: Published::Range {
            low: 250.0,
            high: 1000.0,
            beside: 0.0,
        },
        measure: Measure::QueueLength(Spot {
            scheduler: "fastest-first",
            at: LOW,
        }),
        full_only: true,
        ..Claim::NEW
    },
    Claim {
        source: "S §4.2",
        says: "On B2 at low load about 9000 jobs wait, because of the log itself.",
        preset: table4::B2.preset,
        published: Published::Range {
            low: 4500.0,
            high: 18000.0,
            beside: 0.0,
        },
        measure: Measure::QueueLength(Spot {
            scheduler: "fastest-first",
            at: LOW,
        }),
        full_only: true,
        ..Claim::NEW
    },
];

/// How much the speed vectors matter.
pub const FIGURE_7: &[Claim] = &[
    Claim {
        source: "S §4.2, fig. 7 (a)",
        says: "The highest coefficient of variation over the ten speed vectors is 100.8 %: BF on B2 at low load.",
        preset: table4::B2.preset,
        published: Published::Near {
            value: 100.8,
            by: 20.0,
        },
        measure: Measure::Variation(Spot {
            scheduler: "best-fit",
            at: &[(LOAD, 0.5), (HETEROGENEITY, 0.2)],
        }),
        full_only: true,
        ..Claim::NEW
    },
    Claim {
        says: "In most configurations TLA has a smaller coefficient of variation over the speed vectors than all others; of A2.",
        ..steadiest(table4::A2.preset)
    },
    steadiest(table4::A1.preset),
    steadiest(table4::D1.preset),
    steadiest(table4::D2.preset),
    steadiest(table4::E1.preset),
    steadiest(table4::E2.preset),
    steadiest(table4::F1.preset),
    Claim {
        remark: "At two of six points; at the others BF, FF or AI2 is steadier by 0.2 to 2.1 percent of the mean.",
        known_to_differ: true,
        ..steadiest(table4::F2.preset)
    },
];

const fn steadiest(preset: &'static str) -> Claim {
    Claim {
        source: "S §4.2, fig. 7 (b)",
        preset,
        says: "In most configurations TLA has a smaller coefficient of variation than all others.",
        published: Published::Range {
            low: 50.0,
            high: 100.0,
            beside: 0.0,
        },
        measure: Measure::Steadiest("tla"),
        full_only: true,
        ..Claim::NEW
    }
}
