//! Tests of the whole reader: logs with errors, pieces of any size, compressed and damaged files, and the resulting
//! jobs.

use super::*;
use crate::logs::{LogSource, Reason};
use crate::words::number;
use crate::workload::Source;
use crate::workload::{HomeRule, Shared};
use flate2::{Compression, Crc, GzBuilder, read::MultiGzDecoder, write::GzEncoder};
use proptest::prelude::*;
use std::io::{self, Read, Write};
use std::sync::Arc;

fn log_of(text: &[u8]) -> Log {
    read("test.swf", &mut &*text).unwrap()
}

fn refusal(text: &[u8]) -> String {
    read("test.swf", &mut &*text).unwrap_err().to_string()
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// Gives a file in pieces of these lengths, again and again.
struct Pieces<'b> {
    rest: &'b [u8],
    lengths: std::iter::Cycle<std::slice::Iter<'b, usize>>,
}

impl Read for Pieces<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = into.len().min(*self.lengths.next().unwrap());
        self.rest.read(&mut into[..length])
    }
}

fn pushed(bytes: &[u8], pieces: &[usize]) -> Result<Log, String> {
    let mut file = Pieces { rest: bytes, lengths: pieces.iter().cycle() };
    read("cut.swf", &mut file).map_err(|problem| problem.to_string())
}

/// A gzip file with one member and these header fields.
fn member(text: &[u8], [extra, name, comment]: [bool; 3]) -> Vec<u8> {
    let mut builder = GzBuilder::new();
    if extra {
        builder = builder.extra("any");
    }
    if name {
        builder = builder.filename("a.swf");
    }
    if comment {
        builder = builder.comment("of a log");
    }
    let mut encoder = builder.write(Vec::new(), Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

// Flags of a gzip header (RFC 1952, section 2.3.1).
const HEADER_CHECKED: u8 = 2;
const NAME: u8 = 8;

fn dropped(log: &Log) -> Vec<(Reason, u64, &[u64])> {
    let dropped = log.counts.dropped.iter();
    dropped.map(|d| (d.reason, d.tally.count, d.tally.first_lines.as_slice())).collect()
}

/// Lines: line 1 is a comment, lines 2 to 4 are jobs, and so on. The largest job has no used processors, so its
/// requested processors count.
const DIRTY: &[u8] = b"; Computer: Test\r\n\
      1 100 -1 60 4 -1 -1 4 120 -1 1 7 -1 -1 2 1 -1 -1\r\n\
    2\t50\t-1\t30.5\t2\r\n\
    3 100 5 10 -1 -1 -1 8 -1 -1 1 9 -1 -1 1 1 -1 -1 extra fields 19 20\r\n\
    ; MaxProcs: 64\r\n\
    \r\n\
    4 110 -1 0 4 -1 -1 4\r\n\
    5 110 -1 10 0 -1 -1 4\r\n\
    6 -1 -1 10 4\r\n\
    7 110 -1\r\n\
    8 110 -1 abc 4\r\n\
    1 120 -1 10 4 -1 -1 4 -1 -1 1 x -1 -1 1e0 y ; tail\r\n\
    9 110 -1 1e13 4\r\n\
    10 130 -1 10 4";

#[test]
fn a_dirty_log() {
    let log = log_of(DIRTY);
    assert_eq!(log.counts.lines, 14);
    assert_eq!(log.counts.records, 11);
    assert_eq!(log.counts.by_request.first_lines, [4]);
    assert_eq!(log.counts.out_of_order.first_lines, [3]);
    let first_larger = [0, 3, 4, 7, 8].map(|nodes| log.first_larger(nodes));
    assert_eq!(first_larger, [Some(2), Some(2), Some(4), Some(4), None]);
    assert_eq!(
        dropped(&log),
        [
            (Reason::BreaksOff, 1, &[14][..]),
            (Reason::RunTimeText, 1, &[11]),
            (Reason::FewFields, 1, &[10]),
            (Reason::NoSubmitTime, 1, &[9]),
            (Reason::ZeroRunTime, 1, &[7]),
            (Reason::NoProcessors, 1, &[8]),
            (Reason::BeyondRange, 1, &[13]),
        ]
    );
    let shown: Vec<_> = log
        .records()
        .iter()
        .map(|r| (r.number(), r.submit_s, r.runtime_s, r.processors, r.requested_s(), log.user(r)))
        .collect();
    assert_eq!(
        shown,
        [
            (Some(2), 50.0, 30.5, 2, None, None),
            (Some(1), 100.0, 60.0, 4, Some(120.0), Some(7)),
            (Some(3), 100.0, 10.0, 8, None, Some(9)),
            (Some(1), 120.0, 10.0, 4, None, Some(10)),
        ]
    );
    let queues: Vec<_> = log.records().iter().filter_map(|r| log.class(r).map(|c| (c.queue, c.partition))).collect();
    assert_eq!(queues, [(-1, -1), (2, 1), (1, 1), (1, 2)]);
    assert_eq!(log.header.processors(), Some(64.0));
    assert_eq!((log.user_count(), log.largest(), log.span_s()), (3, 8, 70.0));
    assert_eq!(log.notes().len(), 6);
    assert_eq!(log.text_bytes, DIRTY.len() as u64);
}

#[test]
fn the_hash_is_that_of_the_text_however_it_is_packed() {
    let wanted = log_of(DIRTY);
    let zipped = log_of(&gzip(DIRTY));
    assert_eq!(wanted, zipped);
    // printf '1 0 0 1 1\n' | sha256sum
    assert_eq!(log_of(b"1 0 0 1 1\n").sha256, "9287e77081bda824ca855d4d74ea47c71ff9d6c9353f81a1c363441157d1f9d4");
}

#[test]
fn all_kinds_of_line_ends_count_alike() {
    let jobs = "1 0 0 5 1\n\n2 1 0 5\n3 2 0 5 1\n";
    let unix = log_of(jobs.as_bytes());
    assert_eq!(dropped(&unix), [(Reason::NoProcessors, 1, &[3][..])]);
    for end in ["\r\n", "\r"] {
        let other = log_of(jobs.replace('\n', end).as_bytes());
        assert_eq!(other.counts, unix.counts, "{end:?}");
        assert_eq!(other.records(), unix.records());
    }
}

#[test]
fn several_gzip_members_are_one_log() {
    let both = [gzip(b"1 0 0 5 1\n2 1 0"), gzip(b" 5 1\n")].concat();
    let log = log_of(&both);
    assert_eq!((log.records().len(), log.damage.as_ref()), (2, None));
}

/// Output of `printf '1 0 0 5 2\n2 9 0 5 2\n' | xz`.
const XZ: &[u8] = b"\xFD\x37\x7A\x58\x5A\x00\x00\x04\xE6\xD6\xB4\x46\x02\x00\x21\x01\x16\x00\x00\x00\x74\x2F\xE5\xA3\
    \xE0\x00\x13\x00\x11\x5D\x00\x18\x88\x02\x73\x91\xF5\x0C\x0F\x4E\x06\xF7\x89\xDA\x04\xC0\x00\x00\
    \x00\x00\x00\x00\xDC\xB6\x28\xD2\x8C\x28\x8B\xD3\x00\x01\x2D\x14\xB9\x3B\x76\x1A\x1F\xB6\xF3\x7D\
    \x01\x00\x00\x00\x00\x04\x59\x5A";

/// Complete, twice in one file, packed again, truncated, and damaged.
#[test]
fn xz_is_known_by_its_content() {
    assert_eq!(log_of(XZ).records.len(), 2);
    let twice = log_of(&[XZ, XZ].concat());
    assert_eq!((twice.records.len(), twice.damage), (4, None));
    assert_eq!(log_of(&gzip(&gzip(XZ))).records.len(), 2);
    let deep = refusal(&gzip(&gzip(&gzip(XZ))));
    assert!(deep.contains("it is compressed more than 3 times"), "{deep}");
    let cut = refusal(&XZ[..XZ.len() - 20]);
    assert!(cut.contains("breaks off near byte 60: 2 records were read before"), "{cut}");
    let nothing = refusal(&XZ[..30]);
    assert!(nothing.contains("breaks off near byte 30: 0 records"), "{nothing}");
    let rubbish = refusal(b"\xFD7zXZ\0rubbish");
    assert!(rubbish.contains("is damaged near byte"), "{rubbish}");
    let mut changed = XZ.to_vec();
    changed[48] ^= 1;
    assert!(refusal(&changed).contains("is damaged near byte"));
}

#[test]
fn bytes_behind_gzip_data_are_ignored() {
    let whole = gzip(b"1 0 0 5 1\n2 1 0 5 1\n");
    let padded = log_of(&[&whole[..], &[0; 100_000]].concat());
    assert_eq!((padded.records.len(), &padded.unpacked[..]), (2, &[][..]));
    for (behind, bytes) in [(&b"\r\n"[..], "2 bytes"), (b"x", "1 byte"), (b"\0\0x", "3 bytes")] {
        let log = log_of(&[&whole[..], behind].concat());
        assert_eq!(log.records.len(), 2);
        assert_eq!(log.unpacked, [format!("Ignored {bytes} behind the end of the gzip data.")]);
        assert_eq!(log.notes()[0], log.unpacked[0]);
    }
    // Padding between members is the end, too, as for gzip itself.
    assert_eq!(log_of(&[&whole[..], &[0; 3], &whole[..]].concat()).records.len(), 2);
    let empty = refusal(&gzip(b"").repeat(2000));
    assert!(empty.contains("it has many members without text"), "{empty}");
}

#[test]
fn kinds_are_told_after_decompression() {
    let web = refusal(&gzip(b"\xEF\xBB\xBF\n <!DOCTYPE html>"));
    assert!(web.starts_with("test.swf is a web page or XML. Allowed: a job log"), "{web}");
    let json =
        b"{\"nb_res\": 2, \"jobs\": [{\"id\": \"1\", \"subtime\": 0, \"res\": 2, \"profile\": \"d\"}], \"profiles\": \
        {\"d\": {\"type\": \"delay\", \"delay\": 5}}}";
    let plain = log_of(json);
    let marked = [b"\xEF\xBB\xBF\r\n\t# packed by hand\n  ", &json[..]].concat();
    for file in [gzip(json), gzip(&marked), marked] {
        let log = log_of(&file);
        assert_eq!((log.records(), log.header.processors()), (plain.records(), Some(2.0)));
    }
    let accounting = log_of(&gzip(b"JobID|Submit|Elapsed|NCPUS\n1|2020-01-01T00:00:00|00:01:00|4\n"));
    assert_eq!((accounting.records[0].runtime_s, accounting.records[0].processors), (60.0, 4));
    let incomplete = refusal(b"JobID|Submit|Start\n1|2020-01-01T00:00:00|Unknown\n");
    assert!(incomplete.starts_with("test.swf is output of sacct without a column of the run time"), "{incomplete}");
    // Comments longer than a piece, before text of a known kind.
    let long = [b"; a comment\n".repeat(10_000), b"version https://git-lfs.github.com/spec/v1\n".to_vec()].concat();
    assert!(refusal(&long).contains("git lfs pull"));
}

/// A text that is long enough for many blocks in the compressed file.
fn long_text() -> Vec<u8> {
    let mut text = b"; MaxProcs: 128\n".to_vec();
    for i in 0..20_000u64 {
        let noise = i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
        writeln!(text, "{i} {} -1 {} {}", i * 10, noise % 10_000 + 1, noise % 128 + 1).unwrap();
    }
    text
}

#[test]
fn a_cut_gzip_file_is_refused() {
    let zipped = gzip(&long_text());
    let half = zipped.len() / 2;
    let said = refusal(&zipped[..half]);
    let place = format!("test.swf breaks off near byte {}", number::count(half as u64));
    assert!(said.starts_with(&place), "{said}");
    assert!(said.contains("records were read before"), "{said}");
    assert!(said.contains("gzip -dc FILE > part.swf"), "{said}");
    // Without the checksum at the end the file cannot be verified.
    let said = refusal(&zipped[..zipped.len() - 3]);
    let records = number::counted(20_000, "record");
    assert!(said.contains(&format!("{records} were read before")), "{said}");
}

#[test]
fn a_damaged_gzip_file_is_refused() {
    let mut zipped = gzip(&long_text());
    let middle = zipped.len() / 2;
    zipped[middle..middle + 64].fill(0xFF);
    let said = refusal(&zipped);
    assert!(said.contains("is damaged near byte"), "{said}");
    // Eight bytes that decompress to other jobs without an error; only the checksum detects the damage.
    let mut invented = gzip(&long_text());
    invented[middle..middle + 8].fill(0x55);
    let said = refusal(&invented);
    assert!(said.contains("of which some may be wrong"), "{said}");
}

#[test]
fn a_checked_gzip_header() {
    let mut file = member(b"1 0 0 5 1\n", [false, true, false]);
    file[3] |= HEADER_CHECKED;
    let end = 10 + b"a.swf\0".len();
    let mut crc = Crc::new();
    crc.update(&file[..end]);
    let check = crc.sum().to_le_bytes();
    file.splice(end..end, [check[0], check[1]]);
    let log = pushed(&file, &[1]).unwrap();
    assert_eq!((log.records.len(), log.damage), (1, None));
    file[end] ^= 1;
    let refusal = pushed(&file, &[100]).unwrap_err();
    assert!(refusal.contains("is damaged near byte"), "{refusal}");
}

#[test]
fn an_endless_name_is_damage() {
    let file = (&[0x1F, 0x8B, 8, NAME, 0, 0, 0, 0, 0, 3][..]).chain(io::repeat(b'x'));
    let mut reader = Reader::new("hostile.swf", file);
    let refusal = loop {
        match reader.step() {
            Ok(more) => assert!(more),
            Err(refusal) => break refusal.to_string(),
        }
    };
    assert!(reader.taken() < 256 * 1024, "{} bytes are kept", reader.taken());
    assert!(refusal.contains("is damaged near byte"), "{refusal}");
}

#[test]
fn a_gzipped_text_longer_than_the_buffer() {
    let text = [b"1 0 0 5 1\n; ".as_slice(), &[b'7'; 100_000]].concat();
    assert_eq!(pushed(&gzip(&text), &[64]), pushed(&text, &[usize::MAX]));
}

/// Returns bytes, then an error.
struct Failing<'a>(&'a [u8], io::ErrorKind);

impl Read for Failing<'_> {
    fn read(&mut self, piece: &mut [u8]) -> io::Result<usize> {
        match self.0.read(piece)? {
            0 => Err(self.1.into()),
            length => Ok(length),
        }
    }
}

#[test]
fn a_source_that_fails_gives_no_log() {
    let text = b"1 0 0 5 1 9\n2 1 0 5 1 9\n3 2 0 5 1";
    for file in [text.to_vec(), gzip(text)] {
        let read = |kind| read("test.swf", &mut Failing(&file, kind)).unwrap_err();
        let gone = read(io::ErrorKind::TimedOut);
        let byte = format!("cannot be read beyond byte {}", file.len());
        assert!(matches!(&gone, Refusal::Failed(problem) if problem.wrong.contains(&byte)), "{gone}");
        let memory = read(io::ErrorKind::OutOfMemory);
        assert!(matches!(&memory, Refusal::Failed(problem) if problem.wrong.contains("memory")), "{memory}");
        let cut = read(io::ErrorKind::UnexpectedEof);
        assert!(matches!(&cut, Refusal::Unsound(problem) if problem.wrong.contains("breaks off")), "{cut}");
    }
}

fn limited(file: &[u8], limits: Limits) -> Log {
    let mut reader = Reader::with_limits("limited.swf", file, limits);
    while reader.step().unwrap() {}
    reader.finish().unwrap()
}

#[test]
fn limits_hold_and_say_so() {
    let limits = Limits { jobs: 3, text_bytes: 1 << 20 };
    let five = b"1 0 0 5 1\n2 1 0 5 1\n3 2 0 5 1\n4 3 0 5 1\n5 4 0 5 1\n";
    let log = limited(five, limits);
    assert_eq!(log.records.len(), 3);
    assert_eq!(dropped(&log), [(Reason::BeyondLimit, 2, &[4, 5][..])]);

    let limits = Limits { jobs: 10, text_bytes: 25 };
    let log = limited(&gzip(b"1 0 0 5 1\n2 1 0 5 1\n3 2 0 5 1\n4 3 0 5 1\n"), limits);
    assert_eq!(log.text_bytes, 25);
    assert_eq!(log.records.len(), 2);
    assert!(log.damage.as_ref().unwrap().contains("more than 25 bytes"));
    assert_eq!(dropped(&log), [(Reason::BreaksOff, 1, &[3][..])]);
}

/// One line of 64 MB, which gzip reduces to a thousandth: the line is neither stored nor read as a job.
#[test]
fn a_huge_line_is_skipped() {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(b"1 0 0 5 1\n2 1 0 5 1 ").unwrap();
    (0..64).for_each(|_| encoder.write_all(&vec![b'7'; 1 << 20]).unwrap());
    encoder.write_all(b"\n; ").unwrap();
    (0..8).for_each(|_| encoder.write_all(&vec![b'c'; 1 << 20]).unwrap());
    encoder.write_all(b"\n3 2 0 5 1\n").unwrap();
    let log = log_of(&encoder.finish().unwrap());
    assert_eq!(log.records.len(), 2);
    assert_eq!(dropped(&log), [(Reason::LongLine, 1, &[2][..])]);
    assert_eq!(log.counts.lines, 4);
}

#[test]
fn what_is_no_log_is_refused_with_a_remedy() {
    assert!(refusal(b"").contains("it is empty"));
    assert!(refusal(b"; Computer: x\n\n").contains("comments and blank lines only"));
    let all = refusal(b"1 0 0 -1 1\n2 0 0 5 0\nhello\n");
    assert!(all.contains("its 3 records are all left out"), "{all}");
    assert!(all.contains("1 × no positive run time (line 1)"), "{all}");
    assert!(refusal(b"\xFD7zXZ\0\0\0").contains("breaks off near byte 8: 0 records"));
    assert!(refusal(b"\xFD7zX").contains("has no usable job"));
    assert!(refusal(b"BZh91AY").contains("bzip2"));
    assert!(refusal(b"PK\x03\x04....").contains("its zip archive cannot be read"));
    assert!(refusal(b"<!DOCTYPE html><p>404").contains("web page"));
    assert!(refusal(&gzip(b"")).contains("it is empty"));
    assert!(refusal(b"\x1F\x8B\x08").contains("breaks off near byte 3"));
    assert!(refusal(b"\x1F\x8B\x08 not gzip at all").contains("is damaged near byte"));
}

#[test]
fn a_byte_order_mark_is_no_field() {
    assert_eq!(log_of(b"\xEF\xBB\xBF1 0 0 5 1\n").records()[0].number(), Some(1));
}

/// Any text: lines that look like records or comments, and other lines.
fn any_text() -> impl Strategy<Value = Vec<u8>> {
    let record = prop::collection::vec(-1i64..50, 1..20)
        .prop_map(|fields| fields.iter().map(|f| f.to_string()).collect::<Vec<_>>().join(" ").into_bytes());
    let comment = "; ?[A-Z]?[a-z]{0,6}:? ?[a-z0-9 ]{0,9}".prop_map(String::into_bytes);
    let rubbish = prop::collection::vec(any::<u8>(), 0..30);
    let long = (4090usize..4100).prop_map(|n| {
        let mut line = b"1 2 3 4 5 6 ".to_vec();
        line.resize(n, b'9');
        line
    });
    let line = prop_oneof![8 => record, 2 => comment, 1 => rubbish, 1 => long];
    let end = prop_oneof![6 => Just("\n"), 2 => Just("\r\n"), 1 => Just("\r")];
    prop::collection::vec((line, end), 0..40).prop_map(|lines| {
        let mut text = Vec::new();
        for (line, end) in lines {
            text.extend_from_slice(&line);
            text.extend_from_slice(end.as_bytes());
        }
        text.pop();
        text
    })
}

proptest! {
    #[test]
    fn cuts_do_not_matter(text in any_text(), pieces in prop::collection::vec(1usize..60, 1..20)) {
        let whole = pushed(&text, &[usize::MAX]);
        prop_assert_eq!(&pushed(&text, &pieces), &whole);
        prop_assert_eq!(&pushed(&text, &[1]), &whole);
        prop_assert_eq!(&pushed(&gzip(&text), &pieces), &whole);
    }

    /// Every record is kept, joined to another, or counted as left out. The jobs are valid and in order.
    #[test]
    fn the_account_is_complete(text in any_text()) {
        if let Ok(log) = pushed(&text, &[100]) {
            let whole = log.records.len() as u64 - log.counts.joined.count;
            prop_assert_eq!(log.counts.records, whole + log.counts.parts + log.counts.left_out());
            prop_assert!(log.records.is_sorted_by_key(|r| r.submit_s));
            let swf = Shared { home: HomeRule::Queue, ..Shared::default() };
            let mut source = LogSource::new(Arc::new(log), &swf, 3, "1", 0);
            while let Some(job) = source.next() {
                prop_assert!(job.arrival_s >= 0.0 && job.runtime_s > 0.0 && job.nodes >= 1 && job.home < 3);
            }
        }
    }

    #[test]
    fn rubbish_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..3000), zipped in any::<bool>(), cut in 0usize..3000) {
        let mut file = if zipped { gzip(&bytes) } else { bytes };
        file.truncate(cut);
        let _ = pushed(&file, &[17, 100]);
    }

    /// Compares with flate2's reader for whole files: valid, truncated and damaged files with several members.
    #[test]
    fn gzip_files_of_several_members(
        texts in prop::collection::vec((prop::collection::vec(any::<u8>(), 0..100), any::<[bool; 3]>()), 1..4),
        cut in prop::option::of(any::<prop::sample::Index>()),
        damage in prop::option::of((any::<prop::sample::Index>(), 1u8..)),
        piece in 1usize..50,
    ) {
        let mut file = member(b"1 0 0 5 1\n", [false; 3]);
        for (text, fields) in texts {
            file.extend(member(&text, fields));
        }
        if let Some(cut) = cut {
            file.truncate(cut.index(file.len()) + 1);
        }
        if let Some((at, change)) = damage {
            let at = at.index(file.len());
            file[at] ^= change;
        }
        prop_assume!(file.starts_with(b"\x1F\x8B\x08"));
        let mut text = Vec::new();
        let sound = MultiGzDecoder::new(&*file).read_to_end(&mut text).is_ok();
        let log = pushed(&file, &[piece]);
        match log {
            // A member whose first bytes are damaged is ignored, with a remark.
            Ok(log) if !log.unpacked.is_empty() => prop_assert!(!sound),
            log if sound => prop_assert_eq!(log, pushed(&text, &[usize::MAX])),
            log => prop_assert!(log.is_err()),
        }
    }

    /// A valid gzip header followed by arbitrary data.
    #[test]
    fn damaged_gzip_never_panics(text in any_text(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut file = gzip(&text);
        let at = at.index(file.len());
        file[at] = byte;
        let _ = pushed(&file, &[13]);
    }
}
