use super::*;
use crate::metrics::timeline::{Rows, Sample};
use crate::scenario::Scenario;
use std::collections::BTreeMap;

/// A job with its start and end \[s\], and first and last node on clusters.
fn job(id: u64, (start_s, end_s): (f64, f64), pieces: &[(u32, &[(u32, u32)])]) -> TimelineJob {
    let rows = |&(cluster, nodes): &(u32, &[(u32, u32)])| Rows { cluster, nodes: nodes.to_vec() };
    TimelineJob { id, start_s, end_s, ended: true, pieces: pieces.iter().map(rows).collect(), ..TimelineJob::default() }
}

/// Nodes of the groups with the jobs that ran there.
fn grouped(jobs: &[TimelineJob]) -> Vec<((u32, u32), Vec<usize>)> {
    let groups = groups(jobs, 0, 100.0, 1000).unwrap();
    groups.into_iter().map(|own| (own.nodes, own.jobs.into_iter().map(|job| job.0).collect())).collect()
}

#[test]
fn neighbours_that_ran_the_same_jobs_share_a_track() {
    // Job 0 on nodes 0 to 5, then job 1 on 2 to 3 and 4 to 5, given as two intervals; job 2 on node 9; nobody on 6 to 8.
    let jobs = [
        job(0, (0.0, 10.0), &[(0, &[(0, 5)])]),
        job(1, (10.0, 20.0), &[(0, &[(2, 3), (4, 5)]), (1, &[(0, 7)])]),
        job(2, (15.0, 20.0), &[(0, &[(9, 9)])]),
        job(3, (100.0, 120.0), &[(0, &[(0, 9)])]),
    ];
    assert_eq!(grouped(&jobs), [((0, 1), vec![0]), ((2, 5), vec![0, 1]), ((9, 9), vec![2])]);
    let firsts = groups(&jobs, 0, 100.0, 1000).unwrap();
    assert_eq!(firsts[1].jobs, [(0, false), (1, true)], "job 0 has its first group before");
    // Before neighbours are merged, there are five slices.
    assert!(groups(&jobs, 0, 100.0, 5).is_none() && groups(&jobs, 0, 100.0, 6).is_some());
}

fn scenario() -> Part<Platform> {
    let text = r#"{"platform": {"clusters": [{"count": 2, "nodes": 10, "link_mbps": 100}]}}"#;
    Scenario::from_json(text).unwrap().platform.clone()
}

fn recording() -> Timeline {
    let sample = |time_s, waiting| Sample { time_s, waiting, busy: 0, saturation: vec![0.5, 0.0] };
    Timeline {
        span_s: [5.0, 30.0],
        nodes: vec![10, 10],
        jobs: vec![
            job(0, (2.0, 10.0), &[(0, &[(0, 5)])]),
            job(1, (10.0, 20.0), &[(0, &[(2, 5)]), (1, &[(0, 7)])]),
            TimelineJob { ended: false, ..job(2, (20.0, 40.0), &[(1, &[(0, 0)])]) },
        ],
        samples: vec![sample(5.0, 3), sample(10.0, 1)],
        ..Timeline::default()
    }
}

/// The trace, read again: tracks by number, and events.
fn read(bytes: &[u8]) -> (BTreeMap<u64, Descriptor>, Vec<(u64, Event)>) {
    let packets = Trace::decode(bytes).unwrap().packet;
    let tracks = packets.iter().filter_map(|own| own.track_descriptor.clone());
    let events = packets.iter().filter_map(|own| Some((own.timestamp?, own.track_event.clone()?)));
    (tracks.map(|own| (own.uuid, own)).collect(), events.collect())
}

fn traced(title: &str) -> Vec<u8> {
    let run =
        |title: &str| Recorded { title: title.to_owned(), timeline: recording(), platform: scenario(), end_s: 30.0 };
    trace(vec![run(title), run("Second")], "metasched figure x").unwrap()
}

#[test]
fn tracks_counters_and_slices_are_those_of_the_recording() {
    let title = "A \"<b>\"\u{1}\n\u{7f}é";
    let (tracks, events) = read(&traced(title));
    let parent = |own: &Descriptor| own.parent_uuid.and_then(|uuid| tracks.get(&uuid)).map(|own| own.name.as_str());
    let names: Vec<(Option<&str>, &str)> = tracks.values().map(|own| (parent(own), own.name.as_str())).collect();
    let (root, one, two) = (Some(title), Some("Cluster 1: 10 nodes"), Some("Cluster 2: 10 nodes"));
    let wanted = [
        (None, title),
        (root, "Cluster 1: 10 nodes"),
        (one, "Nodes 1–2"),
        (one, "Nodes 3–6"),
        (root, "Cluster 2: 10 nodes"),
        (two, "Node 1"),
        (two, "Nodes 2–8"),
        (root, "Load of cluster 1's link"),
        (root, "Jobs waiting"),
        (root, "Nodes in use"),
    ];
    assert_eq!(names[..10], wanted);
    assert_eq!((names.len(), names[10]), (20, (None, "Second")));
    let of_track = |uuid: u64| -> Vec<(u64, Option<&str>, i32, Option<f64>)> {
        let own = events.iter().filter(|own| own.1.track_uuid == uuid);
        own.map(|(ns, own)| (ns / 1_000_000_000, own.name.as_deref(), own.kind, own.double_counter_value)).collect()
    };
    // Six nodes until 10 s, then four until 20 s.
    let values = |uuid| of_track(uuid).into_iter().map(|own| (own.0, own.3.unwrap())).collect::<Vec<(u64, f64)>>();
    assert_eq!(values(2), [(5, 6.0), (10, 4.0), (20, 0.0), (30, 0.0)]);
    assert_eq!(values(8), [(5, 50.0), (30, 50.0)]);
    assert_eq!(values(9), [(5, 3.0), (10, 1.0), (30, 1.0)]);
    let slices = [(2, Some("Job 0"), 1, None), (10, None, 2, None), (10, Some("Job 1"), 1, None), (20, None, 2, None)];
    assert_eq!(of_track(4), slices);
    // The last job still runs.
    assert_eq!(of_track(6).last(), Some(&(20, Some("Job 2"), 1, None)));
    assert!(events.is_sorted_by_key(|own| own.0));
}

#[test]
fn a_job_has_its_properties_and_one_arrow_between_clusters() {
    let (_, events) = read(&traced("First"));
    let of_job: Vec<&Event> =
        events.iter().map(|own| &own.1).filter(|own| own.name.as_deref() == Some("Job 1")).collect();
    // On nodes 3 to 6 of cluster 1, on node 1 and nodes 2 to 8 of cluster 2; in two runs.
    let flows: Vec<&[u64]> = of_job.iter().map(|own| own.flow_ids.as_slice()).collect();
    assert_eq!(flows, [&[1][..], &[1], &[], &[2], &[2], &[]]);
    let text = |name: &str| {
        let own = of_job[0].debug_annotations.iter().find(|own| own.name == name);
        own.map(|own| (own.string_value.as_deref(), own.double_value, own.bool_value))
    };
    assert_eq!(text("nodes_by_cluster"), Some((Some("Cluster 1: 3–6; Cluster 2: 1–8"), None, None)));
    assert_eq!(text("co_allocated"), Some((None, None, Some(true))));
    assert_eq!(text("wait_s"), Some((None, Some(10.0), None)));
    assert_eq!(text("user"), None);
}

#[test]
fn what_perfetto_cannot_count_is_refused() {
    let late = |end_s| {
        let run = Recorded { title: String::new(), timeline: recording(), platform: scenario(), end_s };
        trace(vec![run], "")
    };
    assert!(late(9e9).is_ok());
    let why = late(9.1e9).unwrap_err().to_string().replace('\u{2009}', " ");
    assert!(why.contains("9 100 000 000 s. Allowed: at most 9 000 000 000 s"), "{why}");
}
