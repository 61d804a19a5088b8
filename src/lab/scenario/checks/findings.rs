//! The problems of a scenario, as they are found.

use crate::base::problem::{Problem, Problems};

/// Most problems that are listed; the rest are counted.
const MOST_PROBLEMS: usize = 50;

/// Problems found so far.
#[derive(Default)]
pub(in crate::scenario) struct Findings {
    problems: Vec<Problem>,
    more: usize,
}

impl Findings {
    /// Adds a problem, which is not even put into words if there are too many.
    pub(in crate::scenario) fn add(&mut self, problem: impl FnOnce() -> Problem) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(problem());
        } else {
            self.more += 1;
        }
    }

    /// Whether nothing at or below `path` has a problem of its own, so that rules about it make sense.
    pub(in crate::scenario) fn sound(&self, path: &str) -> bool {
        self.more == 0
            && self.problems.iter().all(|problem| {
                !problem.place.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            })
    }

    /// Whether this very problem is among them.
    pub(in crate::scenario) fn knows(&self, problem: &Problem) -> bool {
        let mut own = self.problems.iter();
        own.any(|own| own.place == problem.place && own.wrong == problem.wrong)
    }

    /// All problems, or none.
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
