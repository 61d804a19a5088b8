//! Text for people: numbers, lists, times and names. The sentences of stories are in the laboratory's module of the
//! same name.

pub mod clock;
mod jobs;
pub mod markdown;
pub mod nearest;
pub mod number;

pub use jobs::{JobNames, LogId};

/// "A", "A and B", "A, B and C".
pub fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// True for control characters, and for U+FFFE and U+FFFF, which XML forbids too: no document may have them.
pub fn is_forbidden(c: char) -> bool {
    c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}')
}

/// Removes forbidden characters from an SVG or HTML document, except the ends of its lines and tabs.
pub fn well_formed(mut document: String) -> String {
    document.retain(|c| matches!(c, '\n' | '\t') || !is_forbidden(c));
    document
}

/// The possessive of a name: "B3’s", "Ordered components’". A name in capitals is not a plural: "FCFS’s".
pub fn possessive(name: &str) -> String {
    let s = if name.ends_with('s') { "" } else { "s" };
    format!("{name}’{s}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_has_no_forbidden_character() {
        assert_eq!(well_formed("<b>\n\ta\u{0}\r\u{1b}\u{85}\u{fffe}\u{ffff}\u{fffd}é".to_owned()), "<b>\n\ta\u{fffd}é");
    }

    #[test]
    fn the_last_name_follows_an_and() {
        for (count, words) in [(0, ""), (1, "A"), (2, "A and B"), (4, "A, B, C and D")] {
            let names: Vec<String> = "ABCD".chars().take(count).map(String::from).collect();
            assert_eq!(listed(&names), words);
        }
    }

    #[test]
    fn a_plural_takes_no_second_s() {
        assert_eq!(["B3", "Ordered components", "FCFS"].map(possessive), ["B3’s", "Ordered components’", "FCFS’s"]);
    }
}
