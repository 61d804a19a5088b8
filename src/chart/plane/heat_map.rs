//! One scheduler's measure over two parameters as a heat map.

use crate::base::number;
use crate::chart::kit::area::Area;
use crate::chart::kit::colour_scale::ColourScale;
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::legend::Key;
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::text::TICK;
use crate::chart::kit::theme::Theme;
use crate::chart::plane::map_frame::MapFrame;
use crate::chart::plane::surface::{Place, SurfaceChart};
use crate::chart::plane::surround::{Explained, computing, corners, unsettled};

/// What stands beside a surface or a heat map.
pub(in crate::chart) fn explained(chart: &SurfaceChart) -> Explained {
    let results = chart.plane.places().filter_map(|place| chart.result(place));
    let mut entries = Vec::new();
    if chart.any(|cell| cell.unstable) {
        entries.push((Key::Unstable, "unstable".to_owned()));
    }
    if chart.any(|cell| cell.unfinished && !cell.unstable) {
        entries.push((Key::Unfinished, "still computing".to_owned()));
    }
    Explained {
        heading: format!("{} of {}", chart.plane.z_label, chart.scheduler),
        scale: ColourScale::of(results),
        entries,
    }
}

/// Lays a map out on a canvas.
pub fn layout(chart: &SurfaceChart, canvas: Area, theme: &Theme) -> MapFrame {
    let empty = !chart.any(|_| true);
    MapFrame::new(&chart.plane, &explained(chart), empty, canvas, theme)
}

/// The height in CSS pixels that suits a map at a width in CSS pixels.
pub fn preferred_height(chart: &SurfaceChart, width: f64, theme: &Theme) -> f64 {
    MapFrame::preferred_height(&chart.plane, &explained(chart), width, theme)
}

/// Draws a map as laid out before.
pub fn paint(backend: &mut dyn Device, layout: &MapFrame, chart: &SurfaceChart, theme: &Theme) -> Drawn {
    let mut pen = Pen::new(backend, theme)?;
    let surround = &layout.surround;
    surround.draw(&mut pen, sample)?;
    layout.draw(&mut pen)?;
    if layout.message.is_some() {
        return Ok(());
    }
    let scale = explained(chart).scale;
    let labelled = labels_fit(chart, layout, theme);
    let (width, height) = layout.least_cell();
    let roomy = width.min(height) >= theme.px(16.0);
    for place in chart.plane.places() {
        let (Some(cell), Some(area)) = (chart.cell(place), layout.cell(place)) else {
            continue;
        };
        let area = layout.painted(&area, theme);
        match scale.filter(|_| !cell.unstable) {
            None => unsettled(&mut pen, &corners(&area), |colour| surround.paint(colour, theme))?,
            Some(scale) => {
                let fill = surround.paint(scale.colour(cell.value, theme), theme);
                pen.fill(&area, fill)?;
                if labelled {
                    let text = number::quantity(cell.value, "", chart.plane.z_style);
                    let face = Type::regular(TICK, theme.text_on(fill));
                    pen.text(&text, area.centre(), Align::Centre, face)?;
                }
            }
        }
        if cell.unfinished && roomy {
            let inset = theme.px(6.0);
            computing(&mut pen, (area.x1 - inset, area.y0 + inset))?;
        }
    }
    Ok(())
}

/// Marks a place and reads it out, over a map that has been drawn.
pub fn cursor(backend: &mut dyn Device, layout: &MapFrame, chart: &SurfaceChart, theme: &Theme, place: Place) -> Drawn {
    let mut pen = Pen::new(backend, theme)?;
    let scale = explained(chart).scale;
    let stripe = scale.zip(chart.result(place)).map_or(theme.muted, |(scale, value)| scale.colour(value, theme));
    layout.cursor(&mut pen, place, &chart.read_out(place), stripe)
}

/// Whether all values have room in their cells.
fn labels_fit(chart: &SurfaceChart, layout: &MapFrame, theme: &Theme) -> bool {
    let face = Type::regular(TICK, theme.ink);
    let (width, height) = layout.least_cell();
    let room = width - theme.px(8.0);
    room >= face.width("0", theme)
        && height >= face.height(theme) + theme.px(4.0)
        && chart.plane.places().all(|place| {
            let text = chart.result(place).map(|value| number::quantity(value, "", chart.plane.z_style));
            text.is_none_or(|text| face.width(&text, theme) <= room)
        })
}

/// What an entry of the legend is about.
pub(in crate::chart) fn sample(pen: &mut Pen, key: Key, square: &Area) -> Drawn {
    match key {
        Key::Unstable => unsettled(pen, &corners(square), |colour| colour),
        Key::Unfinished => computing(pen, square.centre()),
        Key::Series(_) | Key::Published | Key::Level | Key::NoLog => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::kit::recorder::{Call, Recorder};
    use crate::chart::plane::surface::{Cell, Plane, Swept};
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
        let layout = layout(chart, canvas, &theme);
        paint(&mut recorder, &layout, chart, &theme).unwrap();
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
        // The colours are those of the others, from 1 to 4.
        assert_eq!(explained(&chart).scale.unwrap().range(), (1.0, 4.0));
    }

    #[test]
    fn nothing_to_show_is_said() {
        let (recorder, layout) = drawn(&SurfaceChart::default(), 400, 300);
        assert!(recorder.texts().contains(&"no finished points yet"));
        assert_eq!(layout.at((200.0, 150.0)), None);
    }

    proptest! {
        /// The cell under the pointer is the one that is drawn there, however uneven the values.
        #[test]
        fn the_pointer_means_what_it_points_at(
            x in prop::collection::btree_set(0u32..5000, 1..8), y in prop::collection::btree_set(0u32..50, 1..8),
            at in (0i32..700, 0i32..400),
        ) {
            let values = |set: std::collections::BTreeSet<u32>| set.into_iter().map(f64::from).collect::<Vec<_>>();
            let chart = chart(&values(x), &values(y));
            let (recorder, layout) = drawn(&chart, 700, 400);
            let theme = Theme::light(1.0);
            let scale = explained(&chart).scale.unwrap();
            let inside = layout.plot.contains((f64::from(at.0) + 0.5, f64::from(at.1) + 0.5));
            let seen = recorder.calls.iter().rev().find_map(|call| match call {
                Call::Fill(a, b, rgb) if at.0 >= a.0 && at.0 < b.0 && at.1 >= a.1 && at.1 < b.1 => Some(*rgb),
                _ => None,
            });
            // Within the plot there are cells and, between them, the background.
            if let Some(rgb) = seen.filter(|rgb| inside && *rgb != theme.background.rgb) {
                let place = layout.at((f64::from(at.0), f64::from(at.1))).unwrap();
                prop_assert_eq!(rgb, scale.colour(chart.result(place).unwrap(), &theme).rgb);
            }
        }
    }
}
