//! Input problems. Every message says what is wrong, the place, the value, what is allowed, and what to do.

use std::fmt;
use std::ops::Range;

/// One problem at one place of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The place: a dotted path (`workload.bsbw_mbps`), a flag (`--set`), or a file and line.
    pub place: String,
    /// Description of the problem, with the given value: "is -5".
    pub wrong: String,
    /// Allowed values: "a number from 0 to 1 000 000 Mbps". Empty if no value is allowed.
    pub allowed: String,
    /// Advice: "give a value in the range". Empty if the allowed range is enough.
    pub remedy: String,
    /// Range of the wrong characters in the text, counted from 0, if only a part of the text is wrong.
    pub at: Option<Range<usize>>,
}

impl Problem {
    /// Creates a problem with all four parts.
    pub fn new(
        place: impl Into<String>,
        wrong: impl Into<String>,
        allowed: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Problem {
        Problem { place: place.into(), wrong: wrong.into(), allowed: allowed.into(), remedy: remedy.into(), at: None }
    }

    /// Adds the range of wrong characters to the problem.
    pub fn at(self, characters: Range<usize>) -> Problem {
        Problem { at: Some(characters), ..self }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.place, self.wrong)?;
        if !self.allowed.is_empty() {
            write!(f, ". Allowed: {}", self.allowed)?;
        }
        if !self.remedy.is_empty() {
            write!(f, ". {}", self.remedy)?;
        }
        Ok(())
    }
}

impl std::error::Error for Problem {}

/// All problems found in one input, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems(pub Vec<Problem>);

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Problems {
        Problems(vec![problem])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_for_each_problem() {
        let whole = Problem::new("a", "is 1", "2", "Give it");
        let short = Problem::new("b", "is cut off", "", "");
        let both = Problems(vec![whole.clone(), short]);
        assert_eq!(both.to_string(), "a is 1. Allowed: 2. Give it\nb is cut off");
        assert_eq!(Problems::from(whole).to_string(), "a is 1. Allowed: 2. Give it");
    }

    #[test]
    fn characters_are_all_that_is_added() {
        let plain = Problem::new("a", "is 1", "2", "Give it");
        let with = plain.clone().at(3..5);
        assert_eq!(with.at, Some(3..5));
        assert_eq!(Problem { at: None, ..with }, plain);
    }
}
