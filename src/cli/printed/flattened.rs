//! A JSON document as a table of two columns.

use crate::export::table::Table;
use serde_json::Value;

/// Every number, by its place in the JSON: "sizes.mean", "runtime_bins.≤ 1 min".
pub fn flattened(document: &Value) -> Table {
    let mut rows = Vec::new();
    put("", document, &mut rows);
    Table::new(["statistic".to_owned(), "value".to_owned()], rows)
}

fn put(place: &str, value: &Value, rows: &mut Vec<[String; 2]>) {
    let below = |name: &str| match place {
        "" => name.to_owned(),
        _ => format!("{place}.{name}"),
    };
    match value {
        Value::Object(map) => match (map.get("label"), map.get("count")) {
            (Some(_), Some(count)) => put(place, count, rows),
            _ => map.iter().for_each(|(name, own)| put(&below(name), own, rows)),
        },
        Value::Array(list) => {
            for (at, own) in list.iter().enumerate() {
                let label = own.get("label").and_then(Value::as_str);
                let name = label.map_or_else(|| at.to_string(), str::to_owned);
                put(&below(&name), own, rows);
            }
        }
        Value::Null => rows.push([place.to_owned(), String::new()]),
        Value::String(text) => rows.push([place.to_owned(), text.clone()]),
        other => rows.push([place.to_owned(), other.to_string()]),
    }
}
