//! Arbitrary text as a talk: the steps of a link, and a guide's file.

use metasched::parameter::json;
use metasched::scenario::{guides, link, steps};

/// Checks that a talk is rejected with reasons, or its link opens as the same steps.
pub fn fuzz(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    if let Err(problems) = guides::guide(text) {
        super::is_said_well(&problems);
    }
    let Ok(value) = json::parse(text) else {
        return;
    };
    match steps::read(value.get(link::STEPS).unwrap_or(&value)) {
        Err(problems) => super::is_said_well(&problems),
        Ok(read) => {
            for step in &read {
                if let Err(problems) = step.open() {
                    super::is_said_well(&problems);
                }
            }
            match steps::link(&read) {
                Err(problems) => super::is_said_well(&problems),
                Ok(address) => drop(link::decode(&address)),
            }
        }
    }
}
