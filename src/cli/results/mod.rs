//! Results of finished tasks that outlive the process, in a folder that the user names: stopping, sharing out and merging are this one mechanism.

mod folder;
mod options;
mod own_file;
mod read;

pub(in crate::cli) use folder::ResultsFolder;
pub(in crate::cli) use options::{Beforehand, ResultsOption, Shard};
