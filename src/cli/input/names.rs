//! Names for shell completion, from declarations and registries. Also proposes a name ("Did you mean …?") for a
//! misspelt name in which a few letters are wrong, missing or swapped.

use crate::experiment::measure;
use crate::models::registry;
use crate::scenario::presets;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use std::ffi::OsStr;

/// The names that shells complete for an argument. The argument accepts any other text too.
#[derive(Clone)]
pub struct Names(fn() -> Vec<&'static str>);

/// Names of the presets.
pub const PRESETS: Names = Names(|| presets::all().iter().map(|own| own.name.as_str()).collect());

/// Names of the policies, each of which can be used as a scheduler.
pub const POLICIES: Names = Names(|| {
    let policies = registry::current().policies().iter();
    policies.map(|own| own.name()).collect()
});

/// Names of the measures: their keys in JSON.
pub const MEASURES: Names = Names(|| measure::all().iter().map(|own| own.key).collect());

/// Names of the workload models.
pub const WORKLOADS: Names = Names(|| {
    let workloads = registry::current().workloads().iter();
    workloads.map(|own| own.name).collect()
});

impl TypedValueParser for Names {
    type Value = String;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}
