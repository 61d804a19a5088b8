//! A server of static files for this machine only: enough for a page that asks for nothing else.

use std::fs;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::process::Outcome;

/// A request's first lines may be this long.
const HEAD_LIMIT: usize = 16 * 1024;
/// A client that says nothing for so long is hung up on.
const PATIENCE: Duration = Duration::from_secs(10);
/// So many ports are tried.
const TRIES: u16 = 100;

/// A listener on the loopback address at `first`, or at the next port that is free; and the port it is.
pub fn listen(first: u16) -> Outcome<(TcpListener, u16)> {
    let last = first.saturating_add(TRIES - 1);
    for port in first..=last {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
            Ok(listener) => {
                let bound = listener
                    .local_addr()
                    .map_err(|error| format!("port {port}: {error}"))?
                    .port();
                return Ok((listener, bound));
            }
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            Err(error) => return Err(format!("cannot listen at port {port}: {error}")),
        }
    }
    Err(format!(
        "all ports from {first} to {last} are taken: name another with --port"
    ))
}

/// Answers for the files in `folder` for as long as the program runs.
pub fn serve(listener: &TcpListener, folder: &Path) -> Outcome {
    let folder = folder
        .canonicalize()
        .map_err(|error| format!("{}: {error}", folder.display()))?;
    for stream in listener.incoming().flatten() {
        let folder = folder.clone();
        // A browser that goes away in the middle of an answer is no error.
        thread::spawn(move || answer(stream, &folder).ok());
    }
    Ok(())
}

fn answer(mut stream: TcpStream, folder: &Path) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let head = read_head(&mut stream)?;
    let mut words = head.split(' ');
    let (method, target) = (
        words.next().unwrap_or_default(),
        words.next().unwrap_or_default(),
    );
    if method != "GET" && method != "HEAD" {
        return respond(
            &mut stream,
            "405 Method Not Allowed",
            "text/plain",
            b"only GET and HEAD\n",
            true,
        );
    }
    let found =
        file(folder, target).and_then(|path| Some((content_type(&path), fs::read(&path).ok()?)));
    match found {
        Some((kind, content)) => respond(&mut stream, "200 OK", kind, &content, method == "GET"),
        None => respond(
            &mut stream,
            "404 Not Found",
            "text/plain",
            b"no such file\n",
            method == "GET",
        ),
    }
}

/// Everything up to the empty line.
fn read_head(stream: &mut TcpStream) -> io::Result<String> {
    let mut head = Vec::new();
    let mut buffer = [0; 1024];
    while !head.windows(4).any(|window| window == b"\r\n\r\n") {
        let count = stream.read(&mut buffer)?;
        if count == 0 || head.len() > HEAD_LIMIT {
            return Err(io::ErrorKind::InvalidData.into());
        }
        head.extend(buffer.iter().take(count));
    }
    Ok(String::from_utf8_lossy(&head).into_owned())
}

fn respond(
    stream: &mut TcpStream,
    status: &str,
    kind: &str,
    content: &[u8],
    with_content: bool,
) -> io::Result<()> {
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-cache\r\n\
         X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
        content.len()
    )?;
    if with_content {
        stream.write_all(content)?;
    }
    stream.flush()
}

/// The file that a request target means: inside `folder`, also after following symbolic links.
fn file(folder: &Path, target: &str) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next()?;
    let path = decoded(path.strip_prefix('/')?)?;
    let mut place = folder.to_owned();
    for part in path.split('/').filter(|part| !part.is_empty()) {
        // This covers `..`, hidden files, and what Windows reads as a drive or a separator.
        if part.starts_with('.') || part.contains(['\\', ':', '\0']) {
            return None;
        }
        place.push(part);
    }
    if path.is_empty() || path.ends_with('/') {
        place.push("index.html");
    }
    let place = place.canonicalize().ok()?;
    (place.starts_with(folder) && place.is_file()).then_some(place)
}

/// `%41` as `A`; `None` where that gives no text.
fn decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        if byte == b'%' {
            let digits = std::str::from_utf8(after.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = after.get(2..)?;
        } else {
            bytes.push(byte);
            rest = after;
        }
    }
    String::from_utf8(bytes).ok()
}

fn content_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("txt" | "swf") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A site with a secret beside it.
    fn site(name: &str) -> PathBuf {
        let outer =
            std::env::temp_dir().join(format!("metasched-server-{name}-{}", std::process::id()));
        fs::create_dir_all(outer.join("site/sub")).unwrap();
        for (path, content) in [
            ("secret", "secret"),
            ("site/index.html", "<h1>page</h1>"),
            ("site/sub/a b.wasm", "\0asm"),
        ] {
            fs::write(outer.join(path), content).unwrap();
        }
        fs::write(outer.join("site/.hidden"), "hidden").unwrap();
        outer.join("site").canonicalize().unwrap()
    }

    #[test]
    fn only_files_of_the_site_are_found() {
        let site = site("paths");
        assert_eq!(file(&site, "/"), Some(site.join("index.html")));
        assert_eq!(
            file(&site, "/index.html?build=1#x"),
            Some(site.join("index.html"))
        );
        assert_eq!(
            file(&site, "/sub/a%20b.wasm"),
            Some(site.join("sub/a b.wasm"))
        );
        for outside in [
            "/../secret",
            "/%2e%2e/secret",
            "/sub/..%2f..%2fsecret",
            "/.hidden",
            "//../secret",
            "secret",
            "",
        ] {
            assert_eq!(file(&site, outside), None, "{outside}");
        }
        for absent in [
            "/nothing",
            "/sub",
            "/sub/",
            "/%",
            "/%zz",
            "/%ff",
            "/index.html/",
        ] {
            assert_eq!(file(&site, absent), None, "{absent}");
        }
        fs::remove_dir_all(site.parent().unwrap()).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_link_out_of_the_site_is_not_followed() {
        let site = site("links");
        std::os::unix::fs::symlink(site.join("../secret"), site.join("link")).unwrap();
        assert_eq!(file(&site, "/link"), None);
        fs::remove_dir_all(site.parent().unwrap()).unwrap();
    }

    #[test]
    fn a_browser_gets_status_type_and_content() {
        let site = site("answers");
        let (listener, port) = listen(0).unwrap();
        let folder = site.clone();
        thread::spawn(move || serve(&listener, &folder));
        let ask = |request: &str| {
            let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
            write!(stream, "{request} HTTP/1.1\r\nHost: here\r\n\r\n").unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            answer
        };
        let wasm = ask("GET /sub/a%20b.wasm");
        assert!(
            wasm.starts_with(
                "HTTP/1.1 200 OK\r\nContent-Type: application/wasm\r\nContent-Length: 4\r\n"
            ),
            "{wasm}"
        );
        assert!(wasm.ends_with("\r\n\r\n\0asm"), "{wasm}");
        assert!(ask("HEAD /").ends_with("\r\n\r\n"));
        assert!(ask("GET /nothing").starts_with("HTTP/1.1 404"));
        assert!(ask("POST /").starts_with("HTTP/1.1 405"));
        fs::remove_dir_all(site.parent().unwrap()).unwrap();
    }

    #[test]
    fn a_taken_port_is_skipped() {
        let (_held, taken) = listen(40_000).unwrap();
        let (_next, other) = listen(taken).unwrap();
        assert!(other > taken);
    }
}
