//! The parts of a scenario (platform, workload, …). Each part is its values as JSON, and stores the settings that were
//! parsed from these values.

use crate::parameter::fields::{self, Json};
use crate::parameter::path::Values;
use crate::scenario::Scenario;
use crate::scenario::language::path;
use serde_json::Value;
use std::fmt::{self, Debug, Display};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// The values of a part as JSON with all defaults filled in, and the settings parsed from the values. Copies of a part
/// share both; changing a copy creates a new part.
pub struct Part<T>(Arc<Read<T>>);

struct Read<T> {
    settings: T,
    /// The JSON of the settings, written when it is first needed: a sweep may have thousands of parts that differ in one
    /// number, and most of them are only simulated.
    values: OnceLock<Value>,
}

impl<T: Json + Default> Part<T> {
    /// The part with these values; settings without a value have their defaults. `None` if a value does not have the
    /// type of its setting.
    pub fn of(values: &Value) -> Option<Part<T>> {
        let settings: T = fields::parse(values)?;
        Some(Part(Arc::new(Read { settings, values: OnceLock::new() })))
    }
}

impl<T: Json> Part<T> {
    /// All values.
    pub fn values(&self) -> &Value {
        self.0.values.get_or_init(|| self.0.settings.write())
    }
}

impl<T> Deref for Part<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.settings
    }
}

impl<T> Clone for Part<T> {
    fn clone(&self) -> Part<T> {
        Part(Arc::clone(&self.0))
    }
}

impl<T: Json> PartialEq for Part<T> {
    fn eq(&self, other: &Part<T>) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.values() == other.values()
    }
}

impl<T: Json> Debug for Part<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.values())
    }
}

impl<T: Display> Display for Part<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.settings.fmt(f)
    }
}

/// Settings given in Rust. A number that JSON cannot hold is null.
impl<T: Json> From<T> for Part<T> {
    fn from(mut settings: T) -> Part<T> {
        let values = settings.write();
        settings.read(&values);
        Part(Arc::new(Read { settings, values: values.into() }))
    }
}

impl<T: Json + Default> Default for Part<T> {
    fn default() -> Part<T> {
        Part::from(T::default())
    }
}

impl<T: Json + Default> Json for Part<T> {
    fn write(&self) -> Value {
        self.0.values.get().cloned().unwrap_or_else(|| self.0.settings.write())
    }

    // Planning sets whole scenarios that differ in one part only.
    fn read(&mut self, values: &Value) -> bool {
        values == self.values() || Part::of(values).map(|new| *self = new).is_some()
    }
}

/// A part of whatever settings.
pub(super) trait AnyPart: Json {
    /// Its values.
    fn values(&self) -> &Value;
}

impl<T: Json + Default> AnyPart for Part<T> {
    fn values(&self) -> &Value {
        self.values()
    }
}

macro_rules! parts {
    ($($name:ident)*) => {
        impl Scenario {
            /// The names of the parts, in the order of their JSON.
            pub(super) const PARTS: &'static [&'static str] = &[$(stringify!($name)),*];

            fn part(&self, name: &str) -> Option<&dyn AnyPart> {
                match name {
                    $(stringify!($name) => Some(&self.$name),)*
                    _ => None,
                }
            }

            fn part_mut(&mut self, name: &str) -> Option<&mut dyn AnyPart> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }

            /// Replaces a part by the same part of another scenario. Both scenarios then share this part.
            pub(super) fn share(&mut self, name: &str, other: &Scenario) {
                match name {
                    $(stringify!($name) => self.$name.clone_from(&other.$name),)*
                    _ => {}
                }
            }
        }
    };
}
parts!(schema title platform workload network queue schedulers experiment seed);

impl Values for Scenario {
    fn at(&self, path: &str) -> Option<&Value> {
        match path.split_once('.') {
            Some((part, rest)) => self.part(part)?.values().at(rest),
            None => Some(self.part(path)?.values()),
        }
    }
}

impl Scenario {
    /// All values as one JSON object.
    pub fn to_value(&self) -> Value {
        self.write()
    }

    /// Sets values by their paths, without checks. Returns false, and changes nothing, if a path does not exist or a
    /// value does not have the type of its setting.
    pub fn set<'p>(&mut self, values: impl IntoIterator<Item = (&'p str, Value)>) -> bool {
        let mut changed: Vec<(&str, Value)> = Vec::new();
        for (place, value) in values {
            let (part, rest) = place.split_once('.').unwrap_or((place, ""));
            let at = changed.iter().position(|(own, _)| *own == part);
            let at = at.unwrap_or_else(|| {
                // A part that is replaced as a whole is not copied before.
                let present = self.part(part).filter(|_| !rest.is_empty());
                changed.push((part, present.map_or(Value::Null, |own| own.values().clone())));
                changed.len() - 1
            });
            match rest {
                "" => changed[at].1 = value,
                rest if path::set(&mut changed[at].1, rest, value).is_ok() => {}
                _ => return false,
            }
        }
        let mut new = self.clone();
        let mut all = changed.iter();
        let fit = all.all(|(part, values)| new.part_mut(part).is_some_and(|own| own.read(values)));
        if fit {
            *self = new;
        }
        fit
    }
}
