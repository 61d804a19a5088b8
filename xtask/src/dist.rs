//! `cargo xtask dist`: the static site, measured, and opened in a browser from a sub-path.

use std::path::PathBuf;

use crate::options::Options;
use crate::process::{Outcome, find};
use crate::site::{self, Build};
use crate::{chromium, project, sizes, test};

/// Where the site goes.
pub fn folder() -> PathBuf {
    project::root().join("dist")
}

/// Builds the optimized site and checks its size.
pub fn build() -> Outcome {
    site::build(Build::Optimized, &folder())?;
    sizes::report(&folder())
}

pub fn command(words: &[String]) -> Outcome {
    let mut options = Options::new(words);
    let unchecked = options.take_flag("--no-check");
    options.finish()?;
    build()?;
    if unchecked {
        return Ok(());
    }
    if chromium::find_one()?.is_none() || find("npm").is_none() {
        println!(
            "Not opened in a browser: that needs Chromium and npm, which `cargo xtask test` installs or names."
        );
        return Ok(());
    }
    test::browser(Some("smoke"), None)
}
