//! Passes the commit of the checkout to the command line, for `metasched --version`.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let commit = commit();
    println!("cargo:rustc-env=METASCHED_COMMIT={}", commit.as_deref().unwrap_or("unknown"));
    // The script runs again when these files of git change: they change with every checkout and every commit. In a
    // worktree, only git knows where the files are.
    if commit.is_some() {
        let places = ["HEAD", "logs/HEAD"].map(|file| git(&["rev-parse", "--git-path", file]));
        // Cargo would rebuild every time if one of the files did not exist.
        let there = places.into_iter().flatten();
        for file in there.filter(|file| Path::new(file).exists()) {
            println!("cargo:rerun-if-changed={file}");
        }
    }
}

/// The commit of this checkout. `None` if the crate is unpacked from a package, even inside a different repository.
fn commit() -> Option<String> {
    let here = git(&["rev-parse", "--show-prefix"])?;
    match here == "src/cli/" {
        true => git(&["rev-parse", "--short=7", "HEAD"]),
        false => None,
    }
}

/// Git's answer; `None` without git or a repository.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim_end().to_owned())
}
