//! Notice about a link from another engine version, with a link to the page that has this version.
//!
//! A site has the newest page at its root, and every release permanently in a folder `vX.Y.Z/` (docs/deploy.md).

use crate::ENGINE_VERSION;
use crate::scenario::releases;

/// A message with an optional link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The engine of the link, and the consequence.
    pub words: String,
    /// The page with the matching engine, if there is one.
    pub other: Option<OtherPage>,
}

/// Another page of the same site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherPage {
    /// Text of the link.
    pub label: String,
    /// Address without a fragment, ending in `/`.
    pub address: String,
}

/// Notice about a link made by `engine`, for the page at `address`; `None` if the page has this engine.
pub fn notice(engine: u32, address: &str) -> Option<Notice> {
    notice_on(ENGINE_VERSION, engine, address, releases::last_with)
}

/// Notice as in [`notice`], for a page with engine `own`, with a table of releases by engine.
fn notice_on(own: u32, engine: u32, address: &str, release: impl Fn(u32) -> Option<&'static str>) -> Option<Notice> {
    if engine == own {
        return None;
    }
    let words =
        format!("This link was made with engine {engine}; this page has engine {own}, which may give other numbers.");
    let (advice, other) = match release(engine) {
        Some(release) => {
            let address = format!("{}v{release}/", root(address));
            let label = format!("Open it with engine {engine}, in version {release}");
            ("", Some(OtherPage { label, address }))
        }
        None if engine < own => (" No release with that engine is known.", None),
        None => match newest(address) {
            Some(other) => ("", Some(other)),
            None => (
                " Use the newest page instead: reload this one and open the link again, or open it where it was made.",
                None,
            ),
        },
    };
    Some(Notice { words: words + advice, other })
}

/// The newest page of the site, if the page at `address` is a release in its own folder.
pub fn newest(address: &str) -> Option<OtherPage> {
    let root = root(address);
    (root != folder(address))
        .then(|| OtherPage { label: "Open it in the newest version".to_owned(), address: root.to_owned() })
}

/// Folder of the newest page, including the last `/`.
fn root(address: &str) -> &str {
    let folder = folder(address);
    let above = folder.strip_suffix('/').and_then(|folder| folder.rfind('/')).map(|slash| folder.split_at(slash + 1));
    match above {
        Some((root, name)) if is_release(name.trim_end_matches('/')) => root,
        _ => folder,
    }
}

/// Folder of a page, including the last `/`.
fn folder(address: &str) -> &str {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    path.rfind('/').map_or("", |slash| &path[..=slash])
}

/// True if a folder has the name of a release, such as v0.1.0.
fn is_release(name: &str) -> bool {
    let number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    name.strip_prefix('v').is_some_and(|version| version.split('.').count() == 3 && version.split('.').all(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For a page with engine 3; engine 0 was never released.
    fn on_page_of_3(engine: u32, address: &str) -> Option<Notice> {
        notice_on(3, engine, address, |engine| match engine {
            1 => Some("0.1.4"),
            2 => Some("0.3.0"),
            3 => Some("1.0.0"),
            _ => None,
        })
    }

    fn other(engine: u32, address: &str) -> Option<String> {
        on_page_of_3(engine, address)?.other.map(|page| page.address)
    }

    #[test]
    fn a_link_of_an_older_engine_is_opened_by_the_last_release_with_it() {
        assert_eq!(on_page_of_3(3, "https://a.org/lab/"), None);
        let notice = on_page_of_3(1, "https://a.org/lab/").unwrap();
        assert_eq!(
            notice.words,
            "This link was made with engine 1; this page has engine 3, which may give other numbers."
        );
        assert_eq!(
            notice.other,
            Some(OtherPage {
                label: "Open it with engine 1, in version 0.1.4".into(),
                address: "https://a.org/lab/v0.1.4/".into(),
            })
        );
        let wanted = Some("https://a.org/lab/v0.3.0/".to_owned());
        for address in [
            "https://a.org/lab/index.html",
            "https://a.org/lab/?x=/y/#2.abc",
            "https://a.org/lab/v1.0.0/",
            "https://a.org/lab/v1.0.0/index.html",
        ] {
            assert_eq!(other(2, address), wanted, "{address}");
        }
        assert_eq!(other(2, "http://localhost:8080/").as_deref(), Some("http://localhost:8080/v0.3.0/"));
    }

    #[test]
    fn folders_of_other_names_are_the_root_themselves() {
        for folder in ["v1", "v1.0", "v1.0.0.0", "v1.0.x", "1.0.0", "v..", "version"] {
            let address = format!("https://a.org/{folder}/");
            assert_eq!(other(2, &address), Some(format!("{address}v0.3.0/")));
            assert_eq!(newest(&address), None);
        }
    }

    #[test]
    fn an_engine_without_a_release_has_no_page() {
        let notice = on_page_of_3(0, "https://a.org/").unwrap();
        assert!(notice.words.ends_with("No release with that engine is known."));
        assert_eq!(notice.other, None);
    }

    #[test]
    fn a_newer_link_wants_the_newest_page() {
        let here = on_page_of_3(4, "https://a.org/lab/").unwrap();
        assert!(here.words.contains("Use the newest page instead"), "{}", here.words);
        assert_eq!(here.other, None);
        assert_eq!(other(4, "https://a.org/lab/v1.0.0/").as_deref(), Some("https://a.org/lab/"));
        // The very oldest page does not know newer engines either.
        assert!(notice(ENGINE_VERSION + 1, "https://a.org/v0.1.0/").unwrap().other.is_some());
        assert_eq!(notice(ENGINE_VERSION, "https://a.org/"), None);
    }
}
