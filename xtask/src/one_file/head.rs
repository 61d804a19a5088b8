//! Removes references to other files from a page of the site: links, scripts, policy, handbook. Trunk has minified
//! index.html, so quotes and slashes may be missing.

use crate::process::Outcome;

/// Elements that are removed from the head: begin of the tag, a word that the element must contain, and its end.
const LEFT_OUT: [(&str, &str, &str); 2] = [("<link", "", ">"), ("<meta", "content-security-policy", ">")];

/// A page, without the script `entry`, in three pieces: up to the end of the first `<meta charset>`, from there to the
/// end of its body, and the rest.
pub fn without_files(page: &str, entry: &str) -> Outcome<[String; 3]> {
    let missing = |what: &str| format!("the page of {entry} has no {what}: is it a built one?");
    let (head, body) = page.split_once("</head>").ok_or_else(|| missing("</head>"))?;
    let mut left = without(&without_handbook(head), "<script", entry, "</script>");
    for (begin, word, end) in LEFT_OUT {
        left = without(&left, begin, word, end);
    }
    if left.contains("<script") || body.contains("<script") {
        return Err(format!(
            "a page has a script besides {entry}, which the page in one file cannot have: `cargo xtask dist` builds a page without (`serve` does not)"
        ));
    }
    let end_of_body = body.rfind("</body>").ok_or_else(|| missing("</body>"))?;
    let (body, rest) = body.split_at(end_of_body);
    let charset = left.find("<meta charset").map_or_else(
        || left.find("<head>").map(|place| place + "<head>".len()),
        |place| left[place..].find('>').map(|end| place + end + 1),
    );
    let charset = charset.ok_or_else(|| missing("<head>"))?;
    let (first, second) = left.split_at(charset);
    Ok([first.to_owned(), format!("{second}</head>{body}"), rest.to_owned()])
}

/// The text without elements that begin with `begin` and contain `word`.
fn without(text: &str, begin: &str, word: &str, end: &str) -> String {
    let mut left = String::new();
    let mut rest = text;
    while let Some(place) = rest.find(begin) {
        let (before, from) = rest.split_at(place);
        let tag = from.find('>').map_or(from, |end| &from[..end]);
        let length = from.find(end).map_or(from.len(), |place| place + end.len());
        left += before;
        let (own, others) = from.split_at(length);
        if !tag.to_ascii_lowercase().contains(word) {
            left += own;
        }
        rest = others;
    }
    left + rest
}

/// The handbook belongs to the site and is not part of the file.
fn without_handbook(head: &str) -> String {
    let Some(place) = head.find(" data-handbook=") else {
        return head.to_owned();
    };
    let (before, from) = head.split_at(place);
    let end = from[1..].find([' ', '>']).map_or(from.len(), |end| end + 1);
    format!("{before} data-handbook=\"\"{}", &from[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stay_and_files_go() {
        let page = "<!doctype html><html data-build=1a data-handbook=\"handbook/\" lang=en><head><meta charset=utf-8>\
                    <meta content=x name=description><meta content=\"default-src 'self'\" http-equiv=Content-Security-Policy>\
                    <script async src=./boot.mjs type=module></script><link href=a.css rel=stylesheet>\
                    <title>M</title></head><body><a href=#b>b</a></body></html>";
        assert_eq!(
            without_files(page, "boot.mjs").unwrap(),
            [
                "<!doctype html><html data-build=1a data-handbook=\"\" lang=en><head><meta charset=utf-8>",
                "<meta content=x name=description><title>M</title></head><body><a href=#b>b</a>",
                "</body></html>",
            ]
        );
    }

    #[test]
    fn an_unknown_script_is_refused() {
        let page = "<head><script src=other.js></script></head><body></body>";
        assert!(without_files(page, "boot.mjs").unwrap_err().contains("a script besides boot.mjs"));
        assert!(without_files("<p>", "boot.mjs").unwrap_err().contains("no </head>"));
    }
}
