//! The descriptions of the planners, and the functions that make the meta-scheduler.

use super::settings::{AspShare, Basis, Control as Level, PartsStart, Settings};
use super::{Control, Metacomputer, Planner, Trigger, Uncontrolled, View, measures};
use crate::base::problem::Problem;
use crate::base::random::Stream;
use crate::models::measure::CounterInfo;
use crate::models::model::Model;
use crate::models::policy::{Build, Built, Policy, PolicyInfo, Queues, Seen};
use crate::models::settings::Given;
use crate::network::Network;

/// The model: the metacomputer with uncooperative sub-schedulers of Gehring and Preiß.
pub const MODEL: Model = Model {
    name: "gehring",
    title: "Gehring, Preiss 1999: metacomputer",
    settings: &[Settings::PARAMETERS],
    workloads: &[&super::WORKLOAD],
    policies: &[&FCFS, &FCFS_STAR, &FFIH, &ASP, &ASP_STAR],
    measures: &[
        &measures::LOCAL_TURNAROUND,
        &measures::META_TURNAROUND,
        &measures::LOCAL_SUBMITTED,
        &measures::META_SUBMITTED,
    ],
    calculations: super::sequence::CALCULATIONS,
    ..Model::NEW
};

const CONTROL: &[&str] =
    &["control", "planned_with", "interval_s", "gamma", "round_surface", "kept_share", "round_every_s", "parts"];
/// Settings of ASP and ASP\*.
const SHARED_OUT: &[&str] = &["asp_share", "asp_order"];

const COUNTS: &[&CounterInfo] = &[&measures::PLANNING_ROUNDS];

const fn planned(names: [&'static str; 3], build: Build) -> PolicyInfo {
    PolicyInfo {
        settings: &[CONTROL, PolicyInfo::LINKS],
        always_named: &["control"],
        queues: Queues::Planned,
        co_allocates: true,
        reads_estimates: true,
        counts: COUNTS,
        draws: draws_machines,
        check: needs_to_know,
        ..PolicyInfo::on_one_cluster(names, build)
    }
}

/// FCFS: first come, first served.
pub static FCFS: PolicyInfo = PolicyInfo {
    sign: 0,
    check: |_, _, _| Vec::new(),
    ..planned(
        [
            "meta-fcfs",
            "Meta FCFS",
            "Plans each request at the earliest time at which enough nodes stay free, on one cluster or several.",
        ],
        |seen| metacomputer(seen, Planner::Fcfs),
    )
};

/// FCFS with the earliest end.
pub static FCFS_STAR: PolicyInfo = planned(
    [
        "meta-fcfs-star",
        "Meta FCFS*",
        "Plans each request for the time from which it ends earliest: later it may fit onto fewer clusters.",
    ],
    |seen| metacomputer(seen, Planner::FcfsStar),
)
.signed(4);

/// FFIH: first fit increasing height.
pub static FFIH: PolicyInfo = PolicyInfo {
    sign: 1,
    settings: &[CONTROL, PolicyInfo::LINKS, &["ffih_room"]],
    ..planned(
        [
            "meta-ffih",
            "Meta FFIH",
            "Requests of smallest demand first, nodes times time (first fit increasing height).",
        ],
        |seen| metacomputer(seen, Planner::Ffih { room: seen.settings::<Settings>()?.ffih_room }),
    )
};

/// ASP: adaptive static partitioning.
pub static ASP: PolicyInfo = PolicyInfo {
    sign: 2,
    settings: &[CONTROL, PolicyInfo::LINKS, SHARED_OUT],
    ..planned(
        [
            "meta-asp",
            "Meta ASP",
            "As many requests as possible start on what is free, moldable ones on as little as one node (adaptive static partitioning).",
        ],
        |seen| metacomputer(seen, asp(seen, 0.0)?),
    )
};

/// ASP\*: adaptive static partitioning in which each request gets at least a share α of its processors.
pub static ASP_STAR: PolicyInfo = PolicyInfo {
    sign: 3,
    settings: &[CONTROL, PolicyInfo::LINKS, SHARED_OUT, &["alpha"]],
    ..planned(
        ["meta-asp-star", "Meta ASP*", "ASP that gives no request less than a share α of what it asks for."],
        |seen| metacomputer(seen, asp(seen, seen.settings::<Settings>()?.alpha)?),
    )
};

fn asp(seen: &Seen<'_>, alpha: f64) -> Result<Planner, Problem> {
    let own: Settings = seen.settings()?;
    Ok(match own.asp_share {
        AspShare::LeastNeed => Planner::Asp { alpha, order: own.asp_order },
        AspShare::Equal => Planner::EqualAsp { alpha },
    })
}

/// Without control, the machines that a request runs on are drawn at random.
fn draws_machines(own: &Given) -> bool {
    own.of::<Settings>().control == Level::No
}

/// Without control, requests enter queues in the order of submission. All planners except FCFS need the contents of the
/// queues, so only FCFS is possible.
fn needs_to_know(own: &Given, policy: Policy, place: &str) -> Vec<Problem> {
    if own.of::<Settings>().control != Level::No {
        return Vec::new();
    }
    vec![Problem::new(
        format!("{place}.control"),
        format!("is \"no\", but {policy} plans on what the machines' queues hold"),
        "full, limited, ihs-fixed, ihs-demand; \"no\" with meta-fcfs",
        "Choose another control, or meta-fcfs",
    )]
}

/// True if the run time of a job does not depend on jobs that start later.
fn knows_run_times(network: &Network) -> bool {
    match network {
        Network::Fixed(_) | Network::Unlimited | Network::Wan(_) => true,
        Network::Dynamic(_) | Network::Cluster(_) | Network::Levels(_) => false,
    }
}

/// Makes the meta-scheduler for the machines of the platform.
fn metacomputer(seen: &Seen<'_>, planner: Planner) -> Result<Built, Problem> {
    let own: Settings = seen.settings()?;
    let (local_queues, trigger) = match own.control {
        Level::Full => (false, Trigger::Event),
        Level::Limited => (true, Trigger::Event),
        Level::IhsFixed => (true, Trigger::Interval(own.interval_s)),
        Level::IhsDemand => (true, Trigger::Demand(own.gamma)),
        Level::No => {
            let stream = Stream::new(seen.seed, seen.replication, "rounds", 0);
            let machines = Uncontrolled::new(seen.idle, own.round_every_s, stream);
            let network = (seen.network)();
            let machines = match own.parts == PartsStart::Independent && knows_run_times(&network) {
                true => machines.with_independent_parts(seen.idle, network),
                false => machines,
            };
            return Ok(Built::Whole(Box::new(machines)));
        }
    };
    // The flat line and the subset are options of rounds (G §5.3).
    let view = match trigger {
        Trigger::Event => View::default(),
        Trigger::Interval(_) | Trigger::Demand(_) => View { surface: own.round_surface, kept_share: own.kept_share },
    };
    let control = Control { local_queues, trigger, view };
    let network = (seen.network)();
    let metacomputer = Metacomputer::new(planner, control, network, seen.idle);
    Ok(Built::Whole(Box::new(match (own.planned_with, trigger) {
        (Basis::Present, Trigger::Event) => metacomputer.by_present_shares(seen.idle),
        _ => metacomputer,
    })))
}
