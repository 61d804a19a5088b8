//! What the Paper tab says of a scenario: which published experiment it is, in what it departs from it, and the claims.

use crate::base::number::exact;
use crate::experiment::Results;
use crate::experiment::reproduce::{Evidence, Finding, Outcome, Verdict, Why, paper_of};
use crate::paper::{Claim, Measure, Paper, Preset, Row};
use crate::scenario::{Checked, Scenario, Workload};

/// A preset with its scenario.
pub type Known = (&'static Preset, Checked);

/// What a scenario has to do with a paper.
#[derive(Clone, Debug, PartialEq)]
pub enum About {
    /// Nothing.
    Nothing,
    /// It began as this preset, but is another experiment now.
    Changed(&'static Preset),
    /// It is the experiment of this preset, but for its size and seed: "2000 jobs per cluster instead of 400\u{2009}000".
    Experiment(&'static Preset, Vec<String>),
}

/// What a scenario has to do with the papers whose presets are `known`.
pub fn about(scenario: &Scenario, known: &[Known]) -> About {
    let wanted = essence(scenario);
    let mut about = About::Nothing;
    for (preset, own) in known {
        let (titled, same) = (own.title == scenario.title, essence(own) == wanted);
        // Two papers may publish the same experiment: the title tells which one is meant.
        if paper_of(preset.name).is_none() || !(titled || same) {
            continue;
        }
        match (same, &about) {
            (true, _) if titled => return About::Experiment(preset, departures(scenario, own)),
            (true, About::Experiment(..)) => {}
            (true, _) => about = About::Experiment(preset, departures(scenario, own)),
            (false, About::Nothing) => about = About::Changed(preset),
            (false, _) => {}
        }
    }
    about
}

/// What was published of the improvements in a scenario.
pub fn row(scenario: &Scenario, known: &[Known]) -> Option<&'static Row> {
    let About::Experiment(preset, _) = about(scenario, known) else {
        return None;
    };
    let mut rows = paper_of(preset.name)?.improvements.iter();
    rows.find(|row| row.preset == preset.name)
}

/// What makes an experiment: everything but its size, its seed and its title.
fn essence(scenario: &Scenario) -> Scenario {
    let mut essence = scenario.clone();
    essence.title.clear();
    essence.seed.clear();
    essence.experiment.replications = 1;
    essence.workload.set_jobs(1);
    essence
}

/// What of size and seed is not as in the preset, in words.
fn departures(scenario: &Scenario, preset: &Scenario) -> Vec<String> {
    let mut words = Vec::new();
    let (own, theirs) = (scenario.workload.jobs(), preset.workload.jobs());
    if own != theirs {
        let unit = match scenario.workload {
            Workload::Synthetic(_) => "jobs per cluster",
            _ => "jobs",
        };
        let number = |jobs| match jobs {
            u64::MAX => "all".to_owned(),
            jobs => exact(jobs as f64),
        };
        words.push(format!(
            "{} {unit} instead of {}",
            number(own),
            number(theirs)
        ));
    }
    let (own, theirs) = (
        scenario.experiment.replications,
        preset.experiment.replications,
    );
    if own != theirs {
        let plural = if own == 1 { "" } else { "s" };
        words.push(format!("{own} replication{plural} instead of {theirs}"));
    }
    if scenario.seed != preset.seed {
        words.push(format!("seed {}", scenario.seed));
    }
    words
}

/// Our answers to the claims about a preset, from results so far; all "not measured" without any.
pub fn findings(
    paper: &Paper,
    preset: &Preset,
    scenario: &Scenario,
    results: Option<&Results>,
) -> Vec<Finding> {
    let outcome = results.map(|results| Outcome {
        preset: preset.name,
        scenario,
        results,
    });
    let outcomes: Vec<Outcome> = outcome.into_iter().collect();
    let evidence = Evidence {
        outcomes: &outcomes,
        timings: &[],
        depths: &[],
    };
    paper
        .claims_of(preset.name)
        .map(|claim| evidence.answer(claim))
        .collect()
}

/// The verdict in words; of what was not measured, why.
pub fn verdict(finding: &Finding, complete: bool) -> String {
    let missing = Verdict::Untested(Why::NotMeasured);
    if finding.verdict != missing {
        return finding.verdict_words().to_owned();
    }
    match &finding.claim.measure {
        measure if measure.is_timed() => "timed on the command line".to_owned(),
        measure if measure.is_by_depth() => "on the command line".to_owned(),
        Measure::MoreThanIn(other, _) => format!("needs {other} too: on the command line"),
        _ if complete => missing.label().to_owned(),
        _ => "no results yet".to_owned(),
    }
}

/// The command that answers the claims that one experiment alone cannot, if there are any.
pub fn command(paper: &Paper, claims: &[Finding]) -> Option<String> {
    let elsewhere = |claim: &Claim| {
        claim.measure.is_timed()
            || claim.measure.is_by_depth()
            || matches!(claim.measure, Measure::MoreThanIn(..))
    };
    claims
        .iter()
        .any(|finding| elsewhere(finding.claim))
        .then(|| format!("metasched reproduce {} --full", paper.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment;
    use crate::scenario::presets;
    use serde_json::json;

    fn known() -> Vec<Known> {
        let all = presets::all().iter();
        all.map(|preset| (preset, presets::scenario(preset).unwrap()))
            .collect()
    }

    fn scenario(name: &str) -> Checked {
        presets::scenario(presets::find(name).unwrap()).unwrap()
    }

    fn preset_of(about: &About) -> Option<&'static str> {
        match about {
            About::Experiment(preset, _) => Some(preset.name),
            _ => None,
        }
    }

    #[test]
    fn size_and_seed_may_differ_and_are_told() {
        let known = known();
        let exact = about(&scenario("jones2005-fig22"), &known);
        let About::Experiment(preset, departures) = &exact else {
            panic!("{exact:?}")
        };
        assert_eq!(
            (preset.name, departures.as_slice()),
            ("jones2005-fig22", &[][..])
        );
        let small = scenario("jones2005-fig22")
            .with_all([
                ("workload.jobs_per_cluster", json!(2000)),
                ("experiment.replications", json!(1)),
                ("seed", json!("7")),
                ("title", json!("mine")),
            ])
            .unwrap();
        let About::Experiment(preset, departures) = about(&small, &known) else {
            panic!()
        };
        assert_eq!(preset.name, "jones2005-fig22");
        assert_eq!(
            departures,
            [
                "2000 jobs per cluster instead of 400\u{2009}000",
                "1 replication instead of 5",
                "seed 7"
            ]
        );
    }

    #[test]
    fn another_experiment_is_not_the_papers() {
        let known = known();
        let other = scenario("jones2005-fig22")
            .with("workload.compute_fraction", &json!(0.5))
            .unwrap();
        let About::Changed(preset) = about(&other, &known) else {
            panic!()
        };
        assert_eq!(preset.name, "jones2005-fig22");
        assert_eq!(about(&Scenario::default(), &known), About::Nothing);
        assert_eq!(
            about(&scenario("teaching-saturation"), &known),
            About::Nothing
        );
    }

    /// J4 and J5 publish the same experiment on four clusters.
    #[test]
    fn the_title_tells_which_paper_is_meant() {
        let known = known();
        for name in ["jones2004-fig5", "jones2005-fig10"] {
            assert_eq!(preset_of(&about(&scenario(name), &known)), Some(name));
        }
    }

    #[test]
    fn every_preset_with_claims_is_its_own_experiment() {
        let known = known();
        for (preset, scenario) in &known {
            let expected = paper_of(preset.name).map(|_| preset.name);
            assert_eq!(preset_of(&about(scenario, &known)), expected);
        }
    }

    #[test]
    fn answers_come_with_the_results() {
        let preset = presets::find("jones2005-fig13").unwrap();
        let paper = paper_of(preset.name).unwrap();
        let small = scenario(preset.name)
            .with("workload.jobs_per_cluster", &json!(300))
            .unwrap();
        let none = findings(paper, preset, &small, None);
        assert!(none.iter().all(|f| verdict(f, false) == "no results yet"));
        assert_eq!(command(paper, &none), None);
        let results = experiment::run(&small, None).unwrap();
        let all = findings(paper, preset, &small, Some(&results));
        assert_eq!(all.len(), none.len());
        assert!(all.iter().all(|finding| finding.measured.is_some()));
    }

    #[test]
    fn what_one_experiment_cannot_answer_names_the_command() {
        let table = presets::find("jones2005-table1").unwrap();
        let paper = paper_of(table.name).unwrap();
        let findings = findings(paper, table, &scenario(table.name), None);
        assert!(
            findings
                .iter()
                .all(|f| verdict(f, true) == "timed on the command line")
        );
        let command = command(paper, &findings);
        assert_eq!(
            command.as_deref(),
            Some("metasched reproduce jones2005 --full")
        );
    }
}
