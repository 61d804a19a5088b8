//! How people read and write numbers, lists, moments of time and names. The laboratory's room of this name also has the sentences of stories.

pub mod clock;
pub mod listed;
pub mod markdown;
pub mod nearest;
pub mod number;
