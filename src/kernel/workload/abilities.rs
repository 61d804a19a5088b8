//! Properties of jobs that only some families of schedulers use: a number of nodes that the scheduler may lower,
//! submission to one cluster, and data to send along.

use super::Source;
use super::changed::changed;
use crate::base::random::Stream;

/// The law of these properties. `None`: as the workload says.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Abilities {
    /// Share of the jobs that are moldable.
    pub moldable_share: Option<f64>,
    /// Greatest variance of the parallelism of moldable jobs; uniform from 0 on.
    pub most_variance: f64,
    /// Share of the jobs that are submitted to their home, of the jobs that are no larger than their home.
    pub local_share: Option<f64>,
    /// Least and most data of a job \[MB\]; uniform.
    pub data_mb: Option<[f64; 2]>,
}

impl Abilities {
    /// True if all jobs are as the workload says.
    pub fn is_none(&self) -> bool {
        self.moldable_share.is_none() && self.local_share.is_none() && self.data_mb.is_none()
    }
}

/// The jobs of `source` with properties drawn by `own`, for clusters of `nodes` nodes. The draws depend only on seed,
/// replication and job.
pub fn able(source: Box<dyn Source>, own: Abilities, nodes: Vec<u32>, seed: &str, replication: u32) -> Box<dyn Source> {
    let stream = |purpose| Stream::new(seed, replication, purpose, 0);
    let [mut moldable, mut variances, mut local, mut data] =
        ["moldable jobs", "variances of parallelism", "local jobs", "data of jobs"].map(stream);
    changed(source, move |mut job| {
        if let Some(share) = own.moldable_share {
            job.moldable = moldable.uniform() < share;
            let variance = own.most_variance * variances.uniform();
            job.parallelism_variance = if job.moldable { variance } else { 0.0 };
        }
        if let Some(share) = own.local_share {
            let fits = nodes.get(job.home as usize).is_some_and(|&home| job.nodes <= home);
            job.local = local.uniform() < share && fits;
        }
        if let Some([least, most]) = own.data_mb {
            job.size_mb = least + (most - least) * data.uniform();
        }
        job
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::Job;

    const JOBS: usize = 20_000;

    /// Jobs of 1 to 8 nodes from two homes in turn.
    struct Plain(u64);

    impl Source for Plain {
        fn next(&mut self) -> Option<Job> {
            let id = self.0;
            self.0 += 1;
            let (home, nodes) = ((id % 2) as u32, (id % 8) as u32 + 1);
            Some(Job { id, home, nodes, moldable: true, local: true, size_mb: 7.0, ..Job::default() })
        }

        fn total(&self) -> Option<u64> {
            None
        }
    }

    fn drawn(own: Abilities) -> Vec<Job> {
        let mut source = able(Box::new(Plain(0)), own, vec![8, 4], "s", 0);
        (0..JOBS).filter_map(|_| source.next()).collect()
    }

    fn share(jobs: &[Job], of: impl Fn(&Job) -> bool) -> f64 {
        jobs.iter().filter(|job| of(job)).count() as f64 / jobs.len() as f64
    }

    #[test]
    fn what_is_not_given_stays() {
        let mut plain = Plain(0);
        for job in drawn(Abilities { most_variance: 2.0, ..Abilities::default() }) {
            assert_eq!(Some(job), plain.next());
        }
    }

    /// Standard deviation of a share at most √(0.25 / 20,000) = 0.0035. A variance uniform on (0, 3) has the mean 1.5
    /// and the standard deviation √0.75 = 0.87, that of the mean of 5000 variances is 0.012.
    #[test]
    fn moldable_jobs_have_their_share_and_a_variance() {
        let jobs = drawn(Abilities { moldable_share: Some(0.25), most_variance: 3.0, ..Abilities::default() });
        assert!((share(&jobs, |job| job.moldable) - 0.25).abs() < 0.015);
        let of = |moldable| jobs.iter().filter(move |job| job.moldable == moldable);
        assert!(of(false).all(|job| job.parallelism_variance == 0.0));
        assert!(of(true).all(|job| (0.0..3.0).contains(&job.parallelism_variance)));
        let mean = of(true).map(|job| job.parallelism_variance).sum::<f64>() / of(true).count() as f64;
        assert!((mean - 1.5).abs() < 0.05, "{mean}");
    }

    /// Of the jobs from cluster 0, of 8 nodes, 0.6 are local; of those from cluster 1, of 4 nodes, the half of at most
    /// 4 nodes. Jobs from cluster 1 have 2, 4, 6 or 8 nodes.
    #[test]
    fn local_jobs_fit_on_their_home() {
        let jobs = drawn(Abilities { local_share: Some(0.6), ..Abilities::default() });
        let of = |home| jobs.iter().filter(|job| job.home == home).copied().collect::<Vec<_>>();
        assert!((share(&of(0), |job| job.local) - 0.6).abs() < 0.025);
        assert!((share(&of(1), |job| job.local) - 0.3).abs() < 0.025);
        assert!(jobs.iter().all(|job| !job.local || job.nodes <= [8, 4][job.home as usize]));
    }

    /// Uniform from 10 to 30 MB: mean 20, standard deviation 5.8, that of the mean 0.04.
    #[test]
    fn data_are_uniform() {
        let jobs = drawn(Abilities { data_mb: Some([10.0, 30.0]), ..Abilities::default() });
        assert!(jobs.iter().all(|job| (10.0..=30.0).contains(&job.size_mb)));
        let mean = jobs.iter().map(|job| job.size_mb).sum::<f64>() / JOBS as f64;
        assert!((mean - 20.0).abs() < 0.2, "{mean}");
    }

    #[test]
    fn each_property_has_its_own_stream() {
        let all = Abilities {
            moldable_share: Some(0.5),
            most_variance: 1.0,
            local_share: Some(0.5),
            data_mb: Some([0.0, 1.0]),
        };
        let all = drawn(all);
        let moldable = drawn(Abilities { moldable_share: Some(0.5), most_variance: 1.0, ..Abilities::default() });
        let local = drawn(Abilities { local_share: Some(0.5), ..Abilities::default() });
        let data = drawn(Abilities { data_mb: Some([0.0, 1.0]), ..Abilities::default() });
        for (at, job) in all.iter().enumerate() {
            let own = Job {
                moldable: moldable[at].moldable,
                parallelism_variance: moldable[at].parallelism_variance,
                local: local[at].local,
                ..data[at]
            };
            assert_eq!(*job, own);
        }
    }
}
