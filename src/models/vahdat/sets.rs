//! Three fuzzy sets of a number, as a value of a parameter.

use crate::parameter::{Kind, Span, Table, fields};
use crate::words::number::exact;

/// Heading of the tables in a fuzzy scheduler's settings.
pub const HEADING: &str = "Fuzzy sets and rules";

/// The three fuzzy sets of an input, each a triangle `[left, peak, right]`: membership rises from 0 at the left corner
/// to 1 at the peak and falls to 0 at the right one. If two corners are equal, the membership is 1 everywhere on that
/// side: a shoulder.
pub type Sets = [[f64; 3]; 3];

/// Three sets with these names, for a number with corners up to `max`.
pub const fn sets(names: [&'static str; 3], max: f64, span: Span) -> Table {
    Table {
        rows: names,
        columns: ["left", "peak", "right"],
        cell: Kind::number(0.0, max, if max > 1.0 { 1.0 } else { 0.05 }),
        by_row: true,
        triangles: Some(span),
        heading: HEADING,
        allowed: |table, unit| {
            let max = largest(table);
            format!(
                "three triangles [left, peak, right], of {}, with corners from 0 to {}{unit}; with two equal corners a set \
                 goes on to that side",
                table.rows.join(", "),
                exact(max)
            )
        },
        form: "Write three triangles, as in [[0,0,0.5],[0,0.5,1],[0.5,1,1]]",
        remedy: |table, value| {
            let end = match table.triangles {
                Some(Span::Endless) => f64::INFINITY,
                _ => largest(table),
            };
            remedy(&fields::parse(value)?, table.rows, end)
        },
    }
}

fn largest(table: &Table) -> f64 {
    match table.cell {
        Kind::Number { max, .. } => max,
        _ => f64::INFINITY,
    }
}

/// The remedy for a mistake in three sets with these names, for an input from 0 to `end`; `None` if there is no
/// mistake.
pub fn remedy(sets: &Sets, names: [&str; 3], end: f64) -> Option<String> {
    for (name, [left, peak, right]) in names.iter().zip(sets) {
        if left > peak || peak > right {
            return Some(format!("Put the corners of {name} in order: {left}, {peak}, {right}"));
        }
        if left == right {
            return Some(format!("Give {name} a width: all its corners are {left}"));
        }
    }
    let by_peak = names.iter().zip(sets.iter().map(|set| set[1]));
    let next = by_peak.clone().skip(1);
    for ((before, low), (name, high)) in by_peak.zip(next) {
        if low > high {
            return Some(format!("Let the peaks rise: {before} has its peak at {low}, {name} at {high}"));
        }
    }
    for (one, other) in [(0, 1), (1, 2), (0, 2)] {
        if sets[one] == sets[other] {
            let (one, other) = (names[one], names[other]);
            return Some(format!("Let {one} and {other} differ"));
        }
    }
    let [first, middle, last] = names;
    let [below, between, above] = sets;
    for (name, [left, peak, right], to_the) in
        [(middle, between, "left"), (last, above, "left"), (first, below, "right"), (middle, between, "right")]
    {
        let (shoulder, side) = match to_the {
            "left" => (left == peak, "below"),
            _ => (peak == right, "above"),
        };
        if shoulder {
            return Some(format!(
                "Give {name} a corner {side} its peak, which is {peak}: a shoulder to the {to_the} makes everything {side} it {name}"
            ));
        }
    }
    let (from, to) = uncovered(sets, end)?;
    let gap = match (from == to, to.is_finite()) {
        (true, _) => format!("{from}"),
        (false, true) => format!("{from} to {to}"),
        (false, false) => format!("{from} and all above"),
    };
    Some(format!("Widen a set: {gap} is in none, so that no rule would say anything"))
}

/// The first interval of inputs that belongs to no set, for an input from 0 to `end`, both included.
fn uncovered(sets: &Sets, end: f64) -> Option<(f64, f64)> {
    // A set covers the numbers with membership above 0: those between its outer corners and, if it has a shoulder, all
    // numbers on that side.
    let open = sets.map(|[left, peak, right]| {
        let from = if left == peak { f64::NEG_INFINITY } else { left };
        let to = if peak == right { f64::INFINITY } else { right };
        (from, to)
    });
    let mut at = 0.0;
    loop {
        let around = open.iter().filter(|(from, to)| *from < at && at < *to);
        match around.map(|own| own.1).reduce(f64::max) {
            Some(next) if next > end => return None,
            // A set with a right shoulder covers all numbers up to infinity.
            Some(f64::INFINITY) => return None,
            Some(next) => at = next,
            None => break,
        }
    }
    let later = open.iter().map(|own| own.0).filter(|from| *from >= at);
    Some((at, later.fold(end, f64::min)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const THIRDS: Sets = [[0.0, 0.0, 0.5], [0.0, 0.5, 1.0], [0.5, 1.0, 1.0]];

    #[test]
    fn gaps_by_hand() {
        let with = |index: usize, set: [f64; 3]| {
            let mut sets = THIRDS;
            sets[index] = set;
            sets
        };
        // The ends of the range of inputs belong to the range; the corners of a triangle do not belong to its set.
        for (sets, end, gap) in [
            (with(0, [0.0, 0.2, 0.5]), 1.0, Some((0.0, 0.0))),
            (with(0, [0.1, 0.2, 0.5]), 1.0, Some((0.0, 0.0))),
            (with(1, [0.6, 0.7, 0.8]), 1.0, Some((0.5, 0.5))),
            ([[0.0, 0.0, 0.3], [0.4, 0.5, 0.9], [0.5, 1.0, 1.0]], 1.0, Some((0.3, 0.4))),
            (with(2, [0.5, 0.8, 1.0]), 1.0, Some((1.0, 1.0))),
            (with(2, [0.5, 0.8, 0.9]), 1.0, Some((1.0, 1.0))),
            (with(2, [0.5, 0.8, 0.9]), f64::INFINITY, Some((1.0, f64::INFINITY))),
            (with(1, [0.0, 0.0, 0.7]), 1.0, None),
            ([[0.0, 0.5, 1.0], [0.0, 0.5, 1.0], [0.5, 1.0, 1.0]], 1.0, Some((0.0, 0.0))),
            ([[0.0, 0.0, 1.0]; 3], 1.0, Some((1.0, 1.0))),
        ] {
            assert_eq!(uncovered(&sets, end), gap, "{sets:?}");
        }
    }

    /// Further conditions: neighbouring sets must differ, low and high too, and only the outer sets may have shoulders,
    /// on their outer sides.
    #[test]
    fn shoulders_and_equal_sets_by_hand() {
        let names = ["low", "medium", "high"];
        let remedy = |sets: Sets| super::remedy(&sets, names, 1.0).unwrap_or_default();
        assert_eq!(remedy(THIRDS), "");
        let with = |index: usize, set: [f64; 3]| {
            let mut sets = THIRDS;
            sets[index] = set;
            remedy(sets)
        };
        let shoulder = "Give medium a corner below its peak, which is 0.5: a shoulder to the left makes everything below it medium";
        assert_eq!(with(1, [0.5, 0.5, 1.0]), shoulder);
        let shoulder = "Give medium a corner above its peak, which is 0.5: a shoulder to the right makes everything above it medium";
        assert_eq!(with(1, [0.0, 0.5, 0.5]), shoulder);
        assert!(with(0, [0.0, 0.2, 0.2]).starts_with("Give low a corner above its peak"));
        assert!(with(2, [0.6, 0.6, 1.0]).starts_with("Give high a corner below its peak"));
        assert!(with(1, [0.3, 0.3, 0.3]).starts_with("Give medium a width"));
        // The sets low and high are equal, and the set medium differs.
        let same = [0.0, 0.5, 1.0];
        assert_eq!(remedy([same, [0.2, 0.5, 0.8], same]), "Let low and high differ");
        assert_eq!(remedy([same, same, THIRDS[2]]), "Let low and medium differ");
    }

    fn corner() -> impl Strategy<Value = f64> {
        (0u32..=8).prop_map(|eighth| f64::from(eighth) / 8.0)
    }

    proptest! {
        /// All corners are multiples of an eighth. So an uncovered interval contains a corner or the middle between two
        /// corners.
        #[test]
        fn cover_is_found_by_trying_everywhere(corners in prop::array::uniform3(prop::array::uniform3(corner())), end in prop_oneof![Just(1.0), Just(2.0)]) {
            let sets = corners.map(|mut set| {
                set.sort_by(f64::total_cmp);
                set
            });
            prop_assume!(sets.iter().all(|set| set[0] < set[2]));
            let inside = |x: f64| sets.iter().any(|&[left, peak, right]| {
                (left < x || left == peak) && (x < right || peak == right)
            });
            let bare = (0..=16).map(|step| end * f64::from(step) / 16.0).find(|&x| !inside(x));
            // Test points in steps of an eighth for an input that ends at 2. All corners are included.
            prop_assert_eq!(uncovered(&sets, end).map(|gap| gap.0), bare);
            if let Some((from, to)) = uncovered(&sets, end) {
                prop_assert!(!inside(f64::midpoint(from, to)) && !inside(to));
            }
        }
    }
}
