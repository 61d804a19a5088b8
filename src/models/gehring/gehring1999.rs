//! Gehring, Preiß: Scheduling a Metacomputer With Uncooperative Sub-schedulers, 1999 (G).

use crate::paper::{
    At, Claim, Measure, Over, Paper, Published, Region, Size, Spot, Study, Where, at, of,
};

const COMPRESSION: &str = "workload.compression";
const FIG5: &str = "gehring1999-fig5";
const FIG6: &str = "gehring1999-fig6";
const FIG7: &str = "gehring1999-fig7";
const CONTROLS: &str = "gehring1999-controls";
const READINGS: &str = "gehring1999-readings";
const ASP_ORDER: &str = "gehring1999-asp-order";
const ASYNCHRONOUS: &str = "gehring1999-asynchronous";
const DESCRIPTIONS: &str = "gehring1999-descriptions";

/// The paper.
pub static PAPER: Paper = Paper {
    name: "gehring1999",
    title: "Gehring, Preiß: Scheduling a Metacomputer With Uncooperative Sub-schedulers (1999)",
    studies: &[
        figure(FIG5),
        figure(FIG6),
        figure(FIG7),
        study(READINGS),
        study(ASP_ORDER),
        study(ASYNCHRONOUS),
        study(CONTROLS),
        study(DESCRIPTIONS),
    ],
    claims: &[
        FULL_CONTROL,
        REAL_WORLD,
        LOCAL_REQUESTS,
        OTHER_ORDER,
        ALL_ASYNCHRONOUS,
        OTHER_READINGS,
        WORTH_OF_CONTROL,
        WRONG_DESCRIPTIONS,
    ],
    improvements: &[],
    notes: &[
        "The figures are lost; the claims are the sentences about them. The measure is the paper's: mean turnaround of the requests among \
         the first 32 000 to end, while others keep arriving. Who cannot be served never ends and is not in it; the same difference of the \
         means over all submitted requests stands beside each number.",
        "Regions of load are told by what every scheduler of a figure ends of what was submitted, not by compression. In figure 6 ASP ends less \
         than 90 % at every compression, so that all of it is overload by this rule; what the paper says of small compressions is held against \
         0.5 and 1, where the others keep up.",
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

/// A figure of the paper, with as many replications as its heaviest loads need: few large requests decide there.
const fn figure(preset: &'static str) -> Study {
    Study {
        full: Size {
            jobs: None,
            replications: Some(10),
        },
        ..study(preset)
    }
}

/// The paper's words on one of its experiments.
const fn claim(preset: &'static str, quote: &'static str) -> Claim {
    Claim {
        source: match preset.as_bytes() {
            [.., b'5'] => "G §6, fig. 5",
            [.., b'6'] => "G §6, fig. 6",
            [.., b'7'] => "G §6, fig. 7",
            _ => "G §3",
        },
        quote,
        preset,
        ..Claim::NEW
    }
}

/// A claim that the first has more turnaround than the second.
macro_rules! longer {
    ($preset:expr, $quote:expr, $more:literal, $less:literal, $over:expr) => {
        Claim {
            says: concat!($more, " takes longer than ", $less, "."),
            measure: Measure::Gap(of($more), of($less), $over),
            ..claim($preset, $quote)
        }
    };
}

/// The same where it is the other way round.
const fn refuted(claim: Claim, remark: &'static str) -> Claim {
    Claim {
        known_refuted: true,
        remark,
        ..claim
    }
}

const fn remarked(claim: Claim, remark: &'static str) -> Claim {
    Claim { remark, ..claim }
}

const fn under(scheduler: &'static str, compression: At) -> Spot {
    at(scheduler, compression)
}

const C05: At = &[(COMPRESSION, 0.5)];
const C1: At = &[(COMPRESSION, 1.0)];
const C15: At = &[(COMPRESSION, 15.0)];
const C19: At = &[(COMPRESSION, 19.0)];
const AT_05: Over = Over::Point(C05);
const AT_1: Over = Over::Point(C1);
const AT_19: Over = Over::Point(C19);

const KEEPS_UP: Over = Over::Every(Where::In(Region::KeepsUp));
const OVERLOAD: Over = Over::Every(Where::In(Region::Overload));

const CONVERGE: &str = "all curves are converging for increasing load situations";
const WEAKEST: &str = "the ASP-based algorithms show the weakest performance";
const REDUCED: &str = "This effect is a little bit reduced by the ASP* variant.";
const GOOD: &str =
    "FFIH, on the other hand, demonstrates good results in our simulation environment.";
const SENSITIVE: &str = "this strategy is very sensitive towards the job sequence to be scheduled";

/// The distance of two curves at compression 1 less that at 19.
macro_rules! converge {
    ($a:literal, $b:literal) => {
        Claim {
            says: concat!($a, " and ", $b, " are closer at compression 19 than at 1."),
            measure: Measure::Wider(
                [under($a, C1), under($b, C1)],
                [under($a, C19), under($b, C19)],
                Over::Point(&[]),
            ),
            ..claim(FIG5, CONVERGE)
        }
    };
}

/// FFIH's turnaround varies more from one replication, which is one sequence of requests, to the next.
macro_rules! more_sensitive {
    ($than:literal, $compression:ident) => {
        Claim {
            says: concat!(
                "FFIH varies more from one sequence of requests to the next than ",
                $than,
                " does."
            ),
            measure: Measure::VariesMore(under("FFIH", $compression), under($than, $compression)),
            ..claim(FIG5, SENSITIVE)
        }
    };
}

const FLATTENS: &str = "Each curve flattens, but not towards the others: under FCFS nobody ends before those submitted earlier, so that all of \
                        the first 32 000 wait; FFIH and ASP end small requests first, and the large ones never enter the mean.";
const APART: &str =
    "Both let small requests pass; the large ones that end under ASP take ever longer.";
const STARTS_AT_ONCE: &str =
    "Where all keep up, few wait, and ASP starts each of them as soon as a processor is free.";
const ALL_WAIT: &str = "Under FCFS and FCFS* all of the first 32 000 wait: they are the weakest beyond compression 0.5.";

const FULL_CONTROL: &[Claim] = &[
    refuted(converge!("FCFS", "FFIH"), FLATTENS),
    refuted(converge!("ASP", "FFIH"), APART),
    Claim {
        published: Published::AtMost(5.0),
        says: "Each curve flattens: from compression 15 to 19 FCFS grows by less than 5 %.",
        measure: Measure::Percent(under("FCFS", C19), under("FCFS", C15), Over::Point(&[])),
        ..claim(FIG5, "")
    },
    refuted(
        longer!(FIG5, WEAKEST, "ASP", "FFIH", KEEPS_UP),
        STARTS_AT_ONCE,
    ),
    refuted(
        longer!(FIG5, WEAKEST, "ASP", "FCFS", KEEPS_UP),
        STARTS_AT_ONCE,
    ),
    refuted(
        longer!(FIG5, WEAKEST, "ASP", "FCFS*", KEEPS_UP),
        STARTS_AT_ONCE,
    ),
    refuted(
        longer!(FIG5, WEAKEST, "ASP*", "FFIH", KEEPS_UP),
        STARTS_AT_ONCE,
    ),
    refuted(
        longer!(FIG5, WEAKEST, "ASP*", "FCFS", KEEPS_UP),
        STARTS_AT_ONCE,
    ),
    refuted(
        longer!(FIG5, WEAKEST, "ASP*", "FCFS*", KEEPS_UP),
        STARTS_AT_ONCE,
    ),
    longer!(FIG5, WEAKEST, "ASP", "FFIH", OVERLOAD),
    refuted(longer!(FIG5, WEAKEST, "ASP", "FCFS", OVERLOAD), ALL_WAIT),
    refuted(longer!(FIG5, WEAKEST, "ASP", "FCFS*", OVERLOAD), ALL_WAIT),
    longer!(FIG5, WEAKEST, "ASP*", "FFIH", OVERLOAD),
    refuted(longer!(FIG5, WEAKEST, "ASP*", "FCFS", OVERLOAD), ALL_WAIT),
    refuted(longer!(FIG5, WEAKEST, "ASP*", "FCFS*", OVERLOAD), ALL_WAIT),
    longer!(FIG5, REDUCED, "ASP", "ASP*", KEEPS_UP),
    longer!(FIG5, REDUCED, "ASP", "ASP*", OVERLOAD),
    longer!(FIG5, GOOD, "FCFS", "FFIH", KEEPS_UP),
    longer!(FIG5, GOOD, "FCFS*", "FFIH", KEEPS_UP),
    longer!(FIG5, GOOD, "FCFS", "FFIH", OVERLOAD),
    longer!(FIG5, GOOD, "FCFS*", "FFIH", OVERLOAD),
    more_sensitive!("ASP", C05),
    refuted(
        more_sensitive!("FCFS", C05),
        "FCFS varies more: a large request holds up all behind it.",
    ),
    more_sensitive!("ASP", C19),
    more_sensitive!("FCFS", C19),
    longer!(
        FIG5,
        "in the metacomputing scenario a later starting time can lead to an earlier result",
        "FCFS",
        "FCFS*",
        KEEPS_UP
    ),
    longer!(
        FIG5,
        "in the metacomputing scenario a later starting time can lead to an earlier result",
        "FCFS",
        "FCFS*",
        OVERLOAD
    ),
];

const SMALLER: &str = "for smaller and therefore more realistic compression values all IHS variants show significantly better performance than \
                       an FCFS algorithm that uses no information about the local queues";
const SEEMS_BEST: &str =
    "the ASP algorithm seems to be the best strategy for the real world scenario";
const STARVES: &str = "A round starts few requests, long ones on few processors, and the next one waits for their end and four hours more: its \
                       queue grows at a compression at which all others keep up.";
const MODERATE: &str = "The latter is best for moderate workloads";
const EXTREME: &str =
    "while FCFS tends to behave slightly better, when the system is extremely heavy loaded";
const FEW_DECIDE: &str = "FFIH is ahead, by a lot and not for certain by how much: of 32 000 requests that end under such a load the large ones are few, and their luck decides.";
const FOUR_HOURS: &str = "With full control FFIH plans whenever processors become free and lets small requests pass large ones; four hours \
                          between rounds cost more than smaller local requests gain.";
const EVEN_BETTER: &str = "For these load values the FFIH and FCFS strategies even seem to be better then they are in the scenario with full \
                           control over the local queues.";

/// The turnaround under full control less that in the real world.
const fn even_better(says: &'static str, turnaround: &'static Measure) -> Claim {
    Claim {
        says,
        measure: Measure::MoreThanIn(FIG6, turnaround),
        ..claim(FIG5, EVEN_BETTER)
    }
}

const FFIH_05: &Measure = &Measure::Mean(under("FFIH", C05));
const FFIH_1: &Measure = &Measure::Mean(under("FFIH", C1));
const FCFS_05: &Measure = &Measure::Mean(under("FCFS", C05));
const FCFS_1: &Measure = &Measure::Mean(under("FCFS", C1));

const REAL_WORLD: &[Claim] = &[
    longer!(FIG6, SMALLER, "no control", "FCFS", AT_05),
    longer!(FIG6, SMALLER, "no control", "FCFS*", AT_05),
    longer!(FIG6, SMALLER, "no control", "FFIH", AT_05),
    refuted(longer!(FIG6, SMALLER, "no control", "ASP", AT_05), STARVES),
    longer!(FIG6, SMALLER, "no control", "ASP*", AT_05),
    longer!(FIG6, SMALLER, "no control", "FCFS", AT_1),
    longer!(FIG6, SMALLER, "no control", "FCFS*", AT_1),
    longer!(FIG6, SMALLER, "no control", "FFIH", AT_1),
    longer!(FIG6, SMALLER, "no control", "ASP", AT_1),
    longer!(FIG6, SMALLER, "no control", "ASP*", AT_1),
    refuted(
        even_better(
            "FFIH takes longer with full control than in the real world, at compression 0.5.",
            FFIH_05,
        ),
        FOUR_HOURS,
    ),
    refuted(
        even_better(
            "FFIH takes longer with full control than in the real world, at compression 1.",
            FFIH_1,
        ),
        FOUR_HOURS,
    ),
    even_better(
        "FCFS takes longer with full control than in the real world, at compression 0.5.",
        FCFS_05,
    ),
    even_better(
        "FCFS takes longer with full control than in the real world, at compression 1.",
        FCFS_1,
    ),
    refuted(
        longer!(FIG6, SEEMS_BEST, "no control", "ASP", OVERLOAD),
        STARVES,
    ),
    refuted(longer!(FIG6, SEEMS_BEST, "FCFS", "ASP", OVERLOAD), STARVES),
    refuted(longer!(FIG6, SEEMS_BEST, "FCFS*", "ASP", OVERLOAD), STARVES),
    refuted(longer!(FIG6, SEEMS_BEST, "FFIH", "ASP", OVERLOAD), STARVES),
    refuted(longer!(FIG6, SEEMS_BEST, "ASP*", "ASP", OVERLOAD), STARVES),
    longer!(FIG6, "", "FCFS", "ASP", FROM_8),
    longer!(FIG6, "", "FFIH", "ASP", FROM_8),
    refuted(
        longer!(FIG6, "", "ASP*", "ASP", FROM_8),
        "Both starve the metacomputer; which of them ends more of its local requests first differs from point to point.",
    ),
    longer!(FIG6, MODERATE, "FCFS", "FFIH", AT_05),
    longer!(FIG6, MODERATE, "FCFS*", "FFIH", AT_05),
    longer!(FIG6, MODERATE, "ASP", "FFIH", AT_05),
    longer!(FIG6, MODERATE, "ASP*", "FFIH", AT_05),
    longer!(FIG6, MODERATE, "FCFS", "FFIH", AT_1),
    longer!(FIG6, MODERATE, "FCFS*", "FFIH", AT_1),
    longer!(FIG6, MODERATE, "ASP", "FFIH", AT_1),
    longer!(FIG6, MODERATE, "ASP*", "FFIH", AT_1),
    in_full(refuted(
        longer!(FIG6, EXTREME, "FFIH", "FCFS", AT_19),
        FEW_DECIDE,
    )),
    in_full(remarked(
        longer!(FIG6, EXTREME, "FFIH", "FCFS*", AT_19),
        "The sentence before proposes FCFS*, this one says FCFS; perhaps a star is lost.",
    )),
];

const FROM_8: Over = Over::Every(Where::From(COMPRESSION, 8.0));

const fn in_full(claim: Claim) -> Claim {
    Claim {
        full_only: true,
        ..claim
    }
}

const LOCAL_REQUESTS: &[Claim] = &[
    in_full(Claim {
        published: Published::AtMost(10.0),
        says: "At most a tenth of those that end under ASP at compression 19 are meta requests; the bound is ours.",
        measure: Measure::GroupShare("meta", under("ASP", C19)),
        remark: "So local requests dominate its curve in figure 6. The quick tier ends before they do.",
        ..claim(FIG7, "only few of them terminated among the first")
    }),
    Claim {
        says: "Local users pay for a metacomputer without control.",
        measure: Measure::GroupGap("local", under("no control", C1), under("FFIH", C1)),
        ..claim(FIG7, "")
    },
];

const fn said(source: &'static str, claim: Claim) -> Claim {
    Claim { source, ..claim }
}

/// With α = 1 ASP* comes as close to FCFS as this; the margin is ours.
macro_rules! becomes_fcfs {
    ($name:literal, $compression:ident) => {
        Claim {
            source: "G §6",
            says: concat!(
                $name,
                " takes as long as FCFS, within 5 %; the margin is ours."
            ),
            published: Published::Near {
                value: 0.0,
                by: 5.0,
            },
            measure: Measure::Percent(
                under($name, $compression),
                under("FCFS", $compression),
                Over::Point(&[]),
            ),
            ..claim(ASP_ORDER, "becomes identical to FCFS if … gets close to 1")
        }
    };
}

/// The order in which ASP starts requests: the text does not say it, but what becomes of ASP* as α comes close to 1.
const OTHER_ORDER: &[Claim] = &[
    refuted(
        becomes_fcfs!("ASP* (α = 1), least need first", C05),
        LEAST_NEED,
    ),
    refuted(
        becomes_fcfs!("ASP* (α = 1), least need first", C1),
        LEAST_NEED,
    ),
    refuted(
        becomes_fcfs!("ASP* (α = 1), order of submission", C05),
        PLANS_AHEAD,
    ),
    becomes_fcfs!("ASP* (α = 1), order of submission", C1),
    said(
        FIG_5,
        longer!(
            ASP_ORDER,
            WEAKEST,
            "ASP, order of submission",
            "FFIH",
            KEEPS_UP
        ),
    ),
    refuted(
        said(
            FIG_5,
            longer!(
                ASP_ORDER,
                WEAKEST,
                "ASP, order of submission",
                "FCFS",
                KEEPS_UP
            ),
        ),
        STARTS_AT_ONCE,
    ),
    said(
        FIG_5,
        longer!(
            ASP_ORDER,
            WEAKEST,
            "ASP*, order of submission",
            "FFIH",
            KEEPS_UP
        ),
    ),
    refuted(
        said(
            FIG_5,
            longer!(
                ASP_ORDER,
                WEAKEST,
                "ASP*, order of submission",
                "FCFS",
                KEEPS_UP
            ),
        ),
        STARTS_AT_ONCE,
    ),
    said(
        FIG_5,
        longer!(
            ASP_ORDER,
            WEAKEST,
            "ASP, order of submission",
            "FFIH",
            OVERLOAD
        ),
    ),
    said(
        FIG_5,
        longer!(
            ASP_ORDER,
            WEAKEST,
            "ASP, order of submission",
            "FCFS",
            OVERLOAD
        ),
    ),
    said(
        FIG_5,
        longer!(
            ASP_ORDER,
            WEAKEST,
            "ASP*, order of submission",
            "FFIH",
            OVERLOAD
        ),
    ),
    refuted(
        said(
            FIG_5,
            longer!(
                ASP_ORDER,
                WEAKEST,
                "ASP*, order of submission",
                "FCFS",
                OVERLOAD
            ),
        ),
        ALL_WAIT,
    ),
];

const SUPPOSED: Claim = Claim {
    source: "G §6",
    ..claim(
        ASYNCHRONOUS,
        "We suppose that ASP would perform better, if the job mix did only contain asynchronous jobs.",
    )
};

const P_SYNC: &str = "workload.p_sync";

/// ASP on asynchronous requests alone, at one compression: better than on a mix of both, and, the other reading, better than FFIH.
macro_rules! supposed {
    ($compression:literal, $words:literal) => {
        [
            Claim {
                says: concat!("ASP takes longer where half of all requests are synchronous than where none is, at compression ", $words, "."),
                measure: Measure::Gap(
                    under("ASP", &[(P_SYNC, 0.5), (COMPRESSION, $compression)]),
                    under("ASP", &[(P_SYNC, 0.0), (COMPRESSION, $compression)]),
                    Over::Point(&[]),
                ),
                ..SUPPOSED
            },
            Claim {
                says: concat!("The other reading: where none is, FFIH takes longer than ASP, at compression ", $words, "."),
                measure: Measure::Gap(
                    under("FFIH", &[(P_SYNC, 0.0), (COMPRESSION, $compression)]),
                    under("ASP", &[(P_SYNC, 0.0), (COMPRESSION, $compression)]),
                    Over::Point(&[]),
                ),
                ..SUPPOSED
            },
        ]
    };
}

const SUPPOSED_05: [Claim; 2] = supposed!(0.5, "0.5");
const SUPPOSED_1: [Claim; 2] = supposed!(1.0, "1");
const SUPPOSED_19: [Claim; 2] = supposed!(19.0, "19");

const RUNS_LONG: &str = "Where all keep up, few wait: what stands against ASP is that an asynchronous request on few processors runs long.";
const SMALLEST_FIRST: &str =
    "FFIH starts the smallest requests first, and these are the first to end.";

const ALL_ASYNCHRONOUS: &[Claim] = &[
    refuted(SUPPOSED_05[0], RUNS_LONG),
    refuted(SUPPOSED_05[1], RUNS_LONG),
    SUPPOSED_1[0],
    refuted(SUPPOSED_1[1], SMALLEST_FIRST),
    refuted(
        SUPPOSED_19[0],
        "Those that end first under overload are others in each mix; the means over all submitted stand beside.",
    ),
    refuted(SUPPOSED_19[1], SMALLEST_FIRST),
];

const LEAST_NEED: &str = "Least need first lets small requests pass large ones whatever α is: this order cannot be meant.";
const PLANS_AHEAD: &str = "In this order it comes near, but not all the way: on FCFS's surfaces a later request may begin beside an earlier one \
                           that waits, and behind the head of ASP*'s line none does.";
const FIG_5: &str = "G §6, fig. 5";
const FIG_6: &str = "G §6, fig. 6";

/// The same claims as of figure 6 where rounds without control come every 4 h, and ASP starts requests in the order of submission.
const OTHER_READINGS: &[Claim] = &[
    said(
        FIG_6,
        longer!(READINGS, SMALLER, "no control, every 4 h", "FFIH", AT_05),
    ),
    refuted(
        said(
            FIG_6,
            longer!(
                READINGS,
                SMALLER,
                "no control, every 4 h",
                "ASP, order of submission",
                AT_05
            ),
        ),
        STARVES,
    ),
    said(
        FIG_6,
        longer!(
            READINGS,
            SMALLER,
            "no control, every 4 h",
            "ASP*, order of submission",
            AT_05
        ),
    ),
    said(
        FIG_6,
        longer!(READINGS, SMALLER, "no control, every 4 h", "FFIH", AT_1),
    ),
    refuted(
        said(
            FIG_6,
            longer!(
                READINGS,
                SEEMS_BEST,
                "FFIH",
                "ASP, order of submission",
                OVERLOAD
            ),
        ),
        STARVES,
    ),
    said(
        FIG_6,
        longer!(
            READINGS,
            MODERATE,
            "ASP, order of submission",
            "FFIH",
            AT_05
        ),
    ),
    said(
        FIG_6,
        longer!(
            READINGS,
            MODERATE,
            "ASP*, order of submission",
            "FFIH",
            AT_05
        ),
    ),
    said(
        FIG_6,
        longer!(READINGS, MODERATE, "ASP, order of submission", "FFIH", AT_1),
    ),
    said(
        FIG_6,
        longer!(
            READINGS,
            MODERATE,
            "ASP*, order of submission",
            "FFIH",
            AT_1
        ),
    ),
];

const NOT_BETTER: &str = "a scheduling algorithm designed for model 1 cannot perform better than the same strategy working in scenario 2. The \
                          same holds for models 2 and 3.";
const BETWEEN_ROUNDS: &str = "Nobody keeps up at compression 2. Between rounds local requests pass those that wait for one: they take half as long, \
                              meta requests do not.";

/// With every step of control that is given up.
const WORTH_OF_CONTROL: &[Claim] = &[
    longer!(CONTROLS, NOT_BETTER, "limited", "full", KEEPS_UP),
    longer!(CONTROLS, NOT_BETTER, "none", "limited", KEEPS_UP),
    longer!(CONTROLS, NOT_BETTER, "none", "full", KEEPS_UP),
    longer!(CONTROLS, NOT_BETTER, "IHS, every 4 h", "full", KEEPS_UP),
    longer!(CONTROLS, NOT_BETTER, "limited", "full", OVERLOAD),
    longer!(CONTROLS, NOT_BETTER, "none", "limited", OVERLOAD),
    longer!(CONTROLS, NOT_BETTER, "none", "full", OVERLOAD),
    refuted(
        longer!(CONTROLS, NOT_BETTER, "IHS, every 4 h", "full", OVERLOAD),
        BETWEEN_ROUNDS,
    ),
    longer!(CONTROLS, "", "IHS, every 4 h", "limited", KEEPS_UP),
    longer!(CONTROLS, "", "none", "IHS, every 4 h", AT_05),
    remarked(
        longer!(CONTROLS, "", "IHS, by demand", "IHS, every 4 h", AT_025),
        "γ is ours; with this one few requests make no round due, and they wait for others to come.",
    ),
    longer!(CONTROLS, "", "IHS, every 4 h", "IHS, by demand", AT_1),
];

const AT_025: Over = Over::Point(&[(COMPRESSION, 0.25)]);

const ERROR: &str = "workload.estimate_factor";
const EXACT: At = &[(ERROR, 1.0)];
const BY_1_5: At = &[(ERROR, 1.5)];
const BY_4: At = &[(ERROR, 4.0)];

const fn wrong(says: &'static str, measure: Measure) -> Claim {
    Claim {
        source: "G §7",
        preset: DESCRIPTIONS,
        says,
        measure,
        ..Claim::NEW
    }
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
            margin: 0.0,
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
