//! Every quotation of a paper stands in the paper, word for word.

use metasched::experiment::reproduce::papers;
use std::fs;
use std::path::Path;

/// The papers' texts, which are not part of the project, by how claims abbreviate them.
const TEXTS: [(&str, &str); 5] = [
    ("J5", "000_3509a160ea8747fc.txt"),
    ("G", "001_5de1aa50ad06b9df.txt"),
    ("J4", "002_83f59ce607b07fa8.txt"),
    ("V", "003_2e19ef951c6dd155.txt"),
    ("S", "004_fb04eed46a7ece86.txt"),
];

/// Letters and digits: what is left of a text whatever was done to its lines, hyphens and type.
fn essence(text: &str) -> String {
    let kept = text.chars().filter(|c| c.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}

#[test]
fn quotations_stand_in_the_papers() {
    let folder = Path::new("../shared/papers");
    if !folder.exists() {
        println!("skipped: {} is not at hand", folder.display());
        return;
    }
    let read = |(name, file): (&'static str, &str)| {
        (
            name,
            essence(&fs::read_to_string(folder.join(file)).unwrap()),
        )
    };
    let texts = TEXTS.map(read);
    let mut quoted = 0;
    let mut wrong = Vec::new();
    for claim in papers().iter().flat_map(|paper| paper.claims()) {
        if claim.is_ours() {
            continue;
        }
        quoted += 1;
        let paper = claim.source.split([' ', ',']).next().unwrap();
        let text = texts.iter().find(|(name, _)| *name == paper);
        let (_, text) =
            text.unwrap_or_else(|| panic!("{} is no paper that can be quoted", claim.source));
        for part in claim.quote.split(" … ") {
            if !text.contains(&essence(part)) {
                wrong.push(format!("{}: {part}", claim.source));
            }
        }
    }
    wrong.dedup();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(quoted > 100, "{quoted}");
}
