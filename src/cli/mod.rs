//! .

pub mod log_file;
