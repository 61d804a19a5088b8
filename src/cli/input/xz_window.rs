//! The window of an .xz decoder: the text that it looks back to, which it keeps in memory.

/// What an .xz file begins with.
pub const MAGIC: &[u8] = b"\xFD7zXZ\0";
/// Bytes of a file that are enough to know its window: the header of the stream, and the longest of a block.
pub const HEADER_BYTES: u64 = 12 + 1024;

/// Of the filters of a block, the one that has a dictionary.
const LZMA2: u64 = 0x21;
/// The decoder's window begins with so much \[bytes\].
const LEAST: u64 = 1 << 16;

/// What a decoder keeps of the text so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Window {
    /// The most that it may look back \[bytes\].
    dictionary: u64,
    /// What it takes now \[bytes\].
    pub bytes: u64,
}

impl Window {
    /// Of a file that begins so; empty if that is no .xz.
    pub fn of(file: &[u8]) -> Window {
        let dictionary = file.strip_prefix(MAGIC).and_then(dictionary);
        Window { dictionary: dictionary.unwrap_or(0), bytes: 0 }
    }

    /// It is to hold so much text from the beginning \[bytes\]: it doubles until all that may be looked back to is there.
    pub fn hold(&mut self, text: u64) {
        if text > self.bytes {
            let grown = text.max(2 * self.bytes).max(LEAST);
            self.bytes = grown.min(self.dictionary);
        }
    }
}

/// The dictionary \[bytes\] that the first block of a stream asks for, behind the stream's magic bytes (the .xz file format, 3.1 and 5.3.1).
fn dictionary(stream: &[u8]) -> Option<u64> {
    let flags = stream.get(7)?;
    let mut rest = stream.get(8..)?;
    // Compressed and uncompressed size may stand before the filters.
    for size in [0x40, 0x80] {
        if flags & size != 0 {
            number(&mut rest)?;
        }
    }
    for _ in 0..=flags & 3 {
        let filter = number(&mut rest)?;
        let properties = usize::try_from(number(&mut rest)?).ok()?;
        if filter == LZMA2 {
            // 2 or 3 times a power of two.
            let bits = u64::from(*rest.first()?);
            return (bits < 40).then(|| (2 | bits & 1) << (bits / 2 + 11));
        }
        rest = rest.get(properties..)?;
    }
    None
}

/// Takes a number: seven bits a byte, the lowest first, the last without the eighth.
fn number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The beginnings of what `xz`, `xz -9` and `xz --x86 --lzma2=dict=96MiB --block-size` write.
    #[test]
    fn dictionaries_of_xz() {
        let plain = |properties| {
            let head = *b"\xFD7zXZ\0\x00\x04\xE6\xD6\xB4\x46\x02\x00\x21\x01";
            [&head[..], &[properties, 0, 0, 0]].concat()
        };
        let dictionary = |file: &[u8]| Window::of(file).dictionary;
        assert_eq!(dictionary(&plain(0x16)), 8 << 20);
        assert_eq!(dictionary(&plain(0x1C)), 64 << 20);
        let sized = b"\xFD7zXZ\0\x00\x04\xE6\xD6\xB4\x46\x04\xC1\x80\x01\x90\x4E\x04\x00\x21\x01\x1D";
        assert_eq!(dictionary(sized), 96 << 20);
        for end in 0..sized.len() {
            assert_eq!(dictionary(&sized[..end]), 0, "{end}");
        }
        assert_eq!(dictionary(b"1 0 -1 60 2\n"), 0);
        assert_eq!(dictionary(&plain(0xFF)), 0);
    }

    #[test]
    fn a_window_doubles_up_to_the_dictionary() {
        let mut window = Window { dictionary: 300_000, bytes: 0 };
        let taken = [1, 65_536, 65_537, 131_073, 262_145, 10_000_000].map(|text| {
            window.hold(text);
            window.bytes
        });
        assert_eq!(taken, [65_536, 65_536, 131_072, 262_144, 300_000, 300_000]);
        let mut none = Window::of(b"1 0 -1 60 2\n");
        none.hold(1 << 30);
        assert_eq!(none.bytes, 0);
    }
}
