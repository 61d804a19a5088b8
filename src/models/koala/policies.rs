//! The descriptions of the policies, and their constructors.

use super::{
    CloseToFiles, ClusterMinimization, Components, FlexibleClusterMinimization as Flexible, OrderedComponents,
    UnorderedComponents,
};
use crate::base::problem::Problem;
use crate::models::model::Model;
use crate::models::policy::{Build, Built, PolicyInfo, Seen};
use crate::parameter::declare::parameters;
use crate::parameter::{Kind, When};

const READ: &[When] = &[When::READ];

parameters! {
    /// The split of jobs into components.
    Settings at "schedulers.*." {
        /// Largest part of a job that is placed as a whole; a larger job is split into equal components.
        component_nodes: u32 = 16, "Largest component" in "nodes", Kind::integer(1, 1_000_000, 8), when READ;
    }
}

/// The model: co-allocation of the Delft group.
pub const MODEL: Model = Model {
    name: "koala",
    title: "KOALA: co-allocation of components",
    settings: &[Settings::PARAMETERS],
    policies: &[&ORDERED, &UNORDERED, &CM, &CF, &FCM],
    ..Model::NEW
};

const fn co_allocating(names: [&'static str; 3], build: Build) -> PolicyInfo {
    PolicyInfo {
        settings: &[PolicyInfo::QUEUE, PolicyInfo::LINKS],
        co_allocates: true,
        ..PolicyInfo::on_one_cluster(names, build)
    }
}

const fn of_components(names: [&'static str; 3], build: Build) -> PolicyInfo {
    PolicyInfo {
        settings: &[PolicyInfo::QUEUE, PolicyInfo::LINKS, &["component_nodes"]],
        ..co_allocating(names, build)
    }
}

/// The rule of components: at most `most` of them, or one per node.
fn components(seen: &Seen<'_>, most: Option<usize>) -> Result<Components, Problem> {
    let Settings { component_nodes } = seen.settings()?;
    Ok(Components { limit: component_nodes, most: most.map_or(u32::MAX, |most| most as u32) })
}

/// Ordered requests.
pub static ORDERED: PolicyInfo = of_components(
    [
        "ordered-components",
        "Ordered components",
        "A large job is split into equal components for its home and the clusters after it; it waits until each has room there.",
    ],
    |seen| {
        let components = components(seen, Some(seen.idle.free().len()))?;
        Ok(Built::Place(Box::new(OrderedComponents(components))))
    },
)
.signed(5);

/// Unordered requests.
pub static UNORDERED: PolicyInfo = of_components(
    [
        "unordered-components",
        "Unordered components (WF)",
        "A large job is split into equal components for different clusters, those with most free nodes.",
    ],
    |seen| {
        let components = components(seen, Some(seen.idle.free().len()))?;
        Ok(Built::Place(Box::new(UnorderedComponents(components))))
    },
)
.signed(6);

/// CM.
pub static CM: PolicyInfo = of_components(
    [
        "cm",
        "CM (cluster minimization)",
        "A large job is split into equal components that are packed on few clusters, those with most free nodes.",
    ],
    |seen| Ok(Built::Place(Box::new(ClusterMinimization(components(seen, None)?)))),
)
.signed(11);

/// CF.
pub static CF: PolicyInfo = of_components(
    [
        "cf",
        "CF (close to files)",
        "A large job is split into equal components; each goes to the cluster with room that gets the job's data first, or to the one with most free nodes if several do.",
    ],
    |seen| Ok(Built::Place(Box::new(CloseToFiles(components(seen, None)?)))),
)
.signed(26);

/// FCM.
pub static FCM: PolicyInfo = co_allocating(
    [
        "fcm",
        "FCM (flexible CM)",
        "The cluster with most free nodes takes as much of a job as it has room for, then the next, until all is placed.",
    ],
    |_| Ok(Built::Place(Box::new(Flexible))),
)
.signed(12);
