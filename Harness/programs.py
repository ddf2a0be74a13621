#!/usr/bin/env python3
"""Kills `kawaraban run`, and the programs that it runs, with -9 at random moments; checks what is left (P42).

    programs.py [KILLS] [--binary release|debug|PATH] [--seed N]

A source, a filter and a sink are programs in Python. Each starts other processes, some of them in their own sessions
and ignoring signals. The run is killed KILLS times, and so is a process of one of its programs. This harness adopts all
orphans: a process that exists two seconds after the end of its run has outlived it.

After every 20 kills, undisturbed runs follow until nothing is left to deliver. The sink remembers the ids of messages,
as Documentation/Programs.md says, so each entry must be in its file once. Exits with 1 if an entry was lost or doubled,
if the filter was not asked, or if a process or a secret has outlived its run.
"""
import argparse
import ctypes
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from world import binary_of, working_folder

CONFIGURATION = """\
version: 1
settings: { locale: en, timezone: UTC }
defaults: { first_run: all, timeout: 30s, flood_guard: no }
sources:
  made: { type: command, run: [./source.py] }
sinks:
  kept: { type: command, run: [./sink.py], format: jsonl }
pipelines:
  all:
    sources: [made]
    filters: [ { command: { run: [./filter.py], fields: [title], secrets: { key: { env: KEY } } } } ]
    sinks: [kept]
"""
FAMILY = """\
#!/usr/bin/python3
import json, os, random, signal, subprocess, sys, time
def family():
    subprocess.Popen(["sleep", "600"])
    subprocess.Popen(["setsid", "sh", "-c", "trap '' TERM HUP INT; sleep 600 & while :; do sleep 1; done"])
    time.sleep(random.random() * 0.05)
"""
SOURCE = FAMILY + """\
family()
count = int(open("issued").read())
items = [{"id": str(n), "title": f"entry {n}"} for n in range(1, count + 1)]
text = json.dumps({"version": "https://jsonfeed.org/version/1.1", "title": "Made", "items": items})
half = random.randrange(len(text))
sys.stdout.write(text[:half]); sys.stdout.flush()
time.sleep(random.random() * 0.05)
sys.stdout.write(text[half:])
"""
FILTER = FAMILY + """\
family()
assert open(os.environ["CREDENTIALS_DIRECTORY"] + "/key").read().startswith("a secret of some length")
for line in sys.stdin:
    entry = json.loads(line)
    print(json.dumps({"id": entry["id"], "title": entry["title"].upper()}), flush=True)
    time.sleep(random.random() * 0.005)
"""
SINK = FAMILY + """\
message, place = os.environ["KAWARABAN_MESSAGE_ID"], "out/" + os.environ["KAWARABAN_MESSAGE_ID"]
payload = sys.stdin.read()
if not os.path.exists(place):
    with open(place + ".part", "w") as file: file.write(payload)
    time.sleep(random.random() * 0.02)
    os.rename(place + ".part", place)
family()
"""


def children(process):
    """Its children that have not ended; each thread has those that it has started."""
    numbers = []
    for thread in pathlib.Path(f"/proc/{process}/task").glob("*/children"):
        try:
            numbers += [int(number) for number in thread.read_text().split()]
        except OSError:
            continue
    return [number for number in numbers if not is_dead(number)]


def is_dead(process):
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


def descendants(process):
    found = []
    for child in children(process):
        found += [child, *descendants(child)]
    return found


def name_of(process):
    try:
        return pathlib.Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")[0].decode()
    except OSError:
        return ""


class Trial:
    def __init__(self, binary, seed):
        self.binary, self.random = binary, random.Random(seed)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kawaraban-harness-", dir=working_folder()))
        (self.folder / "out").mkdir()
        (self.folder / "config.yaml").write_text(CONFIGURATION)
        for name, text in [("source", SOURCE), ("filter", FILTER), ("sink", SINK)]:
            (self.folder / f"{name}.py").write_text(text)
            (self.folder / f"{name}.py").chmod(0o755)
        self.issued, self.duration = 0, 0.5
        self.faults, self.killed = [], {"run": 0, "program": 0}
        self.secret = f"a secret of some length, of {os.getpid()}"

    def issue(self):
        self.issued += self.random.choice([0, 1, 2, 5])
        (self.folder / "issued").write_text(str(self.issued))

    def start(self):
        environment = {"PATH": os.environ.get("PATH", ""), "KEY": self.secret}
        with open(self.folder / "stderr", "ab") as errors:
            return subprocess.Popen(
                [self.binary, "run", "--now"], cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=errors, start_new_session=True)

    def finish(self, process):
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            self.faults.append("a run did not end within 60 s")
            process.kill()
            process.wait()
        self.look_for_orphans()

    def look_for_orphans(self):
        """What is orphaned becomes a child of this process."""
        end = time.monotonic() + 2
        while time.monotonic() < end:
            try:
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            except ChildProcessError:
                break
            time.sleep(0.002)
        left = descendants(os.getpid())
        if left:
            self.faults.append(f"outlived its run: {[name_of(process) for process in left]}")
            for process in left:
                os.kill(process, signal.SIGKILL)
        folders = self.secret_folders()
        if folders:
            self.faults.append(f"secrets have outlived their run: {folders}")

    def secret_folders(self):
        """Those of this trial: others may be at work beside it."""
        found = []
        for key in pathlib.Path("/dev/shm").glob("kawaraban-??????/key"):
            try:
                found += [str(key.parent)] if key.read_text() == self.secret else []
            except OSError:
                continue
        return found

    def kill_run(self):
        process = self.start()
        time.sleep(self.random.uniform(0, self.duration))
        if process.poll() is None:
            process.kill()
            self.killed["run"] += 1
        self.finish(process)

    def kill_program(self):
        process = self.start()
        moment = time.monotonic() + self.random.uniform(0, self.duration)
        while process.poll() is None:
            victims = [one for one in descendants(process.pid) if name_of(one) not in ("kawaraban-supervisor", "")
                       and name_of(one) != self.binary]
            if victims and time.monotonic() >= moment:
                try:
                    os.kill(self.random.choice(victims), signal.SIGKILL)
                    self.killed["program"] += 1
                except ProcessLookupError:
                    continue
                break
            time.sleep(0.001)
        self.finish(process)

    def settle(self):
        """Undisturbed runs; then everything stands in the sink's files once."""
        for _ in range(3):
            begun = time.monotonic()
            self.finish(self.start())
            self.duration = max(0.1, time.monotonic() - begun)
        found = []
        for path in (self.folder / "out").iterdir():
            if path.suffix != ".part":
                found += [json.loads(line)["title"] for line in path.read_text().splitlines()]
        wanted = [f"ENTRY {number}" for number in range(1, self.issued + 1)]
        if sorted(found) != sorted(wanted):
            lost, more = set(wanted) - set(found), len(found) - len(set(found))
            self.faults.append(f"lost {sorted(lost)[:5]}, doubled {more}, strange {sorted(set(found) - set(wanted))[:5]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kills", nargs="?", type=int, default=200)
    parser.add_argument("--binary", default="release")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    pr_set_child_subreaper = 36
    if ctypes.CDLL(None).prctl(pr_set_child_subreaper, 1, 0, 0, 0) != 0:
        raise SystemExit("this machine has no subreapers (prctl)")
    begun = time.monotonic()
    trial = Trial(binary_of(options.binary), options.seed)
    trial.issue()
    trial.settle()
    rounds = 0
    while min(trial.killed.values()) < options.kills and not trial.faults:
        trial.issue()
        trial.kill_run() if trial.killed["run"] <= trial.killed["program"] else trial.kill_program()
        rounds += 1
        if rounds % 20 == 0:
            trial.settle()
    trial.settle()
    print(f"{trial.killed['run']} kills of runs, {trial.killed['program']} of programs, "
          f"{(time.monotonic() - begun) / 60:.1f} min, seed {options.seed}")
    print(f"{trial.issued} entries issued; " + ("; ".join(trial.faults) or "nothing lost, doubled or left behind"))
    if trial.faults:
        print(f"look at {trial.folder}")
        sys.exit(1)
    shutil.rmtree(trial.folder)


if __name__ == "__main__":
    main()
