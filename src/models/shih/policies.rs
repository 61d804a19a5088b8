//! What the policies are and read, and how they are built.

use super::settings::{Settings, SimulationOrder, SimulationPolicy, Spreads};
use super::{
    Ai2 as Adaptive, CoAllocatingTla, Draws, Fit, LookAhead, OneCluster, Spreading, Tla as Ahead,
    USUAL_DEPTH, presets, shih2013,
};
use crate::models::policy::{Built, PolicyInfo, Seen};
use crate::models::settings::Given;
use crate::models::{Model, jones};

/// The heterogeneous multi-cluster with temporal look-ahead of Shih et al., and the look-ahead that also co-allocates.
pub const MODEL: Model = Model {
    name: "shih",
    settings: &[Settings::PARAMETERS],
    policies: &[
        &BEST_FIT,
        &FASTEST_FIRST,
        &WORST_FIT,
        &MEDIAN_FIT,
        &RANDOM_FIT,
        &INDEX_FIT,
        &AI2,
        &TLA,
        &TLA_CO_ALLOCATING,
    ],
    papers: &[&shih2013::PAPER],
    presets: presets::PRESETS,
    ..Model::NEW
};

const LOOK_AHEAD: &[&str] = &[
    "simulation_depth",
    "simulation_policy",
    "allocation_depth",
    "score",
];

fn one_cluster(seen: &Seen<'_>, fit: Fit) -> Built {
    Built::Place(Box::new(OneCluster::new(seen.idle, fit, draws(seen))))
}

fn draws(seen: &Seen<'_>) -> Draws {
    Draws {
        seed: seen.seed.to_owned(),
        replication: seen.replication,
    }
}

/// Best-fit.
pub static BEST_FIT: PolicyInfo = PolicyInfo {
    name: "best-fit",
    label: "Best-fit (BF)",
    help: "One cluster: of those with room the one that has fewest nodes left over.",
    build: |seen| one_cluster(seen, Fit::Best),
    ..PolicyInfo::ON_ONE_CLUSTER
};

/// Fastest-first.
pub static FASTEST_FIRST: PolicyInfo = PolicyInfo {
    name: "fastest-first",
    label: "Fastest-first (FF)",
    help: "One cluster: the fastest of those with room.",
    build: |seen| one_cluster(seen, Fit::Fastest),
    ..PolicyInfo::ON_ONE_CLUSTER
};

/// Worst-fit.
pub static WORST_FIT: PolicyInfo = PolicyInfo {
    name: "worst-fit",
    label: "Worst-fit (WF)",
    help: "One cluster: of those with room the one that has most nodes left over.",
    build: |seen| one_cluster(seen, Fit::Worst),
    ..PolicyInfo::ON_ONE_CLUSTER
};

/// Median-fit.
pub static MEDIAN_FIT: PolicyInfo = PolicyInfo {
    name: "median-fit",
    label: "Median-fit (MF)",
    help: "One cluster: of those with room the one whose nodes left over are the median.",
    build: |seen| one_cluster(seen, Fit::Median),
    ..PolicyInfo::ON_ONE_CLUSTER
};

/// Random-fit.
pub static RANDOM_FIT: PolicyInfo = PolicyInfo {
    name: "random-fit",
    label: "Random-fit (RF)",
    help: "One cluster: any of those with room, with equal chances.",
    draws: |_| true,
    build: |seen| one_cluster(seen, Fit::Random),
    ..PolicyInfo::ON_ONE_CLUSTER
};

/// First-fit on one cluster.
pub static INDEX_FIT: PolicyInfo = PolicyInfo {
    name: "index-fit",
    label: "First-fit by index",
    help: "One cluster: the first of those with room, by index.",
    build: |seen| one_cluster(seen, Fit::Index),
    ..PolicyInfo::ON_ONE_CLUSTER
};

/// Best-fit or fastest-first, whichever serves more.
pub static AI2: PolicyInfo = PolicyInfo {
    name: "ai2",
    label: "AI2 (adaptive)",
    help: "One cluster: BF or FF, whichever lets the jobs that can start now use more computing power.",
    build: |seen| Built::Place(Box::new(Adaptive::new(seen.idle))),
    ..PolicyInfo::ON_ONE_CLUSTER
};

const AHEAD: PolicyInfo = PolicyInfo {
    settings: &[PolicyInfo::QUEUE, LOOK_AHEAD],
    reads_estimates: true,
    draws: draws_in_simulations,
    ..PolicyInfo::ON_ONE_CLUSTER
};

/// Temporal look-ahead.
pub static TLA: PolicyInfo = PolicyInfo {
    name: "tla",
    label: "TLA (look-ahead)",
    help: "One cluster: the one for which the simulated future of all that wait is best.",
    build: |seen| Built::Place(Box::new(tla(seen))),
    by_depth: Some(|seen| Box::new(tla(seen))),
    ..AHEAD
};

/// Temporal look-ahead over nodes and links.
pub static TLA_CO_ALLOCATING: PolicyInfo = PolicyInfo {
    name: "tla-coalloc",
    label: "TLA with co-allocation",
    help: "TLA; where no cluster has room it spreads the job as B3 or A1 would, or lets it wait, by the simulated future of nodes and links.",
    settings: &[
        PolicyInfo::QUEUE,
        LOOK_AHEAD,
        PolicyInfo::LINKS,
        jones::policies::THRESHOLD,
        &["chunk", "spreads", "simulation_order"],
    ],
    co_allocates: true,
    build: |seen| {
        let own: Settings = seen.own.of();
        let jones::Settings { chunk, lslt, .. } = seen.own.of();
        let spreading = Spreading {
            chunk,
            lslt,
            all: own.spreads == Spreads::All,
            passing: seen.jobs_pass && own.simulation_order == SimulationOrder::Queue,
        };
        Built::Place(Box::new(CoAllocatingTla::new(
            seen.idle,
            (seen.network)(),
            look_ahead(&own, USUAL_DEPTH),
            spreading,
            draws(seen),
        )))
    },
    ..AHEAD
};

/// The TLA of these settings.
pub fn tla(seen: &Seen<'_>) -> Ahead {
    let ahead = look_ahead(&seen.own.of(), usize::MAX);
    Ahead::new(seen.idle, ahead, draws(seen))
}

/// How a TLA looks ahead; so far if nothing else is said.
fn look_ahead(own: &Settings, usual_depth: usize) -> LookAhead {
    LookAhead {
        depth: own
            .simulation_depth
            .map_or(usual_depth, |depth| depth as usize),
        fit: match own.simulation_policy {
            SimulationPolicy::FastestFirst => Fit::Fastest,
            SimulationPolicy::BestFit => Fit::Best,
            SimulationPolicy::WorstFit => Fit::Worst,
            SimulationPolicy::RandomFit => Fit::Random,
        },
        decisions: own.allocation_depth as usize,
        score: own.score,
    }
}

fn draws_in_simulations(own: &Given) -> bool {
    own.of::<Settings>().simulation_policy == SimulationPolicy::RandomFit
}
