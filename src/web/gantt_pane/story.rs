//! The story of a job next to the Gantt chart: its events and their reasons.

use crate::base::decimal;
use crate::logs::AskedJob;
use crate::web::gantt_pane::scene::Moment;
use crate::web::gantt_pane::story_data::StoryData;
use crate::web::page::shell::announce;
use crate::web::page::shell::dom::{self, Build};
use crate::words::Line;
use crate::words::number;
use std::cell::RefCell;
use web_sys::{Element, Event, KeyboardEvent};

/// Attribute of a moment's button with its time.
const MOMENT: &str = "data-time";

/// Attribute of a playing clock: duration of a job's slide to its nodes, in seconds of the run.
const SLIDE: &str = "data-slide";

/// Attribute of the list with the summary of the story, for the script that plays it.
const SHORT: &str = "data-short";

/// The moment chosen by an event in a story.
pub fn moment(event: &Event) -> Option<Moment> {
    let (element, time) = dom::target_with(event, MOMENT)?;
    let slide = element.get_attribute(SLIDE);
    Some(Moment { time_s: decimal::parse(&time)?, slide_s: slide.and_then(|own| decimal::parse(&own)) })
}

/// The panel; initially closed.
pub struct StoryPanel {
    /// Root element.
    pub root: Element,
    title: Element,
    close: Element,
    list: Element,
    /// The job of the displayed story, and the name of its run.
    job: RefCell<Option<(AskedJob, String)>>,
}

impl StoryPanel {
    /// Creates an empty panel; its id, "story" or "machine-story", is also the beginning of the ids of its parts.
    pub fn new(id: &str) -> StoryPanel {
        let [of_title, of_list] = ["title", "lines"].map(|part| format!("{id}-{part}"));
        let title = dom::new("h3").attr("id", &of_title).attr("tabindex", "-1");
        let close =
            dom::button("×").class("tool close").attr("aria-label", "Close the story").attr("title", "Close (Escape)");
        let list = dom::new("ol").class("story-lines").attr("id", &of_list);
        let head = dom::new("div").class("story-head").with(&title).with(&close);
        StoryPanel {
            root: dom::new("section")
                .class("story")
                .attr("id", id)
                .attr("aria-labelledby", &of_title)
                .flag("hidden", true)
                .with(head)
                .with(&list),
            title,
            close,
            list,
            job: RefCell::default(),
        }
    }

    /// Calls `hear` when the panel should close: by its button or Escape.
    pub fn on_close<T: Clone + 'static>(&self, owner: &T, hear: impl Fn(&T) + Clone + 'static) {
        dom::click(owner, &self.close, hear.clone());
        dom::hear(owner, &self.root, "keydown", move |owner, event: KeyboardEvent| {
            if event.key() == "Escape" {
                event.prevent_default();
                hear(owner);
            }
        });
    }

    /// Calls `hear` with the chosen moment \[s\].
    pub fn on_moment(&self, hear: impl Fn(Moment) + 'static) {
        dom::listen(&self.list, "click", move |event| {
            if let Some(moment) = moment(&event) {
                hear(moment);
            }
        });
    }

    /// Opens the panel for a requested story of a job in `run`. If the panel already has a story of this job, that
    /// story stays until the new one arrives.
    pub fn wait(&self, job: &AskedJob, run: &str) {
        let before = self.job.replace(Some((job.clone(), run.to_owned())));
        if before.is_none_or(|(own, _)| own != *job) {
            dom::clear(&self.list);
        }
        dom::write(&self.title, &format!("Job {job}, {run}"));
        dom::set(&self.root, "aria-busy", "true");
        dom::show(&self.root, true);
    }

    /// Shows a story.
    pub fn show(&self, story: &StoryData) {
        dom::clear(&self.list);
        let name = story.names.title(story.job);
        if let Some((job, run)) = &mut *self.job.borrow_mut() {
            dom::write(&self.title, &format!("{name}, {run}"));
            *job = story.job.into();
        }
        dom::set(&self.list, SHORT, &story.short);
        let mut before = None;
        for line in &story.lines {
            dom::append(&self.list, &item(line, line.time_s != before));
            before = line.time_s;
        }
        self.settled();
        announce::say(&format!("{name}: {}", story.outcome()));
    }

    /// Shows the reason why there is no story.
    pub fn fail(&self, why: &str) {
        dom::clear(&self.list);
        dom::append(&self.list, &dom::new("li").class("warning").text(why));
        self.settled();
        announce::say(why);
    }

    /// Closes the panel.
    pub fn close(&self) {
        self.job.take();
        dom::show(&self.root, false);
    }

    /// Moves the focus to the panel.
    pub fn focus(&self) {
        dom::focus(&self.title);
    }

    fn settled(&self) {
        let _ = self.root.remove_attribute("aria-busy");
        // Scrolls to the panel, because a panel below the chart may be out of view. In a lesson, the step determines
        // what is visible.
        if dom::fragment_of_step().is_none() {
            dom::into_view(&self.root);
        }
    }
}

/// A line of the list. If `timed` is true, its time is a button that moves the chart to this time.
pub fn item(line: &Line, timed: bool) -> Element {
    let time = match line.time_s.filter(|_| timed) {
        Some(time_s) => dom::button(&number::clock(time_s, true))
            .class("moment")
            .attr("title", "Show this moment in the chart")
            .attr(MOMENT, &time_s.to_string()),
        None => dom::new("span"),
    };
    dom::new("li").attr("data-kind", line.kind.name()).with(time).with(dom::new("span").text(&line.text))
}
