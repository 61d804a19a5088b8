//! What the figures over two parameters have in common: places are pointed at, stepped through and read out in the same way,
//! and their numbers are a table with a row for each value of y and a column for each of x.

use crate::base::number;
use crate::chart::figure::{Choice, Datum, Figure, Scene, Step};
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::theme::Theme;
use crate::chart::plane::surface::{Place, Plane};
use crate::chart::plane::surface_data;
use crate::chart::plane::surface_projection::Camera;
use crate::export::table::Table;

/// A table of more numbers than these is of no use to anybody.
const MOST: usize = 1500;

/// Words and numbers of a chart over two parameters.
pub trait PlaneData {
    /// Its axes and measure.
    fn plane(&self) -> &Plane;

    /// Its axes and measure, to give it a title or to fade it.
    fn plane_mut(&mut self) -> &mut Plane;

    /// A place in words, line by line.
    fn read_out(&self, place: Place) -> Vec<String>;

    /// The chart in words.
    fn summary(&self) -> String;

    /// Caption: the chart and how to point at it. `over` names the parameters and the number of runs.
    fn caption(&self, over: &str) -> String;

    /// True if something drawn did not settle and is hatched.
    fn is_hatched(&self) -> bool;

    /// Title of its table.
    fn heading(&self) -> String {
        self.plane().z_label.clone()
    }

    /// A place in the table.
    fn cell(&self, place: Place) -> String;

    /// Index of the scheduler whose run is shown at a place, where it is not the same everywhere.
    fn leader(&self, _place: Place) -> Option<usize> {
        None
    }
}

/// A chart over two parameters, as it is drawn.
pub trait PlaneChart: PlaneData {
    /// Positions of all its parts.
    type Layout: PlaneLayout<Self>;

    /// The height in CSS pixels that suits it at a width in CSS pixels.
    fn preferred_height(&self, width: f64, theme: &Theme) -> f64;

    /// Lays it out on a canvas.
    fn layout(&self, canvas: Area, theme: &Theme) -> Self::Layout;

    /// Draws it as laid out before.
    ///
    /// # Errors
    /// Errors of the device, also below.
    fn paint(&self, device: &mut dyn Device, layout: &Self::Layout, theme: &Theme) -> Drawn;

    /// Marks a place and reads it out, over the chart as it has been drawn.
    fn cursor(&self, device: &mut dyn Device, layout: &Self::Layout, theme: &Theme, place: Place) -> Drawn;

    /// Turns it as a camera sees it; true if it can be turned.
    fn turn(&mut self, _camera: Camera) -> bool {
        false
    }
}

/// A chart over two parameters, laid out.
pub trait PlaneLayout<C: ?Sized> {
    /// The place at a pixel.
    fn place_at(&self, chart: &C, pixel: Point) -> Option<Place>;

    /// Whether values are equally far apart here, whatever lies between them.
    fn is_even(&self) -> bool;

    /// Whether every place is drawn.
    fn is_complete(&self) -> bool {
        true
    }
}

/// A chart over two parameters as a figure.
pub struct PlaneFigure<C: PlaneChart> {
    chart: C,
    /// Indices in the plan of the places' points, by [`Plane::index`]; empty if there are no runs.
    points: Vec<usize>,
    /// Index of the scheduler that is shown.
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
    /// The figure of a chart whose runs are not asked for.
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

/// A table with a row for each value of y and a column for each of x.
fn numbers(plane: &Plane, heading: String, cell: &dyn Fn(Place) -> String) -> Result<Table, String> {
    let count = plane.places().count();
    if count > MOST {
        return Err(format!("These are {count} numbers: Export has them as CSV."));
    }
    let corner = format!("{} \\ {}", plane.y.label(), plane.x.label());
    let columns = plane.x.values.iter().map(|&x| number::plain(x));
    // As on the figure: the largest y at the top.
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
