#!/usr/bin/env python3
"""Runs over 1, 4, 16 and 64 feeds of 16 MiB: peak memory, CPU and wall time of each, and whether all arrived (X08).

    large.py KAWARABAN [OTHER] [--feeds 1 4 16 64] [--format rss atom json] [--entries unique repeated short]
             [--coding plain gzip] [--command run] [--concurrency 64]

Each feed has its own host and is as large as `max_body` allows. Its entries are `unique` (1,000 of 16 KiB), `short`
(10,000 of 1.6 KiB, the most that a document may have), `crowded` (nearly only attachments, which need the most memory
for their bytes) or `repeated` (one entry many times). All entries are new, and all are delivered to one file. The state
and the file are checked: every entry of every feed once. With OTHER, a second program, both programs run in turn over
the same feeds.
"""
import argparse
import gzip
import http.server
import json
import os
import pathlib
import shutil
import socketserver
import sqlite3
import tempfile
import threading

import crowd
import fetch

SIZE = 16 << 20
COUNTS = {"unique": 1000, "short": 10_000, "crowded": 9000, "repeated": 1000}
FRAMES = {
    "rss": ("<?xml version='1.0'?>\n<rss version='2.0'><channel><title>Large</title><link>https://large.example.com/"
            "</link>", "</channel></rss>\n"),
    "atom": ("<?xml version='1.0'?>\n<feed xmlns='http://www.w3.org/2005/Atom'><title>Large</title>"
             "<id>urn:large</id>", "</feed>\n"),
    "json": ('{"version":"https://jsonfeed.org/version/1.1","title":"Large","items":[', "{}]}\n"),
}
TYPES = {"rss": "application/rss+xml", "atom": "application/atom+xml", "json": "application/feed+json"}


ATTACHMENTS = {"rss": "<enclosure url='h:{}'/>", "atom": "<link href='h:{}'/>"}


def crowded(form, name, length):
    """An entry of about `length` bytes that has as many attachments as fit."""
    link = f"https://large.example.com/{name}"
    if form == "json":
        words = {"id": link, "attachments": [{"url": f"http:{n:08}"} for n in range(max(1, (length - 70) // 24))]}
        return json.dumps(words, separators=(",", ":")) + ",\n"
    each = len(ATTACHMENTS[form].format(10))
    list_ = "".join(ATTACHMENTS[form].format(n) for n in range(10, 10 + (length - 90) // each))
    name_, id_ = ("item", "guid") if form == "rss" else ("entry", "id")
    return f"<{name_}><{id_}>{link}</{id_}>{list_}</{name_}>\n"


def entry(form, name, text):
    link = f"https://large.example.com/{name}"
    if form == "rss":
        return (f"<item><title>Entry {name} 見出し</title><link>{link}</link><guid>{link}</guid>"
                f"<description>{text}</description></item>\n")
    if form == "atom":
        return (f"<entry><title>Entry {name} 見出し</title><link href='{link}'/><id>{link}</id>"
                f"<content type='text'>{text}</content></entry>\n")
    words = {"id": link, "url": link, "title": f"Entry {name} 見出し", "content_text": text}
    return json.dumps(words, ensure_ascii=False) + ",\n"


def document(form, kind):
    """Returns a feed of just under SIZE bytes, and the number of its entries that must arrive."""
    head, tail = FRAMES[form]
    count = COUNTS[kind]
    length = (SIZE - len((head + tail).encode())) // count
    words = "瓦版は江戸の新聞。 A news sheet and what stood in it. " * 400
    entries = []
    for number in range(count):
        if kind == "crowded":
            entries.append(crowded(form, f"{number:06}", length))
            continue
        name = "one" if kind == "repeated" else f"{number:06}"
        bare = len(entry(form, name, "").encode())
        text = f"{name} {words}".encode()[:length - bare].decode(errors="ignore")
        entries.append(entry(form, name, text))
    body = (head + "".join(entries) + tail).encode()
    assert SIZE - (1 << 20) < len(body) <= SIZE, len(body)
    return body, 1 if kind == "repeated" else count


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    """Answers every 127.x address with one document."""
    daemon_threads = True
    request_queue_size = 256


def start_server(port, answer):
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", answer["type"])
            if answer["coding"] == "gzip":
                self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(answer["body"])))
            self.end_headers()
            self.wfile.write(answer["body"])

        def log_message(self, *words):
            pass
    server = Server(("0.0.0.0", port), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()


def stored(folder):
    """Returns the numbers of feeds and entries in the state."""
    state = sqlite3.connect(folder / ".kawaraban/state.sqlite")
    feeds = state.execute("SELECT count(*) FROM source WHERE last_success IS NOT NULL").fetchone()[0]
    return feeds, state.execute("SELECT count(*) FROM entry").fetchone()[0]


def delivered(folder):
    """Returns the number of entries in the file, and the number of those that are there more than once."""
    keys = []
    file = folder / "out/archive.jsonl"
    if file.exists():
        for line in file.open("rb"):
            entry = json.loads(line)
            keys.append((entry["source"], entry["id"]))
    return len(keys), len(keys) - len(set(keys))


def measure(program, folder, count, expected, command):
    for name in ("out", ".kawaraban"):
        shutil.rmtree(folder / name, ignore_errors=True)
    cpu, wall, peak, _, status, said = crowd.watched([program, command], folder)
    problems = [] if status == 0 else [f"exit {status}: {said[:300]}"]
    if stored(folder) != (count, expected):
        problems.append(f"stored {stored(folder)}, not {(count, expected)}")
    if command == "run" and delivered(folder) != (expected, 0):
        problems.append(f"delivered {delivered(folder)}, not {(expected, 0)}")
    return f"{peak:6.0f} MiB {cpu:6.2f} s CPU {wall:6.1f} s {'; '.join(problems) or 'all there'}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("other", nargs="?")
    parser.add_argument("--feeds", type=int, nargs="+", default=[1, 4, 16, 64])
    parser.add_argument("--format", nargs="+", default=["rss", "atom", "json"], choices=list(FRAMES))
    parser.add_argument("--entries", nargs="+", default=["unique", "repeated"], choices=list(COUNTS))
    parser.add_argument("--coding", nargs="+", default=["plain"], choices=["plain", "gzip"])
    parser.add_argument("--command", default="run", choices=["run", "collect"])
    parser.add_argument("--concurrency", type=int, default=64)
    parser.add_argument("--port", type=int, default=8231)
    options = parser.parse_args()
    programs = [os.path.abspath(program) for program in (options.program, options.other) if program]
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kawaraban-large-"))
    answer = {}
    try:
        start_server(options.port, answer)
        for form in options.format:
            for kind in options.entries:
                body, entries = document(form, kind)
                for coding in options.coding:
                    wire = gzip.compress(body, 1) if coding == "gzip" else body
                    answer.update(type=TYPES[form], coding=coding, body=wire)
                    for count in options.feeds:
                        fetch.write_configuration(
                            folder, [f"http://{fetch.address(i)}:{options.port}/feed" for i in range(count)],
                            settings=f"concurrency: {options.concurrency},",
                            defaults="timeout: 10m, max_entries: 10000,")
                        for program in programs:
                            told = measure(program, folder, count, count * entries, options.command)
                            name = f" {os.path.basename(program)}" if options.other else ""
                            print(f"{form:4} {kind:8} {coding:5} {count:3} feeds:{name} {told}", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
