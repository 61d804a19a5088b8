//! One line of the accounting: a job, or a step of a job.

use super::columns::{Cells, Column};
use super::moment::{Moment, duration_s};
use crate::base::decimal;
use crate::logs::account::Reason;
use crate::logs::reading::ProcessorRule;
use crate::logs::resources;
use crate::logs::swf::LARGEST_TIME_S;
use crate::platform::Amounts;
use jiff::tz::TimeZone;

/// Change of clocks between winter and summer \[s\].
const CLOCK_CHANGE_S: i64 = 3600;

/// A job of the accounting.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// JobID: a number, `123_4` in an array, `123+1` in a heterogeneous job.
    pub id: String,
    /// Time of submission since 1970 (UTC) \[s\]; on the local clock if its zone is not known.
    pub submit_s: i64,
    /// Time from submission to start \[s\]; `None` if the job never started.
    pub wait_s: Option<i64>,
    /// Run time \[s\]; 0 if the job never started; `None` if it is not known.
    pub runtime_s: Option<i64>,
    /// Requested run time \[s\].
    pub requested_s: Option<i64>,
    /// Cores (CPUs): used, requested.
    pub cores: Used,
    /// Nodes: used, requested.
    pub nodes: Used,
    /// Status in SWF: 1 completed, 0 failed, 5 cancelled; `None` if the state is not known.
    pub status: Option<u8>,
    /// Name of the user, or its number; empty if unknown. The same for the other names.
    pub user: String,
    /// Group of the user.
    pub group: String,
    /// QOS.
    pub qos: String,
    /// Partition.
    pub partition: String,
    /// What the job waits for, and the limit of its array, as in field 17; empty for nothing.
    pub after: String,
    /// GPUs used.
    pub gpus: Option<u32>,
    /// Memory allocated \[MiB\].
    pub memory_mib: Option<f64>,
    /// Facts that are counted.
    pub(super) facts: Facts,
}

/// Number of cores or nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// Allocated by Slurm.
    pub used: Option<u32>,
    /// Requested by the user.
    pub requested: Option<u32>,
}

impl Used {
    /// The used number; else the requested one.
    pub(super) fn known(self) -> Option<u32> {
        self.used.or(self.requested)
    }
}

/// Facts about a row that the account counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts {
    /// The job is a component of a heterogeneous job.
    pub component: bool,
    /// Eligible later than submitted.
    pub later_eligible: bool,
    /// A local time without a zone.
    pub local: bool,
    /// A submission in the hour that the local clock shows twice.
    pub twice: bool,
    /// Start + Elapsed and End differ by a change of clocks.
    pub clock_change: bool,
    /// Start + Elapsed and End differ for another reason, such as a suspension.
    pub suspended: bool,
    /// The time limit is UNLIMITED or that of the partition.
    pub no_limit: bool,
    /// The time limit is not understood.
    pub odd_limit: bool,
    /// Started before it was submitted.
    pub early_start: bool,
    /// The state is not known here.
    pub odd_state: bool,
}

/// The reason why a job is left out, with the value that is not understood, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LeftOut<'c> {
    pub reason: Reason,
    pub value: &'c str,
}

impl From<Reason> for LeftOut<'_> {
    fn from(reason: Reason) -> Self {
        LeftOut { reason, value: "" }
    }
}

/// What a state means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Ended(u8),
    NotEnded,
    Unknown,
}

impl State {
    /// The state of a text such as `COMPLETED` or `CANCELLED by 1000`.
    fn of(text: &str) -> State {
        match text.split_ascii_whitespace().next().unwrap_or_default().trim_end_matches('+') {
            "COMPLETED" => State::Ended(1),
            "FAILED" | "TIMEOUT" | "NODE_FAIL" | "OUT_OF_MEMORY" | "BOOT_FAIL" | "LAUNCH_FAILED" | "DEADLINE"
            | "PREEMPTED" | "REQUEUED" => State::Ended(0),
            "CANCELLED" | "REVOKED" => State::Ended(5),
            "PENDING" | "RUNNING" | "SUSPENDED" | "COMPLETING" | "CONFIGURING" | "SIGNALING" | "STAGE_OUT"
            | "STOPPED" | "REQUEUE_HOLD" | "REQUEUE_FED" | "RESV_DEL_HOLD" | "SPECIAL_EXIT" => State::NotEnded,
            _ => State::Unknown,
        }
    }
}

/// JobID of a line, and whether the line is a step of this job: `123.batch` is a step of 123.
pub(super) fn id<'c>(cells: &'c Cells) -> (&'c str, bool) {
    let id = match cells.text(Column::JobId) {
        "" => cells.text(Column::JobIdRaw),
        id => id,
    };
    id.split_once('.').map_or((id, false), |(job, _)| (job, true))
}

impl Row {
    /// Processors: cores or nodes.
    pub fn processors(&self, rule: ProcessorRule) -> Used {
        match rule {
            ProcessorRule::Cores => self.cores,
            ProcessorRule::Nodes => self.nodes,
        }
    }

    /// Memory and GPUs per processor.
    pub(super) fn asks(&self, rule: ProcessorRule) -> Amounts {
        resources::per_processor(self.memory_mib, self.gpus, self.processors(rule).used)
    }

    /// The job as a line of the Standard Workload Format with names in place of numbers, without the time of submission.
    pub(super) fn fields(&self, rule: ProcessorRule) -> String {
        let or_unknown = |own: Option<i64>| own.unwrap_or(-1);
        let named = |name: &str| if name.is_empty() { "-1".to_owned() } else { name.to_owned() };
        let Used { used, requested } = self.processors(rule);
        format!(
            "{} {} {} {} -1 -1 {} {} {} {} {} {} -1 {} {} {} -1",
            named(&self.id),
            or_unknown(self.wait_s),
            or_unknown(self.runtime_s),
            or_unknown(used.map(i64::from)),
            or_unknown(requested.map(i64::from)),
            or_unknown(self.requested_s),
            resources::written(self.asks(rule)),
            or_unknown(self.status.map(i64::from)),
            named(&self.user),
            named(&self.group),
            named(&self.qos),
            named(&self.partition),
            named(&self.after),
        )
    }

    /// Reads a job. `before_s` is the submission of the job on the line above \[s\].
    ///
    /// # Errors
    /// If the job is not usable.
    pub(super) fn of<'c>(cells: &'c Cells, zone: Option<&TimeZone>, before_s: Option<i64>) -> Result<Row, LeftOut<'c>> {
        let mut facts = Facts::default();
        let state_text = cells.text(Column::State);
        let state = State::of(state_text);
        let submit = moment(cells, Column::Submit)?.ok_or(Reason::NoSubmitTime)?;
        let (start, end) = (moment(cells, Column::Start)?, moment(cells, Column::End)?);
        let ends = state_text.is_empty() && cells.has(Column::End);
        if state == State::NotEnded || (ends && end.is_none()) {
            return Err(Reason::NotEnded.into());
        }
        let elapsed_s = elapsed_s(cells)?;
        facts.local = matches!(submit, Moment::Local(_)) && zone.is_none();

        let submits_s = submit.instants(zone);
        facts.twice = submits_s[0] != submits_s[1];
        // Slurm numbers jobs in order of submission, so a job does not precede the job above it.
        let [first_s, second_s] = submits_s;
        let run_from = |submit_s| {
            start.map(|own| start_and_end(own.instants(zone), end.map(|own| own.instants(zone)), elapsed_s, submit_s))
        };
        let later = before_s.filter(|&before_s| first_s < before_s && before_s <= second_s).map(|_| second_s);
        // Nor is a job submitted after its start.
        let submit_s =
            later.filter(|&later_s| run_from(later_s).is_none_or(|(start_s, _)| start_s >= later_s)).unwrap_or(first_s);
        let started = run_from(submit_s);
        facts.early_start = started.is_some_and(|(start_s, _)| start_s < submit_s);
        let never_started = start.is_none()
            && match state {
                State::Ended(5) => true,
                State::Ended(1) => false,
                _ => end.is_some(),
            };
        let runtime_s = match (started, elapsed_s) {
            (_, Some(elapsed_s)) => Some(elapsed_s),
            (Some((start_s, Some(end_s))), None) => Some(end_s - start_s),
            _ => never_started.then_some(0),
        };
        if runtime_s.is_some_and(|own| own < 0) {
            return Err(Reason::NoRunTime.into());
        }
        if runtime_s.is_some_and(|own| own as f64 > LARGEST_TIME_S) {
            return Err(Reason::BeyondRange.into());
        }
        if let (Some((start_s, Some(end_s))), Some(elapsed_s)) = (started, elapsed_s) {
            match end_s - start_s - elapsed_s {
                0 => {}
                apart if zone.is_none() && apart.abs() == CLOCK_CHANGE_S => facts.clock_change = true,
                _ => facts.suspended = true,
            }
        }
        facts.later_eligible = moment(cells, Column::Eligible)?.is_some_and(|own| own.instants(zone)[0] > submits_s[1]);
        let limit = limit(cells);
        facts.no_limit = limit == Limit::Without;
        facts.odd_limit = matches!(limit, Limit::Odd(_));
        facts.odd_state = state == State::Unknown && !state_text.is_empty();
        let id = id(cells).0;
        facts.component = id.contains('+');

        let used = cells.text(Column::AllocTres);
        let requested = cells.text(Column::ReqTres);
        let count = |columns: &[Column], (tres, resource): (&str, &str)| {
            let mut given = columns.iter().map(|&column| cells.text(column)).filter(|text| !text.is_empty());
            let number = given.next().map_or_else(|| resource_of(tres, resource), amount);
            number.filter(|number| (1.0..=f64::from(u32::MAX)).contains(number)).map(|number| number as u32)
        };
        Ok(Row {
            id: one_word(id),
            submit_s,
            wait_s: started.map(|(start_s, _)| start_s - submit_s).filter(|&wait_s| wait_s >= 0),
            runtime_s,
            requested_s: limit.seconds(),
            cores: Used {
                used: count(&[Column::AllocCpus, Column::NCpus], (used, "cpu")),
                requested: count(&[Column::ReqCpus], (requested, "cpu")),
            },
            nodes: Used {
                used: count(&[Column::AllocNodes, Column::NNodes], (used, "node")),
                requested: count(&[Column::ReqNodes], (requested, "node")),
            },
            status: match state {
                State::Ended(status) => Some(status),
                State::NotEnded | State::Unknown => None,
            },
            user: name(cells, Column::User, Column::Uid),
            group: name(cells, Column::Group, Column::Gid),
            qos: name(cells, Column::Qos, Column::Qos),
            partition: name(cells, Column::Partition, Column::Partition),
            after: after(cells, id),
            gpus: gpus(used),
            memory_mib: resource_of(used, "mem").map(|bytes| bytes / 1_048_576.0),
            facts,
        })
    }
}

/// What a job waits for: its dependencies as Slurm has them, else those of the command that submitted it; and the limit of its array.
fn after(cells: &Cells, id: &str) -> String {
    let words: Vec<&str> = cells.text(Column::SubmitLine).split_ascii_whitespace().collect();
    let option = |long: &str, short: &str| {
        let at = words.iter().position(|own| {
            own.strip_prefix(long).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
                || own.starts_with(short)
        })?;
        let own = words.get(at)?;
        let value = own.strip_prefix(long).unwrap_or_else(|| own.get(short.len()..).unwrap_or_default());
        match value.trim_start_matches('=') {
            "" => words.get(at + 1).copied(),
            value => Some(value),
        }
    };
    let dependency = match cells.text(Column::Dependency) {
        "" | "(null)" | "None" => option("--dependency", "-d").unwrap_or_default(),
        given => given,
    };
    let limit = option("--array", "-a").and_then(|own| own.split_once('%')).zip(id.split_once('_'));
    let array = limit.map(|((_, limit), (array, _))| format!("array:{array}%{limit}"));
    let parts = [one_word(dependency), one_word(&array.unwrap_or_default())];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(",")
}

/// A time; `None` if it is unknown.
///
/// # Errors
/// If the text is no time.
fn moment<'c>(cells: &'c Cells, column: Column) -> Result<Option<Moment>, LeftOut<'c>> {
    match cells.text(column) {
        "" | "Unknown" | "None" | "N/A" => Ok(None),
        text => Moment::of(text).map(Some).ok_or(no_time(text)),
    }
}

fn no_time(value: &str) -> LeftOut<'_> {
    LeftOut { reason: Reason::NoTime, value }
}

/// Time for which the job ran, without suspensions \[s\].
fn elapsed_s<'c>(cells: &'c Cells) -> Result<Option<i64>, LeftOut<'c>> {
    let raw = cells.text(Column::ElapsedRaw);
    let text = if raw.is_empty() { cells.text(Column::Elapsed) } else { raw };
    match text {
        "" | "Unknown" | "None" | "INVALID" => Ok(None),
        text => seconds(text, 1).map(Some).ok_or(no_time(text)),
    }
}

/// Requested run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit<'c> {
    /// Seconds.
    Seconds(i64),
    /// UNLIMITED, or the limit of the partition.
    Without,
    Unknown,
    /// A text that is not understood.
    Odd(&'c str),
}

impl Limit<'_> {
    fn seconds(self) -> Option<i64> {
        match self {
            Limit::Seconds(own) => Some(own),
            Limit::Without | Limit::Unknown | Limit::Odd(_) => None,
        }
    }
}

/// Requested run time of a job.
pub(super) fn limit<'c>(cells: &'c Cells) -> Limit<'c> {
    let raw = cells.text(Column::TimelimitRaw);
    let text = if raw.is_empty() { cells.text(Column::Timelimit) } else { raw };
    let is = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(text));
    if is(&["", "Unknown", "None", "INVALID"]) {
        return Limit::Unknown;
    }
    if is(&["UNLIMITED", "Partition_Limit"]) {
        return Limit::Without;
    }
    seconds(text, 60).map_or(Limit::Odd(text), Limit::Seconds)
}

/// Seconds of a number of `unit` seconds, or of a duration of Slurm.
fn seconds(text: &str, unit: i64) -> Option<i64> {
    match text.bytes().all(|byte| byte.is_ascii_digit()) {
        true => text.parse::<u32>().ok().map(|number| i64::from(number) * unit),
        false => duration_s(text),
    }
}

/// Start and end of a run, among the times that the local clock can mean: those whose difference is the run time; else
/// the first start that is not before the submission.
fn start_and_end(
    starts_s: [i64; 2],
    ends_s: Option<[i64; 2]>,
    elapsed_s: Option<i64>,
    submit_s: i64,
) -> (i64, Option<i64>) {
    let Some(ends_s) = ends_s else {
        return (first_from(starts_s, submit_s), None);
    };
    let pairs = starts_s.iter().flat_map(|&start_s| ends_s.map(|end_s| (start_s, end_s)));
    let exact = pairs
        .filter(|(start_s, end_s)| elapsed_s == Some(end_s - start_s))
        .max_by_key(|&(start_s, _)| (start_s >= submit_s, -start_s));
    let (start_s, end_s) = exact.unwrap_or_else(|| {
        let start_s = first_from(starts_s, submit_s);
        (start_s, first_from(ends_s, start_s))
    });
    (start_s, Some(end_s))
}

/// The first of two times that is not before `from_s`; the later one if both are.
fn first_from(times_s: [i64; 2], from_s: i64) -> i64 {
    let [first_s, second_s] = times_s;
    if first_s >= from_s { first_s } else { second_s }
}

/// A name; `instead` is the column of its number.
fn name(cells: &Cells, column: Column, instead: Column) -> String {
    let text = match cells.text(column) {
        "" | "Unknown" | "None" => cells.text(instead),
        text => text,
    };
    one_word(text)
}

/// A text with underscores for blanks, by which SWF separates fields.
fn one_word(text: &str) -> String {
    text.replace(|c: char| c.is_whitespace() || c.is_control() || c == ';', "_")
}

/// A number with a unit of Slurm, whose units are powers of 1024: "16G", "1.50T", "2K".
fn amount(text: &str) -> Option<f64> {
    let units = "KMGTPE";
    let (digits, power) = match text.chars().last().and_then(|last| units.find(last)) {
        Some(at) => (text.get(..text.len() - 1)?, at + 1),
        None => (text, 0),
    };
    decimal::parse(digits).map(|number| number * (1u64 << (10 * power)) as f64)
}

/// Amount of a resource in a list such as `billing=8,cpu=4,mem=16G,node=1`; memory in bytes.
fn resource_of(tres: &str, resource: &str) -> Option<f64> {
    let mut all = tres.split(',').filter_map(|part| part.split_once('='));
    let text = all.find_map(|(own, text)| (own == resource).then_some(text))?;
    // Slurm gives memory without a unit in MiB.
    let unit = if resource == "mem" && text.ends_with(|c: char| c.is_ascii_digit()) { 1_048_576.0 } else { 1.0 };
    amount(text).map(|number| number * unit)
}

/// GPUs of a list of resources: `gres/gpu=4`, or the sum of `gres/gpu:a100=4`.
fn gpus(tres: &str) -> Option<u32> {
    let typed = || {
        let parts = tres.split(',').filter_map(|part| part.strip_prefix("gres/gpu:")?.split_once('='));
        parts.filter_map(|(_, text)| amount(text)).reduce(|a, b| a + b)
    };
    resource_of(tres, "gres/gpu").or_else(typed).map(|number| number as u32)
}

/// Memory of a step \[MiB\]: "1024K"; without a unit in bytes.
pub(super) fn memory_mib(text: &str) -> Option<f64> {
    amount(text).map(|bytes| bytes / 1_048_576.0)
}
