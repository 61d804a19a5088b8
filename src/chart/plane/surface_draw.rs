//! Draws a placed surface: ground and back walls, facets from far to near, axes, and the read-out of a point.

use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::colour_scale::ColourScale;
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::pen::{Align, Pen, Type};
use crate::chart::kit::read_out;
use crate::chart::kit::text::{LABEL, TICK};
use crate::chart::kit::theme::{Colour, Theme};
use crate::chart::plane::cell_map::{CellMap, sample};
use crate::chart::plane::surface::{Place, SurfaceChart};
use crate::chart::plane::surface_layout::SurfaceLayout;

/// Radius of an isolated point \[CSS px\].
const MARK: f64 = 4.0;

/// Draws a placed surface.
pub fn paint(backend: &mut dyn Device, layout: &SurfaceLayout, chart: &SurfaceChart, theme: &Theme) -> Drawn {
    let mut pen = Pen::new(backend, theme)?;
    layout.surround.draw(&mut pen, sample)?;
    if let Some(message) = layout.message {
        let face = Type::regular(LABEL, theme.muted);
        return read_out::message(&mut pen, message, &layout.surround.room, face);
    }
    let figure = Figure { chart, layout, scale: chart.explained().scale, theme };
    figure.ground_and_walls(&mut pen)?;
    figure.facets(&mut pen)?;
    for &place in &layout.loose {
        figure.lone(&mut pen, place)?;
    }
    for cell in &layout.unsettled {
        figure.unsettled(&mut pen, cell)?;
    }
    figure.labels(&mut pen)
}

/// Marks a place and shows its read-out, over the drawn surface.
pub fn cursor(
    backend: &mut dyn Device,
    layout: &SurfaceLayout,
    chart: &SurfaceChart,
    theme: &Theme,
    place: Place,
) -> Drawn {
    let mut pen = Pen::new(backend, theme)?;
    if layout.message.is_some() {
        return Ok(());
    }
    let scale = chart.explained().scale;
    let colour = scale.zip(chart.result(place)).map_or(theme.muted, |(scale, value)| scale.colour(value, theme));
    let at = layout.position(chart, place);
    pen.line(&layout.guides(place), 1.2, theme.ink)?;
    pen.line(&[layout.on_ground(place), at], 1.2, theme.ink)?;
    pen.disc(at, MARK + 3.0, theme.background)?;
    pen.ring(at, MARK + 2.0, 2.0, theme.ink)?;
    pen.disc(at, MARK, colour)?;
    let lines = chart.read_out(place);
    let point = Area::point(at);
    read_out::boxed(&mut pen, &lines, &point, &layout.surround.canvas, colour)
}

struct Figure<'a> {
    chart: &'a SurfaceChart,
    layout: &'a SurfaceLayout,
    scale: Option<ColourScale>,
    theme: &'a Theme,
}

impl Figure<'_> {
    fn paint(&self, colour: Colour) -> Colour {
        self.layout.surround.paint(colour, self.theme)
    }

    fn ground_and_walls(&self, pen: &mut Pen) -> Drawn {
        let theme = self.theme;
        let px = |x, y, z| self.layout.projection.to_px((x, y, z));
        let ground = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        pen.polygon(&ground.map(|(x, y)| px(x, y, 0.0)), theme.band)?;
        let [x_ticks, y_ticks] = [0, 1].map(|axis| self.layout.axes[axis].ticks.as_slice());
        for &x in x_ticks {
            pen.line(&[px(x, 0.0, 0.0), px(x, 1.0, 0.0)], 1.0, theme.grid)?;
        }
        for &y in y_ticks {
            pen.line(&[px(0.0, y, 0.0), px(1.0, y, 0.0)], 1.0, theme.grid)?;
        }
        let (x_recedes, y_recedes) = self.layout.projection.recedes();
        let far = |recedes: bool| if recedes { 1.0 } else { 0.0 };
        let (x, y) = (far(x_recedes), far(y_recedes));
        // The back walls, from the rightmost corner to the leftmost corner.
        let behind = [(x, 1.0 - y), (x, y), (1.0 - x, y)];
        for tick in &self.layout.z_ticks {
            let z = self.layout.share(tick.value);
            if (0.0..=1.0).contains(&z) {
                pen.line(&behind.map(|(x, y)| px(x, y, z)), 1.0, theme.grid)?;
            }
        }
        for (x, y) in behind {
            pen.line(&[px(x, y, 0.0), px(x, y, 1.0)], 1.0, theme.grid)?;
        }
        let round: Vec<Point> = ground.iter().chain(&ground[..1]).map(|&(x, y)| px(x, y, 0.0)).collect();
        pen.line(&round, 1.0, theme.muted)?;
        let (x, y) = self.layout.projection.left_corner();
        pen.line(&[px(x, y, 0.0), px(x, y, 1.0)], 1.0, theme.muted)
    }

    fn facets(&self, pen: &mut Pen) -> Drawn {
        for facet in &self.layout.facets {
            let Some(scale) = &self.scale else { continue };
            let fill = self.paint(scale.colour(facet.value, self.theme));
            pen.polygon(&facet.corners, fill)?;
            let mut edge = facet.corners.clone();
            edge.extend(facet.corners.first());
            let mesh = self.theme.background.fade(0.45).over(fill);
            pen.line(&edge, 1.0, mesh)?;
        }
        Ok(())
    }

    /// An unstable cell is above every height: a hatched, translucent part of the box's top.
    fn unsettled(&self, pen: &mut Pen, cell: &[Point]) -> Drawn {
        let theme = self.theme;
        let colour = self.paint(theme.muted);
        pen.polygon(cell, theme.band.fade(0.5))?;
        pen.hatch(cell, 6.0, colour.fade(0.8))?;
        let edge: Vec<Point> = cell.iter().chain(&cell[..1]).copied().collect();
        pen.line(&edge, 1.0, colour)
    }

    /// A point without neighbours, on a stem; hollow if it is unstable.
    fn lone(&self, pen: &mut Pen, place: Place) -> Drawn {
        let theme = self.theme;
        let at = self.layout.position(self.chart, place);
        match self.scale.zip(self.chart.result(place)) {
            Some((scale, value)) => {
                let colour = self.paint(scale.colour(value, theme));
                pen.line(&[self.layout.on_ground(place), at], 1.5, colour)?;
                pen.disc(at, MARK + 1.0, theme.background)?;
                pen.disc(at, MARK, colour)
            }
            None => {
                pen.disc(at, MARK, theme.background)?;
                pen.ring(at, MARK, 1.4, self.paint(theme.muted))
            }
        }
    }

    fn labels(&self, pen: &mut Pen) -> Drawn {
        let theme = self.theme;
        let face = Type::regular(TICK, theme.muted);
        for axis in &self.layout.axes {
            for (text, at, align) in &axis.labels {
                pen.text(text, *at, *align, face)?;
            }
            let (text, at, align) = &axis.name;
            pen.text(text, *at, *align, Type::regular(LABEL, theme.ink))?;
        }
        let (x, y) = self.layout.projection.left_corner();
        let ground = self.layout.axes.iter().flat_map(|axis| &axis.labels);
        let taken: Vec<Area> = ground.map(|(text, at, align)| face.extent(text, *at, *align, theme)).collect();
        for tick in &self.layout.z_ticks {
            let z = self.layout.share(tick.value);
            let (x, y) = self.layout.projection.to_px((x, y, z));
            let at = (x - theme.px(8.0), y);
            let extent = face.extent(&tick.label, at, Align::Right, theme);
            if (0.0..=1.0).contains(&z) && !taken.iter().any(|own| own.overlaps(&extent)) {
                pen.line(&[(x - theme.px(4.0), y), (x, y)], 1.0, theme.muted)?;
                pen.text(&tick.label, at, Align::Right, face)?;
            }
        }
        Ok(())
    }
}
