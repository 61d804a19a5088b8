//! How the scenario's types become JSON values and are read from them.
//!
//! By tables of fields and not by serde's derive: the digest of a scenario is made of this JSON, whose keys stand in the order of the declarations and
//! whose whole numbers are written 5 and not 5.0, as a derived writer does.

use crate::parameter::json::tidied;
pub use serde_json::Value;

use super::declaration::Parameter;

/// A value of the scenario.
pub trait Json {
    /// As JSON; whole numbers are [tidy](tidied), what is no number is null.
    fn write(&self) -> Value;

    /// Becomes what `value` says; whether that is of this type. What an object leaves out is default.
    fn read(&mut self, value: &Value) -> bool;
}

/// A struct of settings, declared by [`parameters!`](crate::parameters).
pub trait Group: Default {
    /// The declarations.
    const DECLARED: &'static [Parameter];

    /// Becomes what an object of some of its fields says; whether it says nothing else. The others stay.
    fn update(&mut self, value: &Value) -> bool;
}

/// An object with these fields.
pub fn object(fields: &[(&str, &dyn Json)]) -> Value {
    let fields = fields.iter();
    Value::Object(fields.map(|(name, field)| ((*name).to_owned(), field.write())).collect())
}

/// Reads the fields that an object has; whether it has no others.
pub fn fill(fields: &mut [(&str, &mut dyn Json)], value: &Value) -> bool {
    match (value, &mut *fields) {
        (Value::Object(map), fields) => {
            // What we have written ourselves comes in our order: the next one is mostly the one after the last.
            let mut next = 0;
            map.iter().all(|(key, value)| {
                let places = (next..fields.len()).chain(0..next);
                let found = places.into_iter().find(|&place| fields[place].0 == key);
                next = found.map_or(next, |place| place + 1);
                found.is_some_and(|place| fields[place].1.read(value))
            })
        }
        _ => false,
    }
}

/// Reads a type that may be left out.
pub fn parse<T: Json + Default>(value: &Value) -> Option<T> {
    let mut own = T::default();
    own.read(value).then_some(own)
}

fn put<T>(own: &mut T, read: Option<T>) -> bool {
    match read {
        Some(read) => {
            *own = read;
            true
        }
        None => false,
    }
}

impl Json for f64 {
    fn write(&self) -> Value {
        tidied(Value::from(*self))
    }

    fn read(&mut self, value: &Value) -> bool {
        put(self, value.as_f64())
    }
}

impl Json for u64 {
    fn write(&self) -> Value {
        Value::from(*self)
    }

    fn read(&mut self, value: &Value) -> bool {
        put(self, value.as_u64())
    }
}

impl Json for u32 {
    fn write(&self) -> Value {
        Value::from(*self)
    }

    fn read(&mut self, value: &Value) -> bool {
        put(self, value.as_u64().and_then(|number| u32::try_from(number).ok()))
    }
}

impl Json for String {
    fn write(&self) -> Value {
        Value::from(self.as_str())
    }

    fn read(&mut self, value: &Value) -> bool {
        put(self, value.as_str().map(str::to_owned))
    }
}

impl<T: Json, const N: usize> Json for [T; N] {
    fn write(&self) -> Value {
        Value::Array(self.iter().map(Json::write).collect())
    }

    fn read(&mut self, value: &Value) -> bool {
        let list = value.as_array().filter(|list| list.len() == N);
        list.is_some_and(|list| self.iter_mut().zip(list).all(|(own, value)| own.read(value)))
    }
}

impl<T: Json + Default> Json for Option<T> {
    fn write(&self) -> Value {
        self.as_ref().map_or(Value::Null, Json::write)
    }

    fn read(&mut self, value: &Value) -> bool {
        *self = parse(value);
        self.is_some() || value.is_null()
    }
}

impl<T: Json + Default> Json for Vec<T> {
    fn write(&self) -> Value {
        Value::Array(self.iter().map(Json::write).collect())
    }

    fn read(&mut self, value: &Value) -> bool {
        let list = value.as_array();
        put(self, list.and_then(|list| list.iter().map(parse).collect()))
    }
}
