//! Queue of the tasks of a run: order, progress and failures.

use crate::experiment::Plan;
use std::cmp::Reverse;
use std::collections::VecDeque;

/// Number of workers that may die with a task before the task is given up.
const ATTEMPTS: u32 = 2;

/// Progress of one task.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// Number of jobs to simulate, over all passes.
    jobs: u64,
    /// Number of jobs that have ended.
    ended: u64,
    /// Number of workers that died with the task.
    lost: u32,
    closed: bool,
}

/// Next step for a task whose worker died.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// The task is the next one again.
    Again,
    /// The task lost too many workers and is closed.
    GivenUp,
}

/// All tasks of a run.
#[derive(Clone, Debug)]
pub struct Queue {
    tasks: Vec<Entry>,
    waiting: VecDeque<usize>,
    open: usize,
}

impl Queue {
    /// Tasks of a plan. `log_jobs` is the number of jobs in the log, if the workload is a log and it is known.
    ///
    /// Tasks are in the order in which readers need their results. Only in the last replication the longest tasks come
    /// first, because a long task that begins last would run alone at the end.
    pub fn of(plan: &Plan, log_jobs: u64) -> Queue {
        let jobs = sizes(plan, log_jobs);
        let mut order = plan.order();
        let last = |task: &usize| plan.tasks()[*task].replication;
        if let Some(replication) = order.last().map(last) {
            let first = order.partition_point(|task| last(task) < replication);
            order[first..].sort_by_key(|&task| Reverse(jobs[task]));
        }
        Queue::new(order, &jobs)
    }

    /// Tasks of these sizes, to be started in this order.
    fn new(order: Vec<usize>, jobs: &[u64]) -> Queue {
        let entry = |&jobs: &u64| Entry { jobs, ..Entry::default() };
        Queue { tasks: jobs.iter().map(entry).collect(), open: order.len(), waiting: order.into() }
    }

    /// Updates the sizes once the number of jobs in the log is known.
    pub fn resize(&mut self, plan: &Plan, log_jobs: u64) {
        for (entry, jobs) in self.tasks.iter_mut().zip(sizes(plan, log_jobs)) {
            entry.jobs = jobs;
        }
    }

    /// Takes the next task to start.
    pub fn take(&mut self) -> Option<usize> {
        while let Some(task) = self.waiting.pop_front() {
            if !self.tasks[task].closed {
                return Some(task);
            }
        }
        None
    }

    /// Sets the number of jobs of a running task that have ended.
    pub fn progress(&mut self, task: usize, ended: u64) {
        if let Some(entry) = self.tasks.get_mut(task).filter(|entry| !entry.closed) {
            entry.ended = ended;
        }
    }

    /// Closes a task, which is done or given up.
    pub fn close(&mut self, task: usize) {
        if let Some(entry) = self.tasks.get_mut(task).filter(|entry| !entry.closed) {
            entry.closed = true;
            // Rejected jobs never end.
            entry.ended = entry.jobs;
            self.open -= 1;
        }
    }

    /// Handles the death of a task's worker.
    pub fn lost(&mut self, task: usize) -> Lost {
        let Some(entry) = self.tasks.get_mut(task) else {
            return Lost::GivenUp;
        };
        entry.ended = 0;
        entry.lost += 1;
        if entry.lost < ATTEMPTS {
            self.waiting.push_front(task);
            Lost::Again
        } else {
            self.close(task);
            Lost::GivenUp
        }
    }

    /// Restarts a task whose worker was removed for another reason.
    pub fn put_back(&mut self, task: usize) {
        self.progress(task, 0);
        self.waiting.push_front(task);
    }

    /// True if the task is closed.
    pub fn is_closed(&self, task: usize) -> bool {
        self.tasks.get(task).is_none_or(|entry| entry.closed)
    }

    /// Number of tasks that are not closed.
    pub fn open(&self) -> usize {
        self.open
    }

    /// True if all tasks are closed.
    pub fn finished(&self) -> bool {
        self.open == 0
    }

    /// Number of jobs that have ended.
    pub fn ended_jobs(&self) -> u64 {
        let ended = |entry: &Entry| entry.ended.min(entry.jobs);
        self.tasks.iter().map(ended).fold(0, u64::saturating_add)
    }

    /// Total number of jobs to simulate.
    pub fn total_jobs(&self) -> u64 {
        let jobs = self.tasks.iter().map(|entry| entry.jobs);
        jobs.fold(0, u64::saturating_add)
    }
}

/// Number of jobs that each task simulates, over all its passes.
fn sizes(plan: &Plan, log_jobs: u64) -> Vec<u64> {
    let size = |task: &crate::experiment::Task| task.jobs(log_jobs).saturating_mul(task.passes());
    plan.tasks().iter().map(size).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;

    fn plan(text: &str) -> Plan {
        Plan::new(&Scenario::from_json(text).unwrap()).unwrap()
    }

    fn drained(mut queue: Queue) -> Vec<usize> {
        std::iter::from_fn(|| queue.take()).collect()
    }

    #[test]
    fn equal_tasks_keep_the_order_of_the_plan() {
        let plan = plan(
            r#"{"schedulers": ["no-share", "first-fit"], "experiment": {"replications": 2,
                "sweep": [{"parameter": "workload.bsbw_mbps", "values": [100, 200]}]}}"#,
        );
        let queue = Queue::of(&plan, 0);
        assert_eq!(queue.total_jobs(), 6 * 4 * 2000);
        assert_eq!(drained(queue), plan.order());
    }

    #[test]
    fn the_longest_of_the_last_replication_come_first() {
        let plan = plan(
            r#"{"schedulers": ["no-share"], "experiment": {"replications": 2,
                "sweep": [{"parameter": "workload.jobs_per_cluster", "values": [100, 300, 200]}]}}"#,
        );
        // Tasks 0, 2, 4 are the first replication at 100, 300, 200 jobs; 1, 3, 5 the second.
        assert_eq!(drained(Queue::of(&plan, 0)), [0, 2, 4, 3, 5, 1]);
    }

    #[test]
    fn the_jobs_of_a_log_count_once_they_are_known() {
        let plan = plan(
            r#"{"workload": {"model": "swf", "path": "a.swf", "max_jobs": 50}, "schedulers": ["no-share", "fixed"],
                "experiment": {"replications": 1, "sweep": []}}"#,
        );
        let mut queue = Queue::of(&plan, 0);
        assert_eq!(queue.total_jobs(), 0);
        queue.resize(&plan, 1000);
        // The fixed penalty is measured in an additional pass.
        assert_eq!(queue.total_jobs(), 50 + 100);
    }

    #[test]
    fn jobs_are_counted_task_by_task() {
        let mut queue = Queue::new(vec![0, 1], &[10, 20]);
        assert_eq!((queue.take(), queue.take(), queue.take()), (Some(0), Some(1), None));
        queue.progress(1, 7);
        queue.close(0);
        assert_eq!((queue.ended_jobs(), queue.total_jobs()), (17, 30));
        assert_eq!(queue.open(), 1);
        queue.progress(0, 3);
        assert_eq!(queue.ended_jobs(), 17, "a late word of a closed task changes nothing");
        assert!(!queue.finished());
        queue.close(1);
        queue.close(1);
        assert!(queue.is_closed(1) && queue.is_closed(2));
        assert!(queue.finished());
        assert_eq!(queue.ended_jobs(), 30);
    }

    #[test]
    fn a_task_is_tried_twice() {
        let mut queue = Queue::new(vec![0, 1], &[10, 20]);
        assert_eq!(queue.take(), Some(0));
        queue.progress(0, 5);
        assert_eq!(queue.lost(0), Lost::Again);
        assert_eq!(queue.ended_jobs(), 0);
        assert_eq!(queue.take(), Some(0));
        assert_eq!(queue.lost(0), Lost::GivenUp);
        assert_eq!(queue.take(), Some(1));
        queue.put_back(1);
        assert_eq!(queue.take(), Some(1));
        queue.close(1);
        assert!(queue.finished());
    }
}
