//! Outages of nodes from a file.

use super::{Folder, refused, results, run};
use metasched::scenario::link;

const SCENARIO: &str = r#"{ "schema": 2, "platform": { "clusters": [{ "count": 2, "nodes": 8 }] },
    "workload": { "jobs_per_cluster": 40, "nodes": [1, 8] }, "schedulers": ["first-fit"],
    "experiment": { "sweep": [], "replications": 1 } }"#;

/// Two nodes of red fail together; blue is drained. A line of a cluster as a whole, and one that has no end, are left out.
#[test]
fn events_of_slurm_replace_those_of_the_scenario() {
    let folder = Folder::new("outages");
    let scenario = folder.file("own.json", SCENARIO);
    let events = folder.file(
        "events.txt",
        "Cluster|NodeName|TimeStart|TimeEnd|State|Reason|User\n\
         red|n1|2026-01-01T01:00:00|2026-01-01T02:00:00|DOWN|power|root(0)\n\
         red|n2|2026-01-01T01:00:00|2026-01-01T02:00:00|DOWN|power|root(0)\n\
         blue|n1|2026-01-01T01:30:00|2026-01-01T04:00:00|DRAIN|disk|root(0)\n\
         blue|n2|2026-01-01T01:30:00|Unknown|DOWN||root(0)\n\
         red||2026-01-01T00:00:00|2026-01-01T05:00:00|||\n",
    );
    let ran = run(&["run", &scenario, "--outages", &events, "--json"]);
    let own = results(&ran);
    let events_of = |arguments: &[&str]| {
        let link = run(&[&["link", &scenario, "--outages", &events][..], arguments].concat()).out;
        link::decode(link.trim()).unwrap().scenario.platform.events.clone()
    };
    let listed = events_of(&[]);
    let listed: Vec<_> = listed.iter().map(|own| (own.at, own.until, own.cluster, own.nodes)).collect();
    assert_eq!(listed, [(0.0, 3600.0, 0, Some(2)), (1800.0, 10_800.0, 1, Some(1))]);
    assert!(own.points[0].results[0].outages.unwrap().availability < 1.0);
    assert!(ran.err.contains("events.txt: red is cluster 1 and blue is cluster 2"), "{}", ran.err);
    assert!(ran.err.contains("events.txt: 2 lines are left out"), "{}", ran.err);
    assert_eq!(events_of(&["--outages-from", "2026-01-01T02:30:00"])[0].until, 5400.0);
}

/// Problems name the line and the value, or the outage.
#[test]
fn wrong_files_are_refused() {
    let folder = Folder::new("wrong-outages");
    let scenario = folder.file("own.json", SCENARIO);
    for (text, said) in [
        ("at,until\n10,5\n", "own.csv: line 2 ends at \"5\""),
        ("at,until,cluster\n1,5,7\n", "platform.events.0.cluster is 7, but the last of the clusters"),
        ("at,until,nodes\n1,5,9\n", "platform.events.0.nodes is 9, but cluster 0 has 8 nodes"),
        ("at,until\n1,5\n2,6\n", "overlaps with other outages: 16 nodes of cluster 0 would be out at 2 s"),
        ("; Version: 2.2\n", "names no columns of outages"),
    ] {
        let file = folder.file("own.csv", text);
        let why = refused(&["run", &scenario, "--outages", &file]);
        assert!(why.contains(said), "{why}");
    }
    let many: String = (0..=100_000).map(|i| format!("{i},{i}.5\n")).collect();
    let why = refused(&["run", &scenario, "--outages", &folder.file("many.csv", format!("at,until\n{many}"))]);
    assert!(why.contains("has 100\u{2009}001 outages. Allowed: at most 100\u{2009}000. Take the part"), "{why}");
    assert!(refused(&["run", &scenario, "--outages", "/nonexistent"]).contains("/nonexistent cannot be read"));
}
