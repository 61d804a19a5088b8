//! Properties of every scenario and every input.

use crate::base::problem::Problems;
use crate::parameter::json::tidied;
use crate::scenario::arbitrary::{nonsense, scenario};
use crate::scenario::checks::sweeps::Points;
use crate::scenario::declared::{find_sweepable, table};
use crate::scenario::{Checked, Scenario, link};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Map, Value, json};

/// The problems of an input, if they report a mistake of Metasched or do not help the reader.
fn unhelpful(result: Result<Checked, Problems>) -> Option<String> {
    let Err(problems) = result else { return None };
    let all = problems.to_string();
    let vague = problems.0.iter().any(|problem| {
        problem.place.is_empty()
            || problem.wrong.is_empty()
            || (problem.allowed.is_empty() && problem.remedy.is_empty())
    });
    let ours = all.contains("mistake in Metasched");
    let too_long = problems.0.len() > 51 || problems.0.iter().any(|problem| problem.to_string().len() > 1500);
    (vague || ours || too_long || all.is_empty()).then_some(all)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn scenarios_survive_every_form(scenario in scenario()) {
        prop_assert_eq!(scenario.check(), Ok(scenario.clone()));
        prop_assert!(scenario.clone().without_sweeps().check().is_ok());
        prop_assert_eq!(Scenario::from_json(&scenario.to_json()), Ok(scenario.clone()));
        prop_assert_eq!(Scenario::from_json(&scenario.to_compact_json()), Ok(scenario.clone()));
        prop_assert_eq!(Scenario::from_value(&scenario.to_value()), Ok(scenario.clone()));
        let opened = link::decode(&link::encode(&scenario)).unwrap();
        prop_assert_eq!(&opened.scenario, &scenario);
        prop_assert_eq!(opened.scenario.digest(), scenario.digest());
    }

    #[test]
    fn no_change_of_a_link_goes_unnoticed(scenario in scenario(), at in any::<Index>(), new in prop_oneof!["[ -~]", ".", "[A-Za-z0-9_.-]"]) {
        let link = link::encode(&scenario);
        let mut characters: Vec<char> = link.chars().collect();
        let at = 1 + at.index(characters.len() - 1);
        let new = new.chars().next().unwrap();
        prop_assume!(characters[at] != new);
        characters[at] = new;
        let changed: String = characters.into_iter().collect();
        prop_assert!(link::decode(&changed).is_err(), "{} at {} of {}", new, at, link);
        prop_assert!(link::decode(&link[..at]).is_err());
    }

    #[test]
    fn any_text_is_read_or_explained(text in prop_oneof![".{0,200}", "[\\[\\]{}:,\"0-9a-z.e-]{0,60}"]) {
        prop_assert_eq!(unhelpful(Scenario::from_json(&text)), None);
        let _ = link::decode(&text);
        let _ = link::decode(&format!("#2.{text}"));
        let _ = link::decode(&format!("#2.{text}"));
        let _ = link::decode(&format!("#p=landing&v={text}"));
    }

    #[test]
    fn any_value_is_read_or_explained(value in nonsense()) {
        prop_assert_eq!(unhelpful(Scenario::from_value(&value)), None);
        prop_assert_eq!(unhelpful(Scenario::from_json(&value.to_string())), None);
    }

    /// One wrong value in a checked scenario: the problem names its place, or the rule that it breaks.
    #[test]
    fn a_wrong_value_is_found(scenario in scenario(), parameter in select(table()), value in nonsense()) {
        let path = parameter.path.replace('*', "0");
        let result = scenario.with(&path, &value);
        if let Ok(changed) = &result {
            prop_assert_eq!(changed.check(), Ok(changed.clone()));
        }
        prop_assert_eq!(unhelpful(result), None);
    }

    /// The scenario at every point of the sweeps passes the checks.
    #[test]
    fn swept_values_can_be_set(scenario in scenario()) {
        let mut points = vec![Map::new()];
        for sweep in &scenario.experiment.sweep {
            prop_assert!(find_sweepable(&sweep.parameter).is_some());
            let with = |point: &Map<String, Value>, number: &f64| {
                let mut point = point.clone();
                point.insert(sweep.parameter.clone(), tidied(json!(number)));
                point
            };
            points = points.iter().flat_map(|point| sweep.values.iter().map(move |number| with(point, number))).collect();
        }
        for point in points {
            let there = Points::of(&scenario).at(&point);
            let sound = there.map_err(Problems::from).and_then(|there| there.check());
            prop_assert!(sound.is_ok(), "{:?}: {:?}", point, sound);
        }
    }
}
