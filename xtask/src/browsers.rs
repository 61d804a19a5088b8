//! The browsers for tests of the page: found, or installed if that needs no password.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use crate::debian;
use crate::process::{Outcome, answer, find};

pub struct Browser {
    name: &'static str,
    /// Environment variable with the path of the program.
    variable: &'static str,
    programs: &'static [&'static str],
    places: &'static [&'static str],
    /// Debian package.
    package: &'static str,
    /// Installation instructions for other systems.
    elsewhere: &'static str,
}

pub const CHROMIUM: Browser = Browser {
    name: "Chromium or Chrome",
    variable: "CHROMIUM",
    programs: &["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"],
    places: &[
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ],
    package: "chromium",
    elsewhere: "\
  Ubuntu           snap install chromium
  Fedora           dnf install chromium
  macOS            brew install --cask chromium",
};

pub const FIREFOX: Browser = Browser {
    name: "Firefox",
    variable: "FIREFOX",
    programs: &["firefox-esr", "firefox"],
    places: &["/Applications/Firefox.app/Contents/MacOS/firefox"],
    package: "firefox-esr",
    elsewhere: "\
  Ubuntu           snap install firefox
  Fedora           dnf install firefox
  macOS            brew install --cask firefox",
};

/// The browsers in which the page is tested.
pub const TESTED: [Browser; 2] = [CHROMIUM, FIREFOX];

/// The environment variable and the program, for a browser test.
pub type Setting = (&'static str, PathBuf);

impl Browser {
    /// The program that the environment variable names; without the variable, a program that is found on this machine.
    pub fn find(&self) -> Outcome<Option<Setting>> {
        let setting = |program| Some((self.variable, program));
        if let Some(named) = env::var_os(self.variable).filter(|value| !value.is_empty()) {
            let program = PathBuf::from(named);
            return match program.is_file() {
                true => Ok(setting(program)),
                false => Err(format!("{} names {}, which is no file", self.variable, program.display())),
            };
        }
        let mut places = self.places.iter().map(PathBuf::from);
        // Ubuntu's packages are wrappers around snap that fail without snap, so the program must answer.
        let works = |program: &PathBuf| answer(Command::new(program).arg("--version")).is_some();
        Ok(self
            .programs
            .iter()
            .filter_map(|name| find(name))
            .find(works)
            .or_else(|| places.find(|program| program.is_file()))
            .and_then(setting))
    }
}

/// Finds the programs of all given browsers. If the user is root, missing browsers are installed from Debian; otherwise
/// the error lists what to install.
pub fn ensure(browsers: &[Browser]) -> Outcome<Vec<Setting>> {
    let mut missing = Vec::new();
    for browser in browsers {
        if browser.find()?.is_none() {
            missing.push(browser.package);
        }
    }
    if !missing.is_empty() {
        debian::install(&[&missing[..], &["fonts-dejavu-core"]].concat())?;
    }
    let found = |browser: &Browser| browser.find()?.ok_or_else(|| not_found(browser));
    browsers.iter().map(found).collect()
}

/// True if all given browsers are on this machine.
pub fn are_here(browsers: &[Browser]) -> Outcome<bool> {
    for browser in browsers {
        if browser.find()?.is_none() {
            return Ok(false);
        }
    }
    Ok(true)
}

fn not_found(browser: &Browser) -> String {
    let Browser { name, variable, package, elsewhere, .. } = browser;
    format!(
        "no {name} was found for the browser tests. Install one:
  Debian           apt-get install {package} (as root; this command does it by itself as root)
{elsewhere}
or let the variable {variable} name the browser's program: {variable}=/path/to/it cargo xtask test"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_browser_is_named_with_its_package_and_variable() {
        let missing = Browser {
            variable: "METASCHED_NO_SUCH_BROWSER",
            programs: &["no-such-program-anywhere"],
            places: &[],
            ..FIREFOX
        };
        assert_eq!(missing.find(), Ok(None));
        assert_eq!(are_here(std::slice::from_ref(&missing)), Ok(false));
        let problem = not_found(&missing);
        for words in ["no Firefox", "apt-get install firefox-esr", "METASCHED_NO_SUCH_BROWSER="] {
            assert!(problem.contains(words), "{problem}");
        }
    }
}
