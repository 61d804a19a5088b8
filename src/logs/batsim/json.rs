//! The JSON of a Batsim workload, with the fields that we read. All other fields are skipped.

use super::SHOWN;
use crate::logs::log::NO_NUMBER;
use crate::parameter::json::shortened;
use serde::de::{Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;

#[derive(Deserialize)]
pub(super) struct File {
    pub nb_res: Option<f64>,
    pub jobs: Vec<Submission>,
    pub profiles: BTreeMap<String, Profile>,
}

#[derive(Deserialize)]
pub(super) struct Submission {
    pub id: Id,
    pub subtime: f64,
    pub walltime: Option<f64>,
    pub res: f64,
    pub profile: String,
    pub home_cluster: Option<f64>,
    /// Our own fields: memory and GPUs for each node.
    pub memory_gb: Option<f64>,
    pub gpus: Option<f64>,
    /// Our own field: identifiers of jobs that must have ended, or a list as in Slurm's `--dependency`.
    pub dependencies: Option<Value>,
}

#[derive(Deserialize)]
pub(super) struct Profile {
    #[serde(rename = "type")]
    pub kind: String,
    pub delay: Option<Value>,
    pub cpu: Option<Value>,
    pub com: Option<Value>,
    pub compute_fraction: Option<Value>,
    pub generation_strategy: Option<Value>,
    pub seq: Option<Value>,
    #[serde(alias = "nb")]
    pub repeat: Option<Value>,
}

/// A job's identifier: a text; in some files, a number.
#[derive(Deserialize)]
#[serde(untagged, expecting = "the id of a job must be a text or a whole number")]
pub(super) enum Id {
    Number(u64),
    Text(String),
}

/// A value in a profile. In profiles that we do not read, any field may have a value of any type.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Number(f64),
    Text(String),
    Numbers(Vec<f64>),
    Texts(Vec<String>),
    Other,
}

/// Maximum length of a list that is kept: the matrix of a parallel task on 2,048 nodes.
const MOST_ENTRIES: usize = 1 << 22;

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Value, E> {
        Ok(Value::Number(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
        Ok(Value::Number(number as f64))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Number(number as f64))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Text(text.to_owned()))
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Value, E> {
        Ok(Value::Other)
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Other)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let (mut numbers, mut texts, mut others) = (Vec::new(), Vec::new(), false);
        while let Some(entry) = list.next_element()? {
            match entry {
                Value::Number(number) if numbers.len() < MOST_ENTRIES => numbers.push(number),
                Value::Text(text) if texts.len() < MOST_ENTRIES => texts.push(text),
                _ => others = true,
            }
        }
        Ok(match (numbers.is_empty(), texts.is_empty(), others) {
            (_, true, false) => Value::Numbers(numbers),
            (true, false, false) => Value::Texts(texts),
            _ => Value::Other,
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Value::Other)
    }
}

impl Id {
    /// The identifier as a number; `NO_NUMBER` if it is too large, or a text such as "a" or "01".
    pub fn number(&self) -> u32 {
        let number = match self {
            Id::Number(number) => u32::try_from(*number).ok(),
            Id::Text(text) => text.parse().ok().filter(|number: &u32| number.to_string() == *text),
        };
        number.unwrap_or(NO_NUMBER)
    }

    /// The identifier as a text; empty if [`Id::number`] has it.
    pub fn text(&self) -> String {
        match self {
            _ if self.number() != NO_NUMBER => String::new(),
            Id::Text(text) => text.clone(),
            Id::Number(number) => number.to_string(),
        }
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Id::Number(number) => write!(f, "{number}"),
            Id::Text(text) => write!(f, "{}", shortened(text, SHOWN)),
        }
    }
}
