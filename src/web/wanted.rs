//! Requests to the worker pool in addition to results, with the tab that asks.

use crate::metrics::timeline::{Timeline, Window};
use crate::web::story_data::StoryData;

/// Request about a task, in addition to its result. Each tab has at most one request of each kind; a new one replaces
/// it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum What {
    /// A window of its timeline.
    Timeline(Window),
    /// The story of the job with this number.
    Story(u64),
}

/// Name of the tab that asks. The answer goes to this tab, even if another one is open by then.
pub type Asker = &'static str;

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
