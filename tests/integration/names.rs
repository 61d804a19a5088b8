//! Everything that belongs to a model is in the folder of the model: other code mentions no paper, policy or workload
//! of the registry by name, and no setting of these.

use metasched::experiment::reproduce::papers;
use metasched::models::{registry, standard};
use metasched::parameter::{Parameter, path};
use metasched::scenario::declared;
use std::fs;
use std::path::{Path, PathBuf};

/// Names of models and policies that other code may use, because they are also terms of the field or names of choices
/// in the kernel.
const ALLOWED: [(&str, &str); 9] = [
    ("families", "a study, and an ordinary word"),
    ("fixed", "a network model, and a way to write numbers"),
    ("formula", "a general kind of parameter"),
    ("grid", "lines behind a figure, a pattern of communication"),
    ("ideal", "an ordinary word"),
    ("metacomputer", "what requests to all clusters together are submitted to"),
    ("slurm", "a batch system, for which the command line writes job arrays"),
    ("swf", "a format of logs"),
    ("synthetic", "an ordinary word"),
];

/// Names of settings that other code may use, because they also have other meanings.
const WORDS: [(&str, &str); 4] = [
    ("control", "a part of the form"),
    ("holds", "what becomes of a claim"),
    ("objective", "what is tuned"),
    ("processors", "a field of a log"),
];

/// String literals that may contain names of models. Each literal is identified by its beginning.
const LITERALS: [(&str, &str); 4] = [
    ("\"\\\nExamples:", "the help of a command shows commands"),
    ("\"\\\nA short tour:", "so does the help of all"),
    ("\"Fuzzy sets and rules\"", "the general name of two kinds of parameters"),
    ("\"A surface needs two swept parameters", "what to look at first, and whose idea it was"),
];

/// The folder in which every name is allowed: it has the models and their registry.
const MODELS: &str = "src/models";

/// The words of an identifier or a name. For example, `FirstFit`, `first_fit` and `first-fit` consist of the words
/// first and fit.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = '-';
    for c in name.chars() {
        let begins = !before.is_alphanumeric() || (c.is_uppercase() && !before.is_uppercase());
        if c.is_alphanumeric() {
            if begins {
                words.push(String::new());
            }
            if let Some(word) = words.last_mut() {
                word.extend(c.to_lowercase());
            }
        }
        before = c;
    }
    words
}

/// Names of models, papers, policies and workloads, each with its words. Short names count only if they are written in
/// exactly this form.
fn names() -> Vec<(String, Vec<String>)> {
    let registry = registry::current();
    let models = registry.models().iter().map(|own| own.name);
    let papers = papers().iter().map(|own| own.name.as_str());
    let policies = registry.policies().iter().map(|own| own.name());
    let workloads = registry.workloads().iter().map(|own| own.name);
    let all = models.chain(papers).chain(policies).chain(workloads);
    let own = all.filter(|name| ALLOWED.iter().all(|(allowed, _)| allowed != name));
    own.map(|name| (name.to_owned(), words(name))).collect()
}

/// The identifiers and string literals of a source file, with their positions. Code that is compiled only for tests is
/// left out.
fn tokens(source: &str) -> Vec<(usize, &str)> {
    let bytes = source.as_bytes();
    let mut found = Vec::new();
    let (mut at, mut depth, mut test_from) = (0, 0usize, None);
    let mut marked = false;
    let end_of =
        |from: usize, text: &str| source[from..].find(text).map_or(source.len(), |end| from + end + text.len());
    while at < source.len() {
        let rest = &source[at..];
        if rest.starts_with("#[cfg(test)]") {
            (marked, at) = (true, at + 12);
        } else if rest.starts_with("//") {
            at = end_of(at, "\n");
        } else if rest.starts_with("r#\"") {
            let end = end_of(at + 3, "\"#");
            if test_from.is_none() {
                found.push((at, &source[at..end]));
            }
            at = end;
        } else if rest.starts_with('"') {
            let mut end = at + 1;
            while end < source.len() && bytes[end] != b'"' {
                end += if bytes[end] == b'\\' { 2 } else { 1 };
            }
            if test_from.is_none() {
                found.push((at, &source[at..(end + 1).min(source.len())]));
            }
            at = end + 1;
        } else if rest.starts_with("'\"'") || rest.starts_with("'{'") || rest.starts_with("'}'") {
            at += 3;
        } else if bytes[at].is_ascii_alphabetic() || bytes[at] == b'_' {
            let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let end = length.map_or(source.len(), |length| at + length);
            if test_from.is_none() {
                found.push((at, &source[at..end]));
            }
            at = end;
        } else {
            match bytes[at] {
                b'{' => {
                    depth += 1;
                    if marked && test_from.is_none() {
                        test_from = Some(depth);
                    }
                    marked = false;
                }
                b'}' => {
                    if test_from == Some(depth) {
                        test_from = None;
                    }
                    depth = depth.saturating_sub(1);
                }
                b';' => marked = false,
                _ => {}
            }
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    found
}

/// True if a token contains a name. A string literal contains the name as separate words, an identifier as a sequence
/// of its own words.
fn says(token: &str, name: &str, parts: &[String]) -> bool {
    if token.contains('"') {
        let lower = token.to_lowercase();
        let inner = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        return lower.match_indices(name).any(|(at, _)| {
            let before = lower[..at].chars().next_back();
            let after = lower[at + name.len()..].chars().next();
            !before.is_some_and(inner) && !after.is_some_and(inner)
        });
    }
    name.len() > 2 && words(token).windows(parts.len()).any(|own| own == parts)
}

/// The settings that models declare and that no other code declares. The default workload and the log are left out: the
/// former declares the settings of all workloads, the latter names a file, which other code reads.
fn settings() -> Vec<&'static Parameter> {
    let registry = registry::current();
    let workloads = registry.workloads().iter();
    let workloads = workloads.filter(|own| !own.is_log && own.name != standard::WORKLOAD.name);
    let workloads = workloads.flat_map(|own| own.declared);
    let declared = registry.settings().iter().chain(registry.network_settings());
    let declared = declared.chain(registry.order_settings().into_iter().flatten());
    let all: Vec<_> = declared.chain(workloads.copied().flatten()).collect();
    let others = declared::table().iter();
    let others = others.filter(|own| all.iter().all(|setting| setting.path != own.path));
    let others: Vec<&str> = others.map(Parameter::name).collect();
    let words = WORDS.map(|(word, _)| word);
    let own = |setting: &&Parameter| ![&others[..], &words].concat().contains(&setting.name());
    all.into_iter().filter(own).collect()
}

/// The setting whose name or path equals this string literal. Longer literals are texts for users. Identifiers may be
/// terms of the kernel, so they are not checked.
fn setting<'a>(token: &str, settings: &[&'a Parameter]) -> Option<&'a str> {
    let literal = token.strip_prefix('"')?.strip_suffix('"')?;
    let found = settings.iter().find(|own| own.name() == literal || *path::pattern(literal) == *own.path);
    found.map(|own| own.path)
}

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.to_string_lossy().into_owned();
        match path.is_dir() {
            true if !name.ends_with(MODELS) => files(&path, out),
            false if name.ends_with(".rs") => out.push(path),
            _ => {}
        }
    }
}

/// True for files whose module is only compiled for tests.
fn is_test(path: &Path, source: &str) -> bool {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let module = format!("mod {name};");
    let folder = path.parent().unwrap_or(path);
    let parents = [folder.join("mod.rs"), folder.with_extension("rs"), folder.join("lib.rs")];
    let declared = parents.iter().filter_map(|parent| fs::read_to_string(parent).ok());
    let for_tests = |text: &String| {
        let mut lines = text.lines().map(str::trim).zip(text.lines().skip(1));
        lines.any(|(before, own)| before == "#[cfg(test)]" && own.ends_with(&module))
    };
    // A module in a module for tests is for tests, too.
    let around = folder.with_extension("rs");
    let is_within = || fs::read_to_string(&around).is_ok_and(|text| is_test(&around, &text));
    source.starts_with("#![cfg(test)]") || declared.into_iter().any(|text| for_tests(&text)) || is_within()
}

#[test]
fn no_room_but_that_of_the_models_says_their_names() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    files(&root.join("src"), &mut all);
    assert!(all.len() > 200, "{} files", all.len());
    let (names, settings) = (names(), settings());
    let mut found = Vec::new();
    for path in all {
        let source = fs::read_to_string(&path).unwrap();
        if is_test(&path, &source) {
            continue;
        }
        for (at, token) in tokens(&source) {
            if LITERALS.iter().any(|(begin, _)| token.starts_with(begin)) {
                continue;
            }
            let said = names.iter().find(|(name, parts)| says(token, name, parts));
            let said = said.map(|(name, _)| name.as_str());
            if let Some(name) = said.or_else(|| setting(token, &settings)) {
                let place = path.strip_prefix(root).unwrap().display();
                let line = source[..at].matches('\n').count() + 1;
                found.push(format!("{place}:{line}: {token} says {name}"));
            }
        }
    }
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

#[test]
fn a_name_is_found_however_it_is_written() {
    let first_fit = words("first-fit");
    for token in ["\"first-fit\"", "\"as First-fit does\"", "FirstFit", "first_fit_of", "FIRST_FIT"] {
        assert!(says(token, "first-fit", &first_fit), "{token}");
    }
    for token in ["first", "\"first-fitting\"", "\"the first that fits\"", "fit_first"] {
        assert!(!says(token, "first-fit", &first_fit), "{token}");
    }
    let settings = settings();
    for token in ["\"lslt\"", "\"schedulers.*.lslt\"", "\"schedulers.4.lslt\""] {
        assert_eq!(setting(token, &settings), Some("schedulers.*.lslt"), "{token}");
    }
    for token in ["lslt", "\"such as schedulers.4.lslt\"", "\"load\"", "\"holds\""] {
        assert_eq!(setting(token, &settings), None, "{token}");
    }
    let source = "// tla\nfn a() { b(\"x\") }\n#[cfg(test)]\nmod tests { fn tla() {} }\nfn c() {}";
    let said: Vec<&str> = tokens(source).into_iter().map(|(_, token)| token).collect();
    assert_eq!(said, ["fn", "a", "b", "\"x\"", "mod", "tests", "fn", "c"]);
}
