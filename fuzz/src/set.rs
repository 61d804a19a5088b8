//! Arbitrary bytes as the arguments of `--set`, one per line.

use metasched::cli::input::over::sweep;
use metasched::cli::input::settings::Settings;
use metasched::scenario::{Scenario, Scheduler};
use std::sync::LazyLock;

/// Checks that the arguments are either rejected with reasons or give a valid scenario. Also checks this for a sweep by
/// `--over`.
pub fn fuzz(input: &[u8]) {
    // The scenario has few schedulers, because all their settings are written and checked for every input.
    static FEW: LazyLock<Scenario> = LazyLock::new(|| Scenario {
        schedulers: ["b3", "fuzzy"].into_iter().filter_map(Scheduler::named).collect::<Vec<_>>().into(),
        ..Scenario::default()
    });
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    let (over, set): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with("over "));
    let set = set.into_iter().map(str::to_owned).collect();
    let over: Vec<String> = over.iter().map(|line| line[5..].to_owned()).collect();
    let swept = match over.is_empty() {
        true => Ok(None),
        false => sweep(&over).map(Some),
    };
    let applied = swept.and_then(|swept| Settings::new(set, None, false).apply(&FEW, swept));
    if let Err(problems) = applied {
        super::is_said_well(&problems);
    }
}
