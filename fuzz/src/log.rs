//! Arbitrary bytes as the text of a job log, or of a Batsim workload.

use metasched::logs::statistics::Statistics;
use metasched::logs::{Limits, Log, Reader};
use std::io::{self, Read};

/// The limits of a log are small, so that the inputs of a fuzzer also exceed them.
const LIMITS: Limits = Limits { jobs: 50, text_bytes: 4000 };

/// Gives a text in pieces of this length.
struct Pieces<'t> {
    rest: &'t [u8],
    piece: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = into.len().min(self.piece);
        self.rest.read(&mut into[..length])
    }
}

/// Checks that the result does not depend on the pieces in which the bytes are read, and that all jobs can be used.
pub fn fuzz(input: &[u8]) {
    let Some((&piece, text)) = input.split_first() else {
        return;
    };
    let read = |piece: usize| {
        let mut reader = Reader::with_limits("a log", Pieces { rest: text, piece }, LIMITS);
        while reader.step()? {}
        reader.finish()
    };
    match (read(text.len().max(1)), read(usize::from(piece).max(1))) {
        (Ok(whole), Ok(cut)) => {
            assert!(whole == cut, "how a log is cut matters");
            is_sound(&whole);
        }
        // How much of a damaged file was read, and so the words, depends on the pieces.
        (Err(whole), Err(cut)) => {
            [whole, cut].iter().for_each(|own| super::is_said_well(&own.problem().clone().into()))
        }
        _ => panic!("how a log is cut matters"),
    }
}

/// Checks that bytes are read as a consistent log, or rejected with reasons.
pub fn read_within(name: &str, bytes: &[u8], limits: Limits) {
    let mut reader = Reader::with_limits(name, bytes, limits);
    let log = loop {
        match reader.step() {
            Ok(true) => {}
            Ok(false) => break reader.finish(),
            Err(refusal) => break Err(refusal),
        }
    };
    match log {
        Ok(log) => is_sound(&log),
        Err(refusal) => super::is_said_well(&refusal.problem().clone().into()),
    }
}

/// Checks the guaranteed properties of every log that was read without error.
pub fn is_sound(log: &Log) {
    let records = log.records();
    assert!(!records.is_empty() && records.is_sorted_by(|a, b| a.submit_s <= b.submit_s));
    for record in records {
        assert!(record.submit_s >= 0.0 && record.submit_s.is_finite());
        assert!(record.runtime_s > 0.0 && record.runtime_s.is_finite());
        assert!(record.processors > 0 && log.class(record).is_some());
        assert!(record.requested_s().is_none_or(|own| own > 0.0 && own.is_finite()));
    }
    assert!(log.notes().iter().all(|note| !note.contains(char::is_control)));
    let trace = Statistics::of(log);
    assert_eq!(trace.usable, records.len() as u64);
}
