//! What a parameter is, and the table of all.
//!
//! A declaration (the macros are in `declare.rs`) gives a field its type, default, label, unit, range, help and the condition under which it matters.
//! From it come the struct, its `Default` and its JSON, and an entry of the [`table`], from which in turn the checks, the error
//! texts, the form, `--set` and the JSON Schema are derived.

pub use crate::scenario::language::condition::{Is, When};
use serde_json::Value;
use std::sync::LazyLock;

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
    pub const ALL: [Section; 5] = [
        Section::Platform,
        Section::Workload,
        Section::Network,
        Section::Schedulers,
        Section::Experiment,
    ];

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
        /// Names that the contract reserves and this version does not have.
        later: &'static [&'static str],
    },
    /// Three fuzzy sets of a number from 0 on, each a triangle `[left, peak, right]`.
    Sets {
        /// What the sets are called, from the lowest.
        names: [&'static str; 3],
        /// Largest corner.
        max: f64,
        /// Whether the number may be larger than that; all that it may be must be in a set.
        endless: bool,
    },
    /// The conclusions of nine rules on two fuzzy inputs, row by row.
    Rules {
        /// The sets of the first input.
        rows: [&'static str; 3],
        /// The sets of the second input.
        columns: [&'static str; 3],
        /// What one conclusion is: a choice.
        levels: &'static Kind,
    },
    /// A text without control characters.
    Text {
        /// Most characters.
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
    pub defaults: fn() -> Value,
    /// One line that explains it.
    pub help: &'static str,
    /// It matters only if all of these hold.
    pub when: &'static [When],
}

impl Parameter {
    /// The section it is shown in, which follows from its path.
    pub fn section(&self) -> Section {
        match self.path.split('.').next() {
            Some("platform") => Section::Platform,
            Some("workload") => Section::Workload,
            Some("network") => Section::Network,
            Some("queue" | "reservations" | "schedulers") => Section::Schedulers,
            _ => Section::Experiment,
        }
    }

    /// The value if it is left out; null if it may stay without one.
    pub fn default(&self) -> &'static Value {
        static DEFAULTS: LazyLock<Vec<Value>> =
            LazyLock::new(|| table().iter().map(Parameter::own_default).collect());
        let place = table().iter().position(|own| own.path == self.path);
        place.map_or(&Value::Null, |place| &DEFAULTS[place])
    }

    fn own_default(&self) -> Value {
        let field = self.path.rsplit('.').next().unwrap_or_default();
        (self.defaults)()[field].take()
    }

    /// Whether it may be null or left without a value.
    pub fn optional(&self) -> bool {
        self.default().is_null()
    }

    /// Whether a sweep can vary it. The two ends of a [`Kind::Pair`] are swept as `path.0` and `path.1`.
    pub fn sweepable(&self) -> bool {
        self.section() != Section::Experiment
            && matches!(
                self.kind,
                Kind::Number { .. } | Kind::Integer { .. } | Kind::Pair { .. }
            )
    }

    /// What values are allowed at `path`, which is its own or that of one of its numbers or names (`workload.nodes.0`,
    /// `schedulers.0.size_sets.2.1`); none if it has nothing there.
    pub fn kind_at(&self, path: &str) -> Option<Kind> {
        if self.matches(path) {
            return Some(self.kind);
        }
        let own = self.path.split('.').count();
        let below: Vec<usize> = path
            .split('.')
            .skip(own)
            .map(|segment| segment.parse().ok().filter(|_| is_index(segment)))
            .collect::<Option<_>>()?;
        match (self.kind, below.as_slice()) {
            (Kind::Pair { min, max }, [0 | 1]) => Some(Kind::integer(min, max, 1)),
            (Kind::Sets { max, .. }, [0..3, 0..3]) => {
                let step = if max > 1.0 { 1.0 } else { 0.05 };
                Some(Kind::number(0.0, max, step))
            }
            (Kind::Rules { levels, .. }, [0..9]) => Some(*levels),
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

    /// Whether it matters in a scenario (an [expanded](crate::scenario::Scenario::to_value) value), at a path with indices.
    pub fn relevant(&self, path: &str, scenario: &Value) -> bool {
        self.unmet(path, scenario).is_none()
    }

    /// The first condition that does not hold for the parameter at `path`.
    pub fn unmet(&self, path: &str, scenario: &Value) -> Option<&'static When> {
        self.when.iter().find(|when| !when.holds(path, scenario))
    }

    /// Whether `path`, with indices or `*`, is one that this declaration is about.
    pub fn matches(&self, path: &str) -> bool {
        crate::scenario::language::path::covers(self.path, path)
    }
}

/// Whether a segment of a path is a list index, in its only spelling: no leading zeros.
pub(in crate::scenario) fn is_index(segment: &str) -> bool {
    let digits = !segment.is_empty() && segment.bytes().all(|b| b.is_ascii_digit());
    digits && segment.len() <= 9 && (segment == "0" || !segment.starts_with('0'))
}

/// All parameters, section by section.
pub fn table() -> &'static [Parameter] {
    static TABLE: LazyLock<Vec<Parameter>> = LazyLock::new(|| {
        let mut all: Vec<Parameter> = crate::scenario::DECLARATIONS.concat();
        all.sort_by_key(Parameter::section);
        all
    });
    &TABLE
}

/// The declaration for a path with indices (`schedulers.4.lslt`) or a `*` in place of one, or for [one number or
/// name](Parameter::kind_at) of what it declares (`workload.nodes.0`).
pub fn find(path: &str) -> Option<&'static Parameter> {
    let whole = |path: &str| table().iter().find(|parameter| parameter.matches(path));
    whole(path).or_else(|| {
        let above = path.rsplit_once('.')?.0;
        let parameter = whole(above).or_else(|| whole(above.rsplit_once('.')?.0))?;
        parameter.kind_at(path).map(|_| parameter)
    })
}

/// The declaration of the number at `path`, if a sweep can vary it.
pub fn find_sweepable(path: &str) -> Option<&'static Parameter> {
    find(path).filter(|parameter| {
        let whole_pair = matches!(parameter.kind, Kind::Pair { .. }) && parameter.matches(path);
        parameter.sweepable() && !whole_pair
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_unique_and_found() {
        for (i, parameter) in table().iter().enumerate() {
            assert!(
                table()[i + 1..]
                    .iter()
                    .all(|other| other.path != parameter.path),
                "{}",
                parameter.path
            );
            let concrete = parameter.path.replace('*', "3");
            assert_eq!(find(&concrete).map(|p| p.path), Some(parameter.path));
        }
        assert!(find("platform.clusters.x.nodes").is_none());
        assert!(find("platform.clusters.01.nodes").is_none());
        assert!(find("platform.clusters").is_some());
        assert!(find("workload.nodes.1").is_some());
        assert!(find("workload.nodes.2").is_none());
        assert!(find("workload.nodes.0.0").is_none());
        let kind = |path: &str| find(path).and_then(|own| own.kind_at(path));
        assert_eq!(
            kind("workload.nodes.1"),
            Some(Kind::integer(1, 10_000_000, 1))
        );
        assert_eq!(
            kind("schedulers.3.size_sets.2.1"),
            Some(Kind::number(0.0, 1e6, 1.0))
        );
        assert!(matches!(
            kind("schedulers.3.network_rules.8"),
            Some(Kind::Choice { .. })
        ));
        for nowhere in [
            "size_sets.3.0",
            "size_sets.0.3",
            "size_sets.0",
            "size_sets.0.0.0",
            "network_rules.9",
            "network_rules.08",
        ] {
            assert_eq!(kind(&format!("schedulers.3.{nowhere}")), None, "{nowhere}");
        }
        assert!(find("").is_none());
    }

    #[test]
    fn every_parameter_is_explained() {
        for parameter in table() {
            assert!(!parameter.label.is_empty(), "{}", parameter.path);
            assert!(
                parameter.help.ends_with('.'),
                "{}: {}",
                parameter.path,
                parameter.help
            );
            if let Kind::Choice { choices, later } = parameter.kind {
                assert!(choices.iter().all(|choice| choice.help.ends_with('.')));
                assert!(choices.iter().all(|choice| !later.contains(&choice.name)));
            }
        }
        assert!(table().is_sorted_by_key(Parameter::section));
    }

    #[test]
    fn usual_ranges_are_a_part_of_what_is_allowed() {
        let usual = table().iter().filter_map(|own| Some((own, own.usual?)));
        for (parameter, (low, high)) in usual.clone() {
            let Kind::Number { min, max, step } = parameter.kind else {
                panic!("{} is no number", parameter.path)
            };
            assert!(min <= low && low + 2.0 * step < high && high <= max);
        }
        assert!(usual.count() >= 3);
    }

    #[test]
    fn conditions_name_choices_that_exist() {
        let conditions = table().iter().flat_map(|parameter| parameter.when);
        for when in conditions.flat_map(When::all) {
            let other = table().iter().find(|p| p.path == when.path).unwrap();
            if matches!(when.is, Is::PolicyReads(_)) {
                continue;
            }
            let (Is::OneOf(names) | Is::NoneOf(names)) = when.is else {
                assert!(other.optional(), "{} is never left out", when.path);
                continue;
            };
            let Kind::Choice { choices, .. } = other.kind else {
                panic!("{} is no choice", when.path)
            };
            let exists = |name: &&str| choices.iter().any(|choice| choice.name == *name);
            assert!(names.iter().all(exists), "{} {names:?}", when.path);
            assert_eq!(other.optional(), when.inherits.is_some(), "{}", when.path);
        }
    }
}
