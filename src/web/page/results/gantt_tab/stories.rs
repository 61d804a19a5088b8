//! The story of a job in the Gantt chart: request, display and closing.

use super::GanttTab;
use crate::web::page::shell::url;
use crate::web::story_data::StoryData;
use std::rc::Rc;

impl GanttTab {
    /// Requests the story of a job, and shows that it is pending.
    pub(super) fn tell(&self, job: u64) {
        self.state.borrow_mut().run.tell(job);
        self.ask();
        url::look_changed();
    }

    /// Requests the story of the selected job; closes the story if no job is selected.
    pub(super) fn tell_selected(self: &Rc<Self>, by_key: bool) {
        let job = self.state.borrow().scene.selected().map(|job| job.id);
        match job {
            Some(job) => {
                self.tell(job);
                if by_key {
                    self.story.focus();
                }
            }
            None => self.close_story(),
        }
    }

    /// Shows a story that has arrived.
    pub(super) fn show_story(self: &Rc<Self>, task: usize, story: &StoryData) {
        let came = self.state.borrow_mut().run.story_came(task, story.job);
        if came {
            self.story.show(story);
            self.state.borrow_mut().scene.set_story(Some(story));
            self.look_ahead.show(story.foresight.as_ref());
            self.decision.show(story.choices.clone(), story.job);
            self.bring_to(story);
            self.draw_soon();
        }
    }

    /// Shows that a story is impossible.
    pub(super) fn fail_story(self: &Rc<Self>, why: &str) {
        let awaited = self.state.borrow_mut().run.story_failed();
        if awaited {
            self.story.fail(why);
            self.without_story();
        }
    }

    /// Moves the chart to the job with the open story, if it shows another part of the run.
    fn bring_to(self: &Rc<Self>, story: &StoryData) {
        let mut state = self.state.borrow_mut();
        state.scene.select(story.job);
        let Some(start_s) = story.start_s.filter(|_| state.run.follows_story()) else {
            state.scene.show_selected();
            return;
        };
        let times_s = [story.arrival_s, start_s, story.until_s];
        if let Some(from_s) = state.scene.show_story(times_s) {
            state.run.go_to(from_s);
            drop(state);
            self.request();
        }
    }

    /// Closes the story.
    pub(super) fn close_story(self: &Rc<Self>) {
        self.state.borrow_mut().run.close_story();
        self.story.close();
        self.without_story();
        url::look_changed();
    }

    fn without_story(self: &Rc<Self>) {
        self.look_ahead.show(None);
        self.decision.show(Vec::new(), 0);
        self.state.borrow_mut().scene.set_story(None);
        self.draw_soon();
    }
}
