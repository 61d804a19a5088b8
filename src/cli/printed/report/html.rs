//! The report as one HTML document without any other file.

use crate::ENGINE_VERSION;
use crate::cli::printed::report::table::Table;
use crate::cli::printed::report::{Improvements, MARK, Report, Section};
use crate::experiment::reproduce::{Finding, quantity};
use std::fmt::Write;

/// How documents look.
pub(in crate::cli) const STYLE: &str = include_str!("report.css");

/// The whole report.
pub fn document(report: &Report) -> String {
    let title = escape(report.paper.title);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"generator\" content=\"{MARK}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>Reproduction of {title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n\
         <p>Published results beside those of Metasched, engine {ENGINE_VERSION}; {}.</p>\n\
         <p><strong>{}.</strong></p>\n<ul>\n",
        escape(report.tier_words()),
        escape(&report.counts()),
    );
    for note in report.notes() {
        put(&mut page, format_args!("<li>{}</li>\n", escape(&note)));
    }
    page.push_str("</ul>\n");
    write_contents(&mut page, report);
    page.push_str("</header>\n<main>\n");
    if let Some(table) = Improvements::table(report.improvements()) {
        page.push_str("<section id=\"improvements\" aria-labelledby=\"improvements-title\">\n");
        put(&mut page, format_args!("<h2 id=\"improvements-title\">{}</h2>\n", escape(table.title)));
        write_table(&mut page, &table);
        page.push_str("</section>\n");
    }
    for section in &report.sections {
        write_section(&mut page, section);
    }
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

/// Every experiment with the verdicts of its claims as marks.
fn write_contents(page: &mut String, report: &Report) {
    page.push_str("<nav aria-label=\"Experiments\">\n<ul>\n");
    for section in &report.sections {
        put(page, format_args!("<li><a href=\"#{}\">{}</a>", section.anchor, escape(section.title())));
        for finding in &section.findings {
            let verdict = finding.verdict;
            put(
                page,
                format_args!(
                    " <span class=\"{}\" title=\"{}\">{}</span>",
                    verdict.key(),
                    escape(finding.verdict_words()),
                    verdict.sign()
                ),
            );
        }
        page.push_str("</li>\n");
    }
    page.push_str("</ul>\n</nav>\n");
}

fn write_section(page: &mut String, section: &Section) {
    put(
        page,
        format_args!(
            "<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}</h2>\n<p>{2}</p>\n",
            section.anchor,
            escape(section.title()),
            escape(section.preset.about)
        ),
    );
    for figure in &section.figures {
        put(
            page,
            format_args!("<figure>\n{}\n<figcaption>{}</figcaption>\n</figure>\n", figure.svg, escape(&figure.words)),
        );
    }
    if !section.findings.is_empty() {
        put(
            page,
            format_args!(
                "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Claims of {}\">\n<table>\n<thead><tr>\
                 <th scope=\"col\">The paper</th><th scope=\"col\">Holds if</th><th scope=\"col\">Ours</th>\
                 <th scope=\"col\">Verdict</th></tr></thead>\n<tbody>\n",
                escape(section.title())
            ),
        );
        for finding in &section.findings {
            write_row(page, finding);
        }
        page.push_str("</tbody>\n</table>\n</div>\n");
    }
    if let Some(regions) = &section.regions {
        put(page, format_args!("<p>{}.</p>\n", escape(regions)));
    }
    for table in &section.tables {
        put(page, format_args!("<h3>{}</h3>\n", escape(table.title)));
        write_table(page, table);
    }
    put(
        page,
        format_args!(
            "<p class=\"again\">{}. {}<br><code>{}</code></p>\n</section>\n",
            escape(&section.size),
            match &section.digests {
                Some([scenario, runs]) =>
                    format!("Scenario <code>{scenario}</code>, runs <code>{runs}</code>, again by"),
                None => "Not run, for its log is not at hand; with it by".to_owned(),
            },
            escape(&section.command)
        ),
    );
}

fn write_table(page: &mut String, table: &Table) {
    put(
        page,
        format_args!(
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">\n<table>\n<thead><tr>",
            escape(table.title)
        ),
    );
    for head in &table.head {
        put(page, format_args!("<th scope=\"col\">{}</th>", escape(head)));
    }
    page.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        for (index, cell) in row.iter().enumerate() {
            let cell = escape(cell);
            match index {
                0 => put(page, format_args!("<tr><th scope=\"row\">{cell}</th>")),
                _ => put(page, format_args!("<td>{cell}</td>")),
            }
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody>\n</table>\n</div>\n");
}

fn write_row(page: &mut String, finding: &Finding) {
    let claim = finding.claim;
    page.push_str("<tr><th scope=\"row\">");
    if !claim.is_ours() {
        put(page, format_args!("<q>{}</q> ", escape(claim.quote)));
    }
    put(page, format_args!("<span class=\"source\">{}</span><p>{}</p>", escape(&claim.origin()), escape(claim.says)));
    if !claim.remark.is_empty() {
        put(page, format_args!("<p class=\"remark\">{}</p>", escape(claim.remark)));
    }
    put(
        page,
        format_args!(
            "</th><td>{}</td><td><strong>{}</strong><br><span class=\"source\">{}</span></td>\
             <td class=\"{}\">{} {}</td></tr>\n",
            escape(&finding.wanted()),
            escape(&finding.ours()),
            escape(&quantity(&claim.measure)),
            finding.verdict.key(),
            finding.verdict.sign(),
            escape(finding.verdict_words()),
        ),
    );
}

/// Text inside elements and attributes.
pub(in crate::cli) fn escape(text: &str) -> String {
    let mut safe = String::new();
    for c in text.chars() {
        match c {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}

/// Writing to a text cannot fail.
fn put(text: &mut String, words: std::fmt::Arguments) {
    let _ = text.write_fmt(words);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_html_would_read_is_escaped() {
        assert_eq!(escape("<a href='x'>\"&\"</a>"), "&lt;a href=&#39;x&#39;&gt;&quot;&amp;&quot;&lt;/a&gt;");
    }
}
