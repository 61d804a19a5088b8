//! A record that may become a job: its fields with their meanings, before the settings choose.

use super::intern::{Names, UNKNOWN_VALUE};
use super::line::{Fields, UNKNOWN, field};
use crate::logs::account::Reason;
use crate::logs::filter::{Field, FieldValue};
use crate::logs::log::{Labels, NO_NUMBER, Record, packed_request};
use crate::logs::resources;
use crate::logs::selection::status;
use crate::platform::Amounts;

/// Largest accepted time \[s\], over 30,000 years.
pub const LARGEST_TIME_S: f64 = 1e12;

/// Maximum length of a job's name \[bytes\]; longer names are cut.
const LONGEST_NAME: usize = 100;

/// A record that may become a job. Times in seconds, −1 if unknown.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The job's number, or `NO_NUMBER`.
    pub number: u32,
    /// The job's name, if it is not a number.
    pub name: Option<Box<str>>,
    pub submit_s: f64,
    pub runtime_s: f64,
    pub requested_s: f64,
    pub processors: f64,
    /// True if the number of used processors is unknown, so that the requested number stands for it.
    pub by_request: bool,
    pub status: f64,
    /// Numbers, or indices of [`Names`].
    pub user: i64,
    pub queue: i64,
    pub partition: i64,
    /// What the job waits for, and the think time of its user.
    pub after: Option<(Box<str>, f64)>,
    /// Memory and GPUs per processor.
    pub asks: Amounts,
}

/// A text in a field of numbers.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    pub field: &'static str,
    /// True if the text is a name that gets a number.
    pub named: bool,
}

/// Most texts in place of numbers that one record may have without being left out: user, queue, partition, requested
/// time and status.
pub const MOST_FAULTS: usize = 5;

/// Texts in place of numbers in one record.
pub type Faults = [Option<Fault>; MOST_FAULTS];

/// The candidate of a record and the texts in its fields of numbers, or the reason why the record is left out. Fields
/// that are not numbers are NaN.
pub fn judge(fields: &Fields, names: &mut Labels<Names>) -> Result<(Candidate, Faults), Reason> {
    let value = |at: usize| fields.values[at];
    let submit_s = value(field::SUBMIT);
    let runtime_s = value(field::RUNTIME);
    let by_request = value(field::PROCESSORS) < 0.0;
    let processors = if by_request { value(field::REQUESTED_PROCESSORS) } else { value(field::PROCESSORS) };
    let texts =
        [(submit_s, Reason::SubmitTimeText), (runtime_s, Reason::RunTimeText), (processors, Reason::ProcessorsText)];
    if let Some((_, reason)) = texts.into_iter().find(|(value, _)| value.is_nan()) {
        return Err(reason);
    }
    if fields.count <= field::RUNTIME {
        return Err(Reason::FewFields);
    }
    let mut faults: Faults = [None; MOST_FAULTS];
    let mut fault = |at: usize, field, named| {
        if let Some(own) = faults.get_mut(at) {
            *own = Some(Fault { field, named });
        }
    };
    let optional = [(field::REQUESTED_TIME, "requested time"), (field::STATUS, "status")];
    for (at, (index, name)) in optional.into_iter().enumerate() {
        if value(index).is_nan() {
            fault(at, name, false);
        }
    }
    let known = |at: usize| if value(at).is_nan() { UNKNOWN } else { value(at) };
    let mut label = |at: usize, index: usize, name, names: &mut Names| match value(index) {
        number if number >= 0.0 => number as i64,
        number if number.is_nan() => {
            fault(at, name, true);
            names.index(fields.text(index))
        }
        _ => UNKNOWN_VALUE,
    };
    let user = label(2, field::USER, "user", &mut names.users);
    let queue = label(3, field::QUEUE, "queue", &mut names.queues);
    let partition = label(4, field::PARTITION, "partition", &mut names.partitions);
    let number = value(field::NUMBER);
    let text = || {
        let text = String::from_utf8_lossy(fields.text(field::NUMBER)).replace(char::is_control, " ");
        text[..text.floor_char_boundary(LONGEST_NAME)].into()
    };
    let candidate = Candidate {
        number: if (0.0..f64::from(NO_NUMBER)).contains(&number) { number as u32 } else { NO_NUMBER },
        name: number.is_nan().then(text),
        submit_s,
        runtime_s,
        requested_s: known(field::REQUESTED_TIME),
        processors,
        by_request,
        status: known(field::STATUS),
        user,
        queue,
        partition,
        asks: fields.asked().map_or(Amounts::NONE, resources::read),
        after: fields.preceding().map(|text| (text.into(), known(field::THINK_TIME))),
    };
    Ok((candidate, faults))
}

impl Candidate {
    /// True if the job has a number or a name.
    pub fn is_numbered(&self) -> bool {
        self.number != NO_NUMBER || self.name.is_some()
    }

    /// The job's number or name; `None` without either.
    pub fn id(&self) -> Option<Box<str>> {
        match self.number {
            NO_NUMBER => self.name.clone(),
            number => Some(number.to_string().into()),
        }
    }

    /// True if both records have the same job number or name, and the same user.
    pub fn of_job(&self, other: &Candidate) -> bool {
        self.is_numbered() && self.number == other.number && self.name == other.name && self.user == other.user
    }

    /// True if the record is a partial execution of a job.
    pub fn is_part(&self) -> bool {
        [status::CONTINUED, status::LAST_COMPLETED, status::LAST_FAILED].contains(&self.status)
    }

    /// Reason why no job has these values.
    pub fn unusable(&self) -> Option<Reason> {
        let Candidate { submit_s, runtime_s, processors, .. } = *self;
        if self.status == status::CANCELLED && runtime_s <= 0.0 {
            return Some(Reason::NeverRan);
        }
        if submit_s < 0.0 {
            return Some(Reason::NoSubmitTime);
        }
        if runtime_s <= 0.0 {
            return Some(if runtime_s == 0.0 { Reason::ZeroRunTime } else { Reason::NoRunTime });
        }
        if processors <= 0.0 {
            return Some(Reason::NoProcessors);
        }
        let beyond = submit_s > LARGEST_TIME_S || runtime_s > LARGEST_TIME_S || processors > f64::from(u32::MAX);
        beyond.then_some(Reason::BeyondRange)
    }

    /// The value of a field, for filters.
    pub fn value<'v>(&'v self, field: Field, names: &'v Labels<Names>) -> FieldValue<'v> {
        let label = |value: i64, names: &'v Names| match names.name(value) {
            Some(name) => FieldValue::Name(name),
            None => FieldValue::Number(value as f64),
        };
        FieldValue::Number(match field {
            Field::Number if self.number == NO_NUMBER => UNKNOWN,
            Field::Number => f64::from(self.number),
            Field::Submit => self.submit_s,
            Field::Runtime => self.runtime_s,
            Field::Processors => self.processors.ceil(),
            Field::Requested => self.requested_s,
            Field::Status => self.status,
            Field::User => return label(self.user, &names.users),
            Field::Queue => return label(self.queue, &names.queues),
            Field::Partition => return label(self.partition, &names.partitions),
        })
    }

    /// The record of a usable job, without its user and class.
    pub fn record(&self) -> Record {
        let requested_s = if self.requested_s <= LARGEST_TIME_S { self.requested_s } else { -1.0 };
        Record {
            submit_s: self.submit_s,
            runtime_s: self.runtime_s,
            requested_s: packed_request(requested_s, self.runtime_s),
            processors: self.processors.ceil() as u32,
            number: self.number,
            user: 0,
            class: 0,
        }
    }
}
