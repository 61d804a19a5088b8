//! What a parameter is.
//!
//! A declaration (the macros are in `declare.rs`) gives a field its type, default, label, unit, range, help and the condition under which it matters.
//! From it come the struct, its `Default` and its JSON; and from the table of all declarations, which the package that puts a scenario together
//! holds, the checks, the error texts, the form, `--set` and the JSON Schema.

mod table;

pub use table::{Span, Table};

use super::condition::When;
use super::formula::{self, Example, Name};
use super::path::{covers, is_index};
use serde_json::Value;

/// The part of the form, and of the documentation, that a parameter belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Section {
    /// Clusters and their links.
    Platform,
    /// The jobs.
    Workload,
    /// How co-allocated jobs share the links.
    Network,
    /// Queue order and placement.
    Schedulers,
    /// What is varied, how often it is repeated, title and seed.
    Experiment,
}

impl Section {
    /// All sections in the order of the form.
    pub const ALL: [Section; 5] =
        [Section::Platform, Section::Workload, Section::Network, Section::Schedulers, Section::Experiment];

    /// The section's heading.
    pub fn label(self) -> &'static str {
        match self {
            Section::Platform => "Platform",
            Section::Workload => "Workload",
            Section::Network => "Network",
            Section::Schedulers => "Schedulers",
            Section::Experiment => "Experiment",
        }
    }
}

/// One value of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The name in JSON: `first-fit`.
    pub name: &'static str,
    /// The name for people: "First-fit".
    pub label: &'static str,
    /// One sentence.
    pub help: &'static str,
    /// Those of one group stand together: the model that it comes from. Empty: of no group.
    pub group: &'static str,
}

/// What values a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A number in `min..=max`; `step` is a hint for spin buttons.
    Number {
        /// Smallest value.
        min: f64,
        /// Largest value.
        max: f64,
        /// A sensible change.
        step: f64,
    },
    /// A whole number in `min..=max`.
    Integer {
        /// Smallest value.
        min: u64,
        /// Largest value.
        max: u64,
        /// A sensible change.
        step: u64,
    },
    /// A whole number in `1..=max`, or "all".
    Count {
        /// Largest number.
        max: u64,
    },
    /// The size of a file.
    Bytes {
        /// Largest value.
        max: u64,
    },
    /// Two whole numbers in `min..=max`, the first at most the second: `[10, 50]`.
    Pair {
        /// Smallest value of either.
        min: u64,
        /// Largest value of either.
        max: u64,
    },
    /// One of several names.
    Choice {
        /// The names there are.
        choices: &'static [Choice],
        /// Other names that a scenario may give, each with the one that it stands for.
        also: &'static [(&'static str, &'static str)],
    },
    /// A table of values of one kind.
    Table(&'static Table),
    /// A text without control characters.
    Text {
        /// Most characters.
        max: usize,
    },
    /// A formula; whether it can be read is for the model to check.
    Formula {
        /// The names that it may read, beside its constants.
        names: &'static [Name],
        /// Most characters.
        max: usize,
        /// Some to start from.
        examples: &'static [Example],
    },
    /// The constants of a formula: names, each with a number.
    Constants {
        /// Most of them.
        max: usize,
    },
    /// Lower-case hexadecimal digits.
    Hex {
        /// How many.
        digits: usize,
    },
    /// The dotted path of a parameter that can be swept.
    Path,
    /// A list of numbers without repetition; what they may be depends on what is swept.
    Numbers {
        /// Most numbers.
        max: usize,
    },
    /// A list of objects whose parameters are those below `path.*`.
    List {
        /// What one entry is called: "cluster group".
        of: &'static str,
        /// Fewest entries.
        min: usize,
        /// Most entries.
        max: usize,
    },
}

impl Kind {
    /// A number in `min..=max` that the form changes by `step`.
    pub const fn number(min: f64, max: f64, step: f64) -> Kind {
        Kind::Number { min, max, step }
    }

    /// A whole number in `min..=max` that the form changes by `step`.
    pub const fn integer(min: u64, max: u64, step: u64) -> Kind {
        Kind::Integer { min, max, step }
    }
}

/// The declaration of one parameter.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Dotted path, with `*` for the index of a list entry: `platform.clusters.*.nodes`.
    pub path: &'static str,
    /// The name for people: "Nodes per cluster".
    pub label: &'static str,
    /// The unit, empty if there is none: "Mbps".
    pub unit: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// Of a number, the part of its range that most scenarios lie in, if that is worth a slider.
    pub usual: Option<(f64, f64)>,
    /// All that it is declared with, as it is if it is left out.
    pub defaults: fn() -> &'static Value,
    /// Whether its type can hold a value.
    pub holds: fn(&Value) -> bool,
    /// One line that explains it.
    pub help: &'static str,
    /// Few need it: the form keeps it behind "More" while it has its default.
    pub further: bool,
    /// It matters only if all of these hold.
    pub when: &'static [When],
}

impl Parameter {
    /// The last part of its path: "lslt" of `schedulers.*.lslt`.
    pub fn name(&self) -> &'static str {
        // Asked several times for every setting that is read or written: a search for a character would cost more than the rest.
        let dot = self.path.bytes().rposition(|byte| byte == b'.');
        &self.path[dot.map_or(0, |dot| dot + 1)..]
    }

    /// Whether another declaration means the same.
    pub fn same_as(&self, other: &Parameter) -> bool {
        let own = (self.path, self.unit, self.kind, self.default(), self.when);
        own == (other.path, other.unit, other.kind, other.default(), other.when)
    }

    /// The section it is shown in, which follows from its path.
    pub fn section(&self) -> Section {
        match self.path.split('.').next() {
            Some("platform") => Section::Platform,
            Some("workload") => Section::Workload,
            Some("network") => Section::Network,
            Some("queue" | "schedulers") => Section::Schedulers,
            _ => Section::Experiment,
        }
    }

    /// The value if it is left out; null if it may stay without one.
    pub fn default(&self) -> &'static Value {
        &(self.defaults)()[self.name()]
    }

    /// Whether it may be null or left without a value.
    pub fn optional(&self) -> bool {
        self.default().is_null()
    }

    /// Whether a sweep can vary it. The two ends of a [`Kind::Pair`] are swept as `path.0` and `path.1`, the
    /// [`Kind::Constants`] each as `path.name`.
    pub fn sweepable(&self) -> bool {
        self.section() != Section::Experiment
            && matches!(
                self.kind,
                Kind::Number { .. }
                    | Kind::Integer { .. }
                    | Kind::Count { .. }
                    | Kind::Pair { .. }
                    | Kind::Constants { .. }
            )
    }

    /// Whether only its parts can be varied, each by itself.
    pub fn varies_in_parts(&self) -> bool {
        matches!(self.kind, Kind::Pair { .. } | Kind::Constants { .. })
    }

    /// What values are allowed at `path`, which is its own or that of one of its numbers or names (`workload.nodes.0`,
    /// `schedulers.0.size_sets.2.1`); none if it has nothing there.
    pub fn kind_at(&self, path: &str) -> Option<Kind> {
        if self.matches(path) {
            return Some(self.kind);
        }
        let own = self.path.split('.').count();
        let mut below = path.split('.').skip(own);
        if let Kind::Constants { .. } = self.kind {
            let one = below.next().is_some_and(formula::is_name) && below.next().is_none();
            let largest = formula::LARGEST_CONSTANT;
            return one.then(|| Kind::number(-largest, largest, 0.1));
        }
        let below: Vec<usize> =
            below.map(|segment| segment.parse().ok().filter(|_| is_index(segment))).collect::<Option<_>>()?;
        match (self.kind, below.as_slice()) {
            (Kind::Pair { min, max }, [0 | 1]) => Some(Kind::integer(min, max, 1)),
            (Kind::Table(table), below) if table.has(below) => Some(table.cell),
            _ => None,
        }
    }

    /// Label and unit, as an axis shows them: "Link capacity (Mbps)".
    pub fn axis(&self) -> String {
        match self.unit {
            "" => self.label.to_owned(),
            unit => format!("{} ({unit})", self.label),
        }
    }

    /// Whether it matters in a scenario (an expanded value), at a path with indices.
    pub fn relevant(&self, path: &str, scenario: &Value) -> bool {
        self.unmet(path, scenario).is_none()
    }

    /// The first condition that does not hold for the parameter at `path`.
    pub fn unmet(&self, path: &str, scenario: &Value) -> Option<&'static When> {
        self.when.iter().find(|when| !when.holds(path, scenario))
    }

    /// Whether `path`, with indices or `*`, is one that this declaration is about.
    pub fn matches(&self, path: &str) -> bool {
        covers(self.path, path)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use serde_json::json;

    static NO_DEFAULTS: Value = Value::Null;

    /// One without a default and without conditions.
    pub fn plain(kind: Kind) -> Parameter {
        Parameter {
            path: "network.penalty",
            label: "Penalty",
            unit: "s",
            kind,
            usual: None,
            defaults: || &NO_DEFAULTS,
            holds: |_| true,
            help: "",
            further: false,
            when: &[],
        }
    }

    #[test]
    fn sections_have_their_names_as_headings() {
        for section in Section::ALL {
            assert_eq!(section.label(), format!("{section:?}"));
        }
    }

    #[test]
    fn the_first_condition_that_fails_makes_it_matter_no_more() {
        const WHEN: [When; 2] = [When::given("network.model"), When::left_out("network.factor")];
        let parameter = Parameter { when: &WHEN, ..plain(Kind::Path) };
        let unmet = |scenario: &Value| parameter.unmet(parameter.path, scenario).copied();
        let fits = json!({ "network": { "model": "wan" } });
        let fails = json!({ "network": { "model": "wan", "factor": 2 } });
        assert_eq!([unmet(&fits), unmet(&fails)], [None, Some(WHEN[1])]);
        assert!(parameter.relevant(parameter.path, &fits));
        assert!(!parameter.relevant(parameter.path, &fails));
    }

    #[test]
    fn what_follows_from_path_and_unit() {
        let with = |path, unit| Parameter { path, unit, ..plain(Kind::Path) };
        let own = with("queue.order", "");
        assert_eq!((own.name(), own.section()), ("order", Section::Schedulers));
        assert_eq!((own.axis(), own.optional()), ("Penalty".to_owned(), true));
        assert_eq!(with("seed", "s").axis(), "Penalty (s)");
        assert_eq!(with("seed", "s").section(), Section::Experiment);
    }
}
