//! Fills placeholders `%NAMES%` in the files of a built page:
//!
//! * `%BUILD%`, the build id: the same word in all files, by which the page recognises a worker of another build. A
//!   static host during an update, or a cache, can serve a new page with an old worker loader, whose name has no hash.
//! * `%BINDINGS%` and `%PROGRAM%`, Trunk's names of the program's script and wasm file.
//! * `%FILES%`, the files that the service worker keeps for offline use.
//! * `%RESULTS%`, the presets with precomputed results.
//! * `%HANDBOOK%`, the place of the handbook; empty without one.
//! * `%PUBLIC ADDRESS%`, the public address of the page; empty for the host's own address.
//! * `%SECURITY POLICY%`, the content security policy of a released page. (The blank makes Trunk keep the quotes around it.)
//!
//! It also writes `papers.json` and `presets.json`, each a list of the files of all models.

use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::Path;

use crate::files::{self, copy};
use crate::process::Outcome;
use crate::{node, notices, one_file, project};

const SERVICE_WORKER: &str = "sw.js";
const STAMPED: [&str; 7] =
    ["index.html", NOTES, "boot.mjs", OF_ONE_FILE[1], OFFLINE, "worker_loader.js", SERVICE_WORKER];
/// The speaker's window of a talk.
const NOTES: &str = "notes.html";
/// Scripts of talks and lessons, which are stamped too.
const OF_GUIDES: &str = "guide/";

/// Security policy: only the site's own files, including wasm; no other base of addresses, no form that is sent.
/// Development builds have no policy, since Trunk's reload script is inline.
const POLICY: &str = "default-src &#39;none&#39;; script-src &#39;self&#39; &#39;wasm-unsafe-eval&#39;; style-src &#39;self&#39;; \
                      img-src &#39;self&#39;; connect-src &#39;self&#39;; worker-src &#39;self&#39;; manifest-src &#39;self&#39;; \
                      base-uri &#39;none&#39;; form-action &#39;none&#39;";

/// The environment variable with the public address of the page, which is used for QR codes; default: the host's
/// address.
const ADDRESS: &str = "METASCHED_ADDRESS";

/// The environment variable with the handbook's folder in the site.
pub const HANDBOOK: &str = "METASCHED_HANDBOOK";

/// The page's style sheets.
const STYLES: [&str; 5] = [one_file::STYLE, "embed.css", "glossary.css", "guide/guide.css", "guide/notes.css"];

/// The papers' claims; not compiled into the page's program.
const PAPERS: &str = "papers.json";
/// The presets; only the landing experiment and the teaching cases are compiled into the page's program.
const PRESETS: &str = "presets.json";
/// The preview picture for links to the page.
const PREVIEW: &str = "preview.png";
/// The folder of thumbnails of presets' results, for the gallery.
const THUMBNAILS: &str = "thumbnails";
/// The talks and lessons, with the links of their steps.
const GUIDES: &str = "guides.json";

/// Stamps the page in the folder where Trunk stages a build.
pub fn staged() -> Outcome {
    let variable = |name: &str| {
        env::var_os(name).ok_or_else(|| format!("{name} is not set: Trunk runs this command, as Trunk.toml says"))
    };
    let released = variable("TRUNK_PROFILE")? == "release";
    let staging = variable("TRUNK_STAGING_DIR")?;
    let staging = Path::new(&staging);
    let [presets, papers] = data()?;
    project::write(&staging.join(PRESETS), &presets)?;
    project::write(&staging.join(PAPERS), &papers)?;
    if let Some(address) = project::homepage()? {
        let page = staging.join("index.html");
        project::write(&page, with_preview(&project::read(&page)?, &address))?;
        let picture = project::root().join("docs").join("landing.png");
        copy(&picture, &staging.join(PREVIEW))?;
    }
    if released {
        bundle_styles(staging)?;
    }
    let handbook = env::var(HANDBOOK).map_or_else(|_| String::new(), |place| format!("{place}/"));
    let id = folder(staging, if released { POLICY } else { "" }, &handbook)?;
    if released {
        node::copy_qr_codes(&staging.join(OF_GUIDES))?;
        node::minify(staging, &files::all(staging)?)?;
    }
    println!("build id {id}");
    Ok(())
}

/// Bundles the page's style sheets with their imports, and removes the imported files.
fn bundle_styles(folder: &Path) -> Outcome {
    node::bundle_styles(folder, &STYLES)?;
    let files = files::all(folder)?;
    let is_part = |file: &&String| file.ends_with(".css") && !STYLES.contains(&file.as_str());
    for part in files.iter().filter(is_part) {
        fs::remove_file(folder.join(part)).map_err(|error| format!("{part}: {error}"))?;
    }
    Ok(())
}

/// The page with tags for link previews. The tags contain the public address, because previews need absolute addresses.
fn with_preview(page: &str, address: &str) -> String {
    let address = address.trim_end_matches('/');
    let tags = format!(
        "<meta property=\"og:url\" content=\"{address}/\"><meta property=\"og:image\" content=\"{address}/{PREVIEW}\"></head>"
    );
    page.replacen("</head>", &tags, 1)
}

/// The presets and the papers of all models, each as one list.
fn data() -> Outcome<[String; 2]> {
    let models = project::root().join("src/models");
    let (mut presets, mut papers) = (Vec::new(), Vec::new());
    for file in files::all(&models)?.iter().filter(|file| file.ends_with(".json")) {
        let list = if file.ends_with("/presets.json") { &mut presets } else { &mut papers };
        list.push(project::read(&models.join(file))?);
    }
    Ok([presets, papers].map(|list| format!("[{}]", list.join(","))))
}

/// Stamps the page in `folder`; returns its build id, 16 hexadecimal digits of a hash over names and contents of its
/// files.
fn folder(folder: &Path, policy: &str, handbook: &str) -> Outcome<String> {
    let files = files::all(folder)?;
    let id = id(folder, &files)?;
    let named = |prefix: &str, suffix: &str| {
        let is_it = |file: &&String| file.starts_with(prefix) && file.ends_with(suffix);
        let file = files.iter().find(is_it);
        file.ok_or_else(|| format!("the built page has no {prefix}…{suffix}"))
    };
    let replacements = [
        ("%BUILD%", id.as_str()),
        ("%BINDINGS%", named("page", ".js")?),
        ("%PROGRAM%", named("page", "_bg.wasm")?),
        ("%FILES%", &listed(&files)),
        ("%LATER FILES%", &fetched_later(&files)),
        ("%RESULTS%", &computed(&files)),
        ("%HANDBOOK%", handbook),
        ("%PUBLIC ADDRESS%", &env::var(ADDRESS).unwrap_or_default()),
        ("%SECURITY POLICY%", policy),
    ];
    let of_guides = files.iter().filter(|file| file.starts_with(OF_GUIDES));
    for file in STAMPED.into_iter().chain(of_guides.map(String::as_str)) {
        let path = folder.join(file);
        let mut text = project::read(&path)?;
        for (name, value) in replacements {
            text = text.replace(name, value);
        }
        project::write(&path, &text)?;
    }
    Ok(id)
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

/// The precomputed results that the first visit needs; others are fetched when their presets are opened.
const FIRST_RESULTS: &str = "results/cliff.json";
/// The papers' claims and verdicts; they are fetched when the first preset of a paper is opened.
const OF_PAPERS: [&str; 2] = [PAPERS, "claims.json"];

/// Files for a single figure in a frame of another page.
const OF_FRAMES: [&str; 2] = ["embed.mjs", "embed.css"];

/// The script that stores the last log; it is fetched when the first log is opened.
const OF_LOGS: [&str; 1] = ["log_store.mjs"];

/// Files fetched after the first figure: the glossary and the presets.
const AFTER_FIRST_FIGURE: [&str; 4] = ["glossary.mjs", "glossary.css", "glossary.json", PRESETS];

/// The script that fetches all files that a first visit does not fetch.
const OFFLINE: &str = "offline.mjs";

/// The page in one file, and the script that saves it.
const OF_ONE_FILE: [&str; 2] = [one_file::FILE, "export_one_file.mjs"];

/// True if a first visit fetches the file. The service worker keeps such files for offline use.
pub fn is_for_first_visit(file: &str) -> bool {
    let of_results = file.starts_with("results/") && file != FIRST_RESULTS;
    let of_gallery = file.starts_with(&format!("{THUMBNAILS}/"));
    let of_handbook = file.starts_with(&format!("{}/", project::HANDBOOK));
    let of_guides = file.starts_with(OF_GUIDES) || [GUIDES, NOTES].contains(&file);
    let later: [&[&str]; 6] =
        [&[PREVIEW, OFFLINE, notices::FILE], &OF_PAPERS, &OF_FRAMES, &OF_ONE_FILE, &AFTER_FIRST_FIGURE, &OF_LOGS];
    let later = later.concat().contains(&file);
    !of_results && !of_gallery && !of_handbook && !of_guides && !later
}

/// The names of the presets with precomputed results, as a JavaScript list.
fn computed(files: &[String]) -> String {
    let name = |file: &String| Some(file.strip_prefix("results/")?.strip_suffix(".json")?.to_owned());
    format!("{:?}", files.iter().filter_map(name).collect::<Vec<_>>())
}

/// Files that the service worker keeps for offline use: the page's own address, the other files of the first visit, and
/// the presets.
fn listed(files: &[String]) -> String {
    let others = files.iter().filter(|file| {
        let is_kept = is_for_first_visit(file) || *file == PRESETS;
        is_kept && *file != SERVICE_WORKER && *file != "index.html"
    });
    let quoted: Vec<_> = others.map(|file| format!("{:?}", format!("./{file}"))).collect();
    format!("[\"./\", {}]", quoted.join(", "))
}

/// Files fetched by "Make all available offline": all files outside the first visit, except the handbook, which needs a
/// network.
fn fetched_later(files: &[String]) -> String {
    let is_of_handbook = |file: &String| file.starts_with(&format!("{}/", project::HANDBOOK));
    let later = files.iter().filter(|file| !is_for_first_visit(file) && !is_of_handbook(file) && **file != PREVIEW);
    format!("{:?}", later.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn every_file_carries_one_id_that_follows_the_files() {
        let site = std::env::temp_dir().join(format!("metasched-stamp-{}", std::process::id()));
        for folder in ["sub", "handbook"] {
            fs::create_dir_all(site.join(folder)).unwrap();
        }
        project::write(&site.join("sub/a.svg"), "").unwrap();
        let build = |wasm: &str| {
            for (file, text) in [
                (
                    "index.html",
                    "<html data-build=\"%BUILD%\" data-handbook=\"%HANDBOOK%\" policy=\"%SECURITY POLICY%\">",
                ),
                ("boot.mjs", "import('./%BINDINGS%', './%PROGRAM%')"),
                ("worker_loader.js", "'%BUILD%', './%BINDINGS%'"),
                ("sw.js", "const id = '%BUILD%', files = %FILES%;"),
                ("page-1a.js", ""),
                ("notes.html", "%BUILD%"),
                ("handbook/index.html", ""),
                ("export_one_file.mjs", ""),
                ("offline.mjs", "const FILES = %LATER FILES%;"),
                ("metasched.html", ""),
                ("page-1a_bg.wasm", wasm),
            ] {
                project::write(&site.join(file), text).unwrap();
            }
            folder(&site, "default-src 'self'", "handbook/").unwrap()
        };
        let id = build("one");
        assert_eq!(id.len(), 16);
        let text = |file: &str| project::read(&site.join(file)).unwrap();
        assert_eq!(
            text("index.html"),
            format!("<html data-build=\"{id}\" data-handbook=\"handbook/\" policy=\"default-src 'self'\">")
        );
        assert_eq!(text("boot.mjs"), "import('./page-1a.js', './page-1a_bg.wasm')");
        assert_eq!(text("worker_loader.js"), format!("'{id}', './page-1a.js'"));
        assert_eq!(
            text("sw.js"),
            format!(
                "const id = '{id}', files = [\"./\", \"./boot.mjs\", \"./page-1a.js\", \"./page-1a_bg.wasm\", \
                 \"./sub/a.svg\", \"./worker_loader.js\"];"
            )
        );
        assert_eq!(
            text("offline.mjs"),
            "const FILES = [\"export_one_file.mjs\", \"metasched.html\", \"notes.html\", \"offline.mjs\"];"
        );
        assert_eq!(build("one"), id);
        assert_ne!(build("two"), id);
        fs::remove_dir_all(site).unwrap();
    }

    #[test]
    fn every_data_file_of_a_model_is_a_part_of_one_list() {
        let [presets, papers] = data().unwrap().map(|list| serde_json::from_str::<Vec<Value>>(&list).unwrap());
        assert!(presets.iter().all(|file| file["presets"].is_array()));
        assert!(papers.iter().all(|file| file["claims"].is_array()));
        assert!(presets.len() > 1 && papers.len() > 1);
    }

    #[test]
    fn a_preview_has_whole_addresses() {
        assert_eq!(
            with_preview("<head></head><p>", "https://example.org/lab/"),
            "<head><meta property=\"og:url\" content=\"https://example.org/lab/\">\
             <meta property=\"og:image\" content=\"https://example.org/lab/preview.png\"></head><p>"
        );
        assert!(!is_for_first_visit(PREVIEW));
    }

    #[test]
    fn a_page_without_its_program_is_refused() {
        let site = std::env::temp_dir().join(format!("metasched-unstamped-{}", std::process::id()));
        fs::create_dir_all(&site).unwrap();
        assert_eq!(folder(&site, "", "").unwrap_err(), "the built page has no page….js");
        fs::remove_dir_all(site).unwrap();
    }
}
