//! Problems of names and objects at places where they are not allowed.

use super::model_parameters::out_of_place;
use crate::base::problem::Problem;
use crate::parameter::Parameter;
use crate::parameter::json::{quoted, shortened};
use crate::scenario::declared::{find, table};
use crate::scenario::queue;
use crate::words::nearest::nearest;
use serde_json::Value;

/// Problem of a value that should be an object with the parameters below `declared`, or the name of a queue.
pub(super) fn no_object(place: String, declared: &str, value: &Value) -> Problem {
    let settings = names(&format!("{declared}."));
    let mut allowed = format!("an object with {}", settings.join(", "));
    let mut remedy = "Put it in braces: { … }".to_owned();
    if declared.ends_with("queue") {
        let known = queue::names();
        allowed = format!("{}, or an object", known.join(", "));
        remedy = match value.as_str() {
            Some(name) => match nearest(name, known).or_else(|| queue::meant(name)) {
                Some(near) => format!("Did you mean {near}?"),
                None => "Choose one of these names, or give the settings in braces: { … }".to_owned(),
            },
            None => "Give one of these names in quotes, or the settings in braces: { … }".to_owned(),
        };
    }
    Problem::new(place, format!("is {}", quoted(value)), allowed, remedy)
}

/// Names declared directly below `pattern` (empty, or ending in a dot).
pub(super) fn names(pattern: &str) -> Vec<&'static str> {
    let mut names = Vec::new();
    for rest in table().iter().filter_map(|parameter| parameter.path.strip_prefix(pattern)) {
        let name = rest.split('.').next().unwrap_or(rest);
        if name != "*" && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Problem of a name that is not declared at its place.
pub(super) fn unknown(path: &str, pattern: &str, key: &str, root: &Value) -> Problem {
    let siblings = names(pattern);
    let has_a_place = |name: &&str| {
        let place = format!("{pattern}{name}");
        find(&place).is_none_or(|parameter| out_of_place(parameter, &place, root).is_none())
    };
    let allowed: Vec<&str> = siblings.iter().copied().filter(has_a_place).collect();
    let elsewhere = || {
        let known = |parameter: &&Parameter| parameter.path.rsplit('.').next() == Some(key);
        table().iter().find(known).map(|parameter| parameter.path)
    };
    let remedy = match nearest(key, siblings.iter().copied()) {
        Some(name) => format!("Did you mean {path}{name}?"),
        None => elsewhere().map(|path| format!("Did you mean {path}?")).unwrap_or_else(|| "Leave it out".into()),
    };
    let plain = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let key = if plain { shortened(key, 60) } else { quoted(&Value::from(key)) };
    Problem::new(format!("{path}{key}"), "is not known", allowed.join(", "), remedy)
}
