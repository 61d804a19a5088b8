//! Test that the numbers in the sentences of docs/families.md are in the tables.

use std::collections::BTreeMap;

use studies::read;

/// Numbers in sentences that are differences of two numbers in the tables of their question.
const DIFFERENCES: &str = "
    Q1: 124 = 339 - 215
    Q2: 538 = 1084 - 546, 41 = 587 - 546, 75 = 662 - 587, 20 = 566 - 546, 329 = 875 - 546
    Q3: 32 = 626 - 594
    Q4: 18 = 745 - 727, 15 = 117 - 102
    Q6: 16 = 100.0 - 83.9, 8 = 100.0 - 91.5
    Q7: 193 = 955 - 762, 6 = 511 - 505
";

/// For each of the [`DIFFERENCES`]: the question, the difference, the larger and the smaller number.
fn differences() -> Vec<(&'static str, [String; 3])> {
    let lines = DIFFERENCES.lines().filter_map(|line| line.trim().split_once(": "));
    let each = lines.flat_map(|(question, all)| all.split(", ").map(move |own| (question, numbers(own))));
    each.map(|(question, own)| (question, own.try_into().expect("a difference of two numbers"))).collect()
}

/// Sentences about another study: their numbers are not in the tables.
const ELSEWHERE: &str = "* **An earlier pilot**";

/// The numbers of a text; thousands may be separated by commas.
fn numbers(text: &str) -> Vec<String> {
    let text = text.replace(",000", "000");
    let parts = text.split(|own: char| !own.is_ascii_alphanumeric() && own != '.');
    let number = |own: &str| own.trim_matches('.').to_owned();
    parts.map(number).filter(|own| own.parse::<f64>().is_ok()).collect()
}

/// True if one of the numbers, rounded to as many decimals, is this number.
fn is_among(number: &str, all: &[String]) -> bool {
    let decimals = number.split_once('.').map_or(0, |(_, own)| own.len());
    all.iter().any(|own| own.parse::<f64>().is_ok_and(|own| format!("{own:.decimals$}") == number))
}

/// The questions of a heading: "Q5, Q6" has two.
fn questions(heading: &str) -> Vec<&str> {
    heading
        .split(|own: char| !own.is_ascii_alphanumeric())
        .filter(|own| own.len() == 2 && own.starts_with('Q'))
        .collect()
}

#[test]
fn numbers_of_sentences_are_in_the_tables_of_their_question() {
    let docs = studies::root().join("docs");
    let tables = read(&docs.join("families-tables.md")).unwrap();
    let mut by_question: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for part in tables.split("\n## ") {
        let heading = part.lines().next().unwrap_or_default();
        for question in questions(heading) {
            by_question.entry(question).or_default().extend(numbers(part));
        }
    }
    let differences = differences();
    for (question, [difference, more, less]) in &differences {
        let all = &by_question[question];
        assert!(is_among(more, all) && is_among(less, all), "{question}: {more} − {less}");
        let of = more.parse::<f64>().unwrap() - less.parse::<f64>().unwrap();
        // Both are rounded.
        assert!((of - difference.parse::<f64>().unwrap()).abs() <= 1.0, "{question}: {difference} is {of}");
    }
    let document = read(&docs.join("families.md")).unwrap();
    let (_, rest) = document.split_once("## Method").unwrap();
    let given = numbers(rest.split("\n## ").next().unwrap());
    let mut wrong = Vec::new();
    for section in document.split("\n## ") {
        let heading = section.lines().next().unwrap_or_default();
        let of_section = questions(heading);
        let mut point = "";
        for line in section.lines() {
            match line {
                line if line.starts_with("* ") => point = line,
                line if line.starts_with("  ") => {}
                _ => point = "",
            }
            if of_section.is_empty() || point.is_empty() || point.starts_with(ELSEWHERE) {
                continue;
            }
            for number in numbers(line) {
                let found = of_section.iter().any(|question| {
                    let differs = differences.iter().any(|(of, own)| of == question && own[0] == number);
                    differs || by_question.get(question).is_some_and(|all| is_among(&number, all))
                });
                if !found && !given.contains(&number) {
                    wrong.push(format!("{heading}: {number} in \"{}\"", line.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn numbers_are_found_and_rounded() {
    assert_eq!(numbers("A1 takes 20,000 jobs, 8.5 ± 0.5 s at Q3 (F4)."), ["20000", "8.5", "0.5"]);
    let all = ["26.24".to_owned(), "871".to_owned()];
    assert!(is_among("26.2", &all) && is_among("26", &all) && is_among("871", &all));
    assert!(!is_among("26.3", &all) && !is_among("870", &all));
}

/// A table in the report is the table of the same name in the list of all tables.
#[test]
fn both_documents_have_the_same_tables() {
    let [report, all] = ["families.md", "families-tables.md"].map(|file| {
        let text = read(&studies::root().join("docs").join(file)).unwrap();
        let parts = text.split("<!-- families: ").skip(1);
        parts.filter_map(|own| Some(own.split_once("<!-- end -->")?.0.to_owned())).collect::<Vec<_>>()
    });
    for table in report {
        assert!(all.contains(&table), "{}", table.lines().next().unwrap_or_default());
    }
}
