//! A log and what a file beside it tells of its jobs.

use super::Details;
use crate::base::number;
use crate::base::problem::Problem;
use crate::workload::swf::detail::Detail;
use crate::workload::swf::log::Log;
use crate::workload::swf::refusal::Refusal;

impl Log {
    /// Takes over what a file tells of the log's jobs, by their numbers: what a person should know about it, a sentence each.
    ///
    /// # Errors
    /// If it tells nothing of any of its jobs, or takes more memory than there is.
    pub fn attach(&mut self, details: &Details) -> Result<Vec<String>, Refusal> {
        let mut own = std::mem::take(&mut self.details);
        let more = self.records.len() - own.len();
        if own.try_reserve_exact(more).is_err() {
            return Err(Refusal::of_memory(&details.name, details.rows.len() as u64, ""));
        }
        own.resize(self.records.len(), Detail::default());
        let mut described = 0;
        for (record, detail) in self.records.iter().zip(&mut own) {
            let Some(row) = record.number().and_then(|job| details.of_job(job)) else {
                continue;
            };
            described += 1;
            let new = row.detail;
            *detail = Detail {
                compute_fraction: new.compute_fraction.or(detail.compute_fraction),
                bsbw_bps: new.bsbw_bps.or(detail.bsbw_bps),
                home: new.home.or(detail.home),
                arrival_s: new.arrival_s.or(detail.arrival_s),
                estimate_s: new.estimate_s.or(detail.estimate_s),
                size_mb: new.size_mb.or(detail.size_mb),
                parallelism_variance: new.parallelism_variance.or(detail.parallelism_variance),
                moldable: new.moldable.or(detail.moldable),
                local: new.local.or(detail.local),
                ..*detail
            };
        }
        self.details = own;
        let all = self.records.len();
        if described == 0 {
            return Err(Problem::new(
                details.name.clone(),
                format!("has no line for any job of {}", self.name),
                "the numbers that jobs have in the log (its first field)",
                "Check that the file belongs to this log",
            )
            .into());
        }
        self.arrivals_rise(&details.name)?;
        self.detailed = Some((details.name.clone(), details.sha256.clone()));
        let mut notes = Vec::new();
        if described < all {
            notes.push(format!(
                "{} of the {} jobs of {} have no line: they are as the scenario has them.",
                number::count((all - described) as u64),
                number::count(all as u64),
                self.name
            ));
        }
        Ok(notes)
    }

    /// Arrivals are given for all jobs or for none, and in the order of the log.
    fn arrivals_rise(&self, name: &str) -> Result<(), Problem> {
        let mut before_s = 0.0;
        let any = self.details.iter().any(|own| own.arrival_s.is_some());
        for (record, detail) in self.records.iter().zip(&self.details).filter(|_| any) {
            let job = record.number().map_or_else(|| "a job".to_owned(), |job| format!("job {job}"));
            let remedy = "Give every job its arrival, or leave the column out";
            match detail.arrival_s {
                Some(arrival_s) if arrival_s >= before_s => before_s = arrival_s,
                Some(arrival_s) => {
                    return Err(Problem::new(
                        format!("{name}: the arrival_s of {job}"),
                        format!("is {arrival_s}, but the job before it in the log arrives at {before_s}"),
                        "arrivals in the order of the log",
                        remedy,
                    ));
                }
                None => {
                    return Err(Problem::new(
                        format!("{name}: the arrival_s of {job}"),
                        "is left out, but other jobs have one",
                        "an arrival for every job of the log, or for none",
                        remedy,
                    ));
                }
            }
        }
        Ok(())
    }

    /// Memory that a table of details will take for all jobs \[bytes\].
    pub fn bytes_of_details(&self) -> u64 {
        (self.records.len() * size_of::<Detail>()) as u64
    }

    /// What is known of the job of a record beside what the scenario says of all.
    pub fn detail(&self, record: usize) -> Detail {
        self.details.get(record).copied().unwrap_or_default()
    }

    /// The file that [was attached](Log::attach).
    pub fn detailed_by(&self) -> Option<&str> {
        self.details().map(|(name, _)| name)
    }

    /// Name and SHA-256 of that file.
    pub fn details(&self) -> Option<(&str, &str)> {
        let detailed = self.detailed.as_ref();
        detailed.map(|(name, sha256)| (&**name, &**sha256))
    }

    /// What is in the log, and in the file of details if it has one: equal for logs with the same jobs.
    pub fn identity(&self) -> String {
        let details = self.details().map(|(_, sha256)| sha256);
        format!("{}{}", self.sha256, details.unwrap_or_default())
    }

    /// The highest home cluster that a job was given, and the number of that job.
    pub fn highest_home(&self) -> Option<(u32, Option<u32>)> {
        let homes = self.details.iter().zip(&self.records);
        homes.filter_map(|(detail, record)| Some((detail.home?, record.number()))).max_by_key(|(home, _)| *home)
    }
}
