//! Arbitrary bytes as a job log in a tar or zip archive: as the whole archive, and as the only file of a valid
//! archive of which some bytes are changed afterwards.

use flate2::{Compression, Crc, write::DeflateEncoder};
use metasched::logs::Limits;
use std::io::Write;

/// Limit of the text read from a bomb \[bytes\].
const LIMITS: Limits = Limits { jobs: 1000, text_bytes: 1 << 20 };

/// Checks that a log in an archive is read, or the archive is rejected.
pub fn fuzz(input: &[u8]) {
    let Some((&[how, at, by], rest)) = input.split_first_chunk() else {
        return;
    };
    let mut bytes = match how % 4 {
        0 => rest.to_vec(),
        1 => tar(rest),
        2 => zip(rest, false),
        _ => zip(rest, true),
    };
    if how >= 128 && !bytes.is_empty() {
        // Both ends of an archive have its headers.
        let near = usize::from(at) % bytes.len();
        let place = if how >= 192 { bytes.len() - 1 - near } else { near };
        bytes[place] ^= by;
    }
    super::log::read_within("an archive", &bytes, LIMITS);
}

/// An archive of one file.
fn tar(text: &[u8]) -> Vec<u8> {
    let mut header = [0; 512];
    for (at, field) in
        [(0, "a.swf"), (100, "0000644"), (124, format!("{:011o}", text.len()).as_str()), (136, "00000000000")]
    {
        header[at..at + field.len()].copy_from_slice(field.as_bytes());
    }
    header[148..156].fill(b' ');
    header[156] = b'0';
    header[257..265].copy_from_slice(b"ustar\x0000");
    let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
    header[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
    let padding = vec![0; text.len().next_multiple_of(512) - text.len() + 1024];
    [&header[..], text, &padding].concat()
}

/// An archive of one file, stored or deflated.
fn zip(text: &[u8], deflated: bool) -> Vec<u8> {
    let mut crc = Crc::new();
    crc.update(text);
    let body = match deflated {
        true => {
            let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
            let _ = encoder.write_all(text);
            encoder.finish().unwrap_or_default()
        }
        false => text.to_vec(),
    };
    let name = b"a.swf";
    let number = |own: usize| (own as u32).to_le_bytes();
    // Version, flags, method, time, date.
    let about: [u8; 10] = [20, 0, 0, 0, if deflated { 8 } else { 0 }, 0, 0, 0, 33, 0];
    let sizes = [crc.sum().to_le_bytes(), number(body.len()), number(text.len())].concat();
    let names = [name.len() as u8, 0, 0, 0];
    let local = [b"PK\x03\x04", &about[..], &sizes, &names, name, &body].concat();
    let central = [b"PK\x01\x02", &[20, 0][..], &about, &sizes, &names, &[0; 14], name].concat();
    let end =
        [b"PK\x05\x06", &[0, 0, 0, 0, 1, 0, 1, 0][..], &number(central.len()), &number(local.len()), &[0, 0]].concat();
    [local, central, end].concat()
}
