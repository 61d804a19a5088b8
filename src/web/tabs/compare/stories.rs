//! Both stories of a job, side by side.

use super::tab::CompareTab;
use crate::web::gantt_pane::story;
use crate::web::gantt_pane::story_data::StoryData;
use crate::web::page::shell::announce;
use crate::web::page::shell::dom::{self, Build};
use crate::web::page::shell::url;
use crate::web::tabs::compare::parting;
use crate::words::Line;
use std::rc::Rc;
use web_sys::Element;

impl CompareTab {
    /// Handles a story that has arrived.
    pub(super) fn take_story(self: &Rc<Self>, pane: usize, task: usize, story: &StoryData) {
        {
            let state = &mut *self.state.borrow_mut();
            if !state.run.questions[pane].story_came(task, story.job) {
                return;
            }
            state.stories[pane] = Some(story.clone());
        }
        self.show_stories();
    }

    /// Handles the answer that a story is impossible: closes both stories and shows the reason.
    pub(super) fn fail_story(&self, why: &str) {
        self.state.borrow_mut().run.tell(None);
        dom::clear(&self.stories);
        dom::append(&self.stories, &dom::new("p").class("warning").text(why));
        announce::say(why);
    }

    /// Opens both stories of a job, or closes them.
    pub(super) fn tell(&self, job: Option<u64>) {
        {
            let state = &mut *self.state.borrow_mut();
            state.run.tell(job);
            state.stories = Default::default();
        }
        url::view_changed();
        self.panes.iter().for_each(|pane| pane.scene_mut().cursor.selected = None);
        // The first pane moves to the job, and the second pane follows it.
        self.panes[0].act(|scene| job.into_iter().for_each(|job| scene.find(job)));
        dom::show(&self.stories, job.is_some());
        if job.is_some() {
            dom::set(&self.stories, "aria-busy", "true");
        }
        self.show_charts();
        self.ask();
    }

    pub(super) fn show_stories(self: &Rc<Self>) {
        let state = self.state.borrow();
        let ([Some(first), Some(second)], true) = (&state.stories, state.run.has_stories()) else {
            return;
        };
        let names = state.names();
        let lines = [&*first.lines, &*second.lines];
        let same = parting::parting(lines);
        let parting = match state.unlike {
            true => "Different jobs that happen to have the same number.".to_owned(),
            false => parting::in_words([&names[0], &names[1]], lines)
                .unwrap_or_else(|| "The same happens in both.".to_owned()),
        };
        let close = dom::button("×")
            .class("tool close")
            .attr("aria-label", "Close the stories")
            .attr("title", "Close (Escape)");
        let column = |(name, (parted, story)): (&String, (usize, &StoryData))| {
            let lines = story.lines.iter().enumerate();
            let lines = lines.map(|(at, line)| line_of(line, at < parted));
            dom::new("div").with(dom::new("h4").text(name)).with(dom::new("ol").class("story-lines").with_all(lines))
        };
        let head = dom::new("div")
            .class("story-head")
            .with(dom::new("h3").text(&format!("{} under both", first.names.subject(first.job))))
            .with(&close);
        let both = names.iter().zip(same.into_iter().zip([first, second]));
        let columns = dom::new("div").class("compare-columns").with_all(both.map(column));
        dom::clear(&self.stories);
        dom::click(self, &close, |tab| tab.tell(None));
        for part in [head, dom::new("p").text(&parting), columns] {
            dom::append(&self.stories, &part);
        }
        let _ = self.stories.remove_attribute("aria-busy");
        dom::into_view(&self.stories);
        announce::say(&format!("{}: {parting}", first.names.title(first.job)));
    }
}

/// A line of a story. `common` is true before the first event that is missing in the other story.
fn line_of(line: &Line, common: bool) -> Element {
    story::item(line, true).flag("data-common", common)
}
