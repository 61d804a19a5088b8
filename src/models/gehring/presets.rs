//! The figures of Gehring and Preiß, and what the paper leaves open.

use crate::paper::{Preset, preset};

/// G in the documentation.
const GEHRING_1999: &str = "Gehring and Preiß, Scheduling a metacomputer with uncooperative sub-schedulers, 1999";

/// In the order of the gallery.
pub const PRESETS: &[Preset] = &[
    preset!(
        "gehring1999-fig5",
        "Figure 5: full control",
        GEHRING_1999,
        "Five meta-schedulers plan all requests of 32 machines, more and more of them: where would a metacomputer be at its best?"
    ),
    preset!(
        "gehring1999-fig6",
        "Figure 6: the real world",
        GEHRING_1999,
        "Machines with queues of their own: without control, and with rounds of planning between which they are left alone."
    ),
    preset!(
        "gehring1999-fig7",
        "Figure 7: local requests",
        GEHRING_1999,
        "Machines with queues of their own: how do those fare who never asked for a metacomputer?",
        measure: "local_turnaround_s"
    ),
    preset!(
        "gehring1999-controls",
        "What control is worth",
        GEHRING_1999,
        "One planner, FCFS, under full, limited and minimum control by either trigger, and under none: what does it do to everybody's wait?"
    ),
    preset!(
        "gehring1999-descriptions",
        "Wrong descriptions",
        GEHRING_1999,
        "Run times are described wrongly, half too long, half too short: what becomes of plans that never move?"
    ),
    preset!(
        "gehring1999-readings",
        "The real world in every reading",
        GEHRING_1999,
        "The paper leaves open in which order ASP starts requests, and when there are rounds without control: does what it says hold in both readings?"
    ),
    preset!(
        "gehring1999-asp-order",
        "The order of ASP",
        GEHRING_1999,
        "ASP* “becomes identical to FCFS” as α comes close to 1: in which order must it start requests for that?"
    ),
    preset!(
        "gehring1999-asynchronous",
        "Asynchronous requests alone",
        GEHRING_1999,
        "The authors suppose that ASP would perform better if all requests were asynchronous: does it, at low load and under overload?"
    ),
];
