//! Full control over the local queues (figure 5).

use super::{C1, C05, C15, C19, FIG5, KEEPS_UP, OVERLOAD, claim, refuted, remarked, under};
use crate::paper::{At, Claim, Measure, Over, Published, Region, Where, of};

const CONVERGE: &str = "all curves are converging for increasing load situations";
pub(super) const WEAKEST: &str = "the ASP-based algorithms show the weakest performance";
const REDUCED: &str = "This effect is a little bit reduced by the ASP* variant.";
const GOOD: &str = "FFIH, on the other hand, demonstrates good results in our simulation environment.";
const SENSITIVE: &str = "this strategy is very sensitive towards the job sequence to be scheduled";

/// The distance of two curves at compression 1 less that at 19.
macro_rules! converge {
    ($a:literal, $b:literal) => {
        Claim {
            says: concat!($a, " and ", $b, " are closer at compression 19 than at 1."),
            measure: Measure::Wider([under($a, C1), under($b, C1)], [under($a, C19), under($b, C19)], Over::Point(&[])),
            ..claim(FIG5, CONVERGE)
        }
    };
}

/// FFIH's turnaround varies more from one replication, which is one sequence of requests, to the next.
macro_rules! more_sensitive {
    ($than:literal, $compression:ident) => {
        Claim {
            says: concat!("FFIH varies more from one sequence of requests to the next than ", $than, " does."),
            measure: Measure::VariesMore(under("FFIH", $compression), under($than, $compression)),
            ..claim(FIG5, SENSITIVE)
        }
    };
}

const FLATTENS: &str = "Each curve flattens, but not towards the others: under FCFS no request ends before those submitted earlier, so that all of \
                        the first 32 000 wait; FFIH and ASP end small requests first, and the large ones never enter the mean.";
const APART: &str = "Both let small requests pass; the large ones that end under ASP take ever longer.";
pub(super) const STARTS_AT_ONCE: &str =
    "Where all keep up, few wait, and ASP starts each of them as soon as a processor is free.";
const EVEN_AT_1: &str = "Open because of compression 1 alone: there both end over 99 %, are even, and only FCFS and FCFS* make it overload. From 2 on ASP \
                         takes longer at each compression, by 88 000 s at 2 and 57 000 s at 19.";
pub(super) const ALL_WAIT: &str =
    "Under FCFS and FCFS* all of the first 32 000 wait: they are the weakest beyond compression 0.5.";

pub(super) const FULL_CONTROL: &[Claim] = &[
    refuted(converge!("FCFS", "FFIH"), FLATTENS),
    refuted(converge!("ASP", "FFIH"), APART),
    Claim {
        published: Published::AtMost(5.0),
        says: "Each curve flattens: from compression 15 to 19 FCFS grows by less than 5 %.",
        measure: Measure::Percent(under("FCFS", C19), under("FCFS", C15), Over::Point(&[])),
        ..claim(FIG5, "")
    },
    refuted(longer!(FIG5, WEAKEST, "ASP", "FFIH", KEEPS_UP), STARTS_AT_ONCE),
    refuted(longer!(FIG5, WEAKEST, "ASP", "FCFS", KEEPS_UP), STARTS_AT_ONCE),
    refuted(longer!(FIG5, WEAKEST, "ASP", "FCFS*", KEEPS_UP), STARTS_AT_ONCE),
    refuted(longer!(FIG5, WEAKEST, "ASP*", "FFIH", KEEPS_UP), STARTS_AT_ONCE),
    refuted(longer!(FIG5, WEAKEST, "ASP*", "FCFS", KEEPS_UP), STARTS_AT_ONCE),
    refuted(longer!(FIG5, WEAKEST, "ASP*", "FCFS*", KEEPS_UP), STARTS_AT_ONCE),
    remarked(longer!(FIG5, WEAKEST, "ASP", "FFIH", OVERLOAD), EVEN_AT_1),
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
    refuted(more_sensitive!("FCFS", C05), "FCFS varies more: a large request holds up all behind it."),
    more_sensitive!("ASP", C19),
    more_sensitive!("FCFS", C19),
    still_random(FIG5, C05),
    still_random(FIG5, C19),
    starting_later(Over::Some(Where::In(Region::KeepsUp))),
    starting_later(Over::Some(Where::In(Region::Overload))),
];

/// FCFS* may start a request later than FCFS does. The paper says that it can pay, not that it always does.
const fn starting_later(over: Over) -> Claim {
    Claim {
        source: "G §5.1",
        says: "FCFS takes longer than FCFS* somewhere.",
        measure: Measure::Gap(of("FCFS"), of("FCFS*"), over),
        ..claim(FIG5, "in the metacomputing scenario a later starting time can lead to an earlier result")
    }
}

/// How much chance is left in a mean over the first 32 000 requests.
pub(super) const fn still_random(figure: &'static str, compression: At) -> Claim {
    Claim {
        published: Published::MoreThan(1.0),
        says: "One sequence of requests gives FFIH more than 1 % another turnaround than the next; the bound is ours.",
        measure: Measure::Variation(under("FFIH", compression)),
        ..claim(figure, "c = 1000 is not completely sufficient to eliminate all the effects of a randomized workload")
    }
}
