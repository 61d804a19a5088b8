//! Arbitrary bytes as a formula: constants in the first line, then the formula.

use metasched::models::formula::{Formula, MOST_CHARACTERS, Mistake, PLACE, priority, score};
use metasched::parameter::Constants;

/// Number of rows for which the formula is evaluated together.
const ROWS: usize = 4;

/// Inputs of a formula: usual numbers, extreme ones and NaN.
const MET: [[f64; ROWS]; 5] = [
    [0.0, 1.0, -1.0, 3600.0],
    [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0],
    [1e300, 1e-300, 0.5, 2.0],
    [7.0, 64.0, 1000.0, 86400.0],
    [f64::MAX, f64::MIN_POSITIVE, 3.0, 0.1],
];

/// Checks a text as a formula: either it has a mistake at a place inside the text, or it gives the same values for
/// single rows as for many rows together.
pub fn fuzz(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    let (first, text) = text.split_once('\n').unwrap_or(("", text));
    let entries = first.split(',').filter_map(|entry| entry.split_once('='));
    let constants: Constants = entries.filter_map(|(name, value)| Some((name, value.parse().ok()?))).collect();
    check(text, priority(text, &constants));
    check(text, score(text, &constants));
}

fn check(text: &str, read: Result<Formula, Mistake>) {
    match read {
        Err(mistake) => {
            let characters = text.chars().count();
            let end = mistake.column - 1 + mistake.length;
            assert!(end <= characters, "{mistake:?} is beyond the text");
            assert!(!mistake.message.is_empty());
        }
        Ok(formula) => {
            assert!(text.chars().count() <= MOST_CHARACTERS);
            let columns: Vec<[f64; ROWS]> = (0..PLACE.len()).map(|i| MET[i % MET.len()]).collect();
            let together = formula.values(&columns);
            for (row, value) in together.into_iter().enumerate() {
                let inputs: Vec<f64> = columns.iter().map(|column| column[row]).collect();
                let alone = formula.value(&inputs);
                assert_eq!(alone.to_bits(), value.to_bits(), "row {row}");
            }
        }
    }
}
