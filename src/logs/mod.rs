//! Logs of jobs, independent of their format.
//!
//! A [`Reader`] reads a file in small steps, so that the page never freezes. The result is a [`Log`] of
//! compact records. Any number of [`LogSource`]s can stream the jobs of the log. Each format has a folder: [`swf`], the
//! Standard Workload Format, [`batsim`], and [`sacct`], Slurm's accounting. [`statistics`] describes the jobs of a log. Real logs are dirty: a record
//! that cannot be a job is left out and counted by reason. Only a log without a usable job, or an incomplete compressed
//! file, is rejected.

mod account;
mod archive;
mod asked;
pub mod batsim;
mod clock;
mod dependencies;
mod filter;
mod groups;
mod header;
mod homes;
mod kind;
mod log;
mod logged;
pub mod outages;
mod reader;
mod reading;
mod refusal;
mod remarks;
mod resources;
pub mod sacct;
mod selection;
mod source;
pub mod statistics;
pub mod swf;
mod unpacked;

pub use account::{Counts, Dropped, Reason, Tally, Texts};
pub use asked::AskedJob;
pub use clock::{Clock, date};
pub use dependencies::field_17;
pub use filter::{Bound, Field, FieldValue, Filter};
pub use groups::groups;
pub use header::Header;
pub use homes::{HomeMap, HomeNames};
pub use log::{Class, Detail, Log, Record};
pub use logged::{LogJob, LogJobs};
pub use reader::{Reader, read};
pub use reading::{DependencyRule, PartialRule, ProcessorRule, Reading, StatusRule, UnsupportedRule, ZeroRule};
pub use refusal::Refusal;
pub use remarks::{doubts, overruns, remarks};
pub use source::LogSource;
pub use swf::Limits;
