//! The kind of a file, from the beginning of its decompressed text: behind byte-order marks, blanks, blank lines and
//! comments.

use super::sacct::is_header;
use super::unpacked::Ahead;
use std::io;

/// The kind of a file.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// A log in the Standard Workload Format.
    Swf,
    /// A JSON object: a workload of Batsim, if it is one.
    Batsim,
    /// Slurm's accounting.
    Sacct,
    /// A format that is not read.
    Foreign(&'static Foreign),
    /// Text of no known kind, or only comments. The reader of the Standard Workload Format reports its lines.
    Unclear,
}

/// A format that is not read.
#[derive(Debug)]
pub(super) struct Foreign {
    /// Predicate, such as "is a web page".
    pub is: &'static str,
    pub remedy: &'static str,
}

const fn foreign(is: &'static str, remedy: &'static str) -> Foreign {
    Foreign { is, remedy }
}

const UNPACK: &str = "Unpack it and give the log inside";
const NO_LOG: &str = "Give the log itself";
const FETCH: &str = "The download may have saved another file: fetch the log itself";
const EXPORT: &str = "Export it as text, in the columns of the Standard Workload Format";

/// Formats with their first bytes.
const MAGIC: [(&[u8], Foreign); 41] = [
    (b"\x1F\x8B\x08", foreign("has gzip data behind other bytes", "Remove the bytes before the gzip data")),
    (b"\xFD7zXZ\0", foreign("has xz data behind other bytes", "Remove the bytes before the xz data")),
    (b"PK\x03\x04", foreign("is an archive inside another file", UNPACK)),
    (b"BZh", foreign("is compressed by bzip2", "Decompress it first (bzip2 -d)")),
    (b"\x28\xB5\x2F\xFD", foreign("is compressed by zstd", "Decompress it first (zstd -d)")),
    (b"\x1F\x9D", foreign("is compressed by compress (.Z)", "Decompress it first (gzip -d reads .Z)")),
    (b"\x04\x22\x4D\x18", foreign("is compressed by lz4", "Decompress it first (lz4 -d)")),
    (b"LZIP", foreign("is compressed by lzip", "Decompress it first (lzip -d)")),
    (b"\x89LZO", foreign("is compressed by lzop", "Decompress it first (lzop -d)")),
    (b"\x5D\0\0", foreign("is compressed by lzma", "Decompress it first (xz --format=lzma -d)")),
    (b"7z\xBC\xAF", foreign("is a 7z archive", UNPACK)),
    (b"Rar!", foreign("is a rar archive", UNPACK)),
    (b"!<arch>", foreign("is an ar or deb archive", NO_LOG)),
    (b"\xED\xAB\xEE\xDB", foreign("is an RPM package", NO_LOG)),
    (b"\x89PNG", foreign("is an image (PNG)", NO_LOG)),
    (b"\xFF\xD8\xFF", foreign("is an image (JPEG)", NO_LOG)),
    (b"GIF8", foreign("is an image (GIF)", NO_LOG)),
    (b"RIFF", foreign("is an image or sound (RIFF)", NO_LOG)),
    (b"II*\0", foreign("is an image (TIFF)", NO_LOG)),
    (b"MM\0*", foreign("is an image (TIFF)", NO_LOG)),
    (b"%PDF", foreign("is a PDF document", NO_LOG)),
    (b"%!PS", foreign("is a PostScript document", NO_LOG)),
    (b"{\\rtf", foreign("is an RTF document", "Save it as plain text (UTF-8)")),
    (b"\xD0\xCF\x11\xE0", foreign("is a document of an old Office", EXPORT)),
    (b"SQLite format 3", foreign("is an SQLite database", EXPORT)),
    (b"PAR1", foreign("is a table in Parquet", EXPORT)),
    (b"ARROW1", foreign("is a table in Arrow", EXPORT)),
    (b"FEA1", foreign("is a table in Feather", EXPORT)),
    (b"Obj\x01", foreign("is a table in Avro", EXPORT)),
    (b"\x89HDF", foreign("is an HDF5 file", EXPORT)),
    (b"CDF\x01", foreign("is a NetCDF file", EXPORT)),
    (b"\x93NUMPY", foreign("is a NumPy array", EXPORT)),
    (b"\x80\x04\x95", foreign("is a Python pickle", EXPORT)),
    (b"\x7FELF", foreign("is a program (ELF)", NO_LOG)),
    (b"MZ\x90\0", foreign("is a program (Windows)", NO_LOG)),
    (b"\xCA\xFE\xBA\xBE", foreign("is a program (Java or macOS)", NO_LOG)),
    (b"\xCF\xFA\xED\xFE", foreign("is a program (macOS)", NO_LOG)),
    (b"\0asm", foreign("is a program (WebAssembly)", NO_LOG)),
    (b"version https://git-lfs", foreign("is a pointer of Git LFS, not the file", "Fetch the file: git lfs pull")),
    (b"[", foreign("is a list in JSON", "Give a workload of Batsim (an object with jobs and profiles), or a log")),
    (b"<", foreign("is a web page or XML", FETCH)),
];

const UTF_16: Foreign = foreign("is UTF-16 text", "Save it as plain text (UTF-8)");
const UTF_32: Foreign = foreign("is UTF-32 text", "Save it as plain text (UTF-8)");
pub(super) const ARCHIVE: Foreign = foreign("is an archive inside another file", UNPACK);
const BINARY: Foreign = foreign("is a binary file", NO_LOG);
const OWF: Foreign = foreign(
    "is in OAR's Workload Format (OWF)",
    "Convert its columns to the Standard Workload Format: id, submission, −1, stop − start, nodes, −1, −1, nodes, walltime",
);
const GWF: Foreign = foreign(
    "is in the Grid Workload Format (GWF)",
    "Keep the first 16 of its 29 columns: they are those of the Standard Workload Format",
);
const SACCT_TABLE: Foreign =
    foreign("is a table of Slurm for people, whose columns are cut", "Export it with sacct --parsable2 (-P)");
const COMMAS: Foreign = foreign("has columns separated by commas", BLANKS);
const SEMICOLONS: Foreign = foreign("has columns separated by semicolons", BLANKS);
const BARS: Foreign = foreign("has columns separated by bars", BARS_REMEDY);
const BLANKS: &str = "Separate the columns by blanks, in the order of the Standard Workload Format";
const BARS_REMEDY: &str = "Separate the columns by blanks, in the order of the Standard Workload Format; \
                           Slurm's accounting (sacct -P) needs its line of headings, with JobID";

/// Number of bytes that tell a kind, counted from the first that is no mark, blank or comment.
const FIRST: usize = 1024;
/// Maximum length of the comments at the beginning of a file \[bytes\], behind which a kind is told.
const MOST_COMMENTS: usize = 1 << 20;

/// The beginning of a text, long enough for [`sniff`].
///
/// # Errors
/// If reading fails.
pub(super) fn beginning<'b>(bytes: &'b mut Ahead<'_>) -> io::Result<&'b [u8]> {
    let mut length = 4 * FIRST;
    loop {
        let first = bytes.peek(length)?;
        let first = &first[..first.len().min(length)];
        if first.len() < length || text_start(first) + FIRST <= length || length >= MOST_COMMENTS {
            length = first.len();
            break;
        }
        length *= 2;
    }
    Ok(&bytes.peek(length)?[..length])
}

/// Recognises a text by its beginning.
pub(super) fn sniff(first: &[u8]) -> Kind {
    if let Some(wide) = wide(first) {
        return Kind::Foreign(wide);
    }
    let start = text_start(first);
    let (before, text) = first.split_at(start);
    for text in [first, text] {
        if let Some((_, kind)) = MAGIC.iter().find(|(magic, _)| text.starts_with(magic)) {
            return Kind::Foreign(kind);
        }
    }
    if text.first() == Some(&b'{') {
        return Kind::Batsim;
    }
    let line = text.split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
    by_columns(&before.to_ascii_lowercase(), line).unwrap_or_else(|| match is_binary(text) {
        true => Kind::Foreign(&BINARY),
        false => Kind::Unclear,
    })
}

/// Index of the first byte behind byte-order marks, blanks, and lines that are blank or comments.
pub(super) fn text_start(text: &[u8]) -> usize {
    let mut rest = text;
    loop {
        rest = rest.trim_ascii_start();
        rest = match rest {
            [0xEF, 0xBB, 0xBF, after @ ..] => after,
            [b';' | b'#', comment @ ..] => match comment.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
                Some(end) => &comment[end..],
                None => &[],
            },
            _ => return text.len() - rest.len(),
        };
    }
}

/// The kind of a text by its first line that is no comment; `before` is the text before this line, in small letters.
fn by_columns(before: &[u8], line: &[u8]) -> Option<Kind> {
    let words: Vec<&[u8]> = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
    let numbers = words.iter().take_while(|word| is_number(word)).count();
    let says = |words: &[u8]| before.windows(words.len()).any(|window| window == words);
    if words.len() != 18 && (says(b"owf format") || says(b"oar workload format")) {
        return Some(Kind::Foreign(&OWF));
    }
    if words.len() == 29 && numbers >= 4 || words.len() > 18 && (says(b"grid workload format") || says(b"gwf")) {
        return Some(Kind::Foreign(&GWF));
    }
    if numbers >= 4 {
        return Some(Kind::Swf);
    }
    let fields = |separator: u8| line.split(move |&byte| byte == separator).map(<[u8]>::trim_ascii);
    let is_job_id = |field: &[u8]| field.eq_ignore_ascii_case(b"JobID") || field.eq_ignore_ascii_case(b"JobIDRaw");
    if is_header(line) {
        return Some(Kind::Sacct);
    }
    if words.len() > 1 && words.first().is_some_and(|word| is_job_id(word)) {
        return Some(Kind::Foreign(&SACCT_TABLE));
    }
    let separated = [(b',', &COMMAS), (b';', &SEMICOLONS), (b'|', &BARS)].into_iter();
    let separated = separated.map(|(separator, kind)| (fields(separator).count(), kind));
    let (most, kind) = separated.max_by_key(|(fields, _)| *fields)?;
    let named = words.iter().filter(|word| word.iter().any(u8::is_ascii_alphanumeric)).count();
    (most >= 4 && most >= named).then_some(Kind::Foreign(kind))
}

fn is_number(word: &[u8]) -> bool {
    str::from_utf8(word).is_ok_and(|word| word.parse::<f64>().is_ok_and(f64::is_finite))
}

/// Text of two or four bytes a character, with or without a byte-order mark.
fn wide(text: &[u8]) -> Option<&'static Foreign> {
    if text.starts_with(b"\xFF\xFE\0\0") || text.starts_with(b"\0\0\xFE\xFF") {
        return Some(&UTF_32);
    }
    if text.starts_with(b"\xFF\xFE") || text.starts_with(b"\xFE\xFF") {
        return Some(&UTF_16);
    }
    // Digits and Latin letters have zeros at the same places of each character.
    let sample = &text[..text.len().min(1024)];
    let zeros = |width: usize, place: usize| {
        let chars = sample.chunks_exact(width);
        let all = chars.len();
        let zero = chars.filter(|char| char.get(place) == Some(&0)).count();
        (zero * 10 >= all * 9 && all > 1, zero * 10 <= all)
    };
    let alternate = |width, full: usize| {
        (0..width).all(|place| {
            let (mostly, rarely) = zeros(width, place);
            if place == full { rarely } else { mostly }
        })
    };
    if alternate(4, 0) || alternate(4, 3) {
        return Some(&UTF_32);
    }
    (alternate(2, 0) || alternate(2, 1)).then_some(&UTF_16)
}

/// True if more than one of 20 bytes is a control character that no text has.
fn is_binary(text: &[u8]) -> bool {
    let control = text.iter().filter(|&&byte| byte < 7 || (14..27).contains(&byte) && byte != 26).count();
    control * 20 > text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(text: &[u8]) -> String {
        match sniff(text) {
            Kind::Foreign(kind) => kind.is.to_owned(),
            other => format!("{other:?}"),
        }
    }

    /// Texts with their kinds: as they are, and behind marks, blanks and comments.
    #[test]
    fn kinds_are_told_behind_marks_blanks_and_comments() {
        let kinds: [(&[u8], &str); 30] = [
            (b"1 0 -1 60 4 -1\n", "Swf"),
            (b"1\t0.5\t-1\t6e1\n", "Swf"),
            (b"hello world\n", "Unclear"),
            (b"1 x 0 0 0\n", "Unclear"),
            (b"{\"nb_res\": 4", "Batsim"),
            (b"JobID|State|Submit\n1|COMPLETED|", "Sacct"),
            (b"User|JobIDRaw|\n", "Sacct"),
            (b"JobID    JobName  Partition\n------- ", SACCT_TABLE.is),
            (b"1,0,-1,100,4\n", COMMAS.is),
            (b"1, 0, -1, 100, 4\n", COMMAS.is),
            (b"\"id\",\"submit\",\"wait\",\"run time\"\n", COMMAS.is),
            (b"1;0;-1;100;4\n", SEMICOLONS.is),
            (b"id ; submit ; wait ; run ; processors\n", SEMICOLONS.is),
            (b"1|0|-1|100|4\n", BARS.is),
            (b"1 0,5 -1 30,5 4 -1 -1\n", "Unclear"),
            (b"1 0 -1 60 4 ; a, b, c, d, e, f, g, h, i, j, k, l, m, n\n", "Swf"),
            (b"1 0 5 100 8 -1 -1 8 100 -1 1 U1 G1 -1 Q0 -1 S1 S1 UNITARY -1 -1 -1 -1 -1 -1 -1 -1 VO P", GWF.is),
            (b"version https://git-lfs.github.com/spec/v1\noid", "is a pointer of Git LFS, not the file"),
            (b"<!DOCTYPE html><p>404", "is a web page or XML"),
            (b"[{\"id\": 1}]", "is a list in JSON"),
            (b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR", "is an image (PNG)"),
            (b"%PDF-1.4", "is a PDF document"),
            (b"BZh91AY&SY", "is compressed by bzip2"),
            (b"\x28\xB5\x2F\xFD\x04", "is compressed by zstd"),
            (b"7z\xBC\xAF\x27\x1C", "is a 7z archive"),
            (b"SQLite format 3\0", "is an SQLite database"),
            (b"\x7FELF\x02\x01\x01\0", "is a program (ELF)"),
            (b"PK\x03\x04....", "is an archive inside another file"),
            (b"\x1F\x8B\x08\0", "has gzip data behind other bytes"),
            (b"\x01\x02\x03xyz\x05\x06\x07\n", BINARY.is),
        ];
        let before: [&[u8]; 5] =
            [b"", b"\xEF\xBB\xBF", b" \r\n\t", b"; a note\n# another\r\n", b"\xEF\xBB\xBF\n; x\n \n"];
        for (text, kind) in kinds {
            for before in before {
                assert_eq!(is(&[before, text].concat()), kind, "{}", String::from_utf8_lossy(text));
            }
        }
    }

    #[test]
    fn headers_tell_other_formats_of_workloads() {
        let owf = b"; OWF Format: 1.0\n; columns: id\n1 0 5 65 120 4 0 1 1 1 1 1 1 0 1 0\n";
        assert_eq!(is(owf), OWF.is);
        assert_eq!(is(b"; OWF Format: 1.0\n"), OWF.is);
        let columns = "-1 ".repeat(25);
        assert_eq!(is(format!("# The Grid Workload Format\n{columns}\n").as_bytes()), GWF.is);
        assert_eq!(is(format!("; more logs: Grid Workload Format\n{}\n", "1 ".repeat(18)).as_bytes()), "Swf");
    }

    #[test]
    fn wide_characters_with_and_without_a_mark() {
        let text = "1 0 -1 60 4\n; Prüfung\n2 0 -1 60 4\n";
        let utf_16: Vec<u16> = text.encode_utf16().collect();
        let little: Vec<u8> = utf_16.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = utf_16.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        assert_eq!((is(&little).as_str(), is(&big).as_str()), (UTF_16.is, UTF_16.is));
        assert_eq!(is(&[b"\xFF\xFE", &little[..]].concat()), UTF_16.is);
        assert_eq!(is(&[b"\xFE\xFF", &big[..]].concat()), UTF_16.is);
        let little: Vec<u8> = text.chars().flat_map(|char| (char as u32).to_le_bytes()).collect();
        let big: Vec<u8> = text.chars().flat_map(|char| (char as u32).to_be_bytes()).collect();
        assert_eq!((is(&little).as_str(), is(&big).as_str()), (UTF_32.is, UTF_32.is));
        assert_eq!(is(&[b"\xFF\xFE\0\0", &little[..]].concat()), UTF_32.is);
    }
}
