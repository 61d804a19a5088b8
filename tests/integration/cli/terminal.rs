//! The command line on a real terminal: width, colours, and output on standard error.

use super::{Folder, SMALL, metasched};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::process::Stdio;
use std::thread;

/// The place to which an output stream of the command goes.
#[derive(Clone, Copy, PartialEq)]
enum To {
    /// A terminal with this number of columns.
    Terminal(u16),
    Pipe,
}

/// The bytes written to both streams.
struct Seen {
    out: String,
    err: String,
}

/// Runs a command whose streams go to these destinations; `settings` are environment variables.
fn seen(arguments: &[&str], out: To, err: To, settings: &[(&str, &str)]) -> Seen {
    let (out, out_end) = ends(out);
    let (err, err_end) = ends(err);
    let mut command = metasched();
    command
        .args(arguments)
        .env("TERM", "xterm-256color")
        .env_remove("COLUMNS")
        .envs(settings.iter().copied())
        .stdout(out_end)
        .stderr(err_end);
    let mut child = command.spawn().unwrap();
    // Closes our copies of the writing ends. Otherwise reading would not end when the command has ended.
    drop(command);
    let (out, err) = (thread::spawn(|| all(out)), thread::spawn(|| all(err)));
    let code = child.wait().unwrap().code();
    let seen = Seen { out: out.join().unwrap(), err: err.join().unwrap() };
    assert_eq!(code, Some(0), "{arguments:?}: {}{}", seen.out, seen.err);
    seen
}

/// The end of a terminal or pipe from which the test reads, and the end to which the command writes.
fn ends(to: To) -> (Box<dyn Read + Send>, Stdio) {
    match to {
        To::Pipe => {
            let (reader, writer) = io::pipe().unwrap();
            (Box::new(reader), writer.into())
        }
        To::Terminal(columns) => {
            let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
            grantpt(&ours).unwrap();
            unlockpt(&ours).unwrap();
            let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
            let path = ptsname(&ours, Vec::new()).unwrap();
            let path = OsStr::from_bytes(path.as_bytes());
            let theirs = OpenOptions::new().read(true).write(true).open(path).unwrap();
            tcsetwinsize(&theirs, size).unwrap();
            (Box::new(File::from(ours)), theirs.into())
        }
    }
}

/// Reads everything. Reading fails on a terminal whose other end is closed.
fn all(mut from: Box<dyn Read + Send>) -> String {
    let (mut read, mut part) = (Vec::new(), [0; 4096]);
    while let Ok(count @ 1..) = from.read(&mut part) {
        read.extend_from_slice(&part[..count]);
    }
    String::from_utf8(read).unwrap().replace("\r\n", "\n")
}

/// Standard output on a terminal of `columns` columns; standard error goes to a pipe.
fn on(columns: u16, arguments: &[&str], settings: &[(&str, &str)]) -> String {
    seen(arguments, To::Terminal(columns), To::Pipe, settings).out
}

/// Removes sequences for colours and cursor movements.
fn uncoloured(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    first
        + &parts
            .map(|part| part.split_once(|own: char| own.is_ascii_alphabetic()).unwrap_or(("", part)).1)
            .collect::<String>()
}

fn widest(text: &str) -> usize {
    let lines = uncoloured(text);
    lines.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

fn words(text: &str) -> Vec<String> {
    let text = uncoloured(text);
    text.split_whitespace().map(str::to_owned).collect()
}

const TEACHING: [&str; 2] = ["--preset", "teaching-two-clusters"];

#[test]
fn what_is_printed_fits_the_width() {
    let folder = Folder::new("terminal");
    let scenario = folder.file("small.json", SMALL);
    let sweep = ["sweep", &scenario];
    let run = [&["run"][..], &TEACHING].concat();
    let explain = [&["explain"][..], &TEACHING, &["--job", "21"]].concat();
    let log = folder.file("log.swf", "; UnixStartTime: 86400\n1 0 -1 60 4\n2 5 -1 9 64\n");
    let commands: [&[&str]; 10] = [
        &sweep,
        &run,
        &explain,
        &["explain", "bounded slowdown"],
        &["explain", "--terms"],
        &["presets"],
        &["reproduce"],
        &["trace", &log],
        &["validate", &scenario],
        &["run", "--help"],
    ];
    for arguments in commands {
        let file = seen(arguments, To::Pipe, To::Pipe, &[]).out;
        for columns in [60, 80, 200] {
            let text = on(columns, arguments, &[]);
            let width = widest(&text);
            assert!(width <= columns.into(), "{arguments:?} is {width} wide on {columns}:\n{text}");
        }
        // With enough columns, the output on the terminal equals the output to a file; only times differ.
        if arguments[0] != "validate" {
            let wide = on(500, arguments, &[]);
            assert_eq!(words(&wide), words(&file), "{arguments:?}");
        }
    }
}

#[test]
fn a_table_on_a_narrow_terminal_has_no_part_without_columns() {
    let run = [&["run"][..], &TEACHING].concat();
    let text = uncoloured(&on(60, &run, &[]));
    let heads: Vec<&str> = text.lines().filter(|line| line.starts_with("scheduler")).collect();
    assert!(heads.len() > 1, "{text}");
    assert!(!heads.contains(&"scheduler"), "{text}");
}

#[test]
fn colours_are_for_terminals_that_want_them() {
    let run = [&["run"][..], &TEACHING].concat();
    let coloured =
        |color: &[&str], settings: &[(&str, &str)]| on(80, &[&run[..], color].concat(), settings).contains('\x1b');
    assert!(coloured(&[], &[]));
    assert!(coloured(&["--color", "auto"], &[]));
    assert!(coloured(&[], &[("NO_COLOR", "")]), "empty is not set");
    assert!(!coloured(&[], &[("NO_COLOR", "1")]));
    assert!(!coloured(&["--color", "auto"], &[("NO_COLOR", "1")]));
    assert!(!coloured(&[], &[("TERM", "dumb")]));
    assert!(!coloured(&["--color", "never"], &[]));
    assert!(coloured(&["--color", "always"], &[("NO_COLOR", "1")]));
    assert!(!coloured(&["--csv"], &[]) && !coloured(&["--json"], &[]));
    // A terminal on standard error does not colour standard output into a pipe.
    let piped = seen(&run, To::Pipe, To::Terminal(80), &[]);
    assert!(!piped.out.contains('\x1b'));
}

#[test]
fn help_follows_the_same_choice() {
    let help = |more: &[&str], settings: &[(&str, &str)]| {
        on(80, &[more, &["run", "--help"]].concat(), settings).contains('\x1b')
    };
    assert!(help(&[], &[]));
    assert!(!help(&[], &[("NO_COLOR", "1")]));
    assert!(!help(&["--color", "never"], &[]));
    assert!(!help(&["--color=never"], &[]));
    assert!(help(&["--color", "always"], &[("NO_COLOR", "1")]));
}

/// A run long enough to show the progress bar.
const LONG: [&str; 4] = ["run", "--preset", "landing", "--threads=1"];

#[test]
fn progress_is_for_terminals() {
    let to = |out, err, more: &[&str]| seen(&[&LONG[..], more].concat(), out, err, &[]);
    let bar = |text: &str| text.contains('█') || text.contains('░');
    for columns in [60, 80, 200] {
        let shown = to(To::Pipe, To::Terminal(columns), &[]);
        assert!(bar(&shown.err), "{columns}: {:?}", shown.err);
        assert!(shown.err.contains(" left"), "{columns}: {:?}", shown.err);
        // A line of the progress bar that is wider than the terminal could not be erased, so no such line may be
        // longer. Other lines may wrap.
        let frames = shown.err.split(['\r', '\n']).filter(|own| bar(own));
        for frame in frames {
            let width = widest(frame);
            assert!(width <= columns.into(), "{width} on {columns}: {frame:?}");
        }
        assert!(shown.err.contains("Simulated "));
        assert!(!bar(&shown.out) && shown.out.contains("scheduler"));
    }
    let piped = to(To::Terminal(80), To::Pipe, &[]);
    assert!(!piped.err.contains('\x1b') && !bar(&piped.err) && piped.err.contains("Simulated "));
    assert!(!bar(&piped.out));
    let quiet = to(To::Pipe, To::Terminal(80), &["--quiet"]);
    assert_eq!(quiet.err, "");
}
