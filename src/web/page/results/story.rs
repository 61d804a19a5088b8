//! The story of a job beside the Gantt chart: what happened to it and why, moment by moment.

use crate::base::decimal;
use crate::web::gantt_scene::Moment;
use crate::web::page::shell::announce;
use crate::web::page::shell::dom::{self, Build};
use crate::web::story_data::StoryData;
use crate::words::Line;
use crate::words::number;
use std::cell::Cell;
use web_sys::{Element, Event, KeyboardEvent};

/// The attribute of a moment's button: its time.
const MOMENT: &str = "data-time";

/// The attribute of a clock that plays: for how many seconds of the run a job slides to its nodes.
const SLIDE: &str = "data-slide";

/// The attribute of the list: the story in one sentence, for what plays it.
const SHORT: &str = "data-short";

/// The moment that was chosen by an event in a story.
pub(super) fn moment(event: &Event) -> Option<Moment> {
    let (element, time) = dom::target_with(event, MOMENT)?;
    let slide = element.get_attribute(SLIDE);
    Some(Moment { time_s: decimal::parse(&time)?, slide_s: slide.and_then(|own| decimal::parse(&own)) })
}

/// The panel, closed at first.
pub struct StoryPanel {
    /// Its element.
    pub root: Element,
    title: Element,
    close: Element,
    list: Element,
    /// The job that the lines are about.
    job: Cell<Option<u64>>,
}

impl StoryPanel {
    /// An empty panel.
    pub fn new() -> StoryPanel {
        let title = dom::new("h3").attr("id", "story-title").attr("tabindex", "-1");
        let close =
            dom::button("×").class("tool close").attr("aria-label", "Close the story").attr("title", "Close (Escape)");
        let list = dom::new("ol").class("story-lines").attr("id", "story-lines");
        let head = dom::new("div").class("story-head").with(&title).with(&close);
        StoryPanel {
            root: dom::new("section")
                .attr("id", "story")
                .attr("aria-labelledby", "story-title")
                .flag("hidden", true)
                .with(head)
                .with(&list),
            title,
            close,
            list,
            job: Cell::new(None),
        }
    }

    /// Hears that it shall close: by its button, or Escape in it.
    pub fn on_close(&self, hear: impl Fn() + Clone + 'static) {
        dom::on_click(&self.close, hear.clone());
        dom::listen(&self.root, "keydown", move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                event.prevent_default();
                hear();
            }
        });
    }

    /// Hears which moment is to be looked at \[s\].
    pub fn on_moment(&self, hear: impl Fn(Moment) + 'static) {
        dom::listen(&self.list, "click", move |event| {
            if let Some(moment) = moment(&event) {
                hear(moment);
            }
        });
    }

    /// Opens for the story of a job of `run`, which is on its way; what is there stays until then.
    pub fn wait(&self, job: u64, run: &str) {
        if self.job.replace(Some(job)) != Some(job) {
            dom::clear(&self.list);
        }
        dom::write(&self.title, &format!("Job {job}, {run}"));
        dom::set(&self.root, "aria-busy", "true");
        dom::show(&self.root, true);
    }

    /// Shows a story.
    pub fn show(&self, story: &StoryData) {
        dom::clear(&self.list);
        dom::set(&self.list, SHORT, &story.short);
        let mut before = None;
        for line in &story.lines {
            dom::append(&self.list, &item(line, line.time_s != before));
            before = line.time_s;
        }
        self.settled();
        announce::say(&format!("Job {}: {}", story.job, story.outcome()));
    }

    /// Says why there is no story.
    pub fn fail(&self, why: &str) {
        dom::clear(&self.list);
        dom::append(&self.list, &dom::new("li").class("warning").text(why));
        self.settled();
        announce::say(why);
    }

    /// Closes it.
    pub fn close(&self) {
        self.job.set(None);
        dom::show(&self.root, false);
    }

    /// Goes there by keyboard.
    pub fn focus(&self) {
        dom::focus(&self.title);
    }

    fn settled(&self) {
        let _ = self.root.remove_attribute("aria-busy");
        // Below the chart, where there is no room beside it, it may be out of sight.
        // A step of a lesson says where to look.
        if dom::fragment_of_step().is_none() {
            dom::into_view(&self.root);
        }
    }
}

/// A line of the list; the time, if it is another one, is a button that leads there.
pub(super) fn item(line: &Line, timed: bool) -> Element {
    let time = match line.time_s.filter(|_| timed) {
        Some(time_s) => dom::button(&number::clock(time_s, true))
            .class("moment")
            .attr("title", "Show this moment in the chart")
            .attr(MOMENT, &time_s.to_string()),
        None => dom::new("span"),
    };
    dom::new("li").attr("data-kind", line.kind.name()).with(time).with(dom::new("span").text(&line.text))
}
