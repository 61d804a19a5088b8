//! `cargo xtask test`: runs all checks, cheap ones first, and prints a table of results.

use std::time::{Duration, Instant};

use clap::Args;

use crate::process::{self, Outcome};
use crate::step::{self, Need, Step, Tier};
use crate::steps::STEPS;
use crate::{passed, processor};

/// A check outside the full tier that takes longer than this counts as hanging: the longest takes about 8 minutes on
/// two cores, and twice that on slow ones.
const LIMIT: Duration = Duration::from_secs(30 * 60);

#[derive(Args)]
pub struct Test {
    /// Only the checks that need no page: no release build, no browser.
    #[arg(long, conflicts_with = "full")]
    quick: bool,

    /// Also run the slow checks, and all cases of checks that otherwise run a part (METASCHED_FULL=1). Steps that
    /// passed at this commit, without later changes, are skipped.
    #[arg(long)]
    full: bool,

    /// List the steps with their tiers and descriptions.
    #[arg(long)]
    list: bool,

    /// The steps to run. STEP/WORD passes WORD on: test/network runs the tests with `network` in their name, browser/smoke
    /// runs tests/browser/smoke.test.mjs.
    #[arg(value_name = "STEP[/WORD]")]
    steps: Vec<String>,
}

impl Test {
    pub fn carry_out(self) -> Outcome {
        if self.list {
            STEPS.iter().for_each(|step| println!("{:<13} {:<5}  {}", step.name, step.tier.name(), step.about));
            return Ok(());
        }
        let tier = match (self.quick, self.full) {
            (true, _) => Tier::Quick,
            (false, false) => Tier::Usual,
            (false, true) => Tier::Full,
        };
        let commit = (tier == Tier::Full).then(passed::commit).flatten();
        let mut before = commit.as_deref().map_or_else(Vec::new, passed::at);
        if tier == Tier::Full {
            process::try_all();
            if commit.is_none() {
                println!("The checkout has changes: a next run cannot go on where this one is stopped.");
            }
        }
        if !self.steps.is_empty() {
            before.clear();
        }
        processor::adopt_orphans();
        let mut ran = Vec::new();
        for (step, filter) in left(choose(&self.steps, tier)?, &before, &mut ran) {
            let spent = processor::used();
            let mut result = perform(step, filter, &ran, tier);
            result.processor = processor::used().zip(spent).map(|(now, before)| now.saturating_sub(before));
            println!("── {}: {} ({:.1} s)", step.name, result.end.sentence(), result.time.as_secs_f64());
            if let (Some(commit), None, End::Passed) = (&commit, filter, &result.end) {
                passed::remember(commit, &(step.name.to_owned(), result.time, result.processor))?;
            }
            ran.push(result);
        }
        ran.sort_by_key(|ran| STEPS.iter().position(|step| step.name == ran.name));
        conclude(&ran, !self.steps.is_empty())
    }
}

/// A step, with the word after `name/` on the command line.
type Chosen<'a> = (&'static Step, Option<&'a str>);

/// The remaining steps: the chosen steps that have not passed before, and the steps that one of these needs. The other
/// steps are added to `ran` as passed before.
fn left<'a>(chosen: Vec<Chosen<'a>>, before: &[passed::Passed], ran: &mut Vec<Ran>) -> Vec<Chosen<'a>> {
    let passed = |step: &Step| before.iter().rfind(|(name, ..)| name == step.name);
    let is_left = |step: &Step| passed(step).is_none();
    let needed = |step: &Step| chosen.iter().any(|(other, _)| other.after == Some(step.name) && is_left(other));
    let (left, done): (Vec<_>, Vec<_>) = chosen.iter().partition(|(step, _)| is_left(step) || needed(step));
    ran.extend(done.into_iter().filter_map(|(step, _)| {
        let (_, time, processor) = passed(step)?;
        Some(Ran { name: step.name, time: *time, processor: *processor, end: End::PassedBefore, notes: Vec::new() })
    }));
    left
}

/// The chosen steps with their filters, and the steps that the chosen steps need, in the order of [`STEPS`].
fn choose(names: &[String], tier: Tier) -> Outcome<Vec<Chosen<'_>>> {
    let asked: Vec<(&str, Option<&str>)> = names
        .iter()
        .map(|name| name.split_once('/').map_or((name.as_str(), None), |(step, filter)| (step, Some(filter))))
        .collect();
    if let Some((unknown, _)) = asked.iter().find(|(name, _)| STEPS.iter().all(|step| step.name != *name)) {
        let known: Vec<_> = STEPS.iter().map(|step| step.name).collect();
        return Err(format!("no step {unknown:?}; there are {}", known.join(", ")));
    }
    let needed = |step: &Step| {
        STEPS.iter().any(|other| other.after == Some(step.name) && asked.iter().any(|(name, _)| *name == other.name))
    };
    let choice = |step: &'static Step| match asked.iter().find(|(name, _)| *name == step.name) {
        Some((_, filter)) => Some((step, *filter)),
        None if asked.is_empty() && step.tier <= tier => Some((step, None)),
        None if needed(step) => Some((step, None)),
        None => None,
    };
    Ok(STEPS.iter().filter_map(choice).collect())
}

/// Result of a step.
struct Ran {
    name: &'static str,
    time: Duration,
    /// Processor time of all processes of the step; `None` if the system does not report the time.
    processor: Option<Duration>,
    end: End,
    /// Notes.
    notes: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum End {
    Passed,
    /// Passed in an earlier run at the same commit.
    PassedBefore,
    /// Neither passed nor failed: a requirement is not available here.
    NotChecked(String),
    Failed(String),
}

impl End {
    fn of(outcome: Outcome) -> End {
        match outcome {
            Ok(()) => End::Passed,
            Err(problem) => End::Failed(problem),
        }
    }

    fn sentence(&self) -> String {
        match self {
            End::Passed => "passed".to_owned(),
            End::PassedBefore => "passed before".to_owned(),
            End::NotChecked(why) => format!("NOT CHECKED: {why}"),
            End::Failed(problem) => format!("FAILED: {problem}"),
        }
    }
}

fn perform(step: &Step, filter: Option<&str>, before: &[Ran], tier: Tier) -> Ran {
    println!("\n── {}: {}", step.name, step.about);
    let start = Instant::now();
    let failed = before.iter().find(|ran| Some(ran.name) == step.after && matches!(ran.end, End::Failed(_)));
    let missing = || {
        let Need { what, bring } = step.needs?;
        let problem = bring().err()?;
        Some(format!("{what} cannot be had here ({problem})"))
    };
    let end = match failed {
        Some(needed) => End::Failed(format!("not run, because {} failed", needed.name)),
        None => match missing() {
            Some(why) => End::NotChecked(why),
            None => {
                process::limit((tier < Tier::Full).then_some(LIMIT));
                let outcome = (step.run)(filter);
                process::limit(None);
                End::of(outcome)
            }
        },
    };
    let time = start.elapsed();
    Ran { name: step.name, time, processor: None, end, notes: step::noted() }
}

/// Prints the table; returns an error if any step failed, or was not checked although it was `named` on the command line.
fn conclude(results: &[Ran], named: bool) -> Outcome {
    let row = |name: &str, time: Duration, processor: Option<Duration>, result: &str| {
        let processor = processor.map_or_else(|| "–".to_owned(), |time| format!("{:.1}", time.as_secs_f64()));
        println!("{name:<13} {:>9.1} {processor:>13}  {result}", time.as_secs_f64());
    };
    println!("\n{:<13} {:>9} {:>13}  result", "step", "wall [s]", "processor [s]");
    for ran in results {
        row(ran.name, ran.time, ran.processor, &ran.end.sentence());
        for note in &ran.notes {
            println!("{:37}  {note}", "");
        }
    }
    let processor = results.iter().map(|ran| ran.processor).sum();
    row("all", results.iter().map(|ran| ran.time).sum(), processor, "");
    let has_failed = |ran: &&Ran| match ran.end {
        End::Failed(_) => true,
        End::NotChecked(_) => named,
        End::Passed | End::PassedBefore => false,
    };
    let failed: Vec<_> = results.iter().filter(has_failed).map(|ran| ran.name).collect();
    match failed.is_empty() {
        true => Ok(()),
        false => Err(format!("failed: {}", failed.join(", "))),
    }
}

#[cfg(test)]
mod unit {
    use super::*;

    fn chosen(names: &[&str], tier: Tier) -> Outcome<Vec<&'static str>> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        choose(&names, tier).map(|steps| steps.into_iter().map(|(step, _)| step.name).collect())
    }

    #[test]
    fn all_or_the_quick_or_the_named_steps_are_chosen() {
        assert_eq!(chosen(&[], Tier::Full).unwrap().len(), STEPS.len());
        let quick = chosen(&[], Tier::Quick).unwrap();
        let usual = chosen(&[], Tier::Usual).unwrap();
        assert!(usual.contains(&"browser") && !usual.contains(&"results-full"));
        assert!(quick.contains(&"test") && !quick.contains(&"dist") && !quick.contains(&"browser"));
        assert_eq!(chosen(&["test", "fmt"], Tier::Usual).unwrap(), ["fmt", "test"]);
        assert_eq!(chosen(&["browser/smoke"], Tier::Usual).unwrap(), ["dist", "browser"]);
        assert!(chosen(&["tests"], Tier::Usual).unwrap_err().contains("no step \"tests\"; there are lock, fmt"));
    }

    const STEP: Step =
        Step { name: "b", about: "", tier: Tier::Usual, after: Some("dist"), needs: None, run: |_| Ok(()) };

    #[test]
    fn what_has_passed_before_is_left_out_unless_a_later_step_needs_it() {
        let before = |names: &[&str]| {
            names.iter().map(|name| ((*name).to_owned(), Duration::ZERO, None)).collect::<Vec<passed::Passed>>()
        };
        let names = |passed: &[&str]| {
            let mut ran = Vec::new();
            let left = left(choose(&[], Tier::Full).unwrap(), &before(passed), &mut ran);
            let names: Vec<_> = left.into_iter().map(|(step, _)| step.name).collect();
            assert_eq!(names.len() + ran.len(), STEPS.len());
            names
        };
        let some = names(&["fmt", "dist"]);
        assert!(!some.contains(&"fmt") && some.contains(&"dist") && some.contains(&"browser"));
        let all: Vec<_> = STEPS.iter().map(|step| step.name).collect();
        assert!(names(&all).is_empty());
    }

    #[test]
    fn a_step_is_not_run_after_the_failure_of_what_it_needs() {
        let dist = Ran {
            name: "dist",
            time: Duration::ZERO,
            processor: None,
            end: End::Failed("broken".to_owned()),
            notes: Vec::new(),
        };
        let ran = perform(&STEP, None, &[dist], Tier::Usual);
        assert_eq!(ran.end, End::Failed("not run, because dist failed".to_owned()));
        assert_eq!(conclude(&[ran], false), Err("failed: b".to_owned()));
    }

    #[test]
    fn what_a_step_notes_is_its_own() {
        let step = Step {
            run: |_| {
                step::note("slow".to_owned());
                Ok(())
            },
            ..STEP
        };
        assert_eq!(perform(&step, None, &[], Tier::Usual).notes, ["slow"]);
        assert_eq!(perform(&STEP, None, &[], Tier::Usual).notes, [""; 0]);
    }

    #[test]
    fn a_step_without_what_it_needs_neither_passes_nor_fails() {
        let step = Step {
            needs: Some(Need { what: "the database", bring: || Err("no network".to_owned()) }),
            run: |_| Err("run all the same".to_owned()),
            ..STEP
        };
        let ran = perform(&step, None, &[], Tier::Usual);
        assert_eq!(ran.end.sentence(), "NOT CHECKED: the database cannot be had here (no network)");
        let ran = [ran];
        assert_eq!(conclude(&ran, false), Ok(()));
        // A workflow that names a step must not succeed if the step checked nothing.
        assert_eq!(conclude(&ran, true), Err("failed: b".to_owned()));
    }
}
