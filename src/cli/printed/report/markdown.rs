//! The report as Markdown.

use crate::ENGINE_VERSION;
use crate::base::markdown::escape;
use crate::cli::printed::report::table::Table;
use crate::cli::printed::report::{Improvements, MARK, Report, Section};
use crate::experiment::reproduce::{Finding, quantity};
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
        put(&mut text, format_args!("\n* {}", escape(&note)));
    }
    text.push('\n');
    if let Some(table) = Improvements::table(report.improvements()) {
        put(&mut text, format_args!("\n## {}\n", table.title));
        write_table(&mut text, &table);
    }
    for section in &report.sections {
        write_section(&mut text, section, figures);
    }
    text
}

fn write_section(text: &mut String, section: &Section, figures: bool) {
    put(text, format_args!("\n## {}\n\n{}\n", section.title(), section.preset.about));
    if figures {
        for figure in &section.figures {
            let data = STANDARD.encode(&figure.svg);
            let words = escape(&figure.words).replace(['[', ']'], "");
            put(text, format_args!("\n![{words}](data:image/svg+xml;base64,{data})\n"));
        }
    }
    if !section.findings.is_empty() {
        text.push_str(
            "\n| Source | The paper | Compared | Holds if | Ours | Verdict | Remark |\n|---|---|---|---|---|---|---|\n",
        );
        for finding in &section.findings {
            put(text, format_args!("| {} |\n", cells(finding).join(" | ")));
        }
    }
    if let Some(regions) = &section.regions {
        put(text, format_args!("\n{}.\n", escape(regions)));
    }
    for table in &section.tables {
        put(text, format_args!("\n{}:\n", table.title));
        write_table(text, table);
    }
    let digests = match &section.digests {
        Some([scenario, runs]) => format!("scenario `{scenario}`, runs `{runs}`"),
        None => "not run, for its log is not at hand".to_owned(),
    };
    put(text, format_args!("\n{}; {digests}: `{}`\n", section.size, section.command));
}

fn write_table(text: &mut String, table: &Table) {
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| escape(cell)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    put(text, format_args!("\n{}", line(&table.head)));
    put(text, format_args!("|{}\n", "---|".repeat(table.head.len())));
    for row in &table.rows {
        text.push_str(&line(row));
    }
}

fn cells(finding: &Finding) -> [String; 7] {
    let claim = finding.claim;
    let quote = match claim.is_ours() {
        true => String::new(),
        false => format!("“{}”", claim.quote),
    };
    [
        &claim.origin(),
        &quote,
        &format!("{} ({})", claim.says, quantity(&claim.measure)),
        &finding.wanted(),
        &finding.ours(),
        finding.verdict_words(),
        claim.remark,
    ]
    .map(escape)
}

/// Writing to a text cannot fail.
fn put(text: &mut String, words: std::fmt::Arguments) {
    let _ = text.write_fmt(words);
}
