"""The environment of the harnesses: feeds and a receiver on loopback, a configuration, and runs of kawaraban.

Two pipelines with filters (a named chain, `deduplicate`, `stories`, `hold_until`, `take` with a rest) deliver to an
appended file, a page that gathers deliveries, a page that shows the last one alone, a page that reports the outcome of
every entry, a page for people with the page of what it leaves out, a file with the time in its name, a file for each
entry, and a webhook.
"""
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

import judge
from feed_server import FeedServer
from hook_receiver import SECRET, HookReceiver

ROOT = pathlib.Path(__file__).resolve().parent.parent
PIPELINES = ("everything", "picked")
KINDS = {"a": "rss", "b": "atom", "c": "rss"}
HOLD_SECONDS = 2
CONFIGURATION = """\
version: 1
settings:
  timezone: Asia/Tokyo
  locale: en
  network: {{ allow: ["127.0.0.1/32"] }}
defaults: {{ first_run: all, timeout: 20s }}
sources:
  a: {{ type: feed, url: "{a}" }}
  b: {{ type: feed, url: "{b}" }}
  c: {{ type: feed, url: "{c}" }}
sinks:
  archive: {{ type: file, path: "out/archive.jsonl", format: jsonl, mode: append }}
  page: {{ type: file, path: "out/{{{{pipeline}}}}.jsonl", format: jsonl, max_entries: 100000 }}
  latest: {{ type: file, path: "out/latest-{{{{pipeline}}}}.jsonl", format: jsonl, mode: replace }}
  told: {{ type: file, path: "out/{{{{pipeline}}}}.json", format: json, when_empty: write, max_entries: 100000 }}
  front: {{ type: file, path: "out/front.html", format: html, when_empty: write, max_entries: 100000 }}
  stamped: {{ type: file, path: "out/{{{{date}}}}/stamped-{{{{time}}}}-{{{{pipeline}}}}.jsonl", format: jsonl }}
  notes: {{ type: file, path: "out/notes/{{{{title}}}}.jsonl", format: jsonl, each: entry }}
  hook: {{ type: webhook, url: "{hook}", secret: {{ env: HOOK_SECRET }} }}
filters:
  no_adverts:
    - drop: {{ title: {{ contains: advert }} }}
pipelines:
  everything:
    sources: ["*"]
    filters:
      - use: no_adverts
      - deduplicate: {{ by: [url] }}
      - stories: {{ match: loose }}
    sinks: [archive, page, latest, told, front, stamped, notes, hook]
  picked:
    sources: [a]
    filters:
      - hold_until: {{ any: [ {{ title: {{ contains: ready }} }} ], at_most: {hold}s, then: keep }}
      - take: {{ entries: {take}, rest: wait, at_most: 400d }}
    sinks: [archive, page, latest, told, notes, hook]
"""


def binary_of(name, product="kawaraban"):
    """The program under test: `release`, `debug`, or a path."""
    path = ROOT / ".build" / name / product if name in ("release", "debug") else pathlib.Path(name).resolve()
    if not path.exists():
        raise SystemExit(f"{path} is missing: build it first (make build, or swift build)")
    return str(path)


def working_folder():
    """In memory if there is room: neither a kill nor a failing call depends on the disk, and a disk is slow."""
    memory = pathlib.Path("/dev/shm")
    if "TMPDIR" not in os.environ and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 1 << 30:
        return memory
    return None


class World:
    """One folder with a configuration, and what it talks with."""

    def __init__(self, binary, seed=0, fault_rate=0.0, take=5, tell=lambda event: None, misbehave=None):
        self.binary = binary
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kawaraban-harness-", dir=working_folder()))
        self.feeds = FeedServer(KINDS, seed=seed, fault_rate=fault_rate, tell=tell)
        self.receiver = HookReceiver(misbehave=misbehave, tell=tell)
        self.place = self.folder / "place"
        self.place.mkdir()
        self.pages = {pipeline: [frozenset()] for pipeline in PIPELINES}
        addresses = {name: self.feeds.address(name) for name in KINDS}
        self.configure(CONFIGURATION.format(
            **addresses, hook=self.receiver.address("hook"), hold=HOLD_SECONDS, take=take))

    def configure(self, text):
        (self.place / "config.yaml").write_text(text)
        if self.run("check") != 0:
            raise SystemExit(self.last_words())

    @property
    def state(self):
        return str(self.place / ".kawaraban" / "state.sqlite")

    def look(self, after_crash=False):
        """Notes what the pages show that show the last delivery alone, before the next run replaces them.

        After a power cut a page may be an older one again. Then what it showed since does not count.
        """
        verdict = judge.Verdict()
        for pipeline, shown in self.pages.items():
            found, torn = judge.read_lines(self.place / "out" / f"latest-{pipeline}.jsonl")
            verdict += torn
            if len(set(found)) < len(found):
                verdict.doubled.append(("latest", pipeline, found))
            now = frozenset(found)
            if after_crash and now in shown:
                del shown[len(shown) - shown[::-1].index(now):]
            if now != shown[-1]:
                shown.append(now)
        return verdict

    def start(self, *arguments, environment=None, prefix=()):
        """Begins a run in a process group of its own.

        With --now: a feed whose third answer in a row was cut short is left alone for an hour, which nobody has here.
        """
        self.look()
        # With core files it may be looked into, by strace and in /proc, where we are not root.
        environment = {
            "PATH": os.environ.get("PATH", ""), "HOME": str(self.folder), "HOOK_SECRET": SECRET,
            "KAWARABAN_CORE_FILES": "yes", **(environment or {})}
        with open(self.folder / "stderr", "ab") as errors:
            return subprocess.Popen(
                [*prefix, self.binary, *(arguments or ("run", "--now"))], cwd=self.place, env=environment,
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors, start_new_session=True)

    def run(self, *arguments, timeout=120, **options):
        """A run to its end. Gives its exit status."""
        process = self.start(*arguments, **options)
        try:
            return process.wait(timeout)
        except subprocess.TimeoutExpired:
            kill(process)
            raise SystemExit(f"a run did not end within {timeout} s; see {self.folder}") from None

    def expected(self):
        """What must have been delivered, for each place: pairs (pipeline, number)."""
        everything = {("everything", number) for number in self.feeds.numbers(*KINDS, adverts=False)}
        picked = {("picked", number) for number in self.feeds.numbers("a")}
        return {"archive": everything | picked, "latest": everything | picked, "page": everything | picked, "told": everything | picked,
                "stamped": everything, "notes": everything | picked, "hook": everything | picked}

    def expected_tallies(self):
        """What the foot of each page must say in the end, all its deliveries together."""
        kept = {pipeline: 0 for pipeline in ("everything", "picked")}
        for pipeline, _ in self.expected()["told"]:
            kept[pipeline] += 1
        adverts, others = self.feeds.counts(*KINDS)
        return {"everything": {"kept": kept["everything"], "filtered": adverts,
                               "duplicate": others - kept["everything"]},
                "picked": {"kept": kept["picked"]}}

    def judge(self):
        """What the outputs say after a run that has ended, and what the state says of itself."""
        verdict = judge.Verdict()
        expected = self.expected()
        out = self.place / "out"
        places = {"archive": [out / "archive.jsonl"], "page": [out / "everything.jsonl", out / "picked.jsonl"],
                  "stamped": sorted(out.glob("*/stamped-*.jsonl")), "notes": sorted(out.glob("notes/*.jsonl"))}
        for place, paths in places.items():
            found = []
            for path in paths:
                entries, torn = judge.read_lines(path)
                found += entries
                verdict += torn
            verdict += judge.compare(place, expected[place], found)
        told = {pipeline: out / f"{pipeline}.json" for pipeline in ("everything", "picked")}
        found = []
        for pipeline, path in told.items():
            entries, wrong = judge.read_page(path, self.expected_tallies()[pipeline])
            found += entries
            verdict += wrong
        verdict += judge.compare("told", expected["told"], found)
        places["told"] = told.values()
        places["front"] = [out / "front.html", out / "front-omitted.html"]
        tally = self.expected_tallies()["everything"]
        verdict += judge.judge_front(*places["front"], tally["filtered"] + tally["duplicate"])
        verdict += judge.compare("front", expected["stamped"], judge.read_front(places["front"][0]).values())
        verdict += self.look()
        for shown in self.pages.values():
            verdict += judge.judge_pages("latest", shown)
        verdict += judge.compare(
            "latest", expected["latest"], set().union(*(page for shown in self.pages.values() for page in shown)))
        places["latest"] = [out / f"latest-{pipeline}.jsonl" for pipeline in PIPELINES]
        known = {path for paths in places.values() for path in paths}
        for path in out.rglob("*"):
            if path.is_file() and path not in known:
                verdict.strange.append((str(path.relative_to(out)), "is left behind"))
        with self.receiver.lock:
            receipts = list(self.receiver.receipts)
        verdict += judge.judge_receipts(receipts, {"hook": expected["hook"]})
        verdict += judge.judge_state(self.state)
        return verdict

    def settle(self, patience=12):
        """Runs until everything is delivered, or `patience` runs in a row have brought nothing further."""
        self.feeds.fault_rate = 0
        self.feeds.ripen()
        best, waited, begun = None, 0, time.monotonic()
        while True:
            status = self.run()
            verdict = self.judge()
            if status not in (0, 1):
                verdict.strange.append(("exit status", status, self.last_words()))
            if verdict.is_good:
                return verdict
            if best is None or len(verdict.lost) < best:
                best, waited = len(verdict.lost), 0
            else:
                waited += 1
            # What is held comes out after its time.
            if waited >= patience and time.monotonic() - begun > HOLD_SECONDS + 1:
                return verdict
            time.sleep(0 if waited < patience else 0.2)

    def last_words(self):
        return (self.folder / "stderr").read_text(errors="replace")[-400:]

    def close(self, keep=False):
        self.feeds.server.close()
        self.receiver.server.close()
        if keep:
            print(f"kept for a closer look: {self.folder}")
        else:
            shutil.rmtree(self.folder, ignore_errors=True)


def kill(process):
    """kill -9 of the whole process group. Whether it was still at work."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    return process.wait() == -signal.SIGKILL
