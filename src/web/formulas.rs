//! Help for writing a formula: marking an error, inserting a name at the caret, examples with their constants, and
//! adding a scheduler with a formula.

use crate::base::problem::Problem;
use crate::models::registry;
use crate::parameter::Example;
use crate::parameter::formula::is_name;
use crate::scenario::declared;
use crate::scenario::language::path::Values;
use crate::scenario::{Kind, Policy, Scenario, Scheduler};
use serde_json::{Map, Value};
use std::ops::Range;

/// Maximum number of characters shown before and after an error.
const BEFORE: usize = 80;
const BEHIND: usize = 40;

/// A formula with a marked error.
#[derive(Debug, PartialEq, Eq)]
pub struct Marked {
    /// Text before the error.
    pub before: String,
    /// The wrong characters; a blank if something is missing.
    pub wrong: String,
    /// Text after the error.
    pub behind: String,
}

/// The formula around the wrong characters; distant text is omitted.
pub fn marked(text: &str, at: &Range<usize>) -> Marked {
    let all: Vec<char> = text.chars().collect();
    let from = at.start.min(all.len());
    let to = at.end.clamp(from, all.len());
    let first = from.saturating_sub(BEFORE);
    let last = (to + BEHIND).min(all.len());
    let part = |from: usize, to: usize| all[from..to].iter().collect::<String>();
    let dots = |left_out: bool| if left_out { "…" } else { "" };
    Marked {
        before: format!("{}{}", dots(first > 0), part(first, from)),
        wrong: match part(from, to) {
            nothing if nothing.is_empty() => "\u{a0}".to_owned(),
            wrong => wrong,
        },
        behind: format!("{}{}", part(to, last), dots(last < all.len())),
    }
}

/// Replaces the selection by a name, with blanks that separate it from adjacent words. Returns the text and the caret
/// position after the name. Positions are in UTF-16 units, as in browsers.
pub fn with_name(text: &str, selected: Range<u32>, name: &str) -> (String, u32) {
    let units: Vec<u16> = text.encode_utf16().collect();
    let from = (selected.start as usize).min(units.len());
    let to = (selected.end as usize).clamp(from, units.len());
    let before = String::from_utf16_lossy(&units[..from]);
    let behind = String::from_utf16_lossy(&units[to..]);
    let part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    let blank = |beside: Option<char>| if beside.is_some_and(part) { " " } else { "" };
    let gap = blank(behind.chars().next());
    let head = format!("{before}{}{name}", blank(before.chars().next_back()));
    let caret = head.encode_utf16().count() as u32;
    (format!("{head}{gap}{behind}"), caret)
}

/// Changes that replace the formula at `place` by an example: the formula, and the constants that the example reads.
/// Existing constants are kept, because a sweep may vary them.
pub fn with_example(scenario: &Scenario, place: &str, example: &Example) -> Vec<(String, Value)> {
    let mut changes = vec![(place.to_owned(), Value::from(example.text))];
    if let Some(beside) = constants_beside(place)
        && !example.constants.is_empty()
    {
        let there = scenario.at(&beside).and_then(Value::as_object);
        let mut all: Map<String, Value> = there.cloned().unwrap_or_default();
        let own = example.constants.iter();
        all.extend(own.map(|(name, value)| ((*name).to_owned(), Value::from(*value))));
        changes.push((beside, Value::Object(all)));
    }
    changes
}

/// A name in a typed formula that is not known, as a constant.
#[derive(Debug, PartialEq)]
pub struct FreeName {
    /// The name.
    pub name: String,
    /// Path of the constants.
    pub place: String,
    /// The constants with the name, whose value is 1.
    pub constants: Value,
    /// True for a letter, perhaps with digits, which is no mistyped name of a quantity.
    pub is_symbol: bool,
}

/// The first unknown name of the typed formulas, if it can be a constant. `typed` has the settings that a visitor has typed.
pub fn free_name(before: &Scenario, typed: &[(String, Value)], problems: &[Problem]) -> Option<FreeName> {
    let of_typed = |place: &str| typed.iter().find(|own| own.0 == place).map(|own| &own.1);
    problems.iter().find_map(|problem| {
        let at = problem.at.clone().filter(|_| problem.wrong.ends_with("is not known"))?;
        let text = of_typed(&problem.place)?.as_str()?;
        let name: String = text.chars().skip(at.start).take(at.len()).collect();
        let is_called = text.chars().skip(at.end).find(|own| !own.is_whitespace()) == Some('(');
        let place = constants_beside(&problem.place).filter(|_| is_name(&name) && !is_called)?;
        let there = of_typed(&place).or_else(|| before.at(&place)).and_then(Value::as_object);
        let mut constants = there.cloned().unwrap_or_default();
        // The beginning of this name was a constant while the name was typed.
        let words: Vec<&str> = text.split(|own: char| !own.is_ascii_alphanumeric() && own != '_').collect();
        constants
            .retain(|own, value| !(name.starts_with(own.as_str()) && *value == 1 && !words.contains(&own.as_str())));
        constants.insert(name.clone(), 1.into());
        let is_symbol = name.as_bytes().iter().skip(1).all(u8::is_ascii_digit);
        Some(FreeName { name, place, constants: Value::Object(constants), is_symbol })
    })
}

/// Path of the constants that the formula at a path reads.
pub fn constants_beside(place: &str) -> Option<String> {
    let beside = format!("{}.constants", place.rsplit_once('.')?.0);
    declared::find(&beside).filter(|own| matches!(own.kind, Kind::Constants { .. })).map(|_| beside)
}

/// A scheduler with a formula of the user: the first policy that has a formula.
pub fn scheduler() -> Option<Scheduler> {
    let all = registry::current();
    let formula = |name: &str| {
        let own = all.setting(name);
        own.is_some_and(|own| matches!(own.kind, Kind::Formula { .. }))
    };
    let mut policies = Policy::all().iter().copied();
    let own = policies.find(|policy| {
        let mut settings = policy.info().settings.iter().flat_map(|some| some.iter());
        settings.any(|name| formula(name))
    });
    own.map(Scheduler::of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;
    use serde_json::json;

    #[test]
    fn a_mistake_shows_where_it_is() {
        let parts = |text: &str, at: Range<usize>| {
            let Marked { before, wrong, behind } = marked(text, &at);
            [before, wrong, behind]
        };
        assert_eq!(parts("n * runtime + 1", 4..11), ["n * ", "runtime", " + 1"]);
        assert_eq!(parts("r − n", 2..3), ["r ", "−", " n"]);
        assert_eq!(parts("r +", 3..3), ["r +", "\u{a0}", ""]);
        assert_eq!(parts("r", 7..9), ["r", "\u{a0}", ""]);
        let long = format!("{}!{}", "r+".repeat(500), "+n".repeat(500));
        let [before, wrong, behind] = parts(&long, 1000..1001);
        assert_eq!(wrong, "!");
        assert_eq!((before.chars().count(), behind.chars().count()), (BEFORE + 1, BEHIND + 1));
        assert!(before.starts_with('…') && behind.ends_with('…'));
    }

    #[test]
    fn a_name_goes_to_the_caret_and_stays_a_word() {
        for (text, selected, expected, caret) in [
            ("", 0..0, "free", 4),
            ("2 * ", 4..4, "2 * free", 8),
            ("2*n", 2..3, "2*free", 6),
            ("2 * n", 5..5, "2 * n free", 10),
            ("home", 0..0, "free home", 4),
            ("log2()", 5..5, "log2(free)", 9),
            ("− * n", 4..5, "− * free", 8),
            ("r", 9..12, "r free", 6),
        ] {
            let found = with_name(text, selected, "free");
            assert_eq!(found, (expected.to_owned(), caret), "{text}");
        }
    }

    /// Examples of the formula at a place.
    fn examples(place: &str) -> &'static [Example] {
        match declared::find(place).unwrap().kind {
            Kind::Formula { examples, .. } => examples,
            _ => &[],
        }
    }

    #[test]
    fn an_example_brings_its_constants_and_leaves_the_others() {
        let scenario = Scenario { schedulers: vec![scheduler().unwrap()].into(), ..Scenario::default() };
        let mut scenario = scenario.check().unwrap();
        for place in ["schedulers.0.place_score", "queue.priority"] {
            if place.starts_with("queue") {
                scenario = scenario.with("queue.order", &"formula".into()).unwrap();
            }
            let constants = place.rsplit_once('.').unwrap().0.to_owned() + ".constants";
            scenario = scenario.with(&constants, &json!({ "z": 7, "a": 9 })).unwrap();
            let mut brought = 0;
            for own in examples(place) {
                let changes = with_example(&scenario, place, own);
                let changes = changes.iter().map(|(place, value)| (place.as_str(), value.clone()));
                let new = scenario.with_all(changes).unwrap();
                assert_eq!(new.at(place), Some(&json!(own.text)));
                let found = new.at(&constants).unwrap();
                assert_eq!(found["z"], json!(7));
                assert_eq!(found["a"] == json!(9), own.constants.is_empty());
                brought += own.constants.len();
            }
            assert!(brought > 0, "{place}");
        }
    }

    #[test]
    fn free_names_become_constants() {
        let scenario = Scenario { schedulers: vec![scheduler().unwrap()].into(), ..Scenario::default() };
        let scenario = scenario.check().unwrap();
        let free = |text: &str, constants: Option<Value>| {
            let place = |name: &str| format!("schedulers.0.{name}");
            let mut typed = vec![(place("place_score"), json!(text))];
            typed.extend(constants.map(|own| (place("constants"), own)));
            let settings = typed.iter().map(|(place, value)| (place.as_str(), value.clone()));
            let problems = scenario.with_all(settings).unwrap_err().0;
            let own = free_name(&scenario, &typed, &problems)?;
            assert_eq!(own.place, "schedulers.0.constants");
            Some((own.name, own.constants, own.is_symbol))
        };
        let some = |name: &str, constants, is_symbol| Some((name.to_owned(), constants, is_symbol));
        assert_eq!(free("a * home", None), some("a", json!({ "a": 1 }), true));
        assert_eq!(free("a * home - b2", Some(json!({ "a": 3 }))), some("b2", json!({ "a": 3, "b2": 1 }), true));
        assert_eq!(free("alpha * home", None), some("alpha", json!({ "alpha": 1 }), false));
        // "c" was a constant while "c1" was typed; a constant of the visitor stays.
        assert_eq!(free("c1 * home", Some(json!({ "c": 1, "d": 1 }))), some("c1", json!({ "d": 1, "c1": 1 }), true));
        assert_eq!(free("sqr(home)", None), None);
        assert_eq!(free("home +", None), None);
    }

    #[test]
    fn a_scheduler_of_ones_own_can_run_at_once() {
        let scenario =
            Scenario { schedulers: vec![scheduler().unwrap()].into(), ..Scenario::default() }.check().unwrap();
        let written = |own: &&crate::parameter::Parameter| {
            matches!(own.kind, Kind::Formula { .. }) && own.path.starts_with("schedulers.*.")
        };
        let mut all = declared::table().iter().filter(written);
        assert!(all.any(|own| { own.relevant(&own.path.replace('*', "0"), &scenario) }));
    }
}
