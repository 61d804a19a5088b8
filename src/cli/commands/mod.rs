//! The commands, one file each.

pub(in crate::cli) mod compare;
pub(in crate::cli) mod explain;
pub(in crate::cli) mod figure;
pub(in crate::cli) mod import;
pub(in crate::cli) mod link;
pub(in crate::cli) mod presets;
pub(in crate::cli) mod reference;
pub(in crate::cli) mod reproduce;
pub(in crate::cli) mod run;
pub(in crate::cli) mod schema;
pub(in crate::cli) mod shell;
pub(in crate::cli) mod slurm;
pub(in crate::cli) mod sweep;
pub(in crate::cli) mod trace;
pub(in crate::cli) mod tune;
pub(in crate::cli) mod validate;
pub(in crate::cli) mod workload;
