//! The finding of an experiment in one sentence, computed from its results: who is best and from where on, whose queue
//! grows for ever, who refuses jobs, and by how much the best is ahead on the same jobs.
//!
//! "First-fit has the lowest mean turnaround up to 200 Mbps, B3 from 300 Mbps; from 350 Mbps First-fit's queue grows for
//! ever; B3 stays 157 to 215 s below Migration only (paired)."
//!
//! The sentence is made of the clauses of [`RULES`], in their order.

mod rules;
mod seen;

pub use rules::{RULES, Rule};
pub use seen::{Seen, Slice};

use super::measure::Measure;
use super::plan::Plan;
use super::results::Results;

/// Maximum number of clauses: a longer sentence is not read.
const MOST_CLAUSES: usize = 3;

/// The finding as a sentence with a full stop. `None` while a run of the slice has no result. If no rule applies, the
/// sentence is that nothing can be said.
pub fn headline(plan: &Plan, results: &Results, measure: &'static Measure, slice: &Slice) -> Option<String> {
    let seen = Seen::of(plan, results, measure, slice)?;
    let clauses: Vec<String> = RULES.iter().filter_map(|rule| (rule.find)(&seen)).take(MOST_CLAUSES).collect();
    let said = match clauses.is_empty() {
        true => format!("Nothing can be said of the {}", seen.measured()),
        false => clauses.join("; "),
    };
    let held = if slice.held.is_empty() { String::new() } else { format!("At {}: ", slice.held) };
    Some(format!("{}.", capital(&(held + &said))))
}

/// A text with a capital at its beginning.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

#[cfg(test)]
mod tests;
