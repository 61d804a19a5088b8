//! Pictures and what is said besides as one HTML document without any other file.

use crate::base::markdown::escape;
use crate::base::problem::Problem;
use crate::cli::printed::failure::Failure;
use crate::cli::printed::new_file::NewFile;
use crate::cli::printed::report::figures::Picture;
use crate::cli::printed::report::{MARK, html};
use std::io::Write;

/// The document: the pictures one below the other, each with its words, and a text in lines below a heading.
pub fn document(title: &str, figures: &[Picture], (heading, text): (&str, &str)) -> String {
    let figures: String = figures.iter().map(Picture::markdown).collect();
    // Indented by four it is shown as it is, whatever is in it.
    let text: String = text.lines().map(|line| format!("    {}\n", line.replace(char::is_control, " "))).collect();
    let page = format!("# {}\n{figures}\n## {}\n\n{text}", escape(title), escape(heading));
    html::document(title, MARK, &page, &[])
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
