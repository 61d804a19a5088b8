//! The steps of a talk or a lesson, which a visitor sees one after another. A step is a link and a sentence: a title that says what is
//! found, a text, and notes that only the speaker sees.
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

use crate::base::number::exact;
use crate::base::problem::{Problem, Problems};
use crate::parameter::json::{quoted, shortened};
use crate::scenario::link::{self, Opened};
use serde_json::{Map, Value, json};

pub use crate::scenario::link::STEPS;

/// Most steps of a talk.
pub const MOST: usize = 200;

/// The parts of a step, each a text of at most so many characters.
const PARTS: [(&str, usize); 4] = [
    (TITLE, 300),
    (TEXT, 3000),
    (NOTES, 20_000),
    (LINK, link::MOST_BYTES),
];
const TITLE: &str = "title";
const TEXT: &str = "text";
const NOTES: &str = "notes";
const LINK: &str = "link";

/// One view with what is said of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// What is found.
    pub title: String,
    /// What to look at.
    pub text: String,
    /// What only the speaker sees.
    pub notes: String,
    /// The scenario and how it is looked at.
    pub link: String,
}

/// Reads a list of steps.
///
/// # Errors
/// What of which step is wrong. A step whose link cannot be opened is none of it: a talk shows that and goes on.
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
    let steps = list
        .iter()
        .enumerate()
        .map(|(i, step)| read_step(&format!("step {}", i + 1), step, &mut problems))
        .collect();
    match problems.is_empty() {
        true => Ok(steps),
        false => Err(Problems(problems)),
    }
}

fn read_step(place: &str, step: &Value, problems: &mut Vec<Problem>) -> Step {
    let names = PARTS.map(|(name, _)| name).join(", ");
    let empty = Map::new();
    let map = step.as_object().unwrap_or_else(|| {
        let wrong = format!("is {}", quoted(step));
        let allowed = format!("an object with {names}");
        problems.push(Problem::new(place, wrong, allowed, "Write it in braces"));
        &empty
    });
    for key in map.keys() {
        if !PARTS.iter().any(|(name, _)| name == key) {
            let wrong = format!("holds `{}`", shortened(key, 60));
            let remedy = "Leave it out, or open the talk in a newer version of Metasched";
            problems.push(Problem::new(place, wrong, names.as_str(), remedy));
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
    Step {
        title,
        text,
        notes,
        link,
    }
}

impl Step {
    /// What its link opens.
    ///
    /// # Errors
    /// Why it cannot be opened.
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
        Value::Object(map)
    }
}

/// The link of a talk, which opens with its first step that can be opened.
///
/// # Errors
/// No step can be opened: what is wrong with the first.
pub fn link(steps: &[Step]) -> Result<String, Problems> {
    let opened = steps.iter().find_map(|step| step.open().ok());
    let first = || steps.first().cloned().unwrap_or_default();
    let opened = opened.map_or_else(|| first().open(), Ok)?;
    let all = steps.iter().map(Step::value).collect();
    Ok(link::encode_talk(
        &opened.scenario,
        opened.view.as_ref(),
        &all,
    ))
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
        assert!(wrong(&json!({})).starts_with("steps are {}; allowed: a list of 1 to 200 objects"));
        assert!(wrong(&json!([])).starts_with("steps are 0 steps"));
        assert!(
            wrong(&json!([{}, 7]))
                .starts_with("step 2 is 7; allowed: an object with title, text, notes, link")
        );
        assert!(
            wrong(&json!([{}, {}, { "tilte": "x" }]))
                .starts_with("step 3 holds `tilte`; allowed: title, text, notes, link")
        );
        assert!(
            wrong(&json!([{ "title": 3 }]))
                .starts_with("title of step 1 is 3; allowed: a text of at most 300 characters")
        );
        assert!(wrong(&json!([{ "title": "x".repeat(301) }])).starts_with("title of step 1 is"));
        assert!(wrong(&Value::Array(vec![json!({}); 201])).starts_with("steps are 201 steps"));
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
        let why = link::decode(&format!("{link}=last"))
            .unwrap_err()
            .to_string();
        assert!(why.starts_with("the link has `last` behind talk=; allowed: the number of a step"));
        assert!(
            super::link(&steps[..1])
                .unwrap_err()
                .to_string()
                .contains("newer version")
        );
    }

    proptest! {
        #[test]
        fn steps_come_back_from_a_link_as_they_were(titles in prop::collection::vec(("\\PC{0,40}", "\\PC{0,90}", "\\PC{0,90}"), 1..12)) {
            let steps: Vec<Step> = titles
                .into_iter()
                .map(|(title, text, notes)| Step { title, text, notes, link: "#p=landing".into() })
                .collect();
            let opened = link::decode(&link(&steps).unwrap()).unwrap();
            prop_assert_eq!(read(&opened.steps.unwrap()).unwrap(), steps);
        }
    }
}
