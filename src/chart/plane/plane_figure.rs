//! The four figures over two parameters behind one face: whoever shows, points at or exports one need not know which.

use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::theme::Theme;
use crate::chart::plane::improvement_grid::{self, ImprovementChart};
use crate::chart::plane::map_frame::MapFrame;
use crate::chart::plane::surface::{self, Place, Plane, SurfaceChart, WinnerChart};
use crate::chart::plane::surface_layout::SurfaceLayout;
use crate::chart::plane::surface_projection::Camera;
use crate::chart::plane::{heat_map, surface_draw, winner_map};

/// A figure over two parameters.
#[derive(Clone, Debug, PartialEq)]
pub enum PlaneFigure {
    /// A surface in space, as a camera sees it.
    Surface(SurfaceChart, Camera),
    /// A heat map.
    Heat(SurfaceChart),
    /// Who is best where.
    Winners(WinnerChart),
    /// How much better one scheduler is than the others.
    Improvement(ImprovementChart),
}

/// A figure, laid out.
#[derive(Clone, Debug, PartialEq)]
pub enum PlaneLayout {
    /// A surface.
    Surface(Box<SurfaceLayout>),
    /// A map.
    Map(Box<MapFrame>),
}

impl PlaneFigure {
    /// Its axes and measure.
    pub fn plane(&self) -> &Plane {
        match self {
            PlaneFigure::Surface(chart, _) | PlaneFigure::Heat(chart) => &chart.plane,
            PlaneFigure::Winners(chart) => &chart.plane,
            PlaneFigure::Improvement(chart) => &chart.plane,
        }
    }

    /// Its axes and measure, to give it a title or to fade it.
    pub fn plane_mut(&mut self) -> &mut Plane {
        match self {
            PlaneFigure::Surface(chart, _) | PlaneFigure::Heat(chart) => &mut chart.plane,
            PlaneFigure::Winners(chart) => &mut chart.plane,
            PlaneFigure::Improvement(chart) => &mut chart.plane,
        }
    }

    /// The height in CSS pixels that suits it at a width in CSS pixels.
    pub fn preferred_height(&self, width: f64, theme: &Theme) -> f64 {
        match self {
            PlaneFigure::Surface(chart, _) => SurfaceLayout::preferred_height(chart, width, theme),
            PlaneFigure::Heat(chart) => heat_map::preferred_height(chart, width, theme),
            PlaneFigure::Winners(chart) => winner_map::preferred_height(chart, width, theme),
            PlaneFigure::Improvement(chart) => {
                improvement_grid::preferred_height(chart, width, theme)
            }
        }
    }

    /// Lays it out on a canvas.
    pub fn layout(&self, canvas: Area, theme: &Theme) -> PlaneLayout {
        match self {
            PlaneFigure::Surface(chart, camera) => {
                PlaneLayout::Surface(Box::new(SurfaceLayout::new(chart, *camera, canvas, theme)))
            }
            PlaneFigure::Heat(chart) => {
                PlaneLayout::Map(Box::new(heat_map::layout(chart, canvas, theme)))
            }
            PlaneFigure::Winners(chart) => {
                PlaneLayout::Map(Box::new(winner_map::layout(chart, canvas, theme)))
            }
            PlaneFigure::Improvement(chart) => {
                PlaneLayout::Map(Box::new(improvement_grid::layout(chart, canvas, theme)))
            }
        }
    }

    /// Draws it as laid out before.
    pub fn paint(&self, backend: &mut dyn Device, layout: &PlaneLayout, theme: &Theme) -> Drawn {
        match (self, layout) {
            (PlaneFigure::Surface(chart, _), PlaneLayout::Surface(layout)) => {
                surface_draw::paint(backend, layout, chart, theme)
            }
            (PlaneFigure::Heat(chart), PlaneLayout::Map(layout)) => {
                heat_map::paint(backend, layout, chart, theme)
            }
            (PlaneFigure::Winners(chart), PlaneLayout::Map(layout)) => {
                winner_map::paint(backend, layout, chart, theme)
            }
            (PlaneFigure::Improvement(chart), PlaneLayout::Map(layout)) => {
                improvement_grid::paint(backend, layout, chart, theme)
            }
            _ => Ok(()),
        }
    }

    /// Marks a place and reads it out, over the figure as it has been drawn.
    pub fn cursor(
        &self,
        backend: &mut dyn Device,
        layout: &PlaneLayout,
        theme: &Theme,
        place: Place,
    ) -> Drawn {
        match (self, layout) {
            (PlaneFigure::Surface(chart, _), PlaneLayout::Surface(layout)) => {
                surface_draw::cursor(backend, layout, chart, theme, place)
            }
            (PlaneFigure::Heat(chart), PlaneLayout::Map(layout)) => {
                heat_map::cursor(backend, layout, chart, theme, place)
            }
            (PlaneFigure::Winners(chart), PlaneLayout::Map(layout)) => {
                winner_map::cursor(backend, layout, chart, theme, place)
            }
            (PlaneFigure::Improvement(chart), PlaneLayout::Map(layout)) => {
                improvement_grid::cursor(backend, layout, chart, theme, place)
            }
            _ => Ok(()),
        }
    }

    /// The place at a pixel.
    pub fn at(&self, layout: &PlaneLayout, at: Point) -> Option<Place> {
        match (self, layout) {
            (PlaneFigure::Surface(chart, _), PlaneLayout::Surface(layout)) => layout.at(chart, at),
            (_, PlaneLayout::Map(layout)) => layout.at(at),
            _ => None,
        }
    }

    /// A place in words, line by line.
    pub fn read_out(&self, place: Place) -> Vec<String> {
        match self {
            PlaneFigure::Surface(chart, _) | PlaneFigure::Heat(chart) => chart.read_out(place),
            PlaneFigure::Winners(chart) => chart.read_out(place),
            PlaneFigure::Improvement(chart) => chart.read_out(place),
        }
    }

    /// The figure in words.
    pub fn summary(&self) -> String {
        match self {
            PlaneFigure::Surface(chart, _) | PlaneFigure::Heat(chart) => surface::summary(chart),
            PlaneFigure::Winners(chart) => surface::winners_summary(chart),
            PlaneFigure::Improvement(chart) => improvement_grid::summary(chart),
        }
    }
}

impl PlaneLayout {
    /// What is drawn otherwise than to scale or not at all, in words; empty if nothing.
    pub fn notes(&self) -> String {
        let (even, complete) = match self {
            PlaneLayout::Surface(layout) => (layout.is_even, layout.is_complete()),
            PlaneLayout::Map(layout) => (layout.is_even(), true),
        };
        let mut notes = String::new();
        if even {
            notes.push_str(" Values are equally far apart here, whatever lies between them.");
        }
        if !complete {
            notes.push_str(" Of so many points every few are drawn; the heat map has all.");
        }
        notes
    }
}
