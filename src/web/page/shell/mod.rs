//! Everything around form and tabs: document, messages, dialogs, links, files and keys.

pub(in crate::web) mod announce;
pub(in crate::web) mod banner;
pub(in crate::web) mod bookmarks;
pub(in crate::web) mod clipboard;
pub(in crate::web) mod dialog;
pub(in crate::web) mod dom;
pub(in crate::web) mod drop;
pub(in crate::web) mod export;
pub(in crate::web) mod footer;
pub(in crate::web) mod headline;
pub(in crate::web) mod job_files;
pub(in crate::web) mod keyboard;
pub(in crate::web) mod offline;
pub(in crate::web) mod precomputed;
pub(in crate::web) mod results_store;
pub(in crate::web) mod scripts;
pub(in crate::web) mod share;
pub(in crate::web) mod storage;
pub(in crate::web) mod stored_results;
pub(in crate::web) mod theme;
pub(in crate::web) mod tooltip;
pub(in crate::web) mod url;
