//! The look of a scheduler in every figure: its policy's colour and marker, and a dash pattern per variant of the
//! policy.

use crate::models::Policy;
use crate::scenario::Scenario;

/// Number of series colours in a theme.
const COLOURS: u8 = 8;

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

    /// The style of a variant of a policy; the first variant has the policy's marker and a solid line.
    fn of_variant(policy: Policy, variant: usize) -> SeriesStyle {
        let sign = usize::from(policy.info().sign);
        SeriesStyle { colour: sign, marker: sign + sign / usize::from(COLOURS) + 3 * variant, dash: variant }
    }

    /// The styles of a scenario's schedulers. If all have the same policy, colours distinguish the schedulers instead.
    pub fn of_schedulers(scenario: &Scenario) -> Vec<SeriesStyle> {
        let all = &scenario.schedulers;
        let alike = all.len() > 1 && all.windows(2).all(|pair| pair[0].policy == pair[1].policy);
        let style = |at: usize, policy: Policy| {
            if alike {
                return SeriesStyle::nth(at);
            }
            let before = || all.iter().take(at).map(|own| own.policy);
            let variant = before().filter(|own| *own == policy).count();
            let own = SeriesStyle::of_variant(policy, variant);
            // There are more policies than colours: a line with a colour that another policy already uses is dashed.
            let has_its_colour =
                |other: &Policy| *other != policy && other.info().sign % COLOURS == policy.info().sign % COLOURS;
            SeriesStyle { dash: own.dash + before().filter(has_its_colour).count(), ..own }
        };
        let each = all.iter().enumerate();
        each.map(|(at, own)| style(at, own.policy)).collect()
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
        assert_eq!(variants[1].colour, variants[0].colour);
        assert_ne!(variants[1].dash, variants[0].dash);
        // Variants of one policy only: colours distinguish the variants.
        let alike = styles(json!([{ "policy": "b3", "chunk": 0.7 }, { "policy": "b3", "chunk": 0.8 }]));
        assert_eq!(alike, [SeriesStyle::nth(0), SeriesStyle::nth(1)]);
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

    /// In each preset, policies differ in colour and all schedulers differ in some way.
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
                    assert!(!policies || a.colour % 8 != b.colour % 8, "{name}: {own:?}");
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
