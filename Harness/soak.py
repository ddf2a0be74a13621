#!/usr/bin/env python3
"""Runs kawaraban many times, an hour apart by its clock, and measures what grows (P30).

    soak.py [RUNS] [--sources N] [--binary release|debug|PATH]

Each run finds some new entries in some of the sources, which are files. A preloaded library moves the time of day
(shim/clock.c), so that 1,000 runs are 42 days and retention takes effect. For each tenth of the runs it prints the size of
the database, the peak memory, and the median of the most open files of a run: how many sources a run reads at a time
depends on the machine's load. Compared with the first tenth, it exits with 1 if memory has grown by a quarter, if open
files have grown by more than two, or if, from the 45th day on, when retention has begun, the database has more than
doubled. It also exits with 1 if an entry is lost or doubled.
"""
import argparse
import datetime
import os
import random
import statistics
import sys
import time

import judge
import shim_library
from feed_server import Entry, rss
from world import World, binary_of

CONFIGURATION = """\
version: 1
defaults: {{ first_run: all }}
sources:
{sources}
sinks:
  archive: {{ type: file, path: "out/{{{{month}}}}.jsonl", format: jsonl, mode: append }}
  page: {{ type: file, path: "out/page.jsonl", format: jsonl, max_entries: 200 }}
pipelines:
  all: {{ sources: ["*"], sinks: [archive, page] }}
"""
HOUR = 3600
RETENTION_DAYS = 45


class Soak:
    def __init__(self, binary, sources):
        self.world = World(binary)
        self.random = random.Random(1)
        self.entries = {f"s{number}": [] for number in range(sources)}
        self.issued = 0
        self.shift = 0
        for name in self.entries:
            self.write(name, 3)
        lines = "\n".join(f"  {name}: {{ type: file, path: {name}.xml }}" for name in self.entries)
        self.world.configure(CONFIGURATION.format(sources=lines))

    def write(self, name, count):
        """Issues entries; a feed shows its last 20."""
        now = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=self.shift + 1)
        for _ in range(count):
            self.issued += 1
            self.entries[name].append(Entry(self.issued, now, False, True))
        del self.entries[name][:-20]
        (self.world.place / f"{name}.xml").write_bytes(rss(name, reversed(self.entries[name])))

    def run(self):
        """Gives peak memory in MiB and the most open files that were seen."""
        self.shift += HOUR
        for name in self.random.sample(sorted(self.entries), max(1, len(self.entries) // 10)):
            self.write(name, self.random.randint(0, 2))
        process = self.world.start(environment=shim_library.environment("/none", clock=self.shift))
        files = 0
        while True:
            try:
                files = max(files, len(os.listdir(f"/proc/{process.pid}/fd")))
            except OSError:
                pass
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            time.sleep(0.002)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit(f"a run ended with {process.returncode}: {self.world.last_words()}")
        return usage.ru_maxrss / 1024, files

    def size(self):
        """Of the database with its log, in KiB."""
        folder = os.path.dirname(self.world.state)
        return sum(os.stat(os.path.join(folder, name)).st_size for name in os.listdir(folder)) / 1024

    def judge(self):
        verdict, found = judge.Verdict(), []
        for path in sorted((self.world.place / "out").glob("[01]*.jsonl")):
            entries, torn = judge.read_lines(path)
            found += entries
            verdict += torn
        verdict += judge.compare("archive", {("all", number) for number in range(1, self.issued + 1)}, found)
        verdict += judge.judge_state(self.world.state)
        return verdict


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runs", nargs="?", type=int, default=2000)
    parser.add_argument("--sources", type=int, default=50)
    parser.add_argument("--binary", default="release")
    options = parser.parse_args()
    begun = time.monotonic()
    soak = Soak(binary_of(options.binary), options.sources)
    rows, memory, files = [], 0, []
    step = max(1, options.runs // 10)
    for number in range(1, options.runs + 1):
        used, opened = soak.run()
        memory = max(memory, used)
        files.append(opened)
        if number % step == 0:
            rows.append((number, soak.size(), memory, statistics.median(files)))
            print(f"run {number}, day {soak.shift // 86400}: {soak.size():.0f} KiB of state, {memory:.1f} MiB of "
                  f"memory, {rows[-1][3]:.0f} open files, {soak.issued} entries issued", flush=True)
            memory, files = 0, []
    verdict = soak.judge()
    settled = [row for row in rows if row[0] * HOUR > RETENTION_DAYS * 86400]
    if settled and settled[-1][1] > 2 * settled[0][1]:
        verdict.strange.append(("the database grows", settled[0][1], settled[-1][1]))
    if rows[-1][2] > 1.25 * rows[0][2]:
        verdict.strange.append(("memory grows", rows[0][2], rows[-1][2]))
    if rows[-1][3] > rows[0][3] + 2:
        verdict.strange.append(("open files grow", rows[0][3], rows[-1][3]))
    print(f"{options.runs} runs of {options.sources} sources, {(time.monotonic() - begun) / 60:.1f} min")
    print(str(verdict))
    soak.world.close(keep=not verdict.is_good)
    sys.exit(0 if verdict.is_good else 1)


if __name__ == "__main__":
    main()
