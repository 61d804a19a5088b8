//! Where everything of a surface goes: the box in space, facets between the points, axes; and pointing at it.

use crate::base::number;
use crate::chart::curve::curve_layout::{LABEL, TICK};
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::axis::{Axis, widen};
use crate::chart::kit::bands::positions;
use crate::chart::kit::legend::Key;
use crate::chart::kit::pen::{Align, Type};
use crate::chart::kit::theme::Theme;
use crate::chart::kit::ticks::Tick;
use crate::chart::plane::heat_map;
use crate::chart::plane::surface::{Place, SurfaceChart, Swept};
use crate::chart::plane::surface_projection::{Camera, Projection, far_to_near};
use crate::chart::plane::surround::{Explained, Surround};

/// At most so many points per side are drawn: more facets would be smaller than they can be told apart.
const MOST: usize = 56;
/// Points are at least this share of a side apart, or all equally far.
const LEAST: f64 = 0.02;
/// The pointer means a point at most this far away, in CSS pixels.
const REACH: f64 = 28.0;

/// A laid-out surface.
#[derive(Clone, Debug, PartialEq)]
pub struct SurfaceLayout {
    /// What stands around it.
    pub surround: Surround,
    pub(in crate::chart) projection: Projection,
    /// Facets, those farther away first.
    pub(in crate::chart) facets: Vec<Facet>,
    /// Cells around points that did not settle, at the top of the box.
    pub(in crate::chart) unsettled: Vec<[Point; 4]>,
    /// Points with a value that no facet has.
    pub(in crate::chart) loose: Vec<Place>,
    pub(in crate::chart) axes: [AxisMarks; 2],
    pub(in crate::chart) z_ticks: Vec<Tick>,
    /// Values are equally far apart though their distances differ.
    pub is_even: bool,
    /// Shown instead of the surface when there is nothing to show.
    pub message: Option<&'static str>,
    /// Positions of the values of x and y, from 0 to 1.
    positions: [Vec<f64>; 2],
    height: Axis,
    reach: f64,
}

/// Three or four points of the surface.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::chart) struct Facet {
    /// Which, all the way round.
    pub(in crate::chart) places: Vec<Place>,
    /// Where they are on the canvas.
    pub(in crate::chart) corners: Vec<Point>,
    /// The mean of their values.
    pub(in crate::chart) value: f64,
}

/// An axis along an edge of the ground.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::chart) struct AxisMarks {
    /// Positions of the labelled values, from 0 to 1.
    pub(in crate::chart) ticks: Vec<f64>,
    /// The labels.
    pub(in crate::chart) labels: Vec<(String, Point, Align)>,
    /// The name of the axis.
    pub(in crate::chart) name: (String, Point, Align),
}

impl SurfaceLayout {
    /// Lays a surface out on a canvas as a camera sees it.
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
        let space = Area::new(
            room.x0 + side,
            room.y0 + px(6.0),
            room.x1 - side,
            room.y1 - px(40.0),
        );
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
            layout.axes = [
                layout.axis_marks(&chart.plane.x, 0, theme),
                layout.axis_marks(&chart.plane.y, 1, theme),
            ];
        }
        layout
    }

    /// The height in CSS pixels that suits a surface at a width in CSS pixels.
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
                    [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)].map(|(i, j)| Place {
                        x: columns[i],
                        y: rows[j],
                    });
                if corners
                    .iter()
                    .any(|&own| chart.cell(own).is_some_and(|own| own.unstable))
                {
                    self.unsettled
                        .push(corners.map(|own| self.at_level(own, 1.0)));
                }
                let results = corners
                    .into_iter()
                    .filter_map(|own| Some((own, chart.result(own)?)));
                let results: Vec<(Place, f64)> = results.collect();
                if results.len() < 3 {
                    continue;
                }
                let count = results.len() as f64;
                self.facets.push(Facet {
                    places: results.iter().map(|(own, _)| *own).collect(),
                    corners: results
                        .iter()
                        .map(|&(own, value)| self.at_height(own, value))
                        .collect(),
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

    /// Labels along the nearer edge of an axis (0: x, 1: y), as many as have room.
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
            if taken
                .iter()
                .any(|own| own.overlaps(&extent.inset(-theme.px(2.0))))
            {
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
        // Down along the edge, so that the name is below its labels rather than beside them.
        let (x, y) = beside(0.5, beyond);
        marks.name = (swept.label(), (x, y + theme.px(LABEL) * dx.abs()), align);
        marks
    }

    fn spot(&self, place: Place) -> (f64, f64) {
        let at =
            |axis: usize, index: usize| self.positions[axis].get(index).copied().unwrap_or(0.5);
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

    /// Where a value is on the height, from 0 to 1.
    pub(in crate::chart) fn share(&self, value: f64) -> f64 {
        self.height.to_px(value)
    }

    /// The lines on the ground from a place to both axes.
    pub(in crate::chart) fn guides(&self, place: Place) -> [Point; 3] {
        let (x, y) = self.spot(place);
        let (x_recedes, y_recedes) = self.projection.recedes();
        let near = |recedes: bool| if recedes { 0.0 } else { 1.0 };
        [(x, near(y_recedes)), (x, y), (near(x_recedes), y)]
            .map(|(x, y)| self.projection.to_px((x, y, 0.0)))
    }

    /// Where a place is drawn: on the surface if it has a result, on the top of the box if it did not settle, on the ground
    /// if there is nothing yet.
    pub fn position(&self, chart: &SurfaceChart, place: Place) -> Point {
        match (chart.result(place), chart.cell(place)) {
            (Some(value), _) => self.at_height(place, value),
            (None, Some(_)) => self.at_level(place, 1.0),
            (None, None) => self.on_ground(place),
        }
    }

    /// The place that the pointer means: the nearest point of the facet that is seen there, else a point nearby.
    pub fn at(&self, chart: &SurfaceChart, at: Point) -> Option<Place> {
        if self.message.is_some() {
            return None;
        }
        let distance = |place: &Place| {
            let (x, y) = self.position(chart, *place);
            ((x - at.0) * (x - at.0) + (y - at.1) * (y - at.1)).sqrt()
        };
        let nearest = |a: &Place, b: &Place| distance(a).total_cmp(&distance(b));
        let seen = self
            .facets
            .iter()
            .rev()
            .find(|own| inside(&own.corners, at));
        if let Some(facet) = seen {
            return facet.places.iter().copied().min_by(nearest);
        }
        let [columns, rows] = [0, 1].map(|axis| drawn(self.positions[axis].len()));
        let all = columns
            .iter()
            .flat_map(|&x| rows.iter().map(move |&y| Place { x, y }));
        all.min_by(nearest)
            .filter(|place| distance(place) <= self.reach)
    }

    /// Whether every point is drawn.
    pub fn is_complete(&self) -> bool {
        self.positions.iter().all(|own| own.len() <= MOST)
    }
}

/// As beside a heat map, but for replications that are still coming in: marks for them would hide the surface.
fn explained(chart: &SurfaceChart) -> Explained {
    let mut explained = heat_map::explained(chart);
    explained.entries.retain(|(key, _)| *key != Key::Unfinished);
    explained
}

/// The range of the height: that of the results, with some air.
fn z_range(explained: &Explained) -> (f64, f64) {
    let Some(scale) = explained.scale else {
        return (0.0, 1.0);
    };
    let (low, high) = scale.range();
    let air = (high / 2.0 - low / 2.0) * 0.16;
    // A measure that is never negative is not shown as if it could be.
    let floor = if low >= 0.0 {
        (low - air).max(0.0)
    } else {
        low - air
    };
    widen(floor, high + air / 2.0)
}

/// The indices that are drawn of so many: all, or every few and the last.
fn drawn(count: usize) -> Vec<usize> {
    let step = count.div_ceil(MOST).max(1);
    let mut all: Vec<usize> = (0..count).step_by(step).collect();
    if count > 0 && all.last() != Some(&(count - 1)) {
        all.push(count - 1);
    }
    all
}

/// Whether a point is inside a polygon: a line from it crosses the edge an odd number of times.
fn inside(corners: &[Point], (x, y): Point) -> bool {
    let edges = corners.iter().zip(corners.iter().cycle().skip(1));
    let crossed = edges
        .filter(|(a, b)| (a.1 > y) != (b.1 > y) && x < a.0 + (b.0 - a.0) * (y - a.1) / (b.1 - a.1));
    crossed.count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::plane::surface::{Cell, Plane};
    use proptest::prelude::*;

    const CANVAS: Area = Area {
        x0: 0.0,
        y0: 0.0,
        x1: 800.0,
        y1: 500.0,
    };

    fn chart(x: usize, y: usize, value: impl Fn(Place) -> f64) -> SurfaceChart {
        let swept = |name: &str, count: usize| Swept {
            name: name.into(),
            values: (0..count).map(|index| index as f64).collect(),
            ..Swept::default()
        };
        let plane = Plane {
            x: swept("x", x),
            y: swept("y", y),
            ..Plane::default()
        };
        let cells = plane.places().map(|place| {
            Some(Cell {
                value: value(place),
                ..Cell::default()
            })
        });
        SurfaceChart {
            cells: cells.collect(),
            plane,
            ..SurfaceChart::default()
        }
    }

    fn laid_out(chart: &SurfaceChart, camera: Camera) -> SurfaceLayout {
        SurfaceLayout::new(chart, camera, CANVAS, &Theme::light(1.0))
    }

    fn change(chart: &mut SurfaceChart, place: Place, change: impl Fn(&mut Cell)) {
        let index = chart.plane.index(place);
        change(chart.cells[index].as_mut().unwrap());
    }

    #[test]
    fn what_is_missing_leaves_a_hole() {
        let mut chart = chart(4, 3, |place| place.x as f64);
        assert_eq!(laid_out(&chart, Camera::default()).facets.len(), 6);
        // The corner at (1, 1) is one of four facets, of which triangles remain.
        chart.cells[4] = None;
        let layout = laid_out(&chart, Camera::default());
        let sizes: Vec<usize> = layout.facets.iter().map(|own| own.corners.len()).collect();
        assert_eq!(sizes.iter().filter(|&&size| size == 3).count(), 4);
        assert_eq!((sizes.len(), layout.unsettled.len()), (6, 0));
        // Without (2, 1) too, two facets have too few corners.
        chart.cells[7] = None;
        assert_eq!(laid_out(&chart, Camera::default()).facets.len(), 4);
    }

    #[test]
    fn one_row_is_points() {
        let chart = chart(5, 1, |place| place.x as f64);
        let layout = laid_out(&chart, Camera::default());
        assert_eq!((layout.facets.len(), layout.loose.len()), (0, 5));
        assert!(!layout.is_even);
    }

    #[test]
    fn a_facet_has_the_mean_of_its_corners() {
        let chart = chart(2, 2, |place| (10 * place.x + place.y) as f64);
        let layout = laid_out(&chart, Camera::default());
        assert_eq!(layout.facets[0].value, 5.5);
        assert!(layout.share(11.0) < 1.0);
    }

    #[test]
    fn of_many_points_every_few_and_the_last_are_drawn() {
        assert_eq!(drawn(3), [0, 1, 2]);
        assert_eq!(drawn(MOST).len(), MOST);
        let many = drawn(200);
        assert_eq!((many[1], *many.last().unwrap()), (4, 199));
        assert!(many.len() <= MOST + 1);
        assert_eq!(drawn(0), [0usize; 0]);
        assert!(!laid_out(&chart(60, 2, |_| 1.0), Camera::default()).is_complete());
    }

    #[test]
    fn labels_do_not_overlap() {
        let mut chart = chart(12, 12, |place| 1e4 * (place.x + place.y) as f64);
        chart.plane.x.values = (0..12).map(|index| 100_000.0 + f64::from(index)).collect();
        for azimuth in 0..24 {
            let camera = Camera::default().turned(f64::from(azimuth) * 15.0, 0.0);
            let theme = Theme::light(1.0);
            let layout = SurfaceLayout::new(&chart, camera, Area::sized(360.0, 360.0), &theme);
            for axis in &layout.axes {
                let face = Type::regular(TICK, theme.muted);
                let boxes = axis.labels.iter();
                let boxes: Vec<Area> = boxes
                    .map(|(text, at, align)| face.extent(text, *at, *align, &theme))
                    .collect();
                assert!(!boxes.is_empty());
                for (index, own) in boxes.iter().enumerate() {
                    assert!(boxes[index + 1..].iter().all(|other| !own.overlaps(other)));
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// On a plain every point is the one that the pointer means where it is drawn, from wherever it is seen.
        #[test]
        fn points_are_found_where_they_are_drawn(
            x in 2usize..7, y in 2usize..7, azimuth in 0.0..360.0f64, elevation in 15.0..85.0f64,
        ) {
            let chart = chart(x, y, |_| 7.0);
            let layout = laid_out(&chart, Camera { azimuth, elevation });
            for place in chart.plane.places() {
                let found = layout.at(&chart, layout.position(&chart, place));
                prop_assert_eq!(found, Some(place));
            }
        }

        /// Where facets lie over each other, the pointer means one that is not hidden.
        #[test]
        fn what_is_seen_is_found(
            heights in prop::collection::vec(0.0..100.0f64, 30), azimuth in 0.0..360.0f64, at in (0.0..800.0f64, 0.0..500.0f64),
        ) {
            let chart = chart(6, 5, |place| heights[place.x * 5 + place.y]);
            let layout = laid_out(&chart, Camera { azimuth, elevation: 25.0 });
            let last = layout.facets.iter().rfind(|own| inside(&own.corners, at));
            if let Some(facet) = last {
                prop_assert!(facet.places.contains(&layout.at(&chart, at).unwrap()));
            }
        }

        /// What did not settle is no value: it changes neither heights nor colours.
        #[test]
        fn unstable_values_do_not_matter(place in (0usize..5, 0usize..4), value in prop::num::f64::ANY) {
            let place = Place { x: place.0, y: place.1 };
            let mut one = chart(5, 4, |place| (place.x * place.y) as f64);
            change(&mut one, place, |cell| (cell.unstable, cell.value) = (true, 3.0));
            let mut other = one.clone();
            prop_assume!(value.is_finite());
            change(&mut other, place, |cell| cell.value = value);
            let [one, other] = [one, other].map(|chart| laid_out(&chart, Camera::default()));
            prop_assert!(!one.unsettled.is_empty());
            prop_assert!(one.facets.iter().all(|facet| !facet.places.contains(&place)));
            prop_assert_eq!(one, other);
        }
    }
}
