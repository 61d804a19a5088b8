//! Checked scenarios, and the checks that make them: of JSON, of changed values, of scenarios built in Rust.

use crate::base::problem::{Problem, Problems};
use crate::parameter::path::Values;
use crate::parameter::{fields, json};
use crate::scenario::checks::findings::Findings;
use crate::scenario::checks::{check, model_parameters, rules};
use crate::scenario::language::path;
use crate::scenario::{SCHEMA, Scenario, upgrade};
use serde_json::{Value, json};
use std::ops::Deref;

/// Version of the format before the first release.
const SCHEMA_1: u64 = 1;

/// A scenario that has passed all checks. Only a checked scenario can be [planned](crate::experiment::Plan::new); nothing is checked again after that.
///
/// All methods of [`Scenario`] can be called on it. [`with`](Scenario::with) changes values and checks the result.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checked(Scenario);

impl Deref for Checked {
    type Target = Scenario;

    fn deref(&self) -> &Scenario {
        &self.0
    }
}

impl Values for Checked {
    fn at(&self, path: &str) -> Option<&Value> {
        self.0.at(path)
    }
}

impl PartialEq<Scenario> for Checked {
    fn eq(&self, other: &Scenario) -> bool {
        self.0 == *other
    }
}

impl Checked {
    /// The scenario without the promise that it is checked.
    pub fn into_scenario(self) -> Scenario {
        self.0
    }

    /// The scenario without sweeps. This scenario would pass the checks too: no rule needs a sweep, and a swept setting
    /// has an allowed value of its own in the scenario.
    pub fn without_sweeps(mut self) -> Checked {
        self.0.set([("experiment.sweep", json!([]))]);
        self
    }

    /// The scenario with other numbers of replications and jobs, given by their paths, each between 1 and its present value. This
    /// scenario would pass the checks too: no rule needs more than one replication or job. Checks would take longer than a short
    /// run.
    pub fn shortened<'p>(mut self, numbers: impl IntoIterator<Item = (&'p str, Value)>) -> Checked {
        self.0.set(numbers);
        self
    }
}

impl Scenario {
    /// Reads and checks a scenario. All problems are reported at once: unknown names, wrong types, values out of range, and combinations that break a
    /// rule.
    ///
    /// # Errors
    /// All problems of the scenario.
    pub fn from_json(text: &str) -> Result<Checked, Problems> {
        Scenario::from_tidy(json::parse(text)?)
    }

    /// Checks a parsed value, as [`from_json`](Scenario::from_json).
    ///
    /// # Errors
    /// All problems of the scenario.
    pub fn from_value(value: &Value) -> Result<Checked, Problems> {
        Scenario::from_tidy(json::tidied(value.clone()))
    }

    /// Checks a [tidy](json::tidied) value, as [`from_json`](Scenario::from_json).
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

    /// Checks a scenario that was built in Rust, as strictly as one that was read.
    ///
    /// # Errors
    /// All problems of the scenario.
    pub fn check(&self) -> Result<Checked, Problems> {
        Scenario::from_tidy(self.to_value())
    }

    /// The scenario with another value at a dotted path, checked: `with("schedulers.4.lslt", &json!(0.8))`.
    ///
    /// # Errors
    /// All problems of the changed scenario.
    pub fn with(&self, path: &str, value: &Value) -> Result<Checked, Problems> {
        self.with_all([(path, value.clone())])
    }

    /// The scenario with several other values, checked when all are set. A new `workload.model` removes settings that the new model does not have.
    ///
    /// # Errors
    /// All problems of the changed scenario.
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

/// Problem of a scenario in another version of the format; nothing else in it can be checked.
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
    use crate::scenario::Platform;

    #[test]
    fn what_rust_put_together_is_checked_too() {
        assert_eq!(Scenario::default().check(), Ok(Checked::default()));
        let platform = Platform { core_mbps: f64::NAN, ..Platform::default() };
        let scenario = Scenario { platform: platform.into(), ..Scenario::default() };
        assert!(scenario.check().unwrap_err().to_string().starts_with("platform.core_mbps is null"));
    }
}
