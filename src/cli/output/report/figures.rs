//! The figures of an experiment as pictures of a report.

use crate::chart::FIGURES;
use crate::chart::bars::BarChart;
use crate::chart::figure::{Figure, Scene, svg};
use crate::chart::kit::theme::Theme;
use crate::experiment::Depths;
use crate::words::markdown::escape;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Width in CSS pixels.
const WIDTH: u32 = 860;

/// Beginning of the address of an SVG picture in Markdown.
pub const SVG: &str = "data:image/svg+xml;base64,";

/// A drawn figure.
#[derive(Debug)]
pub struct Picture {
    /// The SVG document.
    pub svg: String,
    /// Description of the picture in words, for readers who cannot see it.
    pub words: String,
}

impl Picture {
    /// The picture as Markdown, with its description below.
    pub fn markdown(&self) -> String {
        format!("\n![]({}{})\n\n*{}*\n", SVG, STANDARD.encode(&self.svg), escape(self.words.trim()))
    }
}

/// Draws a figure.
///
/// # Errors
/// If the figure cannot be drawn.
pub fn picture(figure: &mut dyn Figure) -> Result<Picture, String> {
    Ok(Picture { svg: svg(figure, WIDTH, &Theme::light(1.0), "")?, words: figure.summary() })
}

/// All figures of an experiment, of every kind.
///
/// # Errors
/// If a figure cannot be drawn.
pub fn of(scene: &Scene) -> Result<Vec<Picture>, String> {
    let kinds = FIGURES.iter();
    let kinds = kinds.filter(|kind| kind.published || !scene.without_log);
    let figures = kinds.flat_map(|kind| (kind.report)(scene));
    figures.map(|mut figure| picture(&mut *figure)).collect()
}

/// Chart of the depths of look-ahead at which decisions change.
pub fn changes(depths: &Depths) -> BarChart {
    let mut bars = Vec::new();
    let (mut from, mut to) = (2, 10);
    while from < depths.changes.len() {
        let within = &depths.changes[from..depths.changes.len().min(to + 1)];
        bars.push((format!("{from}–{to}"), within.iter().sum::<u64>() as f64));
        (from, to) = (to + 1, 2 * to);
    }
    BarChart { title: "Changes of the best cluster by simulation depth".to_owned(), bars }
}
