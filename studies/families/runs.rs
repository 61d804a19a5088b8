//! Experiments of the native program: each scheduler at each point, with the measures of every replication.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Map, Value, json};

use studies::statistics::estimate;
use studies::{Outcome, printed, read};

/// Mean turnaround \[s\], as a pointer into a run's results.
pub const TURNAROUND: &str = "/mean_turnaround_s";
/// Mean bounded slowdown.
pub const SLOWDOWN: &str = "/mean_bounded_slowdown";

/// One scheduler at one point of an experiment.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Swept parameters and their values.
    pub point: Map<String, Value>,
    /// Name of the scheduler.
    pub scheduler: String,
    pub policy: String,
    pub order: String,
    pub backfill: String,
    /// Results over all replications.
    pub all: Value,
    /// Results of each replication.
    pub runs: Vec<Value>,
}

impl Cell {
    /// A measure in every replication; NaN if a run has no such measure.
    pub fn each(&self, measure: &str) -> Vec<f64> {
        let value = |run: &Value| run.pointer(measure).and_then(Value::as_f64).unwrap_or(f64::NAN);
        self.runs.iter().map(value).collect()
    }

    /// Mean of a measure over the replications, with the half width of its 95 % interval.
    pub fn estimate(&self, measure: &str) -> (f64, f64) {
        estimate(&self.each(measure))
    }

    /// True if the queue grew without bound in a replication.
    pub fn unstable(&self) -> bool {
        self.all["unstable"].as_bool().unwrap_or(false)
    }

    /// True if the cell is at this point.
    pub fn at(&self, point: &[(&str, f64)]) -> bool {
        point.iter().all(|(name, value)| self.point.get(*name).and_then(Value::as_f64) == Some(*value))
    }
}

/// An experiment: a scenario file of the study with its results.
#[derive(Clone, Debug)]
pub struct Experiment {
    pub name: String,
    /// The number of replications.
    pub replications: usize,
    /// The number of simulated jobs in all replications, by the first scheduler at the first point.
    pub jobs: u64,
    pub cells: Vec<Cell>,
}

impl Experiment {
    /// The cell of a scheduler at a point.
    ///
    /// # Errors
    ///
    /// If the experiment has no such cell.
    pub fn cell(&self, scheduler: &str, point: &[(&str, f64)]) -> Outcome<&Cell> {
        let found = self.cells.iter().find(|own| own.scheduler == scheduler && own.at(point));
        found.ok_or_else(|| format!("{}: no scheduler {scheduler} at {point:?}", self.name))
    }

    /// The values of a swept parameter, in order.
    pub fn values(&self, parameter: &str) -> Vec<f64> {
        let mut values: Vec<f64> = Vec::new();
        for value in self.cells.iter().filter_map(|own| own.point.get(parameter)?.as_f64()) {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }

    /// The schedulers, in order.
    pub fn schedulers(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for cell in &self.cells {
            if !names.contains(&cell.scheduler.as_str()) {
                names.push(&cell.scheduler);
            }
        }
        names
    }
}

/// Size of the simulations, and the folder of results.
#[derive(Clone, Debug)]
pub struct Runner {
    /// The program.
    pub native: PathBuf,
    /// Folder of results, so that a second run computes only what is missing.
    pub results: PathBuf,
    /// Few jobs and replications.
    pub quick: bool,
}

/// The number of replications of a quick run.
const QUICK_REPLICATIONS: u64 = 3;
/// The factor by which a quick run has fewer jobs.
const QUICK_JOBS: u64 = 20;

impl Runner {
    /// Simulates the scenario file `studies/families/NAME.json`, or reads its stored results.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or the program fails; if its results are not as expected.
    pub fn run(&self, name: &str) -> Outcome<Experiment> {
        let file = folder().join(format!("{name}.json"));
        let scenario: Value =
            serde_json::from_str(&read(&file)?).map_err(|error| format!("{}: {error}", file.display()))?;
        let swept = scenario["experiment"]["sweep"].as_array().is_some_and(|sweeps| !sweeps.is_empty());
        let mut command = Command::new(&self.native);
        command.arg(if swept { "sweep" } else { "run" }).arg(&file).args(["--json", "--runs", "--quiet"]);
        command.arg("--results").arg(&self.results).arg("--logs").arg(studies::logs());
        if self.quick {
            command.args(["--set", &format!("experiment.replications={QUICK_REPLICATIONS}")]);
            for jobs in ["jobs_per_cluster", "jobs", "max_jobs"] {
                if let Some(number) = scenario["workload"][jobs].as_u64() {
                    command.args(["--set", &format!("workload.{jobs}={}", number / QUICK_JOBS)]);
                }
            }
        }
        let answer = printed(&mut command)?;
        let results: Value = serde_json::from_str(&answer).map_err(|error| format!("{name}: {error}"))?;
        let cells = cells(&results).map_err(|problem| format!("{name}: {problem}"))?;
        let first = cells.first().ok_or_else(|| format!("{name}: no results"))?;
        let (replications, jobs) = (first.runs.len(), first.all["jobs"].as_u64().unwrap_or(0));
        Ok(Experiment { name: name.to_owned(), replications, jobs, cells })
    }

    /// Simulates the scenario file, and returns these columns of its jobs.
    ///
    /// # Errors
    ///
    /// If the program fails; if the file of jobs cannot be read or has no such column.
    pub fn jobs<const N: usize>(&self, name: &str, replications: u32, columns: [&str; N]) -> Outcome<Vec<[String; N]>> {
        let file = self.results.join(format!("{name}.csv"));
        // The program writes no file over another one.
        let _ = std::fs::remove_file(&file);
        let mut command = Command::new(&self.native);
        command.arg("run").arg(folder().join(format!("{name}.json"))).args(["--json", "--quiet"]);
        command.args(["--set", &format!("experiment.replications={replications}")]).arg("--jobs-out").arg(&file);
        command.arg("--logs").arg(studies::logs());
        if self.quick {
            command.args(["--set", "workload.max_jobs=500"]);
        }
        printed(&mut command)?;
        let text = read(&file)?;
        let mut lines = text.lines().map(cells_of);
        let head = lines.next().unwrap_or_default();
        let place = |column: &str| {
            let missing = || format!("{name}: the jobs have no column {column}");
            head.iter().position(|own| own == column).ok_or_else(missing)
        };
        let places = columns.iter().map(|own| place(own)).collect::<Outcome<Vec<_>>>()?;
        let cell = |line: &[String], place: usize| line.get(place).cloned().unwrap_or_default();
        Ok(lines.map(|line| std::array::from_fn(|own| cell(&line, places[own]))).collect())
    }

    /// True if the log of a scenario file is available, or if it needs none.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn has_log(&self, name: &str) -> Outcome<bool> {
        let file = folder().join(format!("{name}.json"));
        let scenario: Value =
            serde_json::from_str(&read(&file)?).map_err(|error| format!("{}: {error}", file.display()))?;
        Ok(scenario["workload"]["path"].as_str().is_none_or(|path| studies::logs().join(path).exists()))
    }
}

/// The folder of the scenario files.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("families")
}

/// Splits a line of comma-separated values into cells. A cell may be quoted.
fn cells_of(line: &str) -> Vec<String> {
    let (mut cells, mut quoted) = (vec![String::new()], false);
    for own in line.chars() {
        match own {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            own => cells.last_mut().into_iter().for_each(|cell| cell.push(own)),
        }
    }
    cells
}

/// The cells of JSON results with `--runs`. Cells may share a run; its name then has only their common parameters.
fn cells(results: &Value) -> Outcome<Vec<Cell>> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let runs: Vec<(Value, Value)> = list(&results["run_names"]).into_iter().zip(list(&results["runs"])).collect();
    let mut cells = Vec::new();
    for point in list(&results["points"]) {
        for all in list(&point["results"]) {
            let scheduler = all["scheduler"].as_str().unwrap_or_default().to_owned();
            let parameters = point["parameters"].as_object().cloned().unwrap_or_default();
            let is_own = |name: &Value| {
                let named =
                    name["scheduler"].as_str().is_some_and(|names| names.split(" = ").any(|own| own == scheduler));
                let swept = list(&name["swept"]);
                named && swept.iter().zip(parameters.values()).all(|(swept, here)| swept.is_null() || swept == here)
            };
            let own: Vec<Value> = runs.iter().filter(|(name, _)| is_own(name)).map(|(_, run)| run.clone()).collect();
            if own.len() != list(&all["replication_mean_turnaround_s"]).len() {
                return Err(format!("the runs of {scheduler} are missing"));
            }
            let settings = list(&results["schedulers"]).into_iter().find(|own| own["scheduler"] == json!(scheduler));
            let settings = settings.map_or(Value::Null, |own| own["settings"].clone());
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            cells.push(Cell {
                point: parameters,
                scheduler,
                policy: text(&settings["policy"]),
                order: text(&settings["queue"]["order"]),
                backfill: text(&settings["queue"]["backfill"]),
                runs: own,
                all,
            });
        }
    }
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two schedulers at two points. The first scheduler has the same runs at both points.
    #[test]
    fn runs_are_found_by_their_names() {
        let run = |mean: f64, wait: f64| json!({ "mean_turnaround_s": mean, "mean_wait_s": wait });
        let name = |scheduler: &str, swept: Option<f64>| json!({ "scheduler": scheduler, "swept": [swept] });
        let all = |name: &str, means: [f64; 2]| json!({ "scheduler": name, "replication_mean_turnaround_s": means });
        let point = |at: f64, b: [f64; 2]| json!({ "parameters": { "load": at }, "results": [all("a", [5.0, 6.0]), all("b", b)] });
        let results = json!({
            "points": [point(1.0, [7.0, 8.0]), point(2.0, [9.0, 10.0])],
            "run_names": [name("a", None), name("a", None), name("b", Some(1.0)), name("b", Some(1.0)), name("b", Some(2.0)), name("b", Some(2.0))],
            "runs": [run(5.0, 1.0), run(6.0, 3.0), run(7.0, 0.0), run(8.0, 0.0), run(9.0, 4.0), run(10.0, 6.0)],
            "schedulers": [{ "scheduler": "b", "settings": { "policy": "a1", "queue": { "order": "saf" } } }],
        });
        let cells = cells(&results).unwrap();
        assert_eq!(cells.len(), 4);
        assert_eq!((cells[2].each("/mean_wait_s"), cells[3].each("/mean_wait_s")), (vec![1.0, 3.0], vec![4.0, 6.0]));
        assert_eq!(
            (cells[3].policy.as_str(), cells[3].order.as_str(), cells[3].at(&[("load", 2.0)])),
            ("a1", "saf", true)
        );
        assert!(cells[0].each("/nothing")[0].is_nan());
    }
}
