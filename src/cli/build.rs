//! Tells the command line which commit it is built from, for `metasched --version`.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let commit = commit();
    println!("cargo:rustc-env=METASCHED_COMMIT={}", commit.as_deref().unwrap_or("unknown"));
    // Files that change with every checkout and every new commit. In a worktree git knows their places.
    if commit.is_some() {
        let places = ["HEAD", "logs/HEAD"].map(|file| git(&["rev-parse", "--git-path", file]));
        // Cargo would build anew each time for a file that is not there.
        let there = places.into_iter().flatten();
        for file in there.filter(|file| Path::new(file).exists()) {
            println!("cargo:rerun-if-changed={file}");
        }
    }
}

/// The commit of this checkout; none in a packaged crate, even if that was unpacked inside a repository of another project.
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
