//! Names of swept parameters in figures and tables.

use crate::parameter::Kind;
use crate::scenario::Scenario;
use crate::scenario::declared;

/// Name of a swept parameter with its unit, for an axis or a choice: "BSBW \[Mbps\]", "LSLT of b3".
pub fn axis(scenario: &Scenario, path: &str) -> String {
    let name = name(scenario, path);
    match unit(path) {
        // "Clusters" needs no unit.
        unit if unit.is_empty() || name.eq_ignore_ascii_case(unit) => name,
        unit => format!("{name} [{unit}]"),
    }
}

/// The same with the name in full, where there is room: "Bandwidth a split job asks for (BSBW) \[Mbps\]".
pub fn spelled_axis(scenario: &Scenario, path: &str) -> String {
    let axis = axis(scenario, path);
    declared::find(path).map_or(axis.clone(), |own| axis.replacen(own.label, own.spelled, 1))
}

/// Name of a swept parameter.
pub fn name(scenario: &Scenario, path: &str) -> String {
    let Some(parameter) = declared::find(path) else {
        return path.to_owned();
    };
    let segments: Vec<&str> = path.split('.').collect();
    let label = match (parameter.matches(path), segments.last()) {
        (false, Some(name)) if matches!(parameter.kind, Kind::Constants { .. }) => (*name).to_owned(),
        (false, Some(&"0")) => format!("{}: smallest", parameter.label),
        (false, _) => format!("{}: largest", parameter.label),
        _ => parameter.label.to_owned(),
    };
    let index = segments.get(2).and_then(|index| index.parse::<usize>().ok());
    match (segments.as_slice(), index) {
        // All schedulers that have the parameter.
        (["schedulers", "*", ..], _) => label,
        (["schedulers", index, ..], _) => {
            let scheduler = index.parse::<usize>().ok().and_then(|index| scenario.schedulers.get(index));
            let name =
                scheduler.map(|scheduler| scheduler.common.label.clone().unwrap_or(scheduler.policy.to_string()));
            format!("{label} of {}", name.unwrap_or_default())
        }
        (["platform", "clusters", ..], index) if index.is_none() || scenario.platform.clusters.len() == 1 => {
            match parameter.label {
                "Count" if index.is_none() => "Clusters of each group".to_owned(),
                "Count" => "Clusters".to_owned(),
                _ => format!("{label} of the clusters"),
            }
        }
        (["platform", "clusters", ..], Some(index)) => format!("{label} of group {}", index + 1),
        (["workload", "clusters", ..], Some(index)) => format!("{label} at cluster {}", index + 1),
        (["workload", "clusters", "*", ..], _) => format!("{label} at the clusters that differ"),
        _ => label,
    }
}

/// Unit of a swept parameter.
pub fn unit(path: &str) -> &'static str {
    declared::find(path).map_or("", |parameter| parameter.unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swept_parameters_have_names() {
        let scenario = Scenario::default();
        for (path, text) in [
            ("workload.bsbw_mbps", "BSBW [Mbps]"),
            ("schedulers.4.lslt", "LSLT of b3"),
            ("workload.nodes.1", "Job size: largest [nodes]"),
            ("platform.clusters.0.nodes", "Size of the clusters [nodes]"),
            ("platform.clusters.0.count", "Clusters"),
            ("workload.clusters.2.bsbw_mbps", "BSBW at cluster 3 [Mbps]"),
            ("schedulers.*.lslt", "LSLT"),
            ("platform.clusters.*.nodes", "Size of the clusters [nodes]"),
            ("workload.clusters.*.bsbw_mbps", "BSBW at the clusters that differ [Mbps]"),
        ] {
            assert_eq!(axis(&scenario, path), text);
        }
    }
}
