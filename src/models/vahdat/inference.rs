//! Fuzzy inference from two numbers to one: singleton fuzzifier, product engine, centre-average defuzzifier.

use super::sets::Sets;

/// Degree of membership of `x` in a triangle `[left, peak, right]`, from 0 to 1. If two corners are equal, the degree
/// is 1 on their side of the peak.
pub fn membership([left, peak, right]: [f64; 3], x: f64) -> f64 {
    if x < peak {
        match left < peak {
            true => ((x - left) / (peak - left)).max(0.0),
            false => 1.0,
        }
    } else if x > peak {
        match peak < right {
            true => ((right - x) / (right - peak)).max(0.0),
            false => 1.0,
        }
    } else {
        1.0
    }
}

/// Nine rules on two inputs, each of which has three fuzzy sets.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleBase {
    first: Sets,
    second: Sets,
    centres: [[f64; 3]; 3],
}

/// The result of a rule base for two numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Inference {
    /// Memberships of the first input, in 0..=1.
    pub first: [f64; 3],
    /// Memberships of the second input, in 0..=1.
    pub second: [f64; 3],
    /// Strength of each rule. A row belongs to a set of the first input, a column to a set of the second input.
    pub strengths: [[f64; 3]; 3],
    /// The mean of the rules' centres, weighted by their strengths.
    pub output: f64,
}

impl RuleBase {
    /// Rules whose conclusions have these `centres`. A row belongs to a set of the first input, a column to a set of
    /// the second input.
    pub fn new(first: Sets, second: Sets, centres: [[f64; 3]; 3]) -> RuleBase {
        RuleBase { first, second, centres }
    }

    /// y = Σ μᵢ(first) νⱼ(second) yᵢⱼ / Σ μᵢ(first) νⱼ(second).
    ///
    /// The checks of a scenario ensure that every number is in some set. The output is 0 only if all products underflow to 0.
    pub fn infer(&self, first: f64, second: f64) -> Inference {
        let rows = self.first.map(|set| membership(set, first));
        let columns = self.second.map(|set| membership(set, second));
        let strengths = rows.map(|row| columns.map(|column| row * column));
        let (mut weighted, mut all) = (0.0, 0.0);
        for (strength, centre) in strengths.iter().flatten().zip(self.centres.iter().flatten()) {
            weighted += strength * centre;
            all += strength;
        }
        Inference { first: rows, second: columns, strengths, output: if all > 0.0 { weighted / all } else { 0.0 } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LOW: [f64; 3] = [0.0, 0.0, 0.5];
    const MIDDLE: [f64; 3] = [0.0, 0.5, 1.0];
    const HIGH: [f64; 3] = [0.5, 1.0, 1.0];

    #[test]
    fn triangles_and_shoulders_by_hand() {
        for (set, x, degree) in [
            (MIDDLE, 0.0, 0.0),
            (MIDDLE, 0.125, 0.25),
            (MIDDLE, 0.5, 1.0),
            (MIDDLE, 0.875, 0.25),
            (MIDDLE, 1.0, 0.0),
            (MIDDLE, -1.0, 0.0),
            (MIDDLE, 7.0, 0.0),
            (LOW, -1.0, 1.0),
            (LOW, 0.0, 1.0),
            (LOW, 0.25, 0.5),
            (LOW, 0.75, 0.0),
            (HIGH, 0.25, 0.0),
            (HIGH, 0.75, 0.5),
            (HIGH, 1.0, 1.0),
            (HIGH, 1e300, 1.0),
            // Short invocations: the membership is 1 up to 45 ms and 0 from 80 ms on; at 52 ms it is (80 − 52)/35.
            ([45.0, 45.0, 80.0], 0.0, 1.0),
            ([45.0, 45.0, 80.0], 52.0, 0.8),
            ([45.0, 45.0, 80.0], 80.0, 0.0),
        ] {
            assert_eq!(membership(set, x), degree, "{set:?} {x}");
        }
    }

    /// Memberships: the first input, 0.25, is half low, half medium; the second, 0.875, is a quarter medium, three
    /// quarters high. Four rules apply: (1·1/8 + 2·3/8 + 4·1/8 + 8·3/8) / 1 = 4.375.
    #[test]
    fn four_rules_by_hand() {
        let sets = [LOW, MIDDLE, HIGH];
        let rules = RuleBase::new(sets, sets, [[9.0, 1.0, 2.0], [9.0, 4.0, 8.0], [9.0; 3]]);
        assert_eq!(
            rules.infer(0.25, 0.875),
            Inference {
                first: [0.5, 0.5, 0.0],
                second: [0.0, 0.25, 0.75],
                strengths: [[0.0, 0.125, 0.375], [0.0, 0.125, 0.375], [0.0; 3]],
                output: 4.375,
            }
        );
        // If both inputs are at the peak of a set, a single rule applies.
        assert_eq!(rules.infer(0.5, 1.0).output, 8.0);
    }

    #[test]
    fn nothing_fires_only_where_nothing_is() {
        let only = [[0.2, 0.3, 0.4]; 3];
        let rules = RuleBase::new(only, only, [[1.0; 3]; 3]);
        assert_eq!(rules.infer(0.3, 0.3).output, 1.0);
        assert_eq!(rules.infer(0.3, 0.5).output, 0.0);
    }

    fn triangle() -> impl Strategy<Value = [f64; 3]> {
        prop::array::uniform3(-1.0..2.0f64).prop_map(|mut set| {
            set.sort_by(f64::total_cmp);
            set
        })
    }

    /// A literal implementation of the definition of membership, for triangles without shoulders.
    fn literal(set: [f64; 3], x: f64) -> f64 {
        let (rise, fall) = ((x - set[0]) / (set[1] - set[0]), (set[2] - x) / (set[2] - set[1]));
        rise.min(fall).clamp(0.0, 1.0)
    }

    proptest! {
        #[test]
        fn memberships_are_as_defined(set in triangle(), x in -1.5..2.5f64) {
            prop_assume!(set[0] < set[1] && set[1] < set[2]);
            prop_assert_eq!(membership(set, x), literal(set, x));
            let degree = membership([set[0], set[0], set[2]], x);
            prop_assert_eq!(degree, if x <= set[0] { 1.0 } else { literal([set[0] - 1.0, set[0], set[2]], x) });
        }

        #[test]
        fn the_output_is_among_the_centres(sets in prop::array::uniform3(triangle()), centres in prop::array::uniform3(prop::array::uniform3(0.0..1.0f64)), x in -1.0..2.0f64, y in -1.0..2.0f64) {
            let found = RuleBase::new(sets, sets, centres).infer(x, y);
            let fired = |pick: fn(f64, f64) -> f64| {
                let fired = found.strengths.iter().flatten().zip(centres.iter().flatten());
                fired.filter(|(strength, _)| **strength > 0.0).map(|(_, centre)| *centre).reduce(pick)
            };
            if let (Some(least), Some(most)) = (fired(f64::min), fired(f64::max)) {
                prop_assert!((least - 1e-12..=most + 1e-12).contains(&found.output));
            } else {
                prop_assert_eq!(found.output, 0.0);
            }
        }
    }
}
