//! The only list of the models that come with the program, and the defaults of a scenario.

use super::model::Model;
use super::network::NetworkModel;
use super::order::{OrderInfo, QueueOrder};
use super::policy::Policy;
use super::workload::WorkloadInfo;
use super::{
    carastan2017, feitelson96, formula, gehring, general_networks, jann97, jones, koala, lublin99, queue_orders, shih,
    slurm, swf, synthetic, vahdat,
};
use crate::parameter::Choice;

/// All models, in the order of the form and of the gallery.
pub const MODELS: &[&Model] = &[
    &queue_orders::MODEL,
    &general_networks::MODEL,
    &synthetic::MODEL,
    &swf::MODEL,
    &lublin99::MODEL,
    &feitelson96::MODEL,
    &jann97::MODEL,
    &jones::MODEL,
    &shih::MODEL,
    &gehring::MODEL,
    &vahdat::MODEL,
    &koala::MODEL,
    &carastan2017::MODEL,
    &slurm::MODEL,
    &formula::MODEL,
];

/// The experiment that the page opens with, and small experiments that each show a single effect.
const TEACHING: &str = include_str!("teaching/presets.json");

/// The presets of the models, as file contents. The page contains only the first file and fetches the others later.
pub const PRESETS: &[&str] = match cfg!(target_arch = "wasm32") {
    true => &[TEACHING],
    false => &[
        TEACHING,
        include_str!("jones/presets.json"),
        include_str!("shih/presets.json"),
        include_str!("gehring/presets.json"),
        include_str!("vahdat/presets.json"),
        include_str!("koala/presets.json"),
        include_str!("carastan2017/presets.json"),
    ],
};

/// The papers of the models, and a study of our own, as file contents. The page does not contain them but fetches them.
pub const PAPERS: &[&str] = match cfg!(target_arch = "wasm32") {
    true => &[],
    false => &[
        include_str!("jones/jones2004.json"),
        include_str!("jones/jones2005.json"),
        include_str!("shih/shih2013.json"),
        include_str!("gehring/gehring1999.json"),
        include_str!("vahdat/vahdat.json"),
        include_str!("carastan2017/carastan2017.json"),
        include_str!("teaching/families.json"),
    ],
};

/// The default policy of a scheduler.
pub const POLICY: Policy = Policy(&jones::policies::FIRST_FIT);

/// The default order of a queue.
pub const ORDER: QueueOrder = QueueOrder(&queue_orders::FCFS);

/// The default network of a scenario, also used to measure fixed penalties.
pub const NETWORK: NetworkModel = NetworkModel(&general_networks::DYNAMIC);

/// The default workload of a scenario.
pub const WORKLOAD: &WorkloadInfo = &synthetic::WORKLOAD;

/// The second swept parameter of a surface plot by default, with its values as in the figures of Jones 2005.
pub const SURFACE: (&str, [f64; 5]) = ("schedulers.*.lslt", [0.4, 0.6, 0.8, 1.0, 1.2]);

/// The default schedulers of a scenario.
pub const COMPARED: [Policy; 6] = [
    Policy(&jones::policies::NO_SHARE),
    Policy(&jones::policies::MIGRATION_ONLY),
    Policy(&jones::policies::IDEAL),
    Policy(&jones::policies::FIRST_FIT),
    Policy(&jones::policies::B3),
    Policy(&jones::policies::FIXED),
];

/// The policy of a machine that has one queue: no job leaves its cluster.
pub const ONE_QUEUE_POLICY: Policy = Policy(&jones::policies::NO_SHARE);

/// One of the usual ways to schedule a machine that has one queue: the policy [`ONE_QUEUE_POLICY`] with a queue.
pub struct OneQueue {
    /// Name in the form, label, and help.
    pub choice: Choice,
    /// The order of the queue.
    pub order: QueueOrder,
    /// Settings of the order that differ from their defaults.
    pub settings: &'static [(&'static str, f64)],
    /// Name of the backfilling.
    pub backfill: &'static str,
}

const fn one_queue(
    [name, label, help]: [&'static str; 3],
    order: &'static OrderInfo,
    backfill: &'static str,
) -> OneQueue {
    let choice = Choice { name, label, help, group: "One queue" };
    OneQueue { choice, order: QueueOrder(order), settings: &[], backfill }
}

/// The usual ways to schedule a machine that has one queue, in the order of the form.
pub const ONE_QUEUE: [OneQueue; 5] = [
    one_queue(
        ["fcfs", "FCFS", "First come, first served: the job that comes first blocks all others."],
        &queue_orders::FCFS,
        "none",
    ),
    one_queue(
        [
            "easy",
            "EASY",
            "In order of arrival; later jobs fill gaps if, by the estimates, they do not delay the first job that waits.",
        ],
        &queue_orders::FCFS,
        "easy",
    ),
    one_queue(
        [
            "conservative",
            "Conservative",
            "In order of arrival; later jobs fill gaps if, by the estimates, they delay no job that waits.",
        ],
        &queue_orders::FCFS,
        "conservative",
    ),
    one_queue(
        [
            "sjf-easy",
            "SJF + EASY",
            "Shortest job first, by the estimate; other jobs fill gaps if they do not delay the first job that waits.",
        ],
        &queue_orders::SJF,
        "easy",
    ),
    OneQueue {
        settings: slurm::FAIR_SHARE,
        ..one_queue(
            [
                "fair-share",
                "Fair share",
                "As Slurm's fair share: users that have used least go first; other jobs fill gaps if they do not delay the first job that waits.",
            ],
            &slurm::MULTIFACTOR,
            "easy",
        )
    },
];
