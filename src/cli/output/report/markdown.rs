//! The report as Markdown.

use crate::ENGINE_VERSION;
use crate::cli::output::report::{Improvements, Report, Section};
use crate::experiment::reproduce::{Finding, quantity};
use crate::export::table::Table;
use crate::words::markdown::escape;
use std::fmt::Write;

/// The whole report. `figures`: include the figures as data URIs.
pub fn document(report: &Report, figures: bool) -> String {
    let mut text = format!(
        "# {}\n\nMetasched, engine {ENGINE_VERSION}; {}. {}.\n",
        escape(&report.paper.title),
        report.tier_words(),
        report.counts(),
    );
    for note in report.notes() {
        put(&mut text, format_args!("\n* {}", escape(&note)));
    }
    text.push('\n');
    if let Some(table) = Improvements::table(report.improvements()) {
        put(&mut text, format_args!("\n## {}\n\n{}", escape(&table.title), table.markdown()));
    }
    for section in &report.sections {
        write_section(&mut text, section, figures);
    }
    text
}

fn write_section(text: &mut String, section: &Section, figures: bool) {
    put(text, format_args!("\n## {}\n\n{}\n", section.title(), section.preset.about));
    if figures {
        section.figures.iter().for_each(|figure| text.push_str(&figure.markdown()));
    }
    if !section.findings.is_empty() {
        let heads = ["Source", "The paper", "Compared", "Holds if", "Ours", "Verdict", "Remark"].map(str::to_owned);
        let claims = Table { words: true, ..Table::new(heads, section.findings.iter().map(cells)) };
        put(text, format_args!("\n{}", claims.markdown()));
    }
    if let Some(regions) = &section.regions {
        put(text, format_args!("\n{}.\n", escape(regions)));
    }
    for table in &section.tables {
        put(text, format_args!("\n{}:\n\n{}", table.title, table.markdown()));
    }
    let digests = match &section.digests {
        Some([scenario, runs]) => format!("scenario `{scenario}`, runs `{runs}`"),
        None => "not run, for its log is not at hand".to_owned(),
    };
    put(text, format_args!("\n{}; {digests}: `{}`\n", section.size, section.command));
}

fn cells(finding: &Finding) -> [String; 7] {
    let claim = finding.claim;
    let quote = match claim.is_ours() {
        true => String::new(),
        false => format!("“{}”", claim.quote),
    };
    [
        claim.origin(),
        quote,
        format!("{} ({})", claim.says, quantity(&claim.quantity)),
        finding.wanted(),
        finding.ours(),
        finding.verdict_words().to_owned(),
        claim.remark.clone(),
    ]
}

/// Writing to a string cannot fail.
fn put(text: &mut String, words: std::fmt::Arguments) {
    let _ = text.write_fmt(words);
}
