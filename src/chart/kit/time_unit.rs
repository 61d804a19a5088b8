//! The unit for durations, by their length: seconds, minutes, hours or days.

use crate::words::number::Style;

/// A unit of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeUnit {
    /// Name on an axis.
    pub name: &'static str,
    /// Length \[s\].
    pub seconds: f64,
}

/// Each unit, with the duration from which the next unit is used \[s\].
const UNITS: [(TimeUnit, f64); 4] = [
    (unit("s", 1.0), 2.0 * 3600.0),
    (unit("min", 60.0), 10.0 * 3600.0),
    (unit("h", 3600.0), 4.0 * 86_400.0),
    (unit("d", 86_400.0), f64::INFINITY),
];

const fn unit(name: &'static str, seconds: f64) -> TimeUnit {
    TimeUnit { name, seconds }
}

impl TimeUnit {
    /// The time unit for the values of a measure; `values` are pairs of a value and true if it is unstable. A measure
    /// that is not in seconds, or is written as durations, keeps its unit. Otherwise the largest stable value
    /// determines the unit; if no value is stable, the largest value does.
    pub fn of_measure(unit: &str, style: Style, values: impl Iterator<Item = (f64, bool)>) -> TimeUnit {
        if unit != "s" || !matches!(style, Style::Plain | Style::Rough) {
            return TimeUnit::up_to(0.0);
        }
        let mut longest_s: [Option<f64>; 2] = [None; 2];
        for (value, unstable) in values.filter(|(value, _)| value.is_finite()) {
            let own = &mut longest_s[usize::from(unstable)];
            *own = Some(own.unwrap_or(0.0).max(value.abs()));
        }
        let [stable_s, unstable_s] = longest_s;
        TimeUnit::up_to(stable_s.or(unstable_s).unwrap_or(0.0))
    }

    /// The unit for durations up to a length \[s\]; seconds if the length is not a number.
    pub fn up_to(longest_s: f64) -> TimeUnit {
        let fits = |own: &&(TimeUnit, f64)| longest_s < own.1;
        UNITS.iter().find(fits).map_or(UNITS[0].0, |own| own.0)
    }

    /// A label in seconds, changed to this unit: "Mean turnaround \[h\]".
    pub fn in_label(self, label: &str) -> String {
        label.replacen("[s]", &format!("[{}]", self.name), 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_value_of_a_measure_decides() {
        let name = |unit, style| {
            let values = [30.0, -3e6, f64::NAN, f64::INFINITY].map(|value| (value, false));
            TimeUnit::of_measure(unit, style, values.into_iter()).name
        };
        let plain = |values: [(f64, bool); 2]| TimeUnit::of_measure("s", Style::Plain, values.into_iter()).name;
        assert_eq!(plain([(30.0, false), (3e6, true)]), "s");
        assert_eq!(plain([(f64::NAN, false), (3e6, true)]), "d");
        assert_eq!(name("s", Style::Plain), "d");
        assert_eq!(name("s", Style::Duration), "s");
        assert_eq!(name("", Style::Plain), "s");
    }

    #[test]
    fn the_length_decides() {
        let name = |longest_s: f64| TimeUnit::up_to(longest_s).name;
        let lengths = [0.0, 2450.0, 7200.0, 30_000.0, 150_000.0, 3e6, f64::NAN];
        assert_eq!(lengths.map(name), ["s", "s", "min", "min", "h", "d", "s"]);
        let days = TimeUnit::up_to(3e6);
        assert_eq!(days.in_label("Mean wait [s] at LSLT 0.4"), "Mean wait [d] at LSLT 0.4");
        assert_eq!(days.in_label("Utilisation"), "Utilisation");
    }
}
