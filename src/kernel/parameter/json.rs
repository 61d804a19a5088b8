//! Conversion between JSON text and values. Errors give their position and a short excerpt of the text; duplicate keys
//! are errors.

use crate::base::problem::Problem;
use crate::words::number::exact;
use serde::de::{self, Deserialize, Deserializer};
use serde_json::{Map, Number, Value};
use std::fmt;

/// Maximum length of a scenario text \[bytes\].
pub const MOST_BYTES: usize = 1 << 20;

/// Parses a JSON text. Errors for wrong syntax and duplicate keys give line, column and an excerpt of the text.
pub fn parse(text: &str) -> Result<Value, Problem> {
    let text = text.trim_start_matches('\u{feff}');
    if text.len() > MOST_BYTES {
        return Err(Problem::new(
            "the scenario",
            format!("is {} bytes long", exact(text.len() as f64)),
            format!("at most {} bytes", exact(MOST_BYTES as f64)),
            "Give a scenario file; a log is named in workload.path",
        ));
    }
    if text.trim().is_empty() {
        return Err(Problem::new(
            "the scenario",
            "is empty",
            "a JSON object, at least {}",
            "{} alone is the default scenario",
        ));
    }
    serde_json::from_str::<Unique>(text).map(|unique| tidied(unique.0)).map_err(|error| explain(text, &error))
}

/// Describes a syntax error: line, column, excerpt of the text, and reason.
fn explain(text: &str, error: &serde_json::Error) -> Problem {
    let (line, column) = (error.line(), error.column());
    let message = error.to_string();
    let reason = message.split(" at line ").next().unwrap_or_default();
    let whole = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
    let start = whole.floor_char_boundary(column.saturating_sub(20));
    let near = &whole[start..];
    let quote = match near.trim() {
        "" => String::new(),
        near => format!(" near `{}`", shortened(near, 40)),
    };
    let (allowed, remedy) = match error.classify() {
        serde_json::error::Category::Data => ("", "Keep one of the two"),
        serde_json::error::Category::Eof => ("JSON", "The text ends too early: look for a missing bracket or quote"),
        _ if reason == "number out of range" => ("numbers of a size below 1.8e308", "Write a smaller number"),
        _ if reason == "recursion limit exceeded" => {
            ("a scenario: lists and objects at most 127 deep", "Remove brackets: no part of a scenario is that deep")
        }
        _ => ("JSON", "Look for a missing or extra comma, quote or bracket just before this place"),
    };
    Problem::new(format!("line {line}, column {column}"), format!("cannot be read{quote}: {reason}"), allowed, remedy)
}

/// Removes the decimal point of whole numbers everywhere in `value`: 1000.0 becomes 1000, −0 becomes 0.
pub fn tidied(mut value: Value) -> Value {
    tidy(&mut value);
    value
}

fn tidy(value: &mut Value) {
    /// Every whole number up to this size is exact in an f64.
    const EXACT: f64 = (1u64 << 53) as f64;
    match value {
        Value::Number(number) => {
            if let Some(float) = number.as_f64().filter(|_| number.is_f64())
                && float.fract() == 0.0
                && float.abs() <= EXACT
            {
                *number = Number::from(float as i64);
            }
        }
        Value::Array(list) => list.iter_mut().for_each(tidy),
        Value::Object(map) => map.values_mut().for_each(tidy),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

/// Text of a value in messages: JSON of at most 60 characters.
pub fn quoted(value: &Value) -> String {
    shortened(&value.to_string(), 60)
}

/// The first `most` characters of `text`, without control characters.
pub fn shortened(text: &str, most: usize) -> String {
    let mut short: String = text.chars().take(most).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(most).is_some() {
        short.push('…');
    }
    short
}

/// A JSON value whose objects have no duplicate keys.
struct Unique(Value);

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Unique, D::Error> {
        deserializer.deserialize_any(UniqueVisitor).map(Unique)
    }
}

struct UniqueVisitor;

impl<'de> de::Visitor<'de> for UniqueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Unique(value)) = seq.next_element()? {
            list.push(value);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some((key, Unique(value))) = entries.next_entry::<String, Unique>()? {
            let name = shortened(&key, 40);
            if map.insert(key, value).is_some() {
                return Err(de::Error::custom(format!("`{name}` is given twice")));
            }
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn syntax_errors_have_a_place_and_a_quote() {
        let problem = parse("{\n  \"title\": \"x\",\n  \"seed\" \"1\"\n}").unwrap_err();
        assert_eq!(problem.place, "line 3, column 10");
        assert_eq!(problem.wrong, "cannot be read near `\"seed\" \"1\"`: expected `:`");
        assert!(parse("{\"a\": [1, 2").unwrap_err().remedy.contains("ends too early"));
        assert!(parse(" \n").unwrap_err().wrong.contains("empty"));
        let deep = parse(&"[".repeat(100_000)).unwrap_err();
        assert!(deep.remedy.contains("Remove brackets"), "{deep}");
        let huge = parse("{\"a\": 1e400}").unwrap_err();
        assert!(huge.allowed.contains("1.8e308"), "{huge}");
        assert!(parse(&" ".repeat(MOST_BYTES + 1)).unwrap_err().wrong.contains("1\u{2009}048\u{2009}577 bytes"));
    }

    #[test]
    fn duplicate_keys_are_found() {
        let problem = parse("{\"a\": {\"b\": 1,\n \"b\": 2}}").unwrap_err();
        assert!(problem.wrong.contains("`b` is given twice"), "{problem}");
        assert!(problem.place.starts_with("line 2"));
    }

    #[test]
    fn whole_numbers_lose_their_point() {
        assert_eq!(parse("\u{feff}[1e3, 0.5, -0.0, 1e300]").unwrap(), json!([1000, 0.5, 0, 1e300]));
    }

    #[test]
    fn quotes_are_short_and_printable() {
        assert_eq!(quoted(&json!("x".repeat(100))).chars().count(), 61);
        assert_eq!(shortened("a\u{1b}[31mb\u{9b}", 60), "a [31mb ");
    }
}
