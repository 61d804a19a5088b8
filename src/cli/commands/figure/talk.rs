//! `metasched figure --talk`: each step of a talk as a picture.

use super::{Drawing, Drawn, Heading, cannot, gantt};
use crate::base::problem::{Problem, Problems};
use crate::chart::figure::Figure;
use crate::cli::input::{talks, view};
use crate::cli::results::ResultsFolder;
use crate::cli::session::{Failure, NewFile, Session};
use crate::scenario::steps::Step;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;

/// Draws the steps of a talk into a folder. Prints a line per step, with the names of its files and its title.
///
/// # Errors
/// If the talk does not exist, none of its steps can be drawn, or a file cannot be written.
pub(super) fn draw(said: &Drawing, session: &mut Session, talk: &OsStr, folder: &Path) -> Result<(), Failure> {
    let steps = talks::open(session, talk)?;
    fs::create_dir_all(folder).map_err(|error| Failure::unwritable(folder.display(), &error))?;
    let results = said.results.open(session, None)?;
    // Zero-padded numbers keep file names in the order of the steps.
    let digits = steps.len().to_string().len().max(2);
    let mut drawn = 0;
    for (at, step) in steps.iter().enumerate() {
        let number = at + 1;
        let name = format!("step-{number:0digits$}");
        let line = match pictures(said, session, number, step, results.as_ref()) {
            Ok(pictures) => {
                drawn += 1;
                let files = write(session, folder, &name, &pictures)?;
                format!("{files}  {}", one_line(&step.title))
            }
            Err(Failure::Input(problems)) => {
                format!("{name} is not drawn: {}", one_line(&why(&problems)))
            }
            Err(other) => return Err(other),
        };
        session.print_text(&format!("{}\n", line.trim_end()))?;
    }
    match drawn {
        0 => {
            let wrong = "has no step that can be drawn";
            let remedy = "The list above says why";
            Err(Problem::new("the talk", wrong, "", remedy).into())
        }
        _ => Ok(()),
    }
}

/// The pictures of a step: one picture, or two if the step compares runs.
fn pictures(
    said: &Drawing,
    session: &mut Session,
    number: usize,
    step: &Step,
    results: Option<&ResultsFolder>,
) -> Result<Vec<String>, Failure> {
    let place = format!("the link of step {number}");
    let given = said.source.of_link(session.messages, &place, &step.link)?;
    let view = view::of(session.messages, &given, &format!("step {number}: "));
    let own_title = given.own_title();
    let heading = Heading {
        text: match step.title.trim() {
            "" => &own_title,
            title => title,
        },
        before_run: Some(" – "),
    };
    let picture = |kind: &str, figure: &mut dyn Figure| {
        said.picture(figure, view.as_ref(), &step.link).map_err(|why| cannot(kind, &why).into())
    };
    match said.drawn(session, &given, view.as_ref(), heading, results)? {
        Drawn::Figure(kind, mut figure) => Ok(vec![picture(kind, &mut *figure)?]),
        Drawn::Machines(mut machines) => Ok(vec![picture(gantt::MACHINE, &mut machines)?]),
        Drawn::Charts(mut charts) => {
            let pictures = charts.iter_mut().map(|chart| picture(gantt::KIND, chart));
            pictures.collect()
        }
    }
}

/// Writes the pictures of a step; returns their file names.
fn write(session: &mut Session, folder: &Path, name: &str, pictures: &[String]) -> Result<String, Failure> {
    let mut names = Vec::new();
    for (side, picture) in pictures.iter().enumerate() {
        let name = match pictures.len() {
            1 => format!("{name}.svg"),
            _ => format!("{name}-{}.svg", side + 1),
        };
        NewFile::create(session, &folder.join(&name))?.fill(picture)?;
        names.push(name);
    }
    Ok(names.join(", "))
}

/// The problems of a step as one text, without advice about commands.
fn why(problems: &Problems) -> String {
    let all = problems.0.iter();
    let words: Vec<String> = all.map(|own| format!("{} {}", own.place, own.wrong)).collect();
    words.join("; ")
}

/// Makes a text that stays on one line of the terminal. Titles in files of other people may contain line breaks and
/// control characters.
fn one_line(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}
