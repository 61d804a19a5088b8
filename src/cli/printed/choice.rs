//! A choice among candidates on the terminal.

use crate::base::number::fixed;
use crate::cli::printed::table::aligned;
use crate::cli::printed::terminal::{Terminal, wrapped};
use crate::export::table::Table;
use crate::scheduler::choice;

/// Rules that fire less are left out.
const LEAST: f64 = 0.005;

/// The candidates, and of those worth a look the rules that fired.
pub fn lines(table: &choice::Table, terminal: Terminal) -> Vec<String> {
    let rows = Table::new(table.heads.clone(), table.candidates.iter().map(|own| own.cells.clone()));
    let mut lines = wrapped(&table.caption, terminal.room());
    lines.extend(aligned(&rows, terminal));
    for own in table.candidates.iter().filter(|own| own.noted) {
        for (rules, degrees) in table.rules.iter().zip(&own.degrees) {
            let fired = rules.fired(degrees, LEAST).into_iter();
            let fired: Vec<String> = fired.map(|(rule, strength)| format!("{rule}, {}", fixed(strength, 2))).collect();
            let name = own.cells.first().map_or("", String::as_str);
            let rules = format!("{name}: {}: {}", degrees.output, fired.join("; "));
            lines.extend(wrapped(&rules, terminal.room()));
        }
    }
    lines
}
