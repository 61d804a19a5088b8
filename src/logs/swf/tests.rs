//! Logs that were computed by hand, and jobs that are written and read back.

use super::*;
use crate::logs::{LogJob, LogSource, read};
use crate::platform::{BPS_PER_MBPS, Piece};
use crate::workload::{Communication, Estimates, HomeRule, Job, Shared, Source};
use proptest::prelude::*;
use std::sync::Arc;

fn written(header: &SwfHeader, times: Times, jobs: &[SwfJob]) -> String {
    let mut writer = SwfWriter::new(Vec::new(), header, times).unwrap();
    jobs.iter().for_each(|job| writer.write(job).unwrap());
    String::from_utf8(writer.finish().unwrap()).unwrap()
}

#[test]
fn a_log_of_two_jobs() {
    let header = SwfHeader {
        computer: "2 clusters",
        conversion: "metasched",
        jobs: Some(2),
        processors: Some(200),
        zone: Some("Europe/Berlin"),
        start: Some(Start { unix_s: 345_600, east_s: 0 }),
        queues: Labels { most: Some(7), names: Vec::new() },
        partitions: Labels::clusters(2),
        notes: &["with a\nline end".to_owned()],
    };
    let arriving = SwfJob::arriving(&Job {
        id: 0,
        arrival_s: 1.5,
        home: 1,
        nodes: 3,
        runtime_s: 0.25,
        estimate_s: 0.25,
        ..Job::default()
    });
    let job = Job { id: 1, arrival_s: 2.0, nodes: 4, runtime_s: 12.0, estimate_s: 10.0, ..Job::default() };
    let on = |cluster, nodes| Piece { cluster, nodes };
    let ran = SwfJob::ran(&job, &[on(1, 4)], [5.0, 17.0], None, Fractions::Refused).unwrap();
    let rejected = SwfJob::rejected(&Job { id: 2, ..job }, None);
    let text = written(&header, Times::Whole, &[arriving, ran, rejected]);
    assert_eq!(
        text,
        "; Version: 2.2\n; Computer: 2 clusters\n; Conversion: metasched\n; MaxJobs: 2\n; MaxRecords: 2\n\
         ; Preemption: No\n; MaxNodes: 200\n; MaxProcs: 200\n; UnixStartTime: 345600\n; TimeZone: 0\n; TimeZoneString: Europe/Berlin\n; Note: with a line end\n\
         ; MaxQueues: 7\n\
         ; MaxPartitions: 2\n; Partition: 1 cluster 1\n; Partition: 2 cluster 2\n\
         1 2 -1 1 3 -1 -1 3 -1 -1 -1 -1 -1 -1 2 2 -1 -1\n\
         2 2 3 12 4 -1 -1 4 10 -1 1 -1 -1 -1 1 2 -1 -1\n\
         3 2 -1 -1 -1 -1 -1 4 10 -1 5 -1 -1 -1 1 -1 -1 -1\n"
    );
    let exact = written(&SwfHeader::default(), Times::Exact, &[arriving]);
    assert!(exact.ends_with("1 1.5 -1 0.25 3 -1 -1 3 -1 -1 -1 -1 -1 -1 2 2 -1 -1\n"));
    let log = read("two.swf", &mut text.as_bytes()).unwrap();
    assert_eq!(log.header.processors(), Some(200.0));
    assert_eq!(log.records()[1].requested_s(), Some(10.0));
}

#[test]
fn what_a_log_cannot_say_is_refused() {
    let job = Job { id: 6, arrival_s: 2.0, ..Job::default() };
    let on = |cluster| Piece { cluster, nodes: 1 };
    let written = |placement: &[Piece], times, logged: Option<&LogJob>| {
        SwfJob::ran(&job, placement, times, logged, Fractions::Refused).unwrap_err().to_string()
    };
    let spread = written(&[on(0), on(1)], [2.0, 3.0], None);
    assert!(spread.starts_with("job 7 runs on 2 clusters."), "{spread}");
    let late = written(&[on(0)], [2.5, 4.0], None);
    assert!(late.starts_with("job 7 waits for 0.5 s."), "{late}");
    let long = written(&[on(0)], [2.0, 4.25], None);
    assert!(long.starts_with("job 7 runs for 2.25 s."), "{long}");
    let logged = LogJob {
        name: None,
        number: Some(40),
        written_number: 40,
        submit_s: 102.0,
        requested_s: Some(7.5),
        scaled_request_s: Some(7.5),
        user: None,
        queue: None,
        partition: None,
    };
    let asked = written(&[on(0)], [2.0, 4.0], Some(&logged));
    assert!(asked.starts_with("job 40 asks for 7.5 s."), "{asked}");
}

/// The job arrives at 2.4 s, starts at 3.5 s and ends at 5.6 s. In the log, the job waits from 2 s to 4 s and runs
/// until 6 s. The next job on the same nodes starts at 5.6 s in the run, and at 6 s in the log.
#[test]
fn moments_are_rounded_where_that_is_wanted() {
    let job = Job { arrival_s: 2.4, ..Job::default() };
    let piece = [Piece { cluster: 0, nodes: 1 }];
    let ran = SwfJob::ran(&job, &piece, [3.5, 5.6], None, Fractions::Rounded).unwrap();
    assert_eq!((ran.wait_s, ran.runtime_s), (Some(2.0), Some(2.0)));
    let text = written(&SwfHeader::default(), Times::Whole, &[ran]);
    assert!(text.ends_with("1 2 2 2 1 -1 -1 1 -1 -1 1 -1 -1 -1 1 1 -1 -1\n"), "{text}");
}

/// Only the queues 0 and 3 of this log have jobs, but its header lists five queues. No job has a partition.
#[test]
fn labels_of_a_log() {
    let text = "; MaxQueues: 5\n; Queue: 1 short\n; Queue: 3 long\n; MaxPartitions: 4\n; Partition: 1 all\n\
        1 0 -1 5 1 -1 -1 1 -1 -1 1 1 -1 -1 3 -1\n2 0 -1 5 1 -1 -1 1 -1 -1 1 1 -1 -1 0 -1\n";
    let log = read("labels.swf", &mut text.as_bytes()).unwrap();
    let queues = Labels { most: Some(5), names: vec!["1 short".to_owned(), "3 long".to_owned()] };
    assert_eq!(Labels::queues(&log), queues);
    assert_eq!(Labels::partitions(&log), Labels::default());
}

fn any_job() -> impl Strategy<Value = (f64, u32, u32, f64)> {
    (0.0..1e4f64, 0u32..5, 1u32..1000, 1e-6..1e6f64)
}

proptest! {
    /// If the first job arrives at 0 s, the times, sizes and homes of all jobs are read back exactly.
    #[test]
    fn jobs_come_back_as_they_were_written(drawn in prop::collection::vec(any_job(), 5..50)) {
        let mut now = 0.0;
        let mut jobs: Vec<Job> = Vec::new();
        for (i, (gap, home, nodes, runtime_s)) in drawn.into_iter().enumerate() {
            now += if i == 0 { 0.0 } else { gap };
            // The first five jobs belong to the clusters 0 to 4, in this order. So the ranks and classes equal the
            // indices of the clusters.
            let home = if i < 5 { i as u32 } else { home };
            jobs.push(Job {
                id: i as u64,
                arrival_s: now,
                home,
                nodes,
                runtime_s,
                estimate_s: if i % 2 == 0 { runtime_s } else { f64::from(nodes) },
                compute_fraction: Communication::USUAL.compute_fraction,
                bsbw_bps: Communication::USUAL.bsbw_mbps * BPS_PER_MBPS,
                class: home as u16,
                ..Job::default()
            });
        }
        let lines: Vec<SwfJob> = jobs.iter().map(SwfJob::arriving).collect();
        let text = written(&SwfHeader::default(), Times::Exact, &lines);
        let log = Arc::new(read("round.swf", &mut text.as_bytes()).unwrap());
        prop_assert!(log.notes().is_empty());
        for home in [HomeRule::Queue, HomeRule::Partition] {
            let shared = Shared { home, estimates: Estimates::Requested, ..Shared::default() };
            let mut source = LogSource::new(Arc::clone(&log), &shared, 5, "1", 0);
            let again: Vec<Job> = std::iter::from_fn(|| source.next()).collect();
            prop_assert_eq!(&again, &jobs);
        }
        let whole = written(&SwfHeader::default(), Times::Whole, &lines);
        let rounded = read("whole.swf", &mut whole.as_bytes()).unwrap();
        prop_assert_eq!(rounded.counts.out_of_order.count, 0);
        for (record, job) in rounded.records().iter().zip(&jobs) {
            prop_assert!((record.submit_s - job.arrival_s).abs() <= 0.5);
            prop_assert!(record.runtime_s >= 1.0 && (record.runtime_s - job.runtime_s).abs() <= 1.0);
        }
    }
}
