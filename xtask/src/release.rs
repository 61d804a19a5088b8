//! `cargo xtask release`: makes the files of a release in one folder, each with its SHA-256 sum.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;

use crate::files::{self, copy, emptied};
use crate::process::{Outcome, answer, find, printed, run};
use crate::{dist, native, node, notices, one_file, project, python, tools};

#[derive(Args)]
pub struct Release {
    /// Fail unless this is the tag of the version in Cargo.toml.
    #[arg(long, value_name = "vX.Y.Z")]
    tag: Option<String>,

    /// Make command line and wheel for this target instead of this system: a static program for any Linux. Can be
    /// given twice.
    #[arg(long = "target", value_name = "TARGET", value_parser = STATIC)]
    targets: Vec<String>,

    /// Skip the files that are the same for all systems: the site, the page in one file and the npm package.
    #[arg(long)]
    no_site: bool,
}

/// Shells for which completions are made, and the file names that the shells expect.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "metasched.bash"),
    ("zsh", "_metasched"),
    ("fish", "metasched.fish"),
    ("powershell", "metasched.ps1"),
    ("elvish", "metasched.elv"),
];

/// Documents in the archive of the program.
const DOCUMENTS: [&str; 5] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", notices::FILE];

/// Targets with static programs.
const STATIC: [&str; 2] = ["x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl"];

/// The archive of the site; docs/deploy.md and the deployment workflow use this name.
const SITE: &str = "site.tar.gz";

impl Release {
    pub fn carry_out(self) -> Outcome {
        let version = format!("v{}", project::version()?);
        if let Some(tag) = self.tag.filter(|tag| *tag != version) {
            return Err(format!(
                "the tag is {tag}, but Cargo.toml has version {}. Allowed: {version}. Change one of them",
                &version[1..]
            ));
        }
        if !self.no_site {
            dist::build()?;
        }
        make(&version, &self.targets, !self.no_site)
    }
}

/// Makes a release from the built site.
pub fn check() -> Outcome {
    make(&format!("v{}", project::version()?), &[], true)
}

/// Fills the folder with the files for the targets (for this system if there is none) and, with `with_site`, the site and
/// the files made from it.
fn make(version: &str, targets: &[String], with_site: bool) -> Outcome {
    let folder = project::target().join("releases");
    emptied(&folder)?;
    if targets.is_empty() {
        let system = system()?;
        let archive = command_line(&native::build()?, &[], version, &system, &folder)?;
        opened(&archive, &[], &folder.join("try"))?;
        bill(&system, version, &folder)?;
        python::wheel(&folder)?;
    }
    for target in targets {
        let program = native::build_for(target)?;
        let starter = starter(&program, target)?;
        let archive = command_line(&program, &starter, version, target, &folder)?;
        opened(&archive, &starter, &folder.join("try"))?;
        bill(target, version, &folder)?;
        python::static_wheel(&folder, target)?;
    }
    if with_site {
        of_the_site(&project::dist(), version, &folder)?;
    }
    for name in names(&folder)? {
        let sum = sum(&folder.join(&name))?;
        project::write(&folder.join(format!("{name}.sha256")), &sum)?;
        print!("{sum}");
    }
    println!("The release is in {}", folder.display());
    Ok(())
}

/// The command before a program of another processor: an emulator, or none if the program starts without.
fn starter(program: &Path, target: &str) -> Outcome<Vec<PathBuf>> {
    if answer(Command::new(program).arg("--version")).is_some() {
        return Ok(Vec::new());
    }
    let processor = target.split('-').next().unwrap_or_default();
    let names = [format!("qemu-{processor}-static"), format!("qemu-{processor}")];
    names.iter().find_map(|name| find(name)).map(|emulator| vec![emulator]).ok_or_else(|| {
        format!("{target}: nothing here starts its program; on Debian: apt-get install qemu-user-static")
    })
}

/// The program with its starter.
fn started(program: &Path, starter: &[PathBuf]) -> Command {
    let mut words = starter.iter().map(PathBuf::as_path).chain([program]);
    let mut command = Command::new(words.next().unwrap_or(program));
    command.args(words);
    command
}

/// The bill of materials of the program for a target, or of the page.
fn bill(target: &str, version: &str, folder: &Path) -> Outcome {
    let text = notices::bill(target, "metasched", version.trim_start_matches('v'))?;
    project::write(&folder.join(format!("metasched-{version}-{target}.cdx.json")), text)
}

/// The packed site, the page in one file, and the npm package.
fn of_the_site(site: &Path, version: &str, folder: &Path) -> Outcome {
    if !site.join(project::HANDBOOK).join("index.html").is_file() {
        return Err("the site has no handbook: `cargo xtask book` says why".to_owned());
    }
    dist::pack(&folder.join(SITE), site, ".")?;
    let one_file = format!("metasched-{version}.html");
    copy(&site.join(one_file::FILE), &folder.join(one_file))?;
    bill(tools::WASM, version, folder)?;
    node::pack(site, folder)
}

/// The packed command line with documents, manual pages and completions.
fn command_line(program: &Path, starter: &[PathBuf], version: &str, target: &str, folder: &Path) -> Outcome<PathBuf> {
    let name = format!("metasched-{version}-{target}");
    let place = folder.join(&name);
    let completions = place.join("completions");
    fs::create_dir_all(&completions).map_err(|error| format!("{}: {error}", place.display()))?;
    let file = program.file_name().unwrap_or_default();
    copy(program, &place.join(file))?;
    for document in DOCUMENTS {
        copy(&project::root().join(document), &place.join(document))?;
    }
    run(started(program, starter).args(["man", "--out"]).arg(place.join("man")))?;
    for (shell, name) in COMPLETIONS {
        let script = printed(started(program, starter).args(["completions", shell]))?;
        project::write(&completions.join(name), &script)?;
    }
    let archive = folder.join(format!("{name}.tar.gz"));
    dist::pack(&archive, folder, &name)?;
    fs::remove_dir_all(&place).map_err(|error| format!("{}: {error}", place.display()))?;
    Ok(archive)
}

/// Unpacks the archive into `place` and runs its program, as a user would.
fn opened(archive: &Path, starter: &[PathBuf], place: &Path) -> Outcome {
    emptied(place)?;
    run(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(place).arg("--strip-components=1"))?;
    let program = place.join(format!("metasched{}", env::consts::EXE_SUFFIX));
    let preset = ["run", "--preset", "teaching-two-clusters", "--quiet"];
    run(started(&program, starter).args(preset).current_dir(place))?;
    fs::remove_dir_all(place).map_err(|error| format!("{}: {error}", place.display()))
}

/// The target triple of the program.
fn system() -> Outcome<String> {
    let about = answer(Command::new("rustc").arg("-vV"));
    let about = about.ok_or("rustc does not say for which system it compiles")?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.ok_or("rustc -vV has no line `host: …`")?;
    Ok(host.to_owned())
}

/// A line in the format of `sha256sum --check`.
fn sum(file: &Path) -> Outcome<String> {
    let name = file.file_name().unwrap_or_default();
    Ok(format!("{}  {}\n", files::sum(file)?, name.to_string_lossy()))
}

/// The files of a folder, sorted.
fn names(folder: &Path) -> Outcome<Vec<String>> {
    let explain = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(explain)?;
    let name = |entry: std::io::Result<fs::DirEntry>| {
        let name = entry.map_err(explain)?.file_name();
        Ok(name.to_string_lossy().into_owned())
    };
    let mut names = entries.map(name).collect::<Outcome<Vec<_>>>()?;
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum of "abc" from FIPS 180-2.
    #[test]
    fn a_sum_is_a_line_that_other_programs_check() {
        let folder = env::temp_dir().join(format!("metasched-sum-{}", std::process::id()));
        emptied(&folder).unwrap();
        project::write(&folder.join("a.tar.gz"), "abc").unwrap();
        assert_eq!(
            sum(&folder.join("a.tar.gz")).unwrap(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.tar.gz\n"
        );
        assert_eq!(names(&folder).unwrap(), ["a.tar.gz"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_documents_are_there() {
        for document in DOCUMENTS {
            assert!(project::root().join(document).is_file(), "{document}");
        }
    }
}
