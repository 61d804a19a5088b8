//! A log's pictures and numbers.

use crate::chart::bars::BarChart;
use crate::cli::printed::report::figures::{Picture, picture};
use crate::cli::printed::terminal::Terminal;
use crate::cli::printed::{picture_page, trace_text};
use crate::workload::trace::{Bin, Trace, WEEKDAYS};

/// The document.
///
/// # Errors
/// If a figure cannot be drawn.
pub fn document(trace: &Trace) -> Result<String, String> {
    let mut charts = charts(trace);
    let figures = charts.iter_mut().map(|chart| picture(chart));
    let figures: Vec<Picture> = figures.collect::<Result<_, _>>()?;
    let numbers = trace_text::text(trace, Terminal::PLAIN);
    let numbers = ("In numbers", &*numbers);
    Ok(picture_page::document(&trace.name, &figures, numbers))
}

/// Sizes and run times, and arrivals if the log tells the time.
fn charts(trace: &Trace) -> Vec<BarChart> {
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
    use crate::workload::swf::read;

    #[test]
    fn four_pictures_and_the_numbers() {
        let log = "; UnixStartTime: 86400\n1 0 -1 60 4 -1 -1 -1 120\n2 100 -1 0 4\n3 7200 -1 100 1\n";
        let page = |log: &str| document(&Trace::of(&read("<small>.swf", &mut log.as_bytes()).unwrap())).unwrap();
        let whole = page(log);
        let pictures = |page: &str| page.matches("<svg ").count();
        assert_eq!(pictures(&whole), 4);
        for part in [
            "<title>&lt;small&gt;.swf</title>",
            "Jobs by size [processors]: most in 1 50 %, 3–4 50 %.",
            "Submissions by hour (UTC): most in 00 50 %, 02 50 %.",
            "Submissions by weekday: most in Fri 100 %.",
            "left out    1 × no positive run time (line 3)",
        ] {
            assert!(whole.contains(part), "{part} in\n{whole}");
        }
        assert!(!whole.contains("<small>"));
        assert_eq!(pictures(&page("1 0 -1 60 4\n")), 2);
    }
}
