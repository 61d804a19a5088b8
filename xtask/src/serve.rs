//! `cargo xtask serve`: the page on this machine.

use crate::options::Options;
use crate::process::Outcome;
use crate::site::{self, Build};
use crate::{project, server};

const FIRST_PORT: u16 = 8080;

pub fn command(words: &[String]) -> Outcome {
    let mut options = Options::new(words);
    let port = options.take_number("--port")?.unwrap_or(FIRST_PORT);
    let (dev, release) = (options.take_flag("--dev"), options.take_flag("--release"));
    options.finish()?;
    let build = match (dev, release) {
        (true, true) => return Err("--dev and --release exclude each other".to_owned()),
        (true, false) => Build::Dev,
        (false, _) => Build::Release,
    };
    // Not dist/: that holds what goes onto a host.
    let folder = project::target().join("page");
    site::build(build, &folder)?;

    let (listener, bound) = server::listen(port)?;
    if port != 0 && bound != port {
        println!("Port {port} is taken, so it is {bound}.");
    }
    println!("\nMetasched is at http://127.0.0.1:{bound}/ until you press Ctrl-C.");
    server::serve(&listener, &folder)
}
