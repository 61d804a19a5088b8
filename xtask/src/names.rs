//! Short names for what the wasm file and its bindings call each other by: both repeat some 270 long ones.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::process::Outcome;
use crate::project;

/// Makes the bindings of `wasm`, a path that ends in `_bg.wasm`, use the names that wasm-opt gave in `told`.
pub fn follow(wasm: &Path, told: &str) -> Outcome {
    let path = wasm.to_string_lossy();
    let stem = path
        .strip_suffix("_bg.wasm")
        .ok_or_else(|| format!("{path} is not called as wasm-bindgen does"))?;
    let script = format!("{stem}.js");
    let text = Names::parse(told)?.put_into(&project::read(Path::new(&script))?);
    fs::write(&script, text).map_err(|error| format!("{script}: {error}"))
}

#[derive(Default)]
struct Names {
    /// The module that everything is imported from, in the wasm file until now.
    module: String,
    imports: HashMap<String, String>,
    exports: HashMap<String, String>,
}

/// What wasm-opt calls the first module.
const MODULE: &str = "a";

impl Names {
    /// Reads the JSON that wasm-opt prints: lists of `[module, name, short]` and `[name, short]`.
    fn parse(told: &str) -> Outcome<Names> {
        let told: Value =
            serde_json::from_str(told).map_err(|error| format!("wasm-opt's names: {error}"))?;
        let rows = |of: &str| {
            let rows = told[of].as_array().into_iter().flatten();
            rows.filter_map(Value::as_array)
        };
        let pair = |row: &Vec<Value>| match row.as_slice() {
            [.., name, short] => Some((name.as_str()?.to_owned(), short.as_str()?.to_owned())),
            _ => None,
        };
        let mut modules = rows("imports").filter_map(|row| row.first()?.as_str());
        let module = modules.next().unwrap_or_default();
        if modules.any(|other| other != module) {
            return Err("the wasm file imports from several modules".to_owned());
        }
        Ok(Names {
            module: module.to_owned(),
            imports: rows("imports").filter_map(pair).collect(),
            exports: rows("exports").filter_map(pair).collect(),
        })
    }

    /// The script with these names. Those of imports occur nowhere else; those of exports count after `wasm.` only.
    fn put_into(&self, script: &str) -> String {
        let script = script.replace(&format!("\"{}\"", self.module), &format!("\"{MODULE}\""));
        let mut renamed = String::with_capacity(script.len());
        let mut rest = script.as_str();
        while let Some(start) = rest.find(is_of_word) {
            let (before, from) = rest.split_at(start);
            let (word, after) = from.split_at(from.find(|c| !is_of_word(c)).unwrap_or(from.len()));
            let exported = before == "." && renamed.ends_with("wasm");
            let names = if exported {
                &self.exports
            } else {
                &self.imports
            };
            renamed.push_str(before);
            renamed.push_str(names.get(word).map_or(word, String::as_str));
            rest = after;
        }
        renamed + rest
    }
}

fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$'
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLD: &str = r#"{ "imports": [["./page_bg.js", "__wbg_alt_1f", "$a"], ["./page_bg.js", "__wbg_body_2e", "b"]],
        "exports": [["memory", "c"], ["invoke", "d"]] }"#;

    #[test]
    fn imports_and_exports_are_renamed_and_nothing_else() {
        let script = "const memory = wasm.memory;\nfunction invoke(x) { wasm.invoke(x); awasm.b(); }\n\
                      const import0 = { __wbg_alt_1f: function() {}, __wbg_body_2e: invoke };\n\
                      return { \"./page_bg.js\": import0 };\n";
        assert_eq!(
            Names::parse(TOLD).unwrap().put_into(script),
            "const memory = wasm.c;\nfunction invoke(x) { wasm.d(x); awasm.b(); }\n\
             const import0 = { $a: function() {}, b: invoke };\n\
             return { \"a\": import0 };\n"
        );
    }

    #[test]
    fn a_second_module_would_need_a_second_name() {
        let told = TOLD.replacen("./page_bg.js", "./other.js", 1);
        assert!(Names::parse(&told).is_err());
        assert!(Names::parse("no JSON").is_err());
    }
}
