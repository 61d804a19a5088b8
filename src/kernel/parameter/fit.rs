//! Check that the type of a parameter can hold every value that its kind allows.

use super::declaration::{Kind, Parameter};
use super::json::tidied;
use serde_json::{Value, json};

impl Parameter {
    /// An allowed value that the type cannot hold, if there is one. Testing only the limits of the allowed values is
    /// enough: a type that holds the limits holds all values between them.
    pub fn beyond_its_type(&self) -> Option<Value> {
        let mut ends = ends(&self.kind).into_iter().map(tidied);
        ends.find(|value| !(self.holds)(value))
    }
}

/// Values at the limits of a kind. For numbers, the middle of the range is added, because it may be a fraction.
fn ends(kind: &Kind) -> Vec<Value> {
    match *kind {
        // The middle between 0 and 9 is 4.5, a fraction.
        Kind::Number { min, max, .. } => {
            vec![min.into(), max.into(), (min + (max - min) / 2.0).into()]
        }
        Kind::Integer { min, max, .. } => vec![min.into(), max.into()],
        Kind::Count { max } => vec![1.into(), max.into(), "all".into()],
        Kind::Bytes { max } => vec![max.into()],
        Kind::Pair { min, max } => vec![json!([min, max])],
        Kind::Choice { choices, .. } => choices.iter().map(|choice| choice.name.into()).collect(),
        Kind::Table(table) => ends(&table.cell).into_iter().map(|end| table.of(vec![end; 9])).collect(),
        Kind::Text { .. } | Kind::Path => vec!["text".into()],
        Kind::Texts { .. } => vec![json!([]), json!(["text"])],
        Kind::Formula { .. } => vec!["1".into()],
        Kind::Constants { .. } => vec![json!({ "a": 0.5 })],
        Kind::Hex { digits } => vec!["0".repeat(digits).into()],
        Kind::Numbers { .. } => vec![json!([0.5])],
        Kind::List { .. } => vec![json!([])],
    }
}
