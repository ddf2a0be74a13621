#!/usr/bin/env python3
"""Kills `state save` and `state load` with -9, and disturbs their system calls; checks the outputs afterwards.

    moves.py [KILLS] [--binary release|debug|PATH] [--seed N] [--every N] [--faults N]

Two folders with one configuration stand for two machines. After a few runs, some of them killed, the state moves from
one to the other, and what was delivered is copied along. Half of the moves retire the original (`--move`), the others
leave it as it is, as a throw-away machine does. Each command is killed at a random time, or after a change of a file
and up to 2 ms more, until it comes through once. After every N moves everything is delivered and judged.

Then each write-class call of both commands fails once, or the process dies there (the kinds of inject.py); --faults
takes so many of them. Exits with 1 if anything was lost, doubled or torn, or a state was neither the old nor the new.
"""
import argparse
import collections
import copy
import random
import shutil
import sys
import time

import judge
import shim_library
from events import Events, FolderWatch
from inject import FAULTS
from world import World, binary_of, kill

# Done; refused or failed, as the fault was; retired; killed.
ALLOWED = {0, 70, 73, 74, 78, -9}


class Houses(World):
    """A world with two places, in one of which the state lives."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.root = self.folder / "places"
        self.root.mkdir()
        home, other = self.root / "home", self.root / "other"
        self.place.rename(home)
        other.mkdir()
        shutil.copy(home / "config.yaml", other)
        self.place, self.other, self.saved = home, other, self.root / "saved.state"

    def carry(self):
        """Copies what was delivered, as rsync would: other files with the same bytes."""
        shutil.rmtree(self.other / "out", ignore_errors=True)
        if (self.place / "out").exists():
            shutil.copytree(self.place / "out", self.other / "out")

    def go(self):
        self.place, self.other = self.other, self.place

    def command(self, word, retires=False):
        """The words of one half of a move."""
        return ["state", word, str(self.saved)] + (["--move"] if retires else [])

    def at_other(self, *arguments, **options):
        """A command at the other place, to its end."""
        self.go()
        try:
            return self.run(*arguments, **options)
        finally:
            self.go()


class Mover:
    """Aims and kills."""

    def __init__(self, world, events, seed):
        self.world = world
        self.events = events
        self.random = random.Random(seed)
        self.killed = collections.Counter()
        self.moves = 0
        self.durations = {"save": 0.1, "load": 0.1}
        self.strange = []

    def attempt(self, word, *arguments):
        """Starts a command and kills it perhaps. Gives its status."""
        self.events.reset()
        begun = time.monotonic()
        process = self.world.start(*arguments)
        if self.random.random() < 0.25:
            status = process.wait(60)
            self.durations[word] = time.monotonic() - begun
            return status
        if self.random.random() < 0.5:
            time.sleep(self.random.uniform(0, self.durations[word]))
        else:
            self.events.wait("file", self.random.randint(1, 14), 1, lambda: process.poll() is not None)
            time.sleep(self.random.uniform(0, 0.002))
        if kill(process):
            self.killed[f"{word} after {self.events.last}"] += 1
            return None
        return process.returncode

    def save(self):
        world, retires = self.world, self.random.random() < 0.5
        while True:
            status = self.attempt("save", *world.command("save", retires))
            if status == 0 or (status == 78 and retires):
                break
            if status is not None:
                self.strange.append(("save", status, world.last_words()))
                return
            self.look("save")
        if retires and world.run() != 78:
            self.strange.append(("a retired state", "does not exit with 78", world.last_words()))

    def load(self):
        world = self.world
        world.go()
        while True:
            status = self.attempt("load", *world.command("load"))
            if status == 0:
                break
            if status is not None:
                self.strange.append(("load", status, world.last_words()))
                break
            self.look("load")

    def look(self, word):
        """After a kill there is the old state or the new one."""
        if self.world.run("state", "check") != 0:
            self.strange.append((word, "left no sound state", self.world.last_words()))

    def move(self):
        world = self.world
        world.carry()
        self.save()
        self.load()
        self.moves += 1

    def work(self):
        """A few runs with news, of which some are killed."""
        world = self.world
        for _ in range(self.random.randint(1, 2)):
            world.feeds.issue({name: self.random.choice([0, 1, 2]) for name in world.feeds.feeds})
            world.feeds.ripen(0.3)
            process = world.start()
            if self.random.random() < 0.6:
                time.sleep(self.random.uniform(0, 0.15))
                kill(process)
            else:
                process.wait(60)
        if not (world.place / ".kawaraban" / "state.sqlite").exists() or world.run("state", "check") != 0:
            world.run()


class Scene:
    """A world before one half of a move, which can be brought back to it."""

    def __init__(self, binary, name):
        self.name = name
        self.word = name.split()[0]
        world = self.world = Houses(binary, take=10)
        self.points_file = world.folder / "points"
        world.feeds.issue({"a": 6, "b": 5, "c": 3}, [("a", "c")])
        world.feeds.ripen()
        self.demand(world.run())
        if "over" in name:
            # The other place has an older state of the same past.
            self.demand(world.run(*world.command("save", True)))
            world.carry()
            self.demand(world.at_other(*world.command("load")))
            world.go()
            self.demand(world.run())
        # Open messages move along.
        world.feeds.issue({"a": 4, "b": 4, "c": 2})
        world.feeds.ripen()
        world.receiver.server.close()
        world.run()
        world.receiver.server.open()
        world.carry()
        if self.word == "load":
            self.demand(world.run(*world.command("save", True)))
        self.places = (world.place, world.other)
        self.template = world.folder / "template"
        shutil.copytree(world.root, self.template)
        self.feeds = copy.deepcopy(world.feeds.feeds)
        self.pages = copy.deepcopy(world.pages)
        self.receipts = list(world.receiver.receipts)

    def demand(self, status):
        if status != 0:
            raise SystemExit(f"{self.name}: {status} {self.world.last_words()}")

    def restore(self):
        world = self.world
        shutil.rmtree(world.root)
        shutil.copytree(self.template, world.root)
        world.place, world.other = self.places
        world.feeds.feeds = copy.deepcopy(self.feeds)
        world.pages = copy.deepcopy(self.pages)
        world.receiver.receipts = list(self.receipts)
        self.points_file.unlink(missing_ok=True)

    def run(self, **settings):
        """The half of a move, disturbed or not. Its status."""
        world = self.world
        environment = shim_library.environment(world.root, points=self.points_file, **settings)
        if self.word == "save":
            return world.run(*world.command("save", True), environment=environment)
        return world.at_other(*world.command("load"), environment=environment)

    def points(self):
        self.restore()
        self.demand(self.run())
        return sorted(set(self.points_file.read_text().splitlines()))

    def disturb(self, point, kind):
        """What is wrong after a disturbed half, and one that makes it good; None if the point was not reached."""
        self.restore()
        world = self.world
        status = self.run(fault=f"{point} {kind}")
        if "fired" not in self.points_file.read_text().splitlines():
            return None
        verdict = judge.Verdict()
        if status not in ALLOWED:
            verdict.strange.append(("exit status", status, world.last_words()))
        if world.run("state", "check") != 0 or world.at_other("state", "check") != 0:
            verdict.strange.append(("left no sound state", world.last_words()))
        if self.word == "save":
            again = world.run(*world.command("save", True))
            if again not in (0, 78):
                verdict.strange.append(("save again", again, world.last_words()))
        loaded = world.at_other(*world.command("load"))
        if loaded != 0:
            verdict.strange.append(("load", loaded, world.last_words()))
        world.go()
        verdict += world.settle(patience=3)
        left = [path.name for path in world.root.rglob("*")
                if path.name.startswith(".kawaraban-") or ".loading" in path.name]
        if left:
            verdict.strange.append(("left behind", left))
        return verdict


def inject(options):
    """Every fault, or a sample; gives how many there were and what was bad."""
    binary, chance = binary_of(options.binary), random.Random(options.seed)
    scenes = [Scene(binary, name) for name in ("save", "load", "load over another")]
    tasks = [(scene, point, kind) for scene in scenes for point in scene.points() for kind in FAULTS[point.split()[0]]]
    chance.shuffle(tasks)
    if options.faults >= 0:
        tasks = tasks[:options.faults]
    done, bad, missed = collections.Counter(), [], 0
    for scene, point, kind in tasks:
        verdict = scene.disturb(point, kind) or scene.disturb(point, kind)
        if verdict is None:
            missed += 1
            continue
        done[kind] += 1
        if not verdict.is_good:
            bad.append((scene.name, point, kind, str(verdict)))
    for scene in scenes:
        scene.world.close(keep=bool(bad))
    kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(done.items()))
    print(f"{sum(done.values())} faults in save and load ({kinds}), {missed} not reached")
    for one in bad[:10]:
        print("BAD:", *one)
    print(f"bad {len(bad)}")
    return not bad


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kills", nargs="?", type=int, default=200)
    parser.add_argument("--binary", default="release")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--every", type=int, default=8)
    parser.add_argument("--faults", type=int, default=-1, help="only so many faults")
    options = parser.parse_args()
    begun = time.monotonic()
    events, verdict = Events(), judge.Verdict()
    world = Houses(binary_of(options.binary), seed=options.seed, fault_rate=0.1)
    mover = Mover(world, events, options.seed)
    world.feeds.issue({"a": 2, "b": 1, "c": 1})
    world.feeds.ripen()
    world.run()
    watch = FolderWatch(events)
    (world.other / ".kawaraban").mkdir(mode=0o700)
    for folder in (world.root, world.place / ".kawaraban", world.other / ".kawaraban"):
        watch.add(folder, folder.name)
    while sum(mover.killed.values()) < options.kills and verdict.is_good and not mover.strange:
        for _ in range(options.every):
            mover.work()
            mover.move()
            if mover.strange or sum(mover.killed.values()) >= options.kills:
                break
        verdict = world.settle()
        world.feeds.fault_rate = 0.1
    verdict.strange += mover.strange
    halves = collections.Counter()
    for place, count in mover.killed.items():
        halves[place.split()[0]] += count
    print(f"{sum(halves.values())} kills ({halves['save']} of save, {halves['load']} of load) in {mover.moves} moves, "
          f"{(time.monotonic() - begun) / 60:.1f} min, seed {options.seed}")
    messages = len({receipt.id for receipt in world.receiver.receipts})
    print(f"{world.feeds.next_number - 1} entries issued, {messages} webhook messages "
          f"({len(world.receiver.receipts) - messages} came again, same id and bytes)")
    print(str(verdict))
    world.close(keep=not verdict.is_good)
    is_good = verdict.is_good
    if is_good and options.faults != 0:
        is_good = inject(options)
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
