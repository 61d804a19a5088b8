//! The tables of docs/families.md and docs/families-tables.md.

use std::fmt::Write;

use studies::Outcome;
use studies::statistics::{estimate, number, paired, signed};

use super::anova::{Factorial, PARTS, with_intervals};
use super::ranks::friedman;
use super::runs::{Cell, Experiment, SLOWDOWN, TURNAROUND};

/// The swept time between arrivals at a cluster \[s\].
const INTERARRIVAL: &str = "workload.interarrival_s";
/// Work that arrives at a cluster of the pilot's platform in an interarrival time, over what its nodes can do per second:
/// 30 nodes for 450 s on 100 nodes.
const WORK_S: f64 = 135.0;

/// Families in the tables, with their policies.
pub const FAMILIES: [(&str, &str); 6] = [
    ("migration-only", "Migration only"),
    ("first-fit", "First-fit"),
    ("a1", "A1"),
    ("b3", "B3"),
    ("tla", "TLA"),
    ("tla-coalloc", "Look-ahead co-allocation"),
];
const ORDERS: [(&str, &str); 5] =
    [("fcfs", "FCFS"), ("saf", "SAF"), ("f1", "F1"), ("f4", "F4"), ("multifactor", "multifactor")];

/// A Markdown table.
fn table(head: &[String], rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let mut text = line(head);
    let _ = writeln!(text, "|{}", "---|".repeat(head.len()));
    text.extend(rows.iter().map(|row| line(row)));
    text
}

fn head(first: &[&str], more: impl Iterator<Item = String>) -> Vec<String> {
    first.iter().map(|own| (*own).to_owned()).chain(more).collect()
}

/// Mean and half width, with a star if the queue grew.
fn value(cell: &Cell, measure: &str) -> String {
    let (mean, half) = cell.estimate(measure);
    let star = if cell.unstable() { "*" } else { "" };
    format!("{} ± {}{star}", number(mean), number(half)).replace('-', "−")
}

/// Difference of a measure on the same jobs, with a star if a queue grew.
fn difference(own: &Cell, other: &Cell, measure: &str) -> String {
    let star = if own.unstable() || other.unstable() { "*" } else { "" };
    format!("{}{star}", signed(paired(&own.each(measure), &other.each(measure))))
}

/// The offered load at a time between arrivals.
fn load(interarrival_s: f64) -> String {
    format!("{:.2}", WORK_S / interarrival_s)
}

/// Name of a scheduler in the scenario files of Q1.
fn name(family: &str, order: &str) -> String {
    format!("{family}, {order}")
}

/// Mean turnaround of every family and order at every load.
pub fn all_orders(experiment: &Experiment) -> Outcome<String> {
    let times = experiment.values(INTERARRIVAL);
    let head = head(&["family", "order"], times.iter().map(|time| format!("load {}", load(*time))));
    let mut rows = Vec::new();
    for (_, family) in FAMILIES {
        for (_, order) in ORDERS {
            let mut row = vec![family.to_owned(), order.to_owned()];
            for time in &times {
                row.push(value(experiment.cell(&name(family, order), &[(INTERARRIVAL, *time)])?, TURNAROUND));
            }
            rows.push(row);
        }
    }
    Ok(table(&head, &rows))
}

/// Mean turnaround of every family and order at one load.
pub fn orders_at(experiment: &Experiment, interarrival_s: f64) -> Outcome<String> {
    let head = head(&["mean turnaround \\[s\\]"], ORDERS.iter().map(|(_, order)| (*order).to_owned()));
    let mut rows = Vec::new();
    for (_, family) in FAMILIES {
        let mut row = vec![family.to_owned()];
        for (_, order) in ORDERS {
            let cell = experiment.cell(&name(family, order), &[(INTERARRIVAL, interarrival_s)])?;
            row.push(value(cell, TURNAROUND));
        }
        rows.push(row);
    }
    Ok(table(&head, &rows))
}

/// Shares of the variance of mean turnaround at each load, without the families in `without`. A family with a growing queue
/// in any of its cells is left out too.
pub fn shares(by_backfill: &[&Experiment], without: &[&str]) -> Outcome<String> {
    let times = by_backfill[0].values(INTERARRIVAL);
    let head = head(&["load", "left out"], PARTS.iter().map(|part| format!("{part} \\[%\\]")));
    // Replications with the same number have the same jobs, whatever the number of replications.
    let blocks = by_backfill.iter().map(|own| own.replications).min().unwrap_or(0);
    let mut rows = Vec::new();
    for time in &times {
        let (mut kept, mut left_out): (Factorial, Vec<&str>) = (Vec::new(), Vec::new());
        for (_, family) in FAMILIES {
            let mut unstable = without.contains(&family);
            let mut of_family = Vec::new();
            for (_, order) in ORDERS {
                let mut of_order = Vec::new();
                for experiment in by_backfill {
                    let cell = experiment.cell(&name(family, order), &[(INTERARRIVAL, *time)])?;
                    unstable |= cell.unstable();
                    of_order.push(cell.each(TURNAROUND));
                }
                of_family.push(of_order);
            }
            match unstable {
                true => left_out.push(family),
                false => kept.push(of_family),
            }
        }
        let mut row = vec![load(*time), if left_out.is_empty() { "–".to_owned() } else { left_out.join(", ") }];
        match kept.len() {
            0 | 1 => row.extend(PARTS.iter().map(|_| "–".to_owned())),
            _ => {
                kept.iter_mut().flatten().flatten().for_each(|cell| cell.truncate(blocks));
                let percent = |(share, half): (f64, f64)| format!("{:.1} ± {:.1}", 100.0 * share, 100.0 * half);
                row.extend(with_intervals(&kept).map(percent));
            }
        }
        rows.push(row);
    }
    Ok(table(&head, &rows))
}

/// Gains over Migration only in order of arrival: of SAF and of A1, of A1 and of the future, alone and together.
pub fn interaction(experiment: &Experiment) -> Outcome<String> {
    let head = head(
        &[
            "load",
            "SAF gains",
            "A1 gains",
            "A1 + SAF gain",
            "less the sum",
            "TLA gains",
            "look-ahead co-allocation gains",
            "less A1 and TLA",
            "look-ahead co-allocation + SAF gain",
            "ahead of A1 + SAF",
        ],
        std::iter::empty(),
    );
    let mut rows = Vec::new();
    for time in experiment.values(INTERARRIVAL) {
        let cell = |family: &str, order: &str| experiment.cell(&name(family, order), &[(INTERARRIVAL, time)]);
        let base = cell("Migration only", "FCFS")?;
        let (saf, a1, both) = (cell("Migration only", "SAF")?, cell("A1", "FCFS")?, cell("A1", "SAF")?);
        let (tla, ahead) = (cell("TLA", "FCFS")?, cell("Look-ahead co-allocation", "FCFS")?);
        let all = cell("Look-ahead co-allocation", "SAF")?;
        let gain = |own: &Cell| difference(base, own, TURNAROUND);
        // (base − both) − (base − one) − (base − other) in each replication.
        let less_the_sum = |one: &Cell, other: &Cell, both: &Cell| {
            let [base, one, other, both] = [base, one, other, both].map(|own| own.each(TURNAROUND));
            let each = (0..base.len()).map(|run| one[run] + other[run] - both[run] - base[run]);
            signed(estimate(&each.collect::<Vec<_>>()))
        };
        let star = |cells: &[&Cell]| if cells.iter().any(|own| own.unstable()) { "*" } else { "" };
        rows.push(vec![
            load(time),
            gain(saf),
            gain(a1),
            gain(both),
            less_the_sum(saf, a1, both) + star(&[base, saf, a1, both]),
            gain(tla),
            gain(ahead),
            less_the_sum(a1, tla, ahead) + star(&[base, a1, tla, ahead]),
            gain(all),
            difference(both, all, TURNAROUND),
        ]);
    }
    Ok(table(&head, &rows))
}

/// Schedulers by rows, points of one swept parameter by columns.
pub fn by_scheduler(experiment: &Experiment, parameter: &str, column: impl Fn(f64) -> String) -> Outcome<String> {
    let points = experiment.values(parameter);
    let head = head(&["mean turnaround \\[s\\]"], points.iter().map(|point| column(*point)));
    let mut rows = Vec::new();
    for scheduler in experiment.schedulers() {
        let mut row = vec![scheduler.to_owned()];
        for point in &points {
            row.push(value(experiment.cell(scheduler, &[(parameter, *point)])?, TURNAROUND));
        }
        rows.push(row);
    }
    Ok(table(&head, &rows))
}

/// Q1: mean turnaround by the number of jobs, which does not change it if the queue is stable.
pub fn length(experiment: &Experiment) -> Outcome<String> {
    by_scheduler(experiment, "workload.jobs_per_cluster", |jobs| format!("{jobs} jobs"))
}

/// Q2: schedulers by what they control, at each load.
pub fn control(experiment: &Experiment) -> Outcome<String> {
    by_scheduler(experiment, INTERARRIVAL, |time| format!("load {}", load(time)))
}

/// Q3: A1 less B3 against the variance of the demand, at each load.
pub fn demand(experiment: &Experiment) -> Outcome<String> {
    const VARIATION: &str = "workload.varied.bsbw_cv";
    let times = experiment.values(INTERARRIVAL);
    let columns = times.iter().flat_map(|time| {
        let load = load(*time);
        ["A1", "A1 − B3", "A1 − Migration only", "A1 − look-ahead"].map(|own| format!("{own}, load {load}"))
    });
    let head = head(&["BSBW's coefficient of variation"], columns);
    let mut rows = Vec::new();
    for variation in experiment.values(VARIATION) {
        let mut row = vec![variation.to_string()];
        for time in &times {
            let point = [(INTERARRIVAL, *time), (VARIATION, variation)];
            let a1 = experiment.cell("A1", &point)?;
            row.push(value(a1, TURNAROUND));
            for other in ["B3", "Migration only", "Look-ahead co-allocation"] {
                row.push(difference(a1, experiment.cell(other, &point)?, TURNAROUND));
            }
        }
        rows.push(row);
    }
    Ok(table(&head, &rows))
}

/// Q4: each scheduler less the first, by the factor by which estimates are wrong, and look-ahead co-allocation less A1.
pub fn estimates(experiment: &Experiment) -> Outcome<String> {
    const FACTOR: &str = "workload.estimate_factor";
    let (schedulers, ahead, a1) = (experiment.schedulers(), "Look-ahead co-allocation, FCFS", "A1, FCFS");
    let base = schedulers[0];
    let mut head = head(&["factor", base], schedulers[1..].iter().map(|own| format!("{own} − first")));
    head.push("look-ahead − A1, FCFS".to_owned());
    let mut rows = Vec::new();
    for factor in experiment.values(FACTOR) {
        let point = [(FACTOR, factor)];
        let reference = experiment.cell(base, &point)?;
        let mut row = vec![factor.to_string(), value(reference, TURNAROUND)];
        for scheduler in &schedulers[1..] {
            row.push(difference(experiment.cell(scheduler, &point)?, reference, TURNAROUND));
        }
        row.push(difference(experiment.cell(ahead, &point)?, experiment.cell(a1, &point)?, TURNAROUND));
        rows.push(row);
    }
    Ok(table(&head, &rows))
}

/// Q4: each scheduler minus Migration only, by the factor by which the believed demand is wrong.
pub fn errors(experiment: &Experiment) -> Outcome<String> {
    const FACTOR: &str = "schedulers.*.constants.f";
    let (base, others) =
        experiment.schedulers().split_first().map(|(base, rest)| (*base, rest.to_vec())).ok_or("no schedulers")?;
    let head = head(&["factor", base], others.iter().map(|own| format!("{own} − first")));
    let mut rows = Vec::new();
    for factor in experiment.values(FACTOR) {
        let point = [(FACTOR, factor)];
        let reference = experiment.cell(base, &point)?;
        let mut row = vec![factor.to_string(), value(reference, TURNAROUND)];
        for scheduler in &others {
            row.push(difference(experiment.cell(scheduler, &point)?, reference, TURNAROUND));
        }
        rows.push(row);
    }
    Ok(table(&head, &rows))
}

/// Q4: mean turnaround by the age of what homes know about the clusters.
pub fn stale(experiment: &Experiment) -> Outcome<String> {
    by_scheduler(experiment, "schedulers.*.refresh_s", |age_s| format!("up to {age_s} s"))
}

/// The first scheduler at a point, each other one less it, and the one with the smallest mean.
fn less_the_first(experiment: &Experiment, point: &[(&str, f64)]) -> Outcome<Vec<String>> {
    let schedulers = experiment.schedulers();
    let reference = experiment.cell(schedulers[0], point)?;
    let mut row = vec![value(reference, TURNAROUND)];
    let mut shortest = reference;
    for scheduler in &schedulers[1..] {
        let cell = experiment.cell(scheduler, point)?;
        row.push(difference(cell, reference, TURNAROUND));
        if cell.estimate(TURNAROUND).0 < shortest.estimate(TURNAROUND).0 {
            shortest = cell;
        }
    }
    row.push(shortest.scheduler.clone());
    Ok(row)
}

/// Heads of the columns of [`less_the_first`].
fn heads_less_the_first(first: &[&str], experiment: &Experiment) -> Vec<String> {
    let schedulers = experiment.schedulers();
    let others = schedulers[1..].iter().map(|own| format!("{own} − first"));
    head(first, [schedulers[0].to_owned()].into_iter().chain(others).chain(["shortest".to_owned()]))
}

/// Q5: each scheduler less Migration only on every platform, and which is the shortest.
pub fn platforms(experiment: &Experiment) -> Outcome<String> {
    const COUNT: &str = "platform.clusters.0.count";
    const SPEEDS: &str = "platform.speed_heterogeneity";
    let mut rows = Vec::new();
    for speeds in experiment.values(SPEEDS) {
        for count in experiment.values(COUNT) {
            let mut row = vec![count.to_string(), speeds.to_string()];
            row.extend(less_the_first(experiment, &[(COUNT, count), (SPEEDS, speeds)])?);
            rows.push(row);
        }
    }
    Ok(table(&heads_less_the_first(&["clusters", "SH"], experiment), &rows))
}

/// Q5: the same for platforms with scenario files of their own.
pub fn shapes(experiments: &[Experiment]) -> Outcome<String> {
    let first = experiments.first().ok_or("no platforms")?;
    let mut rows = Vec::new();
    for experiment in experiments {
        let mut row = vec![experiment.name.trim_start_matches("shape-").to_owned()];
        row.extend(less_the_first(experiment, &[])?);
        rows.push(row);
    }
    Ok(table(&heads_less_the_first(&["platform"], first), &rows))
}

/// Q6: ratio of a measure to that of the first scheduler on each workload, and the mean ranks.
pub fn workloads(experiments: &[Experiment], measure: &str) -> Outcome<String> {
    let schedulers = experiments.first().ok_or("no workloads")?.schedulers();
    let mut blocks = Vec::new();
    for experiment in experiments {
        let mut block = Vec::new();
        for scheduler in &schedulers {
            block.push(experiment.cell(scheduler, &[])?.estimate(measure).0);
        }
        blocks.push(block);
    }
    let columns = experiments.iter().map(|own| own.name.trim_start_matches("workload-").to_owned());
    let mut head = head(&["% of the first row"], columns);
    head.push("mean rank".to_owned());
    let ranks = friedman(&blocks)?;
    let mut rows = Vec::new();
    for (at, scheduler) in schedulers.iter().enumerate() {
        let mut row = vec![(*scheduler).to_owned()];
        for (experiment, block) in experiments.iter().zip(&blocks) {
            let star = if experiment.cell(scheduler, &[])?.unstable() { "*" } else { "" };
            row.push(format!("{:.1}{star}", 100.0 * block[at] / block[0]));
        }
        row.push(format!("{:.2} ± {:.2}", ranks.means[at], ranks.critical / 2.0));
        rows.push(row);
    }
    let about = format!(
        "\nFriedman's χ² is {:.1} with {} degrees of freedom (p {}) over {} workloads. Mean ranks whose intervals (± half of \
         Nemenyi's critical difference) do not overlap differ significantly.\n",
        ranks.statistic,
        schedulers.len() - 1,
        probability(ranks.probability),
        experiments.len(),
    );
    Ok(table(&head, &rows) + &about)
}

/// How large a probability is.
fn probability(p: f64) -> String {
    match p {
        p if p < 1e-4 => "< 0.0001".to_owned(),
        p => format!("= {p:.4}"),
    }
}

/// Q7: bounded slowdown by size of the job, and the tails.
pub fn sizes(experiment: &Experiment) -> Outcome<String> {
    const CLASSES: [&str; 4] = ["10–20", "20–30", "30–40", "40–50"];
    let head = head(
        &["mean turnaround \\[s\\]", "all"],
        CLASSES
            .iter()
            .map(|own| format!("{own} nodes"))
            .chain(["bounded slowdown", "p99 of the turnaround \\[s\\]", "longest wait \\[h\\]"].map(str::to_owned)),
    );
    let mut rows = Vec::new();
    for scheduler in experiment.schedulers() {
        let cell = experiment.cell(scheduler, &[])?;
        let mut row = vec![scheduler.to_owned(), value(cell, TURNAROUND)];
        for class in 0..CLASSES.len() {
            // Single runs have no groups.
            let number = |key: &str| cell.all["groups"][class][key].as_f64().unwrap_or(f64::NAN);
            row.push(signed((number("mean_turnaround_s"), number("turnaround_ci95_s"))));
        }
        row.push(value(cell, SLOWDOWN));
        row.push(value(cell, "/turnaround_quantiles_s/p99"));
        let longest = cell.each("/wait_quantiles_s/max").into_iter().fold(0.0, f64::max);
        row.push(number(longest / 3600.0));
        rows.push(row);
    }
    Ok(table(&head, &rows))
}

/// Q7: fairness among the users of a log.
pub fn users(experiments: &[Experiment]) -> Outcome<Option<String>> {
    const JAIN: &str = "/users/jain_slowdown";
    let with: Vec<&Experiment> =
        experiments.iter().filter(|own| own.cells.iter().all(|cell| !cell.each(JAIN)[0].is_nan())).collect();
    let Some(first) = with.first() else {
        return Ok(None);
    };
    let columns = with.iter().map(|own| own.name.trim_start_matches("workload-").to_owned());
    let head = head(&["Jain's index of the users' bounded slowdowns"], columns);
    let mut rows = Vec::new();
    for scheduler in first.schedulers() {
        let mut row = vec![scheduler.to_owned()];
        for experiment in &with {
            row.push(value(experiment.cell(scheduler, &[])?, JAIN));
        }
        rows.push(row);
    }
    Ok(Some(table(&head, &rows)))
}

/// All cells as comma-separated values. Experiments that were not run keep their lines of `before`.
pub fn csv(before: &str, experiments: &[Experiment]) -> String {
    let measures = [TURNAROUND, SLOWDOWN, "/turnaround_quantiles_s/p99", "/wait_quantiles_s/p99"];
    let mut text = "experiment,point,scheduler,policy,order,backfill,replications,unstable,mean_turnaround_s,ci95,\
                    mean_bounded_slowdown,ci95,turnaround_p99_s,ci95,wait_p99_s,ci95\n"
        .to_owned();
    let is_run = |line: &&str| experiments.iter().any(|own| line.split(',').next() == Some(&own.name));
    text.extend(before.lines().skip(1).filter(|line| !is_run(line)).map(|line| format!("{line}\n")));
    for experiment in experiments {
        for cell in &experiment.cells {
            let point: Vec<String> = cell.point.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let _ = write!(
                text,
                "{},{},\"{}\",{},{},{},{},{}",
                experiment.name,
                point.join(" "),
                cell.scheduler,
                cell.policy,
                cell.order,
                cell.backfill,
                cell.runs.len(),
                cell.unstable(),
            );
            for measure in measures {
                let (mean, half) = cell.estimate(measure);
                let _ = write!(text, ",{},{}", rounded(mean), rounded(half));
            }
            text.push('\n');
        }
    }
    text
}

/// A number with six digits.
fn rounded(value: f64) -> String {
    let digits = (5.0 - value.abs().log10().floor()).clamp(0.0, 9.0);
    match value.is_finite() {
        true => format!("{value:.0$}", if value == 0.0 { 0 } else { digits as usize }),
        false => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn cell(scheduler: &str, turnarounds: &[f64], unstable: bool) -> Cell {
        let run = |mean: &f64| json!({ "mean_turnaround_s": mean });
        Cell {
            point: json!({ INTERARRIVAL: 180 }).as_object().cloned().unwrap(),
            scheduler: scheduler.to_owned(),
            policy: String::new(),
            order: String::new(),
            backfill: String::new(),
            all: json!({ "unstable": unstable }),
            runs: turnarounds.iter().map(run).collect::<Vec<Value>>(),
        }
    }

    /// SAF gains 10 and 20, A1 gains 30 and 30, both gain 35 and 55: less than the sum by 5, and more by 5.
    #[test]
    fn gains_by_hand() {
        let cells = vec![
            cell("Migration only, FCFS", &[100.0, 200.0], false),
            cell("Migration only, SAF", &[90.0, 180.0], false),
            cell("A1, FCFS", &[70.0, 170.0], false),
            cell("A1, SAF", &[65.0, 145.0], false),
            cell("TLA, FCFS", &[99.0, 199.0], true),
            cell("Look-ahead co-allocation, FCFS", &[60.0, 160.0], false),
            cell("Look-ahead co-allocation, SAF", &[60.0, 140.0], false),
        ];
        let experiment = Experiment { name: "test".to_owned(), replications: 2, jobs: 1, cells };
        let text = interaction(&experiment).unwrap();
        let row = text.lines().nth(2).unwrap();
        // Of two values the half width is 12.706 · |difference| / 2.
        assert_eq!(
            row,
            "| 0.75 | 15.0 ± 63.5 | 30.0 ± 0.00 | 45.0 ± 127 | 0.00 ± 63.5 | 1.00 ± 0.00* | 40.0 ± 0.00 | 9.00 ± 0.00* | 50.0 ± 127 | 5.00 ± 0.00 |"
        );
    }

    #[test]
    fn numbers_of_the_data_have_six_digits() {
        assert_eq!(
            (rounded(824.126_449), rounded(1.0 / 3.0), rounded(130_193.4)),
            ("824.126".into(), "0.333333".into(), "130193".into())
        );
        assert_eq!((rounded(0.0), rounded(f64::NAN)), ("0".into(), String::new()));
    }
}
