//! Common part of figures over two parameters: pointing, stepping and read-outs, and a table with a row per value of y
//! and a column per value of x.

use crate::chart::figure::{Choice, Datum, Figure, Scene, Step};
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::theme::Theme;
use crate::chart::plane::surface::{Place, Plane};
use crate::chart::plane::surface_data;
use crate::chart::plane::surface_projection::Camera;
use crate::export::table::Table;
use crate::words::number;

/// Maximum number of cells in a table; larger tables are not readable.
const MOST: usize = 1500;

/// Texts and numbers of a chart over two parameters.
pub trait PlaneData {
    /// The axes and the measure.
    fn plane(&self) -> &Plane;

    /// The axes and the measure, to set the title or to fade the chart.
    fn plane_mut(&mut self) -> &mut Plane;

    /// Description of a place, line by line.
    fn read_out(&self, place: Place) -> Vec<String>;

    /// Description of the chart.
    fn summary(&self) -> String;

    /// Caption: the chart and how to use the pointer. `over` names the parameters and the number of runs.
    fn caption(&self, over: &str) -> String;

    /// True if a drawn cell is unstable and hatched.
    fn is_hatched(&self) -> bool;

    /// Title of the table.
    fn heading(&self) -> String {
        self.plane().z_label.clone()
    }

    /// Table cell of a place.
    fn cell(&self, place: Place) -> String;

    /// Index of the scheduler whose run is shown at a place, if it depends on the place.
    fn leader(&self, _place: Place) -> Option<usize> {
        None
    }
}

/// A chart over two parameters that can be drawn.
pub trait PlaneChart: PlaneData {
    /// Positions of all parts.
    type Layout: PlaneLayout<Self>;

    /// Preferred height for a width \[CSS px\].
    fn preferred_height(&self, width: f64, theme: &Theme) -> f64;

    /// Places the chart on a canvas.
    fn layout(&self, canvas: Area, theme: &Theme) -> Self::Layout;

    /// Draws the placed chart.
    ///
    /// # Errors
    /// Errors of the device; the same for `cursor`.
    fn paint(&self, device: &mut dyn Device, layout: &Self::Layout, theme: &Theme) -> Drawn;

    /// Marks a place and shows its read-out, over the drawn chart.
    fn cursor(&self, device: &mut dyn Device, layout: &Self::Layout, theme: &Theme, place: Place) -> Drawn;

    /// Sets the camera; true if the chart can be turned.
    fn turn(&mut self, _camera: Camera) -> bool {
        false
    }
}

/// Positions of a chart over two parameters.
pub trait PlaneLayout<C: ?Sized> {
    /// The place at a pixel.
    fn place_at(&self, chart: &C, pixel: Point) -> Option<Place>;

    /// True if values are drawn at equal distances although they are uneven.
    fn is_even(&self) -> bool;

    /// True if every place is drawn.
    fn is_complete(&self) -> bool {
        true
    }
}

/// A chart over two parameters as a figure.
pub struct PlaneFigure<C: PlaneChart> {
    chart: C,
    /// Indices of the points in the plan, by [`Plane::index`]; empty if there are no runs.
    points: Vec<usize>,
    /// Index of the shown scheduler.
    scheduler: usize,
    layout: Option<C::Layout>,
}

impl<C: PlaneChart + 'static> PlaneFigure<C> {
    /// The figure of a chart in a scene.
    pub fn boxed(mut chart: C, scene: &Scene, choice: &Choice) -> Box<dyn Figure> {
        scene.title.clone_into(&mut chart.plane_mut().title);
        chart.plane_mut().faded = scene.faded;
        Box::new(PlaneFigure {
            points: match scene.without_log {
                true => Vec::new(),
                false => surface_data::points(scene.scenario()),
            },
            scheduler: choice.scheduler,
            ..PlaneFigure::alone(chart)
        })
    }
}

impl<C: PlaneChart> PlaneFigure<C> {
    /// The figure of a chart without links to runs.
    pub fn alone(chart: C) -> PlaneFigure<C> {
        PlaneFigure { chart, points: Vec::new(), scheduler: 0, layout: None }
    }

    fn place(&self, Datum(x, y): Datum) -> Option<Place> {
        let plane = self.chart.plane();
        let inside = x < plane.x.values.len() && y < plane.y.values.len();
        inside.then_some(Place { x, y })
    }
}

impl<C: PlaneChart> Figure for PlaneFigure<C> {
    fn height(&self, width: f64, theme: &Theme) -> f64 {
        self.chart.preferred_height(width, theme)
    }

    fn summary(&self) -> String {
        self.chart.summary()
    }

    fn draw(&mut self, device: &mut dyn Device, area: Area, theme: &Theme) -> Drawn {
        let layout = self.layout.insert(self.chart.layout(area, theme));
        self.chart.paint(device, layout, theme)
    }

    fn caption(&self, scene: &Scene) -> String {
        let plane = self.chart.plane();
        let (x, y) = (plane.x.label(), plane.y.label());
        let mut caption = self.chart.caption(&format!("over {x} and {y}. {}.", scene.means()));
        if !self.points.is_empty() {
            caption.push_str(" A double click, or Enter, shows the run as Gantt chart.");
        }
        if self.chart.is_hatched() {
            caption.push_str(
                " Hatched: unstable, the queue grows without bound and the value with the length of the run.",
            );
        }
        if let Some(layout) = &self.layout {
            if layout.is_even() {
                caption.push_str(" Values are equally far apart here, whatever lies between them.");
            }
            if !layout.is_complete() {
                caption.push_str(" Of so many points every few are drawn; the heat map has all.");
            }
        }
        caption
    }

    fn numbers(&self) -> Result<Table, String> {
        let cell = |place: Place| self.chart.cell(place);
        numbers(self.chart.plane(), self.chart.heading(), &cell)
    }

    fn at(&self, pixel: Point) -> Option<Datum> {
        let place = self.layout.as_ref()?.place_at(&self.chart, pixel)?;
        Some(Datum(place.x, place.y))
    }

    fn step(&self, from: Option<Datum>, step: Step) -> Option<Datum> {
        let from = from.map(|Datum(x, y)| Place { x, y });
        let place = Place::step(from, step, self.chart.plane());
        Some(Datum(place.x, place.y))
    }

    fn read_out(&self, datum: Datum) -> Option<String> {
        let place = self.place(datum)?;
        Some(self.chart.read_out(place).join(". "))
    }

    fn mark(&self, device: &mut dyn Device, theme: &Theme, Datum(x, y): Datum) -> Drawn {
        match &self.layout {
            Some(layout) => self.chart.cursor(device, layout, theme, Place { x, y }),
            None => Ok(()),
        }
    }

    fn run(&self, datum: Datum) -> Option<(usize, usize)> {
        let place = self.place(datum)?;
        let point = self.points.get(self.chart.plane().index(place))?;
        Some((*point, self.chart.leader(place).unwrap_or(self.scheduler)))
    }

    fn turn(&mut self, camera: Camera) -> bool {
        self.chart.turn(camera)
    }
}

/// A table with one row per value of y and one column per value of x.
fn numbers(plane: &Plane, heading: String, cell: &dyn Fn(Place) -> String) -> Result<Table, String> {
    let count = plane.places().count();
    if count > MOST {
        return Err(format!("These are {count} numbers: Export has them as CSV."));
    }
    let corner = format!("{} \\ {}", plane.y.label(), plane.x.label());
    let columns = plane.x.values.iter().map(|&x| number::plain(x));
    // Same order as in the figure: the largest y at the top.
    let rows = plane.y.values.iter().enumerate().rev().map(|(y, &value)| {
        let cells = (0..plane.x.values.len()).map(|x| cell(Place { x, y }));
        std::iter::once(number::plain(value)).chain(cells).collect()
    });
    Ok(Table {
        title: heading,
        heads: std::iter::once(corner).chain(columns).collect(),
        rows: rows.collect(),
        ..Table::default()
    })
}
