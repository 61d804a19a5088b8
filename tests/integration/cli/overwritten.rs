//! An output never replaces an input or another output; protected files, links and folders stay unchanged.

use super::{Folder, SMALL, Said, shell};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Command, Stdio};

/// Jobs of one cluster with 8 nodes, as a log.
const LOG: &str = "; MaxProcs: 8\n1 0 -1 60 4\n2 10 -1 60 8\n3 20 -1 60 2\n";

const OF_LOG: &str = r#"{ "platform": { "clusters": [{ "nodes": 8 }] }, "workload": { "model": "swf", "path": "-" },
    "schedulers": ["no-share"], "experiment": { "replications": 1 } }"#;

/// A folder with the scenario of the small sweep, a log, and a scenario that uses this log.
fn inputs(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.file("in.json", SMALL);
    folder.file("in.swf", LOG);
    folder.file("log.json", OF_LOG);
    folder
}

/// Checks that the program rejects these arguments: it prints no results, but the reason.
fn refuse(folder: &Folder, line: &str, why: &str) {
    let said = shell(folder, &format!("\"$0\" {line}"));
    let Said { code, out, err } = &said;
    assert_eq!((*code, out.as_str()), (2, ""), "{line}: {err}");
    assert!(err.contains(why), "{line}: {err}");
}

#[test]
fn what_comes_by_standard_input_is_not_written() {
    let folder = inputs("overwritten-input");
    let names = folder.names();
    let texts = || -> Vec<Vec<u8>> {
        let files = names.iter().map(|name| fs::read(folder.path(name)).unwrap());
        files.collect()
    };
    let before = texts();
    for line in [
        "sweep - -o in.json < in.json",
        "sweep - --jobs-out in.json < in.json",
        "workload swf --set workload.path=- -o in.swf < in.swf",
        "run log.json --swf-out in.swf < in.swf",
        "run log.json --jobs-out in.swf < in.swf",
        "trace - --html in.swf < in.swf",
        "explain log.json --job 1 --html in.swf < in.swf",
        "sweep - >> in.json < in.json",
        "trace - >> in.swf < in.swf",
    ] {
        refuse(&folder, line, "is a file that this command reads");
        assert!(texts() == before && folder.names() == names, "{line}");
    }
}

#[test]
fn no_output_is_written_over_another() {
    let folder = inputs("overwritten-output");
    for line in [
        "run in.json --jobs-out app.csv > app.csv",
        "run in.json --jobs-out app.csv >> app.csv",
        "run in.json --jobs-out app.csv 2> app.csv || { cat app.csv >&2; exit 2; }",
    ] {
        refuse(&folder, line, "is written by this command already");
    }
    // The file to which standard output goes is not replaced, even if a command names it by another path.
    let by_name = "\"$0\" run in.json --jobs-out /dev/stdout > a.csv && \"$0\" run in.json --jobs-out b.csv";
    assert_eq!(shell(&folder, by_name).code, 0);
    let [a, b] = ["a.csv", "b.csv"].map(|name| fs::read(folder.path(name)).unwrap());
    assert!(a == b);
}

/// A rejected command leaves no files, not even an empty folder of results.
#[test]
fn a_refused_command_leaves_nothing() {
    let folder = inputs("overwritten-refused");
    let names = folder.names();
    for line in ["sweep in.json --results r --csv -o in.json", "run log.json --swf-out s.swf --replications 2 < in.swf"]
    {
        let said = shell(&folder, &format!("\"$0\" {line}"));
        assert_eq!(said.code, 2, "{line}: {}", said.err);
        assert_eq!(folder.names(), names, "{line}");
    }
}

/// The command checks paths and counts before it reads a log. So it rejects a mistake even if the log is a pipe on
/// which no data arrives.
#[test]
fn nothing_is_read_for_a_command_that_is_refused() {
    let folder = inputs("overwritten-early");
    let nowhere = "no/such/folder/x";
    let refused = |arguments: &[&str]| {
        let mut command = Command::new("timeout");
        command.args(["20", env!("CARGO_BIN_EXE_metasched")]).args(arguments);
        command.current_dir(&folder.0).stdin(Stdio::piped());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // The input stays open until the command has ended.
        let log = child.stdin.take();
        let said = super::said(child.wait_with_output().unwrap());
        drop(log);
        assert!([1, 2].contains(&said.code), "{arguments:?}: {} {}", said.code, said.err);
        said.err
    };
    for (arguments, why) in [
        (&["run", "log.json", "-o", "log.json"][..], "this command reads"),
        (&["run", "log.json", "--jobs-out", "log.json"], "this command reads"),
        (&["run", "log.json", "--swf-out", "log.json"], "this command reads"),
        (&["run", "log.json", "-o", nowhere], "Create the folder first"),
        (&["run", "log.json", "--replications", "2", "--swf-out", "x.swf"], "would hold 2 runs"),
        (&["explain", "log.json", "--job", "1", "--html", nowhere], "Create the folder first"),
        (&["trace", "-", "--html", nowhere], "Create the folder first"),
        (&["workload", "swf", "--set", "workload.path=-", "-o", nowhere], "Create the folder first"),
    ] {
        let said = refused(arguments);
        assert!(said.contains(why), "{arguments:?}: {said}");
    }
    assert_eq!(folder.names(), ["in.json", "in.swf", "log.json"]);
}

#[test]
fn protected_files_and_links_stay_what_they_are() {
    let folder = inputs("overwritten-protected");
    let protected = ["o.csv"].map(|name| folder.file(name, ""));
    for path in &protected {
        fs::set_permissions(path, fs::Permissions::from_mode(0o444)).unwrap();
    }
    let line = "run in.json -o o.csv";
    let said = shell(&folder, &format!("\"$0\" {line}"));
    assert_eq!((said.code, said.out.as_str()), (1, ""), "{line}: {}", said.err);
    assert!(
        said.err.contains("cannot be written: it is write-protected")
            && said.err.contains("Name another file, or allow this one to be written"),
        "{line}: {}",
        said.err
    );
    assert!(protected.iter().all(|path| fs::read(path).unwrap().is_empty()));
    folder.file("to.csv", "");
    symlink("to.csv", folder.0.join("from.csv")).unwrap();
    symlink("loop.csv", folder.0.join("loop.csv")).unwrap();
    let written = shell(&folder, "\"$0\" run in.json --csv -o from.csv");
    assert_eq!(written.code, 0, "{}", written.err);
    assert!(fs::read(folder.path("to.csv")).unwrap().starts_with(b"scheduler,"));
    let looped = shell(&folder, "\"$0\" run in.json --csv -o loop.csv");
    assert_eq!(looped.code, 1, "{}", looped.err);
    for name in ["from.csv", "loop.csv"] {
        let about = fs::symlink_metadata(folder.0.join(name)).unwrap();
        assert!(about.is_symlink(), "{name}");
    }
}
