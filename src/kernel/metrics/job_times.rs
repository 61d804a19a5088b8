//! The turnaround of every single job, for small runs: which jobs a scheduler serves earlier than another does.

use super::confidence::estimate;
use serde::{Deserialize, Serialize};

/// A job that has ended and counts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct JobTime {
    /// Its number in order of arrival.
    pub id: u64,
    /// \[s\]
    pub arrival_s: f64,
    /// \[s\]
    pub turnaround_s: f64,
    /// The experiment's group that it belongs to, if it has groups.
    pub group: Option<u32>,
}

/// How often jobs end earlier under one scheduler than under another.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct JobByJob {
    /// Jobs that ended and count under both, over all replications.
    pub jobs: u64,
    /// Those of them that end earlier.
    pub ahead: u64,
    /// Those that end later; the others end at the same time.
    pub behind: u64,
    /// Mean over the replications of the share that ends earlier.
    pub ahead_share: f64,
    /// Half width of its 95 % interval by Student's t; null with one replication.
    pub ahead_share_ci95: Option<f64>,
    /// Mean over the replications of the share that ends later.
    pub behind_share: f64,
}

impl JobByJob {
    /// The jobs of one group, or all, in pairs of runs on the same jobs, each in order of id; none if no pair has any.
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

/// Jobs in both, ended earlier in the first, ended later in it.
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
        JobTime { id, arrival_s: 0.0, turnaround_s, group: Some(group) }
    }

    /// Job 2 ended under the first only and job 4 under the second only; of the others one is earlier, one later, one equal. The second pair
    /// has one job, which is earlier: shares 1/3 and 1.
    #[test]
    fn two_pairs_by_hand() {
        let own = [job(1, 5.0, 0), job(2, 1.0, 0), job(3, 9.0, 1), job(5, 2.0, 1)];
        let other = [job(1, 6.0, 0), job(3, 8.0, 1), job(4, 7.0, 1), job(5, 2.0, 1)];
        let (second, third) = ([job(1, 1.0, 0)], [job(1, 3.0, 0)]);
        let pairs = || [(&own[..], &other[..]), (&second[..], &third[..])].into_iter();
        let all = JobByJob::of(pairs(), None).unwrap();
        assert_eq!((all.jobs, all.ahead, all.behind), (4, 2, 1));
        assert_eq!((all.ahead_share, all.behind_share), (2.0 / 3.0, 1.0 / 6.0));
        // Two values 2/3 apart: half of that times Student's 12.706.
        assert!((all.ahead_share_ci95.unwrap() - 12.706 / 3.0).abs() < 1e-9);
        let group = JobByJob::of(pairs(), Some(1)).unwrap();
        assert_eq!((group.jobs, group.ahead, group.behind), (2, 0, 1));
        assert_eq!(group.ahead_share_ci95, None);
        assert_eq!(JobByJob::of(pairs(), Some(7)), None);
    }
}
