//! Files that appear when they are complete, on folders of their own.

use super::*;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("metasched-new-file-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_file_appears_when_it_is_complete() {
    let folder = folder("complete");
    let path = folder.join("jobs.csv");
    fs::write(&path, "old").unwrap();
    let mut file = NewFile::create(&path).unwrap();
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
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder("kept");
    let (path, link) = (folder.join("jobs.csv"), folder.join("link.csv"));
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&path, &link).unwrap();
    let mut file = NewFile::create(&link).unwrap();
    file.write_all(b"new").unwrap();
    file.finish().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    // What is written is not read, and what is read is not written.
    assert!(own_files::protect(&path).is_err());
    let (input, link) = (folder.join("in.csv"), folder.join("link-in.csv"));
    fs::write(&input, "read").unwrap();
    symlink(&input, &link).unwrap();
    own_files::protect(&input).unwrap();
    for name in [&input, &link, &folder.join(".").join("in.csv")] {
        assert!(matches!(NewFile::create(name), Err(Failure::Input(_))));
    }
    assert_eq!(fs::read(&input).unwrap(), b"read");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn no_file_is_written_twice() {
    let folder = folder("twice");
    let first = NewFile::create(&folder.join("jobs.csv")).unwrap();
    let same = folder.join(".").join("jobs.csv");
    assert!(matches!(NewFile::create(&same), Err(Failure::Input(_))));
    first.finish().unwrap();
    // Nor one after the other.
    assert!(matches!(NewFile::create(&same), Err(Failure::Input(_))));
    assert!(folder.join("jobs.csv").exists());
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn parts_are_put_behind_a_file_and_vanish() {
    let folder = folder("parts");
    let path = folder.join("jobs.csv");
    let mut file = NewFile::create(&path).unwrap();
    file.write_all(b"first ").unwrap();
    let mut part = NewFile::create_part(&path, 2).unwrap();
    part.write_all(b"second").unwrap();
    let part = part.close().unwrap();
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    file.append(&part).unwrap();
    drop(part);
    file.finish().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"first second");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn an_incomplete_file_vanishes() {
    let folder = folder("incomplete");
    let mut file = NewFile::create(&folder.join("jobs.csv")).unwrap();
    file.write_all(b"half").unwrap();
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    drop(file);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    assert!(matches!(NewFile::create(&folder), Err(Failure::Running(_))));
    assert!(NewFile::create(&folder.join("no/such/folder/jobs.csv")).is_err());
    fs::remove_dir_all(&folder).unwrap();
}

/// A link that leads nowhere yet is a name for what is written; one that leads to itself is none.
#[test]
#[cfg(unix)]
fn links_that_lead_nowhere() {
    use std::os::unix::fs::symlink;
    let folder = folder("links");
    let link = |name: &str, to: &str| {
        symlink(to, folder.join(name)).unwrap();
        folder.join(name)
    };
    link("second.csv", "jobs.csv");
    let mut file = NewFile::create(&link("first.csv", "second.csv")).unwrap();
    file.write_all(b"new").unwrap();
    file.finish().unwrap();
    assert_eq!(fs::read(folder.join("jobs.csv")).unwrap(), b"new");
    for name in ["first.csv", "second.csv"] {
        let about = fs::symlink_metadata(folder.join(name)).unwrap();
        assert!(about.is_symlink(), "{name}");
    }
    link("there.csv", "back.csv");
    let refused = NewFile::create(&link("back.csv", "there.csv"));
    assert!(matches!(refused, Err(Failure::Running(_))));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 5);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_protected_file_stays() {
    let folder = folder("protected");
    let path = folder.join("jobs.csv");
    fs::write(&path, "old").unwrap();
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    let Err(Failure::Running(why)) = NewFile::create(&path) else {
        panic!("it is replaced");
    };
    assert!(why.wrong.contains("write-protected"), "{why}");
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    let _ = fs::remove_dir_all(&folder);
}

/// Of processes that are gone; what another one writes stays, and so does what only looks like it.
#[test]
#[cfg(unix)]
fn leftovers_go_when_the_file_is_written_again() {
    let folder = folder("leftovers");
    let mut gone = std::process::Command::new("true").spawn().unwrap();
    gone.wait().unwrap();
    let pid = gone.id();
    let running = std::os::unix::process::parent_id();
    let left = [format!("jobs.csv.part-{pid}"), format!("jobs.csv.run-2.part-{pid}")];
    let kept =
        [format!("jobs.csv.part-{running}"), format!("other-jobs.csv.part-{pid}"), "jobs.csv.part-of-it".to_owned()];
    for name in left.iter().chain(&kept) {
        fs::write(folder.join(name), "half").unwrap();
    }
    let locked = folder.join("k.csv.part-1999999999");
    fs::write(&locked, "half").unwrap();
    let writer = File::open(&locked).unwrap();
    writer.try_lock().unwrap();
    for name in ["jobs.csv", "k.csv"] {
        NewFile::create(&folder.join(name)).unwrap().finish().unwrap();
    }
    let is_there = |name: &String| folder.join(name).exists();
    assert!(!left.iter().any(is_there) && kept.iter().all(is_there));
    assert!(locked.exists());
    fs::remove_dir_all(&folder).unwrap();
}
