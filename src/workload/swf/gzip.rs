//! Gzip (RFC 1952) that comes in pieces: the frame around what flate2 inflates. flate2's own frame brings its checksum's
//! tables along, see [`crate::base::crc32`].

use crate::base::crc32::Crc32;
use flate2::{Decompress, FlushDecompress, Status};

/// Longest header \[bytes\] that is read: names and comments are short, and hostile ones take no memory.
const LONGEST_HEADER: usize = 1 << 17;

/// The file is damaged.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Damaged;

/// A decompressor of gzip files of one or more members.
#[derive(Debug)]
pub(super) struct Gunzip {
    part: Part,
    inflate: Decompress,
    /// Of the text of this member.
    crc: Crc32,
    text: Box<[u8]>,
}

/// Where in a member the next byte belongs.
#[derive(Debug)]
enum Part {
    /// These bytes of the header are known.
    Header(Vec<u8>),
    Body,
    /// These bytes of the trailer are known: the checksum of the text, and its length modulo 2³².
    Trailer(Vec<u8>),
}

impl Default for Gunzip {
    fn default() -> Gunzip {
        Gunzip {
            part: Part::Header(Vec::new()),
            inflate: Decompress::new(false),
            crc: Crc32::default(),
            text: vec![0; 1 << 15].into(),
        }
    }
}

impl Gunzip {
    /// Takes the next bytes of the file and gives their text to `text`, piece by piece.
    pub fn push(&mut self, mut bytes: &[u8], text: &mut dyn FnMut(&[u8])) -> Result<(), Damaged> {
        while !bytes.is_empty() {
            let used = match &mut self.part {
                Part::Header(known) => {
                    let before = known.len();
                    known.extend_from_slice(bytes);
                    match header_length(known)? {
                        Some(length) => {
                            self.part = Part::Body;
                            length - before
                        }
                        None if known.len() > LONGEST_HEADER => return Err(Damaged),
                        None => bytes.len(),
                    }
                }
                Part::Body => self.inflate(bytes, text)?,
                Part::Trailer(known) => {
                    let used = bytes.len().min(8 - known.len());
                    known.extend_from_slice(&bytes[..used]);
                    if known.len() == 8 {
                        self.end_member()?;
                    }
                    used
                }
            };
            bytes = &bytes[used..];
        }
        Ok(())
    }

    /// Whether the file may end here: after a member.
    pub fn is_whole(&self) -> bool {
        matches!(&self.part, Part::Header(known) if known.is_empty())
    }

    fn inflate(&mut self, bytes: &[u8], text: &mut dyn FnMut(&[u8])) -> Result<usize, Damaged> {
        let mut used = 0;
        loop {
            let (read, written) = (self.inflate.total_in(), self.inflate.total_out());
            let status = self
                .inflate
                .decompress(&bytes[used..], &mut self.text, FlushDecompress::None)
                .map_err(|_| Damaged)?;
            used += (self.inflate.total_in() - read) as usize;
            let new = &self.text[..(self.inflate.total_out() - written) as usize];
            self.crc.add(new);
            text(new);
            match status {
                Status::StreamEnd => {
                    self.part = Part::Trailer(Vec::new());
                    return Ok(used);
                }
                // There may be more text than had room, also after the last byte.
                _ if new.len() < self.text.len() && used == bytes.len() => return Ok(used),
                _ if new.is_empty() && used < bytes.len() => return Err(Damaged),
                _ => {}
            }
        }
    }

    fn end_member(&mut self) -> Result<(), Damaged> {
        let length = self.inflate.total_out() as u32;
        let expected = [self.crc.value().to_le_bytes(), length.to_le_bytes()].concat();
        match &self.part {
            Part::Trailer(known) if *known == expected => {}
            _ => return Err(Damaged),
        }
        self.part = Part::Header(Vec::new());
        self.inflate.reset(false);
        self.crc = Crc32::default();
        Ok(())
    }
}

// The flags of a header (section 2.3.1).
const CHECKED: u8 = 2;
const EXTRA: u8 = 4;
const NAME: u8 = 8;
const COMMENT: u8 = 16;
const RESERVED: u8 = 0xE0;

/// Length of the header that these bytes begin with, if it is complete.
fn header_length(bytes: &[u8]) -> Result<Option<usize>, Damaged> {
    let fixed = [0x1F, 0x8B, 8];
    if bytes.iter().zip(fixed).any(|(&byte, fixed)| byte != fixed) {
        return Err(Damaged);
    }
    let Some(&flags) = bytes.get(3) else {
        return Ok(None);
    };
    if flags & RESERVED != 0 {
        return Err(Damaged);
    }
    let Some(end) = end_of_fields(bytes, flags) else {
        return Ok(None);
    };
    if flags & CHECKED == 0 {
        return Ok(Some(end));
    }
    let mut crc = Crc32::default();
    crc.add(&bytes[..end]);
    match bytes.get(end..end + 2) {
        None => Ok(None),
        Some(check) if *check == crc.value().to_le_bytes()[..2] => Ok(Some(end + 2)),
        Some(_) => Err(Damaged),
    }
}

/// Where the header's own fields end, if they are complete.
fn end_of_fields(bytes: &[u8], flags: u8) -> Option<usize> {
    let mut end = 10;
    if flags & EXTRA != 0 {
        let length = bytes.get(10..12)?.try_into().ok()?;
        end += 2 + usize::from(u16::from_le_bytes(length));
    }
    for text in [NAME, COMMENT] {
        if flags & text != 0 {
            end += bytes.get(end..)?.iter().position(|&byte| byte == 0)? + 1;
        }
    }
    (end <= bytes.len()).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, GzBuilder, write::MultiGzDecoder};
    use proptest::prelude::*;
    use std::io::Write;

    /// A member with the fields that it has.
    fn member(text: &[u8], extra: bool, name: bool, comment: bool) -> Vec<u8> {
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

    /// The text, and whether the file is sound.
    fn read(file: &[u8], piece: usize) -> (Vec<u8>, bool) {
        let (mut text, mut gunzip) = (Vec::new(), Gunzip::default());
        let mut sound = true;
        for piece in file.chunks(piece) {
            sound = sound
                && gunzip
                    .push(piece, &mut |new| text.extend_from_slice(new))
                    .is_ok();
        }
        (text, sound && gunzip.is_whole())
    }

    #[test]
    fn a_checked_header() {
        let mut file = member(b"text", false, true, false);
        file[3] |= CHECKED;
        let end = end_of_fields(&file, file[3]).unwrap();
        let mut crc = Crc32::default();
        crc.add(&file[..end]);
        let check = crc.value().to_le_bytes();
        file.splice(end..end, [check[0], check[1]]);
        assert_eq!(read(&file, 1), (b"text".to_vec(), true));
        file[end] ^= 1;
        assert_eq!(read(&file, 100), (Vec::new(), false));
    }

    #[test]
    fn an_endless_name_is_damage() {
        let mut file = vec![0x1F, 0x8B, 8, NAME, 0, 0, 0, 0, 0, 3];
        file.resize(2 * LONGEST_HEADER, b'x');
        let mut gunzip = Gunzip::default();
        assert_eq!(gunzip.push(&file, &mut |_| ()), Err(Damaged));
    }

    #[test]
    fn a_text_longer_than_the_buffer() {
        let text = vec![b'7'; 100_000];
        assert_eq!(read(&member(&text, false, false, false), 64), (text, true));
    }

    proptest! {
        /// Against flate2's own frame: sound, cut and damaged files of several members.
        #[test]
        fn as_flate2(
            texts in prop::collection::vec((prop::collection::vec(any::<u8>(), 0..100), any::<[bool; 3]>()), 1..4),
            cut in prop::option::of(any::<prop::sample::Index>()),
            damage in prop::option::of((any::<prop::sample::Index>(), 1u8..)),
            piece in 1usize..50,
        ) {
            let members = texts.iter().map(|(text, [extra, name, comment])| member(text, *extra, *name, *comment));
            let mut file = members.collect::<Vec<_>>().concat();
            if let Some(cut) = cut {
                file.truncate(cut.index(file.len()) + 1);
            }
            if let Some((at, change)) = damage {
                let at = at.index(file.len());
                file[at] ^= change;
            }
            let mut theirs = MultiGzDecoder::new(Vec::new());
            let sound = theirs.write_all(&file).is_ok() && theirs.try_finish().is_ok();
            let (text, ours) = read(&file, piece);
            prop_assert_eq!(ours, sound);
            if sound {
                prop_assert_eq!(&text, theirs.get_ref());
            }
        }
    }
}
