//! Links: a scenario and a view in the fragment of an address, `#2.<body>.<check>`.
//!
//! The body is JSON, deflated and in base64url: an object with the `scenario` (compact JSON with the engine version) and a `view`, which only the page
//! reads. The check is six characters of a digest of the body. The 2 is the version of this encoding. `#p=NAME` opens a preset, and
//! `#p=NAME&v=<body>.<check>` opens it with a view. `&embed=figure` or `&embed=gantt` after a fragment shows only that part, in a frame of another page;
//! `&talk` or `&talk=STEP` shows the steps of a talk. Browsers never send fragments, so no server sees a shared scenario.

use crate::ENGINE_VERSION;
use crate::base::digest::Digest;
use crate::base::problem::{Problem, Problems};
use crate::parameter::json;
use crate::parameter::json::shortened;
use crate::scenario::{Checked, Scenario, presets};
use crate::words::nearest::nearest;
use crate::words::number::exact;
use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};

/// Maximum length of a link that is opened \[bytes\].
pub const MOST_BYTES: usize = 64 << 10;
/// Maximum length of a link that chat and mail programs do not break \[characters\].
pub const HANDY: usize = 2000;

/// Version of the encoding.
const VERSION: u64 = 2;
/// Level of compression: the highest.
const EFFORT: u8 = 9;
/// Number of characters of the check: 36 bits.
const CHECK: usize = 6;

/// Keys in the JSON of a link.
const SCENARIO: &str = "scenario";
const VIEW: &str = "view";
/// Key of the steps of a talk. The first step is also the scenario and view of the link.
pub const STEPS: &str = "steps";

/// Keys of the options after a fragment.
const VIEW_OF_PRESET: &str = "v";
const EMBED: &str = "embed";
const TALK: &str = "talk";
/// Parts of the page that can be embedded: the figure of the tab that the link opens, the Gantt chart, or a lesson.
pub const EMBEDDED: [&str; 3] = ["figure", "gantt", "lesson"];

/// Contents of a link.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    /// The scenario.
    pub scenario: Checked,
    /// Version of the engine that made the link. A version other than [`ENGINE_VERSION`] may give other results.
    pub engine: u32,
    /// The name of the preset, if the link names one.
    pub preset: Option<&'static str>,
    /// The view, as the page wrote it.
    pub view: Option<Value>,
    /// The steps of a talk, as the page wrote them (see [`steps`](super::steps)).
    pub steps: Option<Value>,
    /// The parts of the link that could not be read, although its scenario could.
    pub problems: Vec<Problem>,
}

/// Fragment of a scenario, with its `#`. It always contains schema, engine and seed.
pub fn encode(scenario: &Scenario) -> String {
    encode_with_view(scenario, None)
}

/// Fragment of a scenario with a view.
pub fn encode_with_view(scenario: &Scenario, view: Option<&Value>) -> String {
    encode_parts(scenario, [(VIEW, view)])
}

/// Fragment of a talk: its steps, and the scenario and view of the first step.
pub fn encode_talk(scenario: &Scenario, view: Option<&Value>, steps: &Value) -> String {
    let link = encode_parts(scenario, [(VIEW, view), (STEPS, Some(steps))]);
    format!("{link}&{TALK}")
}

fn encode_parts<const N: usize>(scenario: &Scenario, parts: [(&str, Option<&Value>); N]) -> String {
    let mut whole = Map::new();
    whole.insert(SCENARIO.into(), Value::Object(with_engine(scenario)));
    for (key, part) in parts {
        whole.extend(part.map(|part| (key.to_owned(), part.clone())));
    }
    format!("#{VERSION}.{}", packed(&Value::Object(whole).to_string()))
}

/// Compact form of a scenario with schema, engine and seed.
fn with_engine(scenario: &Scenario) -> Map<String, Value> {
    let mut whole = Map::new();
    if let Value::Object(map) = scenario.to_compact_value() {
        for (key, value) in map {
            let first = whole.is_empty();
            whole.insert(key, value);
            if first {
                whole.insert("engine".into(), ENGINE_VERSION.into());
            }
        }
    }
    whole.insert("seed".into(), scenario.seed.values().clone());
    whole
}

/// Fragment of a preset, with its `#`.
pub fn of_preset(name: &str) -> String {
    format!("#p={name}")
}

/// Fragment of a preset with a view.
pub fn of_preset_with_view(name: &str, view: &Value) -> String {
    let view = packed(&view.to_string());
    format!("{}&{VIEW_OF_PRESET}={view}", of_preset(name))
}

/// Link that shows only one of the parts in [`EMBEDDED`].
pub fn embedding(link: &str, part: &str) -> String {
    format!("{link}&{EMBED}={part}")
}

/// Opens a link: a whole address, or its fragment with or without `#`. Blanks, line breaks, percent encoding, and punctuation appended by a chat program
/// are ignored.
pub fn decode(link: &str) -> Result<Opened, Problems> {
    if link.len() > MOST_BYTES {
        return Err(problem(
            format!("is {} bytes long", exact(link.len() as f64)),
            format!("at most {} bytes", exact(MOST_BYTES as f64)),
            "Open the scenario as a file",
        ));
    }
    let text: String = percent_decode_str(link).decode_utf8_lossy().chars().filter(|c| !c.is_whitespace()).collect();
    let fragment = match text.split_once('#') {
        Some((_, fragment)) => fragment,
        None => text.trim_start_matches(['<', '(', '"', '\'']),
    };
    let mut parts = fragment.split('&');
    let main = parts.next().unwrap_or_default();
    let is_word = |part: &&str| part.contains(|c: char| c.is_ascii_alphanumeric());
    let parts: Vec<&str> = parts.filter(is_word).collect();
    match main.strip_prefix("p=") {
        Some(name) => open_preset(name, &parts),
        None => {
            for part in parts {
                shows(part, "the scenario")?;
            }
            open_scenario(main)
        }
    }
}

/// Checks an option of a link that only the page reads. Results of the scenario do not depend on this option.
fn shows(part: &str, whose: &str) -> Result<(), Problems> {
    let (key, value) = part.split_once('=').unwrap_or((part, ""));
    let (key, value) = (without_appended(key), without_appended(value));
    match key {
        EMBED if EMBEDDED.contains(&value) => Ok(()),
        EMBED => Err(problem(
            format!("has `{}` behind embed=", shortened(value, 60)),
            EMBEDDED.join(", "),
            "Copy the lines for a page of your own from the page's Share button",
        )),
        TALK if value.chars().all(|c| c.is_ascii_digit()) => Ok(()),
        TALK => Err(problem(
            format!("has `{}` behind talk=", shortened(value, 60)),
            "the number of a step, from 1, or nothing",
            "Open the talk at its first step: leave out what follows the word talk",
        )),
        _ => Err(problem(
            format!("has `{}` behind {whose}", shortened(part, 60)),
            "the name alone, v= with a view of a preset, embed= or talk",
            "Open the preset, change it there (on the command line with --set), and make a link of that",
        )),
    }
}

/// Removes full stops and brackets at the end of `name`, which a mail or chat program may have appended.
fn without_appended(name: &str) -> &str {
    name.trim_end_matches(|c: char| !c.is_ascii_alphanumeric())
}

/// Warning about a link that is too long for some programs.
pub fn length_problem(link: &str) -> Option<Problem> {
    let wrong = format!("is {} characters long", exact(link.chars().count() as f64));
    if link.len() > MOST_BYTES {
        let allowed = format!("at most {} bytes", exact(MOST_BYTES as f64));
        return Some(Problem::new("the link", wrong, allowed, "Share the scenario as a file"));
    }
    (link.chars().count() > HANDY).then(|| {
        Problem::new(
            "the link",
            wrong,
            format!("some chat and mail programs cut links after {} characters", exact(HANDY as f64)),
            "Try it, or share the scenario as a file",
        )
    })
}

fn open_preset(name: &str, parts: &[&str]) -> Result<Opened, Problems> {
    let name = match parts {
        [] => without_appended(name),
        _ => name,
    };
    let Some(preset) = presets::find(name) else {
        let all = presets::all().iter().map(|preset| preset.name.as_str());
        let remedy = match nearest(name, all) {
            Some(near) => format!("Did you mean {near}?"),
            None => "Choose one under Examples, or of `metasched presets`".into(),
        };
        let wrong = format!("names the example \"{}\", which this version does not have", shortened(name, 60));
        return Err(problem(wrong, "", remedy));
    };
    let mut opened = Opened {
        scenario: presets::scenario(preset)?,
        engine: ENGINE_VERSION,
        preset: Some(&preset.name),
        view: None,
        steps: None,
        problems: Vec::new(),
    };
    for part in parts {
        let Some((VIEW_OF_PRESET, body)) = part.split_once('=') else {
            shows(part, &format!("the preset `{name}`"))?;
            continue;
        };
        match unpacked(body).and_then(|text| Ok(json::parse(&text)?)) {
            Ok(view) => opened.view = Some(view),
            Err(problems) => {
                let parts = problems.0.into_iter();
                opened.problems.extend(parts.map(|own| Problem { place: "the view of the link".into(), ..own }));
            }
        }
    }
    Ok(opened)
}

fn open_scenario(fragment: &str) -> Result<Opened, Problems> {
    let (version, body) = fragment.split_once('.').ok_or_else(|| foreign(fragment))?;
    match version.parse::<u64>() {
        Ok(VERSION) => {}
        Ok(1) => {
            return Err(problem(
                "was made before the first release: its encoding is 1, which is not read",
                format!("encoding {VERSION}"),
                "Open its scenario as a file or in the form, and make a new link of that",
            ));
        }
        Ok(newer) if newer > VERSION => {
            return Err(problem(
                format!("was made by a newer version of Metasched: its encoding is {}", shortened(version, 20)),
                format!("encoding {VERSION}"),
                "Update Metasched, or reload the page",
            ));
        }
        _ => return Err(foreign(fragment)),
    }
    let Value::Object(mut whole) = json::parse(&unpacked(body)?)? else {
        return Err(foreign(fragment));
    };
    let mut value = whole.shift_remove(SCENARIO).ok_or_else(|| foreign(fragment))?;
    let view = whole.shift_remove(VIEW);
    let steps = whole.shift_remove(STEPS);
    if let Some(key) = whole.keys().next() {
        return Err(problem(
            format!("holds `{}`", shortened(key, 60)),
            format!("{SCENARIO}, {VIEW}, {STEPS}"),
            "Update Metasched, or reload the page",
        ));
    }
    let engine = value.as_object_mut().and_then(|map| map.shift_remove("engine"));
    let scenario = Scenario::from_value(&value)?;
    let engine = engine.as_ref().and_then(Value::as_u64).and_then(|engine| u32::try_from(engine).ok());
    let engine = engine.ok_or_else(|| {
        problem("does not say which engine it was made with", "a link that Metasched made", "Ask for a new link")
    })?;
    Ok(Opened { scenario, engine, preset: None, view, steps, problems: Vec::new() })
}

/// Encodes a text for a link: deflated, in base64url, with its check.
fn packed(text: &str) -> String {
    let body = BASE64_URL_SAFE_NO_PAD.encode(compress_to_vec(text.as_bytes(), EFFORT));
    format!("{body}.{}", check_of(&body))
}

/// Decodes a text that was encoded for a link.
fn unpacked(packed: &str) -> Result<String, Problems> {
    let (body, check) = packed.split_once('.').unwrap_or((packed, ""));
    // Quotes, brackets and full stops appended by a program are neither letters nor digits.
    let end = check.char_indices().nth(CHECK).map_or(check.len(), |(i, _)| i);
    let (check, appended) = check.split_at(end);
    if check.chars().count() < CHECK {
        return Err(problem("is incomplete: its end is missing", "", ASK_AGAIN));
    }
    if check != check_of(body) || appended.chars().any(|c| c.is_ascii_alphanumeric()) {
        return Err(problem("was altered on its way, or its end is missing: its check does not fit", "", ASK_AGAIN));
    }
    let deflated = BASE64_URL_SAFE_NO_PAD.decode(body).map_err(|_| foreign(packed))?;
    let bytes = decompress_to_vec_with_limit(&deflated, json::MOST_BYTES).map_err(|error| match error.status {
        TINFLStatus::HasMoreOutput => problem(
            format!("holds more than {} bytes", exact(json::MOST_BYTES as f64)),
            "a scenario and a view, which are a few thousand",
            "Open the scenario as a file",
        ),
        _ => foreign(packed),
    })?;
    String::from_utf8(bytes).map_err(|_| foreign(packed))
}

/// The check of a link's body.
fn check_of(body: &str) -> String {
    let mut digest = Digest::EMPTY;
    digest.add(VERSION);
    digest.add_text(body);
    let mut check = BASE64_URL_SAFE_NO_PAD.encode(digest.value().to_be_bytes());
    check.truncate(CHECK);
    check
}

/// Advice for an incomplete link.
const ASK_AGAIN: &str = "Copy the whole link once more, or ask for it again";

fn foreign(fragment: &str) -> Problems {
    let wrong = match fragment {
        "" => "has nothing after its #".to_owned(),
        other => format!("is no link to a Metasched scenario: `{}`", shortened(other, 40)),
    };
    problem(
        wrong,
        "an address that ends in #2.… or #p=…",
        "Copy the link from the page's Share button or from `metasched link`",
    )
}

fn problem(wrong: impl Into<String>, allowed: impl Into<String>, remedy: impl Into<String>) -> Problems {
    Problem::new("the link", wrong, allowed, remedy).into()
}

#[cfg(test)]
mod tests;
