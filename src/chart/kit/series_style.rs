//! The look of a scheduler in every figure: its policy's colour and marker, and a dash pattern per variant of the
//! policy.

use crate::models::Policy;
use crate::scenario::Scenario;

/// Number of series colours in a theme.
const COLOURS: usize = 8;

/// Colour, marker and dash pattern, by index; each repeats after the last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeriesStyle {
    /// Index of the series colour.
    pub colour: usize,
    /// Index of the marker.
    pub marker: usize,
    /// Index of the dash pattern; 0 is a solid line.
    pub dash: usize,
}

impl SeriesStyle {
    /// The style of a numbered series without a policy: colour, marker and dash all depend on the number.
    pub fn nth(number: usize) -> SeriesStyle {
        SeriesStyle { colour: number, marker: number, dash: number }
    }

    /// The styles of a scenario's schedulers. The first variant of a policy has the policy's colour and marker. Each further
    /// variant has a colour that no policy of the scenario has, so that curves of one policy can be told apart, and a marker and
    /// dashes of its own. These colours are taken from the last, which few policies have, so that a scheduler that is added
    /// rarely changes them.
    pub fn of_schedulers(scenario: &Scenario) -> Vec<SeriesStyle> {
        let all = &scenario.schedulers;
        let sign = |policy: Policy| usize::from(policy.info().sign);
        let mut styles: Vec<SeriesStyle> = Vec::new();
        for (at, own) in all.iter().enumerate() {
            let variant = all.iter().take(at).filter(|other| other.policy == own.policy).count();
            let taken = |colour: &usize| styles.iter().any(|other| other.colour % COLOURS == *colour);
            let of_policy = |colour: &usize| all.iter().any(|other| sign(other.policy) % COLOURS == *colour);
            let own_sign = sign(own.policy);
            let free = (0..COLOURS).rev().find(|colour| !of_policy(colour) && !taken(colour));
            let colour = free.filter(|_| variant > 0).unwrap_or(own_sign);
            // There are more policies and variants than colours: a line with a colour that is already used is dashed.
            let alike = styles.iter().filter(|other| other.colour % COLOURS == colour % COLOURS).count();
            let marker = own_sign + own_sign / COLOURS + 3 * variant;
            styles.push(SeriesStyle { colour, marker, dash: alike.max(variant) });
        }
        styles
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::registry;
    use crate::scenario::presets;
    use serde_json::json;

    fn styles(schedulers: serde_json::Value) -> Vec<SeriesStyle> {
        let scenario = Scenario::from_value(&json!({ "schedulers": schedulers })).unwrap();
        SeriesStyle::of_schedulers(&scenario)
    }

    #[test]
    fn a_policy_looks_the_same_in_every_scenario() {
        let one = styles(json!(["no-share", "first-fit"]));
        let other = styles(json!(["first-fit", "ideal", "b3"]));
        assert_eq!(one[1], other[0]);
        let variants = styles(json!(["first-fit", { "policy": "first-fit", "queue": "easy" }, "a1"]));
        assert_eq!(variants[0], other[0]);
        assert_ne!(variants[1].colour, variants[0].colour);
        assert_ne!((variants[1].dash, variants[1].marker), (variants[0].dash, variants[0].marker));
    }

    #[test]
    fn an_added_scheduler_changes_no_colour() {
        let queue = |name: &str| json!({ "policy": "no-share", "queue": name });
        let three = styles(json!(["no-share", queue("easy"), queue("conservative")]));
        let four = styles(json!(["no-share", queue("easy"), queue("conservative"), "first-fit"]));
        assert_eq!(three, four[..3]);
        let colours: Vec<usize> = three.iter().map(|own| own.colour % 8).collect();
        assert!(colours[0] != colours[1] && colours[1] != colours[2] && colours[0] != colours[2], "{colours:?}");
        assert_eq!(three.iter().map(|own| own.dash).collect::<Vec<_>>(), [0, 1, 2]);
    }

    /// First-fit and B4 share a colour; their markers differ, and their lines differ if both are shown.
    #[test]
    fn lines_of_one_colour_differ_in_their_dashes() {
        let alone = styles(json!(["no-share", "b4"]));
        let both = styles(json!(["first-fit", "b4"]));
        assert_eq!(both[0].colour % 8, both[1].colour % 8);
        assert_ne!(both[0].marker % 8, both[1].marker % 8);
        assert_eq!([alone[1].dash, both[0].dash, both[1].dash], [0, 0, 1]);
    }

    /// In each preset, policies differ in colour or dashes, and all schedulers differ in some way.
    #[test]
    fn in_every_preset_schedulers_differ() {
        for preset in presets::all() {
            let scenario = presets::scenario(preset).unwrap();
            let styles = SeriesStyle::of_schedulers(&scenario);
            for (at, own) in scenario.schedulers.iter().enumerate() {
                for (other, before) in scenario.schedulers[..at].iter().enumerate() {
                    let ([a, b], name) = ([styles[at], styles[other]], &preset.name);
                    assert_ne!(
                        (a.colour % 8, a.marker % 8, a.dash % 7),
                        (b.colour % 8, b.marker % 8, b.dash % 7),
                        "{name}"
                    );
                    let policies = own.policy != before.policy;
                    assert!(!policies || a.colour % 8 != b.colour % 8 || a.dash != b.dash, "{name}: {own:?}");
                }
            }
        }
    }

    /// No two policies of one model look the same.
    #[test]
    fn every_policy_has_a_sign_of_its_own() {
        for model in registry::current().models() {
            let mut signs: Vec<u8> = model.policies.iter().map(|own| own.sign).collect();
            signs.sort_unstable();
            assert!(signs.windows(2).all(|pair| pair[0] < pair[1]), "{}: {signs:?}", model.name);
        }
    }
}
