#!/usr/bin/env python3
"""Cuts the power: a run dies at a random call, and all or part of what it had not synced is lost (P06, P33).

    power.py [CUTS] [--binary release|debug|PATH] [--seed N]

One to three runs write through a library that keeps a journal. The last one dies at some call, or a sync before it
fails. By the journal, disk_model.py knows what a disk must contain; the rest is random. The folder is rewritten like
that. Later runs must deliver every issued entry once. Exits with 1 if they do not.
"""
import argparse
import random
import sys
import time

import judge
import shim_library
from disk_model import Disk
from world import World, binary_of


class Cutter:
    def __init__(self, binary, seed):
        self.random = random.Random(seed)
        self.binary = binary
        self.world = None
        self.typical = 300
        # Points of first runs at which names are made.
        self.names = set()
        # By file, the points at which it is synced.
        self.syncs = {}
        self.deaths = 0
        self.failed_syncs = 0

    def begin_world(self):
        """Another first run is to come."""
        if self.world:
            self.world.close()
        self.world = World(self.binary, seed=self.random.random(), fault_rate=0.1)
        self.journal = self.world.folder / "journal"
        self.is_new = True

    def run(self, **settings):
        """A run whose calls are counted and kept. Gives its status."""
        points = self.world.folder / "points"
        points.unlink(missing_ok=True)
        status = self.world.run(environment=shim_library.environment(
            self.world.place, journal=self.journal, points=points, fast=1, **settings))
        if status == 0:
            lines = points.read_text().splitlines()
            self.typical = len(lines)
            for line in lines:
                if "sync" in line.split()[0]:
                    self.syncs.setdefault(line.rsplit(" ", 1)[0], set()).add(line)
            if self.is_new:
                self.names |= {line for line in lines if line.split()[0] in ("openat", "mkdir", "rename")}
        return status

    def death(self):
        """A moment to die at, without the power going: some call, or in a first run one that makes a name."""
        if self.is_new and self.names and self.random.random() < 0.8:
            return {"fault": f"{self.random.choice(sorted(self.names))} kill-after"}
        return {"stop": self.random.randint(1, self.typical)}

    def failing_sync(self):
        """The sync of some file or folder that fails; most are those of the database's log."""
        if not self.syncs:
            return {}
        self.failed_syncs += 1
        file = self.random.choice(sorted(self.syncs))
        return {"fault": f"{self.random.choice(sorted(self.syncs[file]))} EIO"}

    def issue(self):
        self.world.feeds.issue(
            {name: self.random.choice([0, 1, 2, 3]) for name in self.world.feeds.feeds},
            [("a", "c")] if self.random.random() < 0.2 else [])
        self.world.feeds.ripen(0.5)

    def cut(self):
        """Some runs, then darkness; gives the verdict of the day after."""
        self.world.feeds.fault_rate = 0.1
        self.journal.unlink(missing_ok=True)
        disk = Disk(self.world.place)
        for _ in range(self.random.choice([0, 0, 1, 2])):
            self.issue()
            # What a run has left that was killed, or could not sync, the next one may take for durable.
            self.run(**self.random.choice([self.death, self.death, self.failing_sync, dict])())
        self.issue()
        settings = self.failing_sync() if self.random.random() < 0.3 else {}
        if self.random.random() < (0.3 if settings else 0.85):
            settings["stop"] = self.random.randint(1, self.typical)
        self.deaths += self.run(**settings) == -9
        self.is_new = False
        if self.journal.exists():
            disk.replay(self.journal.read_bytes())
        disk.crash(self.random)
        self.world.look(after_crash=True)
        return self.world.settle()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cuts", nargs="?", type=int, default=200)
    parser.add_argument("--binary", default="release")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    begun = time.monotonic()
    cutter = Cutter(binary_of(options.binary), options.seed)
    verdict, cuts = judge.Verdict(), 0
    while cuts < options.cuts and verdict.is_good:
        # The first run of all, often.
        if cuts % 3 == 0:
            cutter.begin_world()
        verdict = cutter.cut()
        cuts += 1
    print(f"{cuts} power cuts ({cutter.deaths} within a run, {cutter.failed_syncs} failed syncs), "
          f"{(time.monotonic() - begun) / 60:.1f} min, seed {options.seed}")
    print(str(verdict))
    for number in sorted({one[2] for one in verdict.lost + verdict.doubled if len(one) > 2})[:3]:
        print(f"entry {number}: {judge.life_of(cutter.world.state, number)}")
    cutter.world.close(keep=not verdict.is_good)
    sys.exit(0 if verdict.is_good else 1)


if __name__ == "__main__":
    main()
