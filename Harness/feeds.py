#!/usr/bin/env python3
"""Reads what the formats `atom` and `jsonfeed` write, as other programs do.

    feeds.py [--binary release|debug|PATH] [--corpus FOLDER] [--days N] [--seed N]

With a corpus: each of its documents is a source, and as many entries must come from it as it has. Every entry goes out
by both formats and is read back by `kawaraban parse`, by Python's json and xml, and by feedparser if it is installed:
title, link, id, date and excerpt must be the same. Then a reader of our own, and newsboat if it is installed, follow a
pipeline for N simulated days, while runs are killed on most of them and titles change: each entry must come once. Exits
with 1 if anything is lost, doubled or torn.
"""
import argparse
import collections
import datetime
import html
import json
import os
import pathlib
import random
import shutil
import sqlite3
import subprocess
import sys
import time
import unicodedata
import urllib.parse
import xml.etree.ElementTree

import judge
import shim_library
from feed_server import Entry, rss
from world import World, binary_of, kill

try:
    import feedparser
except ImportError:
    feedparser = None
ATOM = "{http://www.w3.org/2005/Atom}"
HOUR = 3600
DAY = 24 * HOUR
MOST_CHARACTERS = 200
CORPUS_FOLDERS = ("world-feeds", "japanese-feeds")
CORPUS = """\
version: 1
settings: {{ timezone: UTC, locale: en }}
defaults: {{ first_run: all }}
sources:
{sources}
sinks:
  archive: {{ type: file, path: out/archive.jsonl, format: jsonl, mode: append }}
  atom: {{ type: file, path: out/feed.atom, format: atom, max_entries: 100000, feed_url: "https://me.example/feed" }}
  json: {{ type: file, path: out/feed.json, format: jsonfeed, max_entries: 100000 }}
  full: {{ type: file, path: out/full.atom, format: atom, max_entries: 100000, bodies: full }}
pipelines:
  all: {{ sources: ["*"], sinks: [archive, atom, json, full] }}
"""
FOLLOWED = """\
version: 1
settings: { timezone: UTC, locale: en }
defaults: { first_run: all }
sources: { news: { type: file, path: news.xml } }
sinks:
  atom: { type: file, path: out/feed.atom, format: atom, max_entries: 60 }
  json: { type: file, path: out/feed.json, format: jsonfeed, max_entries: 60 }
pipelines: { all: { sources: [news], sinks: [atom, json] } }
"""


def moment(text):
    """Milliseconds since 1970, or None."""
    if not text:
        return None
    return round(datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000)


def bare(text):
    """Text without white space and invisible characters, at most as much as a title shows."""
    return "".join(one for one in text or "" if unicodedata.category(one)[0] not in "CZ" and one != "\ufffd")[:300]


def text_of(element):
    """The text of a text construct (RFC 4287 §3.1), or None."""
    if element is None:
        return None
    return html.unescape(element.text) if element.get("type") == "html" else element.text


def read_atom(path):
    """Pairs of id and (title, link, published, summary)."""
    feed = xml.etree.ElementTree.parse(path).getroot()
    rows = []
    for entry in feed.findall(ATOM + "entry"):
        link = next((one for one in entry.findall(ATOM + "link") if one.get("rel") is None), None)
        rows.append((entry.findtext(ATOM + "id"), (
            text_of(entry.find(ATOM + "title")), link.get("href") if link is not None else None,
            moment(entry.findtext(ATOM + "published")), text_of(entry.find(ATOM + "summary")))))
    return rows


def read_json(path):
    """The same of a JSON Feed."""
    feed = json.loads(path.read_bytes())
    return [(item["id"], (item["title"], item.get("url"), moment(item.get("date_published")),
                          item["content_text"] or None)) for item in feed["items"]]


def read_ours(binary, path, verdict):
    """The same as our own parser reads it."""
    done = subprocess.run([binary, "parse", str(path)], capture_output=True, check=False)
    if done.returncode != 0:
        verdict.torn.append((str(path), done.stderr[:300]))
        return []
    feed = json.loads(done.stdout)
    # A title of the corpus that is encoded twice is repaired only now, when all titles stand in one document.
    if set(feed.get("_feed", {}).get("repairs") or ()) - {"doubly_encoded"}:
        verdict.strange.append((str(path), feed["_feed"]["repairs"]))
    return [(item["id"], (item.get("title"), item.get("url"), moment(item.get("date_published")),
                          item.get("content_text") or item.get("summary") or
                          html.unescape(item.get("content_html") or "") or None)) for item in feed["items"]]


def compare(name, expected, found, verdict):
    """Two lists of entries, by id."""
    expected, found = dict(expected), dict(found)
    verdict.lost += [(name, one) for one in expected if one not in found]
    for one, row in found.items():
        if one not in expected:
            verdict.strange.append((name, one, "must not be there"))
        # Our parser repairs a text that came encoded twice.
        elif row != expected[one] and "â€" not in str(expected[one]):
            verdict.strange.append((name, one, row, expected[one]))


def judge_feedparser(path, rows, verdict):
    """What feedparser finds in the same bytes."""
    feed = feedparser.parse(path.read_bytes(), sanitize_html=False, resolve_relative_uris=False)
    if feed.bozo:
        verdict.torn.append((str(path), "bozo", repr(feed.get("bozo_exception"))))
    seconds = {one: (title, link, None if date is None else date // 1000, excerpt)
               for one, (title, link, date, excerpt) in rows}
    found = []
    for entry in feed.entries:
        date = entry.get("published_parsed")
        date = None if date is None else int(datetime.datetime(*date[:6], tzinfo=datetime.timezone.utc).timestamp())
        texts = [entry.get(f"{name}_detail") for name in ("title", "summary")]
        title, excerpt = (one and (html.unescape(one.value) if one.type == "text/html" else one.value) for one in texts)
        # feedparser takes the id for the link of an entry without one.
        link = None if entry.get("link") == entry.id else entry.get("link")
        found.append((entry.id, (title, link, date, excerpt)))
    compare("feedparser", seconds, found, verdict)
    print(f"feedparser {feedparser.__version__}, {path.name}: {len(found)} entries, bozo {int(feed.bozo)}")


def judge_sources(binary, documents, entries, verdict):
    """From each document as many entries must have come as it has, by our parser; feedparser must not find more."""
    came = collections.Counter(entry["source"] for entry in entries)
    refused, by_feedparser = 0, 0
    for name, path in documents.items():
        done = subprocess.run([binary, "parse", str(path)], capture_output=True, check=False)
        items = json.loads(done.stdout)["items"] if done.returncode == 0 else []
        refused += done.returncode != 0
        count = len({item["id"] for item in items})
        if came[name] < count:
            verdict.lost.append((path.name, f"{came[name]} of {count} entries came"))
        elif came[name] > count:
            verdict.doubled.append((path.name, f"{came[name]} entries came of {count}"))
        if feedparser and path.suffix != ".json":
            found = len(feedparser.parse(path.read_bytes()).entries)
            by_feedparser += found
            if found > len(items):
                verdict.lost.append((path.name, f"feedparser finds {found} entries, our parser {len(items)}"))
    print(f"{len(documents)} documents of the corpus, {refused} of which are no feeds; {sum(came.values())} entries of "
          f"{len(came)} sources came" + (f"; feedparser finds {by_feedparser} in XML" if feedparser else ""))


def judge_corpus(binary, corpus):
    """Everything that came must go out and be read back."""
    verdict, world = judge.Verdict(), World(binary)
    paths = sorted(path for name in CORPUS_FOLDERS for path in (corpus / name).iterdir() if path.suffix != ".tsv")
    documents = {f"d{number:03}": path for number, path in enumerate(paths)}
    try:
        world.configure(CORPUS.format(sources="\n".join(
            f"  {name}: {{ type: file, path: {json.dumps(str(path))} }}" for name, path in documents.items())))
        world.run()
        out = world.place / "out"
        entries = [json.loads(line) for line in (out / "archive.jsonl").read_bytes().splitlines()]
        judge_sources(binary, documents, entries, verdict)
        rows = read_atom(out / "feed.atom")
        if len({one for one, _ in rows}) < len(rows):
            verdict.doubled.append(("ids", len(rows)))
        # By title, link and date; an entry without a title has got one of us.
        left = collections.Counter((bare(title), address(link), date) for _, (title, link, date, _) in rows)
        for entry in sorted(entries, key=lambda entry: not bare(entry.get("title"))):
            row = (bare(entry.get("title")), address(entry.get("url") or entry.get("external_url")),
                   moment(entry.get("date_published")))
            if not row[0]:
                row = next((one for one in left if one[1:] == row[1:] and left[one]), row)
            if left[row] == 0:
                verdict.lost.append(("atom", entry["key"], row))
            left[row] -= 1
        long = [row for _, row in rows if row[3] and len(row[3]) > MOST_CHARACTERS]
        verdict.strange += [("an excerpt is too long", one) for one in long]
        compare("jsonfeed", rows, read_json(out / "feed.json"), verdict)
        compare("our parser, atom", rows, read_ours(binary, out / "feed.atom", verdict), verdict)
        compare("our parser, jsonfeed", rows, read_ours(binary, out / "feed.json", verdict), verdict)
        full = read_atom(out / "full.atom")
        compare("bodies: full", rows, full, verdict)
        with_body = (out / "full.atom").read_bytes().count(b"<content")
        print(f"{len(entries)} entries of the corpus, {len(rows)} in atom, {sum(1 for _, row in rows if row[3])} with an "
              f"excerpt, {with_body} with a body; {(out / 'feed.atom').stat().st_size >> 10} KiB")
        if feedparser:
            judge_feedparser(out / "feed.atom", rows, verdict)
            judge_feedparser(out / "full.atom", full, verdict)
        if shutil.which("xmllint"):
            for name in ("feed.atom", "full.atom"):
                done = subprocess.run(["xmllint", "--noout", "--huge", out / name], capture_output=True, check=False)
                if done.returncode or done.stderr:
                    verdict.torn.append((name, done.stderr[:300]))
    finally:
        world.close(keep=not verdict.is_good)
    return verdict


def address(text):
    """An address without the difference that percent-encoding makes; None if it is none of the web."""
    if not text or not text.lower().startswith(("http://", "https://")):
        return None
    return urllib.parse.unquote_to_bytes(text)


class Follower:
    """A pipeline that is a feed, and its readers."""

    def __init__(self, binary, seed):
        self.random = random.Random(seed)
        self.world = World(binary)
        self.world.configure(FOLLOWED)
        self.entries, self.issued, self.shift = [], 0, 0
        # The days on which a run was killed, each as often as it happened; how often its sinks had begun to write;
        # how long a run takes.
        self.killed_on, self.killed_late, self.seconds = [], 0, 0.1
        self.seen = {name: collections.defaultdict(set) for name in ("atom", "json")}
        self.verdict = judge.Verdict()
        self.newsboat = shutil.which("newsboat")
        if self.newsboat:
            folder = self.world.folder / "newsboat"
            folder.mkdir()
            (folder / "urls").write_text(f"file://{self.world.place}/out/feed.atom\n")
            (folder / "config").write_text("reload-threads 1\n")

    def issue(self):
        """New entries, and another title for some old ones."""
        now = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=self.shift)
        for _ in range(self.random.choice([0, 0, 1, 2, 5])):
            self.issued += 1
            self.entries.append(Entry(self.issued, now, False, False))
        del self.entries[:-30]
        for entry in self.entries:
            entry.is_ready = entry.is_ready or self.random.random() < 0.1
        (self.world.place / "news.xml").write_bytes(rss("news", list(reversed(self.entries))))

    def files(self):
        """The files that the sinks have, and are about to have."""
        out = self.world.place / "out"
        return {(entry.name, entry.inode()) for entry in os.scandir(out)} if out.exists() else set()

    def run(self, is_killed=False):
        before, wrote = self.files(), False
        process = self.world.start(environment=shim_library.environment("/none", clock=self.shift))
        begun = time.monotonic()
        if is_killed:
            # At any moment of a run, or soon after its sinks begin to write.
            end = begun + self.random.choice([self.random.uniform(0, self.seconds), 2 * self.seconds])
            while time.monotonic() < end and not wrote:
                wrote = self.files() != before
            time.sleep(self.random.uniform(0, 0.004) if wrote else 0)
            if kill(process):
                self.killed_on.append((self.shift - 1) // DAY)
                self.killed_late += wrote
        else:
            process.wait(60)
            self.seconds = time.monotonic() - begun
        self.read()

    def read(self):
        """What readers find after a run, whether it was killed or not."""
        for name, reader in (("atom", read_atom), ("json", read_json)):
            path = self.world.place / "out" / f"feed.{name}"
            if not path.exists():
                continue
            try:
                for one, (_, link, _, _) in reader(path):
                    self.seen[name][link].add(one)
            except (ValueError, KeyError, xml.etree.ElementTree.ParseError) as error:
                self.verdict.torn.append((name, repr(error)))
        if self.newsboat and (self.world.place / "out" / "feed.atom").exists():
            folder = self.world.folder / "newsboat"
            subprocess.run(
                [self.newsboat, "-q", "-u", folder / "urls", "-c", folder / "cache.db", "-C", folder / "config",
                 "-x", "reload"], env={**os.environ, "HOME": str(self.world.folder)}, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, timeout=60)

    def judge(self):
        expected = {Entry(number, None, False, False).address for number in range(1, self.issued + 1)}
        for name, links in self.seen.items():
            self.verdict.lost += [(name, link) for link in sorted(expected - set(links))]
            self.verdict.doubled += [(name, link, ids) for link, ids in sorted(links.items()) if len(ids) > 1]
            self.verdict.strange += [(name, link) for link in sorted(set(links) - expected)]
        if self.newsboat:
            cache = sqlite3.connect(self.world.folder / "newsboat" / "cache.db")
            counts = collections.Counter(row[0] for row in cache.execute("SELECT url FROM rss_item"))
            cache.close()
            self.verdict.lost += [("newsboat", link) for link in sorted(expected - set(counts))]
            self.verdict.doubled += [("newsboat", link, count) for link, count in sorted(counts.items()) if count > 1]
            print(f"newsboat: {sum(counts.values())} entries")
        return self.verdict


def follow(binary, days, seed):
    follower = Follower(binary, seed)
    for _ in range(days * 6):
        follower.shift += 4 * HOUR
        follower.issue()
        follower.run(is_killed=follower.random.random() < 0.5)
    follower.run()
    verdict = follower.judge()
    killed = follower.killed_on
    print(f"{days} days, {days * 6} runs, {len(killed)} killed on {len(set(killed))} days ({follower.killed_late} "
          f"while sinks wrote), {follower.issued} entries issued, seed {seed}")
    if len(set(killed)) < days / 2:
        verdict.strange.append(("kills", "they came too late: on most days no run was killed"))
    follower.world.close(keep=not verdict.is_good)
    return verdict


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", default="release")
    parser.add_argument("--corpus", type=pathlib.Path)
    parser.add_argument("--days", type=int, default=20)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    binary = binary_of(options.binary)
    verdict = judge.Verdict()
    if options.corpus:
        verdict += judge_corpus(binary, options.corpus.resolve())
    if options.days:
        verdict += follow(binary, options.days, options.seed)
    print(str(verdict))
    sys.exit(0 if verdict.is_good else 1)


if __name__ == "__main__":
    main()
