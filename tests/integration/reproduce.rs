//! `metasched reproduce`: the report does not depend on the number of threads, needs no other file, and never replaces
//! a file of another program.

use metasched::ENGINE_VERSION;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A temporary folder, which is removed at the end of the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("metasched-reproduce-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.0.join(file)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Exit code, standard output and standard error of `metasched reproduce jones2005 --out FOLDER …`.
fn reproduce(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    reproduce_paper("jones2005", folder, arguments)
}

/// Exit code, standard output and standard error of `metasched reproduce PAPER --out FOLDER …`.
fn reproduce_paper(paper: &str, folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_metasched"));
    command.args(["reproduce", paper, "--out"]).arg(folder);
    said(command.args(arguments))
}

fn said(command: &mut Command) -> (i32, String, String) {
    let output = command.stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert!(!err.contains("panicked"), "{err}");
    (output.status.code().unwrap_or(-1), out, err)
}

/// Checks that every opened element is closed, in the right order, and that attributes are quoted.
pub fn assert_well_formed(html: &str) {
    const VOID: [&str; 2] = ["meta", "br"];
    let mut open: Vec<&str> = Vec::new();
    // Style sheets contain no tags.
    let (head, rest) = html.split_once("<style>").unwrap();
    let body = rest.split_once("</style>").unwrap().1;
    open.extend(["html", "head"]);
    assert!(head.starts_with("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"));
    let mut rest = body;
    while let Some(start) = rest.find('<') {
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        let name = tag.trim_start_matches('/').split([' ', '/', '\n']).next().unwrap();
        assert!(name.chars().all(|c| c.is_ascii_alphanumeric()), "<{tag}>");
        assert_eq!(tag.matches('"').count() % 2, 0, "<{tag}>");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "<{tag}>");
        } else if !tag.ends_with('/') && !VOID.contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

/// The report has the same bytes with one thread and with two threads, and also if it replaces an older report.
#[test]
fn the_report_does_not_depend_on_threads() {
    let folder = Folder::new("threads");
    let (code, out, _) = reproduce(&folder.0, &["--only", "fig14", "--threads", "1"]);
    assert_eq!(code, 0);
    let (html, markdown) = (folder.read("jones2005-quick-fig14.html"), folder.read("jones2005-quick-fig14.md"));
    let again = reproduce(&folder.0, &["--only", "fig14", "--threads", "2"]);
    assert_eq!((again.0, &again.1), (0, &out));
    assert_eq!(folder.read("jones2005-quick-fig14.html"), html);
    assert_eq!(folder.read("jones2005-quick-fig14.md"), markdown);
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 2);

    // The report needs no other file: it has no scripts, no addresses and only internal links, and its pictures are
    // inside the report.
    assert_well_formed(&html);
    let elsewhere = html.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    for outside in ["://", "src=", "<script", "<link", "@import", "url("] {
        assert!(!elsewhere.contains(outside), "{outside}");
    }
    let links: Vec<&str> = html.split("href=\"").skip(1).collect();
    assert!(links.iter().all(|link| link.starts_with('#')), "{links:?}");
    assert!(html.contains("<svg ") && html.contains("<td>holds</td>") && html.contains("<h2 id=\"fig14\">"));
    assert!(markdown.contains("](data:image/svg+xml;base64,") && !out.contains("data:image"));
    for text in [&html, &markdown, &out] {
        assert!(text.contains("largest link saturation above LSLT, a1"), "{text}");
        assert!(text.contains(&format!("engine {ENGINE_VERSION};")), "{text}");
    }
    assert!(out.contains("| holds |") && out.contains("runs `"));
}

/// Without an output folder no file is written; if the arguments are wrong, no folder is made.
#[test]
fn files_are_written_where_they_are_wanted_only() {
    let folder = Folder::new("nowhere");
    let here = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_metasched"));
        said(command.args(["reproduce", "jones2005"]).args(arguments).current_dir(&folder.0))
    };
    let there = || {
        let entries = fs::read_dir(&folder.0).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let quick = ["--only", "fig14", "--replications", "1"];
    let (code, printed, err) = here(&quick);
    assert_eq!(code, 0, "{err}");
    assert!(printed.contains("\n| J5 ") && !err.contains("Wrote"), "{err}");
    assert_eq!(there(), [""; 0]);

    for (wrong, word) in [
        (&["--only", "fig12", "-o", "new"][..], "--only has \"fig12\""),
        (&["--replications", "0", "-o", "new"], "--replications"),
        (&["--quick", "--full", "-o", "new"], "cannot be used with"),
    ] {
        let (code, _, err) = here(wrong);
        assert_eq!(code, 2, "{err}");
        assert!(err.contains(word), "{err}");
        assert_eq!(there(), [""; 0], "{wrong:?}");
    }

    let (code, out, err) = here(&[&quick[..], &["-o", "new"]].concat());
    assert_eq!((code, &out), (0, &printed), "{err}");
    assert!(err.contains("Wrote new/jones2005-quick-fig14.html"), "{err}");
    assert_eq!(there(), ["new"]);
    assert_eq!(fs::read_dir(folder.0.join("new")).unwrap().count(), 2);
}

#[test]
fn files_of_others_are_kept() {
    let folder = Folder::new("foreign");
    let theirs = folder.0.join("jones2005-quick-table1.md");
    fs::write(&theirs, "my notes").unwrap();
    let (code, out, err) = reproduce(&folder.0, &["--only", "table1"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("no report of ours") && err.contains("Choose another folder"), "{err}");
    assert_eq!(fs::read_to_string(&theirs).unwrap(), "my notes");
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);

    // If the folder cannot be made, the command is rejected before it simulates.
    let (code, _, err) = reproduce(&theirs, &["--full"]);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("cannot be written") && !err.contains("Simulated"), "{err}");
}

#[test]
fn experiments_can_be_chosen() {
    let folder = Folder::new("only");
    let (code, _, err) = reproduce(&folder.0, &["--only", "fig12"]);
    assert_eq!(code, 2);
    assert!(err.contains("--only has \"fig12\"") && err.contains("fig13, fig14"), "{err}");
    let (code, out, _) = reproduce(&folder.0, &["--only", "table1", "--json"]);
    assert_eq!(code, 0);
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    let findings = answer["findings"].as_array().unwrap();
    let units: Vec<&str> = findings.iter().map(|finding| finding["unit"].as_str().unwrap()).collect();
    assert_eq!(units, ["µs", "µs", "µs", "µs", "µs", "%", "%", "%", "%", "%"]);
    // The other findings are differences of times, which may be negative.
    assert!(findings[..5].iter().all(|finding| finding["measured"].as_f64().unwrap() > 0.0));
    assert_eq!(answer["studies"][0]["preset"], "jones2005-table1");
    assert_eq!(answer["studies"][0]["results"]["points"][0]["results"].as_array().unwrap().len(), 5);
}

/// The findings and the rows of improvements in the JSON of `metasched reproduce shih2013 --quick --json …`.
fn shih2013(folder: &Path, arguments: &[&str]) -> (serde_json::Value, String) {
    let all = [&["--quick", "--json"], arguments].concat();
    let (code, out, err) = reproduce_paper("shih2013", folder, &all);
    assert_eq!(code, 0, "{err}");
    (serde_json::from_str(&out).unwrap(), err)
}

fn verdicts(answer: &serde_json::Value) -> Vec<&str> {
    let findings = answer["findings"].as_array().unwrap().iter();
    findings.map(|finding| finding["verdict"].as_str().unwrap()).collect()
}

/// Table 1 is reproduced exactly. A row of table 4 is present only if its log is available.
#[test]
fn look_ahead_is_reproduced_as_far_as_its_logs_are_at_hand() {
    let folder = Folder::new("shih");
    let (answer, err) = shih2013(&folder.0, &["--only", "table1,table4-b1,table4-e2"]);
    let findings = answer["findings"].as_array().unwrap();
    let exact: Vec<f64> = findings[..4].iter().map(|f| f["measured"].as_f64().unwrap()).collect();
    assert_eq!(exact, [10.0, 8.0, 7.75, 8.0]);
    let verdicts = verdicts(&answer);
    assert_eq!(verdicts[..4], ["holds", "holds", "holds", "refuted"]);
    assert!(verdicts[4..].contains(&"untested"));
    let whys: Vec<&str> = findings.iter().map(|f| f["why"].as_str().unwrap()).collect();
    assert!(whys.contains(&"cannot be tested: log not at hand") && whys.contains(&"in the full tier only"));
    assert!(err.contains("table4-b1 are left out: the log DAS2-2003.swf.gz is not at hand"), "{err}");
    let [b1, e2] = &answer["improvements"].as_array().unwrap()[..] else { panic!("{answer}") };
    assert_eq!((&b1["row"], &b1["log_at_hand"]), (&"B1".into(), &false.into()));
    assert!(b1["cells"].as_array().unwrap().iter().all(|cell| cell["ours"].is_null()));
    assert_eq!(b1["cells"][4]["published"], 71.0);
    assert!(e2["cells"].as_array().unwrap().iter().all(|cell| {
        let ours = cell["ours"]["percent"].as_f64().unwrap();
        cell["difference"].as_f64().unwrap() == ours - cell["published"].as_f64().unwrap()
    }));
    let part = "shih2013-quick-table1-table4-b1-table4-e2";
    let html = folder.read(&format!("{part}.html"));
    assert_well_formed(&html);
    // A missing log is shown in the table, in the legend and the cells of the grid, and in the text below the grid.
    assert_eq!(html.split("<svg ").filter(|own| own.contains("\nlog not at hand\n")).count(), 1);
    let markdown = folder.read(&format!("{part}.md"));
    assert!(markdown.contains("| 71 %, log not at hand |") && markdown.contains("not run, for its log"));
}

/// Logs are read from a folder given by --logs; if a log differs from the one of the scenario, it is rejected.
#[test]
fn logs_are_read_from_a_folder() {
    let folder = Folder::new("logs");
    let job = |id: u64| format!("{id} {} 0 {} {}\n", 30 * id, 100 + id * 37 % 900, 1 + id * 7 % 60);
    let jobs: String = (1..400).map(job).collect();
    for name in ["DAS2-2003.swf", "SDSC-SP2-1998-reduced.swf"] {
        fs::write(folder.0.join(name), &jobs).unwrap();
    }
    let logs = folder.0.to_str().unwrap();
    let (answer, _) = shih2013(&folder.0, &["--only", "table4-b1", "--logs", logs]);
    assert_eq!(answer["improvements"][0]["log_at_hand"], true);
    assert!(!answer.to_string().contains("log not at hand"));
    let (code, _, err) = reproduce_paper("shih2013", &folder.0, &["--only", "fig8", "--logs", logs]);
    assert_eq!(code, 2);
    assert!(err.contains("is another log than the scenario was made with"), "{err}");
}

/// With the SDSC SP2 log, all quick claims about this log hold or are open. Without the log, the test is skipped.
#[test]
fn the_log_of_san_diego_bears_the_paper_out() {
    const LOG: &str = "../shared/data/swf/SDSC-SP2-1998-reduced.swf.xz";
    if !Path::new(LOG).exists() {
        println!("skipped: {LOG} is not at hand");
        return;
    }
    let folder = Folder::new("sdsc");
    let (answer, _) = shih2013(&folder.0, &["--only", "fig8,fig10,fig11,fig13"]);
    let verdicts = verdicts(&answer);
    assert!(verdicts.iter().all(|v| ["holds", "open", "untested"].contains(v)), "{answer}");
    assert!(verdicts.contains(&"holds"));
    let depths = &answer["depths"][0]["depths"];
    assert!(depths["changed"].as_u64().unwrap() <= depths["decisions"].as_u64().unwrap());
}

/// Results that `sweep` and `run` have printed with their runs are used in place of new simulations, with the number of
/// jobs that they have. Results of other scenarios are not used.
#[test]
fn results_computed_beforehand_are_taken() {
    let folder = Folder::new("computed");
    let program = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_metasched"));
        let (code, out, err) = said(command.args(arguments));
        assert_eq!(code, 0, "{err}");
        out
    };
    let here = folder.0.to_str().unwrap();
    let of_paper = |more: &[&str]| {
        let arguments = [&["reproduce", "shih2013", "--full", "--only", "table1"], more].concat();
        program(&arguments)
    };
    let simulated = of_paper(&[]);
    let once = of_paper(&["--replications", "1"]);
    assert_ne!(once, simulated);
    assert!(once.contains("Replications are fewer than the tier has") && once.contains("table1 (1 of 5)"));
    assert!(!simulated.contains("Replications are fewer"));

    let file = folder.0.join("shih2013-table1.json");
    let own = program(&["run", "--preset", "shih2013-table1", "--json", "--runs"]);
    fs::write(&file, own).unwrap();
    assert_eq!(of_paper(&["--computed", here, "--replications", "1"]), simulated);

    let other = program(&["run", "--preset", "shih2013-table1", "--seed", "2", "--json", "--runs"]);
    fs::write(&file, other).unwrap();
    assert_eq!(of_paper(&["--computed", here]), simulated);
}
