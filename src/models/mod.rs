//! The published models, a folder each, and the registry that holds them.
//!
//! A model's folder holds everything particular to the model: its policies with their names and settings, its presets, and its
//! papers with their claims. The code above (scenarios, charts, the command line, the page) asks the [registry] and names no
//! model. A new model is a folder here and a line in `standard.rs`; another crate adds its own model with
//! [`Registry::with`](registry::Registry::with).

pub mod carastan2017;
pub mod feitelson96;
pub mod formula;
pub mod gehring;
pub mod general_networks;
pub mod jann97;
pub mod jones;
pub mod koala;
pub mod lublin99;
pub mod measure;
mod model;
pub mod network;
mod order;
mod policy;
pub mod queue_orders;
pub mod refusals;
pub mod registry;
mod settings;
pub mod shih;
pub mod slurm;
pub mod standard;
pub mod swf;
pub mod synthetic;
pub mod vahdat;
pub mod workload;

pub use model::{Calculation, Model};
pub use network::{Loads, NetworkInfo, NetworkModel};
pub use order::{BuildOrder, OrderInfo, QueueOrder};
pub use policy::{Build, Built, ByDepth, Policy, PolicyInfo, Queues, RunsOn, Seen};
pub use settings::Given;
