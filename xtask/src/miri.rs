//! `cargo xtask miri`: the unit tests of the kernel in Miri, an interpreter that finds undefined behaviour; there is no unsafe code of ours,
//! but there is in what the kernel leans on.

use clap::Args;

use crate::fuzz::{nightly, rustup_nightly};
use crate::process::{Outcome, run};
use crate::project;

/// Cases of each property: an interpreter is some hundred times as slow.
const CASES: &str = "2";

/// Tests that an interpreter would be at for hours, and why. What they call is called by others, on less.
const LEFT_OUT: [(&str, &[&str]); 4] = [
    (
        "thousands of draws, for statistics",
        &[
            "base::gamma::tests::a_whole_shape_is_a_sum_of_exponentials",
            "base::gamma::tests::draws_follow_the_distribution",
            "base::goodness::tests::tests_have_power",
            "base::random::tests::exponential_moments",
            "base::random::tests::integers_are_uniform",
            "base::random::tests::log_integers_have_a_uniform_logarithm",
            "base::random::tests::normals_are_normal",
            "base::random::tests::uniforms_are_midpoints",
            "platform::sizes::tests::the_law_decides",
            "platform::speeds::tests::the_first_speed_is_normal",
            "platform::speeds::tests::vectors_are_fair",
            "workload::estimate::tests::the_f_model_is_two_uniform_laws",
            "workload::synthetic::tests::clusters_without_jobs_are_silent",
            "workload::synthetic::tests::means_of_section_6",
            "workload::synthetic::tests::one_law_does_not_disturb_another",
        ],
    ),
    (
        "thousands of steps, bins or edges, compared one by one",
        &[
            "base::polynomial::tests::nothing_exceeds_the_bound",
            "base::polynomial::tests::the_last_power_by_hand",
            "metrics::overview::tests::bins_are_the_means_of_their_time",
            "network::pattern::tests::every_cut_equals_counted_edges",
            "network::pattern::tests::every_pair_of_intervals_equals_counted_edges",
        ],
    ),
    ("a queue of 100 000 jobs", &["scheduler::queue::tests::a_hundred_thousand_jobs_and_holes"]),
    (
        "logs of 20 000 lines",
        &[
            "workload::swf::source::tests::drawn_homes_are_even_and_depend_on_seed_replication_and_job_only",
            "workload::swf::tests::a_cut_gzip_file_keeps_what_came_before",
            "workload::swf::tests::a_damaged_gzip_file_is_refused",
            "workload::swf::tests::a_gzipped_text_longer_than_the_buffer",
        ],
    ),
];

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
            .arg("--");
        for (why, tests) in LEFT_OUT {
            println!("{} tests are left out: {why}", tests.len());
            for test in tests {
                miri.args(["--skip", test]);
            }
        }
        miri.env("PROPTEST_CASES", CASES)
            // Tests read data beside them, and proptest its failures.
            .env("MIRIFLAGS", "-Zmiri-disable-isolation");
        run(&mut miri)
            .map_err(|problem| format!("{problem}. Miri itself: `rustup +nightly component add miri rust-src`"))
    }
}
