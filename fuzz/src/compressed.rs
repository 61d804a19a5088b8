//! Arbitrary bytes as a compressed job log: .gz and .xz unchanged, and a valid .gz with some bytes changed.

use flate2::{Compression, write::GzEncoder};
use metasched::logs::Limits;
use std::io::Write;

/// Limit of the text read from a decompression bomb \[bytes\].
const LIMITS: Limits = Limits { jobs: 1000, text_bytes: 1 << 20 };

/// Checks that complete compressed data is read, and that damaged data is rejected.
pub fn fuzz(input: &[u8]) {
    let Some((&how, rest)) = input.split_first() else {
        return;
    };
    let bytes = match how % 3 {
        0 => rest.to_vec(),
        1 => [b"\xFD7zXZ\0", rest].concat(),
        _ => changed(how, rest),
    };
    super::log::read_within("a log", &bytes, LIMITS);
}

/// Compresses all but three bytes of `rest` to .gz. The three bytes determine the place of the changed byte, its
/// change, and the length after truncation.
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
