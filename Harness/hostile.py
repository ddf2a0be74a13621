#!/usr/bin/env python3
"""Runs kawaraban beside servers with hostile responses: it must not crash, and no other source may suffer (X01, X02).

    hostile.py [RUNS] [--binary release|debug|PATH] [--seed N] [--valgrind]

There are RUNS runs (200) with one hostile feed among 20, as many with four, and as many with 20 good feeds and a
hostile receiver of webhooks. Every second time the hostile server first redirects to itself or elsewhere. The harness
counts runs that were ended by a signal, internal errors, and entries that are missing, doubled or torn in the good
digest. Exits with 1 if there is any.

--valgrind: runs each kind once, and all responses of HTTP/1.1 and HTTP/2, under valgrind, which must report nothing.
"""
import argparse
import collections
import json
import pathlib
import random
import shutil
import subprocess
import sys
import threading
import time

import hostile_answers
import judge
from feed_server import rss
from hostile_http2 import ANSWERS as HTTP2_ANSWERS, HostileHTTP2
from loopback import LoopbackServer
from world import World, binary_of

FEEDS = 20
SUPPRESSIONS = pathlib.Path(__file__).parent / "valgrind.supp"
CONFIGURATION = """\
version: 1
settings: {{ network: {{ allow: ["127.0.0.1/32"] }} }}
defaults: {{ first_run: all, timeout: {timeout}, connections_per_host: {connections} }}
sources:
{sources}
sinks:
  archive: {{ type: file, path: out/archive.jsonl, format: jsonl, mode: append }}
  hook: {{ type: webhook, url: "{hook}", timeout: {timeout}, batch: 50 }}
pipelines:
  all: {{ sources: ["*"], sinks: [{sinks}] }}
"""


HTTP2_CONFIGURATION = """\
version: 1
settings: {{ network: {{ allow: ["127.0.0.1/32"] }} }}
defaults: {{ first_run: all, timeout: 20s, ca_file: {authority} }}
sources:
  letters: {{ type: file, path: letters.xml }}
{sources}
sinks:
  archive: {{ type: file, path: out/archive.jsonl, format: jsonl, mode: append }}
{sinks}
pipelines:
  all: {{ sources: ["*"], sinks: [archive, {names}] }}
"""


class Kind:
    """How many feeds are hostile, and whether the receiver is."""

    def __init__(self, name, feeds=0, receiver=False):
        self.name = name
        self.feeds = feeds
        self.receiver = receiver


KINDS = [Kind("one hostile feed among 20", feeds=1), Kind("four hostile feeds among 20", feeds=4),
         Kind("a hostile receiver", receiver=True)]


class Servers:
    """A server of good feeds, and a hostile one, whose answers stand in `plan`.

    They are two, because what a server sends behind an answer may spoil the next one of that same server.
    """

    def __init__(self):
        self.lock = threading.Lock()
        self.documents = {}
        self.plan = {}
        self.asked = collections.Counter()
        self.attacks = 0
        self.good = LoopbackServer(self.serve)
        self.hostile = LoopbackServer(self.attack)

    def begin(self, plan):
        with self.lock:
            self.plan = plan
            self.asked.clear()

    def address(self, name):
        server = self.good if name in self.documents else self.hostile
        return f"http://127.0.0.1:{server.port}/{name}"

    def close(self):
        self.good.close()
        self.hostile.close()

    def serve(self, connection):
        while True:
            request = connection.read_request()
            if request is None:
                return
            with self.lock:
                document, etag = self.documents[request.target.strip("/")]
            if request.headers.get("if-none-match") == etag:
                connection.answer(304, fields=[("ETag", etag)])
            else:
                connection.answer(200, document, [("ETag", etag), ("X-Long", "g" * 60)])

    def attack(self, connection):
        """Redirects, if that is the plan, and keeps the connection open; attacks once, and closes."""
        while True:
            request = connection.read_request()
            if request is None:
                return
            name = request.target.strip("/")
            with self.lock:
                attack = self.plan.get(name.removesuffix("-elsewhere"))
                self.asked[name] += 1
                is_redirect = attack and attack.redirect and self.asked[name] % 2 and not name.endswith("-elsewhere")
                self.attacks += bool(attack and not is_redirect)
            if not attack:
                connection.answer(404)
            elif is_redirect:
                place = name if attack.redirect == "itself" else f"{name}-elsewhere"
                connection.answer(307, fields=[("Location", f"/{place}"), ("X-Long", "f" * 60)])
            else:
                for piece in attack.pieces:
                    connection.send(piece)
                    time.sleep(0.002 if len(attack.pieces) > 1 else 0)
                return


class Attack:
    """What one hostile server does in one run."""

    def __init__(self, name, redirect, chance):
        self.name = name
        self.redirect = redirect
        self.pieces = hostile_answers.pieces(hostile_answers.ANSWERS[name](chance), chance)

    def __str__(self):
        return f"{self.name} behind a redirect to {self.redirect}" if self.redirect else self.name


class HostileRuns:
    """Runs of one kind after another in one world, and what came of them."""

    def __init__(self, binary, seed, timeout="20s", prefix=()):
        self.seed = seed
        self.timeout = timeout
        self.prefix = prefix
        self.servers = Servers()
        self.world = World(binary, seed=seed)
        self.statuses = collections.Counter()
        self.codes = collections.Counter()
        self.answers = collections.Counter()
        self.verdict = judge.Verdict()

    def run(self, kind, number, redirected, names=None):
        """One run; every second one goes on with the state of the one before."""
        chance = hostile_answers.chance_for(self.seed, kind.name, number)
        goes_on = number % 2 == 1 and names is None
        if goes_on:
            self.issue()
        else:
            self.begin(kind, chance)
        targets = self.bad + (["hook"] if kind.receiver else [])
        plan = {}
        for target, name in zip(targets, names or [hostile_answers.draw(chance) for _ in targets]):
            plan[target] = Attack(name, chance.choice(["itself", "elsewhere"]) if redirected else None, chance)
            self.answers[name] += 1
        self.servers.begin(plan)
        told = f"{kind.name}, run {number}: {', '.join(map(str, plan.values()))}"
        self.conclude(told, {("all", number) for number in self.issued})

    def begin(self, kind, chance):
        """A new state, and the feeds in a new order."""
        for name in ("out", ".kawaraban"):
            shutil.rmtree(self.world.place / name, ignore_errors=True)
        self.good = [f"good{number}" for number in range(max(1, FEEDS - kind.feeds))]
        self.bad = [f"bad{number}" for number in range(kind.feeds)]
        self.issued, self.entries = [], {name: [] for name in self.good}
        self.issue()
        everyone = self.good + self.bad
        chance.shuffle(everyone)
        sources = "\n".join(f'  s{at}: {{ type: feed, url: "{self.servers.address(name)}" }}'
                            for at, name in enumerate(everyone))
        (self.world.place / "config.yaml").write_text(CONFIGURATION.format(
            timeout=self.timeout, connections=chance.choice([1, 2, 4, 20]), sources=sources,
            hook=self.servers.address("hook"), sinks="archive, hook" if kind.receiver else "archive"))

    def issue(self):
        """One entry more in each good feed."""
        for name in self.good:
            entry = self.world.feeds.make()
            self.entries[name].append(entry)
            self.issued.append(entry.number)
            document = rss(name, self.entries[name][::-1])
            with self.servers.lock:
                self.servers.documents[name] = document, f'"{entry.number}"'

    def run_http2(self):
        """One run over all answers of HTTP/2: each to a feed, and each to a message too large to be sent at once."""
        for name in ("out", ".kawaraban"):
            shutil.rmtree(self.world.place / name, ignore_errors=True)
        server = HostileHTTP2(self.world.folder)
        letters = [self.world.feeds.make() for _ in range(3)]
        document = rss("letters", letters).replace(b"</description></item>", b"l" * 200_000 + b"</description></item>")
        (self.world.place / "letters.xml").write_bytes(document)
        trust = f"ca_file: {server.authority}"
        addresses = {f"n{at}": server.address(name) for at, name in enumerate(HTTP2_ANSWERS)}
        sources = (f'  {name}: {{ type: feed, url: "{url}" }}' for name, url in addresses.items())
        sinks = (f'  {name}: {{ type: webhook, url: "{url}", batch: 50, timeout: 20s, {trust} }}'
                 for name, url in addresses.items())
        (self.world.place / "config.yaml").write_text(HTTP2_CONFIGURATION.format(
            authority=server.authority, sources="\n".join(sources), sinks="\n".join(sinks), names=", ".join(addresses)))
        self.conclude("all answers of HTTP/2", {("all", letter.number) for letter in letters})
        self.answers.update(list(HTTP2_ANSWERS))
        server.close()

    def conclude(self, told, expected):
        """The run itself, and what must hold of each."""
        status = self.world.run("run", "--now", "--report", "report.json", prefix=self.prefix, timeout=900)
        self.statuses[status] += 1
        if status not in (0, 1):
            self.verdict.strange.append((told, "exit status", status, self.world.last_words()))
        self.look_into_report(told, status)
        found, torn = judge.read_lines(self.world.place / "out" / "archive.jsonl")
        self.verdict += torn
        self.verdict += judge.compare(told, expected, found)

    def look_into_report(self, told, status):
        path = self.world.place / "report.json"
        report = json.loads(path.read_text()) if path.exists() else {}
        path.unlink(missing_ok=True)
        outcomes = [*report.get("sources", {}).values(), *report.get("sinks", {}).values()]
        for outcome in outcomes:
            code = outcome.get("error", {}).get("code")
            if code:
                self.codes[code] += 1
            if code == "internal":
                self.verdict.strange.append((told, outcome["error"]))
        if not report and status in (0, 1):
            self.verdict.strange.append((told, "no report"))

    @property
    def deaths(self):
        return sum(count for status, count in self.statuses.items() if status < 0)

    def tell(self):
        runs = sum(self.statuses.values())
        print(f"{runs} runs, {self.servers.attacks} hostile answers of {len(self.answers)} sorts: "
              f"deaths by signal {self.deaths}, internal errors {self.codes['internal']}, "
              f"good entries missing {len(self.verdict.lost)}; exit statuses {dict(self.statuses)}")
        print("codes: " + ", ".join(f"{code} {count}" for code, count in self.codes.most_common()))
        if not self.verdict.is_good:
            print(str(self.verdict))

    def close(self):
        self.servers.close()
        self.world.close(keep=not self.verdict.is_good)


def run_hostile(options):
    runs = HostileRuns(binary_of(options.binary), options.seed)
    for kind in KINDS:
        for number in range(options.runs):
            runs.run(kind, number, redirected=number // 2 % 2 == 1)
    runs.tell()
    runs.close()
    return runs.verdict.is_good


def watch(options):
    """The same under valgrind: each kind once, directly and redirected, and all answers at once."""
    if not shutil.which("valgrind"):
        print("valgrind is not installed: skipped")
        return True
    runs = HostileRuns(binary_of(options.binary), options.seed, timeout="120s")
    log = runs.world.folder / "valgrind.log"
    # valgrind cannot read the debug information that Swift writes.
    stripped = runs.world.folder / "kawaraban"
    subprocess.run(["strip", "--strip-debug", "-o", stripped, runs.world.binary], check=True)
    runs.world.binary = str(stripped)
    runs.prefix = ("valgrind", "-q", "--error-exitcode=99", "--leak-check=no", f"--suppressions={SUPPRESSIONS}",
                    f"--log-file={log}")
    names = list(hostile_answers.ANSWERS)
    reports = 0

    def run(act, *arguments):
        nonlocal reports
        act(*arguments)
        reports += log.read_text(errors="replace").count("Thread ")
        if not runs.verdict.is_good and log.stat().st_size:
            print(log.read_text(errors="replace")[:4000])
    for redirected in (False, True):
        for kind in KINDS:
            run(runs.run, kind, 0, redirected, ["folded"] * max(1, kind.feeds))
        run(runs.run, Kind("all answers", feeds=len(names)), 0, redirected, names)
    run(runs.run_http2)
    print(f"under valgrind: {reports} reports")
    runs.tell()
    runs.close()
    return runs.verdict.is_good


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runs", nargs="?", type=int, default=200)
    parser.add_argument("--binary", default="release")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--valgrind", action="store_true")
    options = parser.parse_args()
    begun = time.monotonic()
    is_good = watch(options) if options.valgrind else run_hostile(options)
    print(f"{time.monotonic() - begun:.0f} s, seed {options.seed}")
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
