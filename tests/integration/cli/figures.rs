//! `metasched figure`: pictures and texts for papers.

use super::{refused, run};

const SMALL: [&str; 5] = [
    "--preset",
    "landing",
    "--set",
    "workload.jobs_per_cluster=60",
    "--no-results",
];

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
    assert!(method.contains("--no-results --format table\n"));
}

#[test]
fn what_cannot_be_drawn_is_named_with_what_can() {
    let why = |more: &[&str]| refused(&[&["figure"], &SMALL[..], more].concat());
    assert!(why(&["--kind", "pie"]).contains("means"));
    assert!(why(&["--measure", "joy"]).contains("mean_turnaround_s"));
    assert!(why(&["--baseline", "99"]).contains("0 to 5"));
    let bars = refused(&[
        "figure",
        "--preset",
        "teaching-two-clusters",
        "--format",
        "latex",
    ]);
    assert!(bars.contains("allowed: svg, table, method"), "{bars}");
    assert!(why(&["--ratio"]).contains("--baseline"));
}
