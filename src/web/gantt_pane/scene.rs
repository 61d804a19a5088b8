//! State of a displayed Gantt chart: the visible part, the cursor and the selection.

mod pointer;

use super::layer::JobsLayer;
use super::story_data::StoryData;
use crate::chart::gantt_chart::colouring::Colouring;
use crate::chart::gantt_chart::draw::GanttCursor;
use crate::chart::gantt_chart::layout::GanttRange;
use crate::chart::gantt_chart::strips::StripChart;
use crate::chart::gantt_chart::timeline::TimelineLayout;
use crate::chart::gantt_chart::{GanttChart, GanttJob};
use crate::metrics::overview::Overview;
use crate::words::number;
use pointer::Drag;

/// Number of jobs visible at first, so few that the jobs are wide enough to be distinguished.
const FIRST_JOBS: f64 = 60.0;

/// Margin before a story, as a share of its length.
const ROOM: f64 = 0.1;

/// A moment to show.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moment {
    /// Time \[s\].
    pub time_s: f64,
    /// While a clock is playing: duration of a job's slide to its nodes, in seconds of the run.
    pub slide_s: Option<f64>,
}

/// A chart with its view and cursor.
#[derive(Debug, Default)]
pub struct Scene {
    /// The chart.
    pub chart: GanttChart,
    /// Strips below the chart; those of the story come first.
    pub strips: StripChart,
    /// Number of strips that belong to the story.
    story_strips: usize,
    view: Option<GanttRange>,
    /// Position of the cursor, with hovered and selected job.
    pub cursor: GanttCursor,
    /// State of the layer on which jobs are drawn.
    pub jobs: JobsLayer,
    /// True while the view is being moved.
    pub moving: bool,
    /// Layout of the last drawing.
    pub layout: Option<TimelineLayout>,
    drag: Option<Drag>,
    /// Start of a window that was requested with the map, because it is not recorded \[s\].
    asked: Option<f64>,
    /// Moment or story to show once a window that contains it has arrived.
    awaited: Option<Awaited>,
}

/// Reason for requesting a window.
#[derive(Clone, Copy, Debug)]
enum Awaited {
    Moment(Moment),
    /// A story with its time range, and the start of its job \[s\].
    Story([f64; 2], f64),
}

impl Scene {
    /// Replaces the recording; keeps the story.
    pub fn put(&mut self, (chart, mut strips): (GanttChart, StripChart)) {
        let of_story = self.strips.strips.drain(..self.story_strips);
        strips.strips.splice(..0, of_story);
        let whole = GanttRange::fit(&chart);
        // The overview shows the whole run, independent of the window.
        let kept = self.chart.whole.take().filter(|_| !self.chart.faded);
        let awaited = self.awaited.take();
        let part = (FIRST_JOBS / chart.jobs.len().max(1) as f64).min(1.0);
        *self = Scene {
            view: Some(GanttRange { t1: whole.t0 + (whole.t1 - whole.t0) * part, ..whole }),
            chart: GanttChart { whole: chart.whole.clone().or(kept), colouring: self.chart.colouring, ..chart },
            strips,
            story_strips: self.story_strips,
            layout: self.layout.take(),
            ..Scene::default()
        };
        match awaited {
            Some(Awaited::Moment(moment)) if self.records(moment.time_s) => self.look_at(moment),
            Some(Awaited::Story([from_s, to_s], start_s)) => {
                self.show_range(from_s, to_s);
                // If the window ends before the start of the job, because the job waits long, request a window at the
                // start of the job.
                self.asked = (!self.records(start_s)).then_some(start_s);
            }
            _ => (),
        }
    }

    /// True if the next window was requested because a moment or a story in this window shall be shown.
    pub fn awaits(&self) -> bool {
        self.awaited.is_some()
    }

    /// True if the window contains this moment.
    pub fn records(&self, time_s: f64) -> bool {
        let (from_s, to_s) = self.chart.window();
        (from_s..=to_s).contains(&time_s)
    }

    /// Shows a job from its arrival to its end, with a small margin before the arrival. If the recorded window begins
    /// too late, returns the start of the window to request \[s\]; the job is shown when the requested window arrives.
    pub fn show_story(&mut self, [arrival_s, start_s, until_s]: [f64; 3]) -> Option<f64> {
        let from_s = (arrival_s - ROOM * (until_s - arrival_s).max(1.0)).max(0.0);
        let begins_s = self.chart.window().0;
        if arrival_s < begins_s || !self.records(until_s) && self.selected().is_none() {
            self.awaited = Some(Awaited::Story([from_s, until_s], start_s));
            return Some(from_s.floor());
        }
        let view = self.view();
        if from_s < view.t0 || until_s > view.t1 {
            self.show_range(from_s, until_s);
        }
        None
    }

    /// Shows a time range. Zooms out if it is longer than the view, otherwise keeps the scale.
    fn show_range(&mut self, from_s: f64, to_s: f64) {
        let view = self.view();
        let t1 = to_s.max(from_s + (view.t1 - view.t0));
        let view = GanttRange { t0: from_s, t1, ..view };
        self.view = Some(view.clamped(&self.chart));
    }

    /// Shows exactly a time range.
    pub fn show_exactly(&mut self, [t0, t1]: [f64; 2]) {
        let view = GanttRange { t0, t1, ..self.view() };
        self.view = Some(view.clamped(&self.chart));
    }

    /// Shows a time range with a small margin. Zooms out if it is longer than the view, otherwise keeps the scale.
    pub fn show_around(&mut self, [from_s, to_s]: [f64; 2]) {
        let room_s = ROOM * (to_s - from_s);
        self.show_range((from_s - room_s).max(0.0), to_s + room_s);
    }

    /// Sets what the colours say.
    pub fn colour_by(&mut self, colouring: Colouring) {
        self.jobs = JobsLayer::default();
        self.chart.colouring = colouring;
    }

    /// Marks the recording as outdated.
    pub fn fade(&mut self) {
        self.jobs = JobsLayer::default();
        self.chart.faded = true;
        self.strips.faded = true;
    }

    /// Replaces the strips of the old story by the strips of another story, or removes them.
    pub fn set_story(&mut self, story: Option<&StoryData>) {
        let strips = story.map(StoryData::strips).unwrap_or_default();
        let count = strips.len();
        self.strips.strips.splice(..self.story_strips, strips);
        self.story_strips = count;
    }

    /// The visible part.
    pub fn view(&self) -> GanttRange {
        self.view.unwrap_or_else(|| GanttRange::fit(&self.chart))
    }

    /// Stores the layout after drawing.
    pub fn drawn(&mut self, layout: TimelineLayout) {
        self.view = Some(layout.gantt.view);
        self.layout = Some(layout);
    }

    /// Shows everything.
    pub fn fit(&mut self) {
        self.view = Some(GanttRange::fit(&self.chart));
    }

    /// The selected job.
    pub fn selected(&self) -> Option<&GanttJob> {
        self.chart.jobs.get(self.cursor.selected?)
    }

    /// Selects the job with this number, if it is recorded.
    pub fn select(&mut self, job: u64) {
        self.cursor.selected = self.chart.jobs.iter().position(|own| own.id == job);
    }

    /// Selects the job with this number and moves the view to it.
    pub fn find(&mut self, job: u64) {
        self.select(job);
        if let Some(start_s) = self.selected().map(|job| job.start_s) {
            self.bring(start_s);
        }
    }

    /// Copies time range, rows, moment and marked jobs from the scene of another run on the same platform.
    pub fn follow(&mut self, other: &Scene) {
        self.view = Some(other.view());
        self.moving = other.moving;
        let place = |at: Option<usize>| {
            let id = other.chart.jobs.get(at?)?.id;
            self.chart.jobs.iter().position(|own| own.id == id)
        };
        self.cursor = GanttCursor {
            hovered: place(other.cursor.hovered),
            selected: place(other.cursor.selected),
            out: None,
            ..other.cursor
        };
    }

    /// Selects the next or previous job in order of start and moves it into view.
    pub fn next_job(&mut self, step: isize) {
        let Some(last) = self.chart.jobs.len().checked_sub(1) else {
            return;
        };
        let next = match self.cursor.selected {
            Some(job) => job.saturating_add_signed(step).min(last),
            None => 0,
        };
        self.cursor.selected = Some(next);
        self.show_selected();
    }

    /// Moves the selected job into view.
    pub fn show_selected(&mut self) {
        if let Some(start_s) = self.selected().map(|job| job.start_s) {
            self.bring(start_s);
        }
    }

    /// Sets the cursor to a moment and moves it into view. Requests a window if the moment is not recorded.
    pub fn look_at(&mut self, moment: Moment) {
        if !self.records(moment.time_s) && !self.chart.faded {
            let view = self.view();
            let from_s = moment.time_s - (view.t1 - view.t0) / 2.0;
            self.awaited = Some(Awaited::Moment(moment));
            self.asked = Some(from_s.max(0.0));
        }
        self.cursor.time_s = Some(moment.time_s);
        self.cursor.slide_s = moment.slide_s;
        self.bring(moment.time_s);
    }

    /// Returns the start of the window to request \[s\], but not before the pointer is released.
    pub fn take_asked(&mut self) -> Option<f64> {
        self.drag.is_none().then(|| self.asked.take()).flatten()
    }

    /// Sets the overview of the run.
    pub fn put_whole(&mut self, whole: Option<Overview>) {
        self.chart.whole = whole;
    }

    /// Moves the view in time if a moment is not visible.
    fn bring(&mut self, time_s: f64) {
        let view = self.view();
        if time_s < view.t0 || time_s > view.t1 {
            self.centre(time_s);
        }
    }

    fn centre(&mut self, time_s: f64) {
        let view = self.view();
        let half = (view.t1 - view.t0) / 2.0;
        let view = GanttRange { t0: time_s - half, t1: time_s + half, ..view };
        self.view = Some(view.clamped(&self.chart));
    }

    /// Description of the dashed mark at the cursor.
    fn mark_in_words(&self) -> Option<String> {
        let mark = self.chart.mark_at(self.cursor.time_s?)?;
        Some(format!("Dashed: {}.", mark.words))
    }

    /// Description of the hovered job; if there is none, totals of the selected stretch of time, or description of the
    /// selected job or of the mark at the cursor.
    pub fn details(&self) -> Option<String> {
        let stretch_s = self.cursor.selected_s().filter(|_| self.cursor.hovered.is_none());
        if let Some(stretch_s) = stretch_s {
            return Some(format!("{}.", self.chart.totals(&self.strips, stretch_s).join("; ")));
        }
        let out = self.cursor.out.filter(|_| self.cursor.hovered.is_none());
        if let Some(out) = out.and_then(|out| self.chart.outs.get(out)) {
            return Some(format!("{}.", out.lines(&self.chart).join("; ")));
        }
        let job = self.cursor.hovered.or(self.cursor.selected);
        let Some(job) = job.and_then(|job| self.chart.jobs.get(job)) else {
            return self.mark_in_words();
        };
        let clock = |time_s: f64| number::clock(time_s, true);
        let end = if job.end_s.is_finite() { clock(job.end_s) } else { "still running".to_owned() };
        let arrival = if job.again { "killed" } else { "arrival" };
        let times = format!("{arrival} {}, start {}, end {end}", clock(job.arrival_s), clock(job.start_s));
        Some(format!("{}; {times}.", job.describe(&self.chart)))
    }
}

#[cfg(test)]
mod tests;
