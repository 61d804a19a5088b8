//! All parameters, section by section.

use super::{About, anchor, code, heading, item};
use crate::parameter::{Choice, Kind, Parameter, Section};
use crate::scenario::declared::table;
use crate::words::markdown::escape;
use crate::words::number;

/// Paths of the parameters whose choices have a page of their own.
const ELSEWHERE: [(&str, &str); 5] = [
    ("schedulers.*.policy", "policies"),
    ("schedulers.*.queue.order", "orders"),
    ("queue.order", "orders"),
    ("network.model", "networks"),
    ("workload.model", "workloads"),
];

/// Maximum length of a default value that is not shortened \[characters\].
const MOST_CHARACTERS: usize = 200;

pub(super) fn body(_: &About<'_>) -> String {
    let section = |section: Section| {
        let own = table().iter().filter(|own| own.section() == section);
        format!("## {}\n\n{}", section.label(), own.map(described).collect::<String>())
    };
    Section::ALL.into_iter().map(section).collect()
}

fn described(own: &Parameter) -> String {
    let mut text = heading(3, own.label, &anchor(own.path));
    text += &format!("`{}`\n\n{}\n\n", own.path, escape(own.help));
    text += &item(&default(own));
    text += &match ELSEWHERE.iter().find(|(path, _)| *path == own.path) {
        Some((_, page)) => item(&format!("One of the [{page}]({page}.md).")),
        None => allowed(own),
    };
    if let Some((low, high)) = own.usual {
        let usual = format!("Usual: {} to {}.", number::exact(low), number::exact(high));
        text += &item(&usual);
    }
    for when in own.when {
        text += &item(&format!("Matters if {}.", escape(&when.words(own.path))));
    }
    if own.sweepable() {
        text += &item(match own.varies_in_parts() {
            true => "Each of its numbers can be varied by a sweep.",
            false => "Can be varied by a sweep.",
        });
    }
    text + "\n"
}

fn default(own: &Parameter) -> String {
    let value = own.default();
    let text = value.to_string();
    match value.as_array() {
        _ if own.optional() => "Default: nothing.".to_owned(),
        Some(entries) if text.len() > MOST_CHARACTERS => {
            format!("Default: a list of {}.", entries.len())
        }
        _ => format!("Default: {}", code(&text)),
    }
}

/// Allowed values: one line, or one line per choice or name.
fn allowed(own: &Parameter) -> String {
    let line = |text: &str| item(&format!("Allowed: {}.", escape(text)));
    match own.kind {
        Kind::Choice { choices, .. } => choices.iter().map(choice).collect(),
        Kind::Formula { names, max, examples } => {
            let mut text = line(&format!("a formula of at most {max} characters"));
            for name in names {
                text += &item(&escape(&name.words()));
            }
            for example in examples {
                text += &item(&format!("Example, {}: {}", escape(example.label), code(example.text)));
            }
            text
        }
        _ => line(&own.allowed()),
    }
}

fn choice(own: &Choice) -> String {
    item(&format!("{}, {}: {}", code(own.name), escape(own.label), escape(own.help)))
}
