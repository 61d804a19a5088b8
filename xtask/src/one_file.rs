//! `cargo xtask one-file`: makes `metasched.html`, the whole page in one file that opens by a double click, from the
//! finished site.
//!
//! Under file:// a browser fetches nothing and imports no modules, so this file contains all files of the page: scripts
//! as classic scripts, the program and files that the site fetches later as blocks of gzip in base64, which
//! www/one_file.mjs unpacks. Its last block is a slot for a scenario with its results; the page's Export dialog fills
//! it (www/export_one_file.mjs).

mod head;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use clap::Args;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::node::{self, Script};
use crate::process::Outcome;
use crate::{files, notices, project};

/// Name of the file in the site.
pub const FILE: &str = "metasched.html";

/// Security policy: only content of the file itself; scripts and styles are inline, workers are made of blobs.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; \
                      style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'";

/// The style sheet of the page.
pub const STYLE: &str = "style/page.css";

/// Prefixes of the files that are packed into the page and unpacked by its script.
const PACKED: [&str; 6] = ["papers.json", "presets.json", "claims.json", "guides.json", GLOSSARY[0], "results/"];

/// The glossary and the style sheet of its cards, if the site has them.
const GLOSSARY: [&str; 2] = ["glossary.json", "glossary.css"];

/// The script and the style sheet of talks and lessons, if the site has them.
const GUIDE: [&str; 2] = ["guide/guide.mjs", "guide/guide.css"];

/// The speaker's window of a talk.
const NOTES: &str = "notes.html";

/// Type of the script elements that contain packed files. Browsers do not run scripts of this type.
const PACKED_TYPE: &str = "application/gzip+base64";

#[derive(Args)]
pub struct OneFile {
    /// The folder with the built site.
    #[arg(value_name = "DIST")]
    site: Option<PathBuf>,
}

impl OneFile {
    pub fn carry_out(self) -> Outcome {
        build(&self.site.unwrap_or_else(project::dist))
    }
}

/// Makes the file from the site in `folder`, and writes it there.
pub fn build(folder: &Path) -> Outcome {
    let files = files::all(folder)?;
    let named = |prefix: &str, suffix: &str| {
        let is_it = |file: &&String| file.starts_with(prefix) && file.ends_with(suffix);
        let file = files.iter().find(is_it).ok_or_else(|| {
            format!("{}: there is no {prefix}…{suffix}; `cargo xtask dist` builds the site", folder.display())
        })?;
        Ok::<PathBuf, String>(folder.join(file))
    };
    let mut packed = vec![("page.wasm".to_owned(), read(&named("page", "_bg.wasm")?)?)];
    for file in files.iter().filter(|file| is_packed(file)) {
        packed.push((file.clone(), read(&folder.join(file))?));
    }
    let own = |file: &str| project::root().join("www").join(file);
    let guide = match files.iter().any(|file| file == GUIDE[0]) {
        true => {
            let [script, style] = GUIDE.map(|file| folder.join(file));
            let script = node::classic(&Script::named(&script, "siteGuide"))?;
            packed.push((NOTES.to_owned(), notes(folder)?.into_bytes()));
            Some((script, project::read(&style)?))
        }
        false => None,
    };
    let glossary_style = match files.iter().any(|file| file == GLOSSARY[1]) {
        true => project::read(&folder.join(GLOSSARY[1]))?,
        false => String::new(),
    };
    let parts = Parts {
        page: project::read(&folder.join("index.html"))?,
        icon: read(&named("icon", ".svg")?)?,
        style: project::read(&folder.join(STYLE))?,
        embed_style: project::read(&folder.join("embed.css"))?,
        glossary_style,
        entry: node::classic(&Script::of(&own("one_file.mjs")))?,
        worker: node::classic(&Script::of(&own("one_file_worker.mjs")))?,
        bindings: node::classic(&Script::named(&named("page", ".js")?, "pageBindings"))?,
        guide,
        packed,
    };
    let text = with_notices(parts.assembled()?)?;
    let place = folder.join(FILE);
    project::write(&place, &text)?;
    println!("{}: {} bytes", place.display(), text.len());
    Ok(())
}

/// The page with the licences of its libraries, in a comment at the end.
fn with_notices(page: String) -> Outcome<String> {
    let notices = project::read(&project::root().join(notices::FILE))?;
    match notices.contains("-->") {
        false => Ok(format!("{page}<!--\n{notices}-->\n")),
        true => Err(format!("{} has \"-->\", the end of a comment in the page", notices::FILE)),
    }
}

/// The speaker's window as a page without other files.
fn notes(folder: &Path) -> Outcome<String> {
    let page = project::read(&folder.join(NOTES))?;
    let style = project::read(&folder.join("guide/notes.css"))?;
    let entry = node::classic(&Script::of(&folder.join("guide/notes.mjs")))?;
    let [before_head, before_body, rest] = head::without_files(&page, "notes.mjs")?;
    let style = inline("style", "notes.css", &style)?;
    let script = script("", "notes.mjs", &entry)?;
    Ok(format!("{before_head}<style>{style}</style>{before_body}{script}{rest}"))
}

/// True if the site fetches the file on demand. The page in one file contains such files, packed. Pictures of the
/// landing figure are left out, because the figure is drawn at once.
fn is_packed(file: &str) -> bool {
    file.ends_with(".json") && PACKED.iter().any(|begin| file.starts_with(begin))
}

fn read(file: &Path) -> Outcome<Vec<u8>> {
    fs::read(file).map_err(|error| format!("{}: {error}", file.display()))
}

/// The parts of the file.
struct Parts {
    /// The site's index.html.
    page: String,
    icon: Vec<u8>,
    style: String,
    embed_style: String,
    /// Style sheet of the glossary's cards.
    glossary_style: String,
    entry: String,
    worker: String,
    bindings: String,
    /// Talks and lessons: bundled script and style sheet.
    guide: Option<(String, String)>,
    /// Names and contents of packed files.
    packed: Vec<(String, Vec<u8>)>,
}

impl Parts {
    fn assembled(&self) -> Outcome<String> {
        let [before_head, before_body, rest] = head::without_files(&self.page, "boot.mjs")?;
        let icon = STANDARD.encode(&self.icon);
        let style = without_pictures(&self.style);
        let mut text = format!(
            "{before_head}<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\
             <link rel=\"icon\" type=\"image/svg+xml\" href=\"data:image/svg+xml;base64,{icon}\">\
             <style>{}</style>{}{before_body}",
            inline("style", "the style sheet", &style)?,
            script("", "the entry", &self.entry)?,
        );
        for (name, content) in &self.packed {
            let block = STANDARD.encode(&gzipped(content).map_err(|error| error.to_string())?);
            text += &format!("<script type=\"{PACKED_TYPE}\" id=\"file {name}\">{block}</script>\n");
        }
        text += &script(" id=\"bindings\"", "the bindings", &self.bindings)?;
        for (id, content) in [("worker", &self.worker), ("embed-style", &self.embed_style)] {
            text += &script(&format!(" type=\"text/plain\" id=\"{id}\""), id, content)?;
        }
        // By the element's id, the script knows that the style sheet is already loaded.
        let style = inline("style", GLOSSARY[1], &self.glossary_style)?;
        text += &format!("<style id=\"{}\">{style}</style>\n", GLOSSARY[1]);
        if let Some((guide, style)) = &self.guide {
            let style = inline("style", "guide.css", style)?;
            text += &format!("<style id=\"guide.css\">{style}</style>\n");
            text += &script("", "guide.mjs", guide)?;
        }
        text += "<script type=\"application/json\" id=\"opened\">null</script>";
        text += &rest;
        Ok(text)
    }
}

/// The style sheet without the pictures of the landing figure: the page in one file shows none.
fn without_pictures(style: &str) -> String {
    let mut parts = style.split("url(");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(')') {
            Some((address, rest)) if address.contains("results/landing") => {
                kept += "none";
                kept += rest;
            }
            _ => {
                kept += "url(";
                kept += part;
            }
        }
    }
    kept
}

/// A script element with these attributes.
fn script(attributes: &str, what: &str, content: &str) -> Outcome<String> {
    Ok(format!("<script{attributes}>{}</script>\n", inline("script", what, content)?))
}

/// Checks that a text is allowed inside an element: the text must not contain the end tag of the element or begin a
/// comment.
fn inline<'a>(element: &str, what: &str, content: &'a str) -> Outcome<&'a str> {
    let lower = content.to_ascii_lowercase();
    match [format!("</{element}"), "<!--".to_owned()].into_iter().find(|end| lower.contains(end.as_str())) {
        None => Ok(content.trim()),
        Some(end) => Err(format!("{what} has `{end}`, which cannot stand inside <{element}>: write it in two pieces")),
    }
}

/// Best compression, since one file is fetched once and kept.
fn gzipped(content: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    encoder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts() -> Parts {
        Parts {
            page: "<!doctype html><html data-build=1a data-handbook=handbook/><head><title>M</title>\
                   <link rel=icon href=icon.svg><script type=module src=./boot.mjs?build=1a async></script></head>\
                   <body><p>Hello</p></body></html>"
                .to_owned(),
            icon: b"<svg/>".to_vec(),
            style: "p{color:red}:root{--a:url(results/landing-wide-light.svg);--b:url(#c)}".to_owned(),
            embed_style: "p{margin:0}".to_owned(),
            glossary_style: "i{margin:0}".to_owned(),
            entry: "begin()".to_owned(),
            worker: "work()".to_owned(),
            bindings: "var pageBindings".to_owned(),
            guide: Some(("var siteGuide".to_owned(), "b{margin:0}".to_owned())),
            packed: vec![("results/landing.json".to_owned(), b"{}".to_vec())],
        }
    }

    #[test]
    fn all_is_in_the_file_and_nothing_leads_out_of_it() {
        let text = parts().assembled().unwrap();
        for expected in [
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ",
            "href=\"data:image/svg+xml;base64,PHN2Zy8+\"",
            "<style>p{color:red}:root{--a:none;--b:url(#c)}</style>",
            "<script>begin()</script>",
            "<script type=\"application/gzip+base64\" id=\"file results/landing.json\">H4sI",
            "<script id=\"bindings\">var pageBindings</script>",
            "<script type=\"text/plain\" id=\"worker\">work()</script>",
            "<script type=\"text/plain\" id=\"embed-style\">p{margin:0}</script>",
            "<style id=\"guide.css\">b{margin:0}</style>",
            "<style id=\"glossary.css\">i{margin:0}</style>",
            "<script>var siteGuide</script>",
            "<p>Hello</p>",
        ] {
            assert!(text.contains(expected), "{expected} is not in {text}");
        }
        for other in ["icon.svg", "boot.mjs", "src=", "handbook/"] {
            assert!(!text.contains(other), "{other} is in {text}");
        }
        let slot = "<script type=\"application/json\" id=\"opened\">null</script></body></html>";
        assert!(text.ends_with(slot), "{text}");
        assert_eq!(text.matches("id=\"opened\"").count(), 1);
        // The security policy precedes everything to which it applies.
        assert!(text.find("Content-Security-Policy") < text.find("<style>"));
    }

    #[test]
    fn a_script_that_would_end_its_element_is_refused() {
        let mut parts = parts();
        parts.worker = "'</SCRIPT>'".to_owned();
        assert_eq!(
            parts.assembled().unwrap_err(),
            "worker has `</script`, which cannot stand inside <script>: write it in two pieces"
        );
    }

    #[test]
    fn results_are_packed_and_pictures_are_not() {
        let packed: Vec<&str> = [
            "claims.json",
            "manifest.webmanifest",
            "papers.json",
            "results/landing.json",
            "results/landing-wide-dark.svg",
            "handbook/results/a.json",
        ]
        .into_iter()
        .filter(|file| is_packed(file))
        .collect();
        assert_eq!(packed, ["claims.json", "papers.json", "results/landing.json"]);
    }

    #[test]
    fn a_folder_without_a_site_is_refused() {
        let folder = std::env::temp_dir().join(format!("metasched-one-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let problem = build(&folder).unwrap_err();
        assert!(problem.ends_with("there is no page…_bg.wasm; `cargo xtask dist` builds the site"), "{problem}");
        fs::remove_dir_all(folder).unwrap();
    }
}
