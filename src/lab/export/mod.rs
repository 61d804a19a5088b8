//! Writers for other formats: CSV tables, the jobs file of Batsim and evalys, job logs (SWF),
//! workloads of Batsim, and a paragraph about an experiment for a paper.
//!
//! All writers accept any [`std::io::Write`]: a file on the command line, a `Vec<u8>` on the page.

pub mod csv;
pub mod jobs;
pub mod jobs_file;
pub mod latex;
pub mod method;
pub mod runs;
pub mod schedule;
pub mod table;
