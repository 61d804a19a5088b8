//! Every quotation in a claim is in the paper, word for word, in the section that the claim names.

use metasched::experiment::reproduce::papers;
use std::fs;
use std::path::Path;

/// The files with the texts of the papers, by the abbreviations that claims use. These files are not part of the
/// project.
const TEXTS: [(&str, &str); 5] = [
    ("J5", "000_3509a160ea8747fc.txt"),
    ("G", "001_5de1aa50ad06b9df.txt"),
    ("J4", "002_83f59ce607b07fa8.txt"),
    ("V", "003_2e19ef951c6dd155.txt"),
    ("S", "004_fb04eed46a7ece86.txt"),
];

/// The number of a section: 6.3 is [6, 3].
type Number = Vec<u32>;

/// The text of a paper, with position and number of each heading.
struct Text {
    whole: String,
    headings: Vec<(usize, Number)>,
}

impl Text {
    fn new(whole: String) -> Text {
        let mut headings: Vec<(usize, Number)> = Vec::new();
        let mut begin = 0;
        for line in whole.split_inclusive('\n') {
            let last = headings.last().map_or(&[0][..], |(_, number)| number);
            if let Some(number) = heading(line).filter(|own| follows(last, own)) {
                headings.push((begin, number));
            }
            begin += line.len();
        }
        Text { whole, headings }
    }

    /// The text of a section including its subsections.
    fn section(&self, number: &[u32]) -> Option<&str> {
        let of_it = |own: &(usize, Number)| own.1.starts_with(number);
        let first = self.headings.iter().position(of_it)?;
        let mut after = self.headings[first..].iter().skip_while(|own| of_it(own));
        let end = after.next().map_or(self.whole.len(), |(begin, _)| *begin);
        self.whole.get(self.headings[first].0..end)
    }
}

/// The section number of a line that may be a heading, such as "### 5.3 Scheduling With Minimum Control" or "3.
/// scheduling".
fn heading(line: &str) -> Option<Number> {
    let line = line.trim_start_matches('#').trim();
    let (number, title) = line.split_once(' ')?;
    let is_title = title.starts_with(char::is_alphabetic) && title.chars().count() < 80;
    let parts = number.trim_end_matches('.').split('.').map(str::parse);
    parts.collect::<Result<Number, _>>().ok().filter(|_| is_title)
}

/// True if a heading with the number `next` may follow a heading with the number `last`. Other numbered lines are items
/// of lists, addresses and references.
fn follows(last: &[u32], next: &[u32]) -> bool {
    let common = last.iter().zip(next).take_while(|(a, b)| a == b).count();
    let Some((own, deeper)) = next[common..].split_first() else {
        return false;
    };
    *own == last.get(common).unwrap_or(&0) + 1 && deeper.iter().all(|number| *number == 1)
}

/// The number of the section in a source such as "J5 §6.3, fig. 22".
fn named(source: &str) -> Option<Number> {
    let (_, after) = source.split_once('§')?;
    let number = after.split([' ', ',']).next()?;
    number.split('.').map(|part| part.parse().ok()).collect()
}

/// The letters and digits of a text. Line breaks, hyphens and typefaces are left out, so they do not matter in
/// comparisons.
fn essence(text: &str) -> String {
    let kept = text.chars().filter(|c| c.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}

#[test]
fn sections_are_found_by_hand() {
    let lines = [
        "# 1 Introduction",
        "3. Whenever a job comes, it waits",
        "105 Riggs Hall",
        "2. scheduling",
        "first words",
        "2.1.1 Cluster's weight",
        "second words",
        "3 Results",
        "third words",
    ];
    let text = Text::new(lines.join("\n"));
    let numbers: Vec<_> = text.headings.iter().map(|(_, number)| number).collect();
    assert_eq!(numbers, [&vec![1], &vec![2], &vec![2, 1, 1], &vec![3]]);
    let stands = |number: &[u32], words| text.section(number).unwrap().contains(words);
    assert!(stands(&[2], "first words") && stands(&[2], "second words"));
    assert!(stands(&[2, 1], "second words") && !stands(&[2, 1], "first words"));
    assert!(stands(&[3], "third words") && !stands(&[2], "third words"));
    assert_eq!(text.section(&[4]), None);
    assert_eq!(named("J5 §6.3, fig. 22"), Some(vec![6, 3]));
}

#[test]
fn quotations_stand_in_the_papers() {
    let folder = Path::new("../shared/papers");
    if !folder.exists() {
        println!("skipped: {} is not at hand", folder.display());
        return;
    }
    let read = |(name, file): (&'static str, &str)| {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        (name, Text::new(text))
    };
    let texts = TEXTS.map(read);
    let mut quoted = 0;
    let mut wrong = Vec::new();
    for claim in papers().iter().flat_map(|paper| &paper.claims) {
        let source = claim.source.as_str();
        // Of this paper only the abstract is at hand, at hal.science/hal-01618940.
        if claim.is_ours() || source.starts_with("C abstract") {
            continue;
        }
        quoted += 1;
        let paper = source.split([' ', ',']).next().unwrap();
        let text = texts.iter().find(|(name, _)| *name == paper);
        let (_, text) = text.unwrap_or_else(|| panic!("{source} is no paper that can be quoted"));
        let section = named(source).and_then(|number| text.section(&number));
        let section = section.unwrap_or_else(|| panic!("{source}: no such section"));
        for part in claim.quote.split(" … ") {
            if !essence(section).contains(&essence(part)) {
                wrong.push(format!("{source}: {part}"));
            }
        }
    }
    wrong.dedup();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(quoted > 100, "{quoted}");
}
