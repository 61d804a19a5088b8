//! "Did you mean …?"

/// The name most like `given`, if one is like it at all.
pub fn nearest<'n>(given: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let given: String = given
        .chars()
        .take(60)
        .collect::<String>()
        .to_ascii_lowercase();
    names
        .into_iter()
        .map(|name| (strsim::jaro_winkler(&given, name), name))
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .filter(|(likeness, _)| *likeness >= 0.75)
        .map(|(_, name)| name)
}
