//! Embeds the link in a PNG, as a text chunk after the header.

use flate2::Crc;

/// Length of signature and header chunk at the start of every PNG.
const HEAD: usize = 8 + 25;

/// The picture with `text` under `keyword`; unchanged if it is not a PNG.
pub fn with_text(picture: &[u8], keyword: &str, text: &str) -> Vec<u8> {
    let mut chunk = b"tEXt".to_vec();
    chunk.extend(keyword.bytes());
    chunk.push(0);
    // The format requires Latin-1; links are ASCII.
    chunk.extend(text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')));
    match (picture.split_at_checked(HEAD), u32::try_from(chunk.len() - 4)) {
        (Some((head, rest)), Ok(length)) if head.starts_with(b"\x89PNG") => {
            let mut crc = Crc::new();
            crc.update(&chunk);
            [head, &length.to_be_bytes(), &chunk, &crc.sum().to_be_bytes(), rest].concat()
        }
        _ => picture.to_vec(),
    }
}
