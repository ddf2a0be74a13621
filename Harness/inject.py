#!/usr/bin/env python3
"""Disturbs each write-class system call of a run, and checks that the next runs repair it (P03, P04, P33).

    inject.py [--binary release|debug|PATH] [--sample N] [--seed N] [--jobs N] [--only TEXT]

The calls (write, pwrite64, fsync, fdatasync, ftruncate, openat with O_CREAT, rename, unlink, mkdir, link below the
folder of the configuration) are counted in an undisturbed run. A point is a call, a file, and the number of that call.
At each point the process is killed before or after the call, or the call fails, or it writes only half. Two runs are
disturbed: the very first, which makes the folders and the database, and a later one that uses them. Together they
deliver 40 entries to an appended file, to replaced files and to a webhook. Exits with 1 if anything was lost, doubled
or torn.
"""
import argparse
import collections
import copy
import os
import random
import shutil
import sys
import threading
import time

import shim_library
import strace_witness
from world import World, binary_of

# What happens to which calls. A short write is no error; `full` is one, and all that follows fails with ENOSPC.
FAULTS = {
    "write": ["kill-before", "kill-after", "ENOSPC", "EIO", "EDQUOT", "EINTR", "short", "full"],
    "pwrite64": ["kill-before", "kill-after", "ENOSPC", "EIO", "EDQUOT", "EINTR", "short", "full"],
    "fsync": ["kill-before", "kill-after", "EIO", "ENOSPC", "EDQUOT", "EINTR"],
    "fdatasync": ["kill-before", "kill-after", "EIO", "ENOSPC", "EDQUOT", "EINTR"],
    "ftruncate": ["kill-before", "kill-after", "EIO", "EINTR"],
    "openat": ["kill-before", "kill-after", "ENOSPC", "EIO", "EDQUOT", "EINTR", "full"],
    "rename": ["kill-before", "kill-after", "ENOSPC", "EIO", "EDQUOT"],
    "unlink": ["kill-before", "kill-after", "EIO"],
    "mkdir": ["kill-before", "kill-after", "ENOSPC", "EIO", "EDQUOT"],
    "link": ["kill-before", "kill-after", "ENOSPC", "EIO", "EDQUOT"],
}
ALLOWED = {0, 1, 70, 73, 74, -9}


class Scene:
    """A world that can be brought back to where it was."""

    def __init__(self, binary, name):
        self.name = name
        self.world = World(binary, take=10)
        self.world.feeds.issue({"a": 9, "b": 7, "c": 3}, [("a", "c")])
        self.world.feeds.ripen()
        if name == "later run":
            if self.world.run() != 0:
                raise SystemExit(self.world.last_words())
            self.world.feeds.issue({"a": 9, "b": 6, "c": 4}, [("a", "c")])
            self.world.feeds.ripen()
        self.points_file = self.world.folder / "points"
        self.kept = []
        self.originals = self.world.folder / "originals"
        self.originals.mkdir()
        for path in sorted(self.world.place.rglob("*")):
            status = path.stat()
            self.kept.append((path, status.st_ino, status.st_mode, path.read_bytes() if path.is_file() else None))
        self.kept_feeds = copy.deepcopy(self.world.feeds.feeds)
        self.world.look()
        self.kept_pages = copy.deepcopy(self.world.pages)
        self.kept_receipts = list(self.world.receiver.receipts)

    def restore(self):
        """All folders and files as they were; a file that is still there under any name stays the same, by its inode."""
        for path in [path for path in self.world.place.rglob("*") if path.is_file()]:
            path.replace(self.originals / str(path.stat().st_ino))
        shutil.rmtree(self.world.place)
        self.world.place.mkdir()
        for path, inode, mode, content in self.kept:
            if content is None:
                path.mkdir()
                continue
            original = self.originals / str(inode)
            if original.exists():
                original.replace(path)
            path.write_bytes(content)
            path.chmod(mode & 0o7777)
        for left in self.originals.iterdir():
            left.unlink()
        self.world.feeds.feeds = copy.deepcopy(self.kept_feeds)
        self.world.receiver.receipts = list(self.kept_receipts)
        self.world.pages = copy.deepcopy(self.kept_pages)
        self.points_file.unlink(missing_ok=True)

    def environment(self, **settings):
        return shim_library.environment(self.world.place, points=self.points_file, **settings)

    def points(self):
        """Every point of an undisturbed run."""
        self.restore()
        if self.world.run(environment=self.environment()) != 0:
            raise SystemExit(self.world.last_words())
        return self.points_file.read_text().splitlines()

    def disturb(self, point, kind):
        """What is wrong after one disturbed run and those after it; None if the point was not reached."""
        self.restore()
        status = self.world.run(environment=self.environment(fault=f"{point} {kind}"))
        if "fired" not in self.points_file.read_text().splitlines():
            return None
        verdict = self.world.settle(patience=3)
        if status not in ALLOWED:
            verdict.strange.append(("exit status", status, self.world.last_words()))
        return verdict, status


class Campaign:
    """All points of all scenes, some at a time."""

    def __init__(self, options):
        self.options = options
        self.lock = threading.Lock()
        self.done = collections.Counter()
        self.statuses = collections.Counter()
        self.bad = []
        self.missed = []
        self.keeps = False

    def tasks(self):
        binary = binary_of(self.options.binary)
        tasks = []
        for name in ["first run", "later run"]:
            scene = Scene(binary, name)
            # Which calls there are may vary a little from run to run.
            points = sorted(set(scene.points()) | set(scene.points()))
            scene.world.close()
            tasks += [(name, point, kind) for point in points for kind in FAULTS[point.split()[0]]]
        tasks = [task for task in tasks if self.options.only in " ".join(task)]
        chance = random.Random(self.options.seed)
        chance.shuffle(tasks)
        if not self.options.sample:
            return tasks
        # Most points are in the database's log: each file and each fault has its turn before one has its second.
        turns = collections.Counter()
        ranked = []
        for name, point, kind in tasks:
            group = (name, point.rsplit(" ", 1)[0], kind)
            turns[group] += 1
            ranked.append((turns[group], chance.random(), (name, point, kind)))
        return [task for _, _, task in sorted(ranked)[:self.options.sample]]

    def work(self, tasks):
        binary = binary_of(self.options.binary)
        scenes = {}
        while True:
            with self.lock:
                if not tasks:
                    break
                name, point, kind = tasks.pop()
                if sys.stderr.isatty():
                    print(f"\r{len(tasks)} to go, {len(self.bad)} bad ", end="", file=sys.stderr)
            if name not in scenes:
                scenes[name] = Scene(binary, name)
            # Threads take turns differently: a point that was not reached may be at the second try.
            outcome = scenes[name].disturb(point, kind) or scenes[name].disturb(point, kind)
            with self.lock:
                if outcome is None:
                    self.missed.append((name, point, kind))
                    continue
                verdict, status = outcome
                self.done[kind] += 1
                self.statuses[status] += 1
                if not verdict.is_good:
                    self.bad.append((name, point, kind, status, verdict, scenes[name].world.last_words()))
        for scene in scenes.values():
            scene.world.close()

    def run(self):
        tasks = self.tasks()
        points = len({task[:2] for task in tasks})
        shim_library.build()
        threads = [threading.Thread(target=self.work, args=(tasks,)) for _ in range(self.options.jobs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return points


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", default="release")
    parser.add_argument("--sample", type=int, default=0, help="only so many faults, chosen by the seed")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--jobs", type=int, default=max(2, os.cpu_count() or 2))
    parser.add_argument("--only", default="", help="only faults whose name holds this")
    options = parser.parse_args()
    begun = time.monotonic()
    campaign = Campaign(options)
    points = campaign.run()
    kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(campaign.done.items()))
    print(f"{sum(campaign.done.values())} faults at {points} points ({kinds}), "
          f"{len(campaign.missed)} not reached, {(time.monotonic() - begun) / 60:.1f} min, seed {options.seed}")
    statuses = ", ".join(f"{status}: {count}" for status, count in sorted(campaign.statuses.items()))
    print(f"exit statuses of disturbed runs: {statuses}")
    for name, point, kind, status, verdict, words in campaign.bad[:10]:
        print(f"BAD: {kind} at {point} of the {name} (exit {status}): {verdict}\n{words}")
    for missed in campaign.missed[:5]:
        print(f"not reached: {missed}")
    if not options.only:
        print(strace_witness.compare(binary_of(options.binary)))
    print(f"bad {len(campaign.bad)}")
    sys.exit(1 if campaign.bad else 0)


if __name__ == "__main__":
    main()
