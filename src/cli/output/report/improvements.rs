//! A published table of improvements, compared with our results.

use crate::chart::curve::results;
use crate::cli::output::report::Ran;
use crate::experiment::Improvement;
use crate::experiment::reproduce::cells;
use crate::export::table::Table;
use crate::paper::{Paper, Row};
use serde_json::{Value, json};

/// The heading of the table.
pub const TITLE: &str = "Improvements, published and ours";

/// A row of the table.
#[derive(Debug)]
pub struct Improvements {
    row: &'static Row,
    /// Column labels, by cell: "Load 0.5, Speed heterogeneity 0".
    columns: Vec<String>,
    /// For each column, the published improvement and our improvement.
    cells: Vec<(f64, Option<Improvement>)>,
    /// True if the experiment was chosen, but not run because its log is not available.
    without_log: bool,
}

impl Improvements {
    /// The rows of the published table. A row is left out if its experiment was not chosen.
    pub fn of(paper: &'static Paper, ran: &[Ran]) -> Vec<Improvements> {
        let rows = paper.improvements.iter();
        rows.filter_map(|row| {
            let ran = ran.iter().find(|ran| ran.study.preset == row.preset)?;
            let none = || row.published.map(|own| (f64::from(own), None)).to_vec();
            Some(Improvements {
                row,
                columns: ran
                    .plan
                    .points()
                    .iter()
                    .map(|point| results::words(ran.plan.scenario(), &point.parameters))
                    .collect(),
                cells: match &ran.results {
                    Some(results) => cells(row, results).collect(),
                    None => none(),
                },
                without_log: ran.results.is_none(),
            })
        })
        .collect()
    }

    /// All rows as one table. A cell: "75 %, ours 84.3 ± 1.2: +9.3".
    pub fn table(rows: &[Improvements]) -> Option<Table> {
        let columns = rows.first()?.columns.iter().cloned();
        Some(Table {
            title: TITLE.to_owned(),
            heads: std::iter::once(String::new()).chain(columns).collect(),
            rows: rows.iter().map(Improvements::words).collect(),
            words: true,
        })
    }

    fn words(&self) -> Vec<String> {
        let cells = self.cells.iter().enumerate();
        let cells = cells.map(|(index, (published, ours))| {
            let doubt = if self.row.loose.contains(&index) { "?" } else { "" };
            let Some(ours) = ours else {
                let why = if self.without_log { "log not at hand" } else { "not run" };
                return format!("{published}{doubt} %, {why}");
            };
            let half = ours.ci95.filter(|&half| half > 0.0);
            let half = half.map_or_else(String::new, |half| format!(" ± {half:.1}"));
            let grown = if ours.unstable { ", queues grow" } else { "" };
            let (own, off) = (ours.percent, ours.percent - published);
            format!("{published}{doubt} %, ours {own:.1}{half}: {off:+.1}{grown}")
        });
        std::iter::once(self.row.name.clone()).chain(cells).collect()
    }

    /// The row as JSON.
    pub fn json(&self) -> Value {
        let cells = self.cells.iter().zip(&self.columns).map(|((published, ours), at)| {
            let off = ours.as_ref().map(|ours| ours.percent - published);
            json!({ "at": at, "published": published, "ours": ours, "difference": off })
        });
        json!({ "row": self.row.name, "preset": self.row.preset, "log_at_hand": !self.without_log, "loose": self.row.loose,
                "cells": cells.collect::<Vec<_>>() })
    }
}
