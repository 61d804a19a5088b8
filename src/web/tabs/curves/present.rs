//! The displayed curves in a format for the page's scripts. A lesson asks the visitor to predict a curve, and compares
//! it with the prediction.

use super::state::CurvesState;
use crate::chart::curve::results::{label_of, name_of, result_of};
use crate::chart::figure::Choice;
use crate::experiment::measure::{self, Measure};
use crate::scenario::{Scenario, swept};
use crate::words::number::Style;
use serde_json::{Value, json};

impl CurvesState {
    /// The curves of a measure over a swept parameter as JSON; by default the displayed ones. `label` and `unit`
    /// describe the measure ("%" for shares, whose values are fractions), `axis` and `axis_unit` the parameter. Each of
    /// `series` has the scheduler's `name` in results, its `label` for people and `points`: pairs of swept value and
    /// measure. `None` if the scenario does not have the measure or parameter.
    pub fn present(&self, measure: Option<&str>, parameter: Option<&str>) -> Option<Value> {
        let snapshot = self.snapshot()?;
        let scenario = snapshot.plan.scenario();
        let choice = self.choice();
        let measure = named(scenario, measure.unwrap_or(choice.metric))?;
        let sweep = &scenario.experiment.sweep;
        let x = match parameter {
            Some(path) => sweep.iter().position(|own| own.parameter == path)?,
            None => choice.x,
        };
        let choice = Choice { x, ..choice.clone() }.within(scenario);
        let path = sweep.get(choice.x).map_or("", |own| &own.parameter);
        let points = choice.points(scenario);
        let series = (0..scenario.schedulers.len()).map(|scheduler| {
            let name = name_of(&snapshot.plan, scheduler);
            let of_point = |at: &usize| {
                let point = snapshot.results.points.get(*at)?;
                let value = measure.value(result_of(point, &name)?);
                let swept = point.parameters.get(path).cloned().unwrap_or_default();
                // NaN becomes null.
                Some(Value::from(vec![swept, Value::from(value)]))
            };
            let points: Value = points.iter().filter_map(of_point).collect();
            json!({ "name": name, "label": label_of(&snapshot.plan, scheduler), "points": points })
        });
        Some(json!({
            "label": measure.label,
            "unit": if measure.style == Style::Percent { "%" } else { measure.unit },
            "axis": if path.is_empty() { String::new() } else { swept::axis(scenario, path) },
            "axis_unit": swept::unit(path),
            "series": series.collect::<Value>(),
        }))
    }
}

/// Looks up a measure of a scenario by name. Talks may give its path in the results instead, such as
/// `reservations.missed_share`.
fn named(scenario: &Scenario, name: &str) -> Option<&'static Measure> {
    let name = name.rsplit('.').next()?;
    measure::of(scenario).find(|own| own.key == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::tabs::example::{bandwidth, plan, snapshot, threshold, with_turnarounds};
    use crate::web::tabs::snapshot::Snapshot;

    fn shown(snapshot: &Snapshot) -> CurvesState {
        let mut state = CurvesState::default();
        state.show(snapshot);
        state
    }

    #[test]
    fn the_shown_curves_have_their_words_and_values() {
        // Two schedulers at two bandwidths, two replications each.
        let plan = plan(&["first-fit", "b3"], &[bandwidth(&[200, 400])]);
        let means = [100.0, 200.0, 30.0, 50.0, 300.0, 500.0, 60.0, 80.0];
        let state = shown(&with_turnarounds(&plan, &means));
        let expected = json!({
            "label": "Mean turnaround",
            "unit": "s",
            "axis": "BSBW [Mbps]",
            "axis_unit": "Mbps",
            "series": [
                { "name": "first-fit", "label": "First-fit", "points": [[200, 150.0], [400, 400.0]] },
                { "name": "b3 (chunk 0.85)", "label": "B3 (chunk 85 %)", "points": [[200, 40.0], [400, 70.0]] },
            ],
        });
        assert_eq!(state.present(None, None), Some(expected));
    }

    #[test]
    fn every_measure_of_the_scenario_can_be_asked_for() {
        let plan = plan(&["first-fit"], &[bandwidth(&[200, 400])]);
        let state = shown(&snapshot(&plan, [0, 1, 2, 3]));
        for own in measure::of(plan.scenario()) {
            let curves = state.present(Some(own.key), None).unwrap();
            assert_eq!(curves["label"], own.label);
            assert_eq!(curves["unit"] == "%", own.style == Style::Percent);
            let value = own.value(&state.snapshot().unwrap().results.points[0].results[0]);
            assert_eq!(curves["series"][0]["points"][0], json!([200, value]), "{}", own.key);
        }
        assert_eq!(state.present(Some("no_measure"), None), None);
        assert_eq!(state.present(Some("killed_share"), None), None, "nothing is killed");
    }

    #[test]
    fn places_in_the_results_name_measures_too() {
        let scenario = Scenario::from_json(r#"{"queue": "conservative"}"#).unwrap();
        let found = |name: &str| named(&scenario, name).map(|own| own.key);
        assert_eq!(found("reservations.missed_share"), Some("missed_share"));
        assert_eq!(found("missed_share"), Some("missed_share"));
    }

    #[test]
    fn of_two_sweeps_the_one_that_is_asked_for_runs() {
        let both = plan(&["b3"], &[bandwidth(&[200, 400, 600]), threshold()]);
        let mut state = shown(&snapshot(&both, 0..12));
        state.choose_fixed(1);
        let xs = |parameter: Option<&str>| {
            let curves = state.present(None, parameter)?;
            let points = curves["series"][0]["points"].as_array()?.iter();
            Some(points.map(|own| own[0].clone()).collect::<Value>())
        };
        assert_eq!(xs(None), Some(json!([200, 400, 600])));
        assert_eq!(xs(Some("schedulers.*.lslt")), Some(json!([0.5, 1])));
        assert_eq!(xs(Some("workload.load")), None);
        assert!(CurvesState::default().present(None, None).is_none());
    }
}
