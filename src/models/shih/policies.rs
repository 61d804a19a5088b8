//! The descriptions of the policies, and their constructors.

use super::settings::{Settings, SimulationOrder, SimulationPolicy, Spreads};
use super::{
    Ai2 as Adaptive, CoAllocatingTla, Draws, Fit, LookAhead, OneCluster, Spreading, Tla as Ahead, USUAL_DEPTH,
};
use crate::base::problem::Problem;
use crate::models::jones;
use crate::models::model::Model;
use crate::models::policy::{Build, Built, PolicyInfo, Seen};
use crate::models::settings::Given;
use crate::models::shih::example;

/// The model: the heterogeneous multi-cluster with temporal look-ahead of Shih et al., and the look-ahead that also co-allocates.
pub const MODEL: Model = Model {
    name: "shih",
    title: "Shih 2013: multi-cluster",
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
    calculations: example::SCORES,
    ..Model::NEW
};

const LOOK_AHEAD: &[&str] = &["simulation_depth", "simulation_policy", "allocation_depth", "score"];

fn one_cluster(seen: &Seen<'_>, fit: Fit) -> Result<Built, Problem> {
    Ok(Built::Place(Box::new(OneCluster::new(seen.idle, fit, draws(seen)))))
}

fn draws(seen: &Seen<'_>) -> Draws {
    Draws { seed: seen.seed.to_owned(), replication: seen.replication }
}

/// BF: best-fit.
pub static BEST_FIT: PolicyInfo = PolicyInfo::on_one_cluster(
    ["best-fit", "Best-fit (BF)", "One cluster: of those with room the one that has fewest nodes left over."],
    |seen| one_cluster(seen, Fit::Best),
)
.signed(1);

/// FF: fastest-first.
pub static FASTEST_FIRST: PolicyInfo = PolicyInfo::on_one_cluster(
    ["fastest-first", "Fastest-first (FF)", "One cluster: the fastest of those with room."],
    |seen| one_cluster(seen, Fit::Fastest),
)
.signed(2);

/// WF: worst-fit.
pub static WORST_FIT: PolicyInfo = PolicyInfo::on_one_cluster(
    ["worst-fit", "Worst-fit (WF)", "One cluster: of those with room the one that has most nodes left over."],
    |seen| one_cluster(seen, Fit::Worst),
)
.signed(5);

/// MF: median-fit.
pub static MEDIAN_FIT: PolicyInfo = PolicyInfo::on_one_cluster(
    ["median-fit", "Median-fit (MF)", "One cluster: of those with room the one whose nodes left over are the median."],
    |seen| one_cluster(seen, Fit::Median),
)
.signed(6);

/// RF: random-fit.
pub static RANDOM_FIT: PolicyInfo = PolicyInfo {
    sign: 4,
    draws: |_| true,
    ..PolicyInfo::on_one_cluster(
        ["random-fit", "Random-fit (RF)", "One cluster: any of those with room, with equal chances."],
        |seen| one_cluster(seen, Fit::Random),
    )
};

/// First-fit on one cluster.
pub static INDEX_FIT: PolicyInfo = PolicyInfo::on_one_cluster(
    ["index-fit", "First-fit by index", "One cluster: the first of those with room, by index."],
    |seen| one_cluster(seen, Fit::Index),
)
.signed(15);

/// AI2: places a job by best-fit or by fastest-first, whichever uses more computing power.
pub static AI2: PolicyInfo = PolicyInfo {
    sign: 3,
    bears_outages: false,
    knows_resources: false,
    ..PolicyInfo::on_one_cluster(
        [
            "ai2",
            "AI2 (adaptive)",
            "One cluster: BF or FF, whichever lets the jobs that can start now use more computing power.",
        ],
        |seen| Ok(Built::Place(Box::new(Adaptive::new(seen.idle)))),
    )
};

const fn looking_ahead(names: [&'static str; 3], build: Build) -> PolicyInfo {
    PolicyInfo {
        settings: &[PolicyInfo::QUEUE, LOOK_AHEAD],
        reads_estimates: true,
        bears_outages: false,
        knows_resources: false,
        draws: draws_in_simulations,
        ..PolicyInfo::on_one_cluster(names, build)
    }
}

/// TLA: temporal look-ahead.
pub static TLA: PolicyInfo = PolicyInfo {
    sign: 0,
    by_depth: Some(|seen| Ok(Box::new(tla(seen)?))),
    ..looking_ahead(
        ["tla", "TLA (look-ahead)", "One cluster: the one for which the simulated future of all that wait is best."],
        |seen| Ok(Built::Place(Box::new(tla(seen)?))),
    )
};

/// Temporal look-ahead with co-allocation over links.
pub static TLA_CO_ALLOCATING: PolicyInfo = PolicyInfo {
    sign: 21,
    settings: &[
        PolicyInfo::QUEUE,
        LOOK_AHEAD,
        PolicyInfo::LINKS,
        jones::policies::THRESHOLD,
        &["chunk", "spreads", "simulation_order"],
    ],
    co_allocates: true,
    looks_at_links: true,
    ..looking_ahead(
        [
            "tla-coalloc",
            "TLA with co-allocation",
            "TLA; where no cluster has room it spreads the job as B3 or A1 would, or lets it wait, by the simulated future of nodes and links.",
        ],
        |seen| {
            let own: Settings = seen.settings()?;
            let jones::Settings { chunk, lslt, .. } = seen.settings()?;
            let spreading = Spreading {
                chunk,
                lslt,
                all: own.spreads == Spreads::All,
                passing: seen.jobs_pass && own.simulation_order == SimulationOrder::Queue,
            };
            Ok(Built::Place(Box::new(CoAllocatingTla::new(
                seen.idle,
                (seen.network)(),
                look_ahead(&own, USUAL_DEPTH),
                spreading,
                draws(seen),
            ))))
        },
    )
};

/// TLA with the settings of the scheduler.
fn tla(seen: &Seen<'_>) -> Result<Ahead, Problem> {
    let ahead = look_ahead(&seen.settings()?, usize::MAX);
    Ok(Ahead::new(seen.idle, ahead, draws(seen)))
}

/// The look-ahead with these settings. `usual_depth` is the simulation depth if the settings give none.
fn look_ahead(own: &Settings, usual_depth: usize) -> LookAhead {
    LookAhead {
        depth: own.simulation_depth.map_or(usual_depth, |depth| depth as usize),
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
