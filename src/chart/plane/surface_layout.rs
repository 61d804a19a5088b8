//! Positions of the parts of a surface: the box in space, facets between the points, axes; and pointing.

use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::axis::{Axis, widen};
use crate::chart::kit::bands::positions;
use crate::chart::kit::legend::Key;
use crate::chart::kit::pen::{Align, Type};
use crate::chart::kit::text::{LABEL, TICK};
use crate::chart::kit::theme::Theme;
use crate::chart::kit::ticks::Tick;
use crate::chart::plane::cell_map::CellMap;
use crate::chart::plane::surface::{Place, SurfaceChart, Swept};
use crate::chart::plane::surface_projection::{Camera, Projection, far_to_near};
use crate::chart::plane::surround::{Explained, Surround};
use crate::words::number;

/// Maximum number of drawn points per side: more facets would be too small to distinguish.
const MOST: usize = 56;
/// Minimum distance of points, as a share of a side; if not possible, distances are equal.
const LEAST: f64 = 0.02;
/// Maximum distance between the pointer and the point it selects \[CSS px\].
const REACH: f64 = 28.0;

/// A surface with all positions.
#[derive(Clone, Debug, PartialEq)]
pub struct SurfaceLayout {
    /// Surroundings of the surface.
    pub surround: Surround,
    pub(in crate::chart) projection: Projection,
    /// Facets, the farthest first.
    pub(in crate::chart) facets: Vec<Facet>,
    /// Cells around unstable points, at the top of the box.
    pub(in crate::chart) unsettled: Vec<[Point; 4]>,
    /// Points with a value that belong to no facet.
    pub(in crate::chart) loose: Vec<Place>,
    pub(in crate::chart) axes: [AxisMarks; 2],
    pub(in crate::chart) z_ticks: Vec<Tick>,
    /// True if values are drawn at equal distances although they are uneven.
    pub is_even: bool,
    /// Message shown instead of an empty surface.
    pub message: Option<&'static str>,
    /// Positions of the values of x and y, from 0 to 1.
    positions: [Vec<f64>; 2],
    height: Axis,
    reach: f64,
}

/// Three or four points of the surface.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::chart) struct Facet {
    /// Corner points, in order around the facet.
    pub(in crate::chart) places: Vec<Place>,
    /// Their positions on the canvas.
    pub(in crate::chart) corners: Vec<Point>,
    /// Mean of their values.
    pub(in crate::chart) value: f64,
}

/// An axis along an edge of the ground.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::chart) struct AxisMarks {
    /// Positions of the labelled values, from 0 to 1.
    pub(in crate::chart) ticks: Vec<f64>,
    /// The labels.
    pub(in crate::chart) labels: Vec<(String, Point, Align)>,
    /// The axis label.
    pub(in crate::chart) name: (String, Point, Align),
}

impl SurfaceLayout {
    /// Places a surface on a canvas, as seen by a camera.
    pub fn new(chart: &SurfaceChart, camera: Camera, canvas: Area, theme: &Theme) -> SurfaceLayout {
        let px = |css: f64| theme.px(css);
        let explained = explained(chart);
        let surround = Surround::new(&chart.plane, &explained, canvas, theme);
        let range = z_range(&explained);
        let z_ticks = Axis::new(range, (0.0, 1.0), false).ticks(5, chart.plane.z_style);
        let face = Type::regular(TICK, theme.muted);
        let widest = z_ticks.iter().map(|tick| face.width(&tick.label, theme));
        let side = widest.fold(0.0, f64::max) + px(12.0);
        let room = surround.room;
        let space = Area::new(room.x0 + side, room.y0 + px(6.0), room.x1 - side, room.y1 - px(40.0));
        let projection = Projection::new(camera, &space);
        let message = if !chart.any(|_| true) {
            Some("no finished points yet")
        } else if space.width() < px(80.0) || space.height() < px(60.0) {
            Some("too small to draw")
        } else {
            None
        };
        let (x, x_even) = positions(&chart.plane.x.values, LEAST);
        let (y, y_even) = positions(&chart.plane.y.values, LEAST);
        let mut layout = SurfaceLayout {
            surround,
            projection,
            facets: Vec::new(),
            unsettled: Vec::new(),
            loose: Vec::new(),
            axes: Default::default(),
            z_ticks,
            is_even: x_even && x.len() > 1 || y_even && y.len() > 1,
            message,
            positions: [x, y],
            height: Axis::new(range, (0.0, 1.0), false),
            reach: px(REACH),
        };
        if message.is_none() {
            layout.place_facets(chart);
            layout.axes = [layout.axis_marks(&chart.plane.x, 0, theme), layout.axis_marks(&chart.plane.y, 1, theme)];
        }
        layout
    }

    /// Preferred height of a surface for a width \[CSS px\].
    pub fn preferred_height(chart: &SurfaceChart, width: f64, theme: &Theme) -> f64 {
        let width = match width.is_finite() {
            true => width.clamp(100.0, 4000.0),
            false => 640.0,
        };
        let explained = explained(chart);
        let around = Surround::height_around(&chart.plane, &explained, width, theme);
        (width * 0.55).clamp(280.0, 470.0) + around
    }

    fn place_facets(&mut self, chart: &SurfaceChart) {
        let (x_recedes, y_recedes) = self.projection.recedes();
        let [columns, rows] = [0, 1].map(|axis| drawn(self.positions[axis].len()));
        let mut held = vec![false; chart.cells.len()];
        for i in far_to_near(columns.len().saturating_sub(1), x_recedes) {
            for j in far_to_near(rows.len().saturating_sub(1), y_recedes) {
                let corners =
                    [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)].map(|(i, j)| Place { x: columns[i], y: rows[j] });
                if corners.iter().any(|&own| chart.cell(own).is_some_and(|own| own.unstable)) {
                    self.unsettled.push(corners.map(|own| self.at_level(own, 1.0)));
                }
                let results = corners.into_iter().filter_map(|own| Some((own, chart.result(own)?)));
                let results: Vec<(Place, f64)> = results.collect();
                if results.len() < 3 {
                    continue;
                }
                let count = results.len() as f64;
                self.facets.push(Facet {
                    places: results.iter().map(|(own, _)| *own).collect(),
                    corners: results.iter().map(|&(own, value)| self.at_height(own, value)).collect(),
                    value: results.iter().map(|(_, value)| value / count).sum(),
                });
                for (own, _) in results {
                    held[chart.plane.index(own)] = true;
                }
            }
        }
        for &x in &columns {
            for place in rows.iter().map(|&y| Place { x, y }) {
                let valued = chart.cell(place).is_some();
                if valued && held.get(chart.plane.index(place)) != Some(&true) {
                    self.loose.push(place);
                }
            }
        }
    }

    /// As many labels along the nearer edge of an axis (0: x, 1: y) as fit.
    fn axis_marks(&self, swept: &Swept, axis: usize, theme: &Theme) -> AxisMarks {
        let (x_recedes, y_recedes) = self.projection.recedes();
        let near = |recedes: bool| if recedes { 0.0 } else { 1.0 };
        let on_edge = |share: f64, beyond: f64| {
            let outwards = |recedes: bool| near(recedes) + if recedes { -beyond } else { beyond };
            match axis {
                0 => self.projection.to_px((share, outwards(y_recedes), 0.0)),
                _ => self.projection.to_px((outwards(x_recedes), share, 0.0)),
            }
        };
        let (from, to) = (on_edge(0.5, 0.0), on_edge(0.5, 1.0));
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = (dx * dx + dy * dy).sqrt().max(1e-9);
        let (dx, dy) = (dx / length, dy / length);
        let align = match dx {
            dx if dx > 0.25 => Align::Left,
            dx if dx < -0.25 => Align::Right,
            _ => Align::Centre,
        };
        let face = Type::regular(TICK, theme.muted);
        let beside = |share: f64, px: f64| {
            let (x, y) = on_edge(share, 0.0);
            (x + dx * px, y + dy * px)
        };
        let apart = theme.px(5.0) + theme.px(TICK * 0.6) * dy.abs();
        let mut marks = AxisMarks::default();
        let mut taken: Vec<Area> = Vec::new();
        let mut widest = 0.0f64;
        for (value, &share) in swept.values.iter().zip(&self.positions[axis]) {
            let (text, at) = (number::plain(*value), beside(share, apart));
            let extent = face.extent(&text, at, align, theme);
            if taken.iter().any(|own| own.overlaps(&extent.inset(-theme.px(2.0)))) {
                continue;
            }
            widest = widest.max(extent.width());
            taken.push(extent);
            marks.ticks.push(share);
            marks.labels.push((text, at, align));
        }
        let beyond = match align {
            Align::Centre => apart + theme.px(TICK * 1.6),
            _ => apart + widest + theme.px(10.0),
        };
        // The name of the axis is shifted down along the edge, so that it is below the tick labels, not beside them.
        let (x, y) = beside(0.5, beyond);
        marks.name = (swept.label(), (x, y + theme.px(LABEL) * dx.abs()), align);
        marks
    }

    fn spot(&self, place: Place) -> (f64, f64) {
        let at = |axis: usize, index: usize| self.positions[axis].get(index).copied().unwrap_or(0.5);
        (at(0, place.x), at(1, place.y))
    }

    fn at_height(&self, place: Place, value: f64) -> Point {
        self.at_level(place, self.height.to_px(value))
    }

    /// The pixel of a place on the ground.
    pub(in crate::chart) fn on_ground(&self, place: Place) -> Point {
        self.at_level(place, 0.0)
    }

    fn at_level(&self, place: Place, z: f64) -> Point {
        let (x, y) = self.spot(place);
        self.projection.to_px((x, y, z))
    }

    /// Relative height of a value, from 0 to 1.
    pub(in crate::chart) fn share(&self, value: f64) -> f64 {
        self.height.to_px(value)
    }

    /// The three corners of the lines on the ground that lead from a place to both axes.
    pub(in crate::chart) fn guides(&self, place: Place) -> [Point; 3] {
        let (x, y) = self.spot(place);
        let (x_recedes, y_recedes) = self.projection.recedes();
        let near = |recedes: bool| if recedes { 0.0 } else { 1.0 };
        [(x, near(y_recedes)), (x, y), (near(x_recedes), y)].map(|(x, y)| self.projection.to_px((x, y, 0.0)))
    }

    /// Drawn position of a place: on the surface if it has a result, on the top of the box if it is unstable, on the
    /// ground if there is no value yet.
    pub fn position(&self, chart: &SurfaceChart, place: Place) -> Point {
        match (chart.result(place), chart.cell(place)) {
            (Some(value), _) => self.at_height(place, value),
            (None, Some(_)) => self.at_level(place, 1.0),
            (None, None) => self.on_ground(place),
        }
    }

    /// The place selected by the pointer: the nearest corner of the visible facet under the pointer; if there is no
    /// facet, a nearby point.
    pub fn at(&self, chart: &SurfaceChart, at: Point) -> Option<Place> {
        if self.message.is_some() {
            return None;
        }
        let distance = |place: &Place| {
            let (x, y) = self.position(chart, *place);
            ((x - at.0) * (x - at.0) + (y - at.1) * (y - at.1)).sqrt()
        };
        let nearest = |a: &Place, b: &Place| distance(a).total_cmp(&distance(b));
        let seen = self.facets.iter().rev().find(|own| inside(&own.corners, at));
        if let Some(facet) = seen {
            return facet.places.iter().copied().min_by(nearest);
        }
        let [columns, rows] = [0, 1].map(|axis| drawn(self.positions[axis].len()));
        let all = columns.iter().flat_map(|&x| rows.iter().map(move |&y| Place { x, y }));
        all.min_by(nearest).filter(|place| distance(place) <= self.reach)
    }

    /// True if every point is drawn.
    pub fn is_complete(&self) -> bool {
        self.positions.iter().all(|own| own.len() <= MOST)
    }
}

/// The legend is that of a heat map without the entry for unfinished replications: marks of these would hide the
/// surface.
fn explained(chart: &SurfaceChart) -> Explained {
    let mut explained = chart.explained();
    explained.entries.retain(|(key, _)| *key != Key::Unfinished);
    explained
}

/// The range of the height: the range of the results, with a margin.
fn z_range(explained: &Explained) -> (f64, f64) {
    let Some(scale) = explained.scale else {
        return (0.0, 1.0);
    };
    let (low, high) = scale.range();
    let air = (high / 2.0 - low / 2.0) * 0.16;
    // The range of a non-negative measure never starts below 0.
    let floor = if low >= 0.0 { (low - air).max(0.0) } else { low - air };
    widen(floor, high + air / 2.0)
}

/// The indices, of `count` indices, whose points are drawn: all, or every n-th and the last.
fn drawn(count: usize) -> Vec<usize> {
    let step = count.div_ceil(MOST).max(1);
    let mut all: Vec<usize> = (0..count).step_by(step).collect();
    if count > 0 && all.last() != Some(&(count - 1)) {
        all.push(count - 1);
    }
    all
}

/// True if a point is inside a polygon: a ray from it crosses the edge an odd number of times.
fn inside(corners: &[Point], (x, y): Point) -> bool {
    let edges = corners.iter().zip(corners.iter().cycle().skip(1));
    let crossed = edges.filter(|(a, b)| (a.1 > y) != (b.1 > y) && x < a.0 + (b.0 - a.0) * (y - a.1) / (b.1 - a.1));
    crossed.count() % 2 == 1
}

#[cfg(test)]
mod tests;
