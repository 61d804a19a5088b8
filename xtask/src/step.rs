//! A check of `cargo xtask test`, with notes on its result.

use std::sync::Mutex;

use crate::process::Outcome;

/// One check.
pub struct Step {
    pub name: &'static str,
    pub about: &'static str,
    pub tier: Tier,
    /// Another step that must have succeeded before.
    pub after: Option<&'static str>,
    /// An external requirement. If the requirement is not available, the step is reported as not checked.
    pub needs: Option<Need>,
    /// Runs the check. The argument is the word after `name/` on the command line.
    pub run: fn(Option<&str>) -> Outcome,
}

/// An external requirement.
#[derive(Clone, Copy)]
pub struct Need {
    pub what: &'static str,
    pub bring: fn() -> Outcome,
}

/// Cost of a check.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Tier {
    /// Needs no release build and no browser.
    Quick,
    Usual,
    /// Slow, or rarely fails.
    Full,
}

impl Tier {
    pub fn name(self) -> &'static str {
        match self {
            Tier::Quick => "quick",
            Tier::Usual => "usual",
            Tier::Full => "full",
        }
    }
}

/// Notes of the current step.
static NOTES: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Adds a note below the current step's line in the final table.
pub fn note(text: String) {
    if let Ok(mut notes) = NOTES.lock() {
        notes.push(text);
    }
}

/// Takes the notes of the current step.
pub fn noted() -> Vec<String> {
    NOTES.lock().map(|mut notes| std::mem::take(&mut *notes)).unwrap_or_default()
}
