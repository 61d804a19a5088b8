//! Arbitrary bytes as the text of a scenario.

use metasched::scenario::Scenario;

/// Checks that a text is either rejected with reasons, or gives a scenario that stays the same when it is written and
/// read again.
pub fn fuzz(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    match Scenario::from_json(text) {
        Err(problems) => super::is_said_well(&problems),
        Ok(scenario) => {
            let compact = scenario.to_compact_json();
            let again = Scenario::from_json(&compact).expect("what was written is read");
            assert!(again == scenario, "{compact} is another scenario");
        }
    }
}
