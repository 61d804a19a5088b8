//! Control of a parameter with nine values: a table of three rows and three columns, with one field per cell.

use crate::scenario::{Kind, Parameter};
use crate::web::page::shell::dom::{self, Build};
use web_sys::Element;

/// A table with the result of `field` in each cell; `None` for parameters with a single field.
pub fn table(parameter: &Parameter, path: &str, field: impl Fn(&Parameter, &str) -> Element) -> Option<Element> {
    let Kind::Table(table) = parameter.kind else { return None };
    let cell = |row: usize, column: usize| {
        let own = Parameter { kind: table.cell, ..*parameter };
        let path = format!("{path}.{}", table.place(row, column));
        let name = format!("{}: {}, {}", parameter.label, table.rows[row], table.columns[column]);
        dom::new("td").with(field(&own, &path).attr("aria-label", &name))
    };
    let head = |scope: &str, text: &str| dom::new("th").attr("scope", scope).text(text);
    let body = table.rows.iter().enumerate().map(|(row, name)| {
        let cells = (0..3).map(|column| cell(row, column));
        dom::new("tr").with(head("row", name)).with_all(cells)
    });
    let heads = table.columns.map(|column| head("col", column));
    let heads = dom::new("tr").with(dom::new("td")).with_all(heads);
    let (head, body) = (dom::new("thead").with(heads), dom::new("tbody").with_all(body));
    Some(dom::new("table").class("cells").with(head).with(body))
}
