//! No rooms of a package use each other in a circle, and no modules of a room: else none is understood without the others.
//!
//! Read from the source text: a `use` or a path that starts at `crate::` or climbs to it by `super::`. The order of the packages is
//! Cargo's, and what the core may name of the world outside is in `src/clippy.toml`.

mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use source::{PathUse, Source};

/// A module by its path below the crate; that of a room has one name.
type Module = Vec<String>;

/// Who uses whom.
type Uses = BTreeMap<Module, BTreeSet<Module>>;

/// The folders of packages that hold several rooms; that of the models is one itself.
const PACKAGES: [&str; 2] = ["src/kernel/", "src/lab/"];

#[test]
fn no_rooms_and_no_modules_of_a_room_use_each_other() {
    let texts = sources();
    assert!(texts.len() > 10, "the sources are not where this test looks for them");
    for uses in [of_rooms(&texts), of_modules(&texts)] {
        let found = circles(&uses);
        assert!(found.is_empty(), "they use each other: {found:#?}");
    }
}

#[test]
fn circles_are_found_and_chains_are_not() {
    let text = |module: &str, text: &str| {
        let file = format!("src/{}.rs", module.replace("::", "/"));
        (self::module(&file), (file, text.to_owned()))
    };
    let found = |texts: &[(Module, (String, String))], uses: fn(&Texts) -> Uses| {
        let found = circles(&uses(&texts.iter().cloned().collect()));
        found.into_iter().flatten().collect::<Vec<_>>()
    };
    // Rooms: also where only tests go back.
    let rooms = [
        text("kernel/low/a", "use crate::high::b;"),
        text("kernel/high/b", "mod tests { use super::super::super::middle; }"),
        text("kernel/middle/c", "fn f(x: &crate::low::a::X) {}"),
        text("kernel/top/d", "use crate::{low::a, high};"),
    ];
    assert_eq!(found(&rooms, of_rooms), ["high", "low", "middle"]);
    assert!(found(&rooms, of_modules).is_empty());
    // Modules of a room, however it is written; a module and its parts are one.
    let modules = [
        text("kernel/low/a", "use super::b::{self, X};"),
        text("kernel/low/b", "macro_rules! m { () => { $crate::low::c::go() } }"),
        text("kernel/low/c", "use crate::{low::a::Y, low::c::d};"),
        text("kernel/low/c/d", "use super::Z;"),
        text("kernel/low/e", "// crate::low::f\n/* super::f */ #[cfg(test)] mod tests { use crate::low::f; }"),
        text("kernel/low/f", "const TEXT: &str = \"crate::low::a\"; use super::e;"),
    ];
    assert_eq!(found(&modules, of_modules), ["low::a", "low::b", "low::c"]);
    assert!(found(&modules, of_rooms).is_empty());
}

#[test]
fn all_lists_of_clippy_hold_those_of_the_package() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |file: &str| fs::read_to_string(root.join(file)).expect("a list of clippy");
    let all = read("clippy.toml");
    for file in ["src/clippy.toml", "src/cli/clippy.toml", "xtask/clippy-wasm/clippy.toml"] {
        let own = read(file);
        let lines = all.lines().map(str::trim);
        let missing: Vec<_> = lines.filter(|line| !own.contains(line)).collect();
        assert!(missing.is_empty(), "add to {file}:\n{}", missing.join("\n"));
    }
}

/// File and text of every module.
type Texts = BTreeMap<Module, (String, String)>;

fn sources() -> Texts {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src");
    let files = rust_files(&root).into_iter().map(|path| {
        let below = path.strip_prefix(&root).expect("a path below the sources");
        let file = format!("src/{}", below.to_string_lossy().replace('\\', "/"));
        let text = fs::read_to_string(&path).expect("a readable source");
        (module(&file), (file, text))
    });
    files.collect()
}

/// Which rooms name which others, in tests too.
fn of_rooms(texts: &Texts) -> Uses {
    let rooms = texts.keys().filter(|module| module.len() > 1);
    let rooms: BTreeSet<Module> = rooms.map(|module| module[..1].to_vec()).collect();
    let mut uses = Uses::new();
    for (own, (file, text)) in texts.iter().filter(|(own, _)| rooms.contains(&own[..1])) {
        let paths = Source::read(text).paths();
        let named = paths.iter().filter_map(|path| named_path(file, path));
        let named = named.filter_map(|path| Some(vec![path.into_iter().next()?]));
        let others = named.filter(|other| rooms.contains(other) && other[..] != own[..1]);
        uses.entry(own[..1].to_vec()).or_default().extend(others);
    }
    uses
}

/// Which modules use which others of their room.
fn of_modules(texts: &Texts) -> Uses {
    let uses = texts.iter().map(|(own, (file, text))| {
        let paths = Source::read(text).paths();
        let named = paths.iter().filter(|path| !path.in_test);
        let named = named.filter_map(|path| named_path(file, path));
        let used = named.filter_map(|path| longest(texts, &path));
        // A module and its parts are one thing seen from two sides.
        let used =
            used.filter(|other| other.first() == own.first() && !other.starts_with(own) && !own.starts_with(other));
        (own.clone(), used.collect())
    });
    uses.collect()
}

/// The module that holds what a path names.
fn longest(texts: &Texts, path: &[String]) -> Option<Module> {
    let prefixes = (1..=path.len()).rev().map(|length| path[..length].to_vec());
    prefixes.into_iter().find(|prefix| texts.contains_key(prefix))
}

/// Sets of those of which each reaches each.
fn circles(uses: &Uses) -> BTreeSet<Vec<String>> {
    let reached = |from: &Module| {
        let mut seen: BTreeSet<&Module> = BTreeSet::new();
        let mut open: Vec<&Module> = uses[from].iter().collect();
        while let Some(next) = open.pop() {
            if seen.insert(next) {
                open.extend(&uses[next]);
            }
        }
        seen
    };
    let all: BTreeMap<&Module, BTreeSet<&Module>> = uses.keys().map(|own| (own, reached(own))).collect();
    let both_ways = all.iter().filter(|(own, reached)| reached.contains(*own));
    both_ways
        .map(|(own, reached)| {
            let circle = reached.iter().filter(|other| all[*other].contains(*own));
            circle.map(|module| module.join("::")).collect()
        })
        .collect()
}

/// `src/a/b.rs` is `a::b`, and so is `src/a/b/mod.rs`.
fn module(file: &str) -> Module {
    let mut packages = PACKAGES.iter();
    let own = packages.find_map(|package| file.strip_prefix(package));
    let below = own.or_else(|| file.strip_prefix("src/"));
    let path = below.unwrap_or(file).trim_end_matches(".rs");
    let path = path.strip_suffix("/mod").unwrap_or(path);
    path.split('/').map(str::to_owned).collect()
}

/// What a path names, from the crate's root on; none if it climbs above that.
fn named_path(file: &str, path: &PathUse) -> Option<Module> {
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
