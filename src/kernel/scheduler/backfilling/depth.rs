//! Number of waiting jobs with a reservation.

use crate::parameter::Kind;
use crate::parameter::fields::{Json, Value};

/// Maximum number of simultaneous reservations, at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth(u32);

impl Depth {
    /// A reservation for every job.
    pub const ALL: Depth = Depth(u32::MAX);
    /// The largest finite depth.
    pub const MOST: u32 = 1_000_000_000;
    /// The kind of a parameter of this type.
    pub const KIND: Kind = Kind::Count { max: Depth::MOST as u64 };

    /// A finite depth.
    pub const fn of(jobs: u32) -> Depth {
        Depth(jobs)
    }

    /// The depth as a number. `ALL` is a number larger than any queue.
    pub const fn jobs(self) -> u32 {
        self.0
    }

    /// The depth as a number; `None` for all.
    pub fn number(self) -> Option<u32> {
        (self != Depth::ALL).then_some(self.0)
    }
}

/// The default is a reservation for every job.
impl Default for Depth {
    fn default() -> Depth {
        Depth::ALL
    }
}

impl std::fmt::Display for Depth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.number() {
            Some(jobs) => write!(f, "{jobs}"),
            None => f.write_str("all"),
        }
    }
}

impl Json for Depth {
    fn write(&self) -> Value {
        match self.number() {
            Some(jobs) => Value::from(jobs),
            None => Value::from("all"),
        }
    }

    fn read(&mut self, value: &Value) -> bool {
        let number = value.as_u64().and_then(|jobs| u32::try_from(jobs).ok());
        let read = match value.as_str() {
            Some("all") => Some(Depth::ALL),
            _ => number.filter(|jobs| (1..=Depth::MOST).contains(jobs)).map(Depth),
        };
        read.map(|read| *self = read).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_or_all() {
        for (depth, json, words) in [(Depth::of(3), Value::from(3), "3"), (Depth::ALL, Value::from("all"), "all")] {
            let mut read = Depth::of(1);
            assert!(read.read(&json));
            assert_eq!((read, depth.write()), (depth, json));
            assert_eq!(depth.to_string(), words);
        }
        let most = u64::from(Depth::MOST);
        for (json, is_read) in [(0, false), (1, true), (most, true), (most + 1, false)] {
            assert_eq!(Depth::default().read(&Value::from(json)), is_read);
        }
        assert!(!Depth::default().read(&Value::from("none")));
    }
}
