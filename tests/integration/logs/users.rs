//! Names in place of numbers: users under fair share.

use super::schedule::scenario;
use crate::cli::{Folder, run};

fn order(users: [&str; 3]) -> (String, String) {
    let [first, second, third] = users;
    let folder = Folder::new(&format!("users-{first}"));
    folder.file(
        "log.swf",
        format!(
            "1 0 -1 1000 10 -1 -1 10 1000 -1 1 {first} 1 1 1 1 -1 -1\n\
             2 10 -1 100 10 -1 -1 10 100 -1 1 {second} 1 1 1 1 -1 -1\n\
             3 20 -1 100 10 -1 -1 10 100 -1 1 {third} 1 1 1 1 -1 -1\n"
        ),
    );
    let queue = r#"{ "order": "multifactor", "backfill": "none", "weight_age": 0, "weight_size": 0 }"#;
    let scenario = scenario(r#"{"nodes": 10}"#, "").replace("\"fcfs\"", queue);
    let said = run(&["run", &folder.file("s.json", scenario), "--jobs-out", "-"]);
    let rows: Vec<&str> = said.out.lines().skip(1).collect();
    (rows.iter().map(|row| row.split(',').next().unwrap()).collect::<Vec<_>>().join(" "), said.err)
}

/// The user of jobs 1 and 2 has used the machine, so the job of the other user goes first.
#[test]
fn fair_share_knows_users_by_name() {
    let (named, said) = order(["alice", "alice", "bob"]);
    assert_eq!(named, order(["7", "7", "9"]).0);
    assert_eq!(named, "1 3 2");
    assert!(said.contains("Names in place of the number of the user, numbered in order of appearance: 3"), "{said}");
}
