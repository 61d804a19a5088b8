//! The command line.

/// Runs the command in the arguments.
fn main() -> std::process::ExitCode {
    metasched::cli::main()
}
