#!/usr/bin/env python3
"""Sends letters to mail servers that misbehave.

    mail.py scripts [NAME …] [--binary release|debug|PATH] [--short]
    mail.py storm [LETTERS] [--kills N] [--sinks N] [--faults SHARE] [--binary release|debug|PATH] [--seed N]

`scripts`: each of 85 servers does one thing, sound or not, to the letter of a digest of twelve entries. A script
says what must come of it: received in the same run; received in the next one, without a line; received again with the
same id and bytes; told, and received when the cause is gone; cut smaller; or told by recipient. No entry may be lost,
and none may fail to arrive without a line. No line, no recording and no state may show the password.

Its cases are rows of Documentation/MailTransport.md: M03, M04, M05, M06, M07, M08, M09, M10, M11, M12, M20, M21, M22,
M24, M25, M26 and M28.

`storm`: so many letters go to many servers that misbehave in a share of their connections, while runs are killed. No
entry may be lost, and what comes again must have its former id and bytes. Exits with 1 otherwise.
"""
import argparse
import base64
import collections
import concurrent.futures
import datetime
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

import judge
from feed_server import Entry, rss
from mail_server import PASSWORD, USER, Authority, MailServer
from world import binary_of, kill, working_folder

CONFIGURATION = """\
version: 1
settings: {{ timezone: Asia/Tokyo, locale: en }}
defaults: {{ first_run: all }}
sources:
  feed: {{ type: file, path: feed.xml }}
sinks:
{sinks}
pipelines:
  all: {{ sources: [feed], sinks: [{names}] }}
"""
SINK = "  {name}: {{ type: mail, from: news@kawaraban.example, to: {to}, timeout: {timeout}, via: {{ {via} }} }}"
ENTRIES = 12
# Entries are not as old as a flood, and never ahead of the clock.
BEGINNING = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0) - datetime.timedelta(hours=12)


class Place:
    """A folder with a configuration and a feed, and runs there."""

    def __init__(self, binary, parent=None):
        self.binary = binary
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kawaraban-mail-", dir=parent or working_folder()))
        self.entries = []

    def configure(self, sinks):
        """`sinks`: name, address of the server, recipients, more of `via`, timeout."""
        lines = [SINK.format(
            name=name, to="[" + ", ".join(to) + "]", timeout=timeout, via=f'smtp: "{address}", {via}')
            for name, address, to, via, timeout in sinks]
        (self.folder / "config.yaml").write_text(CONFIGURATION.format(
            sinks="\n".join(lines), names=", ".join(sink[0] for sink in sinks)))

    def issue(self, count):
        first = len(self.entries) + 1
        self.entries += [
            Entry(number, BEGINNING + datetime.timedelta(seconds=number), False, True) for number in range(first, first + count)]
        aside = self.folder / "feed.new"
        aside.write_bytes(rss("feed", self.entries[::-1]))
        aside.rename(self.folder / "feed.xml")

    @property
    def numbers(self):
        return {entry.number for entry in self.entries}

    @property
    def state(self):
        return str(self.folder / ".kawaraban" / "state.sqlite")

    def start(self, *words):
        return subprocess.Popen(
            [self.binary, *(words or ("run", "--now"))], cwd=self.folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
            env={"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "MAIL_PASSWORD": PASSWORD, "LC_ALL": "C"})

    def run(self, *words, timeout=120):
        """Exit status, and what came on the two outputs."""
        process = self.start(*words)
        output, errors = process.communicate(timeout=timeout)
        return process.returncode, (output + errors).decode(errors="replace"), errors.decode(errors="replace")

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)


class Script:
    """What a server does, and what must come of it.

    `first`: what the first run must bring: `received`, `waits`, `told` or `partly`. `end`: after the cause is gone, all
    has to be received: by the next run, or after `state retry` where the letter was given up.
    """

    def __init__(self, name, first, decide=None, connections=None, recipients=("a@example.jp",), timeout="3s",
                 fix=None, given_up=False, smaller=False, again=False, code=None, refused=(), slow=False, via=None,
                 words=(), **server):
        self.name, self.first, self.decide, self.connections = name, first, decide, connections
        self.recipients, self.timeout, self.fix, self.given_up = recipients, timeout, fix, given_up
        self.smaller, self.again, self.code, self.refused = smaller, again, code, refused
        self.slow, self.via, self.words, self.server = slow, via, words, server


def at(point, *steps, starting=""):
    """At this point the server does this."""
    steps = [step.encode() + b"\r\n" if isinstance(step, str) and step[:1].isdigit() else step for step in steps]

    def decide(where, text, number):
        return list(steps) if where == point and (not starting or str(text).startswith(starting)) else None
    return decide


def larger_than(limit, reply):
    """A letter with more entries than that is refused."""
    def decide(where, letter, number):
        return [reply.encode() + b"\r\n"] if where == "letter" and len(letter.numbers()) > limit else None
    return decide


def to_address(replies):
    def decide(where, text, number):
        if where != "RCPT":
            return None
        return next((reply.encode() + b"\r\n" for part, reply in replies.items() if part in text), None)
    return decide


def scripts(authority):
    good = authority.context("good")
    expired = authority.context("expired", expired=True)
    wrong_name = authority.context("wrong", host="DNS:mail.example")
    unsigned = authority.context("self", signed=False)
    plain = "tls: none"
    secure = f"ca_file: {authority.file}"
    login = f"{secure}, user: {USER}, password: {{ env: MAIL_PASSWORD }}"
    echo = f"{PASSWORD} {base64.b64encode(PASSWORD.encode()).decode()} " \
           f"{base64.b64encode(chr(0).join(['', USER, PASSWORD]).encode()).decode()}"

    def mend_tls(server):
        server.tls = good

    def mend_login(server):
        server.auth = ("PLAIN",)
    made = [
        Script("sound", "received"),
        Script("multi-line replies", "received", lambda where, text, number: {
            "greeting": b"220-one\r\n220-two\r\n220 three\r\n", "MAIL": b"250-a\r\n250 b\r\n",
            "RCPT": b"250-a\r\n250 b\r\n", "DATA": b"354-a\r\n354 b\r\n"}.get(where)),
        Script("bare codes", "received", lambda where, text, number: {
            "MAIL": b"250\r\n", "RCPT": b"250\r\n", "DATA": b"354\r\n"}.get(where)),
        Script("251 forwarded", "received", at("RCPT", "251 2.1.5 user not local; will forward")),
        Script("252 perhaps", "received", at("RCPT", "252 2.5.2 cannot verify")),
        Script("no EHLO", "received", at("EHLO", "502 5.5.1 what?")),
        Script("no extensions", "received", offers=()),
        Script("no 8BITMIME", "received", offers=("SIZE 10000000", "PIPELINING")),
        Script("pipelining", "received", offers=("PIPELINING", "CHUNKING", "SMTPUTF8", "DSN")),
        Script("reply of 100 KB", "received", at("letter", "take", b"250 " + b"long " * 20_000 + b"\r\n")),
        Script("2,000 lines", "received", at("letter", "take", b"250-x\r\n" * 2000 + b"250 x\r\n")),
        Script("greets late", "received", at("greeting", 1.5, "220 late"), slow=True),
        Script("thinks about the letter", "received", at("letter", 1.5, "take", "250 well"), slow=True),
        Script("replies byte by byte", "received", lambda where, text, number: [
            step for byte in b"250 fine\r\n" for step in (bytes([byte]), 0.02)] if where == "MAIL" else None),
        Script("silent goodbye", "received", at("QUIT", "hang")),
        Script("goodbye without end", "received", at("QUIT", "flood")),
        Script("goodbye refused", "received", at("QUIT", "500 what?")),
        # Cuts. The first connection alone is cut: the run tries again.
        *[Script(f"cut at {point}", "received", at(point, how), connections=1) for point, how in [
            ("greeting", "close"), ("EHLO", "reset"), ("MAIL", "close"), ("RCPT", "reset"), ("DATA", "close")]],
        # So short a letter may have left this machine, or not.
        Script("cut at body", "either", at("body", "reset"), connections=1),
        Script("cut at RCPT in each try", "waits", at("RCPT", "close"), slow=True),
        Script("cut after the letter", "waits", at("letter", "close"), again=True),
        Script("reset after the letter", "waits", at("letter", "reset"), again=True),
        Script("taken, then cut", "waits", at("letter", "take", "close"), again=True),
        Script("taken, then silent", "waits", at("letter", "take", "hang"), again=True, timeout="1s"),
        Script("nonsense after the letter", "waits", at("letter", b"\x00\xff well\r\n", "close"), again=True),
        Script("199 after the letter", "waits", at("letter", "199 what"), again=True),
        # For now.
        Script("421 at the start", "waits", at("greeting", "421 4.3.2 too busy", "close")),
        Script("450 at the start", "waits", at("greeting", "450 later")),
        Script("451 to MAIL", "waits", at("MAIL", "451 4.3.0 later")),
        Script("greylisted", "waits", at("RCPT", "450 4.2.0 greylisted, try again in 300 seconds")),
        Script("greylisted, 451", "waits", at("RCPT", "451 4.7.1 greylisting in action")),
        Script("421 to RCPT", "waits", at("RCPT", "421 4.7.0 too many", "close")),
        Script("452 to DATA", "waits", at("DATA", "452 4.3.1 no room")),
        Script("451 to the letter", "waits", at("letter", "451 4.7.1 please try again")),
        Script("421 to the letter", "waits", at("letter", "421 4.3.2 going down", "close")),
        Script("452 to the letter", "waits", at("letter", "452 4.3.1 no room")),
        # Slow.
        *[Script(f"hangs at {point}", "waits", at(point, "hang"), timeout="1s") for point in (
            "greeting", "EHLO", "MAIL", "RCPT", "DATA", "body")],
        Script("hangs after the letter", "waits", at("letter", "hang"), again=True, timeout="1s"),
        Script("replies without end", "waits", at("EHLO", "flood"), timeout="1s"),
        # For good.
        Script("554 at the start", "told", at("greeting", "554 5.7.1 no mail from there"), code="forbidden"),
        Script("550 to MAIL", "told", at("MAIL", "550 5.1.8 sender unknown"), code="forbidden"),
        Script("530 to MAIL", "told", at("MAIL", "530 5.7.0 authentication required"), code="credential_rejected"),
        Script("550 to the only recipient", "told", at("RCPT", "550 5.1.1 no such user"), given_up=True,
               code="recipients_refused", words=("550 5.1.1",)),
        Script("554 to the letter", "told", at("letter", "554 5.7.1 this looks like spam"), given_up=True,
               code="rejected", words=("554 5.7.1",)),
        Script("escape sequences", "told", at("letter", b"554 5.7.1 \x1b[31mred\x00\x07 alert\r\n"), given_up=True,
               code="rejected"),
        Script("554 to DATA", "told", at("DATA", "554 5.5.1 no valid recipients"), given_up=True, code="rejected"),
        Script("no mail server", "waits", at("greeting", b"HTTP/1.1 400 Bad Request\r\n\r\n")),
        # Too large.
        Script("552 over 3 entries", "received", larger_than(3, "552 5.3.4 too big"), smaller=True),
        Script("523 over 1 entry", "received", larger_than(1, "523 5.2.3 too big"), smaller=True),
        Script("552 without a reason", "received", larger_than(6, "552 exceeded storage allocation"), smaller=True),
        Script("mailbox full, 552", "told", at("letter", "552 5.2.2 mailbox full"), given_up=True, code="rejected"),
        # Several recipients.
        Script("one of three refused", "partly", to_address({"no@": "550 5.1.1 no such user"}),
               recipients=("a@example.jp", "no@example.jp", "b@example.jp"), refused=("no@example.jp",)),
        Script("two of three refused", "partly",
               to_address({"no@": "550 5.1.1 no such user", "old@": "551 5.1.6 moved"}),
               recipients=("no@example.jp", "a@example.jp", "old@example.jp"),
               refused=("no@example.jp", "old@example.jp")),
        Script("one of two greylisted", "waits", to_address({"b@": "450 4.2.0 greylisted"}),
               recipients=("a@example.jp", "b@example.jp")),
        Script("all refused", "told", at("RCPT", "550 5.1.1 nobody"), recipients=("a@example.jp", "b@example.jp"),
               given_up=True, code="recipients_refused"),
        # Encryption.
        Script("STARTTLS", "received", tls=good, via=secure),
        Script("TLS from the start", "received", tls=good, implicit=True, via=secure),
        Script("no STARTTLS", "told", tls=None, via=login, fix=mend_tls, code="encryption_missing", auth=("PLAIN",)),
        Script("STARTTLS refused", "told", at("STARTTLS", "502 5.5.1 no"), tls=good, via=login, auth=("PLAIN",),
               code="encryption_missing"),
        Script("STARTTLS later", "waits", at("STARTTLS", "454 4.7.0 not now"), tls=good, via=secure),
        Script("injected behind STARTTLS", "waits", at("STARTTLS", b"220 go\r\n250 injected\r\n"), tls=good, via=secure),
        *[Script(f"certificate {name}, {'implicit' if implicit else 'STARTTLS'}", "told", tls=context, implicit=implicit,
                 via=login, auth=("PLAIN",), fix=mend_tls, code=code)
          for name, context, code in [
              ("expired", expired, "tls_expired"), ("of another name", wrong_name, "tls_name"),
              ("signed by itself", unsigned, "tls_untrusted")]
          for implicit in (False, True)],
        # Logins.
        *[Script(f"AUTH {' '.join(kinds)}", "received", tls=good, via=login, auth=kinds)
          for kinds in (("PLAIN",), ("LOGIN",), ("LOGIN", "PLAIN"), ("PLAIN", "X-NEW"))],
        Script("no AUTH", "told", tls=good, via=login, fix=mend_login, code="login_missing"),
        Script("unknown AUTH", "told", tls=good, via=login, auth=("X-NEW",), fix=mend_login, code="login_missing"),
        Script("wrong password", "told", at("LOGIN", f"535 5.7.8 wrong: {echo}"), tls=good, via=login, auth=("PLAIN",),
               code="credential_rejected"),
        Script("login later", "waits", at("LOGIN", f"454 4.7.0 later: {echo}"), tls=good, via=login, auth=("PLAIN",)),
        Script("password in the refusal", "told", at("letter", f"554 5.7.1 {echo}"), tls=good, via=login,
               auth=("PLAIN",), given_up=True, code="rejected"),
    ]
    for script in made:
        script.via = script.via or plain
    return made


class Trial:
    """One script, tried."""

    def __init__(self, script, binary, folder):
        self.script = script
        self.place = Place(binary, folder)
        self.is_bad = True
        self.server = MailServer(script.name, self.decide, **script.server)
        self.wrong = []
        self.said = ""

    def decide(self, point, text, number):
        script = self.script
        if not self.is_bad or not script.decide or script.connections and number > script.connections:
            return None
        return script.decide(point, text, number)

    def demand(self, holds, what):
        if not holds:
            self.wrong.append(what)

    def received(self):
        """The numbers that each recipient has, by the letters that were taken."""
        has = {address: [] for address in self.script.recipients}
        for letter in list(self.server.letters):
            if letter.was_taken:
                for address in letter.recipients:
                    has[address] += [(number, letter.id) for number in letter.numbers()]
        return has

    def run(self, *words):
        status, shown, errors = self.place.run(*words)
        self.said += shown
        return status, errors

    def hold(self):
        script, place = self.script, self.place
        place.configure([("letters", self.server.address, script.recipients, script.via, script.timeout)])
        place.issue(ENTRIES)
        status, errors = self.run()
        lines = [line for line in errors.splitlines() if line.strip()]
        first = len(self.server.letters)
        has_all = all({number for number, _ in has} == place.numbers for address, has in self.received().items()
                      if address not in script.refused)
        if script.first in ("received", "partly"):
            self.demand(has_all, "the first run did not bring it")
        if script.first == "waits":
            self.demand(script.again or not has_all, "the letter was taken at once")
        self.demand(bool(lines) == (script.first in ("told", "partly")), f"lines: {lines}")
        if script.code:
            self.demand(f"({script.code})" in errors, f"not the code {script.code}: {lines}")
        for word in script.refused or (script.recipients if script.code == "recipients_refused" else ()):
            self.demand(word in errors, f"{word} is not told: {lines}")
        for word in script.words:
            self.demand(word in self.said, f"{word} is not shown: {self.said}")
        self.is_bad = False
        if script.fix:
            script.fix(self.server)
        if script.given_up:
            self.run("state", "retry", "--sink", "letters")
        self.run()
        self.judge(first)
        self.server.close()
        if not self.wrong:
            place.close()
        return self

    def judge(self, first):
        script = self.script
        letters = list(self.server.letters)
        bodies = {}
        for letter in letters:
            self.demand(letter.id is not None, "a letter without an id")
            self.demand(bodies.setdefault(letter.id, letter.data) == letter.data, "other bytes under the same id")
            self.demand(letter.encrypted or script.via == "tls: none", "a letter without encryption")
        for address, has in self.received().items():
            if address in script.refused:
                self.demand(not has, f"{address} has it although it was refused")
                continue
            lost = self.place.numbers - {number for number, _ in has}
            self.demand(not lost, f"lost for {address}: {sorted(lost)}")
            ids = collections.defaultdict(set)
            for number, identifier in has:
                ids[number].add(identifier)
            self.demand(all(len(found) == 1 for found in ids.values()), "an entry in two letters")
            counts = collections.Counter(has)
            if not script.again:
                self.demand(set(counts.values()) <= {1}, f"{address} has it twice")
        if script.again:
            self.demand(len(letters) == 2 and letters[0].id == letters[1].id, "not the same letter again")
        if script.smaller:
            self.demand(len({letter.id for letter in letters if letter.was_taken}) > 1, "it was not cut")
        self.demand(all(encrypted for _, encrypted in self.server.logins), "a password without encryption")
        verdict = judge.judge_state(self.place.state)
        self.demand(verdict.is_good, str(verdict))
        kept = self.said.encode() + b"".join(
            path.read_bytes() for path in self.place.folder.rglob("*") if path.is_file())
        for form in (PASSWORD.encode(), base64.b64encode(PASSWORD.encode())[:-4]):
            self.demand(form not in kept, f"{form} is shown or kept")
        self.demand("\x1b" not in self.said and "\0" not in self.said, "a control character is shown")


def try_scripts(options):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kawaraban-mail-", dir=working_folder()))
    made = scripts(Authority(folder / "authority"))
    names = [script.name for script in made]
    assert len(set(names)) == len(names)
    chosen = [script for script in made
              if (not options.names or script.name in options.names) and not (options.short and script.slow)]
    begun = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(options.width) as pool:
        trials = list(pool.map(lambda script: Trial(script, binary_of(options.binary), folder).hold(), chosen))
    failed = [trial for trial in trials if trial.wrong]
    for trial in failed:
        print(f"{trial.script.name}: " + "; ".join(trial.wrong) + f" ({trial.place.folder})")
        if options.names:
            print(trial.said)
    kinds = collections.Counter(
        "cut smaller" if script.smaller else "again" if script.again else script.first for script in chosen)
    wrong = [what for trial in trials for what in trial.wrong]
    print(f"{len(chosen)} servers: " + ", ".join(f"{kind} {count}" for kind, count in kinds.items())
          + f"; lost {sum(what.startswith('lost') for what in wrong)}, "
          f"untold {sum(what.startswith('lines: []') for what in wrong)}, "
          f"wrong {len(failed)}; {time.monotonic() - begun:.0f} s")
    if not failed:
        shutil.rmtree(folder, ignore_errors=True)
    return not failed and bool(chosen)


# What may happen to a connection of the storm, besides that the letter is taken.
FAULTS = {
    "421 at the start": at("greeting", "421 4.3.2 busy", "close"), "reset at once": at("greeting", "reset"),
    "450 to RCPT": at("RCPT", "450 4.2.0 greylisted"), "451 to the letter": at("letter", "451 4.3.0 later"),
    "cut at MAIL": at("MAIL", "close"), "cut within the letter": at("body", "reset"),
    "cut after the letter": at("letter", "close"), "taken, then cut": at("letter", "take", "close"),
    "taken, then reset": at("letter", "take", "reset"), "hangs after the letter": at("letter", "hang"),
    "taken, then silent": at("letter", "take", "hang"), "silent goodbye": at("QUIT", "hang"),
    "long reply": at("letter", "take", b"250-x\r\n" * 500 + b"250 x\r\n"),
}
# Every fourth server finds letters with more entries too large.
ROOM = 3


class StormServer(MailServer):
    def __init__(self, name, seed, share, room, fates):
        super().__init__(name, self.choose)
        self.seed, self.share, self.room, self.fates = seed, share, room, fates

    def choose(self, point, text, number):
        chance = random.Random(f"{self.seed}/{self.name}/{number}")
        fault = chance.choice(list(FAULTS)) if chance.random() < self.share else "taken"
        if point == "greeting":
            self.fates[fault] += 1
        if point == "letter" and self.room and len(text.numbers()) > self.room:
            self.fates["552"] += 1
            return [b"552 5.3.4 too big\r\n"]
        return FAULTS[fault](point, text, number) if fault in FAULTS else None


def storm(options):
    seed = options.seed
    chance, fates = random.Random(seed), collections.Counter()
    place = Place(binary_of(options.binary))
    servers = [
        StormServer(f"sink{number}", seed, options.faults, ROOM if number % 4 == 3 else None, fates)
        for number in range(options.sinks)]
    place.configure([(server.name, server.address, (f"{server.name}@example.jp",), "tls: none", "1s")
                     for server in servers])
    begun, killed, runs, statuses = time.monotonic(), 0, 0, collections.Counter()

    def letters():
        return [letter for server in servers for letter in list(server.letters)]

    def taken():
        return {(letter.server.name, letter.id) for letter in letters() if letter.was_taken}
    while len(taken()) < options.letters or killed < options.kills:
        # A run without work is over before it can be killed.
        place.issue(chance.choice((1, 2, 6)) if runs % 2 == 0 else 0)
        runs += 1
        process = place.start()
        if killed < options.kills:
            time.sleep(chance.uniform(0.03, 1.2))
            killed += kill(process)
        else:
            statuses[process.wait(600)] += 1
        process.communicate()
        if runs > options.kills + 2000:
            break
    for server in servers:
        server.share = 0
    verdict = judge.Verdict()
    for _ in range(100):
        statuses[place.run(timeout=600)[0]] += 1
        verdict = judge_storm(place, servers)
        verdict += judge.judge_state(place.state)
        if verdict.is_good:
            break
    found = letters()
    faults = sum(count for fate, count in fates.items() if fate not in ("taken", "552"))
    connections = sum(count for fate, count in fates.items() if fate != "552")
    print(f"{len(taken())} letters with {len(place.numbers)} entries to each of {options.sinks} servers, {killed} kills, "
          f"{runs} runs, {faults} faults in {connections} connections ({faults / max(1, connections):.0%}), "
          f"{(time.monotonic() - begun) / 60:.1f} min, seed {seed}")
    print("fates: " + ", ".join(f"{fate} {count}" for fate, count in fates.most_common()))
    again = len([letter for letter in found if letter.was_taken]) - len(taken())
    print(f"{len(found)} letters arrived, {again} were taken again with the same id and bytes; "
          f"exit statuses {dict(statuses)}")
    print(str(verdict))
    is_cut = fates["552"] > 0
    if not is_cut:
        print("strange: no letter was too large")
    if verdict.is_good and is_cut:
        place.close()
    return verdict.is_good and is_cut


def judge_storm(place, servers):
    verdict = judge.Verdict()
    for server in servers:
        bodies, ids, received = {}, {}, set()
        for letter in list(server.letters):
            if letter.id is None or bodies.setdefault(letter.id, letter.data) != letter.data:
                verdict.torn.append((server.name, letter.id, "other bytes under the same id, or no id"))
            if letter.was_taken:
                for number in letter.numbers():
                    received.add(number)
                    if ids.setdefault(number, letter.id) != letter.id:
                        verdict.doubled.append((server.name, number, f"ids {ids[number]} and {letter.id}"))
            if letter.recipients != [f"{server.name}@example.jp"]:
                verdict.strange.append((server.name, letter.id, letter.recipients))
        verdict.lost += [(server.name, number) for number in sorted(place.numbers - received)]
        verdict.strange += [(server.name, number, "was never issued") for number in sorted(received - place.numbers)]
    return verdict


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    kinds = parser.add_subparsers(dest="kind", required=True)
    one = kinds.add_parser("scripts")
    one.add_argument("names", nargs="*")
    one.add_argument("--short", action="store_true")
    one.add_argument("--width", type=int, default=8)
    one.add_argument("--binary", default="release")
    other = kinds.add_parser("storm")
    other.add_argument("letters", nargs="?", type=int, default=1000)
    other.add_argument("--kills", type=int, default=200)
    other.add_argument("--sinks", type=int, default=20)
    other.add_argument("--faults", type=float, default=0.28)
    other.add_argument("--binary", default="release")
    other.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    sys.exit(0 if (try_scripts if options.kind == "scripts" else storm)(options) else 1)


if __name__ == "__main__":
    main()
