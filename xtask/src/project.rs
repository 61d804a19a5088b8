//! Paths of the checkout, and versions in its files.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::process::Outcome;

/// Folder of the handbook in the site.
pub const HANDBOOK: &str = "handbook";

/// The root of the checkout.
pub fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask).to_owned()
}

/// Cargo's target folder, shared by all commands, so that nothing is compiled twice.
pub fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |folder| root().join(folder))
}

/// The folder of real job logs: METASCHED_LOGS, or the default folder beside the checkout. It may not exist.
pub fn logs() -> PathBuf {
    match env::var_os("METASCHED_LOGS") {
        Some(folder) => PathBuf::from(folder),
        None => root().join("../shared/data/swf"),
    }
}

/// Output folder of the site.
pub fn dist() -> PathBuf {
    root().join("dist")
}

/// A file in the folder of recorded digests.
pub fn digests(name: &str) -> PathBuf {
    root().join("tests").join("digest").join(name)
}

/// The folder with the browser tests.
pub fn browser_tests() -> PathBuf {
    root().join("tests").join("browser")
}

/// The version of `wasm-bindgen` in Cargo.lock: the command of this name must have exactly this version.
pub fn wasm_bindgen_version() -> Outcome<String> {
    let text = read(&root().join("Cargo.lock"))?;
    locked_version(&text, "wasm-bindgen").ok_or_else(|| "Cargo.lock names no version of wasm-bindgen".to_owned())
}

/// The version of Trunk required by Trunk.toml.
pub fn trunk_version() -> Outcome<String> {
    let text = read(&root().join("Trunk.toml"))?;
    let found = text.lines().find_map(|line| line.strip_prefix("trunk-version = \"=")?.strip_suffix('"'));
    found.map(str::to_owned).ok_or_else(|| "Trunk.toml has no line trunk-version = \"=X.Y.Z\"".to_owned())
}

/// The version of the program in Cargo.toml.
pub fn version() -> Outcome<String> {
    let text = read(&root().join("Cargo.toml"))?;
    let found = text.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    found.map(str::to_owned).ok_or_else(|| "Cargo.toml has no line version = \"X.Y.Z\"".to_owned())
}

/// The address of the public page in Cargo.toml, if any.
pub fn homepage() -> Outcome<Option<String>> {
    address("homepage")
}

/// The address of the public checkout in Cargo.toml, if any.
pub fn repository() -> Outcome<Option<String>> {
    address("repository")
}

fn address(key: &str) -> Outcome<Option<String>> {
    let text = read(&root().join("Cargo.toml"))?;
    let begin = format!("{key} = \"");
    let mut found = text.lines().filter_map(|line| line.strip_prefix(&begin)?.strip_suffix('"'));
    Ok(found.next().filter(|address| !address.is_empty()).map(str::to_owned))
}

/// Reads a text file; errors name it.
pub fn read(path: &Path) -> Outcome<String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Reads a file of JSON.
pub fn json(path: &Path) -> Outcome<Value> {
    serde_json::from_str(&read(path)?).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a file; errors name it.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Outcome {
    fs::write(path, content).map_err(|error| format!("{}: {error}", path.display()))
}

fn locked_version(lock: &str, package: &str) -> Option<String> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name).skip(1);
    let version = lines.next()?.strip_prefix("version = \"")?.strip_suffix('"')?;
    Some(version.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locked_version_is_read_for_the_whole_name_only() {
        let lock =
            "[[package]]\nname = \"ab-c\"\nversion = \"9.9.9\"\n\n[[package]]\nname = \"ab\"\nversion = \"1.2.3\"\n";
        assert_eq!(locked_version(lock, "ab").as_deref(), Some("1.2.3"));
        assert_eq!(locked_version(lock, "b"), None);
    }

    #[test]
    fn the_checkout_names_the_versions_of_its_tools() {
        assert!(wasm_bindgen_version().unwrap().starts_with("0.2."));
        assert!(trunk_version().unwrap().starts_with("0.21."));
        assert_eq!(version().unwrap().split('.').count(), 3);
    }
}
