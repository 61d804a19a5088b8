//! A Gantt chart as it is looked at: what is seen of it, what is pointed at, and how one moves about in it.

use super::jobs_layer::JobsLayer;
use super::story_data::StoryData;
use crate::base::number;
use crate::chart::gantt_chart::gantt::{GanttChart, GanttJob};
use crate::chart::gantt_chart::gantt_draw::GanttCursor;
use crate::chart::gantt_chart::gantt_layout::GanttView;
use crate::chart::gantt_chart::strips::StripChart;
use crate::chart::gantt_chart::timeline::TimelineLayout;
use crate::chart::kit::area::Point;
use crate::metrics::overview::Overview;

/// Jobs that are seen first: wide enough to tell them apart.
const FIRST_JOBS: f64 = 60.0;

/// Room before a story, as a part of its length.
const ROOM: f64 = 0.1;

/// What the pointer holds.
#[derive(Clone, Copy, Debug)]
enum Drag {
    /// The chart, last seen at this place; whether it has moved at all.
    Chart(Point, bool),
    /// The window of the minimap.
    Map(Point),
}

/// A moment to look at.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moment {
    /// \[s\]
    pub time_s: f64,
    /// Of a clock that plays: for how long a job slides to its nodes, in seconds of the run.
    pub slide_s: Option<f64>,
}

/// A chart, the view of it and the cursor in it.
#[derive(Debug, Default)]
pub struct Scene {
    /// The chart.
    pub chart: GanttChart,
    /// The strips below it, those of the story first.
    pub strips: StripChart,
    /// How many of the strips belong to the story.
    story_strips: usize,
    view: Option<GanttView>,
    /// What is pointed at.
    pub cursor: GanttCursor,
    /// What is drawn of the jobs.
    pub jobs: JobsLayer,
    /// Whether the view is being moved.
    pub moving: bool,
    /// Where it was drawn.
    pub layout: Option<TimelineLayout>,
    drag: Option<Drag>,
    /// The beginning of the window that the map was asked for, if it is not recorded \[s\].
    asked: Option<f64>,
    /// What is looked at as soon as a window that has it is here.
    awaited: Option<Awaited>,
}

/// What a window is asked for.
#[derive(Clone, Copy, Debug)]
enum Awaited {
    Moment(Moment),
    /// A story, from one moment to another, and the start of its job \[s\].
    Story([f64; 2], f64),
}

impl Scene {
    /// Another recording; the story stays.
    pub fn put(&mut self, (chart, mut strips): (GanttChart, StripChart)) {
        let of_story = self.strips.strips.drain(..self.story_strips);
        strips.strips.splice(..0, of_story);
        let whole = GanttView::fit(&chart);
        // The overview is of the run, whichever window is shown.
        let kept = self.chart.whole.take().filter(|_| !self.chart.faded);
        let awaited = self.awaited.take();
        let part = (FIRST_JOBS / chart.jobs.len().max(1) as f64).min(1.0);
        *self = Scene {
            view: Some(GanttView {
                t1: whole.t0 + (whole.t1 - whole.t0) * part,
                ..whole
            }),
            chart: GanttChart {
                whole: chart.whole.clone().or(kept),
                ..chart
            },
            strips,
            story_strips: self.story_strips,
            layout: self.layout.take(),
            ..Scene::default()
        };
        match awaited {
            Some(Awaited::Moment(moment)) if self.records(moment.time_s) => self.look_at(moment),
            Some(Awaited::Story([from_s, to_s], start_s)) => {
                self.show_range(from_s, to_s);
                // Of a wait that is longer than a window the start is shown.
                self.asked = (!self.records(start_s)).then_some(start_s);
            }
            _ => (),
        }
    }

    /// Whether the next window is asked for because of something in it.
    pub fn awaits(&self) -> bool {
        self.awaited.is_some()
    }

    /// Whether the window has this moment.
    pub fn records(&self, time_s: f64) -> bool {
        let (from_s, to_s) = self.chart.window();
        (from_s..=to_s).contains(&time_s)
    }

    /// Shows a job from its arrival to its end, with a little room before. If the window begins later, that from which it is all seen is
    /// returned, and shown when it has come \[s\].
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

    /// Moves to a time range that is longer than what is seen, else keeps the scale.
    fn show_range(&mut self, from_s: f64, to_s: f64) {
        let view = self.view();
        let t1 = to_s.max(from_s + (view.t1 - view.t0));
        let view = GanttView {
            t0: from_s,
            t1,
            ..view
        };
        self.view = Some(view.clamped(&self.chart));
    }

    /// Shows all from one moment to another.
    pub fn show_exactly(&mut self, [t0, t1]: [f64; 2]) {
        let view = GanttView {
            t0,
            t1,
            ..self.view()
        };
        self.view = Some(view.clamped(&self.chart));
    }

    /// The recording is an old one.
    pub fn fade(&mut self) {
        self.jobs = JobsLayer::default();
        self.chart.faded = true;
        self.strips.faded = true;
    }

    /// The strips of another story, or of none.
    pub fn set_story(&mut self, story: Option<&StoryData>) {
        let strips = story.map(StoryData::strips).unwrap_or_default();
        let count = strips.len();
        self.strips.strips.splice(..self.story_strips, strips);
        self.story_strips = count;
    }

    /// The part that is seen.
    pub fn view(&self) -> GanttView {
        self.view.unwrap_or_else(|| GanttView::fit(&self.chart))
    }

    /// It was drawn there.
    pub fn drawn(&mut self, layout: TimelineLayout) {
        self.view = Some(layout.gantt.view);
        self.layout = Some(layout);
    }

    /// The pointer went down at a place.
    pub fn grab(&mut self, at: Point) {
        let map = self.layout.as_ref().and_then(|layout| layout.minimap);
        if map.is_some_and(|map| map.contains(at)) {
            self.drag = Some(Drag::Map(at));
        } else {
            // A finger points at nothing before it touches.
            self.drag = None;
            self.moved(at, 1.0);
            self.drag = Some(Drag::Chart(at, false));
        }
    }

    /// The pointer moved to a place; so many pixels are one of CSS. Whether anything changed.
    pub fn moved(&mut self, at: Point, scale: f64) -> bool {
        let Some(layout) = &mut self.layout else {
            return false;
        };
        match self.drag {
            Some(Drag::Chart(from, moved)) => {
                let (dx, dy) = (at.0 - from.0, at.1 - from.1);
                if !moved && dx.abs() + dy.abs() < 4.0 * scale {
                    return false;
                }
                let dx = layout.gantt.whole(dx);
                let view = layout.gantt.pan(&self.chart, dx, dy);
                // It is drawn in the next frame; until then moves add up on the old layout.
                layout.gantt.view = view;
                self.view = Some(view);
                self.drag = Some(Drag::Chart((from.0 + dx, at.1), true));
                self.moving = true;
            }
            Some(Drag::Map(_)) => {
                self.drag = Some(Drag::Map(at));
                self.moving = true;
                self.centre_on_map(at);
            }
            None => {
                let plot = layout.gantt.plot;
                self.cursor.hovered = layout.gantt.job_at(&self.chart, at);
                let inside = at.0 >= plot.x0 && at.0 <= plot.x1;
                self.cursor.slide_s = None;
                self.cursor.time_s = inside.then(|| layout.gantt.time().to_value(at.0));
            }
        }
        true
    }

    /// The pointer went up; whether that was a click, which marks what it points at.
    pub fn dropped(&mut self) -> bool {
        let clicked = matches!(self.drag, Some(Drag::Chart(_, false)));
        if let Some(Drag::Map(at)) = self.drag {
            self.centre_on_map(at);
        }
        self.cancel();
        if clicked {
            self.cursor.selected = self.cursor.hovered;
        }
        clicked
    }

    /// The pointer is lost.
    pub fn cancel(&mut self) {
        self.drag = None;
        self.moving = false;
    }

    /// The pointer is elsewhere.
    pub fn left(&mut self) {
        self.cursor.hovered = None;
        (self.cursor.time_s, self.cursor.slide_s) = (None, None);
    }

    /// Zooms around a place, or the middle.
    pub fn zoom(&mut self, at: Option<Point>, time_factor: f64, row_factor: f64) {
        let Some(layout) = &self.layout else { return };
        let at = at.unwrap_or_else(|| layout.gantt.plot.centre());
        let view = layout
            .gantt
            .zoom_at(&self.chart, at, time_factor, row_factor);
        self.view = Some(view);
        self.moving = true;
    }

    /// Moves by so many pixels.
    pub fn pan(&mut self, dx: f64, dy: f64) {
        if let Some(layout) = &self.layout {
            self.view = Some(layout.gantt.pan(&self.chart, dx, dy));
            self.moving = true;
        }
    }

    /// Moves by so many widths and heights of the plot.
    pub fn step(&mut self, dx: f64, dy: f64) {
        if let Some(layout) = &self.layout {
            let plot = layout.gantt.plot;
            self.pan(dx * plot.width(), dy * plot.height());
        }
    }

    /// Shows everything.
    pub fn fit(&mut self) {
        self.view = Some(GanttView::fit(&self.chart));
    }

    /// Whether the wheel does anything there.
    pub fn is_plot(&self, at: Point) -> bool {
        let layout = self.layout.as_ref();
        layout
            .is_some_and(|layout| layout.gantt.message.is_none() && layout.gantt.plot.contains(at))
    }

    /// The job that is marked.
    pub fn selected(&self) -> Option<&GanttJob> {
        self.chart.jobs.get(self.cursor.selected?)
    }

    /// Marks the job of this number, if it is in the recording.
    pub fn select(&mut self, job: u64) {
        self.cursor.selected = self.chart.jobs.iter().position(|own| own.id == job);
    }

    /// Marks the job of this number and moves the view there.
    pub fn find(&mut self, job: u64) {
        self.select(job);
        if let Some(start_s) = self.selected().map(|job| job.start_s) {
            self.bring(start_s);
        }
    }

    /// Looks at the same time, rows, moment and jobs as another one, of the same platform.
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
            ..other.cursor
        };
    }

    /// Marks the next or the previous job in order of start and brings it into view.
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

    /// Brings the marked job into view.
    pub fn show_selected(&mut self) {
        if let Some(start_s) = self.selected().map(|job| job.start_s) {
            self.bring(start_s);
        }
    }

    /// Sets the cursor to a moment and brings it into view; one that is not recorded is asked for.
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

    /// The window that is wanted and not recorded, once the pointer is up.
    pub fn take_asked(&mut self) -> Option<f64> {
        self.drag.is_none().then(|| self.asked.take()).flatten()
    }

    /// Looks at the moment at a place of the map; one that is not recorded is asked for.
    fn centre_on_map(&mut self, at: Point) {
        let Some(map) = self.layout.as_ref().and_then(|layout| layout.minimap) else {
            return;
        };
        let share = ((at.0 - map.x0) / map.width().max(1.0)).clamp(0.0, 1.0);
        let (t0, t1) = self.chart.map_window();
        let middle = t0 + share * (t1 - t0);
        let (from, to) = self.chart.window();
        self.asked = (middle < from || middle > to).then_some(middle);
        match self.asked {
            None => self.centre(middle),
            // The frame follows the pointer.
            Some(_) => {
                let view = self.view();
                let half = (view.t1 - view.t0) / 2.0;
                self.view = Some(GanttView {
                    t0: middle - half,
                    t1: middle + half,
                    ..view
                });
            }
        }
    }

    /// The overview of the run has come.
    pub fn put_whole(&mut self, whole: Option<Overview>) {
        self.chart.whole = whole;
    }

    /// Moves in time if a moment is out of sight.
    fn bring(&mut self, time_s: f64) {
        let view = self.view();
        if time_s < view.t0 || time_s > view.t1 {
            self.centre(time_s);
        }
    }

    fn centre(&mut self, time_s: f64) {
        let view = self.view();
        let half = (view.t1 - view.t0) / 2.0;
        let view = GanttView {
            t0: time_s - half,
            t1: time_s + half,
            ..view
        };
        self.view = Some(view.clamped(&self.chart));
    }

    /// What is dashed while the pointer is in the chart.
    fn mark_in_words(&self) -> Option<String> {
        let mark = self.chart.mark_at(self.cursor.time_s?)?;
        Some(format!("Dashed: {}.", mark.words))
    }

    /// The job pointed at, else the marked one, in words; else the mark in time.
    pub fn details(&self) -> Option<String> {
        let job = self.cursor.hovered.or(self.cursor.selected);
        let Some(job) = job.and_then(|job| self.chart.jobs.get(job)) else {
            return self.mark_in_words();
        };
        let clock = |time_s: f64| number::clock(time_s, true);
        let end = if job.end_s.is_finite() {
            clock(job.end_s)
        } else {
            "still running".to_owned()
        };
        let times = format!(
            "arrival {}, start {}, end {end}",
            clock(job.arrival_s),
            clock(job.start_s)
        );
        Some(format!("{}; {times}.", job.describe(&self.chart.clusters)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::gantt_chart::strips::Strip;

    /// A hundred jobs, one after the other, a second each.
    fn scene() -> Scene {
        let job = |id: u64| GanttJob {
            id: id + 1000,
            start_s: id as f64,
            end_s: id as f64 + 1.0,
            ..GanttJob::default()
        };
        let chart = GanttChart {
            jobs: (0..100).map(job).collect(),
            end_s: 100.0,
            ..GanttChart::default()
        };
        let strips = StripChart {
            strips: vec![Strip::default()],
            faded: false,
        };
        let mut scene = Scene::default();
        scene.put((chart, strips));
        scene
    }

    #[test]
    fn begins_with_what_can_be_told_apart() {
        let scene = scene();
        assert_eq!((scene.view().t0, scene.view().t1), (0.0, 60.0));
        assert_eq!(Scene::default().details(), None);
    }

    #[test]
    fn marked_jobs_come_into_view() {
        let mut scene = scene();
        scene.next_job(1);
        assert_eq!(scene.selected().map(|job| job.id), Some(1000));
        scene.next_job(-1);
        scene.next_job(1);
        assert_eq!(scene.selected().map(|job| job.id), Some(1001));
        assert_eq!(scene.view().t1, 60.0);
        scene.select(1098);
        scene.next_job(5);
        assert_eq!(scene.selected().map(|job| job.id), Some(1099));
        assert_eq!((scene.view().t0, scene.view().t1), (40.0, 100.0));
        assert!(
            scene
                .details()
                .is_some_and(|words| words.starts_with("Job 1099; "))
        );
        scene.select(7);
        assert_eq!(scene.selected(), None);
        scene.look_at(Moment {
            time_s: 10.0,
            slide_s: None,
        });
        assert_eq!((scene.view().t0, scene.cursor.time_s), (0.0, Some(10.0)));
        Scene::default().next_job(1);
    }

    #[test]
    fn what_is_not_recorded_is_asked_for() {
        let mut scene = scene();
        let moment = |time_s| Moment {
            time_s,
            slide_s: None,
        };
        scene.look_at(moment(50.0));
        assert_eq!(scene.take_asked(), None);
        scene.look_at(moment(250.0));
        let from_s = scene.take_asked().unwrap();
        let later = GanttChart {
            start_s: from_s,
            end_s: 400.0,
            ..scene.chart.clone()
        };
        scene.put((later, StripChart::default()));
        assert_eq!(scene.cursor.time_s, Some(250.0));
        assert!(scene.view().t0 < 250.0 && scene.view().t1 > 250.0);
        // A story that began before the window is asked for with a little room; one in it is shown from arrival to end.
        assert_eq!(scene.show_story([200.0, 230.0, 300.0]), Some(190.0));
        assert_eq!(scene.show_story([250.0, 260.0, 390.0]), None);
        assert!(scene.view().t0 <= 250.0 && scene.view().t1 >= 390.0);
    }

    #[test]
    fn the_strips_of_a_story_come_first_and_go() {
        let mut scene = scene();
        let story = StoryData {
            slides: vec![[1.0, 0.0, 1.0]],
            ..StoryData::default()
        };
        scene.set_story(Some(&story));
        scene.set_story(Some(&story));
        assert_eq!(scene.strips.strips.len(), 3);
        assert_eq!(scene.strips.strips[0].name, "Job 0: predicted delay");
        let recorded = (scene.chart.clone(), StripChart::default());
        scene.put(recorded);
        assert_eq!(scene.strips.strips.len(), 2, "a recording that comes later");
        scene.set_story(None);
        assert_eq!(scene.strips.strips, []);
    }
}
