//! Mean length of the queue, a bar for each scheduler.

use crate::chart::bars::BarChart;
use crate::chart::figure::{Choice, Figure, FigureKind, Scene};

/// A bar for each scheduler of a scenario that sweeps nothing.
pub const QUEUES: FigureKind = FigureKind {
    label: "queues",
    file: ("queues", "Queues"),
    offered: |scenario| scenario.experiment.sweep.is_empty(),
    build,
    report: |scene| build(scene, &Choice::default()).into_iter().collect(),
    ..FigureKind::PLAIN
};

fn build(scene: &Scene, _choice: &Choice) -> Option<Box<dyn Figure>> {
    let point = scene.results.points.first()?;
    let bars = point.results.iter();
    Some(Box::new(BarChart {
        title: "Mean length of the queue".to_owned(),
        bars: bars
            .map(|run| (run.scheduler.clone(), run.mean_queue_length))
            .collect(),
    }))
}
