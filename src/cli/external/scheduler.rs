//! The scheduler that asks a program.

use super::messages::{Answer, Bye, Cluster, Decide, Hello, Reach, Ready, Submitted, VERSION, Want};
use super::process::Process;
use super::{MODEL, Settings};
use crate::ENGINE_VERSION;
use crate::base::problem::Problem;
use crate::models::Seen;
use crate::parameter::fields::Json;
use crate::platform::{Piece, Placement, State};
use crate::scheduler::refusal::Refusal;
use crate::scheduler::{Rejection, Scheduler, Submission};
use crate::words::number::counted;
use crate::workload::Job;
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};
use std::mem;

/// Most questions one after the other between which nothing happens: a program that always wants to be woken would be asked for ever.
const MOST_WAKES: u64 = 1_000_000;

const READY: &str = "{\"hello\": 1}, with \"wants\": [\"ends\", \"links\"] and \"reach\": \"home\", \"cluster\" or \"platform\" if needed";
const ANSWER: &str = "{\"start\": [[job, [[cluster, nodes], …]], …], \"wake_s\": time or null}";

/// A scheduler that asks a program what to start.
pub struct External {
    /// How the program is started.
    own: Settings,
    /// The first message.
    hello: Value,
    /// The program, from the first job on: a pass that only measures the load of the jobs has none.
    program: Option<Program>,
    /// Nodes of each cluster.
    nodes: Vec<u32>,
    waiting: BTreeMap<u64, Job>,
    /// What has happened since the last question.
    submitted: Vec<Submitted>,
    ended: Vec<u64>,
    ends: Vec<(u64, f64)>,
    /// True if something has happened since.
    news: bool,
    /// What the program starts, in its order.
    starts: VecDeque<(u64, Vec<(u32, u32)>)>,
    wake_s: Option<f64>,
    /// Questions one after the other between which nothing happened.
    wakes: u64,
    /// Number of the last message.
    message: u64,
    /// The job in each slot of the engine, and their number.
    running: Vec<u64>,
    run: usize,
    /// The job that was started last.
    last: u64,
    failure: Option<Problem>,
}

/// A program that has answered the first message.
struct Program {
    process: Process,
    ready: Ready,
}

impl Program {
    /// Starts the program and tells it the platform.
    ///
    /// # Errors
    /// The program cannot be started or does not answer.
    fn start(own: &Settings, hello: &Value) -> Result<Program, Problem> {
        let mut process = Process::start(own)?;
        let ready: Ready = process.ask(1, hello, READY)?;
        if ready.hello != VERSION {
            let place = format!("the program {}", process.name());
            let wrong = format!("understands messages of version {}", ready.hello);
            return Err(Problem::new(
                place,
                wrong,
                format!("version {VERSION}"),
                "Change it to these messages: MODELS.md has them",
            ));
        }
        Ok(Program { process, ready })
    }
}

impl External {
    /// The scheduler; its program starts with the first job.
    ///
    /// # Errors
    /// The settings cannot be read.
    pub fn new(seen: &Seen<'_>) -> Result<External, Problem> {
        let own: Settings = seen.settings()?;
        let clusters = &seen.idle.platform().clusters;
        let hello = Hello {
            hello: VERSION,
            engine: ENGINE_VERSION,
            seed: seen.seed,
            replication: seen.replication,
            settings: own.settings.write(),
            clusters: clusters.iter().map(|own| Cluster { nodes: own.nodes, speed: own.speed }).collect(),
            links_bps: seen.idle.capacity_bps(),
        };
        let hello = serde_json::to_value(&hello)
            .map_err(|error| Problem::new("the platform", format!("cannot be written: {error}"), "numbers", ""))?;
        Ok(External {
            own,
            hello,
            program: None,
            nodes: clusters.iter().map(|own| own.nodes).collect(),
            waiting: BTreeMap::new(),
            submitted: Vec::new(),
            ended: Vec::new(),
            ends: Vec::new(),
            news: false,
            starts: VecDeque::new(),
            wake_s: None,
            wakes: 0,
            message: 1,
            running: Vec::new(),
            run: 0,
            last: 0,
            failure: None,
        })
    }

    /// The program, which is started if it does not run yet.
    fn program(&mut self) -> Result<&mut Program, Problem> {
        match &mut self.program {
            Some(program) => Ok(program),
            none => Ok(none.insert(Program::start(&self.own, &self.hello)?)),
        }
    }

    fn ask(&mut self, now_s: f64, state: &State) -> Result<(), Problem> {
        let Some(program) = &mut self.program else {
            return Ok(());
        };
        self.wakes = if self.news { 0 } else { self.wakes + 1 };
        self.message += 1;
        let wants = |what| program.ready.wants.contains(&what);
        let question = Decide {
            decide: self.message,
            now_s,
            free: state.free(),
            submitted: &self.submitted,
            ended: &self.ended,
            ends: wants(Want::Ends).then_some(&*self.ends),
            loads_bps: wants(Want::Links).then(|| state.load_bps()),
        };
        let answer: Answer = program.process.ask(self.message, &question, ANSWER)?;
        self.submitted.clear();
        self.ended.clear();
        self.ends.clear();
        self.news = false;
        self.starts = answer.start.into();
        self.wake_s = answer.wake_s;
        if let Some(wake_s) = self.wake_s.filter(|wake_s| *wake_s <= now_s) {
            let wrong = format!("wants to be woken at {wake_s} s");
            return Err(self.wrong(
                wrong,
                &format!("a time after now, {now_s} s"),
                "Leave wake_s out if nothing is to come",
            ));
        }
        match self.wakes > MOST_WAKES {
            true => Err(self.wrong(
                format!("was woken {} without a start", counted(MOST_WAKES, "time")),
                "a start, or a time far ahead",
                "Leave wake_s out: the program is asked whenever a job arrives or ends",
            )),
            false => Ok(()),
        }
    }

    /// A problem with the last answer.
    fn wrong(&self, wrong: String, allowed: &str, remedy: &str) -> Problem {
        let place = format!("the program {}", self.own.name());
        Problem::new(place, format!("{wrong} (answer to message {})", self.message), allowed, remedy)
    }

    /// The next job of the answer, whose pieces are written to `placement`.
    fn take(&mut self, state: &State, placement: &mut Placement) -> Result<Option<Job>, Problem> {
        let Some((id, pieces)) = self.starts.pop_front() else {
            return Ok(None);
        };
        let Some(job) = self.waiting.get(&id).copied() else {
            let remedy = "Start each job once, after it has arrived";
            return Err(self.wrong(format!("starts job {id}, which does not wait"), "a job that waits", remedy));
        };
        let mut total = 0u64;
        for &(cluster, nodes) in &pieces {
            let free = state.free().get(cluster as usize).copied();
            let twice = placement.iter().any(|piece| piece.cluster == cluster);
            match free {
                Some(free) if nodes <= free && nodes > 0 && !twice => {}
                Some(free) => {
                    let wrong = match twice {
                        true => format!("starts job {id} with two pieces on cluster {cluster}"),
                        false => format!(
                            "starts job {id} on {} of cluster {cluster}, which has {free} free",
                            counted(nodes.into(), "node")
                        ),
                    };
                    return Err(self.wrong(
                        wrong,
                        "1 to as many nodes as are free, one piece per cluster",
                        "Count the jobs started before it in the same answer",
                    ));
                }
                None => {
                    let wrong = format!("starts job {id} on cluster {cluster}");
                    return Err(self.wrong(
                        wrong,
                        &format!("clusters 0 to {}", self.nodes.len() - 1),
                        "Clusters are numbered from 0",
                    ));
                }
            }
            total += u64::from(nodes);
            placement.push(Piece { cluster, nodes });
        }
        let wanted = u64::from(job.nodes);
        if !(total == wanted || job.moldable && (1..wanted).contains(&total)) {
            let wrong = format!("starts job {id} on {} in all", counted(total, "node"));
            return Err(self.wrong(wrong, &counted(wanted, "node"), "Give the job the nodes that it asks for"));
        }
        self.waiting.remove(&id);
        self.last = id;
        self.wakes = 0;
        Ok(Some(job))
    }

    /// Most nodes of a job of this home cluster.
    fn reach(&mut self, home: u32) -> Result<u64, Problem> {
        let reach = self.program()?.ready.reach;
        Ok(match reach {
            Reach::Home => self.nodes.get(home as usize).copied().unwrap_or(0).into(),
            Reach::Cluster => self.nodes.iter().copied().max().unwrap_or(0).into(),
            Reach::Platform => self.nodes.iter().copied().map(u64::from).sum(),
        })
    }
}

impl Scheduler for External {
    fn submit(&mut self, job: &Job) -> Submission {
        if self.failure.is_some() {
            return Submission::Rejected(Rejection::Impossible);
        }
        match self.reach(job.home) {
            Ok(most) if u64::from(job.nodes) <= most => {}
            Ok(_) => return Submission::Rejected(Rejection::Impossible),
            Err(problem) => {
                self.failure = Some(problem);
                return Submission::Rejected(Rejection::Impossible);
            }
        }
        self.waiting.insert(job.id, *job);
        self.submitted.push(Submitted {
            job: job.id,
            home: job.home,
            nodes: job.nodes,
            estimate_s: job.estimate_s,
            user: job.user,
            class: job.class,
            compute_fraction: job.compute_fraction,
            bsbw_bps: job.bsbw_bps,
            moldable: job.moldable,
        });
        self.news = true;
        Submission::Waiting
    }

    fn freed(&mut self, _cluster: u32) {
        self.news = true;
    }

    fn next_start(&mut self, now_s: f64, state: &State, placement: &mut Placement) -> Option<Job> {
        if self.failure.is_some() {
            return None;
        }
        let woken = self.wake_s.is_some_and(|wake_s| wake_s <= now_s);
        let asked = match self.starts.is_empty() && (self.news || woken) {
            true => self.ask(now_s, state),
            false => Ok(()),
        };
        asked.and_then(|()| self.take(state, placement)).unwrap_or_else(|problem| {
            placement.clear();
            self.wake_s = None;
            self.failure = Some(problem);
            None
        })
    }

    fn refusals(&mut self, _state: &State, _job: &Job) -> Vec<Refusal> {
        vec![Refusal::new(MODEL.name, "the program has not started it".to_owned())]
    }

    fn failure(&self, over: bool) -> Option<Problem> {
        if self.failure.is_some() || !over || self.run > 0 || self.waiting.is_empty() {
            return self.failure.clone();
        }
        let wrong = format!(
            "leaves {} waiting, though nothing runs and no other job comes",
            counted(self.waiting.len() as u64, "job")
        );
        let remedy = "Start them, or set wake_s; jobs that never fit are dropped if the answer to hello has \"reach\": \"cluster\" or \"home\"";
        Some(self.wrong(wrong, "every job starts", remedy))
    }

    fn plans(&self) -> bool {
        true
    }

    fn wake_s(&self) -> Option<f64> {
        self.wake_s
    }

    fn started(&mut self, slot: u32, end_s: f64) {
        let slot = slot as usize;
        if slot >= self.running.len() {
            self.running.resize(slot + 1, 0);
        }
        if let Some(own) = self.running.get_mut(slot) {
            *own = self.last;
        }
        self.run += 1;
        self.ends.push((self.last, end_s));
    }

    fn expect(&mut self, slot: u32, end_s: f64, _granted: f64) {
        if let Some(&job) = self.running.get(slot as usize) {
            self.ends.push((job, end_s));
        }
    }

    fn ended(&mut self, slot: u32, _now_s: f64) {
        if let Some(own) = self.running.get_mut(slot as usize) {
            self.ended.push(mem::take(own));
        }
        self.run = self.run.saturating_sub(1);
        self.news = true;
    }
}

impl Drop for External {
    fn drop(&mut self) {
        self.message += 1;
        if let Some(program) = &mut self.program {
            program.process.tell(&Bye { bye: self.message });
        }
    }
}
