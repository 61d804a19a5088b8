//! The settings of a scheduler's policy.

use crate::parameter::json::tidied;
use crate::parameter::{Group, Parameter};
use serde_json::{Map, Value};

/// The given settings that differ from their defaults, by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Given(Map<String, Value>);

impl Given {
    /// The value of a setting; `None` if the setting has its default.
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

    /// The value of each of these settings: the given value, otherwise the default.
    pub fn all<'a>(&'a self, declared: &'a [Parameter]) -> impl Iterator<Item = (String, Value)> + 'a {
        declared.iter().map(|own| {
            let value = self.get(own.name()).unwrap_or(own.default());
            (own.name().to_owned(), value.clone())
        })
    }

    /// The settings of a group, each with its given value, otherwise its default.
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
