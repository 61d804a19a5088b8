//! `cargo xtask book`: the handbook. Its pages are those of handbook/src, the reference that the program writes about itself, the glossary and the
//! documents that its table of contents names. What commands on its pages print is compared, and what they draw is its pictures.

mod links;
mod pages;
mod transcripts;

use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;

use crate::files::{self, copy, emptied};
use crate::process::{Outcome, printed, run};
use crate::{native, project, tools};

#[derive(Args)]
pub struct Book {
    /// Write what the commands on the pages of handbook/src print into these pages, instead of comparing it.
    #[arg(long)]
    bless: bool,
}

impl Book {
    pub fn carry_out(self) -> Outcome {
        let wanted = if self.bless { transcripts::Wanted::Written } else { transcripts::Wanted::Same };
        let folder = made(&native::build()?, wanted)?;
        println!("The handbook is {}", folder.join("index.html").display());
        Ok(())
    }
}

/// Builds the handbook with the native program and checks it; the folder with its pages.
pub fn build(native: &Path) -> Outcome<PathBuf> {
    made(native, transcripts::Wanted::Same)
}

fn made(native: &Path, wanted: transcripts::Wanted) -> Outcome<PathBuf> {
    let mdbook = tools::mdbook()?;
    let work = project::target().join("book");
    emptied(&work)?;
    let (own, all) = (project::root().join("handbook"), work.join("src"));
    for file in ["book.toml", "wide.css"] {
        copy(&own.join(file), &work.join(file))?;
    }
    copy_all(&own.join("src"), &all)?;
    // Two folders up from the reference is the page.
    printed(Command::new(native).args(["reference", "--base", "../../", "--out"]).arg(all.join("reference")))?;
    project::write(&all.join("glossary.md"), &pages::glossary()?)?;
    pages::bring_documents(&all)?;
    for page in files::all(&own.join("src"))? {
        if page.ends_with(".md") {
            let run = work.join("run").join(page.trim_end_matches(".md"));
            emptied(&run)?;
            let (source, copied) = (own.join("src").join(&page), all.join(&page));
            transcripts::hold(&source, native, &run, wanted)?;
            // Its outputs may have been written anew.
            copy(&source, &copied)?;
            pages::bring_pictures(&run, &copied)?;
        }
    }
    run(Command::new(mdbook).arg("build").arg(&work))?;
    let made = work.join("html");
    links::check(&made)?;
    Ok(made)
}

/// Puts the handbook beside the page of a site.
pub fn place(book: &Path, site: &Path) -> Outcome {
    copy_all(book, &site.join(project::HANDBOOK))
}

fn copy_all(from: &Path, to: &Path) -> Outcome {
    files::all(from)?.iter().try_for_each(|file| copy(&from.join(file), &to.join(file)))
}
