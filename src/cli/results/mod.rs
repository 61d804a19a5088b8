//! Results of finished tasks, stored in a folder that the user names. Resuming, sharing and merging all use this
//! folder.

mod folder;
mod options;
mod own_file;
mod read;

pub(in crate::cli) use folder::ResultsFolder;
pub(in crate::cli) use options::{Precomputed, ResultsOption, Shard};
