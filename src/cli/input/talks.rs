//! The steps of a talk: from a file that the page saved, from a link, or from a talk or lesson that comes with the
//! program.

use crate::base::problem::{Problem, Problems};
use crate::cli::input::source::{bounded, looks_like_link, within};
use crate::cli::session::{Failure, Session, is_standard_input, shown};
use crate::parameter::json::{self, MOST_BYTES, shortened};
use crate::scenario::steps::{self, STEPS, Step};
use crate::scenario::{guides, link};
use crate::words::nearest::nearest;
use serde_json::Value;
use std::ffi::OsStr;
use std::fs::File;
use std::path::Path;

const SAVED: &str = "a file that the page's dialog Talk saved";

/// The steps of a talk, given as a file, a link or a name.
///
/// # Errors
/// If the talk does not exist, or a step is invalid.
pub fn open(session: &mut Session, given: &OsStr) -> Result<Vec<Step>, Failure> {
    let path = Path::new(given);
    if is_standard_input(path) || path.exists() {
        return of_text(&shown(path), &read(session, path)?);
    }
    let given = given.to_string_lossy();
    if let Some((name, text)) = named(&given) {
        let mut guide = guides::guide(text).map_err(|problems| within(name, problems))?;
        // A picture has no place for the formula of a step; only the page shows it.
        for step in guide[STEPS].as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
            step.remove("formula");
        }
        return Ok(of_talk(name, &guide)?);
    }
    if beside_a_page(&given) {
        let wrong = "names a file beside a page, which this program does not fetch";
        let remedy = "Download the file and give its name";
        return Err(Problem::new("the link", wrong, SAVED, remedy).into());
    }
    match looks_like_link(&given) {
        true => Ok(of_link("the link", &given)?),
        false => Err(unknown(&given).into()),
    }
}

/// True if a link only names a file of steps: `#talk=lecture.json`.
fn beside_a_page(given: &str) -> bool {
    let fragment = given.split_once('#').map(|(_, fragment)| fragment);
    fragment.is_some_and(|fragment| fragment.starts_with("talk="))
}

/// The built-in talk or lesson with this name. The name may be given as a link: `#p=talk-co-allocation`.
fn named(given: &str) -> Option<&'static (&'static str, &'static str)> {
    let fragment = given.split_once('#').map_or(given, |(_, fragment)| fragment);
    let name = fragment.strip_prefix("p=").unwrap_or(fragment);
    let name = name.split('&').next()?;
    guides::ALL.iter().find(|(own, _)| *own == name)
}

fn unknown(given: &str) -> Problem {
    let names = guides::ALL.iter().map(|(name, _)| *name);
    let remedy = match nearest(given, names.clone()) {
        Some(near) => format!("Did you mean {near}?"),
        None => "Check the path".to_owned(),
    };
    let allowed = format!("{SAVED}, - for standard input, a link, {}", { names.collect::<Vec<&str>>().join(", ") });
    let place = format!("--talk {}", shortened(given, 200));
    Problem::new(place, "does not exist", allowed, remedy)
}

/// Reads the text of a file, but stops after one byte more than the limit for talks.
fn read(session: &mut Session, path: &Path) -> Result<String, Problem> {
    let place = shown(path);
    let wrong = |wrong: String| Problem::new(shortened(&place, 200), wrong, SAVED, "");
    let bytes = match is_standard_input(path) {
        true => bounded(session.take_standard_input()?),
        false => File::open(path).and_then(bounded),
    };
    let bytes = bytes.map_err(|error| wrong(format!("cannot be read: {error}")))?;
    if bytes.len() > MOST_BYTES {
        return Err(wrong(format!("is more than {MOST_BYTES} bytes long")));
    }
    session.read(path)?;
    String::from_utf8(bytes).map_err(|_| wrong("is no text in UTF-8".to_owned()))
}

fn of_text(place: &str, text: &str) -> Result<Vec<Step>, Failure> {
    let place = &shortened(place, 200);
    if looks_like_link(text) {
        return Ok(of_link(place, text)?);
    }
    if text.trim().is_empty() {
        return Err(Problem::new(place, "is empty", SAVED, "").into());
    }
    let talk = json::parse(text).map_err(|problem| within(place, problem.into()))?;
    Ok(of_talk(place, &talk)?)
}

fn of_talk(place: &str, talk: &Value) -> Result<Vec<Step>, Problems> {
    let none = || {
        let remedy = "To draw a scenario, leave --talk out";
        Problem::new(place, "has no steps, so it is no talk", SAVED, remedy)
    };
    let list = talk.get(STEPS).ok_or_else(none)?;
    steps::read(list).map_err(|problems| within(place, problems))
}

fn of_link(place: &str, link: &str) -> Result<Vec<Step>, Problems> {
    let opened = link::decode(link).map_err(|problems| within(place, problems))?;
    let none = || {
        let allowed = "the link of a talk, which the page's dialog Talk copies";
        let remedy = "To draw what it shows, leave --talk out";
        Problem::new(place, "has no steps, so it is no talk", allowed, remedy)
    };
    let list = opened.steps.ok_or_else(none)?;
    steps::read(&list).map_err(|problems| within(place, problems))
}
