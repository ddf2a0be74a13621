#!/usr/bin/env python3
"""How much faster several machines collect one list: 1, 2 and 4 workers over one PostgreSQL, servers that take their time.

    workers.py KAWARABAN [--feeds 2000] [--hosts 500] [--latency 0.3] [--spread 0] [--workers 1,2,4] [--rounds 1]

Each round begins with an empty database. All workers begin at once (`run --worker NAME`), and the round is over when the
last of them ends. Each feed has 20 entries. With a spread of 0.5 a host takes between half and one and a half times the
latency. Prints wall time and CPU of all workers together; the second run of a round gets 304s. Where waiting dominates,
four workers should take less than a third of the time of one.

Needs the package `postgresql`.
"""
import argparse
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Harness"))
from hook_receiver import SECRET  # noqa: E402
from postgresql import Server  # noqa: E402
from workers import ManyHosts  # noqa: E402

CONFIGURATION = """\
version: 1
settings: {{ state: {{ postgresql: {{ env: DATABASE_URL }} }}, files_on: w0, network: {{ allow: ["127.0.0.0/8"] }} }}
defaults: {{ first_run: all }}
sources:
{sources}
sinks:
  archive: {{ type: file, path: "{archive}", format: jsonl, mode: append }}
pipelines:
  everything: {{ sources: ["*"], sinks: [archive] }}
"""


def run_all(program, folder, server, count):
    """Starts `count` runs at once; returns wall and CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.monotonic()
    children = []
    for number in range(count):
        place = folder / f"w{number}"
        place.mkdir(exist_ok=True)
        environment = {**os.environ, "HOME": str(place), "HOOK_SECRET": SECRET, "DATABASE_URL": server.address}
        children.append(subprocess.Popen(
            [program, "run", "--worker", f"w{number}", "-c", str(folder / "config.yaml")], cwd=place, env=environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE))
    for child in children:
        errors = child.stderr.read()
        if child.wait() != 0:
            sys.exit(f"a run ended with {child.returncode}: {errors.decode()[:2000]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.monotonic() - begun, cpu


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--feeds", type=int, default=2000)
    parser.add_argument("--hosts", type=int, default=500)
    parser.add_argument("--entries", type=int, default=20)
    parser.add_argument("--latency", type=float, default=0.3)
    parser.add_argument("--spread", type=float, default=0)
    parser.add_argument("--workers", default="1,2,4")
    parser.add_argument("--rounds", type=int, default=1)
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    feeds = ManyHosts(options.feeds, options.hosts, options.latency, seed=1, spread=options.spread)
    feeds.issue({name: options.entries for name in feeds.feeds})
    for number in range(options.rounds):
        first = {}
        for count in map(int, options.workers.split(",")):
            folder = pathlib.Path(tempfile.mkdtemp(prefix="kawaraban-bench-"))
            server = Server()
            try:
                sources = "\n".join(f'  {name}: {{ type: feed, url: "{feeds.address(name)}" }}' for name in feeds.feeds)
                (folder / "config.yaml").write_text(
                    CONFIGURATION.format(sources=sources, archive=folder / "archive.jsonl"))
                walls = []
                for kind in ("first", "304"):
                    wall, cpu = run_all(program, folder, server, count)
                    first.setdefault(kind, wall)
                    walls.append(f"{kind} {wall:.2f} s ({first[kind] / wall:.2f} times as fast, CPU {cpu:.2f} s)")
                entries = sum(1 for _ in open(folder / "archive.jsonl", "rb"))
                print(f"round {number + 1}, {count} workers: {'  '.join(walls)}  entries {entries}", flush=True)
            finally:
                server.close()
                shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
