//! The JavaScript that wasm-bindgen writes, without what is there for its readers only.

use std::fs;
use std::path::Path;

use crate::process::Outcome;

/// Trims the bindings of every wasm file in `folder`.
pub fn trim(folder: &Path) -> Outcome {
    let explain = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(explain)? {
        let file = entry.map_err(explain)?.path();
        let name = file.to_string_lossy().into_owned();
        if let Some(stem) = name.strip_suffix("_bg.wasm") {
            let script = format!("{stem}.js");
            let text = fs::read_to_string(&script).map_err(|error| format!("{script}: {error}"))?;
            fs::write(&script, trimmed(&text)).map_err(|error| format!("{script}: {error}"))?;
        }
    }
    Ok(())
}

/// Without indentation, empty lines and comments that have lines of their own. No text goes over several lines.
pub fn trimmed(script: &str) -> String {
    let mut kept = String::new();
    let mut in_comment = false;
    for line in script.lines().map(str::trim) {
        in_comment |= line.starts_with("/*");
        if !in_comment && !line.is_empty() && !line.starts_with("//") {
            kept.extend([line, "\n"]);
        }
        in_comment &= !line.ends_with("*/");
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_stay() {
        let script = "/**\n * Says what.\n */\nfunction f() {\n    /** Says more. */\n    // Says why.\n    const a = `${1} // 2`;\n\n    return a; // a\n}\n";
        assert_eq!(
            trimmed(script),
            "function f() {\nconst a = `${1} // 2`;\nreturn a; // a\n}\n"
        );
    }
}
