//! What the strategies are and read, and how they are built.

use super::settings::Settings;
use super::{A1 as Search, B1 as MostFree, B2 as LeastLoaded, B3 as BigChunk, B4 as InTurn};
use super::{ALL_SEARCH_STEPS, FirstFit, MigrationOnly, NoShare, jones2004, jones2005, presets};
use crate::models::Model;
use crate::models::policy::{Built, Policy, PolicyInfo, RunsOn};

/// Beosim: the bandwidth-centric co-allocation of Jones et al.
pub const MODEL: Model = Model {
    name: "jones",
    settings: &[Settings::PARAMETERS],
    policies: &[
        &NO_SHARE,
        &MIGRATION_ONLY,
        &FIRST_FIT,
        &IDEAL,
        &FIXED,
        &A1,
        &B1,
        &B2,
        &B3,
        &B4,
    ],
    papers: &[&jones2004::PAPER, &jones2005::PAPER],
    presets: presets::PRESETS,
    ..Model::NEW
};

const QUEUE: &[&str] = PolicyInfo::QUEUE;
const LINKS: &[&str] = PolicyInfo::LINKS;
/// Settings of those that look at how much their links carry.
pub const THRESHOLD: &[&str] = &["lslt"];

const CO_ALLOCATING: PolicyInfo = PolicyInfo {
    settings: &[QUEUE, LINKS],
    co_allocates: true,
    ..PolicyInfo::ON_ONE_CLUSTER
};

const WITH_THRESHOLD: PolicyInfo = PolicyInfo {
    settings: &[QUEUE, LINKS, THRESHOLD],
    ..CO_ALLOCATING
};

/// Local only.
pub static NO_SHARE: PolicyInfo = PolicyInfo {
    name: "no-share",
    label: "No share",
    help: "A job runs on its home cluster only.",
    build: |_| Built::Place(Box::new(NoShare)),
    ..PolicyInfo::ON_ONE_CLUSTER
};

/// Local, then migrate.
pub static MIGRATION_ONLY: PolicyInfo = PolicyInfo {
    name: "migration-only",
    label: "Migration only",
    help: "A job runs on its home cluster, else on the fullest other cluster that holds it whole.",
    build: |_| Built::Place(Box::new(MigrationOnly)),
    ..PolicyInfo::ON_ONE_CLUSTER
};

/// Local, migrate, then spread.
pub static FIRST_FIT: PolicyInfo = PolicyInfo {
    name: "first-fit",
    label: "First-fit",
    help: "Migration, else the job is spread over the clusters with most free nodes, whatever their links carry.",
    build: |_| Built::Place(Box::new(FirstFit)),
    ..CO_ALLOCATING
};

/// First-fit on links without limits.
pub static IDEAL: PolicyInfo = PolicyInfo {
    name: "ideal",
    label: "Ideal",
    help: "First-fit with links that carry everything: the best that co-allocation could do.",
    settings: &[QUEUE],
    network: RunsOn::Unlimited,
    build: |_| Built::Place(Box::new(FirstFit)),
    ..CO_ALLOCATING
};

/// First-fit at the same price for all.
pub static FIXED: PolicyInfo = PolicyInfo {
    name: "fixed",
    label: "Fixed penalty",
    help: "First-fit where co-allocation costs the same fixed penalty for every job.",
    settings: &[QUEUE, LINKS, &["penalty"]],
    network: RunsOn::FixedPenalty(Policy(&FIRST_FIT)),
    build: |_| Built::Place(Box::new(FirstFit)),
    ..CO_ALLOCATING
};

/// Constraint satisfaction.
pub static A1: PolicyInfo = PolicyInfo {
    name: "a1",
    label: "A1 (satisfy)",
    help: "Migration, else spread so that no link exceeds the threshold; on a mesh or for a grid by two searches of 10 000 steps.",
    settings: &[QUEUE, LINKS, THRESHOLD, &["objective"]],
    search_steps: Some(ALL_SEARCH_STEPS),
    build: |seen| {
        let Settings {
            lslt, objective, ..
        } = seen.own.of();
        Built::Place(Box::new(Search::new(seen.idle, lslt, objective)))
    },
    ..CO_ALLOCATING
};

/// Largest free first.
pub static B1: PolicyInfo = PolicyInfo {
    name: "b1",
    label: "B1 (largest free first)",
    help: "First-fit on the clusters whose link is below the threshold.",
    build: |seen| {
        let Settings { lslt, .. } = seen.own.of();
        Built::Place(Box::new(MostFree { lslt }))
    },
    ..WITH_THRESHOLD
};

/// Least saturated first.
pub static B2: PolicyInfo = PolicyInfo {
    name: "b2",
    label: "B2 (least saturated first)",
    help: "Migration, else the clusters with the least loaded links first, if these are below the threshold.",
    build: |seen| {
        let Settings { lslt, .. } = seen.own.of();
        Built::Place(Box::new(LeastLoaded { lslt }))
    },
    ..WITH_THRESHOLD
};

/// Big-small chunk.
pub static B3: PolicyInfo = PolicyInfo {
    name: "b3",
    label: "B3 (big-small chunk)",
    help: "Migration, else one cluster with a free link takes a big chunk of the job and others the small rest.",
    settings: &[QUEUE, LINKS, THRESHOLD, &["chunk"]],
    always_named: &["chunk"],
    build: |seen| {
        let Settings { chunk, lslt, .. } = seen.own.of();
        Built::Place(Box::new(BigChunk { chunk, lslt }))
    },
    ..CO_ALLOCATING
};

/// Load-balancing.
pub static B4: PolicyInfo = PolicyInfo {
    name: "b4",
    label: "B4 (load-balancing)",
    help: "Migration, else one node at a time in turn on the clusters whose link is below the threshold.",
    build: |seen| {
        let Settings { lslt, .. } = seen.own.of();
        Built::Place(Box::new(InTurn { lslt }))
    },
    ..WITH_THRESHOLD
};
