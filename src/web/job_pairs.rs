//! The same jobs under two schedulers: whether they are the same, what each took under both, and who won.

use crate::metrics::timeline::{Timeline, TimelineJob};

/// A job that ended under both.
#[derive(Clone, Debug, PartialEq)]
pub struct JobPair {
    /// Its number.
    pub id: u64,
    /// Index of its home cluster.
    pub home: u32,
    /// Nodes that it asked for.
    pub nodes: u32,
    /// Which kind of request it is, if its scheduler tells several apart.
    pub request: Option<u32>,
    /// \[s\]
    pub arrival_s: f64,
    /// Under each \[s\].
    pub turnaround_s: [f64; 2],
}

impl JobPair {
    /// The first turnaround less the second \[s\].
    pub fn difference_s(&self) -> f64 {
        self.turnaround_s[0] - self.turnaround_s[1]
    }
}

/// Whether two recordings are of the same jobs: of all that are in both the same was drawn, by its digest.
pub fn are_alike(recorded: [&Timeline; 2]) -> bool {
    let both = both(recorded);
    let alike = |[own, other]: &[&TimelineJob; 2]| own.drawn == other.drawn;
    let none_ran = recorded.iter().all(|own| own.jobs.is_empty());
    (none_ran || !both.is_empty()) && both.iter().all(alike)
}

/// Turnaround times of the jobs that ended in a recording \[s\], the shortest first.
pub fn turnarounds(recorded: &Timeline) -> Vec<f64> {
    let ended = recorded.jobs.iter().filter(|job| job.ended);
    let mut times: Vec<f64> = ended.map(|job| job.end_s - job.arrival_s).collect();
    times.sort_unstable_by(f64::total_cmp);
    times
}

/// The jobs that ended in both recordings, by their number.
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

/// The first job that starts at another time or elsewhere, and when it does so under the one that starts it first \[s\].
pub fn first_to_part(recorded: [&Timeline; 2]) -> Option<(u64, f64)> {
    let other_way = |jobs: &[&TimelineJob; 2]| jobs[0].start_s != jobs[1].start_s || jobs[0].pieces != jobs[1].pieces;
    let parted = both(recorded).into_iter().filter(other_way);
    let first = parted.map(|jobs| (jobs[0].id, jobs[0].start_s.min(jobs[1].start_s)));
    first.min_by(|a, b| a.1.total_cmp(&b.1))
}

/// The jobs of both recordings, by their number.
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

/// How many jobs are faster under the first, under the second, and as fast under both; and the mean difference \[s\].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sum {
    /// Jobs.
    pub jobs: usize,
    /// Those with the smaller turnaround under the first.
    pub first: usize,
    /// Those with the smaller turnaround under the second.
    pub second: usize,
    /// Mean turnaround under each \[s\].
    pub mean_s: [f64; 2],
}

/// Of some jobs.
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

/// Places of the jobs from the one that wins most under the first to the one that loses most; equal ones by number.
pub fn order(pairs: &[JobPair]) -> Vec<usize> {
    let difference_s = |at: usize| pairs[at].difference_s();
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    order.sort_by(|&a, &b| difference_s(a).total_cmp(&difference_s(b)));
    order
}

/// Which ranks of rising values an ECDF draws: those that are kept, and of each value of which one is kept the last, where the ECDF's value is.
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
            penalty: 1.0,
            pieces: Vec::new(),
        }
    }

    fn recorded(jobs: Vec<TimelineJob>) -> Timeline {
        Timeline { jobs, ..Timeline::default() }
    }

    /// Jobs 1, 3 and 5 end in both: 9 and 19, 7 and 5, 10 and 10 after their arrivals. 2 is recorded once, 4 runs on in one.
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
        let all = sum(found.iter());
        assert_eq!((all.jobs, all.first, all.second), (3, 1, 1));
        assert_eq!(all.mean_s, [26.0 / 3.0, 34.0 / 3.0]);
        assert_eq!(order(&found), [0, 2, 1]);
        assert!(pairs([&own, &Timeline::default()]).is_empty());
    }

    /// Jobs of the same number may start and end elsewhere and later, but not arrive or be otherwise.
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

    /// 2 starts later in one, at 2 at the earliest; 3 elsewhere, at 3. Ends do not matter.
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

    /// Of ten jobs the first and the last are kept: of the equal ones the last comes too, where the share is 8 of 10.
    #[test]
    fn an_ecdf_shows_the_share_of_no_larger_values() {
        let values = [-3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 2.0];
        assert_eq!(steps(&values, &|rank| [0, 2, 9].contains(&rank)), [0, 2, 7, 9]);
        assert_eq!(steps(&values, &|rank| rank == 0), [0]);
        assert!(steps(&[], &|_| true).is_empty());
    }
}
