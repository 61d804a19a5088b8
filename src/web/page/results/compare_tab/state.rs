//! What the tab holds: both recordings, the pairs of their jobs, the stories.

use crate::chart::curve::curve_data;
use crate::chart::gantt_chart::strips::StripChart;
use crate::experiment::RunResult;
use crate::metrics::timeline::Timeline;
use crate::web::gantt_data;
use crate::web::gantt_scene::Scene;
use crate::web::job_pairs;
use crate::web::job_pairs::JobPair;
use crate::web::story_data::StoryData;
use crate::web::tabs::compare::CompareState;
use crate::web::tabs::view::View;
use std::rc::Rc;

#[derive(Default)]
pub(super) struct State {
    pub(super) run: CompareState,
    pub(super) visible: bool,
    pub(super) view: Option<View>,
    pub(super) recorded: [Option<Timeline>; 2],
    pub(super) scenes: [Scene; 2],
    pub(super) pairs: Vec<JobPair>,
    /// Differences by arrival, instead of how they are spread.
    pub(super) by_arrival: bool,
    /// The jobs that the points of the figure stand for.
    pub(super) drawn: Vec<u64>,
    pub(super) stories: [Option<StoryData>; 2],
}

impl State {
    /// Names of the two for people.
    pub(super) fn names(&self) -> [String; 2] {
        let both = self.run.plan().zip(self.run.schedulers());
        both.map_or_else(Default::default, |(plan, both)| {
            both.map(|at| curve_data::label_of(plan, at))
        })
    }

    /// Makes charts and pairs of the recordings, once both are there: of the time that both hold.
    pub(super) fn put(&mut self) {
        let names = self.names();
        let ([Some(first), Some(second)], true) = (&self.recorded, self.run.is_recorded()) else {
            return;
        };
        let Some(plan) = self.run.plan() else { return };
        self.pairs = job_pairs::pairs([first, second]);
        let end_s = first.span_s[1].min(second.span_s[1]);
        let platform = plan.tasks().first().map(|task| &task.scenario.platform);
        for ((scene, timeline), title) in self.scenes.iter_mut().zip([first, second]).zip(names) {
            let Some(platform) = platform else { return };
            let (mut chart, _) = gantt_data::charts(timeline.clone(), platform);
            (chart.title, chart.end_s) = (title, end_s);
            scene.put((chart, StripChart::default()));
        }
        let [first, second] = &mut self.scenes;
        second.follow(first);
    }

    /// The results of both at the point.
    pub(super) fn results(&self) -> Option<[&RunResult; 2]> {
        let plan = self.run.plan()?;
        let view = self
            .view
            .as_ref()
            .filter(|own| Rc::ptr_eq(&own.plan, plan))?;
        let point = view.results.points.get(self.run.point())?;
        let [own, other] = self.run.schedulers()?;
        let of = |at: usize| curve_data::result_of(point, &curve_data::name_of(plan, at));
        Some([of(own)?, of(other)?])
    }
}
