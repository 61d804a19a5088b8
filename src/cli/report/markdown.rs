//! The report as Markdown.

use super::{MARK, Report, Section};
use crate::ENGINE_VERSION;
use crate::experiment::reproduce::Finding;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::fmt::Write;

/// The whole report; figures as data URIs, if wanted.
pub fn document(report: &Report, figures: bool) -> String {
    let mut text = format!(
        "<!-- {MARK} -->\n# {}\n\nMetasched, engine {ENGINE_VERSION}; {}. {}.\n",
        escape(report.paper.title),
        report.tier_words(),
        report.counts(),
    );
    for note in report.notes() {
        put(&mut text, format_args!("\n* {}", escape(note)));
    }
    text.push('\n');
    for section in &report.sections {
        write_section(&mut text, section, figures);
    }
    text
}

fn write_section(text: &mut String, section: &Section, figures: bool) {
    put(
        text,
        format_args!("\n## {}\n\n{}\n", section.title(), section.preset.about),
    );
    if figures {
        for figure in &section.figures {
            let data = STANDARD.encode(&figure.svg);
            let words = escape(&figure.words).replace(['[', ']'], "");
            put(
                text,
                format_args!("\n![{words}](data:image/svg+xml;base64,{data})\n"),
            );
        }
    }
    if !section.findings.is_empty() {
        text.push_str("\n| Source | The paper | Published | Ours | Verdict | Remark |\n|---|---|---|---|---|---|\n");
        for finding in &section.findings {
            put(text, format_args!("| {} |\n", cells(finding).join(" | ")));
        }
    }
    put(
        text,
        format_args!(
            "\n{}; scenario `{}`, runs `{}`: `{}`\n",
            section.size, section.scenario_digest, section.run_digest, section.command
        ),
    );
}

fn cells(finding: &Finding) -> [String; 6] {
    let claim = finding.claim;
    [
        &claim.origin(),
        claim.says,
        &claim.published.words(claim.measure.unit()),
        &format!("{}: {}", claim.measure.words(), finding.ours()),
        finding.verdict_words(),
        claim.remark,
    ]
    .map(escape)
}

/// Text without what Markdown would take for its own.
fn escape(text: &str) -> String {
    let mut safe = String::new();
    for c in text.chars() {
        match c {
            '|' | '*' | '_' | '`' | '\\' | '[' | ']' | '#' => safe.extend(['\\', c]),
            '<' => safe.push_str("&lt;"),
            '&' => safe.push_str("&amp;"),
            '\n' => safe.push(' '),
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
    fn what_markdown_would_read_is_escaped() {
        assert_eq!(escape("|a − b| <i> a_b\n"), "\\|a − b\\| &lt;i> a\\_b ");
    }
}
