//! Dependencies between jobs: a job that may start only after other jobs, and arrays of jobs with a limit.
//!
//! The meanings are those of the batch system Slurm (<https://slurm.schedmd.com/sbatch.html>, `--dependency` and `--array`).

use std::collections::BTreeMap;

/// The event of another job that a job waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// The other job starts (`after`).
    Start,
    /// The other job ends, in any way (`afterany`).
    End,
    /// The other job ends with success (`afterok`).
    Success,
    /// The other job fails (`afternotok`).
    Failure,
}

/// One dependency of a job.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dependency {
    /// Number of the other job in the stream of jobs.
    pub on: u64,
    /// The event.
    pub after: After,
    /// Time from the event to the moment at which the job may start \[s\].
    pub delay_s: f64,
}

/// The dependencies of all jobs of a stream.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dependencies {
    /// The dependencies of each dependent job, all of which must be fulfilled, by the job's number.
    pub of: BTreeMap<u64, Vec<Dependency>>,
    /// The array of each job of an array with a limit: an index into `limits`.
    pub arrays: BTreeMap<u64, usize>,
    /// Maximum number of jobs of each array that are in the queue or run at one time, at least 1.
    pub limits: Vec<u32>,
    /// True if users submit a dependent job when it may start, so that its time of arrival follows from the run.
    pub feedback: bool,
    /// True if a dependent job waits at the place of its submission, not of the time at which it may start.
    pub placed: bool,
}

impl Dependencies {
    /// True if no job waits for another.
    pub fn is_empty(&self) -> bool {
        self.of.is_empty() && self.arrays.is_empty()
    }

    /// The dependencies among the first `jobs` jobs.
    #[must_use]
    pub fn of_first(&self, jobs: u64) -> Dependencies {
        let known = |list: &Vec<Dependency>| list.iter().filter(|own| own.on < jobs).copied().collect::<Vec<_>>();
        let of = self.of.range(..jobs).map(|(&job, list)| (job, known(list))).filter(|(_, list)| !list.is_empty());
        Dependencies {
            of: of.collect(),
            arrays: self.arrays.range(..jobs).map(|(&job, &array)| (job, array)).collect(),
            limits: self.limits.clone(),
            feedback: self.feedback,
            placed: self.placed,
        }
    }

    /// Jobs that wait for each other, each for the next one: a cycle, or its first thousand jobs.
    pub fn cycle(&self) -> Option<Vec<u64>> {
        let mut open: BTreeMap<u64, usize> = BTreeMap::new();
        let mut followers: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for (&job, list) in &self.of {
            open.insert(job, list.len());
            list.iter().for_each(|own| followers.entry(own.on).or_default().push(job));
        }
        let mut free: Vec<u64> = followers.keys().copied().filter(|on| !open.contains_key(on)).collect();
        while let Some(on) = free.pop() {
            for job in followers.remove(&on).unwrap_or_default() {
                if let Some(left) = open.get_mut(&job) {
                    *left -= 1;
                    if *left == 0 {
                        open.remove(&job);
                        free.push(job);
                    }
                }
            }
        }
        // Of the jobs that are left, each waits for another one that is left: the way back ends in a cycle.
        let mut job = *open.first_key_value()?.0;
        let mut seen: Vec<u64> = Vec::new();
        while let Some(next) = self.of.get(&job).and_then(|list| list.iter().find(|own| open.contains_key(&own.on))) {
            if let Some(begin) = seen.iter().position(|own| *own == job) {
                return Some(seen.split_off(begin));
            }
            if seen.len() >= 1000 {
                break;
            }
            seen.push(job);
            job = next.on;
        }
        Some(seen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(pairs: &[(u64, u64)]) -> Dependencies {
        let mut table = Dependencies::default();
        for &(job, on) in pairs {
            table.of.entry(job).or_default().push(Dependency { on, after: After::End, delay_s: 0.0 });
        }
        table
    }

    #[test]
    fn cycles_by_hand() {
        assert_eq!(table(&[]).cycle(), None);
        assert_eq!(table(&[(1, 0), (2, 1), (2, 0), (9, 2)]).cycle(), None);
        assert_eq!(table(&[(4, 4)]).cycle(), Some(vec![4]));
        // Job 1 waits for the cycle of 3 and 5, and is not in it.
        assert_eq!(table(&[(1, 5), (3, 5), (5, 3)]).cycle(), Some(vec![5, 3]));
    }

    #[test]
    fn the_first_jobs_depend_on_the_first_jobs() {
        let all = table(&[(1, 0), (2, 8), (7, 0)]);
        assert_eq!(all.of_first(3), table(&[(1, 0)]));
        assert!(table(&[(1, 2)]).of_first(2).is_empty());
    }
}
