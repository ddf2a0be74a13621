#!/usr/bin/env python3
"""Kills `kawaraban run` with -9 at moments spread over its whole run; checks the outputs (P01, P02, P05, P33).

    kill.py [KILLS] [--binary release|debug|PATH] [--seed N] [--every N] [--phases]

A moment is a random time, or the k-th event on the network or among the files plus up to 4 ms. After every N kills,
undisturbed runs deliver everything that is left. Then the judge compares all issued entries with the outputs, and a
second run beside a running one must give way. Exits with 1 if anything was lost, doubled, torn or left behind.
"""
import argparse
import collections
import random
import subprocess
import sys
import time

import judge
from events import Events, FolderWatch
from world import World, binary_of, kill


class Killer:
    """Aims and kills."""

    def __init__(self, world, events, seed):
        self.world = world
        self.events = events
        self.random = random.Random(seed)
        self.duration = 0.1
        self.typical = {"network": 8, "file": 20}
        self.phases = collections.Counter()
        self.unnoted = []
        world.receiver.misbehave = self.look_for_note

    def measure(self):
        """How long an undisturbed run takes now, and how many events it has."""
        self.events.reset()
        begun = time.monotonic()
        self.world.run()
        self.duration = time.monotonic() - begun
        self.typical = {kind: max(count, 3) for kind, count in self.events.counts.items()}

    def strike(self):
        """Starts a run and kills it. Whether it was in time."""
        self.events.reset()
        kind = self.random.choice(["time", "network", "file"])
        process = self.world.start()
        if kind == "time":
            time.sleep(self.random.uniform(0, self.duration))
        else:
            count = self.random.randint(1, self.typical[kind])
            self.events.wait(kind, count, self.duration * 3 + 1, lambda: process.poll() is not None)
            time.sleep(self.random.uniform(0, 0.004))
        last = self.events.last
        was_in_time = kill(process)
        if was_in_time:
            self.phases[last] += 1
        return was_in_time

    def look_for_note(self, connection, receipt):
        """At some of the messages, while they wait for their answer: what comes after a kill must know of them."""
        if self.random.random() < 0.2 and not judge.is_attempt_noted(self.world.state, receipt.id):
            self.unnoted.append((receipt.path, receipt.id, "was sent before that was committed"))
        return False

    def judge_lock(self):
        """While one run waits for its feeds, another must give way at once."""
        verdict = judge.Verdict()
        self.events.reset()
        self.world.feeds.answering.clear()
        first = self.world.start()
        self.events.wait("network", 1, 20, lambda: first.poll() is not None)
        second = self.world.start()
        try:
            status = second.wait(10)
        except subprocess.TimeoutExpired:
            kill(second)
            status = "none within 10 s"
        if status != 75:
            verdict.strange.append(("exit status of a second run beside the first", status))
        self.world.feeds.answering.set()
        first.wait()
        return verdict

    def issue(self):
        counts = {name: self.random.choice([0, 0, 1, 2, 3]) for name in self.world.feeds.feeds}
        crossing = [("a", "c")] if self.random.random() < 0.2 else []
        self.world.feeds.issue(counts, crossing)
        self.world.feeds.ripen(0.3)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kills", nargs="?", type=int, default=1000)
    parser.add_argument("--binary", default="release")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--every", type=int, default=50)
    parser.add_argument("--phases", action="store_true", help="tell after which events the kills came")
    options = parser.parse_args()

    events = Events()
    begun = time.monotonic()
    world = World(binary_of(options.binary), seed=options.seed, fault_rate=0.15, tell=events.tell)
    killer = Killer(world, events, options.seed)
    killed, starts, verdict = 0, 0, judge.Verdict()
    # The very first runs, too, are killed: they make the folders and the database.
    while killed < min(10, options.kills):
        killer.issue()
        killed += killer.strike()
        starts += 1
    while not (world.place / "out").exists():
        world.run()
    watch = FolderWatch(events)
    watch.add(world.place / ".kawaraban", "state")
    watch.add(world.place / "out", "out")
    for folder in (world.place / "out").glob("20*"):
        watch.add(folder, "out")
    killer.measure()
    while killed < options.kills and verdict.is_good:
        for _ in range(options.every):
            if killed >= options.kills:
                break
            killer.issue()
            killed += killer.strike()
            starts += 1
        # Faults of the feeds belong to the disturbance.
        verdict = world.settle()
        verdict += killer.judge_lock()
        verdict.strange += killer.unnoted
        world.feeds.fault_rate = 0.15
        killer.issue()
        killer.measure()
        if sys.stderr.isatty():
            print(f"\r{killed} kills, {verdict}", end="", file=sys.stderr)
    minutes = (time.monotonic() - begun) / 60

    issued = world.feeds.next_number - 1
    messages = len({receipt.id for receipt in world.receiver.receipts})
    again = len(world.receiver.receipts) - messages
    print(f"{killed} kills in {starts} starts, {minutes:.1f} min, seed {options.seed}")
    print(f"{issued} entries issued, {messages} webhook messages ({again} came again, same id and bytes); "
          f"feeds answered {world.feeds.answers}")
    if options.phases or not verdict.is_good:
        print("killed after: " + "; ".join(f"{event} {count}" for event, count in killer.phases.most_common()))
    print(str(verdict))
    for number in sorted({one[2] for one in verdict.lost + verdict.doubled if len(one) > 2})[:3]:
        print(f"entry {number}: {judge.life_of(world.state, number)}")
    world.close(keep=not verdict.is_good)
    sys.exit(0 if verdict.is_good else 1)


if __name__ == "__main__":
    main()
