//! Jones et al. 2005 (J5): the baselines of section 6 and figures 9–11.

use super::crossing::rises_to;
use super::{Finding, Published, Study, Tier, judge, result};
use crate::base::problem::{Problem, Problems};
use crate::experiment::results::Results;
use crate::scenario::{Policy, Scenario, Scheduler, Workload, presets};

/// Section 6 at the published number of jobs.
const BASELINES: &str = "jones2005-baselines";
/// Figures 9, 10, 11 and their numbers of clusters.
const FIGURES: [(&str, u32, &str); 3] = [
    ("jones2005-fig9", 2, "J5 §4.4, fig. 9"),
    ("jones2005-fig10", 4, "J5 §4.4, fig. 10"),
    ("jones2005-fig11", 8, "J5 §4.4, fig. 11"),
];

/// The quick tier runs this fraction of the figures' jobs, three times; the baselines are quick anyway.
const QUICK: u64 = 100;

/// At load 0.9 a run of the published length is off by 2 % (one standard deviation), so the baselines take many.
const fn baseline_replications(tier: Tier) -> u32 {
    match tier {
        Tier::Quick => 10,
        Tier::Full => 30,
    }
}

/// The experiments, in the order that [`findings`] expects their results.
///
/// # Errors
/// Never, unless a preset is broken.
pub fn studies(tier: Tier) -> Result<Vec<Study>, Problems> {
    let mut studies = Vec::new();
    let mut baselines = preset(BASELINES)?;
    baselines.schedulers = [Policy::MigrationOnly, Policy::Ideal]
        .map(Scheduler::of)
        .to_vec();
    baselines.experiment.sweep.clear();
    baselines.experiment.replications = baseline_replications(tier);
    studies.push(Study {
        preset: BASELINES,
        scenario: baselines,
    });
    for (name, _, _) in FIGURES {
        let mut scenario = preset(name)?;
        if let (Tier::Quick, Workload::Synthetic(synthetic)) = (tier, &mut scenario.workload) {
            synthetic.jobs_per_cluster /= QUICK;
            scenario.experiment.replications = 3;
        }
        studies.push(Study {
            preset: name,
            scenario,
        });
    }
    Ok(studies)
}

fn preset(name: &str) -> Result<Scenario, Problems> {
    match presets::find(name) {
        Some(preset) => preset.scenario(),
        None => Err(Problem::new(
            "preset",
            format!("{name} is missing"),
            "",
            "Restore src/scenario/presets.",
        )
        .into()),
    }
}

/// What the results say to the paper's claims.
pub fn findings(results: &[Results]) -> Vec<Finding> {
    let [baselines, figures @ ..] = results else {
        return Vec::new();
    };
    let mut findings = vec![
        mean_turnaround(baselines, "migration-only", "Migration only", 1087.0),
        mean_turnaround(baselines, "ideal", "Ideal", 735.0),
    ];
    let figures: Vec<Figure> = FIGURES
        .iter()
        .zip(figures)
        .map(|(&(_, clusters, source), results)| Figure {
            clusters,
            source,
            results,
        })
        .collect();
    for figure in &figures {
        findings.push(figure.gain(
            "no-share",
            "migration-only",
            "No share is worse than Migration only",
        ));
        findings.push(figure.gain(
            "migration-only",
            "ideal",
            "Migration only is worse than Ideal",
        ));
        findings.push(figure.fixed_is_more_optimistic());
    }
    for pair in figures.windows(2) {
        findings.push(gain_grows(&pair[0], &pair[1]));
    }
    for figure in &figures {
        for model in ["first-fit", "fixed"] {
            findings.push(figure.acceptable_penalty(
                model,
                "migration-only",
                "Migration only",
                [1.2, 1.25, 1.13, 1.2],
            ));
            findings.push(figure.acceptable_penalty(
                model,
                "no-share",
                "No share",
                [1.35, 1.4, 1.25, 1.35],
            ));
        }
    }
    findings
}

fn mean_turnaround(results: &Results, scheduler: &str, label: &str, value: f64) -> Finding {
    let ours = result(results, 0, scheduler);
    let measured = ours.map(|r| r.mean_turnaround_s);
    let ci95 = ours.and_then(|r| r.turnaround_ci95_s);
    Finding {
        source: "J5 §6.3",
        claim: format!("Mean turnaround of {label}, 4 clusters"),
        published: format!("{value} s (± 3 % wanted)"),
        measured,
        ci95,
        unit: "s",
        verdict: judge(
            Published::Number {
                value,
                within: 0.03,
            },
            measured,
            ci95,
        ),
    }
}

/// One of the figures 9–11.
struct Figure<'a> {
    clusters: u32,
    source: &'static str,
    results: &'a Results,
}

impl Figure<'_> {
    fn mean(&self, scheduler: &str) -> Option<f64> {
        result(self.results, 0, scheduler).map(|r| r.mean_turnaround_s)
    }

    fn ci95(&self, scheduler: &str) -> f64 {
        let own = result(self.results, 0, scheduler);
        own.and_then(|r| r.turnaround_ci95_s)
            .unwrap_or(f64::INFINITY)
    }

    /// By how much a baseline is worse than another; both see the same jobs, so adding their intervals is cautious.
    fn gain(&self, worse: &str, better: &str, claim: &str) -> Finding {
        let measured = self.mean(worse).zip(self.mean(better)).map(|(w, b)| w - b);
        let ci95 = Some(self.ci95(worse) + self.ci95(better));
        Finding {
            source: self.source,
            claim: format!("{claim}, {} clusters: difference", self.clusters),
            published: "> 0".to_owned(),
            measured,
            ci95,
            unit: "s",
            verdict: judge(Published::Positive, measured, ci95),
        }
    }

    /// By how much the turnaround under the dynamic model is at least above that under the fixed penalty of the same
    /// mean, on the same jobs, over the points where co-allocation costs 2 % or more.
    fn fixed_is_more_optimistic(&self) -> Finding {
        let measured = (0..self.results.points.len())
            .filter_map(|point| {
                let dynamic = result(self.results, point, "first-fit")?;
                let fixed = result(self.results, point, "fixed")?;
                let counts = dynamic.mean_penalty >= 1.02 && !dynamic.unstable && !fixed.unstable;
                let above = dynamic.mean_turnaround_s / fixed.mean_turnaround_s - 1.0;
                counts.then_some(100.0 * above)
            })
            .min_by(f64::total_cmp);
        Finding {
            source: self.source,
            claim: format!(
                "At equal mean penalty the dynamic model is less generous than the fixed one, {} clusters: turnaround above \
                 it by at least",
                self.clusters
            ),
            published: "> 0".to_owned(),
            measured,
            ci95: None,
            unit: "%",
            verdict: judge(Published::Positive, measured, None),
        }
    }

    /// The mean penalty at which co-allocation stops beating a baseline. `ranges`: the printed range for two clusters,
    /// then for eight; between them four clusters may lie anywhere.
    fn acceptable_penalty(
        &self,
        model: &str,
        baseline: &str,
        label: &str,
        ranges: [f64; 4],
    ) -> Finding {
        let [two_low, two_high, eight_low, eight_high] = ranges;
        let (low, high) = match self.clusters {
            2 => (two_low, two_high),
            8 => (eight_low, eight_high),
            _ => (eight_low, two_high),
        };
        let curve: Vec<(f64, f64)> = (0..self.results.points.len())
            .filter_map(|point| result(self.results, point, model))
            .filter(|r| !r.unstable)
            .map(|r| (r.mean_penalty, r.mean_turnaround_s))
            .collect();
        let measured = self
            .mean(baseline)
            .and_then(|level| rises_to(&curve, level));
        let range = Published::Range {
            low,
            high,
            beside: 0.03,
        };
        let name = if model == "fixed" {
            "the fixed penalty"
        } else {
            "First-fit"
        };
        Finding {
            source: self.source,
            claim: format!(
                "Penalty at which {name} stops beating {label}, {} clusters",
                self.clusters
            ),
            published: format!("{low}–{high}"),
            measured,
            ci95: None,
            unit: "",
            verdict: judge(range, measured, None),
        }
    }
}

/// The share of No share's turnaround that migration saves grows with the number of clusters.
fn gain_grows(fewer: &Figure, more: &Figure) -> Finding {
    let saved = |figure: &Figure| {
        let (none, migration) = (figure.mean("no-share")?, figure.mean("migration-only")?);
        Some(100.0 * (1.0 - migration / none))
    };
    let spread = |figure: &Figure| {
        let none = figure.mean("no-share").unwrap_or(f64::NAN);
        100.0 * (figure.ci95("no-share") + figure.ci95("migration-only")) / none
    };
    let measured = saved(more).zip(saved(fewer)).map(|(m, f)| m - f);
    let ci95 = Some(spread(fewer) + spread(more));
    Finding {
        source: "J5 §4.4",
        claim: format!(
            "What migration saves of No share's turnaround grows from {} to {} clusters: by",
            fewer.clusters, more.clusters
        ),
        published: "> 0".to_owned(),
        measured,
        ci95,
        unit: "points",
        verdict: judge(Published::Positive, measured, ci95),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment;

    /// A tiny version of everything: the findings are there and each has a verdict on a measured number, except
    /// penalties that so few jobs do not reach.
    #[test]
    fn every_claim_is_answered() {
        let results: Vec<Results> = studies(Tier::Quick)
            .unwrap()
            .into_iter()
            .map(|mut study| {
                if let Workload::Synthetic(synthetic) = &mut study.scenario.workload {
                    synthetic.jobs_per_cluster = 300;
                }
                study.scenario.experiment.replications = 2;
                experiment::run(&study.scenario, None).unwrap()
            })
            .collect();
        let findings = findings(&results);
        assert_eq!(findings.len(), 2 + 3 * 3 + 2 + 3 * 4);
        assert!(
            findings
                .iter()
                .all(|f| f.measured.is_some() || f.claim.contains("enalty"))
        );
    }

    #[test]
    fn full_is_what_was_published() {
        for study in studies(Tier::Full).unwrap() {
            let Workload::Synthetic(synthetic) = &study.scenario.workload else {
                panic!()
            };
            let published = if study.preset == BASELINES {
                400_000
            } else {
                4_000_000
            };
            assert_eq!(synthetic.jobs_per_cluster, published);
        }
    }
}
