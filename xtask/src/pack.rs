//! The wasm files, compressed beforehand: by better means than a host has, and also where it compresses nothing.
//!
//! LZMA is a sixth smaller than the best gzip. Browsers do not know it, so www/unpack.mjs does, which becomes a part of the
//! bindings: no further request. The packed file is called `.bin`: no host gives that a meaning of its own.

use std::fmt::Display;
use std::fs;
use std::io::Write;
use std::path::Path;

use lzma_rust2::{EncodeMode, LzmaOptions, LzmaWriter, MfType};

use crate::bindings;
use crate::optimize;
use crate::process::Outcome;
use crate::project;

/// Where the bindings ask for the wasm file, and what they do there instead.
const FETCH: &str = "module_or_path = fetch(module_or_path);";
const UNPACK: &str = "module_or_path = fetch(module_or_path).then(async (answer) =>
answer.ok ? unpack(new Uint8Array(await answer.arrayBuffer())) : answer);";

/// The script with the function `unpack`.
const UNPACKER: &str = "www/unpack.mjs";

/// Puts `page….bin` in the place of `page…_bg.wasm`; the addresses in index.html and the bindings follow.
pub fn folder(folder: &Path) -> Outcome {
    let index = folder.join("index.html");
    let mut text = project::read(&index)?;
    for file in optimize::wasm_files(folder)? {
        let explain = |error: std::io::Error| format!("{}: {error}", file.display());
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let stem = name
            .strip_suffix("_bg.wasm")
            .ok_or_else(|| format!("{name} is not called as wasm-bindgen does"))?;
        let small = format!("{stem}.bin");
        let content = fs::read(&file).map_err(explain)?;
        let content = packed(&content).map_err(explain)?;
        fs::write(folder.join(&small), content).map_err(explain)?;
        fs::remove_file(&file).map_err(explain)?;
        text = text.replace(&*name, &small);
        unpack(&folder.join(format!("{stem}.js")))?;
    }
    // What the page announces to the browser is no wasm before it is unpacked.
    text = text.replace(" type=application/wasm", "");
    fs::write(&index, text).map_err(|error| format!("{}: {error}", index.display()))
}

fn unpack(script: &Path) -> Outcome {
    let explain = |problem: &dyn Display| format!("{}: {problem}", script.display());
    let text = project::read(script)?;
    if !text.contains(FETCH) {
        return Err(explain(&format_args!("`{FETCH}` is not there")));
    }
    let unpacker = bindings::trimmed(&project::read(&project::root().join(UNPACKER))?);
    let text = text.replace(FETCH, UNPACK) + &unpacker;
    fs::write(script, text).map_err(|error| explain(&error))
}

/// A .lzma file that tells its unpacked size.
fn packed(content: &[u8]) -> std::io::Result<Vec<u8>> {
    let size = content.len().try_into().map_err(std::io::Error::other)?;
    let options = LzmaOptions {
        // Repetitions are found in all that came before.
        dict_size: u32::next_power_of_two(size).max(lzma_rust2::DICT_SIZE_MIN),
        // A byte of code says much about the next one, and its place nothing.
        lc: 4,
        lp: 0,
        pb: 0,
        // The slowest and best search for repetitions.
        mode: EncodeMode::Normal,
        mf: MfType::Bt4,
        nice_len: LzmaOptions::NICE_LEN_MAX,
        depth_limit: 1000,
        preset_dict: None,
    };
    let mut writer = LzmaWriter::new_use_header(Vec::new(), &options, Some(size.into()))?;
    writer.write_all(content)?;
    writer.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::find;
    use lzma_rust2::LzmaReader;
    use std::io::Read;
    use std::process::Command;

    /// What an independent reader finds in a .lzma file.
    fn unpacked(packed: &[u8]) -> Vec<u8> {
        let mut content = Vec::new();
        LzmaReader::new_mem_limit(packed, u32::MAX, None)
            .unwrap()
            .read_to_end(&mut content)
            .unwrap();
        content
    }

    #[test]
    fn the_addresses_follow() {
        let site = std::env::temp_dir().join(format!("metasched-pack-{}", std::process::id()));
        fs::create_dir_all(&site).unwrap();
        let wasm = b"\0asm\x01\0\0\0".repeat(100);
        fs::write(site.join("page-1a_bg.wasm"), &wasm).unwrap();
        let index = "init({module_or_path:'./page-1a_bg.wasm'}) <link href=./page-1a_bg.wasm type=application/wasm>";
        fs::write(site.join("index.html"), index).unwrap();
        fs::write(site.join("page-1a.js"), format!("a;\n{FETCH}\nb;\n")).unwrap();

        folder(&site).unwrap();
        assert!(!site.join("page-1a_bg.wasm").exists());
        assert_eq!(
            project::read(&site.join("index.html")).unwrap(),
            "init({module_or_path:'./page-1a.bin'}) <link href=./page-1a.bin>"
        );
        let script = project::read(&site.join("page-1a.js")).unwrap();
        assert!(
            script.starts_with(&format!("a;\n{UNPACK}\nb;\n")),
            "{script}"
        );
        assert!(script.contains("export function unpack(packed) {"));
        assert!(!script.contains("/**") && !script.contains("\n//"));
        let small = fs::read(site.join("page-1a.bin")).unwrap();
        assert_eq!(unpacked(&small), wasm);
        fs::remove_dir_all(site).unwrap();
    }

    /// Bytes without any pattern, the same in every run.
    fn noise(count: usize) -> Vec<u8> {
        let mut state = 1_u64;
        let mut byte = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            state.to_le_bytes()[7]
        };
        (0..count).map(|_| byte()).collect()
    }

    #[test]
    fn the_page_unpacks_what_is_packed() {
        let Some(node) = find("node") else {
            println!("there is no node: nothing checked");
            return;
        };
        let folder = std::env::temp_dir().join(format!("metasched-unpack-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (small, large) = (folder.join("packed"), folder.join("unpacked"));
        // A program has repetitions of all lengths and distances, like the wasm file, of which this is the size.
        let mut program = fs::read(std::env::current_exe().unwrap()).unwrap();
        program.truncate(1_300_000);
        let near_and_far = [noise(70_000), vec![7; 100_000], noise(70_000)].concat();
        let texts = [
            Vec::new(),
            b"x".to_vec(),
            b"ab".repeat(1000),
            noise(50_000),
            near_and_far,
            program,
        ];
        for content in texts {
            fs::write(&small, packed(&content).unwrap()).unwrap();
            let status = Command::new(&node)
                .args(["--input-type=module", "--eval"])
                .arg(
                    "const { readFileSync, writeFileSync } = await import('node:fs');\n\
                     const { pathToFileURL } = await import('node:url');\n\
                     const [script, small, large] = process.argv.slice(1);\n\
                     const { unpack } = await import(pathToFileURL(script));\n\
                     writeFileSync(large, unpack(readFileSync(small)));",
                )
                .args([&project::root().join(UNPACKER), &small, &large])
                .status();
            assert!(status.unwrap().success());
            assert!(
                fs::read(&large).unwrap() == content,
                "{} bytes",
                content.len()
            );
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
