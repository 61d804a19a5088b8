//! A scenario in the fragment of a link: `#1.<scenario>.<check>`.
//!
//! The scenario is its compact JSON with the engine version, in base64url; the check is six characters that change when
//! anything else does. The 1 is the version of this encoding. `#p=NAME` opens a preset. A fragment never leaves the
//! browser, so a shared scenario is told to no server.

use crate::ENGINE_VERSION;
use crate::base::digest::Digest;
use crate::base::nearest::nearest;
use crate::base::number::exact;
use crate::base::problem::{Problem, Problems};
use crate::parameter::json;
use crate::parameter::json::shortened;
use crate::scenario::{Checked, Scenario, presets};
use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine};
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};

/// Longest link that is opened, in bytes.
pub const MOST_BYTES: usize = 64 << 10;
/// Longest link that chat and mail programs pass on unbroken, in characters.
pub const HANDY: usize = 2000;

/// Version of the encoding.
const VERSION: u64 = 1;
/// Characters of the check: 36 bits.
const CHECK: usize = 6;

/// What a link holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    /// The scenario.
    pub scenario: Checked,
    /// Version of the engine it was made with. Another one than [`ENGINE_VERSION`] may give other numbers.
    pub engine: u32,
    /// The name of the preset, if the link names one.
    pub preset: Option<&'static str>,
}

/// The fragment of a scenario, with its `#`. Schema, engine and seed are always in it.
pub fn encode(scenario: &Scenario) -> String {
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
    let body = BASE64_URL_SAFE_NO_PAD.encode(Value::Object(whole).to_string());
    format!("#{VERSION}.{body}.{}", check_of(&body))
}

/// The fragment of a preset, with its `#`.
pub fn of_preset(name: &str) -> String {
    format!("#p={name}")
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

fn open_preset(name: &str) -> Result<Opened, Problems> {
    let name = name.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
    if let Some((name, more)) = name.split_once('&') {
        return Err(problem(
            format!(
                "has `{}` behind the preset `{}`",
                shortened(more, 60),
                shortened(name, 60)
            ),
            "the name alone",
            "Open the preset, change it there (on the command line with --set), and make a link of that",
        ));
    }
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
    Ok(Opened {
        scenario: presets::scenario(preset)?,
        engine: ENGINE_VERSION,
        preset: Some(preset.name),
    })
}

fn open_scenario(fragment: &str) -> Result<Opened, Problems> {
    let (version, rest) = fragment.split_once('.').ok_or_else(|| foreign(fragment))?;
    match version.parse::<u64>() {
        Ok(VERSION) => {}
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
    }
    let (body, check) = rest.split_once('.').unwrap_or((rest, ""));
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
    if check != check_of(body) || appended.chars().any(|c| c.is_ascii_alphanumeric()) {
        return Err(problem(
            "was altered on its way, or is cut off: its check does not fit",
            "the link exactly as it was made",
            "Copy it once more",
        ));
    }
    let bytes = BASE64_URL_SAFE_NO_PAD
        .decode(body)
        .map_err(|_| foreign(fragment))?;
    let text = String::from_utf8(bytes).map_err(|_| foreign(fragment))?;
    let mut value = json::parse(&text)?;
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
    })
}

fn check_of(body: &str) -> String {
    let mut digest = Digest::EMPTY;
    digest.add(VERSION);
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
        "an address that ends in #1.… or #p=…",
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

    /// A link whose check fits, whatever its text is.
    fn link_of(text: &str) -> String {
        let body = BASE64_URL_SAFE_NO_PAD.encode(text);
        format!("#1.{body}.{}", check_of(&body))
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
            "the link has `workload.bsbw_mbps=300` behind the preset `landing`; allowed: the name alone."
        ));
    }

    #[test]
    fn explains_what_is_wrong() {
        let link = encode(&small());
        assert!(wrong(&link[..link.len() - 2]).contains("cut off at its end"));
        assert!(wrong(&link[..link.len() - 9]).contains("cut off at its end"));
        assert!(wrong(&link.replacen("#1.ey", "#1.eY", 1)).contains("altered"));
        assert!(wrong(&format!("{link}x")).contains("altered"));
        assert!(
            wrong(&link.replacen("#1.", "#2.", 1))
                .contains("newer version of Metasched: its encoding is 2")
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
