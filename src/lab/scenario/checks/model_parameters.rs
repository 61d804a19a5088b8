//! Parameters that only some workload models have.

use crate::base::problem::Problem;
use crate::models::workload::WorkloadInfo;
use crate::models::{registry, standard};
use crate::parameter::{Is, Parameter};
use crate::scenario::Estimates;
use crate::scenario::declared::find;
use crate::scenario::language::path;
use serde_json::Value;

/// The choice of the workload model, which decides which parameters a workload has.
const MODEL: &str = "workload.model";

/// The scenario's workload, whose name may be left out; `None` if there is no workload of this name.
fn model(root: &Value) -> Option<&'static WorkloadInfo> {
    match path::get(root, MODEL) {
        None => Some(standard::WORKLOAD),
        Some(name) => name.as_str().and_then(|name| registry::current().workload(name)),
    }
}

/// The workload models that have this parameter; `None` if all models have it.
pub fn models_with(parameter: &Parameter) -> Option<Vec<&'static str>> {
    if !parameter.path.starts_with("workload.") {
        return None;
    }
    let mut conditions = parameter.when.iter().filter(|when| when.path == MODEL);
    conditions.find_map(|when| match when.is {
        Is::OneOf(names) => Some(names.to_vec()),
        Is::Reads(_) => when.readers(parameter.path).map(|(reading, _)| reading),
        _ => None,
    })
}

/// True if there is no workload model of the given name, and the default model does not have the parameter. The unknown
/// model is reported as a problem; the parameter is then left out, because the rules are checked with the default
/// model.
pub(super) fn is_for_no_model(parameter: &Parameter, root: &Value) -> bool {
    let lacks = |models: Vec<&str>| !models.contains(&standard::WORKLOAD.name);
    model(root).is_none() && models_with(parameter).is_some_and(lacks)
}

/// The problem of a parameter that the model of this scenario does not have.
pub(super) fn out_of_place(parameter: &Parameter, place: &str, root: &Value) -> Option<Problem> {
    let needed = models_with(parameter)?;
    let model = model(root).filter(|model| !needed.contains(&model.name))?;
    Some(Problem::new(
        place,
        format!("is given, but {MODEL} is {model}"),
        format!("only if {MODEL} is {}", needed.join(" or ")),
        "Leave it out, or choose the other model",
    ))
}

/// Removes the parameters of the workload that its model does not have.
pub(in crate::scenario) fn drop_out_of_place(scenario: &mut Value) {
    let root = scenario.clone();
    let drawn = model(&root).is_some_and(|model| !model.is_log);
    if let Some(Value::Object(workload)) = scenario.get_mut("workload") {
        let requested = |estimates: &Value| estimates == Estimates::Requested.name();
        if drawn && workload.get("estimates").is_some_and(requested) {
            workload.remove("estimates");
        }
        workload.retain(|key, _| {
            let place = format!("workload.{key}");
            find(&place).is_none_or(|parameter| out_of_place(parameter, &place, &root).is_none())
        });
    }
}
