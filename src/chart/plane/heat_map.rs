//! One scheduler's measure over two parameters as a heat map.

use crate::chart::figure::{Choice, FigureKind, Over, Scene};
use crate::chart::kit::colour_scale::ColourScale;
use crate::chart::kit::legend::Key;
use crate::chart::kit::pen::{Align, Type};
use crate::chart::kit::text::TICK;
use crate::chart::kit::theme::{Colour, Theme};
use crate::chart::plane::cell_map::{CellMap, Painter, mark_unfinished};
use crate::chart::plane::map_frame::MapFrame;
use crate::chart::plane::plane_figure::{PlaneData, PlaneFigure};
use crate::chart::plane::surface::{self, Place, Plane, SurfaceChart};
use crate::chart::plane::surface_data;
use crate::chart::plane::surround::{Explained, corners, unsettled};
use crate::experiment::measure;
use crate::words::number;

/// A heat map.
pub const HEAT: FigureKind = FigureKind {
    name: "heat-map",
    label: "Heat map",
    file: ("surface", "Surface or map"),
    over: Over::Two,
    offered: surface_data::has_plane,
    of_one: true,
    build: |scene, choice| Some(PlaneFigure::boxed(chart(scene, choice)?, scene, choice)),
    ..FigureKind::PLAIN
};

/// The chosen measure of the chosen scheduler.
pub(super) fn chart(scene: &Scene, choice: &Choice) -> Option<SurfaceChart> {
    let metric = measure::find(choice.metric);
    surface_data::surface(scene.plan, scene.results, choice.scheduler, metric)
}

impl PlaneData for SurfaceChart {
    fn plane(&self) -> &Plane {
        &self.plane
    }

    fn plane_mut(&mut self) -> &mut Plane {
        &mut self.plane
    }

    fn read_out(&self, place: Place) -> Vec<String> {
        SurfaceChart::read_out(self, place)
    }

    fn summary(&self) -> String {
        surface::summary(self)
    }

    fn caption(&self, over: &str) -> String {
        let (label, name) = (&self.plane.z_label, &self.scheduler);
        format!("{label} of {name} {over} Arrow keys go from cell to cell.")
    }

    fn is_hatched(&self) -> bool {
        self.any(|cell| cell.unstable)
    }

    fn cell(&self, place: Place) -> String {
        self.number(place)
    }
}

impl CellMap for SurfaceChart {
    fn explained(&self) -> Explained {
        let results = self.plane.places().filter_map(|place| self.result(place));
        let mut entries = Vec::new();
        if self.any(|cell| cell.unstable) {
            entries.push((Key::Unstable, "unstable".to_owned()));
        }
        if self.any(|cell| cell.unfinished && !cell.unstable) {
            entries.push((Key::Unfinished, "still computing".to_owned()));
        }
        Explained {
            heading: format!("{} of {}", self.plane.z_label, self.scheduler),
            scale: ColourScale::of(results),
            entries,
        }
    }

    fn is_empty(&self) -> bool {
        !self.any(|_| true)
    }

    fn painter<'a>(&'a self, frame: &'a MapFrame, theme: &'a Theme) -> Painter<'a> {
        let scale = self.explained().scale;
        let labelled = labels_fit(self, frame, theme);
        Box::new(move |pen, place, area| {
            let Some(cell) = SurfaceChart::cell(self, place) else {
                return Ok(());
            };
            match scale.filter(|_| !cell.unstable) {
                None => unsettled(pen, &corners(area), |colour| frame.surround.paint(colour, theme))?,
                Some(scale) => {
                    let fill = frame.surround.paint(scale.colour(cell.value, theme), theme);
                    pen.fill(area, fill)?;
                    if labelled {
                        let text = number::quantity(cell.value, "", self.plane.z_style);
                        let face = Type::regular(TICK, theme.text_on(fill));
                        pen.text(&text, area.centre(), Align::Centre, face)?;
                    }
                }
            }
            match cell.unfinished {
                true => mark_unfinished(pen, frame, area),
                false => Ok(()),
            }
        })
    }

    fn stripe(&self, place: Place, theme: &Theme) -> Colour {
        let scale = self.explained().scale;
        scale.zip(self.result(place)).map_or(theme.muted, |(scale, value)| scale.colour(value, theme))
    }
}

/// True if all values fit in their cells.
fn labels_fit(chart: &SurfaceChart, frame: &MapFrame, theme: &Theme) -> bool {
    let face = Type::regular(TICK, theme.ink);
    let (width, height) = frame.least_cell();
    let room = width - theme.px(8.0);
    room >= face.width("0", theme)
        && height >= face.height(theme) + theme.px(4.0)
        && chart.plane.places().all(|place| {
            let text = chart.result(place).map(|value| number::quantity(value, "", chart.plane.z_style));
            text.is_none_or(|text| face.width(&text, theme) <= room)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::kit::area::Area;
    use crate::chart::kit::recorder::{Call, Recorder};
    use crate::chart::plane::plane_figure::PlaneChart;
    use crate::chart::plane::surface::{Cell, Swept};
    use proptest::prelude::*;

    fn chart(x: &[f64], y: &[f64]) -> SurfaceChart {
        let swept = |values: &[f64]| Swept { values: values.to_vec(), ..Swept::default() };
        let plane = Plane { x: swept(x), y: swept(y), ..Plane::default() };
        let cells = plane.places().map(|place| Some(Cell { value: plane.index(place) as f64, ..Cell::default() }));
        SurfaceChart { cells: cells.collect(), plane, ..SurfaceChart::default() }
    }

    fn drawn(chart: &SurfaceChart, width: u32, height: u32) -> (Recorder, MapFrame) {
        let theme = Theme::light(1.0);
        let mut recorder = Recorder::new(width, height);
        let canvas = Area::sized(f64::from(width), f64::from(height));
        let layout = chart.layout(canvas, &theme);
        chart.paint(&mut recorder, &layout, &theme).unwrap();
        (recorder, layout)
    }

    #[test]
    fn values_are_written_where_all_have_room() {
        let mut chart = chart(&[1.0, 2.0, 3.0], &[1.0, 2.0]);
        chart.cells[2].as_mut().unwrap().value = 1234.0;
        let (wide, _) = drawn(&chart, 800, 400);
        assert!(wide.texts().contains(&"1234"));
        let (narrow, _) = drawn(&chart, 120, 400);
        assert!(!narrow.texts().contains(&"1234"));
    }

    #[test]
    fn what_did_not_settle_is_hatched_and_has_no_value() {
        let mut chart = chart(&[1.0, 2.0, 3.0], &[1.0, 2.0]);
        let cell = chart.cells[0].as_mut().unwrap();
        (cell.unstable, cell.value) = (true, 98_765.0);
        chart.cells[5] = None;
        let (recorder, _) = drawn(&chart, 800, 400);
        let texts = recorder.texts();
        assert!(!texts.iter().any(|text| text.contains("98")), "{texts:?}");
        assert!(texts.contains(&"unstable"));
        let hatching = Theme::light(1.0).muted.fade(0.75).over(Theme::light(1.0).grid);
        assert!(recorder.paths(hatching).len() > 10);
        // The stable cells, with values from 1 to 4, determine the range of colours.
        assert_eq!(chart.explained().scale.unwrap().range(), (1.0, 4.0));
    }

    #[test]
    fn nothing_to_show_is_said() {
        let (recorder, layout) = drawn(&SurfaceChart::default(), 400, 300);
        assert!(recorder.texts().contains(&"no finished points yet"));
        assert_eq!(layout.at((200.0, 150.0)), None);
    }

    proptest! {
        /// The pointer selects the cell that is drawn at its position, even if the swept values are uneven.
        #[test]
        fn the_pointer_means_what_it_points_at(
            x in prop::collection::btree_set(0u32..5000, 1..8), y in prop::collection::btree_set(0u32..50, 1..8),
            at in (0i32..700, 0i32..400),
        ) {
            let values = |set: std::collections::BTreeSet<u32>| set.into_iter().map(f64::from).collect::<Vec<_>>();
            let chart = chart(&values(x), &values(y));
            let (recorder, layout) = drawn(&chart, 700, 400);
            let theme = Theme::light(1.0);
            let scale = chart.explained().scale.unwrap();
            let inside = layout.plot.contains((f64::from(at.0) + 0.5, f64::from(at.1) + 0.5));
            let seen = recorder.calls.iter().rev().find_map(|call| match call {
                Call::Fill(a, b, rgb) if at.0 >= a.0 && at.0 < b.0 && at.1 >= a.1 && at.1 < b.1 => Some(*rgb),
                _ => None,
            });
            // The plot has cells, with background between them.
            if let Some(rgb) = seen.filter(|rgb| inside && *rgb != theme.background.rgb) {
                let place = layout.at((f64::from(at.0), f64::from(at.1))).unwrap();
                prop_assert_eq!(rgb, scale.colour(chart.result(place).unwrap(), &theme).rgb);
            }
        }
    }
}
