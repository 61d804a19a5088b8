//! What the tabs of the results know: what was chosen in them, what has come, what is awaited. How that is shown is the page's matter.

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
