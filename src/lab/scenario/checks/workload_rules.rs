//! Consistency checks between the parameters of the workload.

use crate::base::problem::Problem;
use crate::scenario::checks::findings::Findings;
use crate::scenario::checks::model_rules;
use crate::scenario::checks::ranges::wrong_way_round;
use crate::scenario::{Estimates, GroupBy, Oversized, Scenario, SizeDistribution, Swf, Synthetic, Workload};

/// Applies all rules of the workload except those about other parts of the scenario.
pub(in crate::scenario) fn check(workload: &Workload, findings: &mut Findings) {
    match workload {
        Workload::Synthetic(synthetic) => synthetic_laws(synthetic, findings),
        Workload::Swf(swf) => {
            log_is_named(swf, findings);
            meta_requests_stay_whole(swf, findings);
        }
        model => model_rules::check(model, findings),
    }
    requests_need_a_log(workload, findings);
}

fn synthetic_laws(synthetic: &Synthetic, findings: &mut Findings) {
    sizes(synthetic, "workload.nodes", findings);
    for (i, own) in synthetic.clusters.iter().enumerate() {
        if own.nodes.is_some() || own.sizes.is_some() {
            sizes(&synthetic.at(i), &format!("workload.clusters.{i}.nodes"), findings);
        }
    }
}

fn sizes(law: &Synthetic, place: &str, findings: &mut Findings) {
    let [low, high] = law.nodes;
    if wrong_way_round(law.nodes, place, findings) {
        return;
    }
    if law.sizes == SizeDistribution::PowerOfTwo && low.checked_next_power_of_two().is_none_or(|power| power > high) {
        findings.add(|| {
            Problem::new(
                place,
                format!("is [{low}, {high}], which holds no power of two"),
                "a range with 1, 2, 4, 8, 16, … in it, since the size distribution is power-of-two",
                "Widen the range, or choose the uniform distribution",
            )
        });
    }
}

fn requests_need_a_log(workload: &Workload, findings: &mut Findings) {
    let logged = matches!(workload, Workload::Swf(_));
    if !logged && workload.estimates().0 == Estimates::Requested {
        findings.add(|| {
            Problem::new(
                "workload.estimates",
                format!("is \"requested\", but workload.model is {}", workload.model()),
                "exact, factor, f-model",
                "Only logs have requested times: choose another, or a log",
            )
        });
    }
}

/// Checks that jobs of this workload have the property by which they are to be grouped.
pub(in crate::scenario) fn groups_are_known(scenario: &Scenario, findings: &mut Findings) {
    let by = scenario.experiment.group_by;
    let of_model = match &*scenario.workload {
        Workload::Of(own) => Some(own),
        Workload::Synthetic(_) | Workload::Swf(_) => None,
    };
    let meta = of_model.is_some_and(|own| own.info().origins);
    let joined = scenario.workload.of::<Swf>().is_some_and(|swf| swf.meta_compression.is_some());
    let typed = of_model.is_some_and(|own| !own.classes().is_empty());
    let known = match by {
        GroupBy::None | GroupBy::Home => true,
        GroupBy::Origin => meta || joined,
        GroupBy::Queue | GroupBy::Partition | GroupBy::User if joined => false,
        GroupBy::Queue if typed => true,
        GroupBy::Queue | GroupBy::Partition | GroupBy::User => scenario.workload.is::<Swf>(),
    };
    if !known {
        findings.add(|| {
            Problem::new(
                "experiment.group_by",
                format!(
                    "is \"{}\", but jobs of workload.model {} have no {}",
                    by.name(),
                    scenario.workload.model(),
                    by.name()
                ),
                match (typed, meta) {
                    _ if joined => "none, home, origin",
                    (_, true) => "none, queue, home, origin",
                    (true, false) => "none, queue, home",
                    (false, false) => "none, home",
                },
                "Choose another grouping, or a log",
            )
        });
    }
}

/// Checks the requests to the metacomputer that are added to a log: they cannot be split or scaled, and belong to no
/// queue of the log.
fn meta_requests_stay_whole(swf: &Swf, findings: &mut Findings) {
    if swf.meta_compression.is_none() {
        return;
    }
    if swf.oversized == Oversized::Split {
        findings.add(|| {
            Problem::new(
                "workload.oversized",
                "is \"split\", but with workload.meta_compression requests run on several clusters",
                "keep",
                "Keep them, or leave meta_compression out",
            )
        });
    }
    if let Some(load) = swf.load {
        findings.add(|| {
            Problem::new(
                "workload.load",
                format!("is {load}, but workload.meta_compression sets how much arrives besides the log"),
                "none",
                "Leave one of them out",
            )
        });
    }
}

fn log_is_named(swf: &Swf, findings: &mut Findings) {
    if swf.path.trim().is_empty() {
        findings.add(|| {
            Problem::new(
                "workload.path",
                "is missing",
                "the name of a log in the Standard Workload Format",
                "Name the file",
            )
        });
    }
}

pub(in crate::scenario) fn overrides_have_clusters(scenario: &Scenario, findings: &mut Findings) {
    let Some(synthetic) = scenario.workload.of::<Synthetic>() else {
        return;
    };
    let (given, clusters) = (synthetic.clusters.len(), scenario.platform.cluster_count());
    if given as u64 > clusters {
        findings.add(|| {
            Problem::new(
                "workload.clusters",
                format!("has {given} entries"),
                format!("at most one for each of the {clusters} clusters"),
                "Remove the last ones, or add clusters to the platform",
            )
        });
    } else if given as u64 == clusters && (0..given).all(|i| synthetic.at(i).jobs_per_cluster == 0) {
        findings.add(|| {
            Problem::new(
                "workload.clusters",
                "has jobs_per_cluster 0 at every cluster",
                "jobs at one cluster at least",
                "Give one of them jobs",
            )
        });
    }
}
