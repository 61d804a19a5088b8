//! Output formats and destinations, progress messages, completions and manual pages.

use super::{Folder, SMALL, metasched, refused, run, run_with, said};
use serde_json::Value;
use std::fs;

const SWEEP: [&str; 4] = ["sweep", "-", "--threads", "1"];

fn swept(more: &[&str]) -> super::Said {
    let said = run_with(SMALL.as_bytes(), &[&SWEEP[..], more].concat());
    assert_eq!(said.code, 0, "{}", said.err);
    said
}

#[test]
fn short_forms_and_formats_are_the_same_bytes_in_a_file_too() {
    let folder = Folder::new("forms");
    let file = folder.path("out");
    for (short, format) in
        [(&["--json"][..], "json"), (&["--csv"], "csv"), (&[], "table"), (&["--output", "-"], "table")]
    {
        let wanted = swept(short).out;
        assert_eq!(swept(&["--format", format]).out, wanted, "{format}");
        let written = swept(&["--format", format, "-o", &file]);
        assert_eq!(written.out, "", "{format}");
        assert_eq!(fs::read_to_string(&file).unwrap(), wanted, "{format}");
    }
    let whole = swept(&["--format", "json", "--runs"]).out;
    assert_eq!(whole, swept(&["--json", "--runs"]).out);
    let whole: Value = serde_json::from_str(&whole).unwrap();
    let list = |key: &str| whole[key].as_array().unwrap();
    assert_eq!(list("runs").len(), list("run_names").len());
    // The first scheduler of the first point, in the first replication.
    let (first, of_point) = (&list("run_names")[0], &whole["points"][0]["results"][0]);
    assert_eq!((&first["scheduler"], &first["replication"]), (&of_point["scheduler"], &Value::from(1)));
    assert_eq!(folder.names(), ["out"]);
}

/// A line of JSON has the same content as the result of the same scheduler at the same point in the JSON document.
#[test]
fn lines_of_json_are_the_results_one_by_one() {
    let whole: Value = serde_json::from_str(&swept(&["--json"]).out).unwrap();
    let lines = swept(&["--format", "jsonl"]).out;
    let mut lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    for point in whole["points"].as_array().unwrap() {
        for result in point["results"].as_array().unwrap() {
            let mut line = lines.next().unwrap();
            let own = line.as_object_mut().unwrap();
            let mut take = |name: &str| own.shift_remove(name).unwrap();
            assert_eq!(take("engine_version"), whole["engine_version"]);
            assert_eq!(take("scenario_digest"), whole["scenario_digest"]);
            assert_eq!(take("parameters"), point["parameters"]);
            assert_eq!(line, *result);
        }
    }
    assert_eq!(lines.next(), None);
}

/// A JSON document states the command that made it; rows state it only on request. The stated command needs no file,
/// gives the same results, and states itself as its origin.
#[test]
fn results_say_what_made_them() {
    let whole: Value = serde_json::from_str(&swept(&["--json"]).out).unwrap();
    let made_by = &whole["made_by"];
    let version = run(&["--version"]).out;
    let commit = made_by["commit"].as_str().unwrap();
    assert!(version.contains(&format!("commit {commit})")), "{version}");
    let command = made_by["command"].as_str().unwrap();
    let words = shell_words(command);
    let words: Vec<&str> = words[1..].iter().map(String::as_str).collect();
    let again = run(&[&words[..], &["--json", "--threads", "1"]].concat());
    assert_eq!(again.out, swept(&["--json"]).out, "{}", again.err);

    let rows = |arguments: &[&str]| swept(arguments).out;
    let plain = rows(&["--csv"]);
    let more = rows(&["--csv", "--made-by"]);
    for (plain, more) in plain.lines().zip(more.lines()) {
        let (more, made_by) = more.split_at_checked(plain.len()).unwrap();
        assert_eq!(more, plain);
        let head = made_by == ",commit,command";
        assert!(head || made_by == format!(",{commit},{command}"), "{made_by}");
    }
    for line in rows(&["--format", "jsonl", "--made-by"]).lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        assert_eq!((&line["commit"], &line["command"]), (&made_by["commit"], &made_by["command"]));
    }
    let refused = refused(&["run", "--preset", "landing", "--made-by"]);
    assert!(refused.contains("--made-by with --csv"), "{refused}");

    let preset = run(&["run", "--preset", "landing", "--set", "workload.jobs_per_cluster=20", "--json"]);
    let preset: Value = serde_json::from_str(&preset.out).unwrap();
    assert!(preset["made_by"]["command"].as_str().unwrap().starts_with("metasched run '#2."));
}

/// The words of a command line, in which quotes may enclose only single words.
fn shell_words(command: &str) -> Vec<String> {
    let words = command.split(' ').map(|word| word.trim_matches('\'').to_owned());
    words.collect()
}

/// Every command that prints a table offers the other formats too, writes the same bytes to a file as to standard
/// output, and names its formats.
#[test]
fn every_table_has_other_forms() {
    let folder = Folder::new("every-form");
    let log = folder.file("log.swf", "1 0 -1 60 4\n2 5 -1 9 2\n");
    let tune = [
        "tune",
        "--preset",
        "teaching-two-clusters",
        "--scheduler",
        "b1",
        "--vary",
        "schedulers.0.lslt=0:2",
        "--budget=3",
        "--hold-out=1",
        "--replications=1",
    ];
    let story = ["explain", "--preset", "teaching-two-clusters", "--job", "21"];
    let one = "table, json, csv, latex, markdown";
    for (command, csv, json, there) in [
        (&["trace", &log][..], "statistic,value\nname,log.swf\n", "{", one),
        (&tune, "trial,schedulers.0.lslt,mean_turnaround_s,best\n1,", "{", one),
        (&story, "scheduler,time_s,what\n", "{", one),
        (&["explain", "BSBW"], "term,full,also,text,see\nBSBW,", "{", one),
        (&["explain", "--terms"], "term,full,also,text,see\n", "[", ""),
        (&["presets"], "name,title,about,source\ncliff,", "[", ""),
        (&["reproduce"], "name,title\njones2004,", "[", ""),
        (&["validate", "--preset", "teaching-two-clusters"], "statistic,value\nengine_version,", "{", one),
    ] {
        let printed = |form: &[&str]| {
            let said = run(&[command, form].concat());
            assert_eq!(said.code, 0, "{command:?} {form:?}: {}", said.err);
            said.out
        };
        assert!(printed(&["--csv"]).starts_with(csv), "{}", printed(&["--csv"]));
        assert!(printed(&["--json"]).starts_with(json), "{command:?}");
        assert!(printed(&["--format", "markdown"]).contains("\n|---|"), "{command:?}");
        assert!(printed(&["--format", "latex"]).contains("\\begin{tabular}{l"), "{command:?}");
        if command != ["reproduce"] {
            let file = folder.path("printed");
            assert_eq!(printed(&["--format", "markdown", "-o", &file]), "");
            assert_eq!(fs::read_to_string(&file).unwrap(), printed(&["--format", "markdown"]));
        }
        let lines = [command, &["--format", "jsonl"]].concat();
        match there {
            "" => assert!(printed(&["--format", "jsonl"]).lines().all(|line| line.starts_with('{'))),
            forms => assert!(refused(&lines).contains(&format!("Allowed: {forms}."))),
        }
    }
    let file = folder.path("landing.json");
    assert_eq!(run(&["presets", "landing", "-o", &file]).code, 0);
    assert_eq!(fs::read_to_string(&file).unwrap(), run(&["presets", "landing"]).out);
    assert!(refused(&["presets", "landing", "--csv"]).contains("Allowed: json."));
}

/// Output that exists in one format only can also be written to a file, but never over an input.
#[test]
fn what_has_one_form_goes_to_a_file_too() {
    let folder = Folder::new("one-form");
    let scenario = folder.file("small.json", SMALL);
    let file = folder.path("printed");
    for command in
        [&["schema"][..], &["completions", "bash"], &["link", &scenario], &["slurm", &scenario, "--shards", "2"]]
    {
        let wanted = run(command).out;
        assert!(!wanted.is_empty(), "{command:?}");
        let said = run(&[command, &["-o", &file]].concat());
        assert_eq!((said.code, &*said.out), (0, ""), "{command:?}: {}", said.err);
        assert_eq!(fs::read_to_string(&file).unwrap(), wanted, "{command:?}");
        assert_eq!(run(&[command, &["-o", "-"]].concat()).out, wanted);
        for input in command.iter().filter(|own| own.contains('/')) {
            let over = refused(&[command, &["-o", input]].concat());
            assert!(over.contains("is a file that this command reads"), "{over}");
        }
    }
    let link = run(&["link", &scenario]).out;
    let json = run(&["link", link.trim()]).out;
    assert_eq!(run(&["link", link.trim(), "-o", &file]).code, 0);
    assert_eq!(fs::read_to_string(&file).unwrap(), json);
    let listed = refused(&["reproduce", "-o", &folder.path("reports")]);
    assert!(listed.contains("<PAPER>") || listed.contains("[PAPER]"), "{listed}");
}

/// The numbers in the text of `validate` are also in its JSON document.
#[test]
fn a_valid_scenario_in_numbers() {
    let said = run_with(SMALL.as_bytes(), &["validate", "-", "--json"]);
    let all: Value = serde_json::from_str(&said.out).unwrap();
    for (key, wanted) in [("points", 2), ("replications", 2), ("runs", 6)] {
        let value = all[key].as_f64().unwrap();
        let wanted = f64::from(wanted);
        assert!((value - wanted).abs() < 0.02 * wanted, "{key}: {value}");
    }
    let swept: Value = serde_json::from_str(&swept(&["--json"]).out).unwrap();
    assert_eq!(all["scenario_digest"], swept["scenario_digest"]);
    assert_eq!(all["schedulers"].as_array().unwrap().len(), 2);
}

/// A figure in a file equals the one on standard output, including its metadata.
#[test]
fn a_figure_goes_to_a_file_too() {
    let folder = Folder::new("figure-file");
    let file = folder.path("figure");
    for form in ["svg", "table", "csv", "markdown", "method"] {
        let figure = ["figure", "--preset", "teaching-two-clusters", "--format", form];
        let said = run(&figure);
        assert_eq!(said.code, 0, "{form}: {}", said.err);
        let kept = run(&[&figure[..], &["-o", &file]].concat());
        assert_eq!((kept.code, kept.out.as_str()), (0, ""), "{form}: {}", kept.err);
        assert_eq!(fs::read_to_string(&file).unwrap(), said.out, "{form}");
    }
    let scenario = folder.file("small.json", SMALL);
    let over = refused(&["figure", &scenario, "-o", &scenario]);
    assert!(over.contains("is a file that this command reads"), "{over}");
}

/// The cells of the file equal the cells of the table on the terminal.
#[test]
fn markdown_and_latex_have_the_cells_of_the_table() {
    let cells = |text: &str| -> Vec<Vec<String>> {
        let table = swept(&["--format", text]).out;
        let rows = table.lines().filter(|line| {
            let name = line.trim_start_matches("| ");
            ["scheduler", "no-share", "first-fit"].iter().any(|own| name.starts_with(own)) && !line.contains(": ")
        });
        let between = match text {
            "table" => "  ",
            "latex" => " & ",
            _ => " | ",
        };
        rows.map(|row| {
            let row = row.trim_start_matches("| ").trim_end_matches([' ', '|', '\\', '&']);
            let row = row.replace("$\\pm$", "±").replace("\\%", "%");
            let row = row.replace("\\,", "\u{2009}");
            let cells = row.split(between).map(|cell| cell.trim().to_owned());
            cells.filter(|cell| !cell.is_empty()).collect()
        })
        .collect()
    };
    let wanted = cells("table");
    assert_eq!(wanted.len(), 2 * 3, "{wanted:?}");
    assert!(wanted[0].contains(&"± 95%".to_owned()), "{wanted:?}");
    assert_eq!(cells("markdown"), wanted);
    assert_eq!(cells("latex"), wanted);
    let latex = swept(&["--format", "latex"]).out;
    assert_eq!(latex.matches("\\begin{tabular}{lr").count(), 2);
    assert!(latex.contains("\n% BSBW 600 Mbps (workload.bsbw_mbps)\n"), "{latex}");
}

#[test]
fn names_cannot_break_out_of_a_table() {
    let scenario = r#"{ "title": "50 % of_all\\end", "workload": { "jobs_per_cluster": 5 },
        "schedulers": [{ "policy": "ideal", "label": "a|b & c_1 \\ <i>" }], "experiment": { "sweep": [], "replications": 1 } }"#;
    let printed = |format: &str| {
        let said = run_with(scenario.as_bytes(), &["run", "-", "--format", format]);
        assert_eq!(said.code, 0, "{}", said.err);
        said.out
    };
    let latex = printed("latex");
    assert!(latex.contains("\na|b \\& c\\_1 \\textbackslash{} \\textless{}i\\textgreater{} & "), "{latex}");
    assert!(latex.starts_with("% 50 % of_all\\end\n"), "{latex}");
    let markdown = printed("markdown");
    assert!(markdown.contains("| a\\|b "), "{markdown}");
    assert!(!markdown.contains("<i>"), "{markdown}");
}

#[test]
fn an_output_is_no_input_and_no_other_output() {
    let folder = Folder::new("no-input");
    let scenario = folder.file("small.json", SMALL);
    let why = refused(&["run", &scenario, "--json", "-o", &scenario]);
    assert!(why.contains("is a file that this command reads"), "{why}");
    let table = folder.path("t.csv");
    let jobs = ["run", &scenario, "--jobs-out", &table, "-o", &table];
    let why = refused(&jobs);
    assert!(why.contains("t.csv is written by this command already. Allowed: a file for each output"), "{why}");
    assert_eq!(fs::read_to_string(&scenario).unwrap(), SMALL);
    assert_eq!(folder.names(), ["small.json"]);
    // Jobs go to standard output, results to a file.
    let both = run(&["run", &scenario, "--jobs-out", "-", "--csv", "-o", &table]);
    assert!(both.out.starts_with("job_id,"), "{}", both.out);
    assert!(fs::read_to_string(&table).unwrap().starts_with("scheduler,"));
}

#[test]
fn forms_that_make_no_sense_are_refused() {
    for (more, part) in [
        (&["--format", "xml"][..], "[possible values: table, json, jsonl, csv, latex, markdown]"),
        (&["--format", "csv", "--json"], "cannot be used with"),
        (&["--runs"], "--runs is given without JSON"),
        (&["--runs", "--csv"], "Allowed: --runs with --json. Add --json"),
        (&["--color", "blue"], "[possible values: auto, always, never]"),
        (&["-o", "no/such/folder/x"], "Create the folder first"),
    ] {
        let said = run(&[&["run", "--preset", "teaching-two-clusters"], more].concat());
        assert!(said.code != 0 && said.out.is_empty(), "{more:?}");
        assert!(said.err.contains(part), "{more:?}: {}", said.err);
    }
}

#[test]
fn quiet_says_nothing_but_what_is_wrong() {
    let loud = run_with(SMALL.as_bytes(), &["run", "-"]);
    assert!(loud.err.contains("jobs/s") && loud.err.contains("is left out"));
    for quiet in ["--quiet", "-q"] {
        let said = run_with(SMALL.as_bytes(), &["run", "-", quiet]);
        assert_eq!((said.code, said.err.as_str()), (0, ""));
        assert_eq!(said.out, loud.out);
    }
    assert!(refused(&["--quiet", "run", "no-such-file.json"]).contains("does not exist"));
}

#[test]
fn colours_are_as_they_are_wanted() {
    let coloured = |arguments: &[&str], no_color: &str| {
        let mut command = metasched();
        command.args(["run", "--preset", "teaching-two-clusters"]);
        let said = said(command.args(arguments).env("NO_COLOR", no_color).output().unwrap());
        assert_eq!(said.code, 0, "{}", said.err);
        said.out.contains('\x1b')
    };
    assert!(!coloured(&[], ""));
    assert!(!coloured(&["--color", "auto"], ""));
    assert!(!coloured(&["--color", "never"], ""));
    assert!(coloured(&["--color", "always"], "1"));
    assert!(!coloured(&["--color", "always", "--csv"], ""));
}

#[test]
fn errors_are_coloured_as_they_are_wanted() {
    let error = |arguments: &[&str]| run(&[arguments, &["run", "no-such-file.json"]].concat()).err;
    assert!(error(&[]).starts_with("error: "));
    assert!(error(&["--color", "always"]).starts_with("\x1b[1;31merror:\x1b[0m "));
}

#[test]
fn shells_complete_every_command() {
    let commands = ["run", "sweep", "reproduce", "completions", "man"];
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run(&["completions", shell]);
        assert_eq!((script.code, script.err.as_str()), (0, ""), "{shell}");
        // All shells complete the values of options. Only in bash and zsh does clap_complete also complete the values
        // of arguments.
        let named: &[&str] = match shell {
            "bash" | "zsh" => &["landing", "first-fit", "mean_wait_s", "lublin99"],
            "fish" => &["landing", "first-fit", "mean_wait_s"],
            _ => &[],
        };
        for word in commands.iter().chain(&["format", "quiet"]).chain(named) {
            assert!(script.out.contains(word), "{shell}: {word}");
        }
    }
    assert!(refused(&["completions", "tcsh"]).contains("possible values: bash, elvish, fish"));
}

#[test]
fn there_is_a_page_for_the_program_and_each_command() {
    let folder = Folder::new("man");
    let pages = folder.path("man1");
    let said = run(&["man", "--out", &pages]);
    assert_eq!((said.code, said.out.as_str()), (0, ""), "{}", said.err);
    let page = |name: &str| fs::read_to_string(folder.path(&format!("man1/{name}.1"))).unwrap();
    assert_eq!(page("metasched"), run(&["man"]).out);
    assert!(page("metasched").contains(".TH metasched 1"));
    assert_eq!(page("metasched-sweep"), run(&["man", "sweep"]).out);
    assert!(page("metasched-sweep").contains("\\-\\-over"));
    for name in ["metasched", "metasched-sweep"] {
        let version = format!("v{} (engine", env!("CARGO_PKG_VERSION"));
        assert!(page(name).contains(&version), "{}", page(name));
    }
    // Manual pages do not list the names that the shell completes.
    assert!(!page("metasched-run").contains("jones2005"));
    let why = refused(&["man", "fly"]);
    assert!(why.contains("man fly is not the name of a command. Allowed: run, sweep, compare, figure, slurm"), "{why}");
}
