//! Comparison of the same jobs under two schedulers: their identity, their times under both, and the faster scheduler.

use crate::metrics::timeline::{Timeline, TimelineJob};

/// A job that ended under both schedulers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JobPair {
    /// Number of the job.
    pub id: u64,
    /// Index of the job's home cluster.
    pub home: u32,
    /// Requested nodes.
    pub nodes: u32,
    /// Kind of request, if the scheduler distinguishes kinds.
    pub request: Option<u32>,
    /// Arrival time \[s\].
    pub arrival_s: f64,
    /// Turnaround under each scheduler \[s\].
    pub turnaround_s: [f64; 2],
}

impl JobPair {
    /// First turnaround minus second \[s\].
    pub fn difference_s(&self) -> f64 {
        self.turnaround_s[0] - self.turnaround_s[1]
    }

    /// From the job's arrival to its later end \[s\].
    pub fn span_s(&self) -> [f64; 2] {
        let [first, second] = self.turnaround_s;
        [self.arrival_s, self.arrival_s + first.max(second)]
    }
}

/// The job with the largest difference, if there is any difference.
pub fn most_parted(pairs: &[JobPair]) -> Option<&JobPair> {
    let parted = pairs.iter().filter(|own| own.difference_s() != 0.0);
    parted.max_by(|a, b| a.difference_s().abs().total_cmp(&b.difference_s().abs()))
}

/// True if two recordings contain the same jobs: each job in both recordings has the same digest of its drawn
/// properties.
pub fn are_alike(recorded: [&Timeline; 2]) -> bool {
    let both = both(recorded);
    let alike = |[own, other]: &[&TimelineJob; 2]| own.drawn == other.drawn;
    let none_ran = recorded.iter().all(|own| own.jobs.is_empty());
    (none_ran || !both.is_empty()) && both.iter().all(alike)
}

/// Turnaround times of the jobs that ended in a recording \[s\], ascending.
pub fn turnarounds(recorded: &Timeline) -> Vec<f64> {
    let ended = recorded.jobs.iter().filter(|job| job.ended);
    let mut times: Vec<f64> = ended.map(|job| job.end_s - job.arrival_s).collect();
    times.sort_unstable_by(f64::total_cmp);
    times
}

/// The jobs that ended in both recordings, by number.
pub fn pairs(recorded: [&Timeline; 2]) -> Vec<JobPair> {
    let ended = both(recorded).into_iter();
    let ended = ended.filter(|jobs| jobs.iter().all(|job| job.ended));
    let pair = |jobs: [&TimelineJob; 2]| JobPair {
        id: jobs[0].id,
        home: jobs[0].home,
        nodes: jobs[0].nodes,
        request: jobs[0].request,
        arrival_s: jobs[0].arrival_s,
        turnaround_s: jobs.map(|own| own.end_s - own.arrival_s),
    };
    ended.map(pair).collect()
}

/// The first job that starts at different times or on different nodes in the two runs, and the earlier of its two
/// starts \[s\].
pub fn first_to_part(recorded: [&Timeline; 2]) -> Option<(u64, f64)> {
    let other_way = |jobs: &[&TimelineJob; 2]| jobs[0].start_s != jobs[1].start_s || jobs[0].pieces != jobs[1].pieces;
    let parted = both(recorded).into_iter().filter(other_way);
    let first = parted.map(|jobs| (jobs[0].id, jobs[0].start_s.min(jobs[1].start_s)));
    first.min_by(|a, b| a.1.total_cmp(&b.1))
}

/// The jobs in both recordings, by number.
fn both(recorded: [&Timeline; 2]) -> Vec<[&TimelineJob; 2]> {
    let [own, other] = recorded.map(|timeline| {
        let mut jobs: Vec<&TimelineJob> = timeline.jobs.iter().collect();
        jobs.sort_by_key(|job| job.id);
        jobs
    });
    let mut others = other.into_iter().peekable();
    let mut both = Vec::new();
    for job in own {
        while others.next_if(|own| own.id < job.id).is_some() {}
        both.extend(others.next_if(|own| own.id == job.id).map(|other| [job, other]));
    }
    both
}

/// Comparison over several jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sum {
    /// Number of jobs.
    pub jobs: usize,
    /// Number of jobs with a smaller turnaround under the first scheduler.
    pub first: usize,
    /// Number of jobs with a smaller turnaround under the second scheduler.
    pub second: usize,
    /// Mean turnaround under each scheduler \[s\].
    pub mean_s: [f64; 2],
}

/// Compares over some jobs.
pub fn sum<'p>(pairs: impl Iterator<Item = &'p JobPair>) -> Sum {
    let mut sum = Sum::default();
    for pair in pairs {
        sum.jobs += 1;
        sum.first += usize::from(pair.difference_s() < 0.0);
        sum.second += usize::from(pair.difference_s() > 0.0);
        for (mean, own) in sum.mean_s.iter_mut().zip(pair.turnaround_s) {
            *mean += own;
        }
    }
    sum.mean_s = sum.mean_s.map(|own| own / sum.jobs as f64);
    sum
}

/// Indices of the jobs, from the largest gain under the first scheduler to the largest loss; jobs with equal gains by
/// number.
pub fn order(pairs: &[JobPair]) -> Vec<usize> {
    let difference_s = |at: usize| pairs[at].difference_s();
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    order.sort_by(|&a, &b| difference_s(a).total_cmp(&difference_s(b)));
    order
}

/// Ranks of the sorted values that an ECDF draws: the ranks that are kept, and for each value with a kept rank its last
/// rank, which has the value of the ECDF.
pub fn steps(values: &[f64], kept: &dyn Fn(usize) -> bool) -> Vec<usize> {
    let mut any = false;
    let shown = |rank: &usize| {
        let own = kept(*rank);
        any |= own;
        let is_last = values.get(rank + 1) != Some(&values[*rank]);
        let is_step = is_last && std::mem::take(&mut any);
        own || is_step
    };
    (0..values.len()).filter(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::timeline::Rows;

    fn job(id: u64, end_s: f64, ended: bool) -> TimelineJob {
        TimelineJob {
            id,
            home: 1,
            nodes: 4,
            drawn: id as u32,
            request: None,
            arrival_s: id as f64,
            start_s: id as f64,
            end_s,
            ended,
            failed: false,
            again: false,
            penalty: 1.0,
            pieces: Vec::new(),
            demands: Vec::new(),
        }
    }

    fn recorded(jobs: Vec<TimelineJob>) -> Timeline {
        Timeline { jobs, ..Timeline::default() }
    }

    /// Jobs 1, 3 and 5 end in both, with turnarounds of 9 and 19, 7 and 5, 10 and 10. Job 2 is recorded once, job 4
    /// still runs in one.
    #[test]
    fn jobs_that_ended_in_both_by_hand() {
        let own = recorded(vec![job(3, 10.0, true), job(1, 10.0, true), job(4, 20.0, true), job(5, 15.0, true)]);
        let other = recorded(vec![
            job(1, 20.0, true),
            job(2, 9.0, true),
            job(3, 8.0, true),
            job(4, 30.0, false),
            job(5, 15.0, true),
        ]);
        let found = pairs([&own, &other]);
        let times: Vec<_> = found.iter().map(|own| (own.id, own.turnaround_s)).collect();
        assert_eq!(times, [(1, [9.0, 19.0]), (3, [7.0, 5.0]), (5, [10.0, 10.0])]);
        // Job 1 arrives at 1 s and ends at 20 s at the latest.
        assert_eq!(most_parted(&found).map(JobPair::span_s), Some([1.0, 20.0]));
        assert!(most_parted(&found[2..]).is_none(), "as fast under both");
        let all = sum(found.iter());
        assert_eq!((all.jobs, all.first, all.second), (3, 1, 1));
        assert_eq!(all.mean_s, [26.0 / 3.0, 34.0 / 3.0]);
        assert_eq!(order(&found), [0, 2, 1]);
        assert!(pairs([&own, &Timeline::default()]).is_empty());
    }

    /// Jobs with the same number may start and end at other times and places, but must have the same arrival and
    /// properties.
    #[test]
    fn jobs_that_are_others_by_hand() {
        let own = recorded(vec![job(1, 10.0, true), job(2, 11.0, false)]);
        let late = recorded(vec![job(1, 30.0, true), job(3, 9.0, true)]);
        let other = recorded(vec![TimelineJob { drawn: 5, ..job(1, 10.0, true) }]);
        assert!(are_alike([&own, &late]));
        assert!(!are_alike([&own, &other]));
        assert!(!are_alike([&own, &recorded(vec![job(7, 9.0, true)])]));
        assert_eq!(turnarounds(&late), [6.0, 29.0]);
        assert_eq!(turnarounds(&own), [9.0]);
    }

    /// Job 2 starts later in one run, at 2 s in the other; job 3 starts elsewhere, at 3 s. Ends do not matter.
    #[test]
    fn the_first_that_goes_another_way_by_hand() {
        let late = |id: u64, start_s: f64| TimelineJob { start_s, ..job(id, 20.0, true) };
        let elsewhere = TimelineJob { pieces: vec![Rows { cluster: 1, nodes: vec![(0, 3)] }], ..job(3, 9.0, true) };
        let own = recorded(vec![job(1, 5.0, true), late(2, 7.0), job(3, 9.0, true)]);
        let of = |other: Vec<TimelineJob>| first_to_part([&own, &recorded(other)]);
        assert_eq!(of(vec![job(1, 6.0, true), late(2, 2.0), elsewhere.clone()]), Some((2, 2.0)));
        assert_eq!(of(vec![late(2, 7.0), elsewhere]), Some((3, 3.0)));
        assert_eq!(of(vec![job(1, 6.0, false)]), None);
    }

    /// The first, third and last of ten values are kept. The last of the equal values is added, where the share is 8 of
    /// 10.
    #[test]
    fn an_ecdf_shows_the_share_of_no_larger_values() {
        let values = [-3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 2.0];
        assert_eq!(steps(&values, &|rank| [0, 2, 9].contains(&rank)), [0, 2, 7, 9]);
        assert_eq!(steps(&values, &|rank| rank == 0), [0]);
        assert!(steps(&[], &|_| true).is_empty());
    }
}
