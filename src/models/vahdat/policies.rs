//! The descriptions of the homes' policies, and the functions that make them.

use super::cluster_networks::{CLUSTER, LEVELS, NetworkSettings};
use super::settings::Settings;
use super::{Dispatch, Fuzzy, Grid, Protocol, Wan, class_of, invocations_ms, loads};
use super::{agreement, measures};
use crate::base::problem::Problem;
use crate::base::random::Stream;
use crate::models::measure::CounterInfo;
use crate::models::model::Model;
use crate::models::policy::{Build, Built, PolicyInfo, Queues, Seen};
use crate::network::Network;

/// The model: the fuzzy grid scheduler of Vahdat-Nejad and Monsefi, and the policies that it is compared with.
pub const MODEL: Model = Model {
    name: "vahdat",
    title: "Vahdat: grid of clusters",
    settings: &[Settings::PARAMETERS],
    network_settings: &[NetworkSettings::PARAMETERS],
    networks: &[&CLUSTER, &LEVELS],
    workloads: &[&super::WORKLOAD],
    policies: &[&BEST_FIT, &RANDOM, &SHORTEST_QUEUE, &LEAST_LOADED, &FUZZY],
    measures: &[&measures::DENIALS_PER_JOB, &measures::SENT_SHARE, &measures::MEAN_TRANSFER],
    ..Model::NEW
};

/// Settings of the protocol by which homes read the state of clusters, and of the queues to which they send jobs.
const PROTOCOL: &[&str] = &["refresh_s", "retries", "local_queue"];
/// Settings that define idle nodes.
const IDLE: &[&str] = &["idle_nodes", "low_load"];
const PRIORITY: &[&str] = &[
    "waiting_jobs",
    "low_load",
    "high_load",
    "processors_weight",
    "network_weight",
    "wide_area_weight",
    "largest_ratio",
    "ratio_sets",
    "share_sets",
    "network_rules",
    "invocation_sets",
    "size_sets",
    "wide_area_rules",
    "level_very_small",
    "level_small",
    "level_moderate",
    "level_large",
];

const COUNTS: &[&CounterInfo] = &[&measures::DENIALS, &measures::TRANSFERS, &measures::TRANSFER_MS];

const fn by_homes(names: [&'static str; 3], build: Build) -> PolicyInfo {
    PolicyInfo {
        settings: &[PROTOCOL],
        queues: Queues::PerCluster,
        reads_estimates: true,
        counts: COUNTS,
        ..PolicyInfo::on_one_cluster(names, build)
    }
}

/// A policy that chooses the cluster with the fewest idle nodes that still hold the job.
pub static BEST_FIT: PolicyInfo = PolicyInfo {
    sign: 1,
    settings: &[PROTOCOL, &["holds", "waiting_jobs"], IDLE],
    ..by_homes(
        [
            "grid-best-fit",
            "Grid best-fit",
            "The cluster with fewest idle nodes that still hold the job, else the one with the shortest queue; blind to networks.",
        ],
        |seen| grid(seen, Dispatch::BestFit(seen.settings::<Settings>()?.holds)),
    )
};

/// Chooses any cluster at random.
pub static RANDOM: PolicyInfo = PolicyInfo {
    sign: 4,
    draws: |_| true,
    ..by_homes(["grid-random", "Grid random", "Any cluster that is large enough, with equal chances."], |seen| {
        let stream = Stream::new(seen.seed, seen.replication, "grid dispatch", 0);
        grid(seen, Dispatch::Random(stream))
    })
};

/// Chooses the cluster with the fewest waiting jobs.
pub static SHORTEST_QUEUE: PolicyInfo =
    by_homes(["grid-shortest-queue", "Grid shortest queue", "The cluster where fewest jobs wait."], |seen| {
        grid(seen, Dispatch::ShortestQueue)
    })
    .signed(2);

/// A policy that chooses the cluster with the least work in proportion to its number of nodes.
pub static LEAST_LOADED: PolicyInfo = PolicyInfo {
    sign: 3,
    settings: &[PROTOCOL, IDLE],
    ..by_homes(
        [
            "grid-least-loaded",
            "Grid least loaded",
            "The cluster with least work for its size: nodes in use and asked for, over all nodes.",
        ],
        |seen| grid(seen, Dispatch::LeastLoaded),
    )
};

/// The fuzzy policy, V §3.1.
pub static FUZZY: PolicyInfo = PolicyInfo {
    sign: 0,
    settings: &[PROTOCOL, PRIORITY],
    shares: &[("processors_weight", "nodes"), ("network_weight", "network"), ("wide_area_weight", "WAN")],
    check: agreement::check,
    swept: agreement::share_the_rest,
    ..by_homes(
        [
            "fuzzy",
            "Fuzzy",
            "Sends each job to the cluster of highest priority: a weighted sum of what its nodes, its network and the way to it are worth, \
           the latter two by fuzzy rules.",
        ],
        |seen| grid(seen, Dispatch::Fuzzy(Box::new(Fuzzy::new(&seen.settings()?)))),
    )
};

/// Makes a grid in which homes choose clusters by this rule.
fn grid(seen: &Seen<'_>, dispatch: Dispatch) -> Result<Built, Problem> {
    let own: Settings = seen.settings()?;
    let by_load = |cluster: usize| {
        let mut counts = [0; 3];
        for load in (seen.node_loads)(cluster) {
            counts[class_of(load, [own.low_load, own.high_load])] += 1;
        }
        counts
    };
    let clusters = seen.idle.platform().clusters.len();
    let invocation_ms =
        [seen.number("network.invocation_ms.0")? as u32, seen.number("network.invocation_ms.1")? as u32];
    let invocations_ms = invocations_ms(invocation_ms, clusters, seen.seed, seen.jobs_replication);
    let protocol = Protocol {
        refresh_s: own.refresh_s,
        retries: own.retries,
        least_share: match (seen.network)() {
            Network::Cluster(_) | Network::Levels(_) => Some(seen.number("network.least_share")?),
            _ => None,
        },
        reading: dispatch.reading(&own),
    };
    let most_load = seen.number("network.most_wan_load")?;
    let loads = loads(most_load, clusters, seen.seed, seen.jobs_replication);
    let wan = Wan::new(seen.number("network.wan_mbps")?, invocations_ms, &loads);
    let by_load = (0..clusters).map(by_load).collect();
    let mut grid = Grid::new(dispatch, protocol, by_load, wan).with_queues(own.local_queue, seen.idle.platform());
    let least_share = seen.number("platform.least_node_share")?;
    if least_share < 1.0 {
        grid = grid.slowed((0..clusters).map(seen.node_loads).collect(), least_share);
    }
    Ok(Built::Whole(Box::new(grid)))
}
