//! The rooms of src/ depend downwards only, and the core among them knows nothing of the world outside.
//!
//! Read from the source text: a `use` or a path that starts at `crate::` or climbs to it by `super::`.

mod circles;
mod source;

use std::fs;
use std::path::{Path, PathBuf};

use source::{PathUse, Source};

/// The rooms from the ground up. A room may use those of layers before its own.
const LAYERS: [&[&str]; 15] = [
    &["base"],
    &["parameter"],
    &["platform"],
    &["workload"],
    &["network"],
    &["scheduler"],
    &["engine"],
    &["metrics"],
    &["paper"],
    &["models"],
    &["scenario"],
    &["experiment"],
    &["export"],
    &["chart"],
    &["web", "cli"],
];

/// Names from outside, and the only rooms that may say them. Tests may say any.
const OUTSIDE: [(&str, &[&str]); 20] = [
    ("std::time", &["cli"]),
    ("std::fs", &["cli"]),
    ("std::net", &[]),
    ("std::thread", &["cli"]),
    ("std::process", &["cli"]),
    ("std::env", &["cli"]),
    ("std::io::stdin", &["cli"]),
    ("std::io::stdout", &["cli"]),
    ("std::io::stderr", &["cli"]),
    ("std::collections::hash_map::RandomState", &[]),
    ("web_sys", &["web"]),
    ("js_sys", &["web"]),
    ("wasm_bindgen", &["web"]),
    ("serde_wasm_bindgen", &["web"]),
    ("plotters_canvas", &["web"]),
    ("getrandom", &["web", "cli"]),
    ("plotters", &["chart", "web"]),
    ("clap", &["cli"]),
    ("indicatif", &["cli"]),
    ("rayon", &["cli"]),
];

/// Functions of f64 whose last bit differs between targets: only base/maths.rs may call one. `sqrt` is exact
/// everywhere.
const TRANSCENDENTAL: [&str; 30] = [
    "ln", "ln_1p", "log", "log2", "log10", "exp", "exp2", "exp_m1", "pow", "powf", "powi", "cbrt",
    "hypot", "sin", "cos", "tan", "sin_cos", "asin", "acos", "atan", "atan2", "sinh", "cosh",
    "tanh", "asinh", "acosh", "atanh", "gamma", "ln_gamma", "mul_add",
];
const MATHS: &str = "src/kernel/base/maths.rs";

/// The folders of packages that hold several rooms; that of the models is one itself.
const PACKAGES: [&str; 2] = ["src/kernel/", "src/lab/"];

/// What is wrong in one file, a sentence each.
fn problems(file: &str, text: &str) -> Vec<String> {
    let source = Source::read(text);
    let mut found = Vec::new();
    let room = within_package(file)
        .and_then(|path| path.split_once('/'))
        .map(|(room, _)| room);
    if let Some(room) = room.filter(|room| *room != "bin") {
        match layer(room) {
            None => found.push(format!(
                "{file}: the room `{room}` is in no layer: add it to LAYERS in {}",
                file!()
            )),
            Some(own) => {
                found.extend(upward_uses(file, room, own, &source));
                found.extend(outside_names(file, room, &source));
            }
        }
    }
    if file != MATHS {
        found.extend(transcendental_calls(file, &source));
    }
    // One `use` can name a room or a module several times.
    found.dedup();
    found
}

fn upward_uses(file: &str, room: &str, own: usize, source: &Source) -> Vec<String> {
    let paths = source.paths();
    let uses = paths
        .iter()
        .filter_map(|path| Some((path.line, named_path(file, path)?.into_iter().next()?)));
    uses.filter(|(_, other)| other != room && layer(other).is_some_and(|theirs| theirs >= own))
        .map(|(line, other)| {
            let below: Vec<_> = LAYERS
                .iter()
                .take(own)
                .flat_map(|layer| layer.iter().copied())
                .collect();
            format!(
                "{file}:{line}: `{room}` uses `{other}`, but may use only what is below it: {}",
                below.join(", ")
            )
        })
        .collect()
}

fn outside_names(file: &str, room: &str, source: &Source) -> Vec<String> {
    let paths = source.paths().into_iter().filter(|path| !path.in_test);
    paths
        .filter_map(|path| {
            let said = path.parts.join("::").replacen("core::", "std::", 1);
            let is = |name: &str| said == name || said.starts_with(&format!("{name}::"));
            let (name, allowed) = OUTSIDE
                .iter()
                .find(|(name, allowed)| is(name) && !allowed.contains(&room))?;
            let where_then = if allowed.is_empty() {
                "nowhere".to_owned()
            } else {
                format!("in {}", allowed.join(", "))
            };
            Some(format!(
                "{file}:{}: `{room}` names `{name}`, which belongs {where_then}",
                path.line
            ))
        })
        .collect()
}

fn transcendental_calls(file: &str, source: &Source) -> Vec<String> {
    let by_path = source
        .paths()
        .into_iter()
        .filter(|path| !path.in_test)
        .filter_map(|path| match &path.parts[..] {
            [.., kind, function] if kind == "f64" || kind == "f32" || kind == "libm" => {
                Some((path.line, function.clone()))
            }
            _ => None,
        });
    let by_method = source
        .method_calls()
        .into_iter()
        .filter(|call| !call.in_test)
        .map(|call| (call.line, call.name));
    by_path
        .chain(by_method)
        .filter(|(_, function)| TRANSCENDENTAL.contains(&function.as_str()))
        .map(|(line, function)| {
            format!("{file}:{line}: `{function}` has other bits on other targets: use base::maths")
        })
        .collect()
}

/// `src/a/b.rs` is `a::b`, and so is `src/a/b/mod.rs`.
fn module(file: &str) -> Vec<String> {
    let path = within_package(file).unwrap_or(file).trim_end_matches(".rs");
    let path = path.strip_suffix("/mod").unwrap_or(path);
    path.split('/').map(str::to_owned).collect()
}

/// What a path names, from the crate's root on; none if it climbs above that.
fn named_path(file: &str, path: &PathUse) -> Option<Vec<String>> {
    let mut named = module(file);
    named.extend(std::iter::repeat_n("inline".to_owned(), path.depth));
    let climbed = path.parts.iter().take_while(|part| *part == "super");
    let rest = match path.parts.first()?.as_str() {
        "crate" => {
            named.clear();
            &path.parts[1..]
        }
        "self" => &path.parts[1..],
        _ => {
            let climbed = climbed.count();
            named.truncate(named.len().checked_sub(climbed)?);
            &path.parts[climbed..]
        }
    };
    named.extend(rest.iter().cloned());
    Some(named)
}

/// The path of a file below the folder of its package.
fn within_package(file: &str) -> Option<&str> {
    let mut packages = PACKAGES.iter();
    let own = packages.find_map(|package| file.strip_prefix(package));
    own.or_else(|| file.strip_prefix("src/"))
}

fn layer(room: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&room))
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of the sources");
    let mut files: Vec<PathBuf> = Vec::new();
    for path in entries.map(|entry| entry.expect("an entry of the sources").path()) {
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

#[test]
fn rooms_use_only_what_stands_below_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let files = rust_files(&root.join("src"));
    assert!(
        files.len() > 10,
        "the sources are not where this test looks for them"
    );
    let mut found = Vec::new();
    for path in files {
        let name = path
            .strip_prefix(&root)
            .expect("a path below the root")
            .to_string_lossy()
            .replace('\\', "/");
        found.extend(problems(
            &name,
            &fs::read_to_string(&path).expect("a readable source"),
        ));
    }
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

#[test]
fn the_wasm_lists_of_clippy_hold_all_of_the_native_ones() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let native = fs::read_to_string(root.join("../clippy.toml")).expect("clippy.toml");
    let wasm =
        fs::read_to_string(root.join("clippy-wasm/clippy.toml")).expect("clippy-wasm/clippy.toml");
    let missing: Vec<_> = native
        .lines()
        .map(str::trim)
        .filter(|line| line.starts_with('{') && !wasm.contains(line))
        .collect();
    assert!(
        missing.is_empty(),
        "add to xtask/clippy-wasm/clippy.toml:\n{}",
        missing.join("\n")
    );
}

#[test]
fn an_upward_use_is_found_however_it_is_written() {
    for text in [
        "use crate::engine::Event;",
        "use crate::{base::maths, engine::{self, Event}};",
        "fn f(event: &crate::engine::Event) {}",
        "use super::engine::Event;",
        "mod inner { use super::super::engine::Event; }",
        "macro_rules! m { () => { $crate::engine::go() } }",
        "#[cfg(test)] mod tests { use crate::engine; }",
    ] {
        let found = problems("src/network/mod.rs", text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert!(
            found[0].starts_with("src/network/mod.rs:1: `network` uses `engine`"),
            "{}",
            found[0]
        );
    }
}

#[test]
fn downward_uses_words_and_comments_are_no_problem() {
    let text = "//! Rates for crate::engine.\nuse crate::base::maths;\nuse crate::platform::{Cluster, Link};\n\
                pub(crate) fn engine() -> &'static str { \"crate::engine\" }\nmod engine;\n\
                mod tests { use super::engine; }\n\
                /* std::time */ fn f<'a>(c: char) -> bool { c == '\"' || self::x::log(1.0) }\n";
    assert_eq!(problems("src/network/mod.rs", text), Vec::<String>::new());
    assert_eq!(
        problems(
            "src/cli/mod.rs",
            "use crate::engine; use std::{fs, time::Instant};"
        ),
        Vec::<String>::new()
    );
}

#[test]
fn the_outside_world_is_named_in_its_rooms_only() {
    let found = problems(
        "src/engine/mod.rs",
        "use std::{fmt, fs, time::Instant};\n\nuse web_sys::Window;\n",
    );
    assert_eq!(
        found,
        [
            "src/engine/mod.rs:1: `engine` names `std::fs`, which belongs in cli",
            "src/engine/mod.rs:1: `engine` names `std::time`, which belongs in cli",
            "src/engine/mod.rs:3: `engine` names `web_sys`, which belongs in web",
        ]
    );
    assert_eq!(
        problems(
            "src/engine/mod.rs",
            "#[cfg(test)]\nmod tests { use std::time::Instant; }"
        ),
        Vec::<String>::new()
    );
}

#[test]
fn transcendental_functions_are_called_in_maths_only() {
    let text = "fn f(x: f64) -> f64 {\n x.ln() + f64::powf(x, 2.0) +\n libm::exp(x) + x.sqrt() + maths::ln(x)\n}";
    let found = problems("src/metrics/mod.rs", text);
    let lines: Vec<_> = found
        .iter()
        .filter_map(|problem| problem.split(": ").next())
        .collect();
    assert_eq!(lines.len(), 3, "{found:?}");
    assert!(
        lines.contains(&"src/metrics/mod.rs:2") && lines.contains(&"src/metrics/mod.rs:3"),
        "{found:?}"
    );
    assert_eq!(problems(MATHS, text), Vec::<String>::new());
}

#[test]
fn a_new_room_asks_for_its_layer() {
    assert!(problems("src/attic/mod.rs", "")[0].contains("`attic` is in no layer"));
    assert_eq!(
        problems("src/lib.rs", "pub mod attic;"),
        Vec::<String>::new()
    );
}
