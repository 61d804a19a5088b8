use super::*;
use crate::workload::swf::{Detail, read};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn details(text: &str) -> Result<Details, Refusal> {
    Details::read("side.csv", &mut text.as_bytes())
}

fn wrong(text: &str) -> String {
    details(text).unwrap_err().to_string()
}

#[test]
fn a_file_by_hand() {
    let text = "\u{FEFF}home_cluster,\"job\",bsbw_mbps\r\n3,9,\r\n\r\n,7,0.5\n";
    let details = details(text).unwrap();
    let mut log = read("two.swf", &mut "7 0 -1 5 1\n8 0 -1 5 1\n9 1 -1 5 1\n".as_bytes()).unwrap();
    let notes = log.attach(&details).unwrap();
    assert_eq!(notes.len(), 1);
    assert!(notes[0].starts_with("1 of the 3 jobs"), "{}", notes[0]);
    let bsbw = Detail { bsbw_bps: Some(5e5), ..Detail::default() };
    let home = Detail { home: Some(3), ..Detail::default() };
    let all: Vec<Detail> = (0..4).map(|record| log.detail(record)).collect();
    assert_eq!(all, [bsbw, Detail::default(), home, Detail::default()]);
    assert_eq!(log.highest_home(), Some((3, Some(9))));
    assert_eq!(log.detailed_by(), Some("side.csv"));
    let mut other = read("other.swf", &mut "1 0 -1 5 1\n".as_bytes()).unwrap();
    let refused = other.attach(&details).unwrap_err().to_string();
    assert!(refused.starts_with("side.csv has no line for any job of "), "{refused}");
}

/// What only some models draw of their jobs, by hand; what is left out is as without the file.
#[test]
fn a_whole_draw_by_hand() {
    let text = "job,arrival_s,estimate_s,size_mb,parallelism_variance,moldable,local,compute_fraction\n\
                    1,3.5,20,12.25,1.5,1,0,0.4\n2,3.5,,,,,1,\n";
    let two = || read("two.swf", &mut "1 7 -1 5 1\n2 8 -1 5 1\n".as_bytes()).unwrap();
    let mut log = two();
    log.attach(&details(text).unwrap()).unwrap();
    let given = Detail {
        compute_fraction: Some(0.4),
        arrival_s: Some(3.5),
        estimate_s: Some(20.0),
        size_mb: Some(12.25),
        parallelism_variance: Some(1.5),
        moldable: Some(true),
        local: Some(false),
        ..Detail::default()
    };
    let rest = Detail { arrival_s: Some(3.5), local: Some(true), ..Detail::default() };
    assert_eq!([log.detail(0), log.detail(1)], [given, rest]);
    for (text, wrong) in [
        (
            "job,arrival_s\n1,3\n2,2\n",
            "side.csv: the arrival_s of job 2 is 2, but the job before it in the log arrives at 3",
        ),
        ("job,arrival_s\n2,2\n", "side.csv: the arrival_s of job 1 is left out, but other jobs have one"),
    ] {
        let problem = two().attach(&details(text).unwrap()).unwrap_err();
        let problem = problem.to_string();
        assert!(problem.starts_with(wrong), "{problem}");
    }
}

#[test]
fn problems_say_where_and_what() {
    let starts = [
        ("", "side.csv has no line for any job"),
        ("job,K\n", "side.csv, line 1 names the column \"K\"; allowed: job,compute"),
        ("job,job\n", "side.csv, line 1 names the column \"job\" twice"),
        ("job\n1\n", "side.csv, line 1 lacks a column"),
        ("bsbw_mbps,home_cluster\n", "side.csv, line 1 lacks a column"),
        ("job;bsbw_mbps\n", "side.csv, line 1 names the column \"job;bsbw_mbps\""),
        ("job,bsbw_mbps\n1,2,3\n", "side.csv, line 2 has 3 cells; allowed: 2"),
        ("job,bsbw_mbps\n1,-2\n", "side.csv, line 2 has \"-2\" as bsbw_mbps; allowed: a number from 0 to"),
        ("job,compute_fraction\n\n1,1.5\n", "side.csv, line 3 has \"1.5\" as compute_fraction"),
        (
            "job,home_cluster\n1,1.5\n",
            "side.csv, line 2 has \"1.5\" as home_cluster; allowed: a whole number from 0 to",
        ),
        ("job,home_cluster\n,1\n", "side.csv, line 2 has \"\" as job"),
        ("job,home_cluster\n3,1\n4,1\n3,2\n", "side.csv, line 4 tells of job 3 again, after line 2"),
    ];
    for (text, start) in starts {
        let problem = wrong(text);
        assert!(problem.starts_with(start), "{problem}");
    }
    let long = format!("job,bsbw_mbps\n1,{}\n", "0".repeat(5000));
    assert!(wrong(&long).starts_with("side.csv, line 2 is longer than 4096 bytes"));
    let problem = Details::read("side.csv", &mut &b"\x1F\x8B\x08\xFF"[..]).unwrap_err();
    assert!(problem.to_string().starts_with("side.csv, line 1 is no text"), "{problem}");
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_explained(bytes in prop::collection::vec(any::<u8>(), 0..400),
                                       text in "(job|bsbw_mbps|home_cluster|[0-9.,\n\"-]){0,60}") {
        for source in [bytes.as_slice(), text.as_bytes()] {
            let problem = Details::read("side.csv", &mut &*source).err();
            prop_assert!(problem.is_none_or(|problem| problem.problem().place.starts_with("side.csv")));
        }
    }

    /// Rows in any order, as a map has them.
    #[test]
    fn rows_as_a_map_has_them(rows in prop::collection::btree_map(0u32..200, (0.0..=1.0f64, 0u32..4096), 1..60), shift in 0usize..60) {
        let mut lines: Vec<String> = rows.iter().map(|(job, (k, home))| format!("{home},{job},{k}")).collect();
        let middle = shift % lines.len();
        lines.rotate_left(middle);
        let read = details(&format!("home_cluster,job,compute_fraction\n{}", lines.join("\n"))).unwrap();
        let again: BTreeMap<u32, (f64, u32)> = (0..200)
            .filter_map(|job| {
                let detail = read.of_job(job)?.detail;
                Some((job, (detail.compute_fraction?, detail.home?)))
            })
            .collect();
        prop_assert_eq!(again, rows);
    }
}
