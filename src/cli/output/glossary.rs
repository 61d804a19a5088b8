//! The glossary. The page and the handbook use the same texts (www/glossary.json).

use crate::base::problem::Problem;
use crate::cli::session::Terminal;
use crate::cli::session::terminal::wrapped;
use crate::cli::session::terminal::{BOLD, painted};
use crate::export::table::Table;
use crate::parameter::json::shortened;
use crate::words::nearest::nearest;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// A term with its meaning.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// The term itself.
    term: String,
    /// Full form of an abbreviation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    full: Option<String>,
    /// Other forms.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    also: Vec<String>,
    /// True if the term is a common word. The page marks a common word only where the word is the complete name of a
    /// field.
    #[serde(default, skip_serializing_if = "is_false")]
    common: bool,
    /// The meaning.
    text: String,
    /// Other terms that help to understand this term.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    see: Vec<String>,
}

impl Term {
    /// All words by which this term is found.
    fn names(&self) -> impl Iterator<Item = &str> {
        let other = self.full.iter().chain(&self.also);
        [self.term.as_str()].into_iter().chain(other.map(String::as_str))
    }

    fn title(&self) -> String {
        match &self.full {
            Some(full) => format!("{} ({full})", self.term),
            None => self.term.clone(),
        }
    }
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// Upper limit of the number of characters in a term; no term is so long.
const MOST_CHARACTERS: usize = 60;

/// Parsing cannot fail: the file is compiled into the program, and a test parses it.
static TERMS: LazyLock<Vec<Term>> = LazyLock::new(|| serde_json::from_str(crate::GLOSSARY).unwrap_or_default());

/// All terms, in alphabetical order.
pub fn all() -> &'static [Term] {
    &TERMS
}

/// The term with this name or full form. Case, hyphens and a final s are ignored.
pub fn find(name: &str) -> Option<&'static Term> {
    let name = simple(name);
    let named = |wanted: &str| {
        let is_it = |term: &&Term| term.names().any(|own| simple(own) == wanted);
        all().iter().find(is_it)
    };
    named(&name).or_else(|| named(name.strip_suffix('s')?))
}

/// The problem for an unknown term, with the most similar term as a suggestion.
pub fn unknown(name: &str) -> Problem {
    let remedy = match near(name) {
        Some(near) => format!("Did you mean {near:?}?"),
        None => "`metasched explain --terms` lists all terms; to explain a job of a scenario, add --job <N>".into(),
    };
    Problem::new(
        format!("{:?}", shortened(name, MOST_CHARACTERS)),
        "is neither a term of the glossary nor a file",
        "a term, such as BSBW or \"bounded slowdown\"",
        remedy,
    )
}

/// The term with the most similar name.
fn near(name: &str) -> Option<&'static str> {
    let name = nearest(name, all().iter().flat_map(Term::names))?;
    Some(&find(name)?.term)
}

/// A normal form of a name, without differences in case, hyphens and spaces.
fn simple(name: &str) -> String {
    let name = name.to_lowercase().replace('-', " ");
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A term for people.
pub fn text(term: &Term, terminal: Terminal) -> String {
    let mut lines = vec![painted(&term.title(), BOLD, terminal.colours), String::new()];
    lines.extend(wrapped(&term.text, terminal.room()));
    if !term.see.is_empty() {
        lines.push(String::new());
        lines.extend(wrapped(&format!("See also: {}", term.see.join(", ")), terminal.room()));
    }
    lines.join("\n") + "\n"
}

/// Terms as a table.
pub fn table(terms: &[Term]) -> Table {
    let row = |own: &Term| {
        let full = own.full.clone().unwrap_or_default();
        let (also, see) = (own.also.join(", "), own.see.join(", "));
        [own.term.clone(), full, also, own.text.clone(), see]
    };
    Table::new(["term", "full", "also", "text", "see"].map(str::to_owned), terms.iter().map(row))
}

/// The names of all terms, one per line.
pub fn list(terminal: Terminal) -> String {
    let widest = all().iter().map(|term| term.term.chars().count()).max();
    let widest = widest.unwrap_or(0);
    let line = |term: &Term| {
        let gap = " ".repeat(widest - term.term.chars().count() + 2);
        let full = term.full.as_deref().unwrap_or_default();
        let full = terminal.fit(full, widest + 2);
        let full = full.join(&format!("\n{}", " ".repeat(widest + 2)));
        let name = painted(&term.term, BOLD, terminal.colours);
        format!("{name}{gap}{full}").trim_end().to_owned() + "\n"
    };
    all().iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_term_is_found_and_leads_to_others_that_are_there() {
        assert!(all().len() > 40, "{}", all().len());
        for term in all() {
            for name in term.names() {
                assert_eq!(find(name).map(|own| &own.term), Some(&term.term), "{name}");
                assert!(name.chars().count() <= MOST_CHARACTERS, "{name}");
            }
            for other in &term.see {
                let found = all().iter().any(|own| own.term == *other);
                assert!(found, "{} leads to {other}, which is no term", term.term);
                assert_ne!(*other, term.term);
            }
        }
    }

    #[test]
    fn a_term_is_found_as_people_write_it() {
        for (name, term) in [
            ("bsbw", "BSBW"),
            ("Bisection  bandwidth", "BSBW"),
            ("BOUNDED SLOWDOWN", "Bounded slowdown"),
            ("look ahead", "Look-ahead"),
            ("jobs", "Job"),
            ("fcfs", "FCFS"),
            (" easy ", "EASY"),
            ("co-allocated", "Co-allocation"),
            ("Poisson", "Poisson process"),
        ] {
            assert_eq!(find(name).map(|own| own.term.as_str()), Some(term), "{name}");
        }
        for name in ["", "s", "slow", "bsbw!", "a\u{0}1"] {
            assert!(find(name).is_none(), "{name:?}");
        }
    }

    #[test]
    fn a_misspelled_term_leads_to_the_right_one() {
        for (name, term) in [
            ("bounded slowdwon", "Bounded slowdown"),
            ("lstl", "LSLT"),
            ("utilization", "Utilisation"),
            ("coallocation", "Co-allocation"),
            ("warmup", "Warm-up"),
        ] {
            assert_eq!(near(name), Some(term), "{name}");
        }
        for name in ["", "mine.json", "/tmp/x/scenario.json"] {
            assert_eq!(near(name), None, "{name:?}");
        }
        assert_eq!(near(&"x".repeat(100_000)), None);
    }

    #[test]
    fn a_term_is_printed_in_lines_that_fit() {
        let terminal = Terminal { colours: false, width: Some(40) };
        let printed = text(find("BSBW").unwrap(), terminal);
        assert!(printed.starts_with("BSBW (bisection bandwidth)\n\nWhat one half "), "{printed}");
        assert!(printed.ends_with("\n\nSee also: Demand, Compute share K\n"), "{printed}");
        assert!(printed.lines().all(|line| line.chars().count() <= 40), "{printed}");
    }

    #[test]
    fn the_list_is_a_line_for_each_term_and_fits_a_narrow_terminal() {
        let listed = |width| list(Terminal { colours: false, width });
        assert_eq!(listed(None).lines().count(), all().len());
        let narrow = listed(Some(60));
        assert!(narrow.lines().count() > all().len());
        let fits = narrow.lines().all(|line| line.chars().count() <= 60);
        assert!(fits, "{narrow}");
    }
}
