//! Reads times in a simulation as people write them.

use crate::base::decimal;

/// Reads a time of the simulation \[s\]: a number of seconds, or a clock time such as `1:30` (hours and minutes),
/// `1:30:05`, `34 d 17:20`, `34 d`.
pub fn parse(text: &str) -> Option<f64> {
    let text = text.replace([' ', '\u{2009}', '\u{202f}', '\u{a0}'], "");
    if let Some(seconds) = decimal::parse(text.strip_suffix('s').unwrap_or(&text)) {
        return Some(seconds);
    }
    let (days, rest) = match text.split_once('d') {
        Some((days, rest)) => (decimal::parse(days)?, rest),
        None => (0.0, text.as_str()),
    };
    let mut seconds = days * 86_400.0;
    if text.is_empty() {
        return None;
    }
    if !rest.is_empty() {
        let mut unit = 3600.0;
        for part in rest.split(':') {
            let digits = !part.is_empty() && part.bytes().all(|digit| digit.is_ascii_digit());
            seconds += decimal::parse(part).filter(|_| digits && unit >= 1.0)? * unit;
            unit /= 60.0;
        }
    }
    Some(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::number;

    #[test]
    fn what_a_clock_shows_is_read() {
        for (text, seconds) in [
            ("3000000", 3e6),
            ("3\u{2009}000\u{2009}000 s", 3e6),
            ("34 d 17:20", 3e6),
            ("34d17:20:00", 3e6),
            ("1:30", 5400.0),
            ("0:00:05", 5.0),
            ("2 d", 172_800.0),
            ("1.5d", 129_600.0),
        ] {
            assert_eq!(parse(text), Some(seconds), "{text}");
        }
        for text in ["", "d", "1:", ":30", "1:2:3:4", "soon", "1:-5", "1 d soon"] {
            assert_eq!(parse(text), None, "{text}");
        }
        for seconds in [0.0, 59.0, 3600.0, 359_999.0, 360_000.0, 3e6 + 7.0] {
            assert_eq!(parse(&number::clock(seconds, true)), Some(seconds));
        }
    }
}
