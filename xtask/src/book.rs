//! `cargo xtask book`: builds the handbook from the pages of handbook/src, the program's own reference, the glossary,
//! and the documents in its table of contents. The output of commands on its pages is compared, and pictures are drawn
//! by these commands.

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
    /// Write the output of the commands on the pages of handbook/src into these pages, instead of comparing it.
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

/// Builds the handbook with the native program and checks it; returns the folder of its pages.
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
    // Links to the web page begin with `../../`, because it is two folders above the reference.
    printed(Command::new(native).args(["reference", "--base", "../../", "--out"]).arg(all.join("reference")))?;
    project::write(&all.join("glossary.md"), &pages::glossary()?)?;
    pages::bring_documents(&all)?;
    for page in files::all(&own.join("src"))? {
        if page.ends_with(".md") {
            let run = work.join("run").join(page.trim_end_matches(".md"));
            emptied(&run)?;
            let (source, copied) = (own.join("src").join(&page), all.join(&page));
            transcripts::hold(&source, native, &run, wanted)?;
            // The page is copied again, because the outputs on it may have been rewritten.
            copy(&source, &copied)?;
            pages::bring_pictures(&run, &copied)?;
        }
    }
    run(Command::new(mdbook).arg("build").arg(&work))?;
    let made = work.join("html");
    links::check(&made)?;
    Ok(made)
}

/// Copies the handbook into the folder of a site.
pub fn place(book: &Path, site: &Path) -> Outcome {
    copy_all(book, &site.join(project::HANDBOOK))
}

fn copy_all(from: &Path, to: &Path) -> Outcome {
    files::all(from)?.iter().try_for_each(|file| copy(&from.join(file), &to.join(file)))
}
