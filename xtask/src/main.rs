//! The developer's commands: `cargo xtask COMMAND`. Each finds or installs the tools it needs.

mod bench;
mod book;
mod browser_tests;
mod browsers;
mod cache;
mod citation;
mod claims;
mod corpus;
mod debian;
mod digests;
mod dist;
mod elsewhere;
mod files;
mod fuzz;
mod instructions;
mod lines;
mod measure;
mod native;
mod node;
mod notices;
mod one_file;
mod passed;
mod process;
mod processor;
mod progress;
mod project;
mod python;
mod release;
mod reproduce;
mod results;
mod serve;
mod site;
mod sizes;
mod slurm;
mod stamp;
mod step;
mod steps;
mod test;
mod tools;
mod version;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use process::Outcome;

/// The developer's commands of Metasched.
///
/// Tools are installed once per machine into $METASCHED_CACHE, or else metasched/ in the user's cache folder. Variables:
/// METASCHED_CACHE, METASCHED_LOGS (a folder of job logs), CHROMIUM (a browser to test with), METASCHED_SHOTS (folder for screenshots).
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build the page, serve it on this machine, and rebuild it whenever a file changes.
    Serve(serve::Serve),
    /// Build the static site in dist/, ready for any host and any sub-path.
    Dist(dist::Dist),
    /// Make metasched.html, the page in one file, from a built site; `dist` also does this.
    OneFile(one_file::OneFile),
    /// Build the handbook in target/book/html and check it; `dist` includes it in the site.
    Book(book::Book),
    /// Run every check, or the named ones.
    Test(test::Test),
    /// Make the files of a release: the command line and the wheel for this machine's system, the site, the page in one file, the npm package.
    Release(release::Release),
    /// Write the licences of all libraries in the command line and the page into THIRD-PARTY.txt.
    Notices,
    /// Set the version in every file that names it, and rewrite the files made from CITATION.cff and Cargo.toml.
    Version(version::Version),
    /// Compare the digests of all scenarios and presets with the recorded ones.
    Digests(digests::Digests),
    /// Retake the pictures of the page in the documents: the tutorial's, the talk and the lessons (docs/pictures).
    Pictures(measure::Pictures),
    /// Measure waiting times of a visitor, in Chromium.
    Measure(measure::Measure),
    /// Count production code, comments and tests of each package.
    Lines(lines::Lines),
    /// Compute the results of presets that the page shows at once (www/results/); one or two hours for all.
    Results(results::Results),
    /// Write docs/benchmarks.md: instructions of the standard runs, times by criterion, speed in the browser, first figure, limits of a machine.
    Bench(bench::Bench),
    /// Run the full tier of papers and write their reports, the verdict on every claim, and the tables of docs/results.md.
    Claims(claims::Claims),
    /// Put build id, file names and policy into a page built by Trunk; Trunk runs this.
    #[command(hide = true)]
    Stamp,
}

fn main() -> ExitCode {
    match carry_out(CommandLine::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn carry_out(command: Command) -> Outcome {
    match command {
        Command::Serve(serve) => serve.carry_out(),
        Command::Dist(dist) => dist.carry_out(),
        Command::OneFile(one_file) => one_file.carry_out(),
        Command::Book(book) => book.carry_out(),
        Command::Test(test) => test.carry_out(),
        Command::Release(release) => release.carry_out(),
        Command::Notices => notices::write(),
        Command::Version(version) => version.carry_out(),
        Command::Digests(digests) => digests.carry_out(),
        Command::Pictures(pictures) => pictures.carry_out(),
        Command::Measure(measure) => measure.carry_out(),
        Command::Lines(lines) => lines.carry_out(),
        Command::Results(results) => results.carry_out(),
        Command::Bench(bench) => bench.carry_out(),
        Command::Claims(claims) => claims.carry_out(),
        Command::Stamp => stamp::staged(),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::CommandLine::command().debug_assert();
    }
}
