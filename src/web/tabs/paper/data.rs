//! Content of the Paper tab for a scenario: the published experiment, departures from it, and the claims.

use super::claims::{self, Record};
use super::page::{self, Beside, ClaimRow, Experiment, PaperEntry, PaperPage};
use crate::experiment::reproduce::{self, Evidence, Finding, Outcome, Verdict, Why, paper_of, quantity};
use crate::experiment::{Complete, Plan, Results};
use crate::paper::{Measured, Paper, Preset, Row};
use crate::scenario::{Checked, Scenario, presets};
use crate::words::number::{counted, decade, exact, fixed, power_of_ten};
use serde_json::json;
use std::sync::OnceLock;

/// A preset with its scenario.
type Known = (&'static Preset, Checked);

/// All presets as scenarios, parsed once.
static KNOWN: OnceLock<Vec<Known>> = OnceLock::new();

fn known() -> &'static [Known] {
    KNOWN.get_or_init(|| {
        let all = presets::all().iter();
        all.filter_map(|preset| Some((preset, presets::scenario(preset).ok()?))).collect()
    })
}

/// Relation of a scenario to a paper.
#[derive(Clone, Debug, PartialEq)]
enum About {
    /// None.
    Nothing,
    /// The scenario began as this preset, but is now another experiment.
    Changed(&'static Preset),
    /// The scenario is the experiment of this preset, except for size and seed: "2000 jobs per cluster instead of
    /// 400\u{2009}000".
    Experiment(&'static Preset, Vec<String>),
}

/// Content of the tab for a scenario and, once its run is complete, its results; both are given as JSON.
///
/// # Errors
/// If the scenario or the results cannot be read.
pub fn page(scenario: &str, results: Option<&str>) -> Result<PaperPage, String> {
    let scenario = Scenario::from_json(scenario).map_err(|problems| problems.to_string())?;
    let results = match results {
        None => None,
        Some(text) => {
            let complete: Complete = serde_json::from_str(text).map_err(|error| error.to_string())?;
            let plan = Plan::new(&scenario).map_err(|problem| problem.to_string())?;
            complete.taken_up(&plan)
        }
    };
    let about = about(&scenario, known());
    Ok(PaperPage {
        scenario_digest: scenario.digest(),
        improvements: improvements(&about),
        verdicts: verdicts(),
        about: match about {
            About::Nothing => page::About::Nothing(reproduce::papers().iter().map(entry).collect()),
            About::Changed(preset) => page::About::Changed(preset.name.clone()),
            About::Experiment(preset, departures) => match paper_of(&preset.name) {
                Some(paper) => page::About::Experiment(Box::new(experiment(
                    paper,
                    preset,
                    departures,
                    &scenario,
                    results.as_ref(),
                ))),
                None => page::About::Nothing(Vec::new()),
            },
        },
    })
}

/// A paper with its experiments.
fn entry(paper: &Paper) -> PaperEntry {
    let names = paper.studies.iter().map(|study| &study.preset);
    PaperEntry { title: paper.title.clone(), presets: names.filter(|name| paper_of(name).is_some()).cloned().collect() }
}

fn experiment(
    paper: &'static Paper,
    preset: &'static Preset,
    departures: Vec<String>,
    scenario: &Scenario,
    results: Option<&Results>,
) -> Experiment {
    let record = claims::record(&paper.name);
    let findings = findings(paper, preset, scenario, results);
    let claims = findings.iter().map(|finding| {
        let words = format!("{} {}", finding.verdict.sign(), verdict(finding, results.is_some()));
        let beside = match record.and_then(|record| record.of(finding)) {
            Some(own) if own.words != finding.ours() => {
                Beside::FullTier(readable(&format!("at full size: {}, {}", own.words, own.why)))
            }
            _ => Beside::Nothing,
        };
        let spot = results.and_then(|results| finding.spot(results));
        ClaimRow { spot, ..row(finding, finding.ours(), finding.verdict.key(), words, beside) }
    });
    Experiment {
        preset: preset.name.clone(),
        paper: paper.title.clone(),
        departures,
        claims: claims.collect(),
        others: others(paper, preset, record),
        command: command(paper, &findings),
    }
}

/// Claims about the paper's other experiments, with the verdicts of the full tier.
fn others(paper: &'static Paper, preset: &Preset, record: Option<&Record>) -> Vec<ClaimRow> {
    let others = paper.claims.iter().filter(|claim| claim.preset != preset.name);
    let rows = others.map(|claim| {
        let finding = Finding::untested(claim, Why::NotMeasured);
        let beside = match presets::find(&claim.preset) {
            Some(own) => Beside::Preset(own.name.clone()),
            None => Beside::Nothing,
        };
        match record.and_then(|record| record.of(&finding)) {
            Some(own) => row(&finding, own.words.clone(), &own.verdict, own.why.clone(), beside),
            None => row(&finding, "–".to_owned(), finding.verdict.key(), "not in the last report".to_owned(), beside),
        }
    });
    rows.collect()
}

fn row(finding: &Finding, ours: String, verdict: &str, words: String, beside: Beside) -> ClaimRow {
    let claim = finding.claim;
    ClaimRow {
        quote: (!claim.is_ours()).then(|| claim.quote.clone()),
        origin: claim.origin(),
        says: match claim.reading.as_str() {
            "" => claim.says.clone(),
            reading => format!("Reading “{reading}”: {}", claim.says),
        },
        remark: claim.remark.clone(),
        wanted: finding.wanted(),
        ours: readable(&ours),
        quantity: with_labels(&quantity(&claim.quantity), &claim.preset),
        verdict: verdict.to_owned(),
        words,
        spot: None,
        measure: match &claim.quantity.measure {
            Measured::Listed(key) => Some(key.clone()),
            _ => None,
        },
        beside,
    }
}

/// The text with numbers as people write them: "-8.140 ± 5.603 s" is "−8 ± 6 s". A half width has one digit, or two if the first is
/// 1 or 2.
fn readable(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let number = |word: Option<&&str>| word?.parse::<f64>().ok();
    let mut written: Vec<String> = words.iter().map(|word| word.to_string()).collect();
    for (at, word) in words.iter().enumerate() {
        let half = words.get(at + 1).filter(|sign| **sign == "±").and(number(words.get(at + 2)));
        match (number(Some(word)), half) {
            (Some(mean), Some(half)) => {
                let of_half = decade(half);
                let digits = if half < 3.0 * power_of_ten(of_half) { 1 } else { 0 };
                let decimals = (digits - of_half).clamp(0, 9) as usize;
                (written[at], written[at + 2]) = (fixed(mean, decimals), fixed(half, decimals));
            }
            (Some(mean), None) if mean < 0.0 => written[at] = word.replace('-', "−"),
            _ => {}
        }
    }
    written.join(" ")
}

/// The text with the labels of a preset's schedulers in place of their names: "first-fit − a1" is "First-fit − A1".
fn with_labels(text: &str, preset: &str) -> String {
    let Some((_, scenario)) = known().iter().find(|own| own.0.name == preset) else {
        return text.to_owned();
    };
    let labels = scenario.scheduler_names().into_iter().zip(scenario.scheduler_labels());
    let labels: Vec<(String, String)> = labels.collect();
    let word = |word: &str| {
        let name = word.trim_end_matches([',', ';', ')']);
        let label = labels.iter().find(|own| own.0 == name).map_or(name, |own| &own.1);
        format!("{label}{}", &word[name.len()..])
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Per paper: numbers of sentences by verdict, claims that test the sentences, and claims of ours.
fn verdicts() -> Vec<Vec<String>> {
    let line = |paper: &Paper| {
        let Record { tally, ours, .. } = claims::record(&paper.name)?;
        let has_sentences = tally.sentences.all() > 0;
        let count = |count: usize| if has_sentences { count.to_string() } else { "–".to_owned() };
        let mut cells = vec![paper.title.clone()];
        cells.extend(tally.sentences.counts().map(count));
        cells.extend([tally.words(), ours.words()]);
        Some(cells)
    };
    reproduce::papers().iter().filter_map(line).collect()
}

/// Published improvements for a scenario.
fn improvements(about: &About) -> Option<Row> {
    let About::Experiment(preset, _) = about else {
        return None;
    };
    let mut rows = paper_of(&preset.name)?.improvements.iter();
    rows.find(|row| row.preset == preset.name).cloned()
}

/// Relation of a scenario to the papers whose presets are `known`.
fn about(scenario: &Scenario, known: &[Known]) -> About {
    let wanted = essence(scenario);
    let mut about = About::Nothing;
    for (preset, own) in known {
        let (titled, same) = (own.title == scenario.title, essence(own) == wanted);
        // If two papers publish equal experiments, the title of the scenario decides which paper is shown.
        if paper_of(&preset.name).is_none() || !(titled || same) {
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

/// The defining part of an experiment: everything except size, seed and title.
fn essence(scenario: &Scenario) -> Scenario {
    let mut essence = scenario.clone();
    let jobs = essence.workload.jobs_setting();
    essence.set([("title", json!("")), ("seed", json!("")), ("experiment.replications", json!(1)), (&jobs, json!(1))]);
    essence
}

/// Differences of size and seed from the preset, in words.
fn departures(scenario: &Scenario, preset: &Scenario) -> Vec<String> {
    let mut words = Vec::new();
    let (own, theirs) = (scenario.workload.jobs(), preset.workload.jobs());
    if own != theirs {
        let unit = if scenario.workload.info().per_cluster { "jobs per cluster" } else { "jobs" };
        let number = |jobs| match jobs {
            u64::MAX => "all".to_owned(),
            jobs => exact(jobs as f64),
        };
        words.push(format!("{} {unit} instead of {}", number(own), number(theirs)));
    }
    let (own, theirs) = (scenario.experiment.replications, preset.experiment.replications);
    if own != theirs {
        let own = counted(own.into(), "replication");
        words.push(format!("{own} instead of {theirs}"));
    }
    if scenario.seed != preset.seed {
        words.push(format!("seed {}", scenario.seed));
    }
    words
}

/// Verdicts on the claims about a preset, from the results so far; all "not measured" without results.
fn findings<'p>(paper: &'p Paper, preset: &Preset, scenario: &Scenario, results: Option<&Results>) -> Vec<Finding<'p>> {
    let outcome = results.map(|results| Outcome { preset: &preset.name, scenario, results });
    let outcomes: Vec<Outcome> = outcome.into_iter().collect();
    let evidence = Evidence { outcomes: &outcomes, timings: &[], depths: &[] };
    paper.claims_of(&preset.name).map(|claim| evidence.answer(claim)).collect()
}

/// The verdict in words; for claims that were not measured, the reason.
fn verdict(finding: &Finding, complete: bool) -> String {
    let missing = Verdict::Untested(Why::NotMeasured);
    if finding.verdict != missing {
        return finding.verdict_words().to_owned();
    }
    match &finding.claim.quantity {
        own if own.is_timed() => "timed on the command line".to_owned(),
        own if own.is_by_depth() => "on the command line".to_owned(),
        own if own.other_presets().next().is_some() => {
            let others: Vec<&str> = own.other_presets().collect();
            format!("needs {} too: on the command line", others.join(", "))
        }
        _ if complete => missing.label().to_owned(),
        _ => "no results yet".to_owned(),
    }
}

/// Command for claims that this experiment alone cannot decide, if there are any.
fn command(paper: &Paper, claims: &[Finding]) -> Option<String> {
    claims
        .iter()
        .any(|finding| finding.claim.quantity.needs_more())
        .then(|| format!("metasched reproduce {} --full", paper.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment;

    fn scenario(name: &str) -> Checked {
        presets::scenario(presets::find(name).unwrap()).unwrap()
    }

    fn preset_of(about: &About) -> Option<&'static str> {
        match about {
            About::Experiment(preset, _) => Some(&preset.name),
            _ => None,
        }
    }

    #[test]
    fn numbers_have_minus_signs_and_as_many_digits_as_are_known() {
        assert_eq!(readable("-8.140 ± 5.603 s, first-fit -2 - a1"), "−8 ± 6 s, first-fit −2 - a1");
        assert_eq!(readable("1058.24 ± 12.3 s; 0.8512 ± 0.0306"), "1058 ± 12 s; 0.85 ± 0.03");
        assert_eq!(readable("– at BSBW 200 Mbps"), "– at BSBW 200 Mbps");
    }

    #[test]
    fn people_read_labels() {
        let words = with_labels("first-fit − a1, at every point", "jones2005-fig13");
        assert_eq!(words, "First-fit − A1, at every point");
    }

    #[test]
    fn size_and_seed_may_differ_and_are_named() {
        let exact = about(&scenario("jones2005-fig22"), known());
        let About::Experiment(preset, departures) = &exact else { panic!("{exact:?}") };
        assert_eq!((preset.name.as_str(), departures.as_slice()), ("jones2005-fig22", &[][..]));
        let small = scenario("jones2005-fig22")
            .with_all([
                ("workload.jobs_per_cluster", json!(2000)),
                ("experiment.replications", json!(1)),
                ("seed", json!("7")),
                ("title", json!("mine")),
            ])
            .unwrap();
        let About::Experiment(preset, departures) = about(&small, known()) else { panic!() };
        assert_eq!(preset.name, "jones2005-fig22");
        assert_eq!(
            departures,
            ["2000 jobs per cluster instead of 400\u{2009}000", "1 replication instead of 5", "seed 7"]
        );
    }

    #[test]
    fn another_experiment_is_not_the_papers() {
        let other = scenario("jones2005-fig22").with("workload.compute_fraction", &json!(0.5)).unwrap();
        let About::Changed(preset) = about(&other, known()) else { panic!() };
        assert_eq!(preset.name, "jones2005-fig22");
        assert_eq!(about(&Scenario::default(), known()), About::Nothing);
        assert_eq!(about(&scenario("teaching-saturation"), known()), About::Nothing);
    }

    /// J4 and J5 publish the same experiment on four clusters.
    #[test]
    fn the_title_tells_which_paper_is_meant() {
        for name in ["jones2004-fig5", "jones2005-fig10"] {
            assert_eq!(preset_of(&about(&scenario(name), known())), Some(name));
        }
    }

    #[test]
    fn every_preset_with_claims_is_its_own_experiment() {
        for (preset, scenario) in known() {
            let expected = paper_of(&preset.name).map(|_| preset.name.as_str());
            assert_eq!(preset_of(&about(scenario, known())), expected);
        }
    }

    #[test]
    fn answers_come_with_the_results() {
        let preset = presets::find("jones2005-fig13").unwrap();
        let paper = paper_of(&preset.name).unwrap();
        let small = scenario(&preset.name).with("workload.jobs_per_cluster", &json!(300)).unwrap();
        let none = findings(paper, preset, &small, None);
        assert!(none.iter().all(|f| verdict(f, false) == "no results yet"));
        assert_eq!(command(paper, &none), None);
        let results = experiment::run(&small, None).unwrap();
        let all = findings(paper, preset, &small, Some(&results));
        assert_eq!(all.len(), none.len());
        assert!(all.iter().all(|finding| finding.measured.is_some()));
        // "First-fit takes longer than A1 at every point": the point where that is shown least.
        let spots = all.iter().filter_map(|finding| finding.spot(&results));
        assert!(spots.clone().count() > 1 && spots.into_iter().all(|[point, _]| point < results.points.len()));
    }

    #[test]
    fn what_one_experiment_cannot_answer_names_the_command() {
        let table = presets::find("jones2005-table1").unwrap();
        let paper = paper_of(&table.name).unwrap();
        let findings = findings(paper, table, &scenario(&table.name), None);
        assert!(findings.iter().all(|f| verdict(f, true) == "timed on the command line"));
        let command = command(paper, &findings);
        assert_eq!(command.as_deref(), Some("metasched reproduce jones2005 --full"));
    }
}
