//! Figures 10–13: simulation depth, simulation policy, allocation depth.

use super::LOAD;
use crate::paper::{At, ByDepth, Claim, Measure, Over, Published, at};

const DEPTH: &str = "schedulers.*.simulation_depth";
const ALLOCATION: &str = "schedulers.*.allocation_depth";

const ONE: At = &[(DEPTH, 1.0)];
const TEN: At = &[(DEPTH, 10.0)];
const PAPERS: At = &[(DEPTH, 160.0)];
const ALL: At = &[(DEPTH, 100_000.0)];

const FIG10: Claim = Claim {
    source: "S §5.2, fig. 10",
    preset: "shih2013-fig10",
    ..Claim::NEW
};

/// Simulation depth on A1 at high load.
pub const FIGURE_10: &[Claim] = &[
    Claim {
        says: "The higher the simulation depth the better the performance of TLA: from 1 to 10.",
        measure: Measure::Percent(at("tla", ONE), at("tla", TEN), Over::Point(ONE)),
        full_only: true,
        ..FIG10
    },
    Claim {
        says: "From 10 to 160.",
        measure: Measure::Percent(at("tla", TEN), at("tla", PAPERS), Over::Point(ONE)),
        full_only: true,
        ..FIG10
    },
    Claim {
        says: "From 160 to all waiting jobs.",
        measure: Measure::Percent(at("tla", PAPERS), at("tla", ALL), Over::Point(ONE)),
        full_only: true,
        ..FIG10
    },
];

const FIG11: Claim = Claim {
    source: "S §5.2, fig. 11",
    preset: "shih2013-fig11",
    full_only: true,
    ..Claim::NEW
};

/// At which depth decisions change.
pub const FIGURE_11: &[Claim] = &[
    Claim {
        says: "Of 54 041 jobs 23 952 activate TLA.",
        published: Published::Number {
            value: 23_952.0,
            within: 0.1,
        },
        measure: Measure::Depths(ByDepth::Decisions),
        ..FIG11
    },
    Claim {
        says: "Only 1101 of these decisions change with the depth, 4.6 %: in all others one simulated job leads to the same.",
        published: Published::Near {
            value: 4.6,
            by: 1.0,
        },
        measure: Measure::Depths(ByDepth::Changed),
        remark: "1751 of 25 209. Others change on the way and change back: 7935 are not the same at all depths from 1 on.",
        known_to_differ: true,
        ..FIG11
    },
    Claim {
        says: "80 % of the changes happen below a depth of 160.",
        published: Published::Near {
            value: 80.0,
            by: 10.0,
        },
        measure: Measure::Depths(ByDepth::FirstBelow(160)),
        remark: "Read as the depth at which such a decision first departs from that of one job: 93 %; 83 % below 80. The published \
                 number lies between this reading and the next.",
        known_to_differ: true,
        ..FIG11
    },
    Claim {
        says: "The same of all changes, also of decisions that change more than once, or back.",
        ours: true,
        published: Published::Near {
            value: 80.0,
            by: 10.0,
        },
        measure: Measure::Depths(ByDepth::Below(160)),
        remark: "62 %; 81 % are below 320. At high load queues are thousands of jobs long, and futures that are close change places often.",
        known_to_differ: true,
        ..FIG11
    },
    Claim {
        says: "The number of changes correlates with the performance by −0.97: turnaround falls as changes add up.",
        published: Published::Near {
            value: -0.97,
            by: 0.05,
        },
        measure: Measure::Depths(ByDepth::Correlation("shih2013-fig10", "tla")),
        ..FIG11
    },
];

const FIG12: Claim = Claim {
    source: "S §5.3, fig. 12",
    preset: "shih2013-fig12",
    full_only: true,
    ..Claim::NEW
};
const BF: &str = "tla (simulation_policy best-fit)";
const WF: &str = "tla (simulation_policy worst-fit)";
const RF: &str = "tla (simulation_policy random-fit)";
const DEEP: At = &[(DEPTH, 640.0)];

/// Simulation policy on D1 at high load.
pub const FIGURE_12: &[Claim] = &[
    Claim {
        says: "FF, BF and WF as simulation policy show similar performance: BF and FF.",
        published: Published::Near {
            value: 0.0,
            by: 15.0,
        },
        measure: Measure::Percent(at(BF, DEEP), at("tla", DEEP), Over::Point(DEEP)),
        ..FIG12
    },
    Claim {
        says: "WF and FF.",
        published: Published::Near {
            value: 0.0,
            by: 15.0,
        },
        measure: Measure::Percent(at(WF, DEEP), at("tla", DEEP), Over::Point(DEEP)),
        ..FIG12
    },
    Claim {
        says: "RF shows the worst performance: RF and FF.",
        measure: Measure::Percent(at(RF, DEEP), at("tla", DEEP), Over::Point(DEEP)),
        ..FIG12
    },
    Claim {
        says: "Even RF improves notably with the depth, here from 1 to 640.",
        measure: Measure::Percent(at(RF, ONE), at(RF, DEEP), Over::Point(DEEP)),
        ..FIG12
    },
];

const FIG13: Claim = Claim {
    source: "S §5.4, fig. 13",
    preset: "shih2013-fig13",
    full_only: true,
    ..Claim::NEW
};
const EVERY_JOB: At = &[(ALLOCATION, 1.0)];
const MEDIUM: At = &[(ALLOCATION, 1.0), (LOAD, 0.75)];
const HIGH: At = &[(ALLOCATION, 1.0), (LOAD, 1.0)];

/// Allocation depth on A2.
pub const FIGURE_13: &[Claim] = &[
    Claim {
        says: "The larger the allocation depth the worse the performance: 4 and 1 at medium load.",
        measure: Measure::Percent(
            at("tla", &[(ALLOCATION, 4.0)]),
            at("tla", EVERY_JOB),
            Over::Point(MEDIUM),
        ),
        ..FIG13
    },
    Claim {
        says: "64 and 4 at medium load.",
        measure: Measure::Percent(
            at("tla", &[(ALLOCATION, 64.0)]),
            at("tla", &[(ALLOCATION, 4.0)]),
            Over::Point(MEDIUM),
        ),
        ..FIG13
    },
    Claim {
        says: "4 and 1 at high load.",
        measure: Measure::Percent(
            at("tla", &[(ALLOCATION, 4.0)]),
            at("tla", EVERY_JOB),
            Over::Point(HIGH),
        ),
        ..FIG13
    },
    Claim {
        says: "64 and 4 at high load.",
        measure: Measure::Percent(
            at("tla", &[(ALLOCATION, 64.0)]),
            at("tla", &[(ALLOCATION, 4.0)]),
            Over::Point(HIGH),
        ),
        ..FIG13
    },
];
