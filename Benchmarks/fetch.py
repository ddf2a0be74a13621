#!/usr/bin/env python3
"""Fetches a folder of feeds from nginx on loopback, each from an address of its own, and prints CPU-ms a feed.

    fetch.py KAWARABAN [FEEDS] [--rounds 3]

Without FEEDS, 100 feeds of 20 entries are made.

Three programs in turn, in one run: kawaraban's first run (fetch, parse, store, write one digest file), its second run
(every answer a 304), and `curl -Z` on the same list. Needs nginx and curl. Ratios mean more than times.
"""
import argparse
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time


def measured(command, folder):
    """User+sys CPU seconds, wall seconds and peak MiB of a command and its children."""
    begun = time.monotonic()
    child = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"{command[0]} ended with {os.waitstatus_to_exitcode(status)}: {errors.decode()[:2000]}")
    return usage.ru_utime + usage.ru_stime, time.monotonic() - begun, usage.ru_maxrss / 1024


def make_feeds(folder, count=100, items=20):
    """Feeds of some 40 KB: titles in two languages, bodies of 1.5 KB in CDATA."""
    folder.mkdir()
    body = "".join(f"<p>{n}. 瓦版は江戸の新聞。 A news sheet &amp; a <a href='/{n}'>link</a>.</p>\n" for n in range(20))
    for feed in range(count):
        site = f"https://site{feed}.example.com"
        entries = "".join(
            f"<item><title>Entry {n} of {feed} 見出し</title><link>{site}/{n}</link>"
            f"<guid isPermaLink='false'>{feed}-{n}</guid><pubDate>Fri, 20 Nov 2026 {n % 24:02}:00:00 +0900</pubDate>"
            f"<description><![CDATA[{body}]]></description></item>\n" for n in range(items))
        (folder / f"f{feed:05}.xml").write_text(
            f'<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>Feed {feed}</title>'
            f"<link>{site}/</link><description>made for measuring</description>\n{entries}</channel></rss>\n")
    return folder


def address(number):
    return f"127.{1 + number // 62500}.{number // 250 % 250}.{1 + number % 250}"


def start_nginx(folder, feeds, port):
    listen = "\n".join(f"listen {address(i)}:{port};" for i in range(len(feeds)))
    (folder / "nginx.conf").write_text(f"""
        daemon off; pid nginx.pid; error_log stderr crit; worker_processes 1; worker_rlimit_nofile 16384;
        events {{ worker_connections 8192; }}
        http {{
            access_log off; types {{ application/rss+xml xml; application/feed+json json; }}
            server {{ {listen} root {feeds[0].parent}; }}
        }}""")
    server = subprocess.Popen(["nginx", "-p", str(folder), "-c", "nginx.conf"], stderr=subprocess.DEVNULL)
    time.sleep(1)
    return server


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("feeds", nargs="?")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--port", type=int, default=8199)
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kawaraban-bench-"))
    folder.chmod(0o755)  # nginx reads as another user
    source = pathlib.Path(options.feeds) if options.feeds else make_feeds(folder / "feeds")
    feeds = sorted(p.resolve() for p in source.iterdir() if p.suffix in (".xml", ".json"))
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(16384, hard), hard))

    server = start_nginx(folder, feeds, options.port)
    try:
        urls = [f"http://{address(i)}:{options.port}/{feed.name}" for i, feed in enumerate(feeds)]
        sources = "\n".join(f"  f{i}: {{ type: feed, url: '{url}' }}" for i, url in enumerate(urls))
        (folder / "config.yaml").write_text(f"""version: 1
settings: {{ network: {{ allow: ["127.0.0.0/8"] }} }}
defaults: {{ first_run: all }}
sources:
{sources}
sinks:
  archive: {{ type: file, path: out/archive.jsonl, format: jsonl, mode: append }}
pipelines:
  all: {{ sources: ["*"], sinks: [archive] }}
""")
        (folder / "list").write_text("".join(f'url = "{u}"\noutput = "curl/{i}"\n' for i, u in enumerate(urls)))
        curl = ["curl", "-s", "-Z", "--parallel-max", "64", "--create-dirs", "-K", "list"]
        print(f"{len(feeds)} feeds, {sum(f.stat().st_size for f in feeds) / 1e6:.1f} MB; CPU-ms a feed (wall s, peak MiB)")
        for number in range(options.rounds):
            for name in ("out", ".kawaraban", "curl"):
                shutil.rmtree(folder / name, ignore_errors=True)
            rows = [("first", measured([program, "run"], folder)), ("304", measured([program, "run"], folder)),
                    ("curl -Z", measured(curl, folder))]
            entries = sum(1 for _ in open(folder / "out/archive.jsonl"))
            figures = "  ".join(
                f"{name} {cpu * 1000 / len(feeds):.3f} ({wall:.2f}, {peak:.0f})" for name, (cpu, wall, peak) in rows)
            print(f"round {number + 1}: {figures}  entries {entries}", flush=True)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)


main()
