//! The formula language against hand-computed values.

use super::language::{Formula, MOST_CHARACTERS, Mistake};
use super::names::{ORDER, PLACE, of_job, priority, score};
use crate::models::{Given, QueueOrder};
use crate::parameter::Constants;
use crate::platform::Platform;
use crate::scheduler::order::ordered as key;
use crate::workload::Job;
use proptest::prelude::*;

pub(super) const INPUTS: [f64; ORDER.len()] = [100.0, 8.0, 10.0, 50.0, 800.0, 2.0, 60.0];

pub(super) fn read(text: &str) -> Result<Formula, Mistake> {
    priority(text, &Constants::from([("a", 3.0), ("b_2", -0.5)]))
}

pub(super) fn value(text: &str) -> f64 {
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
    // The sum is computed from left to right. If it were computed from right to left, rounding would lose the ones.
    assert_eq!(value("1e16 + 1 + 1 - 1e16"), 0.0);
    assert_eq!(value("1 + 1 + 1e16 - 1e16"), 2.0);
    // The power is the product 1.1 · 1.1 · 1.1, computed from left to right; the result of the system's power function
    // differs on some machines.
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
            "Did you mean r, or is it a constant? Then give it a value in constants, such as runtime=1",
        ),
        ("arae", 1, "`arae` is not known", "Did you mean area, or"),
        ("zzzz + 1", 1, "`zzzz` is not known", "Choose one of r, n, s, w, area, home, t, or give it a value"),
        ("sqr(n)", 1, "`sqr` is not known", "Did you mean sqrt?"),
        ("r(n)", 1, "`r` is a number and no function", "Write r * (…)"),
        ("1 + sqrt", 5, "`sqrt` is a function", "sqrt(…)"),
        ("r +", 4, "it ends too early", "after the last sign"),
        ("(r + n", 1, "the bracket that opens here is not closed", "Close it"),
        ("1 + min(r, n", 5, "the bracket that opens here is not closed", "Close it"),
        ("r + n)", 6, "no bracket is open here", "Leave this one out"),
        ("r n", 3, "`n` stands where an operator should", "Write one of"),
        ("r * * n", 5, "`*` stands where a number should", "Write a number"),
        ("()", 2, "`)` stands where a number should", "Write a number"),
        ("n ^ 2", 3, "`^` is no operator", "pow(x, y)"),
        ("r = 2", 3, "`=` is no operator", "a == b"),
        ("r − 2", 3, "`−` is no operator", "Write minus as -"),
        ("(r, n)", 3, "a comma belongs between", "with a point"),
        ("0,5", 2, "a comma belongs between", "with a point"),
        ("if(r, n)", 1, "`if` takes 3 arguments, and has 2", "Add the others"),
        ("pow(r, n, 2)", 9, "`pow` takes 2 arguments", "Leave the others out"),
        ("min(r)", 1, "`min` takes 2 or more arguments, and has 1", "Add"),
        ("abs()", 5, "`)` stands where a number should", "Write a number"),
        ("1 < n < 9", 7, "a second comparison follows the first", "(a < b) * (b < c)"),
        ("1.2.3", 1, "`1.2.3` is no number", "0.5"),
        ("1e999", 1, "`1e999` is no number", "0.5"),
        (".", 1, "`.` is no number", "0.5"),
        ("r # n", 3, "`#` stands where an operator should", "Write one of"),
    ] {
        let mistake = read(text).unwrap_err();
        assert_eq!((mistake.column, mistake.message.starts_with(message)), (column, true), "{text}: {mistake:?}");
        assert!(mistake.remedy.contains(remedy), "{text}: {mistake:?}");
    }
    let problem = read("n * runtime").unwrap_err().problem("schedulers.0.place_score");
    assert_eq!(
        problem.to_string(),
        "schedulers.0.place_score has a mistake in column 5: `runtime` is not known. \
         Did you mean r, or is it a constant? Then give it a value in constants, such as runtime=1"
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

/// Every example formula is valid with its own constants, and reads all of these constants.
#[test]
fn examples_are_formulas() {
    for (examples, names) in [(super::settings::EXAMPLES, PLACE), (super::order::EXAMPLES, ORDER)] {
        for own in examples {
            let constants = Constants::from_iter(own.constants.iter().copied());
            let read = |constants: &Constants| Formula::parse(own.text, names, constants);
            read(&constants).unwrap_or_else(|mistake| panic!("{}: {mistake:?}", own.label));
            assert!(own.constants.is_empty() || read(&Constants::default()).is_err());
        }
    }
}

proptest! {
    /// Example formulas that are named after an order of the literature compute the same keys as this order, to the
    /// last bit.
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
    assert_eq!(read(&deep("(", 65)).unwrap_err().message, "it is more than 64 deep");
    assert!(read(&deep("abs(", 65)).is_err());
    assert!(read(&format!("{}r", "-".repeat(1000))).is_err());
    // Each repetition of "1 + (" in the formula 1 + (1 + (1 + … opens two levels, since the number before the bracket
    // also waits for its operator.
    assert!(read(&format!("{}r{}", "1 + (".repeat(33), ")".repeat(33))).is_err());
    let long = vec!["r"; MOST_CHARACTERS / 2].join("+");
    assert!(read(&long).is_ok());
    let mistake = read(&format!("{long}++")).unwrap_err();
    assert_eq!((mistake.column, mistake.message.as_str()), (MOST_CHARACTERS + 1, "it is too long"));
    assert!(read(&"é".repeat(1_000_000)).is_err());
}

#[test]
fn names_mean_what_their_tables_say() {
    let job = Job { estimate_s: 7.0, nodes: 3, arrival_s: 110.0, home: 1, ..Job::default() };
    let inputs = of_job(&job, 150.0, 100.0);
    for (name, expected) in
        [("r", 7.0), ("n", 3.0), ("s", 10.0), ("w", 40.0), ("area", 21.0), ("home", 2.0), ("t", 50.0)]
    {
        let formula = priority(name, &Constants::default()).unwrap();
        assert_eq!(formula.value(&inputs), expected, "{name}");
        assert!(formula.reads(name) && !formula.reads("free"));
    }
    for names in [ORDER, PLACE] {
        for (i, own) in names.iter().enumerate() {
            assert!(!own.meaning.is_empty() && names[i + 1..].iter().all(|other| other.name != own.name));
            assert!(!super::parser::is_function(own.name));
        }
    }
    assert!(score("free", &Constants::default()).is_ok());
    let of_a_place = priority("r + free", &Constants::default()).unwrap_err();
    assert!(of_a_place.remedy.starts_with("Only place_score, of the policy formula, reads free:"));
    let unknown = priority("r + fre", &Constants::default()).unwrap_err();
    assert!(!unknown.remedy.contains("place_score"), "{unknown:?}");
}

#[test]
fn keys_are_in_the_order_of_values() {
    let (most, least) = (f64::MAX, f64::MIN_POSITIVE);
    let rising = [f64::NEG_INFINITY, -most, -1.0, -least, 0.0, least, 1.0, most, f64::INFINITY, f64::NAN];
    assert!(rising.map(key).is_sorted_by(|a, b| a < b));
    assert_eq!((key(-0.0), key(-f64::NAN)), (key(0.0), key(f64::NAN)));
}
