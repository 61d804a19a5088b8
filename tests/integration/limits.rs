//! The table in docs/limits.md agrees with the code.

use metasched::parameter::Kind;
use metasched::scenario::declared;
use std::fs;

/// The value of an expression of the code: "1 << 20", "256 * 1024", "10_000_000", "0.8".
fn evaluated(expression: &str) -> f64 {
    let number = |text: &str| -> f64 { text.trim().replace('_', "").parse().unwrap() };
    if let Some((a, b)) = expression.split_once("<<") {
        return number(a) * (1u64 << number(b) as u32) as f64;
    }
    expression.split('*').map(number).product()
}

/// The value of the constant or field `name` in a source file.
fn set_to(name: &str, file: &str) -> f64 {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let constant = format!("const {name}: ");
    let field = format!("            {name}: ");
    for line in text.lines() {
        if let Some((_, rest)) = line.split_once(&constant) {
            let value = rest.split_once("= ").unwrap().1;
            return evaluated(value.split(';').next().unwrap());
        }
        if let Some(rest) = line.strip_prefix(&field)
            && rest.starts_with(|c: char| c.is_ascii_digit())
        {
            return evaluated(rest.trim_end_matches(','));
        }
    }
    panic!("{file} sets no {name}");
}

/// The upper limit that the declaration of a parameter gives.
fn declared(path: &str) -> f64 {
    match declared::find(path).map(|own| own.kind) {
        Some(Kind::Text { max } | Kind::List { max, .. }) => max as f64,
        other => panic!("{path} is {other:?}"),
    }
}

#[test]
fn the_table_is_what_the_code_says() {
    let text = fs::read_to_string("docs/limits.md").unwrap();
    let mut rows = 0;
    for line in text.lines().filter(|line| line.starts_with('|')).skip(2) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, _, what, most, place, _] = cells[..] else {
            panic!("{line}");
        };
        let most: f64 = most.replace(' ', "").parse().unwrap();
        let quoted = place.split('`').nth(1);
        let limit = match (quoted, place.split_once(" in ")) {
            (Some(path), None) => declared(path),
            (Some(name), Some((_, file))) => set_to(name, file),
            // Limits that other programs set, so that they are not in our code.
            _ => most,
        };
        assert_eq!(limit, most, "{what}");
        rows += 1;
    }
    assert!(rows > 25, "{rows}");
}

/// The limit of nesting of serde_json, which is also in the table.
#[test]
fn json_is_at_most_so_deep() {
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    let read = |depth| metasched::parameter::json::parse(&nested(depth));
    assert!(read(127).is_ok());
    assert!(read(128).unwrap_err().to_string().contains("127 deep"));
}
