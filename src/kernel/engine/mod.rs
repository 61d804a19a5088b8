//! The engine: one event loop for every model.
//!
//! The state of a running job is the fraction of its work that is left, and the run time of the whole job at the
//! current rate. When link shares change, the rates and ends of the affected jobs are updated. **Order of events**: by
//! time. At one instant, first all ends (by job id), then outages of nodes (ends, then beginnings), then all arrivals
//! (by job id), then the scheduler starts jobs until no more jobs can start, then the link shares are updated. No two
//! events have the same place in this order, so a scenario has exactly one history. (With [`Pass::Event`] the scheduler
//! starts jobs after every single event, for comparison with simulators that do so.) If jobs depend on other
//! jobs, the arrivals of an instant are the jobs that may start from then on; the scheduler sees a job from then on.

mod gate;
mod observer;
mod outages;
mod running;
mod simulation;
mod special;

pub use observer::Observer;
pub use outages::{AfterFailure, Checkpoint, Failed, Recovery};
pub use running::Running;
pub use simulation::{Overrun, Pass, Progress, Simulation};
