//! Arbitrary bytes as Slurm's accounting: read as a log, and imported; the imported log is read again.

use metasched::logs::{Limits, Reader, read};

const LIMITS: Limits = Limits { jobs: 200, text_bytes: 20_000 };

/// A usual header, which is put in front of every other input.
const HEADER: &str =
    "JobID|User|Account|Partition|QOS|Submit|Start|End|State|ElapsedRaw|Timelimit|AllocCPUS|NNodes|ReqMem|Dependency\n";

/// Checks that accounting is rejected with reasons, or becomes a log that can be read.
pub fn fuzz(input: &[u8]) {
    let Some((&how, rest)) = input.split_first() else {
        return;
    };
    let header = if how % 2 == 0 { HEADER } else { "" };
    let text = [header.as_bytes(), rest].concat();
    super::log::read_within("a table", &text, LIMITS);
    match Reader::with_limits("a table", &text[..], LIMITS).import() {
        Err(refusal) => super::is_said_well(&refusal.problem().clone().into()),
        Ok(import) => {
            let mut log = Vec::new();
            import.write(&mut log, "a test").expect("memory takes it");
            match read("its log", &mut &log[..]) {
                Ok(log) => super::log::is_sound(&log),
                Err(refusal) => super::is_said_well(&refusal.problem().clone().into()),
            }
        }
    }
}
