//! The improvement over the best of the others, as a kind of figure.

use crate::chart::curve::curve_data::name_of;
use crate::chart::figure::{Choice, Figure, FigureKind, Over, Scene};
use crate::chart::kit::area::Area;
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::theme::Theme;
use crate::chart::plane::improvement_map::{self, ImprovementChart};
use crate::chart::plane::map_frame::MapFrame;
use crate::chart::plane::plane_figure::{PlaneChart, PlaneFigure};
use crate::chart::plane::surface::{Place, Plane};
use crate::chart::plane::surface_data;
use crate::experiment::measure::{self, Better};

/// How much better one scheduler is than the best of the others.
pub const IMPROVEMENT: FigureKind = FigureKind {
    name: "improvement",
    label: "Improvement",
    file: ("surface", "Surface or map"),
    over: Over::Two,
    offered: surface_data::has_plane,
    shows: |metric| metric.better != Better::Neither,
    of_one: true,
    published: true,
    build: |scene, choice| {
        let (plan, results) = (scene.plan, scene.results);
        let metric = measure::find(choice.metric);
        let own = choice.scheduler;
        let mut chart = surface_data::improvement(plan, results, own, metric, scene.published)?;
        chart.without_log = scene.without_log;
        Some(PlaneFigure::boxed(chart, scene, choice))
    },
    report: reported,
    ..FigureKind::PLAIN
};

/// That of the scheduler that a report looks at, wherever it is compared; without the log what was published of it.
fn reported(scene: &Scene) -> Vec<Box<dyn Figure>> {
    let schedulers = 0..scene.scenario().schedulers.len();
    let ahead = schedulers.filter(|&index| Some(&*name_of(scene.plan, index)) == scene.improver);
    let figure = |scheduler| {
        let choice = Choice { scheduler, ..Choice::default() };
        (IMPROVEMENT.build)(scene, &choice)
    };
    ahead.filter_map(figure).collect()
}

impl PlaneChart for ImprovementChart {
    type Layout = MapFrame;

    fn plane(&self) -> &Plane {
        &self.plane
    }

    fn plane_mut(&mut self) -> &mut Plane {
        &mut self.plane
    }

    fn preferred_height(&self, width: f64, theme: &Theme) -> f64 {
        improvement_map::preferred_height(self, width, theme)
    }

    fn layout(&self, canvas: Area, theme: &Theme) -> MapFrame {
        improvement_map::layout(self, canvas, theme)
    }

    fn paint(&self, device: &mut dyn Device, layout: &MapFrame, theme: &Theme) -> Drawn {
        improvement_map::paint(device, layout, self, theme)
    }

    fn cursor(&self, device: &mut dyn Device, layout: &MapFrame, theme: &Theme, place: Place) -> Drawn {
        improvement_map::cursor(device, layout, self, theme, place)
    }

    fn read_out(&self, place: Place) -> Vec<String> {
        ImprovementChart::read_out(self, place)
    }

    fn summary(&self) -> String {
        improvement_map::summary(self)
    }

    fn caption(&self, over: &str) -> String {
        let (signs, published) = match self.without_log {
            true => ("", " Published numbers alone: the log is not at hand."),
            false => (
                " Blue: better, orange: worse; ±: the 95 % interval of the difference, as in Who is best; ≈: zero lies within it.",
                " Published numbers stand below ours, and the difference.",
            ),
        };
        let published = if self.has_published() { published } else { "" };
        let (label, name) = (&self.plane.z_label, &self.scheduler);
        format!(
            "{label} of {name} over the best of the others, {over}{signs}{published} Arrow keys go from cell to cell."
        )
    }

    /// What did not settle has a number and is explained in the legend.
    fn is_hatched(&self) -> bool {
        false
    }

    fn heading(&self) -> String {
        format!("{} of {}", self.plane.z_label, self.scheduler)
    }

    fn cell(&self, place: Place) -> String {
        self.lines(place).join("; ")
    }
}
