//! The table of a figure: its numbers for those who do not see it, or want them exactly.

use crate::chart::figure::Numbers;
use crate::web::page::shell::dom::{self, Build};
use web_sys::Element;

/// Writes a table into an element: column heads, and rows whose first cells are heads too.
pub fn write(root: &Element, numbers: &Numbers) {
    let head = |text: &String| dom::new("th").attr("scope", "col").text(text);
    let row = |cells: &Vec<String>| {
        let cell = |(index, text): (usize, &String)| match index {
            0 => dom::new("th").attr("scope", "row").text(text),
            _ => dom::new("td").text(text),
        };
        dom::new("tr").with_all(cells.iter().enumerate().map(cell))
    };
    let columns = dom::new("tr").with_all(numbers.heads.iter().map(head));
    let table = dom::new("table")
        .class("numbers")
        .with(dom::new("caption").text(&numbers.caption))
        .with(dom::new("thead").with(columns))
        .with(dom::new("tbody").with_all(numbers.rows.iter().map(row)));
    dom::clear(root);
    dom::append(root, &table);
}
