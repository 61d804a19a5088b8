//! The strategies of Jones et al. (J5 §4.2 and §5): local, then migrate, then co-allocate.

mod co_allocate;
mod local;

pub use co_allocate::{B3, FirstFit};
pub use local::{MigrationOnly, NoShare};
