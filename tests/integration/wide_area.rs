//! The wide-area network in whole runs: jobs of a metacomputer end as planned, on any number of nodes.

use metasched::engine::{Observer, Progress, Running, Simulation};
use metasched::network::Network;
use metasched::platform::{Piece, Placement, Platform, State, nodes_of};
use metasched::scenario::Scenario;
use metasched::scenario::build;
use metasched::scheduler::refusal::Refusal;
use metasched::scheduler::{Scheduler, Submission};
use metasched::workload::Job;
use std::collections::VecDeque;

const RATIO: f64 = 25.0;

/// A scheduler that starts jobs in order of arrival and fills the clusters from the first on. Rigid jobs get all nodes
/// that they ask for, moldable jobs half of these.
struct Halves(VecDeque<Job>);

impl Scheduler for Halves {
    fn submit(&mut self, job: &Job) -> Submission {
        self.0.push_back(*job);
        Submission::Waiting
    }

    fn freed(&mut self, _cluster: u32) {}

    fn next_start(&mut self, _now_s: f64, state: &State, placement: &mut Placement) -> Option<Job> {
        let job = self.0.front()?;
        let mut wanted = match job.moldable {
            true => job.nodes.div_ceil(2),
            false => job.nodes,
        };
        if u64::from(wanted) > state.total_free() {
            return None;
        }
        for (cluster, &free) in (0..).zip(state.free()) {
            let nodes = free.min(wanted);
            wanted -= nodes;
            if nodes > 0 {
                placement.push(Piece { cluster, nodes });
            }
        }
        self.0.pop_front()
    }

    fn refusals(&mut self, _state: &State, _job: &Job) -> Vec<Refusal> {
        Vec::new()
    }
}

/// Compares every start and end with the plan, to the last bit, and every run time with the equations.
struct Plans {
    platform: Platform,
    /// Numbers of ended jobs: on one cluster; on several clusters and rigid; on several clusters and moldable.
    ended: [u64; 3],
}

impl Observer for Plans {
    fn started(&mut self, running: &Running, _state: &State) {
        let (job, placement) = (&running.job, &running.placement);
        let planned_s = Network::Wan(RATIO).planned_s(&self.platform, job, placement);
        assert_eq!(running.end_s, running.start_s + planned_s);
        let nodes = nodes_of(placement);
        let most = placement.iter().map(|piece| piece.nodes).max().unwrap();
        let afar = match job.moldable {
            true => f64::from(nodes - most) / f64::from(nodes),
            false => f64::from(u8::from(placement.len() > 1)),
        };
        let slowest = placement
            .iter()
            .map(|piece| self.platform.clusters[piece.cluster as usize].speed)
            .fold(f64::INFINITY, f64::min);
        let dedicated_s = job.runtime_on_s(nodes) / slowest;
        let penalty = 1.0 + (1.0 - job.compute_fraction) * (RATIO - 1.0) * afar;
        assert_eq!(running.dedicated_s, dedicated_s);
        assert!((planned_s / dedicated_s - penalty).abs() < 1e-12 * penalty);
        assert!(!job.moldable || job.nodes < 2 || dedicated_s * slowest > job.runtime_s);
    }

    fn ended(&mut self, now_s: f64, running: &Running) {
        assert_eq!(now_s, running.end_s);
        let kind = match running.co_allocated() {
            false => 0,
            true => 1 + usize::from(running.job.moldable),
        };
        self.ended[kind] += 1;
    }
}

#[test]
fn jobs_end_when_planned() {
    let text = r#"{
        "platform": {"clusters": [{"count": 4, "nodes": 30}, {"nodes": 50, "speed": 0.5}], "topology": "mesh"},
        "workload": {"model": "metacomputer", "jobs": 2000, "compression": 10},
        "network": {"model": "wan"}, "experiment": {"sweep": []}}"#;
    let scenario = Scenario::from_json(text).unwrap();
    let platform = build::platform::of_replication(&scenario, 0).unwrap();
    let plans = Plans { platform: platform.clone(), ended: [0; 3] };
    let mut simulation = Simulation::new(
        build::jobs::source(&scenario, 0, None).unwrap(),
        Box::new(Halves(VecDeque::new())),
        State::idle(platform),
        Network::Wan(RATIO),
        plans,
    );
    while simulation.advance(1000) == Progress::Running {}
    let ended = simulation.into_observer().ended;
    assert_eq!(ended.iter().sum::<u64>(), 2000);
    assert!(ended.iter().all(|&jobs| jobs > 100), "{ended:?}");
}
