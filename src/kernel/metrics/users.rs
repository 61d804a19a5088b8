//! Measures of how users are treated: means of each user, Jain's index over the users, the worst-treated user.
//!
//! A user's wait and bounded slowdown are means over the user's measured jobs. Jain's index of x₁ … xₙ is
//! (Σ x)² / (n Σ x²): 1 if all are equal, 1/n if one user has everything (Jain, Chiu and Hawe 1984). With the weights
//! w it is (Σ w x)² / (Σ w · Σ w x²), which is 1 / (1 + the squared coefficient of variation) in both cases.

use crate::workload::Job;
use serde::{Deserialize, Serialize};

/// Sums over the measured jobs of a user.
#[derive(Clone, Copy, Debug, Default)]
struct UserSums {
    jobs: u64,
    wait_s: f64,
    bounded_slowdown: f64,
    work: f64,
}

/// Sums of every user of a run; memory for each user, not for each job.
#[derive(Clone, Debug, Default)]
pub(super) struct UsersSums(Vec<UserSums>);

impl UsersSums {
    /// Adds a job that has ended.
    #[inline]
    pub fn add(&mut self, job: &Job, wait_s: f64, bounded_slowdown: f64) {
        let user = usize::from(job.user);
        if user >= self.0.len() {
            self.0.resize(user + 1, UserSums::default());
        }
        if let Some(sums) = self.0.get_mut(user) {
            sums.jobs += 1;
            sums.wait_s += wait_s;
            sums.bounded_slowdown += bounded_slowdown;
            sums.work += f64::from(job.nodes) * job.runtime_s;
        }
    }

    /// The measures over the users with a name; `None` if no such user has measured jobs. `names` gives the name of
    /// each user of the log, `None` for jobs whose user is unknown.
    pub fn measures(&self, names: &[Option<String>]) -> Option<Users> {
        let known = self.0.iter().zip(names).filter(|(sums, _)| sums.jobs > 0);
        let users: Vec<(User, f64)> = known
            .filter_map(|(sums, name)| {
                let jobs = sums.jobs as f64;
                let user = User {
                    user: name.clone()?,
                    jobs: sums.jobs,
                    mean_wait_s: sums.wait_s / jobs,
                    mean_bounded_slowdown: sums.bounded_slowdown / jobs,
                };
                Some((user, sums.work))
            })
            .collect();
        let count = users.len() as f64;
        let waits = || users.iter().map(|(user, _)| user.mean_wait_s);
        let slowdowns = || users.iter().map(|(user, _)| user.mean_bounded_slowdown);
        let worse =
            |a: &&(User, f64), b: &&(User, f64)| a.0.mean_bounded_slowdown.total_cmp(&b.0.mean_bounded_slowdown);
        // The last of equal maxima wins, so the order is reversed to find the first user.
        let (worst, _) = users.iter().rev().max_by(worse)?;
        Some(Users {
            users: users.len() as u64,
            mean_wait_s: waits().sum::<f64>() / count,
            mean_bounded_slowdown: slowdowns().sum::<f64>() / count,
            jain_wait: jain(waits().map(|x| (x, 1.0))),
            jain_slowdown: jain(slowdowns().map(|x| (x, 1.0))),
            jain_slowdown_by_work: jain(users.iter().map(|(user, work)| (user.mean_bounded_slowdown, *work))),
            worst: worst.clone(),
        })
    }
}

/// Jain's index of values with weights; 1 if all values are 0, because they are equal.
fn jain(weighted: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (mut weights, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for (x, weight) in weighted {
        weights += weight;
        sum += weight * x;
        squares += weight * x * x;
    }
    if squares > 0.0 { sum * sum / (weights * squares) } else { 1.0 }
}

/// Measures of how users are treated, of a run or as means over several runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Users {
    /// Number of users with measured jobs.
    pub users: u64,
    /// Mean over the users of their mean waits \[s\].
    pub mean_wait_s: f64,
    /// Mean over the users of their mean bounded slowdowns.
    pub mean_bounded_slowdown: f64,
    /// Jain's index of the users' mean waits.
    pub jain_wait: f64,
    /// Jain's index of the users' mean bounded slowdowns.
    pub jain_slowdown: f64,
    /// Jain's index of the users' mean bounded slowdowns, each user weighted by work (nodes × run time).
    pub jain_slowdown_by_work: f64,
    /// The user with the largest mean bounded slowdown; over several runs, in the run in which it is largest.
    pub worst: User,
}

/// Measures of one user.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct User {
    /// Name or number of the user in the log.
    pub user: String,
    /// Number of measured jobs.
    pub jobs: u64,
    /// Mean wait \[s\].
    pub mean_wait_s: f64,
    /// Mean bounded slowdown.
    pub mean_bounded_slowdown: f64,
}

impl Users {
    /// The means over several runs; `None` without runs.
    pub fn mean<'a>(runs: impl Iterator<Item = &'a Users>) -> Option<Users> {
        let runs: Vec<&Users> = runs.collect();
        let mean = |of: fn(&Users) -> f64| runs.iter().map(|own| of(own)).sum::<f64>() / runs.len() as f64;
        let worse = |a: &&&Users, b: &&&Users| a.worst.mean_bounded_slowdown.total_cmp(&b.worst.mean_bounded_slowdown);
        let worst = runs.iter().rev().max_by(worse)?;
        Some(Users {
            users: runs.iter().map(|own| own.users).max()?,
            mean_wait_s: mean(|own| own.mean_wait_s),
            mean_bounded_slowdown: mean(|own| own.mean_bounded_slowdown),
            jain_wait: mean(|own| own.jain_wait),
            jain_slowdown: mean(|own| own.jain_slowdown),
            jain_slowdown_by_work: mean(|own| own.jain_slowdown_by_work),
            worst: worst.worst.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn job(user: u16, nodes: u32) -> Job {
        Job { user, nodes, runtime_s: 10.0, ..Job::default() }
    }

    fn names(count: usize) -> Vec<Option<String>> {
        (0..count).map(|user| Some(user.to_string())).collect()
    }

    /// User 1 has jobs with the slowdowns 1 and 3 and waits of 0 and 40 s, 20 node-seconds each; user 3 has one job
    /// with the slowdown 4, a wait of 60 s and 120 node-seconds. Jobs of user 0 are of an unknown user. Slowdowns:
    /// (2 + 4)²/(2·(4 + 16)) = 0.9; waits: (20 + 60)²/(2·(400 + 3600)) = 0.8; by work:
    /// (40·2 + 120·4)²/(160·(40·4 + 120·16)) = 313,600/332,800.
    #[test]
    fn two_users_by_hand() {
        let mut sums = UsersSums::default();
        assert_eq!(sums.measures(&names(4)), None);
        sums.add(&job(1, 2), 0.0, 1.0);
        sums.add(&job(3, 12), 60.0, 4.0);
        sums.add(&job(0, 1), 1e6, 1e6);
        sums.add(&job(1, 2), 40.0, 3.0);
        let mut known = names(4);
        known[0] = None;
        known[3] = Some("anna".to_owned());
        let found = sums.measures(&known).unwrap();
        let worst = User { user: "anna".to_owned(), jobs: 1, mean_wait_s: 60.0, mean_bounded_slowdown: 4.0 };
        let wanted = Users {
            users: 2,
            mean_wait_s: 40.0,
            mean_bounded_slowdown: 3.0,
            jain_wait: 0.8,
            jain_slowdown: 0.9,
            jain_slowdown_by_work: 313_600.0 / 332_800.0,
            worst,
        };
        assert_eq!(found, wanted);
        let other = Users { jain_wait: 0.4, ..Users::default() };
        let mean = Users::mean([&found, &other].into_iter()).unwrap();
        assert_eq!((mean.jain_wait, mean.users, mean.worst.user.as_str()), (0.8f64.midpoint(0.4), 2, "anna"));
        assert_eq!(Users::mean(std::iter::empty()), None);
    }

    /// One of four users has all the waits. Of two equally treated users, the first is the worst.
    #[test]
    fn ends_of_the_index() {
        let index = |values: &[f64]| jain(values.iter().map(|&x| (x, 1.0)));
        assert_eq!([index(&[0.0, 0.0]), index(&[3.0, 3.0, 3.0]), index(&[8.0, 0.0, 0.0, 0.0])], [1.0, 1.0, 0.25]);
        let mut sums = UsersSums::default();
        [2, 1].iter().for_each(|&user| sums.add(&job(user, 1), 5.0, 2.0));
        assert_eq!(sums.measures(&names(3)).unwrap().worst.user, "1");
    }

    proptest! {
        /// The same from the list of all jobs, as 1 / (1 + squared coefficient of variation).
        #[test]
        fn as_from_all_jobs(jobs in prop::collection::vec((0u16..9, 1u32..50, 0.0..1e5f64, 1.0..1e3f64), 1..80)) {
            let mut sums = UsersSums::default();
            jobs.iter().for_each(|&(user, nodes, wait_s, slowdown)| sums.add(&job(user, nodes), wait_s, slowdown));
            let found = sums.measures(&names(9)).unwrap();
            let mut means = Vec::new();
            for user in 0..9 {
                let own: Vec<_> = jobs.iter().filter(|job| job.0 == user).collect();
                if !own.is_empty() {
                    let mean = |of: fn(&(u16, u32, f64, f64)) -> f64| {
                        own.iter().map(|job| of(job)).sum::<f64>() / own.len() as f64
                    };
                    let work: u32 = own.iter().map(|job| job.1).sum();
                    means.push((mean(|job| job.2), mean(|job| job.3), f64::from(work)));
                }
            }
            let inverse = |values: Vec<(f64, f64)>| {
                let all: f64 = values.iter().map(|own| own.1).sum();
                let mean = values.iter().map(|own| own.0 * own.1).sum::<f64>() / all;
                let square = |own: &(f64, f64)| (own.0 - mean) * (own.0 - mean) * own.1;
                let variance = values.iter().map(square).sum::<f64>() / all;
                if mean > 0.0 { 1.0 / (1.0 + variance / (mean * mean)) } else { 1.0 }
            };
            let near = |own: f64, slow: f64| (own - slow).abs() < 1e-6;
            prop_assert!(near(found.jain_wait, inverse(means.iter().map(|own| (own.0, 1.0)).collect())));
            prop_assert!(near(found.jain_slowdown, inverse(means.iter().map(|own| (own.1, 1.0)).collect())));
            prop_assert!(near(found.jain_slowdown_by_work, inverse(means.iter().map(|own| (own.1, own.2)).collect())));
            let most = means.iter().map(|own| own.1).fold(0.0, f64::max);
            prop_assert!(near(found.worst.mean_bounded_slowdown, most));
            prop_assert_eq!(found.users as usize, means.len());
        }
    }
}
