//! Converts Markdown, or pictures with a text, to one self-contained HTML document.

use super::MARK;
use super::figures::{Picture, SVG};
use crate::base::problem::Problem;
use crate::cli::session::{Failure, NewFile};
use crate::words::markdown::escape;
use crate::words::well_formed;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// The style sheet of all documents.
const STYLE: &str = include_str!("report.css");

/// Converts Markdown to an HTML document. `contents` gives the anchors and titles of the second-level headings, in
/// order. SVG pictures are inlined, so that their text can be searched. HTML within the text is escaped.
pub fn document(title: &str, generator: &str, text: &str, contents: &[(&str, &str)]) -> String {
    let mut names = contents.iter().map(|(name, _)| CowStr::from(*name));
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).flat_map(|event| match event {
        Event::Html(own) | Event::InlineHtml(own) => vec![Event::Text(own)],
        Event::Start(Tag::Heading { level: HeadingLevel::H2, classes, attrs, .. }) => {
            vec![Event::Start(Tag::Heading { level: HeadingLevel::H2, id: names.next(), classes, attrs })]
        }
        // A wide table can be scrolled separately, also by keyboard.
        Event::Start(Tag::Table(_)) => {
            vec![
                Event::Html("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table\">".into()),
                event,
            ]
        }
        Event::End(TagEnd::Table) => vec![event, Event::Html("</div>\n".into())],
        Event::Start(Tag::Image { ref dest_url, .. }) => match inlined(dest_url) {
            Some(svg) => vec![Event::InlineHtml(svg.into())],
            None => vec![event],
        },
        other => vec![other],
    });
    let mut body = String::new();
    html::push_html(&mut body, events);
    let link =
        |(name, title): &(&str, &str)| format!("<li><a href=\"#{}\">{}</a></li>\n", escaped(name), escaped(title));
    let links: String = contents.iter().map(link).collect();
    let contents = match contents.len() {
        0 | 1 => String::new(),
        _ => format!("<nav aria-label=\"Contents\">\n<ul>\n{links}</ul>\n</nav>\n"),
    };
    let title = escaped(title);
    well_formed(format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"generator\" content=\"{generator}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n{contents}<main>\n{body}</main>\n</body>\n</html>\n"
    ))
}

/// Decodes the SVG document in the address of a picture.
fn inlined(address: &str) -> Option<String> {
    let svg = STANDARD.decode(address.strip_prefix(SVG)?).ok()?;
    String::from_utf8(svg).ok()
}

/// A document of pictures, each with its description, followed by a heading and a plain text.
pub fn pictures(title: &str, figures: &[Picture], (heading, text): (&str, &str)) -> String {
    let figures: String = figures.iter().map(Picture::markdown).collect();
    // Four spaces at the beginning of each line make a code block, whatever the text contains.
    let text: String = text.lines().map(|line| format!("    {}\n", line.replace(char::is_control, " "))).collect();
    let page = format!("# {}\n{figures}\n## {}\n\n{text}", escape(title), escape(heading));
    document(title, MARK, &page, &[])
}

/// Writes a document to its file.
///
/// # Errors
/// If the document could not be generated, or the file cannot be written.
pub fn write(file: NewFile, page: Result<String, String>) -> Result<(), Failure> {
    let page = page.map_err(|wrong| Failure::Running(Problem::new("the page", wrong, "", "")))?;
    file.fill(&page)
}

/// Escapes a text for use in an element or an attribute.
fn escaped(text: &str) -> String {
    let mut safe = String::new();
    html::push_html(&mut safe, [Event::Text(text.into())].into_iter());
    safe.replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_within_the_text_is_no_html() {
        let text =
            "# A\n\n<script>alert(1)</script>\n\nb <img src=x onerror=alert(1)> c\n\n## D\n\n| e |\n|---|\n| <i> |\n";
        let page = document("<b> & \"c\"", "a test", text, &[("d", "<D>"), ("e", "E")]);
        for part in [
            "<title>&lt;b&gt; &amp; &quot;c&quot;</title>",
            "&lt;script&gt;alert(1)&lt;/script&gt;",
            "&lt;img src=x onerror=alert(1)&gt;",
            "<h2 id=\"d\">D</h2>",
            "<li><a href=\"#d\">&lt;D&gt;</a></li>",
            "<td>&lt;i&gt;</td>",
        ] {
            assert!(page.contains(part), "{part} in\n{page}");
        }
        assert!(!page.contains("<script") && !page.contains("<img"));
    }

    #[test]
    fn a_picture_is_inlined() {
        let text = format!("![]({SVG}{})\n", STANDARD.encode("<svg><text>Load</text></svg>"));
        let page = document("A", "a test", &text, &[]);
        assert!(page.contains("<main>\n<p><svg><text>Load</text></svg></p>\n</main>"), "{page}");
    }
}
