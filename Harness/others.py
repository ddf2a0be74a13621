#!/usr/bin/env python3
"""Comes from other programs: rss2email and newsboat follow 20 feeds on the loopback interface, then Kawaraban imports.

Each program fetches the feeds by itself, so its list and its state are its own. Then each feed gets new entries and loses
old ones, `kawaraban import` takes list and state over, and the first run must deliver each new entry once and none that
the program had. The feeds name their entries in different ways: guids of several kinds, links, neither.
"""
import argparse
import html
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FEEDS = 20
BEFORE = range(1, 31)   # the entries that the other program sees
AFTER = range(4, 35)    # those that stand in the feed afterwards
START = int(time.time()) - 7200


def rfc822(moment):
    from email.utils import formatdate
    return formatdate(moment, usegmt=True)


def iso(moment):
    import datetime
    return datetime.datetime.fromtimestamp(moment, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


class Feed:
    """A feed of one kind: how it names its entries."""

    KINDS = ["guid", "permalink", "relative guid", "link", "neither", "atom", "rdf", "shared link", "japanese",
             "markup"]

    def __init__(self, number, server):
        self.number = number
        self.server = server
        self.kind = self.KINDS[number % len(self.KINDS)]
        self.path = f"/feeds/{number}.xml"
        self.shown = BEFORE

    @property
    def url(self):
        return self.server + self.path

    def title(self, entry):
        word = "記事" if self.kind == "japanese" else "entry"
        return f"feed {self.number} {word} {entry}"

    def moment(self, entry):
        # Later numbers are later; one of the new entries has an old date, as backdated posts have.
        return START + (-500 * 3600 if entry == 33 else entry * 60 if entry in BEFORE else 86400 + entry * 60)

    def document(self):
        entries = list(reversed(self.shown))
        if self.kind == "atom":
            items = "".join(self.atom(entry) for entry in entries)
            text = (f'<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom">'
                    f'<id>urn:feed:{self.number}</id><title>feed {self.number}</title><updated>{iso(START)}</updated>'
                    f'{items}</feed>')
        elif self.kind == "rdf":
            items = "".join(self.rdf(entry) for entry in entries)
            text = ('<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
                    'xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">'
                    f'<channel rdf:about="{self.server}/"><title>feed {self.number}</title>'
                    f'<link>{self.server}/</link><description>d</description></channel>{items}</rdf:RDF>')
        else:
            items = "".join(self.rss(entry) for entry in entries)
            encoding = "shift_jis" if self.kind == "japanese" else "utf-8"
            text = (f'<?xml version="1.0" encoding="{encoding}"?><rss version="2.0"><channel>'
                    f'<title>feed {self.number}</title><link>{self.server}/</link><description>d</description>'
                    f'{items}</channel></rss>')
        return text.encode("shift_jis" if self.kind == "japanese" else "utf-8")

    def link(self, entry):
        return f"{self.server}/{self.number}/post?id={entry}&from=feed"

    def rss(self, entry):
        # No two feeds share a guid: newsboat would keep the entry of one of them only.
        guid = {
            "guid": f'<guid isPermaLink="false">tag:{self.number}:{entry}</guid>',
            "permalink": f"<guid>{html.escape(self.link(entry))}</guid>",
            "relative guid": f"<guid>post-{self.number}-{entry}</guid>",
            "shared link": f'<guid isPermaLink="false">  {self.number}/{entry} </guid>',
            "japanese": f'<guid isPermaLink="false">記事-{self.number}-{entry}</guid>',
            "markup": f'<guid isPermaLink="false">a&amp;{self.number}&lt;{entry}&gt;</guid>',
        }.get(self.kind, "")
        link = "" if self.kind == "neither" else html.escape(
            f"{self.server}/board" if self.kind == "shared link" else self.link(entry))
        text = {"neither": f"The text of {self.number} and {entry}.",
                "markup": f"<p>The <b>text</b> of {entry}.</p><script>x</script>",
                "japanese": f"本文{entry}",
                "shared link": "Always the same text."}.get(self.kind, f"What {entry} says.")
        return (f"<item><title>{self.title(entry)}</title>" + (f"<link>{link}</link>" if link else "") + guid
                + f"<description>{html.escape(text)}</description><pubDate>{rfc822(self.moment(entry))}</pubDate></item>")

    def atom(self, entry):
        return (f"<entry><id>urn:uuid:{self.number:08d}-{entry:04d}</id><title>{self.title(entry)}</title>"
                f'<link href="{html.escape(self.link(entry))}"/><updated>{iso(self.moment(entry))}</updated>'
                f"<summary>s</summary></entry>")

    def rdf(self, entry):
        link = html.escape(self.link(entry))
        return (f'<item rdf:about="{link}"><title>{self.title(entry)}</title><link>{link}</link>'
                f"<description>d {entry}</description><dc:date>{iso(self.moment(entry))}</dc:date></item>")


class World:
    """Twenty feeds, and the server that shows them."""

    def __init__(self):
        world = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                feed = world.by_path.get(self.path)
                body = feed.document() if feed else b""
                self.send_response(200 if feed else 404)
                self.send_header("Content-Type", "application/xml")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        address = f"http://127.0.0.1:{self.server.server_address[1]}"
        self.feeds = [Feed(number, address) for number in range(FEEDS)]
        self.by_path = {feed.path: feed for feed in self.feeds}
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def call(*command, env=None, ok=(0,)):
    done = subprocess.run([str(part) for part in command], env=env, capture_output=True, text=True, timeout=300)
    if done.returncode not in ok:
        sys.exit(f"{command[0]} ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done


def rss2email(world, folder):
    """Lets rss2email fetch; returns its list and its state."""
    config, state = folder / "rss2email.cfg", folder / "rss2email.json"
    env = {"PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8",
           "XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    call("r2e", "-c", config, "-d", state, "new", "reader@example.com", env=env)
    text = config.read_text()
    config.write_text(text.replace("email-protocol = sendmail", "email-protocol = maildir")
                      .replace("maildir-path = ~/Maildir", f"maildir-path = {folder}/Maildir"))
    for sub in ("cur", "new", "tmp"):
        (folder / "Maildir" / "INBOX" / sub).mkdir(parents=True)
    for feed in world.feeds:
        call("r2e", "-c", config, "-d", state, "add", f"feed{feed.number}", feed.url, env=env)
    call("r2e", "-c", config, "-d", state, "run", env=env)
    mails = sum(1 for _ in (folder / "Maildir").rglob("*") if _.is_file())
    return config, state, mails


def newsboat(world, folder):
    """Lets newsboat fetch; returns its list and its cache."""
    urls, cache, config = folder / "urls", folder / "cache.db", folder / "config"
    urls.write_text("".join(
        f'{feed.url} "{"even" if feed.number % 2 == 0 else "odd"}" "~Feed {feed.number}"\n' for feed in world.feeds)
        + '"query:Unread:unread = \\"yes\\""\nexec:/bin/true\n')
    config.write_text("")
    env = {"PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8", "TERM": "dumb"}
    call("newsboat", "-u", urls, "-c", cache, "-C", config, "-x", "reload", env=env)
    import sqlite3
    with sqlite3.connect(cache) as database:
        return urls, cache, database.execute("SELECT count(*) FROM rss_item").fetchone()[0]


def attempt(name, make, binary, folder):
    """Returns the failures of one program."""
    folder.mkdir()
    world = World()
    listed, state, known = make(world, folder)
    for feed in world.feeds:
        feed.shown = AFTER
    config = folder / "config.yaml"
    env = {"PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8", "TZ": "UTC"}
    done = call(binary, "import", name, listed, "--seen", state, "--output", config, env=env)
    call(binary, "check", "-c", config, env=env)
    lines = config.read_text().splitlines()
    at = lines.index("version: 1")
    lines.insert(at + 1, 'settings: { network: { allow: ["127.0.0.0/8"] } }')
    lines = [line if not line.startswith("  page:") else
             '  page: { type: file, path: "all.jsonl", format: jsonl, mode: append }' for line in lines]
    config.write_text("\n".join(lines) + "\n")
    output = folder / "all.jsonl"
    delivered = []
    for run in (1, 2):
        call(binary, "run", "-c", config, "--now", env=env, ok=(0, 1))
        titles = [json.loads(line)["title"] for line in output.read_text().splitlines()] if output.exists() else []
        delivered.append(titles)
    first, second = delivered[0], delivered[1][len(delivered[0]):]
    wanted = {feed.title(entry): feed for feed in world.feeds for entry in AFTER if entry not in BEFORE}
    old = [title for title in first if title not in wanted]
    missed = [title for title in wanted if title not in first]
    twice = len(first) - len(set(first)) + len(second)
    print(f"{name}: {known} entries seen there, {len(wanted)} new ones; delivered {len(first)}: "
          f"{len(old)} seen before, {len(missed)} missed, {twice} twice")
    for title in old[:5] + missed[:5]:
        print(f"  {'missed' if title in wanted else 'seen before'}: {title}")
    kinds = sorted({feed.kind for feed in world.feeds for title in old if title.startswith(f"feed {feed.number} ")}
                   | {wanted[title].kind for title in missed})
    if kinds:
        print(f"  in feeds with: {', '.join(kinds)}")
        print(done.stderr, end="")
    world.server.shutdown()
    return len(old) + len(missed) + twice


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", default="release", help="release, debug or a path")
    binary = parser.parse_args().binary
    if "/" not in binary:
        binary = ROOT / ".build" / binary / "kawaraban"
    folder = Path(tempfile.mkdtemp(prefix="others-"))
    failures = 0
    for name, program, make in (("rss2email", "r2e", rss2email), ("newsboat", "newsboat", newsboat)):
        if shutil.which(program) is None:
            print(f"{name}: skipped, it is not installed (apt-get install {name})")
            continue
        failures += attempt(name, make, binary, folder / name)
    if failures:
        sys.exit(f"kept: {folder}")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
