//! Metasched with your own policy and workload: `cargo run -- run scenario.json` in this folder; all other commands work too.

use metasched::base::problem::Problem;
use metasched::base::random::Stream;
use metasched::models::workload::{Arrivals, HasShared, WorkloadInfo, WorkloadSettings, of_model};
use metasched::models::{Built, Model, PolicyInfo};
use metasched::parameter::{Kind, When};
use metasched::platform::{Piece, Placement, State};
use metasched::scheduler::{Policy, refusal::Refusal};
use metasched::workload::{Draft, Job, JobModel, Source};
use metasched::{jobs_without_homes, parameters};

const MODEL: Model = Model {
    name: "own",
    settings: &[Settings::PARAMETERS],
    workloads: &[&BURSTS],
    policies: &[&IN_TURN],
    ..Model::NEW
};

fn main() -> std::process::ExitCode {
    metasched::cli::main_with(&[&MODEL])
}

parameters! {
    /// The policy's setting.
    Settings at "schedulers.*." {
        /// Number of clusters between the cluster of one job and the cluster of the next job.
        stride: u32 = 1, "Stride" in "clusters", Kind::integer(1, 1000, 1), when &[When::READ];
    }
}

static IN_TURN: PolicyInfo = PolicyInfo {
    settings: &[PolicyInfo::QUEUE, &["stride"]],
    ..PolicyInfo::on_one_cluster(["in-turn", "In turn", "One cluster: those with room one after the other."], |seen| {
        let Settings { stride } = seen.settings()?;
        Ok(Built::Place(Box::new(InTurn(stride, 0))))
    })
};

/// The stride, and the cluster of the next job.
struct InTurn(u32, u32);

impl Policy for InTurn {
    fn reach(&self, state: &State, _home: u32) -> u64 {
        state.most_free().into()
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        let clusters = state.free().len() as u32;
        let mut turns = (0..clusters).map(|step| (self.1 + step) % clusters);
        let found = turns.find(|&cluster| state.free()[cluster as usize] >= job.nodes);
        if let Some(cluster) = found {
            let nodes = job.nodes;
            placement.push(Piece { cluster, nodes });
            self.1 = (cluster + self.0) % clusters;
        }
        found.is_some()
    }

    fn refusals(&mut self, state: &State, _job: &Job) -> Vec<Refusal> {
        let free = state.most_free();
        let largest = (0..).zip(state.free()).find(|(_, own)| **own == free);
        let refusal = |(cluster, _): (u32, _)| {
            let sentence = format!("the most on one is {free} (cluster {})", cluster + 1);
            Refusal::new("in-turn", sentence).with("cluster", cluster).with("free", free)
        };
        largest.map(refusal).into_iter().collect()
    }
}

jobs_without_homes! {
    /// Jobs that arrive many at a time.
    Bursts {
        /// Number of jobs in a burst.
        burst: u32 = 20, "Burst" in "jobs", Kind::integer(1, 1_000_000, 10), when &[of_model(&["bursts"])];
        /// Mean time between bursts (Poisson).
        burst_each_s: f64 = 1000.0, "Burst each" in "s", Kind::number(1e-3, 1e9, 100.0), when &[of_model(&["bursts"])];
    }
}

static BURSTS: WorkloadInfo =
    WorkloadInfo::spread(["bursts", "Bursts", "Jobs that arrive many at a time."], &[Bursts::PARAMETERS], || {
        Box::new(Bursts::default())
    });

impl WorkloadSettings for Bursts {
    fn info(&self) -> &'static WorkloadInfo {
        &BURSTS
    }

    fn source(&self, arrivals: &Arrivals<'_>) -> Result<Box<dyn Source>, Problem> {
        let stream = Stream::new(arrivals.seed, arrivals.replication, "bursts", 0);
        let jobs = Jobs(self.clone(), stream, 0.0, 0);
        Ok(arrivals.spread(Box::new(jobs), 1, &self.shared()))
    }
}

/// The settings, the random numbers, the time of the last burst \[s\], and the number of its remaining jobs.
struct Jobs(Bursts, Stream, f64, u32);

impl JobModel for Jobs {
    fn draw(&mut self) -> Draft {
        let Jobs(own, stream, now_s, left) = self;
        if *left == 0 {
            (*left, *now_s) = (own.burst, *now_s + stream.exponential(own.burst_each_s));
        }
        *left -= 1;
        Draft { submit_s: *now_s, nodes: stream.integer(1, 50), runtime_s: stream.exponential(300.0), class: 0 }
    }
}
