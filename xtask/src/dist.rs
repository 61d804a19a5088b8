//! `cargo xtask dist`: the static site, measured, and opened in a browser from a sub-path.

use std::path::PathBuf;

use clap::Args;

use crate::process::{Outcome, find};
use crate::{chromium, project, site, sizes, steps};

#[derive(Args)]
pub struct Dist {
    /// Do not open the site in a browser afterwards.
    #[arg(long)]
    no_check: bool,
}

/// Where the site goes.
pub fn folder() -> PathBuf {
    project::root().join("dist")
}

/// Builds the site and checks its size.
pub fn build() -> Outcome {
    site::build(&folder())?;
    sizes::report(&folder())
}

impl Dist {
    pub fn carry_out(self) -> Outcome {
        build()?;
        if self.no_check {
            return Ok(());
        }
        if chromium::find_one()?.is_none() || find("npm").is_none() {
            println!(
                "Not opened in a browser: that needs Chromium and npm, which `cargo xtask test` installs or names."
            );
            return Ok(());
        }
        steps::browser(Some("smoke"), None)
    }
}
