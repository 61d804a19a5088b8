//! The policies, and what each of them is and reads. A file per model has its own; conditions of parameters, plans and rules follow
//! from them, so that no other list names policies.

mod gehring;
mod jones;
mod shih;
mod vahdat;

use crate::scenario::language::declare::choices;
use crate::scenario::scheduler::Scheduler;

choices! {
    /// Where a job is placed.
    Policy = FirstFit, later &[], {
        /// A job runs on its home cluster only.
        NoShare = "no-share", "No share";
        /// A job runs on its home cluster, else on the fullest other cluster that holds it whole.
        MigrationOnly = "migration-only", "Migration only";
        /// Migration, else the job is spread over the clusters with most free nodes, whatever their links carry.
        FirstFit = "first-fit", "First-fit";
        /// First-fit with links that carry everything: the best that co-allocation could do.
        Ideal = "ideal", "Ideal";
        /// First-fit where co-allocation costs the same fixed penalty for every job.
        Fixed = "fixed", "Fixed penalty";
        /// Migration, else spread so that no link exceeds the threshold; on a mesh or for a grid by two searches of 10 000 steps.
        A1 = "a1", "A1 (satisfy)";
        /// First-fit on the clusters whose link is below the threshold.
        B1 = "b1", "B1 (largest free first)";
        /// Migration, else the clusters with the least loaded links first, if these are below the threshold.
        B2 = "b2", "B2 (least saturated first)";
        /// Migration, else one cluster with a free link takes a big chunk of the job and others the small rest.
        B3 = "b3", "B3 (big-small chunk)";
        /// Migration, else one node at a time in turn on the clusters whose link is below the threshold.
        B4 = "b4", "B4 (load-balancing)";
        /// One cluster: of those with room the one that has fewest nodes left over.
        BestFit = "best-fit", "Best-fit (BF)";
        /// One cluster: the fastest of those with room.
        FastestFirst = "fastest-first", "Fastest-first (FF)";
        /// One cluster: of those with room the one that has most nodes left over.
        WorstFit = "worst-fit", "Worst-fit (WF)";
        /// One cluster: of those with room the one whose nodes left over are the median.
        MedianFit = "median-fit", "Median-fit (MF)";
        /// One cluster: any of those with room, with equal chances.
        RandomFit = "random-fit", "Random-fit (RF)";
        /// One cluster: the first of those with room, by index.
        IndexFit = "index-fit", "First-fit by index";
        /// One cluster: BF or FF, whichever lets the jobs that can start now use more computing power.
        Ai2 = "ai2", "AI2 (adaptive)";
        /// One cluster: the one for which the simulated future of all that wait is best.
        Tla = "tla", "TLA (look-ahead)";
        /// TLA; where no cluster has room it spreads the job as B3 or A1 would, or lets it wait, by the simulated future of nodes and links.
        TlaCoalloc = "tla-coalloc", "TLA with co-allocation";
        /// Plans each request at the earliest time at which enough nodes stay free, on one cluster or several.
        MetaFcfs = "meta-fcfs", "Meta FCFS";
        /// Plans each request for the time from which it ends earliest: later it may fit onto fewer clusters.
        MetaFcfsStar = "meta-fcfs-star", "Meta FCFS*";
        /// Requests of smallest demand first, nodes times time (first fit increasing height).
        MetaFfih = "meta-ffih", "Meta FFIH";
        /// As many requests as possible start on what is free, moldable ones on as little as one node (adaptive static partitioning).
        MetaAsp = "meta-asp", "Meta ASP";
        /// ASP that gives no request less than a share α of what it asks for.
        MetaAspStar = "meta-asp-star", "Meta ASP*";
        /// The cluster with fewest idle nodes that still hold the job, else the one with the shortest queue; blind to networks.
        GridBestFit = "grid-best-fit", "Grid best-fit";
        /// Any cluster that is large enough, with equal chances.
        GridRandom = "grid-random", "Grid random";
        /// The cluster where fewest jobs wait.
        GridShortestQueue = "grid-shortest-queue", "Grid shortest queue";
        /// The cluster with least work for its size: nodes in use and asked for, over all nodes.
        GridLeastLoaded = "grid-least-loaded", "Grid least loaded";
        /// Sends each job to the cluster of highest priority: a weighted sum of what its nodes, its network and the way to it are worth, the latter two by fuzzy rules.
        Fuzzy = "fuzzy", "Fuzzy";
    }
}

/// Where jobs wait under a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Queues {
    /// In one queue that is common to all clusters, in the order that the scenario or the scheduler gives it.
    Common,
    /// In the plan of a metacomputer.
    Planned,
    /// In a queue of each cluster of a grid, to which every job's home sends it whole.
    PerCluster,
}

/// On which network jobs run under a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunsOn {
    /// That of the scenario.
    Scenario,
    /// One that carries everything.
    Unlimited,
    /// One on which co-allocation costs every job the same; measured by a run of First-fit unless the scheduler gives it.
    FixedPenalty,
}

/// What a policy is and reads.
#[derive(Clone, Copy)]
pub struct PolicyInfo {
    /// The scheduler's settings that it reads, in groups.
    pub settings: &'static [&'static [&'static str]],
    /// Those that are in its name even at their default, since papers always say them.
    pub always_named: &'static [&'static str],
    /// Where jobs wait.
    pub queues: Queues,
    /// On which network they run.
    pub network: RunsOn,
    /// Whether a job may run on several clusters.
    pub co_allocates: bool,
    /// Whether it goes by the estimates of run times.
    pub reads_estimates: bool,
    /// Whether a scheduler of this policy draws random numbers of its own.
    pub draws: fn(&Scheduler) -> bool,
}

/// Settings of every policy with a common queue.
const QUEUE: &[&str] = &["queue", "reservations"];
/// Settings of every policy whose jobs load links between clusters.
const LINKS: &[&str] = &["sharing"];

/// A job runs on one cluster, from a common queue.
const ON_ONE_CLUSTER: PolicyInfo = PolicyInfo {
    settings: &[QUEUE],
    always_named: &[],
    queues: Queues::Common,
    network: RunsOn::Scenario,
    co_allocates: false,
    reads_estimates: false,
    draws: |_| false,
};

impl Policy {
    /// What it is and reads.
    pub const fn info(self) -> PolicyInfo {
        match self {
            Policy::NoShare | Policy::MigrationOnly => ON_ONE_CLUSTER,
            Policy::FirstFit => jones::FIRST_FIT,
            Policy::Ideal => jones::IDEAL,
            Policy::Fixed => jones::FIXED,
            Policy::A1 => jones::A1,
            Policy::B1 | Policy::B2 | Policy::B4 => jones::WITH_THRESHOLD,
            Policy::B3 => jones::B3,
            Policy::BestFit | Policy::FastestFirst | Policy::WorstFit => ON_ONE_CLUSTER,
            Policy::MedianFit | Policy::IndexFit | Policy::Ai2 => ON_ONE_CLUSTER,
            Policy::RandomFit => shih::RANDOM_FIT,
            Policy::Tla => shih::TLA,
            Policy::TlaCoalloc => shih::TLA_CO_ALLOCATING,
            Policy::MetaFcfs | Policy::MetaFcfsStar => gehring::META,
            Policy::MetaFfih | Policy::MetaAsp => gehring::META,
            Policy::MetaAspStar => gehring::ASP_STAR,
            Policy::GridBestFit | Policy::GridShortestQueue => vahdat::GRID,
            Policy::GridLeastLoaded => vahdat::GRID,
            Policy::GridRandom => vahdat::RANDOM,
            Policy::Fuzzy => vahdat::FUZZY,
        }
    }

    /// Whether it reads this setting of a scheduler: "lslt".
    pub fn reads(self, setting: &str) -> bool {
        let groups = self.info().settings;
        groups.iter().any(|group| group.contains(&setting))
    }

    /// Whether it plans the requests of a metacomputer.
    pub fn is_meta(self) -> bool {
        self.info().queues == Queues::Planned
    }

    /// Whether it sends jobs to the queues of a grid's clusters.
    pub fn is_grid(self) -> bool {
        self.info().queues == Queues::PerCluster
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policies_list_settings_that_exist_and_every_setting_is_read() {
        let of_all = ["policy", "label"];
        let own = |path: &str| path.rsplit('.').next().unwrap_or_default().to_owned();
        let declared: Vec<String> = Scheduler::PARAMETERS.iter().map(|p| own(p.path)).collect();
        for policy in Policy::ALL {
            for setting in policy.info().settings.concat() {
                assert!(
                    declared.iter().any(|own| own == setting),
                    "{policy}: {setting}"
                );
            }
            let named = policy.info().always_named;
            assert!(
                named.iter().all(|setting| policy.reads(setting)),
                "{policy}"
            );
        }
        for setting in declared
            .iter()
            .filter(|own| !of_all.contains(&own.as_str()))
        {
            assert!(
                Policy::ALL.iter().any(|policy| policy.reads(setting)),
                "{setting}"
            );
        }
    }
}
