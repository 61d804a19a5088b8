//! Any bytes as a compressed job log: .gz and .xz as they come, and .gz that was sound until some of its bytes were changed.

use flate2::{Compression, write::GzEncoder};
use metasched::cli::input::log_file::decompressed;
use metasched::workload::swf::{Limits, Reader};
use std::io::{Cursor, Write};

/// Most text that is taken from a bomb \[bytes\].
const LIMITS: Limits = Limits { jobs: 1000, text_bytes: 1 << 20 };

/// What can be decompressed to its end is read, and what is damaged refused.
pub fn fuzz(input: &[u8]) {
    let Some((&how, rest)) = input.split_first() else {
        return;
    };
    let bytes = match how % 3 {
        0 => rest.to_vec(),
        1 => [b"\xFD7zXZ\0", rest].concat(),
        _ => changed(how, rest),
    };
    let mut reader = Reader::with_limits("a log", LIMITS);
    let mut piece = [0; 4096];
    let source = decompressed(Cursor::new(bytes));
    let mut file = source.expect("memory can be read");
    let log = loop {
        match file.next(&mut reader, &mut piece) {
            Ok(true) => {}
            Ok(false) => break reader.finish(),
            Err(refusal) => break Err(refusal),
        }
    };
    match log {
        Ok(log) => super::log::is_sound(&log),
        Err(refusal) => super::is_said_well(&refusal.problem().clone().into()),
    }
}

/// The rest as a .gz, with the byte at its first number changed by its second one, and cut at its third.
fn changed(how: u8, rest: &[u8]) -> Vec<u8> {
    let Some((&[at, by, cut], text)) = rest.split_first_chunk() else {
        return Vec::new();
    };
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let _ = encoder.write_all(text);
    let mut gz = encoder.finish().unwrap_or_default();
    let length = gz.len();
    gz[usize::from(at) % length] ^= by;
    if how >= 128 {
        gz.truncate(usize::from(cut) % length);
    }
    gz
}
