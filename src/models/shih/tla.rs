//! TLA: temporal look-ahead (S §3 and §5).

use super::Fit;
use super::fit::Roomy;
use super::one_cluster::{Draws, put, put_fastest, roomy};
use super::ranks::Ranks;
use super::rollout::Rollout;
use super::score::Tally;
use super::simulation::{Rigid, Simulation, Start};
use crate::base::random::Stream;
use crate::models::ByDepth;
use crate::models::refusals::no_cluster;
use crate::models::shih::Score;
use crate::platform::{Piece, Placement, State};
use crate::scheduler::Policy;
use crate::scheduler::foresight::{Foreseen, Foresight, Future};
use crate::scheduler::outlook::Outlook;
use crate::scheduler::refusal::Refusal;
use crate::workload::Job;

/// Settings of TLA's look-ahead.
#[derive(Clone, Debug)]
pub struct LookAhead {
    /// Number of other waiting jobs that are simulated.
    pub depth: usize,
    /// The rule by which a simulated job gets its cluster.
    pub fit: Fit,
    /// Number of decisions that are taken from one simulation, at least 1.
    pub decisions: usize,
    /// The score to minimize.
    pub score: Score,
}

/// TLA: a job that can start goes to the cluster for which the simulated future of all waiting jobs has the lowest
/// score; ties go to the faster cluster. If no other job waits, and for planned later starts, no future is simulated
/// and the job goes to the fastest cluster with room.
#[derive(Clone, Debug)]
pub struct Tla {
    ahead: LookAhead,
    ranks: Ranks,
    simulation: Simulation,
    rollout: Rollout,
    draws: Draws,
    /// Clusters that the last decision fixed for the jobs decided next: (job, cluster).
    fixed: Vec<(u64, u32)>,
}

impl Tla {
    /// TLA on the platform of `idle`.
    pub fn new(idle: &State, ahead: LookAhead, draws: Draws) -> Tla {
        let ranks = Ranks::of(idle.platform());
        let simulation = Simulation::new(ranks.clone(), ahead.fit);
        Tla {
            rollout: Rollout::new(simulation.clone(), ahead.score),
            simulation,
            ahead,
            ranks,
            draws,
            fixed: Vec::new(),
        }
    }

    /// The score of the simulated future in which the waiting `job` starts now on `cluster`, which must have room for
    /// it. Calls `each` with every job of this future, in order of start.
    pub fn future(&mut self, outlook: &Outlook, job: &Job, cluster: u32, mut each: impl FnMut(&Start)) -> f64 {
        let rank = self.ranks.rank(cluster);
        let mut stream = self.stream(job);
        let mut tally = Tally::new(self.ahead.score, outlook.first_estimate_s());
        let (passed, behind) = outlook.others(job);
        let mut others = passed.chain(behind).take(self.ahead.depth);
        let mut start = Some(self.simulation.begin(outlook, Rigid::from(job), rank));
        while let Some(own) = start {
            tally.add(tally.of(&own));
            each(&own);
            start = others.next().and_then(|job| self.simulation.next(Rigid::from(job), &mut stream));
        }
        tally.value()
    }

    /// The cluster that the last simulation fixed for the job, if this cluster has room now.
    fn fixed_place(&self, state: &State, job: &Job) -> Option<u32> {
        let fixed = self.fixed.binary_search_by_key(&job.id, |fixed| fixed.0);
        let cluster = fixed.ok().map(|at| self.fixed[at].1);
        cluster.filter(|&cluster| state.free()[cluster as usize] >= job.nodes)
    }

    /// The random numbers for simulations about a job. All candidate clusters use the same numbers.
    fn stream(&self, job: &Job) -> Stream {
        self.draws.of("look-ahead", job)
    }

    /// The cluster with the lowest score. The simulated future of this cluster also fixes the clusters of the jobs
    /// decided next.
    fn best(&mut self, outlook: &Outlook, state: &State, job: &Job) -> Option<u32> {
        let stream = self.stream(job);
        let (passed, behind) = outlook.others(job);
        let others = passed.chain(behind).take(self.ahead.depth);
        let mut roomy = roomy(&self.ranks, state.free(), job.nodes);
        // RF draws random numbers, which are new in each simulation, so no future is reused.
        let draws = self.ahead.fit == Fit::Random;
        let known = self.rollout.begins_with(outlook, job).filter(|_| !draws);
        let known = known.and_then(|known| roomy.clone().find(|own| own.cluster == known));
        let mut best = match known {
            Some(known) => known.rank,
            None => {
                let first = roomy.next()?.rank;
                self.rollout.begin(outlook, job, first);
                first
            }
        };
        self.rollout.extend(others.clone(), &mut stream.clone());
        let known = best;
        for Roomy { rank, .. } in roomy.filter(|own| own.rank != known) {
            let challenge = (stream.clone(), !draws);
            let won = self.rollout.challenge(outlook, rank, challenge, best < rank);
            best = if won { rank } else { best };
        }
        self.fixed.clear();
        for fixed in self.rollout.others().take(self.ahead.decisions - 1) {
            let at = self.fixed.partition_point(|own| own.0 <= fixed.0);
            self.fixed.insert(at, fixed);
        }
        Some(self.ranks.cluster(best))
    }
}

impl ByDepth for Tla {
    /// The cluster with the best score for every simulation depth from 0 on (S §5.2), among the clusters with room for
    /// the job. Jobs beyond a depth start after those within it, so one complete future of each cluster shows the
    /// result for all depths. The score here is always the turnaround, whatever score is set.
    fn winners(&mut self, outlook: &Outlook, state: &State, job: &Job) -> Vec<u32> {
        let mut least: Vec<(f64, u32)> = Vec::new();
        for rank in 0..self.ranks.clusters().len() {
            let cluster = self.ranks.cluster(rank);
            if state.free()[cluster as usize] < job.nodes {
                continue;
            }
            let (mut sum, mut depth) = (0.0, 0);
            self.future(outlook, job, cluster, |start| {
                sum += start.end_s - start.job.arrival_s;
                match least.get_mut(depth) {
                    Some(least) if sum < least.0 => *least = (sum, cluster),
                    Some(_) => {}
                    None => least.push((sum, cluster)),
                }
                depth += 1;
            });
        }
        least.into_iter().map(|(_, cluster)| cluster).collect()
    }
}

impl Policy for Tla {
    fn reach(&self, state: &State, _home: u32) -> u64 {
        u64::from(state.most_free())
    }

    fn reads_links(&self) -> bool {
        false
    }

    fn looks_ahead(&self) -> bool {
        true
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        put_fastest(&self.ranks, state, job, placement)
    }

    fn place_ahead(&mut self, outlook: &Outlook, state: &State, job: &Job, placement: &mut Placement) -> bool {
        self.rollout.follow(outlook);
        if let Some(cluster) = self.fixed_place(state, job) {
            put(job, cluster, placement);
            return true;
        }
        let choices = roomy(&self.ranks, state.free(), job.nodes).take(2).count();
        let (passed, behind) = outlook.others(job);
        let alone = passed.len() + behind.len() == 0 || self.ahead.depth == 0;
        // If there is only one candidate cluster, a future is simulated only if it is needed to fix the clusters of
        // later jobs.
        if alone || choices == 0 || (choices == 1 && self.ahead.decisions == 1) {
            return self.place(state, job, placement);
        }
        let best = self.best(outlook, state, job);
        if let Some(cluster) = best {
            put(job, cluster, placement);
        }
        best.is_some()
    }

    fn foresee(&mut self, outlook: &Outlook, state: &State, job: &Job) -> Option<Foresight> {
        let mut foresight = Foresight::new(outlook, state, job, self.ahead.score.words());
        if self.fixed_place(state, job).is_some() {
            return Some(foresight);
        }
        for rank in 0..self.ranks.clusters().len() {
            let cluster = self.ranks.cluster(rank);
            if state.free()[cluster as usize] < job.nodes {
                continue;
            }
            let mut future = Future::new(&[Piece { cluster, nodes: job.nodes }]);
            future.score = self.future(outlook, job, cluster, |start| {
                future.push(|| Foreseen {
                    job: start.job.id,
                    arrival_s: start.job.arrival_s,
                    start_s: start.start_s,
                    end_s: start.end_s,
                    pieces: vec![Piece { cluster: start.cluster, nodes: start.job.nodes }],
                    penalty: 1.0,
                });
            });
            foresight.add(future);
        }
        Some(foresight)
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        no_cluster(state, job).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::{JOB_1, scene as example};
    use super::*;

    fn policy(idle: &State, ahead: LookAhead) -> Tla {
        let draws = Draws { seed: "1".to_owned(), replication: 0 };
        Tla::new(idle, ahead, draws)
    }

    const PLAIN: LookAhead = LookAhead { depth: usize::MAX, fit: Fit::Fastest, decisions: 1, score: Score::Turnaround };

    fn turnarounds(head: u32, ends_s: f64, cluster: u32) -> (f64, Vec<f64>) {
        let (state, outlook, jobs) = example(head, ends_s);
        let mut turnarounds = Vec::new();
        let score = policy(&state, PLAIN).future(&outlook, &jobs[0], cluster, |start| {
            turnarounds.push(start.end_s - start.job.arrival_s);
        });
        (score, turnarounds)
    }

    const A: u32 = 0;
    const B: u32 = 1;

    #[test]
    fn table_1() {
        assert_eq!(turnarounds(JOB_1, 5.0, A), (10.0, vec![10.0, 10.0, 11.0, 9.0]));
        assert_eq!(turnarounds(JOB_1, 5.0, B), (8.0, vec![15.0, 5.0, 6.0, 6.0]));
        // With 3 nodes for job 1, as the paper prints, job 2 starts at 3 s on A; then job 3 fits only on B, and job 4
        // starts after it at 5 s on A.
        assert_eq!(turnarounds(3, 5.0, A), (9.75, vec![10.0, 8.0, 13.0, 8.0]));
        assert_eq!(turnarounds(3, 5.0, B), (8.0, vec![15.0, 5.0, 6.0, 6.0]));
    }

    /// Figure 9: the job on B in fact ends at 1. If job 1 had gone to A, the mean would have been 7.75, with 3 nodes or 4.
    #[test]
    fn figure_9() {
        for head in [3, JOB_1] {
            assert_eq!(turnarounds(head, 1.0, A), (7.75, vec![10.0, 7.0, 7.0, 7.0]));
        }
    }

    /// B's job has outlived its estimate. In the simulation this job ends now, so job 2 can start on B at once, but the
    /// head of the queue cannot. With the head on A, job 3 also starts at 0, and job 4 at 2 on B. With the head on B,
    /// jobs 2 and 3 start on A at 0, and job 4 at 3 on A.
    #[test]
    fn who_has_outlived_the_estimate_ends_now() {
        assert_eq!(turnarounds(JOB_1, -1.0, A), (7.0, vec![10.0, 6.0, 6.0, 6.0]));
        assert_eq!(turnarounds(JOB_1, -1.0, B), (8.0, vec![15.0, 5.0, 6.0, 6.0]));
        let example = example(JOB_1, -1.0);
        assert_eq!(example.0.free(), [8, 4], "for the head its nodes are not free yet");
        assert_eq!(chosen(&mut policy(&example.0, PLAIN), &example, 0), A);
    }

    /// Three equal clusters, and five jobs of five nodes: for any cluster of the first job, two other jobs start at the
    /// same time.
    #[test]
    fn equal_scores_go_to_the_first() {
        let cluster = crate::platform::Cluster { nodes: 9, capacity_bps: 1, speed: 1.0 };
        let state = State::idle(crate::platform::Platform::star(vec![cluster; 3]));
        let mut outlook = Outlook::new(crate::scheduler::order::Order::ARRIVAL, &state);
        let job = |id| Job { id, nodes: 5, estimate_s: 7.0, runtime_s: 7.0, ..Job::default() };
        let jobs: Vec<Job> = (0..5).map(job).collect();
        jobs.iter().for_each(|job| outlook.submit(job));
        let mut tla = policy(&state, PLAIN);
        let scores = [0, 1, 2].map(|cluster| tla.future(&outlook, &jobs[0], cluster, |_| {}));
        assert_eq!(scores, [(3.0 * 7.0 + 2.0 * 14.0) / 5.0; 3]);
        assert_eq!(chosen(&mut tla, &(state, outlook, jobs), 0), 0);
    }

    fn chosen(policy: &mut Tla, (state, outlook, jobs): &(State, Outlook, Vec<Job>), job: usize) -> u32 {
        let mut placement = Placement::new();
        assert!(policy.place_ahead(outlook, state, &jobs[job], &mut placement));
        placement[0].cluster
    }

    #[test]
    fn the_lowest_score_wins() {
        let example = example(JOB_1, 5.0);
        let choose = |ahead| chosen(&mut policy(&example.0, ahead), &example, 0);
        assert_eq!(choose(PLAIN), B);
        // Without other jobs, A is faster. With job 2 (from −4 to 6 or to 1), 10 + 10 and 15 + 5 are a tie, which goes to A; with
        // jobs 2 and 3 the sums are 31 and 26, and B wins.
        assert_eq!(choose(LookAhead { depth: 0, ..PLAIN }), A);
        assert_eq!(choose(LookAhead { depth: 1, ..PLAIN }), A);
        assert_eq!(choose(LookAhead { depth: 2, ..PLAIN }), B);
        let winners = policy(&example.0, PLAIN).winners(&example.1, &example.0, &example.2[0]);
        assert_eq!(winners, [A, A, B, B]);
        // The waiting times of jobs 1 to 4 are 5, 9, 7 and 7 s if job 1 is on A, and 5, 4, 2 and 5 s if it is on B.
        let score = Score::Wait;
        assert_eq!(choose(LookAhead { score, depth: 1, ..PLAIN }), B);
    }

    /// Job 1 goes to B. The same simulated future fixes the cluster A for job 2, although a new simulation would choose
    /// another cluster. A fixed cluster without room is ignored.
    #[test]
    fn one_simulation_fixes_several_decisions() {
        let mut example = example(JOB_1, 5.0);
        let mut policy = policy(&example.0, LookAhead { decisions: 3, ..PLAIN });
        assert_eq!(chosen(&mut policy, &example, 0), B);
        assert_eq!(policy.fixed, [(2, A), (3, A)]);
        let mut placement = Placement::new();
        put(&Job { nodes: 8, ..Job::default() }, A, &mut placement);
        example.0.claim(&placement, &Default::default());
        assert_eq!(chosen(&mut policy, &example, 2), B);
    }
}
