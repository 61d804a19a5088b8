//! The metacomputer with uncooperative sub-schedulers (Gehring and Preiß 1999, "G"): requests, some of which may run on fewer
//! processors than they ask for, over machines with queues of their own.

mod mapping;
mod metacomputer;
mod plan;
mod pool;
mod request;
mod rounds;
mod sharing;
mod surface;
mod uncontrolled;
mod waiting_room;

pub use metacomputer::{Control, Metacomputer, Planner};
pub use pool::{Pool, Room};
pub use rounds::Trigger;
pub use surface::Surface;
pub use uncontrolled::Uncontrolled;
