//! Everything around form and tabs: document, messages, dialogs, links, files and keys.

pub(in crate::web::page) mod announce;
pub(in crate::web::page) mod banner;
pub(in crate::web::page) mod clipboard;
pub(in crate::web::page) mod computed;
pub(in crate::web::page) mod dialog;
pub(in crate::web::page) mod dom;
pub(in crate::web::page) mod drop;
pub(in crate::web::page) mod export;
pub(in crate::web::page) mod footer;
pub(in crate::web::page) mod job_files;
pub(in crate::web::page) mod kept_experiments;
pub(in crate::web::page) mod kept_results;
pub(in crate::web::page) mod keyboard;
pub(in crate::web::page) mod log_store;
pub(in crate::web::page) mod offline;
pub(in crate::web::page) mod panic;
pub(in crate::web::page) mod papers;
pub(in crate::web::page) mod png;
pub(in crate::web::page) mod results_store;
pub(in crate::web::page) mod scripts;
pub(in crate::web::page) mod share;
pub(in crate::web::page) mod storage;
pub(in crate::web::page) mod theme;
pub(in crate::web::page) mod tooltip;
pub(in crate::web::page) mod url;
