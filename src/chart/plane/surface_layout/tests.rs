use super::*;
use crate::chart::plane::surface::{Cell, Plane};
use proptest::prelude::*;

const CANVAS: Area = Area { x0: 0.0, y0: 0.0, x1: 800.0, y1: 500.0 };

fn chart(x: usize, y: usize, value: impl Fn(Place) -> f64) -> SurfaceChart {
    let swept = |name: &str, count: usize| Swept {
        name: name.into(),
        values: (0..count).map(|index| index as f64).collect(),
        ..Swept::default()
    };
    let plane = Plane { x: swept("x", x), y: swept("y", y), ..Plane::default() };
    let cells = plane.places().map(|place| Some(Cell { value: value(place), ..Cell::default() }));
    SurfaceChart { cells: cells.collect(), plane, ..SurfaceChart::default() }
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
    // The point at (1, 1) is a corner of four facets, which become triangles.
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
            let boxes: Vec<Area> = boxes.map(|(text, at, align)| face.extent(text, *at, *align, &theme)).collect();
            assert!(!boxes.is_empty());
            for (index, own) in boxes.iter().enumerate() {
                assert!(boxes[index + 1..].iter().all(|other| !own.overlaps(other)));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// On a flat surface, the pointer selects every point at its drawn position, from any direction.
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

    /// Where facets overlap, the pointer selects a visible facet.
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

    /// Unstable values affect neither heights nor colours.
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
