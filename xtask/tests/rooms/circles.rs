//! Import circles: modules of one room that use each other, so that none is understood without the others.

use super::source::Source;
use super::{module, named_path, rust_files};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A module by its path below the crate.
type Module = Vec<String>;

#[test]
fn no_modules_of_a_room_use_each_other() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src");
    let mut texts: BTreeMap<Module, (String, String)> = BTreeMap::new();
    for file in rust_files(&root) {
        let below = file.strip_prefix(&root).expect("a path below the sources");
        let name = format!("src/{}", below.to_string_lossy().replace('\\', "/"));
        let text = fs::read_to_string(&file).expect("a readable source");
        texts.insert(module(&name), (name, text));
    }
    let modules: BTreeSet<&Module> = texts.keys().collect();
    let mut uses: BTreeMap<&Module, BTreeSet<&Module>> = BTreeMap::new();
    for (own, (file, text)) in &texts {
        let source = Source::read(text);
        let paths = source.paths();
        let named = paths.iter().filter(|path| !path.in_test);
        let used = named.filter_map(|path| named_path(file, path));
        let used = used.filter_map(|path| longest(&modules, &path));
        // A module and its parts are one thing seen from two sides.
        let used = used.filter(|other| {
            other.first() == own.first() && !other.starts_with(own) && !own.starts_with(other)
        });
        uses.insert(own, used.collect());
    }
    let found: BTreeSet<Vec<String>> = circles(&uses);
    assert!(found.is_empty(), "modules that use each other: {found:#?}");
}

/// The module that holds what a path names.
fn longest<'m>(modules: &BTreeSet<&'m Module>, path: &[String]) -> Option<&'m Module> {
    let prefixes = (1..=path.len()).rev().map(|length| path[..length].to_vec());
    prefixes
        .filter_map(|prefix| modules.get(&prefix).copied())
        .next()
}

/// Sets of modules of which each reaches each.
fn circles(uses: &BTreeMap<&Module, BTreeSet<&Module>>) -> BTreeSet<Vec<String>> {
    let reached = |from: &Module| {
        let mut seen: BTreeSet<&Module> = BTreeSet::new();
        let mut open: Vec<&Module> = uses[from].iter().copied().collect();
        while let Some(next) = open.pop() {
            if seen.insert(next) {
                open.extend(uses[next].iter().copied());
            }
        }
        seen
    };
    let all: BTreeMap<&Module, BTreeSet<&Module>> =
        uses.keys().map(|own| (*own, reached(own))).collect();
    let both_ways = all.iter().filter(|(own, reached)| reached.contains(*own));
    both_ways
        .map(|(own, reached)| {
            let circle = reached.iter().filter(|other| all[*other].contains(*own));
            circle.map(|module| module.join("::")).collect()
        })
        .collect()
}

#[test]
fn circles_are_found_and_chains_are_not() {
    let module = |name: &str| vec![name.to_owned()];
    let [a, b, c, d] = ["a", "b", "c", "d"].map(module);
    let uses = BTreeMap::from([
        (&a, BTreeSet::from([&b])),
        (&b, BTreeSet::from([&c])),
        (&c, BTreeSet::from([&a, &d])),
        (&d, BTreeSet::new()),
    ]);
    let circle = ["a", "b", "c"].map(str::to_owned).to_vec();
    assert_eq!(circles(&uses), BTreeSet::from([circle]));
}
