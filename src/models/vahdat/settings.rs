//! The settings of a grid's homes: how they learn the state of clusters, and by what a fuzzy one weighs them.

use super::sets::{HEADING, Sets, sets};
use crate::parameter::declare::{choices, parameters};
use crate::parameter::{Kind, Span, Table, When};

use Level::{Large as L, Moderate as M, Small as S, VerySmall as V};

choices! {
    /// What a rule says of a cluster.
    Level = Moderate, {
        /// A very small weight.
        VerySmall = "very-small", "very small";
        /// A small weight.
        Small = "small", "small";
        /// A moderate weight.
        Moderate = "moderate", "moderate";
        /// A large weight.
        Large = "large", "large";
    }
}

choices! {
    /// When idle nodes are enough for a job in the eyes of best-fit.
    Holds = AtLeast, {
        /// As many idle nodes as the job has tasks, or more.
        AtLeast = "at-least", "At least as many as tasks";
        /// More idle nodes than the job has tasks: “greater than”, as the paper says.
        MoreThan = "more-than", "More than tasks";
    }
}

choices! {
    /// What jobs that wait at a cluster, or are on their way there, are to those who look at its nodes.
    WaitingJobs = Apart, {
        /// Nodes count as idle until a job starts on them.
        Apart = "apart", "Take no nodes yet";
        /// They count as if they ran already on as many of the idle nodes as they ask for, those of low load first.
        Seated = "seated", "Take idle nodes";
    }
}

choices! {
    /// Which nodes count as idle.
    IdleNodes = Jobless, {
        /// Those that run no job, however high their background load.
        Jobless = "jobless", "That run no job";
        /// Those that run no job and have a low background load.
        LowLoad = "low-load", "Of low load";
    }
}

/// How the state of a cluster is read where the paper leaves that open.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reading {
    /// What waiting jobs are.
    pub waiting: WaitingJobs,
    /// Which nodes are idle.
    pub idle: IdleNodes,
}

/// The conclusions of nine rules, row by row: the sets of the first input are the rows, those of the second the columns.
pub type Rules = [Level; 9];

/// Low, medium and high on a scale from 0 to 1.
const THIRDS: Sets = [[0.0, 0.0, 0.5], [0.0, 0.5, 1.0], [0.5, 1.0, 1.0]];
/// Sizes \[MB\].
const SIZES: Sets = [[1.0, 1.0, 10.5], [1.0, 10.5, 20.0], [10.5, 20.0, 20.0]];
/// Invocation times \[ms\].
const INVOCATIONS: Sets = [[45.0, 45.0, 80.0], [45.0, 80.0, 115.0], [80.0, 115.0, 115.0]];

/// V table I.
const NETWORK: Rules = [M, L, L, S, M, L, V, S, L];
/// V table II.
const WIDE_AREA: Rules = [L, L, L, L, M, S, M, S, S];

const LOW_HIGH: [&str; 3] = ["low", "medium", "high"];
const SMALL_LARGE: [&str; 3] = ["small", "medium", "large"];
const SHORT_LONG: [&str; 3] = ["short", "medium", "long"];

/// The conclusions of nine rules, of which each is about a set of a first input and one of a second.
const fn rules(rows: [&'static str; 3], columns: [&'static str; 3]) -> Table {
    Table {
        rows,
        columns,
        cell: Level::KIND,
        by_row: false,
        triangles: None,
        heading: HEADING,
        allowed: |_, _| {
            let levels: Vec<&str> = Level::ALL.iter().map(|own| own.name()).collect();
            format!("nine levels, row by row, each one of {}", levels.join(", "))
        },
        form: "Write it as a list of nine levels, row by row",
        remedy: |_, _| None,
    }
}

/// Sets on a scale from 0 to 1.
static SHARES: Table = sets(LOW_HIGH, 1.0, Span::Bounded);
/// Sets of sizes.
static SIZE_SETS: Table = sets(SMALL_LARGE, 1e6, Span::Endless);
/// Sets of times.
static TIME_SETS: Table = sets(SHORT_LONG, 1e6, Span::Endless);
/// Rules on a job's ratio and a cluster's share.
pub(super) static NETWORK_RULES: Table = rules(LOW_HIGH, LOW_HIGH);
/// Rules on the invocation time and a job's size.
pub(super) static WIDE_AREA_RULES: Table = rules(SHORT_LONG, SMALL_LARGE);

const WEIGHT: Kind = Kind::number(0.0, 1.0, 0.05);
const READ: &[When] = &[When::READ];
/// Where nodes are told apart by their load: for W1, and where only those of low load are idle.
const TELLS_LOW: &[When] =
    &[When::READ, When::policy_reads("processors_weight").or(&When::one_of("schedulers.*.idle_nodes", &["low-load"]))];

parameters! {
    /// What a home goes by; each policy reads some of it.
    Settings at "schedulers.*." {
        /// How old what a home knows of the clusters may be when it decides; 0: never older than the decision.
        refresh_s: f64 = 0.0, "Refresh" in "s", Kind::number(0.0, 1e9, 10.0), when READ;
        /// How often a job may be turned away because the state that it was sent for is out of date; then it is let in.
        retries: u32 = 20, "Retries", Kind::integer(0, 1000, 1), when READ;
        /// How many idle nodes hold a job; the paper says “greater than the number of tasks”.
        holds: Holds = Holds::default(), "Idle nodes that hold a job", Holds::KIND, when READ;
        /// Whether jobs that wait at a cluster, or are on their way there, already take nodes in the eyes of the homes.
        waiting_jobs: WaitingJobs = WaitingJobs::default(), "Waiting jobs", WaitingJobs::KIND, when READ;
        /// Which nodes count as idle; jobs start on any that run no job.
        idle_nodes: IdleNodes = IdleNodes::default(), "Idle nodes", IdleNodes::KIND, when READ;
        /// Background load from which on a node counts as medium.
        low_load: f64 = 0.3, "Low load below", Kind::number(0.0, 1.0, 0.05), when TELLS_LOW;
        /// Background load above which a node counts as high.
        high_load: f64 = 0.6, "High load above", Kind::number(0.0, 1.0, 0.05), when READ;
        /// Weight of the cluster's nodes in a priority. The three weights add up to 1; if one is swept the others keep their proportion.
        processors_weight: f64 = 0.5, "Weight of nodes", WEIGHT, when READ;
        /// Weight of the cluster's own network.
        network_weight: f64 = 0.2, "Weight of network", WEIGHT, when READ;
        /// Weight of the wide-area network between home and cluster.
        wide_area_weight: f64 = 0.3, "Weight of WAN", WEIGHT, when READ;
        /// Ratio R of communication to execution that counts as 1 in the fuzzy sets.
        largest_ratio: f64 = 0.7, "Largest ratio R", Kind::number(0.01, 1.0, 0.05), when READ;
        /// Fuzzy sets of a job's ratio R of communication to execution, as a share of the largest.
        ratio_sets: Sets = THIRDS, "Sets of R", Kind::Table(&SHARES), when READ;
        /// Fuzzy sets of the share of a cluster's network that is available.
        share_sets: Sets = THIRDS, "Sets of bandwidth", Kind::Table(&SHARES), when READ;
        /// What a cluster's network is worth: R low to high by rows, available bandwidth low to high by columns.
        network_rules: Rules = NETWORK, "Network rules", Kind::Table(&NETWORK_RULES), when READ;
        /// Fuzzy sets of the time of a remote invocation of the cluster.
        invocation_sets: Sets = INVOCATIONS, "Sets of invocation time" in "ms", Kind::Table(&TIME_SETS), when READ;
        /// Fuzzy sets of a job's size.
        size_sets: Sets = SIZES, "Sets of size" in "MB", Kind::Table(&SIZE_SETS), when READ;
        /// What the way to a cluster is worth: invocation time short to long by rows, size small to large by columns.
        wide_area_rules: Rules = WIDE_AREA, "WAN rules", Kind::Table(&WIDE_AREA_RULES), when READ;
        /// The number that "very small" stands for.
        level_very_small: f64 = 0.0, "“Very small” is", WEIGHT, when READ;
        /// The number that "small" stands for.
        level_small: f64 = 0.25, "“Small” is", WEIGHT, when READ;
        /// The number that "moderate" stands for.
        level_moderate: f64 = 0.5, "“Moderate” is", WEIGHT, when READ;
        /// The number that "large" stands for.
        level_large: f64 = 1.0, "“Large” is", WEIGHT, when READ;
    }
}

impl Settings {
    /// The weights of nodes, the cluster's network and the wide-area network, which add up to 1.
    pub fn weights(&self) -> [f64; 3] {
        [self.processors_weight, self.network_weight, self.wide_area_weight]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::vahdat::sets::remedy;

    #[test]
    fn the_defaults_hold_everything() {
        assert_eq!(remedy(&THIRDS, LOW_HIGH, 1.0), None);
        assert_eq!(remedy(&SIZES, SMALL_LARGE, f64::INFINITY), None);
        assert_eq!(remedy(&INVOCATIONS, SHORT_LONG, f64::INFINITY), None);
    }
}
