//! `cargo xtask test`: every check there is, the cheap ones first, and a table of how they went.

use std::env;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::options::Options;
use crate::process::{Outcome, answer, cargo, run};
use crate::tools::{self, WASM};
use crate::{chromium, digests, dist, native, node, project, reproduce};

/// One check.
struct Step {
    name: &'static str,
    about: &'static str,
    /// Needs the built page, so that `--quick` leaves it out.
    slow: bool,
    /// Another step that must have succeeded before.
    after: Option<&'static str>,
    /// Gets the word after `name/` on the command line.
    run: fn(Option<&str>) -> Outcome,
}

const STEPS: [Step; 13] = [
    quick("lock", "Cargo.lock fits the manifests", |_| {
        // Its output is the whole dependency graph: only its exit counts.
        let fits = answer(&mut cargo(&["metadata", "--locked", "--format-version=1"])).is_some();
        fits.then_some(())
            .ok_or_else(|| "Cargo.lock is out of date: run `cargo check` and commit it".to_owned())
    }),
    quick("fmt", "the code is formatted", |_| {
        tools::lints()?;
        run(&mut cargo(&["fmt", "--all", "--check"]))
    }),
    quick(
        "xtask",
        "the commands themselves, and that rooms use only what stands below them",
        |filter| tests(&["--package=xtask"], filter),
    ),
    quick("clippy", "lints of everything native", |_| {
        tools::lints()?;
        lint(
            &[
                "--workspace",
                "--all-targets",
                "--features=metasched/cli,metasched/chart",
            ],
            false,
        )
    }),
    quick(
        "clippy-core",
        "lints of the core alone, as a library",
        |_| {
            tools::lints()?;
            lint(
                &["--package=metasched", "--lib", "--no-default-features"],
                false,
            )
        },
    ),
    quick(
        "clippy-wasm",
        "lints of page and worker, which also have no clock, files or threads",
        |_| {
            tools::lints()?;
            tools::wasm_target()?;
            lint(
                &[
                    "--package=metasched",
                    "--lib",
                    "--bin=page",
                    "--no-default-features",
                    "--features=page",
                ],
                true,
            )
        },
    ),
    quick(
        "doc",
        "the documentation of code builds without a warning",
        |_| {
            tools::wasm_target()?;
            document(&["--features=chart"])?;
            document(&["--no-default-features", "--features=page", "--target", WASM])
        },
    ),
    quick(
        "test",
        "unit, property, golden and documentation tests",
        |filter| tests(&["--package=metasched", "--features=chart"], filter),
    ),
    quick(
        "deny",
        "licences and sources of dependencies, where cargo-deny is installed",
        |_| {
            if answer(&mut cargo(&["deny", "--version"])).is_none() {
                println!("cargo-deny is not installed: nothing checked");
                return Ok(());
            }
            run(&mut cargo(&[
                "deny", "check", "licenses", "bans", "sources",
            ]))
        },
    ),
    Step {
        name: "digests",
        about: "every scenario and preset, at a small size, comes to what is written down",
        slow: true,
        after: None,
        run: |_| digests::check(&native::build()?),
    },
    Step {
        name: "reproduce",
        about: "the quick tier of the published results: every claim answered, none contradicted, but as declared",
        slow: true,
        after: None,
        run: |_| reproduce::check(&native::build()?),
    },
    Step {
        name: "dist",
        about: "the static site builds and is small enough",
        slow: true,
        after: None,
        run: |_| dist::build(),
    },
    Step {
        name: "browser",
        about: "the built page, served from a sub-path, in Chromium",
        slow: true,
        after: Some("dist"),
        run: |filter| browser(filter, Some(native::build()?)),
    },
];

const fn quick(name: &'static str, about: &'static str, run: fn(Option<&str>) -> Outcome) -> Step {
    Step {
        name,
        about,
        slow: false,
        after: None,
        run,
    }
}

pub fn command(words: &[String]) -> Outcome {
    let mut options = Options::new(words);
    let (quick, list) = (options.take_flag("--quick"), options.take_flag("--list"));
    let names = options.take_words();
    options.finish()?;
    if list {
        for step in &STEPS {
            println!("{:<12} {}", step.name, step.about);
        }
        return Ok(());
    }
    let chosen = choose(&names, quick)?;
    let results: Vec<Ran> = chosen
        .into_iter()
        .fold(Vec::new(), |mut ran, (step, filter)| {
            let result = perform(step, filter, &ran);
            ran.push(result);
            ran
        });
    conclude(&results)
}

/// The steps to run with their filters, in the order of [`STEPS`]; with them what they need.
fn choose(names: &[String], quick: bool) -> Outcome<Vec<(&'static Step, Option<&str>)>> {
    let asked: Vec<(&str, Option<&str>)> = names
        .iter()
        .map(|name| {
            name.split_once('/')
                .map_or((name.as_str(), None), |(step, filter)| (step, Some(filter)))
        })
        .collect();
    if let Some((unknown, _)) = asked
        .iter()
        .find(|(name, _)| STEPS.iter().all(|step| step.name != *name))
    {
        let known: Vec<_> = STEPS.iter().map(|step| step.name).collect();
        return Err(format!(
            "no step {unknown:?}; there are {}",
            known.join(", ")
        ));
    }
    let needed = |step: &Step| {
        STEPS.iter().any(|other| {
            other.after == Some(step.name) && asked.iter().any(|(name, _)| *name == other.name)
        })
    };
    let choice = |step: &'static Step| match asked.iter().find(|(name, _)| *name == step.name) {
        Some((_, filter)) => Some((step, *filter)),
        None if asked.is_empty() && !(quick && step.slow) => Some((step, None)),
        None if needed(step) => Some((step, None)),
        None => None,
    };
    Ok(STEPS.iter().filter_map(choice).collect())
}

/// How a step went.
struct Ran {
    name: &'static str,
    time: Duration,
    outcome: Outcome,
}

fn perform(step: &Step, filter: Option<&str>, before: &[Ran]) -> Ran {
    println!("\n── {}: {}", step.name, step.about);
    let start = Instant::now();
    let failed = before
        .iter()
        .find(|ran| Some(ran.name) == step.after && ran.outcome.is_err());
    let outcome = match failed {
        Some(needed) => Err(format!("not run, because {} failed", needed.name)),
        None => (step.run)(filter),
    };
    let time = start.elapsed();
    match &outcome {
        Ok(()) => println!("── {}: passed in {:.1} s", step.name, time.as_secs_f64()),
        Err(problem) => println!(
            "── {}: FAILED in {:.1} s: {problem}",
            step.name,
            time.as_secs_f64()
        ),
    }
    Ran {
        name: step.name,
        time,
        outcome,
    }
}

/// Prints the table; an error if any step failed.
fn conclude(results: &[Ran]) -> Outcome {
    println!("\n{:<12} {:>8}  result", "step", "seconds");
    for ran in results {
        let result = ran.outcome.as_ref().map_or_else(
            |problem| format!("FAILED: {problem}"),
            |()| "passed".to_owned(),
        );
        println!("{:<12} {:>8.1}  {result}", ran.name, ran.time.as_secs_f64());
    }
    let failed: Vec<_> = results
        .iter()
        .filter(|ran| ran.outcome.is_err())
        .map(|ran| ran.name)
        .collect();
    match failed.is_empty() {
        true => Ok(()),
        false => Err(format!("failed: {}", failed.join(", "))),
    }
}

fn tests(arguments: &[&str], filter: Option<&str>) -> Outcome {
    run(cargo(&["test"])
        .args(arguments)
        .args(filter)
        .current_dir(project::root()))
}

/// Clippy without a single warning; for wasm with the lists of xtask/clippy-wasm.
fn lint(arguments: &[&str], wasm: bool) -> Outcome {
    let mut clippy = cargo(&["clippy"]);
    clippy.args(arguments).current_dir(project::root());
    if wasm {
        clippy.args(["--target", WASM]).env(
            "CLIPPY_CONF_DIR",
            project::root().join("xtask").join("clippy-wasm"),
        );
    }
    run(clippy.args(["--", "--deny=warnings"]))
}

fn document(arguments: &[&str]) -> Outcome {
    let mut doc = cargo(&[
        "doc",
        "--package=metasched",
        "--lib",
        "--no-deps",
        "--document-private-items",
    ]);
    run(doc
        .args(arguments)
        .env("RUSTDOCFLAGS", "--deny=warnings")
        .current_dir(project::root()))
}

/// The browser tests on dist/: all files of tests/browser, or the one of this name; those that compare with the native
/// program need it.
pub fn browser(filter: Option<&str>, native: Option<PathBuf>) -> Outcome {
    let chromium = chromium::ensure()?;
    node::browser_packages()?;
    let folder = project::browser_tests();
    let files = match filter {
        Some(name) => vec![format!("{name}.test.mjs")],
        None => test_files()?,
    };
    let mut command = Command::new(node::node()?);
    // TAP where a program reads it: its closing lines are the same in every version of Node.
    let reporter = if io::stdout().is_terminal() && env::var_os("CI").is_none() {
        "spec"
    } else {
        "tap"
    };
    command
        .args(["--test", "--test-concurrency=1"])
        .arg(format!("--test-reporter={reporter}"))
        .args(files);
    run(command
        .current_dir(folder)
        .env("CHROMIUM", chromium)
        .envs(native.map(|program| ("METASCHED_BIN", program)))
        .env("METASCHED_DIST", dist::folder()))
}

fn test_files() -> Outcome<Vec<String>> {
    let mut files = crate::stamp::files(&project::browser_tests())?;
    files.retain(|file| file.ends_with(".test.mjs") && !file.contains('/'));
    match files.is_empty() {
        true => Err("tests/browser has no *.test.mjs".to_owned()),
        false => Ok(files),
    }
}

#[cfg(test)]
mod unit {
    use super::*;

    fn chosen(names: &[&str], quick: bool) -> Outcome<Vec<&'static str>> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        choose(&names, quick).map(|steps| steps.into_iter().map(|(step, _)| step.name).collect())
    }

    #[test]
    fn all_or_the_quick_or_the_named_steps_are_chosen() {
        assert_eq!(chosen(&[], false).unwrap().len(), STEPS.len());
        let quick = chosen(&[], true).unwrap();
        assert!(quick.contains(&"test") && !quick.contains(&"dist") && !quick.contains(&"browser"));
        assert_eq!(chosen(&["test", "fmt"], false).unwrap(), ["fmt", "test"]);
        assert_eq!(
            chosen(&["browser/smoke"], false).unwrap(),
            ["dist", "browser"]
        );
        assert!(
            chosen(&["tests"], false)
                .unwrap_err()
                .contains("no step \"tests\"; there are lock, fmt")
        );
    }

    #[test]
    fn a_step_is_not_run_after_the_failure_of_what_it_needs() {
        let dist = Ran {
            name: "dist",
            time: Duration::ZERO,
            outcome: Err("broken".to_owned()),
        };
        let step = Step {
            name: "b",
            about: "",
            slow: true,
            after: Some("dist"),
            run: |_| unreachable!(),
        };
        let ran = perform(&step, None, &[dist]);
        assert_eq!(ran.outcome, Err("not run, because dist failed".to_owned()));
        assert_eq!(conclude(&[ran]), Err("failed: b".to_owned()));
    }
}
