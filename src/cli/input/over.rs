//! The sweep of `--over`: a parameter and its values, as a list or as ranges.

use crate::base::problem::{Problem, Problems};
use crate::parameter::json::shortened;
use crate::scenario::experiment::MOST_VALUES;
use serde_json::{Value, json};

/// The sweep of `--over`, as JSON for a scenario. Here only the texts are parsed; the checks of the scenario decide
/// whether the parameters can be swept.
///
/// # Errors
/// One problem per text that cannot be parsed.
pub fn sweep(over: &[String]) -> Result<Value, Problems> {
    let mut sweeps = Vec::new();
    let mut problems = Vec::new();
    for text in over {
        let (path, values) = text.split_once('=').unwrap_or((text, ""));
        match numbers(values) {
            Ok(values) => sweeps.push(json!({ "parameter": path.trim(), "values": values })),
            Err(wrong) => problems.push(Problem::new(
                format!("--over {}", shortened(text, 60)),
                wrong,
                format!("PATH=200,300,400 or PATH=200..900:100 (from..to:step), at most {MOST_VALUES} values"),
                "For example --over workload.bsbw_mbps=200..900:100",
            )),
        }
    }
    match problems.is_empty() {
        true => Ok(Value::Array(sweeps)),
        false => Err(Problems(problems)),
    }
}

/// The numbers in a list "1,2,5", whose entries may be ranges "200..900:100"; or an error message.
fn numbers(text: &str) -> Result<Vec<f64>, String> {
    if text.trim().is_empty() {
        return Err("has no values".to_owned());
    }
    let mut all = Vec::new();
    for entry in text.split(',') {
        match entry.split_once("..") {
            Some((first, rest)) => {
                let without_step = || format!("has the range {} without a step", shortened(entry, 40));
                let (last, step) = rest.split_once(':').ok_or_else(without_step)?;
                all.extend(range(first.trim(), last.trim(), step.trim())?);
            }
            None => all.push(number(entry.trim())?),
        }
    }
    match all.len() <= MOST_VALUES {
        true => Ok(all),
        false => Err(format!("has {} values", all.len())),
    }
}

fn number(text: &str) -> Result<f64, String> {
    let known = text.parse().ok().filter(|number: &f64| number.is_finite());
    let wrong = || format!("has {:?}, which is no number", shortened(text, 40));
    known.ok_or_else(wrong)
}

/// Numbers from `first` to `last` in steps. They have as many decimals as the texts, so 0.1..0.3:0.1 is exactly 0.1,
/// 0.2, 0.3.
fn range(first: &str, last: &str, step: &str) -> Result<Vec<f64>, String> {
    let decimals = [first, step].map(|text| text.split_once('.').map_or(0, |(_, decimals)| decimals.len()));
    let decimals = decimals[0].max(decimals[1]).min(17);
    let (first, last, step) = (number(first)?, number(last)?, number(step)?);
    let steps = (last - first) / step;
    if step == 0.0 {
        return Err("has a range with steps of 0".to_owned());
    }
    if steps < 0.0 {
        return Err(format!("has a range that leads from {first} away from {last}, in steps of {step}"));
    }
    if steps >= MOST_VALUES as f64 {
        return Err(format!("has a range of {:.0} values", steps.floor() + 1.0));
    }
    let value = |i: usize| {
        let value = first + i as f64 * step;
        format!("{value:.decimals$}").parse().unwrap_or(value)
    };
    // A billionth of a step is added, so that the last value is not lost by rounding.
    Ok((0..=(steps + 1e-9) as usize).map(value).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_ranges() {
        assert_eq!(numbers("200, 300,400"), Ok(vec![200.0, 300.0, 400.0]));
        assert_eq!(numbers("200..450:100"), Ok(vec![200.0, 300.0, 400.0]));
        assert_eq!(numbers("0.1..0.5:0.1,1"), Ok(vec![0.1, 0.2, 0.3, 0.4, 0.5, 1.0]));
        assert_eq!(numbers("5..1:-2"), Ok(vec![5.0, 3.0, 1.0]));
        for (text, wrong) in [
            ("5..1:1", "has a range that leads from 5 away from 1, in steps of 1"),
            ("1..5:0", "has a range with steps of 0"),
            ("1..1000:1", "has a range of 1000 values"),
            ("1..5", "has the range 1..5 without a step"),
            ("1..5\0\n", "has the range 1..5   without a step"),
            ("sjf,fcfs", "has \"sjf\", which is no number"),
        ] {
            assert_eq!(numbers(text).unwrap_err(), wrong);
        }
        for wrong in ["", "x", "1,,2", "1..2", "1..2:0", "1..2:-1", "0..1e9:1", "nan", "inf", "1..inf:1", "0..1:1e-300"]
        {
            assert!(numbers(wrong).is_err(), "{wrong}");
        }
        assert!(sweep(&["a=1".into(), "b".into(), "c=".into()]).unwrap_err().0.len() == 2);
    }
}
