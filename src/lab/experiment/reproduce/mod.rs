//! Comparison of published results with simulated ones: the simulation's answers to the claims of papers.
//!
//! ```text
//! Paper ─ studies ─▶ scenarios ─ run ─▶ Results ─┐
//!       └ claims ───────────────────▶ Evidence::answer ─▶ Finding ─▶ report, page
//! ```
//!
//! The papers are data of the models. [`scenario()`] is the scenario of a study; [`Evidence`] evaluates every claim of every paper.

mod contrast;
mod crossing;
mod evaluate;
mod finding;
mod published_table;
mod quantity;
mod sentence;
mod study;
mod tally;
mod verdict;

pub use contrast::{Value, contrast};
pub use evaluate::{Evidence, Outcome, Timing};
pub use finding::Finding;
pub use published_table::cells;
pub use quantity::quantity;
pub use sentence::{Ruling, Sentence, Sentences};
pub use study::scenario;
pub use tally::Tally;
pub use verdict::{Verdict, Why};

use crate::base::problem::Problem;
use crate::models::{registry, standard};
use crate::paper::Paper;
use crate::scenario::presets;
use std::sync::OnceLock;

/// The papers whose files are part of the program.
static OWN: OnceLock<Vec<Paper>> = OnceLock::new();

/// The program's papers and the papers that were [added](add).
static WITH_ADDED: OnceLock<Vec<Paper>> = OnceLock::new();

/// The papers whose results are reproduced, in the order of the models.
pub fn papers() -> &'static [Paper] {
    // No file is skipped here, since a test reads each file.
    let own = || standard::PAPERS.iter().filter_map(|text| serde_json::from_str(text).ok()).collect();
    WITH_ADDED.get().unwrap_or_else(|| OWN.get_or_init(own))
}

/// Adds papers: papers that the page has fetched, or papers of models in a different crate. Must be called before
/// papers are first used. Papers that are already present are skipped.
///
/// # Errors
/// If a different paper has the same name, or papers have been added before.
pub fn add(mut added: Vec<Paper>) -> Result<(), Problem> {
    added.sort_by_key(|paper| registry::current().place(&paper.model));
    let before = papers();
    let mut with_added = before.to_vec();
    for own in added {
        match paper(&own.name) {
            Some(there) if *there == own => {}
            Some(_) => return Err(presets::taken("paper", &own.name)),
            None => with_added.push(own),
        }
    }
    if with_added.len() > before.len() {
        WITH_ADDED
            .set(with_added)
            .map_err(|_| Problem::new("papers", "cannot be added twice", "", "Add all at once"))?;
    }
    Ok(())
}

/// The paper with this name.
pub fn paper(name: &str) -> Option<&'static Paper> {
    papers().iter().find(|paper| paper.name == name)
}

/// The paper that a preset's name begins with. Other papers may also make claims about the preset, if they describe the
/// same experiment.
pub fn paper_of(preset: &str) -> Option<&'static Paper> {
    papers().iter().find(|paper| paper.short(preset) != preset)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Stream;
    use crate::experiment::{self, Depths, Plan, Results};
    use crate::logs::{self, Log};
    use crate::paper::{Study, Tier};
    use crate::scenario::{Checked, Scenario, presets};
    use serde_json::json;
    use std::collections::BTreeMap;
    use std::sync::Arc;

    fn studies() -> impl Iterator<Item = &'static Study> {
        papers().iter().flat_map(|paper| &paper.studies)
    }

    #[test]
    fn every_file_is_read_and_another_paper_has_another_name() {
        let mut files: Vec<Paper> = standard::PAPERS.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
        assert_eq!(files, papers());
        assert!(files.iter().all(|paper| registry::current().place(&paper.model).is_some()));
        assert_eq!(add(files.clone()), Ok(()));
        files[0].claims.clear();
        let wrong = add(files).unwrap_err().to_string();
        assert!(wrong.contains("paper jones2004 is there already"), "{wrong}");
    }

    #[test]
    fn every_claim_is_about_a_study_and_reads_well() {
        for paper in papers() {
            for claim in &paper.claims {
                let about = |study: &Study| study.preset == claim.preset;
                assert!(paper.studies.iter().any(about), "{claim:?}");
                assert!(!claim.source.is_empty() && claim.says.ends_with('.'), "{claim:?}");
                assert!(!quantity(&claim.quantity).is_empty(), "{claim:?}");
                assert!(!claim.known_refuted || !claim.remark.is_empty(), "{claim:?}");
                assert!(claim.reading.is_empty() || !claim.is_ours(), "{claim:?}");
                assert!(claim.remark.is_empty() || claim.remark.ends_with('.'), "{claim:?}");
            }
        }
        assert!(paper("jones2005").is_some() && paper("jones1905").is_none());
        assert_eq!(paper_of("jones2005-fig9").map(|paper| paper.name.as_str()), Some("jones2005"));
        assert_eq!(papers()[1].short("jones2005-fig9"), "fig9");
    }

    #[test]
    fn full_is_what_was_published() {
        let jobs = |scenario: &Scenario| scenario.workload.jobs();
        for study in studies() {
            let (full, quick) = (Tier::Full, Tier::Quick);
            let [full, quick] = [full, quick].map(|tier| scenario(study, tier).unwrap());
            let preset = presets::find(&study.preset).unwrap();
            assert_eq!(jobs(&full), jobs(&presets::scenario(preset).unwrap()), "{}", study.preset);
            assert!(jobs(&quick) <= jobs(&full) && quick.check().is_ok());
        }
    }

    /// Jobs of up to 50 nodes, which arrive faster than the clusters can run them.
    fn log() -> Arc<Log> {
        let mut stream = Stream::new("reproduce", 0, "log", 0);
        let line = |id: u32| {
            let runtime_s = stream.exponential(5000.0).ceil();
            format!("{id} {} 0 {runtime_s} {}\n", 40 * id, stream.integer(1, 50))
        };
        let text: String = (1..=300).map(line).collect();
        Arc::new(logs::read("jobs.swf", &mut text.as_bytes()).unwrap())
    }

    /// A tiny version of all studies: every claim is answered with a number, except three kinds. Few jobs have penalties without
    /// limits, short runs are not in all regions of load, and times are not measured here. The opposite of a claim, tested on the
    /// same results, does not hold.
    #[test]
    fn every_claim_is_answered() {
        let studies: Vec<(&str, Checked, Results)> = studies()
            .map(|study| {
                let mut scenario = scenario(study, Tier::Quick).unwrap();
                scenario.set([(&*scenario.workload.jobs_setting(), json!(300)), ("experiment.replications", json!(2))]);
                let log = scenario.workload.is_log().then(log);
                let scenario = scenario.check().unwrap();
                let results = experiment::run(&scenario, log).unwrap();
                (study.preset.as_str(), scenario, results)
            })
            .collect();
        let decisions = |preset| {
            let (_, scenario, _) = studies.iter().find(|study| study.0 == preset).unwrap();
            let plan = Plan::new(scenario).unwrap();
            (preset, Depths::of(&plan.tasks()[0], Some(&log())).unwrap())
        };
        let depths = [decisions("shih2013-fig11")];
        let outcomes: Vec<Outcome> =
            studies.iter().map(|(preset, scenario, results)| Outcome { preset, scenario, results }).collect();
        let evidence = Evidence { outcomes: &outcomes, timings: &[], depths: &depths };
        let mut held = BTreeMap::new();
        let all = papers().iter();
        for (paper, claim) in all.flat_map(|paper| paper.claims.iter().map(move |own| (&paper.name, own))) {
            let finding = evidence.answer(claim);
            let words = quantity(&claim.quantity);
            let may_miss = ["penalty", "keep up", "overload"];
            let may_miss = may_miss.iter().any(|word| words.contains(word));
            let may_miss = may_miss || claim.quantity.is_timed();
            assert!(finding.measured.is_some() || may_miss, "{claim:?}");
            if finding.verdict == Verdict::Holds {
                let opposite = claim.opposite().map(|opposite| evidence.verdict(&opposite));
                assert_ne!(opposite, Some(Verdict::Holds), "{claim:?}");
                *held.entry(paper).or_insert(0) += 1;
            }
            let later = claim.quantity.is_timed() || claim.quantity.is_by_depth();
            assert!(claim.full_only || !later, "{claim:?}");
            if let Some(half) = finding.ci95 {
                assert!(half >= 0.0, "{finding:?}");
            }
        }
        // In this run some claims of each paper hold, so that the opposites are tested for all papers. The study of families
        // is the exception: its differences are smaller than the intervals of such short runs.
        assert_eq!(held.len(), papers().len() - 1, "{held:?}");
        assert!(held.values().sum::<i32>() > 50, "{held:?}");
    }
}
