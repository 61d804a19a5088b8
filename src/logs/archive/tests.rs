//! Archives that claim, or hide, more than they have.

use super::*;
use crate::logs::read;

const LOG: &[u8] = b"1 0 0 5 1\n2 1 0 5 1\n";

/// A header of tar with these fields; the length as octal number, or in binary from 8 GiB on.
fn header(name: &str, kind: u8, length: u64) -> [u8; BLOCK] {
    let mut block = [0; BLOCK];
    let (last, before) = name.rsplit_once('/').map_or((name, ""), |(before, last)| (last, before));
    block[..last.len()].copy_from_slice(last.as_bytes());
    block[345..345 + before.len()].copy_from_slice(before.as_bytes());
    match length >> 33 {
        0 => block[124..135].copy_from_slice(format!("{length:011o}").as_bytes()),
        _ => {
            block[124] = 0x80;
            block[128..136].copy_from_slice(&length.to_be_bytes());
        }
    }
    block[156] = kind;
    block[257..263].copy_from_slice(b"ustar\0");
    block[148..156].fill(b' ');
    let sum: u32 = block.iter().map(|&byte| u32::from(byte)).sum();
    block[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
    block
}

/// A file in a tar archive.
fn file(name: &str, kind: u8, text: &[u8]) -> Vec<u8> {
    let mut file = [&header(name, kind, text.len() as u64), text].concat();
    file.resize(file.len().next_multiple_of(BLOCK), 0);
    file
}

/// A zip archive with one stored log. Its list of files has an entry for each of `names`; every entry is this log, with the
/// length `claimed`.
fn zip(names: &[&str], claimed: u32) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(LOG);
    let fields = |name: &str| {
        let sizes = [crc.sum().to_le_bytes(), (LOG.len() as u32).to_le_bytes(), claimed.to_le_bytes()].concat();
        [&[20, 0, 0, 0, 0, 0, 0, 0, 33, 0][..], &sizes, &(name.len() as u16).to_le_bytes(), &[0, 0]].concat()
    };
    let local = [b"PK\x03\x04", &fields(names[0])[..], names[0].as_bytes(), LOG].concat();
    let entry = |name: &&str| [b"PK\x01\x02\x14\0", &fields(name)[..], &[0; 14], name.as_bytes()].concat();
    let list: Vec<u8> = names.iter().flat_map(entry).collect();
    let count = (names.len() as u16).to_le_bytes();
    let [length, start] = [list.len(), local.len()].map(|own| (own as u32).to_le_bytes());
    [&local[..], &list, b"PK\x05\x06\0\0\0\0", &count, &count, &length, &start, &[0, 0]].concat()
}

fn refusal(bytes: &[u8]) -> String {
    read("bomb", &mut &*bytes).unwrap_err().to_string().replace('\u{2009}', " ")
}

#[test]
fn claimed_lengths_are_not_believed() {
    let log = file("a.swf", b'0', LOG);
    for kind in *b"05Sx" {
        for length in [1 << 32, 1 << 40, u64::MAX - BLOCK as u64, u64::MAX] {
            let huge = header("huge.swf", kind, length);
            for bytes in [[&log[..], &huge, LOG].concat(), [&huge[..], LOG].concat()] {
                let said = refusal(&bytes);
                assert!(said.contains("breaks off near byte"), "{kind} {length}: {said}");
            }
        }
    }
    assert_eq!(read("one.zip", &mut &*zip(&["a.swf"], LOG.len() as u32)).unwrap().records().len(), 2);
    let said = refusal(&zip(&["a.swf"], u32::MAX - 1));
    assert!(said.contains("a.swf cannot be read") || said.contains("is damaged near byte"), "{said}");
}

/// Headers are tiny when they are compressed, and all names of a zip archive may lead to the same bytes.
#[test]
fn files_are_counted() {
    for kind in *b"05" {
        let said = refusal(&header("x", kind, 0).repeat(MOST_FILES + 1));
        assert!(said.contains("is an archive of more than 10 000 files"), "{said}");
    }
    let said = refusal(&zip(&vec!["a.swf"; MOST_FILES + 1], LOG.len() as u32));
    assert!(said.contains("is an archive of more than 10 000 files"), "{said}");
    let said = refusal(&zip(&vec!["a.swf"; 300], LOG.len() as u32));
    assert!(said.contains("is an archive of 300 logs: a.swf, a.swf, a.swf, a.swf, a.swf and 295 more"), "{said}");
}

#[test]
fn long_names_are_shortened() {
    let deep = "x/".repeat(77) + "a.swf";
    let log = read("deep.tar", &mut &*file(&deep, b'0', LOG)).unwrap();
    assert!(log.unpacked[0].starts_with("The log is x/x/x/") && log.unpacked[0].len() < 200, "{:?}", log.unpacked);
    let long = "x".repeat(usize::from(u16::MAX));
    let said = refusal(&zip(&[&long, "a.swf"], LOG.len() as u32));
    assert!(said.len() < 1000, "{said}");
}

/// Links, devices, folders and sparse files are skipped: nothing outside the archive is read.
#[test]
fn only_ordinary_files_are_read() {
    let others: Vec<u8> =
        b"123456SLxg".iter().flat_map(|&kind| file("../../etc/passwd.swf", kind, b"1 0 0 5 1\n")).collect();
    let said = refusal(&others);
    assert!(said.contains("is an archive without files"), "{said}");
    let log = read("one.tar", &mut &*[&others, &file("a.swf", b'0', LOG)[..], &others].concat()).unwrap();
    assert_eq!((log.records().len(), log.unpacked[0].as_str()), (2, "The log is a.swf in the archive."));
}
