//! Inputs of formulas: named quantities and constants.

/// A quantity that a formula may read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// Name of the quantity in a formula: "r".
    pub name: &'static str,
    /// Meaning, in a few words.
    pub meaning: &'static str,
    /// Unit, empty if there is none.
    pub unit: &'static str,
    /// Other words by which a search finds the quantity.
    pub also: &'static [&'static str],
}

impl Name {
    /// "r: estimate of the run time \[s\]".
    pub fn words(&self) -> String {
        match self.unit {
            "" => format!("{}: {}", self.name, self.meaning),
            unit => format!("{}: {} [{unit}]", self.name, self.meaning),
        }
    }
}

/// An example formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Example {
    /// Label, one or two words.
    pub label: &'static str,
    /// The formula.
    pub text: &'static str,
    /// The constants that the formula reads, for a parameter of kind [`Constants`](super::Kind::Constants).
    pub constants: &'static [(&'static str, f64)],
}

impl Example {
    /// An example without constants.
    pub const fn new(label: &'static str, text: &'static str) -> Example {
        Example { label, text, constants: &[] }
    }
}

/// Maximum length of a constant's name \[characters\].
pub const MOST_NAME_CHARACTERS: usize = 24;
/// Largest absolute value of a constant.
pub const LARGEST_CONSTANT: f64 = 1e12;

/// True if a text can be the name of a constant: it consists of letters, digits and `_`, and does not begin with a
/// digit.
pub fn is_name(text: &str) -> bool {
    let part = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    text.len() <= MOST_NAME_CHARACTERS
        && text.bytes().all(part)
        && text.bytes().next().is_some_and(|b| !b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_constants() {
        assert!(["a", "_1", "low_Load9"].into_iter().all(is_name));
        let long = "x".repeat(MOST_NAME_CHARACTERS + 1);
        assert!(!["", "1a", "a-b", "a b", "é", "a.b", &long].into_iter().any(is_name));
    }
}
