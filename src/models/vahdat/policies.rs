//! What the homes' policies are and read, and how they are built.

use super::settings::Settings;
use super::{Dispatch, Fuzzy, Grid, Protocol, Wan, class_of, invocations_ms};
use super::{agreement, paper, presets};
use crate::base::random::Stream;
use crate::models::Model;
use crate::models::policy::{Built, PolicyInfo, Queues, Seen};

/// The fuzzy grid scheduler of Vahdat-Nejad and Monsefi, and what it is compared with.
pub const MODEL: Model = Model {
    name: "vahdat",
    settings: &[Settings::PARAMETERS],
    workloads: &[&super::WORKLOAD],
    policies: &[&BEST_FIT, &RANDOM, &SHORTEST_QUEUE, &LEAST_LOADED, &FUZZY],
    papers: &[&paper::PAPER],
    presets: presets::PRESETS,
    ..Model::NEW
};

/// Settings of how homes learn the state of clusters.
const PROTOCOL: &[&str] = &["refresh_s", "retries"];
const PRIORITY: &[&str] = &[
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

const BY_HOMES: PolicyInfo = PolicyInfo {
    settings: &[PROTOCOL],
    queues: Queues::PerCluster,
    ..PolicyInfo::ON_ONE_CLUSTER
};

/// The fullest cluster that still holds the job.
pub static BEST_FIT: PolicyInfo = PolicyInfo {
    name: "grid-best-fit",
    label: "Grid best-fit",
    help: "The cluster with fewest idle nodes that still hold the job, else the one with the shortest queue; blind to networks.",
    build: |seen| grid(seen, Dispatch::BestFit),
    ..BY_HOMES
};

/// Any cluster.
pub static RANDOM: PolicyInfo = PolicyInfo {
    name: "grid-random",
    label: "Grid random",
    help: "Any cluster that is large enough, with equal chances.",
    draws: |_| true,
    build: |seen| {
        let stream = Stream::new(seen.seed, seen.replication, "grid dispatch", 0);
        grid(seen, Dispatch::Random(stream))
    },
    ..BY_HOMES
};

/// Fewest waiting jobs.
pub static SHORTEST_QUEUE: PolicyInfo = PolicyInfo {
    name: "grid-shortest-queue",
    label: "Grid shortest queue",
    help: "The cluster where fewest jobs wait.",
    build: |seen| grid(seen, Dispatch::ShortestQueue),
    ..BY_HOMES
};

/// Least work for its size.
pub static LEAST_LOADED: PolicyInfo = PolicyInfo {
    name: "grid-least-loaded",
    label: "Grid least loaded",
    help: "The cluster with least work for its size: nodes in use and asked for, over all nodes.",
    build: |seen| grid(seen, Dispatch::LeastLoaded),
    ..BY_HOMES
};

/// V §3.1.
pub static FUZZY: PolicyInfo = PolicyInfo {
    name: "fuzzy",
    label: "Fuzzy",
    help: "Sends each job to the cluster of highest priority: a weighted sum of what its nodes, its network and the way to it are worth, \
           the latter two by fuzzy rules.",
    settings: &[PROTOCOL, PRIORITY],
    shares: &[
        ("processors_weight", "nodes"),
        ("network_weight", "network"),
        ("wide_area_weight", "WAN"),
    ],
    check: agreement::check,
    swept: agreement::share_the_rest,
    build: |seen| grid(seen, Dispatch::Fuzzy(Box::new(Fuzzy::new(&seen.own.of())))),
    ..BY_HOMES
};

/// The grid whose homes decide so.
fn grid(seen: &Seen<'_>, dispatch: Dispatch) -> Built {
    let own: Settings = seen.own.of();
    let by_load = |cluster: usize| {
        let mut counts = [0; 3];
        for load in (seen.node_loads)(cluster) {
            counts[class_of(load, [own.low_load, own.high_load])] += 1;
        }
        counts
    };
    let clusters = seen.idle.platform().clusters.len();
    let end_ms = |end: &str| seen.number(&format!("network.invocation_ms.{end}")) as u32;
    let invocation_ms = [end_ms("0"), end_ms("1")];
    let invocations_ms = invocations_ms(invocation_ms, clusters, seen.seed, seen.jobs_replication);
    let protocol = Protocol {
        refresh_s: own.refresh_s,
        retries: own.retries,
        least_share: seen.number("network.least_share"),
    };
    let wan = Wan::new(seen.number("network.wan_mbps"), invocations_ms);
    let by_load = (0..clusters).map(by_load).collect();
    Built::Whole(Box::new(Grid::new(dispatch, protocol, by_load, wan)))
}
