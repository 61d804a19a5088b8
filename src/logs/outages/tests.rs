//! Tests with files by hand.

use super::*;

fn file(text: &str, from: Option<&str>) -> Result<OutageLog, String> {
    read("events", text.as_bytes(), from).map_err(|problem| problem.to_string())
}

fn outage(at_s: f64, until_s: f64, cluster: u32, nodes: Option<u32>, kind: OutageKind) -> Recorded {
    Recorded { at_s, until_s, cluster, nodes, kind }
}

#[test]
fn our_table() {
    let text = "until, at, kind, cluster, nodes\n20,10,drain,1,4\n# a remark\n\n5,0,,,\n";
    let own = file(text, None).unwrap();
    let all = [outage(0.0, 5.0, 0, None, OutageKind::Fail), outage(10.0, 20.0, 1, Some(4), OutageKind::Drain)];
    assert_eq!(own.outages, all);
    // From 12 s on: one is over, the other one has begun.
    let late = file(text, Some("12")).unwrap();
    assert_eq!((late.outages, late.left_out), (vec![outage(0.0, 8.0, 1, Some(4), OutageKind::Drain)], 1));
}

/// Two nodes that are out at the same times are one outage. A row without an end, a node or a known state is left out.
#[test]
fn events_of_slurm() {
    let text = "Cluster|NodeName|TimeStart|TimeEnd|State|Reason|User\n\
                red|n1|2026-01-01T01:00:00|2026-01-01T02:00:00|DOWN*|power|root(0)\n\
                red|n2|2026-01-01T01:00:00|2026-01-01T02:00:00|DOWN*|power|root(0)\n\
                blue|n1|2026-01-01T00:30:00|2026-01-01T04:00:00|IDLE+DRAIN|disk|root(0)\n\
                blue|n2|2026-01-01T03:00:00|2026-01-01T04:00:00|MAINT|update|root(0)\n\
                blue|n3|2026-01-01T03:00:00|Unknown|DOWN||root(0)\n\
                red||2026-01-01T00:00:00|2026-01-01T05:00:00|||\n";
    let own = file(text, None).unwrap();
    let all = [
        outage(0.0, 12_600.0, 1, Some(1), OutageKind::Drain),
        outage(1800.0, 5400.0, 0, Some(2), OutageKind::Fail),
        outage(9000.0, 12_600.0, 1, Some(1), OutageKind::Maintenance),
    ];
    assert_eq!(own.outages, all);
    assert_eq!((own.clusters, own.left_out), (vec!["red".to_owned(), "blue".to_owned()], 2));
    let early = file(text, Some("2026-01-01T00:00:00")).unwrap();
    assert_eq!(early.outages[0].at_s, 1800.0);
}

#[test]
fn traces_of_the_archive() {
    let text = "# event_id\tcomponent_id\tnode_id\tplatform_id\tnode_name\tevent_type\tevent_start_time\tevent_end_time\tevent_end_reason\n\
                1\t1\t7\t2\tn7\t0\t1000000100\t1000000200\t0\n\
                2\t1\t7\t2\tn7\t1\t1000000200\t1000000900\tNULL\n\
                3\t1\t8\t2\tn8\t0\t1000000100\t1000000200\t0\n";
    let own = file(text, None).unwrap();
    assert_eq!((own.outages, own.left_out), (vec![outage(0.0, 100.0, 0, Some(2), OutageKind::Fail)], 1));
}

#[test]
fn wrong_lines_are_named() {
    for (text, said) in [
        ("", "events is empty. Allowed: a table with the columns at, until (CSV)"),
        ("a,b\n1,2\n", "events begins with \"a,b\", which names no columns of outages"),
        ("at,until\n1,x\n", "events: line 2 ends at \"x\". Allowed: a time: seconds"),
        ("at,until\n1,2\n-3,2\n", "events: line 3 begins at \"-3\""),
        ("at,until\n5,5\n", "events: line 2 ends at \"5\". Allowed: a time after its beginning, 5"),
        ("at,until,nodes\n1,2,0\n", "events: line 2 has the number of nodes \"0\". Allowed: a number from 1 on"),
        ("at,until,cluster\n1,2,4294967296\n", "events: line 2 has the cluster \"4294967296\""),
        ("at,until,kind\n1,2,broken\n", "events: line 2 has the kind \"broken\". Allowed: drain, fail, maintenance"),
        ("at,until\n", "events has no outage"),
        ("platform_id\tevent_type\tevent_start_time\tevent_end_time\n1\tx\t1\t2\n", "line 2 has the event type \"x\""),
    ] {
        let problem = file(text, None).unwrap_err();
        assert!(problem.contains(said), "{problem}");
    }
    let long = format!("at,until\n{}\n", "1".repeat(70_000));
    assert!(file(&long, None).unwrap_err().contains("events: line 2 is too long"));
    assert!(file("at,until\n1,2\n", Some("noon")).unwrap_err().starts_with("the beginning of the run is \"noon\""));
}
