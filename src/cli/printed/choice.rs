//! A choice among candidates on the terminal.

use crate::base::number::fixed;
use crate::cli::printed::table::aligned;
use crate::cli::printed::wrapped::{WIDTH, wrapped};
use crate::scheduler::choice::Choice;

/// Rules that fire less are left out.
const LEAST: f64 = 0.005;

/// The candidates, and of those worth a look the rules that fired.
pub fn lines(choice: &Choice) -> Vec<String> {
    let rows = choice.candidates.iter().map(|own| own.cells.clone());
    let rows: Vec<Vec<String>> = std::iter::once(choice.heads.clone()).chain(rows).collect();
    let mut lines = wrapped(&choice.caption, WIDTH);
    lines.extend(aligned(&rows, false));
    for own in choice.candidates.iter().filter(|own| own.noted) {
        for table in &own.rules {
            let fired = table.fired(LEAST).into_iter();
            let fired: Vec<String> = fired
                .map(|(rule, strength)| format!("{rule}, {}", fixed(strength, 2)))
                .collect();
            let name = own.cells.first().map_or("", String::as_str);
            let rules = format!("{name}: {}: {}", table.output, fired.join("; "));
            lines.extend(wrapped(&rules, WIDTH));
        }
    }
    lines
}
