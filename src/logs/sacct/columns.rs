//! The header line of a table that `sacct --parsable2` prints: its columns, in any order.

use crate::base::problem::Problem;
use crate::logs::reading::ProcessorRule;
use std::borrow::Cow;

/// Columns that are read. Two columns of one meaning are alternatives: the first one with a value is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    JobId,
    JobIdRaw,
    Submit,
    Eligible,
    Start,
    End,
    ElapsedRaw,
    Elapsed,
    AllocCpus,
    NCpus,
    ReqCpus,
    AllocNodes,
    NNodes,
    ReqNodes,
    AllocTres,
    ReqTres,
    TimelimitRaw,
    Timelimit,
    User,
    Uid,
    Group,
    Gid,
    Qos,
    Partition,
    State,
    Cluster,
    MaxRss,
    Dependency,
    SubmitLine,
}

impl Column {
    /// Columns with the cores of a job.
    pub const CORES: [Column; 3] = [Column::AllocCpus, Column::NCpus, Column::AllocTres];
    /// Columns with the nodes of a job.
    pub const NODES: [Column; 3] = [Column::AllocNodes, Column::NNodes, Column::AllocTres];
}

/// Columns that are read: the name in the header line, and what the column becomes.
const KNOWN: [(&str, Column, &str); 29] = [
    ("JobID", Column::JobId, "job, numbered from 1 in order of submission; steps left out (field 1)"),
    ("JobIDRaw", Column::JobIdRaw, "job, if there is no JobID (field 1)"),
    ("Submit", Column::Submit, "submit time (field 2)"),
    ("Eligible", Column::Eligible, "counted if later than Submit"),
    ("Start", Column::Start, "wait time: Start − Submit (field 3)"),
    ("End", Column::End, "checks Start + Elapsed; run time, if there is no Elapsed (field 4)"),
    ("ElapsedRaw", Column::ElapsedRaw, "run time (field 4)"),
    ("Elapsed", Column::Elapsed, "run time, if there is no ElapsedRaw (field 4)"),
    ("AllocCPUS", Column::AllocCpus, "cores used (field 5)"),
    ("NCPUS", Column::NCpus, "cores used, if there is no AllocCPUS (field 5)"),
    ("ReqCPUS", Column::ReqCpus, "cores requested (field 8)"),
    ("AllocNodes", Column::AllocNodes, "nodes used (field 5)"),
    ("NNodes", Column::NNodes, "nodes used, if there is no AllocNodes (field 5)"),
    ("ReqNodes", Column::ReqNodes, "nodes requested (field 8)"),
    ("AllocTRES", Column::AllocTres, "cores and nodes used, where no other column has them (field 5); GPUs, memory"),
    ("ReqTRES", Column::ReqTres, "cores and nodes requested, where no other column has them (field 8)"),
    ("TimelimitRaw", Column::TimelimitRaw, "requested time: minutes (field 9)"),
    ("Timelimit", Column::Timelimit, "requested time, if there is no TimelimitRaw (field 9)"),
    ("User", Column::User, "user, numbered in order of appearance (field 12)"),
    ("UID", Column::Uid, "user, if there is no User (field 12)"),
    ("Group", Column::Group, "group, numbered in order of appearance (field 13)"),
    ("GID", Column::Gid, "group, if there is no Group (field 13)"),
    ("QOS", Column::Qos, "queue, numbered in order of appearance (field 15)"),
    ("Partition", Column::Partition, "partition, numbered in order of appearance (field 16)"),
    ("State", Column::State, "status: 1 completed, 5 cancelled, 0 otherwise (field 11)"),
    ("Cluster", Column::Cluster, "Computer in the header"),
    ("MaxRSS", Column::MaxRss, "largest memory of a job's steps"),
    ("Dependency", Column::Dependency, "jobs that the job waits for (field 17)"),
    ("SubmitLine", Column::SubmitLine, "--dependency, if there is no Dependency, and the limit of --array (field 17)"),
];

/// Columns with free text, in which the delimiter may occur.
const FREE: [&str; 8] =
    ["JobName", "Comment", "AdminComment", "SystemComment", "WorkDir", "SubmitLine", "Extra", "Reservation"];

/// Command whose output is read.
pub(super) const RECIPE: &str = "sacct --allusers --parsable2 --format JobID,Submit,Eligible,Start,End,ElapsedRaw,AllocCPUS,\
    NNodes,TimelimitRaw,User,Account,Partition,QOS,State,AllocTRES";

/// The columns of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    delimiter: char,
    names: Vec<String>,
    places: [Option<usize>; KNOWN.len()],
    /// Place of the only column with free text.
    free: Option<usize>,
}

impl Columns {
    /// The columns that a header line names; `None` if the line is no header line of `sacct`: it has at least two
    /// names, and one of them is JobID or JobIDRaw.
    pub fn of(header: &str) -> Option<Columns> {
        let header = header.trim();
        let delimiter = header.chars().find(|&c| !c.is_ascii_alphanumeric() && c != '"')?;
        if matches!(delimiter, '_' | ' ' | '-' | '.' | ':' | '%') {
            return None;
        }
        let mut names = split(header, delimiter);
        // With --parsable, every line ends with a bar.
        if names.last().is_some_and(|last| last.is_empty()) {
            names.pop();
        }
        let is_name =
            |name: &Cow<str>| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        let place = |wanted: &str| names.iter().position(|name| name.eq_ignore_ascii_case(wanted));
        if names.len() < 2 || !names.iter().all(is_name) || place("JobID").or(place("JobIDRaw")).is_none() {
            return None;
        }
        let mut free = FREE.iter().filter_map(|name| place(name));
        Some(Columns {
            delimiter,
            places: KNOWN.map(|(name, ..)| place(name)),
            free: free.next().filter(|_| free.next().is_none()),
            names: names.into_iter().map(Cow::into_owned).collect(),
        })
    }

    /// Names of the columns.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// What each column becomes: its name and a description. `None`: the standard format has no field for the column.
    pub fn meanings(&self, rule: ProcessorRule) -> impl Iterator<Item = (&str, Option<&'static str>)> {
        let unused: &[Column] = match rule {
            ProcessorRule::Cores => &[Column::AllocNodes, Column::NNodes, Column::ReqNodes],
            ProcessorRule::Nodes => &[Column::AllocCpus, Column::NCpus, Column::ReqCpus],
        };
        self.names.iter().map(move |name| {
            let known = KNOWN.iter().find(|(own, ..)| own.eq_ignore_ascii_case(name));
            let used = known.filter(|(_, column, _)| !unused.contains(column));
            (name.as_str(), used.map(|&(.., meaning)| meaning))
        })
    }

    /// True if the table has the column.
    pub(super) fn has(&self, column: Column) -> bool {
        self.place(column).is_some()
    }

    fn place(&self, column: Column) -> Option<usize> {
        self.places.get(column as usize).copied().flatten()
    }

    /// Cells of a line. If the table has one column with free text, delimiters within this text are no problem.
    ///
    /// # Errors
    /// If the line has fewer or more cells than there are columns; the error is their number.
    pub(super) fn cells<'c>(&'c self, line: &'c str) -> Result<Cells<'c>, usize> {
        let mut texts = split(line, self.delimiter);
        let columns = self.names.len();
        if texts.len() == columns + 1 && texts.last().is_some_and(|last| last.is_empty()) {
            texts.pop();
        }
        if let (Some(free), Some(more)) = (self.free, texts.len().checked_sub(columns))
            && more > 0
        {
            let joined: Vec<Cow<str>> = texts.drain(free..=free + more).collect();
            texts.insert(free, joined.join(&self.delimiter.to_string()).into());
        }
        match texts.len() == columns {
            true => Ok(Cells { columns: self, texts }),
            false => Err(texts.len()),
        }
    }

    /// The texts of a line, in the order of the columns; `None` if there are fewer or more.
    pub fn texts<'l>(&'l self, line: &'l str) -> Option<Vec<Cow<'l, str>>> {
        self.cells(trimmed(line)).ok().map(|cells| cells.texts)
    }

    /// True if the table has one of the columns.
    pub(super) fn has_any(&self, columns: &[Column]) -> bool {
        columns.iter().any(|&column| self.has(column))
    }

    /// Unit of processors: cores, unless nodes are requested or the table has only nodes.
    pub(super) fn rule(&self, asked: ProcessorRule) -> ProcessorRule {
        if self.has_any(&Column::CORES) { asked } else { ProcessorRule::Nodes }
    }

    /// Checks that the table has the columns of a log.
    ///
    /// # Errors
    /// If there is no column with the submission, the run time, or the processors.
    pub(super) fn assert_complete(&self, rule: ProcessorRule) -> Result<(), Problem> {
        let run =
            self.has_any(&[Column::ElapsedRaw, Column::Elapsed]) || (self.has(Column::Start) && self.has(Column::End));
        let nodes = self.has_any(&Column::NODES);
        let (missing, allowed) = if !self.has(Column::Submit) {
            ("submission", "Submit")
        } else if !run {
            ("run time", "ElapsedRaw, Elapsed, or Start and End")
        } else if rule == ProcessorRule::Nodes && !nodes {
            ("nodes", "one of AllocNodes, NNodes, AllocTRES")
        } else if !nodes && !self.has_any(&Column::CORES) {
            ("processors", "one of AllocCPUS, NCPUS, AllocTRES, AllocNodes, NNodes")
        } else {
            return Ok(());
        };
        Err(Problem::new(
            "",
            format!("is output of sacct without a column of the {missing}: it has {}", self.names.join(", ")),
            allowed,
            format!("Print it again: {RECIPE}"),
        ))
    }
}

/// The cells of one line.
#[derive(Clone, Debug)]
pub(super) struct Cells<'c> {
    columns: &'c Columns,
    texts: Vec<Cow<'c, str>>,
}

impl Cells<'_> {
    /// Text of a cell without blanks at its ends; empty if there is no such column.
    pub fn text(&self, column: Column) -> &str {
        let text = self.columns.place(column).and_then(|place| self.texts.get(place));
        text.map_or("", |text| text.trim())
    }

    /// True if the table has the column.
    pub fn has(&self, column: Column) -> bool {
        self.columns.has(column)
    }
}

/// A line without its line end and byte-order mark.
pub(super) fn trimmed(line: &str) -> &str {
    line.trim_matches(['\r', '\n', '\0', '\u{feff}'])
}

/// Splits a line. A cell may be quoted as in CSV, unless the delimiter is a bar: Slurm does not quote.
fn split(line: &str, delimiter: char) -> Vec<Cow<'_, str>> {
    if delimiter == '|' || !line.contains('"') {
        return line.split(delimiter).map(Cow::Borrowed).collect();
    }
    let mut cells = Vec::new();
    let (mut cell, mut quoted) = (String::new(), false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if !quoted && cell.is_empty() => quoted = true,
            '"' if quoted && letters.peek() == Some(&'"') => cell.extend(letters.next()),
            '"' if quoted => quoted = false,
            letter if letter == delimiter && !quoted => cells.push(Cow::Owned(std::mem::take(&mut cell))),
            letter => cell.push(letter),
        }
    }
    cells.push(Cow::Owned(cell));
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_columns_are_at_their_place() {
        for (place, (name, column, _)) in KNOWN.iter().enumerate() {
            assert_eq!(*column as usize, place, "{name}");
        }
    }

    #[test]
    fn header_lines() {
        for (header, names) in [
            ("JobID|User|State", 3),
            ("User|JobIDRaw|", 2),
            ("jobid,submit,elapsed", 3),
            ("\"JobID\";\"Submit\"", 2),
            ("JobID\tSubmit", 2),
            ("JobID^Submit\r", 2),
        ] {
            assert_eq!(Columns::of(header).map(|own| own.names().len()), Some(names), "{header}");
        }
        for line in [
            "",
            "JobID",
            "1|2|3",
            "JobID User",
            "a|b",
            "JobID||User",
            "123|alice|COMPLETED",
            "; JobID",
            "{\"JobID\":1}",
        ] {
            assert_eq!(Columns::of(line), None, "{line}");
        }
    }

    #[test]
    fn a_delimiter_in_the_name_of_a_job() {
        let columns = Columns::of("JobID|JobName|User").unwrap();
        assert_eq!(columns.cells("1|a|b|c|alice").unwrap().texts, ["1", "a|b|c", "alice"]);
        assert_eq!(columns.cells("1|a|alice|").unwrap().texts, ["1", "a", "alice"]);
        assert_eq!(columns.cells("1|a").unwrap_err(), 2);
        let columns = Columns::of("JobID,AllocTRES,User").unwrap();
        assert_eq!(columns.cells("1,\"cpu=4,mem=\"\"8G\",alice").unwrap().texts, ["1", "cpu=4,mem=\"8G", "alice"]);
        assert_eq!(columns.cells("1,cpu=4,mem=8G,alice").unwrap_err(), 4);
    }
}
