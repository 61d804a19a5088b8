//! Properties about the effects of links on jobs: links can only delay a job.

use super::system::{History, System};
use crate::engine::Progress;
use crate::engine::Running;
use crate::experiment::Runner;
use crate::network::Network;
use crate::platform::{Piece, Placement, State};
use crate::scenario::Checked;
use crate::scheduler::refusal::Refusal;
use crate::scheduler::{Scheduler, Submission};
use crate::workload::Job;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Relative tolerance when times are compared, since a run time is a sum of rounded parts.
const CLOSE: f64 = 1e-9;

/// No job is faster than it would be alone, and no mean penalty is below 1.
pub fn penalties_are_at_least_1(scenario: &Checked) -> TestCaseResult {
    for system in System::all(scenario) {
        for own in system.run().ended {
            let took_s = own.end_s - own.start_s;
            // The difference of two times near 10⁹ s has an error of 10⁻⁷ s.
            let error_s = (own.dedicated_s + own.end_s) * CLOSE;
            prop_assert!(
                own.killed || took_s >= own.dedicated_s - error_s,
                "job {} took {took_s} s instead of {} s",
                own.job.id,
                own.dedicated_s
            );
        }
        let mut runner = Runner::new(&system.task, None, ()).unwrap();
        while runner.advance(u64::MAX).unwrap() == Progress::Running {}
        let measures = runner.finish().0.measures;
        prop_assert!(measures.mean_penalty >= 1.0);
    }
    Ok(())
}

/// A scheduler that starts jobs at the same times, in the same places and in the same order as in another run.
struct Replay {
    planned: VecDeque<Running>,
    submitted: BTreeSet<u64>,
}

impl Replay {
    fn of(history: &History) -> Replay {
        let by_id: BTreeMap<u64, &Running> = history.ended.iter().map(|own| (own.job.id, own)).collect();
        Replay { planned: history.started.iter().map(|id| by_id[id].clone()).collect(), submitted: BTreeSet::new() }
    }
}

impl Scheduler for Replay {
    fn submit(&mut self, job: &Job) -> Submission {
        self.submitted.insert(job.id);
        Submission::Waiting
    }

    fn freed(&mut self, _cluster: u32) {}

    fn next_start(&mut self, now_s: f64, state: &State, placement: &mut Placement) -> Option<Job> {
        let next = self.planned.front()?;
        // The nodes of the job may become free only by a later event at the same time.
        let there = |piece: &Piece| piece.nodes <= state.free()[piece.cluster as usize];
        let due = next.start_s <= now_s && self.submitted.contains(&next.job.id);
        if !due || !next.placement.iter().all(there) {
            return None;
        }
        let next = self.planned.pop_front()?;
        placement.extend(next.placement);
        Some(next.job)
    }

    fn refusals(&mut self, _state: &State, _job: &Job) -> Vec<Refusal> {
        Vec::new()
    }

    fn plans(&self) -> bool {
        true
    }

    fn wake_s(&self) -> Option<f64> {
        self.planned.front().map(|next| next.start_s)
    }
}

/// Repeats a run with the same starts and places of jobs: on the same links, every job ends at the same time as before;
/// on unlimited links, no job ends later.
pub fn unlimited_links_hold_up_no_job(scenario: &Checked) -> TestCaseResult {
    for mut system in System::all(scenario) {
        let network = system.network();
        let history = system.run();
        system.jobs.retain(|job| !history.rejected.contains(&job.id));
        let again = system.run_by(Box::new(Replay::of(&history)), network);
        prop_assert_eq!(again.stays(), history.stays());
        // On unlimited links a job may end slightly later because of rounding. With twice the nodes it does not block
        // other jobs.
        for cluster in &mut system.platform.clusters {
            cluster.nodes *= 2;
        }
        let replay = Box::new(Replay::of(&history));
        let mut free = system.run_by(replay, Network::Unlimited).ended;
        free.sort_by_key(|own| own.job.id);
        let mut held = history.ended;
        held.sort_by_key(|own| own.job.id);
        prop_assert_eq!(free.len(), held.len());
        for (free, held) in free.iter().zip(&held) {
            prop_assert_eq!(free.start_s, held.start_s);
            let error_s = (held.dedicated_s + held.end_s) * CLOSE;
            prop_assert!(
                free.end_s <= held.end_s + error_s,
                "job {} ends at {} s, and at {} s without limits",
                held.job.id,
                held.end_s,
                free.end_s
            );
        }
    }
    Ok(())
}
