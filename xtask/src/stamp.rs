//! The build id: one word for all files of a built page, by which the page knows a worker of another build.
//!
//! A static host that is being updated, or a cache in between, can serve a new page with an old worker loader, whose
//! file name carries no hash. Therefore
//! * `%BUILD%` in index.html and in sw.js (a service worker) becomes the id, `%FILES%` in sw.js the list of files;
//! * worker_loader.js sets `self.METASCHED_BUILD` to the id and starts the page's own program, which is also the worker's,
//!   once the page has sent it.

use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};

use crate::process::Outcome;
use crate::project;

const SERVICE_WORKER: &str = "sw.js";
const LOADER: &str = "worker_loader.js";

/// Stamps the built page in `folder`; the id, 16 hexadecimal digits of a hash over names and contents of its files.
pub fn folder(folder: &Path) -> Outcome<String> {
    let mut files = files(folder)?;
    files.retain(|file| file != LOADER);
    let id = id(folder, &files)?;
    files.push(LOADER.to_owned());
    replace(&folder.join("index.html"), &[("%BUILD%", &id)])?;
    if files.iter().any(|file| file == SERVICE_WORKER) {
        replace(
            &folder.join(SERVICE_WORKER),
            &[("%BUILD%", &id), ("%FILES%", &listed(&files))],
        )?;
    }
    write(&folder.join(LOADER), &loader(&id, bindings(&files)?))?;
    Ok(id)
}

/// All files of a folder and its sub-folders: relative paths with `/`, sorted.
pub fn files(folder: &Path) -> Outcome<Vec<String>> {
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> = vec![folder.to_owned()];
    while let Some(current) = open.pop() {
        let explain = |error: std::io::Error| format!("{}: {error}", current.display());
        for entry in fs::read_dir(&current).map_err(explain)? {
            let path = entry.map_err(explain)?.path();
            if path.is_dir() {
                open.push(path);
            } else if let Ok(relative) = path.strip_prefix(folder) {
                let parts: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
                found.push(parts.join("/"));
            }
        }
    }
    found.sort();
    Ok(found)
}

fn id(folder: &Path, files: &[String]) -> Outcome<String> {
    let mut hasher = DefaultHasher::new();
    for file in files {
        let content = fs::read(folder.join(file)).map_err(|error| format!("{file}: {error}"))?;
        hasher.write(file.as_bytes());
        hasher.write_usize(content.len());
        hasher.write(&content);
    }
    Ok(format!("{:016x}", hasher.finish()))
}

/// What a service worker keeps for offline use: the page's own address, and every file but itself.
fn listed(files: &[String]) -> String {
    let others = files
        .iter()
        .filter(|file| *file != SERVICE_WORKER && *file != "index.html");
    let quoted: Vec<_> = others
        .map(|file| format!("{:?}", format!("./{file}")))
        .collect();
    format!("[\"./\", {}]", quoted.join(", "))
}

/// The bindings of the page's program; Trunk has put a hash into their name.
fn bindings(files: &[String]) -> Outcome<&str> {
    let is_it = |file: &&String| file.starts_with("page") && file.ends_with(".js");
    let file = files.iter().find(is_it).map(String::as_str);
    file.ok_or_else(|| "the built site has no page*.js".to_owned())
}

/// What a worker runs. Its first message is the page's program, compiled: nothing is fetched or compiled again. The messages
/// after that are kept until the program listens. A failure is thrown where the page hears it, which it would not from a
/// rejected promise.
fn loader(id: &str, bindings: &str) -> String {
    format!(
        "self.METASCHED_BUILD = \"{id}\";\n\
         const bindings = import(\"./{bindings}\");\n\
         bindings.catch(() => {{}});\n\
         const early = [];\n\
         onmessage = ({{ data }}) => {{\n  \
           onmessage = (event) => early.push(event);\n  \
           bindings\n    \
             .then((program) => program.default({{ module_or_path: data }}))\n    \
             .then(() => early.forEach((event) => onmessage(event)))\n    \
             .catch((error) => setTimeout(() => {{ throw error; }}));\n\
         }};\n"
    )
}

fn replace(path: &Path, replacements: &[(&str, &str)]) -> Outcome {
    let mut text = project::read(path)?;
    for (from, to) in replacements {
        text = text.replace(from, to);
    }
    write(path, &text)
}

fn write(path: &Path, text: &str) -> Outcome {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_worker_and_service_worker_carry_one_id_that_follows_the_files() {
        let site = std::env::temp_dir().join(format!("metasched-stamp-{}", std::process::id()));
        fs::create_dir_all(site.join("sub")).unwrap();
        write(&site.join("sub/a.svg"), "").unwrap();
        let build = |wasm: &str| {
            write(&site.join("index.html"), "<html data-build=\"%BUILD%\">").unwrap();
            write(
                &site.join("sw.js"),
                "const id = '%BUILD%', files = %FILES%;",
            )
            .unwrap();
            write(&site.join("page-1a.js"), "").unwrap();
            write(&site.join("page-1a.bin"), wasm).unwrap();
            folder(&site).unwrap()
        };
        let first = build("one");
        assert_eq!(first.len(), 16);
        assert_eq!(
            project::read(&site.join("index.html")).unwrap(),
            format!("<html data-build=\"{first}\">")
        );
        let service_worker = format!(
            "const id = '{first}', files = [\"./\", \"./page-1a.bin\", \"./page-1a.js\", \"./sub/a.svg\", \"./worker_loader.js\"];"
        );
        assert_eq!(project::read(&site.join("sw.js")).unwrap(), service_worker);
        let loader = project::read(&site.join("worker_loader.js")).unwrap();
        assert!(
            loader.contains(&format!("METASCHED_BUILD = \"{first}\"")),
            "{loader}"
        );

        assert!(loader.contains("import(\"./page-1a.js\")"), "{loader}");

        assert_eq!(build("one"), first);
        assert_ne!(build("two"), first);
        fs::remove_dir_all(site).unwrap();
    }
}
