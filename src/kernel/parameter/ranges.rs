//! Pairs of numbers as values of a parameter.

use crate::base::problem::Problem;

/// The problem if the first number of a range is larger than the second.
pub fn wrong_way_round([low, high]: [u32; 2], place: &str) -> Option<Problem> {
    (low > high).then(|| {
        Problem::new(
            place,
            format!("is [{low}, {high}]"),
            "the smallest first, at most the largest",
            format!("Write [{high}, {low}]"),
        )
    })
}
