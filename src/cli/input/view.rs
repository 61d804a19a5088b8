//! The view of a link.

use crate::chart::look::Look;
use crate::cli::input::given::Given;
use crate::cli::session::Messages;
use crate::scenario::{Scenario, presets};

/// The view of a scenario given as a link; for a preset's link, the view of the preset. If the command line changes the
/// scenario, parts of the view that no longer exist are removed. Problems of the view are reported as warnings that
/// begin with `whose`.
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

/// Removes indices into lists that the command line changed, because the indices of the link are for its own lists.
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
