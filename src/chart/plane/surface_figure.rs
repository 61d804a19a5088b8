//! One scheduler's measure over two parameters as a 3-D surface.

use crate::chart::curve::Series;
use crate::chart::curve::results::{FEW, curve};
use crate::chart::figure::{Choice, Figure, FigureKind, Scene};
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::theme::Theme;
use crate::chart::plane::heat_map::{self, HEAT};
use crate::chart::plane::plane_figure::{PlaneChart, PlaneData, PlaneFigure, PlaneLayout};
use crate::chart::plane::surface::{Place, Plane, SurfaceChart};
use crate::chart::plane::surface_draw;
use crate::chart::plane::surface_layout::SurfaceLayout;
use crate::chart::plane::surface_projection::Camera;

/// A 3-D surface.
pub const SURFACE: FigureKind = FigureKind {
    name: "surface",
    label: "3-D surface",
    build: |scene, choice| {
        let chart = InSpace(heat_map::chart(scene, choice)?, choice.camera);
        Some(PlaneFigure::boxed(chart, scene, choice))
    },
    report: reported,
    ..HEAT
};

/// One surface of turnaround per scheduler that depends on both sweeps, if the second sweep is too long for one figure
/// of curves per value.
fn reported(scene: &Scene) -> Vec<Box<dyn Figure>> {
    let second = scene.scenario().experiment.sweep.get(1);
    if second.is_none_or(|sweep| sweep.values.len() <= FEW) {
        return Vec::new();
    }
    let series = curve(scene, 0).series.into_iter().enumerate();
    let varied = series.filter(|(_, series)| !series.horizontal);
    let figure = |(scheduler, series): (usize, Series)| {
        let scene = Scene { title: &series.name, ..*scene };
        let choice = Choice { scheduler, ..Choice::default() };
        (SURFACE.build)(&scene, &choice)
    };
    varied.filter_map(figure).collect()
}

/// A surface with a camera.
#[derive(Debug)]
pub struct InSpace(pub SurfaceChart, pub Camera);

impl PlaneLayout<InSpace> for SurfaceLayout {
    fn place_at(&self, chart: &InSpace, pixel: Point) -> Option<Place> {
        self.at(&chart.0, pixel)
    }

    fn is_even(&self) -> bool {
        self.is_even
    }

    fn is_complete(&self) -> bool {
        SurfaceLayout::is_complete(self)
    }
}

impl PlaneData for InSpace {
    fn plane(&self) -> &Plane {
        self.0.plane()
    }

    fn plane_mut(&mut self) -> &mut Plane {
        self.0.plane_mut()
    }

    fn read_out(&self, place: Place) -> Vec<String> {
        self.0.read_out(place)
    }

    fn summary(&self) -> String {
        self.0.summary()
    }

    fn caption(&self, over: &str) -> String {
        format!(
            "{} of {} {over} Drag, or use the arrow keys, to turn it; Home turns it back; Shift and an arrow key go from point to \
             point.",
            self.0.plane.z_label, self.0.scheduler
        )
    }

    fn is_hatched(&self) -> bool {
        self.0.is_hatched()
    }

    fn cell(&self, place: Place) -> String {
        self.0.number(place)
    }
}

impl PlaneChart for InSpace {
    type Layout = SurfaceLayout;

    fn preferred_height(&self, width: f64, theme: &Theme) -> f64 {
        SurfaceLayout::preferred_height(&self.0, width, theme)
    }

    fn layout(&self, canvas: Area, theme: &Theme) -> SurfaceLayout {
        SurfaceLayout::new(&self.0, self.1, canvas, theme)
    }

    fn paint(&self, device: &mut dyn Device, layout: &SurfaceLayout, theme: &Theme) -> Drawn {
        surface_draw::paint(device, layout, &self.0, theme)
    }

    fn cursor(&self, device: &mut dyn Device, layout: &SurfaceLayout, theme: &Theme, place: Place) -> Drawn {
        surface_draw::cursor(device, layout, &self.0, theme, place)
    }

    fn turn(&mut self, camera: Camera) -> bool {
        self.1 = camera;
        true
    }
}
