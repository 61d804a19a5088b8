//! CITATION.cff, and the files that archives of software read instead: `.zenodo.json` (Zenodo) and `codemeta.json`
//! (Software Heritage, registries). CITATION.cff has the authors; Cargo.toml has the addresses.

use serde_json::{Map, Value, json};

use crate::process::Outcome;
use crate::project;

pub const FILE: &str = "CITATION.cff";

/// Lines of CITATION.cff that follow from Cargo.toml and the date of the release.
const FOLLOWING: [&str; 3] = ["date-released", "repository-code", "url"];

/// CITATION.cff with the addresses of Cargo.toml and the date of the release. If the version was `moved`, the date of
/// the old version is removed.
pub fn current(text: &str, released: Option<&str>, moved: bool) -> Outcome<String> {
    let old_date = (!moved).then(|| scalar(text, "date-released")).flatten();
    let values = [released.map(str::to_owned).or(old_date), project::repository()?, project::homepage()?];
    let mut changed = String::new();
    for line in text.split_inclusive('\n') {
        let key = line.split(':').next().unwrap_or_default();
        if !FOLLOWING.contains(&key) {
            changed.push_str(line);
        }
        if key == "version" {
            for (key, value) in FOLLOWING.iter().zip(&values) {
                changed.extend(value.iter().map(|value| format!("{key}: {value}\n")));
            }
        }
    }
    Ok(changed)
}

/// The files made from CITATION.cff: names and contents.
pub fn derived(citation: &str) -> Outcome<[(&'static str, String); 2]> {
    let needed = |key: &str| scalar(citation, key).ok_or_else(|| format!("{FILE} has no line {key}: …"));
    let [title, version, description] = [needed("title")?, needed("version")?, needed("abstract")?];
    let [licences, keywords] = ["license", "keywords"].map(|key| list(citation, key));
    let authors: Vec<Author> = items(citation, "authors").collect();
    let [date, repository, page] = FOLLOWING.map(|key| scalar(citation, key));

    let mut zenodo = json!({
        "upload_type": "software",
        "title": title,
        "version": version,
        "description": description,
        // Zenodo has one licence for each upload.
        "license": licences.first(),
        "keywords": keywords,
        "creators": authors.iter().map(Author::of_zenodo).collect::<Vec<_>>(),
    });
    add(&mut zenodo, "publication_date", date.clone().map(Value::from));
    let related = repository.clone().map(|address| {
        json!([{ "identifier": address, "relation": "isSupplementTo", "scheme": "url", "resource_type": "software" }])
    });
    add(&mut zenodo, "related_identifiers", related);

    let licences: Vec<_> = licences.iter().map(|name| format!("https://spdx.org/licenses/{name}")).collect();
    let mut codemeta = json!({
        "@context": "https://w3id.org/codemeta/3.0",
        "@type": "SoftwareSourceCode",
        "name": title,
        "version": version,
        "description": description,
        "license": licences,
        "keywords": keywords,
        "programmingLanguage": ["Rust", "JavaScript", "Python"],
        "author": authors.iter().map(Author::of_codemeta).collect::<Vec<_>>(),
    });
    add(&mut codemeta, "datePublished", date.map(Value::from));
    add(&mut codemeta, "codeRepository", repository.map(Value::from));
    add(&mut codemeta, "url", page.map(Value::from));
    Ok([(".zenodo.json", zenodo), ("codemeta.json", codemeta)].map(|(file, value)| (file, format!("{value:#}\n"))))
}

fn add(value: &mut Value, key: &str, part: Option<Value>) {
    if let Some(part) = part {
        value[key] = part;
    }
}

/// A person or a group (with `name`) in CITATION.cff, by its keys.
struct Author(Map<String, Value>);

impl Author {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.as_str()
    }

    fn of_zenodo(&self) -> Value {
        let name = match (self.get("family-names"), self.get("given-names")) {
            (Some(family), Some(given)) => format!("{family}, {given}"),
            (family, _) => self.get("name").or(family).unwrap_or_default().to_owned(),
        };
        let mut value = json!({ "name": name });
        add(&mut value, "affiliation", self.get("affiliation").map(Value::from));
        let orcid = self.get("orcid").map(|address| address.trim_start_matches("https://orcid.org/"));
        add(&mut value, "orcid", orcid.map(Value::from));
        value
    }

    fn of_codemeta(&self) -> Value {
        let mut value = match self.get("name") {
            Some(name) => json!({ "@type": "Organization", "name": name }),
            None => json!({ "@type": "Person" }),
        };
        add(&mut value, "givenName", self.get("given-names").map(Value::from));
        add(&mut value, "familyName", self.get("family-names").map(Value::from));
        add(&mut value, "@id", self.get("orcid").map(Value::from));
        let place = self.get("affiliation").map(|name| json!({ "@type": "Organization", "name": name }));
        add(&mut value, "affiliation", place);
        value
    }
}

/// The lines of a top-level key of a file in YAML: the text after the colon, and the indented lines below.
fn block<'a>(text: &'a str, key: &str) -> Option<(&'a str, impl Iterator<Item = &'a str>)> {
    let mut lines = text.lines().skip_while(move |line| line.split(':').next() != Some(key));
    let first = lines.next()?.split_once(':')?.1.trim();
    Some((first, lines.take_while(|line| line.starts_with(' ')).map(str::trim_end)))
}

/// A text, possibly folded over lines (`>-`).
fn scalar(text: &str, key: &str) -> Option<String> {
    let (first, lines) = block(text, key)?;
    match first {
        ">-" => Some(lines.map(str::trim).collect::<Vec<_>>().join(" ")),
        first => Some(unquoted(first).to_owned()),
    }
}

/// A list of texts.
fn list(text: &str, key: &str) -> Vec<String> {
    let lines = block(text, key).into_iter().flat_map(|(_, lines)| lines);
    lines.filter_map(|line| Some(unquoted(line.trim().strip_prefix("- ")?).to_owned())).collect()
}

/// A list of authors.
fn items(text: &str, key: &str) -> impl Iterator<Item = Author> {
    let mut authors: Vec<Author> = Vec::new();
    for line in block(text, key).into_iter().flat_map(|(_, lines)| lines) {
        let line = line.trim();
        if line.starts_with("- ") {
            authors.push(Author(Map::new()));
        }
        let pair = line.trim_start_matches("- ").split_once(": ");
        if let (Some(Author(author)), Some((key, value))) = (authors.last_mut(), pair) {
            author.insert(key.to_owned(), unquoted(value.trim()).into());
        }
    }
    authors.into_iter()
}

fn unquoted(text: &str) -> &str {
    text.trim_matches(['"', '\''])
}

#[cfg(test)]
mod tests {
    use super::*;

    const CITATION: &str = "title: Metasched\nabstract: >-\n  One line\n  and another.\nversion: 1.2.3\ndate-released: 2027-01-31\n\
        authors:\n  - family-names: Doe\n    given-names: Jane\n    orcid: \"https://orcid.org/0000-0001\"\n  - name: The others\n\
        license:\n  - MIT\n  - Apache-2.0\nkeywords:\n  - a b\nreferences:\n  - type: article\n    url: https://example.org\n";

    #[test]
    fn archives_get_what_the_citation_has() {
        let [(_, zenodo), (_, codemeta)] = derived(CITATION).unwrap();
        let [zenodo, codemeta]: [Value; 2] = [zenodo, codemeta].map(|text| serde_json::from_str(&text).unwrap());
        assert_eq!(
            zenodo["creators"],
            json!([{ "name": "Doe, Jane", "orcid": "0000-0001" }, { "name": "The others" }])
        );
        assert_eq!(zenodo["description"], "One line and another.");
        assert_eq!(zenodo["publication_date"], "2027-01-31");
        assert_eq!(codemeta["author"][0]["familyName"], "Doe");
        assert_eq!(codemeta["author"][1], json!({ "@type": "Organization", "name": "The others" }));
        assert_eq!(codemeta["license"][1], "https://spdx.org/licenses/Apache-2.0");
        assert_eq!(codemeta["version"], "1.2.3");
        assert!(codemeta.get("url").is_none(), "the address of a reference is not that of the program");
    }

    #[test]
    fn the_date_goes_with_its_version() {
        let same = current(CITATION, None, false).unwrap();
        assert!(same.contains("\nversion: 1.2.3\ndate-released: 2027-01-31\n"));
        assert!(!current(CITATION, None, true).unwrap().contains("date-released"));
        let later = current(CITATION, Some("2027-03-01"), true).unwrap();
        assert!(later.contains("\ndate-released: 2027-03-01\n") && !later.contains("2027-01-31"));
        assert!(same.contains("    url: https://example.org\n"));
    }
}
