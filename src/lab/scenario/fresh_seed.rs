//! Random seeds that are short enough to read aloud.
//!
//! The simulator itself has no source of true randomness, so the caller provides random bytes.

/// Letters and digits that look different (no 0 and o, no 1 and l). There are 32, so every one is equally likely for a random byte.
const ALPHABET: [u8; 32] = *b"abcdefghijkmnpqrstuvwxyz23456789";
/// Number of characters of a seed: 40 bits. The probability that two of a thousand seeds are equal is one in two million.
const LENGTH: usize = 8;

/// Draws a seed from the random bytes that `fill` writes into a buffer, such as `getrandom::fill`.
///
/// # Errors
/// `fill` fails.
pub fn draw<E>(fill: impl FnOnce(&mut [u8]) -> Result<(), E>) -> Result<String, E> {
    let mut bytes = [0; LENGTH];
    fill(&mut bytes)?;
    Ok(text_of(bytes))
}

/// One character per byte.
fn text_of(bytes: [u8; LENGTH]) -> String {
    bytes.iter().map(|byte| char::from(ALPHABET[usize::from(*byte) % ALPHABET.len()])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;
    use crate::scenario::language::path;
    use serde_json::Value;

    #[test]
    fn equal_bytes_give_equal_seeds_and_each_byte_counts() {
        assert_eq!(text_of([0; LENGTH]), "aaaaaaaa");
        assert_eq!(text_of([0, 1, 2, 24, 31, 32, 33, 255]), "abc29ab9");
        for at in 0..LENGTH {
            let mut bytes = [0; LENGTH];
            bytes[at] = 7;
            assert_eq!(text_of(bytes).find('h'), Some(at));
        }
    }

    #[test]
    fn every_character_is_as_likely_as_the_others() {
        let mut count = [0; 128];
        for byte in 0..=255 {
            count[usize::from(text_of([byte; LENGTH]).as_bytes()[0])] += 1;
        }
        let used: Vec<u8> = (0..128).filter(|&c| count[usize::from(c)] > 0).collect();
        assert_eq!(used.len(), ALPHABET.len());
        assert!(used.iter().all(|&c| count[usize::from(c)] == 8));
        assert!(!used.iter().any(|c| b"0o1lO".contains(c)));
    }

    #[test]
    fn a_seed_is_sound_and_read_back_as_text() {
        let seed = text_of([28; LENGTH]);
        assert_eq!(seed, "66666666");
        let value = path::value_from_text("seed", &seed);
        assert_eq!(value, Value::from("66666666"));
        assert_eq!(Scenario::default().with("seed", &value).unwrap().seed.as_str(), seed);
    }

    #[test]
    fn a_source_that_fails_is_an_error() {
        assert_eq!(draw(|_| Err("empty")), Err("empty"));
        let drawn = draw(|bytes| {
            bytes.fill(255);
            Ok::<(), ()>(())
        });
        assert_eq!(drawn, Ok("99999999".to_owned()));
    }
}
