//! The language against hand-computed values, a recursive twin, and texts at random.

use super::language::{Formula, MOST_CHARACTERS, Mistake};
use super::names::{ORDER, PLACE, of_job, priority, score};
use crate::base::maths;
use crate::models::{Given, QueueOrder};
use crate::parameter::Constants;
use crate::platform::Platform;
use crate::scheduler::order::ordered as key;
use crate::workload::Job;
use proptest::prelude::*;

const INPUTS: [f64; ORDER.len()] = [100.0, 8.0, 10.0, 50.0, 800.0, 2.0, 60.0];

fn read(text: &str) -> Result<Formula, Mistake> {
    priority(text, &Constants::from([("a", 3.0), ("b_2", -0.5)]))
}

fn value(text: &str) -> f64 {
    let formula = read(text).unwrap_or_else(|mistake| panic!("{text}: {mistake:?}"));
    formula.value(&INPUTS)
}

#[test]
fn values_by_hand() {
    for (text, expected) in [
        ("r", 100.0),
        ("w / r + 1", 1.5),
        ("pow((w + r) / r, 3)", 3.375),
        ("2 + 3 * 4 - 6 / 3", 12.0),
        ("10 - 4 - 3", 3.0),
        ("16 / 4 / 2", 2.0),
        ("-n * -2", 16.0),
        ("- - n", 8.0),
        ("-(r + n) * 2", -216.0),
        ("2 * -3 + 1", -5.0),
        ("a * 2 + b_2", 5.5),
        ("n < 9", 1.0),
        ("n + 1 <= 8", 0.0),
        ("1 + 2 == 3", 1.0),
        ("n != 8", 0.0),
        ("n >= 8", 1.0),
        ("r > n * 20", 0.0),
        ("if(n > 4, r, -inf)", 100.0),
        ("if(n > 8, r, -inf)", f64::NEG_INFINITY),
        ("if(0 / 0, 1, 2)", 2.0),
        ("min(r, n, s, 9)", 8.0),
        ("max(1, 2, max(3, 4))", 4.0),
        ("abs(-3) + sqrt(16)", 7.0),
        ("log2(n) + log10(r) + ln(exp(0))", 5.0),
        ("pow(2, 10)", 1024.0),
        ("pow(4, 0.5)", 2.0),
        ("pow(2, -1)", 0.5),
        (".5e1 + 1E+2", 105.0),
        ("home * 10 + t + area", 880.0),
    ] {
        assert_eq!(value(text), expected, "{text}");
    }
    // From left to right: the other way round the ones are lost.
    assert_eq!(value("1e16 + 1 + 1 - 1e16"), 0.0);
    assert_eq!(value("1 + 1 + 1e16 - 1e16"), 2.0);
    // 1.1 · 1.1 · 1.1 in this order, which the power function does not give on every machine.
    assert_eq!(value("pow(1.1, 3)"), 1.1 * 1.1 * 1.1);
    for none in ["0 / 0", "min(0 / 0, 1)", "max(1, sqrt(-1))", "ln(-1)"] {
        assert_eq!(value(none).to_bits(), f64::NAN.to_bits(), "{none}");
    }
}

#[test]
fn mistakes_have_a_column_and_a_remedy() {
    for (text, column, message, remedy) in [
        ("", 1, "it is empty", "Write a formula"),
        ("  ", 3, "it is empty", "Write a formula"),
        (
            "n * runtime",
            5,
            "`runtime` is not known",
            "Did you mean r, or is it a constant? Then declare it",
        ),
        ("arae", 1, "`arae` is not known", "Did you mean area, or"),
        (
            "zzzz + 1",
            1,
            "`zzzz` is not known",
            "Choose one of r, n, s, w, area, home, t, or declare it",
        ),
        ("sqr(n)", 1, "`sqr` is not known", "Did you mean sqrt?"),
        (
            "r(n)",
            1,
            "`r` is a number and no function",
            "Write r * (…)",
        ),
        ("1 + sqrt", 5, "`sqrt` is a function", "sqrt(…)"),
        ("r +", 4, "it ends too early", "after the last sign"),
        (
            "(r + n",
            1,
            "the bracket that opens here is not closed",
            "Close it",
        ),
        (
            "1 + min(r, n",
            5,
            "the bracket that opens here is not closed",
            "Close it",
        ),
        ("r + n)", 6, "no bracket is open here", "Leave this one out"),
        (
            "r n",
            3,
            "`n` stands where an operator should",
            "Write one of",
        ),
        (
            "r * * n",
            5,
            "`*` stands where a number should",
            "Write a number",
        ),
        (
            "()",
            2,
            "`)` stands where a number should",
            "Write a number",
        ),
        ("n ^ 2", 3, "`^` is no operator", "pow(x, y)"),
        ("r = 2", 3, "`=` is no operator", "a == b"),
        ("r − 2", 3, "`−` is no operator", "Write minus as -"),
        ("(r, n)", 3, "a comma belongs between", "with a point"),
        ("0,5", 2, "a comma belongs between", "with a point"),
        (
            "if(r, n)",
            1,
            "`if` takes 3 arguments, and has 2",
            "Add the others",
        ),
        (
            "pow(r, n, 2)",
            9,
            "`pow` takes 2 arguments",
            "Leave the others out",
        ),
        (
            "min(r)",
            1,
            "`min` takes 2 or more arguments, and has 1",
            "Add",
        ),
        (
            "abs()",
            5,
            "`)` stands where a number should",
            "Write a number",
        ),
        (
            "1 < n < 9",
            7,
            "a second comparison follows the first",
            "(a < b) * (b < c)",
        ),
        ("1.2.3", 1, "`1.2.3` is no number", "0.5"),
        ("1e999", 1, "`1e999` is no number", "0.5"),
        (".", 1, "`.` is no number", "0.5"),
        (
            "r # n",
            3,
            "`#` stands where an operator should",
            "Write one of",
        ),
    ] {
        let mistake = read(text).unwrap_err();
        assert_eq!(
            (mistake.column, mistake.message.starts_with(message)),
            (column, true),
            "{text}: {mistake:?}"
        );
        assert!(mistake.remedy.contains(remedy), "{text}: {mistake:?}");
    }
    let problem = read("n * runtime")
        .unwrap_err()
        .problem("schedulers.0.place_score");
    assert_eq!(
        problem.to_string(),
        "schedulers.0.place_score has a mistake in column 5: `runtime` is not known. \
         Did you mean r, or is it a constant? Then declare it in constants"
    );
}

#[test]
fn mistakes_say_which_characters_they_mean() {
    for (text, meant) in [
        ("n * runtime + 1", "runtime"),
        ("1.2.3 * n", "1.2.3"),
        ("r # n", "#"),
        ("(r + n", "("),
        ("2 * min(r)", "min"),
        ("r − n", "−"),
        ("r +", ""),
        ("", ""),
    ] {
        let problem = read(text).unwrap_err().problem("queue.priority");
        let at = problem.at.unwrap();
        let found: String = text.chars().skip(at.start).take(at.len()).collect();
        assert_eq!((found.as_str(), at.len()), (meant, meant.chars().count()));
    }
}

/// Every example can be read with its own constants, and reads them all.
#[test]
fn examples_are_formulas() {
    for (examples, names) in [
        (super::settings::EXAMPLES, PLACE),
        (super::order::EXAMPLES, ORDER),
    ] {
        for own in examples {
            let constants = Constants::from_iter(own.constants.iter().copied());
            let read = |constants: &Constants| Formula::parse(own.text, names, constants);
            read(&constants).unwrap_or_else(|mistake| panic!("{}: {mistake:?}", own.label));
            assert!(own.constants.is_empty() || read(&Constants::default()).is_err());
        }
    }
}

proptest! {
    /// Examples that are called like an order of the literature give its keys, bit by bit.
    #[test]
    fn orders_of_the_literature_are_examples(
        arrival_s in 0.0..1e6, estimate_s in 1.0..1e5, nodes in 1u32..500, wait_s in 0.0..1e5,
    ) {
        let first = Job::default();
        let job = Job { arrival_s, estimate_s, nodes, ..first };
        let now_s = arrival_s + wait_s;
        let platform = Platform::star(Vec::new());
        let mut compared = 0;
        for own in super::order::EXAMPLES {
            let Some(order) = QueueOrder::named(&own.label.to_lowercase()) else { continue };
            let mut order = (order.info().build)(&Given::default(), &platform).unwrap();
            order.submitted(&first);
            let formula = priority(own.text, &Constants::default()).unwrap();
            let value = formula.value(&of_job(&job, now_s, first.arrival_s));
            prop_assert_eq!(key(value), order.place(&job, now_s).0, "{}", own.label);
            compared += 1;
        }
        prop_assert_eq!(compared, 4);
    }
}

#[test]
fn too_much_is_refused_at_once() {
    let deep = |open: &str, count: usize| format!("{}r{}", open.repeat(count), ")".repeat(count));
    assert!(read(&deep("(", 64)).is_ok());
    assert_eq!(
        read(&deep("(", 65)).unwrap_err().message,
        "it is more than 64 deep"
    );
    assert!(read(&deep("abs(", 65)).is_err());
    assert!(read(&format!("{}r", "-".repeat(1000))).is_err());
    // 1 + (1 + (1 + … opens two at a time, numbers wait for their operators.
    assert!(read(&format!("{}r{}", "1 + (".repeat(33), ")".repeat(33))).is_err());
    let long = vec!["r"; MOST_CHARACTERS / 2].join("+");
    assert!(read(&long).is_ok());
    let mistake = read(&format!("{long}++")).unwrap_err();
    assert_eq!(
        (mistake.column, mistake.message.as_str()),
        (MOST_CHARACTERS + 1, "it is too long")
    );
    assert!(read(&"é".repeat(1_000_000)).is_err());
}

#[test]
fn names_mean_what_their_tables_say() {
    let job = Job {
        estimate_s: 7.0,
        nodes: 3,
        arrival_s: 110.0,
        home: 1,
        ..Job::default()
    };
    let inputs = of_job(&job, 150.0, 100.0);
    for (name, expected) in [
        ("r", 7.0),
        ("n", 3.0),
        ("s", 10.0),
        ("w", 40.0),
        ("area", 21.0),
        ("home", 2.0),
        ("t", 50.0),
    ] {
        let formula = priority(name, &Constants::default()).unwrap();
        assert_eq!(formula.value(&inputs), expected, "{name}");
        assert!(formula.reads(name) && !formula.reads("free"));
    }
    for names in [ORDER, PLACE] {
        for (i, own) in names.iter().enumerate() {
            assert!(
                !own.meaning.is_empty()
                    && names[i + 1..].iter().all(|other| other.name != own.name)
            );
            assert!(!super::parser::is_function(own.name));
        }
    }
    assert!(
        score("free", &Constants::default()).is_ok()
            && priority("free", &Constants::default()).is_err()
    );
}

#[test]
fn keys_are_in_the_order_of_values() {
    let (most, least) = (f64::MAX, f64::MIN_POSITIVE);
    let rising = [
        f64::NEG_INFINITY,
        -most,
        -1.0,
        -least,
        0.0,
        least,
        1.0,
        most,
        f64::INFINITY,
        f64::NAN,
    ];
    assert!(rising.map(key).is_sorted_by(|a, b| a < b));
    assert_eq!((key(-0.0), key(-f64::NAN)), (key(0.0), key(f64::NAN)));
}

/// A formula as a tree, for a twin that evaluates it by recursion.
#[derive(Clone, Debug)]
enum Tree {
    Number(f64),
    Name(usize),
    Negative(Box<Tree>),
    Two(&'static str, Box<[Tree; 2]>),
    Call(&'static str, Vec<Tree>),
}

impl Tree {
    /// With all brackets there can be, and blanks.
    fn text(&self) -> String {
        match self {
            Tree::Number(number) => format!("{number:?}"),
            Tree::Name(place) => ORDER[*place].name.to_owned(),
            Tree::Negative(of) => format!("(-{})", of.text()),
            Tree::Two(sign, both) => format!("({} {sign} {})", both[0].text(), both[1].text()),
            Tree::Call(name, of) => {
                format!(
                    "{name}({})",
                    of.iter().map(Tree::text).collect::<Vec<_>>().join(",")
                )
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
                    "min" => of
                        .into_iter()
                        .reduce(|a, b| if b < a { b } else { a })
                        .unwrap(),
                    "max" => of
                        .into_iter()
                        .reduce(|a, b| if b > a { b } else { a })
                        .unwrap(),
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
    let number = prop_oneof![
        (0u32..20).prop_map(f64::from),
        (0.0..1e6f64),
        prop::num::f64::POSITIVE,
    ];
    let leaf = prop_oneof![
        number.prop_map(Tree::Number),
        (0..ORDER.len()).prop_map(Tree::Name)
    ];
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

/// Without brackets that its operators do not need: priorities and the order of equal ones must say the same.
fn flat() -> impl Strategy<Value = (String, String)> {
    let operand = prop_oneof![Just("r"), Just("-w"), Just("3"), Just("n")];
    let step = (
        prop::sample::select(vec!["+", "-", "*", "/"]),
        operand.clone(),
    );
    (operand, prop::collection::vec(step, 0..12)).prop_map(|(first, steps)| {
        let text = steps.iter().fold(first.to_owned(), |text, (sign, next)| {
            format!("{text} {sign} {next}")
        });
        // Products first, each with brackets around what has come so far; then sums.
        let (mut sum, mut product, mut pending) = (None::<String>, first.to_owned(), "+");
        for (sign, next) in steps {
            if matches!(sign, "*" | "/") {
                product = format!("({product} {sign} {next})");
                continue;
            }
            sum = Some(sum.map_or(product.clone(), |sum| {
                format!("({sum} {pending} {product})")
            }));
            (product, pending) = (next.to_owned(), sign);
        }
        let bracketed = sum.map_or(product.clone(), |sum| {
            format!("({sum} {pending} {product})")
        });
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
        let (own, twin) = (formula.unwrap().value(&inputs), tree.value(&inputs));
        let twin = if twin.is_nan() { f64::NAN } else { twin };
        prop_assert_eq!(own.to_bits(), twin.to_bits(), "{} is {} and {}", text, own, twin);
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
