//! The network: what co-allocation costs.

use super::declare::{choices, parameters};
use super::parameter::{Kind, When};

choices! {
    /// How the links are shared.
    NetworkModel = Dynamic, later &[], {
        /// Links have a capacity; co-allocated jobs slow down as the links they share fill up.
        Dynamic = "dynamic", "Dynamic";
        /// A co-allocated job takes a fixed factor longer.
        Fixed = "fixed", "Fixed penalty";
        /// Links carry everything: co-allocation costs nothing.
        Unlimited = "unlimited", "Unlimited";
    }
}

/// Range of a co-allocation penalty.
pub const PENALTY: Kind = Kind::number(1.0, 1000.0, 0.05);

parameters! {
    /// How co-allocated jobs share the links.
    Network at "network." {
        /// How the run time of a co-allocated job depends on the links.
        model: NetworkModel = NetworkModel::default(), "Model", NetworkModel::KIND;
        /// Run time of a co-allocated job over its run time on one cluster.
        penalty: f64 = 1.2, "Penalty", PENALTY, when &[When { path: "network.model", is: &["fixed"] }];
    }
}
