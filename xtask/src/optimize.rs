//! wasm-opt on the wasm files of a built page, remembering results: it takes far longer than the rest of a rebuild.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::node::{self, BINARYEN};
use crate::process::{Outcome, output};
use crate::{names, project};

/// What rustc already uses and every browser of the last years knows; nothing newer may be brought in.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-mutable-globals",
    "--enable-multivalue",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// For size, as the compiler: `-O3` is no faster that could be measured, and 1 kB more when packed.
const LEVEL: &str = "-Os";

/// What makes the file smaller still.
const SMALLER: [&str; 4] = [
    // Addresses below 1024 are the last of the stack; so constants may move into the offsets of loads and stores.
    "--low-memory-unused",
    // Functions of a module stand together and compress better: 4 kB.
    "--reorder-functions-by-name",
    // Their new names are printed; 8 kB with those in the bindings.
    "--minify-imports-and-exports-and-modules",
    // What is computed twice compresses better than what is kept in a local: 2 kB.
    "--skip-pass=local-cse",
];

/// Optimizes every wasm file in `folder` in place, and makes its bindings follow.
pub fn folder(script: &Path, folder: &Path) -> Outcome {
    for file in wasm_files(folder)? {
        optimize(script, &file)?;
    }
    Ok(())
}

fn optimize(script: &Path, file: &Path) -> Outcome {
    let explain = |error: std::io::Error| format!("{}: {error}", file.display());
    let store = project::target().join("wasm-opt");
    fs::create_dir_all(&store).map_err(explain)?;

    let mut hasher = DefaultHasher::new();
    let content = fs::read(file).map_err(explain)?;
    (BINARYEN, FEATURES, LEVEL, SMALLER, content).hash(&mut hasher);
    let done = store.join(format!("{:016x}.wasm", hasher.finish()));
    let told = done.with_extension("json");
    if !done.exists() {
        let partial = done.with_extension("partial");
        let mut command = Command::new(node::node()?);
        command
            .arg(script)
            .arg(LEVEL)
            .args(SMALLER)
            .args(FEATURES)
            .arg(file)
            .arg("-o")
            .arg(&partial);
        fs::write(&told, output(&mut command)?).map_err(explain)?;
        fs::rename(&partial, &done).map_err(explain)?;
    }
    fs::copy(&done, file).map_err(explain)?;
    names::follow(file, &project::read(&told)?)
}

/// The wasm files in `folder`, sorted.
pub fn wasm_files(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let explain = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(explain)? {
        let path = entry.map_err(explain)?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "wasm")
        {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
