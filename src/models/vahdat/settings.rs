//! The settings of a grid's homes: their information about clusters, and the fuzzy policy's weights.

use super::sets::{HEADING, Sets, sets};
use crate::parameter::declare::{choices, parameters};
use crate::parameter::{Kind, Span, Table, When};

use Level::{Large as L, Moderate as M, Small as S, VerySmall as V};

choices! {
    /// Conclusion of a fuzzy rule.
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
    /// The condition for enough idle nodes in best-fit.
    Holds = AtLeast, {
        /// As many idle nodes as the job has tasks, or more.
        AtLeast = "at-least", "At least as many as tasks";
        /// More idle nodes than the job has tasks: “greater than”, as in the paper.
        MoreThan = "more-than", "More than tasks";
    }
}

choices! {
    /// The effect of waiting jobs, including those being sent, on the nodes of a cluster that homes see.
    WaitingJobs = Apart, {
        /// Nodes count as idle until a job starts on them.
        Apart = "apart", "Take no nodes yet";
        /// Waiting jobs count as running on idle nodes, those of low load first.
        Seated = "seated", "Take idle nodes";
    }
}

choices! {
    /// The nodes that count as idle.
    IdleNodes = Jobless, {
        /// Nodes without a job, with any background load.
        Jobless = "jobless", "That run no job";
        /// Nodes without a job and with a low background load.
        LowLoad = "low-load", "Of low load";
    }
}

choices! {
    /// The order in which the jobs that were sent to a cluster start there.
    LocalQueue = Fifo, {
        /// In the order of arrival; the first job blocks all others, as in the paper.
        Fifo = "fifo", "First in, first out";
        /// In the order of arrival; jobs that do not fit are passed over.
        Fpfs = "fpfs", "Fit first";
        /// The first job has a reservation; later jobs start if they do not delay it.
        Easy = "easy", "EASY";
        /// All jobs have reservations.
        Conservative = "conservative", "Conservative";
    }
}

/// The reading of a cluster's state where the paper leaves it open.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reading {
    /// The effect of waiting jobs.
    pub waiting: WaitingJobs,
    /// The nodes that count as idle.
    pub idle: IdleNodes,
}

/// The conclusions of nine rules, row by row: rows for sets of the first input, columns for sets of the second.
pub type Rules = [Level; 9];

/// Low, medium and high sets on a scale from 0 to 1.
const THIRDS: Sets = [[0.0, 0.0, 0.5], [0.0, 0.5, 1.0], [0.5, 1.0, 1.0]];
/// Sets of sizes \[MB\].
const SIZES: Sets = [[1.0, 1.0, 10.5], [1.0, 10.5, 20.0], [10.5, 20.0, 20.0]];
/// Sets of invocation times \[ms\].
const INVOCATIONS: Sets = [[45.0, 45.0, 80.0], [45.0, 80.0, 115.0], [80.0, 115.0, 115.0]];

/// Network rules, V table I.
const NETWORK: Rules = [M, L, L, S, M, L, V, S, L];
/// Wide-area rules, V table II.
const WIDE_AREA: Rules = [L, L, L, L, M, S, M, S, S];

const LOW_HIGH: [&str; 3] = ["low", "medium", "high"];
const SMALL_LARGE: [&str; 3] = ["small", "medium", "large"];
const SHORT_LONG: [&str; 3] = ["short", "medium", "long"];

/// A table of nine rules, each for one set of a first input and one of a second.
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

/// Table of sets on a scale from 0 to 1.
static SHARES: Table = sets(LOW_HIGH, 1.0, Span::Bounded);
/// Table of sets of sizes.
static SIZE_SETS: Table = sets(SMALL_LARGE, 1e6, Span::Endless);
/// Table of sets of times.
static TIME_SETS: Table = sets(SHORT_LONG, 1e6, Span::Endless);
/// Table of rules on a job's ratio and a cluster's share.
pub(super) static NETWORK_RULES: Table = rules(LOW_HIGH, LOW_HIGH);
/// Table of rules on the invocation time and a job's size.
pub(super) static WIDE_AREA_RULES: Table = rules(SHORT_LONG, SMALL_LARGE);

const WEIGHT: Kind = Kind::number(0.0, 1.0, 0.05);
const READ: &[When] = &[When::READ];
/// Condition: nodes are distinguished by load, for W1 or if only low-load nodes are idle.
const TELLS_LOW: &[When] =
    &[When::READ, When::policy_reads("processors_weight").or(&When::one_of("schedulers.*.idle_nodes", &["low-load"]))];

parameters! {
    /// Settings of a home's decisions; each policy reads some of them.
    Settings at "schedulers.*." {
        /// Largest age of a home's information about the clusters at a decision; 0: read at each decision.
        refresh_s: f64 = 0.0, "Refresh" in "s", Kind::number(0.0, 1e9, 10.0), when READ;
        /// Largest number of refusals of a job because the home's information is out of date; afterwards it is admitted.
        retries: u32 = 20, "Retries", Kind::integer(0, 1000, 1), when READ;
        /// The order in which jobs start that wait at the same cluster. Reservations go by the estimates of run times.
        local_queue: LocalQueue = LocalQueue::default(), "Local queue", LocalQueue::KIND, when READ;
        /// The condition for enough idle nodes; the paper says “greater than the number of tasks”.
        holds: Holds = Holds::default(), "Idle nodes that hold a job", Holds::KIND, when READ;
        /// The effect of waiting jobs, including those being sent, on the nodes that homes see.
        waiting_jobs: WaitingJobs = WaitingJobs::default(), "Waiting jobs", WaitingJobs::KIND, when READ;
        /// The nodes that count as idle; jobs may start on any node without a job.
        idle_nodes: IdleNodes = IdleNodes::default(), "Idle nodes", IdleNodes::KIND, when READ;
        /// Lower bound of the background load of medium nodes.
        low_load: f64 = 0.3, "Low load below", Kind::number(0.0, 1.0, 0.05), when TELLS_LOW;
        /// Upper bound of the background load of medium nodes.
        high_load: f64 = 0.6, "High load above", Kind::number(0.0, 1.0, 0.05), when READ;
        /// Weight of the cluster's nodes in a priority. The three weights add up to 1; if one is swept, the others keep their proportion.
        processors_weight: f64 = 0.5, "Weight of nodes", WEIGHT, when READ;
        /// Weight of the cluster's own network.
        network_weight: f64 = 0.2, "Weight of network", WEIGHT, when READ;
        /// Weight of the wide-area network between home and cluster.
        wide_area_weight: f64 = 0.3, "Weight of WAN", WEIGHT, when READ;
        /// Ratio R of communication to execution that is scaled to 1 in the fuzzy sets.
        largest_ratio: f64 = 0.7, "Largest ratio R", Kind::number(0.01, 1.0, 0.05), when READ;
        /// Fuzzy sets of a job's ratio R of communication to execution, as a share of the largest.
        ratio_sets: Sets = THIRDS, "Sets of R", Kind::Table(&SHARES), when READ;
        /// Fuzzy sets of the available share of a cluster's network.
        share_sets: Sets = THIRDS, "Sets of bandwidth", Kind::Table(&SHARES), when READ;
        /// Rating of a cluster's network: rows for R from low to high, columns for available bandwidth from low to high.
        network_rules: Rules = NETWORK, "Network rules", Kind::Table(&NETWORK_RULES), when READ;
        /// Fuzzy sets of the time of a remote invocation.
        invocation_sets: Sets = INVOCATIONS, "Sets of invocation time" in "ms", Kind::Table(&TIME_SETS), when READ;
        /// Fuzzy sets of a job's size.
        size_sets: Sets = SIZES, "Sets of size" in "MB", Kind::Table(&SIZE_SETS), when READ;
        /// Rating of the wide-area link: rows for invocation time from short to long, columns for size from small to large.
        wide_area_rules: Rules = WIDE_AREA, "WAN rules", Kind::Table(&WIDE_AREA_RULES), when READ;
        /// Number for "very small".
        level_very_small: f64 = 0.0, "“Very small” is", WEIGHT, when READ;
        /// Number for "small".
        level_small: f64 = 0.25, "“Small” is", WEIGHT, when READ;
        /// Number for "moderate".
        level_moderate: f64 = 0.5, "“Moderate” is", WEIGHT, when READ;
        /// Number for "large".
        level_large: f64 = 1.0, "“Large” is", WEIGHT, when READ;
    }
}

impl Settings {
    /// The weights of nodes, the cluster's network and the wide-area network.
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
