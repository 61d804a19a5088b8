//! Constants of a formula, as the value of a parameter.

use crate::parameter::fields::Json;
use crate::parameter::json::tidied;
use serde_json::{Map, Value};

/// Named numbers, in the given order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Constants(Vec<(String, f64)>);

impl Constants {
    /// The number with this name.
    pub fn get(&self, name: &str) -> Option<f64> {
        let mut all = self.0.iter();
        all.find(|(own, _)| own == name).map(|(_, value)| *value)
    }

    /// All names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }
}

impl<'n> FromIterator<(&'n str, f64)> for Constants {
    fn from_iter<I: IntoIterator<Item = (&'n str, f64)>>(all: I) -> Constants {
        let entries = all.into_iter();
        Constants(entries.map(|(name, value)| (name.to_owned(), value)).collect())
    }
}

impl<const N: usize> From<[(&str, f64); N]> for Constants {
    fn from(all: [(&str, f64); N]) -> Constants {
        all.into_iter().collect()
    }
}

impl Json for Constants {
    fn write(&self) -> Value {
        let entries = self.0.iter();
        let entries = entries.map(|(name, value)| (name.clone(), Value::from(*value)));
        tidied(Value::Object(entries.collect()))
    }

    fn read(&mut self, value: &Value) -> bool {
        let entry = |(name, value): (&String, &Value)| Some((name.clone(), value.as_f64()?));
        let map = value.as_object();
        let all: Option<Vec<_>> = map.and_then(|map| map.iter().map(entry).collect());
        all.map(|all| self.0 = all).is_some()
    }
}

/// Constants in the form that a user types: "a=1, b=2.5".
pub fn constants_text(constants: &Map<String, Value>) -> String {
    let entries = constants.iter();
    let entries = entries.map(|(name, value)| format!("{name}={value}"));
    entries.collect::<Vec<_>>().join(", ")
}

/// Reads typed constants such as "a=1, b=2.5". A text that is not of this form is kept as a text.
pub fn constants_of_text(text: &str) -> Value {
    let entry = |entry: &str| {
        let (name, value) = entry.split_once('=')?;
        let number = serde_json::from_str::<Value>(value.trim()).ok()?;
        number.is_number().then(|| (name.trim().to_owned(), number))
    };
    let entries = text.split(',').filter(|entry| !entry.trim().is_empty());
    let all: Option<Vec<_>> = entries.map(entry).collect();
    // A name that occurs twice is a mistake: keep the text unchanged.
    let once = all.and_then(|all| {
        let count = all.len();
        let object: Map<String, Value> = all.into_iter().collect();
        (object.len() == count).then_some(object)
    });
    once.map_or_else(|| Value::from(text), Value::Object)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn constants_as_one_types_them() {
        let both = json!({"a": 1, "b": -2.5});
        assert_eq!(constants_of_text(" a=1 , b = -2.5"), both);
        assert_eq!(constants_text(both.as_object().unwrap()), "a=1, b=-2.5");
        assert_eq!(constants_of_text(""), json!({}));
        for wrong in ["a", "a=", "a=x", "a=1, a=2", "a=[1]"] {
            assert_eq!(constants_of_text(wrong), json!(wrong));
        }
        let mut read = Constants::default();
        assert!(read.read(&both) && read.write() == both);
        assert_eq!((read.get("b"), read.get("c")), (Some(-2.5), None));
        assert!(!read.read(&json!({"a": "1"})) && !read.read(&json!([1])));
    }
}
