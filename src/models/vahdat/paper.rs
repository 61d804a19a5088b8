//! Vahdat-Nejad, Monsefi: Static parallel job Scheduling in Computational Grids (V).

use crate::paper::{Claim, Measure, Over, Paper, Published, Size, Study, at, of};

const ONE: &str = "vahdat-scenario1";
const TWO: &str = "vahdat-scenario2";
const WEIGHTS: &str = "vahdat-weights";
const STALE: &str = "vahdat-stale";
const LOAD: &str = "vahdat-load";

const BEST_FIT: &str = "grid-best-fit";
const FUZZY: &str = "fuzzy";
const INTERVAL: &str = "workload.mean_interarrival_s";

/// The paper.
pub static PAPER: Paper = Paper {
    name: "vahdat",
    title: "Vahdat-Nejad, Monsefi: Static parallel job Scheduling in Computational Grids",
    studies: &[
        study(ONE, Size::PRESET),
        study(TWO, Size::PRESET),
        study(WEIGHTS, Size::PRESET),
        study(STALE, Size::PRESET),
        study(
            LOAD,
            Size {
                jobs: Some(1000),
                replications: None,
            },
        ),
    ],
    claims: &[SCENARIOS, JOBS, WEIGHED, BEYOND],
    improvements: &[],
    notes: &[
        "The paper compares two schedulers on one draw of each scenario and shows the jobs as points; here each scenario is drawn a hundred \
         times, and both schedulers get the same jobs, clusters and background loads in each.",
        "The figures with the membership functions are lost, and the paper does not say how long jobs run, what background load there is, \
         or how the network slows jobs down: MODELS.md says what is assumed. Where half of a cluster's network is taken on average and jobs \
         communicate up to 70 % of their time, a scheduler that looks at networks has much to gain.",
        "Completion time is what is called turnaround elsewhere here: from arrival to end.",
    ],
};

const fn study(preset: &'static str, quick: Size) -> Study {
    Study {
        preset,
        quick,
        full: Size::PRESET,
        only: &[],
    }
}

/// One that the paper makes of a scenario.
const fn published(preset: &'static str, source: &'static str, says: &'static str) -> Claim {
    Claim {
        source,
        preset,
        says,
        measure: Measure::Gap(of(BEST_FIT), of(FUZZY), Over::Point(&[])),
        ..Claim::NEW
    }
}

const fn ours(
    preset: &'static str,
    source: &'static str,
    says: &'static str,
    measure: Measure,
) -> Claim {
    Claim {
        source,
        preset,
        says,
        measure,
        ours: true,
        ..Claim::NEW
    }
}

const MOST: Published = Published::Range {
    low: 50.0,
    high: 100.0,
    beside: 0.0,
};

const SCENARIOS: &[Claim] = &[
    published(
        ONE,
        "V §4, fig. 8",
        "Scenario I: the fuzzy algorithm is better than best-fit in reducing completion time.",
    ),
    published(
        TWO,
        "V §4, fig. 9",
        "Scenario II: the fuzzy algorithm is better than best-fit in reducing completion time.",
    ),
];

const JOBS: &[Claim] = &[
    Claim {
        published: MOST,
        ..ours(
            ONE,
            "V §4, fig. 8",
            "Scenario I: most jobs end earlier under the fuzzy scheduler.",
            Measure::Ahead(None, of(FUZZY)),
        )
    },
    Claim {
        published: MOST,
        ..ours(
            TWO,
            "V §4, fig. 9",
            "Scenario II: most jobs end earlier under the fuzzy scheduler.",
            Measure::Ahead(None, of(FUZZY)),
        )
    },
    Claim {
        published: MOST,
        ..ours(
            TWO,
            "V §4, fig. 9",
            "Scenario II: also most of those that communicate little.",
            Measure::Ahead(Some("low R"), of(FUZZY)),
        )
    },
    Claim {
        published: MOST,
        ..ours(
            TWO,
            "V §4, fig. 9",
            "Scenario II: of those that communicate much still more.",
            Measure::Ahead(Some("high R"), of(FUZZY)),
        )
    },
    ours(
        TWO,
        "V §4",
        "What it gains is not only room: it is ahead of the least loaded cluster too.",
        Measure::Gap(of("grid-least-loaded"), of(FUZZY), Over::Point(&[])),
    ),
];

/// The weights of the paper.
const OWN: &str = "0.5/0.2/0.3";

const WEIGHED: &[Claim] = &[
    ours(
        WEIGHTS,
        "V §3.1",
        "The three weights together are better than the nodes alone.",
        Measure::Gap(of("1/0/0"), of(OWN), Over::Point(&[])),
    ),
    ours(
        WEIGHTS,
        "V §3.1",
        "They are better than the cluster's network alone.",
        Measure::Gap(of("0/1/0"), of(OWN), Over::Point(&[])),
    ),
    ours(
        WEIGHTS,
        "V §3.1",
        "They are better than the wide-area network alone.",
        Measure::Gap(of("0/0/1"), of(OWN), Over::Point(&[])),
    ),
    Claim {
        remark: "Networks decide more in this model than the authors' tests found: jobs that communicate run several times as long where the \
                 network is busy. The lowest completion times are around 0.4/0.4/0.2.",
        known_to_differ: true,
        ..ours(
            WEIGHTS,
            "V §3.1",
            "The weights, found by many tests, cannot be bettered by more weight of the network: 0.4/0.4/0.2.",
            Measure::Gap(of("0.4/0.4/0.2"), of(OWN), Over::Point(&[])),
        )
    },
];

const BEYOND: &[Claim] = &[
    ours(
        STALE,
        "V §3",
        "However old the state that homes decide on, up to 20 minutes, fuzzy stays ahead of best-fit.",
        Measure::Gap(of(BEST_FIT), of(FUZZY), Over::Every(&[])),
    ),
    ours(
        LOAD,
        "V §4",
        "With thousands of jobs fuzzy is ahead of best-fit at every load.",
        Measure::Gap(of(BEST_FIT), of(FUZZY), Over::Every(&[])),
    ),
    ours(
        LOAD,
        "V §4",
        "At low load, one job each 16 s or less often, it is ahead of the least loaded cluster.",
        Measure::Gap(
            of("grid-least-loaded"),
            of(FUZZY),
            Over::From(INTERVAL, 16.0),
        ),
    ),
    ours(
        LOAD,
        "V §4",
        "At high load, one job each 7 s, it falls behind: its priorities do not see queues.",
        Measure::Gap(
            at(FUZZY, &[(INTERVAL, 7.0)]),
            at("grid-least-loaded", &[(INTERVAL, 7.0)]),
            Over::Point(&[]),
        ),
    ),
];
