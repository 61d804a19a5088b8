//! The form of a scenario: controls and figures.

pub(in crate::web::page) mod cells;
pub(in crate::web::page) mod choose;
pub(in crate::web::page) mod controls;
pub(in crate::web::page) mod field;
pub(in crate::web::page) mod form;
pub(in crate::web::page) mod form_plots;
pub(in crate::web::page) mod formula;
pub(in crate::web::page) mod gallery;
pub(in crate::web::page) mod in_short;
pub(in crate::web::page) mod log;
pub(in crate::web::page) mod problems;
pub(in crate::web::page) mod repair;
pub(in crate::web::page) mod shape;
