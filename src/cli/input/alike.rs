//! "Did you mean …?" for names of which a few letters may be wrong, missing or in each other's place.

/// Names that have less in common are not meant.
const ALIKE: f64 = 0.5;
/// More characters than any name has.
const MOST_CHARACTERS: usize = 60;

/// The name most like `given`, if one is like it at all.
pub fn alike<'n>(given: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let given: String = given.chars().take(MOST_CHARACTERS).collect();
    let likeness = |name: &str| strsim::normalized_damerau_levenshtein(&given, name);
    let all = names.into_iter().map(|name| (likeness(name), name));
    let (likeness, name) = all.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (likeness >= ALIKE).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelled_names_are_found() {
        let near = |given: &str| alike(given, ["landing", "jones2005-fig9", "run"]);
        assert_eq!(near("jones2005fig9"), Some("jones2005-fig9"));
        assert_eq!(near("lading"), Some("landing"));
        assert_eq!(near("rnu"), Some("run"));
        assert_eq!(near("/tmp/my-scenario.json"), None);
        assert_eq!(near(&"x".repeat(100_000)), None);
    }
}
