//! 64-bit digest of the events of a run, fed one word at a time.
//!
//! Two runs with the same digest started and ended the same jobs on the same nodes at the same times, to the last bit.
//! The digest is a check value, not a cryptographic hash: each word costs only one multiplication and one rotation.

use std::fmt::{self, Write};

/// The digest so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64);

/// 2^64 / golden ratio, made odd: spreads each word over all bits.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

impl Digest {
    /// Initial digest, before any word.
    pub const EMPTY: Digest = Digest(0x6D65_7461_7363_6864);

    /// Adds one word; the order of the words matters.
    #[inline]
    pub fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(SPREAD);
    }

    /// Adds the bits of a number.
    #[inline]
    pub fn add_f64(&mut self, number: f64) {
        self.add(number.to_bits());
    }

    /// Adds a text: its bytes in groups of eight, then its length.
    pub fn add_text(&mut self, text: &str) {
        let (words, rest) = text.as_bytes().as_chunks();
        words.iter().for_each(|&word| self.add(u64::from_le_bytes(word)));
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.add(u64::from_le_bytes(word));
        }
        self.add(text.len() as u64);
    }

    /// The digest as a number. The result is mixed once more, so that every bit depends on every word.
    pub fn value(self) -> u64 {
        let mut x = self.0;
        x = (x ^ (x >> 32)).wrapping_mul(SPREAD);
        x = (x ^ (x >> 29)).wrapping_mul(SPREAD);
        x ^ (x >> 32)
    }
}

/// Shows the digest as sixteen hexadecimal digits.
impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.value())
    }
}

/// Bytes as hexadecimal text, two digits per byte.
pub fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to a text cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_length_matter() {
        let of = |words: &[u64]| {
            let mut digest = Digest::EMPTY;
            words.iter().for_each(|&w| digest.add(w));
            digest.value()
        };
        assert_ne!(of(&[1, 2]), of(&[2, 1]));
        assert_ne!(of(&[0]), of(&[0, 0]));
        let text = |t: &str| {
            let mut digest = Digest::EMPTY;
            digest.add_text(t);
            digest.value()
        };
        assert_ne!(text("a"), text("a\0"));
    }

    #[test]
    fn numbers_count_to_their_last_bit() {
        let of = |number: f64| {
            let mut digest = Digest::EMPTY;
            digest.add_f64(number);
            digest.value()
        };
        assert_ne!(of(0.1 + 0.2), of(0.3));
        assert_ne!(of(0.0), of(-0.0));
    }

    #[test]
    fn prints_sixteen_digits() {
        assert_eq!(Digest::EMPTY.to_string().len(), 16);
    }
}
