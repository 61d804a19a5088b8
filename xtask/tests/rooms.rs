//! Checks that there are no cycles between the modules of a package, nor between the rooms (folders) of kernel and lab.
//!
//! Uses the source text: paths that begin with `crate::` or `super::`, without comments. Cargo enforces the order of
//! the packages, and `src/clippy.toml` restricts what the core may use from outside.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A module by its path below the package.
type Module = Vec<String>;
type Texts = BTreeMap<Module, String>;
type Uses = BTreeMap<Module, BTreeSet<Module>>;

const PACKAGES: [&str; 9] =
    ["src/kernel", "src/logs", "src/models", "src/lab", "src/chart", "src/cli", "src/web", "xtask/src", "fuzz/src"];
/// Packages with several rooms; every other package is one room.
const WITH_ROOMS: [&str; 2] = ["src/kernel", "src/lab"];

#[test]
fn no_modules_and_no_rooms_use_each_other() {
    for package in PACKAGES {
        let texts = texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(package));
        assert!(texts.len() > 5, "{package} is not where this test looks for it");
        let name = package.rsplit('/').next().unwrap_or_default();
        assert_eq!(circles(&of_modules(&texts, name)), [""; 0], "modules of {package} use each other");
        if WITH_ROOMS.contains(&package) {
            assert_eq!(circles(&of_rooms(&texts)), [""; 0], "rooms of {package} use each other");
        }
    }
}

#[test]
fn circles_are_found_and_chains_are_not() {
    let texts = [
        ("low/a.rs", "use super::b::{self, X}; // crate::low::d"),
        ("low/b.rs", "macro_rules! m { () => { $crate::low::c::go() } }"),
        ("low/c.rs", "use crate::{low::{a::Y as Z}, own::low::d};"),
        ("low/d.rs", "use super::E;\n#[cfg(test)]\nmod tests {\n use crate::high; }"),
        ("high/e.rs", "fn f(x: &crate::low::d::X) {}"),
    ];
    let texts = texts.map(|(file, text)| (module(Path::new(file)), text.to_owned())).into();
    assert_eq!(circles(&of_modules(&texts, "own")), ["low::a", "low::b", "low::c"]);
    // Between rooms, a cycle counts also if only tests close it.
    assert_eq!(circles(&of_rooms(&texts)), ["high", "low"]);
}

#[test]
fn all_lists_of_clippy_hold_those_of_the_package() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |file: &str| fs::read_to_string(root.join(file)).expect("a list of clippy");
    let all = read("clippy.toml");
    for file in ["src/clippy.toml", "src/cli/clippy.toml", "xtask/clippy-wasm/clippy.toml"] {
        let own = read(file);
        let missing: Vec<_> = all.lines().map(str::trim).filter(|line| !own.contains(line)).collect();
        assert!(missing.is_empty(), "add to {file}:\n{}", missing.join("\n"));
    }
}

/// For each module, the other modules that it uses, without uses by the tests at its end. Uses between a module and its
/// sub-modules are not counted.
fn of_modules(texts: &Texts, package: &str) -> Uses {
    let holder = |path: Module| (1..=path.len()).rev().map(|n| path[..n].to_vec()).find(|own| texts.contains_key(own));
    let uses = texts.iter().map(|(own, text)| {
        let production = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let named = paths(production).into_iter().map(|path| {
            let climbed = path.iter().take_while(|part| *part == "super").count();
            match climbed {
                // Some packages have all their modules below one module with the package's name.
                0 => path.into_iter().skip(1).skip_while(|part| part == package).collect(),
                _ => [&own[..own.len().saturating_sub(climbed)], &path[climbed..]].concat(),
            }
        });
        let used = named.filter_map(holder).filter(|other| !other.starts_with(own) && !own.starts_with(other));
        (own.clone(), used.collect())
    });
    uses.collect()
}

/// For each room, the other rooms that it uses, including uses by tests.
fn of_rooms(texts: &Texts) -> Uses {
    let mut uses = Uses::new();
    for (own, text) in texts.iter().filter(|(own, _)| own.len() > 1) {
        let named = paths(text).into_iter().filter(|path| path[0] == "crate" && path[1..2] != own[..1]);
        uses.entry(own[..1].to_vec()).or_default().extend(named.map(|path| path[1..2].to_vec()));
    }
    uses
}

/// The members of cycles: modules that reach themselves.
fn circles(uses: &Uses) -> Vec<String> {
    let reaches_itself = |own: &&Module| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![*own]);
        while let Some(next) = open.pop() {
            open.extend(uses.get(next).into_iter().flatten().filter(|other| seen.insert(*other)));
        }
        seen.contains(*own)
    };
    uses.keys().filter(reaches_itself).map(|own| own.join("::")).collect()
}

/// All paths of a text that begin with `crate` or `super`; `a::{b, c::d}` gives `a::b` and `a::c::d`.
fn paths(text: &str) -> Vec<Module> {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let code = lines.collect::<Vec<_>>().join("\n");
    let mut found = Vec::new();
    for begin in ["crate::", "super::"] {
        for (at, _) in code.match_indices(begin).filter(|(at, _)| !code[..*at].ends_with("::")) {
            read(&code[at..], Vec::new(), &mut found);
        }
    }
    found
}

/// Reads a path, or a group of paths, below `prefix`. Returns the text after it.
fn read<'a>(text: &'a str, mut prefix: Module, found: &mut Vec<Module>) -> &'a str {
    let mut rest = text.trim_start();
    if let Some(group) = rest.strip_prefix('{') {
        rest = group;
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
            match rest.strip_prefix('}') {
                Some(after) => return after,
                None if rest.is_empty() => return rest,
                None => rest = read(rest, prefix.clone(), found),
            }
        }
    }
    let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    if length > 0 {
        prefix.push(rest[..length].to_owned());
        if let Some(after) = rest[length..].strip_prefix("::") {
            return read(after, prefix, found);
        }
    }
    found.push(prefix);
    // After a path, `*` or a new name after `as` is skipped.
    rest[length..].trim_start_matches(|c: char| !matches!(c, ',' | '}'))
}

/// The text of each module below a folder.
fn texts(folder: &Path) -> Texts {
    let mut open: Vec<PathBuf> = vec![folder.to_owned()];
    let mut texts = Texts::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("an entry").path()));
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            let text = fs::read_to_string(&path).expect("a readable source");
            texts.insert(module(path.strip_prefix(folder).expect("a path below the folder")), text);
        }
    }
    texts
}

/// `a/b.rs` and `a/b/mod.rs` are `a::b`.
fn module(file: &Path) -> Module {
    let mut parts: Module = file.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if parts.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        parts.pop();
    }
    parts
}
