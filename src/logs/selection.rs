//! The part of a log that the settings choose, with bounds on the log's clock.

use super::account::Reason;
use super::clock::Clock;
use super::filter::{Bound, Field, FieldValue};
use super::header::Header;
use super::reading::{Reading, StatusRule};
use crate::base::problem::Problem;

/// Status codes of the Standard Workload Format.
pub(super) mod status {
    pub const FAILED: f64 = 0.0;
    pub const COMPLETED: f64 = 1.0;
    pub const CANCELLED: f64 = 5.0;
    /// A partial execution that another one follows.
    pub const CONTINUED: f64 = 2.0;
    /// The last partial execution of a job that completed.
    pub const LAST_COMPLETED: f64 = 3.0;
    /// The last partial execution of a job that failed.
    pub const LAST_FAILED: f64 = 4.0;
}

/// The settings that choose jobs, for one log.
#[derive(Clone, Debug, Default)]
pub(super) struct Selection {
    reading: Reading,
    /// First and last job number.
    numbers: Option<[f64; 2]>,
    /// First submission time, and the time before which jobs are submitted \[s\].
    times_s: Option<[f64; 2]>,
}

impl Selection {
    /// Converts the bounds to the clock of the log with this header.
    ///
    /// # Errors
    /// If a bound is a date, but the header has no start time.
    pub fn new(reading: &Reading, header: &Header) -> Result<Selection, Problem> {
        let clock = |name| {
            Clock::of(header).ok_or_else(|| {
                Problem::new(
                    name,
                    "is a date, but the header of the log has no UnixStartTime",
                    "a job number (job 1000) or a submission time in seconds (86400)",
                    "Give one of these",
                )
            })
        };
        let mut own = Selection { reading: reading.clone(), ..Selection::default() };
        let bounds = [("from", reading.from), ("until", reading.until)];
        for (end, (name, bound)) in bounds.into_iter().enumerate() {
            let (range, value) = match bound {
                None => continue,
                Some(Bound::Number(number)) => (&mut own.numbers, number),
                Some(Bound::Submit(submit_s)) => (&mut own.times_s, submit_s),
                Some(Bound::Date(date)) => (&mut own.times_s, clock(name)?.submit_s(date)),
                Some(Bound::Instant(time)) => (&mut own.times_s, (time.as_second() - clock(name)?.start_s) as f64),
            };
            let range = range.get_or_insert([f64::NEG_INFINITY, f64::INFINITY]);
            if let Some(own) = range.get_mut(end) {
                *own = value;
            }
        }
        Ok(own)
    }

    /// Reason for leaving out a job with these values; `None` if the job is chosen.
    pub fn left_out<'v>(&self, value: impl Fn(Field) -> FieldValue<'v>) -> Option<Reason> {
        let reading = &self.reading;
        let number = |field| match value(field) {
            FieldValue::Number(number) => number,
            FieldValue::Name(_) => f64::NAN,
        };
        let other = || match number(Field::Status) {
            status::CANCELLED => reading.status != StatusRule::Ran,
            status::FAILED => reading.status == StatusRule::Completed,
            _ => false,
        };
        if other() {
            return Some(Reason::OtherStatus);
        }
        let outside = self.numbers.is_some_and(|[first, last]| !(first..=last).contains(&number(Field::Number)))
            || self.times_s.is_some_and(|[first_s, end_s]| !(first_s..end_s).contains(&number(Field::Submit)))
            || (!reading.only.is_empty() && !reading.only.matches(&value))
            || reading.without.matches(&value);
        outside.then_some(Reason::Excluded)
    }
}
