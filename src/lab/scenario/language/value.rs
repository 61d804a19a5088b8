//! Checks of single values by the kind of their parameter.

use crate::base::decimal;
use crate::base::problem::Problem;
use crate::parameter::formula;
use crate::parameter::json::{quoted, shortened};
use crate::parameter::{Choice, Kind, Parameter};
use crate::scenario::declared::{find, find_sweepable, table};
use crate::scenario::queue;
use crate::words::is_forbidden;
use crate::words::nearest::nearest;
use crate::words::number::exact;
use serde_json::{Map, Value};

/// Problem of a value by the kind and range of its parameter; for a list, only of its length and type.
pub fn value_problem(parameter: &Parameter, place: &str, value: &Value) -> Option<Problem> {
    if value.is_null() && parameter.optional() {
        return None;
    }
    let remedy = remedy(&parameter.kind, value)?;
    Some(Problem::new(place, format!("is {}", quoted(value)), parameter.allowed(), remedy))
}

/// Advice how to correct `value`; `None` if it is allowed.
fn remedy(kind: &Kind, value: &Value) -> Option<String> {
    let in_range = |low, high, number| (low..=high).contains(&number);
    match *kind {
        Kind::Number { min, max, .. } => match value.as_f64() {
            Some(number) if in_range(min, max, number) => None,
            Some(_) => Some("Give a number in this range".into()),
            None => Some(no_number(value)),
        },
        Kind::Integer { .. } | Kind::Bytes { .. } => whole(kind, value),
        Kind::Count { max } => match value {
            Value::String(all) if all == "all" => None,
            _ => whole(&Kind::integer(1, max, 1), value),
        },
        Kind::Pair { min, max } => match value.as_array().map(Vec::as_slice) {
            Some([low, high]) => [low, high].into_iter().find_map(|end| whole(&Kind::integer(min, max, 1), end)),
            _ => Some("Write it as [smallest, largest]".into()),
        },
        Kind::Choice { choices, also } => match value {
            Value::String(name) if also.iter().any(|(other, _)| other == name) => None,
            Value::String(name) => choice_remedy(choices, name),
            _ => Some("Give one of these names in quotes".into()),
        },
        Kind::Table(table) => match table.cells(value) {
            Some(cells) => {
                let places = table.rows.iter().flat_map(|row| table.columns.map(|column| (row, column)));
                let wrong = places.zip(cells).find_map(|((row, column), cell)| {
                    let remedy = remedy(&table.cell, cell)?;
                    Some(format!("In row {row}, column {column}: {remedy}"))
                });
                wrong.or_else(|| (table.remedy)(table, value))
            }
            None => Some(table.form.to_owned()),
        },
        Kind::Text { max } | Kind::Formula { max, .. } => text_remedy(value, max),
        Kind::Texts { most, max } => match value.as_array() {
            Some(list) if list.len() > most => Some(format!("Leave some out: there are {}", exact(list.len() as f64))),
            Some(list) => list.iter().find_map(|text| text_remedy(text, max)),
            None => Some("Write it as a list of texts: [\"python3\", \"mine.py\"]".into()),
        },
        Kind::Constants { max } => match value.as_object() {
            Some(map) => constants_remedy(map, max),
            None => Some("Write them as names with numbers, as in {\"a\": 1, \"b\": 2}".into()),
        },
        Kind::Hex { digits } => match value {
            Value::String(text)
                if text.len() == digits && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) =>
            {
                None
            }
            _ => Some("Copy it as the program prints it".into()),
        },
        Kind::Path => match value {
            Value::String(path) => find_sweepable(path).is_none().then(|| path_remedy(path)),
            other => Some(in_quotes(other)),
        },
        Kind::Numbers { max } => match value.as_array() {
            Some(list) if list.is_empty() => Some("Give at least one number".into()),
            Some(list) if list.len() > max => Some(format!("Leave some out: there are {}", exact(list.len() as f64))),
            Some(list) => list.iter().find(|entry| !entry.is_number()).map(no_number).or_else(|| repeated(list)),
            None => Some("Write it as a list: [1, 2, 3]".into()),
        },
        Kind::List { of, min, max } => match value.as_array() {
            Some(list) if list.len() < min => Some(format!("Add a {of}")),
            Some(list) if list.len() > max => Some(format!("Leave some out: there are {}", exact(list.len() as f64))),
            Some(_) => None,
            None => Some("Write it as a list: [ … ]".into()),
        },
    }
}

/// Advice how to correct a text of at most `max` characters; `None` if it is allowed.
fn text_remedy(value: &Value, max: usize) -> Option<String> {
    match value {
        Value::String(text) if text.chars().any(is_forbidden) => {
            Some("Leave out line breaks, other control characters, U+FFFE and U+FFFF".into())
        }
        Value::String(text) if text.chars().nth(max).is_some() => {
            Some(format!("Shorten it: it has {} characters", exact(text.chars().count() as f64)))
        }
        Value::String(_) => None,
        other => Some(in_quotes(other)),
    }
}

/// Advice how to correct constants, of which at most `max` are allowed; `None` if they are allowed.
fn constants_remedy(constants: &Map<String, Value>, max: usize) -> Option<String> {
    if constants.len() > max {
        let count = exact(constants.len() as f64);
        return Some(format!("Leave some out: there are {count}"));
    }
    let largest = formula::LARGEST_CONSTANT;
    constants.iter().find_map(|(name, value)| {
        let short = shortened(name, 40);
        if !formula::is_name(name) {
            return Some(format!(
                "Name constants by letters, digits and _, at most {} of them and no digit first: `{short}` is none",
                formula::MOST_NAME_CHARACTERS
            ));
        }
        match value.as_f64() {
            Some(number) if number.abs() <= largest => None,
            Some(_) => Some(format!("Give {short} a size of at most {}", exact(largest))),
            None => Some(format!("{}: {short} has none", no_number(value))),
        }
    })
}

/// Advice how to correct a value that should be a whole number; `None` if it is one in range.
fn whole(kind: &Kind, value: &Value) -> Option<String> {
    let (low, high) = match *kind {
        Kind::Integer { min, max, .. } => (min, max),
        Kind::Bytes { max } => (0, max),
        _ => return None,
    };
    match (value.as_u64(), value.as_f64()) {
        (Some(number), _) if (low..=high).contains(&number) => None,
        (None, Some(number)) if number.fract() != 0.0 => Some("Round it".into()),
        (None, None) => Some(no_number(value)),
        _ => Some("Give a number in this range".into()),
    }
}

fn no_number(value: &Value) -> String {
    match value.as_str().map(str::trim).filter(|text| decimal::parse(text).is_some()) {
        Some(number) => format!("Write it without quotes: {}", shortened(number, 40)),
        None => "Give a number".into(),
    }
}

fn in_quotes(value: &Value) -> String {
    match value {
        Value::Number(number) => format!("Put it in quotes: \"{number}\""),
        _ => "Give a text in quotes".into(),
    }
}

fn repeated(list: &[Value]) -> Option<String> {
    let mut numbers: Vec<f64> = list.iter().filter_map(Value::as_f64).collect();
    numbers.sort_unstable_by(f64::total_cmp);
    let twice = numbers.windows(2).find(|pair| pair[0] == pair[1])?;
    Some(format!("Give each value once: {} is there twice", twice[0]))
}

fn choice_remedy(choices: &[Choice], name: &str) -> Option<String> {
    if choices.iter().any(|choice| choice.name == name) {
        return None;
    }
    let names = || choices.iter().map(|choice| choice.name);
    let meant = || queue::meant(name).filter(|meant| names().any(|own| own == *meant));
    if name == "external" {
        return Some("A program of your own decides only on the command line and in Python".into());
    }
    Some(match nearest(name, names()).or_else(meant) {
        Some(near) => format!("Did you mean {near}?"),
        None => "Choose one of these".into(),
    })
}

fn path_remedy(path: &str) -> String {
    if let Some(parameter) = find(path) {
        if parameter.sweepable() {
            return match parameter.kind {
                Kind::Constants { .. } => format!("Sweep one of them: {path}.NAME"),
                _ => format!("Sweep one end of the pair: {path}.0 or {path}.1"),
            };
        }
        return format!(
            "{} cannot be swept: choose a number of the platform, workload, network or schedulers",
            parameter.label
        );
    }
    let sweepable = table().iter().filter(|parameter| parameter.sweepable());
    match nearest(path, sweepable.map(|parameter| parameter.path)) {
        Some(near) if near.contains('*') => {
            format!("Did you mean {near}? * is for every entry, an index for one")
        }
        Some(near) => format!("Did you mean {near}?"),
        None => "Choose a number of the platform, workload, network or schedulers".into(),
    }
}
