//! Links of the handbook: in its Markdown, and on its finished pages.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::process::Outcome;
use crate::{files, project};

/// Characters that a page has at least.
const LEAST: usize = 200;
/// Pages that mdBook makes beside those that are written.
const NO_CHAPTERS: [&str; 2] = ["print.html", "toc.html"];

/// The places in a text of Markdown where links are: from `[` to `)`, with the place of `](` between them.
fn places(text: &str) -> Vec<(usize, usize, usize)> {
    let mut found = Vec::new();
    let (mut fenced, mut start) = (false, 0);
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            let mut at = 0;
            while let Some(middle) = line[at..].find("](").map(|found| at + found) {
                at = middle + 2;
                let coded = line[..middle].matches('`').count() % 2 == 1;
                let begin = line[..middle].rfind('[');
                let end = line[middle..].find(')').map(|found| middle + found);
                if let (Some(begin), Some(end), false) = (begin, end, coded) {
                    found.push((start + begin, start + middle, start + end));
                }
            }
        }
        start += line.len();
    }
    found
}

/// What the links of a text lead to.
pub fn targets(text: &str) -> Vec<String> {
    let places = places(text).into_iter();
    places.map(|(_, middle, end)| text[middle + 2..end].to_owned()).collect()
}

/// A text in which the links that are `unwanted` are plain text.
pub fn without(text: &str, unwanted: &dyn Fn(&str) -> bool) -> String {
    let (mut kept, mut done) = (String::new(), 0);
    for (begin, middle, end) in places(text) {
        if unwanted(&text[middle + 2..end]) {
            kept += &text[done..begin];
            kept += &text[begin + 1..middle];
            done = end + 1;
        }
    }
    kept + &text[done..]
}

/// The file that a link on a page leads to, from the folder of all pages; none if it leads elsewhere or to the page itself. What lies
/// outside of the folder begins with `../`.
pub fn resolved(page: &str, target: &str) -> Option<String> {
    let path = target.split(['#', '?']).next().unwrap_or_default();
    if path.is_empty() || target.contains(':') {
        return None;
    }
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Checks the finished pages in a folder: each says something, whatever it links is there, and nothing is loaded from elsewhere.
pub fn check(folder: &Path) -> Outcome {
    let files: BTreeSet<String> = files::all(folder)?.into_iter().collect();
    let mut pages = BTreeMap::new();
    for file in files.iter().filter(|file| file.ends_with(".html")) {
        let text = without_scripts(&project::read(&folder.join(file))?);
        pages.insert(file.clone(), Page::read(&text));
    }
    let mut problems = Vec::new();
    for (file, page) in &pages {
        if page.characters < LEAST && !NO_CHAPTERS.contains(&file.as_str()) {
            problems.push(format!("{file} says next to nothing"));
        }
        for (tag, target) in &page.links {
            if let Some(problem) = wrong(file, tag, target, &files, &pages) {
                problems.push(format!("{file}: {target} {problem}"));
            }
        }
    }
    match problems.is_empty() {
        true => {
            println!("{} pages of the handbook, all links lead somewhere", pages.len());
            Ok(())
        }
        false => Err(format!("the handbook has\n{}", problems.join("\n"))),
    }
}

/// What is wrong with a link of a page.
fn wrong(
    file: &str,
    tag: &str,
    target: &str,
    files: &BTreeSet<String>,
    pages: &BTreeMap<String, Page>,
) -> Option<&'static str> {
    if target.starts_with("http:") || target.starts_with("https:") || target.starts_with("//") {
        return (tag != "a").then_some("is loaded from elsewhere");
    }
    let (_, id) = target.split_once('#').unwrap_or((target, ""));
    let here = || target.starts_with('#').then(|| file.to_owned());
    let own = resolved(file, target).or_else(here)?;
    // The laboratory's page is beside the handbook, and its links are not the handbook's to check.
    if own == "../" || own == ".." {
        return None;
    }
    let own = match own.strip_suffix('/') {
        Some(folder) => format!("{folder}/index.html"),
        None => own,
    };
    if !files.contains(&own) {
        return Some("leads nowhere");
    }
    let has = |page: &Page| id.is_empty() || page.ids.contains(id);
    match pages.get(&own) {
        Some(page) if !has(page) => Some("leads to no place on that page"),
        _ => None,
    }
}

/// What of a finished page is checked.
#[derive(Default)]
struct Page {
    /// Names of tags with what they lead to or load.
    links: Vec<(String, String)>,
    ids: BTreeSet<String>,
    /// Of its text.
    characters: usize,
}

impl Page {
    fn read(text: &str) -> Page {
        let mut page = Page::default();
        let mut within_main = false;
        for piece in text.split('<').skip(1) {
            let (tag, words) = piece.split_once('>').unwrap_or((piece, ""));
            let name = tag.split_whitespace().next().unwrap_or_default();
            within_main = (within_main || name == "main") && name != "/main";
            if within_main {
                page.characters += words.trim().chars().count();
            }
            for key in ["href", "src"] {
                let link = attribute(tag, key).map(|target| (name.to_owned(), target));
                page.links.extend(link);
            }
            page.ids.extend(attribute(tag, "id"));
        }
        page
    }
}

/// The value of an attribute of a tag.
fn attribute(tag: &str, key: &str) -> Option<String> {
    let (_, rest) = tag.split_once(&format!(" {key}=\""))?;
    let value = rest.split('"').next()?;
    Some(value.replace("&amp;", "&"))
}

fn without_scripts(text: &str) -> String {
    let (mut kept, mut rest) = (String::new(), text);
    while let Some((before, script)) = rest.split_once("<script") {
        kept += before;
        // What a script loads is in its tag.
        let (tag, after) = script.split_once('>').unwrap_or((script, ""));
        kept += &format!("<script{tag}>");
        rest = after.split_once("</script>").map_or("", |(_, rest)| rest);
    }
    kept + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_but_not_in_code() {
        let text = "a [b](c.md) `[d](e.md)` ![f](g.png)\n```sh\n[h](i.md)\n```\n[j](k.md#l)";
        assert_eq!(targets(text), ["c.md", "g.png", "k.md#l"]);
        let gone = without(text, &|target| target == "c.md");
        assert!(gone.starts_with("a b `[d](e.md)` ![f](g.png)\n"));
    }

    #[test]
    fn a_link_is_read_from_where_its_page_is() {
        let to = |target: &str| resolved("docs/a.md", target);
        assert_eq!(to("b.md#c").as_deref(), Some("docs/b.md"));
        assert_eq!(to("../b.md").as_deref(), Some("b.md"));
        assert_eq!(to("../../").as_deref(), Some("../"));
        assert_eq!(to("#c"), None);
        assert_eq!(to("https://example.org/"), None);
    }

    #[test]
    fn a_page_with_a_broken_link_or_without_words_is_refused() {
        let folder = std::env::temp_dir().join(format!("metasched-links-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("a")).unwrap();
        let words = "word ".repeat(60);
        let page = |name: &str, links: &str, words: &str| {
            let text =
                format!("<script>'<a href=\"no.html\">'</script><main><h1 id=\"top\">{words}</h1>{links}</main>");
            std::fs::write(folder.join(name), text).unwrap();
        };
        page("index.html", "<a href=\"a/b.html#top\">b</a><a href=\"https://example.org\">c</a>", &words);
        page("a/b.html", "<a href=\"../index.html\">a</a><a href=\"../../#p=x\">page</a>", &words);
        assert_eq!(check(&folder), Ok(()));
        page("a/b.html", "<a href=\"../no.html\">a</a><a href=\"#no\">a</a><img src=\"https://x.org/\">", "");
        let problem = check(&folder).unwrap_err();
        for wrong in [
            "a/b.html says next to nothing",
            "a/b.html: ../no.html leads nowhere",
            "a/b.html: #no leads to no place on that page",
            "a/b.html: https://x.org/ is loaded from elsewhere",
        ] {
            assert!(problem.contains(wrong), "{problem}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
