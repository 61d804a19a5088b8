//! Gehring, Preiß: Scheduling a Metacomputer With Uncooperative Sub-schedulers, 1999 (G).

use crate::paper::{At, Claim, Over, Paper, Region, Size, Spot, Study, Where, at};

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
        full_control::FULL_CONTROL,
        real_world::REAL_WORLD,
        real_world::LOCAL_REQUESTS,
        readings::OTHER_ORDER,
        asynchronous::ALL_ASYNCHRONOUS,
        readings::OTHER_READINGS,
        ours::WORTH_OF_CONTROL,
        ours::WRONG_DESCRIPTIONS,
    ],
    improvements: &[],
    notes: &[
        "The figures are lost; the claims are the sentences about them. The measure is the paper's: mean turnaround of the requests among \
         the first 32 000 to end, while others keep arriving. Who cannot be served never ends and is not in it; the same difference of the \
         means over all submitted requests stands beside each number.",
        "Regions of load follow from what every scheduler of a figure ends of what was submitted, not by compression. In figure 6 ASP ends less \
         than 90 % at every compression, so that all of it is overload by this rule; what the paper says of small compressions is held against \
         0.5 and 1. At 0.5 all others keep up; at 1 FCFS, FCFS* and FFIH do, ASP* ends 97 % and who has no control 58 %.",
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
    Study { preset, quick: Size { jobs: Some(4000), replications: None }, full: Size::PRESET, only: &[] }
}

/// A figure of the paper, with as many replications as its heaviest loads need: few large requests decide there.
const fn figure(preset: &'static str) -> Study {
    Study { full: Size { jobs: None, replications: Some(10) }, ..study(preset) }
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

mod asynchronous;
mod full_control;
mod ours;
mod readings;
mod real_world;

/// The same where it is the other way round.
const fn refuted(claim: Claim, remark: &'static str) -> Claim {
    Claim { known_refuted: true, remark, ..claim }
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
