//! Statistics of a log.
