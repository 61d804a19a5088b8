//! A figure of your own, as SVG: for each scheduler, the share of the turnaround that jobs spend waiting.
//!
//! `cargo run --features chart --example own_figure > waiting.svg`

use metasched::chart::figure::{Figure, svg};
use metasched::chart::kit::area::Area;
use metasched::chart::kit::axis::Axis;
use metasched::chart::kit::device::{Device, Drawn};
use metasched::chart::kit::pen::{Align, Pen, Type};
use metasched::chart::kit::theme::Theme;
use metasched::experiment;
use metasched::scenario::Scenario;
use std::error::Error;
use std::io::{self, Write};

const SCENARIO: &str = r#"{
    "workload":   { "jobs_per_cluster": 500, "bsbw_mbps": 200 },
    "schedulers": ["migration-only", "first-fit", "b3", "ideal"],
    "experiment": { "sweep": [], "replications": 2 }
}"#;

/// Height of a row in CSS pixels; the theme converts it to pixels of the device.
const ROW: f64 = 34.0;

/// The data of a row, which is one scheduler: name, mean wait and mean turnaround \[s\].
#[derive(Debug)]
struct Waiting {
    rows: Vec<(String, f64, f64)>,
}

impl Figure for Waiting {
    fn height(&self, _width: f64, _theme: &Theme) -> f64 {
        ROW * (self.rows.len() as f64 + 1.0)
    }

    fn summary(&self) -> String {
        let rows = self.rows.iter();
        let rows: Vec<String> =
            rows.map(|(name, wait_s, all_s)| format!("{name} {wait_s:.0} of {all_s:.0} s")).collect();
        format!("Waiting, as part of the turnaround: {}.", rows.join("; "))
    }

    /// The pen draws on any device (SVG, PNG, a canvas) and never outside the area.
    fn draw(&mut self, device: &mut dyn Device, area: Area, theme: &Theme) -> Drawn {
        let mut pen = Pen::new(device, theme)?;
        pen.fill(&area, theme.background)?;
        let heading = Type::bold(14.0, theme.ink);
        let face = Type::regular(12.0, theme.ink);
        let (left, row) = (area.x0 + theme.px(8.0), theme.px(ROW));
        let title = "Waiting (dark) and running [s]";
        pen.text(title, (left, area.y0 + row / 2.0), Align::Left, heading)?;
        let most = self.rows.iter().map(|own| own.2).fold(1.0, f64::max);
        let ends = (left + theme.px(110.0), area.x1 - theme.px(60.0));
        let axis = Axis::new((0.0, most), ends, false);
        for (index, (name, wait_s, all_s)) in self.rows.iter().enumerate() {
            let y = area.y0 + row * (index as f64 + 1.0);
            let middle = y + row / 2.0;
            pen.text(name, (left, middle), Align::Left, face)?;
            let colour = theme.series(index);
            let bar = |to_s: f64| Area::new(ends.0, y + 0.2 * row, axis.to_px(to_s), y + 0.8 * row);
            pen.fill(&bar(*all_s), theme.faded(colour))?;
            pen.fill(&bar(*wait_s), colour)?;
            let end = (axis.to_px(*all_s) + theme.px(6.0), middle);
            pen.text(&format!("{all_s:.0}"), end, Align::Left, face)?;
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    show(&mut io::stdout().lock())
}

/// Runs the scenario and writes the figure.
pub fn show(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let results = experiment::run(&Scenario::from_json(SCENARIO)?, None)?;
    let runs = results.points[0].results.iter();
    let rows = runs.map(|run| (run.scheduler.clone(), run.mean_wait_s, run.mean_turnaround_s));
    let mut figure = Waiting { rows: rows.collect() };
    out.write_all(svg(&mut figure, 560, &Theme::light(1.0), "")?.as_bytes())?;
    Ok(())
}
