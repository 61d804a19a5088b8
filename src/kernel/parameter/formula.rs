//! What formulas read: quantities with names, and constants of their own.

/// A quantity that a formula may read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// As it stands in a formula: "r".
    pub name: &'static str,
    /// What it is, in a few words.
    pub meaning: &'static str,
    /// Its unit, empty if there is none.
    pub unit: &'static str,
    /// Other words for it, by which somebody may look for it.
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

/// A formula to start from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Example {
    /// What it is called, in a word or two.
    pub label: &'static str,
    /// The formula.
    pub text: &'static str,
    /// The constants that it reads, for the [`Kind::Constants`](super::Kind::Constants) beside the formula.
    pub constants: &'static [(&'static str, f64)],
}

impl Example {
    /// One that reads no constants.
    pub const fn new(label: &'static str, text: &'static str) -> Example {
        Example { label, text, constants: &[] }
    }
}

/// Most characters of a constant's name.
pub const MOST_NAME_CHARACTERS: usize = 24;
/// The largest size of a constant.
pub const LARGEST_CONSTANT: f64 = 1e12;

/// Whether a text may be the name of a constant: letters, digits and `_`, a letter or `_` first.
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
