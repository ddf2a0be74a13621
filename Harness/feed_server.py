"""Serves the oracle's feeds: entries with numbers that are never reused, which scroll through RSS and Atom documents.

An entry leaves its feed only after the client has shown, by the ETag of a document, that it has that document. From
then on the entry must never be lost. This catches a client that stores an ETag before it stores the entries.
"""
import datetime
import random
import threading
from html import escape

from loopback import LoopbackServer


def word(number):
    """A made-up word for a number: numbers of titles would keep entries apart."""
    syllables, letters = ["ba", "ke", "li", "mo", "nu", "pa", "re", "si", "to", "vu"], ""
    while number or not letters:
        letters, number = syllables[number % 10] + letters, number // 10
    return f"z{letters}n"


class Entry:
    """One issued entry."""

    def __init__(self, number, published, is_advert, is_ready):
        self.number = number
        self.published = published
        self.is_advert = is_advert
        self.is_ready = is_ready

    @property
    def title(self):
        """Three entries after one another tell of one event, which `stories` puts together."""
        words = ["advert" if self.is_advert else "entry", word(self.number), "ready" if self.is_ready else "pending"]
        return f"{' '.join(words)}: {word(self.number // 3)} harbour reopens after long winter storm"

    @property
    def address(self):
        return f"http://feeds.test/entry/{self.number}"


class Feed:
    """One feed: what it has issued, and the document that it shows now."""

    def __init__(self, name, kind, window):
        self.name = name
        self.kind = kind
        self.window = window
        self.entries = []
        self.claimed = set()
        self.version = 0
        self.versions = {}
        self.document = b""

    def renew(self):
        """Shows what has changed: everything that nobody claims to have, and the newest of the rest."""
        newest = {entry.number for entry in self.entries[-self.window:]}
        self.entries_shown = [
            entry for entry in self.entries if entry.number in newest or entry.number not in self.claimed]
        self.version += 1
        self.versions[self.etag] = {entry.number for entry in self.entries_shown}
        # Most feeds begin with what is new, some end with it.
        self.document = rss(self.name, self.entries_shown[::-1]) if self.kind == "rss" else atom(
            self.name, self.entries_shown)

    @property
    def etag(self):
        return f'"{self.name}-{self.version}"'

    def claim(self, etag):
        self.claimed |= self.versions.get(etag, set())


class FeedServer:
    """Serves the feeds; sometimes with an error, an answer that is cut short, or the half of a document."""

    def __init__(self, kinds, window=1, seed=0, fault_rate=0.0, tell=lambda event: None):
        self.lock = threading.RLock()
        self.random = random.Random(seed)
        self.fault_rate = fault_rate
        self.tell = tell
        self.feeds = {name: Feed(name, kind, window) for name, kind in kinds.items()}
        self.next_number = 1
        self.has_failed = set()
        self.answering = threading.Event()
        self.answering.set()
        self.answers = {"whole": 0, "unchanged": 0, "error": 0, "cut": 0, "half": 0}
        # Never ahead of the clock, for that is ordered by when it was seen; and not as old as a flood.
        self.last_published = (
            datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0) - datetime.timedelta(days=2))
        for feed in self.feeds.values():
            feed.renew()
        self.server = LoopbackServer(self.serve)
        self.port = self.server.port

    def address(self, name):
        return f"http://127.0.0.1:{self.port}/{name}"

    def issue(self, counts, crossing=()):
        """Issues new entries: `counts` by feed; each pair of feeds in `crossing` gets one more that stands in both."""
        with self.lock:
            changed = set()
            for name, count in counts.items():
                for _ in range(count):
                    self.feeds[name].entries.append(self.make())
                    changed.add(name)
            for first, second in crossing:
                entry = self.make()
                self.feeds[first].entries.append(entry)
                self.feeds[second].entries.append(entry)
                changed |= {first, second}
            for name in changed:
                self.feeds[name].renew()

    def ripen(self, share=1.0):
        """Makes pending entries ready, which changes their titles."""
        with self.lock:
            for feed in self.feeds.values():
                pending = [entry for entry in feed.entries_shown if not entry.is_ready]
                ripe = [entry for entry in pending if self.random.random() < share]
                for entry in ripe:
                    entry.is_ready = True
                if ripe:
                    feed.renew()

    def counts(self, *names):
        """How many adverts and how many others these feeds have issued; what stands in two of them counts twice."""
        with self.lock:
            entries = [entry for name in names for entry in self.feeds[name].entries]
            adverts = sum(entry.is_advert for entry in entries)
            return adverts, len(entries) - adverts

    def numbers(self, *names, adverts=True):
        """What these feeds have issued."""
        with self.lock:
            return {
                entry.number for name in names for entry in self.feeds[name].entries
                if adverts or not entry.is_advert}

    def make(self):
        # Two entries never have the same second, so that "oldest first" has one meaning.
        self.last_published += datetime.timedelta(seconds=1)
        number, self.next_number = self.next_number, self.next_number + 1
        return Entry(number, self.last_published, number % 7 == 0, self.random.random() < 0.6)

    def look_up(self, name, request):
        """The ETag that the client shows, and the feed's ETag and document now. To be called with the lock held."""
        feed = self.feeds[name]
        known = request.headers.get("if-none-match", "")
        feed.claim(known)
        return known, feed.etag, feed.document

    def serve(self, connection):
        while True:
            request = connection.read_request()
            if request is None:
                return
            self.tell("feed asked")
            self.answering.wait()
            name = request.target.strip("/")
            with self.lock:
                known, etag, document = self.look_up(name, request)
                fault = None
                # Never twice in a row, or the feed would be left alone for an hour.
                if name not in self.has_failed and self.random.random() < self.fault_rate:
                    fault = self.random.choice(["error", "cut", "half"])
                    self.has_failed.add(name)
                else:
                    self.has_failed.discard(name)
                kind = fault or ("unchanged" if known == etag else "whole")
                self.answers[kind] += 1
            if kind == "error":
                connection.answer(500)
            elif kind == "unchanged":
                connection.answer(304, fields=[("ETag", etag)])
            else:
                if kind == "half":
                    # An answer that is whole, of a document that is not.
                    document = document[:len(document) * 2 // 3]
                self.send(connection, document, etag, is_cut=kind == "cut")
                if kind == "cut":
                    return
            self.tell("feed answered")

    def send(self, connection, document, etag, is_cut):
        head = (f"HTTP/1.1 200 OK\r\nContent-Type: application/xml\r\nETag: {etag}\r\n"
                f"Content-Length: {len(document)}\r\n\r\n")
        half = len(document) // 2
        connection.send(head.encode() + document[:half])
        self.tell("feed half answered")
        if not is_cut:
            connection.send(document[half:])


def rss(name, entries):
    items = "".join(
        f"<item><title>{escape(entry.title)}</title><link>{entry.address}</link>"
        f"<guid isPermaLink='false'>entry-{entry.number}</guid>"
        f"<pubDate>{entry.published.strftime('%a, %d %b %Y %H:%M:%S +0000')}</pubDate>"
        f"<description>What entry {entry.number} says.</description></item>\n" for entry in entries)
    return (f"<?xml version='1.0' encoding='UTF-8'?>\n<rss version='2.0'><channel><title>{name}</title>"
            f"<link>http://feeds.test/{name}</link><description>oracle</description>\n{items}</channel></rss>\n").encode()


def atom(name, entries):
    items = "".join(
        f"<entry><title>{escape(entry.title)}</title><link href='{entry.address}'/><id>urn:entry:{entry.number}</id>"
        f"<published>{entry.published.strftime('%Y-%m-%dT%H:%M:%SZ')}</published>"
        f"<updated>{entry.published.strftime('%Y-%m-%dT%H:%M:%SZ')}</updated>"
        f"<summary>What entry {entry.number} says.</summary></entry>\n" for entry in entries)
    return (f"<?xml version='1.0' encoding='UTF-8'?>\n<feed xmlns='http://www.w3.org/2005/Atom'><title>{name}</title>"
            f"<id>urn:feed:{name}</id><updated>2026-01-01T00:00:00Z</updated>\n{items}</feed>\n").encode()
