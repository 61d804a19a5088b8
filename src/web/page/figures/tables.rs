//! Tables with column headings and a row heading in the first cell of each row.

use crate::export::table::Table;
use crate::web::page::shell::dom::{self, Build};
use web_sys::Element;

/// Heading row of a table; `fill` fills each cell.
pub fn heads<T>(columns: impl IntoIterator<Item = T>, fill: impl Fn(Element, T) -> Element) -> Element {
    let head = |column: T| fill(dom::new("th").attr("scope", "col"), column);
    dom::new("tr").with_all(columns.into_iter().map(head))
}

/// A row of cells; `fill` fills each cell.
pub fn row<T>(cells: impl IntoIterator<Item = T>, fill: impl Fn(Element, T) -> Element) -> Element {
    let cell = |(index, cell): (usize, T)| {
        let own = match index {
            0 => dom::new("th").attr("scope", "row"),
            _ => dom::new("td"),
        };
        fill(own, cell)
    };
    dom::new("tr").with_all(cells.into_iter().enumerate().map(cell))
}

/// A table with a heading row and rows.
pub fn table(class: &str, caption: &str, heads: Element, rows: impl IntoIterator<Item = Element>) -> Element {
    dom::new("table")
        .class(class)
        .with(dom::new("caption").text(caption))
        .with(dom::new("thead").with(heads))
        .with(dom::new("tbody").with_all(rows))
}

/// Writes the numbers of a figure as a table, for screen readers and for exact values.
pub fn write(root: &Element, numbers: &Table) {
    let text = |cell: Element, text: &String| cell.text(text);
    let rows = numbers.rows.iter().map(|cells| row(cells, text));
    let heads = heads(&numbers.heads, text);
    dom::clear(root);
    dom::append(root, &table("numbers", &numbers.title, heads, rows));
}
