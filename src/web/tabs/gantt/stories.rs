//! Story of a job in the Gantt chart: requested, shown when it arrives, and closed.

use super::tab::GanttTab;
use crate::logs::AskedJob;
use crate::web::gantt_pane::story_data::StoryData;
use crate::web::page::shell::url;

impl GanttTab {
    /// Requests the story of a job, and shows that the request is pending.
    pub(super) fn tell(&self, job: impl Into<AskedJob>) {
        self.run.borrow_mut().tell(job);
        self.ask();
        url::view_changed();
    }

    /// Opens the story of the marked job; closes the story if no job is marked.
    pub(super) fn tell_selected(&self, by_key: bool) {
        let job = self.pane.scene().selected().map(|job| job.id);
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

    /// A story has come.
    pub(super) fn show_story(&self, task: usize, story: &StoryData) {
        let came = self.run.borrow_mut().story_came(task, story.job);
        if came {
            self.story.show(story);
            self.pane.scene_mut().set_story(Some(story));
            self.look_ahead.show(Some(story));
            self.decision.show(story.choices.clone(), &story.names.name(story.job));
            self.planning.show(Some(story));
            self.bring_to(story);
            self.pane.refresh();
        }
    }

    /// There is no story.
    pub(super) fn fail_story(&self, why: &str) {
        let awaited = self.run.borrow_mut().questions.story_failed();
        if awaited {
            self.story.fail(why);
            self.without_story();
        }
    }

    /// Moves the chart to the job with the open story, if the chart shows another part of the run.
    fn bring_to(&self, story: &StoryData) {
        let from_s = {
            let mut scene = self.pane.scene_mut();
            scene.select(story.job);
            let Some(start_s) = story.start_s.filter(|_| self.run.borrow().follows_story()) else {
                scene.show_selected();
                return;
            };
            scene.show_story([story.arrival_s, start_s, story.until_s])
        };
        if let Some(from_s) = from_s {
            self.run.borrow_mut().go_to(from_s);
            self.request();
        }
    }

    /// Closes the story.
    pub(super) fn close_story(&self) {
        self.run.borrow_mut().close_story();
        self.story.close();
        self.without_story();
        url::view_changed();
    }

    fn without_story(&self) {
        self.look_ahead.show(None);
        self.decision.show(Vec::new(), "");
        self.planning.show(None);
        self.pane.scene_mut().set_story(None);
        self.pane.refresh();
    }
}
