//! `cargo xtask lines`: amount of production code, comments and tests per package. For information only: no limit
//! depends on it.
//!
//! Counted line by line, in the format of rustfmt: a line that begins as a comment is a comment, and a `#[cfg(test)]`
//! item ends where its indentation ends.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;

use crate::process::{Outcome, printed};
use crate::project;

/// Parts of the code, each with its path prefixes. A file belongs to the first part that has a matching prefix.
const PARTS: [(&str, &[&str]); 17] = [
    ("kernel", &["src/kernel/"]),
    ("logs", &["src/logs/"]),
    ("models", &["src/models/"]),
    ("lab", &["src/lab/"]),
    ("chart", &["src/chart/"]),
    ("cli", &["src/cli/"]),
    ("web", &["src/web/"]),
    ("metasched", &["src/"]),
    ("www", &["www/", "index.html"]),
    ("js", &["js/"]),
    ("python", &["python/"]),
    ("xtask", &["xtask/"]),
    ("studies", &["studies/"]),
    ("fuzz", &["fuzz/"]),
    ("examples, benches", &["examples/", "benches/"]),
    ("browser tests", &["tests/browser/"]),
    ("integration tests", &["tests/"]),
];
const KINDS: [&str; 6] = ["rs", "mjs", "js", "css", "html", "py"];

#[derive(Args)]
pub struct Lines {
    /// The checkout to count; may be of another commit.
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Count {
    files: usize,
    code: usize,
    comments: usize,
    tests: usize,
}

impl Count {
    fn add(&mut self, other: Count) {
        self.files += other.files;
        self.code += other.code;
        self.comments += other.comments;
        self.tests += other.tests;
    }
}

impl Lines {
    pub fn carry_out(self) -> Outcome {
        let root = self.root.unwrap_or_else(project::root);
        let list = printed(Command::new("git").arg("-C").arg(&root).arg("ls-files"))?;
        let mut files = Vec::new();
        for name in list.lines() {
            let kind = name.rsplit('.').next().unwrap_or_default();
            if KINDS.contains(&kind) && root.join(name).is_file() {
                files.push((name.to_owned(), project::read(&root.join(name))?));
            }
        }
        let test_modules: BTreeSet<String> = files.iter().flat_map(|(name, text)| test_modules(name, text)).collect();
        let mut counts = [Count::default(); PARTS.len()];
        for (name, text) in &files {
            let part = PARTS.iter().position(|(_, begins)| begins.iter().any(|begin| name.starts_with(begin)));
            let module = name.trim_end_matches(".rs").trim_end_matches("/mod");
            let of_tests = name.split('/').any(|part| part == "tests")
                || name.contains(".test.")
                || Path::new(module).ancestors().any(|own| test_modules.contains(&*own.to_string_lossy()));
            if let Some(part) = part {
                counts[part].add(count(text, of_tests));
            }
        }
        println!("{:<18} {:>6} {:>8} {:>9} {:>8}", "part", "files", "code", "comments", "tests");
        let row = |name: &str, count: Count| {
            println!("{name:<18} {:>6} {:>8} {:>9} {:>8}", count.files, count.code, count.comments, count.tests);
        };
        let mut all = Count::default();
        for ((name, _), count) in PARTS.iter().zip(counts) {
            row(name, count);
            all.add(count);
        }
        row("all", all);
        Ok(())
    }
}

/// Counts the code lines, comments and test lines of a file.
fn count(text: &str, of_tests: bool) -> Count {
    let mut count = Count { files: 1, ..Count::default() };
    // State of the count: the text that ends the current comment, and the indentation of the current test item.
    let mut comment: Option<&str> = None;
    let mut test: Option<usize> = None;
    for line in text.lines() {
        let own = line.trim();
        let indent = line.len() - line.trim_start().len();
        if own.is_empty() {
            continue;
        }
        if let Some(end) = comment {
            count.comments += 1;
            comment = (!own.contains(end)).then_some(end);
            continue;
        }
        let block =
            [("/*", "*/"), ("<!--", "-->"), ("\"\"\"", "\"\"\"")].into_iter().find(|(begin, _)| own.starts_with(begin));
        if let Some((begin, end)) = block {
            count.comments += 1;
            comment = (!own[begin.len()..].contains(end)).then_some(end);
            continue;
        }
        if own.starts_with("//") || own.starts_with("# ") || own.starts_with("#!/") {
            count.comments += 1;
            continue;
        }
        if own == "#[cfg(test)]" {
            test = test.or(Some(indent));
        }
        match of_tests || test.is_some() {
            true => count.tests += 1,
            false => count.code += 1,
        }
        let ends = own.ends_with([';', '}', ',']) && !own.starts_with("#[");
        if test.is_some_and(|begin| indent <= begin) && ends {
            test = None;
        }
    }
    count
}

/// Paths (without `.rs`) of `#[cfg(test)]` modules in separate files.
fn test_modules(name: &str, text: &str) -> Vec<String> {
    let stem = name.trim_end_matches(".rs");
    let parent = Path::new(stem).parent().map(|own| own.to_string_lossy().into_owned()).unwrap_or_default();
    let is_root = ["mod", "lib", "main"].iter().any(|own| stem.rsplit('/').next() == Some(*own));
    let folder = if is_root { parent } else { stem.to_owned() };
    let lines: Vec<&str> = text.lines().collect();
    let tested = lines.windows(2).filter(|two| two[0] == "#[cfg(test)]");
    let named = tested.filter_map(|two| two[1].split_once("mod ")?.1.strip_suffix(';'));
    named.map(|module| format!("{folder}/{module}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_comments_and_tests_are_told_apart() {
        let text = "//! About.\nfn f() {\n    // why\n    g(); // here\n}\n\n#[cfg(test)]\nuse x;\n\nfn g() {}\n\n#[cfg(test)]\nmod tests {\n    \
                    // by hand\n    fn t() {\n    }\n}\n";
        assert_eq!(count(text, false), Count { files: 1, code: 4, comments: 3, tests: 7 });
        assert_eq!(count("/* a\nb */\na {\n}\n", true), Count { files: 1, code: 0, comments: 2, tests: 2 });
        assert_eq!(
            count("\"\"\"One line.\"\"\"\n# why\nx = 1\n", false),
            Count { files: 1, code: 1, comments: 2, tests: 0 }
        );
    }

    #[test]
    fn a_test_module_in_its_own_file_is_found() {
        let text = "#[cfg(test)]\nmod corpus;\nmod runner;\n";
        assert_eq!(test_modules("src/lab/experiment/mod.rs", text), ["src/lab/experiment/corpus"]);
        assert_eq!(test_modules("src/lab/plan.rs", text), ["src/lab/plan/corpus"]);
    }
}
