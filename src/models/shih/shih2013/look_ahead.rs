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
    quote: "the higher the simulation depth the better the performance of TLA",
    preset: "shih2013-fig10",
    ..Claim::NEW
};

/// Simulation depth on A1 at high load.
pub const FIGURE_10: &[Claim] = &[
    Claim {
        says: "TLA takes longer at depth 1 than at 10.",
        measure: Measure::Percent(at("tla", ONE), at("tla", TEN), Over::Point(ONE)),
        full_only: true,
        ..FIG10
    },
    Claim {
        says: "TLA takes longer at depth 10 than at 160.",
        measure: Measure::Percent(at("tla", TEN), at("tla", PAPERS), Over::Point(ONE)),
        full_only: true,
        ..FIG10
    },
    Claim {
        says: "TLA takes longer at depth 160 than with all waiting jobs.",
        measure: Measure::Percent(at("tla", PAPERS), at("tla", ALL), Over::Point(ONE)),
        full_only: true,
        ..FIG10
    },
    Claim {
        says: "At depth 160 TLA is ahead of the best of the others by 80 %; the margin is ours.",
        published: Published::Near { value: 80.0, by: 15.0 },
        measure: Measure::Improvement("tla", PAPERS),
        remark: "Read word for word. Table 4 has 41 % for A1 at high load with all waiting jobs, so that 80 % of that gain must be meant: the next claim.",
        known_refuted: true,
        full_only: true,
        ..AT_160
    },
    Claim {
        says: "The other reading: depth 160 is closer to all waiting jobs than to depth 1.",
        measure: Measure::Wider(
            [at("tla", ONE), at("tla", PAPERS)],
            [at("tla", PAPERS), at("tla", ALL)],
            Over::Point(ONE),
        ),
        remark: "That is more than half of the gain. Depth 160 yields 98 % of what all waiting jobs do.",
        full_only: true,
        ..AT_160
    },
];

/// The quotation's own reading, and what it must mean.
const AT_160: Claim =
    Claim { quote: "setting the simulation depth to 160 can yield an 80% performance improvement", ..FIG10 };

const FIG11: Claim = Claim { source: "S §5.2, fig. 11", preset: "shih2013-fig11", full_only: true, ..Claim::NEW };

/// At which depth decisions change.
pub const FIGURE_11: &[Claim] = &[
    Claim {
        quote: "Under 54041 jobs there are 23952 times where TLA is activated",
        says: "So many decisions have something to simulate; the margin is ours.",
        published: Published::Number { value: 23_952.0, within: 0.1 },
        measure: Measure::Depths(ByDepth::Decisions),
        ..FIG11
    },
    Claim {
        quote: "only 1101 times has the allocation decision changed … in all the other 22851 times, simulating one job in TLA results in the \
                same allocation decision as simulating all the waiting jobs",
        says: "4.6 % of these decisions are another with all jobs simulated than with one; the margin is ours.",
        published: Published::Near { value: 4.6, by: 1.0 },
        measure: Measure::Depths(ByDepth::Changed),
        remark: "1751 of 25 211. Others change on the way and change back: 7936 are not the same at all depths from 1 on.",
        known_refuted: true,
        ..FIG11
    },
    Claim {
        quote: "80% of allocation change happens below simulation depth 160",
        says: "80 % of the decisions that change do so first below depth 160; the margin is ours.",
        published: Published::Near { value: 80.0, by: 10.0 },
        measure: Measure::Depths(ByDepth::FirstBelow(160)),
        remark: "Read as the depth at which such a decision first departs from that of one job: 93 %; 83 % below 80. The published \
                 number lies between this reading and the next.",
        known_refuted: true,
        ..FIG11
    },
    Claim {
        quote: "80% of allocation change happens below simulation depth 160",
        says: "The other reading: 80 % of all changes, also of decisions that change more than once, or back.",
        published: Published::Near { value: 80.0, by: 10.0 },
        measure: Measure::Depths(ByDepth::Below(160)),
        remark: "62 %; 81 % are below 320. At high load queues are thousands of jobs long, and futures that are close change places often.",
        known_refuted: true,
        ..FIG11
    },
    Claim {
        quote: "we found a very high negative correlation between them (PCC = -0.97)",
        says: "Turnaround falls as changes add up; the margin is ours.",
        published: Published::Near { value: -0.97, by: 0.05 },
        measure: Measure::Depths(ByDepth::Correlation("shih2013-fig10", "tla", DEPTH)),
        ..FIG11
    },
];

const FIG12: Claim = Claim { source: "S §5.3, fig. 12", preset: "shih2013-fig12", full_only: true, ..Claim::NEW };
const BF: &str = "tla (simulation_policy best-fit)";
const WF: &str = "tla (simulation_policy worst-fit)";
const RF: &str = "tla (simulation_policy random-fit)";
const DEEP: At = &[(DEPTH, 640.0)];

const SIMILAR: &str = "RF shows the worst performance while the other three policies show similar performance";

/// The second within 15 % of FF, which is what this program calls similar.
const fn similar(says: &'static str, scheduler: &'static str) -> Claim {
    Claim {
        quote: SIMILAR,
        says,
        published: Published::Near { value: 0.0, by: 15.0 },
        measure: Measure::Percent(at(scheduler, DEEP), at("tla", DEEP), Over::Point(DEEP)),
        ..FIG12
    }
}

const fn worse_than(says: &'static str, scheduler: &'static str) -> Claim {
    Claim {
        quote: SIMILAR,
        says,
        measure: Measure::Percent(at(RF, DEEP), at(scheduler, DEEP), Over::Point(DEEP)),
        ..FIG12
    }
}

/// Simulation policy on D1 at high load.
pub const FIGURE_12: &[Claim] = &[
    similar("Simulating by BF is within 15 % of FF; the margin is ours.", BF),
    similar("Simulating by WF is within 15 % of FF; the margin is ours.", WF),
    worse_than("Simulating by RF takes longer than by FF.", "tla"),
    worse_than("Simulating by RF takes longer than by BF.", BF),
    worse_than("Simulating by RF takes longer than by WF.", WF),
    Claim {
        quote: "it still achieves a notable performance improvement with the increase of the simulation depth",
        says: "RF takes longer at depth 1 than at 640.",
        measure: Measure::Percent(at(RF, ONE), at(RF, DEEP), Over::Point(DEEP)),
        ..FIG12
    },
    Claim {
        quote: "the effect of simulation depth is more significant than the choice of the allocation simulation policy",
        says: "Depths 1 and 640 of FF are farther apart than RF and FF at depth 640.",
        measure: Measure::Wider([at("tla", ONE), at("tla", DEEP)], [at(RF, DEEP), at("tla", DEEP)], Over::Point(DEEP)),
        ..FIG12
    },
];

const FIG13: Claim = Claim {
    source: "S §5.4, fig. 13",
    quote: "the larger the allocation depth the worse the performance",
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
        says: "TLA takes longer with allocation depth 4 than with 1, at medium load.",
        measure: Measure::Percent(at("tla", &[(ALLOCATION, 4.0)]), at("tla", EVERY_JOB), Over::Point(MEDIUM)),
        ..FIG13
    },
    Claim {
        says: "TLA takes longer with allocation depth 64 than with 4, at medium load.",
        measure: Measure::Percent(
            at("tla", &[(ALLOCATION, 64.0)]),
            at("tla", &[(ALLOCATION, 4.0)]),
            Over::Point(MEDIUM),
        ),
        ..FIG13
    },
    Claim {
        says: "TLA takes longer with allocation depth 4 than with 1, at high load.",
        measure: Measure::Percent(at("tla", &[(ALLOCATION, 4.0)]), at("tla", EVERY_JOB), Over::Point(HIGH)),
        ..FIG13
    },
    Claim {
        says: "TLA takes longer with allocation depth 64 than with 4, at high load.",
        measure: Measure::Percent(at("tla", &[(ALLOCATION, 64.0)]), at("tla", &[(ALLOCATION, 4.0)]), Over::Point(HIGH)),
        ..FIG13
    },
];
