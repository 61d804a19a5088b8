//! Grid scheduling with fuzzy weights (Vahdat-Nejad and Monsefi, "V").

mod cluster_view;
mod fuzzy;
mod inference;

pub use cluster_view::ClusterView;
pub use fuzzy::{Fuzzy, Weights};
pub use inference::{Inference, RuleBase};
