//! Steps of a talk or a lesson, which a visitor sees one after another. A step has a link, a title that states a finding, a text, and notes that only the
//! speaker sees. It may ask for a prediction; settings of the prediction that the step leaves out come from its figure. (`www/guide/steps.mjs` checks the
//! same in the page, with the same messages.)
//!
//! ```
//! use metasched_lab::scenario::steps;
//! use serde_json::json;
//!
//! let steps = steps::read(&json!([
//!     { "title": "Links fill", "text": "First-fit waits longer.", "notes": "Ask why.", "link": "#p=landing" },
//! ]))?;
//! assert!(steps::link(&steps)?.ends_with("&talk"));
//! # Ok::<(), metasched_lab::base::problem::Problems>(())
//! ```

use crate::base::problem::{Problem, Problems};
use crate::parameter::json::{quoted, shortened};
use crate::scenario::link::{self, Opened};
use crate::words::number::exact;
use serde_json::{Map, Value, json};

pub use crate::scenario::link::STEPS;

/// Maximum number of steps of a talk.
pub const MOST: usize = 200;

/// Texts of a step, each with its maximum number of characters.
const PARTS: [(&str, usize); 4] = [(TITLE, 300), (TEXT, 3000), (NOTES, 20_000), (LINK, link::MOST_BYTES)];
const TITLE: &str = "title";
const TEXT: &str = "text";
const NOTES: &str = "notes";
const LINK: &str = "link";

/// Key of the prediction that a step asks for: an object whose keys are all optional.
const PREDICT: &str = "predict";
/// Keys of the texts in a prediction (each text has at most [`PREDICT_MOST`] characters), then keys of its numbers.
const PREDICT_TEXTS: [&str; 5] = ["scheduler", "measure", "label", "parameter", "unit"];
const PREDICT_MOST: usize = 300;
const FROM: &str = "from";
const TO: &str = "to";
/// Key that makes the axis logarithmic.
const LOG: &str = "log";

/// One step: a link, with its title, text and notes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The finding.
    pub title: String,
    /// Text about what to look at.
    pub text: String,
    /// Notes that only the speaker sees.
    pub notes: String,
    /// Link to a scenario and a view.
    pub link: String,
    /// Prediction that the step asks for before it shows the figure: the settings that differ from those of the figure.
    pub predict: Option<Map<String, Value>>,
}

/// Reads a list of steps.
///
/// # Errors
/// Problems of the first wrong step. A link that cannot be opened is no problem: a talk shows it and continues.
pub fn read(steps: &Value) -> Result<Vec<Step>, Problems> {
    let list = steps.as_array().filter(|list| !list.is_empty());
    let Some(list) = list.filter(|list| list.len() <= MOST) else {
        let wrong = match steps {
            Value::Array(list) => format!("are {} steps", exact(list.len() as f64)),
            other => format!("are {}", quoted(other)),
        };
        let allowed = format!("a list of 1 to {MOST} objects");
        return Err(Problem::new(STEPS, wrong, allowed, "Give each view a step").into());
    };
    let mut problems = Vec::new();
    let steps =
        list.iter().enumerate().map(|(i, step)| read_step(&format!("step {}", i + 1), step, &mut problems)).collect();
    match problems.is_empty() {
        true => Ok(steps),
        false => Err(Problems(problems)),
    }
}

fn read_step(place: &str, step: &Value, problems: &mut Vec<Problem>) -> Step {
    let names = [&PARTS.map(|(name, _)| name)[..], &[PREDICT]].concat().join(", ");
    let empty = Map::new();
    let map = step.as_object().unwrap_or_else(|| {
        let wrong = format!("is {}", quoted(step));
        let allowed = format!("an object with {names}");
        problems.push(Problem::new(place, wrong, allowed, "Write it in braces"));
        &empty
    });
    for key in map.keys() {
        if !PARTS.iter().any(|(name, _)| name == key) && key != PREDICT {
            problems.push(unknown(place, key, &names));
        }
    }
    let [title, text, notes, link] = PARTS.map(|(name, most)| match map.get(name) {
        None => String::new(),
        Some(Value::String(text)) if text.chars().count() <= most => text.clone(),
        Some(other) => {
            let allowed = format!("a text of at most {} characters", exact(most as f64));
            let wrong = format!("is {}", shortened(&quoted(other), 60));
            let place = format!("{name} of {place}");
            problems.push(Problem::new(place, wrong, allowed, "Shorten it"));
            String::new()
        }
    });
    let predict = map.get(PREDICT).and_then(|asked| read_prediction(&format!("{PREDICT} of {place}"), asked, problems));
    Step { title, text, notes, link, predict }
}

/// Problem of an unknown key.
fn unknown(place: &str, key: &str, names: &str) -> Problem {
    let wrong = format!("holds `{}`", shortened(key, 60));
    let remedy = "Leave it out, or open the talk in a newer version of Metasched";
    Problem::new(place, wrong, names, remedy)
}

/// Checks a prediction, and returns it.
fn read_prediction(place: &str, asked: &Value, problems: &mut Vec<Problem>) -> Option<Map<String, Value>> {
    let names = [&PREDICT_TEXTS[..], &[FROM, TO, LOG]].concat().join(", ");
    let Some(map) = asked.as_object() else {
        let wrong = format!("is {}", shortened(&quoted(asked), 60));
        let allowed = format!("an object with {names}, all of which may be left out");
        problems.push(Problem::new(place, wrong, allowed, "Write {}"));
        return None;
    };
    let before = problems.len();
    for (key, value) in map {
        let (allowed, remedy) = match (key.as_str(), value) {
            (FROM | TO, Value::Number(_)) | (LOG, Value::Bool(_)) => continue,
            (FROM | TO, _) => ("a number".to_owned(), "Correct it, or leave it out"),
            (LOG, _) => ("true, false".to_owned(), "Correct it, or leave it out"),
            (text, Value::String(own)) if PREDICT_TEXTS.contains(&text) && own.chars().count() <= PREDICT_MOST => {
                continue;
            }
            (text, _) if PREDICT_TEXTS.contains(&text) => {
                (format!("a text of at most {PREDICT_MOST} characters"), "Shorten it")
            }
            _ => {
                problems.push(unknown(place, key, &names));
                continue;
            }
        };
        let wrong = format!("is {}", shortened(&quoted(value), 60));
        problems.push(Problem::new(format!("{key} in {place}"), wrong, allowed, remedy));
    }
    let number = |key: &str| map.get(key).and_then(Value::as_f64);
    let from = number(FROM);
    if let Some(to) = number(TO).filter(|to| *to <= from.unwrap_or(0.0)) {
        let wrong = format!("reaches from {} to {}", exact(from.unwrap_or(0.0)), exact(to));
        let allowed = "an axis that begins lower than it ends";
        problems.push(Problem::new(place, wrong, allowed, "Raise to, or lower from"));
    }
    let is_log = map.get(LOG) == Some(&Value::Bool(true));
    if let Some(from) = from.filter(|from| is_log && *from <= 0.0) {
        let wrong = format!("has a logarithmic axis from {}", exact(from));
        problems.push(Problem::new(place, wrong, "a number above 0", "Raise from, or leave log out"));
    }
    (problems.len() == before).then(|| map.clone())
}

impl Step {
    /// Opens the link of the step.
    ///
    /// # Errors
    /// The link cannot be opened.
    pub fn open(&self) -> Result<Opened, Problems> {
        link::decode(&self.link)
    }

    fn value(&self) -> Value {
        let mut map = Map::new();
        let parts = [&self.title, &self.text, &self.notes, &self.link];
        for ((name, _), text) in PARTS.iter().zip(parts) {
            if !text.is_empty() {
                map.insert((*name).to_owned(), json!(text));
            }
        }
        if let Some(asked) = &self.predict {
            map.insert(PREDICT.to_owned(), Value::Object(asked.clone()));
        }
        Value::Object(map)
    }
}

/// Link of a talk, which opens with the first step whose link can be opened.
///
/// # Errors
/// No link can be opened. The problems are the problems of the first link.
pub fn link(steps: &[Step]) -> Result<String, Problems> {
    let opened = steps.iter().find_map(|step| step.open().ok());
    let first = || steps.first().cloned().unwrap_or_default();
    let opened = opened.map_or_else(|| first().open(), Ok)?;
    let all = steps.iter().map(Step::value).collect();
    Ok(link::encode_talk(&opened.scenario, opened.view.as_ref(), &all))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn wrong(steps: &Value) -> String {
        read(steps).unwrap_err().to_string()
    }

    #[test]
    fn what_is_wrong_with_a_step_is_said_with_its_number() {
        assert!(wrong(&json!({})).starts_with("steps are {}. Allowed: a list of 1 to 200 objects"));
        assert!(wrong(&json!([])).starts_with("steps are 0 steps"));
        assert!(
            wrong(&json!([{}, 7]))
                .starts_with("step 2 is 7. Allowed: an object with title, text, notes, link, predict")
        );
        assert!(
            wrong(&json!([{}, {}, { "tilte": "x" }]))
                .starts_with("step 3 holds `tilte`. Allowed: title, text, notes, link, predict")
        );
        assert!(
            wrong(&json!([{ "title": 3 }]))
                .starts_with("title of step 1 is 3. Allowed: a text of at most 300 characters")
        );
        assert!(wrong(&json!([{ "title": "x".repeat(301) }])).starts_with("title of step 1 is"));
        assert!(wrong(&Value::Array(vec![json!({}); 201])).starts_with("steps are 201 steps"));
    }

    #[test]
    fn what_is_wrong_with_a_prediction_is_said() {
        let wrong = |predict: Value| wrong(&json!([{ "predict": predict }]));
        for (predict, expected) in [
            (
                json!(true),
                "predict of step 1 is true. Allowed: an object with scheduler, measure, label, parameter, unit, from, to, log",
            ),
            (json!({ "who": 1 }), "predict of step 1 holds `who`. Allowed: scheduler, measure"),
            (json!({ "unit": 3 }), "unit in predict of step 1 is 3. Allowed: a text of at most 300 characters"),
            (json!({ "from": "x" }), "from in predict of step 1 is \"x\". Allowed: a number"),
            (json!({ "log": 1 }), "log in predict of step 1 is 1. Allowed: true, false"),
            (json!({ "from": 5, "to": 5 }), "predict of step 1 reaches from 5 to 5"),
            (json!({ "to": -1 }), "predict of step 1 reaches from 0 to -1"),
            (json!({ "from": 0, "log": true }), "predict of step 1 has a logarithmic axis from 0"),
        ] {
            assert!(wrong(predict).starts_with(expected), "{expected}");
        }
    }

    #[test]
    fn a_prediction_comes_back_from_a_link() {
        for predict in [json!({}), json!({ "scheduler": "b1", "from": 1, "to": 9.5, "log": true })] {
            let steps = read(&json!([{ "link": "#p=landing", "predict": predict }])).unwrap();
            assert_eq!(steps[0].predict.clone().map(Value::Object), Some(predict));
            let opened = link::decode(&link(&steps).unwrap()).unwrap();
            assert_eq!(read(&opened.steps.unwrap()).unwrap(), steps);
        }
    }

    #[test]
    fn a_talk_opens_with_its_first_step_that_can_be_opened() {
        let steps = read(&json!([
            { "title": "A step from the future", "link": "#9.abc.abcdef" },
            { "title": "Links fill", "link": "#p=landing" },
        ]));
        let steps = steps.unwrap();
        let link = link(&steps).unwrap();
        let opened = link::decode(&link).unwrap();
        assert_eq!(opened.scenario, crate::scenario::Checked::default());
        assert_eq!(read(&opened.steps.unwrap()).unwrap(), steps);
        assert!(link::decode(&format!("{link}=12")).is_ok());
        let why = link::decode(&format!("{link}=last")).unwrap_err().to_string();
        assert!(why.starts_with("the link has `last` behind talk=. Allowed: the number of a step"));
        assert!(super::link(&steps[..1]).unwrap_err().to_string().contains("newer version"));
    }

    proptest! {
        #[test]
        fn steps_come_back_from_a_link_as_they_were(titles in prop::collection::vec(("\\PC{0,40}", "\\PC{0,90}", "\\PC{0,90}"), 1..12)) {
            let steps: Vec<Step> = titles
                .into_iter()
                .map(|(title, text, notes)| Step { title, text, notes, link: "#p=landing".into(), predict: None })
                .collect();
            let opened = link::decode(&link(&steps).unwrap()).unwrap();
            prop_assert_eq!(read(&opened.steps.unwrap()).unwrap(), steps);
        }
    }
}
