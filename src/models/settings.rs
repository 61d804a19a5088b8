//! The settings of a scheduler's policy.

use crate::parameter::json::tidied;
use crate::parameter::{Group, Parameter};
use serde_json::{Map, Value};

/// Settings that are given and differ from their defaults, by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Given(Map<String, Value>);

impl Given {
    /// The value of a setting, if it differs from the default.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// Sets a value. Null or the default value removes the setting.
    pub fn set(&mut self, declared: &Parameter, value: Value) {
        let (name, value) = (declared.name(), tidied(value));
        match value.is_null() || value == *declared.default() {
            true => self.0.shift_remove(name),
            false => self.0.insert(name.to_owned(), value),
        };
    }

    /// All of these settings by name, with the given value or else the default.
    pub fn all<'a>(&'a self, declared: &'a [Parameter]) -> impl Iterator<Item = (String, Value)> + 'a {
        declared.iter().map(|own| {
            let value = self.get(own.name()).unwrap_or(own.default());
            (own.name().to_owned(), value.clone())
        })
    }

    /// All settings of a group: the given values, or else the defaults.
    pub fn of<S: Group>(&self) -> S {
        let names = S::DECLARED.iter().map(Parameter::name);
        let given = names.filter_map(|name| Some((name.to_owned(), self.get(name)?.clone())));
        let mut group = S::default();
        let fits = group.update(&Value::Object(given.collect()));
        // The registry has checked that every allowed value fits the type of its field.
        debug_assert!(fits, "{:?} are no settings of this group", self.0);
        group
    }
}
