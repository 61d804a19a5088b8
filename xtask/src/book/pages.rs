//! Generated and copied pages of the handbook.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;

use super::links;
use crate::files::copy;
use crate::process::Outcome;
use crate::{files, project};

/// Extensions of pictures in documents.
const PICTURES: [&str; 3] = [".png", ".svg", ".webp"];

/// Copies the documents in the table of contents, each with its own path, and the pictures of all pages. Links to files
/// that are not pages become plain text.
pub fn bring_documents(pages: &Path) -> Outcome {
    let root = project::root();
    let contents = project::read(&pages.join("SUMMARY.md"))?;
    let named: Vec<String> = links::targets(&contents);
    let missing = named.iter().filter(|own| !pages.join(own).is_file());
    let documents: Vec<&String> = missing.collect();
    for document in &documents {
        copy(&root.join(document), &pages.join(document))?;
    }
    for page in &named {
        for target in links::targets(&project::read(&pages.join(page))?) {
            let picture = links::resolved(page, &target);
            // A picture that is not a file is drawn by a command in the page.
            if let Some(picture) = picture.filter(|own| is_picture(own) && root.join(own).is_file()) {
                copy(&root.join(&picture), &pages.join(&picture))?;
            }
        }
    }
    let there: BTreeSet<String> = files::all(pages)?.into_iter().collect();
    for document in documents {
        let path = pages.join(document);
        let text = links::without(&project::read(&path)?, &|target| {
            links::resolved(document, target).is_some_and(|own| !there.contains(&own))
        });
        project::write(&path, &text)?;
    }
    Ok(())
}

fn is_picture(path: &str) -> bool {
    PICTURES.iter().any(|end| path.ends_with(end))
}

/// Copies pictures that a page's commands drew to the folder of the page.
pub fn bring_pictures(drawn: &Path, page: &Path) -> Outcome {
    for picture in files::all(drawn)? {
        let to = page.with_file_name(&picture);
        if !picture.ends_with(".svg") || picture.contains('/') {
            continue;
        }
        if to.exists() {
            return Err(format!(
                "{}: {picture} is a picture of another page too; give it another name",
                page.display()
            ));
        }
        copy(&drawn.join(&picture), &to)?;
    }
    Ok(())
}

/// The glossary as a page, generated from its JSON file.
pub fn glossary() -> Outcome<String> {
    let path = project::root().join("src/lab/glossary.json");
    let terms = project::json(&path)?;
    let terms = terms.as_array().cloned().unwrap_or_default();
    let mut text =
        "# Glossary\n\nWhat the field's words mean here. Times are in seconds of the simulated clock.\n\n".to_owned();
    let mut before = String::new();
    for term in &terms {
        let word = |key: &str| term[key].as_str();
        let (Some(name), Some(meaning)) = (word("term"), word("text")) else {
            return Err(format!("{}: {term} has no term or no text", path.display()));
        };
        let sorted = name.to_lowercase();
        if before >= sorted {
            return Err(format!("{}: {name:?} is not in the order of the alphabet", path.display()));
        }
        before = sorted;
        let full = word("full").map_or_else(String::new, |full| format!(" ({full})"));
        let _ = write!(text, "## {name}{full} {{#{}}}\n\n{meaning}", id(name));
        let others = term["see"].as_array().cloned().unwrap_or_default();
        let others = others.iter().filter_map(Value::as_str);
        let others: Vec<String> = others.map(|other| format!("[{other}](#{})", id(other))).collect();
        if !others.is_empty() {
            let _ = write!(text, " See {}.", others.join(", "));
        }
        text += "\n\n";
    }
    Ok(text)
}

/// Anchor of a term on the page.
fn id(term: &str) -> String {
    let word = |c: char| if c.is_alphanumeric() { c } else { '-' };
    term.to_lowercase().chars().map(word).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_glossary_is_sorted_and_says_something_of_every_term() {
        let text = super::glossary().unwrap();
        assert!(text.contains("## BSBW (bisection bandwidth"), "{text}");
        let terms = text.split("\n## ").skip(1);
        assert!(terms.clone().count() > 20);
        for term in terms {
            let (_, meaning) = term.split_once("\n\n").unwrap();
            assert!(meaning.trim().len() > 30, "{term}");
            assert!(meaning.trim().ends_with('.'), "{term}");
        }
    }
}
