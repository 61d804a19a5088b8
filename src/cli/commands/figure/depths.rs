//! The decisions of a look-ahead by simulation depth, drawn by `metasched figure --kind depths` (S §5.2, fig. 11).

use super::gantt::PlannedRun;
use crate::base::problem::Problem;
use crate::chart::bars::BarChart;
use crate::chart::figure::Figure;
use crate::chart::kit::area::Area;
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::theme::Theme;
use crate::cli::execute::Execution;
use crate::cli::output::report::figures;
use crate::cli::session::Failure;
use crate::experiment::{Depths, Plan};
use crate::export::table::Table;
use crate::words::number::percent;

/// Name of the kind of figure.
pub const KIND: &str = "depths";

/// A histogram of the depths at which decisions change, with its numbers for every depth.
pub struct DecisionsByDepth {
    depths: Depths,
    chart: BarChart,
}

impl DecisionsByDepth {
    /// Repeats a run and evaluates each of its decisions at all simulation depths.
    ///
    /// # Errors
    /// If the policy of the run does not simulate, or the workload cannot be made.
    pub fn of(run: PlannedRun, execution: Execution<'_>, plan: &Plan) -> Result<DecisionsByDepth, Failure> {
        let index = plan.task_of(run.point, run.scheduler, run.replication);
        let task = index.and_then(|index| plan.tasks().get(index));
        let task = task.ok_or_else(|| Problem::new("schedulers", "is empty", "one or more", ""))?;
        let depths = Depths::of(task, execution.log)?;
        Ok(DecisionsByDepth { chart: figures::changes(&depths), depths })
    }
}

impl Figure for DecisionsByDepth {
    fn height(&self, width: f64, theme: &Theme) -> f64 {
        self.chart.height(width, theme)
    }

    fn summary(&self) -> String {
        self.chart.summary()
    }

    fn draw(&mut self, device: &mut dyn Device, area: Area, theme: &Theme) -> Drawn {
        self.chart.draw(device, area, theme)
    }

    /// One row per depth at which something changes: the numbers of changes, first changes and last changes of decisions, and
    /// the share of each up to this depth. First and last changes count decisions that differ at full depth.
    fn numbers(&self) -> Result<Table, String> {
        let Depths { changes, first_changes, settled, .. } = &self.depths;
        let heads =
            ["Simulation depth", "Changes", "up to here", "First changes", "up to here", "Last changes", "up to here"];
        let all = [changes, first_changes, settled];
        let totals = all.map(|own| own.iter().sum::<u64>());
        let mut sums = [0; 3];
        let rows = (0..changes.len()).filter_map(|depth| {
            let counts = all.map(|own| own.get(depth).copied().unwrap_or(0));
            let mut row = vec![depth.to_string()];
            for ((sum, count), total) in sums.iter_mut().zip(counts).zip(totals) {
                *sum += count;
                let share = if total == 0 { 0.0 } else { *sum as f64 / total as f64 };
                row.extend([count.to_string(), percent(share)]);
            }
            (counts != [0; 3]).then_some(row)
        });
        Ok(Table::new(heads.map(str::to_owned), rows.collect::<Vec<_>>()))
    }
}
