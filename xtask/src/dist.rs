//! `cargo xtask dist`: builds the static site, measures it, and opens it in a browser from a sub-path.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;

use crate::files::copy;
use crate::process::{Outcome, find, run};
use crate::{book, browser_tests, browsers, native, notices, one_file, project, site, sizes, tools};

#[derive(Args)]
pub struct Dist {
    /// Also pack the site into this file, as in a release: site.tar.gz.
    #[arg(long, value_name = "FILE")]
    archive: Option<PathBuf>,

    /// Include earlier releases: DIR has their archives vX.Y.Z.tar.gz, each of which is unpacked into vX.Y.Z/.
    #[arg(long, value_name = "DIR")]
    releases: Option<PathBuf>,

    /// Do not open the site in a browser afterwards.
    #[arg(long)]
    no_check: bool,
}

/// Builds the site, with the handbook and the page in one file, and checks its size.
pub fn build() -> Outcome {
    let book = match tools::mdbook() {
        Ok(_) => Some(book::build(&native::build()?)?),
        Err(problem) => {
            println!("THE HANDBOOK IS LEFT OUT, for mdBook cannot be had here: {problem}");
            None
        }
    };
    site::build(&project::dist(), book.is_some())?;
    copy(&project::root().join(notices::FILE), &project::dist().join(notices::FILE))?;
    one_file::build(&project::dist())?;
    if let Some(book) = book {
        book::place(&book, &project::dist())?;
    }
    sizes::report(&project::dist())
}

impl Dist {
    pub fn carry_out(self) -> Outcome {
        build()?;
        if let Some(file) = &self.archive {
            pack(file, &project::dist(), ".")?;
        }
        if let Some(archives) = &self.releases {
            unpack_releases(archives, &project::dist())?;
        }
        if self.no_check {
            return Ok(());
        }
        if !browsers::are_here(&browsers::TESTED)? || find("npm").is_none() {
            println!(
                "Not opened in a browser: that needs Chromium, Firefox and npm, which `cargo xtask test` installs or names."
            );
            return Ok(());
        }
        browser_tests::run(Some("smoke"), None)
    }
}

/// Packs the entry `named` of a folder.
pub fn pack(archive: &Path, folder: &Path, named: &str) -> Outcome {
    run(Command::new("tar").arg("-czf").arg(archive).arg("-C").arg(folder).arg(named))
}

/// Unpacks every archive in `archives` into a folder of the site with the archive's name.
fn unpack_releases(archives: &Path, site: &Path) -> Outcome {
    let explain = |error: std::io::Error| format!("{}: {error}", archives.display());
    let mut names: Vec<String> = fs::read_dir(archives)
        .map_err(explain)?
        .map(|entry| Ok(entry.map_err(explain)?.file_name().to_string_lossy().into_owned()))
        .collect::<Outcome<_>>()?;
    names.sort();
    for name in names {
        let version = name.strip_suffix(".tar.gz").filter(|name| is_version(name));
        let version = version.ok_or_else(|| {
            format!("{}: {name} is no archive of a release. Allowed: vX.Y.Z.tar.gz", archives.display())
        })?;
        let place = site.join(version);
        fs::create_dir(&place).map_err(|error| format!("{}: {error}", place.display()))?;
        run(Command::new("tar").arg("-xzf").arg(archives.join(&name)).arg("-C").arg(&place))?;
    }
    Ok(())
}

/// True if a text is "v" and three numbers.
fn is_version(text: &str) -> bool {
    text.strip_prefix('v').is_some_and(|numbers| {
        let numbers: Vec<&str> = numbers.split('.').collect();
        numbers.len() == 3 && numbers.iter().all(|number| number.parse::<u32>().is_ok())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_stand_beside_the_page_and_nothing_else_does() {
        let folder = std::env::temp_dir().join(format!("metasched-releases-{}", std::process::id()));
        let (old, archives, site) = (folder.join("old"), folder.join("archives"), folder.join("site"));
        for folder in [&old, &archives, &site] {
            fs::create_dir_all(folder).unwrap();
        }
        fs::write(old.join("index.html"), "0.1.0").unwrap();
        let archive = archives.join("v0.1.0.tar.gz");
        run(Command::new("tar").arg("-czf").arg(&archive).arg("-C").arg(&old).arg(".")).unwrap();
        unpack_releases(&archives, &site).unwrap();
        assert_eq!(project::read(&site.join("v0.1.0/index.html")).unwrap(), "0.1.0");

        fs::write(archives.join("latest.tar.gz"), "").unwrap();
        fs::remove_dir_all(site.join("v0.1.0")).unwrap();
        assert!(
            unpack_releases(&archives, &site)
                .unwrap_err()
                .contains("latest.tar.gz is no archive of a release. Allowed: vX.Y.Z.tar.gz")
        );
        fs::remove_dir_all(folder).unwrap();
    }
}
