//! State of the tabs with results: choices, received answers and pending requests. The page displays it.

pub mod baseline;
pub mod compare;
pub mod curves;
pub mod gantt;
pub mod order;
pub mod paper;
pub mod present_curves;
pub mod surface;
pub mod table;
pub mod view;

#[cfg(test)]
pub(in crate::web) mod example;
