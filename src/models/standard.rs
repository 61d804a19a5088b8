//! The models that come with the program, and what a scenario has that says nothing: the one list of models there is.

use super::model::Model;
use super::network::NetworkModel;
use super::order::QueueOrder;
use super::policy::Policy;
use super::{
    carastan2017, feitelson96, formula, gehring, general_networks, jann97, jones, lublin99, queue_orders, shih, slurm,
    vahdat,
};

/// All of them, in the order of the form and of the gallery.
pub const MODELS: &[&Model] = &[
    &queue_orders::MODEL,
    &general_networks::MODEL,
    &lublin99::MODEL,
    &feitelson96::MODEL,
    &jann97::MODEL,
    &jones::MODEL,
    &shih::MODEL,
    &gehring::MODEL,
    &vahdat::MODEL,
    &carastan2017::MODEL,
    &slurm::MODEL,
    &formula::MODEL,
];

/// The experiment with which the page opens, and small cases that show one thing each.
const TEACHING: &str = include_str!("teaching/presets.json");

/// The presets of the models, as files. The page has only those in it that it opens with, and fetches these files later.
pub const PRESETS: &[&str] = match cfg!(target_arch = "wasm32") {
    true => &[TEACHING],
    false => &[
        TEACHING,
        include_str!("jones/presets.json"),
        include_str!("shih/presets.json"),
        include_str!("gehring/presets.json"),
        include_str!("vahdat/presets.json"),
        include_str!("carastan2017/presets.json"),
    ],
};

/// The papers of the models, as files, which the page fetches as well.
pub const PAPERS: &[&str] = match cfg!(target_arch = "wasm32") {
    true => &[],
    false => &[
        include_str!("jones/jones2004.json"),
        include_str!("jones/jones2005.json"),
        include_str!("shih/shih2013.json"),
        include_str!("gehring/gehring1999.json"),
        include_str!("vahdat/vahdat.json"),
        include_str!("carastan2017/carastan2017.json"),
    ],
};

/// The policy of a scheduler that names none.
pub const POLICY: Policy = Policy(&jones::policies::FIRST_FIT);

/// The order of a queue that names none.
pub const ORDER: QueueOrder = QueueOrder(&queue_orders::FCFS);

/// The network of a scenario that names none, on which fixed penalties are measured too.
pub const NETWORK: NetworkModel = NetworkModel(&general_networks::DYNAMIC);

/// What a surface sweeps beside the parameter that every sweep begins with, and its values, as in the figures of Jones 2005.
pub const SURFACE: (&str, [f64; 5]) = ("schedulers.*.lslt", [0.4, 0.6, 0.8, 1.0, 1.2]);

/// What a scenario compares that names no schedulers.
pub const COMPARED: [Policy; 6] = [
    Policy(&jones::policies::NO_SHARE),
    Policy(&jones::policies::MIGRATION_ONLY),
    Policy(&jones::policies::IDEAL),
    Policy(&jones::policies::FIRST_FIT),
    Policy(&jones::policies::B3),
    Policy(&jones::policies::FIXED),
];
