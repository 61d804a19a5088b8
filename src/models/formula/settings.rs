//! The settings of a scheduler that is a formula.

use super::language::MOST_CHARACTERS;
use super::names::PLACE;
use crate::parameter::declare::parameters;
use crate::parameter::{Constants, Example, Kind, When};

const READ: &[When] = &[When::READ];

/// Home if it has room, else the cluster that the job fills most, else the fewest pieces.
const USUAL: &str = "2 * home - 4 * pieces - free / total";

/// Example scores.
pub(super) const EXAMPLES: &[Example] = &[
    Example::new("Home first", USUAL),
    Example::new("Most free nodes", "free"),
    Example::new("Tightest fit", "-free"),
    Example::new("Fastest", "speed"),
    Example::new("Earliest end", "-(start + r / speed)"),
    Example {
        constants: &[("a", 1.0)],
        ..Example::new(
            "A1-like threshold",
            "if(load + demand <= a * capacity, 2 * home - 4 * pieces - free / total, -inf)",
        )
    },
    Example::new("Least traffic", "-demand / capacity - log2(max(n, 2)) * pieces"),
];

/// Largest number of constants of a formula.
pub(super) const MOST_CONSTANTS: usize = 16;

parameters! {
    /// The score of a place.
    Settings at "schedulers.*." {
        /// The place with the largest score takes the job. A place whose score is −∞ (or no number) takes no job.
        place_score: String = USUAL.to_owned(), "Score of a place", Kind::Formula { names: PLACE, max: MOST_CHARACTERS, examples: EXAMPLES }, when READ;
        /// Free constants of the formula, each of which can be swept.
        constants: Constants = Constants::default(), "Constants", Kind::Constants { max: MOST_CONSTANTS }, when READ;
        /// Largest number of clusters that a job may run on; 1 for no co-allocation.
        most_pieces: u32 = 4, "Most pieces" in "clusters", Kind::integer(1, 64, 1), when READ;
    }
}
