//! Spelling suggestions: "Did you mean …?"

/// The name most similar to `given`, if any is similar enough. Names that start with `given` come first.
pub fn nearest<'n>(given: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let given: String = given.chars().take(60).collect::<String>().to_ascii_lowercase();
    names
        .into_iter()
        .map(|name| (strsim::jaro_winkler(&given, name), name))
        .filter(|(likeness, _)| *likeness >= 0.75)
        .min_by(|a, b| {
            let goes_on = |name: &str| name.starts_with(&given);
            (goes_on(b.1).cmp(&goes_on(a.1))).then(b.0.total_cmp(&a.0))
        })
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn what_goes_on_after_it_comes_first() {
        let names = ["shih2013-table1", "shih2013-table4-a1", "shih2013-table4-a2"];
        assert_eq!(nearest("shih2013-table4", names), Some("shih2013-table4-a1"));
        assert_eq!(nearest("shih2013-table2", names), Some("shih2013-table1"));
        assert_eq!(nearest("gehring", names), None);
    }
}
