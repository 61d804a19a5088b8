//! Files that appear when they are complete, on folders of their own.

use super::*;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("metasched-new-file-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_file_appears_when_it_is_complete() {
    let session = &mut Session::default();
    let folder = folder("complete");
    let path = folder.join("jobs.csv");
    fs::write(&path, "old").unwrap();
    let mut file = NewFile::create(session, &path).unwrap();
    file.write_all(b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"old");
    file.finish().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
#[cfg(unix)]
fn inputs_links_and_permissions_stay() {
    let session = &mut Session::default();
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder("kept");
    let (path, link) = (folder.join("jobs.csv"), folder.join("link.csv"));
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&path, &link).unwrap();
    let mut file = NewFile::create(session, &link).unwrap();
    file.write_all(b"new").unwrap();
    file.finish().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    // What is written is not read, and what is read is not written.
    assert!(session.read(&path).is_err());
    let (input, link) = (folder.join("in.csv"), folder.join("link-in.csv"));
    fs::write(&input, "read").unwrap();
    symlink(&input, &link).unwrap();
    session.read(&input).unwrap();
    for name in [&input, &link, &folder.join(".").join("in.csv")] {
        assert!(matches!(NewFile::create(session, name), Err(Failure::Input(_))));
    }
    assert_eq!(fs::read(&input).unwrap(), b"read");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn no_file_is_written_twice() {
    let session = &mut Session::default();
    let folder = folder("twice");
    let first = NewFile::create(session, &folder.join("jobs.csv")).unwrap();
    let same = folder.join(".").join("jobs.csv");
    assert!(matches!(NewFile::create(session, &same), Err(Failure::Input(_))));
    first.finish().unwrap();
    // Nor one after the other.
    assert!(matches!(NewFile::create(session, &same), Err(Failure::Input(_))));
    assert!(folder.join("jobs.csv").exists());
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn an_incomplete_file_vanishes() {
    let session = &mut Session::default();
    let folder = folder("incomplete");
    let mut file = NewFile::create(session, &folder.join("jobs.csv")).unwrap();
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    file.write_all(b"half").unwrap();
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    drop(file);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    assert!(matches!(NewFile::create(session, &folder), Err(Failure::Running(_))));
    assert!(NewFile::create(session, &folder.join("no/such/folder/jobs.csv")).is_err());
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_protected_file_stays() {
    let session = &mut Session::default();
    let folder = folder("protected");
    let path = folder.join("jobs.csv");
    fs::write(&path, "old").unwrap();
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    let Err(Failure::Running(why)) = NewFile::create(session, &path) else {
        panic!("it is replaced");
    };
    assert!(why.wrong.contains("write-protected"), "{why}");
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    let _ = fs::remove_dir_all(&folder);
}
