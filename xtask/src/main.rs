//! The developer's commands, run as `cargo xtask COMMAND`. Each finds or installs what it needs.

mod bindings;
mod cache;
mod chromium;
mod digests;
mod dist;
mod names;
mod native;
mod node;
mod optimize;
mod options;
mod pack;
mod process;
mod project;
mod reproduce;
mod serve;
mod server;
mod site;
mod sizes;
mod stamp;
mod test;
mod tools;

use std::process::ExitCode;

use process::Outcome;

const HELP: &str = "\
The developer's commands of Metasched.

USAGE
  cargo xtask serve [--port N] [--dev]     build the page, serve it on this machine, print its address
  cargo xtask dist [--no-check]            build the static site in dist/, ready for any host and any sub-path
  cargo xtask test [--quick] [STEP…]       run every check, or the named ones; `--list` names them
  cargo xtask digests [--full] [--bless]   hold all scenarios and presets against tests/digest/expected.json

OPTIONS
  serve  --port N     first port to try (8080); a taken one is skipped
         --release    optimized page (the default)
         --dev        built faster, runs slower
  dist   --no-check   do not open the site in a browser afterwards
  test   --quick      only the checks that need no page: no release build, no browser
         --list       name the steps and what they run
         STEP/WORD    pass WORD on to a step: test/network runs the tests with `network` in their name,
                      browser/smoke runs tests/browser/smoke.mjs
  digests --full      presets at their published size, against tests/digest/full.json (an hour and more)
         --bless      write the record anew

Tools are installed once per machine into $METASCHED_CACHE, or else metasched/ in the user's cache folder.
Variables: METASCHED_CACHE, CHROMIUM (a browser to test with), METASCHED_SHOTS (folder for screenshots).
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match arguments.split_first() {
        Some((command, rest)) => dispatch(command, rest),
        None => {
            print!("{HELP}");
            Ok(())
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(command: &str, rest: &[String]) -> Outcome {
    let wants_help = rest.iter().any(|word| word == "--help" || word == "-h");
    match command {
        "help" | "--help" | "-h" => print!("{HELP}"),
        _ if wants_help => print!("{HELP}"),
        "serve" => serve::command(rest)?,
        "dist" => dist::command(rest)?,
        "test" => test::command(rest)?,
        "digests" => digests::command(rest)?,
        _ => {
            return Err(format!(
                "no command {command:?}; there are serve, dist, test and digests"
            ));
        }
    }
    Ok(())
}
