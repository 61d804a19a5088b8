//! A share of a sweep, for machines of which each runs one.

use crate::experiment::{Task, plan};
use std::fmt;
use std::str::FromStr;

/// Most shares of one sweep.
const MOST: u32 = 100_000;

/// The K-th of N equal shares of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1.
    number: u32,
    of: u32,
}

impl Shard {
    /// Indices of its tasks among those of a sweep; `log_jobs` are the jobs of their log.
    pub fn own(self, tasks: &[Task], log_jobs: u64) -> impl Iterator<Item = usize> + use<> {
        let shares = plan::shares(tasks, self.of, log_jobs).into_iter().enumerate();
        shares.filter_map(move |(index, share)| (share + 1 == self.number).then_some(index))
    }
}

/// "3/8".
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) && of <= MOST => Ok(Shard { number, of }),
            _ => Err(format!("a share is K/N with 1 ≤ K ≤ N ≤ {MOST}, such as 3/8")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_written_as_they_are_read() {
        assert_eq!("3/8".parse::<Shard>().unwrap().to_string(), "3/8");
        for wrong in ["", "3", "0/8", "9/8", "1/0", "-1/8", "1/100001", "a/b", "1/8/2", "4294967296/4294967297"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
