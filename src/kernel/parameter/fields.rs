//! Conversion between the scenario's types and JSON values.
//!
//! Uses tables of fields instead of serde's derive, because the digest of a scenario is computed from this JSON. Keys
//! are in the order of the declarations, and whole numbers are written as 5, not 5.0.

use crate::parameter::json::tidied;
pub use serde_json::Value;

use super::declaration::Parameter;

/// A value that a scenario can contain.
pub trait Json {
    /// The value as JSON. Whole numbers are [tidied]; NaN and infinities become null.
    fn write(&self) -> Value;

    /// Sets the value from JSON. Returns false if `value` has the wrong type. Missing fields of an object get their
    /// defaults.
    fn read(&mut self, value: &Value) -> bool;
}

/// A struct of settings, declared by [`parameters!`](crate::parameters).
pub trait Group: Default {
    /// Declarations of the parameters.
    const DECLARED: &'static [Parameter];

    /// Sets the fields that an object contains and keeps the others. Returns false if the object has an unknown field
    /// or a wrong type.
    fn update(&mut self, value: &Value) -> bool;
}

/// A JSON object of the given fields.
pub fn object(fields: &[(&str, &dyn Json)]) -> Value {
    let fields = fields.iter();
    Value::Object(fields.map(|(name, field)| ((*name).to_owned(), field.write())).collect())
}

/// Reads the fields that an object contains. Returns false if the object has another field or a wrong type.
pub fn fill(fields: &mut [(&str, &mut dyn Json)], value: &Value) -> bool {
    match (value, &mut *fields) {
        (Value::Object(map), fields) => {
            // In JSON that we wrote, the keys are in the order of our fields. So the next key is usually the next
            // field.
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

/// Reads a value of type `T`; `None` if the JSON has the wrong type.
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
