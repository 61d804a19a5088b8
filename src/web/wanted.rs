//! Questions to the workers' pool besides results, each with who asks.

use crate::metrics::timeline::{Timeline, Window};
use crate::web::story_data::StoryData;

/// What may be wanted of a task besides its result. Each who asks has at most one question of a kind: the next takes its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum What {
    /// A window of it.
    Timeline(Window),
    /// The story of the job of this number.
    Story(u64),
}

/// Name of the tab that asks: the answer goes to this tab, whichever is open by then.
pub type Asker = &'static str;

/// Answer to a question.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The window, recorded.
    Timeline(Box<Timeline>),
    /// The story, as the page shows it.
    Story(Box<StoryData>),
    /// Why there is no story, readable.
    NoStory(String),
}
