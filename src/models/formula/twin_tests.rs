//! The formula language against a recursive second implementation, and with random texts.

use super::language::MOST_CHARACTERS;
use super::names::{ORDER, priority};
use super::tests::{INPUTS, read, value};
use crate::base::maths;
use crate::parameter::Constants;
use proptest::prelude::*;

/// A formula as a tree, evaluated by recursion.
#[derive(Clone, Debug)]
enum Tree {
    Number(f64),
    Name(usize),
    Negative(Box<Tree>),
    Two(&'static str, Box<[Tree; 2]>),
    Call(&'static str, Vec<Tree>),
}

impl Tree {
    /// The formula as text, with brackets around every operation and blanks around every operator.
    fn text(&self) -> String {
        match self {
            Tree::Number(number) => format!("{number:?}"),
            Tree::Name(place) => ORDER[*place].name.to_owned(),
            Tree::Negative(of) => format!("(-{})", of.text()),
            Tree::Two(sign, both) => format!("({} {sign} {})", both[0].text(), both[1].text()),
            Tree::Call(name, of) => {
                format!("{name}({})", of.iter().map(Tree::text).collect::<Vec<_>>().join(","))
            }
        }
    }

    fn value(&self, inputs: &[f64]) -> f64 {
        match self {
            Tree::Number(number) => *number,
            Tree::Name(place) => inputs[*place],
            Tree::Negative(of) => -of.value(inputs),
            Tree::Two(sign, both) => {
                let (a, b) = (both[0].value(inputs), both[1].value(inputs));
                match *sign {
                    "+" => a + b,
                    "-" => a - b,
                    "*" => a * b,
                    "/" => a / b,
                    "<" => f64::from(u8::from(a < b)),
                    "<=" => f64::from(u8::from(a <= b)),
                    ">" => f64::from(u8::from(a > b)),
                    ">=" => f64::from(u8::from(a >= b)),
                    "==" => f64::from(u8::from(a == b)),
                    _ => f64::from(u8::from(a != b)),
                }
            }
            Tree::Call(name, of) => {
                let of: Vec<f64> = of.iter().map(|own| own.value(inputs)).collect();
                let nan = of.iter().any(|own| own.is_nan());
                match *name {
                    "if" if of[0] != 0.0 && !of[0].is_nan() => of[1],
                    "if" => of[2],
                    "min" | "max" if nan => f64::NAN,
                    "min" => of.into_iter().reduce(|a, b| if b < a { b } else { a }).unwrap(),
                    "max" => of.into_iter().reduce(|a, b| if b > a { b } else { a }).unwrap(),
                    "abs" => of[0].abs(),
                    "sqrt" => of[0].sqrt(),
                    "log2" => maths::log2(of[0]),
                    "log10" => maths::log10(of[0]),
                    "ln" => maths::ln(of[0]),
                    "exp" => maths::exp(of[0]),
                    _ => match of[1] {
                        0.0 => 1.0,
                        1.0 => of[0],
                        2.0 => of[0] * of[0],
                        3.0 => of[0] * of[0] * of[0],
                        y if y.fract() == 0.0 && (0.0..=16.0).contains(&y) => {
                            (1..y as u32).fold(of[0], |product, _| product * of[0])
                        }
                        y => maths::pow(of[0], y),
                    },
                }
            }
        }
    }
}

fn tree() -> impl Strategy<Value = Tree> {
    let number = prop_oneof![(0u32..20).prop_map(f64::from), (0.0..1e6f64), prop::num::f64::POSITIVE,];
    let leaf = prop_oneof![number.prop_map(Tree::Number), (0..ORDER.len()).prop_map(Tree::Name)];
    leaf.prop_recursive(6, 60, 4, |inner| {
        let signs = ["+", "-", "*", "/", "<", "<=", ">", ">=", "==", "!="];
        let ones = ["abs", "sqrt", "log2", "log10", "ln", "exp"];
        let two = (prop::sample::select(signs.to_vec()), inner.clone(), inner.clone());
        let call = |names: &'static [&'static str], count: std::ops::RangeInclusive<usize>| {
            (prop::sample::select(names), prop::collection::vec(inner.clone(), count))
                .prop_map(|(name, of)| Tree::Call(name, of))
        };
        prop_oneof![
            1 => inner.clone().prop_map(|of| Tree::Negative(Box::new(of))),
            4 => two.prop_map(|(sign, a, b)| Tree::Two(sign, Box::new([a, b]))),
            1 => (prop::sample::select(ones.to_vec()), inner.clone()).prop_map(|(name, of)| Tree::Call(name, vec![of])),
            1 => call(&["min", "max"], 2..=4),
            1 => call(&["if"], 3..=3),
            1 => call(&["pow"], 2..=2),
        ]
    })
}

/// The same formulas without brackets and with explicit brackets must give the same value. This tests priorities and
/// the order from left to right.
fn flat() -> impl Strategy<Value = (String, String)> {
    let operand = prop_oneof![Just("r"), Just("-w"), Just("3"), Just("n")];
    let step = (prop::sample::select(vec!["+", "-", "*", "/"]), operand.clone());
    (operand, prop::collection::vec(step, 0..12)).prop_map(|(first, steps)| {
        let text = steps.iter().fold(first.to_owned(), |text, (sign, next)| format!("{text} {sign} {next}"));
        // First, brackets are put around each product and its left part. Then brackets are put around sums.
        let (mut sum, mut product, mut pending) = (None::<String>, first.to_owned(), "+");
        for (sign, next) in steps {
            if matches!(sign, "*" | "/") {
                product = format!("({product} {sign} {next})");
                continue;
            }
            sum = Some(sum.map_or(product.clone(), |sum| format!("({sum} {pending} {product})")));
            (product, pending) = (next.to_owned(), sign);
        }
        let bracketed = sum.map_or(product.clone(), |sum| format!("({sum} {pending} {product})"));
        (text, bracketed)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn equals_the_recursive_twin(tree in tree(), inputs in prop::array::uniform7(prop_oneof![0.0..1e6f64, prop::num::f64::ANY])) {
        let text = tree.text();
        prop_assume!(text.chars().count() <= MOST_CHARACTERS);
        let formula = priority(&text, &Constants::default());
        prop_assert!(formula.is_ok(), "{}: {:?}", text, formula);
        let formula = formula.unwrap();
        let (own, twin) = (formula.value(&inputs), tree.value(&inputs));
        let twin = if twin.is_nan() { f64::NAN } else { twin };
        prop_assert_eq!(own.to_bits(), twin.to_bits(), "{} is {} and {}", text, own, twin);
        // Many rows at once: the inputs, and the inputs in reverse order.
        let mut turned = inputs;
        turned.reverse();
        let columns: Vec<[f64; 2]> = inputs.into_iter().zip(turned).map(<[f64; 2]>::from).collect();
        let one_by_one = [own, formula.value(&turned)].map(f64::to_bits);
        prop_assert_eq!(formula.values(&columns).map(f64::to_bits), one_by_one, "{}", text);
    }

    #[test]
    fn operators_bind_as_in_arithmetic((text, bracketed) in flat()) {
        prop_assert_eq!(value(&text).to_bits(), value(&bracketed).to_bits(), "{} and {}", text, bracketed);
    }

    #[test]
    fn any_text_is_a_formula_or_a_mistake(text in prop_oneof![
        "\\PC{0,60}",
        "[rnswt0-9.()+*/<>=!,e _-]{0,80}",
        prop::collection::vec(prop::sample::select(vec!["r", "if(", "min(", "(", ")", ",", "-", "<", "1e", "pow(", "é", " "]), 0..200).prop_map(|all| all.concat()),
    ]) {
        match read(&text) {
            Ok(formula) => { formula.value(&INPUTS); }
            Err(mistake) => prop_assert!((1..=text.chars().count() + 1).contains(&mistake.column), "{:?}", mistake),
        }
    }
}
