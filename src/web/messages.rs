//! What the page and its workers say to each other. The page plans, and sends a worker the task itself when it is free; the memory of
//! long lists is handed over and not copied.

use super::columns::{self, LongLists};
use super::job_files::Kind;
use super::paper_page::PaperPage;
use super::story_data::StoryData;
use crate::experiment::TaskResult;
use crate::metrics::timeline::{Timeline, Window};
use js_sys::{Array, Float64Array};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_wasm_bindgen::{Serializer, preserve};
use wasm_bindgen::{JsCast, JsValue};

/// The attribute of `<html>` and the name in the worker's scope that hold the build id: `xtask` puts it there.
pub const PAGE_BUILD: &str = "data-build";
/// See [`PAGE_BUILD`].
pub const WORKER_BUILD: &str = "METASCHED_BUILD";

/// The page to a worker.
#[derive(Debug, Serialize, Deserialize)]
pub enum Order {
    /// The log that tasks read, in place of any earlier one. It is read when it is first needed.
    Log {
        /// Its number.
        id: u32,
        /// Name of the file.
        name: String,
        /// The file, a `Blob`.
        #[serde(with = "preserve")]
        file: JsValue,
    },
    /// Read the log now and describe it.
    ReadLog,
    /// Run a task, after those that came before.
    Task {
        /// Number of this order.
        order: u32,
        /// The task, as it writes itself.
        task: String,
    },
    /// Record a window of a task, after stories and windows that came before; tasks wait.
    Timeline {
        /// Number of this order.
        order: u32,
        /// The task, as it writes itself.
        task: String,
        /// What to record.
        window: Window,
    },
    /// Tell the story of a job of a task, before all else.
    Story {
        /// Number of this order.
        order: u32,
        /// The task, as it writes itself.
        task: String,
        /// Number of the job.
        job: u64,
    },
    /// Drop the task, timeline or story of that order, if it is still in hand.
    Stop {
        /// Number of the order.
        order: u32,
    },
    /// What the papers claim and what became of it, before the first question about it: the files.
    Papers {
        /// The papers.
        papers: String,
        /// The records of their claims.
        claims: String,
        /// The presets.
        presets: String,
    },
    /// Say what the papers claim of a scenario.
    Claims {
        /// Number of this order.
        order: u32,
        /// The scenario as JSON.
        scenario: String,
        /// What it came to, as JSON, once its run is complete.
        results: Option<String>,
    },
    /// Run a task of a scenario to its end and write down its jobs. Nothing else is heard meanwhile: it is for a worker of its own.
    Jobs {
        /// Number of this order.
        order: u32,
        /// The scenario as JSON.
        scenario: String,
        /// Index of the task in its plan.
        task: u32,
        /// Which file.
        kind: Kind,
    },
    /// Plan a scenario, for programs that drive workers without the page.
    Plan {
        /// Number of this order.
        order: u32,
        /// The scenario as JSON.
        scenario: String,
    },
    /// Put results together, for the same programs.
    Merge {
        /// Number of this order.
        order: u32,
        /// The scenario as JSON.
        scenario: String,
        /// By index of the task.
        results: Vec<Option<Packed<TaskResult>>>,
    },
}

/// A worker to the page.
#[derive(Debug, Serialize, Deserialize)]
pub enum Report {
    /// The first message: the worker has come up.
    Ready {
        /// Build id, empty if the files are not stamped.
        build: String,
    },
    /// A scenario is planned.
    Planned {
        /// Number of the order.
        order: u32,
        /// Its tasks, as they write themselves.
        tasks: Vec<String>,
    },
    /// An order is in hand; the first report of it comes at once.
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
        /// What it came to.
        result: Packed<TaskResult>,
    },
    /// A timeline is recorded.
    Timeline {
        /// Number of the order.
        order: u32,
        /// What was recorded.
        timeline: Packed<Timeline>,
    },
    /// A story has been recorded.
    Story {
        /// Number of the order.
        order: u32,
        /// What the page shows of it.
        story: Packed<StoryData>,
    },
    /// An order was stopped, or was over before.
    Stopped {
        /// Number of the order.
        order: u32,
    },
    /// An order cannot be carried out, by any worker.
    Failed {
        /// Number of the order.
        order: u32,
        /// Why, readable.
        problem: String,
    },
    /// The log is being read.
    LogProgress {
        /// Number of the log.
        log: u32,
        /// From 0 to 1.
        fraction: f64,
    },
    /// The log has been read.
    Log {
        /// Number of the log.
        log: u32,
        /// What is in it.
        summary: LogSummary,
    },
    /// The file is no log.
    LogFailed {
        /// Number of the log.
        log: u32,
        /// Why, readable.
        problem: String,
    },
    /// What the papers claim of a scenario.
    Claims {
        /// Number of the order.
        order: u32,
        /// What the page shows of it.
        page: PaperPage,
    },
    /// The jobs of a run, or results put together as JSON.
    Text {
        /// Number of the order.
        order: u32,
        /// What was asked for.
        text: String,
    },
    /// The last message: the worker is broken.
    Panicked {
        /// Where and why.
        text: String,
    },
}

impl Report {
    /// The memory that is handed over with it and not copied.
    pub fn buffers(&self) -> Array {
        match self {
            Report::Done { result, .. } => Array::of1(&result.columns.buffer()),
            Report::Timeline { timeline, .. } => Array::of1(&timeline.columns.buffer()),
            Report::Story { story, .. } => Array::of1(&story.columns.buffer()),
            _ => Array::new(),
        }
    }
}

/// A value with its long lists as columns (see [`columns`]).
#[derive(Debug, Serialize, Deserialize)]
pub struct Packed<T> {
    value: Box<T>,
    #[serde(with = "preserve")]
    columns: Float64Array,
}

impl<T: LongLists> Packed<T> {
    /// The value, ready to be sent.
    pub fn new(mut value: T) -> Packed<T> {
        let columns = columns::take(&mut value);
        Packed { columns: Float64Array::from(columns.as_slice()), value: Box::new(value) }
    }

    /// The value as it was.
    ///
    /// # Errors
    /// If the columns are not those of such a value, with words for people.
    pub fn unpack(mut self) -> Result<Box<T>, String> {
        let numbers = self.columns.to_vec();
        let back = columns::put_back(&mut *self.value, &numbers);
        back.map(|()| self.value)
            .ok_or_else(|| "What a worker sent came in a form that is not known. Reload the page".to_owned())
    }
}

/// What the page shows of a log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogSummary {
    /// Name of the file.
    pub name: String,
    /// Length of the file as it was given, perhaps compressed.
    pub file_bytes: u64,
    /// Length of the text: the scenario's `workload.size_bytes`.
    pub text_bytes: u64,
    /// SHA-256 of the text: the scenario's `workload.sha256`.
    pub sha256: String,
    /// Usable jobs.
    pub jobs: u64,
    /// Records that were left out.
    pub left_out: u64,
    /// Why records were left out and with what they begin: a sentence per reason.
    pub dropped: Vec<String>,
    /// What a person should know about the file, a sentence each; the dropped records are among it.
    pub notes: Vec<String>,
    /// Processors of the largest job.
    pub largest_job: u32,
    /// From the first to the last submission \[s\].
    pub span_s: f64,
    /// Processors that its jobs keep busy, on average over the time in which they are submitted; 0 if that is an instant.
    pub busy: f64,
    /// `MaxProcs` of the header, if given.
    pub max_procs: Option<f64>,
    /// How many queues the jobs came through.
    pub queues: u32,
    /// How many partitions the jobs ran on.
    pub partitions: u32,
    /// How many users are known.
    pub users: u32,
    /// Jobs without a requested time.
    pub without_request: u64,
}

/// A message as JavaScript sends it.
///
/// # Errors
/// If a number is beyond 2^53; everything that may be is a text here.
pub fn to_js<T: Serialize>(message: &T) -> Result<JsValue, serde_wasm_bindgen::Error> {
    message.serialize(&Serializer::new().serialize_maps_as_objects(true))
}

/// The message that JavaScript received.
///
/// # Errors
/// If it is none: page and worker are of different builds.
pub fn from_js<T: DeserializeOwned>(message: JsValue) -> Result<T, serde_wasm_bindgen::Error> {
    serde_wasm_bindgen::from_value(message)
}

/// What a thrown value says.
pub fn words(error: &JsValue) -> String {
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => error.as_string().unwrap_or_else(|| format!("{error:?}")),
    }
}
