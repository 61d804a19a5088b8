//! Opens a job log on disk.

use crate::base::problem::Problem;
use crate::cli::session::{Failure, Session, Ticker, is_standard_input, shown};
use crate::logs::sacct::Import;
use crate::logs::{Log, Reader, Reading, Refusal};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Description of a log for messages.
const LOG: &str = "a job log in the Standard Workload Format, plain, compressed, or alone in an archive";

/// Opens a log, in a file or on standard input.
///
/// # Errors
/// If the file cannot be opened or read.
fn open_log(session: &mut Session, path: &Path) -> Result<Box<dyn Read>, Problem> {
    let place = shown(path);
    if is_standard_input(path) {
        let input = session.take_standard_input()?;
        return Ok(Box::new(input));
    }
    let file = File::open(path).map_err(|error| unreadable(&place, &error))?;
    if file.metadata().is_ok_and(|about| about.is_dir()) {
        return Err(Problem::new(place, "is a folder", LOG, "Name a file in it."));
    }
    session.read(path)?;
    Ok(Box::new(file))
}

/// Reads the log from a file.
///
/// # Errors
/// If the file cannot be opened or read to its end, is not a log, or has no usable job.
pub fn read_log(session: &mut Session, path: &Path, reading: Reading) -> Result<Log, Refusal> {
    read_with(session, path, |name, file| {
        let mut reader = Reader::new(name, file).reading(reading);
        while reader.step()? {}
        reader.finish()
    })
}

/// Reads Slurm's accounting from a file, with all that a log has no field for.
///
/// # Errors
/// If the file cannot be opened or read to its end, is no accounting, or has no usable job.
pub fn read_accounting(session: &mut Session, path: &Path, reading: Reading) -> Result<Import, Refusal> {
    read_with(session, path, |name, file| Reader::new(name, file).reading(reading).import())
}

/// Opens a file and passes it with its name to `read`; problems get its path.
fn read_with<T>(
    session: &mut Session,
    path: &Path,
    read: impl FnOnce(&str, Box<dyn Read>) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let place = shown(path);
    let name = match is_standard_input(path) {
        true => place.clone(),
        false => {
            let name = path.file_name().unwrap_or(path.as_os_str());
            name.to_string_lossy().into_owned()
        }
    };
    let file = open_log(session, path)?;
    let said = format!("Reading {place}");
    let _ticker = Ticker::new(session.messages, move || said.clone());
    read(&name, file).map_err(|refusal| {
        refusal.said(|problem| {
            // A problem inside the file may name a place in the file: "w.json: job 7".
            let within = problem.place.strip_prefix(&name).unwrap_or_default();
            Problem { place: format!("{place}{within}"), ..problem }
        })
    })
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
    use crate::logs::statistics::Statistics;
    use std::path::PathBuf;

    /// Folder with real logs; it may not exist.
    fn archive() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/swf")
    }

    /// File, number of records, usable jobs, largest job, days, arrival rate; counted by an independent program.
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
            let log = read_log(&mut Session::default(), &path, Reading::default()).unwrap();
            let trace = Statistics::of(&log);
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
        let read_log = |session: &mut Session, path: &Path| read_log(session, path, Reading::default());
        let missing = read_log(&mut Session::default(), Path::new("no/such/log.swf")).unwrap_err();
        assert!(missing.problem().place.contains("no/such/log.swf"));
        assert!(missing.to_string().contains("cannot be read"), "{missing}");
        let folder = read_log(&mut Session::default(), Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap_err();
        assert!(folder.to_string().contains("is a folder"), "{folder}");
    }
}
