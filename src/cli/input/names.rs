//! Names that shells complete: those that are declared or registered. One that is none of them is refused where it is looked for, with what is meant.

use crate::experiment::measure;
use crate::models::registry;
use crate::scenario::{WorkloadModel, presets};
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use std::ffi::OsStr;

/// Any text, which shells complete to one of these names.
#[derive(Clone)]
pub struct Names(fn() -> Vec<&'static str>);

/// The presets.
pub const PRESETS: Names = Names(|| presets::all().iter().map(|own| own.name.as_str()).collect());

/// The policies, of which each is a scheduler.
pub const POLICIES: Names = Names(|| {
    let policies = registry::current().policies().iter();
    policies.map(|own| own.name()).collect()
});

/// The measures, by their keys in JSON.
pub const MEASURES: Names = Names(|| measure::all().iter().map(|own| own.key).collect());

/// The workload models.
pub const WORKLOADS: Names = Names(|| {
    let all = WorkloadModel::all().into_iter();
    all.map(|own| own.name()).collect()
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
