//! Gehring, Preiß: Scheduling a Metacomputer With Uncooperative Sub-schedulers, 1999 (G).

use super::claim::{at, of};
use super::{Claim, Measure, Over, Paper, Published, Size, Spot, Study};

const COMPRESSION: &str = "workload.compression";
const FIG5: &str = "gehring1999-fig5";
const FIG6: &str = "gehring1999-fig6";
const FIG7: &str = "gehring1999-fig7";

/// The paper.
pub const PAPER: Paper = Paper {
    name: "gehring1999",
    title: "Gehring, Preiß: Scheduling a Metacomputer With Uncooperative Sub-schedulers (1999)",
    studies: &[study(FIG5), study(FIG6), study(FIG7)],
    claims: &[FULL_CONTROL, REAL_WORLD, LOCAL_REQUESTS, CONCLUSION],
    improvements: &[],
    notes: &[
        "The figures are lost; the claims are the sentences about them. The measure is the paper's: mean turnaround of the requests among \
         the first 32 000 to end, while others keep arriving. Who cannot be served never ends and is not in it; the tables show the \
         mean over all submitted requests beside it.",
        "The paper does not say in which unit its arrival rate is, how γ was chosen, or which sizes machines and requests had. Here: jobs \
         per hour, machines of 8 to 1024 processors, requests up to all of them. A synchronous request that is larger than every machine \
         takes up to 13 times as long, and these few carry most of the work: compressions at which a scheduler keeps up are below 2.",
        "Without control machines are strict FCFS queues; under IHS they go by their surfaces, on which a small request may begin beside an \
         earlier one. Some of the difference is due to that.",
        "Machine sizes and requests are drawn anew in every replication; all schedulers of a replication see the same.",
    ],
};

const fn study(preset: &'static str) -> Study {
    Study {
        preset,
        quick: Size {
            jobs: Some(4000),
            replications: None,
        },
        full: Size::PRESET,
        only: &[],
    }
}

const fn claim(preset: &'static str, says: &'static str, measure: Measure) -> Claim {
    Claim {
        source: match preset.as_bytes() {
            [.., b'5'] => "G §6, fig. 5",
            [.., b'6'] => "G §6, fig. 6",
            _ => "G §6, fig. 7",
        },
        preset,
        says,
        measure,
        ..Claim::NEW
    }
}

/// So much more turnaround has the first.
const fn gap(a: &'static str, b: &'static str, over: Over) -> Measure {
    Measure::Gap(of(a), of(b), over)
}

const fn under(scheduler: &'static str, compression: super::At) -> Spot {
    at(scheduler, compression)
}

/// The smallest, at which all but ASP keep up.
const C05: super::At = &[(COMPRESSION, 0.5)];
const C1: super::At = &[(COMPRESSION, 1.0)];
const C19: super::At = &[(COMPRESSION, 19.0)];

const FULL_CONTROL: &[Claim] = &[
    Claim {
        remark: "Each curve flattens, but not towards the others: under FCFS nobody ends before those submitted earlier, so that all of the \
                 first 32 000 wait; FFIH and ASP end small requests first, and the large ones never enter the mean.",
        known_to_differ: true,
        ..claim(
            FIG5,
            "All curves converge for increasing load.",
            Measure::Wider(
                [under("FCFS", C1), under("FFIH", C1)],
                [under("FCFS", C19), under("FFIH", C19)],
                Over::Point(&[]),
            ),
        )
    },
    Claim {
        ours: true,
        published: Published::AtMost(5.0),
        ..claim(
            FIG5,
            "Each curve flattens: from compression 15 to 19 FCFS grows by less than 5 %.",
            Measure::Percent(
                under("FCFS", C19),
                at("FCFS", &[(COMPRESSION, 15.0)]),
                Over::Point(&[]),
            ),
        )
    },
    Claim {
        remark: "Against FCFS it does not come out: see the first claim. ASP is the weakest of those that let small requests pass.",
        known_to_differ: true,
        ..claim(
            FIG5,
            "The ASP-based algorithms show the weakest performance: ASP against FCFS.",
            gap("ASP", "FCFS", Over::Mean(&[])),
        )
    },
    claim(
        FIG5,
        "The ASP-based algorithms show the weakest performance: ASP against FFIH.",
        gap("ASP", "FFIH", Over::Mean(&[])),
    ),
    claim(
        FIG5,
        "The effect of few processors for large requests is a little bit reduced by ASP*.",
        gap("ASP", "ASP*", Over::Mean(&[])),
    ),
    claim(
        FIG5,
        "FFIH demonstrates good results: it is ahead of FCFS.",
        gap("FCFS", "FFIH", Over::Every(&[])),
    ),
    claim(
        FIG5,
        "FFIH demonstrates good results: it is ahead of FCFS*.",
        gap("FCFS*", "FFIH", Over::Every(&[])),
    ),
    Claim {
        ours: true,
        ..claim(
            FIG5,
            "A later start on fewer machines can lead to an earlier result: FCFS* is ahead of FCFS.",
            gap("FCFS", "FCFS*", Over::Every(&[])),
        )
    },
];

const REAL_WORLD: &[Claim] = &[
    better_than_no_control("FCFS"),
    better_than_no_control("FCFS*"),
    better_than_no_control("FFIH"),
    Claim {
        remark: "A round starts few requests, long ones on few processors, and the next one waits for their end and four hours more: its \
                 queue grows at a compression at which all others keep up.",
        known_to_differ: true,
        ..better_than_no_control("ASP")
    },
    better_than_no_control("ASP*"),
    Claim {
        remark: "With full control FFIH plans whenever processors become free and lets small requests pass large ones; four hours between \
                 rounds cost more than smaller local requests gain.",
        known_to_differ: true,
        ..even_better(FFIH)
    },
    even_better(FCFS),
    claim(
        FIG6,
        "At a first glance ASP seems to be the best strategy: against FCFS.",
        gap("FCFS", "ASP", Over::From(COMPRESSION, 8.0)),
    ),
    claim(
        FIG6,
        "At a first glance ASP seems to be the best strategy: against FFIH.",
        gap("FFIH", "ASP", Over::From(COMPRESSION, 8.0)),
    ),
    Claim {
        remark: "Both starve the metacomputer: a round starts few requests, long ones on few processors, and the next one waits for their end. \
                 Which of them ends more of its local requests first differs from point to point.",
        known_to_differ: true,
        ..claim(
            FIG6,
            "At a first glance ASP seems to be the best strategy: against ASP*.",
            gap("ASP*", "ASP", Over::From(COMPRESSION, 8.0)),
        )
    },
];

/// "For smaller and therefore more realistic compression values."
const fn better_than_no_control(scheduler: &'static str) -> Claim {
    claim(
        FIG6,
        "At small compression all IHS variants are significantly better than FCFS without information about the local queues.",
        Measure::Percent(
            under("no control", C05),
            under(scheduler, C05),
            Over::Point(&[]),
        ),
    )
}

const fn even_better(turnaround: &'static Measure) -> Claim {
    claim(
        FIG5,
        "At small compression FFIH and FCFS even seem to be better in the real world than with full control.",
        Measure::MoreThanIn(FIG6, turnaround),
    )
}

const FFIH: &Measure = &Measure::Mean(under("FFIH", C1));
const FCFS: &Measure = &Measure::Mean(under("FCFS", C1));

const LOCAL_REQUESTS: &[Claim] = &[
    Claim {
        published: Published::AtMost(10.0),
        full_only: true,
        remark: "So local requests dominate its curve in figure 6. The quick tier ends before they do.",
        ..claim(
            FIG7,
            "Only few meta requests end among the first c·M under ASP.",
            Measure::GroupShare("meta", under("ASP", C19)),
        )
    },
    claim(
        FIG7,
        "Local users pay for a metacomputer without control.",
        Measure::GroupGap("local", under("no control", C1), under("FFIH", C1)),
    ),
];

const CONCLUSION: &[Claim] = &[
    Claim {
        source: "G §6 and §7",
        ..claim(
            FIG6,
            "IHS with FFIH is best for moderate workloads: against FCFS.",
            gap("FCFS", "FFIH", Over::Point(C1)),
        )
    },
    Claim {
        source: "G §6 and §7",
        ..claim(
            FIG6,
            "IHS with FFIH is best for moderate workloads: against FCFS*.",
            gap("FCFS*", "FFIH", Over::Point(C1)),
        )
    },
    Claim {
        source: "G §6",
        full_only: true,
        remark: "Of 32 000 requests that end under such a load the large ones are few, and their luck decides.",
        ..claim(
            FIG6,
            "FCFS* tends to be slightly better than FFIH when the system is extremely heavily loaded.",
            gap("FFIH", "FCFS*", Over::Point(C19)),
        )
    },
];
