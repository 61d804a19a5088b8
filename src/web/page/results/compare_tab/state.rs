//! State of the tab: both recordings, the pairs of their jobs, the stories.

use crate::chart::curve::results;
use crate::chart::gantt_chart::recorded;
use crate::chart::gantt_chart::strips::{StripChart, StripKind};
use crate::experiment::RunResult;
use crate::metrics::timeline::{Timeline, common_end_s};
use crate::scenario::Checked;
use crate::web::gantt_scene::Scene;
use crate::web::job_pairs;
use crate::web::job_pairs::JobPair;
use crate::web::story_data::StoryData;
use crate::web::tabs::compare::{CompareState, is_whole};
use crate::web::tabs::view::View;
use crate::words::number;
use std::rc::Rc;

#[derive(Default)]
pub(super) struct State {
    /// Message if the log is missing.
    pub(super) needs_log: Option<String>,
    pub(super) run: CompareState,
    pub(super) visible: bool,
    /// Bookmarks available for the second run.
    pub(super) kept: Vec<(String, Checked)>,
    pub(super) view: Option<View>,
    pub(super) recorded: [Option<Timeline>; 2],
    pub(super) scenes: [Scene; 2],
    /// Strips of queue and busy nodes over time.
    pub(super) strips: [StripChart; 2],
    /// Jobs that ended in both runs; empty if the experiments have different jobs.
    pub(super) pairs: Vec<JobPair>,
    /// True if the two experiments have different jobs.
    pub(super) unlike: bool,
    /// True to show differences by arrival, false for their distribution.
    pub(super) by_arrival: bool,
    /// Jobs of the points in the figure.
    pub(super) drawn: Vec<u64>,
    pub(super) stories: [Option<StoryData>; 2],
}

impl State {
    /// Names of the two runs for people.
    pub(super) fn names(&self) -> [String; 2] {
        let Some(both) = self.run.schedulers() else {
            return Default::default();
        };
        let label = |side: usize| {
            let plan = self.run.plan_of(side);
            plan.map_or_else(String::new, |plan| results::label_of(plan, both[side]))
        };
        let kept = self.run.kept();
        let other = kept.map_or_else(|| label(1), |kept| format!("{} of “{}”", label(1), kept.name));
        [label(0), other]
    }

    /// Makes charts and pairs from both recordings, for the time that both cover; for two whole runs, up to the later
    /// end.
    pub(super) fn put(&mut self) {
        let names = self.names();
        let ([Some(first), Some(second)], true) = (&self.recorded, self.run.is_recorded()) else {
            return;
        };
        // Two schedulers of one experiment always have the same jobs, even if one of them ran none.
        self.unlike = self.run.kept().is_some() && !job_pairs::are_alike([first, second]);
        self.pairs = match self.unlike {
            true => Vec::new(),
            false => job_pairs::pairs([first, second]),
        };
        let both = [first, second].into_iter();
        let end_s = common_end_s(both.map(|own| (own, is_whole(own))));
        let sides = self.scenes.iter_mut().zip([first, second]).zip(names);
        for (side, ((scene, timeline), title)) in sides.enumerate() {
            let task = self.run.plan_of(side).and_then(|plan| plan.tasks().first());
            let Some(task) = task else { return };
            let (mut chart, strips) = recorded::charts(timeline.clone(), &task.scenario.platform);
            (chart.title, chart.end_s) = (title, end_s);
            scene.put((chart, StripChart::default()));
            self.strips[side] = strips;
        }
        let [first, second] = &mut self.scenes;
        if let Some(job) = self.run.job() {
            first.find(job);
        }
        if let Some(range_s) = self.run.range_s {
            first.show_exactly(range_s);
        }
        second.follow(first);
    }

    /// Calls `act` with one of the charts; the other follows. Returns true if the visible time has changed, and stores
    /// it.
    pub(super) fn look(&mut self, side: usize, act: &mut dyn FnMut(&mut Scene)) -> bool {
        let [first, second] = &mut self.scenes;
        let (own, other) = match side {
            0 => (first, second),
            _ => (second, first),
        };
        let before = own.view();
        act(own);
        other.follow(own);
        let view = own.view();
        let moved = view != before;
        if moved {
            // Rounded to a millisecond, to keep links short.
            self.run.range_s = Some([view.t0, view.t1].map(|time_s| (time_s * 1e3).round() / 1e3));
        }
        moved
    }

    /// Progress of one run at the cursor: jobs ended and waiting, busy nodes; empty without a cursor.
    pub(super) fn progress_in_words(&self, side: usize) -> String {
        let Scene { chart, cursor, .. } = &self.scenes[side];
        let Some(time_s) = cursor.time_s.map(|time_s| time_s.min(chart.end_s)) else {
            return String::new();
        };
        let ended = chart.jobs.iter().filter(|job| job.end_s <= time_s).count();
        let moment = number::clock(time_s, true);
        let strips = self.strips[side].strips.iter();
        let strips = strips.filter(|strip| strip.kind != StripKind::Load);
        let values = strips.filter_map(|strip| Some((strip, strip.steps.at(time_s)?)));
        let values = values.map(|(strip, value)| format!(", {}: {}", strip.name, strip.write(value)));
        format!("{moment}. Jobs ended: {ended}{}", values.collect::<String>())
    }

    /// Results of both runs at the point, if they are of the same experiment.
    pub(super) fn results(&self) -> Option<[&RunResult; 2]> {
        let plan = self.run.plan().filter(|_| self.run.kept().is_none())?;
        let view = self.view.as_ref().filter(|own| Rc::ptr_eq(&own.plan, plan))?;
        let point = view.results.points.get(self.run.point())?;
        let [own, other] = self.run.schedulers()?;
        let of = |at: usize| results::result_of(point, &results::name_of(plan, at));
        Some([of(own)?, of(other)?])
    }
}
