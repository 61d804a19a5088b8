//! The JSON of a workload of Batsim: what we read of it. All else is skipped.

use super::shortened;
use crate::workload::swf::log::NO_NUMBER;
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

#[derive(Deserialize)]
pub(super) struct File<'t> {
    pub nb_res: Option<f64>,
    #[serde(borrow)]
    pub jobs: Vec<Submission<'t>>,
    #[serde(borrow)]
    pub profiles: BTreeMap<Cow<'t, str>, Profile<'t>>,
}

#[derive(Deserialize)]
pub(super) struct Submission<'t> {
    #[serde(borrow)]
    pub id: Id<'t>,
    pub subtime: f64,
    pub walltime: Option<f64>,
    pub res: f64,
    #[serde(borrow)]
    pub profile: Cow<'t, str>,
    pub home_cluster: Option<f64>,
}

#[derive(Deserialize)]
pub(super) struct Profile<'t> {
    #[serde(borrow, rename = "type")]
    pub kind: Cow<'t, str>,
    #[serde(default)]
    pub delay: Amount,
    #[serde(default)]
    pub cpu: Amount,
    #[serde(default)]
    pub com: Amount,
    #[serde(default)]
    pub compute_fraction: Amount,
    #[serde(borrow)]
    pub generation_strategy: Option<Cow<'t, str>>,
}

/// A job's identifier: a text, in some files a number.
pub(super) enum Id<'t> {
    Number(u64),
    Text(Cow<'t, str>),
}

/// A number, or what other profiles have in its place.
#[derive(Clone, Copy, Default)]
pub(super) enum Amount {
    #[default]
    None,
    Number(f64),
    Other,
}

impl Id<'_> {
    /// As the number of a record.
    pub fn number(&self) -> u32 {
        let number = match self {
            Id::Number(number) => u32::try_from(*number).ok(),
            Id::Text(text) => text.parse().ok(),
        };
        number.unwrap_or(NO_NUMBER)
    }

    /// The identifier, if that is no number of a record.
    pub fn text(&self) -> Option<&str> {
        match self {
            Id::Text(text) if self.number() == NO_NUMBER => Some(text),
            Id::Text(_) | Id::Number(_) => None,
        }
    }
}

impl fmt::Display for Id<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Id::Number(number) => write!(f, "{number}"),
            Id::Text(text) => write!(f, "{}", shortened(text)),
        }
    }
}

impl<'de: 't, 't> Deserialize<'de> for Id<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Id<'t>, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Id<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text or a whole number")
            }
            fn visit_u64<E>(self, number: u64) -> Result<Id<'de>, E> {
                Ok(Id::Number(number))
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Id<'de>, E> {
                Ok(Id::Text(Cow::Borrowed(text)))
            }
            fn visit_str<E>(self, text: &str) -> Result<Id<'de>, E> {
                Ok(Id::Text(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Amount, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Amount;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("anything")
            }
            fn visit_f64<E>(self, number: f64) -> Result<Amount, E> {
                Ok(Amount::Number(number))
            }
            fn visit_u64<E>(self, number: u64) -> Result<Amount, E> {
                Ok(Amount::Number(number as f64))
            }
            fn visit_i64<E>(self, number: i64) -> Result<Amount, E> {
                Ok(Amount::Number(number as f64))
            }
            fn visit_str<E>(self, _: &str) -> Result<Amount, E> {
                Ok(Amount::Other)
            }
            fn visit_bool<E>(self, _: bool) -> Result<Amount, E> {
                Ok(Amount::Other)
            }
            fn visit_unit<E>(self) -> Result<Amount, E> {
                Ok(Amount::None)
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Amount, A::Error> {
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Amount::Other)
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Amount, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Amount::Other)
            }
        }
        deserializer.deserialize_any(Any)
    }
}
