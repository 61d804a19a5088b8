//! Texts that could be read as markup, commands, fields or formulas: titles, labels, file names, formulas and links are plain
//! text in all output. `tests/browser/hostile.test.mjs` tests the page with the same texts.

use crate::cli::{metasched, run, run_with, said};
use metasched::chart::FIGURES;
use metasched::chart::figure::{self, Scene};
use metasched::chart::kit::theme::Theme;
use metasched::experiment::{self, Plan};
use metasched::scenario::{Scenario, link};
use metasched::words::{is_forbidden, markdown};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

fn texts() -> Vec<String> {
    serde_json::from_str(include_str!("../hostile.json")).unwrap()
}

/// Characters that XML forbids.
const FORBIDDEN: &str = "a\u{0}\u{8}\u{b}\u{1b}\u{7f}\u{85}\u{fffe}\u{ffff}b";

/// A small scenario that has these texts as labels, and one of the texts as its title.
fn scenario(labels: &[String], title: &str) -> Value {
    let labelled = |label: &String| json!({ "policy": "first-fit", "label": label });
    json!({
        "title": title,
        "platform": { "clusters": [{ "count": 2, "nodes": 20 }] },
        "workload": { "jobs_per_cluster": 30, "nodes": [2, 18], "bsbw_mbps": 300 },
        "schedulers": labels.iter().map(labelled).collect::<Vec<_>>(),
        "experiment": {
            "sweep": [{ "parameter": "workload.bsbw_mbps", "values": [100, 600] }],
            "replications": 2
        }
    })
}

/// An empty folder for this test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The tags of a document, with the names of their attributes.
fn tags(document: &str) -> BTreeSet<String> {
    let mut tags = BTreeSet::new();
    let mut rest = document;
    while let Some(start) = rest.find('<') {
        rest = &rest[start + 1..];
        let (mut end, mut quote, mut bare) = (rest.len(), None, String::new());
        for (at, c) in rest.char_indices() {
            match quote {
                Some(open) if c == open => quote = None,
                Some(_) => {}
                None if c == '"' || c == '\'' => quote = Some(c),
                None if c == '>' => {
                    end = at;
                    break;
                }
                None => bare.push(c),
            }
        }
        let words: Vec<&str> = bare.split_whitespace().collect();
        tags.insert(words.join(" "));
        rest = &rest[end..];
    }
    tags
}

/// Checks that a document has the same tags as with harmless texts, no text that a browser would read as a tag, and no
/// forbidden character.
fn is_text_in(document: &str, harmless: &str, what: &str) {
    let forbidden = |c: &char| !matches!(c, '\n' | '\t') && is_forbidden(*c);
    assert_eq!(document.chars().find(forbidden), None, "{what}");
    let known = tags(harmless);
    let new: Vec<String> = tags(document).difference(&known).cloned().collect();
    assert!(new.is_empty(), "{what}: {new:?}");
    for text in texts().iter().filter(|text| text.contains('<')) {
        assert!(!document.contains(text.as_str()), "{what}: {text} as it is");
    }
}

/// Harmless texts, as many as the hostile texts and of the same lengths.
fn harmless() -> Vec<String> {
    let plain = |(i, text): (usize, &String)| format!("{i:02}{}", "x".repeat(text.chars().count()));
    texts().iter().enumerate().map(plain).collect()
}

#[test]
fn figures_say_them() {
    let drawn = |labels: &[String], title: &str| -> String {
        // A scenario with a forbidden character is refused; a title of another origin is written without it.
        let scenario = Scenario::from_value(&scenario(labels, &title.replace(is_forbidden, " "))).unwrap();
        let results = experiment::run(&scenario, None).unwrap();
        let plan = Plan::new(&scenario).unwrap();
        let scene = Scene { title, ..Scene::of(&plan, &results) };
        let figures = FIGURES.iter().flat_map(|kind| (kind.report)(&scene));
        let drawn = figures.map(|mut own| figure::svg(&mut *own, 900, &Theme::light(1.0), title).unwrap());
        drawn.inspect(|svg| drop(roxmltree::Document::parse(svg).expect(title))).collect()
    };
    let plain = drawn(&harmless(), "plain");
    assert!(plain.contains("<svg"));
    for title in texts().into_iter().chain([FORBIDDEN.to_owned()]) {
        let document = drawn(&texts()[..8], &title);
        is_text_in(&document, &plain, &title);
    }
}

#[test]
fn commands_print_them() {
    let folder = folder("hostile");
    let file = folder.join("mine.json");
    let (labels, title) = (texts(), texts()[..4].join(" "));
    fs::write(&file, scenario(&labels, &title).to_string()).unwrap();
    let name = file.to_str().unwrap();
    let table = run(&["sweep", name]);
    assert_eq!(table.code, 0, "{}", table.err);
    assert!(!table.out.contains('\u{1b}'));

    let all: Value = serde_json::from_str(&run(&["sweep", name, "--json"]).out).unwrap();
    let said: Vec<&str> =
        all["points"][0]["results"].as_array().unwrap().iter().map(|own| own["scheduler"].as_str().unwrap()).collect();
    assert_eq!(said, labels);

    let csv = run(&["sweep", name, "--csv"]).out;
    let rows = rows(&csv);
    let column = rows[0].iter().position(|head| head == "scheduler").unwrap();
    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{csv}");
    let named: Vec<&String> = rows[1..].iter().map(|row| &row[column]).collect();
    // A spreadsheet would calculate a cell that begins like a formula.
    let formula = |text: &String| text.starts_with(['=', '+', '-', '@']);
    let written: Vec<String> =
        labels.iter().map(|own| format!("{}{own}", if formula(own) { "'" } else { "" })).collect();
    assert_eq!(named[..labels.len()], written.iter().collect::<Vec<_>>());
    assert_eq!(labels.iter().filter(|own| formula(own)).count(), 3);

    let html = folder.join("story.html");
    let story = |name: &str| {
        let to = html.to_str().unwrap();
        let said = run(&["explain", name, "--job", "1", "--html", to]);
        assert_eq!(said.code, 0, "{}", said.err);
        fs::read_to_string(&html).unwrap()
    };
    let hostile = story(name);
    let plain = folder.join("plain.json");
    fs::write(&plain, scenario(&harmless(), "plain").to_string()).unwrap();
    is_text_in(&hostile, &story(plain.to_str().unwrap()), "explain --html");

    let plain = plain.to_str().unwrap();
    for command in [&["sweep"][..], &["figure", "-o", "-"]] {
        let printed = |name: &str, format: &str| {
            let said = run(&[command, &[name, "--format", format]].concat());
            assert_eq!(said.code, 0, "{}", said.err);
            said.out
        };
        let known = &printed(plain, "latex");
        let escapes = ["textbackslash", "textasciitilde", "textasciicircum", "textless", "textgreater", "dots"];
        let hostile = printed(name, "latex");
        let new: Vec<&str> = commands(&hostile).difference(&commands(known)).copied().collect();
        assert!(new.iter().all(|own| escapes.contains(own)), "{new:?}");
        let columns = |line: &str| line.replace("\\|", "").matches('|').count();
        let counts = |markdown: &str| markdown.lines().map(columns).collect::<Vec<_>>();
        let markdown = printed(name, "markdown");
        assert_eq!(counts(&markdown), counts(&printed(plain, "markdown")));
        assert!(!markdown.contains("<img") && !markdown.contains("<script"), "{markdown}");
    }
}

/// A trace for Perfetto has the length of a text before the text: no text ends earlier, or is escaped.
#[test]
fn perfetto_traces_hold_them() {
    let folder = folder("hostile-perfetto");
    let (file, trace) = (folder.join("mine.json"), folder.join("mine.pftrace"));
    let names = [&file, &trace].map(|own| own.to_str().unwrap());
    for text in texts() {
        fs::write(&file, scenario(std::slice::from_ref(&text), "").to_string()).unwrap();
        let title = format!("--title={text}");
        for (title, name) in [(None, format!("{text} at BSBW 100 Mbps")), (Some(&*title), text)] {
            let own = ["figure", names[0], "--kind", "gantt", "--format", "perfetto", "-o", names[1]].into_iter();
            let said = run(&own.chain(title).collect::<Vec<_>>());
            assert_eq!(said.code, 0, "{name}: {}", said.err);
            let wanted = [&[u8::try_from(name.len()).unwrap()], name.as_bytes()].concat();
            assert!(fs::read(&trace).unwrap().windows(wanted.len()).any(|own| own == wanted), "{name}");
        }
    }
}

/// The names of the commands of a LaTeX document, outside its comments.
fn commands(latex: &str) -> BTreeSet<&str> {
    let lines = latex.lines().filter(|line| !line.starts_with('%'));
    let words = lines.flat_map(|line| line.split('\\').skip(1));
    let end = |word: &str| word.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(word.len());
    words.map(|word| &word[..end(word)]).filter(|name| !name.is_empty()).collect()
}

/// The rows of a CSV table.
fn rows(csv: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut field) = (Vec::new(), Vec::new(), String::new());
    let (mut quoted, mut letters) = (false, csv.chars().peekable());
    while let Some(c) = letters.next() {
        match c {
            '"' if quoted && letters.peek() == Some(&'"') => {
                field.push('"');
                letters.next();
            }
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut field)),
            '\n' if !quoted => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            c => field.push(c),
        }
    }
    assert!(!quoted && field.is_empty() && row.is_empty());
    rows
}

/// The description of a log contains the name of the log and its comments.
#[test]
fn logs_have_them_in_name_and_comments() {
    let folder = folder("hostile-logs");
    let described = |name: &str, comment: &str| {
        let (log, html) = (folder.join(format!("{name}.swf")), folder.join("log.html"));
        let text = format!("; Computer: {comment}\n; Queue: 1 {comment}\n1 0 -1 60 2\n2 30 -1 10 4\n");
        fs::write(&log, text).unwrap();
        let mut command = metasched();
        command.arg("trace").arg(&log).arg("--html").arg(&html);
        let said = said(command.output().unwrap());
        assert_eq!(said.code, 0, "{}", said.err);
        fs::read_to_string(&html).unwrap()
    };
    let plain = described("plain", "plain");
    let forbidden = FORBIDDEN.replace('\0', "");
    for text in texts().into_iter().chain([forbidden]) {
        let name = text.replace('/', "|");
        is_text_in(&described(&name, &text), &plain, &text);
    }
}

#[test]
fn what_is_wrong_with_them_is_said_in_one_line() {
    for text in texts() {
        for arguments in [
            &["validate", "--preset=landing", "--set=queue.order=formula", &format!("--set=queue.formula={text}")][..],
            &["validate", "--preset=landing", &format!("--set={text}")],
            &["validate", "--preset=landing", &format!("--set={text}=1")],
            &["link", &format!("#2.{text}")],
            &["link", &format!("#p={text}")],
            &["run", "--preset", &format!("x{text}")],
        ] {
            let said = run(arguments);
            assert_eq!(said.code, 2, "{arguments:?}: {}", said.err);
            assert!(!said.err.contains('\u{1b}'));
        }
        let said = run_with(text.as_bytes(), &["validate", "-"]);
        assert_eq!(said.code, 2, "{text}: {}", said.err);
    }
}

/// Titles, labels and seeds are written to SVG and HTML.
#[test]
fn characters_that_no_document_has_are_refused() {
    for c in FORBIDDEN.chars().filter(|c| !c.is_ascii_alphabetic()) {
        let text = format!("a{c}b");
        let (labelled, titled) = (scenario(std::slice::from_ref(&text), "a"), scenario(&["a".to_owned()], &text));
        let mut seeded = scenario(&["a".to_owned()], "a");
        seeded["seed"] = text.into();
        for own in [labelled, titled, seeded] {
            let problem = Scenario::from_value(&own).unwrap_err().to_string();
            assert!(problem.contains("Leave out line breaks, other control characters"), "{c:?}: {problem}");
        }
    }
    for half in ["\\ud800", "\\udfff", "\\udc00\\ud800"] {
        let said = run_with(format!("{{\"title\": \"{half}\"}}").as_bytes(), &["validate", "-"]);
        assert_eq!(said.code, 2, "{half}: {}", said.err);
    }
}

#[test]
fn links_hold_them_and_markdown_escapes_them() {
    for text in texts() {
        let scenario = Scenario::from_value(&scenario(std::slice::from_ref(&text), &text)).unwrap();
        let fragment = link::encode(&scenario);
        let plain = |c: char| c.is_ascii_alphanumeric() || "#._-".contains(c);
        assert!(fragment.chars().all(plain), "{fragment}");
        assert_eq!(link::decode(&fragment).unwrap().scenario.title.as_str(), text);

        let markdown = markdown::link(&text, "https://example.org/#2.x");
        assert!(markdown.ends_with("](https://example.org/#2.x)"), "{markdown}");
        assert!(!markdown.contains('<'), "{markdown}");
        let title = &markdown[1..markdown.len() - "](https://example.org/#2.x)".len()];
        let mut before = ' ';
        for c in title.chars() {
            assert!(before == '\\' || !"[]`*_|".contains(c), "{markdown}");
            before = if before == '\\' { ' ' } else { c };
        }
    }
}

/// A shell reads a Slurm job script. In this script, a title is in a comment, and the command contains the title inside
/// a link.
#[cfg(unix)]
#[test]
fn job_scripts_quote_them() {
    let script = folder("hostile-slurm").join("job.sh");
    for text in texts() {
        let mut command = metasched();
        command.args(["slurm", "--preset=landing", "--shards=2"]);
        command.arg(format!("--set=title={text}"));
        let said = said(command.output().unwrap());
        assert_eq!(said.code, 0, "{text}: {}", said.err);
        let mut commands = said.out.lines().filter(|line| !line.starts_with('#'));
        assert!(commands.all(|line| !line.contains(&text)), "{}", said.out);
        fs::write(&script, &said.out).unwrap();
        let read = std::process::Command::new("bash").arg("-n").arg(&script).status();
        assert!(read.is_ok_and(|status| status.success()), "{}", said.out);
    }
}

/// Hostile texts as the name of the log's folder, which is part of the command, and as an option of `sbatch`: the job
/// script runs, and runs no command of the text.
#[cfg(unix)]
#[test]
fn job_scripts_run_nothing_of_them() {
    let outer = folder("hostile-slurm-run");
    let programs = outer.join("programs");
    fs::create_dir_all(&programs).unwrap();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_metasched"), programs.join("metasched")).unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default());
    for (number, text) in texts().iter().enumerate() {
        let work = outer.join(number.to_string());
        let own = work.join(text.replace('/', "|"));
        fs::create_dir_all(&own).unwrap();
        fs::write(own.join("a.swf"), "1 0 -1 60 2\n2 30 -1 10 4\n").unwrap();
        let scenario = json!({
            "title": text,
            "platform": { "clusters": [{ "nodes": 8 }] },
            "workload": { "model": "swf", "path": "a.swf" },
            "schedulers": [{ "policy": "no-share", "label": text }],
            "experiment": { "sweep": [], "replications": 2 }
        });
        fs::write(own.join("a.json"), scenario.to_string()).unwrap();
        let file = own.join("a.json");
        let made = run(&["slurm", file.to_str().unwrap(), "--shards=1", "--", &format!("--comment={text}")]);
        assert_eq!(made.code, 0, "{text}: {}", made.err);
        let script = outer.join(format!("{number}.sh"));
        fs::write(&script, &made.out).unwrap();
        let mut bash = std::process::Command::new("bash");
        bash.arg(&script).args(["print", "--json"]).current_dir(&work).env("PATH", &path);
        let ran = said(bash.output().unwrap());
        assert_eq!(ran.code, 0, "{text}: {}", ran.err);
        let results: Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(results["points"][0]["results"][0]["scheduler"], text.as_str());
        let names = fs::read_dir(&work).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let others: Vec<String> = names.filter(|own| !own.starts_with("results-")).collect();
        assert_eq!(others, [text.replace('/', "|")]);
    }
}
