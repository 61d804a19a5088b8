//! Both stories of a job, side by side.

use super::CompareTab;
use crate::web::page::results::story;
use crate::web::page::shell::announce;
use crate::web::page::shell::dom;
use crate::web::page::shell::dom::Build;
use crate::web::page::shell::url;
use crate::web::parting;
use crate::web::story_data::StoryData;
use crate::words::Line;
use std::rc::Rc;
use web_sys::Element;

impl CompareTab {
    /// Handles a story that has arrived.
    pub(super) fn take_story(self: &Rc<Self>, task: usize, story: &StoryData) {
        {
            let state = &mut *self.state.borrow_mut();
            let Some(side) = state.run.story_came(task, story.job) else {
                return;
            };
            state.stories[side] = Some(story.clone());
        }
        self.show_stories();
        self.ask();
    }

    /// Handles a story that is impossible.
    pub(super) fn fail_story(self: &Rc<Self>, why: &str) {
        self.state.borrow_mut().run.tell(None);
        dom::clear(&self.stories);
        dom::append(&self.stories, &dom::new("p").class("warning").text(why));
        announce::say(why);
    }

    /// Opens both stories of a job, or closes them.
    pub(super) fn tell(self: &Rc<Self>, job: Option<u64>) {
        {
            let state = &mut *self.state.borrow_mut();
            state.run.tell(job);
            url::look_changed();
            state.stories = Default::default();
            for scene in &mut state.scenes {
                scene.cursor.selected = None;
            }
            // The first chart determines the visible time.
            state.look(0, &mut |scene| {
                if let Some(job) = job {
                    scene.find(job);
                }
            });
        }
        dom::show(&self.stories, job.is_some());
        if job.is_some() {
            dom::set(&self.stories, "aria-busy", "true");
        }
        self.changed();
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
            .with(dom::new("h3").text(&format!("Job {} under both", first.job)))
            .with(&close);
        let both = names.iter().zip(same.into_iter().zip([first, second]));
        let columns = dom::new("div").class("compare-columns").with_all(both.map(column));
        dom::clear(&self.stories);
        let tab = self.clone();
        dom::on_click(&close, move || tab.tell(None));
        for part in [head, dom::new("p").text(&parting), columns] {
            dom::append(&self.stories, &part);
        }
        let _ = self.stories.remove_attribute("aria-busy");
        dom::into_view(&self.stories);
        announce::say(&format!("Job {}: {parting}", first.job));
    }
}

/// A line of a story. `common` if it is before the first event that the other story does not have.
fn line_of(line: &Line, common: bool) -> Element {
    story::item(line, true).flag("data-common", common)
}
