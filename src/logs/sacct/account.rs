//! The account of reading Slurm's accounting: facts about its jobs that a log does not show.

use super::row::Row;
use crate::logs::account::{Reason, Tally};
use crate::logs::reading::ProcessorRule;
use crate::words::number::{count, counted};
use std::collections::{BTreeMap, BTreeSet};

/// Most different numbers of cores per node that are counted.
const MOST_RATIOS: usize = 1000;

/// Most clusters whose names are kept.
const MOST_CLUSTERS: usize = 100;

/// Counts of facts.
#[derive(Clone, Debug, Default)]
pub(super) struct Account {
    /// Steps that were left out.
    pub steps: u64,
    /// Steps whose job has no line above.
    pub lone_steps: Tally,
    /// Names of the clusters.
    pub clusters: BTreeSet<String>,
    jobs: u64,
    components: Tally,
    requeued: Tally,
    later_eligible: Tally,
    local: u64,
    twice: Tally,
    clock_changes: Tally,
    suspended: Tally,
    no_limit: Tally,
    odd_limits: Tally,
    no_run_time: Tally,
    no_processors: Tally,
    early_starts: Tally,
    odd_states: Tally,
    gpu_jobs: u64,
    /// The first value that was not understood, with its line.
    first_odd: Option<(String, u64)>,
    /// Jobs per number of cores per node, rounded up.
    ratios: BTreeMap<u32, u64>,
}

impl Account {
    /// Counts a job. `again`: the job above has the same JobID.
    pub fn add(&mut self, row: &Row, cluster: &str, [again, has_processors]: [bool; 2], line: u64) {
        self.jobs += 1;
        self.local += u64::from(row.facts.local);
        self.gpu_jobs += u64::from(row.gpus.is_some_and(|gpus| gpus > 0));
        let facts = &row.facts;
        for (holds, tally) in [
            (facts.component, &mut self.components),
            (again, &mut self.requeued),
            (facts.later_eligible, &mut self.later_eligible),
            (facts.twice, &mut self.twice),
            (facts.clock_change, &mut self.clock_changes),
            (facts.suspended, &mut self.suspended),
            (facts.no_limit, &mut self.no_limit),
            (facts.odd_limit, &mut self.odd_limits),
            (row.runtime_s.is_none(), &mut self.no_run_time),
            (!has_processors, &mut self.no_processors),
            (facts.early_start, &mut self.early_starts),
            (facts.odd_state, &mut self.odd_states),
        ] {
            if holds {
                tally.add(line);
            }
        }
        if !cluster.is_empty() && self.clusters.len() < MOST_CLUSTERS && !self.clusters.contains(cluster) {
            self.clusters.insert(cluster.to_owned());
        }
        if let (Some(cores), Some(nodes)) = (row.cores.used, row.nodes.used)
            && (self.ratios.len() < MOST_RATIOS)
        {
            *self.ratios.entry(cores.div_ceil(nodes)).or_default() += 1;
        }
    }

    /// Remembers the first value for which a line is left out for this reason.
    pub fn odd(&mut self, reason: Reason, value: &str, line: u64) -> Reason {
        self.see(value, line);
        reason
    }

    /// Remembers the first value that is not understood.
    pub fn see(&mut self, value: &str, line: u64) {
        if self.first_odd.is_none() && !value.is_empty() {
            self.first_odd = Some((value.chars().take(40).collect(), line));
        }
    }

    /// A sentence for each fact that occurs. `asked` is the wanted meaning of a processor, `rule` the one that is used.
    pub fn notes(&self, asked: ProcessorRule, rule: ProcessorRule) -> Vec<String> {
        let mut notes = vec![self.processors(asked, rule)];
        let covered = self.steps - self.lone_steps.count;
        if covered > 0 {
            notes.push(format!("{} left out; the job of a step has a line of its own.", counted(covered, "step")));
        }
        if self.local > 0 {
            notes.push(
                "Times without a zone are taken as they are, without changes of clock: --timezone of metasched import \
                 sacct names the zone."
                    .to_owned(),
            );
        }
        let mut note = |tally: &Tally, text: &str| {
            if tally.count > 0 {
                notes.push(format!("{text}: {} ({tally}).", count(tally.count)));
            }
        };
        note(&self.lone_steps, "Steps left out whose job has no line above them, so that this job is missing");
        note(
            &self.clock_changes,
            "Jobs whose End is an hour off Start + Elapsed, as when clocks change; their run time is Elapsed",
        );
        note(
            &self.suspended,
            "Jobs whose End is not Start + Elapsed, as when jobs are suspended; their run time is Elapsed",
        );
        note(&self.twice, "Jobs submitted in the hour that the clocks show twice, placed by the order of jobs");
        note(&self.no_limit, "Jobs without a time limit (UNLIMITED, Partition_Limit)");
        note(&self.odd_limits, "Jobs with a time limit that is not understood; it counts as unknown");
        note(&self.no_run_time, "Jobs whose run time is unknown, as they have neither Elapsed nor Start and End");
        note(&self.no_processors, "Jobs without processors, used or requested");
        note(&self.early_starts, "Jobs with a Start before Submit; their wait is unknown");
        note(
            &self.requeued,
            "Jobs with the JobID of the job above, because Slurm requeued it: each execution is a job",
        );
        note(&self.components, "Components of heterogeneous jobs, which Slurm starts together: each is a job");
        note(
            &self.later_eligible,
            "Jobs that could not start when submitted (Eligible is later: a dependency, a begin time, a limit); they \
             count from Submit",
        );
        note(&self.odd_states, "Jobs with a state that is not known here; their status is unknown");
        if let Some((value, line)) = &self.first_odd {
            notes.push(format!("The first value that is not understood is \"{value}\" (line {}).", count(*line)));
        }
        if self.gpu_jobs > 0 {
            notes.push(format!("{} with GPUs: a log has no field for GPUs.", counted(self.gpu_jobs, "job")));
        }
        if self.clusters.len() > 1 {
            notes.push(format!(
                "The jobs are of {} clusters, and are read as one machine: --cluster of sacct chooses one.",
                count(self.clusters.len() as u64)
            ));
        }
        notes
    }

    /// Unit of processors (cores or nodes), and a warning if both are mixed.
    fn processors(&self, asked: ProcessorRule, rule: ProcessorRule) -> String {
        let most = self.ratios.keys().next_back().copied().unwrap_or(0);
        let cores = || counted(most.into(), "core");
        let fewer: u64 = self.ratios.range(..most).map(|(_, jobs)| jobs).sum();
        let mut text = match rule {
            ProcessorRule::Cores => "A processor is a core".to_owned(),
            ProcessorRule::Nodes if asked == rule => "A processor is a node".to_owned(),
            ProcessorRule::Nodes => "A processor is a node, because no column has cores".to_owned(),
        };
        match rule {
            ProcessorRule::Nodes if fewer > 0 => {
                text += &format!(
                    ", but {} of {} have fewer than {} per node: they may share nodes, and count as whole ones",
                    count(fewer),
                    counted(self.jobs, "job"),
                    cores()
                );
            }
            ProcessorRule::Cores if fewer == 0 && most > 1 && self.jobs > 1 => {
                text += &format!(
                    "; every job has {} per node: jobs get whole nodes, and could be counted in nodes (processor_unit: nodes)",
                    cores()
                );
            }
            _ => {}
        }
        text + "."
    }
}
