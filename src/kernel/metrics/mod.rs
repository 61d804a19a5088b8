//! Measures of a run: accumulators, quantiles, confidence intervals, warm-up and stability, timelines.

mod abridged;
pub mod blocks;
#[cfg(any(test, feature = "testing"))]
pub mod by_hand;
pub mod collector;
pub mod confidence;
pub mod dependent;
pub mod energy;
pub mod fairness;
pub mod groups;
pub mod histogram;
pub mod job_times;
pub mod link_groups;
pub mod mser;
pub mod outages;
pub mod overview;
pub mod reservations;
pub mod resources;
pub mod rows;
pub mod series;
pub mod spread;
pub mod stability;
pub mod story;
pub mod submitted;
pub mod timeline;
pub mod users;
pub mod watched;
