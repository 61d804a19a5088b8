//! Whole numbers as values of options.

use crate::words::number::count;
use std::ops::RangeInclusive;

/// Reads a whole number of this range. Unlike clap's own, the error says what is allowed for any text.
pub fn whole(range: RangeInclusive<u32>) -> impl Fn(&str) -> Result<u32, String> + Clone + Send + Sync + 'static {
    move |text| match text.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => {
            let (low, high) = (count((*range.start()).into()), count((*range.end()).into()));
            Err(format!("allowed is a whole number from {low} to {high}"))
        }
    }
}
