//! The talks and lessons of the page. The links of their steps can be opened, and if a lesson asks the reader for a
//! change, the change has the expected effect.

use metasched::experiment::{self, Point, measure};
use metasched::scenario::{Checked, guides, link};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The guides, read from the file that the page also reads.
fn all() -> Vec<(String, Value)> {
    let file: Value = serde_json::from_str(&guides::file().unwrap()).unwrap();
    let all = file.as_object().unwrap().clone();
    all.into_iter().collect()
}

fn steps(guide: &Value) -> &[Value] {
    guide["steps"].as_array().unwrap()
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

#[test]
fn the_list_of_guides_is_that_of_their_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lab/scenario/guides");
    let files = fs::read_dir(folder).unwrap();
    let name = |file: fs::DirEntry| file.path().file_stem().unwrap().to_str().unwrap().to_owned();
    let mut names: Vec<String> = files.map(|file| name(file.unwrap())).collect();
    names.sort();
    let mut listed: Vec<&str> = guides::ALL.iter().map(|(name, _)| *name).collect();
    listed.sort_unstable();
    assert_eq!(names, listed);
}

#[test]
fn there_are_ten_lessons_and_two_talks_of_ten_steps() {
    let all = all();
    let lessons: Vec<&(String, Value)> = all.iter().filter(|(_, guide)| text(guide, "kind") == "lesson").collect();
    assert_eq!(lessons.len(), 10);
    for (name, lesson) in lessons {
        assert!((3..=5).contains(&steps(lesson).len()), "{name}");
        assert!(lesson["minutes"].as_u64().unwrap() < 10, "{name}");
        for part in ["title", "about", "question", "answer", "source"] {
            assert!(!text(lesson, part).is_empty(), "{name}: {part}");
        }
    }
    for talk in ["talk-co-allocation", "talk-families"] {
        let (_, talk) = all.iter().find(|(name, _)| name == talk).unwrap();
        assert_eq!(steps(talk).len(), 10);
    }
}

#[test]
fn every_step_opens_and_has_a_title() {
    for (name, guide) in all() {
        for (i, step) in steps(&guide).iter().enumerate() {
            let place = format!("{name}, step {}", i + 1);
            let opened = link::decode(text(step, "link")).unwrap_or_else(|why| panic!("{place}: {why}"));
            assert_eq!(opened.problems, vec![], "{place}");
            assert!(!text(step, "title").is_empty(), "{place}");
        }
    }
}

/// The value of the measure that a check names, for the scheduler and the point of the check.
fn measured(scenario: &Checked, check: &Value) -> f64 {
    let results = experiment::run(scenario, None).unwrap();
    let point = match text(check, "at") {
        "first" => results.points.first(),
        _ => results.points.last(),
    };
    value_at(point.unwrap(), check)
}

/// The measure of the given scheduler at a point.
fn value_at(point: &Point, asked: &Value) -> f64 {
    let mut runs = point.results.iter();
    let run = runs.find(|run| run.scheduler == text(asked, "scheduler"));
    let mut measures = measure::all().iter();
    let measure = measures.find(|own| own.key == text(asked, "measure"));
    measure.unwrap().value(run.unwrap())
}

fn holds(scenario: &Checked, check: &Value) -> bool {
    let (value, than) = (measured(scenario, check), check["than"].as_f64().unwrap());
    match text(check, "is") {
        "below" => value < than,
        _ => value > than,
    }
}

#[test]
fn what_a_lesson_expects_of_its_change_comes_with_the_change_only() {
    for (name, guide) in all() {
        let change = &guide["change"];
        let Some(set) = change["set"].as_object() else {
            assert_eq!(text(&guide, "kind"), "talk", "{name}");
            continue;
        };
        let last = steps(&guide).last().unwrap();
        let before = link::decode(text(last, "link")).unwrap().scenario;
        let values = set.iter().map(|(path, value)| (path.as_str(), value.clone()));
        let after = before.with_all(values).unwrap();
        let check = &change["check"];
        assert!(!holds(&before, check), "{name} before the change");
        assert!(holds(&after, check), "{name} after the change");
    }
}

/// If a step asks for a prediction, the value can be read from the results of the step, and fits on the axis on which
/// the visitor draws.
#[test]
fn what_is_predicted_fits_on_its_axis() {
    for (name, guide) in all() {
        for step in steps(&guide).iter().filter(|step| step["predict"].is_object()) {
            let asked = &step["predict"];
            let scenario = link::decode(text(step, "link")).unwrap().scenario;
            let sweep = &scenario.experiment.sweep;
            assert_eq!(sweep.len(), 1, "{name}");
            assert_eq!(sweep[0].parameter, text(asked, "parameter"), "{name}");
            let results = experiment::run(&scenario, None).unwrap();
            let (from, to) = (asked["from"].as_f64().unwrap(), asked["to"].as_f64().unwrap());
            for point in &results.points {
                let value = value_at(point, asked);
                assert!((from..=to).contains(&value), "{name}: {value}");
            }
        }
    }
}
