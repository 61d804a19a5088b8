//! Arbitrary bytes as a link: unchanged, and as the content of a link. The link's checksum is made valid, since coverage could
//! not guess it.

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine};
use metasched::base::digest::Digest;
use metasched::scenario::link;
use miniz_oxide::deflate::compress_to_vec;

/// Checks that a link is either rejected with reasons, or opens as a scenario. In this case a new link to the scenario
/// must open as the same scenario.
pub fn fuzz(input: &[u8]) {
    let Some((&how, rest)) = input.split_first() else {
        return;
    };
    let stored = |bytes: &[u8]| compress_to_vec(bytes, 0);
    let text = match how % 4 {
        0 => String::from_utf8_lossy(rest).into_owned(),
        // The text of a link, or the deflated bytes that a link contains.
        1 => format!("#2.{}", checked(&stored(rest))),
        2 => format!("#2.{}", checked(rest)),
        _ => format!("#p=landing&v={}", checked(&stored(rest))),
    };
    match link::decode(&text) {
        Err(problems) => super::is_said_well(&problems),
        Ok(opened) => {
            let again = link::encode_with_view(&opened.scenario, opened.view.as_ref());
            if let Ok(again) = link::decode(&again) {
                assert!(again.scenario == opened.scenario, "another scenario");
                assert!(again.view == opened.view, "another view");
            } else {
                assert!(again.len() > link::MOST_BYTES, "{again} does not open");
            }
        }
    }
}

/// The text of a link with this content and a valid checksum.
fn checked(body: &[u8]) -> String {
    let body = BASE64_URL_SAFE_NO_PAD.encode(body);
    let mut digest = Digest::EMPTY;
    digest.add(2);
    digest.add_text(&body);
    let check = BASE64_URL_SAFE_NO_PAD.encode(digest.value().to_be_bytes());
    format!("{body}.{}", &check[..6])
}
