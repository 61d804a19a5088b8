//! Choosing jobs of a log by their fields, as the Parallel Workloads Archive describes flurries: `user=374
//! number=12000..14000; queue=3`.

use crate::base::decimal;
use crate::base::problem::Problem;
use jiff::Timestamp;
use jiff::civil::{Date, DateTime};

/// A field of a job that a filter can test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The job's number.
    Number,
    /// Submission time \[s\].
    Submit,
    /// Run time \[s\].
    Runtime,
    /// Number of processors.
    Processors,
    /// Requested run time \[s\].
    Requested,
    /// Status code.
    Status,
    /// User: number or name.
    User,
    /// Queue: number or name.
    Queue,
    /// Partition: number or name.
    Partition,
}

impl Field {
    const ALL: [(&'static str, Field); 9] = [
        ("number", Field::Number),
        ("submit", Field::Submit),
        ("runtime", Field::Runtime),
        ("processors", Field::Processors),
        ("requested", Field::Requested),
        ("status", Field::Status),
        ("user", Field::User),
        ("queue", Field::Queue),
        ("partition", Field::Partition),
    ];

    /// The field with this name.
    fn named(name: &str) -> Option<Field> {
        Self::ALL.iter().find(|(own, _)| *own == name).map(|(_, field)| *field)
    }
}

/// The value of a job's field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FieldValue<'v> {
    /// A number; −1 if unknown.
    Number(f64),
    /// A name, in place of a number.
    Name(&'v str),
}

/// Rules that choose jobs. A rule is a list of conditions that all hold; a filter matches a job if one of its rules
/// does.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    rules: Vec<Vec<Condition>>,
}

/// A field has one of these values, or none of them.
#[derive(Clone, Debug, PartialEq)]
struct Condition {
    field: Field,
    negated: bool,
    allowed: Vec<Allowed>,
}

/// A value of a condition.
#[derive(Clone, Debug, PartialEq)]
enum Allowed {
    /// From the first to the second number, both included.
    Range(f64, f64),
    /// This name.
    Name(String),
}

const ALLOWED: &str = "rules such as \"user=374 number=12000..14000; queue=3,5\", of the fields number, submit, runtime, \
    processors, requested, status, user, queue, partition, with = or !=";

impl Filter {
    /// Parses a filter: rules separated by `;`, conditions separated by blanks, values separated by commas.
    ///
    /// # Errors
    /// If a condition has no `=`, an unknown field or no valid value.
    pub fn parse(place: &str, text: &str) -> Result<Filter, Problem> {
        let rules = text.split(';').map(str::trim).filter(|rule| !rule.is_empty());
        let rule = |rule: &str| rule.split_ascii_whitespace().map(|one| Condition::parse(place, one)).collect();
        Ok(Filter { rules: rules.map(rule).collect::<Result<_, Problem>>()? })
    }

    /// True if the filter has no rules.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// True if one of the rules matches a job with these values.
    pub fn matches<'v>(&self, value: impl Fn(Field) -> FieldValue<'v>) -> bool {
        self.rules.iter().any(|rule| rule.iter().all(|own| own.holds(value(own.field))))
    }
}

impl Condition {
    fn parse(place: &str, text: &str) -> Result<Condition, Problem> {
        let wrong = |what: String| Problem::new(place, what, ALLOWED, "Correct the condition, or leave it out");
        let (name, values) = text.split_once('=').ok_or_else(|| wrong(format!("has \"{text}\", which has no =")))?;
        let (name, negated) = match name.strip_suffix('!') {
            Some(name) => (name, true),
            None => (name, false),
        };
        let field = Field::named(name).ok_or_else(|| wrong(format!("has the field \"{name}\"")))?;
        let named = matches!(field, Field::User | Field::Queue | Field::Partition);
        let value = |value: &str| match Allowed::parse(value) {
            Some(Allowed::Name(_)) if !named => None,
            other => other,
        };
        let allowed = values.split(',').map(|one| {
            value(one).ok_or_else(|| wrong(format!("has the value \"{one}\" of {name}, which is no number or range")))
        });
        Ok(Condition { field, negated, allowed: allowed.collect::<Result<_, Problem>>()? })
    }

    fn holds(&self, value: FieldValue) -> bool {
        let is = |allowed: &Allowed| match (allowed, value) {
            (Allowed::Range(least, most), FieldValue::Number(number)) => (*least..=*most).contains(&number),
            (Allowed::Name(name), FieldValue::Name(own)) => name == own,
            _ => false,
        };
        self.allowed.iter().any(is) != self.negated
    }
}

impl Allowed {
    /// A number, a range (`3..5`, `3..`, `..5`) or a name.
    fn parse(text: &str) -> Option<Allowed> {
        if let Some((least, most)) = text.split_once("..") {
            let end = |text: &str, open: f64| if text.is_empty() { Some(open) } else { decimal::parse(text) };
            let (least, most) = (end(least, f64::NEG_INFINITY)?, end(most, f64::INFINITY)?);
            return (least <= most).then_some(Allowed::Range(least, most));
        }
        match decimal::parse(text) {
            Some(number) => Some(Allowed::Range(number, number)),
            None => (!text.is_empty()).then(|| Allowed::Name(text.to_owned())),
        }
    }
}

/// The beginning or the end of the used part of a log.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// A job number.
    Number(f64),
    /// Submission time on the log's clock \[s\].
    Submit(f64),
    /// Local date and time.
    Date(DateTime),
    /// A time with its offset from UTC.
    Instant(Timestamp),
}

impl Bound {
    /// Parses a bound: `job 1000`, a submission time in seconds, or a date with or without time.
    ///
    /// # Errors
    /// If the text is none of these.
    pub fn parse(place: &str, text: &str) -> Result<Bound, Problem> {
        let text = text.trim();
        let number = text.strip_prefix("job").map(|rest| decimal::parse(rest.trim()));
        let date = || {
            let moment = text.parse::<DateTime>().or_else(|_| text.parse::<Date>().map(DateTime::from));
            moment.ok().map(Bound::Date)
        };
        let instant = text.parse().ok().map(Bound::Instant);
        let bound = match number {
            Some(number) => number.map(Bound::Number),
            None if instant.is_some() => instant,
            None => decimal::parse(text).map(Bound::Submit).or_else(date),
        };
        bound.ok_or_else(|| {
            Problem::new(
                place,
                format!("is \"{text}\""),
                "a job number (job 1000), a submission time in seconds (86400), or a date (2001-03-31, 2001-03-31 12:00)",
                "Correct it, or leave it out for the whole log",
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filter(text: &str) -> Filter {
        Filter::parse("workload.only", text).unwrap()
    }

    fn job<'v>(user: &'v str, number: f64) -> impl Fn(Field) -> FieldValue<'v> {
        move |field| match (field, decimal::parse(user)) {
            (Field::User, Some(user)) => FieldValue::Number(user),
            (Field::User, None) => FieldValue::Name(user),
            (Field::Number, _) => FieldValue::Number(number),
            _ => FieldValue::Number(-1.0),
        }
    }

    #[test]
    fn rules_are_alternatives_of_conditions_that_all_hold() {
        let flurry = filter("user=374 number=10..20; user=anna; number=..3");
        let matched = |user, number| flurry.matches(job(user, number));
        assert!(matched("374", 10.0) && matched("374", 20.0) && matched("anna", 99.0) && matched("1", 3.0));
        assert!(!matched("374", 21.0) && !matched("375", 15.0) && !matched("bert", 99.0));
        assert!(filter("user!=1,2").matches(job("3", 1.0)) && !filter("user!=1,2").matches(job("2", 1.0)));
        assert!(filter("queue=-1").matches(job("2", 1.0)));
        assert!(filter(" ; ").is_empty() && !filter("").matches(job("1", 1.0)));
    }

    #[test]
    fn a_filter_that_cannot_be_read_is_refused_with_its_value() {
        for (text, wrong) in [
            ("user", "has \"user\", which has no ="),
            ("usr=3", "has the field \"usr\""),
            ("number=many", "has the value \"many\" of number"),
            ("number=5..3", "has the value \"5..3\" of number"),
            ("user=", "has the value \"\" of user"),
        ] {
            let problem = Filter::parse("workload.only", text).unwrap_err().to_string();
            assert!(problem.contains(wrong), "{problem}");
        }
    }

    #[test]
    fn bounds_are_numbers_times_or_dates() {
        let bound = |text| Bound::parse("workload.from", text).ok();
        assert_eq!(bound("job 12"), Some(Bound::Number(12.0)));
        assert_eq!(bound("86400"), Some(Bound::Submit(86_400.0)));
        let date = |hour, second| Some(Bound::Date(DateTime::constant(1970, 1, 2, hour, 0, second, 0)));
        assert_eq!((bound("1970-01-02"), bound("1970-01-02 01:00")), (date(0, 0), date(1, 0)));
        assert_eq!(bound("1970-01-02T01:00:05"), date(1, 5));
        let instant = Some(Bound::Instant(Timestamp::constant(3600, 0)));
        assert_eq!((bound("1970-01-01T01:00:00Z"), bound("1970-01-01T02:00:00+01:00")), (instant, instant));
        for wrong in ["job", "job x", "31.3.2001", "2001-02-30", "soon", ""] {
            assert_eq!(bound(wrong), None, "{wrong}");
        }
    }
}
