//! Structure of the form for a scenario.

use crate::scenario::declared;
use crate::scenario::language::path;
use crate::scenario::{Kind, Parameter};
use serde_json::Value;

/// Equal for scenarios whose forms have the same controls.
pub fn shape(whole: &Value) -> String {
    let count = |list: &str| path::get(whole, list).and_then(|list| list.as_array()).map_or(0, Vec::len);
    let lists = declared::table().iter().filter(|parameter| matches!(parameter.kind, Kind::List { .. }));
    let mut shape: Vec<String> = lists.map(|list| count(list.path).to_string()).collect();
    let made_if_relevant = |parameter: &&Parameter| matches!(parameter.kind, Kind::Table(_) | Kind::Formula { .. });
    let parameters = declared::table().iter().filter(made_if_relevant);
    shape.extend(parameters.flat_map(|parameter| path::places(whole, parameter.path)));
    shape.join(",")
}
