//! The control of a parameter with nine parts: a table of three rows and three columns, a field in each cell.

use crate::scenario::{Kind, Parameter};
use crate::web::page::shell::dom::{self, Build};
use web_sys::Element;

/// The table of fuzzy sets or rules, with the `field` of each part in its cell; none for parameters that have one field.
pub fn table(parameter: &Parameter, path: &str, field: impl Fn(&Parameter, &str) -> Element) -> Option<Element> {
    let (rows, columns) = match parameter.kind {
        Kind::Sets { names, .. } => (names, ["left", "peak", "right"]),
        Kind::Rules { rows, columns, .. } => (rows, columns),
        _ => return None,
    };
    let cell = |row: usize, column: usize| {
        let path = match parameter.kind {
            Kind::Rules { .. } => format!("{path}.{}", 3 * row + column),
            _ => format!("{path}.{row}.{column}"),
        };
        let own = Parameter { kind: parameter.kind_at(&path)?, ..*parameter };
        let name = format!("{}: {}, {}", parameter.label, rows[row], columns[column]);
        Some(dom::new("td").with(field(&own, &path).attr("aria-label", &name)))
    };
    let head = |scope: &str, text: &str| dom::new("th").attr("scope", scope).text(text);
    let body = rows.iter().enumerate().map(|(row, name)| {
        let cells = (0..3).filter_map(|column| cell(row, column));
        dom::new("tr").with(head("row", name)).with_all(cells)
    });
    let heads = columns.map(|column| head("col", column));
    let heads = dom::new("tr").with(dom::new("td")).with_all(heads);
    let table =
        dom::new("table").class("cells").with(dom::new("thead").with(heads)).with(dom::new("tbody").with_all(body));
    Some(table)
}
