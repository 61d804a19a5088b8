//! Dotted paths into a JSON value: `platform.clusters.0.nodes`, `schedulers.4.lslt`; a `*` matches every index of a
//! list.

use serde_json::Value;
use std::borrow::Cow;

/// A scenario's values: one JSON value, or several parts that are used like one JSON value.
pub trait Values {
    /// The value at `path`, if there is one.
    fn at(&self, path: &str) -> Option<&Value>;
}

impl Values for Value {
    fn at(&self, path: &str) -> Option<&Value> {
        path.split('.').try_fold(self, |value, segment| match value {
            Value::Object(map) => map.get(segment),
            Value::Array(list) if is_index(segment) => list.get(segment.parse::<usize>().ok()?),
            _ => None,
        })
    }
}

/// The value at `path`, if there is one.
pub fn get<'v>(values: &'v dyn Values, path: &str) -> Option<&'v Value> {
    values.at(path)
}

/// Mutable value at `path`, if there is one.
pub fn get_mut<'v>(value: &'v mut Value, path: &str) -> Option<&'v mut Value> {
    path.split('.').try_fold(value, |value, segment| match value {
        Value::Object(map) => map.get_mut(segment),
        Value::Array(list) if is_index(segment) => list.get_mut(segment.parse::<usize>().ok()?),
        _ => None,
    })
}

/// True if `pattern` matches `path`. A `*` in the pattern matches every index, and also a `*` in the path.
pub fn covers(pattern: &str, path: &str) -> bool {
    let mut given = path.split('.');
    pattern
        .split('.')
        .all(|own| given.next().is_some_and(|segment| own == segment || (own == "*" && is_index(segment))))
        && given.next().is_none()
}

/// `path` with `*` for every index, as in the declaration of the parameter.
pub fn pattern(path: &str) -> Cow<'_, str> {
    if !path.split('.').any(is_index) {
        return Cow::Borrowed(path);
    }
    let star = |segment| if is_index(segment) { "*" } else { segment };
    Cow::Owned(path.split('.').map(star).collect::<Vec<_>>().join("."))
}

/// All paths that result if the `*` in `path` is replaced by each index of the list at this point. A path without `*`
/// is returned unchanged.
pub fn expanded(scenario: &dyn Values, path: &str) -> Vec<String> {
    match path.split_once(".*.") {
        None => vec![path.to_owned()],
        Some((list, rest)) => {
            let list_here = get(scenario, list).and_then(Value::as_array);
            (0..list_here.map_or(0, Vec::len)).map(|index| format!("{list}.{index}.{rest}")).collect()
        }
    }
}

/// True if a path segment is a list index: digits without leading zeros.
pub fn is_index(segment: &str) -> bool {
    let digits = !segment.is_empty() && segment.bytes().all(|b| b.is_ascii_digit());
    digits && segment.len() <= 9 && (segment == "0" || !segment.starts_with('0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_has_a_star_for_every_index() {
        for (path, expected) in [
            ("schedulers.0.queue.order", "schedulers.*.queue.order"),
            ("a.12.b.0", "a.*.b.*"),
            ("workload.bsbw_mbps", "workload.bsbw_mbps"),
            ("a.01", "a.01"),
        ] {
            assert_eq!(pattern(path), expected);
        }
    }
}
