//! Times of every single job, for small runs, to compare schedulers job by job.

use super::confidence::estimate;
use serde::{Deserialize, Serialize};

/// Times of a measured job, with its size and user, which form groups of jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct JobTime {
    /// Number in order of arrival.
    pub id: u64,
    /// Arrival time \[s\].
    pub arrival_s: f64,
    /// Turnaround time \[s\].
    pub turnaround_s: f64,
    /// Wait \[s\].
    pub wait_s: f64,
    /// Run time to which a slowdown refers: at speed 1, or the time on the nodes of a killed job \[s\].
    pub run_s: f64,
    /// Bounded slowdown.
    pub bounded_slowdown: f64,
    /// Requested nodes.
    pub nodes: u32,
    /// Number of the job's user.
    pub user: u16,
    /// Index of the job's group, if the experiment has groups.
    pub group: Option<u32>,
}

/// Comparison of two schedulers job by job.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct JobByJob {
    /// Number of jobs measured under both schedulers, over all replications.
    pub jobs: u64,
    /// Number of jobs that end earlier than under the other scheduler.
    pub ahead: u64,
    /// Number of jobs that end later than under the other scheduler. Jobs that are neither ahead nor behind end at the
    /// same time.
    pub behind: u64,
    /// Share of jobs that end earlier: the mean over the replications.
    pub ahead_share: f64,
    /// Half width of the 95 % interval of `ahead_share` by Student's t; null with one replication.
    pub ahead_share_ci95: Option<f64>,
    /// Share of jobs that end later: the mean over the replications.
    pub behind_share: f64,
}

impl JobByJob {
    /// Compares the jobs of one group, or all jobs, in pairs of runs with the same jobs. The jobs of a run are sorted
    /// by id. `None` if no job is in both runs of a pair.
    pub fn of<'a>(pairs: impl Iterator<Item = (&'a [JobTime], &'a [JobTime])>, group: Option<u32>) -> Option<JobByJob> {
        let mut all = JobByJob::default();
        let (mut ahead_shares, mut behind_shares) = (Vec::new(), Vec::new());
        for (own, other) in pairs {
            let own = own.iter().filter(|job| group.is_none() || job.group == group);
            let [jobs, ahead, behind] = compared(own, other);
            if jobs > 0 {
                ahead_shares.push(ahead as f64 / jobs as f64);
                behind_shares.push(behind as f64 / jobs as f64);
            }
            all.jobs += jobs;
            all.ahead += ahead;
            all.behind += behind;
        }
        let share = estimate(&ahead_shares);
        (all.jobs > 0).then(|| JobByJob {
            ahead_share: share.mean,
            ahead_share_ci95: Some(share.ci95).filter(|half| half.is_finite()),
            behind_share: estimate(&behind_shares).mean,
            ..all
        })
    }
}

/// Three numbers of jobs: those in both runs, those that ended earlier in the first run than in the second, and those
/// that ended later in the first run.
fn compared<'a>(own: impl Iterator<Item = &'a JobTime>, other: &[JobTime]) -> [u64; 3] {
    let mut others = other.iter().peekable();
    let mut counts = [0; 3];
    for job in own {
        while others.next_if(|other| other.id < job.id).is_some() {}
        let Some(other) = others.next_if(|other| other.id == job.id) else {
            continue;
        };
        counts[0] += 1;
        counts[1] += u64::from(job.turnaround_s < other.turnaround_s);
        counts[2] += u64::from(job.turnaround_s > other.turnaround_s);
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(id: u64, turnaround_s: f64, group: u32) -> JobTime {
        JobTime { id, turnaround_s, group: Some(group), ..JobTime::default() }
    }

    /// Job 2 ended only in the first run and job 4 only in the second. Of the three jobs in both runs, one ended
    /// earlier in the first run, one ended later, and one ended at an equal time. The only job of the second pair of
    /// runs ended earlier in the first run. So the shares of earlier jobs are 1/3 and 1.
    #[test]
    fn two_pairs_by_hand() {
        let own = [job(1, 5.0, 0), job(2, 1.0, 0), job(3, 9.0, 1), job(5, 2.0, 1)];
        let other = [job(1, 6.0, 0), job(3, 8.0, 1), job(4, 7.0, 1), job(5, 2.0, 1)];
        let (second, third) = ([job(1, 1.0, 0)], [job(1, 3.0, 0)]);
        let pairs = || [(&own[..], &other[..]), (&second[..], &third[..])].into_iter();
        let all = JobByJob::of(pairs(), None).unwrap();
        assert_eq!((all.jobs, all.ahead, all.behind), (4, 2, 1));
        assert_eq!((all.ahead_share, all.behind_share), (2.0 / 3.0, 1.0 / 6.0));
        // The two shares differ by 2/3. The half width is half of this difference times 12.706, the quantile of
        // Student's t.
        assert!((all.ahead_share_ci95.unwrap() - 12.706 / 3.0).abs() < 1e-9);
        let group = JobByJob::of(pairs(), Some(1)).unwrap();
        assert_eq!((group.jobs, group.ahead, group.behind), (2, 0, 1));
        assert_eq!(group.ahead_share_ci95, None);
        assert_eq!(JobByJob::of(pairs(), Some(7)), None);
    }
}
