//! Dotted paths into a JSON value: `platform.clusters.0.nodes`, `schedulers.4.lslt`.

use super::parameter::is_index;
use serde_json::Value;

/// The value at `path`, if there is one.
pub fn get<'v>(value: &'v Value, path: &str) -> Option<&'v Value> {
    path.split('.')
        .try_fold(value, |value, segment| match value {
            Value::Object(map) => map.get(segment),
            Value::Array(list) if is_index(segment) => list.get(segment.parse::<usize>().ok()?),
            _ => None,
        })
}
