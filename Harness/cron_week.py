#!/usr/bin/env python3
"""Simulates a week of cron with a run every minute, and prints the mails that cron would send, verbatim.

    cron_week.py [--hours N] [--binary release|debug|PATH] [--limit N] [--locale en|ja]

Six ordinary feeds have a new entry every two hours. Beside them are three sources with a fault of their own:

  private   a command prints its token; the command fails from Tuesday ten o'clock for an hour
  member    a variable has its token; the variable is missing on Thursday
  endless   its document has no end on Saturday

A mail is the output of a run on stdout and stderr. Mails that differ only in the minute are shown once, with their
number. --hours takes so many hours around each of the three faults instead of the whole week. Exits with 1 if an entry
of the ordinary feeds was lost, doubled or more than an hour late, or if there are more than --limit mails (12: one for
the start and one for the end of each fault, times two).
"""
import argparse
import collections
import datetime
import json
import os
import subprocess
import sys
import threading
import time

import judge
import shim_library
from feed_server import Entry, rss
from loopback import LoopbackServer
from world import World, binary_of

# Monday, the fourth of January 2027, midnight in Tokyo.
START = 1_798_988_400
TOKYO = datetime.timezone(datetime.timedelta(hours=9))
MINUTE, HOUR, DAY = 60, 3600, 86400
ORDINARY = [f"blog_{letter}" for letter in "abcdef"]
SPECIAL = ["private", "member", "endless"]
TROUBLES = {
    "command": (DAY + 10 * HOUR, DAY + 11 * HOUR),
    "variable": (3 * DAY, 4 * DAY),
    "endless": (5 * DAY, 6 * DAY),
}
TOKENS = {"private": "token-of-a-command", "member": "token-of-a-variable"}
CONFIGURATION = """\
version: 1
settings:
  timezone: Asia/Tokyo
  locale: {locale}
  network: {{ allow: ["127.0.0.1/32"] }}
defaults: {{ first_run: all }}
sources:
{ordinary}
  private: {{ type: feed, url: "{other}/private", auth: {{ bearer: {{ command: ["{folder}/token.sh"] }} }} }}
  member: {{ type: feed, url: "{other}/member", auth: {{ bearer: {{ env: MEMBER_TOKEN }} }} }}
  endless: {{ type: feed, url: "{third}/endless" }}
sinks:
  archive: {{ type: file, path: "out/archive.jsonl", format: jsonl, mode: append }}
pipelines:
  all: {{ sources: ["*"], sinks: [archive] }}
"""


class Web:
    """Three servers: of the ordinary feeds, of those with tokens, of the one whose document has no end."""

    def __init__(self):
        self.lock = threading.Lock()
        self.now = 0
        self.documents = {name: [] for name in ORDINARY + SPECIAL}
        self.answers = collections.Counter()
        self.servers = [LoopbackServer(self.serve) for _ in range(3)]

    def address(self, number):
        return f"http://127.0.0.1:{self.servers[number].port}"

    def issue(self, name, number):
        published = datetime.datetime.fromtimestamp(START + self.now, datetime.timezone.utc)
        with self.lock:
            self.documents[name].append(Entry(number, published, False, True))
            del self.documents[name][:-20]

    def serve(self, connection):
        while (request := connection.read_request()) is not None:
            name = request.target.strip("/")
            wanted = TOKENS.get(name)
            first, last = TROUBLES["endless"]
            if wanted and request.headers.get("authorization") != f"Bearer {wanted}":
                self.answers["401"] += 1
                connection.answer(401)
            elif name == "endless" and first <= self.now < last:
                self.answers["endless"] += 1
                self.pour(connection)
                return
            else:
                with self.lock:
                    body = rss(name, reversed(self.documents[name]))
                    tag = f'"{self.documents[name][-1].number if self.documents[name] else 0}"'
                if request.headers.get("if-none-match") == tag:
                    self.answers["304"] += 1
                    connection.answer(304, fields=[("ETag", tag)])
                else:
                    self.answers["200"] += 1
                    connection.answer(200, body, [("ETag", tag), ("Content-Type", "application/rss+xml")])

    @staticmethod
    def pour(connection):
        """Entries without end."""
        connection.send(b"HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\n\r\n<rss version='2.0'><channel>")
        item = b"<item><title>again</title><description>" + b"and again " * 1000 + b"</description></item>\n"
        while connection.send(item * 20):
            pass


class CronWeek:
    def __init__(self, binary, locale):
        self.world = World(binary)
        self.web = Web()
        self.issued = {}
        self.seen = {}
        self.length = 0
        self.statuses = collections.Counter()
        self.mails = []
        self.runs = 0
        self.archive = self.world.place / "out" / "archive.jsonl"
        script = self.world.folder / "token.sh"
        script.write_text(f"#!/bin/sh\ntest ! -e {self.world.folder}/broken || {{ echo 'vault: sealed' >&2; exit 3; }}\n"
                          f"echo {TOKENS['private']}\n")
        script.chmod(0o700)
        lines = "\n".join(f'  {name}: {{ type: feed, url: "{self.web.address(0)}/{name}" }}' for name in ORDINARY)
        os.environ["MEMBER_TOKEN"] = TOKENS["member"]
        (self.world.place / "config.yaml").write_text(CONFIGURATION.format(
            locale=locale, ordinary=lines, other=self.web.address(1), third=self.web.address(2),
            folder=self.world.folder))

    def minute(self, now):
        """One run, as cron would start it."""
        self.web.now = now
        for place, name in enumerate(ORDINARY + SPECIAL):
            if now % (2 * HOUR) == place * 10 * MINUTE:
                self.issue(name)
        broken = self.world.folder / "broken"
        if TROUBLES["command"][0] <= now < TROUBLES["command"][1]:
            broken.touch()
        else:
            broken.unlink(missing_ok=True)
        # Not to the second: a run takes some time by its own clock.
        shift = START + now - int(time.time())
        variables = {"PATH": os.environ.get("PATH", ""), "HOME": str(self.world.folder),
                     **shim_library.environment("/none", clock=shift)}
        if not TROUBLES["variable"][0] <= now < TROUBLES["variable"][1]:
            variables["MEMBER_TOKEN"] = TOKENS["member"]
        result = subprocess.run(
            [self.world.binary, "run"], cwd=self.world.place, env=variables, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
        self.runs += 1
        self.statuses[result.returncode] += 1
        text = result.stdout.decode(errors="replace").replace(str(self.world.folder), "/home/me")
        for number, server in enumerate(self.web.servers):
            text = text.replace(f"127.0.0.1:{server.port}", f"server{number}.example")
        if text:
            self.mails.append((now, result.returncode, text))
        self.look(now)

    def issue(self, name):
        number = len(self.issued) + 1
        self.issued[number] = (name, self.web.now)
        self.web.issue(name, number)

    def look(self, now):
        """What the archive has got."""
        try:
            with open(self.archive, "rb") as file:
                file.seek(self.length)
                text = file.read()
        except FileNotFoundError:
            return
        self.length += len(text)
        for line in text.splitlines():
            number = int(json.loads(line)["url"].rsplit("/", 1)[1])
            self.seen.setdefault(number, []).append(now)

    def judge(self, minutes):
        verdict = judge.Verdict()
        late = collections.Counter()
        last = max(minutes)
        for number, (name, moment) in sorted(self.issued.items()):
            came = self.seen.get(number, [])
            if len(came) > 1:
                verdict.doubled.append((name, number, came))
            # When cron was first asked after it was there.
            first = next((minute for minute in minutes if minute >= moment), last)
            if not came:
                if last - moment <= HOUR:
                    continue
                if name in ORDINARY:
                    verdict.lost.append((name, number, clock(moment)))
                else:
                    late[f"{name} (has not come)"] += 1
            elif came[0] - first > HOUR:
                late[name] += 1
                if name in ORDINARY:
                    verdict.strange.append((name, number, f"{(came[0] - first) // 60} min late"))
        return verdict, late

    def text_of_mails(self):
        """Each mail; those that say the same one after the other stand there once."""
        text, place = [], 0
        while place < len(self.mails):
            now, status, words = self.mails[place]
            end = place
            while end + 1 < len(self.mails) and self.mails[end + 1][1:] == (status, words):
                end += 1
            same = f", and the same {end - place} times more until {clock(self.mails[end][0])}" if end > place else ""
            text.append(f"--- {clock(now)}, exit {status}{same}\n{words.rstrip()}")
            place = end + 1
        return "\n".join(text)


def clock(now):
    return datetime.datetime.fromtimestamp(START + now, TOKYO).strftime("%a %H:%M")


def minutes_of(hours):
    """The minutes of a week, or so many hours around each beginning and end of a trouble."""
    if hours is None:
        return list(range(0, 7 * DAY, MINUTE))
    wanted = set(range(0, HOUR, MINUTE))
    for first, last in TROUBLES.values():
        for moment in (first, last):
            wanted |= set(range(moment - 5 * MINUTE, moment + hours * HOUR - 5 * MINUTE, MINUTE))
    return sorted(minute for minute in wanted if minute < 7 * DAY)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hours", type=int)
    parser.add_argument("--binary", default="release")
    parser.add_argument("--limit", type=int, default=12)
    parser.add_argument("--locale", choices=("en", "ja"), default="en")
    options = parser.parse_args()
    begun = time.monotonic()
    week = CronWeek(binary_of(options.binary), options.locale)
    minutes = minutes_of(options.hours)
    for minute in minutes:
        week.minute(minute)
    verdict, late = week.judge(minutes)
    verdict += judge.judge_state(week.world.state)
    if len(week.mails) > options.limit:
        verdict.strange.append((f"{len(week.mails)} mails", f"more than {options.limit}"))
    print(week.text_of_mails())
    statuses = ", ".join(f"{status}: {count}" for status, count in sorted(week.statuses.items()))
    print(f"{week.runs} runs in {(time.monotonic() - begun) / 60:.1f} min, {len(week.mails)} mails; "
          f"exit statuses {{{statuses}}}; answers {dict(week.web.answers)}")
    print(f"{len(week.issued)} entries issued, {len(week.seen)} delivered; more than an hour late: {dict(late)}")
    print(str(verdict))
    week.world.close(keep=False)
    sys.exit(0 if verdict.is_good else 1)


if __name__ == "__main__":
    main()
