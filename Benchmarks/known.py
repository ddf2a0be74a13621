#!/usr/bin/env python3
"""Measures what a million known entries cost: a start, a run of 304s and `status`, compared with a small state (P31).

    known.py KAWARABAN [--feeds 1000] [--entries 1000] [--runs 100]

nginx serves FEEDS feeds of ENTRIES entries each on loopback, each from its own host. They are collected once. Then
these are measured, in turn with a state that knows the entries of one feed: a run in which no source is due, a run in
which every response is a 304, `status`, and `list --search` for a word that is nowhere; and in turn with a state that
knows ten entries of each of the same feeds, a run in which all responses are 304s. At the end RUNS runs of 304s show
how the state grows, and `state prune` passes over all of it once.

Needs nginx. CPU is user+sys, in ms; ratios mean more than times.
"""
import argparse
import os
import pathlib
import shutil
import signal
import statistics
import tempfile

import fetch


def make_feeds(folder, count, items):
    """Makes feeds of small entries; most measurements depend on their number."""
    folder.mkdir()
    for feed in range(count):
        entries = "".join(
            f"<item><title>Entry {n} of {feed}</title><link>https://site{feed}.example.com/{n}</link>"
            f"<guid isPermaLink='false'>{feed}-{n}</guid><pubDate>{1 + n % 28:02} Oct 2026 {n % 24:02}:00:00 +0900</pubDate>"
            f"<description>瓦版 {n}: a few words, and some more.</description></item>\n" for n in range(items))
        (folder / f"f{feed:05}.xml").write_text(
            f"<rss version='2.0'><channel><title>Feed {feed}</title><link>https://site{feed}.example.com/</link>"
            f"{entries}</channel></rss>\n")
    return folder


def write_configuration(path, urls, refresh, most=1_000_000):
    sources = "\n".join(f"  f{i}: {{ type: feed, url: '{url}' }}" for i, url in enumerate(urls))
    path.write_text(f"""version: 1
settings: {{ network: {{ allow: ["127.0.0.0/8"] }}, state: {path.stem.split('-')[0]}.sqlite }}
defaults: {{ first_run: all, refresh: {refresh}, max_entries: {most} }}
sources:
{sources}
sinks:
  archive: {{ type: file, path: "{path.stem.split('-')[0]}.jsonl", format: jsonl, mode: append }}
pipelines:
  all: {{ sources: ["*"], sinks: [archive] }}
""")


def size(folder, name):
    return sum(p.stat().st_size for p in folder.glob(f"{name}.sqlite*") if p.suffix != ".lock") / (1 << 20)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--feeds", type=int, default=1000)
    parser.add_argument("--entries", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--port", type=int, default=8198)
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kawaraban-known-"))
    folder.chmod(0o755)
    source = make_feeds(folder / "feeds", options.feeds, options.entries)
    urls = [f"http://{fetch.address(i)}:{options.port}/f{i:05}.xml" for i in range(options.feeds)]
    server = fetch.start_nginx(folder, source, options.feeds, options.port, None)
    try:
        for name, addresses in (("many", urls), ("few", urls[:1])):
            write_configuration(folder / f"{name}-run.yaml", addresses, "run")
            write_configuration(folder / f"{name}-idle.yaml", addresses, "7d")
        write_configuration(folder / "lean-run.yaml", urls, "run", most=10)
        # One source of the many, so that only the entries of the others differ from the small state.
        write_configuration(folder / "many-one.yaml", urls[:1], "run")

        def run(configuration, *words):
            return fetch.measured([program, *(words or ("run",)), "-c", f"{configuration}.yaml"], folder)
        cpu, wall, peak = run("many-run")
        print(f"collected {options.feeds * options.entries:,} entries: {cpu:.1f} s CPU, {wall:.1f} s, {peak:.0f} MiB, "
              f"state {size(folder, 'many'):.0f} MiB")
        # The time of the last fetch decides which sources are due.
        run("many-idle")
        run("few-run")
        run("few-idle")
        run("lean-run")
        rows = [("nothing due", {"many": "many-idle", "few": "few-idle"}, ("run",)),
                ("one 304", {"many": "many-one", "few": "few-run"}, ("run",)),
                ("all 304", {"many": "many-run", "ten a feed": "lean-run"}, ("run",)),
                ("status", {"many": "many-run", "few": "few-run"}, ("status",)),
                ("search", {"many": "many-run", "few": "few-run"}, ("list", "--search", "nowhere"))]
        for title, configurations, words in rows:
            figures = {name: [] for name in configurations}
            for _ in range(options.rounds):
                for name, configuration in configurations.items():
                    figures[name].append(run(configuration, *words))
            text = "  ".join(
                f"{name}: {statistics.median(f[0] for f in found) * 1000:.0f} ms CPU, "
                f"{statistics.median(f[1] for f in found) * 1000:.0f} ms, {max(f[2] for f in found):.0f} MiB"
                for name, found in figures.items())
            print(f"{title:12} {text}", flush=True)
        before = size(folder, "many")
        for _ in range(options.runs):
            run("many-run")
        print(f"after {options.runs} runs of 304s: {before:.1f} MiB became {size(folder, 'many'):.1f} MiB; "
              f"{size(folder, 'many') * (1 << 20) / options.feeds / options.entries:.0f} bytes an entry")
        cpu, wall, peak = run("many-run", "state", "prune")
        print(f"state prune: {cpu:.1f} s CPU, {wall:.1f} s, {peak:.0f} MiB, state {size(folder, 'many'):.0f} MiB")
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
