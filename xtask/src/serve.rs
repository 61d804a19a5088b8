//! `cargo xtask serve`: serves the page on this machine.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, TcpListener};

use clap::Args;

use crate::process::Outcome;
use crate::site::{self, Build};

/// Number of ports that are tried before giving up.
const TRIES: u16 = 100;

#[derive(Args)]
pub struct Serve {
    /// First port to try; a taken one is skipped.
    #[arg(long, default_value_t = 8080)]
    port: u16,

    /// Compile as for a host: slower to build, a little faster to run, not rebuilt when a file changes.
    #[arg(long)]
    release: bool,
}

impl Serve {
    pub fn carry_out(self) -> Outcome {
        let build = match self.release {
            true => Build::Release,
            false => Build::Dev,
        };
        let port = free_port(self.port)?;
        if port != self.port {
            println!("Port {} is taken, so it is {port}.", self.port);
        }
        site::serve(build, port)
    }
}

/// `first`, or the next free port.
fn free_port(first: u16) -> Outcome<u16> {
    let last = first.saturating_add(TRIES - 1);
    for port in first..=last {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
            Ok(_) => return Ok(port),
            Err(error) if error.kind() == ErrorKind::AddrInUse => {}
            Err(error) => return Err(format!("cannot listen at port {port}: {error}")),
        }
    }
    Err(format!("all ports from {first} to {last} are taken: name another with --port"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_port_is_skipped() {
        let first = free_port(40_000).unwrap();
        let _held = TcpListener::bind((Ipv4Addr::LOCALHOST, first)).unwrap();
        assert!(free_port(first).unwrap() > first);
    }
}
