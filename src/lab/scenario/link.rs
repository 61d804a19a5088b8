//! A scenario in the fragment of a link, and how it is looked at: `#2.<body>.<check>`.
//!
//! The body is JSON, deflated and in base64url: an object with the `scenario`, which is its compact JSON with the engine version, and a
//! `view`, which is the page's matter and only passed on here. The check is six characters that change when anything else does. The 2 is the
//! version of this encoding; `#1.<scenario>.<check>` held the scenario alone, not deflated, and is read for ever. `#p=NAME` opens a preset,
//! `#p=NAME&v=<body>.<check>` with a view. A fragment never leaves the browser, so a shared scenario is told to no server.

use crate::ENGINE_VERSION;
use crate::base::digest::Digest;
use crate::base::nearest::nearest;
use crate::base::number::exact;
use crate::base::problem::{Problem, Problems};
use crate::parameter::json;
use crate::parameter::json::shortened;
use crate::scenario::{Checked, Scenario, presets};
use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};

/// Longest link that is opened, in bytes.
pub const MOST_BYTES: usize = 64 << 10;
/// Longest link that chat and mail programs pass on unbroken, in characters.
pub const HANDY: usize = 2000;

/// Version of the encoding.
const VERSION: u64 = 2;
/// The version before it, in which the scenario was not deflated.
const PLAIN: u64 = 1;
/// How hard deflating tries: as hard as it can.
const EFFORT: u8 = 9;
/// Characters of the check: 36 bits.
const CHECK: usize = 6;

/// What the JSON of a link has.
const SCENARIO: &str = "scenario";
const VIEW: &str = "view";
/// Of a talk; no version writes them yet.
const STEPS: &str = "steps";

/// What a link holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    /// The scenario.
    pub scenario: Checked,
    /// Version of the engine it was made with. Another one than [`ENGINE_VERSION`] may give other numbers.
    pub engine: u32,
    /// The name of the preset, if the link names one.
    pub preset: Option<&'static str>,
    /// How it is looked at, as the page wrote it.
    pub view: Option<Value>,
    /// What of the link could not be read, while the scenario could.
    pub problems: Vec<Problem>,
}

/// The fragment of a scenario, with its `#`. Schema, engine and seed are always in it.
pub fn encode(scenario: &Scenario) -> String {
    encode_with_view(scenario, None)
}

/// The fragment of a scenario and how it is looked at.
pub fn encode_with_view(scenario: &Scenario, view: Option<&Value>) -> String {
    let mut whole = Map::new();
    whole.insert(SCENARIO.into(), Value::Object(with_engine(scenario)));
    whole.extend(view.map(|view| (VIEW.to_owned(), view.clone())));
    format!("#{VERSION}.{}", packed(&Value::Object(whole).to_string()))
}

/// The compact form of a scenario with schema, engine and seed.
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
    whole.insert("seed".into(), scenario.seed.clone().into());
    whole
}

/// The fragment of a preset, with its `#`.
pub fn of_preset(name: &str) -> String {
    format!("#p={name}")
}

/// The fragment of a preset and how it is looked at.
pub fn of_preset_with_view(name: &str, view: &Value) -> String {
    format!("{}&v={}", of_preset(name), packed(&view.to_string()))
}

/// The scenario of a link: a whole address, or only its fragment, with or without `#`. Blanks and line breaks, percent
/// encoding, and punctuation that a chat program appended are forgiven.
pub fn decode(link: &str) -> Result<Opened, Problems> {
    if link.len() > MOST_BYTES {
        return Err(problem(
            format!("is {} bytes long", exact(link.len() as f64)),
            format!("at most {} bytes", exact(MOST_BYTES as f64)),
            "Open the scenario as a file",
        ));
    }
    let text: String = percent_decode_str(link)
        .decode_utf8_lossy()
        .chars()
        .filter(|c| !c.is_whitespace())
        .collect();
    let fragment = match text.split_once('#') {
        Some((_, fragment)) => fragment,
        None => text.trim_start_matches(['<', '(', '"', '\'']),
    };
    match fragment.strip_prefix("p=") {
        Some(name) => open_preset(name),
        None => open_scenario(fragment),
    }
}

/// What to tell a person about the length of a link, if it is no handy one.
pub fn length_problem(link: &str) -> Option<Problem> {
    let wrong = format!("is {} characters long", exact(link.chars().count() as f64));
    if link.len() > MOST_BYTES {
        let allowed = format!("at most {} bytes", exact(MOST_BYTES as f64));
        return Some(Problem::new(
            "the link",
            wrong,
            allowed,
            "Share the scenario as a file",
        ));
    }
    (link.chars().count() > HANDY).then(|| {
        Problem::new(
            "the link",
            wrong,
            format!(
                "some chat and mail programs cut links after {} characters",
                exact(HANDY as f64)
            ),
            "Try it, or share the scenario as a file",
        )
    })
}

fn open_preset(text: &str) -> Result<Opened, Problems> {
    let (name, more) = text.split_once('&').unwrap_or((text, ""));
    let name = match more {
        // Full stops and brackets that a program appended.
        "" => name.trim_end_matches(|c: char| !c.is_ascii_alphanumeric()),
        _ => name,
    };
    let Some(preset) = presets::find(name) else {
        let all: Vec<&str> = presets::all().iter().map(|preset| preset.name).collect();
        let remedy = match nearest(name, all.iter().copied()) {
            Some(near) => format!("Did you mean {near}?"),
            None => "Choose one of these".into(),
        };
        let wrong = format!(
            "names the preset `{}`, which there is not in this version",
            shortened(name, 60)
        );
        return Err(problem(wrong, all.join(", "), remedy));
    };
    let mut opened = Opened {
        scenario: presets::scenario(preset)?,
        engine: ENGINE_VERSION,
        preset: Some(preset.name),
        view: None,
        problems: Vec::new(),
    };
    let is_word = |part: &&str| part.contains(|c: char| c.is_ascii_alphanumeric());
    for part in more.split('&').filter(is_word) {
        let Some(("v", body)) = part.split_once('=') else {
            return Err(problem(
                format!("has `{}` behind the preset `{name}`", shortened(part, 60)),
                "the name alone, or v= with a view",
                "Open the preset, change it there (on the command line with --set), and make a link of that",
            ));
        };
        match unpacked(body, VERSION).and_then(|text| Ok(json::parse(&text)?)) {
            Ok(view) => opened.view = Some(view),
            Err(problems) => {
                let parts = problems.0.into_iter();
                opened.problems.extend(parts.map(|own| Problem {
                    place: "the view of the link".into(),
                    ..own
                }));
            }
        }
    }
    Ok(opened)
}

fn open_scenario(fragment: &str) -> Result<Opened, Problems> {
    let (version, body) = fragment.split_once('.').ok_or_else(|| foreign(fragment))?;
    let version = match version.parse::<u64>() {
        Ok(version @ (PLAIN | VERSION)) => version,
        Ok(newer) if newer > VERSION => {
            return Err(problem(
                format!(
                    "was made by a newer version of Metasched: its encoding is {}",
                    shortened(version, 20)
                ),
                format!("encoding {VERSION}"),
                "Update Metasched, or reload the page",
            ));
        }
        _ => return Err(foreign(fragment)),
    };
    let mut value = json::parse(&unpacked(body, version)?)?;
    let (mut view, mut problems) = (None, Vec::new());
    if version != PLAIN {
        let Value::Object(mut whole) = value else {
            return Err(foreign(fragment));
        };
        value = whole
            .shift_remove(SCENARIO)
            .ok_or_else(|| foreign(fragment))?;
        view = whole.shift_remove(VIEW);
        if whole.shift_remove(STEPS).is_some() {
            problems.push(Problem::new(
                "the link",
                "holds the steps of a talk, which this version does not show",
                "",
                "",
            ));
        }
        if let Some(key) = whole.keys().next() {
            return Err(problem(
                format!("holds `{}`", shortened(key, 60)),
                format!("{SCENARIO}, {VIEW}, {STEPS}"),
                "Update Metasched, or reload the page",
            ));
        }
    }
    let engine = value
        .as_object_mut()
        .and_then(|map| map.shift_remove("engine"));
    let scenario = Scenario::from_value(&value)?;
    let engine = engine
        .as_ref()
        .and_then(Value::as_u64)
        .and_then(|engine| u32::try_from(engine).ok());
    let engine = engine.ok_or_else(|| {
        problem(
            "does not say which engine it was made with",
            "a link that Metasched made",
            "Ask for a new link",
        )
    })?;
    Ok(Opened {
        scenario,
        engine,
        preset: None,
        view,
        problems,
    })
}

/// A text as it stands in a link: deflated, in base64url, and its check.
fn packed(text: &str) -> String {
    let body = BASE64_URL_SAFE_NO_PAD.encode(compress_to_vec(text.as_bytes(), EFFORT));
    format!("{body}.{}", check_of(&body, VERSION))
}

/// The text that was packed, in this version of the encoding.
fn unpacked(packed: &str, version: u64) -> Result<String, Problems> {
    let (body, check) = packed.split_once('.').unwrap_or((packed, ""));
    // Quotes, brackets and full stops that a program appended are no letters and digits.
    let end = check
        .char_indices()
        .nth(CHECK)
        .map_or(check.len(), |(i, _)| i);
    let (check, appended) = check.split_at(end);
    if check.chars().count() < CHECK {
        return Err(problem(
            "is cut off at its end",
            "the whole link, up to its last character",
            "Copy it once more",
        ));
    }
    if check != check_of(body, version) || appended.chars().any(|c| c.is_ascii_alphanumeric()) {
        return Err(problem(
            "was altered on its way, or is cut off: its check does not fit",
            "the link exactly as it was made",
            "Copy it once more",
        ));
    }
    let mut bytes = BASE64_URL_SAFE_NO_PAD
        .decode(body)
        .map_err(|_| foreign(packed))?;
    if version != PLAIN {
        bytes =
            decompress_to_vec_with_limit(&bytes, json::MOST_BYTES).map_err(|error| match error
                .status
            {
                TINFLStatus::HasMoreOutput => problem(
                    format!("holds more than {} bytes", exact(json::MOST_BYTES as f64)),
                    "a scenario and a view, which are a few thousand",
                    "Open the scenario as a file",
                ),
                _ => foreign(packed),
            })?;
    }
    String::from_utf8(bytes).map_err(|_| foreign(packed))
}

/// What changes if anything else of a link does.
fn check_of(body: &str, version: u64) -> String {
    let mut digest = Digest::EMPTY;
    digest.add(version);
    digest.add_text(body);
    let mut check = BASE64_URL_SAFE_NO_PAD.encode(digest.value().to_be_bytes());
    check.truncate(CHECK);
    check
}

fn foreign(fragment: &str) -> Problems {
    let wrong = match fragment {
        "" => "has nothing after its #".to_owned(),
        other => format!(
            "is no link to a Metasched scenario: `{}`",
            shortened(other, 40)
        ),
    };
    problem(
        wrong,
        "an address that ends in #2.…, #1.… or #p=…",
        "Copy the link from the page's Share button or from `metasched link`",
    )
}

fn problem(
    wrong: impl Into<String>,
    allowed: impl Into<String>,
    remedy: impl Into<String>,
) -> Problems {
    Problem::new("the link", wrong, allowed, remedy).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scheduler;
    use serde_json::json;

    fn small() -> Scenario {
        Scenario {
            schedulers: vec![Scheduler::named("ideal").unwrap()],
            title: "Größe <b>".into(),
            ..Scenario::default()
        }
    }

    /// A link of the first encoding whose check fits, whatever its text is.
    fn plain(text: &str) -> String {
        let body = BASE64_URL_SAFE_NO_PAD.encode(text);
        format!("#1.{body}.{}", check_of(&body, PLAIN))
    }

    /// The same in the present one.
    fn deflated(text: &str) -> String {
        format!("#2.{}", packed(text))
    }

    /// A link of a scenario of this JSON.
    fn link_of(scenario: &str) -> String {
        deflated(&format!("{{\"scenario\":{scenario}}}"))
    }

    fn wrong(link: &str) -> String {
        decode(link).unwrap_err().to_string()
    }

    #[test]
    fn round_trip() {
        let opened = decode(&encode(&small())).unwrap();
        assert_eq!(
            (
                opened.scenario.into_scenario(),
                opened.engine,
                opened.preset
            ),
            (small(), ENGINE_VERSION, None)
        );
        assert_eq!(
            encode(&Scenario::default()),
            link_of(&format!(
                "{{\"schema\":2,\"engine\":{ENGINE_VERSION},\"seed\":\"1\"}}"
            ))
        );
        let view = json!({ "tab": "gantt", "gantt": { "from_s": 1.5 } });
        let opened = decode(&encode_with_view(&small(), Some(&view))).unwrap();
        assert_eq!(
            (opened.view.as_ref(), opened.problems),
            (Some(&view), vec![])
        );
        assert_eq!(opened.scenario.into_scenario(), small());
        let opened = decode(&of_preset_with_view("landing", &view)).unwrap();
        assert_eq!((opened.view, opened.problems), (Some(view), vec![]));
        assert_eq!(opened.preset, Some("landing"));
    }

    #[test]
    fn links_of_the_first_encoding_open_for_ever() {
        let link = "#1.eyJzY2hlbWEiOjIsImVuZ2luZSI6MywidGl0bGUiOiJHcsO2w59lIDxiPiIsInNjaGVkdWxlcnMiOlsiaWRlYWwiXSwic2VlZCI6IjEifQ.9Ketu7";
        let opened = decode(link).unwrap();
        assert_eq!(
            (opened.scenario.into_scenario(), opened.engine, opened.view),
            (small(), 3, None)
        );
    }

    #[test]
    fn links_are_deflated() {
        let many: Vec<&str> = vec!["first-fit"; 200];
        let whole = json!({ "schema": 2, "engine": 3, "schedulers": many }).to_string();
        assert!(link_of(&whole).len() < 120 && plain(&whole).len() > 3000);
    }

    #[test]
    fn a_link_inflates_to_a_scenario_at_most() {
        for bytes in [json::MOST_BYTES, 8 << 20] {
            let link = deflated(&"{\"a\":".repeat(bytes / 5 + 1));
            assert!(link.len() < MOST_BYTES, "{}", link.len());
            assert!(wrong(&link).contains("holds more than 1\u{2009}048\u{2009}576 bytes"));
        }
        // What is no deflated text at all, and what ends in the middle.
        let whole = BASE64_URL_SAFE_NO_PAD.encode(compress_to_vec(&[7; 5000], EFFORT));
        for body in ["", "_w", "AAAA", &whole[..8], &whole] {
            let link = format!("#2.{body}.{}", check_of(body, VERSION));
            let words = wrong(&link);
            assert!(
                words.contains("no link to") || words.contains("cannot be read"),
                "{words}"
            );
        }
    }

    #[test]
    fn what_else_a_link_holds_is_told() {
        let with = |more: &str| deflated(&format!("{{\"scenario\":{{\"engine\":1}},{more}}}"));
        assert!(
            wrong(&with("\"veiw\":{}"))
                .contains("the link holds `veiw`; allowed: scenario, view, steps")
        );
        let opened = decode(&with("\"steps\":[1]")).unwrap();
        assert!(opened.problems[0].to_string().contains("steps of a talk"));
        assert!(wrong(&deflated("[]")).contains("no link"));
        assert!(wrong(&deflated("{\"view\":{}}")).contains("no link"));
        // A view that cannot be read keeps no preset from being opened.
        let whole = of_preset_with_view("landing", &json!({ "tab": "table" }));
        for link in [
            &whole[..whole.len() - 3],
            "#p=landing&v=",
            "#p=landing&v=abc.abcdef",
        ] {
            let opened = decode(link).unwrap();
            assert_eq!((opened.preset, &opened.view), (Some("landing"), &None));
            assert!(
                opened.problems[0]
                    .to_string()
                    .starts_with("the view of the link "),
                "{link}"
            );
        }
        assert!(
            decode(&format!("<https://a.org/{whole}>)."))
                .unwrap()
                .view
                .is_some()
        );
    }

    #[test]
    fn forgives_what_programs_do_to_links() {
        let link = encode(&small());
        let bare = &link[1..];
        let (front, back) = bare.split_at(30);
        for given in [
            bare.to_owned(),
            format!(" https://example.org/metasched/{link}\n"),
            format!("<https://example.org/metasched/?x=1{link}>"),
            format!("(https://example.org/{link})."),
            format!("https://example.org/%23{}", bare.replace('.', "%2E")),
            format!("https://example.org/#{front}\r\n  {back}"),
            format!("\"{bare}\""),
            format!("{link}_*"),
        ] {
            assert_eq!(
                decode(&given).map(|opened| opened.scenario.into_scenario()),
                Ok(small()),
                "{given}"
            );
        }
        assert!(wrong("#p=landing&workload.bsbw_mbps=300").starts_with(
            "the link has `workload.bsbw_mbps=300` behind the preset `landing`; allowed: the name alone, or v= with a view."
        ));
    }

    #[test]
    fn explains_what_is_wrong() {
        let link = encode(&small());
        assert!(wrong(&link[..link.len() - 2]).contains("cut off at its end"));
        assert!(wrong(&link[..link.len() - 9]).contains("cut off at its end"));
        let (front, back) = link.split_at(9);
        let other = if back.starts_with('A') { "B" } else { "A" };
        assert!(wrong(&format!("{front}{other}{}", &back[1..])).contains("altered"));
        assert!(wrong(&format!("{link}x")).contains("altered"));
        assert!(
            wrong(&link.replacen("#2.", "#3.", 1))
                .contains("newer version of Metasched: its encoding is 3")
        );
        assert!(
            wrong("https://example.org/#section")
                .contains("no link to a Metasched scenario: `section`")
        );
        assert!(wrong("https://example.org/#").contains("nothing after its #"));
        assert!(wrong("https://example.org/").contains("no link to a Metasched scenario"));
        assert!(wrong("").contains("nothing after"));
        assert!(wrong(&"x".repeat(MOST_BYTES + 1)).contains("65\u{2009}537 bytes"));
        assert!(
            wrong(&link_of("{\"schema\":7,\"engine\":1,\"new\":{}}"))
                .contains("schema is 7: the scenario was made by a newer")
        );
        assert!(
            wrong(&link_of("{\"engine\":1,\"queue\":\"lifo\"}")).starts_with("queue is \"lifo\"")
        );
        assert!(wrong(&link_of("{}")).contains("which engine"));
        assert!(wrong(&link_of("[1")).contains("line 1"));
        assert!(wrong("#p=jones2005-fig12").contains("Did you mean jones2005-fig"));
    }

    #[test]
    fn other_engines_are_told_and_presets_open() {
        assert_eq!(decode(&link_of("{\"engine\":3}")).unwrap().engine, 3);
        for given in [
            "#p=jones2005-fig9",
            "p=jones2005-fig9",
            "https://example.org/#p=jones2005-fig9).",
            "#p=jones2005-fig9&",
        ] {
            assert_eq!(
                decode(given).unwrap().preset,
                Some("jones2005-fig9"),
                "{given}"
            );
        }
    }

    #[test]
    fn long_links_are_announced() {
        assert_eq!(length_problem(&encode(&small())), None);
        assert!(
            length_problem(&"x".repeat(2001))
                .unwrap()
                .wrong
                .contains("2001 characters")
        );
        assert!(
            length_problem(&"x".repeat(MOST_BYTES + 1))
                .unwrap()
                .remedy
                .contains("as a file")
        );
        let settings = [("title", json!("x".repeat(200)))];
        assert_eq!(
            length_problem(&encode(&Scenario::default().with_all(settings).unwrap())),
            None
        );
    }
}
