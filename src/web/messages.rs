//! Messages between the page and its workers. The page makes the plan and sends single tasks to free workers. The
//! memory of long lists is transferred, not copied.

use super::gantt_pane::story_data::StoryData;
use super::job_files::Kind;
use super::packed::{self, ResultLists};
use super::tabs::paper::page::PaperPage;
use crate::experiment::TaskResult;
use crate::logs::{AskedJob, HomeNames};
use crate::metrics::timeline::{Sample, Timeline, TimelineJob, Window};
use js_sys::{Array, Uint8Array};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_wasm_bindgen::{Serializer, preserve};
use std::marker::PhantomData;
use wasm_bindgen::{JsCast, JsValue};

/// Attribute of `<html>` with the build id, set by `xtask`.
pub const PAGE_BUILD: &str = "data-build";
/// See [`PAGE_BUILD`].
pub const WORKER_BUILD: &str = "METASCHED_BUILD";

/// An order from the page to a worker.
#[derive(Debug, Serialize, Deserialize)]
pub enum Order {
    /// Sets the log for tasks, replacing any earlier log. The log is read when first needed.
    Log {
        /// Number of the log.
        id: u32,
        /// Name of the file.
        name: String,
        /// The file, a `Blob`.
        #[serde(with = "preserve")]
        file: JsValue,
    },
    /// Read the log now as this scenario does, and describe it.
    ReadLog {
        /// The scenario as JSON.
        scenario: String,
    },
    /// Run a task, after tasks that were ordered earlier.
    Task {
        /// Number of this order.
        order: u32,
        /// The task in its own format.
        task: String,
    },
    /// Record a window of a task, after stories and windows that were ordered earlier, but before tasks.
    Timeline {
        /// Number of this order.
        order: u32,
        /// The task in its own format.
        task: String,
        /// Settings of the recording.
        window: Window,
    },
    /// Tell the story of a job in a task, before everything else.
    Story {
        /// Number of this order.
        order: u32,
        /// The task in its own format.
        task: String,
        /// The job.
        job: AskedJob,
    },
    /// Stop the task, timeline or story with this order number, if it is not finished.
    Stop {
        /// Number of the order.
        order: u32,
    },
    /// The files with the papers' claims and their verdicts. They are sent before the first order to evaluate claims.
    Papers {
        /// The papers.
        papers: String,
        /// Records of their claims.
        claims: String,
        /// The presets.
        presets: String,
    },
    /// Evaluate the papers' claims about a scenario.
    Claims {
        /// Number of this order.
        order: u32,
        /// The scenario as JSON.
        scenario: String,
        /// Results as JSON, once the run is complete.
        results: Option<String>,
    },
    /// Run a task of a scenario completely and write its jobs to a file. Blocks the worker, so it needs its own worker.
    Jobs {
        /// Number of this order.
        order: u32,
        /// The scenario as JSON.
        scenario: String,
        /// Index of the task in its plan.
        task: u32,
        /// Format of the file.
        kind: Kind,
    },
    /// Make the plan of a scenario; for programs that use workers without the page.
    Plan {
        /// Number of this order.
        order: u32,
        /// The scenario as JSON.
        scenario: String,
    },
    /// Check a scenario and describe it; for programs that use workers without the page, like all orders below.
    Validate {
        /// Number of this order.
        order: u32,
        /// The scenario as JSON.
        scenario: String,
    },
    /// Make the link of a scenario, from `#` on.
    Link {
        /// Number of this order.
        order: u32,
        /// The scenario as JSON.
        scenario: String,
    },
    /// Open a link: give its scenario.
    Open {
        /// Number of this order.
        order: u32,
        /// The link.
        link: String,
    },
    /// Draw a figure of results.
    Figure {
        /// Number of this order.
        order: u32,
        /// The scenario as JSON.
        scenario: String,
        /// Results by index of the task.
        results: Vec<Option<SentResult>>,
        /// What is shown, as JSON.
        look: String,
    },
    /// Draw the Gantt chart of a recorded run.
    Gantt {
        /// Number of this order.
        order: u32,
        /// The scenario as JSON.
        scenario: String,
        /// The recording.
        timeline: Packed<Timeline>,
        /// What is shown, as JSON.
        look: String,
    },
    /// Merge results.
    Merge {
        /// Number of this order.
        order: u32,
        /// The scenario as JSON.
        scenario: String,
        /// Results by index of the task.
        results: Vec<Option<SentResult>>,
    },
}

/// A report from a worker to the page.
#[derive(Debug, Serialize, Deserialize)]
pub enum Report {
    /// The first message: the worker is ready.
    Ready {
        /// Build id; empty if the files have none.
        build: String,
    },
    /// The plan of a scenario.
    Planned {
        /// Number of the order.
        order: u32,
        /// Tasks of the plan, in their own format.
        tasks: Vec<String>,
        /// Index of the first replication's task, for each scheduler of each point.
        first: Vec<Vec<u32>>,
        /// Number of replications, whose tasks follow each other.
        replications: u32,
    },
    /// Progress of an order; the first report is sent immediately.
    Progress {
        /// Number of the order.
        order: u32,
        /// Jobs that have ended.
        ended: u64,
    },
    /// A task is done.
    Done {
        /// Number of the order.
        order: u32,
        /// Result of the task.
        result: SentResult,
    },
    /// Part of a recorded timeline that is long: the page unpacks one message at a time.
    TimelinePart {
        /// Number of the order.
        order: u32,
        /// The next jobs and samples.
        part: Packed<TimelinePart>,
    },
    /// A timeline is recorded. Its last jobs and samples are in this message.
    Timeline {
        /// Number of the order.
        order: u32,
        /// The recording.
        timeline: Packed<Timeline>,
    },
    /// A story has been recorded.
    Story {
        /// Number of the order.
        order: u32,
        /// The story in the page's format.
        story: Packed<StoryData>,
    },
    /// An order was stopped, or was already finished.
    Stopped {
        /// Number of the order.
        order: u32,
    },
    /// An order is impossible for any worker.
    Failed {
        /// Number of the order.
        order: u32,
        /// Readable reason.
        problem: String,
    },
    /// The log is being read.
    LogProgress {
        /// Number of the log.
        log: u32,
        /// Share read, from 0 to 1.
        fraction: f64,
    },
    /// The log has been read.
    Log {
        /// Number of the log.
        log: u32,
        /// Facts about the log.
        summary: LogSummary,
    },
    /// The file is not a log.
    LogFailed {
        /// Number of the log.
        log: u32,
        /// Readable reason.
        problem: String,
    },
    /// The papers' claims about a scenario.
    Claims {
        /// Number of the order.
        order: u32,
        /// Content of the tab.
        page: PaperPage,
    },
    /// The jobs of a run, merged results as JSON, facts about a scenario, a link or a picture.
    Text {
        /// Number of the order.
        order: u32,
        /// The requested text.
        text: String,
    },
    /// The last message: the worker has panicked.
    Panicked {
        /// Place and reason.
        text: String,
    },
}

impl Report {
    /// The memory that is transferred with the report instead of copied.
    pub fn buffers(&self) -> Array {
        match self {
            Report::Done { result, .. } => Array::of1(&result.lists.bytes.buffer()),
            Report::TimelinePart { part, .. } => Array::of1(&part.bytes.buffer()),
            Report::Timeline { timeline, .. } => Array::of1(&timeline.bytes.buffer()),
            Report::Story { story, .. } => Array::of1(&story.bytes.buffer()),
            _ => Array::new(),
        }
    }
}

/// Jobs and samples of a timeline.
pub type TimelinePart = (Vec<TimelineJob>, Vec<Sample>);

/// A value as bytes.
#[derive(Debug, Serialize, Deserialize)]
#[serde(transparent, bound = "")]
pub struct Packed<T> {
    #[serde(with = "preserve")]
    bytes: Uint8Array,
    of: PhantomData<T>,
}

impl<T: Serialize + DeserializeOwned> Packed<T> {
    /// Packs a value.
    ///
    /// # Errors
    /// See [`packed::pack`].
    pub fn new(value: &T) -> Result<Packed<T>, String> {
        Ok(Packed { bytes: Uint8Array::from(packed::pack(value)?.as_slice()), of: PhantomData })
    }

    /// Unpacks the value.
    ///
    /// # Errors
    /// See [`packed::unpack`].
    pub fn unpack(&self) -> Result<Box<T>, String> {
        packed::unpack(&self.bytes.to_vec()).map(Box::new)
    }
}

/// The result of a task. Its long lists are sent as bytes.
#[derive(Debug, Serialize, Deserialize)]
pub struct SentResult {
    rest: Box<TaskResult>,
    lists: Packed<ResultLists>,
}

impl SentResult {
    /// Packs the long lists of a result.
    ///
    /// # Errors
    /// See [`packed::pack`].
    pub fn new(mut result: TaskResult) -> Result<SentResult, String> {
        let mut lists = ResultLists::default();
        lists.exchange(&mut result);
        Ok(SentResult { lists: Packed::new(&lists)?, rest: Box::new(result) })
    }

    /// Unpacks the value.
    ///
    /// # Errors
    /// See [`packed::unpack`].
    pub fn unpack(mut self) -> Result<Box<TaskResult>, String> {
        self.lists.unpack()?.exchange(&mut self.rest);
        Ok(self.rest)
    }
}

/// Facts about a log that the page shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogSummary {
    /// Name of the file.
    pub name: String,
    /// Length of the file, possibly compressed \[bytes\].
    pub file_bytes: u64,
    /// Length of the decompressed text \[bytes\]: the scenario's `workload.size_bytes`.
    pub text_bytes: u64,
    /// SHA-256 of the decompressed text: the scenario's `workload.sha256`.
    pub sha256: String,
    /// Number of usable jobs.
    pub jobs: u64,
    /// Number of records left out.
    pub left_out: u64,
    /// Reasons for leaving out records, with their first lines: one sentence per reason.
    pub dropped: Vec<String>,
    /// Remarks about the file for people, one sentence each. Records that were left out are also reported here.
    pub notes: Vec<String>,
    /// Processors of the largest job.
    pub largest_job: u32,
    /// Time from the first to the last submission \[s\].
    pub span_s: f64,
    /// `MaxProcs` of the header, if given.
    pub max_procs: Option<f64>,
    /// Remarks on fields that are not used and on doubtful values, one sentence each.
    pub remarks: Vec<String>,
    /// The queues of the log.
    pub queues: HomeNames,
    /// The partitions of the log.
    pub partitions: HomeNames,
    /// Number of known users.
    pub users: u32,
    /// Number of jobs without a requested time.
    pub without_request: u64,
}

/// Converts a message to JavaScript.
///
/// # Errors
/// If a number is larger than 2^53. Messages contain no such number, because these are sent as text.
pub fn to_js<T: Serialize>(message: &T) -> Result<JsValue, serde_wasm_bindgen::Error> {
    message.serialize(&Serializer::new().serialize_maps_as_objects(true))
}

/// Converts a received JavaScript message.
///
/// # Errors
/// If the message is not of type `T`, because page and worker are of different builds.
pub fn from_js<T: DeserializeOwned>(message: JsValue) -> Result<T, serde_wasm_bindgen::Error> {
    serde_wasm_bindgen::from_value(message)
}

/// Message of a thrown value.
pub fn words(error: &JsValue) -> String {
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => error.as_string().unwrap_or_else(|| format!("{error:?}")),
    }
}
