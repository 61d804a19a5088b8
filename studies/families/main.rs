//! Computes the tables of docs/families.md: families of schedulers, which know links, the future or neither, with several orders
//! of the queue, on the same jobs.
//!
//! Every experiment is a scenario file of this folder. Results are stored, so that a second run computes only what is
//! missing.

mod anova;
mod links;
mod lorenz;
#[cfg(test)]
mod prose;
mod ranks;
mod runs;
mod tables;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;

use runs::{Experiment, Runner, SLOWDOWN, TURNAROUND};
use studies::Outcome;

/// Workloads of Q6, as scenario files. Those whose log is missing are left out.
const WORKLOADS: [&str; 9] = [
    "workload-jones",
    "workload-lublin",
    "workload-feitelson",
    "workload-ctc-sp2",
    "workload-kth-sp2",
    "workload-sdsc-sp2",
    "workload-sdsc-blue",
    "workload-gaia",
    "workload-ricc",
];

/// Other platforms of Q5, as scenario files: eight clusters with links of three shapes, and clusters of two sizes.
const SHAPES: [&str; 4] = ["shape-star", "shape-tree", "shape-mesh", "shape-uneven"];

/// Families of schedulers on the same jobs.
#[derive(Parser)]
struct Families {
    /// A twentieth of the jobs and three replications: a test of the study, not a result.
    #[arg(long)]
    quick: bool,

    /// Only experiments with this text in their file's name; other tables and data stay as they are.
    #[arg(long, value_name = "NAME")]
    only: Option<String>,

    /// Folder of results.
    #[arg(long, value_name = "DIR", default_value = "target/families")]
    results: PathBuf,
}

fn main() -> ExitCode {
    match Families::parse().carry_out() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("families: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// A table with its place in the documents.
struct Table {
    /// Name of the place: `<!-- families: NAME -->` in docs/families.md and docs/families-tables.md.
    name: &'static str,
    title: String,
    text: String,
}

impl Families {
    fn carry_out(self) -> Outcome {
        let results = studies::root().join(&self.results);
        let runner = Runner { native: studies::native()?, results, quick: self.quick };
        let (mut tables, mut done) = (Vec::new(), Vec::new());
        self.orders(&runner, &mut tables, &mut done)?;
        for (name, title, text) in PARTS {
            if self.wants(name) {
                let experiment = simulated(&runner, name)?;
                tables.push(Table { name, title: title.to_owned(), text: text(&experiment)? });
                done.push(experiment);
            }
        }
        self.shapes(&runner, &mut tables, &mut done)?;
        self.workloads(&runner, &mut tables, &mut done)?;
        let lorenz = match self.wants("lorenz") && runner.has_log(lorenz::WORKLOAD)? {
            true => Some(lorenz::Waits::of(&runner)?),
            false => None,
        };
        tables.extend(lorenz.iter().map(|waits| Table {
            name: "lorenz",
            title: lorenz::TITLE.to_owned(),
            text: waits.table(),
        }));
        tables.push(Table { name: "links", title: "Links".to_owned(), text: links::table()? });
        if self.quick {
            for table in tables {
                println!("\n## {}\n\n{}", table.title, table.text);
            }
            return Ok(());
        }
        let docs = studies::root().join("docs");
        for file in ["families.md", "families-tables.md"].map(|file| docs.join(file)) {
            let text = studies::read(&file)?;
            studies::write(&file, tables.iter().fold(text, |text, table| filled(&text, table)))?;
        }
        let data = docs.join("families.csv");
        studies::write(&data, tables::csv(&studies::read(&data)?, &done))?;
        match lorenz {
            Some(waits) => waits.write(&docs),
            None => Ok(()),
        }
    }

    /// Q1: orders with both kinds of backfilling.
    fn orders(&self, runner: &Runner, tables: &mut Vec<Table>, done: &mut Vec<Experiment>) -> Outcome {
        const FILES: [(&str, &str, &str); 2] =
            [("orders-skip", "interaction", "FPFS"), ("orders-easy", "interaction-easy", "EASY")];
        let before = done.len();
        for (file, interaction, backfill) in FILES {
            if !self.wants(file) {
                continue;
            }
            let experiment = simulated(runner, file)?;
            let mut add = |name, title: &str, text| {
                tables.push(Table { name, title: format!("Q1: {title}, {backfill}"), text });
            };
            add(interaction, "gains on Migration only in order of arrival", tables::interaction(&experiment)?);
            add(file, "mean turnaround \\[s\\]", tables::all_orders(&experiment)?);
            if file == "orders-skip" {
                add("orders-at", "mean turnaround at load 0.84", tables::orders_at(&experiment, 160.0)?);
            }
            done.push(experiment);
        }
        if let [skip, easy] = &done[before..] {
            for (name, without, title) in
                [("shares", [].as_slice(), ""), ("shares-without", &["First-fit"], ", without First-fit")]
            {
                let text = tables::shares(&[skip, easy], without)?;
                let title = format!("Q1: shares of the variance of mean turnaround, FPFS and EASY{title}");
                tables.push(Table { name, title, text });
            }
        }
        Ok(())
    }

    /// Q5: platforms that no sweep of one scenario has.
    fn shapes(&self, runner: &Runner, tables: &mut Vec<Table>, done: &mut Vec<Experiment>) -> Outcome {
        let wanted = SHAPES.iter().filter(|name| self.wants(name));
        let mut experiments = wanted.map(|name| simulated(runner, name)).collect::<Outcome<Vec<_>>>()?;
        if self.wants_all(&SHAPES) {
            let title = "Q5: eight clusters with other links, and four clusters of two sizes".to_owned();
            tables.push(Table { name: "shapes", title, text: tables::shapes(&experiments)? });
        }
        done.append(&mut experiments);
        Ok(())
    }

    /// Q6 and users of Q7: workloads whose logs are available.
    fn workloads(&self, runner: &Runner, tables: &mut Vec<Table>, done: &mut Vec<Experiment>) -> Outcome {
        let mut experiments = Vec::new();
        for name in WORKLOADS.iter().filter(|name| self.wants(name)) {
            match runner.has_log(name)? {
                true => experiments.push(simulated(runner, name)?),
                false => println!("left out: the log of {name} is not in {}", studies::logs().display()),
            }
        }
        if self.wants_all(&WORKLOADS) {
            for (name, measure, title) in [
                ("workloads", TURNAROUND, "mean turnaround"),
                ("workloads-slowdown", SLOWDOWN, "mean bounded slowdown"),
            ] {
                let text = tables::workloads(&experiments, measure)?;
                tables.push(Table { name, title: format!("Q6: {title} by workload"), text });
            }
        }
        if let Some(text) = tables::users(&experiments)?.filter(|_| self.wants_all(&WORKLOADS)) {
            tables.push(Table { name: "users", title: "Q7: fairness among users".to_owned(), text });
        }
        done.append(&mut experiments);
        Ok(())
    }

    /// True if all experiments of a table were requested.
    fn wants_all(&self, names: &[&str]) -> bool {
        names.iter().all(|name| self.wants(name))
    }

    /// True if an experiment was requested.
    fn wants(&self, name: &str) -> bool {
        name.contains(self.only.as_deref().unwrap_or_default())
    }
}

/// The table of an experiment.
type Made = fn(&Experiment) -> Outcome<String>;

/// Experiments with one table each: file, title, table.
const PARTS: [(&str, &str, Made); 9] = [
    ("length", "Q1: length of the run at load 0.90, FPFS", tables::length),
    ("control", "Q2: mean turnaround by what a scheduler controls", tables::control),
    ("demand", "Q3: value of knowing the demand", tables::demand),
    ("estimates", "Q4: estimates that are wrong by up to a factor, EASY", tables::estimates),
    ("errors", "Q4: demand that is believed wrongly by up to a factor, load 0.84, FPFS", tables::errors),
    ("stale", "Q4: state of the clusters that is known late, load 0.60", tables::stale),
    ("platforms", "Q5: numbers of clusters and different speeds", tables::platforms),
    ("many-clusters", "Q5: 32 clusters", tables::platforms),
    ("sizes", "Q7: who waits, by size of the job", tables::sizes),
];

/// Simulates an experiment, and prints how long it took.
fn simulated(runner: &Runner, name: &str) -> Outcome<Experiment> {
    let begin = Instant::now();
    let experiment = runner.run(name)?;
    println!(
        "{name}: {:.0} s, {} replications of {} jobs",
        begin.elapsed().as_secs_f64(),
        experiment.replications,
        experiment.jobs / experiment.replications.max(1) as u64
    );
    Ok(experiment)
}

/// The document with a table between `<!-- families: NAME -->` and
/// `<!-- end -->`; unchanged without such a place.
fn filled(document: &str, table: &Table) -> String {
    let mark = format!("<!-- families: {} -->\n", table.name);
    let Some((before, rest)) = document.split_once(&mark) else {
        return document.to_owned();
    };
    let Some((_, after)) = rest.split_once("<!-- end -->") else {
        return document.to_owned();
    };
    format!("{before}{mark}{}<!-- end -->{after}", table.text)
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn tables_replace_what_is_between_the_marks() {
        let document = "a\n<!-- families: x -->\nold\n<!-- end -->\nb\n<!-- families: y -->\n<!-- end -->\n";
        let table = |name| Table { name, title: String::new(), text: "| new |\n".to_owned() };
        let once = filled(document, &table("x"));
        assert_eq!(once, "a\n<!-- families: x -->\n| new |\n<!-- end -->\nb\n<!-- families: y -->\n<!-- end -->\n");
        assert_eq!(filled(&once, &table("x")), once);
        assert_eq!(filled(document, &table("z")), document);
    }

    /// Names of the tables are those of the scenario files.
    #[test]
    fn families_are_those_of_the_scenarios() {
        for file in ["orders-skip", "orders-easy"] {
            let text = studies::read(&runs::folder().join(format!("{file}.json"))).unwrap();
            let scenario: serde_json::Value = serde_json::from_str(&text).unwrap();
            let schedulers = scenario["schedulers"].as_array().unwrap();
            assert_eq!(schedulers.len(), 30);
            for (five, (policy, family)) in schedulers.chunks(5).zip(tables::FAMILIES) {
                assert!(five.iter().all(|own| own["policy"] == policy));
                assert!(five.iter().all(|own| own["label"].as_str().unwrap().starts_with(&format!("{family}, "))));
            }
        }
    }
}
