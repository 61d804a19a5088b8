//! The settings that a scheduler gives to its policy.

use serde_json::{Map, Value};

use crate::parameter::{Group, Parameter};

/// Settings that are given and are not default, by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Given(Map<String, Value>);

impl Given {
    /// The value of a setting, if it is not default.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// Gives a setting a value; none, or the default, takes it away.
    pub fn set(&mut self, declared: &Parameter, value: Option<Value>) {
        let name = declared.name();
        match value.filter(|value| value != declared.default()) {
            Some(value) => self.0.insert(name.to_owned(), value),
            None => self.0.shift_remove(name),
        };
    }

    /// All settings of a group: what is given, else the defaults.
    pub fn of<S: Group>(&self) -> S {
        let mut group = S::default();
        for declared in S::DECLARED {
            if let Some(value) = self.get(declared.name()) {
                group.update(&Value::Object(Map::from_iter([(
                    declared.name().to_owned(),
                    value.clone(),
                )])));
            }
        }
        group
    }
}
