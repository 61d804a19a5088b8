//! Who is best where, as a kind of figure.

use crate::chart::figure::{FigureKind, Over};
use crate::chart::kit::area::Area;
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::theme::Theme;
use crate::chart::plane::map_frame::MapFrame;
use crate::chart::plane::plane_figure::{PlaneChart, PlaneFigure};
use crate::chart::plane::surface::{self, Place, Plane, WinnerChart};
use crate::chart::plane::{surface_data, winner_map};
use crate::experiment::measure::{self, Better};

/// Who is best where.
pub const WINNERS: FigureKind = FigureKind {
    name: "winners",
    label: "Who is best",
    file: ("surface", "Surface or map"),
    over: Over::Two,
    offered: surface_data::has_plane,
    shows: |metric| metric.better != Better::Neither,
    build: |scene, choice| {
        let metric = measure::find(choice.metric);
        let chart = surface_data::winners(scene.plan, scene.results, metric)?;
        Some(PlaneFigure::boxed(chart, scene, choice))
    },
    ..FigureKind::PLAIN
};

impl PlaneChart for WinnerChart {
    type Layout = MapFrame;

    fn plane(&self) -> &Plane {
        &self.plane
    }

    fn plane_mut(&mut self) -> &mut Plane {
        &mut self.plane
    }

    fn preferred_height(&self, width: f64, theme: &Theme) -> f64 {
        winner_map::preferred_height(self, width, theme)
    }

    fn layout(&self, canvas: Area, theme: &Theme) -> MapFrame {
        winner_map::layout(self, canvas, theme)
    }

    fn paint(&self, device: &mut dyn Device, layout: &MapFrame, theme: &Theme) -> Drawn {
        winner_map::paint(device, layout, self, theme)
    }

    fn cursor(&self, device: &mut dyn Device, layout: &MapFrame, theme: &Theme, place: Place) -> Drawn {
        winner_map::cursor(device, layout, self, theme, place)
    }

    fn read_out(&self, place: Place) -> Vec<String> {
        WinnerChart::read_out(self, place)
    }

    fn summary(&self) -> String {
        surface::winners_summary(self)
    }

    fn caption(&self, over: &str) -> String {
        format!(
            "Who is best: {} {over} Full colour: best by more than the 95 % interval of the difference. Faint: the schedulers whose \
             markers are shown are not clearly apart. Point at a cell for the ranking.",
            self.plane.z_label
        )
    }

    fn is_hatched(&self) -> bool {
        let mut ranked = self.cells.iter().filter(|own| !own.ranking.is_empty());
        ranked.any(|own| own.is_unstable())
    }

    fn heading(&self) -> String {
        format!("{}: the best, and who is not clearly apart", self.plane.z_label)
    }

    fn cell(&self, place: Place) -> String {
        let Some(contest) = self.contest(place) else {
            return String::new();
        };
        let leaders = contest.leaders().map(|(index, cell)| {
            let name = self.schedulers.get(index).map_or("", |own| &own.name);
            format!("{name} {}", cell.number(self.plane.z_style))
        });
        leaders.collect::<Vec<_>>().join("\n")
    }

    /// The best.
    fn leader(&self, place: Place) -> Option<usize> {
        let best = self.contest(place).and_then(|own| own.ranking.first());
        Some(best.map_or(0, |(index, _)| *index))
    }
}
