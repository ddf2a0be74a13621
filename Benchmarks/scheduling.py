#!/usr/bin/env python3
"""Collects 500 feeds of 500 hosts, some slow or broken, and prints the wall time relative to the shortest possible one.

    scheduling.py KAWARABAN [--server latency_server.py] [--feeds 500] [--rounds 1]

The server on loopback responds as the first folder of a path says (`/d200/…` after 200 ms, `/hang/…` never). It is read
from $KAWARABAN_SHARED/bench unless --server names one. Three lists are collected in turn: `uniform` (200 ms each),
`tail` (5 % take 5 s), and `hostile` (2 % each hang, stall, fail with 500 and 429, are reset or cut off). Each is
collected twice with one state, so that the second run knows how long each feed took. The shortest possible time is
max(longest, sum / slots); a feed that hangs counts with its timeout of 10 s. Ratios below 1 are possible, because a
transfer that only waits for its server takes no slot.
"""
import argparse
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

SLOTS = 64
TIMEOUT = 10.0
SECONDS = {"hang": TIMEOUT, "stall": TIMEOUT, "d200": 0.2, "d5000": 5.0}


def documents(folder, count):
    folder.mkdir()
    for feed in range(count):
        items = "".join(
            f"<item><title>Entry {n} of {feed}</title><guid isPermaLink='false'>{feed}-{n}</guid>"
            f"<description>{'words ' * 100}</description></item>" for n in range(20))
        (folder / f"{feed:05}.xml").write_text(
            f'<?xml version="1.0"?><rss version="2.0"><channel><title>Feed {feed}</title>{items}</channel></rss>')
    return folder


def behaviours(name, count):
    """Returns the behaviour of each feed's server, in a fixed mixed order."""
    parts = {"uniform": [], "tail": [("d5000", 5)],
             "hostile": [(b, 2) for b in ("hang", "stall", "e500", "e429", "reset", "trunc")]}[name]
    special = [b for b, percent in parts for _ in range(count * percent // 100)]
    mixed = special + ["d200"] * (count - len(special))
    random.Random(7).shuffle(mixed)
    return mixed


def configuration(folder, mixed, port):
    feeds = "\n".join(
        f'  f{n:05}: {{ type: feed, url: "http://127.9.{n // 250}.{1 + n % 250}:{port}/{what}/{n:05}.xml" }}'
        for n, what in enumerate(mixed))
    (folder / "config.yaml").write_text(
        'version: 1\nsettings: { network: { allow: ["127.0.0.0/8"] } }\n'
        f"defaults: {{ timeout: {int(TIMEOUT)}s, first_run: all }}\nsources:\n{feeds}\n"
        'sinks:\n  page: { type: file, path: "out.jsonl", format: jsonl, mode: append }\n'
        'pipelines:\n  all: { sources: ["*"], sinks: [page] }\n')


def run(program, folder):
    begun = time.monotonic()
    child = subprocess.Popen([program, "run", "--report", "report.json"], cwd=folder, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(child.pid, 0)
    return time.monotonic() - begun, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--server", default=os.path.join(os.environ.get("KAWARABAN_SHARED", ""), "bench/latency_server.py"))
    parser.add_argument("--feeds", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--port", type=int, default=28190)
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    if not os.path.exists(options.server):
        sys.exit("there is no latency_server.py: give --server, or set KAWARABAN_SHARED")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kawaraban-scheduling-"))
    server = subprocess.Popen(
        [sys.executable, options.server, "--port", str(options.port), "--docs", str(documents(folder / "docs", options.feeds))],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, hard), hard)))
    try:
        for _ in range(100):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{options.port}/__stats").close()
                break
            except OSError:
                time.sleep(0.1)
        print(f"{'list':8} {'run':6} {'wall s':>7} {'least s':>8} {'ratio':>6} {'CPU s':>6} {'MiB':>5} {'peak':>5}")
        for _ in range(options.rounds):
            for name in ("uniform", "tail", "hostile"):
                mixed = behaviours(name, options.feeds)
                times = [SECONDS.get(what, 0) for what in mixed]
                least = max(max(times), sum(times) / SLOTS)
                work = folder / name
                shutil.rmtree(work, ignore_errors=True)
                work.mkdir()
                configuration(work, mixed, options.port)
                for which in ("first", "second"):
                    urllib.request.urlopen(f"http://127.0.0.1:{options.port}/__reset").close()
                    wall, cpu, memory = run(program, work)
                    stats = urllib.request.urlopen(f"http://127.0.0.1:{options.port}/__stats").read().decode()
                    peak = stats.split('"peak":')[1].split(",")[0].strip()
                    print(f"{name:8} {which:6} {wall:7.2f} {least:8.2f} {wall / least:6.2f} {cpu:6.2f} {memory:5.0f} {peak:>5}", flush=True)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)


main()
