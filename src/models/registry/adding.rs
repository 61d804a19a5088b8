//! Adds a model to the registry. Checks that names are unique, that every setting that is read is declared, and that
//! all declarations of a setting agree.

use super::Registry;
use crate::base::problem::Problem;
use crate::models::model::Model;
use crate::models::order::QueueOrder;
use crate::models::policy::Policy;
use crate::parameter::Parameter;
use serde_json::Value;

/// Settings that every scheduler has. They mean the same under every policy, so no model declares them.
const OF_EVERY_SCHEDULER: [&str; 5] = ["policy", "penalty", "sharing", "queue", "label"];

/// Settings that every queue has, so no model declares them.
const OF_EVERY_QUEUE: [&str; 6] = ["order", "backfill", "reservations", "tried", "overrun", "pass"];

impl Registry {
    /// Adds a model.
    ///
    /// # Errors
    /// If a policy, order, network, workload or measure has a name that is already in use or reads an undeclared
    /// setting; or if a setting has another declaration elsewhere, or a type that cannot hold all allowed values.
    pub fn with(mut self, model: &'static Model) -> Result<Registry, Problem> {
        types_fit(model)?;
        self.add_policies(model)?;
        self.add_orders(model)?;
        self.add_networks(model)?;
        self.add_workloads(model)?;
        self.add_measures(model)?;
        self.models.push(model);
        Ok(self)
    }

    fn add_policies(&mut self, model: &'static Model) -> Result<(), Problem> {
        for declared in model.settings.iter().copied().flatten() {
            let name = declared.name();
            let place = declared.path.strip_prefix("schedulers.*.");
            if place != Some(name) || OF_EVERY_SCHEDULER.contains(&name) {
                let what = format!("declares {} as a setting", declared.path);
                let remedy = "Declare settings as schedulers.*.NAME, with a name that not every scheduler has";
                return Err(problem(model, what, remedy));
            }
            if is_new(model, declared, self.setting(name))? {
                self.places.insert(name, self.settings.len());
                self.settings.push(*declared);
            }
        }
        for &info in model.policies {
            if info.name.is_empty() || self.policy(info.name).is_some() {
                return Err(taken(model, "policy", info.name));
            }
            let mut named = info.settings.iter().copied().flatten();
            let declared = |name: &str| OF_EVERY_SCHEDULER.contains(&name) || self.setting(name).is_some();
            if let Some(unknown) = named.find(|name| !declared(name)) {
                return Err(undeclared(model, "policy", info.name, unknown, "settings"));
            }
            for &counter in info.counts {
                match self.counters.iter().find(|own| own.name == counter.name) {
                    None => self.counters.push(counter),
                    Some(known) if std::ptr::eq(*known, counter) => {}
                    Some(_) => return Err(taken(model, "counter", counter.name)),
                }
            }
            self.policies.push(Policy(info));
        }
        Ok(())
    }

    fn add_orders(&mut self, model: &'static Model) -> Result<(), Problem> {
        for declared in model.order_settings.iter().copied().flatten() {
            let name = declared.name();
            if declared.path != format!("queue.{name}") || OF_EVERY_QUEUE.contains(&name) {
                let what = format!("declares {} as a setting of its orders", declared.path);
                let remedy = "Declare it as queue.NAME, with a name that not every queue has";
                return Err(problem(model, what, remedy));
            }
            if is_new(model, declared, self.order_setting(name))? {
                self.own_order_settings.push(Parameter {
                    path: String::leak(format!("schedulers.*.{}", declared.path)),
                    defaults: || &Value::Null,
                    ..*declared
                });
                self.order_settings.push(*declared);
            }
        }
        for &info in model.orders {
            if info.name.is_empty() || self.order(info.name).is_some() {
                return Err(taken(model, "queue order", info.name));
            }
            let mut named = info.settings.iter();
            if let Some(unknown) = named.find(|name| self.order_setting(name).is_none()) {
                return Err(undeclared(model, "queue order", info.name, unknown, "order_settings"));
            }
            self.orders.push(QueueOrder(info));
        }
        Ok(())
    }

    fn add_networks(&mut self, model: &'static Model) -> Result<(), Problem> {
        for declared in model.network_settings.iter().copied().flatten() {
            let name = declared.name();
            if declared.path != format!("network.{name}") || name == "model" {
                let what = format!("declares {} as a setting of its networks", declared.path);
                let remedy = "Declare it as network.NAME, with another name than model";
                return Err(problem(model, what, remedy));
            }
            if is_new(model, declared, self.network_setting(name))? {
                self.network_settings.push(*declared);
            }
        }
        for &info in model.networks {
            if info.name.is_empty() || self.network(info.name).is_some() {
                return Err(taken(model, "network", info.name));
            }
            let mut named = info.settings.iter();
            if let Some(unknown) = named.find(|name| self.network_setting(name).is_none()) {
                return Err(undeclared(model, "network", info.name, unknown, "network_settings"));
            }
            self.networks.push(info);
        }
        Ok(())
    }

    fn add_workloads(&mut self, model: &'static Model) -> Result<(), Problem> {
        for &info in model.workloads {
            if info.name.is_empty() || self.workload(info.name).is_some() {
                return Err(taken(model, "workload", info.name));
            }
            for declared in info.declared.iter().copied().flatten() {
                let mut known = self.workloads.iter().flat_map(|own| own.declared.concat());
                let known = known.find(|old| old.path == declared.path);
                is_new(model, declared, known.as_ref())?;
            }
            self.workloads.push(info);
        }
        Ok(())
    }

    fn add_measures(&mut self, model: &'static Model) -> Result<(), Problem> {
        for &measure in model.measures {
            if measure.key.is_empty() || self.measures.iter().any(|own| own.key == measure.key) {
                return Err(taken(model, "measure", measure.key));
            }
            self.measures.push(measure);
        }
        Ok(())
    }
}

/// Checks that the type of each setting can hold all allowed values.
fn types_fit(model: &Model) -> Result<(), Problem> {
    let of_workloads = model.workloads.iter().flat_map(|own| own.declared);
    let all = [model.settings, model.order_settings, model.network_settings];
    let mut all = all.into_iter().flatten().chain(of_workloads).copied().flatten();
    let unfit = all.find_map(|own| Some((own, own.beyond_its_type()?)));
    unfit.map_or(Ok(()), |(own, value)| {
        let (path, allowed) = (own.path, own.allowed());
        let what = format!("declares {path} as {allowed}, but {value} does not go into its type");
        let remedy = "Give the field another type, or another kind";
        Err(problem(model, what, remedy))
    })
}

/// True if no declaration of the setting is known yet, that is if `known` is `None`.
fn is_new(model: &Model, declared: &Parameter, known: Option<&Parameter>) -> Result<bool, Problem> {
    match known {
        None => Ok(true),
        Some(known) if known.same_as(declared) => Ok(false),
        Some(_) => {
            let what = format!("declares {} otherwise than another model", declared.path);
            Err(problem(model, what, "Give the setting another name"))
        }
    }
}

fn undeclared(model: &Model, kind: &str, name: &str, setting: &str, list: &str) -> Problem {
    let what = format!("has a {kind} {name} that reads {setting}, which is declared nowhere");
    problem(model, what, &format!("Declare it in the model's {list}"))
}

fn taken(model: &Model, kind: &str, name: &str) -> Problem {
    let what = format!("has a {kind} {name}, which is there already");
    problem(model, what, &format!("Give the {kind} another name"))
}

fn problem(model: &Model, what: String, remedy: &str) -> Problem {
    Problem::new(format!("the model {}", model.name), what, "", remedy)
}
