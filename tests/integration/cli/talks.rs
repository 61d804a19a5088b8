//! `metasched figure --talk`: the steps of a talk as pictures.

use super::{Folder, refused, run};
use metasched::scenario::{Scenario, guides, link, steps};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// A link to a small experiment with this view.
fn looked_at(view: &Value) -> String {
    let scenario = Scenario::from_value(&json!({
        "title": "Small",
        "workload": { "jobs_per_cluster": 60 },
        "schedulers": ["no-share", "first-fit"],
        "experiment": { "sweep": [{ "parameter": "workload.bsbw_mbps", "values": [100, 600] }], "replications": 2 },
    }));
    link::encode_with_view(&scenario.unwrap(), Some(view))
}

fn step(title: &str, link: &str) -> Value {
    json!({ "title": title, "text": "What to look at.", "notes": "Slowly.", "link": link })
}

fn talk(steps: &[Value]) -> String {
    json!({ "title": "A talk", "kind": "talk", "steps": steps }).to_string()
}

#[test]
fn a_talk_that_comes_with_the_program_is_drawn_step_by_step() {
    let folder = Folder::new("talk");
    let slides = folder.path("new/slides");
    let draw = |talk: &str, more: &[&str]| {
        let said = run(&[&["figure", "--talk", talk, "-o", &slides, "--quiet"], more].concat());
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{talk}");
        said.out
    };
    let kept = folder.path("kept");
    let listed = draw("talk-co-allocation", &["--results", &kept]);
    let lines: Vec<&str> = listed.lines().collect();
    assert_eq!(lines.len(), 10);
    assert_eq!(lines[0], "step-01.svg  Jobs wait beside idle nodes");
    let pictures = || {
        let read = |number| fs::read_to_string(format!("{slides}/step-{number:02}.svg")).unwrap();
        (1..=10).map(read).collect::<Vec<String>>()
    };
    let first = pictures();
    let of_job_19 = "Jobs wait beside idle nodes – No share";
    assert!(first[0].contains(of_job_19) && first[0].contains("\n19\n"));
    // The figure of a step with the story of a job contains the strips of the story.
    assert!(first[5].contains("Job 7: predicted delay"));
    assert!(first[6].contains("First-fit collapses past 300 Mbps, B3 does not"));
    assert_eq!(fs::read_dir(&slides).unwrap().count(), 10);
    // A talk is given as a link, and as a file that the page has saved. With the file, the command makes the same
    // pictures from the stored results, and replaces the earlier pictures.
    let mut talks = guides::ALL.iter();
    let (_, text) = talks.find(|(name, _)| *name == "talk-co-allocation").unwrap();
    let saved = folder.file("talk.json", guides::guide(text).unwrap().to_string());
    for same in ["https://example.org/metasched/#p=talk-co-allocation&talk=3", &saved] {
        fs::write(format!("{slides}/step-07.svg"), "old").unwrap();
        assert_eq!(draw(same, &["--results", &kept]), listed);
        assert_eq!(pictures(), first);
    }
    let as_link = steps::link(&steps::read(&guides::guide(text).unwrap()["steps"]).unwrap());
    assert_eq!(draw(&as_link.unwrap(), &["--results", &kept]), listed);
    let dark = ["--theme", "dark", "--width", "1280", "--results", &kept];
    draw("talk-co-allocation", &dark);
    assert!(pictures()[6].contains("width=\"1280\""));
    assert_ne!(pictures(), first);
    assert_eq!(draw("lesson-1-waiting-and-load", &dark).lines().count(), 4);
}

#[test]
fn every_talk_and_lesson_comes_with_the_program() {
    let why = refused(&["figure", "--talk", "talk-co-alocation", "-o", "nowhere"]);
    assert!(why.contains("Did you mean talk-co-allocation?"), "{why}");
    for (name, _) in guides::ALL {
        assert!(why.contains(name), "{name}: {why}");
    }
    let beside = refused(&["figure", "--talk", "#talk=lecture.json", "-o", "nowhere"]);
    assert!(beside.contains("names a file beside a page"), "{beside}");
    assert!(!Path::new("nowhere").exists());
}

#[test]
fn what_cannot_be_drawn_is_named_and_left_out() {
    let folder = Folder::new("talk-left-out");
    let without_log = Scenario::from_value(&json!({
        "workload": { "model": "swf", "path": "no-such-log.swf" },
        "schedulers": ["no-share"], "experiment": { "sweep": [] },
    }));
    let steps = [
        step("Curves", &looked_at(&json!({ "curves.measure": "joy" }))),
        step("A table", &looked_at(&json!({ "tab": "table" }))),
        step("Two runs", &looked_at(&json!({ "tab": "compare", "compare.job": 150 }))),
        step("No link", ""),
        step("From the future", "#9.abc.abcdef"),
        step("A log", &link::encode(&without_log.unwrap())),
        step("", "#p=teaching-two-clusters"),
        step("A file", "/etc/hostname"),
    ];
    let file = folder.file("talk.json", talk(&steps));
    let slides = folder.path("slides");
    let said = run(&["figure", "--talk", &file, "-o", &slides]);
    assert_eq!(said.code, 0, "{}", said.err);
    let lines: Vec<&str> = said.out.lines().collect();
    for (line, expected) in lines.iter().zip([
        "step-01.svg  Curves",
        "step-02 is not drawn: the link opens the tab table, which is no figure",
        "step-03-1.svg, step-03-2.svg  Two runs",
        "step-04 is not drawn: the link of step 4 has nothing after its #",
        "step-05 is not drawn: the link of step 5 was made by a newer version of Metasched",
        "step-06 is not drawn: workload.path: no-such-log.swf",
        "step-07.svg",
        "step-08 is not drawn: the link of step 8 is no link to a Metasched scenario",
    ]) {
        assert!(line.starts_with(expected), "{line}\n{expected}");
    }
    assert_eq!(lines.len(), 8);
    let warned = "warning: step 1: curves.measure in the view of the link is \"joy\"";
    assert!(said.err.contains(warned), "{}", said.err);
    let mut names: Vec<String> =
        fs::read_dir(&slides).unwrap().map(|own| own.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["step-01.svg", "step-03-1.svg", "step-03-2.svg", "step-07.svg"]);
    let read = |name: &str| fs::read_to_string(format!("{slides}/{name}")).unwrap();
    assert!(read("step-03-1.svg").contains("Two runs – No share at BSBW 100 Mbps"));
    assert!(read("step-03-2.svg").contains("Two runs – First-fit at BSBW 100 Mbps"));
    // A picture without a title of its own has the title of the experiment.
    assert!(read("step-07.svg").contains("Forty jobs on two clusters"));
    let none = folder.file("none.json", talk(&steps[3..5]));
    let said = run(&["figure", "--talk", &none, "-o", &slides]);
    assert_eq!(said.code, 2, "{}", said.out);
    assert!(said.err.contains("no step that can be drawn"), "{}", said.err);
    assert_eq!(said.out.lines().count(), 2);
}

#[test]
fn what_is_no_talk_is_told_from_one() {
    let folder = Folder::new("no-talk");
    let slides = folder.path("slides");
    let why = |talk: &str| refused(&["figure", "--talk", talk, "-o", &slides]);
    for (text, words) in [
        ("".to_owned(), "is empty"),
        ("{".to_owned(), "line 1"),
        ("{}".to_owned(), "has no steps, so it is no talk"),
        (talk(&[]), "steps are 0 steps"),
        (talk(&[json!({ "tilte": "x" })]), "talk.json: step 1 holds `tilte`"),
        (talk(&[step(&"x".repeat(100_000), "#p=landing")]), "talk.json: title of step 1 is "),
        (" ".repeat((1 << 20) + 1), "is more than 1048576 bytes long"),
    ] {
        let said = why(&folder.file("talk.json", text));
        assert!(said.contains(words) && said.len() < 1000, "{words}: {said}");
    }
    assert!(why(&folder.file("talk.json", [0xFF, 0xFE])).contains("no text in UTF-8"));
    assert!(why(&folder.path(".")).contains("cannot be read"));
    assert!(why("#p=landing").contains("has no steps"));
    assert!(why("#2.abcdefghij.abcdef").contains("the link was altered"));
    assert!(!Path::new(&slides).exists());
    // A talk determines the figures of its steps, so options of figures are refused.
    for option in [&["--measure", "mean_wait_s"][..], &["--preset", "landing"], &["--seed", "2"], &["--log"]] {
        let named = ["figure", "--talk", "talk-co-allocation", "-o", &slides];
        let said = refused(&[&named[..], option].concat());
        assert!(said.contains("cannot be used with"), "{said}");
    }
    assert!(refused(&["figure", "--talk", "talk-co-allocation"]).contains("--output <FILE|DIR>"));
}

/// Talks are untrusted: their titles are text in pictures and on the terminal.
#[test]
fn hostile_titles_are_texts() {
    let folder = Folder::new("hostile-talk");
    let long = "A finding that takes many words to say, ".repeat(7);
    let titles = ["<script>alert(1)</script>", "\u{1b}[31m\u{0}\nred & \"]]>", long.as_str()];
    let steps: Vec<Value> = titles
        .iter()
        .flat_map(|title| {
            let views = [json!({}), json!({ "tab": "gantt" })];
            views.map(|view| step(title, &looked_at(&view)))
        })
        .collect();
    let file = folder.file("talk.json", talk(&steps));
    let slides = folder.path("slides");
    let said = run(&["figure", "--talk", &file, "-o", &slides]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert_eq!(said.out.lines().count(), 6);
    assert!(!said.out.contains('\u{1b}') && said.out.contains("[31m red & \"]]>"), "{}", said.out);
    let picture = |number| fs::read_to_string(format!("{slides}/step-0{number}.svg")).unwrap();
    for number in 1..=6 {
        let text = picture(number);
        assert!(!text.contains("<script") && !text.contains('\u{1b}') && !text.contains('\u{0}'));
        assert_eq!(text.matches("<svg").count(), 1);
    }
    for number in [1, 2] {
        assert!(picture(number).contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    }
    // A long title is complete, in several lines, in curves and Gantt charts.
    for number in [5, 6] {
        let text = picture(number);
        let lines = text.lines().filter(|line| line.contains("A finding")).count();
        assert!(lines > 1 && !text.contains('…'), "{number}");
    }
}
