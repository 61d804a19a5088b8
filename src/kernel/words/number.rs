//! Number formats for people, used in figures, tables and summaries.
//!
//! Deterministic: digits come from the standard formatter, without logarithms or locales. A thin space separates groups
//! of three digits, a space precedes the unit, and negative numbers have a true minus sign.

/// Format of a number with its unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Four significant digits, integers in full: `1087 s`, `0.8532`, `1 087 654 s`.
    #[default]
    Plain,
    /// Three significant digits, for numbers that are known only within 1 %: `1090 s`, `0.853`, `1 090 000 s`.
    Rough,
    /// Three significant digits and an SI prefix: `1.09 ks`, `12.4 M`.
    Si,
    /// A duration in clock units: `18 min 7 s`, `3 d 4 h`. Only for the unit `s`; other units use the plain style.
    Duration,
    /// A share as a percentage: `43.2 %`.
    Percent,
}

/// Thin space between groups of digits.
const THIN: char = '\u{2009}';

/// The number with its unit. `unit` may be empty.
pub fn quantity(x: f64, unit: &str, style: Style) -> String {
    match style {
        Style::Plain => join(&plain(x), unit),
        Style::Rough => join(&plain(rough(x)), unit),
        Style::Si => join(&si(x), "").trim_end().to_string() + unit_after_si(x, unit).as_str(),
        Style::Duration if unit == "s" => duration(x),
        Style::Duration => join(&plain(x), unit),
        Style::Percent => percent(x),
    }
}

/// The number with the half-width of its 95 % interval, both rounded to the second significant digit of the half-width:
/// `1087 ± 12 s`. Only the number if the half-width is zero, infinite or NaN.
pub fn with_interval(x: f64, half_width: f64, unit: &str, style: Style) -> String {
    let known = x.is_finite() && half_width.is_finite() && half_width > 0.0;
    match style {
        Style::Plain | Style::Rough if known => {
            let decimals = decimals_for(half_width, 2);
            join(&format!("{} ± {}", fixed(x, decimals), fixed(half_width, decimals)), unit)
        }
        _ if known => format!("{} ± {}", quantity(x, unit, style), quantity(half_width, unit, style)),
        _ => quantity(x, unit, style),
    }
}

/// Four significant digits, integers in full, no trailing zeros after the point: `1087`, `0.8532`, `12.5`.
pub fn plain(x: f64) -> String {
    if let Some(odd) = unusual(x) {
        return odd;
    }
    let size = x.abs();
    if size != 0.0 && size < 1e-4 {
        return minus(&format!("{x:.3e}"));
    }
    trim(fixed(x, decimals_for(x, 4)))
}

/// Rounds to three significant digits.
fn rough(x: f64) -> f64 {
    format!("{x:.2e}").parse().unwrap_or(x)
}

/// The number with a fixed count of decimals and grouped digits: `10 087.50`. From 10¹⁵ with an exponent.
pub fn fixed(x: f64, decimals: usize) -> String {
    if let Some(odd) = unusual(x) {
        return odd;
    }
    if x.abs() >= 1e15 {
        return minus(&format!("{x:.3e}"));
    }
    let digits = format!("{:.*}", decimals.min(17), x.abs());
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let negative = x < 0.0 && digits.bytes().any(|b| (b'1'..=b'9').contains(&b));
    let mut text = String::from(if negative { "−" } else { "" });
    text.push_str(&grouped(whole));
    if !fraction.is_empty() {
        text.push('.');
        text.push_str(fraction);
    }
    text
}

/// Digits in groups of three. A number of four digits is not grouped, as in years.
fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && digits.len() > 4 && (digits.len() - i).is_multiple_of(3) {
            text.push(THIN);
        }
        text.push(digit);
    }
    text
}

/// A count or a limit with all digits: `10 087`, `-5`, `0.001`. The minus sign is a hyphen, so that people can type the
/// number.
pub fn exact(x: f64) -> String {
    let text = x.to_string();
    let (minus, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.as_str()),
    };
    match digits.bytes().all(|b| b.is_ascii_digit()) {
        true => format!("{minus}{}", grouped(digits)),
        false => text,
    }
}

/// A count of things, formatted as by [`exact`].
pub fn count(things: u64) -> String {
    exact(things as f64)
}

/// A [count] with the name of the things: `1 node`, `2 nodes`.
pub fn counted(things: u64, what: &str) -> String {
    several(&count(things), what)
}

/// A formatted number, or a range, with the name of the things: `1…5 nodes`.
pub fn several(number: &str, what: &str) -> String {
    let end = if number == "1" { "" } else { "s" };
    format!("{number} {what}{end}")
}

/// Three significant digits with an SI prefix: `1.09 k`, `735`, `12.4 M`, `3.2 m`.
pub fn si(x: f64) -> String {
    if let Some(odd) = unusual(x) {
        return odd;
    }
    let (mut factor, mut prefix) = prefix_of(x.abs());
    // 999 999 is 1 M, not 1000 k.
    if (x.abs() / factor) >= 999.5 {
        (factor, prefix) = prefix_of(x.abs() * 1.001);
    }
    let scaled = x / factor;
    if !(1e-3..1e6).contains(&scaled.abs()) && scaled != 0.0 {
        return minus(&format!("{x:.2e}"));
    }
    join(&trim(fixed(scaled, decimals_for(scaled, 3))), prefix)
}

/// A duration in the two largest clock units: `45 s`, `18 min 7 s`, `2 h 5 min`, `3 d 4 h`.
pub fn duration(seconds: f64) -> String {
    if let Some(odd) = unusual(seconds) {
        return odd;
    }
    let sign = if seconds < 0.0 { "−" } else { "" };
    let size = seconds.abs();
    if size < 60.0 {
        return join(&plain(seconds), "s");
    }
    if size >= 1e12 {
        return join(&plain(seconds / 86_400.0), "d");
    }
    let total = size.round() as u64;
    let (large, small, names) = match total {
        0..3_600 => (total / 60, total % 60, ["min", "s"]),
        3_600..86_400 => {
            let minutes = (total + 30) / 60;
            (minutes / 60, minutes % 60, ["h", "min"])
        }
        _ => {
            let hours = (total + 1_800) / 3_600;
            (hours / 24, hours % 24, ["d", "h"])
        }
    };
    let large_text = fixed(large as f64, 0);
    if small == 0 {
        format!("{sign}{large_text} {}", names[0])
    } else {
        format!("{sign}{large_text} {} {small} {}", names[0], names[1])
    }
}

/// Seconds to a tenth; from ten minutes also in clock units: `132.4 s`, `7500.0 s (2 h 5 min)`.
pub fn seconds(seconds: f64) -> String {
    let exact = join(&fixed(seconds, 1), "s");
    match seconds.abs() < 600.0 {
        true => exact,
        false => format!("{exact} ({})", duration(seconds)),
    }
}

/// A share as a percentage, with three significant digits but at most two decimals: `43.2 %`.
pub fn percent(share: f64) -> String {
    let x = share * 100.0;
    if let Some(odd) = unusual(x) {
        return odd;
    }
    format!("{} %", trim(fixed(x, decimals_for(x, 3).min(2))))
}

/// As [`percent`], but with enough decimals to distinguish the share from a different limit: `100.04 %` for a limit of
/// 100 %.
pub fn percent_beside(share: f64, limit: f64) -> String {
    let short = percent(share);
    if share == limit || short != percent(limit) {
        return short;
    }
    let text = |share: f64, decimals: usize| format!("{} %", fixed(share * 100.0, decimals));
    let apart = (0..6).find(|&decimals| text(share, decimals) != text(limit, decimals));
    apart.map_or(short, |decimals| text(share, decimals))
}

/// A time of the simulation as `h:mm:ss`, with days from 100 hours on. `with_seconds` adds the seconds.
pub fn clock(seconds: f64, with_seconds: bool) -> String {
    if !seconds.is_finite() || seconds.abs() >= 1e12 {
        return plain(seconds);
    }
    let sign = if seconds < -0.5 { "−" } else { "" };
    let total = seconds.abs().round() as u64;
    let (hours, minutes, rest) = (total / 3_600, total / 60 % 60, total % 60);
    let mut text = if hours >= 100 {
        format!("{sign}{} d {}:{minutes:02}", hours / 24, hours % 24)
    } else {
        format!("{sign}{hours}:{minutes:02}")
    };
    if with_seconds {
        text.push_str(&format!(":{rest:02}"));
    }
    text
}

/// 10 to the power `k`, correctly rounded; 0 or infinity outside the range of `f64`.
pub fn power_of_ten(k: i32) -> f64 {
    format!("1e{k}").parse().unwrap_or(f64::NAN)
}

/// The largest `k` with 10ᵏ ≤ |x|, for a finite number other than 0.
pub fn decade(x: f64) -> i32 {
    // `{:e}` writes d.ddde±k; its exponent is this k.
    power(&format!("{:e}", x.abs()))
}

/// Rounds a number to the power of ten at or below `step`.
pub fn rounded(value: f64, step: f64) -> f64 {
    let decade = decade(step);
    match usize::try_from(-decade) {
        Ok(decimals) => format!("{value:.decimals$}").parse().unwrap_or(value),
        Err(_) => {
            let step = power_of_ten(decade);
            (value / step).round() * step
        }
    }
}

/// The exponent at the end of a formatted number.
fn power(text: &str) -> i32 {
    text.split_once('e').and_then(|(_, k)| k.parse().ok()).unwrap_or(0)
}

/// Number of decimals that shows `significant` digits; 0 if the integer part already has that many.
fn decimals_for(x: f64, significant: i32) -> usize {
    if x == 0.0 || !x.is_finite() {
        return 0;
    }
    // Rounding may carry into the next decade: 9.9996 has four significant digits as 10.00.
    let shown = format!("{:.*e}", (significant - 1).max(0) as usize, x);
    (significant - 1 - power(&shown)).clamp(0, 17) as usize
}

fn prefix_of(size: f64) -> (f64, &'static str) {
    const PREFIXES: [(f64, &str); 8] =
        [(1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "µ")];
    if size == 0.0 {
        return (1.0, "");
    }
    PREFIXES.into_iter().find(|&(factor, _)| size >= factor).unwrap_or((1.0, ""))
}

/// The text for NaN or an infinity; `None` for a finite number.
fn unusual(x: f64) -> Option<String> {
    if x.is_nan() {
        Some("–".to_string())
    } else if x == f64::INFINITY {
        Some("∞".to_string())
    } else if x == f64::NEG_INFINITY {
        Some("−∞".to_string())
    } else {
        None
    }
}

fn unit_after_si(x: f64, unit: &str) -> String {
    // The prefix already follows a space: `1.09 k` and `s` give `1.09 ks`, but `735` and `s` give `735 s`.
    let ends_in_prefix = si(x).ends_with(|c: char| c.is_ascii_alphabetic() || c == 'µ');
    if unit.is_empty() || ends_in_prefix { unit.to_string() } else { format!(" {unit}") }
}

fn join(number: &str, unit: &str) -> String {
    if unit.is_empty() { number.to_string() } else { format!("{number} {unit}") }
}

fn trim(text: String) -> String {
    if text.contains('.') && !text.contains('e') {
        text.trim_end_matches('0').trim_end_matches('.').to_string()
    } else {
        text
    }
}

fn minus(text: &str) -> String {
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn one_is_singular() {
        let all = [0, 1, 2, 12_345].map(|things| counted(things, "node"));
        assert_eq!(all, ["0 nodes", "1 node", "2 nodes", "12\u{2009}345 nodes"]);
        assert_eq!(several("1…5", "node"), "1…5 nodes");
    }

    #[test]
    fn rounded_numbers() {
        assert_eq!([rounded(1234.7, 16.0), rounded(1234.7, 1.6), rounded(0.1234, 0.02)], [1230.0, 1235.0, 0.12]);
    }

    #[test]
    fn plain_numbers() {
        let pairs = [
            (1087.4, "1087"),
            (735.0, "735"),
            (735.25, "735.2"),
            (0.853_21, "0.8532"),
            (12.5, "12.5"),
            (9.999_96, "10"),
            (1_087_654.0, "1\u{2009}087\u{2009}654"),
            (12_345.6, "12\u{2009}346"),
            (-2.5, "−2.5"),
            (-0.0, "0"),
            (1e300, "1.000e300"),
            (1e-9, "1.000e−9"),
        ];
        for (x, text) in pairs {
            assert_eq!(plain(x), text);
        }
        assert_eq!(plain(f64::NAN), "–");
        assert_eq!(plain(f64::INFINITY), "∞");
    }

    #[test]
    fn exact_numbers() {
        let pairs = [
            (1_048_576.0, "1\u{2009}048\u{2009}576"),
            (9999.0, "9999"),
            (0.001, "0.001"),
            (1_125_899_906_842_624.0, "1\u{2009}125\u{2009}899\u{2009}906\u{2009}842\u{2009}624"),
            (-12_000.0, "-12\u{2009}000"),
            (1.234_567_891, "1.234567891"),
        ];
        for (x, text) in pairs {
            assert_eq!(exact(x), text);
        }
    }

    #[test]
    fn si_numbers() {
        let pairs = [
            (1087.0, "1.09 k"),
            (735.0, "735"),
            (999_999.0, "1 M"),
            (999_600.0, "1 M"),
            (12_400_000.0, "12.4 M"),
            (0.0032, "3.2 m"),
            (0.0, "0"),
        ];
        for (x, text) in pairs {
            assert_eq!(si(x), text);
        }
        assert_eq!(quantity(1087.0, "s", Style::Si), "1.09 ks");
        assert_eq!(quantity(735.0, "s", Style::Si), "735 s");
    }

    #[test]
    fn durations_and_clocks() {
        let pairs = [
            (45.0, "45 s"),
            (1087.0, "18 min 7 s"),
            (3600.0, "1 h"),
            (7500.0, "2 h 5 min"),
            (86_399.0, "24 h"),
            (273_600.0, "3 d 4 h"),
            (-1087.0, "−18 min 7 s"),
        ];
        for (x, text) in pairs {
            assert_eq!(duration(x), text);
        }
        assert_eq!(seconds(599.94), "599.9 s");
        assert_eq!(seconds(-7500.0), "−7500.0 s (−2 h 5 min)");
        assert_eq!(clock(3_725.0, true), "1:02:05");
        assert_eq!(clock(3_725.0, false), "1:02");
        assert_eq!(clock(400_000.0, false), "4 d 15:06");
    }

    #[test]
    fn units_intervals_and_shares() {
        assert_eq!(quantity(1087.0, "s", Style::Plain), "1087 s");
        assert_eq!(quantity(1087.0, "s", Style::Duration), "18 min 7 s");
        assert_eq!(quantity(0.4321, "", Style::Percent), "43.2 %");
        assert_eq!(with_interval(1087.2, 12.3, "s", Style::Plain), "1087 ± 12 s");
        assert_eq!(with_interval(0.8532, 0.0123, "", Style::Plain), "0.853 ± 0.012");
        assert_eq!(with_interval(1087.0, f64::NAN, "s", Style::Plain), "1087 s");
    }

    #[test]
    fn decades_at_their_edges() {
        assert_eq!((decade(1.0), decade(999.9), decade(1000.0)), (0, 2, 3));
        assert_eq!((decade(0.001), decade(-0.5)), (-3, -1));
        assert_eq!(power_of_ten(-3), 0.001);
    }

    proptest! {
        /// The text of a number is short, whatever its bits are.
        #[test]
        fn never_long_never_panics(bits in any::<u64>()) {
            let x = f64::from_bits(bits);
            for style in [Style::Plain, Style::Rough, Style::Si, Style::Duration, Style::Percent] {
                let text = quantity(x, "s", style);
                prop_assert!(!text.is_empty() && text.chars().count() < 30, "{text}");
            }
            prop_assert!(clock(x, true).chars().count() < 30);
            prop_assert!(with_interval(x, 1.0, "s", Style::Plain).chars().count() < 50);
        }
    }

    #[test]
    fn what_is_known_roughly_has_three_digits() {
        let rough = |x| quantity(x, "s", Style::Rough);
        let all = [1087.4, 0.85321, 9.996, 1_087_654.0, -12_345.6, 0.0].map(rough);
        let expected = ["1090 s", "0.853 s", "10 s", "1\u{2009}090\u{2009}000 s", "−12\u{2009}300 s", "0 s"];
        assert_eq!(all, expected);
        assert_eq!([f64::NAN, f64::INFINITY].map(rough), ["– s", "∞ s"]);
        // If a confidence interval is given, the interval decides the number of digits, not the style.
        assert_eq!(with_interval(1087.4, 12.3, "s", Style::Rough), "1087 ± 12 s");
    }

    #[test]
    fn percents_are_told_apart_from_the_limit() {
        assert_eq!(percent_beside(1.306, 1.0), "131 %");
        assert_eq!(percent_beside(1.0, 1.0), "100 %");
        assert_eq!(percent_beside(1.0004, 1.0), "100.04 %");
        assert_eq!(percent_beside(0.7996, 0.8), "79.96 %");
        assert_eq!(percent_beside(0.853, f64::INFINITY), "85.3 %");
    }
}
