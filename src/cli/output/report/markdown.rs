//! The report as Markdown.

use crate::ENGINE_VERSION;
use crate::cli::output::report::{Improvements, Report, Section};
use crate::experiment::reproduce::{Finding, Sentence, Tally, quantity};
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
    let sentences = report.sentences();
    if !sentences.is_empty() {
        let heads = ["The paper", "Verdict", "By reading", "Claims"].map(str::to_owned);
        let table = Table { words: true, ..Table::new(heads, sentences.iter().map(sentence)) };
        put(&mut text, format_args!("\n## Sentences\n\n{}", table.markdown()));
    }
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

/// The quotation of a sentence, its verdict, the verdict of each reading, and the counts of its claims.
fn sentence(own: &Sentence) -> [String; 4] {
    let readings = own.readings();
    let readings = readings.iter().map(|(reading, ruling)| format!("{reading}: {}", ruling.label()));
    let tally = Tally::of(own.findings.iter().copied());
    [
        format!("“{}”", own.quote),
        own.ruling().label().to_owned(),
        readings.collect::<Vec<_>>().join("; "),
        tally.words(),
    ]
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
        match claim.reading.as_str() {
            "" => format!("{} ({})", claim.says, quantity(&claim.quantity)),
            reading => format!("Reading “{reading}”: {} ({})", claim.says, quantity(&claim.quantity)),
        },
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
