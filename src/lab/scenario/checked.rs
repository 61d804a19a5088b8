//! Checked scenarios: those that were read, and those that were put together in Rust and checked.

use crate::base::problem::{Problem, Problems};
use crate::parameter::{fields, json};
use crate::scenario::checks::findings::Findings;
use crate::scenario::checks::{check, model_parameters, rules};
use crate::scenario::language::path;
use crate::scenario::{SCHEMA, Scenario, upgrade};
use serde_json::Value;
use std::ops::Deref;

/// The version of the format before the first release.
const SCHEMA_1: u64 = 1;

/// A scenario that has passed all checks. Only such a one can be [planned](crate::experiment::Plan::new), and nothing
/// after that checks again.
///
/// It can be read like any [`Scenario`]. To change it, give it [other values](Scenario::with), which checks the whole, or
/// [take the scenario out](Checked::into_scenario) and [check](Scenario::check) what became of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checked(Scenario);

impl Deref for Checked {
    type Target = Scenario;

    fn deref(&self) -> &Scenario {
        &self.0
    }
}

impl PartialEq<Scenario> for Checked {
    fn eq(&self, other: &Scenario) -> bool {
        self.0 == *other
    }
}

impl Checked {
    /// The scenario, to be changed.
    pub fn into_scenario(self) -> Scenario {
        self.0
    }

    /// It without sweeps. That is sound as well: no rule needs a sweep, and what a sweep varies has a sound value of its own.
    pub fn without_sweeps(mut self) -> Checked {
        self.0.experiment.sweep.clear();
        self
    }
}

impl Scenario {
    /// Reads and checks a scenario. All problems are reported at once: unknown names, wrong types, values out of range, and
    /// what does not go together.
    ///
    /// # Errors
    /// All problems.
    pub fn from_json(text: &str) -> Result<Checked, Problems> {
        Scenario::from_tidy(json::parse(text)?)
    }

    /// [`from_json`](Scenario::from_json) for a value that has been parsed.
    ///
    /// # Errors
    /// All problems.
    pub fn from_value(value: &Value) -> Result<Checked, Problems> {
        Scenario::from_tidy(json::tidied(value.clone()))
    }

    /// The same for a [tidy](json::tidied) value, which is taken over.
    fn from_tidy(value: Value) -> Result<Checked, Problems> {
        if let Some(problem) = other_version(&value) {
            return Err(problem.into());
        }
        let value = upgrade::upgraded(value);
        let mut findings = Findings::default();
        let sound = check::structure(&value, &mut findings);
        match fields::parse::<Scenario>(&sound) {
            Some(scenario) => {
                rules::check(&scenario, &mut findings);
                findings.result().map(|()| Checked(scenario))
            }
            None => {
                findings.add(|| {
                    Problem::new(
                        "the scenario",
                        "passed its checks but cannot be read",
                        "",
                        "This is a mistake in Metasched: please report it",
                    )
                });
                findings.result().map(|()| Checked::default())
            }
        }
    }

    /// Checks a scenario that was put together in Rust as strictly as one that was read.
    ///
    /// # Errors
    /// All problems.
    pub fn check(&self) -> Result<Checked, Problems> {
        let checked = Scenario::from_tidy(json::tidied(self.to_value()))?;
        match checked == *self {
            true => Ok(checked),
            false => {
                Err(Problem::new("the scenario", "holds a number that JSON cannot hold", "finite numbers", "").into())
            }
        }
    }

    /// This scenario with `value` at a dotted path: `with("schedulers.4.lslt", &json!(0.8))`.
    ///
    /// # Errors
    /// All problems.
    pub fn with(&self, path: &str, value: &Value) -> Result<Checked, Problems> {
        self.with_all([(path, value.clone())])
    }

    /// This scenario with several values, checked when all are in place. A new `workload.model` takes away the parameters
    /// that it does not have.
    ///
    /// # Errors
    /// All problems.
    pub fn with_all<'p>(&self, settings: impl IntoIterator<Item = (&'p str, Value)>) -> Result<Checked, Problems> {
        let mut whole = self.to_value();
        for (place, value) in settings {
            let own = upgrade::place_in(&whole, place, &value);
            path::set(&mut whole, &own, value)?;
            if place == "workload.model" {
                model_parameters::drop_out_of_place(&mut whole);
            }
        }
        Scenario::from_tidy(json::tidied(whole))
    }
}

/// The problem with a scenario of another version of the format, in which nothing else can be judged.
fn other_version(value: &Value) -> Option<Problem> {
    let schema = value.get("schema")?.as_u64()?;
    let (whose, remedy) = match schema {
        SCHEMA_1 => (
            "the format before the first release, which is not read",
            "Write 2, and look at two settings: all jobs of a conservative queue have reservations (queue.reservations), \
             and estimates of a log are its requested times (workload.estimates)",
        ),
        newer if newer > u64::from(SCHEMA) => {
            ("the scenario was made by a newer version of Metasched", "Update Metasched, or reload the page")
        }
        0 => ("no format has this number", "Write 2"),
        _ => return None,
    };
    Some(Problem::new("schema", format!("is {schema}: {whose}"), format!("{SCHEMA} in this version"), remedy))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rust_put_together_is_checked_too() {
        let mut scenario = Scenario::default();
        assert_eq!(scenario.check(), Ok(Checked::default()));
        scenario.platform.core_mbps = f64::NAN;
        assert!(scenario.check().unwrap_err().to_string().starts_with("platform.core_mbps is null"));
        scenario.platform.core_mbps = 1.0;
        scenario.schedulers[5].common.penalty = Some(f64::INFINITY);
        assert!(scenario.check().unwrap_err().to_string().contains("cannot hold"));
    }
}
