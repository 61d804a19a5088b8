//! Local queues that keep control: information hiding, and no control at all (figures 6 and 7).

use super::full_control::still_random;
use super::{
    AT_1, AT_05, AT_19, C1, C05, C19, COMPRESSION, FIG5, FIG6, FIG7, OVERLOAD, claim, refuted, remarked, under,
};
use crate::paper::{Claim, Measure, Over, Published, Where, of};

pub(super) const SMALLER: &str = "for smaller and therefore more realistic compression values all IHS variants show significantly better performance than \
                       an FCFS algorithm that uses no information about the local queues";
pub(super) const SEEMS_BEST: &str = "the ASP algorithm seems to be the best strategy for the real world scenario";
pub(super) const STARVES: &str = "A round starts few requests, long ones on few processors, and the next one waits for their end and four hours more: its \
                       queue grows at a compression at which all but ASP keep up.";
pub(super) const MODERATE: &str = "The latter is best for moderate workloads";
const DECREASES: &str = "for moderate workloads use of the IHS technique with the FFIH algorithm decreases the average response times significantly";
const EXTREME: &str = "while FCFS tends to behave slightly better, when the system is extremely heavy loaded";
const FEW_DECIDE: &str = "FFIH is ahead, by a lot and not for certain by how much: of 32 000 requests that end under such a load the large ones are few, and their luck decides.";
const FOUR_HOURS: &str = "With full control FFIH plans whenever processors become free and lets small requests pass large ones; four hours \
                          between rounds cost more than smaller local requests gain.";
const EVEN_BETTER: &str = "For these load values the FFIH and FCFS strategies even seem to be better then they are in the scenario with full \
                           control over the local queues.";

/// The turnaround under full control less that in the real world.
const fn even_better(says: &'static str, turnaround: &'static Measure) -> Claim {
    Claim { source: "G §6, fig. 6", says, measure: Measure::MoreThanIn(FIG6, turnaround), ..claim(FIG5, EVEN_BETTER) }
}

const FFIH_05: &Measure = &Measure::Mean(under("FFIH", C05));
const FFIH_1: &Measure = &Measure::Mean(under("FFIH", C1));
const FCFS_05: &Measure = &Measure::Mean(under("FCFS", C05));
const FCFS_1: &Measure = &Measure::Mean(under("FCFS", C1));

pub(super) const REAL_WORLD: &[Claim] = &[
    still_random(FIG6, C05),
    still_random(FIG6, C19),
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
        even_better("FFIH takes longer with full control than in the real world, at compression 0.5.", FFIH_05),
        FOUR_HOURS,
    ),
    refuted(
        even_better("FFIH takes longer with full control than in the real world, at compression 1.", FFIH_1),
        FOUR_HOURS,
    ),
    even_better("FCFS takes longer with full control than in the real world, at compression 0.5.", FCFS_05),
    even_better("FCFS takes longer with full control than in the real world, at compression 1.", FCFS_1),
    refuted(longer!(FIG6, SEEMS_BEST, "no control", "ASP", OVERLOAD), STARVES),
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
    in_full(refuted(longer!(FIG6, EXTREME, "FFIH", "FCFS", AT_19), FEW_DECIDE)),
    conclusion(longer!(FIG6, DECREASES, "no control", "FFIH", AT_05)),
    conclusion(longer!(FIG6, DECREASES, "no control", "FFIH", AT_1)),
    in_full(remarked(
        longer!(FIG6, EXTREME, "FFIH", "FCFS*", AT_19),
        "The sentence before proposes FCFS*, this one says FCFS; perhaps a star is lost.",
    )),
];

const fn conclusion(claim: Claim) -> Claim {
    Claim { source: "G §7", ..claim }
}

const FROM_8: Over = Over::Every(Where::From(COMPRESSION, 8.0));

const fn in_full(claim: Claim) -> Claim {
    Claim { full_only: true, ..claim }
}

/// What meta requests get under ASP.
const fn worse_service(says: &'static str, measure: Measure) -> Claim {
    Claim {
        says,
        measure,
        ..claim(
            FIG7,
            "the good results of APS have been achieved by providing a much worse quality of service for multi-site applications",
        )
    }
}

const FEW_META_END: &str = "The mean is over those that end: of the meta requests that are submitted 2 % under ASP, 19 % under FFIH. The others wait on, \
                            which is the worse service that the paper speaks of.";

pub(super) const LOCAL_REQUESTS: &[Claim] = &[
    in_full(Claim {
        published: Published::AtMost(10.0),
        says: "At most a tenth of those that end under ASP at compression 19 are meta requests; the bound is ours.",
        measure: Measure::GroupShare("meta", under("ASP", C19)),
        remark: "So local requests dominate its curve in figure 6. The quick tier ends before they do.",
        ..claim(FIG7, "only few of them terminated among the first")
    }),
    worse_service(
        "Meta requests take longer under ASP than under FFIH, at compression 0.5.",
        Measure::GroupGap("meta", under("ASP", C05), under("FFIH", C05)),
    ),
    worse_service(
        "Meta requests take longer under ASP than under FFIH, at compression 1.",
        Measure::GroupGap("meta", under("ASP", C1), under("FFIH", C1)),
    ),
    in_full(refuted(
        worse_service(
            "Meta requests take longer under ASP than under FFIH, at compression 19.",
            Measure::GroupGap("meta", under("ASP", C19), under("FFIH", C19)),
        ),
        FEW_META_END,
    )),
    Claim {
        says: "Local users pay for a metacomputer without control.",
        measure: Measure::GroupGap("local", under("no control", C1), under("FFIH", C1)),
        ..claim(FIG7, "")
    },
];
