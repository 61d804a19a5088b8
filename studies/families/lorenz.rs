//! Q7: how evenly users of a log wait, as Lorenz curves of their mean waits.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use studies::Outcome;
use studies::statistics::mean;

use super::runs::Runner;

/// The workload whose users are compared.
pub const WORKLOAD: &str = "workload-kth-sp2";
/// Title of the table.
pub const TITLE: &str = "Q7: how evenly the users of KTH SP2 wait";
/// Number of replications whose jobs are read.
const REPLICATIONS: u32 = 20;
/// Sides of the square of the figure, and its margins \[px\].
const SIDE: f64 = 400.0;
const MARGIN: f64 = 60.0;
const COLOURS: [&str; 8] = ["#1b6ca8", "#d1495b", "#2e933c", "#8f5db7", "#e08e0b", "#4d4d4d", "#00a6a6", "#7a5230"];

/// The mean waits of the users under each scheduler.
pub struct Waits(Vec<(String, Vec<f64>)>);

impl Waits {
    /// Simulates the workload, and collects the waits by user.
    ///
    /// # Errors
    ///
    /// If the program fails, or its file of jobs is not as expected.
    pub fn of(runner: &Runner) -> Outcome<Waits> {
        let mut all: Vec<(String, BTreeMap<String, Vec<f64>>)> = Vec::new();
        for job in runner.jobs(WORKLOAD, REPLICATIONS, ["scheduler", "log_user_id", "waiting_time"])? {
            let [scheduler, user, wait] = job;
            let wait: f64 = wait.parse().map_err(|_| format!("{WORKLOAD}: the wait of a job is \"{wait}\""))?;
            let own = match all.iter().position(|own| own.0 == scheduler) {
                Some(place) => &mut all[place].1,
                None => {
                    all.push((scheduler, BTreeMap::new()));
                    let last = all.len() - 1;
                    &mut all[last].1
                }
            };
            own.entry(user).or_default().push(wait);
        }
        let means = |users: BTreeMap<String, Vec<f64>>| users.values().map(|own| mean(own)).collect();
        Ok(Waits(all.into_iter().map(|(scheduler, users)| (scheduler, means(users))).collect()))
    }

    /// Share of all waiting of the tenth of the users who wait most, and Gini's index.
    pub fn table(&self) -> String {
        let mut text = "| mean waits of the users | users | share of the half that waits least \\[%\\] | share of the tenth that waits \
                        most \\[%\\] | Gini's index |\n|---|---|---|---|---|\n"
            .to_owned();
        for (scheduler, waits) in &self.0 {
            let curve = curve(waits);
            let share = |of: f64| 100.0 * at(&curve, of);
            let _ = writeln!(
                text,
                "| {scheduler} | {} | {:.1} | {:.1} | {:.2} |",
                waits.len(),
                share(0.5),
                100.0 - share(0.9),
                gini(&curve)
            );
        }
        text
    }

    /// Writes the curves as data and as a figure.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn write(&self, docs: &Path) -> Outcome {
        let mut data = "scheduler,share_of_users,share_of_waits\n".to_owned();
        for (scheduler, waits) in &self.0 {
            for (users, share) in curve(waits) {
                let _ = writeln!(data, "\"{scheduler}\",{users:.4},{share:.4}");
            }
        }
        studies::write(&docs.join("families-lorenz.csv"), data)?;
        studies::write(&docs.join("pictures/families-lorenz.svg"), self.figure())
    }

    /// The curves as SVG, with the diagonal of equal waits.
    fn figure(&self) -> String {
        let (width, height) = (SIDE + 2.0 * MARGIN + 240.0, SIDE + 2.0 * MARGIN);
        let x = |share: f64| MARGIN + SIDE * share;
        let y = |share: f64| MARGIN + SIDE * (1.0 - share);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"13\" \
             role=\"img\">\n<title>Lorenz curves of the users' mean waits</title>\n<rect width=\"100%\" height=\"100%\" \
             fill=\"#fff\"/>\n<path d=\"M{0} {1}V{2}H{3}\" fill=\"none\" stroke=\"#333\"/>\n<path d=\"M{0} {2}L{3} {1}\" \
             stroke=\"#999\" stroke-dasharray=\"4 4\"/>\n",
            x(0.0),
            y(1.0),
            y(0.0),
            x(1.0)
        );
        for tick in [0.0, 0.25, 0.5, 0.75, 1.0] {
            let percent = 100.0 * tick;
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{percent}</text><text x=\"{}\" y=\"{}\" \
                 text-anchor=\"end\">{percent}</text>",
                x(tick),
                y(0.0) + 18.0,
                x(0.0) - 6.0,
                y(tick) + 4.0
            );
        }
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">Users, those who wait least first [%]</text><text x=\"{MARGIN}\" \
             y=\"{}\">Share of the sum of their mean waits [%]</text>",
            x(0.5),
            y(0.0) + 42.0,
            MARGIN - 22.0
        );
        for (place, (scheduler, waits)) in self.0.iter().enumerate() {
            let colour = COLOURS[place % COLOURS.len()];
            let points: Vec<String> =
                curve(waits).iter().map(|(users, share)| format!("{:.1},{:.1}", x(*users), y(*share))).collect();
            let (left, down) = (x(1.0) + 16.0, y(1.0) + 20.0 * place as f64);
            let _ = writeln!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\"/><path d=\"M{left} {down}h20\" \
                 stroke=\"{colour}\" stroke-width=\"3\"/><text x=\"{}\" y=\"{}\">{scheduler}</text>",
                points.join(" "),
                left + 26.0,
                down + 4.0
            );
        }
        svg + "</svg>\n"
    }
}

/// Points of a Lorenz curve: shares of the values, smallest first, and of their sum.
fn curve(values: &[f64]) -> Vec<(f64, f64)> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (count, sum) = (sorted.len() as f64, sorted.iter().sum::<f64>());
    let mut below = 0.0;
    let point = |(place, own): (usize, &f64)| {
        below += own;
        ((place + 1) as f64 / count, if sum > 0.0 { below / sum } else { 0.0 })
    };
    [(0.0, 0.0)].into_iter().chain(sorted.iter().enumerate().map(point)).collect()
}

/// Height of the curve at a share of the values, linear between its points.
fn at(curve: &[(f64, f64)], share: f64) -> f64 {
    let between = curve.windows(2).find(|own| share <= own[1].0);
    between.map_or(1.0, |own| own[0].1 + (own[1].1 - own[0].1) * (share - own[0].0) / (own[1].0 - own[0].0))
}

/// Twice the area between the curve and the diagonal.
fn gini(curve: &[(f64, f64)]) -> f64 {
    let area: f64 = curve.windows(2).map(|own| (own[1].0 - own[0].0) * (own[0].1 + own[1].1) / 2.0).sum();
    1.0 - 2.0 * area
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of 1, 2, 3 and 4 the smaller half has 3 of 10.
    #[test]
    fn a_curve_by_hand() {
        let curve = curve(&[4.0, 2.0, 1.0, 3.0]);
        assert_eq!(curve[2], (0.5, 0.3));
        assert!((at(&curve, 0.9) - 0.84).abs() < 1e-12);
        assert!((gini(&curve) - 0.25).abs() < 1e-12);
        assert_eq!(gini(&super::curve(&[5.0, 5.0])), 0.0);
    }
}
