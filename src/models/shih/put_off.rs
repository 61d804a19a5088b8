//! Jobs that could be spread over several clusters but score better if they wait.

use crate::scheduler::refusal::Refusal;
use crate::words::number::fixed;

/// Two scores: the best score of a start on several clusters now, and the score of waiting.
pub(super) type Scores = (f64, f64);

/// The jobs that were put off, with reasons. It also records the jobs put off at the current time. The number of these
/// is limited, which limits the simulations at one time.
#[derive(Clone, Debug)]
pub(super) struct PutOff {
    most: usize,
    now_s: f64,
    /// Jobs put off at `now_s`.
    now: Vec<u64>,
    /// The jobs that were put off, sorted by number. The scores are `None` if the job was not simulated.
    why: Vec<(u64, Option<Scores>)>,
}

impl PutOff {
    /// Allows at most `most` jobs to be put off by simulation at one time.
    pub fn new(most: usize) -> PutOff {
        PutOff { most, now_s: f64::NEG_INFINITY, now: Vec::new(), why: Vec::new() }
    }

    fn find(&self, job: u64) -> Result<usize, usize> {
        self.why.binary_search_by_key(&job, |why| why.0)
    }

    fn write(&mut self, job: u64, scores: Option<Scores>) {
        match self.find(job) {
            Ok(at) => self.why[at].1 = scores,
            Err(at) => self.why.insert(at, (job, scores)),
        }
    }

    /// True if the job may be simulated. Otherwise too many jobs were put off at this time, so the job is put off
    /// without simulation.
    pub fn may_look(&mut self, now_s: f64, job: u64) -> bool {
        if self.now_s != now_s {
            self.now_s = now_s;
            self.now.clear();
        }
        let may = self.now.len() < self.most || self.now.contains(&job);
        if !may {
            self.write(job, None);
        }
        may
    }

    /// Records that the job was simulated and is put off.
    pub fn add(&mut self, job: u64, scores: Scores) {
        if !self.now.contains(&job) {
            self.now.push(job);
        }
        self.write(job, Some(scores));
    }

    /// Records that the job starts.
    pub fn remove(&mut self, job: u64) {
        if let Ok(at) = self.find(job) {
            self.why.remove(at);
        }
    }

    /// The reason why the job waits, if it was put off.
    pub fn refusal(&self, job: u64) -> Option<Refusal> {
        let at = self.find(job).ok()?;
        let scores = self.why[at].1;
        let sentence = match scores {
            Some((now, wait)) => {
                format!("spread over several now it would score {}, if it waits {}", fixed(now, 2), fixed(wait, 2))
            }
            None => "too many others were put off before it was looked at".to_owned(),
        };
        Some(Refusal::new("put-off", sentence).with("scores", scores.map(|(now, wait)| [now, wait])))
    }
}
