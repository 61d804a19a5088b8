//! The wasm files, compressed beforehand: by better means than a host has time for, and also where it compresses
//! nothing. The browser unpacks them while it compiles.
//!
//! The packed file is called `.bin`: hosts give `.gz` a meaning of their own, and some would unpack it on the way.

use std::fmt::Display;
use std::fs;
use std::io::Write;
use std::path::Path;

use zopfli::{BlockType, GzipEncoder, Options};

use crate::optimize;
use crate::process::Outcome;
use crate::project;

/// Where the bindings ask for the wasm file, and what they do there instead.
const FETCH: &str = "module_or_path = fetch(module_or_path);";
const UNPACK: &str = r#"module_or_path = fetch(module_or_path).then((answer) => !answer.ok ? answer : new Response(
answer.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": "application/wasm" } }));"#;

/// The beginning of a table of `core::num::dec2flt`: the first 64 bits of 5⁻³⁴².
const DECIMALS: [u8; 8] = 0xeef4_53d6_923b_d65a_u64.to_le_bytes();

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
        if content.windows(8).any(|word| word == DECIMALS) {
            return Err(format!(
                "{name} holds the table by which the standard library reads decimals, 14 kB: a `parse` to f64 is somewhere; \
                 use base::decimal::parse"
            ));
        }
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
    fs::write(script, text.replace(FETCH, UNPACK)).map_err(|error| explain(&error))
}

fn packed(content: &[u8]) -> std::io::Result<Vec<u8>> {
    let options = Options {
        // Four times the usual number of blocks: 3 kB.
        maximum_block_splits: 60,
        ..Options::default()
    };
    let mut encoder = GzipEncoder::new(options, BlockType::Dynamic, Vec::new())?;
    encoder.write_all(content)?;
    encoder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

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
        assert_eq!(
            project::read(&site.join("page-1a.js")).unwrap(),
            format!("a;\n{UNPACK}\nb;\n")
        );
        let small = fs::read(site.join("page-1a.bin")).unwrap();
        let mut unpacked = Vec::new();
        flate2::read::GzDecoder::new(&small[..])
            .read_to_end(&mut unpacked)
            .unwrap();
        assert_eq!(unpacked, wasm);
        fs::remove_dir_all(site).unwrap();
    }
}
