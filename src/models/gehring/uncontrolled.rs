//! No control (G §5.2): machines with their own FCFS queues. The metacomputer adds its requests to the queues without knowing
//! their contents.
//!
//! There is one round per request, or one per interval. A round shuffles the machines. Each waiting request, in order,
//! gets consecutive machines that have enough processors together, beginning with the last machine of the previous
//! request. If too few machines are left, they are shuffled again. A request on several machines starts when its last
//! part is at the head of its queue with enough free processors; until then, the other parts hold their processors. In
//! all queues the requests are in the same order, so no request waits for ever. With independent parts, each part runs as
//! soon as it is at the head of its queue with enough free processors.

use super::parts::Parts;
use super::request;
use crate::base::random::Stream;
use crate::network::Network;
use crate::platform::{Piece, Placement, State};
use crate::scheduler::facts::Facts;
use crate::scheduler::refusal::Refusal;
use crate::scheduler::{PartChange, Rejection, Scheduler, Submission};
use crate::workload::Job;
use std::collections::VecDeque;

/// A part of a request, in the queue of a machine.
#[derive(Clone, Copy, Debug)]
struct Part {
    request: usize,
    nodes: u32,
}

/// A request that has not started.
#[derive(Clone, Debug)]
struct Request {
    job: Job,
    placement: Placement,
    /// Number of parts that have no processors yet.
    missing: usize,
}

/// Machines without control.
pub struct Uncontrolled {
    sizes: Vec<u32>,
    queues: Vec<VecDeque<Part>>,
    /// For each machine: number of processors held by parts of requests that have not started.
    held: Vec<u32>,
    /// Requests by slot; slots are reused.
    requests: Vec<Option<Request>>,
    vacant: Vec<usize>,
    /// Time between two rounds \[s\]; `None` if each request has its own round, at its submission.
    interval_s: Option<f64>,
    /// Meta requests waiting for a round.
    waiting: VecDeque<Job>,
    /// Time of the next round \[s\]; meaningful only if requests wait for a round.
    next_s: f64,
    now_s: f64,
    /// Machines whose queue has changed, so that a part may start.
    changed: Vec<u32>,
    /// Machines on which each part runs on its own; `None` if the parts of a request begin together.
    parts: Option<Parts>,
    /// Requests that can start now.
    ready: VecDeque<usize>,
    stream: Stream,
    facts: Facts,
}

impl Uncontrolled {
    /// Idle machines. `stream` draws the order of the machines in every round. There is a round every `interval_s`
    /// \[s\], or one for each request if it is `None`.
    pub fn new(idle: &State, interval_s: Option<f64>, stream: Stream) -> Uncontrolled {
        let clusters = idle.platform().clusters.iter();
        let sizes: Vec<u32> = clusters.map(|own| own.nodes).collect();
        Uncontrolled {
            queues: vec![VecDeque::new(); sizes.len()],
            held: vec![0; sizes.len()],
            requests: Vec::new(),
            vacant: Vec::new(),
            interval_s,
            waiting: VecDeque::new(),
            next_s: f64::NEG_INFINITY,
            now_s: 0.0,
            changed: Vec::new(),
            parts: None,
            ready: VecDeque::new(),
            stream,
            facts: request::facts(),
            sizes,
        }
    }

    /// Makes every part begin on its own. On `network`, a run time is known at its start.
    pub fn with_independent_parts(self, idle: &State, network: Network) -> Uncontrolled {
        Uncontrolled { parts: Some(Parts::new(idle, network)), ..self }
    }

    /// Adds the parts of a request to the queues of its machines.
    fn queue(&mut self, job: Job, placement: Placement) {
        let request = self.vacant.pop().unwrap_or(self.requests.len());
        if request == self.requests.len() {
            self.requests.push(None);
        }
        for &Piece { cluster, nodes } in &placement {
            self.queues[cluster as usize].push_back(Part { request, nodes });
            self.changed.push(cluster);
        }
        self.requests[request] = Some(Request { job, missing: placement.len(), placement });
    }

    /// Adds a meta request for the next round. The first round takes place one interval after the start of the run.
    fn wait(&mut self, job: Job) {
        if let Some(interval_s) = self.interval_s
            && self.waiting.is_empty()
        {
            self.next_s = (job.arrival_s / interval_s).ceil().max(1.0) * interval_s;
        }
        self.waiting.push_back(job);
    }

    /// Assigns all waiting meta requests to queues, if a round is due.
    fn round(&mut self) {
        if self.waiting.is_empty() || self.now_s < self.next_s {
            return;
        }
        let mut order: Vec<u32> = (0..self.sizes.len() as u32).collect();
        // The first request begins after the last machine. So the machines are shuffled before any is used.
        let mut at = order.len();
        while let Some(job) = self.waiting.pop_front() {
            let mut placement = Placement::new();
            loop {
                let end = fill(job.nodes, &order[at..], &self.sizes, &mut placement);
                if let Some(parts) = end {
                    at += parts - 1;
                    break;
                }
                shuffle(&mut order, &mut self.stream);
                at = 0;
            }
            crate::platform::sort_by_cluster(&mut placement);
            self.queue(job, placement);
        }
    }

    /// Ends the parts whose ends have come, and begins the next ones. A part of 0 s ends at once.
    fn serve_parts(&mut self, state: &State) {
        let Some(mut parts) = self.parts.take() else { return };
        loop {
            while let Some(machine) = parts.end(self.now_s) {
                self.changed.push(machine);
            }
            let Some(machine) = self.changed.pop() else { break };
            while let Some(&Part { request, nodes }) = self.queues[machine as usize].front()
                && parts.free()[machine as usize] >= nodes
            {
                self.queues[machine as usize].pop_front();
                if let Some(own) = &mut self.requests[request] {
                    let run_s = parts.run_s(state, &own.job, &own.placement);
                    parts.begin(Piece { cluster: machine, nodes }, self.now_s, run_s);
                    own.missing -= 1;
                    if own.missing == 0 {
                        self.ready.push_back(request);
                    }
                }
            }
        }
        self.parts = Some(parts);
    }

    /// Gives processors to the parts at the head of each changed queue, in order, until a part does not fit.
    fn serve(&mut self, free: &[u32]) {
        while let Some(machine) = self.changed.pop() {
            let machine = machine as usize;
            while let Some(&Part { request, nodes }) = self.queues[machine].front()
                && free[machine] - self.held[machine] >= nodes
            {
                self.queues[machine].pop_front();
                self.held[machine] += nodes;
                if let Some(own) = &mut self.requests[request] {
                    own.missing -= 1;
                    if own.missing == 0 {
                        self.ready.push_back(request);
                    }
                }
            }
        }
    }
}

/// Divides a request over machines in this order: all machines are used whole, except perhaps the last. Returns the
/// number of machines used; `None` if the machines have too few processors.
fn fill(processors: u32, order: &[u32], sizes: &[u32], placement: &mut Placement) -> Option<usize> {
    placement.clear();
    let mut rest = processors;
    for &cluster in order {
        let nodes = rest.min(sizes[cluster as usize]);
        placement.push(Piece { cluster, nodes });
        rest -= nodes;
        if rest == 0 {
            return Some(placement.len());
        }
    }
    None
}

/// Shuffles the machines such that all orders are equally likely (Fisher and Yates).
fn shuffle(order: &mut [u32], stream: &mut Stream) {
    for last in (1..order.len()).rev() {
        order.swap(last, stream.integer(0, last as u32) as usize);
    }
}

impl Scheduler for Uncontrolled {
    fn submit(&mut self, job: &Job) -> Submission {
        let size = match job.local {
            true => self.sizes.get(job.home as usize).map_or(0, |&own| u64::from(own)),
            false => self.sizes.iter().map(|&own| u64::from(own)).sum(),
        };
        if u64::from(job.nodes) > size {
            return Submission::Rejected(Rejection::Impossible);
        }
        if job.local {
            let piece = Piece { cluster: job.home, nodes: job.nodes };
            self.queue(*job, Placement::from_slice(&[piece]));
        } else {
            self.wait(*job);
        }
        Submission::Waiting
    }

    fn freed(&mut self, cluster: u32) {
        self.changed.push(cluster);
    }

    fn next_start(&mut self, now_s: f64, state: &State, placement: &mut Placement) -> Option<Job> {
        self.now_s = now_s;
        self.round();
        match self.parts {
            Some(_) => self.serve_parts(state),
            None => self.serve(state.free()),
        }
        let slot = self.ready.pop_front()?;
        let request = self.requests.get_mut(slot)?.take()?;
        self.vacant.push(slot);
        if self.parts.is_none() {
            for piece in &request.placement {
                self.held[piece.cluster as usize] -= piece.nodes;
            }
        }
        placement.clone_from(&request.placement);
        Some(request.job)
    }

    fn facts(&mut self) -> Option<&mut Facts> {
        Some(&mut self.facts)
    }

    fn plans(&self) -> bool {
        self.interval_s.is_some() || self.parts.is_some()
    }

    fn wake_s(&self) -> Option<f64> {
        let round_s = (!self.waiting.is_empty()).then_some(self.next_s);
        let end_s = self.parts.as_ref().and_then(Parts::next_end_s);
        let later = [round_s, end_s].into_iter().flatten().filter(|&time_s| time_s > self.now_s);
        later.reduce(f64::min)
    }

    fn in_parts(&self) -> bool {
        self.parts.is_some()
    }

    fn next_part(&mut self) -> Option<PartChange> {
        self.parts.as_mut().and_then(Parts::next_change)
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        let own = |request: &Option<Request>| request.as_ref().is_some_and(|request| request.job.id == job.id);
        if self.waiting.iter().any(|own| own.id == job.id) {
            return vec![request::in_the_waiting_room(None, Some(self.next_s))];
        }
        let Some(slot) = self.requests.iter().position(own) else {
            return Vec::from_iter(request::too_large(state, job, job.local, state.platform().nodes()));
        };
        let Some(request) = &self.requests[slot] else {
            return Vec::new();
        };
        let parts = request.placement.iter().filter_map(|piece| {
            let machine = piece.cluster as usize;
            let ahead = self.queues[machine].iter().position(|part| part.request == slot)?;
            Some(request::part(piece, state.free()[machine] - self.held[machine], ahead as u64))
        });
        parts.collect()
    }
}
