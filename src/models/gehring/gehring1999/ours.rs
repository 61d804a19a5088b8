//! Experiments of ours: what each step of control is worth, and what wrong descriptions of run times cost.

use super::{AT_1, AT_05, COMPRESSION, CONTROLS, DESCRIPTIONS, KEEPS_UP, OVERLOAD, claim, refuted, remarked};
use crate::paper::{At, Claim, Measure, Over, Published, Where, at, of};

const NOT_BETTER: &str = "a scheduling algorithm designed for model 1 cannot perform better than the same strategy working in scenario 2. The \
                          same holds for models 2 and 3.";
const BETWEEN_ROUNDS: &str = "No scheduler keeps up at compression 2. Between rounds local requests pass those that wait for one: they take half as long, \
                              meta requests do not.";

/// With every step of control that is given up.
pub(super) const WORTH_OF_CONTROL: &[Claim] = &[
    longer!(CONTROLS, NOT_BETTER, "limited", "full", KEEPS_UP),
    longer!(CONTROLS, NOT_BETTER, "none", "limited", KEEPS_UP),
    longer!(CONTROLS, NOT_BETTER, "none", "full", KEEPS_UP),
    longer!(CONTROLS, "", "IHS, every 4 h", "full", KEEPS_UP),
    longer!(CONTROLS, NOT_BETTER, "limited", "full", OVERLOAD),
    longer!(CONTROLS, NOT_BETTER, "none", "limited", OVERLOAD),
    longer!(CONTROLS, NOT_BETTER, "none", "full", OVERLOAD),
    refuted(longer!(CONTROLS, "", "IHS, every 4 h", "full", OVERLOAD), BETWEEN_ROUNDS),
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
const BY_8: At = &[(ERROR, 8.0)];

const fn wrong(says: &'static str, measure: Measure) -> Claim {
    Claim { source: "G §7", preset: DESCRIPTIONS, says, measure, ..Claim::NEW }
}

/// By how much a scheduler's turnaround grows if descriptions are wrong by up to this factor.
const fn grows(scheduler: &'static str, by: At) -> Measure {
    Measure::Percent(at(scheduler, by), at(scheduler, EXACT), Over::Point(&[]))
}

pub(super) const WRONG_DESCRIPTIONS: &[Claim] = &[
    wrong(
        "A factor of 1.5 costs FCFS with full control turnaround: its plans never move, and errors add up.",
        grows("FCFS, full", BY_1_5),
    ),
    wrong("The same under limited control.", grows("FCFS, limited", BY_1_5)),
    wrong("The same under IHS.", grows("FCFS, IHS", BY_1_5)),
    Claim {
        published: Published::AtMost(5.0),
        remark: "It plans nothing ahead: what starts finds its processors.",
        ..wrong("FFIH with full control takes less than 5 % longer even with a factor of 4.", grows("FFIH, full", BY_4))
    },
    Claim {
        remark: "Local requests are planned ahead on their machines; meta requests start where these plans leave room.",
        ..wrong("Under limited control it does suffer from a factor of 4.", grows("FFIH, limited", BY_4))
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
        published: Published::MoreThan(5.0),
        ..wrong(
            "With a factor of 1.5 more than one request in twenty starts later than planned under FCFS and IHS.",
            Measure::Missed(at("FCFS, IHS", BY_1_5)),
        )
    },
    Claim {
        published: Published::MoreThan(0.0),
        remark: "A fifth of the processors is in use then: the others are kept for requests that wait for late ones.",
        full_only: true,
        ..wrong(
            "With a factor of 8 the queue of FCFS grows without bound.",
            Measure::UnstablePoints("FCFS, full", Where::At(BY_8)),
        )
    },
    Claim {
        published: Published::AtMost(0.0),
        ..wrong("That of FFIH with full control does nowhere.", Measure::UnstablePoints("FFIH, full", Where::ANYWHERE))
    },
];
