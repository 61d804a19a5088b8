//! Vahdat-Nejad, Monsefi: Static parallel job Scheduling in Computational Grids (V).

mod readings;

use crate::paper::{Claim, Measure, Over, Paper, Published, Size, Study, Where, at, of};
use readings::{READINGS_OF_ONE, READINGS_OF_TWO};

const ONE: &str = "vahdat-scenario1";
const TWO: &str = "vahdat-scenario2";
const WEIGHTS: &str = "vahdat-weights";
const STALE: &str = "vahdat-stale";
const READINGS: &str = "vahdat-readings";
const READINGS_ONE: &str = "vahdat-readings-scenario1";
const ABLATION: &str = "vahdat-ablation";
const PERMISSION: &str = "vahdat-permission";
const LOAD: &str = "vahdat-load";

const BEST_FIT: &str = "grid-best-fit";
const FUZZY: &str = "fuzzy";
const LEAST_LOADED: &str = "grid-least-loaded";
const REFRESH: &str = "schedulers.*.refresh_s";
const INTERVAL: &str = "workload.mean_interarrival_s";

/// The paper.
pub static PAPER: Paper = Paper {
    name: "vahdat",
    title: "Vahdat-Nejad, Monsefi: Static parallel job Scheduling in Computational Grids",
    studies: &[
        study(ONE, Size::PRESET),
        study(TWO, Size::PRESET),
        study(WEIGHTS, Size::PRESET),
        study(READINGS, Size::PRESET),
        study(READINGS_ONE, Size::PRESET),
        study(ABLATION, Size::PRESET),
        study(STALE, Size::PRESET),
        study(PERMISSION, Size::PRESET),
        study(LOAD, Size { jobs: Some(1000), replications: None }),
    ],
    claims: &[SCENARIOS, READINGS_OF_TWO, READINGS_OF_ONE, JOBS, ABLATED, WEIGHED, BEYOND],
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
    Study { preset, quick, full: Size::PRESET, only: &[] }
}

const FASTER: &str =
    "the proposed fuzzy algorithm is better than the best-fit algorithm in reducing parallel completion time";
const CREDIT: &str = "The proposed algorithm uses the job’s communication requirements, and cluster’s network load to take scheduling decisions \
                      more efficiently, and as a result, it improves job’s completion time.";

/// What the paper says of one of its scenarios.
const fn published(preset: &'static str, source: &'static str, says: &'static str) -> Claim {
    Claim {
        source,
        quote: FASTER,
        preset,
        says,
        measure: Measure::Gap(of(BEST_FIT), of(FUZZY), Over::Point(&[])),
        ..Claim::NEW
    }
}

const fn ours(preset: &'static str, source: &'static str, says: &'static str, measure: Measure) -> Claim {
    Claim { source, preset, says, measure, ..Claim::NEW }
}

/// What the paper says that its gain comes from.
const fn credited(preset: &'static str, says: &'static str, measure: Measure) -> Claim {
    Claim { quote: CREDIT, ..ours(preset, "V §4", says, measure) }
}

const fn most(claim: Claim) -> Claim {
    Claim { published: Published::MoreThan(50.0), ..claim }
}

const FIG8: &str = "V §4, fig. 8";
const FIG9: &str = "V §4, fig. 9";

const SCENARIOS: &[Claim] = &[
    published(ONE, FIG8, "Scenario I: jobs take longer under best-fit than under the fuzzy scheduler."),
    published(TWO, FIG9, "Scenario II: jobs take longer under best-fit than under the fuzzy scheduler."),
    Claim {
        remark: "The paper shows one draw.",
        ..most(ours(
            ONE,
            FIG8,
            "Scenario I: most draws favour the fuzzy scheduler.",
            Measure::DrawsWon(of(FUZZY), of(BEST_FIT)),
        ))
    },
    Claim {
        remark: "The paper shows one draw.",
        ..most(ours(
            TWO,
            FIG9,
            "Scenario II: most draws favour the fuzzy scheduler.",
            Measure::DrawsWon(of(FUZZY), of(BEST_FIT)),
        ))
    },
];

const WAN_MATTERS: &str = "the situation of the wide area network between these clusters plays an important role in decreasing or increasing the \
                           job completion time";
const MOST_WAN_LOAD: &str = "network.most_wan_load";

const ABLATED: &[Claim] = &[
    credited(
        ABLATION,
        "Without W2, the weight of the cluster's network, jobs take longer, however loaded the wide-area links are.",
        Measure::Gap(of("without W2"), of(FUZZY), Over::Every(Where::ANYWHERE)),
    ),
    ours(
        ABLATION,
        "V §4",
        "Without W2 it is still ahead of best-fit, however loaded the wide-area links are.",
        Measure::Gap(of("best-fit"), of("without W2"), Over::Every(Where::ANYWHERE)),
    ),
    Claim {
        quote: WAN_MATTERS,
        remark: "The paper names no load of the wide-area network; without one hardly any remote cluster has less than 0.9 in W3.",
        ..ours(
            ABLATION,
            "V §3.1.3",
            "Without W3, the weight of the wide-area network, jobs take longer, on wide-area links without other load.",
            Measure::Gap(of("without W3"), of(FUZZY), Over::Point(&[(MOST_WAN_LOAD, 0.0)])),
        )
    },
    Claim {
        quote: WAN_MATTERS,
        ..ours(
            ABLATION,
            "V §3.1.3",
            "Without W3 jobs take longer, on links of which others take up to nine tenths.",
            Measure::Gap(of("without W3"), of(FUZZY), Over::Point(&[(MOST_WAN_LOAD, 0.9)])),
        )
    },
    Claim {
        known_refuted: true,
        remark: "Under a state without queues nodes decide little here: more weight of the networks is better, as the claims about weights say.",
        ..ours(
            ABLATION,
            "V §3.1.1",
            "Without W1, the weight of the nodes, jobs take longer, however loaded the wide-area links are.",
            Measure::Gap(of("without W1"), of(FUZZY), Over::Every(Where::ANYWHERE)),
        )
    },
];

const JOBS: &[Claim] = &[
    most(ours(
        ONE,
        FIG8,
        "Scenario I: most jobs end earlier under the fuzzy scheduler than under best-fit.",
        Measure::Ahead(None, of(FUZZY)),
    )),
    most(ours(
        TWO,
        FIG9,
        "Scenario II: most jobs end earlier under the fuzzy scheduler than under best-fit.",
        Measure::Ahead(None, of(FUZZY)),
    )),
    most(ours(
        TWO,
        FIG9,
        "Scenario II: also most of those that communicate little.",
        Measure::Ahead(Some("low R"), of(FUZZY)),
    )),
    credited(
        ONE,
        "Scenario I: a larger share ends earlier of the jobs that communicate much than of those that communicate little.",
        Measure::AheadMore("high R", "low R", of(FUZZY)),
    ),
    credited(
        TWO,
        "Scenario II: a larger share ends earlier of the jobs that communicate much than of those that communicate little.",
        Measure::AheadMore("high R", "low R", of(FUZZY)),
    ),
    ours(
        ONE,
        "V §4",
        "Scenario I: what it gains is not only room, it is ahead of the least loaded cluster too.",
        Measure::Gap(of(LEAST_LOADED), of(FUZZY), Over::Point(&[])),
    ),
    ours(
        TWO,
        "V §4",
        "Scenario II: what it gains is not only room, it is ahead of the least loaded cluster too.",
        Measure::Gap(of(LEAST_LOADED), of(FUZZY), Over::Point(&[])),
    ),
    Claim {
        known_refuted: true,
        remark: "Jobs that communicate little lose what the others gain: the network's weight sends them to clusters with less room.",
        ..ours(
            ONE,
            "V §4",
            "Scenario I: those that communicate little are ahead of the least loaded cluster too.",
            Measure::GroupGap("low R", of(LEAST_LOADED), of(FUZZY)),
        )
    },
    ours(
        TWO,
        "V §4",
        "Scenario II: those that communicate little are ahead of the least loaded cluster too.",
        Measure::GroupGap("low R", of(LEAST_LOADED), of(FUZZY)),
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
                 network is busy. The lowest completion times are on a plateau around 0.4/0.4/0.2.",
        known_refuted: true,
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
        Measure::Gap(of(BEST_FIT), of(FUZZY), Over::Every(Where::ANYWHERE)),
    ),
    Claim {
        quote: "a requirement of permission is arisen, because one or more than one job may have been scheduled to that cluster",
        published: Published::MoreThan(1.0),
        remark: "Between choosing and asking other homes must decide: with 30 clusters and a job each 8 s that takes old state. The bound is ours.",
        ..ours(
            STALE,
            "V §3",
            "Where homes go by state that is up to 5 minutes old, permission is refused more than once in a hundred jobs.",
            Measure::Counted("denials", at(FUZZY, &[(REFRESH, 300.0)])),
        )
    },
    ours(
        PERMISSION,
        "V §3",
        "With state of up to 20 minutes jobs that are let in without permission take longer.",
        Measure::Gap(of("fuzzy, let in without permission"), of(FUZZY), Over::Point(&[(REFRESH, 1200.0)])),
    ),
    ours(
        LOAD,
        "V §4",
        "With thousands of jobs fuzzy is ahead of best-fit at every load.",
        Measure::Gap(of(BEST_FIT), of(FUZZY), Over::Every(Where::ANYWHERE)),
    ),
    ours(
        LOAD,
        "V §4",
        "At low load, one job each 16 s or less often, it is ahead of the least loaded cluster.",
        Measure::Gap(of(LEAST_LOADED), of(FUZZY), Over::Every(Where::From(INTERVAL, 16.0))),
    ),
    ours(
        LOAD,
        "V §4",
        "At high load, one job each 7 s, it falls behind: its priorities do not see queues.",
        Measure::Gap(at(FUZZY, &[(INTERVAL, 7.0)]), at(LEAST_LOADED, &[(INTERVAL, 7.0)]), Over::Point(&[])),
    ),
];
