//! A table of values as one parameter. The model that uses the table defines its rules.

use super::Kind;
use serde_json::Value;
use std::ptr;

/// A table of three rows and columns with values of one kind.
#[derive(Debug)]
pub struct Table {
    /// Names of the rows.
    pub rows: [&'static str; 3],
    /// Names of the columns.
    pub columns: [&'static str; 3],
    /// Kind of each cell.
    pub cell: Kind,
    /// Form of the JSON. True: one list per row. False: one list of all values, row by row.
    pub by_row: bool,
    /// If the rows are triangles `[left, peak, right]`, which the form draws: the range of their numbers. `None` for
    /// other tables.
    pub triangles: Option<Span>,
    /// Heading in the form.
    pub heading: &'static str,
    /// Describes the allowed values. The unit begins with a space.
    pub allowed: fn(&Table, unit: &str) -> String,
    /// Hint for a value that is not a table of this kind: "Write three triangles, as in …".
    pub form: &'static str,
    /// Checks the table as a whole, after each single cell has been found to be allowed. Returns a hint for the user;
    /// `None` if the table is allowed.
    pub remedy: fn(&Table, &Value) -> Option<String>,
}

/// Range of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// Up to the maximum of a cell.
    Bounded,
    /// No upper limit.
    Endless,
}

/// Tables are compared by address, because each table is declared once, as a static.
impl PartialEq for Table {
    fn eq(&self, other: &Table) -> bool {
        ptr::eq(self, other)
    }
}

impl Table {
    /// Path of a cell relative to the table: `0.2` or `2`.
    pub fn place(&self, row: usize, column: usize) -> String {
        match self.by_row {
            true => format!("{row}.{column}"),
            false => (3 * row + column).to_string(),
        }
    }

    /// True if the indices, relative to the table, are the indices of a cell.
    pub fn has(&self, below: &[usize]) -> bool {
        matches!((self.by_row, below), (true, [0..3, 0..3]) | (false, [0..9]))
    }

    /// The nine cells of a JSON table, row by row.
    pub fn cells<'v>(&self, value: &'v Value) -> Option<Vec<&'v Value>> {
        let list = value.as_array()?;
        let cells: Vec<&'v Value> = match self.by_row {
            true => {
                let rows: Option<Vec<&Vec<Value>>> = list.iter().map(Value::as_array).collect();
                let rows = rows.filter(|rows| rows.iter().all(|row| row.len() == 3))?;
                rows.into_iter().flatten().collect()
            }
            false => list.iter().collect(),
        };
        (cells.len() == 9).then_some(cells)
    }

    /// Nine values, row by row, as a JSON table. Any other number of values becomes one list.
    pub fn of(&self, cells: Vec<Value>) -> Value {
        match self.by_row && cells.len() == 9 {
            true => cells.chunks(3).map(|row| Value::from(row.to_vec())).collect(),
            false => cells.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn cells_are_read_and_written_row_by_row() {
        let table = |by_row| Table {
            rows: ["a", "b", "c"],
            columns: ["x", "y", "z"],
            cell: Kind::integer(0, 9, 1),
            by_row,
            triangles: None,
            heading: "",
            allowed: |_, _| String::new(),
            form: "",
            remedy: |_, _| None,
        };
        let (nested, flat) = (json!([[1, 2, 3], [4, 5, 6], [7, 8, 9]]), json!([1, 2, 3, 4, 5, 6, 7, 8, 9]));
        for (table, value, other) in [(table(true), &nested, &flat), (table(false), &flat, &nested)] {
            let cells: Vec<Value> = table.cells(value).unwrap().into_iter().cloned().collect();
            assert_eq!(Value::from(cells.clone()), flat);
            assert_eq!(&table.of(cells), value);
            assert_eq!(table.cells(other), None);
            assert_eq!(table.of(vec![1.into()]), json!([1]));
        }
        assert_eq!((table(true).place(1, 2), table(false).place(1, 2)), ("1.2".to_owned(), "5".to_owned()));
        assert!(table(true).has(&[2, 2]) && !table(true).has(&[3, 0]) && !table(true).has(&[5]));
        assert!(table(false).has(&[8]) && !table(false).has(&[9]) && !table(false).has(&[0, 0]));
    }
}
