//! The experiment: swept parameters, replications, and what is measured.

use crate::parameter::Kind;
use crate::parameter::declare::{choices, parameters};
use crate::scenario::queue::QUEUED;
use crate::workload::{GroupBy, SLOWDOWN_BOUND_S};

/// Maximum number of values of one sweep.
pub const MOST_VALUES: usize = 200;
/// Maximum number of runs (points × schedulers × replications) of an experiment.
pub const MOST_RUNS: u64 = 100_000;
/// Maximum number of jobs in all runs of an experiment together, if results of single jobs are kept.
pub const MOST_KEPT_JOBS: u64 = 2_000_000;
/// Maximum number of jobs of a run whose starts are compared with fair starts.
pub const MOST_FAIR_JOBS: u64 = 20_000_000;

choices! {
    /// Jobs at the start of a run that the means leave out.
    Warmup = None, {
        /// Every job counts, as in the papers.
        None = "none", "None";
        /// The start is cut where the standard error of the rest is smallest (MSER-5, White 1997).
        Mser5 = "mser5", "MSER-5";
    }
}

choices! {
    /// Starts that are fair to jobs, with which their starts are compared.
    FairStarts = None, {
        /// None: unfairness is not measured.
        None = "none", "None";
        /// Those of a second run in order of arrival, with conservative backfilling and exact estimates: no job is put off by one that arrived later.
        Conservative = "conservative", "Conservative";
    }
}

choices! {
    /// Results that are kept of a run.
    Detail = Means, {
        /// Means, quantiles and intervals.
        Means = "means", "Means";
        /// Also the times of every single job, so that schedulers are compared job by job; for small runs.
        Jobs = "jobs", "Each job too";
    }
}

choices! {
    /// Random quantities that each replication draws anew.
    Redraw = Everything, {
        /// Jobs and, if they are drawn, sizes and speeds of clusters.
        Everything = "everything", "Jobs and speeds";
        /// Speeds only: the jobs, and sizes that are drawn, are those of the first replication, so that what differs is due to the speeds, and to policies that draw.
        Speeds = "speeds", "Speeds only";
    }
}

impl Redraw {
    /// The replication whose random numbers give the jobs of `replication`, and everything else except speeds.
    pub fn of_jobs(self, replication: u32) -> u32 {
        match self {
            Redraw::Everything => replication,
            Redraw::Speeds => 0,
        }
    }
}

parameters! {
    /// Sweeps, replications, and what is measured.
    Experiment at "experiment." {
        /// Parameters to vary, none, one or two; every combination of their values is one point.
        sweep: Vec<Sweep> = vec![Sweep::default()], "Sweep", Kind::List { of: "sweep", min: 0, max: 2 };
        /// Runs per point and scheduler; intervals need at least two.
        replications: u32 = 5, "Replications", Kind::integer(1, 1000, 1);
        /// Random quantities that each replication draws anew.
        redraw: Redraw = Redraw::default(), "Drawn anew" as further, Redraw::KIND;
        /// A run ends when this many jobs have ended; if left out, when all have. Jobs arrive until then: queues are not drained.
        completions: Option<u64> = None, "Completions" as further in "jobs", Kind::integer(1, 1_000_000_000, 1000);
        /// Jobs at the start of a run that the means leave out.
        warmup: Warmup = Warmup::default(), "Warm-up" as further, Warmup::KIND;
        /// Jobs that have this in common are also measured as a group: the twenty largest groups, and the others together.
        group_by: GroupBy = GroupBy::default(), "Groups" as further, GroupBy::KIND;
        /// τ of the bounded slowdown: run times below it count as τ.
        slowdown_bound_s: f64 = SLOWDOWN_BOUND_S, "Slowdown bound" as further in "s", Kind::number(0.0, 1e6, 10.0);
        /// Starts that are fair to jobs, with which their starts are compared.
        fair_starts: FairStarts = FairStarts::default(), "Fair starts" as further, FairStarts::KIND, when QUEUED;
        /// Results that are kept of a run.
        detail: Detail = Detail::default(), "Results" as further, Detail::KIND;
    }
}

parameters! {
    /// One parameter and the values it takes.
    Sweep at "experiment.sweep.*." {
        /// Dotted path of a number, such as workload.bsbw_mbps or schedulers.0.lslt; schedulers.*.lslt is every scheduler that has one.
        parameter: String = "workload.bsbw_mbps".to_owned(), "Parameter", Kind::Path;
        /// The values it takes, each once.
        values: Vec<f64> = vec![100.0, 200.0, 300.0, 400.0, 500.0, 700.0, 900.0],
            "Values", Kind::Numbers { max: MOST_VALUES };
    }
}

impl Experiment {
    /// Number of points of the sweeps.
    pub fn point_count(&self) -> u64 {
        self.sweep.iter().map(|sweep| sweep.values.len() as u64).product()
    }
}
