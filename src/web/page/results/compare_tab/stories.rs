//! Both stories of a job, side by side.

use super::CompareTab;
use crate::base::number;
use crate::metrics::story::Line;
use crate::web::job_pairs;
use crate::web::page::results::story;
use crate::web::page::shell::announce;
use crate::web::page::shell::dom;
use crate::web::page::shell::dom::Build;
use crate::web::page::shell::url;
use crate::web::story_data::StoryData;
use std::rc::Rc;
use web_sys::Element;

impl CompareTab {
    /// A story has come.
    pub fn take_story(self: &Rc<Self>, task: usize, story: &StoryData) {
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

    /// A story will not come.
    pub fn fail_story(self: &Rc<Self>, why: &str) {
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
                if let Some(job) = job {
                    scene.find(job);
                }
            }
            // The first of them decides which moment is seen.
            let [first, second] = &mut state.scenes;
            second.follow(first);
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
        let same = job_pairs::parting([&first.lines, &second.lines]);
        let both = || same.into_iter().zip([first, second]);
        let next = |(at, story): (usize, &StoryData)| story.lines.get(at)?.time_s;
        let until = both().filter_map(next);
        let until = until.fold(f64::INFINITY, f64::min);
        let then = |side: usize, story: &StoryData| {
            let (name, line) = (&names[side], story.lines.get(same[side]));
            format!("{name}: {}", line.map_or("nothing more", |line| &line.text))
        };
        let parting = match until.is_finite() {
            _ if state.unlike => "Different jobs that happen to have the same number.".to_owned(),
            true => format!(
                "The ways part at {}. {}. {}.",
                number::clock(until, true),
                then(0, first),
                then(1, second),
            ),
            false => "The same happens in both.".to_owned(),
        };
        let close = dom::button("×")
            .class("tool close")
            .attr("aria-label", "Close the stories")
            .attr("title", "Close (Escape)");
        let column = |(name, (parted, story)): (&String, (usize, &StoryData))| {
            let lines = story.lines.iter().enumerate();
            let lines = lines.map(|(at, line)| line_of(line, at < parted));
            dom::new("div")
                .with(dom::new("h4").text(name))
                .with(dom::new("ol").class("story-lines").with_all(lines))
        };
        let head = dom::new("div")
            .class("story-head")
            .with(dom::new("h3").text(&format!("Job {} under both", first.job)))
            .with(&close);
        let both = names.iter().zip(both());
        let columns = dom::new("div")
            .class("compare-columns")
            .with_all(both.map(column));
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

/// A line of a story, and whether it stands before the first event that the other story has not.
fn line_of(line: &Line, common: bool) -> Element {
    story::item(line, true).flag("data-common", common)
}
