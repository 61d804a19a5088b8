//! Conditions that decide if a parameter is relevant.
//!
//! Conditions depend on choices and on the presence of values, never on numbers. So all points of a sweep have the same
//! relevant parameters.

use super::json::quoted;
use super::path::{self, Values};
use serde_json::Value;
use std::sync::OnceLock;

/// A condition on the value of another parameter. A `*` in the path of the other parameter stands for the index in the
/// parameter's own path. If this path has no such index, `*` matches any entry: a workload parameter's condition on
/// `schedulers.*.policy` holds if it holds for at least one scheduler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct When {
    /// Path of the other parameter.
    pub path: &'static str,
    /// Allowed values of the other parameter.
    pub is: Is,
    /// Path of the value that counts if the value at `path` is missing.
    pub inherits: Option<&'static str>,
    /// Alternative condition: it is enough if this condition or the alternative holds.
    pub or: Option<&'static When>,
}

/// Requirement on a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Is {
    /// One of these choices.
    OneOf(&'static [&'static str]),
    /// None of these choices.
    NoneOf(&'static [&'static str]),
    /// Any value, but not missing.
    Given,
    /// Missing.
    LeftOut,
    /// A choice that reads the named setting; for `None`, the setting to which this condition belongs.
    Reads(Option<&'static str>),
}

const POLICY: &str = "schedulers.*.policy";

/// Functions that list the choices of a parameter, and tell which settings a choice reads.
#[derive(Clone, Copy)]
pub struct Readers {
    /// The names of all choices of the parameter at a path.
    pub all: fn(&str) -> Vec<&'static str>,
    /// True if a choice reads a setting. Arguments: path of the parameter, name of its choice, name of the setting.
    pub reads: fn(&str, &str, &str) -> bool,
}

static READERS: OnceLock<Readers> = OnceLock::new();

/// Sets the functions that list choices. Only the first call has an effect.
pub fn set_readers(readers: Readers) {
    READERS.get_or_init(|| readers);
}

impl When {
    /// The choice at `path` is one of `names`.
    pub const fn one_of(path: &'static str, names: &'static [&'static str]) -> When {
        When::new(path, Is::OneOf(names))
    }

    /// The choice at `path` is none of `names`.
    pub const fn none_of(path: &'static str, names: &'static [&'static str]) -> When {
        When::new(path, Is::NoneOf(names))
    }

    /// A value is given at `path`.
    pub const fn given(path: &'static str) -> When {
        When::new(path, Is::Given)
    }

    /// No value is given at `path`.
    pub const fn left_out(path: &'static str) -> When {
        When::new(path, Is::LeftOut)
    }

    /// The policy reads the setting to which this condition belongs.
    pub const READ: When = When::new(POLICY, Is::Reads(None));

    /// The order of the queue reads the setting to which this condition belongs.
    pub const ORDER_READS: When = When::new("schedulers.*.queue.order", Is::Reads(None)).inherits("queue.order");

    /// The policy reads `setting`.
    pub const fn policy_reads(setting: &'static str) -> When {
        When::new(POLICY, Is::Reads(Some(setting)))
    }

    /// The choice at `path` reads `setting`.
    pub const fn choice_reads(path: &'static str, setting: &'static str) -> When {
        When::new(path, Is::Reads(Some(setting)))
    }

    const fn new(path: &'static str, is: Is) -> When {
        When { path, is, inherits: None, or: None }
    }

    /// This condition, applied to the value at `path` if the value at the condition's own path is missing.
    pub const fn inherits(self, path: &'static str) -> When {
        When { inherits: Some(path), ..self }
    }

    /// This condition or `other`.
    pub const fn or(self, other: &'static When) -> When {
        When { or: Some(other), ..self }
    }

    /// True if the condition holds for the parameter with the path `own` in an expanded scenario.
    pub fn holds(&self, own: &str, scenario: &dyn Values) -> bool {
        let fits = |place: String| {
            let value = self.value(&place, own, scenario).map(|(_, value)| value);
            let name = value.and_then(Value::as_str);
            match self.is {
                Is::OneOf(names) => name.is_some_and(|name| names.contains(&name)),
                Is::NoneOf(names) => name.is_none_or(|name| !names.contains(&name)),
                Is::Given => value.is_some(),
                Is::LeftOut => value.is_none(),
                Is::Reads(setting) => name
                    .zip(READERS.get())
                    .is_some_and(|(name, all)| (all.reads)(self.path, name, setting.unwrap_or(setting_at(own)))),
            }
        };
        let mut places = path::expanded(scenario, &fill(self.path, own)).into_iter();
        places.any(fits) || self.or.is_some_and(|other| other.holds(own, scenario))
    }

    /// The choices that read the setting, and the choices that do not. `None` if the condition is not about a setting.
    pub fn readers(&self, own: &str) -> Option<(Vec<&'static str>, Vec<&'static str>)> {
        let Is::Reads(setting) = self.is else {
            return None;
        };
        let setting = setting.unwrap_or(setting_at(own));
        let readers = READERS.get()?;
        let reads = |name: &&str| (readers.reads)(self.path, name, setting);
        Some((readers.all)(self.path).into_iter().partition(reads))
    }

    /// Describes the condition for the parameter with the path `own`: "network.model is dynamic or wan".
    pub fn words(&self, own: &str) -> String {
        let place = fill(self.path, own);
        let wanted = match self.is {
            Is::OneOf(names) => format!("{place} is {}", names.join(" or ")),
            Is::NoneOf(names) => format!("{place} is not {}", names.join(" or ")),
            Is::Given => format!("{place} is given"),
            Is::LeftOut => format!("{place} is left out"),
            Is::Reads(_) => {
                let (reading, others) = self.readers(own).unwrap_or_default();
                match reading.len() <= others.len() {
                    true => format!("{place} is {}", reading.join(" or ")),
                    false => format!("{place} is not {}", others.join(" or ")),
                }
            }
        };
        match self.or {
            Some(other) => format!("{wanted}, or {}", other.words(own)),
            None => wanted,
        }
    }

    /// Path and value of the parameter on which this condition of the parameter `own` depends; `None` if it has no
    /// value, or if its path matches any entry.
    pub fn found<'v>(&self, own: &str, scenario: &'v dyn Values) -> Option<(String, &'v Value)> {
        self.value(&fill(self.path, own), own, scenario)
    }

    /// The reason why the condition does not hold for the parameter at `own`: ", because network.model is \"wan\"".
    /// Empty if no value is given.
    pub fn because(&self, own: &str, scenario: &dyn Values) -> String {
        self.found(own, scenario)
            .map_or_else(String::new, |(place, now)| format!(", because {place} is {}", quoted(now)))
    }

    /// Path and value of the parameter at `place`, or, if it has no value, of the parameter from which this condition
    /// inherits.
    fn value<'v>(&self, place: &str, own: &str, scenario: &'v dyn Values) -> Option<(String, &'v Value)> {
        let given = |place: String| {
            let value = path::get(scenario, &place).filter(|value| !value.is_null())?;
            Some((place, value))
        };
        given(place.to_owned()).or_else(|| given(fill(self.inherits?, own)))
    }

    /// This condition and its alternatives.
    pub fn all(&self) -> impl Iterator<Item = &When> {
        std::iter::successors(Some(self), |when| when.or)
    }
}

/// Name of the scheduler setting or queue setting at a path: "lslt" for `schedulers.0.lslt` and for paths below
/// `schedulers.0.lslt`; "max_age_s" for `queue.max_age_s` and `schedulers.0.queue.max_age_s`.
fn setting_at(path: &str) -> &str {
    let mut segments = path.split('.').peekable();
    if segments.next_if_eq(&"schedulers").is_some() {
        segments.next();
    }
    segments.next_if_eq(&"queue").filter(|_| segments.peek().is_some());
    segments.next().unwrap_or(path.rsplit('.').next().unwrap_or_default())
}

/// The path `pattern`, with each `*` replaced by the segment at this position in `path`, as long as all segments before
/// are equal in both paths.
fn fill(pattern: &str, path: &str) -> String {
    let mut given = path.split('.');
    let mut same_way = true;
    let filled: Vec<&str> = pattern
        .split('.')
        .map(|own| match (own, given.next()) {
            ("*", Some(index)) if same_way => index,
            (own, other) => {
                same_way &= other == Some(own);
                own
            }
        })
        .collect();
    filled.join(".")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_condition_looks_at_its_own_entry_or_at_any() {
        let scenario = json!({
            "queue": "fcfs",
            "platform": { "sizes": null },
            "schedulers": [{ "policy": "b3", "queue": "easy" }, { "policy": "ideal", "queue": null }],
        });
        let holds = |when: When, own: &str| when.holds(own, &scenario);
        let b3 = When::one_of("schedulers.*.policy", &["b3"]);
        assert!(holds(b3, "schedulers.0.chunk"));
        assert!(!holds(b3, "schedulers.1.chunk"));
        assert!(holds(b3, "workload.bsbw_mbps"));
        assert!(!holds(When::one_of("schedulers.*.policy", &["b1"]), "workload.bsbw_mbps"));
        let other = When::none_of("schedulers.*.policy", &["b3"]);
        assert!(!holds(other, "schedulers.0.chunk") && holds(other, "schedulers.1.chunk"));
        assert!(holds(other, "workload.bsbw_mbps"));

        const QUEUE: When = When::one_of("schedulers.*.queue", &["fcfs"]).inherits("queue");
        assert!(!holds(QUEUE, "schedulers.0.reservations"));
        assert!(holds(QUEUE, "schedulers.1.reservations"));
        const FCFS: When = When::one_of("queue", &["fcfs"]);
        assert!(holds(b3.or(&FCFS), "schedulers.1.chunk"));

        assert!(holds(When::left_out("platform.sizes"), "platform.clusters.0.nodes"));
        assert!(!holds(When::given("platform.sizes"), "platform.size_law"));
        assert!(holds(When::given("queue"), "platform.size_law"));
    }

    #[test]
    fn a_condition_in_words() {
        const FIXED: When = When::one_of("schedulers.*.policy", &["fixed"]);
        let when = When::none_of("network.model", &["wan", "cluster"]).or(&FIXED);
        assert_eq!(
            when.words("schedulers.2.sharing"),
            "network.model is not wan or cluster, or schedulers.2.policy is fixed"
        );
    }

    /// Three policies: only b3 reads the setting `chunk`; all except no-share read the setting `threshold`.
    #[test]
    fn a_condition_on_what_a_choice_reads() {
        set_readers(Readers {
            all: |_| vec!["no-share", "b1", "b3"],
            reads: |_, name, setting| match setting {
                "chunk" => name == "b3",
                _ => name != "no-share",
            },
        });
        let scenario = json!({ "schedulers": [{ "policy": "b3" }, { "policy": "b1" }] });
        let (chunk, threshold) = ("schedulers.1.chunk", "schedulers.1.lslt");
        assert!(When::READ.holds("schedulers.0.chunk", &scenario));
        assert!(!When::READ.holds(chunk, &scenario));
        assert!(When::READ.holds(threshold, &scenario));
        let (reading, others) = (vec!["b3"], vec!["no-share", "b1"]);
        assert_eq!(When::READ.readers(chunk), Some((reading, others)));
        assert_eq!(When::given("queue").readers(chunk), None);
        assert_eq!(When::READ.words(chunk), "schedulers.1.policy is b3");
        assert_eq!(When::READ.words(threshold), "schedulers.1.policy is not no-share");
    }
}
