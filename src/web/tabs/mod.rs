//! Tabs of the results. A tab is a folder here and a line in the list of tabs (`list.rs`). In its folder `tab.rs` needs a document; `state.rs` (choices,
//! received answers and pending requests) needs none, and is tested natively.

pub mod baseline;
pub mod compare;
pub mod curves;
pub mod gantt;
pub mod machine;
pub mod order;
pub mod paper;

pub mod shown;
pub mod snapshot;
pub mod surface;
pub mod table;

#[cfg(target_arch = "wasm32")]
pub mod list;
#[cfg(target_arch = "wasm32")]
pub mod tab;

#[cfg(test)]
pub(in crate::web) mod example;
