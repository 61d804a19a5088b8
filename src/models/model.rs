//! The parts of a model.

use super::measure::MeasureInfo;
use super::network::NetworkInfo;
use super::order::OrderInfo;
use super::policy::PolicyInfo;
use super::workload::WorkloadInfo;
use crate::parameter::Parameter;

/// A model: everything that belongs to one published work. A model without networks, for example, has an empty list of
/// networks.
#[derive(Clone, Copy)]
pub struct Model {
    /// Name of the model: "jones".
    pub name: &'static str,
    /// The label, above the model's policies in the form: "Jones 2005: co-allocation". If empty, the form shows `name`.
    pub title: &'static str,
    /// The settings of its policies, declared below `schedulers.*.`. Policies of different models may read the same
    /// setting.
    pub settings: &'static [&'static [Parameter]],
    /// The settings of its queue orders, declared below `queue.`. A scheduler may override them for itself.
    pub order_settings: &'static [&'static [Parameter]],
    /// Queue orders of the model, in the order of the form.
    pub orders: &'static [&'static OrderInfo],
    /// The settings of its networks, declared below `network.`.
    pub network_settings: &'static [&'static [Parameter]],
    /// Networks of the model, in the order of the form.
    pub networks: &'static [&'static NetworkInfo],
    /// Workload models, in the order of the form.
    pub workloads: &'static [&'static WorkloadInfo],
    /// Policies of the model, in the order of the form.
    pub policies: &'static [&'static PolicyInfo],
    /// Measures that the model adds to those of every run, in the order of tables and charts. Not every run has these
    /// measures.
    pub measures: &'static [&'static MeasureInfo],
    /// Numbers that can be calculated without a run. The claims of the model's papers use the names of these numbers.
    pub calculations: &'static [Calculation],
}

/// A number calculated without a run: its name in the claims of a paper, and the function that calculates it.
pub type Calculation = (&'static str, fn() -> f64);

impl Model {
    /// A model without any parts. A real model fills in its own parts by struct update.
    pub const NEW: Model = Model {
        name: "",
        title: "",
        settings: &[],
        order_settings: &[],
        orders: &[],
        network_settings: &[],
        networks: &[],
        workloads: &[],
        policies: &[],
        measures: &[],
        calculations: &[],
    };
}
