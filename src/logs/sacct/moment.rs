//! Times and durations as Slurm prints them.

use crate::base::problem::Problem;
use crate::parameter::json::shortened;
use crate::words::nearest::nearest;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::{self, AmbiguousOffset, Offset, TimeZone};

/// Seconds of a day.
const DAY_S: i64 = 86_400;

/// A time in the accounting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::logs) enum Moment {
    /// Seconds since 1970 (UTC).
    Unix(i64),
    /// A time on the local clock, whose zone the text does not tell.
    Local(DateTime),
}

impl Moment {
    /// Reads `2024-03-31T01:59:59`, the same with an offset (`+02:00`, `+0200`, `Z`), or seconds since 1970.
    pub fn of(text: &str) -> Option<Moment> {
        let moment = match text.bytes().all(|byte| byte.is_ascii_digit()) {
            true => Moment::Unix(Timestamp::from_second(text.parse().ok()?).ok()?.as_second()),
            false => match text.parse::<Timestamp>() {
                Ok(own) => Moment::Unix(own.as_second()),
                // A date without a time of day would be read as midnight.
                Err(_) => Moment::Local(text.parse().ok().filter(|_| text.contains(':'))?),
            },
        };
        (moment.instants(None)[0] >= 0).then_some(moment)
    }

    /// Possible times since 1970 (UTC) \[s\], the earlier one first. They differ in the hour that the clocks of the zone
    /// show twice. Without a zone, the local clock is taken as UTC.
    pub fn instants(self, zone: Option<&TimeZone>) -> [i64; 2] {
        match (self, zone) {
            (Moment::Unix(s), _) => [s, s],
            (Moment::Local(local), None) => [at(local, Offset::UTC); 2],
            (Moment::Local(local), Some(zone)) => match zone.to_ambiguous_timestamp(local).offset() {
                AmbiguousOffset::Unambiguous { offset } => [at(local, offset); 2],
                // A time that the clocks skip is counted from the time before the change.
                AmbiguousOffset::Gap { before, .. } => [at(local, before); 2],
                AmbiguousOffset::Fold { before, after } => [at(local, before), at(local, after)],
            },
        }
    }
}

/// Time since 1970 (UTC) \[s\] of a local time.
fn at(local: DateTime, offset: Offset) -> i64 {
    let own = offset.to_timestamp(local);
    // Only the last hours of year 9999 and the first hours of year −9999 exceed the range.
    own.map_or(-1, Timestamp::as_second)
}

/// The time zone of a name; `place` is the option that gives it.
///
/// # Errors
/// If there is no such zone.
pub fn zone(place: &str, name: &str) -> Result<TimeZone, Problem> {
    TimeZone::get(name).map_err(|_| {
        let all: Vec<String> = tz::db().available().map(|own| own.as_str().to_owned()).collect();
        let remedy = match nearest(name, all.iter().map(String::as_str)) {
            Some(meant) => format!("Did you mean {meant}?"),
            None => "On the machine of the accounting, timedatectl prints it".to_owned(),
        };
        let wrong = format!("is \"{}\", which is no time zone", shortened(name, 60));
        Problem::new(place, wrong, "a name of the tz database, such as Europe/Berlin", remedy)
    })
}

/// Reads a duration of Slurm \[s\]: `[days-][hours:]minutes:seconds`, `days-hours`, `days-hours:minutes`.
pub(super) fn duration_s(text: &str) -> Option<i64> {
    let (days, clock) = match text.split_once('-') {
        Some((days, clock)) => (Some(count(days)?), clock),
        None => (None, text),
    };
    let parts: Vec<i64> = clock.split(':').map(count).collect::<Option<_>>()?;
    let seconds = match (days, parts.as_slice()) {
        (_, &[hours, minutes, seconds]) => 3600 * hours + 60 * minutes + seconds,
        (Some(_), &[hours, minutes]) => 3600 * hours + 60 * minutes,
        (Some(_), &[hours]) => 3600 * hours,
        (None, &[minutes, seconds]) => 60 * minutes + seconds,
        _ => return None,
    };
    Some(days.unwrap_or(0) * DAY_S + seconds)
}

/// A number of one to nine digits.
fn count(text: &str) -> Option<i64> {
    let is_number = (1..=9).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn times_of_every_form() {
        for (text, unix_s) in [
            ("1970-01-01T00:00:00", 0),
            ("2024-03-31T01:59:59", 1_711_850_399),
            ("2024-02-29 12:00", 1_709_208_000),
            ("2024-03-31T01:59:59+01:00", 1_711_846_799),
            ("2024-03-31T01:59:59+0100", 1_711_846_799),
            ("2024-03-31T00:59:59Z", 1_711_846_799),
            ("2024-03-30T21:29:59-0330", 1_711_846_799),
            ("1711846799", 1_711_846_799),
        ] {
            assert_eq!(Moment::of(text).map(|own| own.instants(None)), Some([unix_s; 2]), "{text}");
        }
        for text in [
            "",
            "Unknown",
            "2024-02-30T00:00:00",
            "2023-02-29T00:00:00",
            "2024-13-01T00:00:00",
            "2024-03-31",
            "2024-03-31T24:00:00",
            "1960-03-31T01:59:59",
            "2024-03-31T01:59:59+99:00",
            "99999999999999999999",
            "-1",
            "31 Mar 02:00",
        ] {
            assert_eq!(Moment::of(text), None, "{text}");
        }
    }

    /// Europe/Berlin: on 31 March 2024 the clocks skip 2 to 3 o'clock, on 27 October they show 2 to 3 twice.
    #[test]
    fn clocks_that_change() {
        let zone = TimeZone::get("Europe/Berlin").unwrap();
        let at = |text| Moment::of(text).unwrap().instants(Some(&zone));
        assert_eq!(at("2024-03-31T01:59:59"), [1_711_846_799; 2]);
        assert_eq!(at("2024-03-31T03:00:00"), [1_711_846_800; 2]);
        assert_eq!(at("2024-03-31T02:30:00"), [1_711_848_600; 2]);
        assert_eq!(at("2024-10-27T02:30:00"), [1_729_989_000, 1_729_992_600]);
        assert_eq!(at("1711846799"), [1_711_846_799; 2]);
    }

    #[test]
    fn a_zone_that_does_not_exist() {
        let problem = zone("--timezone", "Europe/Berln").unwrap_err().to_string();
        assert!(problem.contains("\"Europe/Berln\", which is no time zone"), "{problem}");
        assert!(problem.contains("Did you mean Europe/Berlin?"), "{problem}");
        let problem = zone("--timezone", "a\u{1b}[31m").unwrap_err().to_string();
        assert!(problem.contains("\"a [31m\""), "{problem}");
        assert_eq!(zone("--timezone", "UTC").map(|own| own.is_unknown()), Ok(false));
    }

    #[test]
    fn durations_of_every_form() {
        for (text, seconds) in [
            ("00:01:00", 60),
            ("1-02:03:04", 93_784),
            ("365-00:00:00", 31_536_000),
            ("05:30", 330),
            ("2-12", 216_000),
            ("2-12:30", 217_800),
        ] {
            assert_eq!(duration_s(text), Some(seconds), "{text}");
        }
        for text in ["", "UNLIMITED", "5", "1-", "-1:2:3", "1:2:3:4", "1234567890:00", "00:00.5"] {
            assert_eq!(duration_s(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_a_time_or_none(text in "\\PC{0,30}|[0-9TZ:+-]{0,30}") {
            let _ = duration_s(&text);
            let zone = TimeZone::get("Europe/Berlin").unwrap();
            if let Some(moment) = Moment::of(&text) {
                let [first_s, second_s] = moment.instants(Some(&zone));
                prop_assert!(first_s <= second_s);
            }
        }
    }
}
