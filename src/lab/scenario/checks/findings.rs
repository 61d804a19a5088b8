//! Collects the problems of a scenario.

use crate::base::problem::{Problem, Problems};

/// Maximum number of listed problems; further ones are counted.
const MOST_PROBLEMS: usize = 50;

/// Problems found so far.
#[derive(Default)]
pub(in crate::scenario) struct Findings {
    problems: Vec<Problem>,
    more: usize,
}

impl Findings {
    /// Adds a problem. The problem is built only if it will be listed.
    pub(in crate::scenario) fn add(&mut self, problem: impl FnOnce() -> Problem) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(problem());
        } else {
            self.more += 1;
        }
    }

    /// True if no problem is at or below `path`, so rules about it can be applied.
    pub(in crate::scenario) fn sound(&self, path: &str) -> bool {
        self.more == 0
            && self.problems.iter().all(|problem| {
                !problem.place.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            })
    }

    /// True if an equal problem was added before.
    pub(in crate::scenario) fn knows(&self, problem: &Problem) -> bool {
        let mut own = self.problems.iter();
        own.any(|own| own.place == problem.place && own.wrong == problem.wrong)
    }

    /// All problems as an error; `Ok` without one.
    pub(in crate::scenario) fn result(mut self) -> Result<(), Problems> {
        if self.more > 0 {
            let wrong = format!("has {} more problems", self.more);
            self.problems.push(Problem::new("the scenario", wrong, "", "Solve those above first"));
        }
        match self.problems.is_empty() {
            true => Ok(()),
            false => Err(Problems(self.problems)),
        }
    }
}
