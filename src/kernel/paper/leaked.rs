//! Papers that are read from a file live as long as the program, like those that are compiled into it: what is read here is never freed.
//!
//! Texts are slices of the file, which must therefore have no escapes in them.

use serde::{Deserialize, Deserializer};

/// A list.
pub fn list<D, T>(from: D) -> Result<&'static [T], D::Error>
where
    D: Deserializer<'static>,
    T: Deserialize<'static>,
{
    Ok(Vec::leak(Vec::deserialize(from)?))
}

/// A single thing behind a reference.
pub fn one<D, T>(from: D) -> Result<&'static T, D::Error>
where
    D: Deserializer<'static>,
    T: Deserialize<'static>,
{
    Ok(Box::leak(Box::new(T::deserialize(from)?)))
}

/// A list of lists.
pub fn lists<D, T>(from: D) -> Result<&'static [&'static [T]], D::Error>
where
    D: Deserializer<'static>,
    T: Deserialize<'static>,
{
    let lists: Vec<Vec<T>> = Vec::deserialize(from)?;
    Ok(Vec::leak(lists.into_iter().map(|list| &*Vec::leak(list)).collect()))
}

/// Pairs of a name and a number.
pub fn pairs<'de, D: Deserializer<'de>>(from: D) -> Result<&'static [(&'static str, f64)], D::Error> {
    let read: Vec<(String, f64)> = Vec::deserialize(from)?;
    let pairs = read.into_iter().map(|(name, value)| (&*name.leak(), value));
    Ok(Vec::leak(pairs.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Deserializer;

    #[test]
    fn all_that_is_written_is_read() {
        let read = pairs(&mut Deserializer::from_str(r#"[["a\n", 1.5], ["b", -2]]"#)).unwrap();
        assert_eq!(read, [("a\n", 1.5), ("b", -2.0)]);
        let read: &[f64] = list(&mut Deserializer::from_str("[1, 2.5]")).unwrap();
        assert_eq!(read, [1.0, 2.5]);
        let read: &[&[u32]] = lists(&mut Deserializer::from_str("[[1, 2], [], [3]]")).unwrap();
        assert_eq!(read, [&[1, 2][..], &[], &[3]]);
        let read: &&str = one(&mut Deserializer::from_str(r#""FCFS""#)).unwrap();
        assert_eq!(*read, "FCFS");
    }
}
