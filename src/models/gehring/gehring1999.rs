//! Gehring, Preiß: Scheduling a Metacomputer With Uncooperative Sub-schedulers, 1999 (G).

use crate::paper::{At, Claim, Measure, Over, Paper, Published, Size, Spot, Study, at, of};

const COMPRESSION: &str = "workload.compression";
const FIG5: &str = "gehring1999-fig5";
const FIG6: &str = "gehring1999-fig6";
const FIG7: &str = "gehring1999-fig7";
const CONTROLS: &str = "gehring1999-controls";
const DESCRIPTIONS: &str = "gehring1999-descriptions";

/// The paper.
pub static PAPER: Paper = Paper {
    name: "gehring1999",
    title: "Gehring, Preiß: Scheduling a Metacomputer With Uncooperative Sub-schedulers (1999)",
    studies: &[
        study(FIG5),
        study(FIG6),
        study(FIG7),
        study(CONTROLS),
        study(DESCRIPTIONS),
    ],
    claims: &[
        FULL_CONTROL,
        REAL_WORLD,
        LOCAL_REQUESTS,
        CONCLUSION,
        WORTH_OF_CONTROL,
        WRONG_DESCRIPTIONS,
    ],
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
        "The last two experiments are ours, with loads at which most keep up: what less control costs one planner, FCFS, and what becomes of \
         plans, which never move, if run times are described wrongly (the f-model: half of the descriptions too long, half too short, by up \
         to a factor). The paper leaves both open (§3, §7).",
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

const fn under(scheduler: &'static str, compression: At) -> Spot {
    at(scheduler, compression)
}

/// The smallest, at which all but ASP keep up.
const C05: At = &[(COMPRESSION, 0.5)];
const C1: At = &[(COMPRESSION, 1.0)];
const C19: At = &[(COMPRESSION, 19.0)];

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

/// What the paper does not say; it follows from its models.
const fn ours(
    source: &'static str,
    preset: &'static str,
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

const C025: At = &[(COMPRESSION, 0.25)];
const C2: At = &[(COMPRESSION, 2.0)];

const FULL: &str = "full";
const LIMITED: &str = "limited";
const EVERY_4_H: &str = "IHS, every 4 h";
const BY_DEMAND: &str = "IHS, by demand";
const NONE: &str = "none";

/// One planner against itself: how much more turnaround it has under the first control than under the second.
const fn control(says: &'static str, a: &'static str, b: &'static str, compression: At) -> Claim {
    ours("G §3", CONTROLS, says, gap(a, b, Over::Point(compression)))
}

const WORTH_OF_CONTROL: &[Claim] = &[
    control(
        "Less control is no better: FCFS under limited control is behind full control at compression 0.25.",
        LIMITED,
        FULL,
        C025,
    ),
    control("And at compression 1.", LIMITED, FULL, C1),
    control(
        "Rounds every 4 h are behind limited control, which looks at every event, at compression 0.25.",
        EVERY_4_H,
        LIMITED,
        C025,
    ),
    control("And at compression 1.", EVERY_4_H, LIMITED, C1),
    Claim {
        remark: "γ is ours; with this one few requests make no round due, and they wait for others to come.",
        ..control(
            "Rounds by demand (eq. 9) are rare where load is light: behind those every 4 h at compression 0.25.",
            BY_DEMAND,
            EVERY_4_H,
            C025,
        )
    },
    control(
        "Under load they are frequent: ahead of those every 4 h at compression 1.",
        EVERY_4_H,
        BY_DEMAND,
        C1,
    ),
    Claim {
        remark: "At compression 0.25 it keeps up, and is ahead of rounds by demand with our γ.",
        ..control(
            "No control is behind rounds every 4 h at compression 0.5.",
            NONE,
            EVERY_4_H,
            C05,
        )
    },
    Claim {
        remark: "Nobody keeps up there. Between rounds local requests pass those that wait for one: they take half as long, meta requests do not.",
        ..control(
            "Beyond saturation the order is no order of merit: full control is behind rounds every 4 h at compression 2.",
            FULL,
            EVERY_4_H,
            C2,
        )
    },
];

const ERROR: &str = "workload.estimate_factor";
const EXACT: At = &[(ERROR, 1.0)];
const BY_1_5: At = &[(ERROR, 1.5)];
const BY_4: At = &[(ERROR, 4.0)];

const fn wrong(says: &'static str, measure: Measure) -> Claim {
    ours("G §7", DESCRIPTIONS, says, measure)
}

/// By how much a scheduler's turnaround grows if descriptions are wrong by up to this factor.
const fn grows(scheduler: &'static str, by: At) -> Measure {
    Measure::Percent(at(scheduler, by), at(scheduler, EXACT), Over::Point(&[]))
}

const WRONG_DESCRIPTIONS: &[Claim] = &[
    wrong(
        "A factor of 1.5 costs FCFS with full control turnaround: its plans never move, and errors add up.",
        grows("FCFS, full", BY_1_5),
    ),
    wrong(
        "The same under limited control.",
        grows("FCFS, limited", BY_1_5),
    ),
    wrong("The same under IHS.", grows("FCFS, IHS", BY_1_5)),
    Claim {
        published: Published::AtMost(5.0),
        remark: "It plans nothing ahead: what starts finds its processors.",
        ..wrong(
            "FFIH with full control takes less than 5 % longer even with a factor of 4.",
            grows("FFIH, full", BY_4),
        )
    },
    Claim {
        remark: "Local requests are planned ahead on their machines; meta requests start where these plans leave room.",
        ..wrong(
            "Under limited control it does suffer from a factor of 4.",
            grows("FFIH, limited", BY_4),
        )
    },
    wrong(
        "Under limited control it suffers less from a factor of 4 than FCFS does.",
        Measure::Wider(
            [at("FCFS, limited", BY_4), at("FCFS, limited", EXACT)],
            [at("FFIH, limited", BY_4), at("FFIH, limited", EXACT)],
            Over::Point(&[]),
        ),
    ),
    wrong(
        "Under IHS, where it plans its whole waiting room, more than under limited control.",
        Measure::Wider(
            [at("FFIH, IHS", BY_4), at("FFIH, IHS", EXACT)],
            [at("FFIH, limited", BY_4), at("FFIH, limited", EXACT)],
            Over::Point(&[]),
        ),
    ),
    Claim {
        published: Published::Range {
            low: 5.0,
            high: 50.0,
            beside: 0.0,
        },
        ..wrong(
            "With a factor of 1.5 more than one request in twenty starts later than planned under FCFS and IHS.",
            Measure::Missed(at("FCFS, IHS", BY_1_5)),
        )
    },
    Claim {
        remark: "A fifth of the processors is in use then: the others are kept for requests that wait for late ones.",
        full_only: true,
        ..wrong(
            "With a factor of 8 the queue of FCFS grows without bound.",
            Measure::UnstablePoints("FCFS, full"),
        )
    },
    Claim {
        published: Published::AtMost(0.0),
        ..wrong(
            "That of FFIH with full control does nowhere.",
            Measure::UnstablePoints("FFIH, full"),
        )
    },
];
