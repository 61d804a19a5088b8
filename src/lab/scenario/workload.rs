//! The workload: jobs of a workload of the registry.

use crate::models::workload::WorkloadSettings;
use crate::models::{registry, standard};
use crate::parameter::Parameter;
use crate::parameter::fields::Json;
use crate::workload::{Communication, Estimates};
use serde_json::{Value, json};
use std::any::Any;
use std::ops::Deref;
use std::sync::LazyLock;

/// The jobs of the scenario: the settings of its workload.
pub struct Workload(Box<dyn WorkloadSettings>);

impl Deref for Workload {
    type Target = dyn WorkloadSettings;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl Default for Workload {
    fn default() -> Workload {
        Workload((standard::WORKLOAD.settings)())
    }
}

/// The name of the workload, which may be left out, and its settings.
impl Json for Workload {
    fn write(&self) -> Value {
        let mut value = json!({ "model": self.info().name });
        if let (Value::Object(all), Value::Object(own)) = (&mut value, self.0.write()) {
            all.extend(own);
        }
        value
    }

    fn read(&mut self, value: &Value) -> bool {
        let mut own = value.clone();
        let info = match own.as_object_mut().and_then(|own| own.shift_remove("model")) {
            Some(name) => name.as_str().and_then(|name| registry::current().workload(name)),
            None => Some(standard::WORKLOAD),
        };
        info.is_some_and(|info| {
            *self = Workload((info.settings)());
            self.0.read(&own)
        })
    }
}

/// The declaration of `workload.model`, and those of the settings of all workloads.
pub(super) fn parameters() -> Vec<Parameter> {
    static DEFAULTS: LazyLock<Value> = LazyLock::new(|| json!({ "model": standard::WORKLOAD.name }));
    let mut all = vec![Parameter {
        path: "workload.model",
        label: "Jobs",
        spelled: "Jobs",
        unit: "",
        kind: registry::current().workload_kind(),
        usual: None,
        defaults: || &DEFAULTS,
        holds: Value::is_string,
        help: "Where the jobs come from.",
        further: false,
        when: &[],
    }];
    // The default workload is the last in the form, because its declarations include the settings that all workloads have.
    let mut workloads = registry::current().workloads().to_vec();
    workloads.sort_by_key(|own| own.name == standard::WORKLOAD.name);
    all.extend(workloads.into_iter().flat_map(|own| own.declared.concat()));
    all
}

impl Workload {
    /// A workload with these settings.
    pub fn new(settings: impl WorkloadSettings) -> Workload {
        Workload(Box::new(settings))
    }

    /// Number of jobs that arrive: at each cluster if they are drawn cluster by cluster, else in total.
    pub fn jobs(&self) -> u64 {
        self.shared().jobs
    }

    /// The path of the setting with the number of jobs that arrive.
    pub fn jobs_setting(&self) -> String {
        format!("workload.{}", self.info().jobs)
    }

    /// True if the jobs are read from a log.
    pub fn is_log(&self) -> bool {
        self.info().is_log
    }

    /// The settings of the workload if they have the type `T`.
    pub fn of<T: Any>(&self) -> Option<&T> {
        let own: &dyn Any = &*self.0;
        own.downcast_ref()
    }

    /// The load to which run times are scaled, if a load is required.
    pub fn load(&self) -> Option<f64> {
        self.shared().load
    }

    /// The kind of run-time estimates that users give, and the factor of the estimates.
    pub fn estimates(&self) -> (Estimates, f64) {
        let shared = self.shared();
        (shared.estimates, shared.estimate_factor)
    }

    /// The communication of the jobs. If each job draws the share of run time in which it communicates, this is the
    /// largest possible share.
    pub fn communication(&self) -> Communication {
        self.shared().communication
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameter::fields;
    use crate::scenario::{Swf, Synthetic};

    #[test]
    fn the_model_may_be_left_out() {
        let read = |value: Value| fields::parse::<Workload>(&value);
        let given = read(json!({"runtime_s": 225, "nodes": [10, 90]})).unwrap();
        let synthetic = given.of::<Synthetic>().unwrap();
        assert_eq!((synthetic.runtime_s, synthetic.nodes, synthetic.interarrival_s), (225.0, [10, 90], 150.0));
        let log = read(json!({"model": "swf", "path": "a.swf"})).unwrap();
        assert!(log.is_log() && log.of::<Swf>().is_some());
        assert_eq!(log.write()["model"], json!("swf"));
        assert!(read(json!({"model": "swf", "nodes": [1, 2]})).is_none());
    }
}
