#!/usr/bin/env python3
"""Measures what a start, the parsing of a document and a run cost, keeps the figures beside the commit, and tells what has
changed by more than 5 % since the last commit that has figures.

    figures.py KAWARABAN [PARSE_BENCHMARK] [--feeds 100] [--before OTHER]

Counts instructions of user space, which are nearly the same at each run: with perf(1) where the machine counts them, else
with valgrind, which is slow. CPU time is shown beside them, and decides nothing.

The figures are kept as a note of git (refs/notes/benchmarks) of the commit that is checked out: they neither change the
commit nor get lost with the build, and `git push origin refs/notes/benchmarks` shares them. They are not kept if files
are changed. They are compared only with figures of the same processor, libraries and number of feeds: `git log
--notes=benchmarks` shows all. With --before nothing is kept, and OTHER is measured beside.

Ends with 1 if anything costs over 5 % more. Needs nginx, and valgrind or perf.
"""
import argparse
import itertools
import json
import os
import pathlib
import platform
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile

import fetch

NOTES = "benchmarks"
BOUND = 0.05
LIBRARIES = ["libc6", "libcurl4", "libsqlite3-0", "libssl3", "libxml2", "libyaml-0-2"]


def output(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, **options).stdout.strip()


class Counter:
    """Counts the instructions of a command in user space."""

    def __init__(self):
        probe = subprocess.run(["perf", "stat", "-x,", "-e", "instructions:u", "true"], capture_output=True, text=True) \
            if shutil.which("perf") else None
        self.by_perf = bool(probe) and re.search(r"^\d+,", probe.stderr, re.M) is not None
        if not self.by_perf and not shutil.which("valgrind"):
            sys.exit("neither perf counts instructions here, nor is valgrind installed")
        self.name = "perf" if self.by_perf else "valgrind"

    def count(self, command, folder):
        with tempfile.NamedTemporaryFile("r") as report:
            if self.by_perf:
                counting = ["perf", "stat", "-x,", "-e", "instructions:u", "-o", report.name, *command]
            else:
                counting = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", f"--log-file={report.name}",
                            *command]
            done = subprocess.run(counting, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            told = report.read()
        found = re.search(r"^(\d+),", told, re.M) if self.by_perf else re.search(r"Collected : (\d+)", told)
        if done.returncode != 0 or not found:
            sys.exit(f"{' '.join(command)} ended with {done.returncode}: {done.stderr.decode()[:1000]}{told[:1000]}")
        return int(found[1])


def machine(counter):
    """What must be equal for two measurements to be comparable."""
    processor = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    versions = output("dpkg-query", "-W", "-f=${Package} ${Version}, ", *LIBRARIES) if shutil.which("dpkg-query") else ""
    return f"{processor[1] if processor else platform.machine()}; {versions}counted by {counter.name}"


def make_podcasts(folder, count=4, items=200):
    """Makes feeds of many small elements: they cost a parser most for a byte."""
    for feed in range(count):
        entries = "".join(
            f"<item><title>Episode {n} of {feed}: 江戸の町</title><link>https://pod{feed}.example.com/{n}</link>"
            f"<guid isPermaLink='false'>pod-{feed}-{n}</guid><pubDate>Fri, 20 Nov 2026 {n % 24:02}:00:00 +0900</pubDate>"
            f"<enclosure url='https://pod{feed}.example.com/{n}.mp3' length='{n * 977 + 1000}' type='audio/mpeg'/>"
            f"<itunes:title>Episode {n}</itunes:title><itunes:author>One &amp; Another</itunes:author>"
            f"<itunes:subtitle>A few words</itunes:subtitle><itunes:summary>Some more &lt;b&gt;words&lt;/b&gt;, {n}."
            f"</itunes:summary><itunes:duration>00:{n % 60:02}:30</itunes:duration><itunes:episode>{n}</itunes:episode>"
            f"<itunes:season>{feed}</itunes:season><itunes:explicit>no</itunes:explicit>"
            f"<itunes:image href='https://pod{feed}.example.com/{n}.jpg'/><category>History</category></item>\n"
            for n in range(items))
        (folder / f"podcast{feed}.xml").write_text(
            "<?xml version='1.0'?>\n<rss version='2.0' xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel>"
            f"<title>Podcast {feed}</title><link>https://pod{feed}.example.com/</link><description>made for measuring"
            f"</description>\n{entries}</channel></rss>\n")
    return folder


class Measuring:
    """Figures of one program after the other, in turn."""

    def __init__(self, counter, programs):
        self.counter = counter
        self.programs = programs
        self.figures = {name: {} for name in programs}

    def take(self, title, name, command, folder, divisor=1, less=0, rounds=5, renew=None):
        """Measures a command of one program. `less` is subtracted from the instructions; `renew` is called before each."""
        cpu = []
        for _ in range(rounds):
            if renew:
                renew()
            cpu.append(fetch.measured(command, folder)[0] * 1000 / divisor)
        if renew:
            renew()
        count = self.counter.count(command, folder)
        self.figures[name][title] = {
            "instructions": round((count - less) / divisor), "cpu_ms": round(statistics.median(cpu), 3)}
        return count


def measure_starts(measuring, folder):
    feed = folder / "feed.xml"
    feed.write_text("<rss version='2.0'><channel><title>One</title><link>https://one.example.com/</link><description>made"
                    "</description><item><title>Entry</title><guid>1</guid></item></channel></rss>\n")
    for name, (program, _) in measuring.programs.items():
        place = folder / f"start-{name}"
        place.mkdir()
        (place / "config.yaml").write_text(f"""version: 1
defaults: {{ first_run: all, refresh: 7d }}
sources:
  one: {{ type: file, path: "{feed}" }}
sinks:
  archive: {{ type: file, path: out.jsonl, format: jsonl, mode: append }}
pipelines:
  all: {{ sources: ["*"], sinks: [archive] }}
""")
        fetch.measured([program, "run"], place)
    for words in (["--version"], ["check"], ["run"], ["status"]):
        for name, (program, _) in measuring.programs.items():
            measuring.take(f"start: {words[0]}", name, [program, *words], folder / f"start-{name}", rounds=20)


def measure_parsing(measuring, articles, podcasts):
    for title, folder in (("articles", articles), ("podcasts", podcasts)):
        files = [str(file) for file in sorted(folder.iterdir())]
        size = sum(os.path.getsize(file) for file in files) / 1000
        for name, (_, parser) in measuring.programs.items():
            if not parser:
                continue
            once = measuring.counter.count([parser, "1", *files], folder)
            passes = 5
            measuring.take(f"parse: {title}, a KB", name, [parser, str(1 + passes), *files], folder, passes * size, once)


def publish(feeds, numbers=itertools.count()):
    """Puts a new entry before the others of each feed."""
    for feed in feeds:
        new = f"<item><title>New {next(numbers)}</title><guid isPermaLink='false'>new-{next(numbers)}</guid></item>\n<item>"
        feed.write_text(feed.read_text().replace("<item>", new, 1))


def measure_runs(measuring, folder, articles, count, port):
    feeds = sorted(articles.iterdir())
    server = fetch.start_nginx(folder, articles, count, port, None)
    try:
        urls = [f"http://{fetch.address(i)}:{port}/{feeds[i % len(feeds)].name}" for i in range(count)]
        for name in measuring.programs:
            (folder / f"run-{name}").mkdir()
            fetch.write_configuration(folder / f"run-{name}", urls)

        def forget(place):
            for part in ("out", ".kawaraban"):
                shutil.rmtree(place / part, ignore_errors=True)
        for title in ("first", "304", "a tenth new"):
            for name, (program, _) in measuring.programs.items():
                place = folder / f"run-{name}"
                renew = {"first": lambda place=place: forget(place), "304": None,
                         "a tenth new": lambda: publish(feeds[::10])}[title]
                measuring.take(f"run: {title}, a feed", name, [program, "run"], place, count, renew=renew)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


def kept(commit):
    text = output("git", "notes", f"--ref={NOTES}", "show", commit)
    try:
        return json.loads(text) if text else None
    except ValueError:
        return None


def last_comparable(own):
    """The nearest commit before HEAD whose figures can be compared, and these."""
    noted = {line.split()[1] for line in output("git", "notes", f"--ref={NOTES}", "list").splitlines()}
    head = output("git", "rev-parse", "HEAD")
    for commit in output("git", "rev-list", "HEAD").splitlines():
        found = kept(commit) if commit in noted and commit != head else None
        if found and found["machine"] == own["machine"] and found["feeds"] == own["feeds"]:
            return commit, found["figures"]
    return None, None


def print_table(figures, before, name):
    """Prints the figures beside earlier ones. Returns whether anything costs over 5 % more."""
    is_worse = False
    print(f"{'':26} {'instructions':>14} {'CPU ms':>9}" + (f"   against {name}" if before else ""))
    for title, row in figures.items():
        line = f"{title:26} {row['instructions']:14,} {row['cpu_ms']:9.3f}"
        if before and title in before:
            change = row["instructions"] / before[title]["instructions"] - 1
            mark = "" if abs(change) <= BOUND else "  MORE" if change > 0 else "  less"
            is_worse = is_worse or change > BOUND
            line += f"   {100 * change:+6.1f} %{mark}"
        print(line)
    return is_worse


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("parser", nargs="?")
    parser.add_argument("--feeds", type=int, default=100)
    parser.add_argument("--before")
    parser.add_argument("--parser-before")
    parser.add_argument("--port", type=int, default=8197)
    options = parser.parse_args()
    programs = {"now": [os.path.abspath(options.program), options.parser and os.path.abspath(options.parser)]}
    if options.before:
        programs["before"] = [os.path.abspath(options.before),
                              options.parser_before and os.path.abspath(options.parser_before)]
    counter = Counter()
    measuring = Measuring(counter, programs)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kawaraban-figures-"))
    folder.chmod(0o755)  # nginx reads as another user
    try:
        articles = fetch.make_feeds(folder / "articles")
        (folder / "podcasts").mkdir()
        podcasts = make_podcasts(folder / "podcasts")
        measure_starts(measuring, folder)
        measure_parsing(measuring, articles, podcasts)
        measure_runs(measuring, folder, articles, options.feeds, options.port)
    finally:
        shutil.rmtree(folder, ignore_errors=True)

    figures = measuring.figures["now"]
    if options.before:
        sys.exit(1 if print_table(figures, measuring.figures["before"], options.before) else 0)
    own = {"machine": machine(counter), "feeds": options.feeds, "figures": figures}
    commit, before = last_comparable(own)
    is_worse = print_table(figures, before, commit and commit[:12])
    if not before:
        print("no earlier commit has figures of this machine")
    if output("git", "status", "--porcelain", "--untracked-files=no"):
        print("not kept: files are changed since the commit")
    else:
        subprocess.run(["git", "notes", f"--ref={NOTES}", "add", "--force", "--file=-", "HEAD"], check=True, text=True,
                       input=json.dumps(own, indent=1), stderr=subprocess.DEVNULL)
        print(f"kept as a note of {output('git', 'rev-parse', '--short=12', 'HEAD')} (git notes --ref={NOTES} show)")
    sys.exit(1 if is_worse else 0)


if __name__ == "__main__":
    main()
