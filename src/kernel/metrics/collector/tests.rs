//! Checks all measures and events of the run that is computed by hand.

use super::*;
use crate::engine::{Overrun, Pass, Progress};
use crate::metrics::by_hand::{job, platform, run, run_of};
use crate::metrics::submitted::Submitted;
use crate::scheduler::Scheduler;
use crate::scheduler::facts::KILLED_JOBS;

/// Counts the calls of each method.
#[derive(Default, Debug, PartialEq)]
struct Heard {
    begun: u32,
    elapsed: u32,
    arrived: u32,
    rejected: u32,
    started: u32,
    rerated: u32,
    ended: u32,
    decided: u32,
}

impl Observer for Heard {
    fn begin(&mut self, _: &mut dyn Scheduler) {
        self.begun += 1;
    }

    fn elapsed(&mut self, _: f64, _: usize, _: &State) {
        self.elapsed += 1;
    }

    fn arrived(&mut self, _: &Job, _: usize) {
        self.arrived += 1;
    }

    fn rejected(&mut self, _: &Job, _: Rejection) {
        self.rejected += 1;
    }

    fn started(&mut self, _: &Running, _: &State) {
        self.started += 1;
    }

    fn rerated(&mut self, _: f64, _: &Running) {
        self.rerated += 1;
    }

    fn ended(&mut self, _: f64, _: &Running) {
        self.ended += 1;
    }

    fn decided(&mut self, _: f64, _: &State, _: &mut dyn Scheduler) {
        self.decided += 1;
    }
}

fn collector(warmup_jobs: u64) -> Collector {
    let mut collector = Collector::new(platform(), Groups::of_homes(2), warmup_jobs);
    collector.keep_jobs();
    collector.name_users(vec![Some("0".to_owned())]);
    collector.measure_energy(vec![Some(Power { idle_w: 100.0, busy_w: 300.0 }); 2]);
    collector
}

/// Equal except for rounding.
#[track_caller]
fn same(own: f64, wanted: f64) {
    assert!((own - wanted).abs() < 1e-9, "{own} is not {wanted}");
}

#[test]
fn a_run_goes_on_event_by_event() {
    let mut run = run((Some(Heard::default()), ()));
    assert_eq!(run.advance(1), Progress::Running);
    assert_eq!((run.arrived(), run.waiting(), run.now_s()), (1, 0, 0.0));
    assert_eq!(run.advance(2), Progress::Running);
    assert_eq!((run.arrived(), run.waiting(), run.now_s()), (3, 2, 20.0));
    assert_eq!(run.state().free(), [0, 0]);
    assert_eq!(run.advance(u64::MAX), Progress::Finished);
    assert_eq!((run.arrived(), run.ended(), run.now_s()), (4, 3, 170.0));
    assert_eq!(run.state().free(), [10, 10]);
    let (heard, ()) = run.into_observer();
    let all = Heard { begun: 1, elapsed: 7, arrived: 4, rejected: 1, started: 3, rerated: 1, ended: 3, decided: 7 };
    assert_eq!(heard, Some(all));
}

#[test]
fn a_run_ends_with_the_completions_that_it_may_have() {
    let mut run = run(()).until(1);
    assert_eq!(run.advance(u64::MAX), Progress::Finished);
    assert_eq!((run.ended(), run.now_s()), (1, 150.0));
}

/// Jobs 0 and 1 are on both clusters for 100 s and take 150 s. The second has an estimate of 200 s.
#[test]
fn who_outlives_an_estimate_is_killed() {
    let second = Job { estimate_s: 200.0, ..job(1, 0.0, 20, 100.0) };
    let jobs = vec![job(0, 0.0, 20, 100.0), second];
    let mut run = run_of(jobs, ()).by(Overrun::Killed, Pass::Instant);
    run.advance(3);
    assert_eq!((run.ended(), run.now_s()), (1, 100.0));
    run.advance(u64::MAX);
    assert_eq!((run.ended(), run.now_s()), (2, 250.0));
    assert_eq!(run.counters().get(KILLED_JOBS), Some(1));
}

/// The second of two jobs on all nodes needs 1000 s, and is killed after its estimate.
#[test]
fn slowdown_of_a_killed_job_uses_the_time_that_it_ran() {
    let slowdowns = |estimate_s| {
        let silent = |job: Job| Job { bsbw_bps: 0.0, ..job };
        let jobs = vec![silent(job(0, 0.0, 20, 80.0)), silent(Job { estimate_s, ..job(1, 0.0, 20, 1000.0) })];
        let mut run = run_of(jobs, collector(0)).by(Overrun::Killed, Pass::Instant);
        run.advance(u64::MAX);
        let own = run.into_observer().finish();
        (own.slowdown.mean, own.bounded_slowdown.mean)
    };
    assert_eq!(slowdowns(20.0), ((1.0 + 100.0 / 20.0) / 2.0, 3.0));
    assert_eq!(slowdowns(2.5), ((1.0 + 82.5 / 2.5) / 2.0, (1.0 + 8.25) / 2.0));
    // Less than a microsecond counts as one, even if it is too short to be seen at 80 s.
    assert_eq!(slowdowns(1e-20), ((1.0 + 80.0 / 1e-6) / 2.0, (1.0 + 8.0) / 2.0));
}

/// Jobs 0 and 1 end at 100 s. After the end of job 0, five nodes of the first cluster are free and job 2 is placed on
/// both clusters. After both ends, job 2 gets ten nodes of the first cluster.
#[test]
fn starts_are_made_per_instant_or_per_event() {
    let silent = |id, arrival_s, nodes| Job { bsbw_bps: 0.0, ..job(id, arrival_s, nodes, 100.0) };
    let free = |pass| {
        let jobs = vec![silent(0, 0.0, 5), silent(1, 0.0, 10), silent(2, 10.0, 10)];
        let mut run = run_of(jobs, ()).by(Overrun::RunsOn, pass).until(2);
        run.advance(u64::MAX);
        assert_eq!(run.now_s(), 100.0);
        run.state().free().to_vec()
    };
    assert_eq!(free(Pass::Instant), [0, 10]);
    assert_eq!(free(Pass::Event), [5, 5]);
}

#[test]
fn all_measures_by_hand() {
    let mut run = run(collector(0));
    run.advance(u64::MAX);
    let own = run.into_observer().finish();
    assert_eq!((own.jobs, own.rejected_jobs, own.not_found_jobs), (3, 1, 0));
    assert_eq!((own.warmup_jobs, own.longest_queue), (0, 2));
    // Arrival and end of the jobs: 0 and 150 s, 10 and 170 s, 20 and 155 s.
    same(own.turnaround_s.mean, (150.0 + 160.0 + 135.0) / 3.0);
    same(own.wait_s.mean, (0.0 + 140.0 + 130.0) / 3.0);
    same(own.slowdown.mean, (1.5 + 8.0 + 27.0) / 3.0);
    // The bounded slowdown of job 2 is computed as if its run time were 10 s.
    same(own.bounded_slowdown.mean, (1.5 + 8.0 + 13.5) / 3.0);
    assert_eq!(own.co_allocated_jobs, 1);
    same(own.mean_penalty, 1.5);
    assert_eq!(own.mean_network_slowdown, None);
    // 2100 node-seconds arrive in 30 s, on 20 nodes.
    same(own.offered_load, 3.5);
    same(own.utilisation, (20.0 * 150.0 + 4.0 * 25.0) / (20.0 * 170.0));
    same(own.cluster_utilisation[0], (1500.0 + 100.0) / 1700.0);
    same(own.cluster_utilisation[1], 1500.0 / 1700.0);
    // The jobs communicate for 75 s at 2 Gbit/s: this data is sent over a link of 1 Gbit/s within 170 s.
    same(own.link_utilisation[0], 150.0 / 170.0);
    same(own.link_utilisation[1], 150.0 / 170.0);
    same(own.max_link_saturation, 2.0);
    same(own.mean_queue_length, (140.0 + 130.0) / 170.0);
    same(own.makespan_s, 170.0);
    // While jobs wait, no node is idle.
    assert_eq!(own.loss_of_capacity, 0.0);
    // 1600 and 1500 of 1700 node-seconds are busy.
    let energy = own.energy.unwrap();
    same(energy.clusters_kwh[0].unwrap() * 3.6e6, 1600.0 * 300.0 + 100.0 * 100.0);
    same(energy.clusters_kwh[1].unwrap() * 3.6e6, 1500.0 * 300.0 + 200.0 * 100.0);
    same(energy.total_kwh.unwrap() * 3.6e6, 960_000.0);
    let users = own.users.unwrap();
    assert_eq!((users.users, users.jain_slowdown, users.worst.jobs), (1, 1.0, 3));
    same(users.mean_wait_s, 90.0);
    let times = own.job_times.iter().map(|job| (job.id, job.turnaround_s));
    assert_eq!(times.collect::<Vec<_>>(), [(0, 150.0), (1, 160.0), (2, 135.0)]);
    let groups = own.groups.iter().map(|group| group.jobs);
    assert_eq!(groups.collect::<Vec<_>>(), [3, 0]);
}

/// With job 0 as warm-up, the measurement begins at 150 s, when no job waits and no link is in use.
#[test]
fn what_a_warm_up_leaves_out() {
    let mut run = run(collector(1));
    run.advance(u64::MAX);
    let own = run.into_observer().finish();
    assert_eq!((own.jobs, own.warmup_jobs, own.longest_queue), (2, 1, 0));
    same(own.wait_s.mean, 135.0);
    same(own.utilisation, 4.0 * 25.0 / (20.0 * 20.0));
    assert_eq!((own.co_allocated_jobs, own.mean_penalty), (0, 1.0));
    assert_eq!((own.max_link_saturation, own.mean_queue_length), (0.0, 0.0));
    assert_eq!(own.link_utilisation, [0.0, 0.0]);
}

/// Job 1 needs all nodes and waits for job 0 from 10 s to 100 s, while 6 of 20 nodes are idle. Job 1 runs to 120 s. With
/// job 0 as warm-up, no node is idle while a job waits.
#[test]
fn capacity_is_lost_while_jobs_wait() {
    let silent = |job: Job| Job { bsbw_bps: 0.0, ..job };
    let lost = |warmup| {
        let jobs = vec![silent(job(0, 0.0, 14, 100.0)), silent(job(1, 10.0, 20, 20.0))];
        let mut run = run_of(jobs, collector(warmup));
        run.advance(u64::MAX);
        run.into_observer().finish().loss_of_capacity
    };
    same(lost(0), 6.0 * 90.0 / (20.0 * 120.0));
    assert_eq!(lost(1), 0.0);
}

/// Job 1 occupies all nodes from 150 to 180 s while job 2 waits: 30 s of the measured 35 s.
#[test]
fn who_waits_at_the_end_of_a_warm_up_counts_from_then_on() {
    let jobs = vec![job(0, 0.0, 20, 100.0), job(1, 10.0, 20, 20.0), job(2, 20.0, 4, 5.0)];
    let mut run = run_of(jobs, collector(1));
    run.advance(u64::MAX);
    let own = run.into_observer().finish();
    same(own.makespan_s, 185.0);
    same(own.mean_queue_length, 30.0 / 35.0);
}

/// Job 1 fills both links from its start at 0 s to its end. The measurement begins at 50 s, when job 0 ends.
#[test]
fn traffic_before_the_measurement_does_not_count() {
    let silent = Job { bsbw_bps: 0.0, ..job(0, 0.0, 2, 50.0) };
    let mut run = run_of(vec![silent, job(1, 0.0, 18, 100.0)], collector(1));
    run.advance(u64::MAX);
    let own = run.into_observer().finish();
    assert!(own.mean_penalty > 1.0, "the links are full");
    same(own.link_utilisation[0], 1.0);
}

/// At 150 s, jobs 1 and 2 have waited for 140 and 130 s. All jobs were submitted to the first cluster.
#[test]
fn what_has_not_ended_counts_until_then() {
    let mut run = run(collector(0)).until(1);
    run.advance(u64::MAX);
    let own = run.into_observer().finish();
    let submitted = Submitted { unfinished_jobs: 2, mean_turnaround_s: 140.0, turnaround_ci95_s: None };
    assert_eq!(own.submitted, Some(submitted));
    let groups = own.groups.iter().map(|group| group.submitted);
    assert_eq!(groups.collect::<Vec<_>>(), [Some(submitted), None]);
}
