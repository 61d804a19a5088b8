//! A model for the count: a policy with a setting of its own, and nothing else.

use super::policy::{Built, Policy, PolicyInfo, Seen};
use super::{Model, jones};
use crate::parameter::declare::parameters;
use crate::parameter::{Kind, When};

/// The model.
pub const MODEL: Model = Model {
    name: "even",
    settings: &[Settings::PARAMETERS],
    policies: &[&CAUTIOUS],
    ..Model::NEW
};

parameters! {
    /// How cautious it is.
    Settings at "schedulers.*." {
        /// Share of its threshold that a link may be loaded to.
        caution: f64 = 0.9, "Caution", Kind::number(0.1, 1.0, 0.1), when &[When::READ];
    }
}

/// B1 below a lower threshold.
pub static CAUTIOUS: PolicyInfo = PolicyInfo {
    name: "cautious",
    label: "Cautious",
    help: "B1 with a part of the threshold.",
    settings: &[PolicyInfo::QUEUE, PolicyInfo::LINKS, &["caution"]],
    co_allocates: true,
    build: |seen: &Seen<'_>| {
        let Settings { caution } = seen.own.of();
        Built::Place(Box::new(jones::B1 { lslt: caution }))
    },
    ..PolicyInfo::ON_ONE_CLUSTER
};

/// It as a scheduler has it.
pub const POLICY: Policy = Policy(&CAUTIOUS);
