//! A figure over two parameters as a table: a row for each value of y, a column for each of x.

use crate::base::number;
use crate::chart::plane::plane_figure::PlaneFigure;
use crate::chart::plane::surface::Place;
use crate::web::page::results::numbers;
use crate::web::page::shell::dom::{self, Build};
use web_sys::Element;

/// A table of more numbers than these is of no use to anybody.
const MOST: usize = 1500;

/// Writes the table into an element.
pub fn write(root: &Element, figure: &PlaneFigure) {
    dom::clear(root);
    let plane = figure.plane();
    let count = plane.places().count();
    if count > MOST {
        let words = format!("These are {count} numbers: Export has them as CSV.");
        return dom::append(root, &dom::new("p").text(&words));
    }
    let corner = format!("{} \\ {}", plane.y.label(), plane.x.label());
    let columns = plane.x.values.iter().map(|&x| number::plain(x));
    let heads: Vec<String> = std::iter::once(corner).chain(columns).collect();
    // As on the figure: the largest y at the top.
    let rows = plane.y.values.iter().enumerate().rev().map(|(y, &value)| {
        let cells = (0..plane.x.values.len()).map(|x| cell(figure, Place { x, y }));
        std::iter::once(number::plain(value)).chain(cells).collect()
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let caption = match figure {
        PlaneFigure::Surface(..) | PlaneFigure::Heat(_) => plane.z_label.clone(),
        PlaneFigure::Winners(_) => {
            format!("{}: the best, and who is not clearly apart", plane.z_label)
        }
        PlaneFigure::Improvement(chart) => format!("{} of {}", plane.z_label, chart.scheduler),
    };
    numbers::write(root, &caption, &heads, &rows);
}

fn cell(figure: &PlaneFigure, place: Place) -> String {
    let style = figure.plane().z_style;
    let number = |cell: &crate::chart::plane::surface::Cell| {
        let value = number::with_interval(cell.value, cell.half_width(), "", style);
        match cell.unstable {
            true => format!("{value} (unstable)"),
            false => value,
        }
    };
    match figure {
        PlaneFigure::Improvement(chart) => chart.lines(place).join("; "),
        PlaneFigure::Surface(chart, _) | PlaneFigure::Heat(chart) => {
            chart.cell(place).map(number).unwrap_or_default()
        }
        PlaneFigure::Winners(chart) => {
            let Some(contest) = chart.contest(place) else {
                return String::new();
            };
            let leaders = contest.leaders().map(|(index, cell)| {
                let name = chart.schedulers.get(index).map_or("", |own| &own.name);
                format!("{name} {}", number(cell))
            });
            leaders.collect::<Vec<_>>().join("\n")
        }
    }
}
