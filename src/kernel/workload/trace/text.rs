//! A log's statistics as plain text for people; tables and charts fit in 100 columns.

use super::{Bin, Calendar, Spread, Trace};
use crate::base::number;
use std::fmt;

/// Columns of the longest bar.
const BAR: usize = 40;

/// Columns of the labels on the left.
const LABEL: usize = 14;

/// Short names of the weekdays, from Monday.
pub const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.title(f)?;
        self.account(f)?;
        self.table(f)?;
        let sizes = format!(
            "{} serial, {} powers of two",
            number::percent(self.serial_share),
            number::percent(self.power_of_two_share)
        );
        bars(
            f,
            &format!("Jobs by size [processors]: {sizes}"),
            &self.size_bins,
        )?;
        bars(f, "Jobs by run time", &self.runtime_bins)?;
        match &self.calendar {
            Some(calendar) => calendar.draw(f),
            None => writeln!(
                f,
                "\nNo arrivals by hour and weekday: the header has no UnixStartTime."
            ),
        }
    }
}

impl Trace {
    fn title(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.name)?;
        let known: Vec<&str> = self
            .computer
            .iter()
            .chain(&self.installation)
            .map(String::as_str)
            .collect();
        if !known.is_empty() {
            writeln!(f, "{}", known.join(", "))?;
        }
        Ok(())
    }

    fn account(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = &self.counts;
        writeln!(f)?;
        line(f, "Records", &number::count(counts.records))?;
        line(f, "Usable jobs", &number::count(self.usable))?;
        for dropped in &counts.dropped {
            line(f, "  left out", &dropped.to_string())?;
        }
        for (tally, what) in [
            (
                &counts.by_request,
                "with requested processors for unknown used ones",
            ),
            (
                &counts.out_of_order,
                "submitted before the one above, sorted in",
            ),
            (&counts.merged, "of users or queues beyond the first 65,535"),
        ] {
            if tally.count > 0 {
                let count = number::count(tally.count);
                line(f, "  of these", &format!("{count} {what} ({tally})"))?;
            }
        }
        if let Some(damage) = &self.damage {
            line(f, "Damage", damage)?;
        }
        line(
            f,
            "Submissions",
            &format!("over {}", number::duration(self.span_s)),
        )?;
        if let Some(rate) = self.rate {
            let rate = if rate < 1000.0 {
                number::fixed(rate, 1)
            } else {
                number::count(rate.round() as u64)
            };
            line(
                f,
                "Rate",
                &format!("work for {rate} processors (Σ run time × processors / span)"),
            )?;
        }
        if let Some(procs) = self.max_procs {
            let load = self
                .load
                .map(|load| format!(", load {}", number::percent(load)))
                .unwrap_or_default();
            let nodes = self
                .max_nodes
                .map(|nodes| format!(" on {} nodes", number::count(nodes as u64)))
                .unwrap_or_default();
            line(
                f,
                "Machine",
                &format!("{} processors{nodes}{load}", number::count(procs as u64)),
            )?;
        }
        let known = |count: u64, what: &str| match count {
            0 => format!("no {what}s named"),
            1 => format!("1 {what}"),
            _ => format!("{} {what}s", number::count(count)),
        };
        let groups = [
            (self.users, "user"),
            (self.queues, "queue"),
            (self.partitions, "partition"),
        ];
        line(
            f,
            "Groups",
            &groups.map(|(count, what)| known(count, what)).join(", "),
        )?;
        let requests = match self.mean_request_used {
            Some(used) => format!(
                "{} of jobs have a requested time, and use {} of it",
                number::percent(self.requested_share),
                number::percent(used)
            ),
            None => "no job has a requested time".to_owned(),
        };
        line(f, "Requests", &requests)?;
        let silent = (self.usable as f64 * (1.0 - self.requested_share)).round() as u64;
        if self.mean_request_used.is_some() && silent > 0 {
            line(f, "  without", &number::counted(silent, "job"))?;
        }
        Ok(())
    }

    fn table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = |n: f64| match n.fract() == 0.0 {
            true => number::count(n as u64),
            false => number::fixed(n, 1),
        };
        let gaps = self.interarrivals_s.as_ref();
        let columns = [
            column("Processors", &self.sizes, size),
            column("Run time", &self.runtimes_s, number::duration),
        ];
        let gaps = gaps.map(|gaps| column("Inter-arrival", gaps, number::duration));
        let columns: Vec<_> = columns.into_iter().chain(gaps).collect();
        writeln!(f)?;
        let labels = [
            "", "Mean", "CV", "10 %", "Median", "90 %", "99 %", "Largest",
        ];
        for (at, label) in labels.into_iter().enumerate() {
            let cells = columns.iter().map(|column| format!("{:>16}", column[at]));
            line(f, label, &cells.collect::<String>())?;
        }
        Ok(())
    }
}

impl Calendar {
    fn draw(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hours: Vec<Bin> = (0..)
            .zip(self.by_hour)
            .map(|(hour, count)| bin(format!("{hour:02}:00"), count))
            .collect();
        let days: Vec<Bin> = WEEKDAYS
            .iter()
            .zip(self.by_weekday)
            .map(|(day, count)| bin((*day).to_owned(), count))
            .collect();
        let zone = match self.zone_from {
            Some(field) => format!("{} by {field}", self.zone),
            None => "UTC, as the header tells no zone".to_owned(),
        };
        bars(f, &format!("Submissions by hour ({zone})"), &hours)?;
        bars(f, "Submissions by weekday", &days)
    }
}

fn bin(label: String, count: u64) -> Bin {
    Bin { label, count }
}

fn line(f: &mut fmt::Formatter<'_>, label: &str, text: &str) -> fmt::Result {
    writeln!(f, "{label:LABEL$}{text}")
}

/// What a quantity is called and how it is spread, from top to bottom.
fn column(name: &str, of: &Spread, show: fn(f64) -> String) -> [String; 8] {
    let [mean, p10, median, p90, p99, largest] =
        [of.mean, of.p10, of.median, of.p90, of.p99, of.largest].map(show);
    let cv = number::fixed(of.cv, 2);
    [name.to_owned(), mean, cv, p10, median, p90, p99, largest]
}

/// A bar per bin, the fullest as long as a bar gets.
fn bars(f: &mut fmt::Formatter<'_>, title: &str, bins: &[Bin]) -> fmt::Result {
    let most = bins.iter().map(|bin| bin.count).max().unwrap_or(0).max(1);
    let all: u64 = bins.iter().map(|bin| bin.count).sum();
    writeln!(f, "\n{title}")?;
    for Bin { label, count } in bins {
        let share = number::percent(*count as f64 / all.max(1) as f64);
        let bar = bar(*count as f64 / most as f64);
        writeln!(
            f,
            "{label:>LABEL$} {bar:BAR$} {:>11} {share:>7}",
            number::count(*count)
        )?;
    }
    Ok(())
}

/// A bar in eighths of a column; whatever is not nothing shows.
fn bar(share: f64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share * (BAR * 8) as f64).ceil() as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::swf::read;

    #[test]
    fn bars_show_everything_that_is_there() {
        assert_eq!(bar(0.0), "");
        assert_eq!(bar(1e-9), "▏");
        assert_eq!(bar(0.5), "█".repeat(20));
        assert_eq!(bar(1.0).chars().count(), BAR);
    }

    #[test]
    fn a_log_in_words() {
        let log = "; Computer: Test\n; Installation: Here\n; MaxProcs: 8\n; UnixStartTime: 86400\n\
                   1 0 -1 60 4 -1 -1 -1 120\n2 100 -1 0 4\n3 200 -1 100 1\n";
        let text = Trace::of(&read("small.swf", &mut log.as_bytes()).unwrap()).to_string();
        for part in [
            "small.swf\nTest, Here\n",
            "Records       3\n",
            "  left out    1 × no positive run time (line 6)\n",
            "Rate          work for 1.7 processors",
            "Machine       8 processors, load 21.2 %\n",
            "Groups        no users named, no queues named, no partitions named\n",
            "Requests      50 % of jobs have a requested time, and use 50 % of it\n  without     1 job\n",
            "         00:00 ████████████████████████████████████████           2   100 %\n",
        ] {
            assert!(text.contains(part), "{part}\n---\n{text}");
        }
        assert!(
            text.lines().all(|line| line.chars().count() <= 80),
            "{text}"
        );
    }
}
