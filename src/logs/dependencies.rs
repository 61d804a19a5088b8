//! What the jobs of a log wait for, as the file says, and the same by the numbers of the simulated jobs.
//!
//! Field 17 of the Standard Workload Format names the preceding job, field 18 the think time of its user. Instead of a number, field 17 may
//! have a list as Slurm's `--dependency` has it: `afterok:12:13,after:7+5` (minutes after `+`), and `array:NAME%LIMIT` for a job of an array
//! of which at most LIMIT jobs may run at a time.

use super::log::Record;
use super::reading::DependencyRule;
use crate::base::decimal;
use crate::base::problem::Problem;
use crate::parameter::json::shortened;
use crate::words::listed;
use crate::words::number::counted;
use crate::workload::{After, Dependencies, Dependency};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

/// Maximum number of dependencies of a log; each takes 24 bytes and more.
const MOST: usize = 10_000_000;
/// Seconds of a minute, the unit of Slurm's delays.
const MINUTE_S: f64 = 60.0;
/// Maximum number of jobs of a cycle that a message names.
const NAMED: usize = 5;
/// Maximum length of a text in a message.
const SHOWN: usize = 40;
/// Text that messages allow.
const ALLOWED: &str = "a job number, or a list such as afterok:12:13,after:7+5 of after, afterany, afterok, afternotok, and array:NAME%LIMIT";
const REMEDY: &str = "Correct the file, or set workload.dependencies to ignored";

/// What the file says about the jobs that wait for others.
#[derive(Clone, Debug, Default)]
pub(super) struct Stated {
    /// Index of the record, text, and think time \[s\], of each dependent job.
    pub jobs: Vec<(usize, Box<str>, f64)>,
    /// Numbers and names of jobs that the settings or their values left out.
    pub left_out: BTreeSet<Box<str>>,
    /// True if the file is a part of a longer record, so that a job that it does not have ended before.
    pub is_part: bool,
}

/// Names of the jobs of a log.
struct Ids<'l> {
    numbers: BTreeMap<u32, u64>,
    names: BTreeMap<&'l str, u64>,
    left_out: &'l BTreeSet<Box<str>>,
}

impl<'l> Ids<'l> {
    fn new(records: &[Record], names: &'l [Box<str>], left_out: &'l BTreeSet<Box<str>>) -> Ids<'l> {
        let mut numbers = BTreeMap::new();
        for (at, record) in (0..).zip(records) {
            if let Some(number) = record.number() {
                numbers.entry(number).or_insert(at);
            }
        }
        let names = (0..).zip(names).filter(|(_, name)| !name.is_empty()).map(|(at, name)| (&**name, at)).collect();
        Ids { numbers, names, left_out }
    }

    /// The jobs with this number or name, or the jobs of the array with this name: `12` is `12_1`, `12_2` and so on. `None` if the file has
    /// no such job; an empty list if it was left out.
    fn find(&self, id: &str) -> Option<Vec<u64>> {
        let array = id.trim_end_matches("_*");
        let number = array.parse().ok().and_then(|number: u32| self.numbers.get(&number));
        if let Some(&one) = number.or_else(|| self.names.get(array)) {
            return Some(vec![one]);
        }
        let prefix = format!("{array}_");
        let of_array = self.names.range(prefix.as_str()..).take_while(|(name, _)| name.starts_with(&prefix));
        let of_array: Vec<u64> = of_array.map(|(_, &job)| job).collect();
        let left_out = || {
            let mut from = self.left_out.range::<str, _>((Bound::Included(prefix.as_str()), Bound::Unbounded));
            self.left_out.contains(array) || from.next().is_some_and(|name| name.starts_with(&prefix))
        };
        (!of_array.is_empty() || left_out()).then_some(of_array)
    }
}

impl Stated {
    /// Notes what a record says.
    pub fn add(&mut self, record: usize, text: &str, think_s: f64) {
        self.jobs.push((record, text.into(), think_s.max(0.0)));
    }

    /// Follows a sorting of the records: `order` has the former index of each.
    pub fn moved(&mut self, order: &[usize]) {
        let mut now = vec![0; order.len()];
        for (at, &before) in order.iter().enumerate() {
            if let Some(own) = now.get_mut(before) {
                *own = at;
            }
        }
        self.jobs.iter_mut().for_each(|(record, ..)| *record = now.get(*record).copied().unwrap_or_default());
    }

    /// The dependencies by the indices of records, and a remark on them; nothing if no job waits for another.
    ///
    /// # Errors
    /// If a text cannot be read, a job is not in the file, or jobs wait for each other. `file`: its name, for messages.
    pub fn table(
        &self,
        file: &str,
        rule: DependencyRule,
        records: &[Record],
        names: &[Box<str>],
    ) -> Result<Option<(Dependencies, String)>, Problem> {
        let jobs = counted(self.jobs.len() as u64, "job");
        if self.jobs.is_empty() {
            return Ok(None);
        }
        let mut table = Dependencies {
            feedback: rule == DependencyRule::Feedback,
            placed: rule == DependencyRule::Placed,
            ..Dependencies::default()
        };
        if rule == DependencyRule::Ignored {
            return Ok(Some((table, format!("{jobs} that should wait for others do not: dependencies are ignored."))));
        }
        let ids = Ids::new(records, names, &self.left_out);
        let name_of = |at: u64| name(records, names, at);
        let mut arrays: BTreeMap<&str, usize> = BTreeMap::new();
        let (mut all, mut gone) = (0, 0);
        for (record, text, think_s) in &self.jobs {
            let job = *record as u64;
            let wrong = |wrong: String| Problem::new(format!("{file}: job {}", name_of(job)), wrong, ALLOWED, REMEDY);
            let odd = || wrong(format!("has the dependency \"{}\"", shortened(text, SHOWN)));
            for part in text.split(',').map(|part| part.split_once('(').map_or(part, |own| own.0)) {
                if let Some(array) = part.strip_prefix("array:") {
                    let (array, limit) = array.split_once('%').ok_or_else(odd)?;
                    let limit: u32 = limit.parse().ok().filter(|&limit| limit > 0).ok_or_else(odd)?;
                    let at = *arrays.entry(array).or_insert(table.limits.len());
                    match table.limits.get_mut(at) {
                        Some(own) => *own = (*own).min(limit),
                        None => table.limits.push(limit),
                    }
                    table.arrays.insert(job, at);
                    continue;
                }
                for (id, after, delay_s) in one_part(part, *think_s).ok_or_else(odd)? {
                    let others = ids.find(id);
                    let others = others.or(self.is_part.then(Vec::new)).ok_or_else(|| {
                        wrong(format!("waits for job {}, which the file does not have", shortened(id, SHOWN)))
                    })?;
                    gone += u64::from(others.is_empty());
                    all += others.len();
                    if all > MOST {
                        return Err(wrong(format!("has the {}th dependency of the file", MOST + 1)));
                    }
                    let others = others.into_iter().map(|on| Dependency { on, after, delay_s });
                    table.of.entry(job).or_default().extend(others);
                }
            }
        }
        table.of.retain(|_, list| !list.is_empty());
        if let Some(cycle) = table.cycle() {
            let jobs = cycle.iter().take(NAMED).map(|&at| name_of(at)).collect::<Vec<_>>();
            let more = if cycle.len() > NAMED { " and others" } else { "" };
            let wrong = match jobs.as_slice() {
                [one] => format!("has job {one}, which waits for itself"),
                many => format!("has jobs that wait for each other: {}{more}", listed(many)),
            };
            return Err(Problem::new(file, wrong, "jobs that wait for earlier jobs", REMEDY));
        }
        let gone = match gone {
            0 => String::new(),
            gone => format!("; {} named before them are not used and count as ended", counted(gone, "job")),
        };
        Ok(Some((table, format!("{jobs} that may start only after others, or in an array with a limit{gone}."))))
    }
}

/// The other jobs in one part of a list, with the event and the delay; `None` if it cannot be read.
fn one_part(part: &str, think_s: f64) -> Option<Vec<(&str, After, f64)>> {
    let Some((kind, jobs)) = part.split_once(':') else {
        return (!part.is_empty()).then(|| vec![(part, After::End, think_s)]);
    };
    let after = match kind {
        "after" => After::Start,
        "afterany" => After::End,
        "afterok" => After::Success,
        "afternotok" => After::Failure,
        _ => return None,
    };
    let one = |job| match str::split_once(job, '+') {
        None => (!job.is_empty()).then_some((job, after, think_s)),
        Some((job, minutes)) => {
            let minutes = decimal::parse(minutes).filter(|own| (0.0..1e9).contains(own))?;
            (!job.is_empty()).then_some((job, after, minutes * MINUTE_S))
        }
    };
    jobs.split(':').map(one).collect()
}

/// What a job waits for, as fields 17 and 18 have it; `None` if it waits for nothing. `number`: the written number of a job.
pub fn field_17(table: &Dependencies, job: u64, number: impl Fn(u64) -> u64) -> Option<(String, f64)> {
    let list = table.of.get(&job).map_or(&[][..], Vec::as_slice);
    let array = table.arrays.get(&job).and_then(|&at| Some(format!("array:{at}%{}", table.limits.get(at)?)));
    if let ([Dependency { on, after: After::End, delay_s }], None) = (list, &array) {
        return Some((number(*on).to_string(), *delay_s));
    }
    let part = |own: &Dependency| {
        let kind = match own.after {
            After::Start => "after",
            After::End => "afterany",
            After::Success => "afterok",
            After::Failure => "afternotok",
        };
        let delay = if own.delay_s > 0.0 { format!("+{}", own.delay_s / MINUTE_S) } else { String::new() };
        format!("{kind}:{}{delay}", number(own.on))
    };
    let parts: Vec<String> = list.iter().map(part).chain(array).collect();
    (!parts.is_empty()).then(|| (parts.join(","), -1.0))
}

/// Number or name of a record.
fn name(records: &[Record], names: &[Box<str>], at: u64) -> String {
    let at = at as usize;
    let number = records.get(at).and_then(Record::number);
    number.map_or_else(
        || names.get(at).map_or_else(String::new, |own| shortened(own, SHOWN)),
        |number| number.to_string(),
    )
}

#[cfg(test)]
mod tests {
    use crate::logs::reading::{DependencyRule, Reading};
    use crate::logs::{Log, Reader};
    use crate::workload::{After, Dependency};

    fn log(text: &str, dependencies: DependencyRule) -> Result<Log, String> {
        let reading = Reading { dependencies, ..Reading::default() };
        let mut reader = Reader::new("w.swf", text.as_bytes()).reading(reading);
        while reader.step().unwrap() {}
        reader.finish().map_err(|refusal| refusal.to_string())
    }

    /// Lines of four jobs, with the given fields 17 and 18.
    fn lines(last: [&str; 4]) -> String {
        let line =
            |(at, own): (usize, &&str)| format!("{} {} -1 10 1 -1 -1 1 -1 -1 1 1 1 -1 1 1 {own}\n", at + 1, at * 5);
        last.iter().enumerate().map(line).collect()
    }

    #[test]
    fn fields_17_and_18_by_hand() {
        let log =
            log(&lines(["-1 -1", "1 30", "afterok:1:2,after:2+5", "array:x%2 -1"]), DependencyRule::Kept).unwrap();
        let table = log.dependencies.unwrap();
        let after = |on, after, delay_s| Dependency { on, after, delay_s };
        assert_eq!(table.of[&1], [after(0, After::End, 30.0)]);
        let third = [after(0, After::Success, 0.0), after(1, After::Success, 0.0), after(1, After::Start, 300.0)];
        assert_eq!(table.of[&2], third);
        assert_eq!((table.of.len(), table.arrays[&3], table.limits.clone(), table.feedback), (2, 0, vec![2], false));
        assert_eq!(log.remarks, ["3 jobs that may start only after others, or in an array with a limit."]);
    }

    #[test]
    fn faults_name_the_jobs() {
        for (last, expected) in [
            (["-1 -1", "9 -1", "-1 -1", "-1 -1"], "w.swf: job 2 waits for job 9, which the file does not have"),
            (["4 -1", "1 -1", "-1 -1", "2 -1"], "w.swf has jobs that wait for each other: 1, 4 and 2"),
            (["-1 -1", "-1 -1", "3 -1", "-1 -1"], "w.swf has job 3, which waits for itself"),
            (["singleton -1", "-1 -1", "-1 -1", "-1 -1"], "w.swf: job 1 waits for job singleton, which the file"),
            (["afterok: -1", "-1 -1", "-1 -1", "-1 -1"], "w.swf: job 1 has the dependency \"afterok:\""),
            (["after:2+x -1", "-1 -1", "-1 -1", "-1 -1"], "w.swf: job 1 has the dependency \"after:2+x\""),
            (["array:x%0 -1", "-1 -1", "-1 -1", "-1 -1"], "w.swf: job 1 has the dependency \"array:x%0\""),
        ] {
            let refused = log(&lines(last), DependencyRule::Kept).unwrap_err();
            assert!(refused.starts_with(expected), "{refused}");
            assert!(log(&lines(last), DependencyRule::Ignored).is_ok(), "{last:?}");
        }
    }

    /// Job 1 never ran, so that job 2 waits for nothing.
    #[test]
    fn a_job_that_is_left_out_has_ended() {
        let text = "1 0 -1 0 1 -1 -1 1 -1 -1 5\n".to_owned() + &lines(["-1 -1", "1 -1", "-1 -1", "-1 -1"])[40..];
        let text = text.lines().filter(|line| !line.starts_with("1 0 -1 10")).collect::<Vec<_>>().join("\n");
        let log = log(&text, DependencyRule::Kept).unwrap();
        assert!(log.dependencies.is_none());
        assert!(
            log.remarks[0].ends_with("; 1 job named before them are not used and count as ended."),
            "{:?}",
            log.remarks
        );
    }
}
