//! `cargo xtask version`: sets the version of the program in every file that names it, and writes what follows from
//! Cargo.toml and CITATION.cff.

use std::process::Command;

use clap::Args;

use crate::process::{Outcome, printed};
use crate::{citation, notices, project};

#[derive(Args)]
pub struct Version {
    /// The new version; default: the present one.
    #[arg(value_name = "X.Y.Z", value_parser = three_numbers)]
    version: Option<String>,

    /// Date of the release, for CHANGELOG.md and CITATION.cff.
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = date)]
    released: Option<String>,
}

/// Files with the version, each with its text around the version. Manifests and lock files have rules of their own.
const PLACES: [(&str, &str); 9] = [
    (".github/ISSUE_TEMPLATE/bug.yml", "placeholder: {} (engine"),
    (".github/ISSUE_TEMPLATE/wrong-result.yml", "placeholder: {} (engine"),
    (citation::FILE, "\nversion: {}\n"),
    ("examples/own-scheduler/expected.txt", "metasched {}, engine"),
    ("handbook/src/how-to/figure.md", "Metasched {} (engine version"),
    ("handbook/src/how-to/figure.md", "Version {}, engine"),
    ("js/examples/observable.html", "metasched@{}/"),
    ("js/examples/quarto.qmd", "metasched@{}/"),
    ("src/lab/scenario/releases.rs", ", \"{}\")]"),
];

/// Files that this command does not change: other commands write them, or they name other versions.
const OTHERS: [&str; 9] = [
    ".zenodo.json",
    CHANGELOG,
    notices::FILE,
    "codemeta.json",
    "docs/benchmarks.md",
    "python/tests/requirements.txt",
    "src/web/other_engine.rs",
    "tests/browser/package-lock.json",
    "xtask/src/version.rs",
];

const CHANGELOG: &str = "CHANGELOG.md";
const UNRELEASED: &str = "Not released yet.";
/// Text around the version in a heading of the changelog.
const HEADING: &str = "\n## ";
const ENGINE: &str = " (engine ";

impl Version {
    pub fn carry_out(self) -> Outcome {
        let old = project::version()?;
        let new = self.version.unwrap_or_else(|| old.clone());
        for file in tracked()? {
            let path = project::root().join(&file);
            // Pictures and archives have no version.
            let Ok(text) = project::read(&path) else { continue };
            let mut changed = with(&file, &text, &old, &new)?;
            if let (CHANGELOG, Some(date)) = (file.as_str(), &self.released) {
                changed = dated(&changed, &new, date)?;
            }
            written(&file, &text, &changed)?;
        }
        // Reads the files as they are now.
        let citation = project::read(&project::root().join(citation::FILE))?;
        let changed = citation::current(&citation, self.released.as_deref(), new != old)?;
        written(citation::FILE, &citation, &changed)?;
        for (file, text) in citation::derived(&changed)? {
            let before = project::read(&project::root().join(file)).unwrap_or_default();
            written(file, &before, &text)?;
        }
        println!("The version is {new}.");
        missed(&new)
    }
}

fn written(file: &str, before: &str, after: &str) -> Outcome {
    if before == after {
        return Ok(());
    }
    println!("{file}");
    project::write(&project::root().join(file), after)
}

/// The files that Git tracks.
fn tracked() -> Outcome<Vec<String>> {
    let list = printed(Command::new("git").args(["ls-files", "-z"]).current_dir(project::root()))?;
    Ok(list.split_terminator('\0').map(str::to_owned).collect())
}

/// A file with the new version at all its places.
///
/// # Errors
/// A place of [`PLACES`] does not have the old version.
fn with(file: &str, text: &str, old: &str, new: &str) -> Outcome<String> {
    if is_cargos(file) {
        return Ok(packages(text, old, new));
    }
    if file == CHANGELOG {
        return headed(text, old, new);
    }
    let mut changed = text.to_owned();
    for (_, place) in PLACES.iter().filter(|(of, _)| *of == file) {
        let [before, after] = [old, new].map(|version| place.replace("{}", version));
        if !changed.contains(&before) {
            return Err(format!("{file} has no {before:?}: change it, or PLACES in xtask/src/version.rs"));
        }
        changed = changed.replace(&before, &after);
    }
    Ok(changed)
}

/// True for manifests and lock files. Cargo refuses those in which a version is wrong.
fn is_cargos(file: &str) -> bool {
    file.ends_with("Cargo.toml") || file.ends_with("Cargo.lock")
}

/// The changelog with a section for the new version: that of the old one, unless it is released.
fn headed(changelog: &str, old: &str, new: &str) -> Outcome<String> {
    let (before, title, rest) = section(changelog, old)?;
    let heading = |version: &str| format!("{HEADING}{version}{ENGINE}{title}\n");
    match new == old || rest.starts_with(&format!("\n{UNRELEASED}\n")) {
        true => Ok(format!("{before}{}{rest}", heading(new))),
        false => Ok(format!("{before}{}\n{UNRELEASED}\n{}{rest}", heading(new), heading(old))),
    }
}

/// The changelog before the heading of a version, the end of the heading, and the rest.
fn section<'a>(changelog: &'a str, version: &str) -> Outcome<(&'a str, &'a str, &'a str)> {
    let heading = format!("{HEADING}{version}{ENGINE}");
    let found = changelog.split_once(&heading);
    let (before, section) = found.ok_or_else(|| format!("{CHANGELOG} has no line{heading}…)"))?;
    let (title, rest) = section.split_once('\n').unwrap_or((section, ""));
    Ok((before, title, rest))
}

/// Changes the version of our packages in a manifest (below `[package]`, and in lines `metasched-… = { … }`) or in a
/// lock file (entries of `metasched…`).
fn packages(text: &str, old: &str, new: &str) -> String {
    let [old, new] = [old, new].map(|version| format!("version = \"{version}\""));
    let mut ours = false;
    let line = |line: &str| {
        ours = match line.trim_end() {
            "[package]" => true,
            line if line.starts_with("name = ") => line.starts_with("name = \"metasched"),
            line if line.starts_with('[') => false,
            _ => ours,
        };
        match ours || line.starts_with("metasched") {
            true => line.replace(&old, &new),
            false => line.to_owned(),
        }
    };
    text.split_inclusive('\n').map(line).collect()
}

/// The changelog with the date of a release below its heading.
fn dated(changelog: &str, version: &str, date: &str) -> Outcome<String> {
    let (before, title, rest) = section(changelog, version)?;
    let rest = rest.strip_prefix(&format!("\n{UNRELEASED}\n")).ok_or_else(|| {
        format!("{CHANGELOG} has no line {UNRELEASED:?} below the heading of {version}. Give a version without a date")
    })?;
    Ok(format!("{before}{HEADING}{version}{ENGINE}{title}\n\nReleased on {date}.\n{rest}"))
}

/// Fails if a tracked file names the version at a place that [`Version`] does not change.
fn missed(version: &str) -> Outcome {
    let mut missed = Vec::new();
    for file in tracked()?.into_iter().filter(|file| !OTHERS.contains(&file.as_str()) && !is_cargos(file)) {
        let Ok(text) = project::read(&project::root().join(&file)) else { continue };
        let left = with(&file, &text, version, "")?;
        let lines = left.lines().enumerate().filter(|(_, line)| names(line, version));
        missed.extend(lines.map(|(number, line)| format!("\n{file}:{}: {}", number + 1, line.trim())));
    }
    match missed.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "`cargo xtask version` would not change the version {version} at these places. Add them to PLACES in \
             xtask/src/version.rs, or their files to OTHERS:{}",
            missed.concat()
        )),
    }
}

/// True if the line contains the version, but not as a part of a longer version.
fn names(line: &str, version: &str) -> bool {
    let of_a_number = |character: char| character.is_ascii_digit();
    line.match_indices(version).any(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + version.len()..]);
        let longer = before.trim_end_matches('.').ends_with(of_a_number) || after.starts_with(of_a_number);
        !longer && !after.strip_prefix('.').is_some_and(|rest| rest.starts_with(of_a_number))
    })
}

fn three_numbers(text: &str) -> Outcome<String> {
    let numbers: Vec<&str> = text.split('.').collect();
    match numbers.len() == 3
        && numbers.iter().all(|number| number.parse::<u32>().is_ok_and(|n| n.to_string() == *number))
    {
        true => Ok(text.to_owned()),
        false => Err("allowed: three numbers, such as 0.3.0".to_owned()),
    }
}

fn date(text: &str) -> Outcome<String> {
    let parts: Vec<Option<u32>> = text.split('-').map(|part| part.parse().ok()).collect();
    match (text.len(), parts.as_slice()) {
        (10, [Some(2000..), Some(1..=12), Some(1..=31)]) => Ok(text.to_owned()),
        _ => Err("allowed: a date, such as 2027-01-31".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_place_with_the_version_is_missed() {
        missed(&project::version().unwrap()).unwrap();
    }

    #[test]
    fn every_place_has_the_version() {
        let version = project::version().unwrap();
        for (file, place) in PLACES {
            let text = project::read(&project::root().join(file)).unwrap();
            assert!(text.contains(&place.replace("{}", &version)), "{file}: {place}");
        }
    }

    #[test]
    fn the_files_made_from_the_citation_are_current() {
        let text = project::read(&project::root().join(citation::FILE)).unwrap();
        let now = "run `cargo xtask version`";
        assert_eq!(citation::current(&text, None, false).unwrap(), text, "{now}");
        for (file, expected) in citation::derived(&text).unwrap() {
            assert_eq!(project::read(&project::root().join(file)).unwrap(), expected, "{file}: {now}");
        }
    }

    #[test]
    fn only_own_packages_change() {
        let manifest = "[package]\nname = \"metasched\"\nversion = \"0.2.0\"\n\n[dependencies]\nother = { version = \"0.2.0\" }\n\
                        metasched-lab = { path = \"lab\", version = \"0.2.0\" }\n[dependencies.web]\nversion = \"0.2.0\"\n";
        let changed = packages(manifest, "0.2.0", "0.3.0");
        assert_eq!(changed.matches("0.3.0").count(), 2);
        assert!(
            changed.contains("other = { version = \"0.2.0\" }")
                && changed.contains("[dependencies.web]\nversion = \"0.2.0\"")
        );
        let lock = "[[package]]\nname = \"metasched-lab\"\nversion = \"0.2.0\"\n\n[[package]]\nname = \"other\"\nversion = \"0.2.0\"\n";
        assert_eq!(packages(lock, "0.2.0", "0.3.0"), lock.replacen("0.2.0", "0.3.0", 1));
    }

    #[test]
    fn a_version_is_a_whole_one() {
        assert!(names("metasched@0.2.0/x", "0.2.0") && names("Version 0.2.0.", "0.2.0") && names("v0.2.0", "0.2.0"));
        assert!(
            !names("10.2.0", "0.2.0")
                && !names("1.0.2.0", "0.2.0")
                && !names("0.2.01", "0.2.0")
                && !names("0.2.0.1", "0.2.0")
        );
        assert_eq!(three_numbers("1.22.3").as_deref(), Ok("1.22.3"));
        assert!(["1.2", "v1.2.3", "1.2.03", "1.2.3-rc"].iter().all(|text| three_numbers(text).is_err()));
        assert!(
            date("2027-01-31").is_ok()
                && ["2027-13-01", "2027-1-1", "31.1.2027"].iter().all(|text| date(text).is_err())
        );
    }

    #[test]
    fn a_release_is_dated_once() {
        let text = "# Changelog\n\n## 0.3.0 (engine 5)\n\nNot released yet.\n\n* a\n";
        let released = dated(text, "0.3.0", "2027-01-31").unwrap();
        assert_eq!(released, "# Changelog\n\n## 0.3.0 (engine 5)\n\nReleased on 2027-01-31.\n\n* a\n");
        assert!(dated(&released, "0.3.0", "2027-02-01").unwrap_err().contains("Not released yet."));

        let renamed = headed(text, "0.3.0", "0.4.0").unwrap();
        assert_eq!(renamed, text.replace("0.3.0", "0.4.0"));
        let next = headed(&released, "0.3.0", "0.4.0").unwrap();
        assert!(
            next.starts_with(
                "# Changelog\n\n## 0.4.0 (engine 5)\n\nNot released yet.\n\n## 0.3.0 (engine 5)\n\nReleased"
            )
        );
        assert_eq!(headed(&released, "0.3.0", "0.3.0").unwrap(), released);
    }
}
