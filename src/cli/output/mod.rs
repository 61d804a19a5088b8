//! Output of commands: tables, pages, pictures and reference documentation, in the chosen format.

pub(in crate::cli) mod bundle;
pub(in crate::cli) mod comparison;
pub(in crate::cli) mod format;
pub(in crate::cli) mod glossary;
pub(in crate::cli) mod made_by;
pub(in crate::cli) mod perfetto;
pub(in crate::cli) mod reference;
pub(in crate::cli) mod report;
pub(in crate::cli) mod results_output;
pub(in crate::cli) mod results_tables;
pub(in crate::cli) mod summary;
pub(in crate::cli) mod table;
pub(in crate::cli) mod trace;
