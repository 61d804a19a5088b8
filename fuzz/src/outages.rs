//! Arbitrary bytes as a table of outages in the formats of Metasched, Slurm and the Failure Trace Archive.

use metasched::logs::outages;

/// Header line of each format. One of them precedes the bytes.
const HEADERS: [&str; 4] = [
    "",
    "at,until,cluster,nodes,kind\n",
    "Cluster|NodeName|TimeStart|TimeEnd|State|Reason|User\n",
    "platform_id\tnode_id\tevent_type\tevent_start_time\tevent_end_time\n",
];

/// Checks that a table is rejected with a reason, or its outages are in order and have a length.
pub fn fuzz(input: &[u8]) {
    let Some((&how, rest)) = input.split_first() else {
        return;
    };
    let text = [HEADERS[usize::from(how) % HEADERS.len()].as_bytes(), rest].concat();
    let from = [None, Some("2024-03-01T00:00:00"), Some("1700000000")][usize::from(how / 4) % 3];
    match outages::read("a table", &text[..], from) {
        Err(problem) => super::is_said_well(&problem.into()),
        Ok(read) => {
            assert!(!read.outages.is_empty() && read.outages.is_sorted_by(|a, b| a.at_s <= b.at_s));
            for own in &read.outages {
                assert!(own.at_s >= 0.0 && own.until_s > own.at_s && own.until_s.is_finite(), "{own:?}");
                assert!(read.clusters.is_empty() || (own.cluster as usize) < read.clusters.len(), "{own:?}");
            }
        }
    }
}
