//! What a command gives: results, tables, pages, files, messages and progress.

pub(in crate::cli) mod choice;
pub(in crate::cli) mod clock;
pub(in crate::cli) mod draw_out;
pub(in crate::cli) mod estimate;
pub(in crate::cli) mod failure;
pub(in crate::cli) mod files;
pub(in crate::cli) mod groups_table;
pub(in crate::cli) mod jobs_out;
pub(in crate::cli) mod lines;
pub(in crate::cli) mod look;
pub(in crate::cli) mod made_by;
pub(in crate::cli) mod new_file;
pub(in crate::cli) mod output;
pub(in crate::cli) mod picture_page;
pub(in crate::cli) mod progress;
pub(in crate::cli) mod reference;
pub(in crate::cli) mod report;
pub(in crate::cli) mod say;
pub(in crate::cli) mod sections;
pub(in crate::cli) mod stopped;
pub(in crate::cli) mod summary;
pub(in crate::cli) mod swf_out;
pub(in crate::cli) mod table;
pub(in crate::cli) mod trace_page;
pub(in crate::cli) mod typeset;
pub(in crate::cli) mod wrapped;
