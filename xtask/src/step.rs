//! A check of `cargo xtask test`, and what it notes beside its result.

use std::sync::Mutex;

use crate::process::Outcome;

/// One check.
pub struct Step {
    pub name: &'static str,
    pub about: &'static str,
    pub tier: Tier,
    /// Another step that must have succeeded before.
    pub after: Option<&'static str>,
    /// What it needs from elsewhere: where that cannot be had, nothing is checked, and the table says so.
    pub needs: Option<Need>,
    /// Gets the word after `name/` on the command line.
    pub run: fn(Option<&str>) -> Outcome,
}

/// Something from elsewhere.
#[derive(Clone, Copy)]
pub struct Need {
    pub what: &'static str,
    pub bring: fn() -> Outcome,
}

/// How much of the day a check takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Tier {
    /// No release build and no browser.
    Quick,
    Usual,
    /// Takes long, or hardly ever breaks.
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

/// Of the step that runs now.
static NOTES: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Says something of the present step below its line of the last table.
pub fn note(text: String) {
    if let Ok(mut notes) = NOTES.lock() {
        notes.push(text);
    }
}

/// The notes of the present step, which are forgotten.
pub fn noted() -> Vec<String> {
    NOTES.lock().map(|mut notes| std::mem::take(&mut *notes)).unwrap_or_default()
}
