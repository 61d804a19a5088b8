//! Descriptions of allowed values.

use super::declaration::{Kind, Parameter};
use crate::base::problem::Problem;
use crate::words::number::exact;

impl Parameter {
    /// Describes the allowed values: "a number from 0 to 1 000 000 Mbps".
    pub fn allowed(&self) -> String {
        let unit = match self.unit {
            "" => String::new(),
            unit => format!(" {unit}"),
        };
        let whole = |n: u64| exact(n as f64);
        let allowed = match self.kind {
            Kind::Number { min, max, .. } => {
                format!("a number from {} to {}{unit}", exact(min), exact(max))
            }
            Kind::Integer { min, max, .. } => {
                format!("a whole number from {} to {}{unit}", whole(min), whole(max))
            }
            Kind::Count { max } => format!("a whole number from 1 to {}{unit}, or all", whole(max)),
            Kind::Bytes { max } => format!("a whole number from 0 to {}{unit}", whole(max)),
            Kind::Pair { min, max } => {
                format!("two whole numbers [smallest, largest] from {} to {}{unit}", whole(min), whole(max))
            }
            Kind::Choice { choices, .. } => choices.iter().map(|choice| choice.name).collect::<Vec<_>>().join(", "),
            Kind::Table(table) => (table.allowed)(table, &unit),
            Kind::Text { max } => format!("a text of at most {max} characters"),
            Kind::Texts { most, max } => format!("a list of at most {most} texts of at most {max} characters"),
            Kind::Formula { names, max, .. } => {
                let names: Vec<&str> = names.iter().map(|own| own.name).collect();
                format!("a formula of at most {max} characters over {}", names.join(", "))
            }
            Kind::Constants { max } => format!("at most {max} names, each with a number"),
            Kind::Hex { digits } => format!("{digits} hexadecimal digits in lower case"),
            Kind::Path => "the dotted path of a number, such as workload.bsbw_mbps".into(),
            Kind::Numbers { max } => format!("a list of 1 to {max} numbers"),
            Kind::List { of, min, max } => format!("a list of {min} to {max} entries, each a {of}"),
        };
        match self.optional() {
            true => format!("{allowed}, or nothing"),
            false => allowed,
        }
    }
}

/// The input problem, if the first number of a range is larger than the second number.
pub fn wrong_way_round([low, high]: [u32; 2], place: &str) -> Option<Problem> {
    (low > high).then(|| {
        Problem::new(
            place,
            format!("is [{low}, {high}]"),
            "the smallest first, at most the largest",
            format!("Write [{high}, {low}]"),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::super::declaration::Choice;
    use super::super::declaration::tests::plain;
    use super::*;

    #[test]
    fn what_is_allowed_in_words() {
        const HIGH_OR_LOW: Kind =
            Kind::Choice { choices: &[choice("high"), choice("low")], also: &[("lowest", "low")] };
        let cases = [
            (Kind::number(0.0, 2.5, 0.5), "a number from 0 to 2.5 s, or nothing"),
            (HIGH_OR_LOW, "high, low, or nothing"),
        ];
        for (kind, words) in cases {
            assert_eq!(plain(kind).allowed(), words);
        }
    }

    const fn choice(name: &'static str) -> Choice {
        Choice { name, label: "", help: "", group: "" }
    }
}
