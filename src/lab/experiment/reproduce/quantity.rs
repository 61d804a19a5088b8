//! Texts for measured quantities.

use crate::experiment::measure;
use crate::paper::{Comparison, Coordinates, Measured, Over, Quantity, Spot, Where};
use crate::scenario::declared;

/// The text of a quantity: "turnaround, first-fit − a1, at every point".
pub fn quantity(quantity: &Quantity) -> String {
    let (name, of) = named(&quantity.measure);
    let over = where_(&quantity.over);
    let words = match &quantity.compare {
        _ if !quantity.words.is_empty() => quantity.words.clone(),
        Comparison::Value(one) | Comparison::Share(one) => format!("{name}{of}{}{over}", spot(one)),
        Comparison::Difference([a, b]) if quantity.measure == Measured::Improvement => {
            format!("{name}{of}{}, {} − {}", a.scheduler, coordinates(pairs(&a.at)), coordinates(pairs(&b.at)))
        }
        Comparison::Difference([a, b]) | Comparison::Percent([a, b]) => {
            format!("{name}, {} − {}{over}", spot(a), spot(b))
        }
        Comparison::Ratio([a, b]) => {
            format!("{name}, {} over {}, geometric mean over the replications less 1{over}", spot(a), spot(b))
        }
        Comparison::Won([a, b]) => {
            format!("share of replications in which {} has less {name} than {}{over}", spot(a), spot(b))
        }
        Comparison::Wider([a, b, c, d]) => {
            format!("{name}, |{} − {}| − |{} − {}|{over}", spot(a), spot(b), spot(c), spot(d))
        }
        Comparison::Spread(of) => format!("largest {name} above the smallest, {of}{over}"),
        Comparison::Crossing([of, level]) => format!("mean penalty at which {of} comes to exceed {level}"),
        Comparison::Steadiest(of) => format!("points where {of} has the smallest coefficient of variation"),
        Comparison::Special(_) => String::new(),
    };
    match quantity.more_than_in.as_str() {
        "" if !quantity.also_in.is_empty() => format!("{words}, also in {}", quantity.also_in.join(", ")),
        "" => words,
        preset => format!("{words}: here more than in {preset} by"),
    }
}

/// The name of a measure in a sentence, and the text between it and a scheduler's name.
fn named(measure: &Measured) -> (String, &'static str) {
    match measure {
        Measured::Decision => ("time per co-allocation decision".to_owned(), ", "),
        Measured::Improvement => ("improvement".to_owned(), " by "),
        Measured::Variation => ("coefficient of variation over the replications".to_owned(), ", "),
        Measured::Listed(key) => {
            let label = measure::named(key).map_or(key.as_str(), |own| own.label).to_lowercase();
            let of = if key == "utilisation" { " by " } else { " of " };
            (label.strip_prefix("mean ").unwrap_or(&label).to_owned(), of)
        }
    }
}

/// The unit of the number; empty if it has none.
pub fn unit(quantity: &Quantity) -> &str {
    let own = match &quantity.measure {
        Measured::Decision => "µs",
        Measured::Improvement | Measured::Variation => "%",
        Measured::Listed(key) => measure::named(key).map_or("", |own| own.unit),
    };
    let is_difference = matches!(quantity.compare, Comparison::Difference(_) | Comparison::Wider(_));
    let unit = match &quantity.compare {
        _ if !quantity.unit.is_empty() => &quantity.unit,
        Comparison::Value(_) | Comparison::Difference(_) | Comparison::Wider(_) => own,
        Comparison::Crossing(_) | Comparison::Special(_) => "",
        _ => "%",
    };
    match unit {
        "%" if is_difference || !quantity.more_than_in.is_empty() => "percentage points",
        unit => unit,
    }
}

fn spot(spot: &Spot) -> String {
    format!("{}{}", spot.scheduler, given(" at ", &spot.at))
}

fn where_(over: &Over) -> String {
    match over {
        Over::Point(at) => given(" at ", at),
        Over::Every(points) => format!(", at every point{}", of_points(points)),
        Over::Some(points) => format!(", at the best point{}, its interval widened for the choice", of_points(points)),
        Over::Most(points) => format!(", at more than half of the points{}", of_points(points)),
        Over::Mean(points) => format!(", mean over the points{}", of_points(points)),
    }
}

/// Describes a selection of points by a text that follows "at every point": " from BSBW 200 Mbps on".
fn of_points(points: &Where) -> String {
    match points {
        Where::Anywhere => String::new(),
        Where::At(at) => given(" with ", at),
        Where::From(path, value) => format!(" from {} on", coordinates([(path.as_str(), *value)])),
        Where::Between(path, first, last) => {
            let [first, last] = [first, last].map(|value| coordinates([(path.as_str(), *value)]));
            format!(" from {first} to {last}")
        }
        Where::In(region) => format!(" {}", region.words()),
        Where::WithPenalty => " that is stable and has a penalty of 1.02 or more".to_owned(),
    }
}

/// The text `before`, followed by the coordinates as text; empty if there are no coordinates.
fn given(before: &str, at: &Coordinates) -> String {
    match at {
        [] => String::new(),
        at => format!("{before}{}", coordinates(pairs(at))),
    }
}

fn pairs(at: &Coordinates) -> impl Iterator<Item = (&str, f64)> {
    at.iter().map(|(path, value)| (path.as_str(), *value))
}

/// Coordinates as text: "BSBW 200 Mbps, LSLT 0.8".
pub(super) fn coordinates<'a>(at: impl IntoIterator<Item = (&'a str, f64)>) -> String {
    let words = at.into_iter().map(|(path, value)| {
        let parameter = declared::find(&path.replace('*', "0"));
        let (label, unit) = parameter.map_or((path, ""), |p| (p.label, p.unit));
        format!("{label} {value} {unit}").trim_end().to_owned()
    });
    words.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    const BSBW: &str = "workload.bsbw_mbps";

    fn words(value: Value) -> String {
        let own: Quantity = serde_json::from_value(value).unwrap();
        format!("{} [{}]", quantity(&own), unit(&own))
    }

    #[test]
    fn quantities_read_well() {
        let over = |over: Value| words(json!({ "compare": { "difference": ["first-fit", "a1"] }, "over": over }));
        let difference = "turnaround, first-fit − a1";
        assert_eq!(over(json!({ "every": "anywhere" })), format!("{difference}, at every point [s]"));
        let region = json!({ "every": { "in": "overload" } });
        assert_eq!(over(region), format!("{difference}, at every point under overload [s]"));
        let from = json!({ "every": { "from": [BSBW, 300] } });
        assert_eq!(over(from), format!("{difference}, at every point from BSBW 300 Mbps on [s]"));
        let between = json!({ "every": { "between": [BSBW, 400, 535] } });
        assert_eq!(over(between), format!("{difference}, at every point from BSBW 400 Mbps to BSBW 535 Mbps [s]"));
        let at = |mbps: u32| json!({ "scheduler": "a1", "at": { BSBW: mbps } });
        let rise =
            json!({ "compare": { "percent": [at(900), at(200)] }, "over": { "point": { "schedulers.*.lslt": 1 } } });
        assert_eq!(words(rise), "turnaround, a1 at BSBW 900 Mbps − a1 at BSBW 200 Mbps at LSLT 1 [%]");
        let more = json!({ "compare": { "spread": "b3" }, "more_than_in": "jones2005-fig9" });
        let spread = "largest turnaround above the smallest, b3: here more than in jones2005-fig9 by";
        assert_eq!(words(more), format!("{spread} [percentage points]"));
    }

    #[test]
    fn measures_are_those_of_tables() {
        let value = |measure: &str| words(json!({ "measure": measure, "compare": { "value": "a1" } }));
        assert_eq!(value("mean_wait_s"), "wait of a1 [s]");
        assert_eq!(value("utilisation"), "utilisation by a1 []");
        assert_eq!(value("variation"), "coefficient of variation over the replications, a1 [%]");
        let missed = "requests that start late, a1";
        let share = json!({ "measure": "missed_share", "compare": { "share": "a1" }, "words": missed });
        assert_eq!(words(share), format!("{missed} [%]"));
        let at = |load: f64| json!({ "scheduler": "tla", "at": { "workload.load": load } });
        let improves = json!({ "measure": "improvement", "compare": { "difference": [at(0.75), at(0.5)] } });
        assert_eq!(words(improves), "improvement by tla, Load 0.75 − Load 0.5 [percentage points]");
    }
}
