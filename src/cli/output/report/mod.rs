//! The report of a reproduction: claims, figures, scenarios and digests, as HTML and Markdown. Nothing in it depends on
//! the machine or the time, except measured decision times.

pub(in crate::cli) mod figures;
pub(in crate::cli) mod html;
mod improvements;
mod markdown;
mod spread;

use crate::chart::curve::results;
use crate::chart::figure::Scene;
use crate::experiment::reproduce::{self, Evidence, Finding, Outcome, Sentence, Tally, Timing, Why};
use crate::experiment::{Depths, Plan, Results, is_drawn};
use crate::export::table::Table;
use crate::logs::Log;
use crate::paper::{Claim, Paper, Preset, Region, Row, Study, Tier};
use crate::scenario::{Scenario, Swf, link, presets};
use figures::Picture;
pub use improvements::Improvements;
use std::sync::Arc;

/// A text near the beginning of every report of ours. A file without this text is no report, and is not overwritten.
pub const MARK: &str = "Metasched report";

/// An experiment of a paper.
#[derive(Debug)]
pub struct Ran {
    /// The study.
    pub study: &'static Study,
    /// The tier that was run.
    pub tier: Tier,
    /// The plan that was run.
    pub plan: Plan,
    /// The results; `None` if the log is not available.
    pub results: Option<Results>,
    /// The log.
    pub log: Option<Arc<Log>>,
}

/// Content of a report.
#[derive(Debug)]
pub struct Report {
    paper: &'static Paper,
    tier: Tier,
    /// The rows of the published table of improvements; empty if the paper has no such table.
    improvements: Vec<Improvements>,
    sections: Vec<Section>,
    /// True if decisions were timed.
    timed: bool,
    /// Experiments that have fewer replications than the tier: "table4-d2 (3 of 10)".
    fewer: Vec<String>,
    /// Names of experiments that ran in the quick tier, in a report of the full tier.
    quick: Vec<&'static str>,
}

/// An experiment with its claims.
#[derive(Debug)]
struct Section {
    preset: &'static Preset,
    /// Name for anchors: "fig22".
    anchor: &'static str,
    findings: Vec<Finding<'static>>,
    figures: Vec<Picture>,
    tables: Vec<Table>,
    /// Load regions of the points, if the runs show which schedulers keep up with the load.
    regions: Option<String>,
    /// Size of the runs, such as "400 000 jobs per cluster, 3 replications", and differences from the preset.
    size: String,
    command: String,
    /// Digests of the scenario and of its runs; `None` if the log is not available.
    digests: Option<[String; 2]>,
}

impl Report {
    /// Evaluates the claims and draws the figures.
    ///
    /// # Errors
    /// If a figure cannot be drawn.
    pub fn new(
        paper: &'static Paper,
        tier: Tier,
        ran: &[Ran],
        timings: &[Timing],
        depths: &[(&str, Depths)],
    ) -> Result<Report, String> {
        let outcomes: Vec<Outcome> = ran
            .iter()
            .filter_map(|ran| {
                Some(Outcome {
                    preset: &ran.study.preset,
                    scenario: ran.plan.scenario(),
                    results: ran.results.as_ref()?,
                })
            })
            .collect();
        let evidence = Evidence { outcomes: &outcomes, timings, depths };
        let answer = |claim: &'static Claim, tier: Tier, at_hand: bool| {
            let later = claim.full_only && tier == Tier::Quick && !claim.quantity.is_timed();
            match at_hand {
                false => Finding::untested(claim, Why::NoLog),
                true if later => Finding::untested(claim, Why::FullTier),
                true => evidence.answer(claim),
            }
        };
        let mut sections = Vec::new();
        for Ran { study, tier, plan, results, .. } in ran {
            let Some(preset) = presets::find(&study.preset) else {
                continue;
            };
            sections.push(Section {
                preset,
                anchor: paper.short(&preset.name),
                findings: paper.claims_of(&preset.name).map(|claim| answer(claim, *tier, results.is_some())).collect(),
                figures: {
                    let nothing = plan.merge(&[]);
                    let mut all = figures::of(&Scene {
                        published: published(paper, preset),
                        improver: paper.improvements.first().map(|row| row.scheduler.as_str()),
                        without_log: results.is_none(),
                        ..Scene::of(plan, results.as_ref().unwrap_or(&nothing))
                    })?;
                    let own = depths.iter().filter(|own| own.0 == preset.name);
                    for (_, depths) in own {
                        all.push(figures::picture(&mut figures::changes(depths))?);
                    }
                    all
                },
                tables: match results {
                    Some(results) if published(paper, preset).is_some() => {
                        spread::table(plan, results).into_iter().collect()
                    }
                    _ => Vec::new(),
                },
                regions: outcomes.iter().find(|outcome| outcome.preset == preset.name).and_then(regions),
                size: size(plan.scenario()),
                command: command(preset, plan.scenario()),
                digests: results.as_ref().map(|results| [results.scenario_digest.clone(), results.run_digest()]),
            });
        }
        Ok(Report {
            paper,
            tier,
            improvements: Improvements::of(paper, ran),
            sections,
            timed: !timings.is_empty(),
            fewer: ran.iter().filter_map(|ran| fewer(paper, ran)).collect(),
            quick: {
                let quick = ran.iter().filter(|ran| ran.tier != tier);
                quick.map(|ran| paper.short(&ran.study.preset)).collect()
            },
        })
    }

    /// The published table of improvements with ours, row by row; empty if the paper has no such table.
    pub fn improvements(&self) -> &[Improvements] {
        &self.improvements
    }

    /// All findings, in the order of the paper.
    pub fn findings(&self) -> impl Iterator<Item = &Finding<'_>> {
        self.sections.iter().flat_map(|section| &section.findings)
    }

    /// The tier that was run.
    pub fn tier(&self) -> Tier {
        self.tier
    }

    /// The report as one self-contained HTML document.
    pub fn html(&self) -> String {
        let improvements = (!self.improvements.is_empty()).then_some(("improvements", improvements::TITLE));
        let sections = self.sections.iter().map(|section| (section.anchor, section.title()));
        let contents: Vec<(&str, &str)> = improvements.into_iter().chain(sections).collect();
        html::document(&self.paper.title, MARK, &markdown::document(self, true), &contents)
    }

    /// The report as Markdown. `figures`: include the figures.
    pub fn markdown(&self, figures: bool) -> String {
        format!("<!-- {MARK} -->\n{}", markdown::document(self, figures))
    }

    /// The tier in words.
    fn tier_words(&self) -> &'static str {
        match self.tier {
            Tier::Quick => "quick tier: a fraction of the published number of jobs",
            Tier::Full => "full tier: the published number of jobs",
        }
    }

    /// The counts of verdicts: first for the claims of the paper, second for our own claims.
    pub fn tallies(&self) -> [Tally; 2] {
        [false, true].map(|ours| {
            let own = self.sections.iter().flat_map(|section| &section.findings);
            Tally::of(own.filter(move |finding| finding.claim.is_ours() == ours))
        })
    }

    /// The sentences of the paper that the claims decide.
    pub fn sentences(&self) -> Vec<Sentence<'_, 'static>> {
        Sentence::all(self.sections.iter().flat_map(|section| &section.findings))
    }

    /// The counts in words: "18 sentences of the paper: 12 hold, …. Beneath them 97 claims: 91 hold, …".
    fn counts(&self) -> String {
        let [paper, ours] = self.tallies();
        let mut words = format!("{} sentences of the paper", paper.sentences.all());
        if paper.all() > 0 {
            words.push_str(&format!(": {}. ", paper.sentences.words()));
            words.push_str(&format!("Beneath them {} claims: {}. ", paper.all(), paper.words()));
            words.push_str(&format!("By chance, {}", paper.chance()));
        }
        if ours.all() > 0 {
            words.push_str(&format!(". {} claims of ours: {}", ours.all(), ours.words()));
        }
        words
    }

    /// Notes on the paper and on this run.
    fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = self.paper.notes.clone();
        if !self.fewer.is_empty() {
            notes.push(format!(
                "Replications are fewer than the tier has, and intervals wider, of {}: so it was asked for.",
                self.fewer.join(", ")
            ));
        }
        if !self.quick.is_empty() {
            notes.push(format!(
                "No more than the quick tier, a fraction of the jobs, was run of {}: so it was asked for. What it cannot answer says so.",
                self.quick.join(", ")
            ));
        }
        if self.timed {
            notes.push(
                "Times of decisions were measured on the machine of this report after all simulations, whatever else it did then; they differ from run to run. \
                 All else is the same, to the last bit, wherever and with however many threads it is computed."
                    .into(),
            );
        } else {
            notes.push(
                "All is the same, to the last bit, wherever and with however many threads it is computed.".into(),
            );
        }
        notes
    }
}

impl Section {
    /// The preset's title: "Figure 22: at threshold 100 %".
    fn title(&self) -> &'static str {
        &self.preset.title
    }
}

/// The published improvements of a preset; `None` if the paper has none. For these presets, the spread over the
/// replications (speed vectors) is also reported.
fn published<'p>(paper: &'p Paper, preset: &Preset) -> Option<&'p Row> {
    let mut rows = paper.improvements.iter();
    rows.find(|row| row.preset == preset.name)
}

/// Load regions with their points: "where all keep up (every scheduler ends …): Compression 0.5; Compression 1 · at
/// moderate load …".
fn regions(outcome: &Outcome) -> Option<String> {
    let points = &outcome.results.points;
    let regions: Option<Vec<Region>> = points.iter().map(|point| outcome.region(point)).collect();
    let regions = regions?;
    let own = |region: Region| {
        let points = points.iter().zip(&regions).filter(|(_, own)| **own == region);
        let words = points.map(|(point, _)| results::words(outcome.scenario, &point.parameters));
        let words: Vec<String> = words.collect();
        let words = match words.is_empty() {
            true => "none".to_owned(),
            false => words.join("; "),
        };
        format!("{} ({}): {words}", region.words(), region.rule())
    };
    (points.len() > 1).then(|| format!("Points by load, {}", Region::ALL.map(own).join(" · ")))
}

/// A text such as "table4-d2 (3 of 10)" if the experiment has fewer replications than its tier; otherwise `None`.
fn fewer(paper: &Paper, ran: &Ran) -> Option<String> {
    let own = ran.plan.scenario().experiment.replications;
    let wanted = reproduce::scenario(ran.study, ran.tier).ok()?;
    let wanted = wanted.experiment.replications;
    let name = paper.short(&ran.study.preset);
    (ran.results.is_some() && own < wanted).then(|| format!("{name} ({own} of {wanted})"))
}

/// Jobs and replications of a scenario in words.
fn size(scenario: &Scenario) -> String {
    let replications = match scenario.experiment.replications {
        _ if !is_drawn(scenario) => "one run each".to_owned(),
        1 => "1 replication".to_owned(),
        many => format!("{many} replications"),
    };
    let jobs = crate::words::number::exact(scenario.workload.jobs() as f64);
    match scenario.workload.of::<Swf>() {
        Some(swf) if swf.max_jobs.is_none() => format!("{}, {replications}", swf.path),
        Some(swf) => format!("the first {jobs} jobs of {}, {replications}", swf.path),
        None if scenario.workload.info().per_cluster => format!("{jobs} jobs per cluster, {replications}"),
        None => format!("{jobs} jobs, {replications}"),
    }
}

/// The command that reproduces the experiment.
fn command(preset: &Preset, scenario: &Scenario) -> String {
    let word = match scenario.experiment.sweep.is_empty() {
        true => "run",
        false => "sweep",
    };
    match presets::scenario(preset).is_ok_and(|preset| preset == *scenario) {
        true => format!("metasched {word} --preset {}", preset.name),
        false => format!("metasched {word} '{}'", link::encode(scenario)),
    }
}
