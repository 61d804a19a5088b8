//! Statistics of a log for people: as text, as tables, and as a page with pictures.

use crate::chart::bars::BarChart;
use crate::cli::output::report::figures::{Picture, picture};
use crate::cli::output::report::html;
use crate::cli::output::table::aligned;
use crate::cli::session::Terminal;
use crate::export::table::Table;
use crate::logs::statistics::{Bin, Calendar, Statistics, WEEKDAYS};
use crate::metrics::spread::Spread;
use crate::words::number;

/// Maximum length of a chart's bars \[columns\], if there is enough space, and minimum length.
const BAR: usize = 40;
const LEAST_BAR: usize = 5;

/// Width of the labels on the left \[columns\].
const LABEL: usize = 14;

/// Width of a number and a share, to the right of a bar \[columns\].
const NUMBERS: usize = 20;

/// The statistics as lines that fit the terminal.
pub fn text(trace: &Statistics, terminal: Terminal) -> String {
    let mut text = String::new();
    let mut lines = |words: &str| text += &terminal.row("", 0, words);
    lines(&trace.name);
    let known: Vec<&str> = known(trace).collect();
    if !known.is_empty() {
        lines(&known.join(", "));
    }
    text.push('\n');
    for (label, words) in account(trace) {
        text += &terminal.row(label, LABEL, &words);
    }
    text.push('\n');
    aligned(&spreads(trace), terminal).iter().for_each(|line| text += &format!("{line}\n"));
    for (title, bins) in charts(trace) {
        text.push('\n');
        text += &terminal.row("", 0, &title);
        text += &bars(&bins, terminal);
    }
    if trace.calendar.is_none() {
        let words = "No arrivals by hour and weekday: the header has no UnixStartTime.";
        text.push('\n');
        text += &terminal.row("", 0, words);
    }
    text
}

/// The same content as tables.
pub fn tables(trace: &Statistics) -> Vec<Table> {
    let known = known(trace).map(|words| ["of", words].map(str::to_owned));
    let account = account(trace).into_iter().map(|(label, words)| [label.trim().to_owned(), words]);
    let about = Table::new(["log".to_owned(), trace.name.clone()], known.chain(account));
    let charts = charts(trace).into_iter().map(|(title, bins)| {
        let shared = shares(&bins).into_iter().zip(&bins);
        let rows = shared.map(|(share, bin)| [bin.label.clone(), number::count(bin.count), share]);
        Table::new([title, "jobs".to_owned(), "share".to_owned()], rows)
    });
    [about, spreads(trace)].into_iter().chain(charts).collect()
}

/// Computer and installation, if the header names them.
fn known(trace: &Statistics) -> impl Iterator<Item = &str> {
    let all = trace.computer.iter().chain(&trace.installation);
    all.map(String::as_str)
}

/// Counts of records and facts about the log, each with its label.
fn account(trace: &Statistics) -> Vec<(&'static str, String)> {
    let counts = &trace.counts;
    let mut all = vec![("Records", number::count(counts.records)), ("Usable jobs", number::count(trace.usable))];
    let dropped = counts.dropped.iter();
    all.extend(dropped.map(|own| ("  left out", own.to_string())));
    let notes = trace.notes.iter().chain(&trace.remarks);
    all.extend(notes.map(|own| ("Note", own.clone())));
    all.push(("Submissions", format!("over {}", number::duration(trace.span_s))));
    if let Some(rate) = trace.rate {
        let rate = if rate < 1000.0 { number::fixed(rate, 1) } else { number::count(rate.round() as u64) };
        all.push(("Rate", format!("work for {rate} processors (Σ run time × processors / span)")));
    }
    if let Some(procs) = trace.max_procs {
        let load = trace.load.map(|load| format!(", load {}", number::percent(load))).unwrap_or_default();
        let nodes =
            trace.max_nodes.map(|nodes| format!(" on {} nodes", number::count(nodes as u64))).unwrap_or_default();
        all.push(("Machine", format!("{} processors{nodes}{load}", number::count(procs as u64))));
    }
    let groups = [(trace.users, "user"), (trace.queues, "queue"), (trace.partitions, "partition")];
    let named = groups.map(|(count, what)| match count {
        0 => format!("no {what}s named"),
        _ => number::counted(count, what),
    });
    all.push(("Groups", named.join(", ")));
    all.extend(trace.homes.iter().map(|homes| ("  as homes", homes.clone())));
    let requests = match trace.mean_request_used {
        Some(used) => format!(
            "{} of jobs have a requested time, and use {} of it",
            number::percent(trace.requested_share),
            number::percent(used)
        ),
        None => "no job has a requested time".to_owned(),
    };
    all.push(("Requests", requests));
    let silent = (trace.usable as f64 * (1.0 - trace.requested_share)).round() as u64;
    if trace.mean_request_used.is_some() && silent > 0 {
        all.push(("  without", number::counted(silent, "job")));
    }
    all
}

/// Table of spreads: one column per quantity.
fn spreads(trace: &Statistics) -> Table {
    let size = |n: f64| match n.fract() == 0.0 {
        true => number::count(n as u64),
        false => number::fixed(n, 1),
    };
    let gaps = trace.interarrivals_s.as_ref();
    let columns = [column("Processors", &trace.sizes, size), column("Run time", &trace.runtimes_s, number::duration)];
    let gaps = gaps.map(|gaps| column("Inter-arrival", gaps, number::duration));
    let columns: Vec<_> = columns.into_iter().chain(gaps).collect();
    let row = |(at, label): (usize, &str)| {
        let cells = columns.iter().map(|column| column[at].clone());
        std::iter::once(label.to_owned()).chain(cells).collect::<Vec<_>>()
    };
    let labels = ["Mean", "CV", "10 %", "Median", "90 %", "99 %", "Largest"];
    Table::new(row((0, "")), (1..).zip(labels).map(row))
}

/// The cells of a column in the table of spreads: the name of a quantity and the numbers of its spread.
fn column(name: &str, of: &Spread, show: fn(f64) -> String) -> [String; 8] {
    let [mean, p10, median, p90, p99, largest] = [of.mean, of.p10, of.median, of.p90, of.p99, of.largest].map(show);
    let cv = number::fixed(of.cv, 2);
    [name.to_owned(), mean, cv, p10, median, p90, p99, largest]
}

/// Histograms with their titles: sizes, run times, and arrivals if the start time of the log is known.
fn charts(trace: &Statistics) -> Vec<(String, Vec<Bin>)> {
    let sizes = format!(
        "Jobs by size [processors]: {} serial, {} powers of two",
        number::percent(trace.serial_share),
        number::percent(trace.power_of_two_share)
    );
    let mut all = vec![(sizes, trace.size_bins.clone()), ("Jobs by run time".to_owned(), trace.runtime_bins.clone())];
    all.extend(trace.calendar.iter().flat_map(by_the_clock));
    all
}

fn by_the_clock(calendar: &Calendar) -> [(String, Vec<Bin>); 2] {
    let bin = |label: String, count: u64| Bin { label, count };
    let hours = (0..).zip(calendar.by_hour);
    let hours = hours.map(|(hour, count)| bin(format!("{hour:02}:00"), count));
    let days = WEEKDAYS.iter().zip(calendar.by_weekday);
    let days = days.map(|(day, count)| bin((*day).to_owned(), count));
    let zone = match calendar.zone_from {
        Some(field) => format!("{} by {field}", calendar.zone),
        None => "UTC, as the header tells no zone".to_owned(),
    };
    [(format!("Submissions by hour ({zone})"), hours.collect()), ("Submissions by weekday".to_owned(), days.collect())]
}

/// Share of each bin, as text.
fn shares(bins: &[Bin]) -> Vec<String> {
    let all: u64 = bins.iter().map(|bin| bin.count).sum();
    let share = |bin: &Bin| number::percent(bin.count as f64 / all.max(1) as f64);
    bins.iter().map(share).collect()
}

/// One bar per bin; the bin with most jobs has the longest bar.
fn bars(bins: &[Bin], terminal: Terminal) -> String {
    let most = bins.iter().map(|bin| bin.count).max().unwrap_or(0).max(1);
    let room = terminal.width.unwrap_or(usize::MAX);
    let longest = room.saturating_sub(LABEL + NUMBERS + 2).clamp(LEAST_BAR, BAR);
    let lines = bins.iter().zip(shares(bins)).map(|(own, share)| {
        let bar = bar(own.count as f64 / most as f64, longest);
        let (label, count) = (&own.label, number::count(own.count));
        format!("{label:>LABEL$} {bar:longest$} {count:>11} {share:>7}\n")
    });
    lines.collect()
}

/// A bar whose length is a multiple of an eighth of a column. Every share above zero is visible.
fn bar(share: f64, longest: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share * (longest * 8) as f64).ceil() as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

/// The statistics with pictures, as an HTML document.
///
/// # Errors
/// If a figure cannot be drawn.
pub fn page(trace: &Statistics) -> Result<String, String> {
    let mut charts = bar_charts(trace);
    let figures = charts.iter_mut().map(|chart| picture(chart));
    let figures: Vec<Picture> = figures.collect::<Result<_, _>>()?;
    let numbers = text(trace, Terminal::PLAIN);
    let numbers = ("In numbers", &*numbers);
    Ok(html::pictures(&trace.name, &figures, numbers))
}

/// Charts of sizes and run times, and of arrivals if the start time of the log is known.
fn bar_charts(trace: &Statistics) -> Vec<BarChart> {
    let of_bins = |title: &str, bins: &[Bin]| BarChart {
        title: title.to_owned(),
        bars: bins.iter().map(|bin| (bin.label.clone(), bin.count as f64)).collect(),
    };
    let mut charts =
        vec![of_bins("Jobs by size [processors]", &trace.size_bins), of_bins("Jobs by run time", &trace.runtime_bins)];
    if let Some(calendar) = &trace.calendar {
        let hours = calendar.by_hour.iter().enumerate();
        let days = WEEKDAYS.iter().zip(calendar.by_weekday);
        charts.push(BarChart {
            title: format!("Submissions by hour ({})", calendar.zone),
            bars: hours.map(|(hour, &count)| (format!("{hour:02}"), count as f64)).collect(),
        });
        charts.push(BarChart {
            title: "Submissions by weekday".to_owned(),
            bars: days.map(|(day, count)| ((*day).to_owned(), count as f64)).collect(),
        });
    }
    charts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::output::table::flattened;
    use crate::logs::read;

    #[test]
    fn bars_show_everything_that_is_there() {
        assert_eq!(bar(0.0, BAR), "");
        assert_eq!(bar(1e-9, BAR), "▏");
        assert_eq!(bar(0.5, BAR), "█".repeat(20));
        assert_eq!(bar(1.0, BAR).chars().count(), BAR);
    }

    #[test]
    fn a_log_in_words() {
        let log = "; Computer: Test\n; Installation: Here\n; MaxProcs: 8\n; UnixStartTime: 86400\n\
                   1 0 -1 60 4 -1 -1 -1 120\n2 100 -1 0 4\n3 200 -1 100 1\n";
        let trace = Statistics::of(&read("small.swf", &mut log.as_bytes()).unwrap());
        let text = text(&trace, Terminal::PLAIN);
        for part in [
            "small.swf\nTest, Here\n",
            "Records       3\n",
            "  left out    1 × a run time of 0 (line 6)\n",
            "Rate          work for 1.7 processors",
            "Machine       8 processors, load 21.2 %\n",
            "Groups        no users named, no queues named, no partitions named\n",
            "Requests      50 % of jobs have a requested time, and use 50 % of it\n  without     1 job\n",
            "         00:00 ████████████████████████████████████████           2   100 %\n",
        ] {
            assert!(text.contains(part), "{part}\n---\n{text}");
        }
        let fits = |line: &str| line.starts_with("Note") || line.chars().count() <= 80;
        assert!(text.lines().all(fits), "{text}");
    }

    #[test]
    fn every_line_fits_a_narrow_terminal() {
        let log = "; Computer: Test\n; Installation: Somewhere far away from any city\n; MaxProcs: 8\n; UnixStartTime: 86400\n\
                   1 0 -1 60 4 -1 -1 -1 120\n2 100 -1 0 4\n3 200 -1 100 1\n4 90000 -1 1234567 1\n";
        let trace = Statistics::of(&read("small.swf", &mut log.as_bytes()).unwrap());
        let words = |text: &str| -> Vec<String> {
            let words = text.split_whitespace().map(str::to_owned);
            words.filter(|own| !own.contains(['█', '▏'])).collect()
        };
        for width in [40, 60, 80] {
            let terminal = Terminal { colours: false, width: Some(width) };
            let narrow = text(&trace, terminal);
            let fits = narrow.lines().all(|line| line.chars().count() <= width);
            assert!(fits, "{width}:\n{narrow}");
            if width >= 60 {
                assert_eq!(words(&narrow).len(), words(&text(&trace, Terminal::PLAIN)).len());
            }
        }
    }

    #[test]
    fn every_number_is_in_the_table() {
        let trace = Statistics::of(&read("small.swf", &mut &b"1 0 -1 60 4\n2 9 -1 5 3\n"[..]).unwrap());
        let rows = flattened(&serde_json::to_value(&trace).unwrap());
        for row in [["usable", "2"], ["sizes.mean", "3.5"], ["size_bins.3–4", "2"], ["load", ""]] {
            assert!(rows.rows.iter().any(|own| own[..] == row), "{row:?} in {rows:?}");
        }
        let tables = tables(&trace);
        assert_eq!(tables[0].rows[0], ["Records", "2"]);
        assert_eq!(tables[1].heads[1], "Processors");
        assert_eq!(tables[2].rows[2], ["3–4", "2", "100 %"]);
    }

    #[test]
    fn four_pictures_and_the_numbers() {
        let log = "; UnixStartTime: 86400\n1 0 -1 60 4 -1 -1 -1 120\n2 100 -1 0 4\n3 7200 -1 100 1\n";
        let html = |log: &str| page(&Statistics::of(&read("<small>.swf", &mut log.as_bytes()).unwrap())).unwrap();
        let whole = html(log);
        let pictures = |page: &str| page.matches("<svg ").count();
        assert_eq!(pictures(&whole), 4);
        for part in [
            "<title>&lt;small&gt;.swf</title>",
            "Jobs by size [processors]: most in 1 50 %, 3–4 50 %.",
            "Submissions by hour (UTC): most in 00 50 %, 02 50 %.",
            "Submissions by weekday: most in Fri 100 %.",
            "left out    1 × a run time of 0 (line 3)",
        ] {
            assert!(whole.contains(part), "{part} in\n{whole}");
        }
        assert!(!whole.contains("<small>"));
        assert_eq!(pictures(&html("1 0 -1 60 4\n")), 2);
    }
}
