//! Numbers that people write, read by the same code that reads JSON: the standard library's own reader brings a table of
//! 10 kB, which a visitor of the page would download beside that of JSON.

/// A finite number as [`str::parse`] reads it, `None` for anything else: `1`, `-0.5`, `+.5e3`, `7.`.
pub fn parse(text: &str) -> Option<f64> {
    let (sign, size) = match text.strip_prefix('-') {
        Some(size) => ("-", size),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let (mantissa, power) = size.split_once(['e', 'E']).unwrap_or((size, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = || whole.bytes().chain(fraction.bytes());
    if digits().next().is_none() || !digits().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    // JSON wants digits on both sides of the point, and no zeros before others.
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        digits => digits,
    };
    serde_json::from_str(&format!("{sign}{whole}.{fraction}0e{power}")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn as_std(text: &str) {
        let standard = text.parse().ok().filter(|number: &f64| number.is_finite());
        let bits = |number: Option<f64>| number.map(f64::to_bits);
        assert_eq!(bits(parse(text)), bits(standard), "{text}");
    }

    #[test]
    fn what_is_a_number_and_what_is_none() {
        for text in [
            "0",
            "-0",
            "00",
            "007",
            "+7",
            "7.",
            ".7",
            "-.7e+1",
            "1E3",
            "1e400",
            "-1e400",
            "1e-400",
            "0e999999999",
            "",
            "+",
            "-",
            ".",
            "e1",
            ".e1",
            "1e",
            "1e+",
            "--1",
            "+-1",
            "1 ",
            " 1",
            "1.2.3",
            "1e1.0",
            "1_000",
            "inf",
            "NaN",
            "infinity",
            "0x10",
            "1e1e1",
            "1.-2",
            "-+.5",
            "1f",
            "١",
            "true",
            "[1]",
            "1,2",
            "9007199254740993",
            "2.2250738585072011e-308",
            "179769313486231580793728971405301e276",
            "123456789012345678901234567890",
        ] {
            as_std(text);
        }
    }

    proptest! {
        #[test]
        fn as_the_standard_library(number in any::<f64>()) {
            as_std(&number.to_string());
            as_std(&format!("{number:e}"));
        }

        #[test]
        fn of_any_characters(text in "[-+0-9.eE]{0,12}", digits in "[0-9]{0,30}[.]?[0-9]{0,400}") {
            as_std(&text);
            as_std(&digits);
        }
    }
}
