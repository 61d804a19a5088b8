//! The JSON of a Batsim workload, with the fields that we read. All other fields are skipped.

use super::shortened;
use crate::logs::log::NO_NUMBER;
use serde::Deserialize;
use serde::de::IgnoredAny;
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
}

#[derive(Deserialize)]
pub(super) struct Profile {
    #[serde(rename = "type")]
    pub kind: String,
    pub delay: Option<Amount>,
    pub cpu: Option<Amount>,
    pub com: Option<Amount>,
    pub compute_fraction: Option<Amount>,
    pub generation_strategy: Option<String>,
}

/// A job's identifier: a text; in some files, a number.
#[derive(Deserialize)]
#[serde(untagged, expecting = "the id of a job must be a text or a whole number")]
pub(super) enum Id {
    Number(u64),
    Text(String),
}

/// A number. In profiles that we do not read, this field may have a value of another type.
#[derive(Clone, Copy, Deserialize)]
#[serde(untagged)]
pub(super) enum Amount {
    Number(f64),
    Other(IgnoredAny),
}

impl Id {
    /// The identifier as a number; `NO_NUMBER` if it is not a number, or too large.
    pub fn number(&self) -> u32 {
        let number = match self {
            Id::Number(number) => u32::try_from(*number).ok(),
            Id::Text(text) => text.parse().ok(),
        };
        number.unwrap_or(NO_NUMBER)
    }

    /// The identifier as a text; empty if it is a number.
    pub fn text(&self) -> &str {
        match self {
            Id::Text(text) if self.number() == NO_NUMBER => text,
            Id::Text(_) | Id::Number(_) => "",
        }
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Id::Number(number) => write!(f, "{number}"),
            Id::Text(text) => write!(f, "{}", shortened(text)),
        }
    }
}
