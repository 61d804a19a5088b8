//! Parameters: their declarations, conditions, values, and JSON.

mod allowed;
pub mod condition;
pub mod constants;
mod declaration;
pub mod declare;
pub mod fields;
mod fit;
pub mod formula;
pub mod json;
pub mod path;

pub use allowed::wrong_way_round;
pub use condition::{Is, When};
pub use constants::Constants;
pub use declaration::{Choice, Kind, Parameter, Section, Span, Table};
pub use fields::Group;
pub use formula::{Example, Name};
