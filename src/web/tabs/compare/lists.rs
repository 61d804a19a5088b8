//! Lists of the jobs with the largest gains and losses, and of groups of jobs.

use super::recordings::Recordings;
use super::tab::JOB;
use super::tab::LISTED;
use crate::chart::gantt_chart::GanttCluster;
use crate::experiment::are_of_the_same_jobs;
use crate::export::table::Table;
use crate::web::page::figures::tables;
use crate::web::page::shell::dom;
use crate::web::page::shell::dom::Build;
use crate::web::tabs::compare::job_pairs;
use crate::web::tabs::compare::job_pairs::JobPair;
use crate::web::tabs::compare::job_pairs::Sum;
use crate::words::number;
use web_sys::Element;

impl Recordings {
    /// Tables of the jobs with the largest gains and losses, and of groups.
    pub(super) fn tables(&self, clusters: &[GanttCluster]) -> Vec<Element> {
        if self.unlike {
            return Vec::new();
        }
        let [first, second] = self.names();
        let jobs = self.recorded[0].as_ref().map(|own| own.names.clone()).unwrap_or_default();
        let order = job_pairs::order(&self.pairs);
        let gains = |at: &&usize| self.pairs[**at].difference_s() < 0.0;
        let losses = |at: &&usize| self.pairs[**at].difference_s() > 0.0;
        let heads = ["Job", "Home", "Nodes", &first, &second, "Difference [s]"];
        let list = |caption: String, places: Vec<usize>| {
            let row = |at: usize| {
                let pair = &self.pairs[at];
                let [own, other] = pair.turnaround_s.map(number::plain);
                let cells = [
                    jobs.short(pair.id),
                    (pair.home + 1).to_string(),
                    pair.nodes.to_string(),
                    own,
                    other,
                    number::plain(pair.difference_s()),
                ];
                tables::row(cells.iter().enumerate(), |cell, (at, text)| match at {
                    0 => cell.with(dom::button(text).class("moment").attr(JOB, &pair.id.to_string())),
                    _ => cell.text(text),
                })
            };
            let heads = tables::heads(heads, |cell, text| cell.text(text));
            let rows = places.into_iter().map(row);
            let table = tables::table("numbers", &caption, heads, rows);
            dom::new("div").class("scroll").attr("tabindex", "0").with(table)
        };
        let mut tables = Vec::new();
        if let Some((job, time_s)) = self.first_to_part() {
            let button = dom::button(&jobs.name(job)).class("moment").attr(JOB, &job.to_string());
            let before = format!(
                "Both schedules are the same until {}. The first to go another way is ",
                number::clock(time_s, true)
            );
            tables.push(dom::new("p").text(&before).with(button));
        }
        tables.extend([
            list(format!("Faster under {first} [s]"), order.iter().filter(gains).take(LISTED).copied().collect()),
            list(
                format!("Faster under {second} [s]"),
                order.iter().rev().filter(losses).take(LISTED).copied().collect(),
            ),
        ]);
        let shell = dom::new("div").class("scroll").attr("tabindex", "0");
        tables::write(&shell, &self.groups(clusters));
        tables.push(shell);
        tables
    }

    /// The first job that starts at different times or on different nodes in the two runs, and the time \[s\].
    pub(super) fn first_to_part(&self) -> Option<(u64, f64)> {
        let [Some(first), Some(second)] = &self.recorded else {
            return None;
        };
        job_pairs::first_to_part([first, second])
    }

    /// Turnarounds by group: groups of the experiment over all replications; without groups, kinds of requests or home
    /// clusters in the recording.
    fn groups(&self, clusters: &[GanttCluster]) -> Table {
        let [first, second] = self.names();
        // The means of different jobs have no difference.
        let apart = self.results().is_some_and(|[own, other]| !are_of_the_same_jobs(own, other));
        let row = |name: String, jobs: u64, means: [f64; 2]| {
            let [first, second] = means.map(number::plain);
            let difference = match apart {
                true => "other jobs".to_owned(),
                false => number::plain(means[0] - means[1]),
            };
            let numbers = [first, second, difference];
            let before = [name, number::count(jobs)];
            before.into_iter().chain(numbers).collect()
        };
        let mut caption = "By group, all runs [s]";
        let mut rows: Vec<Vec<String>> = Vec::new();
        if let Some([own, other]) = self.results() {
            for group in &own.groups {
                let other = other.groups.iter().find(|theirs| theirs.group == group.group);
                let Some(other) = other else { continue };
                let means = [group.mean_turnaround_s, other.mean_turnaround_s];
                rows.push(row(group.group.clone(), group.jobs, means));
            }
        }
        if rows.is_empty() {
            caption = "By home cluster, recorded jobs [s]";
            let requests = self.recorded[0].as_ref().map(|own| &own.legend.requests);
            let kinds = requests.map_or(0, |kinds| kinds.len());
            let names = clusters.iter().map(|own| own.name.clone()).enumerate();
            let of = |pair: &&JobPair, index: usize| match kinds {
                0 => pair.home as usize == index,
                _ => pair.request == Some(index as u32),
            };
            let sum = |index: usize| job_pairs::sum(self.pairs.iter().filter(|own| of(own, index)));
            let mut put = |name: String, sum: Sum| {
                if sum.jobs > 0 {
                    rows.push(row(name, sum.jobs as u64, sum.mean_s));
                }
            };
            match requests.filter(|_| kinds > 0) {
                Some(requests) => {
                    caption = "By kind of request, recorded jobs [s]";
                    for (index, kind) in requests.iter().enumerate() {
                        put(kind.name.to_string(), sum(index));
                    }
                }
                None => names.for_each(|(index, name)| put(name, sum(index))),
            }
        }
        let heads = ["Group", "Jobs", &first, &second, "Difference [s]"];
        Table { title: caption.to_owned(), heads: heads.map(str::to_owned).into(), rows, ..Table::default() }
    }
}
