//! All measures of results.

use super::{About, code};
use crate::base::markdown::escape;
use crate::experiment::measure::{self, Better, Measure};

pub(super) fn body(_: &About<'_>) -> String {
    let rows = measure::all().iter().map(row);
    let head = "| name | what | unit | better | |\n|---|---|---|---|---|\n";
    head.to_owned()
        + &rows.collect::<String>()
        + "\nA measure that a scenario's results cannot have is left out of them.\n"
}

fn row(own: &Measure) -> String {
    let better = match own.better {
        Better::Lower => "lower",
        Better::Higher => "higher",
        Better::Neither => "",
    };
    format!("| {} | {} | {} | {better} | {} |\n", code(own.key), escape(own.label), own.unit, escape(own.help))
}
