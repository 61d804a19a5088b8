//! The metacomputer with uncooperative sub-schedulers (Gehring and Preiß 1999, "G"): requests, some of which may run on fewer
//! processors than they ask for, over machines with queues of their own.

mod gehring1999;
mod mapping;
mod metacomputer;
mod notes;
mod plan;
pub mod policies;
mod pool;
mod presets;
mod request;
mod rounds;
mod settings;
mod sharing;
mod surface;
mod uncontrolled;
mod waiting_room;

pub use metacomputer::{Control, Metacomputer, Planner};
pub use notes::{Notes, Round};
pub use policies::MODEL;
pub use pool::{Pool, Room};
pub use request::Request;
pub use rounds::Trigger;
pub use settings::Settings;
pub use surface::{Step, Surface};
pub use uncontrolled::Uncontrolled;
