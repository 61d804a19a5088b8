use super::*;
use crate::models::{jones, vahdat};
use crate::parameters;

#[test]
fn the_standard_models_agree() {
    let registry = Registry::standard().unwrap();
    assert_eq!(registry.models().len(), standard::MODELS.len());
    for policy in registry.policies() {
        let info = policy.info();
        assert!(info.help.ends_with('.') && !info.label.is_empty(), "{policy}");
        assert!(info.always_named.iter().all(|own| policy.reads(own)), "{policy}");
    }
    for setting in registry.settings() {
        let reads = |policy: &Policy| policy.reads(setting.name());
        assert!(registry.policies().iter().any(reads), "{}", setting.path);
    }
}

parameters! {
    /// An integer field declared as a fraction.
    Fractions at "schedulers.*." {
        /// Unused.
        steps: u32 = 1, "Steps", Kind::number(0.0, 9.0, 0.5);
    }
}

parameters! {
    /// A field whose allowed values exceed its type.
    Large at "workload." {
        /// Unused.
        seats: u32 = 1, "Seats", Kind::integer(0, 1 << 32, 1);
    }
}

#[test]
fn a_type_that_does_not_fit_its_kind_is_refused() {
    use crate::models::lublin99;
    static SETTING: Model = Model { name: "mine", settings: &[Fractions::PARAMETERS], ..Model::NEW };
    static JOBS: WorkloadInfo =
        WorkloadInfo::spread(["seats", "Seats", "Jobs."], &[Large::PARAMETERS], lublin99::WORKLOAD.settings);
    static WORKLOAD: Model = Model { name: "mine", workloads: &[&JOBS], ..Model::NEW };
    for (model, wrong) in [
        (&SETTING, "declares schedulers.*.steps as a number from 0 to 9, but 4.5 does not go into its type"),
        (
            &WORKLOAD,
            "declares workload.seats as a whole number from 0 to 4\u{2009}294\u{2009}967\u{2009}296, but 4294967296 does not go into its type",
        ),
    ] {
        let refused = Registry::default().with(model).err().unwrap().to_string();
        assert!(refused.contains(wrong), "{refused}");
    }
}

#[test]
fn what_is_there_already_is_refused() {
    static MEASURES: Model = Model { measures: vahdat::MODEL.measures, ..Model::NEW };
    for (model, what) in [(&jones::MODEL, "policy no-share"), (&MEASURES, "measure denials_per_job")] {
        let again = Registry::standard().unwrap().with(model).err().unwrap();
        let expected = format!("has a {what}, which is there already");
        assert!(again.to_string().contains(&expected), "{again}");
    }
}

parameters! {
    /// Like a standard setting, but with another range.
    Penalty at "network." {
        /// Unused.
        penalty: f64 = 1.2, "Penalty", Kind::number(1.0, 2.0, 0.1);
    }
}

#[test]
fn a_network_has_a_name_of_its_own_and_declared_settings() {
    use crate::models::NetworkInfo;
    use crate::models::general_networks::{self, DYNAMIC};
    static UNDECLARED: NetworkInfo = NetworkInfo {
        name: "mine",
        settings: &["toll"],
        ..NetworkInfo::new(["", "", ""], DYNAMIC.loads, DYNAMIC.build)
    };
    static READS: Model = Model { networks: &[&UNDECLARED], ..Model::NEW };
    static DECLARES: Model = Model { network_settings: &[Penalty::PARAMETERS], ..Model::NEW };
    static MISPLACED: Model = Model { network_settings: jones::MODEL.settings, ..Model::NEW };
    for (model, wrong) in [
        (&general_networks::MODEL, "has a network dynamic, which is there already"),
        (&READS, "has a network mine that reads toll, which is declared nowhere"),
        (&DECLARES, "declares network.penalty otherwise than another model"),
        (&MISPLACED, "as a setting of its networks"),
    ] {
        let refused = Registry::standard().unwrap().with(model).err().unwrap();
        assert!(refused.to_string().contains(wrong), "{refused}");
    }
    let registry = Registry::standard().unwrap();
    for setting in registry.network_settings() {
        let reads = |own: NetworkModel| own.info().reads(setting.name());
        assert!(registry.networks().any(reads), "{}", setting.path);
    }
}
