//! How a link wants its scenario to be looked at.

use crate::chart::look::Look;
use crate::cli::input::source::Given;
use crate::cli::session::messages::Messages;
use crate::scenario::{Scenario, presets};

/// The view of a scenario that was given as a link, as far as the scenario, which the command line may have changed, has what it names; none
/// without a view. The link of a preset has that of the preset. What of it is wrong is said, with `whose` before it.
pub fn of(messages: Messages, given: &Given, whose: &str) -> Option<Look> {
    let opened = given.link.as_ref()?;
    let mut problems = opened.problems.clone();
    let look = match &opened.view {
        Some(view) => {
            let (look, more) = Look::read(view, &opened.scenario);
            problems.extend(more);
            Some(look)
        }
        None => opened.preset.and_then(presets::find).map(Look::of_preset),
    };
    for problem in problems {
        messages.warning(&format!("{whose}{problem}"));
    }
    look.map(|look| within(look, &opened.scenario, &given.scenario))
}

/// What is left of a look where the scenario has become another: places are counted in the lists of the link.
fn within(mut look: Look, of_link: &Scenario, changed: &Scenario) -> Look {
    if changed.schedulers != of_link.schedulers {
        (look.curves.baseline, look.curves.by) = (None, None);
        look.surface.scheduler = None;
        look.gantt.scheduler = None;
        (look.compare.first, look.compare.second) = (None, None);
    }
    if changed.experiment.sweep != of_link.experiment.sweep {
        (look.curves.x, look.curves.at) = (None, None);
        (look.gantt.point, look.compare.point) = (None, None);
    }
    Look::read(&look.value(changed), changed).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn places_in_lists_that_were_changed_mean_nothing() {
        let before = presets::scenario(presets::find("landing").unwrap()).unwrap();
        let view = json!({
            "tab": "gantt", "curves.baseline": 1, "curves.by": "ratio", "curves.measure": "mean_wait_s",
            "gantt.scheduler": 1, "gantt.point": 2, "gantt.replication": 4, "gantt.story": 9, "compare.first": 1,
        });
        let (look, problems) = Look::read(&view, &before);
        assert_eq!(problems, vec![]);
        assert_eq!(within(look, &before, &before), look);
        let left = |settings: &[(&str, serde_json::Value)]| {
            let settings = settings.iter().cloned();
            let changed = before.with_all(settings).unwrap();
            within(look, &before, &changed).value(&changed)
        };
        assert_eq!(
            left(&[("schedulers", json!(["b3", "b1"]))]),
            json!({
                "tab": "gantt", "curves.measure": "mean_wait_s", "gantt.point": 2, "gantt.replication": 4, "gantt.story": 9,
            })
        );
        assert_eq!(
            left(&[("experiment.sweep", json!([])), ("experiment.replications", json!(1))]),
            json!({
                "tab": "gantt", "curves.measure": "mean_wait_s", "curves.baseline": 1, "curves.by": "ratio", "gantt.scheduler": 1,
                "gantt.story": 9, "compare.first": 1,
            })
        );
    }
}
