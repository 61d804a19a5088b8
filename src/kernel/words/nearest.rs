//! Spelling suggestions: "Did you mean …?"

/// Minimum share of letters that a suggested name and the given name have in common.
const ALIKE: f64 = 0.6;
/// Maximum number of compared characters; no name is longer.
const MOST_CHARACTERS: usize = 60;

/// The name that `given` probably means: a name that begins with `given`, or from which `given` differs only in a few
/// wrong, missing or swapped letters. `None` if no name is similar. Case and hyphens are ignored.
pub fn nearest<'n>(given: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let given = simple(&given.chars().take(MOST_CHARACTERS).collect::<String>());
    let rated = names.into_iter().map(|name| {
        let written = simple(name);
        let begins = given.len() > 1 && written.starts_with(&given);
        (begins, strsim::normalized_damerau_levenshtein(&given, &written), name)
    });
    let alike = rated.filter(|(begins, likeness, _)| *begins || *likeness >= ALIKE);
    // If several names are equally similar, the first of these names counts.
    let best = alike.min_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)))?;
    Some(best.2)
}

/// A name in a normal form, in which case and hyphens do not matter.
fn simple(name: &str) -> String {
    name.to_lowercase().replace(['-', '_'], " ")
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn misspelled_and_unfinished_names_are_found() {
        let names =
            ["landing", "run", "shih2013-table1", "shih2013-table4-a1", "shih2013-table4-a2", "Bounded slowdown"];
        for (given, meant) in [
            ("shih2013-table4", Some("shih2013-table4-a1")),
            ("shih2013-table2", Some("shih2013-table1")),
            ("shih2013table1", Some("shih2013-table1")),
            ("lading", Some("landing")),
            ("rnu", Some("run")),
            ("bounded-slowdwon", Some("Bounded slowdown")),
            ("gehring", None),
            ("/tmp/my-scenario.json", None),
            ("", None),
        ] {
            assert_eq!(nearest(given, names), meant, "{given}");
        }
        assert_eq!(nearest(&"x".repeat(100_000), names), None);
    }
}
