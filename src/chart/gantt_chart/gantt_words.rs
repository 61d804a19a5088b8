//! A job of a Gantt chart in words.

use crate::chart::gantt_chart::gantt::{GanttCluster, GanttJob, GanttPiece};
use crate::scheduler::facts::Request;
use crate::words::number;

/// Places of a job that are named; of more, the rest is counted.
const MOST_PLACES: usize = 5;

impl GanttJob {
    /// The job in words, a line for each question: which, where, when, how fast.
    pub fn lines(&self, clusters: &[GanttCluster]) -> Vec<String> {
        let name =
            |i: usize| clusters.get(i).map_or_else(|| format!("cluster {}", i.saturating_add(1)), |c| c.name.clone());
        let home = name(self.home);
        let kind = match &self.request {
            Some(request) => self.submitted(request, &home),
            None if self.co_allocated => format!("co-allocated, home {home}"),
            None if self.pieces.iter().all(|p| p.cluster == self.home) => {
                format!("at home on {home}")
            }
            None => format!("moved whole, home {home}"),
        };
        let mut places: Vec<String> = self
            .pieces
            .iter()
            .take(MOST_PLACES)
            .map(|piece| {
                let place = clusters.get(piece.cluster);
                let place = place.map(|own| own.with_speed(" (speed ", ")"));
                let place = place.unwrap_or_else(|| name(piece.cluster));
                format!("{} on {place}", piece.nodes())
            })
            .collect();
        let given: u64 = self.pieces.iter().map(GanttPiece::nodes).sum();
        let others = self.pieces.len() - places.len();
        if others > 0 {
            let named = self.pieces.iter().take(MOST_PLACES);
            let rest = given - named.map(GanttPiece::nodes).sum::<u64>();
            places.push(format!("{rest} on {others} others"));
        }
        let nodes = match self.request {
            Some(_) if given < u64::from(self.nodes) => format!("{given} of {}", self.nodes),
            _ => self.nodes.to_string(),
        };
        let unit = if nodes == "1" { "node" } else { "nodes" };
        let waited = number::duration(self.start_s - self.arrival_s);
        let ran = if self.end_s.is_finite() {
            format!("ran {}", number::duration(self.end_s - self.start_s))
        } else {
            "still running".to_string()
        };
        let mut lines = vec![
            format!("Job {}", self.id),
            kind,
            format!("{nodes} {unit}: {}", places.join(", ")),
            format!("waited {waited}, {ran}"),
        ];
        if self.co_allocated && self.penalty.is_finite() {
            let penalty = number::fixed(self.penalty, 2);
            lines.push(format!("{penalty} × its dedicated run time"));
        }
        lines
    }

    /// "meta request, asynchronous, on 3 clusters".
    fn submitted(&self, request: &Request, home: &str) -> String {
        let kind = match request.is_home() {
            true => format!("{} to {home}", request.words),
            false => request.words.to_string(),
        };
        match self.pieces.len() {
            0 | 1 => kind,
            clusters => format!("{kind}, on {clusters} clusters"),
        }
    }

    /// The job in one sentence.
    pub fn describe(&self, clusters: &[GanttCluster]) -> String {
        self.lines(clusters).join("; ")
    }
}
