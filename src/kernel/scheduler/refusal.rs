//! Reasons why a job is not started, one per step: numbers for programs and a sentence for people. The model that
//! declines the job provides both.
//!
//! A policy that declines a job can give its reasons ([`Policy::refusals`](super::Policy::refusals)). In a run without
//! observers, the policy is not asked. In the numbers, clusters are indices from 0; sentences count clusters from 1, as
//! the figures do.

use crate::words::JobNames;
use crate::words::number::{counted, fixed};
use crate::workload::Job;
use serde::Serialize;
use serde_json::{Map, Value};

/// The reason why one step declined a job. Its JSON contains the step and the numbers.
///
/// ```
/// use metasched_kernel::scheduler::refusal::Refusal;
///
/// let free = 55;
/// let refusal = Refusal::new("rack", format!("its rack has {free} free")).with("free", free).with("row", None::<u32>);
/// assert_eq!(serde_json::to_string(&refusal)?, r#"{"step":"rack","free":55}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Refusal {
    /// Name of the step: "migrate".
    pub step: &'static str,
    /// The decisive numbers.
    #[serde(flatten)]
    pub numbers: Map<String, Value>,
    /// The reason in words, without a full stop: "the most on one is 55 (cluster 3)".
    #[serde(skip)]
    pub sentence: String,
    /// Number of the other job, if the sentence names one as "job 7".
    #[serde(skip)]
    pub job: Option<u64>,
}

impl Refusal {
    /// A refusal without numbers.
    pub fn new(step: &'static str, sentence: String) -> Refusal {
        Refusal { step, numbers: Map::new(), sentence, job: None }
    }

    /// Adds a number under this JSON name. Null is ignored.
    #[must_use]
    pub fn with(mut self, name: &'static str, number: impl Into<Value>) -> Refusal {
        let number = number.into();
        if !number.is_null() {
            self.numbers.insert(name.to_owned(), number);
        }
        self
    }

    /// Declares that the sentence names this job as "job 7". The sentence of a run of a log then also has the job's
    /// number in the log.
    #[must_use]
    pub fn naming(self, job: u64) -> Refusal {
        Refusal { job: Some(job), ..self }
    }

    /// The sentence, in which the other job is named as in `names`.
    pub fn in_words(&self, names: &JobNames) -> String {
        match self.job {
            Some(job) => self.sentence.replacen(&format!("job {job}"), &names.name(job), 1),
            None => self.sentence.clone(),
        }
    }

    /// Queue order: the job `first` must start before the refused job.
    pub(super) fn turn(first: &Job) -> Refusal {
        let nodes = counted(first.nodes.into(), "node");
        Refusal::new("turn", format!("it is behind job {}, which needs {nodes}", first.id))
            .naming(first.id)
            .with("behind", first.id)
            .with("nodes", first.nodes)
    }

    /// Backfilling: the job would delay the job with the number `of`, which has a reservation at `start_s` \[s\].
    pub(super) fn reservation(of: u64, start_s: f64) -> Refusal {
        Refusal::new("reservation", format!("it would delay job {of}, which is to start at {} s", fixed(start_s, 1)))
            .naming(of)
            .with("of", of)
            .with("start_s", start_s)
    }

    /// The job would, by its estimate, run into nodes that are out from `start_s` \[s\] on.
    pub(super) fn outage(start_s: f64) -> Refusal {
        Refusal::new("outage", format!("it would run into the outage of nodes at {} s", fixed(start_s, 1)))
            .with("start_s", start_s)
    }
}
