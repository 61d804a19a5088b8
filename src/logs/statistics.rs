//! Statistics of a log: sizes, run times, arrivals, load.

use super::account::Counts;
use super::clock::Clock;
use super::homes::HomeNames;
use super::log::{Class, Log};
use super::remarks::{doubts, remarks};
use crate::metrics::spread::Spread;
use crate::workload::HomeRule;
use serde::Serialize;

/// Short names of the weekdays, from Monday.
pub const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/// Statistics of a log's usable jobs.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Statistics {
    /// Name of the file.
    pub name: String,
    /// The computer, from the header.
    pub computer: Option<String>,
    /// The computer's site, from the header.
    pub installation: Option<String>,
    /// Account of reading the log.
    #[serde(flatten)]
    pub counts: Counts,
    /// A message if the file was not read completely.
    pub damage: Option<String>,
    /// Changes to records, a sentence each.
    pub notes: Vec<String>,
    /// Remarks on fields and header entries that are not used, and on doubtful values; a sentence each.
    pub remarks: Vec<String>,
    /// Home clusters by queue or partition, on as many clusters as the log has queues or partitions.
    pub homes: Vec<String>,
    /// Length of the text, decompressed \[bytes\].
    pub text_bytes: u64,
    /// SHA-256 of the decompressed text.
    pub sha256: String,
    /// Number of usable jobs.
    pub usable: u64,
    /// Time from the first to the last submission \[s\].
    pub span_s: f64,
    /// Average number of [busy processors](Log::busy_processors).
    pub rate: Option<f64>,
    /// Processors of the machine (`MaxProcs` of the header).
    pub max_procs: Option<f64>,
    /// Nodes of the machine (`MaxNodes` of the header).
    pub max_nodes: Option<f64>,
    /// `rate` / `MaxProcs`.
    pub load: Option<f64>,
    /// Job sizes \[processors\].
    pub sizes: Spread,
    /// Number of jobs of each size: 1, 2, 3–4, 5–8, …
    pub size_bins: Vec<Bin>,
    /// Share of jobs on one processor.
    pub serial_share: f64,
    /// Share of jobs whose size is a power of two, including 1.
    pub power_of_two_share: f64,
    /// Run times \[s\].
    pub runtimes_s: Spread,
    /// Number of jobs by run time.
    pub runtime_bins: Vec<Bin>,
    /// Share of jobs with a requested run time.
    pub requested_share: f64,
    /// Mean of run time / requested run time, over the jobs that have both.
    pub mean_request_used: Option<f64>,
    /// Times between successive submissions \[s\]; `None` for a single job.
    pub interarrivals_s: Option<Spread>,
    /// Submissions by hour of the day and weekday, if the header has the start time.
    pub calendar: Option<Calendar>,
    /// Number of known users.
    pub users: u64,
    /// Number of known queues.
    pub queues: u64,
    /// Number of known partitions.
    pub partitions: u64,
}

/// Submissions by local time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Calendar {
    /// The time zone: "UTC+2".
    pub zone: String,
    /// The header field that gives the time zone; `None` if no field gives it and UTC is assumed.
    pub zone_from: Option<&'static str>,
    /// Number of submissions in each hour of the day, from midnight.
    pub by_hour: [u64; 24],
    /// Number of submissions on each weekday, from Monday.
    pub by_weekday: [u64; 7],
}

/// Number of jobs within a range.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bin {
    /// Label of the range.
    pub label: String,
    /// Jobs within the range.
    pub count: u64,
}

/// Upper limits of the bins of run times \[s\]; the last bin has none.
const RUNTIME_ENDS: [(f64, &str); 9] = [
    (10.0, "10 s"),
    (60.0, "1 min"),
    (300.0, "5 min"),
    (1800.0, "30 min"),
    (3600.0, "1 h"),
    (14_400.0, "4 h"),
    (43_200.0, "12 h"),
    (86_400.0, "1 d"),
    (604_800.0, "7 d"),
];

impl Statistics {
    /// The statistics of a log.
    pub fn of(log: &Log) -> Statistics {
        let records = log.records();
        let usable = records.len() as f64;
        let share = |count: usize| count as f64 / usable;
        let span_s = log.span_s();
        let rate = log.busy_processors();
        let max_procs = log.header.processors();
        let gaps = records.windows(2).map(|pair| pair[1].submit_s - pair[0].submit_s);
        let used = records.iter().filter_map(|r| r.requested_s().map(|asked| r.runtime_s / asked));
        let (asked, used) = used.fold((0usize, 0.0), |(n, sum), used| (n + 1, sum + used));
        let known = |part: fn(&Class) -> i64| {
            let mut values: Vec<i64> = log.classes().iter().map(part).filter(|&v| v >= 0).collect();
            values.sort_unstable();
            values.dedup();
            values.len() as u64
        };
        Statistics {
            name: log.name.clone(),
            computer: log.header.text("Computer").map(str::to_owned),
            installation: log.header.text("Installation").map(str::to_owned),
            counts: log.counts.clone(),
            damage: log.damage.clone(),
            notes: log.changes(),
            remarks: doubts(log).into_iter().chain(remarks(log)).collect(),
            homes: homes(log),
            text_bytes: log.text_bytes,
            sha256: log.sha256.clone(),
            usable: records.len() as u64,
            span_s,
            rate,
            max_procs,
            max_nodes: log.header.nodes(),
            load: rate.zip(max_procs).map(|(rate, procs)| rate / procs),
            sizes: Spread::of(records.iter().map(|r| f64::from(r.processors))),
            size_bins: size_bins(records.iter().map(|r| r.processors)),
            serial_share: share(records.iter().filter(|r| r.processors == 1).count()),
            power_of_two_share: share(records.iter().filter(|r| r.processors.is_power_of_two()).count()),
            runtimes_s: Spread::of(records.iter().map(|r| r.runtime_s)),
            runtime_bins: runtime_bins(records.iter().map(|r| r.runtime_s)),
            requested_share: share(asked),
            mean_request_used: (asked > 0).then(|| used / asked as f64),
            interarrivals_s: (records.len() > 1).then(|| Spread::of(gaps)),
            calendar: Clock::of(&log.header).map(|clock| Calendar::of(&clock, log)),
            users: log.user_count() as u64,
            queues: known(|class| class.queue),
            partitions: known(|class| class.partition),
        }
    }
}

/// Home clusters if each queue, or each partition, has a cluster of its own.
fn homes(log: &Log) -> Vec<String> {
    let rules = [HomeRule::Queue, HomeRule::Partition].into_iter();
    let names = rules.filter_map(|rule| HomeNames::of(log, rule)).filter(|names| names.known.len() > 1);
    names.map(|names| format!("on {} clusters: {}", names.known.len(), names.on(names.known.len() as u64))).collect()
}

impl Calendar {
    fn of(clock: &Clock, log: &Log) -> Calendar {
        let mut calendar =
            Calendar { zone: clock.zone(), zone_from: clock.zone_from, by_hour: [0; 24], by_weekday: [0; 7] };
        for record in log.records() {
            calendar.by_hour[clock.hour(record.submit_s)] += 1;
            calendar.by_weekday[clock.weekday(record.submit_s)] += 1;
        }
        calendar
    }
}

/// Numbers of jobs of each size: 1, 2, 3–4, 5–8, … processors.
fn size_bins(sizes: impl Iterator<Item = u32>) -> Vec<Bin> {
    let mut counts = [0u64; 33];
    for size in sizes {
        // Index of the bin for a size: 1 → 0, 2 → 1, 3 and 4 → 2, 5 to 8 → 3, …
        counts[(u32::BITS - (size.max(1) - 1).leading_zeros()) as usize] += 1;
    }
    let used = counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
    let bin = |(power, &count): (usize, &u64)| {
        let last = 1u64 << power;
        let first = last / 2 + 1;
        let label = if first >= last { last.to_string() } else { format!("{first}–{last}") };
        Bin { label, count }
    };
    counts[..used].iter().enumerate().map(bin).collect()
}

fn runtime_bins(runtimes_s: impl Iterator<Item = f64>) -> Vec<Bin> {
    let mut counts = [0u64; RUNTIME_ENDS.len() + 1];
    for runtime_s in runtimes_s {
        counts[RUNTIME_ENDS.partition_point(|&(end_s, _)| end_s < runtime_s)] += 1;
    }
    let label = |at: usize| match RUNTIME_ENDS.get(at) {
        Some((_, end)) => format!("≤ {end}"),
        None => format!("> {}", RUNTIME_ENDS[at - 1].1),
    };
    let bins = counts.iter().enumerate();
    bins.map(|(at, &count)| Bin { label: label(at), count }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logs::read;

    fn trace(text: &str) -> Statistics {
        Statistics::of(&read("test.swf", &mut text.as_bytes()).unwrap())
    }

    /// The work is 4·10 + 1·100 + 3·20 = 200 in 100 s.
    #[test]
    fn three_jobs_by_hand() {
        let trace = trace(
            "; Computer: Test\n; MaxProcs: 8\n; UnixStartTime: 86400\n\
             1 50 -1 10 4 -1 -1 4 20 -1 1 3 -1 -1 2 1\n\
             2 110 -1 100 1 -1 -1 1 400 -1 1 4 -1 -1 1 1\n\
             3 150 -1 20 3 -1 -1 3 -1 -1 1 3 -1 -1 2 1\n\
             4 150 -1 0 3 -1 -1 3 -1 -1 1 9 -1 -1 7 1\n",
        );
        assert_eq!((trace.counts.records, trace.usable, trace.span_s), (4, 3, 100.0));
        assert_eq!((trace.rate, trace.load), (Some(2.0), Some(0.25)));
        assert_eq!((trace.sizes.largest, trace.sizes.median), (4.0, 3.0));
        assert_eq!(trace.serial_share, 1.0 / 3.0);
        assert_eq!(trace.power_of_two_share, 2.0 / 3.0);
        assert_eq!(trace.requested_share, 2.0 / 3.0);
        assert_eq!(trace.mean_request_used, Some(0.375));
        let gaps = trace.interarrivals_s.unwrap();
        assert_eq!((gaps.mean, gaps.cv), (50.0, 0.2));
        assert_eq!((trace.users, trace.queues, trace.partitions), (2, 2, 1));
        let calendar = trace.calendar.unwrap();
        assert_eq!((calendar.by_hour[0], calendar.by_weekday[4]), (3, 3));
    }

    #[test]
    fn bins_of_sizes_and_run_times() {
        let sizes: Vec<_> =
            size_bins([1, 2, 3, 4, 5, 8, 9, 2].into_iter()).into_iter().map(|b| (b.label, b.count)).collect();
        let wanted = [("1", 1), ("2", 2), ("3–4", 2), ("5–8", 2), ("9–16", 1)];
        assert_eq!(sizes, wanted.map(|(label, count)| (label.to_owned(), count)));
        assert_eq!(size_bins([u32::MAX].into_iter()).len(), 33);
        let times = runtime_bins([10.0, 10.5, 604_801.0].into_iter());
        assert_eq!((times[0].count, times[1].count, times[9].count), (1, 1, 1));
        assert_eq!((times[0].label.as_str(), times[9].label.as_str()), ("≤ 10 s", "> 7 d"));
    }

    #[test]
    fn a_single_job_has_no_rate() {
        let trace = trace("7 500 -1 10 4\n");
        assert_eq!((trace.rate, trace.load, trace.calendar.is_none()), (None, None, true));
        assert!(trace.interarrivals_s.is_none());
    }
}
