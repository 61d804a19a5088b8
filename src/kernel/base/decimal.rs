//! Reads numbers that people write.

/// Parses a finite number with [`str::parse`]: `1`, `-0.5`, `+.5e3`, `7.`. `None` for other texts, for `inf` and `nan`
/// (the standard library accepts both), and for numbers that are too large.
pub fn parse(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_a_number() {
        for (text, number) in [
            ("0", 0.0),
            ("-0", -0.0),
            ("00", 0.0),
            ("007", 7.0),
            ("+7", 7.0),
            ("7.", 7.0),
            (".7", 0.7),
            ("-.7e+1", -7.0),
            ("1E3", 1000.0),
            ("1e5", 1e5),
            ("1e-400", 0.0),
            ("0e999999999", 0.0),
            ("9007199254740993", 9_007_199_254_740_992.0),
            ("2.2250738585072011e-308", 2.225_073_858_507_201e-308),
            ("179769313486231580793728971405301e276", f64::MAX),
            ("123456789012345678901234567890", 1.234_567_890_123_456_8e29),
        ] {
            let bits = parse(text).map(f64::to_bits);
            assert_eq!(bits, Some(number.to_bits()), "{text}");
        }
    }

    #[test]
    fn what_is_none() {
        for text in [
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
            "-+.5",
            "1.-2",
            "1 ",
            " 1",
            "1.2.3",
            "1e1.0",
            "1e1e1",
            "1_000",
            "1,2",
            "1f",
            "0x10",
            "١",
            "true",
            "[1]",
            // Too large.
            "1e400",
            "-1e400",
            // The standard library's parser accepts these texts, but they are not finite numbers.
            "inf",
            "+inf",
            "-inf",
            "INF",
            "infinity",
            "-Infinity",
            "nan",
            "NaN",
            "-nan",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    proptest! {
        /// A number consists only of digits, one point, a sign and an exponent, even if the standard library accepts
        /// more one day.
        #[test]
        fn no_other_characters(text in ".{0,12}", number_like in "[-+0-9.eEinfaINFA]{0,9}") {
            for text in [text, number_like] {
                let plain = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
                prop_assert!(parse(&text).is_none() || plain, "{}", text);
            }
        }

        #[test]
        fn every_bit_is_read_again(number in any::<f64>().prop_filter("finite", |number| number.is_finite())) {
            for text in [number.to_string(), format!("{number:e}")] {
                prop_assert_eq!(parse(&text).map(f64::to_bits), Some(number.to_bits()));
            }
        }
    }
}
