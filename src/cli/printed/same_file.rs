//! Files by what they are: a name and what a shell has put behind < or > may be one file.

use std::io;
use std::path::Path;

/// Device and number of an ordinary file; Rust tells them on Unix only.
type Identity = (u64, u64);

/// Whether standard input comes from this file.
pub fn is_standard_input(path: &Path) -> bool {
    is_one(at(path), standard_input())
}

/// Whether what is printed goes to this file.
pub fn is_printed_to(path: &Path) -> bool {
    is_one(at(path), behind(&io::stdout()))
}

/// Whether messages go to this file.
pub fn is_said_to(path: &Path) -> bool {
    is_one(at(path), behind(&io::stderr()))
}

/// Whether what is printed goes to the file that standard input comes from.
pub fn is_printed_over() -> bool {
    is_one(standard_input(), behind(&io::stdout()))
}

fn is_one(own: Option<Identity>, other: Option<Identity>) -> bool {
    own.is_some() && own == other
}

fn standard_input() -> Option<Identity> {
    behind(&io::stdin())
}

#[cfg(unix)]
fn at(path: &Path) -> Option<Identity> {
    identity(&std::fs::metadata(path).ok()?)
}

#[cfg(unix)]
fn behind(stream: &impl std::os::fd::AsFd) -> Option<Identity> {
    let stream = stream.as_fd().try_clone_to_owned().ok()?;
    identity(&std::fs::File::from(stream).metadata().ok()?)
}

#[cfg(unix)]
fn identity(about: &std::fs::Metadata) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    about.is_file().then(|| (about.dev(), about.ino()))
}

#[cfg(not(unix))]
fn at(_: &Path) -> Option<Identity> {
    None
}

#[cfg(not(unix))]
fn behind<S>(_: &S) -> Option<Identity> {
    None
}
