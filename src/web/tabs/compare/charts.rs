//! The two panes, with a common time axis and a common cursor.

use super::state::is_whole;
use super::tab::CompareTab;
use crate::chart::gantt_chart::recorded;
use crate::chart::gantt_chart::strips::{StripChart, StripKind};
use crate::metrics::timeline::common_end_s;
use crate::web::gantt_pane::pane::{Fit, Panes};
use crate::web::page::shell::{dom, url};
use crate::web::tabs::compare::job_pairs;
use crate::words::number;

/// Maximum height of each chart, without its overview, so that both are visible at once \[CSS px\].
const MOST_PX: f64 = 280.0;

impl CompareTab {
    /// Puts both recordings into the panes. The time range is the part that both recordings contain; if both are whole
    /// runs, it extends to the later end.
    pub(super) fn put(&self) {
        let state = &mut *self.state.borrow_mut();
        let names = state.names();
        let [Some(first), Some(second)] = &state.recorded else {
            return;
        };
        // Two schedulers of one experiment have the same jobs, even if one of them ran no job.
        state.unlike = state.run.kept().is_some() && !job_pairs::are_alike([first, second]);
        state.pairs = match state.unlike {
            true => Vec::new(),
            false => job_pairs::pairs([first, second]),
        };
        let end_s = common_end_s([first, second].into_iter().map(|own| (own, is_whole(own))));
        let sides = self.panes.iter().zip([first, second]).zip(names);
        for (side, ((pane, timeline), title)) in sides.enumerate() {
            let task = state.run.plan_of(side).and_then(|plan| plan.tasks().first());
            let Some(task) = task else { return };
            let (mut chart, strips) = recorded::charts(timeline.clone(), &task.scenario.platform);
            (chart.title, chart.end_s) = (title, end_s);
            pane.scene_mut().put((chart, StripChart::default()));
            state.strips[side] = strips;
        }
        let first = &mut *self.panes[0].scene_mut();
        if let Some(job) = state.run.job() {
            first.find(job);
        }
        match (state.run.range_s, job_pairs::most_parted(&state.pairs)) {
            (Some(range_s), _) => first.show_exactly(range_s),
            // At first: where the schedulers part most.
            (None, Some(pair)) if state.run.job().is_none() => first.show_around(pair.span_s()),
            _ => {}
        }
        self.panes[1].scene_mut().follow(first);
    }

    /// Draws both charts before the next frame, and writes the lines below them.
    pub(super) fn show_charts(&self) {
        let names = self.state.borrow().names();
        let mut described = Vec::new();
        for (side, (pane, line)) in self.panes.iter().zip(&self.progress).enumerate() {
            pane.refresh();
            dom::write(line, &self.progress_in_words(side));
            described.extend(pane.scene().details().map(|details| format!("{}: {details}", names[side])));
        }
        dom::write(&self.details, &described.join(" "));
    }

    /// Progress of one of the runs at the cursor: ended and waiting jobs, nodes in use. Empty without a cursor.
    fn progress_in_words(&self, side: usize) -> String {
        let (state, scene) = (self.state.borrow(), self.panes[side].scene());
        let chart = &scene.chart;
        let Some(time_s) = scene.cursor.time_s.map(|time_s| time_s.min(chart.end_s)) else {
            return String::new();
        };
        let ended = chart.jobs.iter().filter(|job| job.end_s <= time_s).count();
        let moment = number::clock(time_s, true);
        let strips = state.strips[side].strips.iter();
        let strips = strips.filter(|strip| strip.kind != StripKind::Load);
        let values = strips.filter_map(|strip| Some((strip, strip.steps.at(time_s)?)));
        let values = values.map(|(strip, value)| format!(", {}: {}", strip.name, strip.write(value)));
        format!("{moment}. Jobs ended: {ended}{}", values.collect::<String>())
    }
}

impl Panes for CompareTab {
    /// The overview is drawn once, below both charts. In a talk, where the charts are side by side, no overview is
    /// drawn.
    fn fit(&self, pane: usize) -> Fit {
        Fit { overview: pane == 1 && !dom::is_in_talk(), most_px: MOST_PX }
    }

    /// The other pane follows.
    fn acted(&self, pane: usize, moved: bool) {
        let view = {
            let own = self.panes[pane].scene();
            self.panes[1 - pane].scene_mut().follow(&own);
            own.view()
        };
        if moved {
            // Times are rounded to milliseconds, to keep links short.
            let range_s = [view.t0, view.t1].map(|time_s| (time_s * 1e3).round() / 1e3);
            self.state.borrow_mut().run.range_s = Some(range_s);
            url::view_changed();
        }
    }

    fn changed(&self, _: usize) {
        self.show_charts();
    }

    fn picked(&self, pane: usize, _: bool) {
        let job = self.panes[pane].scene().selected().map(|job| job.id);
        self.tell(job);
    }

    fn closed(&self) {
        self.tell(None);
    }
}
