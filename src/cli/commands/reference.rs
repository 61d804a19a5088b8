//! `metasched reference`: reference documentation as Markdown, from the program's own declarations.

use crate::base::problem::Problem;
use crate::cli::output::reference::{About, PAGES};
use crate::cli::session::{Failure, NewFile, Session};
use crate::words::nearest::nearest;
use clap::{Args, Command};
use std::fs;
use std::path::{Path, PathBuf};

/// Examples of `metasched reference --help`.
pub const EXAMPLES: &str = "\
Examples:
  metasched reference parameters | less     all parameters, with their ranges
  metasched reference --out reference       all pages, as in the handbook";

/// Arguments of `reference`.
#[derive(Args, Clone, Debug)]
pub struct Reference {
    /// The page that is printed: parameters, policies, orders, workloads, networks, measures, presets or commands.
    #[arg(value_name = "PAGE", conflicts_with = "out")]
    page: Option<String>,

    /// Write all pages to this folder, which is created if need be.
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,

    /// The address of the web page, for links to presets.
    #[arg(long, value_name = "ADDRESS")]
    base: Option<String>,
}

impl Reference {
    /// Prints a page about the program, or writes all pages.
    ///
    /// # Errors
    /// If the page does not exist, or a file or standard output cannot be written.
    pub fn carry_out(&self, session: &mut Session, mut program: Command) -> Result<(), Failure> {
        // Completes the usage text of each command.
        program.build();
        let about = About { program: &program, page: self.base.as_deref() };
        match (&self.out, &self.page) {
            (Some(folder), _) => write_all(session, &about, folder),
            (None, name) => {
                let named = |name: &String| PAGES.iter().find(|own| own.name == name);
                let page = name.as_ref().and_then(named);
                let page = page.ok_or_else(|| no_page(name.as_deref()))?;
                session.print_text(&page.text(&about))
            }
        }
    }
}

fn no_page(name: Option<&str>) -> Problem {
    let (place, wrong) = match name {
        Some(name) => (format!("reference {name}"), "is not the name of a page"),
        None => ("reference".to_owned(), "is given without a page"),
    };
    let names: Vec<&str> = PAGES.iter().map(|own| own.name).collect();
    let near = name.and_then(|name| nearest(name, names.iter().copied()));
    let advice = match near {
        Some(near) => format!("Did you mean {near}?"),
        None => "Name one of these, or write all with --out DIR".to_owned(),
    };
    Problem::new(place, wrong, names.join(", "), advice)
}

fn write_all(session: &mut Session, about: &About<'_>, folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::unwritable(folder.display(), &error))?;
    for page in &PAGES {
        let path = folder.join(format!("{}.md", page.name));
        NewFile::create(session, &path)?.fill(&page.text(about))?;
    }
    session.messages.note(&format!("Wrote {} pages to {}", PAGES.len(), folder.display()));
    Ok(())
}
