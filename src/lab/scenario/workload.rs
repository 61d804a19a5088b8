//! The workload: jobs drawn from distributions, read from a log, or of a model.

use crate::models::registry;
use crate::models::workload::{WorkloadInfo, WorkloadSettings};
use crate::parameter::fields::Json;
use crate::parameter::{Choice, Kind, Parameter};
use crate::scenario::{Global, Swf, Synthetic};
use crate::workload::{Communication, Estimates, Shared};
use serde_json::{Value, json};
use std::any::Any;
use std::sync::LazyLock;

/// Where jobs come from.
#[derive(Clone, Copy, Debug, Default)]
pub enum WorkloadModel {
    /// From distributions, cluster by cluster.
    #[default]
    Synthetic,
    /// From a log.
    Swf,
    /// From a model of the registry.
    Of(&'static WorkloadInfo),
}

impl WorkloadModel {
    /// All workloads, in the order of the form.
    pub fn all() -> Vec<WorkloadModel> {
        let models = registry::current().workloads().iter();
        [WorkloadModel::Synthetic, WorkloadModel::Swf]
            .into_iter()
            .chain(models.map(|own| WorkloadModel::Of(own)))
            .collect()
    }

    /// The workload with this name in JSON.
    pub fn named(name: &str) -> Option<WorkloadModel> {
        Self::all().into_iter().find(|own| own.name() == name)
    }

    fn choice(self) -> Choice {
        match self {
            WorkloadModel::Synthetic => Choice {
                name: "synthetic",
                label: "Synthetic",
                help: "Jobs drawn from distributions: Poisson arrivals at every cluster.",
                group: "",
            },
            WorkloadModel::Swf => Choice {
                name: "swf",
                label: "Log (SWF)",
                help: "Jobs of a real machine, read from a log in the Standard Workload Format.",
                group: "",
            },
            WorkloadModel::Of(info) => Choice { name: info.name, label: info.label, help: info.help, group: "" },
        }
    }

    /// The name of the setting for the largest share of run time in which a job communicates; `None` if jobs do not
    /// draw this share.
    pub fn most_communication(self) -> Option<&'static str> {
        match self {
            WorkloadModel::Of(info) => info.most_communication.map(|(setting, _)| setting),
            WorkloadModel::Synthetic | WorkloadModel::Swf => None,
        }
    }

    /// The name in JSON.
    pub fn name(self) -> &'static str {
        self.choice().name
    }

    /// The name for people.
    pub fn label(self) -> &'static str {
        self.choice().label
    }
}

impl PartialEq for WorkloadModel {
    fn eq(&self, other: &WorkloadModel) -> bool {
        self.name() == other.name()
    }
}

impl std::fmt::Display for WorkloadModel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// The jobs of the scenario.
pub enum Workload {
    /// Jobs drawn from distributions.
    Synthetic(Synthetic),
    /// Jobs read from a log.
    Swf(Swf),
    /// Jobs of a model.
    Of(Box<dyn WorkloadSettings>),
}

impl Default for Workload {
    fn default() -> Workload {
        Workload::Synthetic(Synthetic::default())
    }
}

/// The fields of the model, after its name, which may be left out.
impl Json for Workload {
    fn write(&self) -> Value {
        let mut value = json!({ "model": self.model().name() });
        let own = match self {
            Workload::Synthetic(own) => own.write(),
            Workload::Swf(own) => own.write(),
            Workload::Of(own) => own.write(),
        };
        if let (Value::Object(all), Value::Object(own)) = (&mut value, own) {
            all.extend(own);
        }
        value
    }

    fn read(&mut self, value: &Value) -> bool {
        let mut own = value.clone();
        let model = match own.as_object_mut().and_then(|own| own.shift_remove("model")) {
            Some(name) => name.as_str().and_then(WorkloadModel::named),
            None => Some(WorkloadModel::default()),
        };
        let Some(model) = model else {
            return false;
        };
        *self = match model {
            WorkloadModel::Synthetic => Workload::default(),
            WorkloadModel::Swf => Workload::Swf(Swf::default()),
            WorkloadModel::Of(info) => Workload::Of((info.settings)()),
        };
        match self {
            Workload::Synthetic(workload) => workload.read(&own),
            Workload::Swf(workload) => workload.read(&own),
            Workload::Of(workload) => workload.read(&own),
        }
    }
}

impl Workload {
    /// The declaration of `workload.model`, which selects the variant.
    pub(super) fn parameter() -> Parameter {
        static CHOICES: LazyLock<Vec<Choice>> = LazyLock::new(|| {
            let all = WorkloadModel::all().into_iter();
            all.map(WorkloadModel::choice).collect()
        });
        Parameter {
            path: "workload.model",
            label: "Jobs",
            unit: "",
            kind: Kind::Choice { choices: &CHOICES, also: &[] },
            usual: None,
            defaults: || {
                static DEFAULTS: LazyLock<Value> =
                    LazyLock::new(|| json!({ "model": WorkloadModel::default().name() }));
                &DEFAULTS
            },
            holds: Value::is_string,
            help: "Where the jobs come from.",
            further: false,
            when: &[],
        }
    }

    /// Which variant this is.
    pub fn model(&self) -> WorkloadModel {
        match self {
            Workload::Synthetic(_) => WorkloadModel::Synthetic,
            Workload::Swf(_) => WorkloadModel::Swf,
            Workload::Of(own) => WorkloadModel::Of(own.info()),
        }
    }

    /// What all workloads have.
    pub fn shared(&self) -> Shared {
        match self {
            Workload::Synthetic(own) => Shared {
                jobs: own.jobs_per_cluster,
                home: Global::default().home,
                oversized: Global::default().oversized,
                load: own.load,
                communication: Communication {
                    compute_fraction: own.compute_fraction,
                    bsbw_mbps: own.bsbw_mbps,
                    pattern: own.pattern,
                },
                estimates: own.estimates,
                estimate_factor: own.estimate_factor,
            },
            Workload::Swf(own) => Shared {
                jobs: own.max_jobs.unwrap_or(u64::MAX),
                home: own.home,
                oversized: own.oversized,
                load: own.load,
                communication: Communication {
                    compute_fraction: own.compute_fraction,
                    bsbw_mbps: own.bsbw_mbps,
                    pattern: own.pattern,
                },
                estimates: own.estimates,
                estimate_factor: own.estimate_factor,
            },
            Workload::Of(own) => own.shared(),
        }
    }

    /// The settings that all workloads share whose jobs have no home cluster of their own; `None` for the synthetic
    /// workload, whose jobs are drawn cluster by cluster.
    pub fn global(&self) -> Option<Global> {
        let shared = self.shared();
        let drawn = matches!(self, Workload::Synthetic(_));
        (!drawn).then_some(Global { jobs: shared.jobs, home: shared.home, oversized: shared.oversized })
    }

    /// Number of jobs that arrive: at each cluster if they are drawn cluster by cluster, else in total.
    pub fn jobs(&self) -> u64 {
        self.shared().jobs
    }

    /// The setting with the number of jobs that arrive.
    pub fn jobs_setting(&self) -> &'static str {
        match self {
            Workload::Synthetic(_) => "workload.jobs_per_cluster",
            Workload::Swf(_) => "workload.max_jobs",
            Workload::Of(_) => "workload.jobs",
        }
    }

    /// The settings of the workload if they have the type `T`.
    pub fn of<T: Any>(&self) -> Option<&T> {
        let own: &dyn Any = match self {
            Workload::Synthetic(own) => own,
            Workload::Swf(own) => own,
            Workload::Of(own) => own.as_ref(),
        };
        own.downcast_ref()
    }

    /// True if the settings of the workload are of this type.
    pub fn is<T: Any>(&self) -> bool {
        self.of::<T>().is_some()
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
    use crate::scenario::ClusterWorkload;
    use serde_json::json;

    #[test]
    fn the_model_may_be_left_out() {
        let read = |value: Value| fields::parse::<Workload>(&value);
        let given = read(json!({"runtime_s": 225, "nodes": [10, 90]})).unwrap();
        let Workload::Synthetic(synthetic) = given else { panic!() };
        assert_eq!((synthetic.runtime_s, synthetic.nodes, synthetic.interarrival_s), (225.0, [10, 90], 150.0));
        let log = read(json!({"model": "swf", "path": "a.swf"})).unwrap();
        assert_eq!(log.model(), WorkloadModel::Swf);
        assert_eq!(log.write()["model"], json!("swf"));
        assert!(read(json!({"model": "swf", "nodes": [1, 2]})).is_none());
    }

    #[test]
    fn clusters_override_what_they_name() {
        let own = ClusterWorkload { bsbw_mbps: Some(50.0), ..ClusterWorkload::default() };
        let workload = Synthetic { clusters: vec![ClusterWorkload::default(), own], ..Synthetic::default() };
        assert_eq!(workload.at(0).bsbw_mbps, 500.0);
        assert_eq!(workload.at(1), Synthetic { bsbw_mbps: 50.0, ..Synthetic::default() });
        assert_eq!(workload.at(7).bsbw_mbps, 500.0);
    }
}
