#!/usr/bin/env python3
"""Measures filters over a long backlog: entries of 1.5 KB that wait for a pipeline's filters.

    backlog.py KAWARABAN [--before OTHER] [--entries 100000] [--filters NAME…] [--rounds 3]

The first program collects the entries once, from files. Then each pipeline is run by both programs in turn, each time
over a new copy of that state. Prints medians of CPU (user+sys) in seconds and of peaks in MiB, how many entries were
kept, and DIFFERENT if the programs did not decide the same. All titles, addresses and texts differ: nothing is a
duplicate, and titles share only words.
"""
import argparse
import hashlib
import itertools
import json
import os
import pathlib
import random
import shutil
import sqlite3
import statistics
import subprocess
import tempfile

A_FEED = 1000
SYLLABLES = "ka ri mo te na su lo be fi da gu ne pa so vi ha ro ku mi ta le zo".split()
WORDS = ["".join(part) for part in itertools.product(SYLLABLES, repeat=3)]
FILTERS = {
    "keep": "[{ keep: { title: { contains: nowhere } } }]",
    "keep-text": "[{ keep: { text: { contains: nowhere at all } } }]",
    "take": "[{ take: 50 }]",
    "all": "[{ keep: { title: { contains: nowhere } } }, { deduplicate: {} }, { stories: {} }, { take: 50 }]",
    "deduplicate": "[{ deduplicate: {} }]",
    "stories": "[{ stories: {} }]",
    "chain": "[{ deduplicate: {} }, { stories: {} }, { take: 50 }]",
    "none": "[]",
}


def make_place(folder, count):
    """Feeds of a thousand entries, and a pipeline for each list of filters, which waits until it is named."""
    chance = random.Random(1)
    feeds = max(1, count // A_FEED)
    for feed in range(feeds):
        items = []
        for n in range(feed * A_FEED, min(count, (feed + 1) * A_FEED)):
            title = " ".join(chance.choices(WORDS, k=7)).capitalize()
            text = " ".join(chance.choices(WORDS, k=200))
            items.append(
                f"<item><title>{title}</title><link>https://site{feed}.example.com/articles/{n}</link>"
                f"<guid isPermaLink='false'>article-{n}</guid>"
                f"<pubDate>{1 + n % 20:02} Nov 2026 {n % 24:02}:{n % 60:02}:{n % 59:02} +0900</pubDate>"
                f"<description>{text}</description></item>\n")
        (folder / f"f{feed:04}.xml").write_text(
            f"<rss version='2.0'><channel><title>Feed {feed}</title><link>https://site{feed}.example.com/</link>"
            f"<description>made for measuring</description>\n{''.join(items)}</channel></rss>\n")
    (folder / "config.yaml").write_text("\n".join([
        "version: 1", "settings: { timezone: Asia/Tokyo, locale: en }", "defaults: { first_run: all, refresh: 7d }",
        "sources:", *(f"  f{feed:04}: {{ type: file, path: f{feed:04}.xml }}" for feed in range(feeds)),
        "sinks: { out: { type: stdout } }", "pipelines:",
        *(f"  {name}: {{ schedule: '0 0 1 1 *', sources: ['*'], filters: {filters}, sinks: [out] }}"
          for name, filters in FILTERS.items())]) + "\n")


def ran(command, folder):
    """CPU in seconds, peak in MiB."""
    child = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"{command} ended with {os.waitstatus_to_exitcode(status)}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def decisions(state):
    """A hash of what was decided, and how many entries were kept."""
    digest, kept = hashlib.sha256(), 0
    with sqlite3.connect(state) as database:
        # One row at a time: the peak of a child is at least that of its parent when it started.
        for row in database.execute(
                "SELECT pipeline_entry.entry, state, filter, until IS NULL, head, body, same_as, story, story_role, "
                "reason, "
                "(SELECT group_concat(position) FROM waiting WHERE waiting.entry = pipeline_entry.entry) "
                "FROM pipeline_entry ORDER BY pipeline, pipeline_entry.entry"):
            # The order of a reason's arguments differs from run to run.
            reason = json.loads(row[9]) if row[9] else None
            digest.update((repr(row[:9] + row[10:]) + json.dumps(reason, sort_keys=True)).encode())
            kept += row[1] == 4
    return digest.hexdigest(), kept


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--before")
    parser.add_argument("--entries", type=int, default=100_000)
    parser.add_argument("--filters", nargs="+", choices=FILTERS, default=list(FILTERS))
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    programs = {"before": options.before, "now": options.program} if options.before else {"now": options.program}
    programs = {name: os.path.abspath(program) for name, program in programs.items()}
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kawaraban-backlog-"))
    try:
        make_place(folder, options.entries)
        first = next(iter(programs.values()))
        ran([first, "run", "--quiet", "--state", "full.sqlite"], folder)
        for filters in options.filters:
            rows = {name: [] for name in programs}
            results = {}
            for _ in range(options.rounds):
                for name, program in programs.items():
                    for file in folder.glob("copy.sqlite*"):
                        file.unlink()
                    shutil.copy(folder / "full.sqlite", folder / "copy.sqlite")
                    rows[name].append(ran([program, "run", filters, "--quiet", "--state", "copy.sqlite"], folder))
                    results[name] = decisions(folder / "copy.sqlite")
            cells = []
            for name, found in rows.items():
                cpu, peak = (statistics.median(one[index] for one in found) for index in range(2))
                cells.append(f"{name} {cpu:6.2f} s, {peak:4.0f} MiB, {results[name][1]} kept")
            same = "" if len(set(results.values())) == 1 else "   DIFFERENT"
            print(f"{filters:12} " + "   ".join(cells) + same, flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
