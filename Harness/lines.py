#!/usr/bin/env python3
"""Kills `kawaraban run` with -9 over a script with 40 facts that are reported once: each must be reported (Y03).

    lines.py [KILLS] [--binary release|debug|PATH] [--seed N] [--facts N]

The facts are sources that never worked, that work at last, are gone for good, have moved permanently, or begin to fail.
They begin at moments spread over the script. The time of day advances three hours with each start (shim/clock.c). Nine
starts in ten are killed. Then undisturbed runs follow until nothing is left to report. Reports are on stderr; in a
second script with as many kills they also go to a file, through `settings.notices`.

Exits with 1 if a fact was not reported at all, if stderr reports it twice although the run that reported it first was
not killed, or if the file has it twice.
"""
import argparse
import collections
import datetime
import json
import random
import re
import sys
import time

import judge
import shim_library
from feed_server import Entry, rss
from loopback import LoopbackServer
from world import World, binary_of, kill

STEP = 3 * 3600
HOUR = 3600
CONFIGURATION = """\
version: 1
settings: {{ network: {{ allow: ["127.0.0.1/32"] }}{notices} }}
defaults: {{ first_run: all, timeout: 20s }}
sources:
{sources}
sinks:
  page: {{ type: file, path: "out/page.jsonl", format: jsonl }}
  told: {{ type: file, path: "out/told.jsonl", format: jsonl, mode: append }}
pipelines:
  all: {{ sources: ["*"], sinks: [page] }}
"""
# What a line says behind the name of a source, to be its fact.
WORDS = {
    "never": "has never worked", "works": "works ", "gone": "is gone and", "moved": "has moved permanently",
    "failing": "failing since",
}


class Sources:
    """Feeds that begin to do something else at a moment of the script."""

    def __init__(self, facts, first, last, chance):
        self.now = 0
        self.answers, self.last = 0, 0.0
        self.begins, self.facts = {}, []
        for number in range(facts * 4 // 5):
            kind = ["gone", "moved", "broken", "late"][number % 4]
            name = f"{kind}{number}"
            self.begins[name] = chance.uniform(first, last)
            kinds = {"gone": ["gone"], "moved": ["moved"], "broken": ["failing"], "late": ["never", "works"]}[kind]
            self.facts += [(told, name) for told in kinds]
        published = datetime.datetime.now(datetime.timezone.utc)
        self.documents = {
            name: rss(name, [Entry(number, published, False, True)]) for number, name in enumerate(self.begins, 1)}
        self.server = LoopbackServer(self.serve)

    def address(self, name):
        return f"http://127.0.0.1:{self.server.port}/{name}"

    def wait(self, count, process):
        """Until so many requests came, or the run is over."""
        while self.answers < count and process.poll() is None:
            time.sleep(0.001)

    def serve(self, connection):
        while (request := connection.read_request()) is not None:
            self.answers += 1
            self.last = time.monotonic()
            *new, name = request.target.strip("/").split("/")
            has_begun = self.now >= self.begins[name]
            if name.startswith("gone") and has_begun:
                connection.answer(410)
            elif name.startswith("broken") and has_begun or name.startswith("late") and not has_begun:
                connection.answer(500)
            elif name.startswith("moved") and has_begun and not new:
                connection.answer(301, fields=[("Location", f"/new/{name}")])
            else:
                connection.answer(200, self.documents[name], [("Content-Type", "application/xml")])


class Script:
    """One script: sources, starts, and what they told."""

    def __init__(self, binary, kills, facts, has_notices, seed):
        self.random = random.Random(seed)
        self.kills = kills
        self.world = World(binary)
        # 48 h and more pass between the beginning of a fact and its line.
        self.length = max(kills * STEP * 10 // 9, 60 * 86400)
        self.step = self.length // max(1, kills * 10 // 9)
        self.sources = Sources(facts, 3 * self.step, 0.8 * self.length, self.random)
        self.has_notices = has_notices
        lines = "\n".join(
            f"  {name}: {{ type: feed, url: \"{self.sources.address(name)}\" }}" for name in self.sources.begins)
        self.world.configure(
            CONFIGURATION.format(sources=lines, notices=", notices: told" if has_notices else ""))
        # How long an undisturbed run takes, how long its end after the last answer, and how many answers it gets.
        self.duration, self.rest, self.typical = 0.3, 0.05, 2
        # For each fact, whether the runs that told it were killed.
        self.told = collections.defaultdict(list)
        self.statuses = collections.Counter()
        # Facts that a run told for a killed one: such lines begin with a moment.
        self.late = set()

    def start(self):
        self.sources.now += self.step
        return self.world.start(
            "run", environment=shim_library.environment("/none", clock=self.sources.now))

    def facts_in(self, text):
        """The facts that are told there, as often as they are."""
        said = re.findall(r'source "([a-z]+\d+)" (.*)', text)
        return [fact for name, words in said for fact in self.sources.facts
                if fact[1] == name and words.startswith(WORDS[fact[0]])]

    def heard(self, begin, was_killed):
        """Reads what one run told."""
        with open(self.world.folder / "stderr", "rb") as file:
            file.seek(begin)
            text = file.read().decode(errors="replace")
        for fact in self.facts_in(text):
            self.told[fact].append(was_killed)
        dated = re.findall(r"^kawaraban: \d{4}-.*", text, re.MULTILINE)
        self.late.update(self.facts_in("\n".join(dated)))
        return text

    def one(self, is_killed):
        """A start; whether it was killed in time, and what it told."""
        path = self.world.folder / "stderr"
        begin = path.stat().st_size if path.exists() else 0
        begun = time.monotonic()
        self.sources.answers = 0
        process = self.start()
        was_killed = False
        if is_killed:
            # What is told is found out and told after the last answers: most of the kills come there.
            if self.random.random() < 0.3:
                time.sleep(self.random.uniform(0, 1.1) * self.duration)
            else:
                self.sources.wait(self.random.randint(self.typical // 2, self.typical), process)
                time.sleep(self.random.uniform(0, self.rest * 1.5))
            was_killed = kill(process)
        else:
            self.statuses[process.wait()] += 1
            ended = time.monotonic()
            self.duration = ended - begun
            self.rest = min(self.duration, max(0.01, ended - self.sources.last))
            self.typical = max(self.sources.answers, 2)
        return was_killed, self.heard(begin, was_killed)

    def play(self):
        killed = starts = 0
        self.one(False)
        while killed < self.kills:
            was_killed, _ = self.one(self.random.random() < 0.9)
            killed += was_killed
            starts += 1
        # Until every fact has begun, and the last line was told.
        quiet = 0
        while quiet < 3 or self.sources.now < self.length + 10 * 86400:
            self.step = 12 * HOUR
            _, text = self.one(False)
            quiet = 0 if text else quiet + 1
        return killed, starts

    def judge(self):
        verdict = judge.Verdict()
        noticed = collections.Counter()
        if self.has_notices:
            with open(self.world.place / "out" / "told.jsonl") as file:
                titles = [json.loads(line)["title"] for line in file]
            noticed.update(self.facts_in("\n".join(titles)))
        again = 0
        for fact in self.sources.facts:
            runs = self.told[fact]
            if not runs and not noticed[fact] or self.has_notices and not noticed[fact]:
                verdict.lost.append(fact)
            # Only what a killed run told may be told again.
            if not all(runs[:-1]) or noticed[fact] > 1:
                verdict.doubled.append((*fact, runs, noticed[fact]))
            again += max(0, len(runs) - 1)
        for status in set(self.statuses) - {0, 1}:
            verdict.strange.append(("exit status", status, self.world.last_words()))
        verdict += judge.judge_state(self.world.state)
        return verdict, again


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kills", nargs="?", type=int, default=1000)
    parser.add_argument("--binary", default="release")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--facts", type=int, default=40)
    options = parser.parse_args()
    is_good = True
    for has_notices in (False, True):
        begun = time.monotonic()
        script = Script(
            binary_of(options.binary), (options.kills + 1 - has_notices) // 2, options.facts, has_notices, options.seed)
        killed, starts = script.play()
        verdict, again = script.judge()
        where = "stderr and a sink" if has_notices else "stderr"
        print(f"{killed} kills in {starts} starts, {(time.monotonic() - begun) / 60:.1f} min, seed {options.seed}: "
              f"{len(script.sources.facts)} facts, told on {where}; "
              f"{len(script.late)} told for a killed run, {again} came again after a kill")
        print(str(verdict))
        is_good = is_good and verdict.is_good
        script.sources.server.close()
        script.world.close(keep=not verdict.is_good)
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
