//! Opens a job log on disk: plain, .gz or .xz, recognised by its content.

use crate::base::problem::Problem;
use crate::cli::session::{Failure, Session, is_standard_input, shown};
use crate::workload::swf::{Log, Reader, Refusal};
use lzma_rust2::XzReader;
use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;
use std::rc::Rc;

/// First bytes of an .xz file.
const XZ_MAGIC: &[u8] = b"\xFD7zXZ\0";
/// Memory limit for decompressing .xz \[KiB\]: the strongest preset (xz -9) needs 64 MiB.
const XZ_MEMORY_KIB: u32 = 256 * 1024;

/// Description of a log for messages.
const LOG: &str = "a job log in the Standard Workload Format, plain, .gz or .xz";

/// A stream of a log's bytes, with .xz decompressed; the log reader itself decompresses gzip, as in the page.
///
/// # Errors
/// If the file cannot be opened or read.
fn open_log(session: &mut Session, path: &Path) -> Result<Opened, Problem> {
    let place = shown(path);
    if is_standard_input(path) {
        let input = session.take_standard_input()?;
        return decompressed(input).map_err(|error| unreadable(&place, &error));
    }
    let file = File::open(path).map_err(|error| unreadable(&place, &error))?;
    if file.metadata().is_ok_and(|about| about.is_dir()) {
        return Err(Problem::new(place, "is a folder", LOG, "Name a file in it."));
    }
    session.read(path)?;
    decompressed(file).map_err(|error| unreadable(&place, &error))
}

/// The bytes of a log, with .xz decompressed.
///
/// # Errors
/// If the first bytes cannot be read.
pub fn decompressed(mut source: impl Read + 'static) -> io::Result<Opened> {
    // A pipe cannot be rewound, so the bytes read are put in front again.
    let mut first = Vec::new();
    (&mut source).take(XZ_MAGIC.len() as u64).read_to_end(&mut first)?;
    let compressed = first.starts_with(XZ_MAGIC);
    let taken = Rc::default();
    let bytes = Counted {
        source: BufReader::with_capacity(1 << 16, Cursor::new(first).chain(source)),
        taken: Rc::clone(&taken),
    };
    let text: Box<dyn Read> = match compressed {
        true => Box::new(XzReader::new_mem_limit(bytes, true, XZ_MEMORY_KIB)),
        false => Box::new(bytes),
    };
    Ok(Opened { text, taken })
}

/// The content of a log, and the number of bytes read from its file.
pub struct Opened {
    text: Box<dyn Read>,
    taken: Rc<Cell<u64>>,
}

impl Opened {
    /// Passes the next piece of the file to the reader; false at the end of the file.
    ///
    /// # Errors
    /// If the piece cannot be read.
    pub fn next(&mut self, reader: &mut Reader, piece: &mut [u8]) -> Result<bool, Refusal> {
        match self.text.read(piece) {
            Ok(0) => return Ok(false),
            Ok(length) => reader.push(&piece[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(reader.failed(&error, self.taken.get())),
        }
        Ok(reader.wants_more())
    }
}

/// Counts the bytes that are read from a source.
struct Counted<R> {
    source: R,
    taken: Rc<Cell<u64>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let taken = self.source.read(into)?;
        self.taken.set(self.taken.get() + taken as u64);
        Ok(taken)
    }
}

/// Reads the log in a file.
///
/// # Errors
/// If the file cannot be opened or read to its end, is not a log, or has no usable job.
pub fn read_log(session: &mut Session, path: &Path) -> Result<Log, Refusal> {
    let place = shown(path);
    let name = match is_standard_input(path) {
        true => place.clone(),
        false => {
            let name = path.file_name().unwrap_or(path.as_os_str());
            name.to_string_lossy().into_owned()
        }
    };
    read_to_the_end(session, &name, path).map_err(|refusal| {
        refusal.said(|problem| {
            // A problem inside the file may have its own place: "w.json: job 7".
            let within = problem.place.strip_prefix(&name).unwrap_or_default();
            Problem { place: format!("{place}{within}"), ..problem }
        })
    })
}

fn read_to_the_end(session: &mut Session, name: &str, path: &Path) -> Result<Log, Refusal> {
    let mut file = open_log(session, path)?;
    let mut reader = Reader::new(name);
    let mut piece = vec![0; 1 << 16];
    while file.next(&mut reader, &mut piece)? {}
    reader.finish()
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        match refusal {
            Refusal::Unsound(problem) => (*problem).into(),
            Refusal::Failed(problem) => Failure::Running(*problem),
        }
    }
}

fn unreadable(place: &str, error: &io::Error) -> Problem {
    let remedy = match error.kind() {
        io::ErrorKind::NotFound => "Check the path; logs are at https://www.cs.huji.ac.il/labs/parallel/workload/.",
        io::ErrorKind::PermissionDenied => "Check the file's permissions.",
        _ => "Check that the file is whole and readable.",
    };
    Problem::new(place, format!("cannot be read: {error}"), LOG, remedy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::trace::Trace;
    use std::fs;
    use std::path::PathBuf;

    /// Folder of real logs, which may not exist.
    fn archive() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/swf")
    }

    /// File, records, usable jobs, largest job, days, rate: counted by an independent program.
    const LOGS: [(&str, u64, u64, f64, f64, f64); 11] = [
        ("SDSC-SP2-1998-reduced", 54_006, 54_006, 128.0, 731.29, 105.350),
        ("CTC-SP2-1996-reduced", 77_199, 77_199, 336.0, 339.11, 282.581),
        ("SDSC-BLUE-2000-reduced", 232_542, 232_542, 1_152.0, 979.06, 878.944),
        ("KTH-SP2-1996-2", 28_489, 28_481, 100.0, 339.86, 68.950),
        ("NASA-iPSC-1993-3.1-cln", 18_239, 18_066, 128.0, 92.00, 59.661),
        ("LLNL-Atlas-2006-2.1-cln", 43_778, 36_600, 9_120.0, 192.96, 6_493.061),
        ("UniLu-Gaia-2014-1", 51_987, 51_859, 516.0, 89.05, 906.925),
        ("RICC-2010-2", 447_794, 447_784, 8_192.0, 152.97, 7_144.107),
        ("CEA-Curie-2011-2.1-cln", 312_826, 295_540, 79_808.0, 253.74, 58_566.070),
        ("LCG-2005-1", 188_041, 187_520, 1.0, 11.00, 1_580.959),
        ("ANL-Intrepid-2009-excerpt", 3_000, 3_000, 131_072.0, 20.22, 57_404.358),
    ];

    #[test]
    fn real_logs_have_their_known_statistics() {
        for (name, records, usable, largest, days, rate) in LOGS {
            let path = archive().join(format!("{name}.swf.xz"));
            if !path.exists() {
                eprintln!("skipped: {} is not here", path.display());
                continue;
            }
            let log = read_log(&mut Session::default(), &path).unwrap();
            let trace = Trace::of(&log);
            assert_eq!(log.damage, None, "{name}");
            assert_eq!((trace.counts.records, trace.usable), (records, usable), "{name}");
            assert_eq!(records - usable, trace.counts.left_out(), "{name}");
            assert_eq!(trace.sizes.largest, largest, "{name}");
            assert!((trace.span_s / 86_400.0 - days).abs() < 0.01, "{name}: {}", trace.span_s);
            assert!((trace.rate.unwrap() - rate).abs() < 1e-3, "{name}: {:?}", trace.rate);
            assert_eq!((trace.counts.by_request.count, trace.counts.out_of_order.count), (0, 0), "{name}");
        }
    }

    #[test]
    fn what_cannot_be_opened_says_what_to_do() {
        let missing = read_log(&mut Session::default(), Path::new("no/such/log.swf")).unwrap_err();
        assert!(missing.problem().place.contains("no/such/log.swf"));
        assert!(missing.to_string().contains("cannot be read"), "{missing}");
        let folder = read_log(&mut Session::default(), Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap_err();
        assert!(folder.to_string().contains("is a folder"), "{folder}");
    }

    /// Output of printf '1 0 0 5 2\n2 9 0 5 2\n' | xz: whole, repeated, and truncated.
    #[test]
    fn xz_is_known_by_its_content() {
        const PACKED: &[u8] =
            b"\xFD\x37\x7A\x58\x5A\x00\x00\x04\xE6\xD6\xB4\x46\x02\x00\x21\x01\x16\x00\x00\x00\x74\x2F\xE5\xA3\
            \xE0\x00\x13\x00\x11\x5D\x00\x18\x88\x02\x73\x91\xF5\x0C\x0F\x4E\x06\xF7\x89\xDA\x04\xC0\x00\x00\
            \x00\x00\x00\x00\xDC\xB6\x28\xD2\x8C\x28\x8B\xD3\x00\x01\x2D\x14\xB9\x3B\x76\x1A\x1F\xB6\xF3\x7D\
            \x01\x00\x00\x00\x00\x04\x59\x5A";
        let folder = std::env::temp_dir().join(format!("metasched-logs-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let read_bytes = |name: &str, bytes: &[u8]| {
            let path = folder.join(name);
            fs::write(&path, bytes).unwrap();
            read_log(&mut Session::default(), &path)
        };
        let whole = read_bytes("misnamed.gz", PACKED).unwrap();
        assert_eq!((whole.records().len(), whole.name.as_str()), (2, "misnamed.gz"));
        let twice = read_bytes("twice.xz", &[PACKED, PACKED].concat()).unwrap();
        assert_eq!((twice.records().len(), twice.damage), (4, None));
        let cut = read_bytes("cut.xz", &PACKED[..PACKED.len() - 20]).unwrap_err();
        let said = "breaks off near byte 60: 2 records were read before";
        assert!(cut.problem().wrong.contains(said), "{cut}");
        let nothing = read_bytes("nothing.xz", &PACKED[..30]).unwrap_err();
        assert!(nothing.problem().wrong.contains("breaks off near byte 30: 0 records"), "{nothing}");
        let rubbish = read_bytes("rubbish.xz", b"\xFD7zXZ\0rubbish").unwrap_err();
        assert!(rubbish.to_string().contains("is damaged near byte"), "{rubbish}");
        let mut changed = PACKED.to_vec();
        changed[48] ^= 1;
        let changed = read_bytes("changed.xz", &changed).unwrap_err();
        assert!(matches!(&changed, Refusal::Unsound(_)), "{changed}");
        assert!(read_bytes("empty.swf", b"").unwrap_err().to_string().contains("it is empty"));
        fs::remove_dir_all(&folder).unwrap();
    }
}
