//! The command line as seen by users and scripts: output, messages, exit codes.

mod arguments;
mod bundles;
mod checked;
mod compare;
mod dropped;
mod external;
mod figures;
mod files;
mod forms;
mod logs;
mod outages;
#[cfg(unix)]
mod overwritten;
mod reference;
mod scenarios;
mod talks;
#[cfg(unix)]
mod terminal;

use metasched::experiment::Results;
use metasched::export::jobs::COLUMNS;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Two clusters and two different schedulers, small enough for a debug build.
const SMALL: &str = r#"{
    "title": "Small",
    "platform": { "clusters": [{ "count": 2, "nodes": 20, "link_mbps": 1000 }] },
    "workload": { "jobs_per_cluster": 150, "nodes": [2, 18], "bsbw_mbps": 300 },
    "schedulers": ["no-share", "first-fit"],
    "experiment": { "sweep": [{ "parameter": "workload.bsbw_mbps", "values": [100, 600] }], "replications": 2 }
}"#;

/// The exit code and output of a command.
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

pub fn metasched() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_metasched"));
    command.env_remove("NO_COLOR").env_remove("METASCHED_LOGS").stdin(Stdio::null());
    command
}

pub fn said(output: Output) -> Said {
    Said {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

pub fn run(arguments: &[&str]) -> Said {
    let said = said(metasched().args(arguments).output().unwrap());
    assert!(!said.err.contains("panicked"), "{arguments:?}: {}", said.err);
    said
}

/// Runs a command with `input` on standard input.
pub fn run_with(input: &[u8], arguments: &[&str]) -> Said {
    let mut command = metasched();
    let piped = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    // A command that rejects its arguments at once does not read its whole input, so errors of writing the input are
    // ignored.
    let _ = child.stdin.take().unwrap().write_all(input);
    let said = said(child.wait_with_output().unwrap());
    assert!(!said.err.contains("panicked"), "{arguments:?}: {}", said.err);
    said
}

pub fn refused(arguments: &[&str]) -> String {
    let said = run(arguments);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{arguments:?}: {}", said.err);
    said.err
}

/// Runs a line of `sh` in the folder; `$0` is the program.
#[cfg(unix)]
pub fn shell(folder: &Folder, line: &str) -> Said {
    let mut command = Command::new("sh");
    command.args(["-c", line, env!("CARGO_BIN_EXE_metasched")]);
    command.current_dir(&folder.0).stdin(Stdio::null());
    said(command.output().unwrap())
}

/// A folder that is removed when the test ends.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("metasched-cli-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    }

    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn results(said: &Said) -> Results {
    assert_eq!(said.code, 0, "{}", said.err);
    serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{error}: {}", said.out))
}

/// The rows of a file of jobs, each as a list of its cells.
pub fn jobs(path: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(path).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next().unwrap(), COLUMNS.join(","));
    lines.map(|line| line.split(',').map(str::to_owned).collect()).collect()
}
