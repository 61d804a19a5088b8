//! Parameters that are declared to matter but have no visible effect, with the reason.

use super::{NETWORK, POLICY, Subject, WORKLOAD};

/// An exception: policies, workloads and networks with which a parameter has no visible effect, and the reason.
struct NotShown {
    paths: &'static [&'static str],
    with: fn(Subject) -> bool,
    why: &'static str,
}

/// The exception holds for all policies, workloads and networks that read the parameter.
const ALL: fn(Subject) -> bool = |_| true;

const NOT_SHOWN: &[NotShown] = &[
    NotShown {
        paths: &["workload.path", "workload.size_bytes", "workload.sha256"],
        with: ALL,
        why: "they say which file is meant, and runs are handed what is in it",
    },
    NotShown {
        paths: &["workload.node_gflops"],
        with: ALL,
        why: "only a log of Batsim counts operations, and this one is in the Standard Workload Format",
    },
    NotShown {
        paths: &["schedulers.*.processors_weight", "schedulers.*.network_weight", "schedulers.*.wide_area_weight"],
        with: ALL,
        why: "they add up to 1, so that none varies alone; identity.rs varies them together",
    },
    NotShown {
        paths: &[
            "queue.weight_fair_share",
            "queue.half_life_s",
            "schedulers.*.queue.weight_fair_share",
            "schedulers.*.queue.half_life_s",
        ],
        with: |own| own.path == WORKLOAD && own.name != "swf",
        why: "only the jobs of logs have users",
    },
    NotShown {
        paths: &["workload.size_mb"],
        with: |own| own.name == "no-share",
        why: "its jobs stay at home, where their data are",
    },
    NotShown {
        paths: &["workload.most_variance"],
        with: |own| own.path == POLICY && !own.name.starts_with("meta-asp") || own.name == "cluster",
        why: "it says how much slower a job is on fewer nodes than it asks for, which only Meta ASP and ASP* give it",
    },
    NotShown {
        paths: &["workload.most_communication"],
        with: |own| own.name == "unlimited",
        why: "communication slows no job there; only fuzzy homes read it, and few drawn choices hang on it",
    },
    NotShown {
        paths: &["schedulers.*.planned_with"],
        with: |own| own.name == "meta-asp-star",
        why: "it gives out the processors that are free at once, so that it plans hardly anything ahead",
    },
    NotShown {
        paths: &["schedulers.*.alpha"],
        with: |own| own.path == WORKLOAD && own.name != "metacomputer",
        why: "their jobs do not run on fewer nodes than they ask for",
    },
    NotShown {
        paths: &["schedulers.*.size_sets"],
        with: |own| own.path == WORKLOAD && own.name != "grid",
        why: "their jobs have nothing to be sent along: all are of size 0",
    },
    NotShown {
        paths: &[
            "schedulers.*.largest_ratio",
            "schedulers.*.ratio_sets",
            "schedulers.*.share_sets",
            "schedulers.*.network_rules",
            "schedulers.*.level_very_small",
        ],
        with: |own| own.path == NETWORK && !["cluster", "levels"].contains(&own.name),
        why: "no jobs load the networks of clusters, so that homes see all of them idle and add the same for each",
    },
    NotShown {
        paths: &["queue.pass", "schedulers.*.queue.pass"],
        with: |own| ["metacomputer", "grid"].contains(&own.name) && own.path == WORKLOAD,
        why: "no two of their jobs arrive or end at the same time",
    },
    NotShown {
        paths: &["schedulers.*.level_very_small"],
        with: |own| ["swf", "feitelson96"].contains(&own.name),
        why: "the one rule that says it is about jobs that communicate for more than half of the largest ratio, as few of these do",
    },
    NotShown {
        paths: &["schedulers.*.simulation_policy", "schedulers.*.wide_area_rules"],
        with: |own| own.name == "feitelson96",
        why: "most of its jobs are runs of the same one, submitted one after the other, so that hardly any wait together",
    },
    NotShown {
        paths: &[
            "workload.compute_fraction",
            "workload.clusters.*.compute_fraction",
            "workload.most_communication",
            "workload.most_ratio",
        ],
        with: |own| own.name == "fixed" && own.path == NETWORK,
        why: "co-allocation costs the same there however much jobs communicate; only a penalty that is measured on another network tells",
    },
    NotShown { paths: &["platform.topology"], with: |own| own.name == "cluster", why: "only the star goes with it" },
    NotShown {
        paths: &["platform.most_node_load"],
        with: |own| ["grid-random", "grid-shortest-queue"].contains(&own.name),
        why: "it goes by queues, or by nothing, and looks at no nodes",
    },
    NotShown {
        paths: &["network.penalty"],
        with: |own| own.name == "fixed" && own.path == POLICY,
        why: "it has a penalty of its own, given or measured",
    },
];

/// The reason for an exception, if there is one.
pub fn exception(subject: Subject, parameter: &str) -> Option<&'static str> {
    let mut all = NOT_SHOWN.iter();
    let found = all.find(|own| own.paths.contains(&parameter) && (own.with)(subject));
    found.map(|own| own.why)
}
