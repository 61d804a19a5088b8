//! The command line.

/// Does what the arguments ask for.
fn main() -> std::process::ExitCode {
    metasched::cli::main()
}
