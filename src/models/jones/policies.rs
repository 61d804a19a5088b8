//! The descriptions of the strategies, and their constructors.

use super::settings::Settings;
use super::{A1 as Search, B1 as MostFree, B2 as LeastLoaded, B3 as BigChunk, B4 as InTurn};
use super::{ALL_SEARCH_STEPS, FirstFit, MigrationOnly, NoShare};
use crate::models::model::Model;
use crate::models::policy::{Build, Built, Policy, PolicyInfo, RunsOn};

/// The model: Beosim, the bandwidth-centric co-allocation of Jones et al.
pub const MODEL: Model = Model {
    name: "jones",
    title: "Jones 2005: co-allocation",
    settings: &[Settings::PARAMETERS],
    policies: &[&NO_SHARE, &MIGRATION_ONLY, &FIRST_FIT, &IDEAL, &FIXED, &A1, &B1, &B2, &B3, &B4],
    calculations: super::fewest::CALCULATIONS,
    ..Model::NEW
};

const QUEUE: &[&str] = PolicyInfo::QUEUE;
const LINKS: &[&str] = PolicyInfo::LINKS;
/// Settings of the strategies that read the load of links.
pub const THRESHOLD: &[&str] = &["lslt"];

const fn co_allocating(names: [&'static str; 3], build: Build) -> PolicyInfo {
    PolicyInfo { settings: &[QUEUE, LINKS], co_allocates: true, ..PolicyInfo::on_one_cluster(names, build) }
}

const fn with_threshold(names: [&'static str; 3], build: Build) -> PolicyInfo {
    PolicyInfo { settings: &[QUEUE, LINKS, THRESHOLD], looks_at_links: true, ..co_allocating(names, build) }
}

/// Places a job at home only.
pub static NO_SHARE: PolicyInfo = PolicyInfo {
    sign: 7,
    stays_home: true,
    ..PolicyInfo::on_one_cluster(["no-share", "No share", "A job runs on its home cluster only."], |_| {
        Ok(Built::Place(Box::new(NoShare)))
    })
};

/// A strategy that places a job at home or, if home has no room, migrates it to another cluster.
pub static MIGRATION_ONLY: PolicyInfo = PolicyInfo::on_one_cluster(
    [
        "migration-only",
        "Migration only",
        "A job runs on its home cluster, else on the fullest other cluster that holds it whole.",
    ],
    |_| Ok(Built::Place(Box::new(MigrationOnly))),
)
.signed(0);

/// A strategy that places a job at home, else migrates it, else spreads it over several clusters.
pub static FIRST_FIT: PolicyInfo = co_allocating(
    [
        "first-fit",
        "First-fit",
        "Migration, else the job is spread over the clusters with most free nodes, whatever their links carry.",
    ],
    |_| Ok(Built::Place(Box::new(FirstFit))),
)
.signed(1);

/// Ideal: First-fit on links without limits.
pub static IDEAL: PolicyInfo = PolicyInfo {
    sign: 2,
    settings: &[QUEUE],
    network: RunsOn::Unlimited,
    ..co_allocating(
        [
            "ideal",
            "Ideal",
            "First-fit with links that carry everything: what it could do if communication cost nothing.",
        ],
        |_| Ok(Built::Place(Box::new(FirstFit))),
    )
};

/// First-fit with the same penalty for every co-allocated job.
pub static FIXED: PolicyInfo = PolicyInfo {
    sign: 13,
    settings: &[QUEUE, LINKS, &["penalty"]],
    network: RunsOn::FixedPenalty(Policy(&FIRST_FIT)),
    ..co_allocating(
        ["fixed", "Fixed penalty", "First-fit where co-allocation costs the same fixed penalty for every job."],
        |_| Ok(Built::Place(Box::new(FirstFit))),
    )
};

/// A1: constraint satisfaction.
pub static A1: PolicyInfo = PolicyInfo {
    sign: 3,
    settings: &[QUEUE, LINKS, THRESHOLD, &["objective", "cluster_order", "node_order"]],
    looks_at_links: true,
    search_steps: Some(ALL_SEARCH_STEPS),
    ..co_allocating(
        [
            "a1",
            "A1 (satisfy)",
            "Migration, else spread so that no link exceeds the threshold; on a mesh or for a grid by two searches of 10 000 steps.",
        ],
        |seen| {
            let Settings { lslt, objective, cluster_order, node_order, .. } = seen.settings()?;
            let a1 = Search::new(seen.idle, lslt, objective).in_order(cluster_order, node_order);
            Ok(Built::Place(Box::new(a1)))
        },
    )
};

/// B1: largest free first.
pub static B1: PolicyInfo = with_threshold(
    ["b1", "B1 (largest free first)", "First-fit on the clusters whose link is below the threshold."],
    |seen| {
        let Settings { lslt, .. } = seen.settings()?;
        Ok(Built::Place(Box::new(MostFree { lslt })))
    },
)
.signed(5);

/// B2: least saturated first.
pub static B2: PolicyInfo = with_threshold(
    [
        "b2",
        "B2 (least saturated first)",
        "Migration, else the clusters with the least loaded links first, if these are below the threshold.",
    ],
    |seen| {
        let Settings { lslt, .. } = seen.settings()?;
        Ok(Built::Place(Box::new(LeastLoaded { lslt })))
    },
)
.signed(6);

/// B3: big-small chunk.
pub static B3: PolicyInfo = PolicyInfo {
    sign: 4,
    settings: &[QUEUE, LINKS, THRESHOLD, &["chunk"]],
    looks_at_links: true,
    always_named: &["chunk"],
    ..co_allocating(
        [
            "b3",
            "B3 (big-small chunk)",
            "Migration, else one cluster with a free link takes a big chunk of the job and others the small rest.",
        ],
        |seen| {
            let Settings { chunk, lslt, .. } = seen.settings()?;
            Ok(Built::Place(Box::new(BigChunk { chunk, lslt })))
        },
    )
};

/// B4: load-balancing.
pub static B4: PolicyInfo = with_threshold(
    [
        "b4",
        "B4 (load-balancing)",
        "Migration, else one node at a time in turn on the clusters whose link is below the threshold.",
    ],
    |seen| {
        let Settings { lslt, .. } = seen.settings()?;
        Ok(Built::Place(Box::new(InTurn { lslt })))
    },
)
.signed(9);
