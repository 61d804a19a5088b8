//! Runs a sweep as a job array of a real Slurm on this machine, with its own folders, ports and keys; Slurm stops when
//! the check ends.

use std::env;
use std::fs;
use std::io::Read;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::debian;
use crate::native;
use crate::process::{Outcome, answer, find, path_with, printed, run};
use crate::project;

const PROGRAMS: [&str; 5] = ["munged", "slurmctld", "slurmd", "sbatch", "scontrol"];
const PACKAGES: [&str; 4] = ["munge", "slurmctld", "slurmd", "slurm-client"];

/// Time limit of the array.
const LIMIT: Duration = Duration::from_secs(240);

/// Sixteen tasks of one or two seconds in four shares, so that one share can be killed while it runs.
const SCENARIO: &str = r#"{ "schema": 2,
  "workload": { "jobs_per_cluster": 250000 },
  "schedulers": ["no-share", "first-fit"],
  "experiment": { "replications": 2, "sweep": [{ "parameter": "workload.bsbw_mbps", "values": [100, 150, 200, 250, 300, 350, 400] }] } }"#;

/// Ensures that Debian's Slurm is installed; in CI it may be installed here.
pub fn ensure() -> Outcome {
    let missing = || PROGRAMS.iter().find(|name| find(name).is_none());
    let Some(name) = missing() else { return Ok(()) };
    if env::var("CI").as_deref() != Ok("true") {
        return Err(format!("{name} is not installed; on Debian: apt-get install {}", PACKAGES.join(" ")));
    }
    debian::install(&PACKAGES)?;
    missing().map_or(Ok(()), |name| Err(format!("{name} is not there after installing Slurm")))
}

/// Checks that a job array of four elements, one of which is killed and requeued, and its last job print the same as
/// one sweep.
pub fn check(_: Option<&str>) -> Outcome {
    let program = native::build()?;
    let cluster = Cluster::start(&program)?;
    project::write(&cluster.folder.join("sweep.json"), SCENARIO)?;
    let text = cluster.said(&program, &["slurm", "sweep.json", "--shards", "4", "--", "--time=10"])?;
    project::write(&cluster.folder.join("sweep.sh"), &text)?;
    let submitted = cluster.said("bash".as_ref(), &["sweep.sh"])?;
    print!("{submitted}");
    let mut jobs = submitted.lines().filter_map(|line| line.split_whitespace().last());
    let (Some(array), Some(last)) = (jobs.next(), jobs.next()) else {
        return Err("the script did not submit two jobs".to_owned());
    };

    let element = format!("{array}_2");
    cluster.wait("a finished task of the first two elements", || cluster.with_tasks() >= 2)?;
    let state = || cluster.said("squeue".as_ref(), &["--noheader", "--states=all", "--format=%T", "--jobs", &element]);
    cluster.said("scancel".as_ref(), &["--signal=KILL", "--full", &element])?;
    let ended = || state().is_ok_and(|state| !matches!(state.trim(), "RUNNING" | "COMPLETING" | "PENDING"));
    cluster.wait("the end of element 2", ended)?;
    println!("Element 2 was killed: {}", state()?.trim());
    cluster.said("scontrol".as_ref(), &["requeue", &element])?;
    // Without this setting, requeued jobs would wait for two minutes.
    cluster.said("scontrol".as_ref(), &["update", &format!("JobId={element}"), "StartTime=now"])?;
    let queue = || cluster.said("squeue".as_ref(), &["--noheader", "--jobs", &format!("{array},{last}")]);
    cluster.wait("the end of all jobs", || queue().is_ok_and(|text| text.trim().is_empty()))?;

    let log = |name: &str| fs::read_to_string(cluster.folder.join(format!("metasched-{name}.log"))).unwrap_or_default();
    for (job, why) in
        [(element.as_str(), "element 2 did not go on where it was killed"), (last, "the last job found no results")]
    {
        if !log(job).contains("are done already") {
            return Err(format!("{why}:\n{}", log(job)));
        }
    }
    let whole = cluster.said(&program, &["sweep", "sweep.json", "--csv"])?;
    let printed = cluster.results().map(|folder| folder.with_extension("csv"));
    let printed = printed.map(|file| project::read(&file)).transpose()?.unwrap_or_default();
    match printed == whole && whole.lines().count() == 15 {
        true => Ok(()),
        false => Err(format!("the last job prints\n{printed}\nand one sweep\n{whole}")),
    }
}

/// A Slurm of one node.
struct Cluster {
    folder: PathBuf,
    path: std::ffi::OsString,
    daemons: Vec<Child>,
}

impl Cluster {
    fn start(program: &Path) -> Outcome<Cluster> {
        let folder = env::temp_dir().join(format!("metasched-slurm-{}", std::process::id()));
        for name in ["state", "spool"] {
            fs::create_dir_all(folder.join(name)).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let programs = program.parent().map(Path::to_owned);
        let path = path_with(&programs.into_iter().collect::<Vec<_>>())?;
        let mut cluster = Cluster { folder, path, daemons: Vec::new() };
        let own = |name: &str| cluster.folder.join(name).display().to_string();

        let mut key = [0; 64];
        let random = fs::File::open("/dev/urandom").and_then(|mut source| source.read_exact(&mut key));
        random.map_err(|error| format!("/dev/urandom: {error}"))?;
        project::write(&cluster.folder.join("munge.key"), key)?;
        run(Command::new("chmod").arg("600").arg(cluster.folder.join("munge.key")))?;
        let host = answer(Command::new("hostname").arg("-s")).ok_or("this machine has no host name")?;
        let ports = [free_port()?, free_port()?];
        project::write(&cluster.folder.join("slurm.conf"), config(&cluster.folder, &host, ports))?;

        let munge: Vec<String> = [
            ("key-file", "munge.key"),
            ("socket", "munge.socket"),
            ("pid-file", "munge.pid"),
            ("log-file", "munge.log"),
            ("seed-file", "munge.seed"),
        ]
        .iter()
        .map(|(flag, name)| format!("--{flag}={}", own(name)))
        .chain(["--foreground".to_owned(), "--force".to_owned()])
        .collect();
        let config = own("slurm.conf");
        cluster.daemon("munged", &munge)?;
        cluster.wait("the socket of munge", || cluster.folder.join("munge.socket").exists())?;
        cluster.daemon("slurmctld", &["-D".to_owned(), "-f".to_owned(), config.clone()])?;
        cluster.daemon("slurmd", &["-D".to_owned(), "-f".to_owned(), config])?;
        let idle = || cluster.said("sinfo".as_ref(), &["--noheader", "--format=%T"]);
        cluster.wait("the node", || idle().is_ok_and(|state| state.trim() == "idle"))?;
        Ok(cluster)
    }

    /// The folder of results.
    fn results(&self) -> Option<PathBuf> {
        let mut paths = fs::read_dir(&self.folder).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
        paths.find(|path| {
            path.is_dir() && path.file_name().is_some_and(|own| own.to_string_lossy().starts_with("results-"))
        })
    }

    /// Number of results files that have a task.
    fn with_tasks(&self) -> usize {
        let files = self.results().and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
        let texts = files.filter_map(|file| fs::read_to_string(file.path()).ok());
        texts.filter(|text| text.contains("{\"task\":")).count()
    }

    fn daemon(&mut self, name: &str, arguments: &[String]) -> Outcome {
        let log = fs::File::create(self.folder.join(format!("{name}.out"))).map_err(|error| error.to_string())?;
        let mut command = Command::new(find(name).ok_or_else(|| format!("{name} is missing"))?);
        command.args(arguments).env("PATH", &self.path).stdin(Stdio::null());
        let both = log.try_clone().map_err(|error| error.to_string())?;
        let child = command.stdout(log).stderr(both).spawn();
        self.daemons.push(child.map_err(|error| format!("{name} did not start: {error}"))?);
        Ok(())
    }

    /// Runs a program in the folder, and returns its standard output.
    fn said(&self, program: &Path, arguments: &[&str]) -> Outcome<String> {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&self.folder);
        printed(command.env("PATH", &self.path).env("SLURM_CONF", self.folder.join("slurm.conf")))
    }

    fn wait(&self, what: &str, mut there: impl FnMut() -> bool) -> Outcome {
        let begin = Instant::now();
        while !there() {
            if begin.elapsed() > LIMIT {
                let log = |name: &str| fs::read_to_string(self.folder.join(name)).unwrap_or_default();
                let logs = ["munged.out", "slurmctld.out", "slurmd.out"].map(log).concat();
                let last: Vec<&str> = logs.lines().rev().take(30).collect();
                return Err(format!(
                    "{what} did not come within {LIMIT:?}; the daemons said, last first:\n{}",
                    last.join("\n")
                ));
            }
            sleep(Duration::from_millis(200));
        }
        Ok(())
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // Cancelling the jobs also ends the processes that slurmd has started.
        let _ = self.said("scancel".as_ref(), &["--user=root"]);
        for daemon in self.daemons.iter_mut().rev() {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn config(folder: &Path, host: &str, [controller, node]: [u16; 2]) -> String {
    let folder = folder.display();
    format!(
        "ClusterName=metasched
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CryptoType=crypto/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_interval=2
MpiDefault=none
ReturnToService=2
KillWait=2
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldPort={controller}
SlurmdPort={node}
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"
    )
}

fn free_port() -> Outcome<u16> {
    let address = TcpListener::bind("127.0.0.1:0").and_then(|own| own.local_addr());
    address.map(|own| own.port()).map_err(|error| format!("no free port: {error}"))
}
