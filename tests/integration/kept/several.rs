//! Several scenarios in one results file: each is printed by itself, as if it were alone.

use super::{FORMS, output, sweep};
use crate::cli::{Folder, refused, run};
use std::fs;

/// The digest that stands in a line of `merge --status`, in front of what is named so.
fn digest(status: &str, named: &str) -> String {
    let line = status.lines().find(|line| line.contains(named)).unwrap();
    line.split_whitespace().next().unwrap().to_owned()
}

fn merged(files: &[&str], more: &[&str]) -> String {
    let arguments = [&["merge"], files, more].concat();
    let arguments: Vec<String> = arguments.into_iter().map(str::to_owned).collect();
    output(&arguments).0
}

/// Two seeds of a sweep are chosen by digest, since they have no title; a third sweep by its title.
#[test]
fn each_sweep_of_a_file_is_merged() {
    let folder = Folder::new("kept-several");
    let file = folder.path("r.jsonl");
    let titled = ["--set", "title=Mine", "--replications", "2"];
    let sweeps: [&[&str]; 3] = [&[], &["--seed", "7"], &titled];
    for own in sweeps {
        output(&sweep(&folder, &[own, &["--results", &file]].concat()));
    }
    let status = merged(&[&file], &["--status"]);
    assert_eq!(status.matches("  all 9 tasks are there\n").count(), 2);
    assert_eq!(status.matches("  all 6 tasks are there\n").count(), 1);
    let seeded = digest(&status, "--seed 7");
    let plain = status.split_whitespace().next().unwrap();
    let chosen = [&plain[..6], &*seeded, "Mine"];
    for (own, chosen) in sweeps.iter().zip(chosen) {
        for form in FORMS {
            let alone = output(&sweep(&folder, &[own, form].concat())).0;
            let more = [&["--scenario", chosen], form].concat();
            assert_eq!(merged(&[&file], &more), alone, "{chosen} {form:?}");
        }
        assert!(merged(&[&file], &["--scenario", chosen, "--status"]).ends_with("tasks are there\n"));
    }

    let before = fs::read(&file).unwrap();
    for more in [&[][..], &["--scenario", "Untitled scenario"]] {
        let said = refused(&[&["merge", &file], more].concat());
        let several = 3 - more.len() / 2;
        assert!(
            said.contains(&format!("has results of {several} scenarios"))
                && said.contains(&seeded)
                && said.contains("--seed 7")
                && said.contains("--scenario"),
            "{said}"
        );
    }
    for unknown in ["", "zz", "Min", "mine"] {
        let said = refused(&["merge", &file, "--scenario", unknown]);
        assert!(said.contains("is no scenario of these results") && said.contains(&seeded), "{said}");
    }
    assert_eq!(fs::read(&file).unwrap(), before);
}

/// The shares of two sweeps lie in the same two files, and the last one is not there yet.
#[test]
fn shares_of_two_sweeps_lie_in_the_same_files() {
    let folder = Folder::new("kept-several-shares");
    let files = [folder.path("a.jsonl"), folder.path("b.jsonl")];
    let files = files.each_ref().map(String::as_str);
    let share = |seed: &str, share: usize| {
        let shard = format!("{share}/2");
        let own = ["--seed", seed, "--shard", &shard, "--results", files[share - 1]];
        output(&sweep(&folder, &own));
    };
    share("6", 1);
    share("7", 1);
    share("7", 2);
    let status = merged(&files, &["--status"]);
    let (six, seven) = (digest(&status, "--seed 6"), digest(&status, "--seed 7"));
    assert!(status.contains("  5 of 9 tasks are there. These commands run the others:\n    metasched "), "{status}");
    assert!(status.contains("--seed 6 --shard 2/2 --results shard-2-of-2.jsonl  # 4 tasks"), "{status}");
    let whole = |seed: &str| output(&sweep(&folder, &["--seed", seed, "--csv"])).0;
    assert_eq!(merged(&files, &["--scenario", &seven, "--csv"]), whole("7"));
    let incomplete = run(&["merge", files[0], files[1], "--scenario", &six]);
    assert_eq!((incomplete.code, incomplete.out.as_str()), (1, ""));
    share("6", 2);
    assert_eq!(merged(&files, &["--scenario", &six, "--csv"]), whole("6"));
    assert_eq!(merged(&files, &["--scenario", &seven, "--csv"]), whole("7"));
}

/// A paper's experiments are in one file, and tasks that they have in common are there once.
#[test]
fn experiments_of_a_paper_are_merged() {
    let folder = Folder::new("kept-several-paper");
    let file = folder.path("r.jsonl");
    let reproduce = |only: &str| {
        let arguments = ["reproduce", "jones2005", "--only", only, "--json"];
        let more = ["--replications", "1", "--results", &file];
        let words = arguments.into_iter().chain(more);
        output(&words.map(str::to_owned).collect::<Vec<_>>())
    };
    let (first, _) = reproduce("fig13,fig22");
    let (again, said) = reproduce("fig13,fig22");
    assert_eq!(again, first);
    assert!(said.contains("tasks are done already"), "{said}");
    let status = merged(&[&file], &["--status"]);
    let printed: serde_json::Value = serde_json::from_str(&first).unwrap();
    for (at, figure) in ["figure 13", "figure 22"].iter().enumerate() {
        let chosen = digest(&status, figure);
        let own = merged(&[&file], &["--scenario", &chosen, "--json", "--runs"]);
        let own: serde_json::Value = serde_json::from_str(&own).unwrap();
        let results = &printed["studies"][at]["results"];
        assert_eq!(own["scenario_digest"], results["scenario_digest"]);
        assert_eq!(own["scenario_digest"], chosen.as_str());
        let digests = |all: &serde_json::Value| {
            let points = all["points"].as_array().unwrap().clone();
            let runs = points.iter().flat_map(|own| own["results"].as_array().unwrap().clone());
            runs.map(|own| own["digest"].clone()).collect::<Vec<_>>()
        };
        assert_eq!(digests(&own), digests(results), "{figure}");
    }
}

/// `run` and `tune` keep tasks, but no scenario that could be put together: that is said, and what to do.
#[test]
fn what_has_no_scenario_is_said() {
    let folder = Folder::new("kept-several-none");
    let file = folder.path("r.jsonl");
    let mut arguments = sweep(&folder, &["--results", &file]);
    arguments[0] = "run".to_owned();
    output(&arguments);
    let said = refused(&["merge", &file]);
    assert!(
        said.contains("does not say of which scenario it is") && said.contains("Give the command that wrote it again"),
        "{said}"
    );
}
