//! Declaration of a parameter.
//!
//! A declaration (macros in `declare.rs`) gives a field its type, default, label, unit, range, help and condition. It
//! generates the struct, its `Default` and its JSON. The package that assembles a scenario has the table of all
//! declarations, and derives from this table the checks, the error texts, the form, `--set` and the JSON Schema.

mod table;

pub use table::{Span, Table};

use super::condition::When;
use super::formula::{self, Example, Name};
use super::path::{Values, covers, is_index};
use serde_json::Value;

/// Section of the form, and of the documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Section {
    /// Clusters and links.
    Platform,
    /// The jobs.
    Workload,
    /// Sharing of links among co-allocated jobs.
    Network,
    /// Queue order and placement.
    Schedulers,
    /// Sweep, replications, title and seed.
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
    /// Help, one sentence.
    pub help: &'static str,
    /// Group in which the form lists the choice: the model that the choice belongs to. Empty if none.
    pub group: &'static str,
}

/// Type and range of the values of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A number in `min..=max`; `step` is a hint for spin buttons.
    Number {
        /// Smallest value.
        min: f64,
        /// Largest value.
        max: f64,
        /// Step of the form's spin buttons.
        step: f64,
    },
    /// A whole number in `min..=max`.
    Integer {
        /// Smallest value.
        min: u64,
        /// Largest value.
        max: u64,
        /// Step of the form's spin buttons.
        step: u64,
    },
    /// A whole number in `1..=max`, or "all".
    Count {
        /// Largest value.
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
        /// The allowed names.
        choices: &'static [Choice],
        /// Accepted aliases, each with the name that it stands for.
        also: &'static [(&'static str, &'static str)],
    },
    /// A table of values of one kind.
    Table(&'static Table),
    /// A text without control characters.
    Text {
        /// Most characters.
        max: usize,
    },
    /// Several texts without control characters.
    Texts {
        /// Most texts.
        most: usize,
        /// Most characters of each.
        max: usize,
    },
    /// A formula. The model checks its syntax.
    Formula {
        /// The names of quantities that the formula may read; it may also read its constants.
        names: &'static [Name],
        /// Maximum length \[characters\].
        max: usize,
        /// Examples.
        examples: &'static [Example],
    },
    /// Constants of a formula: names, each with a number.
    Constants {
        /// Maximum number of constants.
        max: usize,
    },
    /// Lower-case hexadecimal digits.
    Hex {
        /// Number of digits.
        digits: usize,
    },
    /// The dotted path of a parameter that can be swept.
    Path,
    /// A list of distinct numbers: the values of a sweep. The swept parameter decides which numbers are allowed.
    Numbers {
        /// Most numbers.
        max: usize,
    },
    /// A list of objects. The parameters of an object are declared below `path.*`.
    List {
        /// Name of one entry: "cluster group".
        of: &'static str,
        /// Minimum number of entries.
        min: usize,
        /// Maximum number of entries.
        max: usize,
    },
}

impl Kind {
    /// A number in `min..=max`. The form changes it by `step`.
    pub const fn number(min: f64, max: f64, step: f64) -> Kind {
        Kind::Number { min, max, step }
    }

    /// A whole number in `min..=max`. The form changes it by `step`.
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
    /// The name in full, where there is room; the label if that is no abbreviation.
    pub spelled: &'static str,
    /// The unit, empty if there is none: "Mbps".
    pub unit: &'static str,
    /// Type and range of the values.
    pub kind: Kind,
    /// Usual part of a number's range, for the slider of the form; `None` if the form has no slider.
    pub usual: Option<(f64, f64)>,
    /// Default values of the struct that contains the parameter.
    pub defaults: fn() -> &'static Value,
    /// True if the type of the parameter can hold a given value.
    pub holds: fn(&Value) -> bool,
    /// Help, one line.
    pub help: &'static str,
    /// True if few users need the parameter. While the parameter has its default value, the form shows it only under
    /// "More".
    pub further: bool,
    /// Conditions of relevance: the parameter is relevant only if all these conditions hold.
    pub when: &'static [When],
}

impl Parameter {
    /// Last segment of the path: "lslt" for `schedulers.*.lslt`.
    pub fn name(&self) -> &'static str {
        // Searching bytes is faster than searching characters. This matters, because each access to a setting runs the
        // search several times.
        let dot = self.path.bytes().rposition(|byte| byte == b'.');
        &self.path[dot.map_or(0, |dot| dot + 1)..]
    }

    /// True if another declaration has the same path, unit, kind, default and conditions.
    pub fn same_as(&self, other: &Parameter) -> bool {
        let own = (self.path, self.unit, self.kind, self.default(), self.when);
        own == (other.path, other.unit, other.kind, other.default(), other.when)
    }

    /// The section of the form that shows the parameter. The path decides the section.
    pub fn section(&self) -> Section {
        match self.path.split('.').next() {
            Some("platform") => Section::Platform,
            Some("workload") => Section::Workload,
            Some("network") => Section::Network,
            Some("queue" | "schedulers") => Section::Schedulers,
            _ => Section::Experiment,
        }
    }

    /// Default value; null if the parameter is optional.
    pub fn default(&self) -> &'static Value {
        &(self.defaults)()[self.name()]
    }

    /// True if the value may be null or missing.
    pub fn optional(&self) -> bool {
        self.default().is_null()
    }

    /// True if a sweep can vary the parameter. Numbers of a [`Kind::Pair`] are swept as `path.0` and `path.1`,
    /// [`Kind::Constants`] as `path.name`.
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

    /// True if a sweep can vary only parts of the value.
    pub fn varies_in_parts(&self) -> bool {
        matches!(self.kind, Kind::Pair { .. } | Kind::Constants { .. })
    }

    /// Kind of the value at `path`, which is the path of the whole parameter or of one of its numbers or constants
    /// (`workload.nodes.0`, `schedulers.0.size_sets.2.1`). `None` if the parameter has no such part.
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

    /// Axis title with the unit: "Link capacity (Mbps)".
    pub fn axis(&self) -> String {
        match self.unit {
            "" => self.label.to_owned(),
            unit => format!("{} ({unit})", self.label),
        }
    }

    /// True if the parameter at `path` (with indices) is relevant in an expanded scenario.
    pub fn relevant(&self, path: &str, scenario: &dyn Values) -> bool {
        self.unmet(path, scenario).is_none()
    }

    /// The first condition that does not hold for the parameter at `path`; `None` if all hold.
    pub fn unmet(&self, path: &str, scenario: &dyn Values) -> Option<&'static When> {
        self.when.iter().find(|when| !when.holds(path, scenario))
    }

    /// True if the declaration applies to `path`, which has indices or `*`.
    pub fn matches(&self, path: &str) -> bool {
        covers(self.path, path)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use serde_json::json;

    static NO_DEFAULTS: Value = Value::Null;

    /// A parameter without default and conditions.
    pub fn plain(kind: Kind) -> Parameter {
        Parameter {
            path: "network.penalty",
            label: "Penalty",
            spelled: "Penalty",
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
