//! Results of finished tasks that outlive the process: in a file that the user names, or for a while where the system keeps caches.

mod about;
mod beforehand;
mod cache;
mod file;
mod keeping;
mod shard;

pub(in crate::cli) use about::About;
pub(in crate::cli) use beforehand::Beforehand;
pub(in crate::cli) use file::Content;
pub(in crate::cli) use keeping::{Keep, Keeping};
pub(in crate::cli) use shard::Shard;
