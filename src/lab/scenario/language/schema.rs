//! The JSON Schema of a scenario, for editors. It is built from the table of parameters.
//!
//! The schema accepts every scenario that the checks accept. The schema cannot express rules about several parameters
//! together.

use crate::models::{registry, standard};
use crate::parameter::{Kind, Parameter, formula};
use crate::scenario::checks::model_parameters::models_with;
use crate::scenario::declared::{find, table};
use crate::scenario::queue;
use serde_json::{Map, Value, json};

/// The JSON Schema (draft 2020-12) of a scenario.
pub fn schema() -> Value {
    let mut schema = fields("", &|_| true);
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        let about = "Where this JSON Schema is, for editors. No part of the scenario.";
        properties.insert("$schema".into(), json!({ "type": "string", "description": about }));
    }
    schema.insert("title".into(), json!("Scenario"));
    schema.insert("$schema".into(), json!("https://json-schema.org/draft/2020-12/schema"));
    Value::Object(schema)
}

/// Schema of an object with the parameters declared below `pattern` (empty, or ending in a dot) for which `has` is true.
fn fields(pattern: &str, has: &dyn Fn(&Parameter) -> bool) -> Map<String, Value> {
    let mut properties = Map::new();
    for parameter in table().iter().filter(|parameter| has(parameter)) {
        let Some(rest) = parameter.path.strip_prefix(pattern) else {
            continue;
        };
        match rest.split_once('.') {
            None => {
                properties.insert(rest.to_owned(), leaf(parameter, has));
            }
            Some((part, below)) if part != "*" && !below.starts_with('*') && !properties.contains_key(part) => {
                properties.insert(part.to_owned(), object(&format!("{pattern}{part}.")));
            }
            Some(_) => {}
        }
    }
    if pattern == "schedulers.*." {
        let policies = registry::current().policies().iter();
        for (other, own) in policies.flat_map(|policy| policy.info().also) {
            let meant = find(&format!("{pattern}{own}")).map(|own| leaf(own, has));
            let before = properties.get(*other).cloned();
            let all: Vec<Value> = before.into_iter().chain(meant).collect();
            properties.insert((*other).to_owned(), json!({ "anyOf": all }));
        }
    }
    let mut schema = Map::new();
    schema.insert("type".into(), json!("object"));
    schema.insert("properties".into(), Value::Object(properties));
    schema.insert("additionalProperties".into(), json!(false));
    schema
}

/// Schema of the part of a scenario whose parameters are declared below `pattern`. The workload has one alternative per
/// workload model.
fn object(pattern: &str) -> Value {
    if pattern != "workload." {
        let object = Value::Object(fields(pattern, &|_| true));
        return match pattern {
            "queue." => json!({ "anyOf": [{ "enum": queue::names() }, object] }),
            "schedulers.*.queue." => {
                json!({ "anyOf": [{ "enum": queue::names() }, { "type": "null" }, object] })
            }
            _ => object,
        };
    }
    let models = registry::current().workloads().iter().map(|model| {
        let name = model.name;
        let mut schema =
            fields(pattern, &|parameter| models_with(parameter).is_none_or(|models| models.contains(&name)));
        if let Some(Value::Object(properties)) = schema.get_mut("properties") {
            properties.insert("model".into(), json!({ "const": name, "description": model.label }));
        }
        if name != standard::WORKLOAD.name {
            schema.insert("required".into(), json!(["model"]));
        }
        Value::Object(schema)
    });
    json!({ "oneOf": models.collect::<Vec<_>>() })
}

/// Schema of one parameter: type and range, label, help, unit and default.
fn leaf(parameter: &Parameter, has: &dyn Fn(&Parameter) -> bool) -> Value {
    let mut schema = Map::new();
    schema.insert("title".into(), json!(parameter.label));
    let help = match parameter.unit {
        "" => parameter.help.to_owned(),
        unit => format!("{} Unit: {unit}.", parameter.help),
    };
    schema.insert("description".into(), json!(help));
    schema.insert("default".into(), parameter.default().clone());
    if let Value::Object(rule) = rule(parameter, has) {
        match parameter.optional() {
            true => schema.insert("anyOf".into(), json!([rule, { "type": "null" }])),
            false => {
                schema.extend(rule);
                None
            }
        };
    }
    Value::Object(schema)
}

/// Type and range of a parameter's values.
fn rule(parameter: &Parameter, has: &dyn Fn(&Parameter) -> bool) -> Value {
    match parameter.kind {
        Kind::Number { min, max, .. } => {
            json!({ "type": "number", "minimum": min, "maximum": max })
        }
        Kind::Integer { min, max, .. } => {
            json!({ "type": "integer", "minimum": min, "maximum": max })
        }
        Kind::Count { max } => {
            json!({ "anyOf": [{ "type": "integer", "minimum": 1, "maximum": max }, { "const": "all" }] })
        }
        Kind::Bytes { max } => json!({ "type": "integer", "minimum": 0, "maximum": max }),
        Kind::Pair { min, max } => json!({
            "type": "array",
            "items": { "type": "integer", "minimum": min, "maximum": max },
            "minItems": 2,
            "maxItems": 2,
        }),
        Kind::Choice { choices, also } => {
            let own = choices.iter();
            let own = own.map(|choice| json!({ "const": choice.name, "description": choice.help }));
            let others = also.iter();
            let others = others.map(|(other, own)| json!({ "const": other, "description": format!("As {own}.") }));
            json!({ "oneOf": own.chain(others).collect::<Vec<_>>() })
        }
        Kind::Table(table) => {
            let cell = rule(&Parameter { kind: table.cell, ..*parameter }, has);
            match table.by_row {
                true => several(3, &several(3, &cell)),
                false => several(9, &cell),
            }
        }
        Kind::Text { max } => {
            json!({ "type": "string", "maxLength": max, "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f]*$" })
        }
        Kind::Texts { most, max } => {
            let text = rule(&Parameter { kind: Kind::Text { max }, ..*parameter }, has);
            json!({ "type": "array", "items": text, "maxItems": most })
        }
        Kind::Formula { max, .. } => {
            json!({ "type": "string", "maxLength": max, "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f]*$" })
        }
        Kind::Constants { max } => {
            let largest = formula::LARGEST_CONSTANT;
            json!({
                "type": "object",
                "propertyNames": { "pattern": constant_name() },
                "additionalProperties": { "type": "number", "minimum": -largest, "maximum": largest },
                "maxProperties": max,
            })
        }
        Kind::Hex { digits } => {
            json!({ "type": "string", "pattern": format!("^[0-9a-f]{{{digits}}}$") })
        }
        Kind::Path => json!({ "type": "string", "pattern": sweepable() }),
        Kind::Numbers { max } => json!({
            "type": "array",
            "items": { "type": "number" },
            "minItems": 1,
            "maxItems": max,
            "uniqueItems": true,
        }),
        Kind::List { min, max, .. } => {
            let entry = Value::Object(fields(&format!("{}.*.", parameter.path), has));
            let short =
                table().iter().find(|other| parameter.path == "schedulers" && other.path == "schedulers.*.policy");
            let items = match short {
                Some(policy) => json!({ "anyOf": [rule(policy, has), entry] }),
                None => entry,
            };
            json!({ "type": "array", "items": items, "minItems": min, "maxItems": max })
        }
    }
}

/// Schema of a list with `count` entries of one schema.
fn several(count: usize, item: &Value) -> Value {
    json!({ "type": "array", "items": item, "minItems": count, "maxItems": count })
}

/// Regular expression for the names of constants.
fn constant_name() -> String {
    format!("^[A-Za-z_][A-Za-z0-9_]{{0,{}}}$", formula::MOST_NAME_CHARACTERS - 1)
}

/// Regular expression for the paths that can be swept.
fn sweepable() -> String {
    let paths = table().iter().filter(|parameter| parameter.sweepable()).map(|parameter| {
        let path = parameter.path.replace('.', "\\.").replace('*', "(\\*|0|[1-9][0-9]{0,8})");
        match parameter.kind {
            Kind::Pair { .. } => format!("{path}\\.[01]"),
            Kind::Constants { .. } => {
                let name = constant_name();
                format!("{path}\\.{}", name.trim_matches(['^', '$']))
            }
            _ => path,
        }
    });
    format!("^({})$", paths.collect::<Vec<_>>().join("|"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::arbitrary::{nonsense, scenario};
    use crate::scenario::language::path;
    use crate::scenario::{Scenario, presets};
    use jsonschema::Validator;
    use proptest::prelude::*;
    use proptest::sample::select;
    use std::sync::LazyLock;

    static VALIDATOR: LazyLock<Validator> = LazyLock::new(|| jsonschema::draft202012::new(&schema()).unwrap());

    #[test]
    fn it_tells_what_the_table_tells() {
        let schema = schema();
        let at = |pointer: &str| schema.pointer(pointer).cloned().unwrap_or_default();
        let link = "/properties/platform/properties/clusters/items/properties/link_mbps";
        assert_eq!(at(&format!("{link}/maximum")), json!(1e7));
        assert_eq!(at(&format!("{link}/default")), json!(1000));
        assert!(at(&format!("{link}/description")).as_str().unwrap().ends_with("Unit: Mbps."));
        assert_eq!(at("/title"), json!("Scenario"));
        assert!(at("/$schema").as_str().unwrap().contains("2020-12"));
        jsonschema::draft202012::meta::validate(&schema).unwrap();
    }

    #[test]
    fn other_names_are_valid() {
        for written in [
            json!({ "queue": { "overrun": "runs-on" } }),
            json!({ "schedulers": [{ "policy": "b1", "queue": { "overrun": "killed" } }] }),
            json!({ "schedulers": [{ "policy": "formula", "score": "free" }] }),
            json!({ "schedulers": [{ "policy": "tla", "score": "wait" }] }),
        ] {
            assert!(VALIDATOR.is_valid(&written) && Scenario::from_value(&written).is_ok(), "{written}");
        }
    }

    #[test]
    fn presets_are_valid_and_mistakes_are_not() {
        for preset in presets::all() {
            assert!(VALIDATOR.is_valid(&preset.scenario), "{}", preset.name);
        }
        for mistake in [
            json!([]),
            json!({"platfrom": {}}),
            json!({"queue": "lifo"}),
            json!({"platform": {"clusters": []}}),
            json!({"platform": {"clusters": [{"nodes": 0}]}}),
            json!({"workload": {"nodes": [1, 2, 3]}}),
            json!({"workload": {"model": "swf", "runtime_s": 5}}),
            json!({"workload": {"path": "a.swf"}}),
            json!({"schedulers": ["first-fit", {"policy": "b3", "chunk": 2}]}),
            json!({"schedulers": ["firstfit"]}),
            json!({"experiment": {"sweep": [{"parameter": "queue"}]}}),
            json!({"experiment": {"sweep": [{"values": [1, 1.0]}]}}),
            json!({"seed": 1}),
            json!({"schedulers": [{"policy": "fuzzy", "size_sets": [[0, 0, 1], [0, 1, 2]]}]}),
            json!({"schedulers": [{"policy": "fuzzy", "network_rules": ["large"]}]}),
            json!({"title": "a\u{7}"}),
        ] {
            assert!(!VALIDATOR.is_valid(&mistake) && Scenario::from_value(&mistake).is_err(), "{mistake}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

        #[test]
        fn what_the_checks_accept_is_valid(scenario in scenario(), parameter in select(table()), value in nonsense()) {
            let mut whole = scenario.to_value();
            prop_assert!(VALIDATOR.is_valid(&whole), "{}", whole);
            let compact = scenario.to_compact_value();
            prop_assert!(VALIDATOR.is_valid(&compact), "{}", compact);
            // A random value is wrong in most cases. If the checks accept it, the schema must accept it too.
            let changed = path::set(&mut whole, &parameter.path.replace('*', "0"), value);
            if changed.is_ok() && Scenario::from_value(&whole).is_ok() {
                prop_assert!(VALIDATOR.is_valid(&whole), "{}", whole);
            }
        }
    }
}
