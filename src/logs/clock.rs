//! The wall clock of a log: hour and weekday of a submission.
//!
//! A log counts seconds from `UnixStartTime`. Its time zone is `TimeZoneString` ("Europe/Stockholm"), with
//! daylight-saving time. If the header does not have a known zone, the offset of local time is the time of day in
//! `StartTime` ("Mon Sep 23 14:00:31 CEST 1996") minus the time of day of `UnixStartTime`. If `StartTime` is missing or
//! gives no valid offset, the deprecated `TimeZone` is used, which is wrong in several logs. Without a valid
//! `TimeZone`, the clock is UTC.

use crate::logs::Header;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::{Offset, TimeZone};

const DAY_S: i64 = 86_400;
const HOUR_S: i64 = 3600;

/// Step of time zones \[s\].
const ZONE_STEP_S: i64 = 900;

/// Largest possible offset of a time zone \[s\].
const EASTERNMOST_S: i64 = 14 * HOUR_S;

/// The date (UTC) of a time \[s\] since the beginning of 1970: "2027-01-31". The limits of dates are years −9999 and 9999.
pub fn date(time_s: i64) -> String {
    let time = Timestamp::from_second(time_s).unwrap_or_default();
    time.to_zoned(TimeZone::UTC).date().to_string()
}

/// Converts a log's seconds to hours and weekdays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time 0 of the log, in seconds since the beginning of 1970 (UTC).
    pub start_s: i64,
    zone: TimeZone,
    /// The header field that gives the zone; `None` if no field gives it and UTC is assumed.
    pub zone_from: Option<&'static str>,
}

impl Clock {
    /// The clock of a log, if its header has the start time.
    pub fn of(header: &Header) -> Option<Clock> {
        let start = header.number("UnixStartTime")?;
        // Accept times from 1970 to the year 5000; some logs have 0 or −1 if the time is unknown.
        if !(1.0..1e11).contains(&start) {
            return None;
        }
        let start_s = start as i64;
        let given = |field: &str| header.text(field);
        let named = given("TimeZoneString").and_then(|name| TimeZone::get(name.trim()).ok());
        if let Some(zone) = named {
            return Some(Clock { start_s, zone, zone_from: Some("TimeZoneString") });
        }
        let (offset_s, zone_from) = if let Some(offset_s) = given("StartTime").and_then(|text| offset(text, start_s)) {
            (offset_s, Some("StartTime"))
        } else if let Some(zone) = header.number("TimeZone").filter(|zone| zone.abs() <= EASTERNMOST_S as f64) {
            (zone as i64, Some("TimeZone"))
        } else {
            (0, None)
        };
        let offset = i32::try_from(offset_s).ok().and_then(|offset_s| Offset::from_seconds(offset_s).ok());
        Some(Clock { start_s, zone: TimeZone::fixed(offset.unwrap_or(Offset::UTC)), zone_from })
    }

    /// Local time minus UTC at the log's time 0 \[s\].
    pub fn offset_s(&self) -> i64 {
        self.offset_at_s(self.start_s)
    }

    /// Local time minus UTC at a time since the beginning of 1970 (UTC) \[s\]; 0 for times beyond the calendar.
    fn offset_at_s(&self, unix_s: i64) -> i64 {
        let offset = Timestamp::from_second(unix_s).map(|time| self.zone.to_offset(time).seconds());
        offset.map_or(0, i64::from)
    }

    /// The submission time on the log's clock of a local time; of two equal local times, the first.
    pub fn submit_s(&self, local: DateTime) -> f64 {
        let zoned = self.zone.to_ambiguous_timestamp(local).compatible();
        zoned.map_or(f64::INFINITY, |time| (time.as_second() - self.start_s) as f64)
    }

    fn local_s(&self, submit_s: f64) -> i64 {
        let unix_s = self.start_s.saturating_add(submit_s.floor() as i64);
        unix_s.saturating_add(self.offset_at_s(unix_s))
    }

    /// Hour of the day, 0 to 23.
    pub fn hour(&self, submit_s: f64) -> usize {
        (self.local_s(submit_s).rem_euclid(DAY_S) / HOUR_S) as usize
    }

    /// Day of the week from Monday, 0 to 6.
    pub fn weekday(&self, submit_s: f64) -> usize {
        // 1 January 1970 was a Thursday.
        (self.local_s(submit_s).div_euclid(DAY_S) + 3).rem_euclid(7) as usize
    }

    /// The month of a submission time: 12 · year + month, with January as 0; 0 for times beyond the calendar.
    pub fn month(&self, submit_s: f64) -> u64 {
        let unix_s = self.start_s.saturating_add(submit_s.floor() as i64);
        let local = Timestamp::from_second(unix_s).map(|time| self.zone.to_datetime(time));
        local.map_or(0, |own| u64::from(own.year().unsigned_abs()) * 12 + u64::from(own.month().unsigned_abs()) - 1)
    }

    /// Text of the time zone: "Europe/Stockholm", "UTC+2", "UTC−3:30", "UTC".
    pub fn zone(&self) -> String {
        if let Some(name) = self.zone.iana_name().filter(|name| *name != "UTC") {
            return name.to_owned();
        }
        let offset_s = self.offset_s();
        let minutes = offset_s.abs() / 60;
        let sign = if offset_s < 0 { '−' } else { '+' };
        match (minutes / 60, minutes % 60) {
            (0, 0) => "UTC".to_owned(),
            (hours, 0) => format!("UTC{sign}{hours}"),
            (hours, rest) => format!("UTC{sign}{hours}:{rest:02}"),
        }
    }
}

/// Time of day in `text` minus time of day of `unix_s`, between −10 and +14 hours; `None` if the difference is not a time zone.
fn offset(text: &str, unix_s: i64) -> Option<i64> {
    let local_s = text.split_ascii_whitespace().find_map(time_of_day)?;
    let apart = (local_s - unix_s).rem_euclid(DAY_S);
    let east = if apart > EASTERNMOST_S { apart - DAY_S } else { apart };
    (east % ZONE_STEP_S == 0).then_some(east)
}

/// Seconds of a time of day such as "14:00:31".
fn time_of_day(word: &str) -> Option<i64> {
    let mut parts = word.split(':').map(|part| part.parse::<u32>().ok());
    let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
    let valid = hours < 24 && minutes < 60 && seconds < 61 && parts.next().is_none();
    valid.then(|| i64::from(hours * 3600 + minutes * 60 + seconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logs::read;

    fn clock(header: &str) -> Option<Clock> {
        let log = format!("{header}\n1 0 0 1 1\n");
        Clock::of(&read("clock.swf", &mut log.as_bytes()).unwrap().header)
    }

    #[test]
    fn the_kth_log_starts_on_a_monday_at_two_in_the_afternoon() {
        let clock =
            clock("; UnixStartTime: 843480031\n; TimeZone: 3600\n; StartTime: Mon Sep 23 14:00:31 CEST 1996").unwrap();
        assert_eq!((clock.hour(0.0), clock.weekday(0.0)), (14, 0));
        assert_eq!((clock.hour(10.0 * 3600.0), clock.weekday(10.0 * 3600.0)), (0, 1));
        assert_eq!((clock.zone(), clock.zone_from), ("UTC+2".to_owned(), Some("StartTime")));
    }

    /// In the log LLNL Atlas, the TimeZone is wrong.
    #[test]
    fn the_start_time_is_believed_before_the_time_zone() {
        let header = "; UnixStartTime: 1163199901\n; TimeZone: 3600\n; StartTime: Fri Nov 10 15:05:01 PST 2006";
        let clock = clock(header).unwrap();
        assert_eq!((clock.hour(0.0), clock.weekday(0.0), clock.zone()), (15, 4, "UTC−8".to_owned()));
    }

    /// In Luxembourg the summer of 2014 begins on 30 March at 2:00, which is 3:00.
    #[test]
    fn a_named_zone_has_daylight_saving_time() {
        let clock = clock("; UnixStartTime: 1396137600\n; TimeZone: 0\n; TimeZoneString: Europe/Luxembourg").unwrap();
        assert_eq!([0.0, 3599.0, 3600.0].map(|submit_s| clock.hour(submit_s)), [1, 1, 3]);
        assert_eq!((clock.zone(), clock.zone_from), ("Europe/Luxembourg".to_owned(), Some("TimeZoneString")));
        let local = |text: &str| clock.submit_s(text.parse().unwrap());
        assert_eq!((local("2014-03-30T03:00"), local("2014-03-30T01:00")), (3600.0, 0.0));
    }

    #[test]
    fn other_headers() {
        let iso = clock("; UnixStartTime: 1400749079\n; StartTime: 2014-05-22 10:57:59").unwrap();
        assert_eq!((iso.offset_s(), iso.weekday(0.0)), (7200, 3));
        let zone = clock("; UnixStartTime: 749458803\n; TimeZone: -28800").unwrap();
        assert_eq!((zone.hour(0.0), zone.zone_from), (23, Some("TimeZone")));
        let off = clock("; UnixStartTime: 749458803\n; TimeZone: -12600\n; StartTime: Oct 1 00:07:11").unwrap();
        assert_eq!((off.zone(), off.zone_from), ("UTC−3:30".to_owned(), Some("TimeZone")));
        let utc = clock("; UnixStartTime: 86400").unwrap();
        assert_eq!((utc.hour(-1.0), utc.weekday(0.0), utc.zone()), (23, 4, "UTC".to_owned()));
        // 2 January 1970, and 30 days later 1 February.
        assert_eq!([0.0, 30.0 * 86_400.0].map(|submit_s| utc.month(submit_s)), [1970 * 12, 1970 * 12 + 1]);
        assert_eq!(clock("; UnixStartTime: 0"), None);
        assert_eq!(clock("; MaxProcs: 3"), None);
    }
}
