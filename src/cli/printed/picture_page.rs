//! Pictures and what is said besides as one HTML document without any other file.

use crate::base::problem::Problem;
use crate::cli::printed::failure::Failure;
use crate::cli::printed::new_file::NewFile;
use crate::cli::printed::report::figures::Picture;
use crate::cli::printed::report::html::{STYLE, escape};
use std::fmt::Write as _;
use std::io::Write as _;

/// The document: the pictures one below the other, each with its words, and a text in lines below a heading.
pub fn document(title: &str, figures: &[Picture], (heading, text): (&str, &str)) -> String {
    let title = escape(title);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n<style>\n{STYLE}pre {{ overflow-x: auto; }}\n\
         </style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    for Picture { svg, words } in figures {
        // Writing to a text cannot fail.
        let _ = writeln!(page, "<figure>\n{svg}\n<figcaption>{}</figcaption>\n</figure>", escape(words));
    }
    let _ = write!(page, "<h2>{}</h2>\n<pre>{}</pre>\n</body>\n</html>\n", escape(heading), escape(text));
    page
}

/// Writes a document, if it could be drawn, to the file that was begun for it.
///
/// # Errors
/// If it could not, or the file cannot be written.
pub fn write(mut file: NewFile, page: Result<String, String>) -> Result<(), Failure> {
    let page = page.map_err(|wrong| Failure::Running(Problem::new("the page", wrong, "", "")))?;
    let written = file.write_all(page.as_bytes());
    written.map_err(|error| file.unwritable(&error))?;
    file.finish()
}
