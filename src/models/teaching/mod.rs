//! The landing experiment and the teaching cases: they compare policies of the other models.

mod presets;

use super::Model;

/// Presets, and nothing else.
pub const MODEL: Model = Model {
    name: "teaching",
    #[cfg(feature = "papers")]
    presets: presets::PRESETS,
    #[cfg(not(feature = "papers"))]
    presets: &[presets::LANDING],
    ..Model::NEW
};
