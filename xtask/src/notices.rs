//! `cargo xtask notices`: writes the licences of the libraries in the command line and the page to THIRD-PARTY.txt,
//! which is a part of every file of a release. Also lists these libraries as a bill of materials (CycloneDX).
//!
//! Made here, not by cargo-about: the texts are in the sources that Cargo has unpacked, so nothing is installed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::node;
use crate::process::{Outcome, cargo, printed};
use crate::project;
use crate::tools::WASM;

pub const FILE: &str = "THIRD-PARTY.txt";

/// Targets of the command line. Other targets have no further libraries.
const NATIVE: [&str; 3] = ["x86_64-unknown-linux-musl", "aarch64-apple-darwin", "x86_64-pc-windows-msvc"];

const HEADER: &str = "\
Metasched contains the following libraries, in its command line or its page, under these licences.
Written by `cargo xtask notices`.

The standard library of Rust (https://www.rust-lang.org), MIT OR Apache-2.0, is in both. Its copyright notices, with those
of the libraries in it, are in the file COPYRIGHT-library.html of its distribution.
";

/// The C library of static programs for Linux, and its copyright notice.
const MUSL: (&str, &str) = (
    "musl 1.2 (MIT), in the command line for Linux",
    "\
Copyright © 2005-2020 Rich Felker, et al.

Permission is hereby granted, free of charge, to any person obtaining
a copy of this software and associated documentation files (the
\"Software\"), to deal in the Software without restriction, including
without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to
permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be
included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED \"AS IS\", WITHOUT WARRANTY OF ANY KIND,
EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT.
IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT,
TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.",
);

/// A library, by name and version.
type Library = (String, String);

/// Writes the file.
pub fn write() -> Outcome {
    project::write(&project::root().join(FILE), text()?)
}

/// Checks that the file is current.
pub fn check() -> Outcome {
    match project::read(&project::root().join(FILE))? == text()? {
        true => Ok(()),
        false => Err(format!("{FILE} differs from the libraries of Cargo.lock: run `cargo xtask notices`")),
    }
}

/// The bill of materials of a program: of the page, or of the command line for a target.
pub fn bill(target: &str, name: &str, version: &str) -> Outcome<String> {
    let known = known()?;
    let component = |(name, version): &Library| {
        let of_manifest = known.get(&(name.clone(), version.clone()));
        json!({
            "type": "library",
            "name": name,
            "version": version,
            "purl": format!("pkg:cargo/{name}@{version}"),
            "licenses": [{ "expression": of_manifest.map_or("", |own| &own.licence) }],
        })
    };
    let bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": { "type": "application", "name": name, "version": version } },
        "components": libraries(target, &known)?.iter().map(component).collect::<Vec<_>>(),
    });
    Ok(format!("{bill:#}\n"))
}

/// Licence and folder of a library, from its manifest.
struct Manifest {
    licence: String,
    folder: PathBuf,
}

/// The packages of Cargo.lock that are not ours.
fn known() -> Outcome<BTreeMap<Library, Manifest>> {
    let text = printed(cargo(&["metadata", "--locked", "--format-version=1"]).current_dir(project::root()))?;
    let all: Value = serde_json::from_str(&text).map_err(|error| format!("cargo metadata: {error}"))?;
    let packages = all["packages"].as_array().into_iter().flatten().filter(|package| !package["source"].is_null());
    let manifest = |package: &Value| {
        let text = |key: &str| Some(package[key].as_str()?.to_owned());
        let folder = PathBuf::from(text("manifest_path")?).parent()?.to_owned();
        Some(((text("name")?, text("version")?), Manifest { licence: text("license")?.replace('/', " OR "), folder }))
    };
    Ok(packages.filter_map(manifest).collect())
}

/// The libraries that are linked into a program; macros only run while it is compiled.
fn libraries(target: &str, known: &BTreeMap<Library, Manifest>) -> Outcome<BTreeSet<Library>> {
    let features = if target == WASM { "page" } else { "cli" };
    let tree = ["tree", "--locked", "--package=metasched", "--edges=normal,no-proc-macro", "--no-default-features"];
    let how = ["--features", features, "--target", target, "--prefix=none", "--format={p}"];
    let text = printed(cargo(&tree).args(how).current_dir(project::root()))?;
    let library = |line: &str| {
        let mut words = line.split(' ');
        let library = (words.next()?.to_owned(), words.next()?.strip_prefix('v')?.to_owned());
        known.contains_key(&library).then_some(library)
    };
    Ok(text.lines().filter_map(library).collect())
}

/// The content of the file: each text of a licence once, below the names of its libraries.
fn text() -> Outcome<String> {
    let known = known()?;
    let mut all = BTreeSet::new();
    for target in NATIVE.into_iter().chain([WASM]) {
        all.extend(libraries(target, &known)?);
    }
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for library in &all {
        let Some(manifest) = known.get(library) else { continue };
        let (name, version) = library;
        let files = licences(&manifest.folder)?;
        if files.is_empty() {
            return Err(format!("{name} {version} has no file with its licence: add its text to {}", file!()));
        }
        for file in files {
            let text = project::read(&file)?.replace('\r', "");
            texts.entry(text.trim().to_owned()).or_default().push(format!("{name} {version} ({})", manifest.licence));
        }
    }
    let (name, text) = node::qr_codes_licence()?;
    texts.entry(text.replace('\r', "").trim().to_owned()).or_default().push(name);
    texts.entry(MUSL.1.to_owned()).or_default().push(MUSL.0.to_owned());

    let mut entries: Vec<_> = texts.iter().map(|(text, names)| (names, text)).collect();
    entries.sort();
    let mut document = HEADER.to_owned();
    for (names, text) in entries {
        let _ = write!(document, "\n{}\n{}\n\n{text}\n", "=".repeat(80), names.join("\n"));
    }
    Ok(document)
}

/// The files with the licence of a library. Of several licences to choose from, MIT is chosen.
fn licences(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let named = |path: &Path, words: &[&str]| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        words.iter().any(|word| name.contains(word))
    };
    let mut files: Vec<_> = paths
        .filter(|path| path.is_file() && named(path, &["licens", "licenc", "copying", "notice", "copyright"]))
        .filter(|path| !named(path, &[".rs"]))
        .collect();
    if files.iter().any(|path| named(path, &["mit"])) {
        files.retain(|path| !named(path, &["apache", "zlib", "unlicense", "0bsd", "boost"]));
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bill_has_each_library_of_its_program_with_a_licence() {
        let names = |target: &str| -> Vec<String> {
            let bill: Value = serde_json::from_str(&bill(target, "metasched", "1.2.3").unwrap()).unwrap();
            assert_eq!(bill["metadata"]["component"]["version"], "1.2.3");
            let components = bill["components"].as_array().unwrap().iter();
            let name = |component: &Value| {
                assert_ne!(component["licenses"][0]["expression"], "", "{component}");
                component["name"].as_str().unwrap().to_owned()
            };
            components.map(name).collect()
        };
        let (native, page) = (names(NATIVE[0]), names(WASM));
        let has = |names: &[String], name: &str| names.iter().any(|own| own == name);
        assert!(has(&native, "clap") && has(&native, "libm") && !has(&native, "wasm-bindgen"));
        assert!(has(&page, "wasm-bindgen") && has(&page, "libm") && !has(&page, "clap"));
        // Macros and benchmarks are not linked into a program, and our own packages are not libraries of others.
        assert!(!has(&native, "serde_derive") && !has(&native, "criterion") && !has(&native, "metasched-lab"));
    }

    #[test]
    fn of_several_licences_mit_is_chosen_and_others_are_kept() {
        let folder = std::env::temp_dir().join(format!("metasched-licences-{}", std::process::id()));
        crate::files::emptied(&folder).unwrap();
        let chosen = |files: &[&str]| {
            crate::files::emptied(&folder).unwrap();
            files.iter().for_each(|file| project::write(&folder.join(file), "").unwrap());
            let files = licences(&folder).unwrap().into_iter();
            files.map(|file| file.file_name().unwrap().to_string_lossy().into_owned()).collect::<Vec<_>>()
        };
        assert_eq!(
            chosen(&["LICENSE-APACHE", "LICENSE-MIT", "LICENSE-UNICODE", "lib.rs"]),
            ["LICENSE-MIT", "LICENSE-UNICODE"]
        );
        assert_eq!(chosen(&["LICENSE-APACHE", "COPYING"]), ["COPYING", "LICENSE-APACHE"]);
        assert_eq!(chosen(&["README.md", "license.rs"]), [""; 0]);
        fs::remove_dir_all(&folder).unwrap();
    }
}
