//! The form of a scenario: controls and figures.

pub(in crate::web) mod choose;
pub(in crate::web) mod constants;
pub(in crate::web) mod controls;
pub(in crate::web) mod field;
pub(in crate::web) mod form;
pub(in crate::web) mod form_plots;
pub(in crate::web) mod formula;
pub(in crate::web) mod gallery;
pub(in crate::web) mod gauge;
pub(in crate::web) mod in_short;
pub(in crate::web) mod log;
pub(in crate::web) mod problems;
pub(in crate::web) mod repair;
pub(in crate::web) mod what_if;
