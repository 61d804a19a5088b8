//! Kinds of files, each with an example in this folder: those that are read as the same log of two jobs, and
//! those that are refused by name.

use metasched::logs::{Log, read};
use std::collections::BTreeSet;
use std::fs;

const FOLDER: &str = "tests/integration/logs";

/// Files that are read, with the remarks on how they were unpacked.
const READ: [(&str, &[&str]); 16] = [
    ("batsim.json", &[]),
    ("batsim.json.gz", &[]),
    ("batsim.json.xz", &[]),
    ("marked.json", &[]),
    ("marked.swf", &[]),
    ("members.swf.gz", &[]),
    ("one.tar", &["The log is logs/two-jobs.swf in the archive."]),
    ("one.tar.xz", &["The log is two-jobs.swf.gz in the archive. Other files were not read: LICENSE.md."]),
    ("one.tgz", &["The log is ./two-jobs.swf in the archive. Other files were not read: ./README."]),
    ("one.zip", &["The log is two-jobs/two-jobs.swf in the archive. Other files were not read: two-jobs/notes.txt."]),
    ("packed.swf.xz", &[]),
    ("padded.swf.gz", &[]),
    ("stored.zip", &["The log is batsim.json in the archive. Other files were not read: package.json."]),
    ("streamed.zip", &["The log is two-jobs.swf in the archive."]),
    ("trailing.swf.gz", &["Ignored 2 bytes behind the end of the gzip data."]),
    ("twice.swf.gz", &[]),
];

/// Files that are refused, with parts of the problem and of the remedy.
const REFUSED: [(&str, &str, &str); 45] = [
    ("comma-blank.csv", "has columns separated by commas", "by blanks"),
    ("comma.swf", "has columns separated by commas", "by blanks"),
    ("cut.tar", "breaks off near byte", "Download it again"),
    ("damaged.zip", "a.swf cannot be read (Invalid checksum", "Unpack it"),
    ("document.pdf", "is a PDF document", "Give the log itself"),
    ("empty.swf", "has no usable job: it is empty", "Check that this is the log"),
    ("empty.zip", "is an archive without files", "Unpack it"),
    ("encrypted.zip", "a.swf cannot be read (it is encrypted)", "Unpack it"),
    ("grid.gwf", "is in the Grid Workload Format (GWF)", "first 16 of its 29 columns"),
    ("headed.csv", "has columns separated by commas", "by blanks"),
    ("image.gif", "is an image (GIF)", "Give the log itself"),
    ("image.jpeg", "is an image (JPEG)", "Give the log itself"),
    ("image.png", "is an image (PNG)", "Give the log itself"),
    ("image.png.gz", "is an image (PNG)", "Give the log itself"),
    ("image.webp", "is an image or sound (RIFF)", "Give the log itself"),
    ("jobs.jsonl", "has several JSON values, as JSON Lines", "Put its values into one object"),
    ("lfs-pointer.swf", "is a pointer of Git LFS, not the file", "git lfs pull"),
    ("list.json", "is a list in JSON", "an object with jobs and profiles"),
    ("nested.zip", "one.tar is an archive inside another file", "Unpack it"),
    ("no-log.zip", "without a job log: readme.txt, jobs.csv has columns separated by commas", "Unpack it"),
    ("noise.bin", "is a binary file", "Give the log itself"),
    ("oar.owf", "is in OAR's Workload Format (OWF)", "stop − start"),
    ("other.json", "is JSON, but no workload of Batsim: missing field `jobs`", "Give a job log"),
    ("packed.7z", "is a 7z archive", "Unpack it"),
    ("packed.rar", "is a rar archive", "Unpack it"),
    ("packed.swf.Z", "is compressed by compress (.Z)", "gzip -d"),
    ("packed.swf.bz2", "is compressed by bzip2", "bzip2 -d"),
    ("packed.swf.zst", "is compressed by zstd", "zstd -d"),
    ("pipe.swf", "has columns separated by bars", "by blanks"),
    ("platform.xml", "is a web page or XML", "fetch the log itself"),
    ("program.elf", "is a program (ELF)", "Give the log itself"),
    ("prose.txt", "has no usable job: its 2 records are all left out", "Check that this is the log"),
    ("sacct-table.txt", "is a table of Slurm for people", "--parsable2"),
    ("scenario.json", "is a scenario of Metasched, not a log", "metasched run"),
    ("semicolon.csv", "has columns separated by semicolons", "by blanks"),
    ("several.tgz", "is an archive of 2 logs: a.swf, b.swf.", "give the log that is wanted"),
    ("several.zip", "is an archive of 2 logs: a.swf, b.swf.gz.", "give the log that is wanted"),
    ("table.h5", "is an HDF5 file", "Export it as text"),
    ("table.parquet", "is a table in Parquet", "Export it as text"),
    ("table.sqlite", "is an SQLite database", "Export it as text"),
    ("utf-16-unmarked.swf", "is UTF-16 text", "plain text (UTF-8)"),
    ("utf-16.swf", "is UTF-16 text", "plain text (UTF-8)"),
    ("utf-32-unmarked.swf", "is UTF-32 text", "plain text (UTF-8)"),
    ("web-page.swf", "is a web page or XML", "fetch the log itself"),
    ("web-page.swf.gz", "is a web page or XML", "fetch the log itself"),
];

fn log_in(file: &str) -> Result<Log, String> {
    let bytes = fs::read(format!("{FOLDER}/{file}")).unwrap();
    read(file, &mut &bytes[..]).map_err(|refusal| refusal.to_string())
}

/// Two jobs: 4 processors at 0 s for 100 s, and 8 processors at 10 s for 50 s; on 8 processors.
#[test]
fn a_log_is_read_however_it_is_packed() {
    for (file, remarks) in READ {
        let log = log_in(file).unwrap_or_else(|refusal| panic!("{refusal}"));
        let jobs: Vec<_> =
            log.records().iter().map(|job| (job.number(), job.submit_s, job.runtime_s, job.processors)).collect();
        assert_eq!(jobs, [(Some(1), 0.0, 100.0, 4), (Some(2), 10.0, 50.0, 8)], "{file}");
        let requested: Vec<_> = log.records().iter().map(metasched::logs::Record::requested_s).collect();
        assert_eq!(requested, [Some(200.0), Some(60.0)], "{file}");
        assert_eq!((log.header.processors(), log.unpacked == remarks), (Some(8.0), true), "{file}: {:?}", log.unpacked);
    }
}

#[test]
fn other_files_are_refused_by_name_with_what_to_do() {
    for (file, wrong, remedy) in REFUSED {
        let said = log_in(file).expect_err(file);
        assert!(said.starts_with(&format!("{file} ")) && said.contains(wrong), "{said}");
        assert!(said.contains(remedy), "{said}");
    }
}

#[test]
fn every_file_of_the_folder_is_an_example() {
    let files = fs::read_dir(FOLDER).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let files: BTreeSet<String> = files.filter(|file| !file.ends_with(".rs")).collect();
    let examples = READ.iter().map(|(file, _)| *file).chain(REFUSED.iter().map(|(file, ..)| *file));
    assert_eq!(files, examples.map(str::to_owned).collect());
}
