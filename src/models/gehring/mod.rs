//! The metacomputer with uncooperative sub-schedulers (Gehring and Preiß 1999, "G"): requests, some of which may run on fewer
//! processors than they ask for, on machines with queues of their own.

mod control;
mod job_agreement;
mod job_settings;
mod jobs;
mod mapping;
pub mod measures;
mod metacomputer;
mod parts;
mod plan;
pub mod policies;
mod polynomial;
mod pool;
mod request;
mod rounds;
mod sequence;
mod settings;
mod sharing;
mod surface;
mod uncontrolled;
mod waiting_room;
mod working_day;
mod workload;

pub use control::{Control, Planner, View};
pub use job_settings::Metacomputer as JobSettings;
pub use metacomputer::Metacomputer;
pub use policies::MODEL;
pub use pool::{Pool, Room};
pub use rounds::Trigger;
pub use settings::{AspOrder, Basis, FfihRoom, RoundSurface, Settings};
pub use surface::Surface;
pub use uncontrolled::Uncontrolled;
pub use working_day::WorkingDay;
pub use workload::{WORKLOAD, meta_requests};
