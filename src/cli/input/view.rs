//! The view of a link.

use crate::chart::view::View;
use crate::cli::input::given::Given;
use crate::cli::session::Messages;
use crate::scenario::{Scenario, presets};

/// The view in the link that gave the scenario; for a link that only names a preset, the view of the preset. If the
/// command line changes the scenario, parts of the view that no longer exist are removed. Problems of the view are
/// reported as warnings that begin with `whose`.
pub fn of(messages: Messages, given: &Given, whose: &str) -> Option<View> {
    let opened = given.link.as_ref()?;
    let mut problems = opened.problems.clone();
    let view = match &opened.view {
        Some(view) => {
            let (view, more) = View::read(view, &opened.scenario);
            problems.extend(more);
            Some(view)
        }
        None => opened.preset.and_then(presets::find).map(View::of_preset),
    };
    for problem in problems {
        messages.warning(&format!("{whose}{problem}"));
    }
    view.map(|view| within(view, &opened.scenario, &given.scenario))
}

/// Removes the view's indices into lists that the command line changed, because these indices count entries of the
/// lists in the link.
fn within(mut view: View, of_link: &Scenario, changed: &Scenario) -> View {
    if changed.schedulers != of_link.schedulers {
        (view.curves.baseline, view.curves.by) = (None, None);
        view.surface.scheduler = None;
        view.gantt.scheduler = None;
        (view.compare.first, view.compare.second) = (None, None);
    }
    if changed.experiment.sweep != of_link.experiment.sweep {
        (view.curves.x, view.curves.at) = (None, None);
        (view.gantt.point, view.compare.point) = (None, None);
    }
    View::read(&view.value(changed), changed).0
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
        let (view, problems) = View::read(&view, &before);
        assert_eq!(problems, vec![]);
        assert_eq!(within(view, &before, &before), view);
        let left = |settings: &[(&str, serde_json::Value)]| {
            let settings = settings.iter().cloned();
            let changed = before.with_all(settings).unwrap();
            within(view, &before, &changed).value(&changed)
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
