//! A grid of clusters with their own queues (Vahdat-Nejad and Monsefi, "Static parallel job scheduling in computational
//! grids"; `MODELS.md`, Model 4, settles what the paper leaves open). The home cluster of a job chooses a cluster for
//! the job, asks this cluster for admission, and sends the job over a wide-area link. The job then waits in the queue
//! of the chosen cluster.

mod agreement;
mod cluster_networks;
mod cluster_view;
mod decision;
mod dispatch;
mod explained;
mod fuzzy;
mod grid;
mod inference;
mod jobs;
mod local;
pub mod measures;
mod nodes;
pub mod policies;
mod sets;
mod settings;
mod transfers;
mod wan;
mod workload;

pub use cluster_view::ClusterView;
pub use decision::{Answer, Candidate, Decision};
pub use dispatch::Dispatch;
pub use fuzzy::{Fuzzy, Weights};
pub use grid::{Grid, Protocol};
pub use inference::{Inference, RuleBase};
pub use jobs::Grid as JobSettings;
pub use local::class_of;
pub use policies::MODEL;
pub use settings::{Holds, IdleNodes, Level, LocalQueue, Reading, Rules, Settings, WaitingJobs};
pub use transfers::{Transfer, Transfers};
pub use wan::{Wan, invocations_ms, loads};
pub use workload::WORKLOAD;
