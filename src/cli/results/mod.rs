//! Results of finished tasks that outlive the process, in a folder that the user names: stopping, sharing out and merging are this one mechanism.

mod beforehand;
mod folder;
mod option;
mod own_file;
mod read;
mod shard;

pub(in crate::cli) use beforehand::Beforehand;
pub(in crate::cli) use folder::ResultsFolder;
pub(in crate::cli) use option::ResultsOption;
pub(in crate::cli) use shard::Shard;
