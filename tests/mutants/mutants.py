"""Mutation tests of a package in one build: `python3 tests/mutants/mutants.py metasched-kernel`, from the root of the checkout.

cargo-mutants lists the mutants. Each function becomes a `match` over a number that the environment variable MUTANT gives: an arm for each
mutant, and the code as it is. So a mutant costs no compilation, but only tests that reach its function: the quickest first, until one fails.
Outcomes are lines of `outcomes.jsonl` in the folder of the run; a run that is started again goes on with the mutants that have none.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
KERNEL = "src/kernel/lib.rs"
WORKERS = os.cpu_count() or 1
# Added to the kernel, on which all packages depend.
SWITCH = """
extern crate self as metasched_kernel;
/// The mutant that runs, and a record of the functions that a test reaches.
pub mod mutant {
    use std::io::Write;
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicBool, Ordering};
    static NUMBER: LazyLock<u32> = LazyLock::new(|| std::env::var("MUTANT").ok().and_then(|n| n.parse().ok()).unwrap_or(0));
    static RECORD: LazyLock<Option<std::ffi::OsString>> = LazyLock::new(|| std::env::var_os("MUTANT_REACHED"));
    static REACHED: [AtomicBool; 65536] = [const { AtomicBool::new(false) }; 65536];
    /// Number of the mutant, 0 for the code as it is.
    #[inline]
    pub fn number(function: usize) -> u32 {
        if RECORD.is_some() { record(function); }
        *NUMBER
    }
    #[cold]
    fn record(function: usize) {
        if let (Some(path), false) = (RECORD.as_ref(), REACHED[function].swap(true, Ordering::Relaxed)) {
            let mut file = std::fs::OpenOptions::new().append(true).create(true).open(path).expect("record");
            file.write_all(format!("{function}\\n").as_bytes()).expect("record");
        }
    }
}
"""
TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|b?r(\#*)".*?"\1|b?"(?:[^"\\]|\\.)*"|b?'(?:[^'\\\n]|\\(?:x[0-9a-fA-F]{2}|u\{[0-9a-fA-F_]+\}|.))'|'\w+|->|=>|\w+|.""", re.S
)
# Functions that are compiled again for each closure that is passed. An arm of one that passes closures to another one multiplies the code,
# so these functions are a run of their own (--generic).
GENERIC = re.compile(r"impl |: Fn|<const |, const ")


def say(*words):
    print(time.strftime("%H:%M:%S"), *words, file=sys.stderr, flush=True)


def environment(build, **more):
    """Fixed draws, as in the gate, but fewer, and failures that are not made smaller."""
    fixed = {
        "CARGO_INCREMENTAL": "0",
        "CARGO_TARGET_DIR": str(build),
        "RUSTFLAGS": "--cap-lints=allow",
        "RUST_MIN_STACK": str(64 << 20),
        "PROPTEST_RNG_SEED": "1999",
        "PROPTEST_CASES": "32",
        "PROPTEST_MAX_SHRINK_ITERS": "0",
        "PROPTEST_DISABLE_FAILURE_PERSISTENCE": "1",
    }
    return {**os.environ, **fixed, **more}


class Source:
    """A file, in which places are given by line and column from 1."""

    def __init__(self, path):
        self.text = path.read_text()
        self.lines = [0]
        for line in self.text.split("\n"):
            self.lines.append(self.lines[-1] + len(line) + 1)

    def span(self, span):
        return tuple(self.lines[span[end]["line"] - 1] + span[end]["column"] - 1 for end in ("start", "end"))

    def body(self, start, end):
        """The span between the braces of the function."""
        depth = 0
        for token in TOKEN.finditer(self.text, start, end):
            word = token.group()
            if word == "{" and depth == 0:
                return token.end(), end - 1
            depth += (word in ("(", "[")) - (word in (")", "]"))
        raise ValueError(self.text[start:end])


class Tree:
    """A copy of the checkout with all mutants in it."""

    def __init__(self, folder, package, generic, survivors):
        self.folder, self.package, self.generic = folder, package, generic
        listed = subprocess.run(["cargo", "mutants", "--list", "--json", "-p", package], cwd=ROOT, check=True, stdout=subprocess.PIPE)
        self.mutants = [{key: m[key] for key in ("name", "file", "function", "span", "replacement")} for m in json.loads(listed.stdout)]
        if survivors:
            outcomes = map(json.loads, survivors.read_text().splitlines())
            left = {o["name"] for o in outcomes if o["outcome"] in ("missed", "unreached")}
            self.mutants = [m for m in self.mutants if m["name"] in left]
        for number, mutant in enumerate(self.mutants, 1):
            mutant["number"] = number
        # Numbers of mutants that do not compile, and of those that cannot be chosen while the program runs.
        self.unviable, self.apart, self.function = set(), set(), {}
        if not folder.exists():
            subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)

    def write(self):
        """Writes all files, and returns the mutant of each line of each file."""
        by_file, places, functions = collections.defaultdict(list), {}, 0
        for mutant in self.mutants:
            by_file[mutant["file"]].append(mutant)
        for file in sorted({KERNEL, *by_file}):
            source, mutants = Source(ROOT / file), by_file[file]
            pieces, lines, line, done = [], {}, 1, 0
            self.apart |= {m["number"] for m in mutants if not m["function"]}
            for start, end in outermost(source.span(m["function"]["span"]) for m in mutants if m["function"]):
                functions += 1
                own = [m for m in mutants if m["function"] and start <= source.span(m["function"]["span"])[0] < end]
                first, last = source.body(start, end)
                header = re.sub("//.*", "", source.text[start:first])
                hidden = any("impl " in m["function"]["return_type"] for m in own)
                if hidden or re.search(r"\bconst\s+fn\b", header) or bool(GENERIC.search(header)) != self.generic:
                    self.apart |= {m["number"] for m in own}
                    continue
                arms = [(0, f"{source.text[done:first]} match ::metasched_kernel::mutant::number({functions}) {{\n")]
                for m in own:
                    if m["number"] not in self.unviable:
                        self.function[m["number"]] = functions
                        begin, stop = source.span(m["span"])
                        changed = f"{source.text[first:begin]} {m['replacement']} {source.text[stop:last]}"
                        arms.append((m["number"], f"{m['number']} => {{ {changed}\n}}\n"))
                arms.append((0, f"_ => {{ {source.text[first:last]}\n}}\n}}\n"))
                for number, arm in arms:
                    if number:
                        lines.update(dict.fromkeys(range(line, line + arm.count("\n")), number))
                    line += arm.count("\n")
                    pieces.append(arm)
                done = last
            text = "".join([*pieces, source.text[done:]])
            text = re.sub(r"#\[inline(\(always\))?\]", "#[inline(never)]", text) + (SWITCH if file == KERNEL else "")
            if (self.folder / file).read_text() != text:
                (self.folder / file).write_text(text)
            places[file] = lines
        return places

    def compile(self, build):
        """Leaves out mutants that do not compile, until the rest does."""
        while True:
            places = self.write()
            check = ["cargo", "check", "--profile=mutants", "--lib", "--message-format=json", "-p", self.package]
            checked = subprocess.run(check, cwd=self.folder, env=environment(build), capture_output=True, text=True)
            refused = set()
            for message in map(json.loads, checked.stdout.splitlines()):
                if message["reason"] == "compiler-message" and message["message"]["level"] == "error":
                    spans = sorted(message["message"]["spans"], key=lambda span: not span["is_primary"])
                    found = [places.get(span["file_name"], {}).get(span["line_start"]) for span in spans]
                    refused |= set(list(filter(None, found))[:1])
            if checked.returncode == 0:
                return
            if not refused:
                sys.exit(checked.stderr)
            self.unviable |= refused
            say(len(self.unviable), "mutants do not compile")

    def programs(self, build, unit):
        """The test programs, each with the folder in which it runs; if `unit`, only that of the package's unit tests."""
        packages = ["metasched-kernel", "metasched-logs", "metasched-models", "metasched-lab", "metasched"]
        test = ["cargo", "test", "--profile=mutants", "--no-run", "--message-format=json", "--lib"]
        if unit:
            packages = [self.package]
        else:
            test += ["--features=metasched/chart", "--test=integration"]
        built = subprocess.run(test + [f"-p={p}" for p in packages], cwd=self.folder, env=environment(build), check=True, stdout=subprocess.PIPE)
        messages = [message for message in map(json.loads, built.stdout.splitlines()) if message.get("executable") and message["profile"]["test"]]
        return {message["executable"]: str(pathlib.Path(message["manifest_path"]).parent) for message in messages}


def outermost(spans):
    found = []
    for start, end in sorted(set(spans)):
        if not found or start >= found[-1][1]:
            found.append((start, end))
    return found


def limits():
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def passes(program, folder, names, most_s, **more):
    """True if the tests pass, None if they take longer than `most_s`."""
    command = [program, "--exact", "--test-threads=1", *names]
    null = subprocess.DEVNULL
    with subprocess.Popen(command, cwd=folder, env=environment("", **more), stdin=null, stdout=null, stderr=null, start_new_session=True, preexec_fn=limits) as process:
        try:
            return process.wait(most_s) == 0
        except subprocess.TimeoutExpired:
            return None
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass


def measured(programs, work, most_s):
    """Runs each test alone, with the code as it is: its time, and the functions that it reaches."""
    tests = []
    for program, folder in programs.items():
        listed = subprocess.run([program, "--list", "--format=terse"], cwd=folder, env=environment(""), check=True, capture_output=True, text=True)
        tests += [(program, folder, line.removesuffix(": test")) for line in listed.stdout.splitlines() if line.endswith(": test")]

    def measure(number):
        program, folder, name = tests[number]
        record = work / f"reached-{number}"
        began = time.monotonic()
        passed = passes(program, folder, [name], 2 * most_s, MUTANT="0", MUTANT_REACHED=str(record))
        took_s = time.monotonic() - began
        reached = sorted(map(int, set(record.read_text().split()))) if record.exists() else []
        record.unlink(missing_ok=True)
        return {"program": program, "folder": folder, "name": name, "took_s": took_s, "passed": passed, "reached": reached}

    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        return list(pool.map(measure, range(len(tests))))


def rounds(tests, file):
    """The tests in rounds that take longer and longer: those of the file, then the others, first quick ones that reach little else."""
    module = file.split("/", 2)[2].removesuffix(".rs").removesuffix("/mod").replace("/", "::") + "::"
    found, most_s, sum_s = [[]], 0.05, 0.0
    for test in sorted(tests, key=lambda t: (not t["name"].startswith(module), t["took_s"] ** 0.5 * len(t["reached"]))):
        if found[-1] and sum_s + test["took_s"] > most_s:
            found.append([])
            most_s, sum_s = max(min(2 * most_s, 2.0), test["took_s"]), 0.0
        found[-1].append(test)
        sum_s += test["took_s"]
    return found


def outcome(mutant, tests, budget_s):
    """Caught if a test fails or takes much longer than with the code as it is, within tests that take `budget_s` in all."""
    spent_s = 0.0
    result = {"name": mutant["name"], "outcome": "missed" if tests else "unreached", "tests": len(tests)}
    for batch in rounds(tests, mutant["file"]):
        if spent_s > budget_s:
            break
        spent_s += sum(test["took_s"] for test in batch)
        programs = collections.defaultdict(list)
        for test in batch:
            programs[test["program"], test["folder"]].append(test)
        for (program, folder), group in programs.items():
            most_s = 5.0 + 6.0 * sum(test["took_s"] for test in group)
            passed = passes(program, folder, [test["name"] for test in group], most_s, MUTANT=str(mutant["number"]))
            if not passed:
                return {**result, "outcome": "timeout" if passed is None else "caught"}
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", choices=["metasched-kernel", "metasched-models"])
    parser.add_argument("--generic", action="store_true", help="mutants of functions that are compiled for each closure passed to them")
    parser.add_argument("--unit", action="store_true", help="only the unit tests of the package")
    parser.add_argument("--survivors", type=pathlib.Path, help="outcomes of an earlier run: only the mutants that it missed")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "target/mutants/run", help="folder of the run (default: %(default)s)")
    parser.add_argument("--most", type=float, default=3.0, help="longest test [s] (default: %(default)s)")
    parser.add_argument("--budget", type=float, default=12.0, help="time of the tests of one mutant [s] (default: %(default)s)")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    state = options.work / "state.json"
    if not state.exists():
        build = options.work / "build"
        tree = Tree(options.work / "tree", options.package, options.generic, options.survivors)
        tree.compile(build)
        say("building the tests")
        programs = tree.programs(build, options.unit)
        say("measuring the tests")
        tests = measured(programs, options.work, options.most)
        left = tree.unviable | tree.apart
        mutants = [{**m, "in": tree.function[m["number"]]} for m in tree.mutants if m["number"] not in left]
        counts = {"mutants": len(tree.mutants), "unviable": len(tree.unviable - tree.apart), "apart": len(tree.apart)}
        state.write_text(json.dumps({"counts": counts, "mutants": mutants, "tests": tests}))
    known = json.loads(state.read_text())
    say(known["counts"], "failing:", [test["name"] for test in known["tests"] if not test["passed"]])
    reaching = collections.defaultdict(list)
    for test in known["tests"]:
        if test["passed"] and test["took_s"] <= options.most:
            for function in test["reached"]:
                reaching[function].append(test)
    outcomes = options.work / "outcomes.jsonl"
    done = {json.loads(line)["name"] for line in outcomes.read_text().splitlines()} if outcomes.exists() else set()
    left = [m for m in known["mutants"] if m["name"] not in done]
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool, outcomes.open("a") as file:
        for job in concurrent.futures.as_completed(pool.submit(outcome, m, reaching[m["in"]], options.budget) for m in left):
            print(json.dumps(job.result()), file=file, flush=True)
            counts[job.result()["outcome"]] += 1
            if counts.total() % 100 == 0:
                say(counts.total(), "of", len(left), dict(counts))
    say(dict(counts))


if __name__ == "__main__":
    main()
