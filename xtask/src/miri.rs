//! `cargo xtask miri`: the unit tests of the kernel in Miri, an interpreter that finds undefined behaviour; there is no unsafe code of ours,
//! but there is in what the kernel leans on.

use clap::Args;

use crate::fuzz::{nightly, rustup_nightly};
use crate::process::{Outcome, run};
use crate::project;

/// Cases of each property: an interpreter is some hundred times as slow.
const CASES: &str = "2";

#[derive(Args)]
pub struct Miri {
    /// Only tests with this word in their name.
    #[arg(value_name = "WORD")]
    filter: Option<String>,
}

impl Miri {
    pub fn carry_out(self) -> Outcome {
        nightly()?;
        let mut miri = rustup_nightly("cargo");
        miri.args(["miri", "test", "--package=metasched-kernel", "--lib"])
            .arg("--target-dir")
            .arg(project::target().join("miri"))
            .args(self.filter)
            .env("PROPTEST_CASES", CASES)
            // Tests read data beside them, and proptest its failures.
            .env("MIRIFLAGS", "-Zmiri-disable-isolation");
        run(&mut miri).map_err(|problem| {
            format!("{problem}. Miri itself: `rustup +nightly component add miri rust-src`")
        })
    }
}
