//! The table of all parameters of a scenario.

use crate::parameter::Parameter;
use crate::parameter::path;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// All parameters, sorted by section.
pub fn table() -> &'static [Parameter] {
    static TABLE: LazyLock<Vec<Parameter>> = LazyLock::new(|| {
        let mut table = super::declarations();
        table.sort_by_key(Parameter::section);
        table
    });
    &TABLE
}

/// The declaration of the parameter at a path with indices (`schedulers.4.lslt`) or with `*`. The path may also name
/// [one number or name](Parameter::kind_at) in the value of the parameter (`workload.nodes.0`).
pub fn find(path: &str) -> Option<&'static Parameter> {
    static BY_PATTERN: LazyLock<BTreeMap<&str, &Parameter>> =
        LazyLock::new(|| table().iter().map(|own| (own.path, own)).collect());
    let whole = |given: &str| BY_PATTERN.get(&*path::pattern(given)).copied();
    whole(path).or_else(|| {
        let above = path.rsplit_once('.')?.0;
        let parameter = whole(above).or_else(|| whole(above.rsplit_once('.')?.0))?;
        parameter.kind_at(path).map(|_| parameter)
    })
}

/// Declaration of the number at `path`; `None` if a sweep cannot vary it.
pub fn find_sweepable(path: &str) -> Option<&'static Parameter> {
    find(path).filter(|parameter| {
        let whole = parameter.varies_in_parts() && parameter.matches(path);
        parameter.sweepable() && !whole
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameter::{Is, Kind, When};

    #[test]
    fn paths_are_unique_and_found() {
        for (i, parameter) in table().iter().enumerate() {
            assert!(table()[i + 1..].iter().all(|other| other.path != parameter.path), "{}", parameter.path);
            let concrete = parameter.path.replace('*', "3");
            assert_eq!(find(&concrete).map(|p| p.path), Some(parameter.path));
        }
        assert!(find("platform.clusters.x.nodes").is_none());
        assert!(find("platform.clusters.01.nodes").is_none());
        assert!(find("platform.clusters").is_some());
        assert!(find("workload.nodes.1").is_some());
        assert!(find("workload.nodes.2").is_none());
        assert!(find("workload.nodes.0.0").is_none());
        let kind = |path: &str| find(path).and_then(|own| own.kind_at(path));
        assert_eq!(kind("workload.nodes.1"), Some(Kind::integer(1, 10_000_000, 1)));
        assert_eq!(kind("schedulers.3.size_sets.2.1"), Some(Kind::number(0.0, 1e6, 1.0)));
        assert!(matches!(kind("schedulers.3.network_rules.8"), Some(Kind::Choice { .. })));
        for nowhere in
            ["size_sets.3.0", "size_sets.0.3", "size_sets.0", "size_sets.0.0.0", "network_rules.9", "network_rules.08"]
        {
            assert_eq!(kind(&format!("schedulers.3.{nowhere}")), None, "{nowhere}");
        }
        assert!(find("").is_none());
    }

    #[test]
    fn every_parameter_is_explained() {
        for parameter in table() {
            assert!(!parameter.label.is_empty(), "{}", parameter.path);
            assert!(parameter.help.ends_with('.'), "{}: {}", parameter.path, parameter.help);
            if let Kind::Choice { choices, also } = parameter.kind {
                assert!(choices.iter().all(|choice| choice.help.ends_with('.')));
                let named = |name: &str| choices.iter().any(|choice| choice.name == name);
                assert!(also.iter().all(|(other, own)| !named(other) && named(own)));
            }
        }
        assert!(table().is_sorted_by_key(Parameter::section));
    }

    #[test]
    fn usual_ranges_are_a_part_of_what_is_allowed() {
        let usual = table().iter().filter_map(|own| Some((own, own.usual?)));
        for (parameter, (low, high)) in usual.clone() {
            let Kind::Number { min, max, step } = parameter.kind else { panic!("{} is no number", parameter.path) };
            assert!(min <= low && low + 2.0 * step < high && high <= max);
        }
        assert!(usual.count() >= 3);
    }

    #[test]
    fn conditions_name_choices_that_exist() {
        let conditions = table().iter().flat_map(|parameter| parameter.when);
        for when in conditions.flat_map(When::all) {
            let other = table().iter().find(|p| p.path == when.path).unwrap();
            if matches!(when.is, Is::Reads(_)) {
                continue;
            }
            let (Is::OneOf(names) | Is::NoneOf(names)) = when.is else {
                assert!(other.optional(), "{} is never left out", when.path);
                continue;
            };
            let Kind::Choice { choices, .. } = other.kind else { panic!("{} is no choice", when.path) };
            let exists = |name: &&str| choices.iter().any(|choice| choice.name == *name);
            assert!(names.iter().all(exists), "{} {names:?}", when.path);
            assert_eq!(other.optional(), when.inherits.is_some(), "{}", when.path);
        }
    }
}
