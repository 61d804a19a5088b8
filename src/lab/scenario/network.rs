//! The network, which determines the cost of co-allocation.

use crate::models::{Given, NetworkModel, registry};
use crate::parameter::Parameter;
use crate::parameter::fields::Json;
use serde_json::{Map, Value};
use std::sync::LazyLock;

/// The network model and its settings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Network {
    /// Model of how the run time of a co-allocated job depends on the links.
    pub model: NetworkModel,
    /// Settings that the network models declare.
    pub own: Given,
}

impl Network {
    /// The network of this name with default settings.
    pub fn named(name: &str) -> Option<Network> {
        let own = Given::default();
        NetworkModel::named(name).map(|model| Network { model, own })
    }

    /// Sets a setting. False if there is no such setting, or if its type cannot hold the value.
    pub fn set(&mut self, setting: &str, value: Value) -> bool {
        let declared = registry::current().network_setting(setting);
        let declared = declared.filter(|own| (own.holds)(&value));
        declared.map(|own| self.own.set(own, value)).is_some()
    }
}

/// Declarations of the network's parameters.
pub(super) fn parameters() -> Vec<Parameter> {
    static DEFAULTS: LazyLock<Value> = LazyLock::new(|| Network::default().write());
    let model = Parameter {
        path: "network.model",
        label: "Model",
        spelled: "Model",
        unit: "",
        kind: registry::current().network_kind(),
        usual: None,
        defaults: || &DEFAULTS,
        holds: Value::is_string,
        help: "How the run time of a co-allocated job depends on the links.",
        further: false,
        when: &[],
    };
    [&[model], registry::current().network_settings()].concat()
}

impl Json for Network {
    fn write(&self) -> Value {
        let mut all = Map::new();
        all.insert("model".to_owned(), self.model.write());
        all.extend(self.own.all(registry::current().network_settings()));
        Value::Object(all)
    }

    fn read(&mut self, value: &Value) -> bool {
        *self = Network::default();
        value.as_object().is_some_and(|map| {
            map.iter().all(|(key, value)| match key.as_str() {
                "model" => self.model.read(value),
                name => self.set(name, value.clone()),
            })
        })
    }
}
