//! A figure over two parameters as a table: a row for each value of y, a column for each of x.

use super::dom::{self, Build};
use crate::chart::number;
use crate::chart::plane_figure::PlaneFigure;
use crate::chart::surface::Place;
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
    let head = |text: &str| dom::new("th").attr("scope", "col").text(text);
    let corner = head(&format!("{} \\ {}", plane.y.label(), plane.x.label()));
    let columns = plane.x.values.iter().map(|&x| head(&number::plain(x)));
    let columns = dom::new("tr").with(corner).with_all(columns);
    // As on the figure: the largest y at the top.
    let rows = (0..plane.y.values.len()).rev().map(|y| {
        let value = plane.y.values.get(y).copied().unwrap_or(f64::NAN);
        let name = dom::new("th")
            .attr("scope", "row")
            .text(&number::plain(value));
        let cells =
            (0..plane.x.values.len()).map(|x| dom::new("td").text(&cell(figure, Place { x, y })));
        dom::new("tr").with(name).with_all(cells)
    });
    let caption = match figure {
        PlaneFigure::Surface(..) | PlaneFigure::Heat(_) => plane.z_label.clone(),
        PlaneFigure::Winners(_) => {
            format!("{}: the best, and who is not clearly apart", plane.z_label)
        }
    };
    let table = dom::new("table")
        .class("numbers")
        .with(dom::new("caption").text(&caption))
        .with(dom::new("thead").with(columns))
        .with(dom::new("tbody").with_all(rows));
    dom::append(root, &table);
}

fn cell(figure: &PlaneFigure, place: Place) -> String {
    let style = figure.plane().z_style;
    let number = |cell: &crate::chart::surface::Cell| {
        let value = number::with_interval(cell.value, cell.half_width(), "", style);
        match cell.unstable {
            true => format!("{value} (unstable)"),
            false => value,
        }
    };
    match figure {
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
