#!/usr/bin/env python3
"""Kills `kawaraban run` with -9 while it delivers into a Maildir; checks that each entry came in one letter, once.

    letters.py [KILLS] [--binary release|debug|PATH] [--seed N]

A reader lives beside the runs: it reads letters as soon as they are in `new`, leaves some, moves some to `cur`, some out
of the Maildir, and removes others. So no run can know by the name alone whether a letter was delivered. At the end an
undisturbed run delivers what is left. Exits with 1 if an entry was lost, came twice, or if a letter was torn.
"""
import argparse
import collections
import email
import email.policy
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from world import binary_of, kill

CONFIGURATION = """\
version: 1
settings: { timezone: Asia/Tokyo, locale: ja }
defaults: { first_run: all }
sources:
  news: { type: file, path: feed.xml, flood_guard: no }
sinks:
  inbox:
    type: mail
    from: 瓦版 <news@example.jp>
    to: 花子 <hanako@example.jp>
    via: { maildir: Mail }
pipelines:
  morning: { title: 朝のまとめ, sources: [news], sinks: [inbox] }
"""
ITEM = "<item><guid>n{0}</guid><title>見出し{0}です</title><link>https://example.jp/n{0}/</link></item>"
LINK = re.compile(r"https://example\.jp/n(\d+)/")


class Reader(threading.Thread):
    """Reads each letter once it is in `new`, and does something with it."""

    def __init__(self, maildir, seed):
        super().__init__(daemon=True)
        self.maildir = maildir
        self.random = random.Random(seed)
        self.known = {}
        self.letters = []
        self.deeds = collections.Counter()
        self.ending = threading.Event()

    def run(self):
        while not self.ending.is_set():
            self.look()
            time.sleep(0.001)
        self.look()

    def look(self):
        try:
            names = os.listdir(self.maildir / "new")
        except FileNotFoundError:
            return
        for name in names:
            path = self.maildir / "new" / name
            if self.known.get(name) == path.stat().st_ino:
                continue
            self.letters.append((name, path.read_bytes()))
            deed = self.random.choice(["left", "read", "moved", "removed", "removed"])
            self.deeds[deed] += 1
            if deed == "left":
                self.known[name] = path.stat().st_ino
            elif deed == "read":
                path.rename(self.maildir / "cur" / f"{name}:2,S")
            elif deed == "moved":
                path.rename(self.maildir.parent / f"moved-{name}")
            else:
                path.unlink()


def judged(letters, issued):
    """What is wrong with what was read: sentences."""
    found = collections.Counter()
    ids = collections.Counter()
    for name, raw in letters:
        letter = email.message_from_bytes(raw, policy=email.policy.default)
        html = letter.get_body(("html",))
        text = letter.get_body(("plain",))
        if html is None or text is None or not html.get_content().rstrip().endswith("</html>"):
            yield f"{name} is torn"
            continue
        ids[letter["Message-ID"]] += 1
        entries = set(LINK.findall(text.get_content()))
        if entries != set(LINK.findall(html.get_content())):
            yield f"{name}: text and HTML have different entries"
        found.update(entries)
    for number in range(issued):
        if found[str(number)] != 1:
            yield f"entry {number} came {found[str(number)]} times"
    for name, count in ids.items():
        if count != 1:
            yield f"{name} came {count} times"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kills", nargs="?", type=int, default=200)
    parser.add_argument("--binary", default="release")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 30))
    options = parser.parse_args()
    print(f"seed {options.seed}")
    chance = random.Random(options.seed)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kawaraban-letters-"))
    (folder / "config.yaml").write_text(CONFIGURATION)
    reader = Reader(folder / "Mail", options.seed)
    reader.start()
    issued, killed, in_time = 0, 0, 0

    def issue(count):
        nonlocal issued
        issued += count
        items = "".join(ITEM.format(number) for number in range(max(0, issued - 200), issued))
        (folder / "new.xml").write_text(f'<rss version="2.0"><channel><title>News</title>{items}</channel></rss>')
        (folder / "new.xml").rename(folder / "feed.xml")

    def start():
        return subprocess.Popen([binary_of(options.binary), "run", "-c", folder / "config.yaml"], start_new_session=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=open(folder / "err", "ab"))

    issue(3)
    begun = time.monotonic()
    start().wait()
    duration = time.monotonic() - begun
    while killed < options.kills:
        issue(chance.randint(1, 4))
        process = start()
        read = len(reader.letters)
        if chance.random() < 0.6:
            # As soon as the letter is there: its delivery is hardly recorded.
            end = time.monotonic() + 2 * duration + 1
            while len(reader.letters) == read and process.poll() is None and time.monotonic() < end:
                time.sleep(0.0002)
            time.sleep(chance.uniform(0, 0.003))
        else:
            time.sleep(chance.uniform(0, duration))
        in_time += kill(process)
        killed += 1
    for _ in range(2):
        status = start().wait()
    time.sleep(0.1)
    reader.ending.set()
    reader.join()
    problems = list(judged(reader.letters, issued))
    left = [name for name in os.listdir(folder / "Mail" / "tmp") if (folder / "Mail" / "tmp" / name).stat().st_nlink == 1]
    if status != 0:
        problems.append(f"the last run ended with {status}")
    print(f"{killed} kills ({in_time} in time), {issued} entries, {len(reader.letters)} letters ({dict(reader.deeds)}), "
          f"{len(left)} proofs left in tmp")
    for problem in problems:
        print(f"  {problem}")
    if problems:
        print(f"kept: {folder}")
        sys.exit(1)
    print("nothing lost, nothing doubled, nothing torn")
    shutil.rmtree(folder)


main()
