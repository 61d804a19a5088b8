//! The rows of a table of outages.

use super::Recorded;
use crate::base::problem::Problem;
use crate::logs::sacct::Moment;
use crate::platform::OutageKind;

/// Format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Csv,
    Slurm,
    Archive,
}

impl Format {
    fn separator(self) -> char {
        match self {
            Format::Csv => ',',
            Format::Slurm => '|',
            Format::Archive => '\t',
        }
    }

    /// Names of the columns: cluster, nodes, beginning, end, kind. Those of the beginning and the end must be there.
    fn columns(self) -> [&'static str; 5] {
        match self {
            Format::Csv => ["cluster", "nodes", "at", "until", "kind"],
            Format::Slurm => ["cluster", "nodename", "timestart", "timeend", "state"],
            Format::Archive => ["platform_id", "node_id", "event_start_time", "event_end_time", "event_type"],
        }
    }

    /// The format with this header.
    pub fn of(header: &str) -> Option<Format> {
        [Format::Csv, Format::Slurm, Format::Archive].into_iter().find(|own| {
            let places = own.places(header);
            places[2].is_some() && places[3].is_some() && (*own == Format::Csv || places[4].is_some())
        })
    }

    /// Places of the columns in a header.
    fn places(self, header: &str) -> [Option<usize>; 5] {
        let plain = |name: &str| name.trim().trim_start_matches('#').replace(' ', "").to_lowercase();
        let names: Vec<String> = header.split(self.separator()).map(plain).collect();
        self.columns().map(|column| names.iter().position(|own| own == column))
    }
}

/// The beginning of a text, for messages.
pub(super) fn short(text: &str) -> String {
    text.chars().filter(|own| !own.is_control()).take(40).collect()
}

/// The rows so far. Times are seconds as in the file, or since 1970.
pub(super) struct Table {
    name: String,
    pub format: Format,
    places: [Option<usize>; 5],
    /// The beginning of the run \[s\], if given.
    from_s: Option<f64>,
    /// Rows with the numbers of their lines.
    pub rows: Vec<(usize, Recorded)>,
    pub clusters: Vec<String>,
    pub left_out: u64,
}

impl Table {
    /// A table with this header; `None` if the header names no outages.
    ///
    /// # Errors
    /// The beginning of the run is no time.
    pub fn new(name: &str, header: &str, from: Option<&str>) -> Result<Option<Table>, Problem> {
        let Some(format) = Format::of(header) else { return Ok(None) };
        let moment = |text: &str| {
            time_s(text).ok_or_else(|| {
                Problem::new(
                    "the beginning of the run",
                    format!("is \"{}\"", short(text)),
                    "a time as Slurm prints it (2026-01-31T12:00:00), or seconds",
                    "Correct it, or leave it out for the earliest time in the file",
                )
            })
        };
        let from_s = from.map(moment).transpose()?;
        let places = format.places(header);
        let name = name.to_owned();
        Ok(Some(Table { name, format, places, from_s, rows: Vec::new(), clusters: Vec::new(), left_out: 0 }))
    }

    /// The time of the file at which the run begins \[s\].
    pub fn zero_s(&self) -> f64 {
        let earliest_s = || self.rows.iter().map(|(_, own)| own.at_s).fold(f64::INFINITY, f64::min);
        self.from_s.unwrap_or_else(|| if self.format == Format::Csv { 0.0 } else { earliest_s() })
    }

    /// A problem in a line.
    pub fn problem(&self, line: usize, what: &str, value: &str, allowed: &str) -> Problem {
        Problem::new(
            format!("{}: line {line}", self.name),
            format!("{what} \"{}\"", short(value)),
            allowed,
            "Correct the line, or leave it out",
        )
    }

    /// Adds a line.
    pub fn add(&mut self, line: usize, text: &str) -> Result<(), Problem> {
        let cells: Vec<&str> = text.split(self.format.separator()).map(str::trim).collect();
        let cell = |at: usize| self.places[at].and_then(|place| cells.get(place)).copied().unwrap_or_default();
        let [cluster, node, at, until, kind] = [0, 1, 2, 3, 4].map(cell);
        let kind = match self.format {
            Format::Csv if kind.is_empty() => Some(OutageKind::Fail),
            Format::Csv => Some(OutageKind::named(&kind.to_lowercase()).ok_or_else(|| {
                let names: Vec<&str> = OutageKind::ALL.iter().map(|own| own.name()).collect();
                self.problem(line, "has the kind", kind, &names.join(", "))
            })?),
            Format::Slurm => of_state(kind).filter(|_| !node.is_empty() && !until.is_empty() && until != "Unknown"),
            Format::Archive => match kind {
                "0" => Some(OutageKind::Fail),
                other if other.parse::<u64>().is_ok() => None,
                other => {
                    return Err(self.problem(line, "has the event type", other, "0 (unavailable) or another number"));
                }
            },
        };
        let Some(kind) = kind.filter(|_| self.format != Format::Archive || until != "NULL") else {
            self.left_out += 1;
            return Ok(());
        };
        let time = |what: &str, text: &str| {
            let allowed = "a time: seconds, or as Slurm prints it (2026-01-31T12:00:00)";
            time_s(text).ok_or_else(|| self.problem(line, what, text, allowed))
        };
        let (at_s, until_s) = (time("begins at", at)?, time("ends at", until)?);
        if until_s <= at_s {
            return Err(self.problem(line, "ends at", until, &format!("a time after its beginning, {}", short(at))));
        }
        let number = |what: &str, text: &str, least: u32| {
            let own = text.parse::<u32>().ok().filter(|own| *own >= least);
            own.ok_or_else(|| self.problem(line, what, text, &format!("a number from {least} on")))
        };
        let (cluster, nodes) = match self.format {
            Format::Csv => (
                if cluster.is_empty() { 0 } else { number("has the cluster", cluster, 0)? },
                if node.is_empty() { None } else { Some(number("has the number of nodes", node, 1)?) },
            ),
            _ => (self.cluster(cluster), Some(1)),
        };
        self.rows.push((line, Recorded { at_s, until_s, cluster, nodes, kind }));
        Ok(())
    }

    /// The index of a named cluster.
    fn cluster(&mut self, name: &str) -> u32 {
        let known = self.clusters.iter().position(|own| own == name);
        let at = known.unwrap_or_else(|| {
            self.clusters.push(name.to_owned());
            self.clusters.len() - 1
        });
        at as u32
    }
}

/// Seconds, or a time as Slurm prints it \[s since 1970\].
fn time_s(text: &str) -> Option<f64> {
    match text.parse::<f64>() {
        Ok(time_s) => (time_s.is_finite() && time_s >= 0.0).then_some(time_s),
        Err(_) => Some(Moment::of(text)?.instants(None)[0] as f64),
    }
}

/// The kind of outage of a state of Slurm, such as `DOWN*` or `IDLE+DRAIN`.
fn of_state(state: &str) -> Option<OutageKind> {
    let state = state.to_uppercase();
    let has = |word: &str| state.contains(word);
    if has("MAINT") {
        Some(OutageKind::Maintenance)
    } else if ["DOWN", "FAIL", "ERROR", "NOT_RESPONDING"].into_iter().any(has) {
        Some(OutageKind::Fail)
    } else {
        has("DRAIN").then_some(OutageKind::Drain)
    }
}
