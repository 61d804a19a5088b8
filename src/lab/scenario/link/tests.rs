use super::*;
use crate::scenario::Scheduler;
use serde_json::json;

fn small() -> Scenario {
    Scenario {
        schedulers: vec![Scheduler::named("ideal").unwrap()].into(),
        title: "Größe <b>".to_owned().into(),
        ..Scenario::default()
    }
}

/// A link with a valid check for any text.
fn deflated(text: &str) -> String {
    format!("#2.{}", packed(text))
}

/// A link to a scenario with this JSON.
fn link_of(scenario: &str) -> String {
    deflated(&format!("{{\"scenario\":{scenario}}}"))
}

fn wrong(link: &str) -> String {
    decode(link).unwrap_err().to_string()
}

#[test]
fn round_trip() {
    let opened = decode(&encode(&small())).unwrap();
    assert_eq!((opened.scenario.into_scenario(), opened.engine, opened.preset), (small(), ENGINE_VERSION, None));
    assert_eq!(
        encode(&Scenario::default()),
        link_of(&format!("{{\"schema\":2,\"engine\":{ENGINE_VERSION},\"seed\":\"1\"}}"))
    );
    let view = json!({ "tab": "gantt", "gantt": { "from_s": 1.5 } });
    let opened = decode(&encode_with_view(&small(), Some(&view))).unwrap();
    assert_eq!((opened.view.as_ref(), opened.problems), (Some(&view), vec![]));
    assert_eq!(opened.scenario.into_scenario(), small());
    let opened = decode(&of_preset_with_view("landing", &view)).unwrap();
    assert_eq!((opened.view, opened.problems), (Some(view), vec![]));
    assert_eq!(opened.preset, Some("landing"));
}

#[test]
fn what_was_made_before_the_first_release_is_not_read() {
    let link = "#1.eyJzY2hlbWEiOjIsImVuZ2luZSI6MywidGl0bGUiOiJHcsO2w59lIDxiPiIsInNjaGVkdWxlcnMiOlsiaWRlYWwiXSwic2VlZCI6IjEifQ.9Ketu7";
    assert_eq!(
        wrong(link),
        "the link was made before the first release: its encoding is 1, which is not read. Allowed: encoding 2. \
         Open its scenario as a file or in the form, and make a new link of that"
    );
    assert!(
        wrong(&link_of("{\"schema\":1,\"engine\":3}")).starts_with("schema is 1: the format before the first release")
    );
}

#[test]
fn links_are_deflated() {
    let many: Vec<&str> = vec!["first-fit"; 200];
    let whole = json!({ "schema": 2, "engine": 3, "schedulers": many }).to_string();
    assert!(link_of(&whole).len() < 120 && whole.len() > 2000);
}

#[test]
fn a_link_inflates_to_a_scenario_at_most() {
    for bytes in [json::MOST_BYTES, 8 << 20] {
        let link = deflated(&"{\"a\":".repeat(bytes / 5 + 1));
        assert!(link.len() < MOST_BYTES, "{}", link.len());
        assert!(wrong(&link).contains("holds more than 1\u{2009}048\u{2009}576 bytes"));
    }
    // The first body is not deflated; the second body is cut off.
    let whole = BASE64_URL_SAFE_NO_PAD.encode(compress_to_vec(&[7; 5000], EFFORT));
    for body in ["", "_w", "AAAA", &whole[..8], &whole] {
        let link = format!("#2.{body}.{}", check_of(body));
        let words = wrong(&link);
        assert!(words.contains("no link to") || words.contains("cannot be read"), "{words}");
    }
}

#[test]
fn what_else_a_link_holds_is_reported() {
    let with = |more: &str| deflated(&format!("{{\"scenario\":{{\"engine\":1}},{more}}}"));
    assert!(wrong(&with("\"veiw\":{}")).contains("the link holds `veiw`. Allowed: scenario, view, steps"));
    let opened = decode(&with("\"steps\":[1]")).unwrap();
    assert_eq!((opened.steps, opened.problems), (Some(json!([1])), vec![]));
    assert!(wrong(&deflated("[]")).contains("no link"));
    assert!(wrong(&deflated("{\"view\":{}}")).contains("no link"));
    // A preset opens even if its view cannot be read.
    let whole = of_preset_with_view("landing", &json!({ "tab": "table" }));
    for link in [&whole[..whole.len() - 3], "#p=landing&v=", "#p=landing&v=abc.abcdef"] {
        let opened = decode(link).unwrap();
        assert_eq!((opened.preset, &opened.view), (Some("landing"), &None));
        assert!(opened.problems[0].to_string().starts_with("the view of the link "), "{link}");
    }
    assert!(decode(&format!("<https://a.org/{whole}>).")).unwrap().view.is_some());
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
        assert_eq!(decode(&given).map(|opened| opened.scenario.into_scenario()), Ok(small()), "{given}");
    }
    assert!(wrong("#p=landing&workload.bsbw_mbps=300").starts_with(
            "the link has `workload.bsbw_mbps=300` behind the preset `landing`. Allowed: the name alone, v= with a view of a preset, embed= or talk."
        ));
}

#[test]
fn what_a_frame_shows_alone_changes_nothing_of_the_scenario() {
    let view = json!({ "tab": "table" });
    let of_preset = of_preset_with_view("landing", &view);
    for link in [encode_with_view(&small(), Some(&view)), of_preset] {
        for part in EMBEDDED {
            let embedded = embedding(&link, part);
            assert_eq!(decode(&embedded), decode(&link), "{embedded}");
            assert_eq!(decode(&format!("<{embedded}>).")), decode(&link));
        }
        assert!(
            wrong(&embedding(&link, "curve"))
                .starts_with("the link has `curve` behind embed=. Allowed: figure, gantt, lesson. Copy the lines")
        );
        assert!(wrong(&embedding(&link, "")).contains("has `` behind embed="));
    }
}

#[test]
fn explains_what_is_wrong() {
    let link = encode(&small());
    assert!(wrong(&link[..link.len() - 2]).contains("incomplete: its end is missing"));
    assert!(wrong(&link[..link.len() - 9]).contains("incomplete: its end is missing"));
    let (front, back) = link.split_at(9);
    let other = if back.starts_with('A') { "B" } else { "A" };
    assert!(wrong(&format!("{front}{other}{}", &back[1..])).contains("altered"));
    assert!(wrong(&format!("{link}x")).contains("altered"));
    assert!(wrong(&link.replacen("#2.", "#3.", 1)).contains("newer version of Metasched: its encoding is 3"));
    assert!(wrong("https://example.org/#section").contains("no link to a Metasched scenario: `section`"));
    assert!(wrong("https://example.org/#").contains("nothing after its #"));
    assert!(wrong("https://example.org/").contains("no link to a Metasched scenario"));
    assert!(wrong("").contains("nothing after"));
    assert!(wrong(&"x".repeat(MOST_BYTES + 1)).contains("65\u{2009}537 bytes"));
    assert!(
        wrong(&link_of("{\"schema\":7,\"engine\":1,\"new\":{}}"))
            .contains("schema is 7: the scenario was made by a newer")
    );
    assert!(wrong(&link_of("{\"engine\":1,\"queue\":\"lifo\"}")).starts_with("queue is \"lifo\""));
    assert!(wrong(&link_of("{}")).contains("which engine"));
    assert!(wrong(&link_of("[1")).contains("line 1"));
    assert!(wrong("#p=jones2005-fig12").contains("Did you mean jones2005-fig"));
}

#[test]
fn other_engines_are_named_and_presets_open() {
    assert_eq!(decode(&link_of("{\"engine\":3}")).unwrap().engine, 3);
    for given in
        ["#p=jones2005-fig9", "p=jones2005-fig9", "https://example.org/#p=jones2005-fig9).", "#p=jones2005-fig9&"]
    {
        assert_eq!(decode(given).unwrap().preset, Some("jones2005-fig9"), "{given}");
    }
}

#[test]
fn long_links_are_announced() {
    assert_eq!(length_problem(&encode(&small())), None);
    assert!(length_problem(&"x".repeat(2001)).unwrap().wrong.contains("2001 characters"));
    assert!(length_problem(&"x".repeat(MOST_BYTES + 1)).unwrap().remedy.contains("as a file"));
    let settings = [("title", json!("x".repeat(200)))];
    assert_eq!(length_problem(&encode(&Scenario::default().with_all(settings).unwrap())), None);
}
