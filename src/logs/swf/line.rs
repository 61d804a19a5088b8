//! One line of a log, read from its bytes without copying.
//!
//! Real logs have blanks before the first field, tabs, comments anywhere, decimal numbers, fewer or more than 18
//! fields and stray text. Every line can be read as a [`Line`].

use crate::base::decimal;

/// Number of fields in the standard; further fields are ignored.
pub(super) const FIELDS: usize = 18;

/// The standard's value for an unknown field.
pub(super) const UNKNOWN: f64 = -1.0;

/// Indices of the fields that we use, counted from 0 (the standard counts from 1).
pub(super) mod field {
    pub const NUMBER: usize = 0;
    pub const SUBMIT: usize = 1;
    pub const RUNTIME: usize = 3;
    pub const PROCESSORS: usize = 4;
    pub const REQUESTED_PROCESSORS: usize = 7;
    pub const REQUESTED_TIME: usize = 8;
    /// A number, or a list with GPUs.
    pub const MEMORY: usize = 9;
    pub const STATUS: usize = 10;
    pub const USER: usize = 11;
    pub const QUEUE: usize = 14;
    pub const PARTITION: usize = 15;
    /// A number, or a list of dependencies.
    pub const PRECEDING: usize = 16;
    pub const THINK_TIME: usize = 17;
}

/// Use of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// A number.
    Number,
    /// A time: seconds, or `[d-]hh:mm[:ss]`.
    Time,
    /// Not used; its values are only noticed.
    Unused,
}

const USES: [Use; FIELDS] = {
    let mut uses = [Use::Unused; FIELDS];
    uses[field::NUMBER] = Use::Number;
    uses[field::SUBMIT] = Use::Time;
    uses[field::RUNTIME] = Use::Time;
    uses[field::PROCESSORS] = Use::Number;
    uses[field::REQUESTED_PROCESSORS] = Use::Number;
    uses[field::REQUESTED_TIME] = Use::Time;
    uses[field::STATUS] = Use::Number;
    uses[field::USER] = Use::Number;
    uses[field::QUEUE] = Use::Number;
    uses[field::PARTITION] = Use::Number;
    uses[field::THINK_TIME] = Use::Time;
    uses
};

/// Names of the fields that are not used, by the standard's number. (The preceding job, field 17, is read as a text.)
pub const UNUSED: [(usize, &str); 6] = [
    (3, "wait"),
    (6, "processor time used"),
    (7, "memory used"),
    (10, "memory requested"),
    (13, "group"),
    (14, "program"),
];

/// The kinds of lines.
#[derive(Clone, Debug)]
pub(super) enum Line<'a> {
    /// Only blanks.
    Blank,
    /// Text after `;` (or `#`, written by some tools).
    Comment(&'a [u8]),
    /// Anything else.
    Record(Fields<'a>),
}

/// The fields of a record.
#[derive(Clone, Debug)]
pub(super) struct Fields<'a> {
    /// The used fields, in the order of their indices: [`UNKNOWN`] if a field is missing, NaN if it is not a number.
    pub values: [f64; FIELDS],
    /// The line, from its first field on.
    line: &'a [u8],
    /// A bit for each unused field that has a value other than −1 and 0.
    pub unused: u32,
    /// Number of fields of the line.
    pub count: usize,
}

impl<'a> Line<'a> {
    /// Parses a line without its line end.
    pub fn of(line: &'a [u8]) -> Line<'a> {
        let line = line.trim_ascii_start();
        match line.split_first() {
            None => Line::Blank,
            Some((b';' | b'#', text)) => Line::Comment(text),
            Some(_) => Line::Record(Fields::of(line)),
        }
    }
}

impl<'a> Fields<'a> {
    /// Splits at blanks; a `;` at the beginning of a field starts a comment.
    fn of(line: &'a [u8]) -> Fields<'a> {
        let mut fields = Fields { values: [UNKNOWN; FIELDS], line, unused: 0, count: 0 };
        let mut rest = line;
        loop {
            rest = rest.trim_ascii_start();
            let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
            let (token, after) = rest.split_at(length);
            if token.is_empty() || token.starts_with(b";") {
                return fields;
            }
            match USES.get(fields.count) {
                Some(Use::Unused) if token != b"-1" && token != b"0" => fields.unused |= 1 << fields.count,
                Some(Use::Unused) | None => {}
                Some(using) => {
                    let number = number(token);
                    let timed = *using == Use::Time && number.is_nan();
                    fields.values[fields.count] = if timed { time_s(token) } else { number };
                }
            }
            fields.count += 1;
            rest = after;
        }
    }

    /// The job that the record waits for, or a list of dependencies; `None` if there is none.
    pub fn preceding(&self) -> Option<&'a str> {
        let is_there = self.unused & (1 << field::PRECEDING) != 0;
        is_there.then(|| str::from_utf8(self.text(field::PRECEDING)).unwrap_or("?"))
    }

    /// Memory and GPUs that the job asked for per processor, as the text of field 10; `None` if there is none.
    pub fn asked(&self) -> Option<&'a str> {
        let is_there = self.unused & (1 << field::MEMORY) != 0;
        is_there.then(|| str::from_utf8(self.text(field::MEMORY)).unwrap_or("?"))
    }

    /// The text of a field; empty if the field is missing. Few records need it, so it is not stored.
    pub fn text(&self, at: usize) -> &'a [u8] {
        let mut words = self.line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        words.nth(at).unwrap_or_default()
    }
}

/// Powers of ten that are exact in an f64.
const EXACT_POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

/// The number in a field; NaN if the field is not a finite number.
///
/// Digits with at most one point are read directly: digits up to 2⁵³ and powers of ten up to 10²² are exact, so the one
/// division rounds correctly. The general parser reads all other text.
fn number(token: &[u8]) -> f64 {
    let (negative, digits) = match token.split_first() {
        Some((b'-', rest)) => (true, rest),
        Some((b'+', rest)) => (false, rest),
        _ => (false, token),
    };
    let mut mantissa = 0u64;
    let mut decimals = None;
    for &byte in digits {
        match (byte, decimals.as_mut()) {
            (b'0'..=b'9', decimals) => {
                mantissa = mantissa * 10 + u64::from(byte - b'0');
                if let Some(decimals) = decimals {
                    *decimals += 1;
                }
            }
            (b'.', None) => decimals = Some(0usize),
            _ => return number_in_full(token),
        }
        if mantissa > 1 << 53 {
            return number_in_full(token);
        }
    }
    let bare = digits.len() <= usize::from(decimals.is_some());
    match EXACT_POWERS.get(decimals.unwrap_or(0)) {
        Some(power) if !bare => {
            let size = mantissa as f64 / power;
            if negative { -size } else { size }
        }
        _ => number_in_full(token),
    }
}

#[cold]
fn number_in_full(token: &[u8]) -> f64 {
    std::str::from_utf8(token).ok().and_then(decimal::parse).unwrap_or(f64::NAN)
}

/// The seconds of a time such as `1-02:03:04` (days, hours, minutes, seconds) or `02:03`; NaN if the text is no time.
#[cold]
fn time_s(token: &[u8]) -> f64 {
    let time = || -> Option<f64> {
        let text = std::str::from_utf8(token).ok()?;
        let (days, clock) = text.split_once('-').unwrap_or(("0", text));
        let whole = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| decimal::parse(text))?;
        let mut parts = clock.split(':');
        let hours_minutes_s = whole(parts.next()?)? * 3600.0 + whole(parts.next()?)? * 60.0;
        let seconds = match parts.next() {
            Some(seconds) => decimal::parse(seconds).filter(|&seconds| seconds >= 0.0)?,
            None => 0.0,
        };
        parts.next().is_none().then_some(whole(days)? * 86_400.0 + hours_minutes_s + seconds)
    };
    time().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A slow and simple parser for comparison.
    fn twin(line: &[u8]) -> Option<(Vec<f64>, usize)> {
        let mut words: Vec<&[u8]> = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
        if words.first().is_none_or(|w| w[0] == b';' || w[0] == b'#') {
            return None;
        }
        if let Some(comment) = words.iter().position(|w| w[0] == b';') {
            words.truncate(comment);
        }
        let count = words.len();
        let mut values: Vec<f64> = words
            .iter()
            .map(|w| {
                let number = String::from_utf8_lossy(w).parse().unwrap_or(f64::NAN);
                if number.is_finite() { number } else { f64::NAN }
            })
            .collect();
        values.resize(FIELDS, UNKNOWN);
        for (value, using) in values.iter_mut().zip(USES) {
            if using == Use::Unused {
                *value = UNKNOWN;
            }
        }
        Some((values, count))
    }

    fn bits(values: &[f64]) -> Vec<u64> {
        values.iter().map(|v| if v.is_nan() { 0 } else { v.to_bits() }).collect()
    }

    fn agree(line: &[u8]) {
        let own = match Line::of(line) {
            Line::Record(fields) => Some((bits(&fields.values), fields.count)),
            _ => None,
        };
        let twin = twin(line).map(|(values, count)| (bits(&values), count));
        assert_eq!(own, twin, "{}", String::from_utf8_lossy(line));
    }

    proptest! {
        #[test]
        fn lines_as_the_twin_reads_them(words in prop::collection::vec(
            prop_oneof![
                5 => "-?[0-9]{1,8}",
                2 => "[+-]?[0-9]{0,20}\\.?[0-9]{0,20}",
                1 => "[-+.0-9eEinfaNtyx;#]{1,9}",
                1 => any::<f64>().prop_map(|x| x.to_string()),
            ], 0..24), blank in "[ \t]{1,3}", before in "[ \t]{0,2}")
        {
            agree(format!("{before}{}{blank}", words.join(&blank)).as_bytes());
        }

        #[test]
        fn bytes_as_the_twin_reads_them(line in prop::collection::vec(any::<u8>(), 0..200)) {
            agree(&line);
        }
    }

    #[test]
    fn a_line_of_the_kth_log() {
        let line = b"    2   327952 291900   9382   80     -1    -1   80  14400    -1  1   2   2  -1 -1 -1 -1 -1";
        let Line::Record(fields) = Line::of(line) else { panic!() };
        assert_eq!(fields.count, 18);
        assert_eq!(fields.values[field::SUBMIT], 327_952.0);
        assert_eq!(fields.values[field::RUNTIME], 9382.0);
        assert_eq!(fields.values[field::PROCESSORS], 80.0);
        assert_eq!(fields.values[field::REQUESTED_TIME], 14_400.0);
        assert_eq!(fields.values[field::USER], 2.0);
        assert_eq!(fields.values[field::QUEUE], UNKNOWN);
    }

    #[test]
    fn times_of_day_are_times() {
        for (text, seconds) in [("00:01", 60.0), ("02:03:04", 7384.0), ("1-00:00:00", 86_400.0), ("2-12:30", 217_800.0)]
        {
            assert_eq!(time_s(text.as_bytes()), seconds, "{text}");
        }
        for text in ["", ":", "1:", "-1:00", "a:00", "1:2:3:4", "1-2", "1:-2", "00:00:-1"] {
            assert!(time_s(text.as_bytes()).is_nan(), "{text}");
        }
        let Line::Record(fields) = Line::of(b"1 00:10 -1 1-00:00 4 -1 5 4 02:00:00 0 1 anna") else { panic!() };
        assert_eq!([1, 3, 8].map(|at: usize| fields.values[at]), [600.0, 86_400.0, 7200.0]);
        assert!(fields.values[field::USER].is_nan());
        assert_eq!((fields.text(field::USER), fields.unused), (&b"anna"[..], 1 << 6));
    }

    #[test]
    fn kinds_of_lines() {
        assert!(matches!(Line::of(b" \t "), Line::Blank));
        assert!(matches!(Line::of(b" ; Note: x"), Line::Comment(b" Note: x")));
        assert!(matches!(Line::of(b"\0\xFF"), Line::Record(f) if f.values[0].is_nan()));
    }
}
