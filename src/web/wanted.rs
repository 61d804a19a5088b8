//! Requests to the worker pool for timelines and stories, with the tab that sends them.

use crate::logs::AskedJob;
use crate::metrics::timeline::{Timeline, Window};
use crate::web::gantt_pane::story_data::StoryData;

/// Request about a task, in addition to its result. Each pane has at most one request of each kind; a new request
/// replaces the old one.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// A window of its timeline.
    Timeline(Window),
    /// The story of this job.
    Story(AskedJob),
}

/// Pane of a tab that sends a request. The answer goes to this pane, even if another tab is open when the answer
/// arrives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asker {
    /// Name of the tab.
    pub tab: &'static str,
    /// Number of the pane in the tab, from 0.
    pub pane: usize,
}

/// Answer to a request.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The recorded window.
    Timeline(Box<Timeline>),
    /// The story, in the page's format.
    Story(Box<StoryData>),
    /// Readable reason why there is no story.
    NoStory(String),
}
