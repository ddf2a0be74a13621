#!/usr/bin/env python3
"""Compares page trees, and the matches of selectors in them, with those of headless Chromium.

    pages.py [--binary release|debug|PATH] [--list] [FILE…]

The pages are those in FILE…, or else in $KAWARABAN_SHARED/corpus/html if that exists, and the fragments of
page_fragments.py. The selectors are those of Tests/FeedPagesTests/Fixtures/selectors.tsv. On its own page a selector
must find what that file says, in Chromium, too; on all other pages it must find what Chromium finds. Exits with 1 if
fewer than 99 in 100 elements are equal on all pages together, or if a selector that Chromium supports finds something
else in an equal tree. `--list` prints each difference.
"""
import argparse
import difflib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

from chromium import chromium
from loopback import LoopbackServer
from page_fragments import fragments
from world import ROOT, binary_of

SECONDS = 300
FIXTURES = ROOT / "Tests" / "FeedPagesTests" / "Fixtures"
EQUAL_ENOUGH = 0.99


def decoded(data):
    """A page's text, by its mark of order or what it says of itself."""
    if data.startswith(b"\xef\xbb\xbf"):
        return data[3:].decode("utf-8", "replace")
    named = re.search(rb"charset\s*=\s*[\"']?\s*([\w-]+)", data[:2048])
    label = named[1].decode().lower() if named else "utf-8"
    codec = {"shift_jis": "cp932", "x-sjis": "cp932", "iso-8859-1": "cp1252", "gb2312": "gb18030"}.get(label, label)
    return data.decode(codec, "replace")


def pages_to_compare(files):
    """Names and texts."""
    shared = os.environ.get("KAWARABAN_SHARED")
    if files:
        return [(str(path), decoded(path.read_bytes())) for path in files]
    corpus = pathlib.Path(shared) / "corpus" / "html" if shared else None
    found = sorted(corpus.rglob("*.html")) if corpus else []
    return [(str(path.relative_to(corpus)), decoded(path.read_bytes())) for path in found] + fragments()


def rows():
    """What is written of selectors: scope, selector, ids."""
    lines = (FIXTURES / "selectors.tsv").read_text().splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


class Browser:
    """Chromium, which is given pages and tells what it sees in them."""

    def __init__(self, jobs):
        self.jobs = jobs
        self.seen = {}
        self.is_done = threading.Event()
        self.server = LoopbackServer(self.serve)

    def serve(self, connection):
        while request := connection.read_request():
            kind, body = "application/json", b""
            _, verb, *rest = request.target.split("/")
            if verb == "jobs":
                body = json.dumps([{**job, "name": place, "page": None} for place, job in enumerate(self.jobs)]).encode()
            elif verb == "page":
                body = self.jobs[int(rest[0])]["page"].encode()
            elif verb == "report":
                self.seen[int(rest[0])] = json.loads(request.body)
            elif verb == "end":
                self.is_done.set()
            elif verb == "":
                kind, body = "text/html", (pathlib.Path(__file__).parent / "pages_frame.html").read_bytes()
            connection.answer(200, body, [("Content-Type", kind)])

    def look(self, folder):
        """What it sees of each job, in their order."""
        with chromium(folder, f"http://127.0.0.1:{self.server.port}/", "--remote-debugging-port=0"):
            if not self.is_done.wait(SECONDS):
                sys.exit(f"Chromium told of {len(self.seen)} of {len(self.jobs)} pages in {SECONDS} s")
        return [self.seen[place] for place in range(len(self.jobs))]


def printed(binary, folder, pages, selectors):
    """What page-tree tells of each page."""
    (folder / "selectors").write_text("".join(f"{selector}\n" for selector in selectors))
    paths = []
    for place, (_, text) in enumerate(pages):
        paths.append(folder / f"page-{place}")
        paths[-1].write_bytes(text.encode())
    lines = subprocess.run(
        [binary, folder / "selectors", *paths], stdout=subprocess.PIPE, check=True, timeout=SECONDS).stdout
    return [json.loads(line) for line in lines.split(b"\n")[:-1]]


def key(element):
    """What has to be equal: depth, name, attributes in any order; not the text."""
    depth, name, attributes, _ = element
    return depth, name, tuple(sorted(zip(attributes[::2], attributes[1::2])))


def common(ours, theirs):
    """How many elements both have in the same order, and the first pieces that only one has."""
    start = 0
    while start < min(len(ours), len(theirs)) and ours[start] == theirs[start]:
        start += 1
    end = 0
    while end < min(len(ours), len(theirs)) - start and ours[-1 - end] == theirs[-1 - end]:
        end += 1
    left, right = ours[start:len(ours) - end], theirs[start:len(theirs) - end]
    matcher = difflib.SequenceMatcher(None, left, right, autojunk=False)
    return start + end + sum(block.size for block in matcher.get_matching_blocks()), left[:3], right[:3]


class Verdict:
    """What came of all comparisons."""

    def __init__(self, tells):
        self.tells = tells
        self.equal = self.elements = self.texts = 0
        self.whole = self.pages = 0
        self.asked = self.differing = 0
        self.unequal = []

    def compare(self, name, ours, theirs, selectors):
        self.pages += 1
        if isinstance(ours, str):
            self.unequal.append(f"{name}: {ours}")
            self.elements += len(theirs["elements"])
            return
        left, right = [key(element) for element in ours["elements"]], [key(element) for element in theirs["elements"]]
        equal, ours_first, theirs_first = common(left, right)
        self.equal += equal
        self.elements += max(len(left), len(right))
        if left != right:
            share = 100 * equal / max(len(left), len(right))
            self.unequal.append(
                f"{name}: {share:.2f} % of {max(len(left), len(right))} elements"
                f"{' (simplified)' if ours['isSimplified'] else ''}: {ours_first} for {theirs_first}")
            return
        self.whole += 1
        for mine, others in zip(ours["elements"], theirs["elements"]):
            if mine[3] != others[3]:
                self.texts += 1
                if self.tells:
                    print(f"{name}: text {mine[3][:80]!r} for {others[3][:80]!r} in {mine[1]}")
        places = [("html", ours["finds"], theirs["finds"])]
        places += [(f"element {mine['scope']}", mine["finds"], others["finds"])
                   for mine, others in zip(ours["inside"], theirs["inside"])]
        for place, mine, others in places:
            for selector, found, wanted in zip(selectors, mine, others):
                if isinstance(wanted, str):
                    continue
                self.asked += 1
                if found != wanted:
                    self.differing += 1
                    quirks = " (quirks)" if theirs["quirks"] else ""
                    print(f"{name}{quirks}: {selector} in {place}: {str(found)[:200]} for {str(wanted)[:200]}")

    def is_good(self):
        return self.differing == 0 and self.equal >= EQUAL_ENOUGH * self.elements


def flaws_of_fixture(elements, finds_of):
    """Rows for which a browser finds something else than is written."""
    ids = [dict(zip(attributes[::2], attributes[1::2])).get("id") for _, _, attributes, _ in elements]
    flaws = []
    for scope, selector, wanted in rows():
        found = finds_of(0 if scope == "-" else ids.index(scope), selector)
        if isinstance(found, str):
            print(f"Chromium does not know {selector}")
            continue
        shown = " ".join(ids[place] or "?" for place in found)
        if shown != wanted:
            flaws.append(f"{selector} in {scope}: Chromium finds {shown}, written is {wanted}")
    return flaws


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", default="release")
    parser.add_argument("--list", action="store_true", help="tells each difference")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    if not shutil.which("chromium"):
        print("skipped: there is no Chromium (make browser installs it)")
        return
    pages = pages_to_compare(options.files)
    selectors = list(dict.fromkeys(selector for _, selector, _ in rows()))
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        ours = printed(binary_of(options.binary, "page-tree"), folder, pages, selectors)
        jobs = [{"page": text, "selectors": selectors,
                 "scopes": [] if isinstance(mine, str) else [each["scope"] for each in mine["inside"]]}
                for (_, text), mine in zip(pages, ours)]
        jobs.append({"page": (FIXTURES / "selectors.html").read_text(), "selectors": selectors, "scopes": list(range(1000))})
        *theirs, fixture = Browser(jobs).look(folder)
    verdict = Verdict(options.list)
    for (name, _), mine, others in zip(pages, ours, theirs):
        verdict.compare(name, mine, others, selectors)
    places = {0: fixture["finds"], **{each["scope"]: each["finds"] for each in fixture["inside"]}}
    flaws = flaws_of_fixture(fixture["elements"], lambda scope, selector: places[scope][selectors.index(selector)])
    for line in flaws + (verdict.unequal if options.list else []):
        print(line)
    print(f"{verdict.pages} pages: {verdict.equal} of {verdict.elements} elements as in Chromium "
          f"({100 * verdict.equal / verdict.elements:.3f} %), {verdict.whole} pages wholly, {verdict.texts} texts differ there; "
          f"{verdict.asked} questions to these by {len(selectors)} selectors, {verdict.differing} answered otherwise; "
          f"{len(rows())} written answers, {len(flaws)} not Chromium's")
    sys.exit(0 if verdict.is_good() and not flaws else 1)


if __name__ == "__main__":
    main()
