//! The checksum of gzip and PNG (RFC 1952, section 8). Own code, since crc32fast brings 16 kB of tables to the page, which
//! do not get smaller by packing.

/// The effect of four bits: the polynomial 0xEDB88320 divided out bit by bit.
const TABLE: [u32; 16] = {
    let mut table = [0; 16];
    let mut entry = 0;
    while entry < 16 {
        let mut rest = entry as u32;
        let mut bit = 0;
        while bit < 4 {
            rest = (rest >> 1) ^ (0xEDB8_8320 * (rest & 1));
            bit += 1;
        }
        table[entry] = rest;
        entry += 1;
    }
    table
};

/// A checksum in the making; of nothing at first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Crc32(u32);

impl Crc32 {
    /// Goes on with these bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        let mut rest = !self.0;
        for &byte in bytes {
            rest ^= u32::from(byte);
            rest = (rest >> 4) ^ TABLE[(rest & 15) as usize];
            rest = (rest >> 4) ^ TABLE[(rest & 15) as usize];
        }
        self.0 = !rest;
    }

    /// The checksum of all bytes so far.
    pub fn value(self) -> u32 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn check_value_of_the_catalogue() {
        let mut crc = Crc32::default();
        assert_eq!(crc.value(), 0);
        crc.add(b"123456789");
        assert_eq!(crc.value(), 0xCBF4_3926);
    }

    proptest! {
        /// Against flate2's, however the bytes are cut.
        #[test]
        fn as_flate2(bytes in prop::collection::vec(any::<u8>(), 0..300), cut in any::<prop::sample::Index>()) {
            let (first, second) = bytes.split_at(cut.index(bytes.len() + 1));
            let (mut ours, mut theirs) = (Crc32::default(), flate2::Crc::new());
            ours.add(first);
            ours.add(second);
            theirs.update(&bytes);
            prop_assert_eq!(ours.value(), theirs.sum());
        }
    }
}
