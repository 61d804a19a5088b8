//! `metasched figure`: pictures and text for papers.

use super::{Folder, refused, run};
use crate::golden;
use metasched::scenario::{Checked, Scenario, link, presets};
use serde_json::{Value, json};

const SMALL: [&str; 4] = ["--preset", "landing", "--set", "workload.jobs_per_cluster=60"];

fn figure(more: &[&str]) -> String {
    let arguments: Vec<&str> = [&["figure"], &SMALL[..], more].concat();
    let said = run(&arguments);
    assert_eq!(said.code, 0, "{}", said.err);
    said.out
}

#[test]
fn a_picture_shows_every_scheduler_and_how_it_is_made_again() {
    let picture = figure(&["--title", "A < B"]);
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
    for name in ["No share", "First-fit", "B3 (chunk 85 %)", "A &lt; B"] {
        assert!(picture.contains(name), "{name}");
    }
    assert!(picture.contains("metasched figure --preset landing --set"));
    assert_ne!(picture, figure(&["--title", "A < B", "--theme", "dark"]));
}

#[test]
fn a_paper_gets_points_rows_and_a_method() {
    let latex = figure(&["--format", "latex", "--baseline", "1", "--ratio"]);
    assert!(latex.contains("\\addplot") && latex.contains("metasched figure"));
    let table = figure(&["--format", "table"]);
    assert!(table.contains("\\toprule") && table.contains("First-fit"));
    let method = figure(&["--format", "method"]);
    assert!(method.starts_with("We simulated 4 clusters") && method.contains("@misc{metasched"));
    assert!(method.contains(" --format table\n"));
}

/// The clusters of one job that A1 spread over them: the first such job, or a given one.
#[test]
fn the_ranges_of_a_job_are_drawn() {
    let picture = figure(&["--scheduler", "a1", "--kind", "ranges"]);
    for words in ["Job ", "Cluster 4: ", "threshold", "not free"] {
        assert!(picture.contains(words), "{words}");
    }
    let table = figure(&["--scheduler", "a1", "--kind", "ranges", "--format", "csv"]);
    assert!(
        table.starts_with("Cluster,Takes,May give,Free,Link before,Limit\n") && table.lines().count() == 5,
        "{table}"
    );
    for (more, part) in [
        (["--kind", "ranges", "--job", "0"], "job 0 is not spread by ranges under A1"),
        (["--kind", "means", "--job", "1"], "--job is given, and means does not read it"),
        (["--kind", "ranges", "--from", "7"], "--from is given, and ranges does not read it"),
    ] {
        let said = run(&[&["figure"], &SMALL[..], &["--scheduler", "a1"], &more].concat());
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{more:?}");
        assert!(said.err.contains(part), "{}", said.err);
    }
}

/// The plan of two clusters on which a request was put: the first that waits for its start, or a given one.
#[test]
fn the_plan_of_a_job_is_drawn() {
    let planned = ["--scheduler", "meta-fcfs", "--kind", "plan"];
    let picture = figure(&planned);
    for words in ["Job ", "All clusters: ", "Cluster 4: ", "surface after", "the job"] {
        assert!(picture.contains(words), "{words}");
    }
    assert!(!picture.contains("another request"));
    let table = figure(&[&planned[..], &["--format", "csv"]].concat());
    assert!(
        table.starts_with("Cluster,Nodes,Free at the start,Stay free,Takes,Start [s],End [s]\nAll clusters,400,")
            && table.lines().count() == 6,
        "{table}"
    );
    let first = figure(&[&planned[..], &["--job", "0"]].concat());
    assert!(first.contains("Job 0 at "), "{first}");
    // ASP plans nothing for later: a job beside others.
    let asp = figure(&["--scheduler", "meta-asp", "--kind", "plan", "--format", "csv"]);
    assert!(asp.lines().nth(1).is_some_and(|all| !all.starts_with("All clusters,400,400,")), "{asp}");
    for (scheduler, more, part) in [
        ("b3", ["--job", "3"], "job 3 is not put on a plan under B3"),
        ("meta-fcfs", ["--job", "3000"], "job 3000 is not put on a plan under Meta FCFS"),
        ("meta-fcfs", ["--from", "7"], "--from is given, and plan does not read it"),
    ] {
        let said = run(&[&["figure"], &SMALL[..], &["--scheduler", scheduler, "--kind", "plan"], &more].concat());
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{more:?}");
        assert!(said.err.contains(part), "{}", said.err);
    }
}

/// Stroke by stroke.
#[test]
fn the_plan_of_two_clusters_is_the_golden_picture() {
    golden::compare("plan.svg", &plan_of_clusters("2"));
}

#[test]
fn a_plan_of_many_clusters_says_how_many_are_not_drawn() {
    let picture = plan_of_clusters("9");
    assert!(picture.contains("\nnot drawn: 2 clusters\n") && !picture.contains("Cluster 8"), "{picture}");
}

fn plan_of_clusters(count: &str) -> String {
    let clusters = format!("platform.clusters.0.count={count}");
    figure(&["--set", &clusters, "--scheduler", "meta-fcfs", "--kind", "plan", "--width", "480"])
}

/// A Gantt chart that begins at a given time.
#[test]
fn a_run_is_drawn_as_a_gantt_chart() {
    let gantt = |more: &[&str]| {
        let teaching = ["figure", "--preset", "teaching-two-clusters", "--kind", "gantt"];
        run(&[&teaching, more].concat())
    };
    let first_fit = gantt(&["--scheduler", "first-fit"]);
    assert_eq!(first_fit.code, 0, "{}", first_fit.err);
    let picture = first_fit.out;
    for words in ["Forty jobs on two clusters (changed): First-fit", "Cluster 2", "Jobs waiting", "Load of cluster 1"] {
        assert!(picture.contains(words), "{words}");
    }
    let later = gantt(&["--scheduler", "first-fit", "--from", "1000"]);
    assert_ne!(later.out, picture);
    for (more, part) in [
        (["--from", "1e9"], "no job runs then or later"),
        (["--from", "-1"], "0 or more"),
        (["--jobs", "0"], "a whole number from 1 to 10"),
        (["--format", "latex"], "svg, method, perfetto"),
    ] {
        let said = gantt(&more);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{more:?}");
        assert!(said.err.contains(part), "{more:?}: {}", said.err);
    }
    assert!(refused(&["figure", "--preset", "landing", "--kind", "pie"]).contains("gantt"));
}

#[test]
fn what_cannot_be_drawn_is_named_with_what_can() {
    let why = |more: &[&str]| refused(&[&["figure"], &SMALL[..], more].concat());
    assert!(why(&["--kind", "pie"]).contains("means"));
    assert!(why(&["--measure", "joy"]).contains("mean_turnaround_s"));
    assert!(why(&["--baseline", "99"]).contains("0 to 5"));
    let bars = refused(&["figure", "--preset", "teaching-two-clusters", "--format", "latex"]);
    assert!(bars.contains("Allowed: svg, table, csv, markdown, method"), "{bars}");
    for (kind, name) in [(&["--kind", "machine"][..], "machine"), (&[], "means")] {
        let why = why(&[&["--format", "perfetto"], kind].concat());
        let wrong =
            format!("is perfetto, a trace of runs over time, and {name} is none. Allowed: perfetto with --kind gantt");
        assert!(why.contains(&wrong), "{why}");
    }
    assert!(why(&["--ratio"]).contains("--baseline"));
    // Options that the figure would ignore, or values outside the range.
    let gantt = why(&["--kind", "gantt", "--log"]);
    assert!(gantt.contains("--log is given, and gantt does not read it"), "{gantt}");
    let means = why(&["--from", "10"]);
    assert!(means.contains("--from is given, and means does not read it"), "{means}");
    assert!(means.contains("Allowed: with --kind gantt, compare or machine"), "{means}");
    assert!(why(&["--x", "9"]).contains("--x is 9. Allowed: 0 to 0"));
    let at = why(&["--at", "1"]);
    assert!(at.contains("--at is 1, and this scenario sweeps no second parameter"), "{at}");
}

/// A small scenario with these sweeps and three schedulers, one of which has a threshold.
fn scenario(sweep: &Value) -> Checked {
    let scenario = Scenario::from_value(&json!({
        "title": "Small",
        "workload": { "jobs_per_cluster": 60 },
        "schedulers": ["no-share", "first-fit", "b3"],
        "experiment": { "sweep": sweep, "replications": 2 },
    }));
    scenario.unwrap()
}

fn bandwidths() -> Value {
    json!({ "parameter": "workload.bsbw_mbps", "values": [100, 300, 600] })
}

fn thresholds() -> Value {
    json!({ "parameter": "schedulers.2.lslt", "values": [0.5, 0.85] })
}

/// The figure of the link or file, without the command that the metadata contains.
fn drawn(arguments: &[&str]) -> String {
    let all = [&["figure", "--quiet"], arguments].concat();
    let said = run(&all);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{arguments:?}");
    let lines = said.out.lines();
    let lines: Vec<&str> = lines.filter(|line| !line.starts_with("<metadata>")).collect();
    lines.join("\n")
}

/// Every setting of a link's view can also be given by options of the command.
#[test]
fn a_link_is_drawn_as_it_is_looked_at() {
    let folder = Folder::new("views");
    for (sweep, view, options) in [
        (json!([bandwidths()]), json!({}), ""),
        (
            json!([bandwidths()]),
            json!({ "tab": "curves", "curves.measure": "mean_wait_s", "curves.scale": "log", "theme": "dark" }),
            "--measure mean_wait_s --log --theme dark",
        ),
        (
            json!([bandwidths(), thresholds()]),
            json!({ "curves.x": 1, "curves.at": 2, "curves.baseline": 1, "curves.by": "ratio" }),
            "--x 1 --at 2 --baseline 1 --ratio",
        ),
        (json!([bandwidths()]), json!({ "curves.figure": "boxes" }), "--kind boxes"),
        (
            json!([bandwidths(), thresholds()]),
            json!({ "tab": "surface", "surface.figure": "heat-map", "surface.scheduler": 0, "surface.measure": "mean_wait_s" }),
            "--kind heat-map --measure mean_wait_s",
        ),
        (json!([]), json!({ "tab": "gantt", "gantt.scheduler": 0, "gantt.from_s": 2000 }), "--kind gantt --from 2000"),
    ] {
        let scenario = scenario(&sweep);
        let link = link::encode_with_view(&scenario, Some(&view));
        let file = folder.file("scenario.json", scenario.to_json());
        let said: Vec<&str> = options.split_whitespace().collect();
        let as_said = drawn(&[&[file.as_str()], &said[..]].concat());
        assert_eq!(drawn(&[&link]), as_said, "{view}");
    }
}

#[test]
fn the_command_line_comes_before_the_view() {
    let scenario = scenario(&json!([bandwidths()]));
    let view = json!({ "tab": "gantt", "curves.measure": "mean_wait_s", "curves.baseline": 2, "theme": "dark" });
    let link = link::encode_with_view(&scenario, Some(&view));
    let bare = link::encode(&scenario);
    let both = |options: &[&str], of_bare: &[&str]| {
        let own = drawn(&[&[link.as_str()], options].concat());
        let other = drawn(&[&[bare.as_str()], of_bare].concat());
        assert_eq!(own, other, "{options:?}");
    };
    both(&["--kind", "means", "--theme", "light"], &["--measure", "mean_wait_s", "--baseline", "2"]);
    both(
        &["--kind", "means", "--measure", "mean_penalty", "--baseline", "0", "--log"],
        &["--measure", "mean_penalty", "--baseline", "0", "--log", "--theme", "dark"],
    );
    // The schedulers that a view selects are ignored if the command gives another list of schedulers.
    both(
        &["--kind", "means", "--scheduler", "b3", "--scheduler", "b1"],
        &["--scheduler", "b3", "--scheduler", "b1", "--measure", "mean_wait_s", "--theme", "dark"],
    );
}

/// The job whose story the link shows is marked, under the scheduler that the link names.
#[test]
fn a_gantt_chart_of_a_link_shows_its_job() {
    let view = json!({ "tab": "gantt", "gantt.scheduler": 1, "gantt.story": 19 });
    let link = link::of_preset_with_view("teaching-two-clusters", &view);
    let picture = drawn(&[&link]);
    assert!(picture.contains("Forty jobs on two clusters: Migration only"));
    assert!(picture.contains("\n19\n"), "{picture}");
    let unmarked =
        drawn(&[&link::of_preset_with_view("teaching-two-clusters", &json!({ "tab": "gantt", "gantt.scheduler": 1 }))]);
    assert_ne!(picture, unmarked);
    // In a sweep, the heading identifies the run.
    let view = json!({ "tab": "gantt", "gantt.point": 1, "gantt.replication": 1, "gantt.job": 230 });
    let link = link::encode_with_view(&scenario(&json!([bandwidths()])), Some(&view));
    let picture = drawn(&[&link]);
    assert!(picture.contains("Small: First-fit at BSBW 300 Mbps, replication 2"));
    // If the job of the story is not in the run, a message says so and the figure is drawn without it.
    for (options, words) in [
        (&["--from", "0", "--jobs", "10"][..], "marks job 230"),
        (&["--set", "workload.jobs_per_cluster=20"], "marks job 230"),
    ] {
        let said = run(&[&["figure", "--quiet", link.as_str()], options].concat());
        assert_eq!(said.code, 0, "{}", said.err);
        assert!(said.err.contains(words), "{}", said.err);
    }
}

#[test]
fn two_runs_are_drawn_one_above_the_other() {
    let view = json!({ "tab": "compare", "compare.first": 0, "compare.second": 2, "compare.job": 8 });
    let link = link::of_preset_with_view("teaching-two-clusters", &view);
    let picture = drawn(&[&link]);
    let title = "Forty jobs on two clusters";
    for name in ["No share", "First-fit"] {
        assert!(picture.contains(&format!("{title}: {name}")), "{name}");
    }
    assert_eq!(picture.matches("Cluster 2").count(), 2);
    let named = drawn(&[&link, "--title", "Job 8"]);
    assert!(named.contains("Job 8: No share") && named.contains("Job 8: First-fit"));
    // If no view is given, the figure shows the last two schedulers.
    let both = drawn(&["--preset", "teaching-two-clusters", "--kind", "compare"]);
    assert!(!both.contains(&format!("{title}: No share")));
    let alone = &["--preset", "landing", "--scheduler", "b3", "--kind", "compare"];
    let alone = refused(&[&["figure"], &alone[..]].concat());
    assert!(alone.contains("two schedulers or more"), "{alone}");
}

/// The machines of a link stand at its moment; one alone if both are the same.
#[test]
fn machines_are_drawn_at_the_moment_of_a_link() {
    let of = |view: Value| drawn(&[&link::of_preset_with_view("teaching-two-clusters", &view)]);
    let both = of(json!({ "tab": "machine", "machine.first": 0, "machine.second": 2, "machine.at_s": 300 }));
    for words in ["Forty jobs on two clusters: No share", "Forty jobs on two clusters: First-fit"] {
        assert!(both.contains(words), "{words}");
    }
    assert_eq!(both.matches("\n0:05:00 · ").count(), 2, "{both}");
    let alone = of(json!({ "tab": "machine", "machine.first": 2, "machine.second": 2, "machine.at_s": 300 }));
    assert_eq!(alone.matches("\n0:05:00 · ").count(), 1);
    assert!(!alone.contains("No share"));
    // Without a view: the middle of the run.
    let named = drawn(&["--preset", "teaching-two-clusters", "--scheduler", "b3", "--kind", "machine"]);
    assert!(named.contains("of 32 nodes busy") && !named.contains("\n0:05:00 · "));
}

#[test]
fn what_of_a_view_is_no_figure_or_wrong_is_said() {
    let scenario = scenario(&json!([bandwidths()]));
    for tab in ["table", "paper"] {
        let link = link::encode_with_view(&scenario, Some(&json!({ "tab": tab })));
        let why = refused(&["figure", &link]);
        let words = format!("the link opens the tab {tab}, which is no figure. Allowed: means, ");
        assert!(why.contains(&words) && why.contains("--kind"), "{why}");
        let bare = link::encode(&scenario);
        assert_eq!(drawn(&[&link, "--kind", "means"]), drawn(&[&bare]));
    }
    let link = link::encode_with_view(&scenario, Some(&json!({ "tab": "surface" })));
    let why = refused(&["figure", &link]);
    assert!(why.contains("does not sweep two parameters"), "{why}");
    let view = json!({ "curves.measure": "joy", "curves.scale": "log", "new": 1 });
    let said = run(&["figure", &link::encode_with_view(&scenario, Some(&view))]);
    assert_eq!(said.code, 0, "{}", said.err);
    for words in [
        "warning: curves.measure in the view of the link is \"joy\". Allowed: mean_turnaround_s",
        "warning: the view of the link has `new`",
    ] {
        assert!(said.err.contains(words), "{}", said.err);
    }
    // Commands other than `figure` ignore the view.
    let other = run(&["validate", &link::encode_with_view(&scenario, Some(&view))]);
    assert!(!other.err.contains("view"), "{}", other.err);
}

/// The link of a preset is drawn with the preset's view; the preset itself is drawn with the given options.
#[test]
fn the_link_of_a_preset_is_looked_at_as_the_page_does() {
    let smaller = ["--set", "workload.jobs_per_cluster=60", "--replications", "2"];
    let of = |given: &[&str]| drawn(&[given, &smaller[..]].concat());
    let preset = presets::find("teaching-backfilling").unwrap();
    assert_eq!(preset.measure, "mean_wait_s");
    let by_link = of(&["#p=teaching-backfilling"]);
    let by_name = ["--preset", "teaching-backfilling"];
    assert_eq!(by_link, of(&[&by_name[..], &["--measure", "mean_wait_s"]].concat()));
    assert_ne!(by_link, of(&by_name));
}

/// Any heading, of any length and content, appears in the picture as plain text.
#[test]
fn hostile_headings_are_texts() {
    let long = "word ".repeat(20_000);
    let unbroken = "x".repeat(100_000);
    for title in ["<script>alert(1)</script>", "\u{1b}[31m\u{7}&\"'", &long, &unbroken] {
        for kind in ["means", "boxes", "gantt", "compare", "machine"] {
            let picture = drawn(&[
                "--preset",
                "landing",
                "--set",
                "workload.jobs_per_cluster=20",
                "--replications",
                "2",
                "--kind",
                kind,
                "--title",
                title,
            ]);
            assert!(picture.starts_with("<svg") && picture.ends_with("</svg>"));
            assert!(!picture.contains("<script") && !picture.contains('\u{1b}'), "{kind}");
            assert!(picture.len() < 200_000, "{kind}: {}", picture.len());
            let first: String = title.chars().take(4).filter(|c| !c.is_control()).collect();
            let first = first.replace('<', "&lt;");
            assert!(picture.contains(&first), "{kind}: {first}");
        }
    }
}
