//! A scheduler defined by formulas: one text defines the order of waiting jobs, another the placement of a job.

mod by_score;
mod explained;
mod language;
mod names;
mod order;
mod parser;
mod places;
mod policies;
#[cfg(test)]
mod policy_tests;
mod settings;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod twin_tests;

pub use by_score::ByScore;
pub use language::{Formula, MOST_CHARACTERS, MOST_DEPTH, Mistake};
pub use names::{ORDER, PLACE, is_taken, of_job, priority, score};
pub use policies::MODEL;
pub use settings::Settings;
